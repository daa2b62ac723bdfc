"""Sets of few cells that can't be on different dice, because too few boards above them are allowed.

If s cells are on s different dice, then every cell c of each other die makes s + 1 cells on different dice, and so on
up to boards, which must be allowed. So there must be as many such c as the other dice have cells, at least. Where not,
the s cells are never on different dice: a short clause that follows from many long ones. From boards down to single
cells this says much more than the boards say one by one. And where two cells are never on different dice, though every
cell is on one, each can be exchanged for the other.

:class:`Spread` draws all conclusions from a table of all boards, each once. Where boards are millions too many, the
table of :class:`dicelab.search.completions.Completions` tells at once which cells extend a set that is one cell short
of a board, so that nobody looks at the boards one by one; from it one sweep goes down to single cells. In the Genius
Star 27 pairs of cells and a few thousand larger sets follow in some seconds. Only the sizes of the dice count here, so
that the sets found are closed under the symmetries of the puzzle.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from copy import copy
from functools import lru_cache
from itertools import accumulate
from math import comb

import numpy as np
from numpy.typing import NDArray

from dicelab.errors import DiceError
from dicelab.search.completions import Completions
from dicelab.search.design.spread_kernel import rule_out
from solver.census import board_masks, rank
from solver.polyform import Grid, Puzzle, images, representatives
from solver.polyform.orbits import masks_of_ranks
from solver.polyform.symmetry import Masks

MOST_BOARDS = 1 << 24
"""For puzzles with more boards nothing is derived from a table of all of them."""

MOST_SETS = 1 << 24
"""The same for the sets of a table of completions."""

_BLOCK = 1 << 17


class Spread:
    """All sets of cells of up to a board's that can't be on different dice, in the order in which this follows.

    Parameters
    ----------
    cells
        How many cells the grid has.
    sizes
        Those of the dice.
    allowed
        Which boards may be rolled: bool of shape (boards,), by rank.

    Examples
    --------
    Of four cells on two dice, boards with the first cell are forbidden, so that it can't be on any die:

    >>> spread = Spread(4, (2, 1), np.array([False, False, True, False, True, True]))
    >>> [bin(mask) for mask in spread.least().tolist()], spread.contradiction
    (['0b1'], False)
    """

    def __init__(self, cells: int, sizes: Sequence[int], allowed: NDArray[np.bool_]) -> None:
        dice = len(sizes)
        self.cells, self.sizes = cells, tuple(sorted(sizes))
        self.exchanges = sum(sizes) == cells
        """Whether cells that are never on different dice are on the same one: where every cell is on a die."""
        self.need: list[int] = [sum(self.sizes[: dice - size]) for size in range(dice)]
        """How many cells must extend a set, by the number of its cells."""
        self._binomial = np.array([[comb(n, k) for k in range(dice + 2)] for n in range(cells + 1)], np.int64)
        starts = [0, *accumulate(comb(cells, size) for size in range(dice + 1))]
        self._start = np.array(starts, np.int64)
        self._together = np.zeros(cells, np.uint64)
        self._left = np.concatenate([np.full(comb(cells, size), cells - size, np.int8) for size in range(dice)])
        self._order = np.zeros(starts[-1], np.int32)
        self._queue = np.zeros(starts[-1], np.int32)
        forbidden = np.flatnonzero(~allowed) + starts[dice]
        self._order[forbidden] = np.arange(1, len(forbidden) + 1)
        self._queue[: len(forbidden)] = forbidden
        self.forbidden: int = len(forbidden)
        """How many boards are forbidden."""
        self._known = 0
        self._conclude(len(forbidden))

    def given(self, together: Iterable[tuple[int, int]]) -> Spread:
        """Return what follows if each pair of cells is on the same die; every cell must be on a die."""
        if not self.exchanges:
            raise DiceError("cells are put together only where every cell is on a die")
        other = copy(self)
        other._together, other._left = self._together.copy(), self._left.copy()  # noqa: SLF001 - a copy of its own
        other._order, other._queue = self._order.copy(), self._queue.copy()  # noqa: SLF001
        other._assume(together)  # noqa: SLF001
        return other

    def _assume(self, together: Iterable[tuple[int, int]]) -> None:
        waiting = self._known
        for pair in together:
            number = self._number(Grid.mask(pair))
            if not self._order[number]:
                self._queue[waiting] = number
                waiting += 1
                self._order[number] = waiting
        self._conclude(waiting)

    def _conclude(self, waiting: int) -> None:
        self._known = int(
            rule_out(
                self.cells,
                self._binomial,
                self._start,
                np.array(self.need, np.int64),
                self._together,
                self._left,
                self._order,
                self._queue,
                self._known,
                waiting,
                self.exchanges,
            )
        )

    def _number(self, mask: int) -> int:
        cells = Grid.cells(mask)
        return int(self._start[mask.bit_count()]) + sum(comb(cell, place) for place, cell in enumerate(cells, 1))

    @property
    def contradiction(self) -> bool:
        """Whether there is no dice set at all."""
        return bool(self._order[0])

    def order(self, mask: int) -> int:
        """Return when a set was ruled out, from 1; 0 where it was not. Forbidden boards come first."""
        return int(self._order[self._number(mask)])

    def least(self) -> Masks:
        """Return the sets of fewer cells than a board has that are ruled out though none of their parts is.

        The masks are uint64, small sets first and in ascending order; where there are no dice at all, it is only 0.
        """
        if self.contradiction:
            return np.zeros(1, np.uint64)
        dice = len(self.sizes)
        possible = {size: self._order[self._start[size] : self._start[size + 1]] == 0 for size in range(1, dice)}
        return _least(self.cells, possible, dice)


def never_spread(puzzle: Puzzle, sizes: Sequence[int], allowed: NDArray[np.bool_] | Completions) -> Masks:
    """Return the least sets of cells, fewer than a board has, that can't be on different dice.

    ``allowed`` tells by rank which boards may be rolled: bool of shape (boards,); or it is the table of the forbidden
    ones. The masks are uint64, small sets first and in ascending order; none of them contains another.
    """
    grid, dice = puzzle.grid, len(sizes)
    if isinstance(allowed, Completions):
        return _never_spread_by_completions(grid, sizes, allowed.completing)
    if comb(len(grid), dice) > MOST_BOARDS:
        return np.zeros(0, np.uint64)
    return Spread(len(grid), sizes, allowed).least()


def _never_spread_by_completions(grid: Grid, sizes: Sequence[int], completing: Masks) -> Masks:
    """Do one sweep; ``completing`` is that of :class:`Completions`."""
    dice = len(sizes)
    if dice == 1 or len(completing) > MOST_SETS:
        return np.zeros(0, np.uint64)
    possible = {cells: np.ones(comb(len(grid), cells), np.bool_) for cells in range(1, dice)}
    # A cell that completes a set is none of its own.
    possible[dice - 1] = len(grid) - (dice - 1) - np.bitwise_count(completing).astype(np.int64) >= min(sizes)
    for cells in range(dice - 2, 0, -1):
        _sweep(grid, possible, cells, sorted(sizes)[: dice - cells], completing)
    return _least(len(grid), possible, dice)


def _sweep(
    grid: Grid,
    possible: dict[int, NDArray[np.bool_]],
    cells: int,
    others: Sequence[int],
    completing: Masks,
) -> None:
    """Rule out the sets of so many cells that can't be extended over the other dice."""
    asked = _representatives(grid, cells)
    asked = asked[possible[cells][rank(asked, len(grid), cells)]]
    good = np.zeros(len(asked), np.bool_)
    for start in range(0, len(asked), _BLOCK):
        part = asked[start : start + _BLOCK]
        good[start : start + len(part)] = _extensible(grid, part, possible, cells, others, completing)
    possible[cells][rank(images(asked[~good], grid).reshape(-1), len(grid), cells)] = False


def _extensible(
    grid: Grid,
    sets: Masks,
    possible: dict[int, NDArray[np.bool_]],
    cells: int,
    others: Sequence[int],
    completing: Masks,
) -> NDArray[np.bool_]:
    """Tell which sets have enough cells for the other dice, and these enough partners each."""
    number = len(grid)
    free = np.zeros(len(sets), np.uint64)
    for cell in range(number):
        bit = np.uint64(1 << cell)
        able = np.flatnonzero((sets & bit) == 0)
        free[able[possible[cells + 1][rank(sets[able] | bit, number, cells + 1)]]] |= bit
    good: NDArray[np.bool_] = np.bitwise_count(free) >= sum(others)
    if len(others) == 1:
        return good
    left = np.flatnonzero(good)
    if len(others) == 2:
        partners = _partners_by_completions(grid, sets[left], free[left], completing)
    else:
        partners = _partners(grid, sets[left], free[left], possible[cells + 2])
    open_: Masks = free[left]
    while True:
        before = open_.copy()
        for cell in range(number):
            bit = np.uint64(1 << cell)
            few = np.bitwise_count(partners[cell] & open_) < sum(others[: len(others) - 1])
            open_[few] &= ~bit
        if (open_ == before).all():
            break
    good[left] = np.bitwise_count(open_) >= sum(others)
    return good


def _partners(grid: Grid, sets: Masks, free: Masks, possible: NDArray[np.bool_]) -> Masks:
    """Return for each cell and set the free cells that may be added along with it: uint64 of shape (cells, sets)."""
    number = len(grid)
    partners = np.zeros((number, len(sets)), np.uint64)
    for one in range(number):
        for other in range(one):
            both = np.uint64(1 << one | 1 << other)
            able = np.flatnonzero((free & both) == both)
            wide = sets[able] | both
            paired = able[possible[rank(wide, number, int(np.bitwise_count(wide[0])))]] if len(able) else able
            partners[one, paired] |= np.uint64(1 << other)
            partners[other, paired] |= np.uint64(1 << one)
    return partners


def _partners_by_completions(grid: Grid, sets: Masks, free: Masks, completing: Masks) -> Masks:
    """Return the same for sets that are two cells short of a board."""
    number = len(grid)
    partners = np.zeros((number, len(sets)), np.uint64)
    for cell in range(number):
        bit = np.uint64(1 << cell)
        able = np.flatnonzero((free & bit) != 0)
        wide = sets[able] | bit
        if len(able):
            partners[cell, able] = free[able] & ~bit & ~completing[rank(wide, number, int(np.bitwise_count(wide[0])))]
    return partners


def _least(number: int, possible: dict[int, NDArray[np.bool_]], dice: int) -> Masks:
    """Return the sets that are not possible, though all their parts are."""
    found = [np.zeros(0, np.uint64)]
    for cells in range(1, dice):
        places = np.flatnonzero(~possible[cells])
        if not len(places):
            continue
        masks = masks_of_ranks(places, number, cells)
        least = np.ones(len(masks), np.bool_)
        for cell in range(number if cells > 1 else 0):
            bit = np.uint64(1 << cell)
            on = np.flatnonzero((masks & bit) != 0)
            least[on] &= possible[cells - 1][rank(masks[on] & ~bit, number, cells - 1)]
        found.append(masks[least])
    return np.concatenate(found)


@lru_cache(maxsize=16)
def _all_sets(number: int, cells: int) -> Masks:
    return board_masks(0, comb(number, cells), number, cells)


@lru_cache(maxsize=16)
def _representatives(grid: Grid, cells: int) -> Masks:
    masks = _all_sets(len(grid), cells)
    smallest: Masks = masks[representatives(masks, grid) == masks]
    return smallest
