"""The loop that rules out sets of cells, compiled where numba is available."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from solver.polyform.symmetry import Masks
from solver.runs.jit import compiled

Numbers = NDArray[np.int64]
Order = NDArray[np.int32]


def _rule_out(
    cells: int,
    binomial: Numbers,
    start: Numbers,
    need: Numbers,
    together: Masks,
    left: NDArray[np.int8],
    order: Order,
    queue: Order,
    looked: int,
    waiting: int,
    exchanges: bool,
) -> int:
    """Draw all conclusions from the sets that are ruled out; return how many sets are ruled out now.

    Sets have numbers: those of k cells begin at ``start[k]`` and follow in the order of their ranks. ``queue`` holds
    the sets that are ruled out, in the order in which they were, and ``order`` for each set its place there, from 1, or
    0. The first ``looked`` of the ``waiting`` ones were looked at before. ``left`` counts for each set the cells that
    extend it, of which ``need`` tells by the number of its cells how many there must be. ``together`` are for each cell
    those that are never on another die, by pairs looked at; only where it ``exchanges`` cells does it matter.
    """
    dice = start.shape[0] - 2
    at = np.zeros(dice + 1, np.int64)
    one = np.uint64(1)
    fresh = np.zeros(cells, np.uint64)
    anew = False
    while order[0] == 0:
        if looked < waiting:
            first, last, pairs, again = looked, looked + 1, together, False
            looked += 1
        elif anew:
            # Pairs that were found since: all sets of before are looked at again for them.
            first, last, pairs, again = 0, looked, fresh.copy(), True
            fresh[:] = np.uint64(0)
            anew = False
        else:
            break
        for place in range(first, last):
            number = queue[place]
            size = dice
            while start[size] > number:
                size -= 1
            rest = number - start[size]
            cell = cells
            for index in range(size - 1, -1, -1):
                cell -= 1
                while binomial[cell, index + 1] > rest:
                    cell -= 1
                at[index] = cell
                rest -= binomial[cell, index + 1]
            if not again:
                # The parts of one cell less lose an extension.
                rank = np.int64(0)
                for index in range(1, size):
                    rank += binomial[at[index], index]
                for index in range(size):
                    part = start[size - 1] + rank
                    left[part] -= 1
                    if left[part] < need[size - 1] and order[part] == 0:
                        queue[waiting] = part
                        waiting += 1
                        order[part] = waiting
                    if index + 1 < size:
                        rank += binomial[at[index], index + 1] - binomial[at[index + 1], index + 1]
                # What has a part that is ruled out is ruled out.
                if size < dice:
                    rank = number - start[size]
                    for index in range(size):
                        rank += binomial[at[index], index + 2] - binomial[at[index], index + 1]
                    index = 0
                    for cell in range(cells):
                        if index < size and at[index] == cell:
                            rank += binomial[cell, index + 1] - binomial[cell, index + 2]
                            index += 1
                            continue
                        whole = start[size + 1] + rank + binomial[cell, index + 1]
                        if order[whole] == 0:
                            queue[waiting] = whole
                            waiting += 1
                            order[whole] = waiting
            if not exchanges:
                continue
            if size == 2 and not again:
                bits = (one << np.uint64(at[0]), one << np.uint64(at[1]))
                together[at[0]] |= bits[1]
                together[at[1]] |= bits[0]
                fresh[at[0]] |= bits[1]
                fresh[at[1]] |= bits[0]
                anew = True
            # A cell is exchanged for one that is on the same die.
            for index in range(size):
                mates = pairs[at[index]]
                if not mates:
                    continue
                for mate in range(cells):
                    if not (mates >> np.uint64(mate)) & one:
                        continue
                    rank = np.int64(0)
                    below = 0
                    held = False
                    for other in range(size):
                        if other == index:
                            continue
                        shift = 1 - (other > index)
                        if at[other] == mate:
                            held = True
                            break
                        if at[other] < mate:
                            below += 1
                        else:
                            shift += 1
                        rank += binomial[at[other], other + shift]
                    if held:
                        continue
                    rank += binomial[mate, below + 1]
                    like = start[size] + rank
                    if order[like] == 0:
                        queue[waiting] = like
                        waiting += 1
                        order[like] = waiting
    return waiting


rule_out = compiled(_rule_out)
