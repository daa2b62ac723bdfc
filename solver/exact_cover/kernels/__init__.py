"""Compiled searches and counts. Import these modules only where numba is available; each has a twin in plain Python."""
