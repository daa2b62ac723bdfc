"""Proofs that boards have no tiling: of one board, and of all orbits of a puzzle."""
