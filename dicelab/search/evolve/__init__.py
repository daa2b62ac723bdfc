"""Evolutionary search for always-solvable dice sets."""
