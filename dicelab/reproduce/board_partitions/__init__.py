"""How many blockers lie in each region of a grid: the reduced sets of Jensen and Treneer, as published and mended.

References
----------
Jensen and Treneer, "Toward a Canonical Representation of Blocked Rectangular Grids with an Application to Finite
Tiling Problems", sections 3 to 5 and 7.
"""

from dicelab.reproduce.board_partitions.checks import grids
from dicelab.reproduce.board_partitions.partition import (
    BoardPartition,
    is_reduced,
    partitions_of,
    reduced_boards,
    reduced_partitions,
    reduced_size,
    reduced_sizes,
    regions,
    theorem_of,
)
from dicelab.reproduce.board_partitions.ratios import even_rectangle, even_square, orbits, ratio

__all__ = [
    "BoardPartition",
    "even_rectangle",
    "even_square",
    "grids",
    "is_reduced",
    "orbits",
    "partitions_of",
    "ratio",
    "reduced_boards",
    "reduced_partitions",
    "reduced_size",
    "reduced_sizes",
    "regions",
    "theorem_of",
]
