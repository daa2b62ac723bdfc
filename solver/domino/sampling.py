"""Random grids of numbers: those with a planted solution, and all alike."""

from __future__ import annotations

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from solver.domino.grid import require_order
from solver.domino.layout import CHUNK, LayoutSampler, Partners
from solver.polyform.grid import SquareGrid

Numbers = NDArray[np.uint8]
"""``[grids, cells]``: the number of each cell."""


class GridSampler:
    """Draws grids of a board; make one where grids are drawn again and again.

    Parameters
    ----------
    board
        Of as many cells as a set of dominoes covers.

    Raises
    ------
    InputError
        If no set covers as many cells, or the board has no layout.
    """

    def __init__(self, board: SquareGrid) -> None:
        self.board = board
        self.order = require_order(board)
        self._layouts = LayoutSampler(board)
        low, high = np.triu_indices(self.order + 1)
        # The numbers of domino d are halves[2d] and halves[2d + 1]; the other half is always at `^ 1`.
        self._halves = np.stack([low, high], axis=1).ravel().astype(np.uint8)

    def planted(self, rng: Generator, count: int) -> tuple[Numbers, Partners]:
        """Return ``count`` grids with the solution that each was made of; see :func:`planted`."""
        partners = self._layouts.sample(rng, count)
        numbers = np.empty(partners.shape, np.uint8)
        for begin in range(0, count, CHUNK):
            self._fill(rng, partners[begin : begin + CHUNK], numbers[begin : begin + CHUNK])
        return numbers, partners

    def _fill(self, rng: Generator, partners: Partners, numbers: Numbers) -> None:
        """Lay the dominoes on layouts, in a random order and either way round."""
        count, cells = partners.shape
        every = np.arange(0, cells, 2, dtype=np.int16)
        halves = rng.permuted(np.broadcast_to(every, (count, cells // 2)), axis=1).ravel()
        halves |= rng.integers(0, 2, len(halves), np.int16)
        first = np.flatnonzero(partners > np.arange(cells, dtype=np.int16))
        second = first - first % cells + partners.ravel()[first]
        flat = numbers.ravel()
        flat[first] = self._halves[halves]
        flat[second] = self._halves[halves ^ 1]


def planted(board: SquareGrid, rng: Generator, count: int) -> tuple[Numbers, Partners]:
    """Return random grids that have a solution, and that solution.

    A uniform layout gets the dominoes in a uniform order, each with a uniform orientation. A grid therefore comes up
    in proportion to the number of its solutions.

    Returns
    -------
    tuple
        Numbers ``[count, cells]``, and for each cell the cell it shares a domino with.

    Raises
    ------
    InputError
        If no set of dominoes covers as many cells, or the board has no layout.

    Examples
    --------
    >>> numbers, partners = planted(SquareGrid(2, 3), np.random.default_rng(1), 100)
    >>> beside = np.take_along_axis(numbers, partners.astype(int), axis=1)
    >>> np.unique(np.sort(2 * numbers + beside), axis=0)  # 0-0, 0-1, 1-0 and 1-1, seen from each cell
    array([[0, 0, 1, 2, 3, 3]], dtype=uint8)
    """
    return GridSampler(board).planted(rng, count)


def uniform(board: SquareGrid, rng: Generator, count: int) -> Numbers:
    """Return random grids, solvable or not: every arrangement of the numbers is as likely as any other.

    Raises
    ------
    InputError
        If no set of dominoes covers as many cells.

    Examples
    --------
    >>> grids = uniform(SquareGrid(2, 3), np.random.default_rng(1), 1000)
    >>> len({tuple(grid) for grid in grids.tolist()})
    20
    """
    order = require_order(board)
    numbers = np.repeat(np.arange(order + 1, dtype=np.uint8), order + 2)
    return rng.permuted(np.broadcast_to(numbers, (count, len(board))), axis=1)
