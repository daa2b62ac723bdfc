"""Grids, pieces, boards and tilings."""

from solver.polyform.board import Board
from solver.polyform.grid import Grid, SquareGrid
from solver.polyform.piece import Piece, free_polyominoes
from solver.polyform.placement import placements
from solver.polyform.puzzle import GENIUS_SQUARE, Puzzle
from solver.polyform.symmetry import burnside, images, orbit, representatives
from solver.polyform.tiling import Tiling

__all__ = [
    "GENIUS_SQUARE",
    "Board",
    "Grid",
    "Piece",
    "Puzzle",
    "SquareGrid",
    "Tiling",
    "burnside",
    "free_polyominoes",
    "images",
    "orbit",
    "placements",
    "representatives",
]
