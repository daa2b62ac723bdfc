"""Grids, pieces, boards and tilings."""

from solver.polyomino.board import Board
from solver.polyomino.grid import Grid, SquareGrid
from solver.polyomino.piece import Piece, free_polyominoes
from solver.polyomino.placement import placements
from solver.polyomino.puzzle import GENIUS_SQUARE, Puzzle
from solver.polyomino.symmetry import burnside, images, orbit, representatives
from solver.polyomino.tiling import Tiling

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
