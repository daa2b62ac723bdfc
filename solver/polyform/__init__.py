"""Grids, pieces, boards and tilings.

Arrays of boards, and with them numpy, are imported when they are asked for.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from solver.polyform.board import Board, Tiling
from solver.polyform.grid import Grid, SquareGrid
from solver.polyform.lattice import HEXAGONS, LATTICES, SQUARES, TRIANGLES, Lattice
from solver.polyform.piece import Piece, free_polyforms, free_polyominoes, placements
from solver.polyform.puzzle import GENIUS_SQUARE, Puzzle
from solver.polyform.puzzle_catalogue import catalogue_names
from solver.registry import lazy_names

if TYPE_CHECKING:
    from solver.polyform.orbits import Orbits, board_masks, orbits_of, rank, representatives_of_all, unrank
    from solver.polyform.symmetry import burnside, cycles, images, orbit, representatives

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
    "catalogue_names",
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

__getattr__: Callable[[str], Any] = lazy_names(
    __name__,
    {
        "orbits": ("Orbits", "board_masks", "orbits_of", "rank", "representatives_of_all", "unrank"),
        "symmetry": ("burnside", "cycles", "images", "orbit", "representatives"),
    },
)
