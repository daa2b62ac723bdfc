"""Domino grids: numbers on a board that a full set of dominoes covers."""
