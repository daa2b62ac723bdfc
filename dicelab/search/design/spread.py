"""Sets of few cells that can't be on different dice, because too few boards above them are allowed.

If s cells are on s different dice, then every cell c of each other die makes s + 1 cells on different dice, and so on
up to boards, which must be allowed. So there must be as many such c as the other dice have cells, at least, and each of
them must have enough partners on the dice that are left. Where not, the s cells are never on different dice: a short
clause that follows from many long ones. From boards down to single cells this says much more than the boards
say one by one. Only the sizes of the dice count here, so the sets found are closed under the symmetries of the grid.

Which boards are allowed is read from a table of all boards, or, where these are millions, from the table of
:class:`dicelab.search.completions.Completions`: it tells at once which cells extend a set that is one cell short of a
board, so that nobody looks at the boards one by one. In the Genius Star 27 pairs of cells and a few thousand larger
sets follow in some seconds. Cells on no die change nothing: the argument asks only for the cells that are on dice.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import comb

import numpy as np
from numpy.typing import NDArray

from dicelab.search.completions import Completions
from solver.census import board_masks, rank
from solver.polyform import Grid, Puzzle, images, representatives
from solver.polyform.orbits import masks_of_ranks
from solver.polyform.symmetry import Masks

MOST_BOARDS = 1 << 24
"""For puzzles with more boards nothing is derived from a table of all of them."""

MOST_SETS = 1 << 24
"""The same for the sets of a table of completions."""

_BLOCK = 1 << 17


def never_spread(
    puzzle: Puzzle, sizes: Sequence[int], allowed: NDArray[np.bool_] | Completions, sweeps: int = 1
) -> Masks:
    """Return the least sets of cells, fewer than a board has, that can't be on different dice.

    ``allowed`` tells by rank which boards may be rolled: bool of shape (boards,); or it is the table of the forbidden
    ones. A sweep goes down from boards to single cells. What it found is in boards too, which it rules out for the
    next; so there are up to ``sweeps``, and none after one that finds nothing new; a table of completions has one.
    The masks are uint64, small sets first and in ascending order; none of them contains another.
    """
    grid, dice = puzzle.grid, len(sizes)
    if isinstance(allowed, Completions):
        return _never_spread_by_completions(grid, sizes, allowed.completing)
    if comb(len(grid), dice) > MOST_BOARDS:
        return np.zeros(0, np.uint64)
    possible = {cells: np.ones(comb(len(grid), cells), np.bool_) for cells in range(1, dice)} | {dice: allowed.copy()}
    for sweep in range(sweeps):
        before = sum(int(held.sum()) for held in possible.values())
        if sweep:
            for cells in range(2, dice + 1):
                _rule_out_above(grid, possible, cells)
        for cells in range(dice - 1, 0, -1):
            _sweep(grid, possible, cells, sorted(sizes)[: dice - cells])
        if sum(int(held.sum()) for held in possible.values()) == before:
            break
    return _least(grid, possible, dice)


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
    return _least(grid, possible, dice)


def _sweep(
    grid: Grid,
    possible: dict[int, NDArray[np.bool_]],
    cells: int,
    others: Sequence[int],
    completing: Masks | None = None,
) -> None:
    """Rule out the sets of so many cells that can't be extended over the other dice."""
    asked = _representatives(grid, cells)
    asked = asked[possible[cells][rank(asked, len(grid), cells)]]
    good = np.zeros(len(asked), np.bool_)
    for start in range(0, len(asked), _BLOCK):
        part = asked[start : start + _BLOCK]
        good[start : start + len(part)] = _extensible(grid, part, possible, cells, others, completing)
    possible[cells][rank(images(asked[~good], grid).reshape(-1), len(grid), cells)] = False


def _rule_out_above(grid: Grid, possible: dict[int, NDArray[np.bool_]], cells: int) -> None:
    """Rule out the sets of so many cells that have a part that is ruled out."""
    held = possible[cells]
    for start in range(0, len(held), _BLOCK):
        masks = board_masks(start, min(len(held), start + _BLOCK), len(grid), cells)
        good = held[start : start + len(masks)]
        for cell in range(len(grid)):
            bit = np.uint64(1 << cell)
            on = np.flatnonzero(good & ((masks & bit) != 0))
            good[on] = possible[cells - 1][rank(masks[on] & ~bit, len(grid), cells - 1)]


def _extensible(
    grid: Grid,
    sets: Masks,
    possible: dict[int, NDArray[np.bool_]],
    cells: int,
    others: Sequence[int],
    completing: Masks | None,
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
    if len(others) == 2 and completing is not None:
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


def _least(grid: Grid, possible: dict[int, NDArray[np.bool_]], dice: int) -> Masks:
    """Return the sets that are not possible, though all their parts are."""
    found = [np.zeros(0, np.uint64)]
    for cells in range(1, dice):
        places = np.flatnonzero(~possible[cells])
        if not len(places):
            continue
        masks = masks_of_ranks(places, len(grid), cells)
        least = np.ones(len(masks), np.bool_)
        for cell in range(len(grid) if cells > 1 else 0):
            bit = np.uint64(1 << cell)
            on = np.flatnonzero((masks & bit) != 0)
            least[on] &= possible[cells - 1][rank(masks[on] & ~bit, len(grid), cells - 1)]
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
