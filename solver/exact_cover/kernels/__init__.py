"""Searches and counts that numba compiles; without it they run as they are."""
