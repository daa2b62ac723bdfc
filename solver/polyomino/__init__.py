"""Grids, pieces, boards and tilings."""

from solver.polyomino.board import Board
from solver.polyomino.board_partition import (
    BoardPartition,
    partitions_of,
    reduced_boards,
    reduced_partitions,
    reduced_size,
    regions,
)
from solver.polyomino.grid import Grid, SquareGrid
from solver.polyomino.piece import Piece, free_polyominoes
from solver.polyomino.placement import placements
from solver.polyomino.puzzle import GENIUS_SQUARE, Puzzle
from solver.polyomino.symmetry import burnside, images, orbit, representatives
from solver.polyomino.tiling import Tiling

__all__ = [
    "GENIUS_SQUARE",
    "Board",
    "BoardPartition",
    "Grid",
    "Piece",
    "Puzzle",
    "SquareGrid",
    "Tiling",
    "burnside",
    "free_polyominoes",
    "images",
    "orbit",
    "partitions_of",
    "placements",
    "reduced_boards",
    "reduced_partitions",
    "reduced_size",
    "regions",
    "representatives",
]
