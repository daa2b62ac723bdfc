"""One board for each orbit under the symmetries of the grid."""

from __future__ import annotations

from collections.abc import Iterator
from math import comb

from solver.census.ranking import board_masks
from solver.polyomino.grid import Grid
from solver.polyomino.symmetry import Masks, images

_BLOCK = 1 << 17


def representatives_of_all(grid: Grid, blockers: int) -> Iterator[Masks]:
    """Yield, in blocks and in ascending order, the boards that are the smallest mask of their orbit.

    Examples
    --------
    >>> from solver.polyomino import SquareGrid
    >>> sum(len(block) for block in representatives_of_all(SquareGrid(3, 3), 2))
    8
    """
    total = comb(len(grid), blockers)
    for start in range(0, total, _BLOCK):
        masks = board_masks(start, min(total, start + _BLOCK), len(grid), blockers)
        yield masks[images(masks, grid).min(axis=0) == masks]
