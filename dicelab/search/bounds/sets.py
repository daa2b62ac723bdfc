"""Sets of units as the tables number them, and the tables of the kernel."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import accumulate
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from dicelab.search.bounds.kernel import CHOICES, CaseTables, Stack
from solver.polyform.orbits import board_masks
from solver.polyform.symmetry import Masks


class Sets(NamedTuple):
    """Sets of units by number: those of k units begin at ``start[k]`` and follow in the order of their ranks.

    ``ranks[unit, k]`` is the binomial coefficient that the k-th unit of a set adds to its rank.
    """

    masks: Masks
    start: NDArray[np.int64]
    ranks: NDArray[np.int64]


@lru_cache(maxsize=512)
def start(units: int, size: int) -> int:
    """Return the number of the first set of some size."""
    return sum(comb(units, fewer) for fewer in range(size))


def number(units: int, chosen: Iterable[int]) -> int:
    """Return the number of a set of some of the units.

    Examples
    --------
    >>> [number(4, chosen) for chosen in [(), (2,), (0, 1), (3, 1)]]
    [0, 3, 5, 9]
    """
    ordered = sorted(chosen)
    return start(units, len(ordered)) + sum(comb(unit, count) for count, unit in enumerate(ordered, 1))


@lru_cache(maxsize=64)
def all_sets(units: int, dice: int) -> Sets:
    """Return all sets of fewer units than dice."""
    masks = [board_masks(0, comb(units, size), units, size) for size in range(dice)]
    starts = np.array([0, *accumulate(map(len, masks))], np.int64)
    return Sets(np.concatenate(masks), starts, _binomial(dice))


def need_of(sizes: Sequence[int]) -> NDArray[np.int64]:
    """Return the cells that the smallest other dice have, by the number of dice that are left out."""
    ordered = sorted(sizes)
    return np.array([sum(ordered[: len(sizes) - size]) for size in range(len(sizes))], np.int64)


def weights_of(units: Sequence[int]) -> tuple[NDArray[np.int64], Masks]:
    """Return the cells of each unit, and the units by the binary digits of these.

    Examples
    --------
    >>> weights_of([0b1, 0b110, 0b111000])
    (array([1, 2, 3]), array([5, 6], dtype=uint64))
    """
    weights = [mask.bit_count() for mask in units]
    digits = [
        sum(1 << unit for unit, weight in enumerate(weights) if weight >> digit & 1)
        for digit in range(max(weights).bit_length())
    ]
    return np.array(weights, np.int64), np.array(digits, np.uint64)


def tables_of(sizes: Sequence[int], units: Sequence[int], named: Sequence[int], rows: Masks) -> CaseTables:
    """Return the constants of a search with few sets, for dice of ascending sizes.

    ``units`` are masks of cells, ``named`` are places of units, and ``rows`` are those of all sets.
    """
    dice, full = len(sizes), all_sets(len(units), len(sizes))
    least = [0, *(min(names - 1, dice - 2) for names in range(1, dice + 1))]
    floor = least[len(named)]
    free = [unit for unit in range(len(units)) if unit not in named]
    few = all_sets(len(free), dice - floor)
    place = np.zeros(64, np.int64)
    place[free] = range(len(free))
    in_group = [
        int(few.start[dice - group.bit_count()]) if floor <= group.bit_count() < dice else 0
        for group in range(1 << dice)
    ]
    slots = [comb(len(units), size) if floor <= size < dice - 1 else 0 for size in range(dice)]
    weights, digits = weights_of(units)
    return CaseTables(
        sizes=np.array(sizes, np.int64),
        need=need_of(sizes),
        weights=weights,
        digits=digits,
        cells=np.array([(mask & -mask).bit_length() - 1 for mask in units], np.uint8),
        least=np.array(least, np.int64),
        ranks=full.ranks,
        start=full.start,
        full_rows=rows,
        masks=_moved(few.masks, free),
        few_start=few.start,
        place=place,
        base=np.array([0, *accumulate(in_group)], np.int64),
        slice_base=np.array([0, *accumulate(slots)], np.int64),
    )


def _moved(masks: Masks, units: Sequence[int]) -> Masks:
    """Return sets of the places of some units as sets of these units."""
    moved = np.zeros_like(masks)
    for place, unit in enumerate(units):
        moved |= (masks >> np.uint64(place) & np.uint64(1)) << np.uint64(unit)
    return moved


def stack_of(tables: CaseTables, named: Sequence[int]) -> Stack:
    """Return room for a search from a case with named units on."""
    units, dice, sets = len(tables.weights), len(tables.sizes), len(tables.masks)
    deep = units - len(named) + 1
    size = int(tables.base[-1])
    stack = Stack(
        rows=np.empty((deep, size), np.uint64),
        left=np.empty((deep, size), np.int16),
        alive=np.empty((deep, sets), np.int32),
        ends=np.zeros((deep, len(tables.few_start) - 1), np.int64),
        members=np.zeros((deep, dice), np.uint64),
        held=np.zeros((deep, dice), np.int64),
        named=np.zeros(deep, np.int64),
        free=np.zeros(deep, np.uint64),
        options=np.zeros((deep, units), np.int64),
        splits=np.zeros(deep, np.int64),
        following=np.zeros(deep, np.int64),
        slice_at=np.full(int(tables.slice_base[-1]), -1, np.int64),
        queue=np.empty(size, np.int64),
        choices=np.empty(CHOICES, np.uint64),
        scores=np.zeros(units),
        counters=np.zeros(3, np.int64),
    )
    stack.alive[0] = range(sets)
    stack.ends[0] = tables.few_start[1:]
    stack.named[0] = len(named)
    stack.free[0] = (1 << units) - 1 - sum(1 << unit for unit in named)
    for name, unit in enumerate(named):
        stack.members[0, name] = 1 << unit
        stack.held[0, name] = tables.weights[unit]
    return stack


@lru_cache(maxsize=128)
def incidence(units: int, size: int) -> NDArray[np.float64]:
    """Return which sets of some size have which units: 0.0 or 1.0 of shape (sets, units)."""
    masks: Masks = board_masks(0, comb(units, size), units, size)
    return ((masks[:, None] >> np.arange(units, dtype=np.uint64)) & np.uint64(1)).astype(np.float64)


@lru_cache(maxsize=8)
def _binomial(dice: int) -> NDArray[np.int64]:
    return np.array([[comb(n, k) for k in range(dice + 2)] for n in range(65)], np.int64)
