"""The compiled search for problems whose options are words of 64 bits.

It is the search of :mod:`solver.exact_cover.kernels.search_kernel`, node for node, without its tables: for one small
problem they take longer to make than the first solution takes to find.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from solver.exact_cover.kernels.search_kernel import EXHAUSTED, FOUND, PAUSED, lowest
from solver.runs.jit import compiled

Stack = tuple[Any, ...]
"""What :func:`new_stack` makes."""

_NONE = np.uint64(0)
_ONE = np.uint64(1)


@compiled
def advance(words: Any, stack: Stack, budget: int) -> int:
    """Search on to the next solution; ``cursor[2]`` counts nodes and may grow by ``budget`` at most."""
    live, sizes, needs, items, places, chosen, ways, cursor = stack
    depth, entering = cursor[0], cursor[1]
    nodes = 0
    outcome = EXHAUSTED
    while depth >= 0:
        need = needs[depth]
        if entering:
            if nodes >= budget:
                outcome = PAUSED
                break
            nodes += 1
            entering = 0
            if need == _NONE:
                depth -= 1
                outcome = FOUND
                break
            ways[:] = 0
            for n in range(sizes[depth]):
                held = words[live[depth, n]] & need
                while held:
                    ways[lowest(held)] += 1
                    held &= held - _ONE
            least, rest = 1 << 40, need
            while rest:
                item = lowest(rest)
                rest &= rest - _ONE
                if ways[item] < least:
                    least, items[depth] = ways[item], item
                    if least == 0:
                        break
            if least == 0:
                depth -= 1
                continue
            places[depth] = 0
        bit = _ONE << np.uint64(items[depth])
        place = places[depth]
        while place < sizes[depth] and not words[live[depth, place]] & bit:
            place += 1
        if place == sizes[depth]:
            depth -= 1
            continue
        option = live[depth, place]
        places[depth] = place + 1
        chosen[depth] = option
        word = words[option]
        size = 0
        for n in range(sizes[depth]):
            other = live[depth, n]
            if words[other] & word == _NONE:
                live[depth + 1, size] = other
                size += 1
        sizes[depth + 1] = size
        needs[depth + 1] = need & ~word
        depth += 1
        entering = 1
    cursor[0], cursor[1] = depth, entering
    cursor[2] += nodes
    if outcome == FOUND:
        cursor[3] = depth + 1
    return outcome


def new_stack(options: int, primary: int) -> Stack:
    """Return a stack at the root: the first ``primary`` items, of 64 at most, are to be covered.

    For each level its possible options and their number, the items that are needed, the item that is branched on, the
    place of the next option and the one chosen; a number for each item; and the cursor: the depth, whether the node is
    new, the nodes so far, the size of the last solution.
    """
    live = np.empty((primary + 2, options + 1), np.int32)
    live[0, :options] = np.arange(options, dtype=np.int32)
    numbers = np.zeros((4, primary + 2), np.int64)
    numbers[0, 0] = options
    needs = np.zeros(primary + 2, np.uint64)
    needs[0] = (1 << primary) - 1
    return live, numbers[0], needs, numbers[1], numbers[2], numbers[3], np.zeros(64, np.int64), np.array([0, 1, 0, 0])
