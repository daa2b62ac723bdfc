"""How many blockers lie in each region of a grid: the reduced sets of Jensen and Treneer, as published and mended."""

from dicelab.reproduce.board_partitions.partition import (
    BoardPartition,
    is_reduced,
    partitions_of,
    reduced_boards,
    reduced_partitions,
    reduced_size,
    reduced_sizes,
    regions,
)

__all__ = [
    "BoardPartition",
    "is_reduced",
    "partitions_of",
    "reduced_boards",
    "reduced_partitions",
    "reduced_size",
    "reduced_sizes",
    "regions",
]
