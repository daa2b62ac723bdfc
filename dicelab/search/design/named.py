"""Cases in which nearly as many units are named as there are dice: their trees, from few of the sets of units.

Named units are on different dice. Of the sets of units that refute a case, nearly all contain most of the named ones:
their units have many cells, so that little extends them. Where four of seven dice have names, the sets with three named
units are a few in a hundred; where five have, those with four are a few in a thousand. So only those are kept, and a
case costs a hundredth. What they rule out, all sets rule out too: whoever checks the tree may do so by either.

The sets with fewer named units are those of the first position, and are looked up where a set needs what they tell.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import combinations, product
from math import comb

import numpy as np
from numpy.typing import NDArray

from dicelab.search.design import named_kernel as kernel
from dicelab.search.design.numbering import binomial, digits, number, starts
from solver.polyform.symmetry import Masks

_CASES = 1 << 14
"""Cases that are looked at between two looks at the clock."""
_ROWS = 1 << 20
_TOKENS = 1 << 16


def named_enough(named: int, dice: int) -> bool:
    """Tell whether so many names are enough: all but three of the dice have one, and two at least."""
    return dice > 2 and named >= max(2, dice - 3)


def split_named(
    units: Sequence[int],
    named: Sequence[int],
    extending: Masks,
    sizes: Sequence[int],
    tree: bytearray,
    pause: Callable[[], None],
) -> tuple[int, ...]:
    """Write the tree of a position, which is that of :mod:`dicelab.search.design.cases`; return a set if there is one.

    ``pause`` is called now and then, and may raise.
    """
    question, stack = _tables(units, named, extending, sizes)
    rows, tokens = (
        np.empty(max(_ROWS, 32 * kernel.CHOICES * int(question.free_start[-1])), np.uint64),
        np.empty(_TOKENS, np.uint8),
    )
    kernel.begin(question, stack, tokens)
    while True:
        state = kernel.go_on(question, stack, rows, tokens, _CASES)
        tree += tokens[: stack.counters[kernel.WRITTEN]].tobytes()
        stack.counters[kernel.WRITTEN] = 0
        if state == kernel.DONE:
            return ()
        if state == kernel.ROOM:
            rows = np.concatenate([rows, np.empty_like(rows)])
        if state == kernel.FOUND:
            members = stack.members[int(stack.counters[kernel.DEPTH]) + 1].tolist()
            if _is_set(members, question):
                return tuple(sum(unit for place, unit in enumerate(units) if mask >> place & 1) for mask in members)
            tree.append(kernel.REFUTED)
        pause()


def _tables(
    units: Sequence[int], named: Sequence[int], extending: Masks, sizes: Sequence[int]
) -> tuple[kernel.Question, kernel.Stack]:
    dice, count = len(sizes), len(units)
    free = [unit for unit in range(count) if unit not in named]
    least = np.array([0, *(min(names - 1, dice - 2) for names in range(1, dice + 1))], np.int64)
    floor = int(least[len(named)])
    bits = np.array([*(1 << unit for unit in free), 0], np.uint64)
    free_sets = bits[_free_sets(len(free), dice - 1 - floor)].sum(axis=1, dtype=np.uint64)
    free_start = np.array([0, *np.cumsum([comb(len(free), size) for size in range(dice - floor)])], np.int64)
    place = np.zeros(64, np.int64)
    place[free] = range(len(free))
    in_group = [
        int(free_start[dice - group.bit_count()]) if floor <= group.bit_count() < dice else 0
        for group in range(1 << dice)
    ]
    row_base = np.zeros(dice + 1, np.int64)
    slots = 0
    for size in range(floor, dice - 1):
        row_base[size] = slots
        slots += comb(count, size)
    weights = np.array([mask.bit_count() for mask in units], np.int64)
    question = kernel.Question(
        sizes=np.array(sorted(sizes), np.int64),
        need=np.array([sum(sorted(sizes)[: dice - size]) for size in range(dice)], np.int64),
        weights=weights,
        digits=digits(weights),
        cells=np.array([(mask & -mask).bit_length() - 1 for mask in units], np.uint8),
        least=least,
        binomial=binomial(dice),
        start=starts(count, dice),
        all_sets=extending,
        free_sets=free_sets,
        free_start=free_start,
        place=place,
        base=np.cumsum([0, *in_group[:-1]]),
        row_base=row_base,
    )
    deep = len(free) + 1
    stack = kernel.Stack(
        extending=np.empty((deep, sum(in_group)), np.uint64),
        left=np.empty((deep, sum(in_group)), np.int16),
        alive=np.empty((deep, len(free_sets)), np.int32),
        ends=np.zeros((deep, dice - floor), np.int64),
        members=np.zeros((deep, dice), np.uint64),
        held=np.zeros((deep, dice), np.int64),
        named=np.zeros(deep, np.int64),
        free=np.zeros(deep, np.uint64),
        options=np.zeros((deep, count), np.int64),
        splits=np.zeros(deep, np.int64),
        following=np.zeros(deep, np.int64),
        row_at=np.full(slots, -1, np.int64),
        queue=np.empty(sum(in_group), np.int64),
        choices=np.empty(kernel.CHOICES, np.uint64),
        heat=np.zeros(count),
        counters=np.zeros(3, np.int64),
    )
    stack.alive[0] = range(len(free_sets))
    stack.ends[0] = free_start[1:]
    stack.named[0] = len(named)
    stack.free[0] = bits.sum(dtype=np.uint64)
    for name, unit in enumerate(named):
        stack.members[0, name] = 1 << unit
        stack.held[0, name] = weights[unit]
    return question, stack


@lru_cache(maxsize=64)
def _free_sets(units: int, most: int) -> NDArray[np.intp]:
    """Return the sets of up to so many units, by number, as the places of their units, filled up with ``units``."""
    sets = [
        chosen + (units,) * (most - size)
        for size in range(most + 1)
        for chosen in sorted(combinations(range(units), size), key=lambda chosen: chosen[::-1])
    ]
    return np.array(sets, np.intp).reshape(len(sets), most)


def _is_set(dice: Sequence[int], question: kernel.Question) -> bool:
    """Tell whether units can be on dice as they are dealt: every choice of one from each."""
    return all(
        question.all_sets[number(len(question.weights), chosen[:-1])] >> np.uint64(chosen[-1]) & np.uint64(1)
        for chosen in product(*([unit for unit in range(64) if mask >> unit & 1] for mask in dice))
    )
