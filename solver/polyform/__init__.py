"""Grids, pieces, boards and tilings."""

from solver.polyform.board import Board
from solver.polyform.grid import Grid, SquareGrid
from solver.polyform.lattice import HEXAGONS, LATTICES, SQUARES, TRIANGLES, Lattice
from solver.polyform.orbits import Orbits, board_masks, orbits_of, rank, representatives_of_all, unrank
from solver.polyform.piece import Piece, free_polyforms, free_polyominoes, placements
from solver.polyform.puzzle import GENIUS_SQUARE, Puzzle
from solver.polyform.symmetry import burnside, cycles, images, orbit, representatives
from solver.polyform.tiling import Tiling

__all__ = [
    "GENIUS_SQUARE",
    "HEXAGONS",
    "LATTICES",
    "SQUARES",
    "TRIANGLES",
    "Board",
    "Grid",
    "Lattice",
    "Orbits",
    "Piece",
    "Puzzle",
    "SquareGrid",
    "Tiling",
    "board_masks",
    "burnside",
    "cycles",
    "free_polyforms",
    "free_polyominoes",
    "images",
    "orbit",
    "orbits_of",
    "placements",
    "rank",
    "representatives",
    "representatives_of_all",
    "unrank",
]
