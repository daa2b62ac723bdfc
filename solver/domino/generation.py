"""Domino puzzles: grids with exactly one solution, as hard as asked.

Grids are drawn with a solution planted, and dropped if they have another one or another level. The search is fast
enough to throw 99 of 100 away. To repair grids that nearly fit would make some puzzles likelier than others.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from solver.domino.candidates import Level
from solver.domino.dominoes import require_order
from solver.domino.grid import DominoGrid
from solver.domino.layout import CHUNK, LayoutSampler, Partners
from solver.domino.methods import DominoBatch
from solver.errors import InputError
from solver.polyform.grid import SquareGrid

_CHUNK = 1 << 13
"""Grids drawn at a time. The puzzles of a seed depend on it."""

_COUNTED = 1 << 9
"""Grids whose solutions are counted at a time: without numba that takes seconds. The puzzles don't depend on it."""

_MOST_DRAWN = 1 << 20
"""Grids drawn in a row without one that has a single solution, before it is given up."""

_MOST_GRADED = 10_000
"""Grids with a single solution in a row that are no new puzzle of the level, before it is given up.

Of the levels that occur on the usual boards of orders up to 9, the rarest is that of about one such grid in a hundred.
"""

Numbers = NDArray[np.uint8]
"""``[grids, cells]``: the number of each cell."""


def generate(board: SquareGrid, level: Level, rng: Generator, count: int = 1) -> Iterator[DominoGrid]:
    """Yield different puzzles with exactly one solution and exactly the level asked.

    Puzzles that differ only by a turn of the board or an exchange of numbers count as different. The same seed gives
    the same puzzles, and those of a smaller ``count`` (at least 1) are the first of a greater one.

    Raises
    ------
    InputError
        If no set of dominoes covers the board, or it has no layout; and, after the puzzles found by then, if it
        probably has no more of the level: ``_MOST_GRADED`` grids with one solution, or ``_MOST_DRAWN`` in all, were no
        new puzzle of it.

    Examples
    --------
    >>> [puzzle] = generate(SquareGrid(3, 4), Level.BASIC, np.random.default_rng(1))
    >>> DominoBatch(puzzle.board).counts(np.array([puzzle.numbers], np.uint8)), puzzle.grade().difficulty.value
    (array([1]), 'basic')
    """
    if count < 1:
        raise InputError(f"{count} puzzles: ask for at least 1")
    return islice(_new_of_level(unique_grids(board, rng), level), count)


def unique_grids(board: SquareGrid, rng: Generator) -> Iterator[DominoGrid]:
    """Yield random grids with exactly one solution for ever: each such grid is as likely as any other, every time.

    Raises
    ------
    InputError
        If no set of dominoes covers the board, or it has no layout; and if none of ``_MOST_DRAWN`` grids in a row has
        exactly one solution.

    Examples
    --------
    >>> grid = next(unique_grids(SquareGrid(3, 4), np.random.default_rng(0)))
    >>> len(list(grid.solutions()))
    1
    """
    # Not a generator itself: a board without such grids is refused at once.
    return _unique(DominoBatch(board), GridSampler(board), rng)


def _unique(batch: DominoBatch, sampler: GridSampler, rng: Generator) -> Iterator[DominoGrid]:
    drawn = 0
    while drawn < _MOST_DRAWN:
        numbers, _ = sampler.planted(rng, _CHUNK)
        drawn += _CHUNK
        for part in np.split(numbers, _CHUNK // _COUNTED):
            for row in part[batch.counts(part, 2) == 1].tolist():
                drawn = 0
                yield DominoGrid(batch.board, tuple(row))
    raise InputError(
        f"none of {drawn:,} random grids on {batch.board.format()} has exactly one solution: take another board"
    )


def _new_of_level(candidates: Iterator[DominoGrid], level: Level) -> Iterator[DominoGrid]:
    found: set[tuple[int, ...]] = set()
    graded = 0
    for grid in candidates:
        if grid.grade().difficulty is level and grid.numbers not in found:
            found.add(grid.numbers)
            graded = 0
            yield grid
        elif (graded := graded + 1) == _MOST_GRADED:
            raise InputError(
                f"none of {graded:,} more grids with one solution on {grid.board.format()} is a new {level} one, "
                f"after {len(found)} found: ask for {len(found) or 'another difficulty or board'}"
            )


class GridSampler:
    """Draws random grids that have a solution, together with that solution.

    A uniform layout gets the dominoes in a uniform order, each with a uniform orientation. A grid therefore comes up
    in proportion to the number of its solutions.

    Raises
    ------
    InputError
        If no set of dominoes covers as many cells as the board has, or the board has no layout.

    Examples
    --------
    >>> numbers, partners = GridSampler(SquareGrid(2, 3)).planted(np.random.default_rng(1), 100)
    >>> beside = np.take_along_axis(numbers, partners.astype(int), axis=1)
    >>> np.unique(np.sort(2 * numbers + beside), axis=0)  # 0-0, 0-1, 1-0 and 1-1, seen from each cell
    array([[0, 0, 1, 2, 3, 3]], dtype=uint8)
    """

    def __init__(self, board: SquareGrid) -> None:
        self.board = board
        self.order: int = require_order(board)
        self._layouts = LayoutSampler(board)
        low, high = np.triu_indices(self.order + 1)
        # The numbers of domino d are halves[2d] and halves[2d + 1]; the other half is always at `^ 1`.
        self._halves = np.stack([low, high], axis=1).ravel().astype(np.uint8)

    def planted(self, rng: Generator, count: int) -> tuple[Numbers, Partners]:
        """Return the numbers of ``count`` grids, and for each cell the cell it shares a domino with."""
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
