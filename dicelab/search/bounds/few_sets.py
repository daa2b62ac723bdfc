"""The trees of cases in which nearly every die has a named unit, from few of the sets of units.

Named units are on different dice. Of the sets of units that refute a case, nearly all contain most of the named ones:
their units have many cells, so that little extends them. Where four of seven dice have names, the sets with three named
units are a few in a hundred; where five have, those with four are a few in a thousand. Only these are kept, and a case
costs a hundredth. All sets rule out whatever these do, so a checker of the tree may use either.

The sets with fewer named units are those of the first case, and are looked up where a set needs them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import accumulate, product
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from dicelab.search.bounds import few_sets_kernel
from dicelab.search.bounds.partial import PartialDice, all_sets, need_of, weights_of
from solver.polyform.symmetry import Masks

_CASES = 1 << 14
"""Cases between two looks at the clock."""
_SLICES = 1 << 20
_TOKENS = 1 << 16

Numbers = NDArray[np.int64]


class CaseTables(NamedTuple):
    """The constants of a search with few sets.

    ``sizes`` are those of the dice, ascending, and ``need`` the cells that must extend a set, by the number of its
    units. ``weights`` are the cell counts of the units, and ``digits`` the units with each bit in theirs: counting bits
    weighs masks. ``start`` numbers the sets of all units, whose rows at the start are ``full_rows``. ``masks`` are the
    sets of free units, numbered by ``few_start`` and by the ``place`` of each unit among these. The row of a set with
    some named units, its *group*, is at ``base[group]`` plus the number of its free units; rows are kept of the sets
    with ``least[n]`` named units or more, where n are named. ``cells`` are the tokens of the units.
    """

    sizes: Numbers
    need: Numbers
    weights: Numbers
    digits: Masks
    cells: NDArray[np.uint8]
    least: Numbers
    ranks: Numbers
    start: Numbers
    full_rows: Masks
    masks: Masks
    few_start: Numbers
    place: Numbers
    base: Numbers
    slice_base: Numbers


class Stack(NamedTuple):
    """The rows of the cases that are split, by their depth, and room to work in.

    The sets of up to k free units that are ``alive`` stand before ``ends[k]``. ``left`` counts the cells of each row,
    -1 once the set has fallen, and ``queue`` holds the sets that have fallen in a case, in order. ``members`` are the
    units of each of the ``named`` ones, and ``held`` their cells.
    """

    rows: Masks
    left: NDArray[np.int16]
    alive: NDArray[np.int32]
    ends: Numbers
    members: Masks
    held: Numbers
    named: Numbers
    free: Masks
    options: Numbers
    splits: Numbers
    following: Numbers
    slice_at: Numbers
    queue: Numbers
    choices: Masks
    scores: NDArray[np.float64]
    counters: Numbers


def named_enough(named: int, dice: int) -> bool:
    """Tell whether few sets suffice: at most three dice have no named unit, and at least two have one."""
    return dice > 2 and named >= max(2, dice - 3)


def split_named(
    dice: PartialDice, tree: bytearray, pause: Callable[[], None], found: Callable[[tuple[int, ...]], None]
) -> None:
    """Write the tree of a case in the format of :class:`.cases.Case`.

    ``pause`` is called now and then, and ``found`` with each set, whose token it writes; both may raise.
    """
    tables = tables_of(dice.sizes, dice.units, dice.named, dice.rows)
    stack = stack_of(tables, dice.named)
    slices = np.empty(max(_SLICES, 32 * few_sets_kernel.CHOICES * int(tables.few_start[-1])), np.uint64)
    tokens = np.empty(_TOKENS, np.uint8)
    few_sets_kernel.begin(tables, stack, tokens)
    while True:
        state = few_sets_kernel.go_on(tables, stack, slices, tokens, _CASES)
        tree += tokens[: stack.counters[few_sets_kernel.WRITTEN]].tobytes()
        stack.counters[few_sets_kernel.WRITTEN] = 0
        if state == few_sets_kernel.DONE:
            return
        if state == few_sets_kernel.ROOM:
            slices = np.concatenate([slices, np.empty_like(slices)])
        if state == few_sets_kernel.FOUND:
            members = stack.members[int(stack.counters[few_sets_kernel.DEPTH]) + 1].tolist()
            parts = [[unit for unit in range(len(dice.units)) if mask >> unit & 1] for mask in members]
            if _is_set(dice, parts):
                found(tuple(sum(dice.units[unit] for unit in part) for part in parts))
            else:
                tree.append(few_sets_kernel.REFUTED)
        pause()


def _is_set(dice: PartialDice, parts: Sequence[Sequence[int]]) -> bool:
    """Tell whether a deal of units is a set: every choice of one unit from each die is possible."""
    return all(dice.row(chosen[:-1]) >> chosen[-1] & 1 for chosen in product(*parts))


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
    """Return sets as masks of units, from masks of the places of these units."""
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
        choices=np.empty(few_sets_kernel.CHOICES, np.uint64),
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
