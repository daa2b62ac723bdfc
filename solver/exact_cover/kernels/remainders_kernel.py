"""The compiled count by remainders (:mod:`solver.exact_cover.remainders`), to be kept as object code.

The entry takes numbers, the remainders and what they come to, then the arrays of the problem, of :func:`new_stack` and
of :func:`new_table`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from solver.exact_cover.kernels.search_kernel import lowest
from solver.runs.jit import compiled_part

DONE, PAUSED, OVERFLOW = 0, 1, 2

_HASH = np.uint64(0x9E3779B97F4A7C15)
_ONE = np.uint64(1)
_NONE = np.uint64(0)


@compiled_part
def _start(firsts: int, word: Any, arrays: Any, stack: Any) -> None:
    """Set the stack to a remainder: keep the options that fit it, by their first item."""
    options, starts, masks = arrays
    own, own_starts, words, places, ends, totals, cursor = stack
    units, guards, first, needed = masks[0], masks[1], masks[2], masks[3]
    kept = np.int64(0)
    for item in range(firsts):
        own_starts[item] = kept
        for n in range(starts[item], starts[item + 1]):
            option = options[n]
            if ((option & ~word & units) | (~(word - option) & guards)) == _NONE:
                own[kept] = option
                kept += 1
    own_starts[firsts] = kept
    cursor[0] = -1
    totals[0] = _NONE if word & needed else _ONE
    if word & first:
        item = lowest(word)
        words[0], places[0], ends[0], totals[0] = word, own_starts[item], own_starts[item + 1], _NONE
        cursor[0] = 0
    cursor[1] += 1


@compiled_part
def _advance(budget: int, shift: Any, arrays: Any, stack: Any, table: Any) -> int:
    """Go on for so many states at most; ``totals[0]`` is the answer when done. Return how it ended."""
    _, _, masks = arrays
    own, own_starts, words, places, ends, totals, cursor = stack
    keys, values = table
    units, guards, first, needed = masks[0], masks[1], masks[2], masks[3]
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


def count_each(
    firsts: int,
    number: int,
    place: int,
    is_new: int,
    most_states: int,
    budget: int,
    shift: int,
    boards: Any,
    numbers: Any,
    arrays: Any,
    stack: Any,
    table: Any,
) -> None:
    """Count the solutions of one remainder after the other, in about ``budget`` states.

    ``boards`` has ``number`` remainders, the one at ``place`` comes first: from its beginning if ``is_new``, else from
    where the stack is. ``numbers`` is uint64 of shape (number, 2): the count, and whether it is known; it is not where
    it took more than ``most_states`` states, or would not fit. ``cursor[1]`` counts states, ``cursor[2]`` is the next
    place, and ``cursor[3]`` tells how the last remainder ended.
    """
    totals, cursor = stack[5], stack[6]
    end = cursor[1] + budget
    while place < number and cursor[1] < end:
        if is_new:
            _start(firsts, boards[place], arrays, stack)
        cursor[3] = _advance(most_states, np.uint64(shift), arrays, stack, table)
        if cursor[3] == DONE:
            numbers[2 * place], numbers[2 * place + 1] = totals[0], _ONE
        is_new = 1
        place += 1
    cursor[2] = place
