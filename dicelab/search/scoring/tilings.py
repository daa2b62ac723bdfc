"""The tilings of every roll of a set, by look-up: some tenths of a millisecond for 93,750 rolls."""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce

import numpy as np
from numpy.typing import NDArray

from dicelab.errors import DiceError
from solver.census import Census, board_masks, rank
from solver.polyform import Grid
from solver.polyform.symmetry import Masks
from solver.runs import jit

_BLOCK = 1 << 18
_MOST = (1 << 32) - 1
_MOST_HALF = 20
"""Cells of half a grid for whose subsets there is a table: two tables of 4 MB."""


class RollTilings:
    """The number of tilings of every board, four bytes each, where all rolls of a set are found quickly.

    The grid is cut in a low and a high half of its cells. Boards stand in the order of their low halves, and those of
    the same low half in the order of their high halves: so the place of a board is the sum of two small look-ups, one
    for each half, which do not depend on each other.

    Parameters
    ----------
    census
        With tilings.

    Raises
    ------
    DiceError
        If a board has 2^32 tilings or more.
    """

    def __init__(self, census: Census) -> None:
        answers = census.answers
        if int(answers.max(initial=0)) > _MOST:
            raise DiceError(f"a board with {int(answers.max()):,} tilings: at most {_MOST:,} are looked up at speed")
        self.puzzle = census.puzzle
        cells, blockers = len(self.puzzle.grid), self.puzzle.blockers
        by_rank = census.orbits.spread(answers.astype(np.uint32)).astype(np.uint32, copy=False)
        self._half = (cells + 1) // 2
        self._quick = self._half <= _MOST_HALF
        if self._quick:
            self._begin, self._place = _halves(cells, self._half, blockers)
        self._tilings = np.empty_like(by_rank)
        for start, masks in self._blocks(len(by_rank)):
            self._tilings[self._at(masks)] = by_rank[start : start + len(masks)]

    def below(self, tilings: int) -> Masks:
        """Return the boards with fewer tilings than that, ascending."""
        found = [np.zeros(0, np.uint64)]
        found += [masks[self.at(masks) < tilings] for _, masks in self._blocks(len(self._tilings))]
        return np.concatenate(found)

    def of_rank(self, number: int) -> int:
        """Return the tilings of the board that comes at that place, from 1, when those with the most come first."""
        place = len(self._tilings) - number
        return int(np.partition(self._tilings, place)[place])

    def at(self, boards: Masks) -> NDArray[np.uint32]:
        """Return the tilings of some boards: from uint64 of any shape to uint32 of the same."""
        looked_up: NDArray[np.uint32] = self._tilings[self._at(boards)]
        return looked_up

    def of(self, dice: Masks) -> NDArray[np.uint32]:
        """Return the tilings of all rolls of a set with disjoint dice.

        Parameters
        ----------
        dice
            uint64 of shape (dice,): the cells of each die.

        Returns
        -------
        ndarray
            uint32 of shape (product of the sizes,), in the order of rolls.
        """
        first, last = _rolls_of(dice[: -(-len(dice) // 2)]), _rolls_of(dice[-(-len(dice) // 2) :])
        if not (self._quick and jit.available()):
            return self.at((first[:, None] | last).reshape(-1))
        from dicelab.search.scoring.kernel import roll_tilings

        found = np.empty(len(first) * len(last), np.uint32)
        roll_tilings(first, last, np.uint64(self._half), self._begin, self._place, self._tilings, found)
        return found

    def _at(self, boards: Masks) -> NDArray[np.int64]:
        """Return the places of some boards in the table."""
        if not self._quick:
            return rank(boards, len(self.puzzle.grid), self.puzzle.blockers)
        low = (boards & np.uint64((1 << self._half) - 1)).astype(np.int64)
        places: NDArray[np.int64] = self._begin[low].astype(np.int64) + self._place[boards >> np.uint64(self._half)]
        return places

    def _blocks(self, boards: int) -> Iterator[tuple[int, Masks]]:
        """Yield all boards in ascending order, with the rank of the first of each block."""
        for start in range(0, boards, _BLOCK):
            stop = min(boards, start + _BLOCK)
            yield start, board_masks(start, stop, len(self.puzzle.grid), self.puzzle.blockers)


def _halves(cells: int, half: int, blockers: int) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Return where the boards of each low half begin, and the place of each high half among those with as many cells.

    Returns
    -------
    tuple
        int32 of shape (2^half,) and of shape (2^(cells - half),).
    """
    high = np.bitwise_count(np.arange(1 << (cells - half), dtype=np.uint64)).astype(np.int64)
    order = np.argsort(high, kind="stable")
    numbers = np.bincount(high, minlength=blockers + 1)
    place = np.empty(len(high), np.int64)
    place[order] = np.arange(len(high)) - (np.cumsum(numbers) - numbers)[high[order]]
    low = np.bitwise_count(np.arange(1 << half, dtype=np.uint64)).astype(np.int64)
    boards = np.where(low <= blockers, numbers[np.clip(blockers - low, 0, None)], 0)
    return (np.cumsum(boards) - boards).astype(np.int32), place.astype(np.int32)


def _rolls_of(dice: Masks) -> Masks:
    """Return the masks of all rolls of some dice, the last die changing fastest."""
    faces = [np.array([1 << cell for cell in Grid.cells(mask)], np.uint64) for mask in dice.tolist()]
    return reduce(lambda some, die: (some[:, None] | die).reshape(-1), faces, np.zeros(1, np.uint64))
