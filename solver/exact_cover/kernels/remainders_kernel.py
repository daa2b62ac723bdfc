"""The compiled count by remainders (:mod:`solver.exact_cover.remainders`). Import it only where numba is available."""

from __future__ import annotations

from typing import Any

import numpy as np

from solver.exact_cover.kernels.search_kernel import lowest
from solver.runs.jit import compiled

Arrays = tuple[Any, ...]
"""What ``Remainders.arrays`` is."""

Stack = tuple[Any, ...]
"""What :func:`new_stack` makes."""

Table = tuple[Any, ...]
"""What :func:`new_table` makes."""

DONE, PAUSED, OVERFLOW = 0, 1, 2

_HASH = np.uint64(0x9E3779B97F4A7C15)
_ONE = np.uint64(1)
_NONE = np.uint64(0)


@compiled
def start(arrays: Arrays, stack: Stack, word: Any) -> None:
    """Set the stack to a remainder: keep the options that fit it, grouped by their first item."""
    options, starts, units, guards, first, needed = arrays
    own, own_starts, words, places, ends, totals, cursor = stack
    kept = 0
    for item in range(starts.shape[0] - 1):
        own_starts[item] = kept
        for n in range(starts[item], starts[item + 1]):
            option = options[n]
            if ((option & ~word & units) | (~(word - option) & guards)) == _NONE:
                own[kept] = option
                kept += 1
    own_starts[starts.shape[0] - 1] = kept
    cursor[0] = -1
    totals[0] = _NONE if word & needed else _ONE
    if word & first:
        item = lowest(word)
        words[0], places[0], ends[0], totals[0] = word, own_starts[item], own_starts[item + 1], _NONE
        cursor[0] = 0
    cursor[1] += 1


@compiled
def advance(arrays: Arrays, stack: Stack, table: Table, budget: int) -> int:
    """Go on for so many states at most; ``totals[0]`` is the answer when done, ``cursor[1]`` counts states."""
    _, _, units, guards, first, needed = arrays
    own, own_starts, words, places, ends, totals, cursor = stack
    keys, values, shift = table
    depth = cursor[0]
    nodes = cursor[1]
    end_nodes = nodes + budget
    outcome = DONE
    while depth >= 0:
        word, place, end, total = words[depth], places[depth], ends[depth], totals[depth]
        pushed = False
        while place < end:
            option = own[place]
            left = word - option
            place += 1
            if ((option & ~word & units) | (~left & guards)) != _NONE:
                continue
            if left & first == _NONE:
                number = _NONE if left & needed else _ONE
            else:
                h = (left * _HASH) >> shift
                if keys[h] != left:
                    if nodes == end_nodes:
                        outcome = PAUSED
                        place -= 1
                        break
                    nodes += 1
                    places[depth], totals[depth] = place, total
                    depth += 1
                    item = lowest(left)
                    words[depth], places[depth], ends[depth] = left, own_starts[item], own_starts[item + 1]
                    totals[depth] = _NONE
                    pushed = True
                    break
                number = values[h]
            total += number
            if total < number:
                outcome = OVERFLOW
                break
        if pushed:
            continue
        if outcome != DONE:
            places[depth], totals[depth] = place, total
            break
        h = (word * _HASH) >> shift
        keys[h], values[h] = word, total
        depth -= 1
        if depth < 0:
            totals[0] = total
        else:
            totals[depth] += total
            if totals[depth] < total:
                outcome = OVERFLOW
                break
    cursor[0], cursor[1] = depth, nodes
    return outcome


@compiled
def count_each(
    arrays: Arrays, stack: Stack, table: Table, boards: Any, place: int, most_states: int, budget: int, numbers: Any
) -> int:
    """Count the solutions of one remainder after the other, in about ``budget`` states; return where to go on.

    ``numbers`` is uint64 of shape (boards, 2): the count, and whether it is known; it is not where
    it took more than ``most_states`` states, or would not fit.
    """
    end = stack[6][1] + budget
    while place < boards.shape[0] and stack[6][1] < end:
        start(arrays, stack, boards[place])
        if advance(arrays, stack, table, most_states) == DONE:
            numbers[place, 0], numbers[place, 1] = stack[5][0], _ONE
        place += 1
    return place


def new_stack(arrays: Arrays) -> Stack:
    """Return a stack: the options that fit, words, places, ends and totals of each level, and the cursor.

    The cursor holds the depth and the states so far.
    """
    options, starts = arrays[:2]
    # Each level covers one of the first items.
    levels = starts.size + 1
    return (
        np.zeros(max(1, options.size), np.uint64),
        np.zeros(starts.size, np.int64),
        np.zeros(levels, np.uint64),
        np.zeros(levels, np.int64),
        np.zeros(levels, np.int64),
        np.zeros(levels, np.uint64),
        np.zeros(2, np.int64),
    )


def new_table(bits: int) -> Table:
    """Return an empty table of ``2**bits`` remainders (0 is none) and their numbers of solutions."""
    return np.zeros(1 << bits, np.uint64), np.zeros(1 << bits, np.uint64), np.uint64(64 - bits)
