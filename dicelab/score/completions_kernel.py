"""The compiled loops of :mod:`dicelab.score.completions`."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from solver.exact_cover.kernels.search_kernel import lowest, population
from solver.polyform.orbits_kernel import next_board, rank_of
from solver.polyform.symmetry import Masks
from solver.runs.jit import compiled


@compiled
def mark(mask: Any, marked: NDArray[np.bool_], steps: NDArray[np.int64], completing: Any) -> None:
    """Take each cell of each marked board, by rank from the first board on, as one that completes the others."""
    for place in range(marked.shape[0]):
        if marked[place]:
            # Without a cell, those above it come one place earlier among the cells of the set.
            above = np.int64(0)
            number, left = 0, mask
            while left:
                cell = lowest(left)
                left &= left - np.uint64(1)
                above += steps[cell, number]
                number += 1
            below = np.int64(0)
            number, left = 0, mask
            while left:
                cell = lowest(left)
                left &= left - np.uint64(1)
                above -= steps[cell, number]
                completing[below + above] |= np.uint64(1) << np.uint64(cell)
                below += steps[cell, number + 1]
                number += 1
        if place + 1 < marked.shape[0]:
            mask = next_board(mask)


@compiled
def count_completed(first: Masks, last: Masks, completing: Masks, ranks: NDArray[np.int64], die: Any) -> int:
    """Count the forbidden boards of one of ``first``, one of ``last``, and a cell of a die."""
    found = 0
    for one in range(first.shape[0]):
        for other in range(last.shape[0]):
            found += population(completing[rank_of(first[one] | last[other], ranks)] & die)
    return found


@compiled
def count_cells(
    first: Masks, last: Masks, completing: Masks, ranks: NDArray[np.int64], wanted: Any, found: Any
) -> None:
    """Count for each wanted cell the sets, of one of ``first`` and one of ``last``, that it completes."""
    # Counters of sixteen steps, a bit of all cells in a word: carries are rare, and cells are few.
    ones, twos, fours, eights = np.uint64(0), np.uint64(0), np.uint64(0), np.uint64(0)
    for one in range(first.shape[0]):
        for other in range(last.shape[0]):
            carry = completing[rank_of(first[one] | last[other], ranks)] & wanted
            ones, carry = ones ^ carry, ones & carry
            twos, carry = twos ^ carry, twos & carry
            fours, carry = fours ^ carry, fours & carry
            eights, carry = eights ^ carry, eights & carry
            while carry:
                found[lowest(carry)] += 16
                carry &= carry - np.uint64(1)
    for cell in range(found.shape[0]):
        bit = np.uint64(1) << np.uint64(cell)
        found[cell] += (
            (1 if ones & bit else 0) + (2 if twos & bit else 0) + (4 if fours & bit else 0) + (8 if eights & bit else 0)
        )


@compiled
def count_pairs(first: Masks, last: Masks, completing: Masks, ranks: NDArray[np.int64], die: Any, both: Any) -> None:
    """Count, for each pair of cells, the forbidden boards of :func:`count_completed` that block both."""
    for one in range(first.shape[0]):
        for other in range(last.shape[0]):
            rest = first[one] | last[other]
            cells = completing[rank_of(rest, ranks)] & die
            while cells:
                board = rest | cells & (~cells + np.uint64(1))
                cells &= cells - np.uint64(1)
                left = board
                while left:
                    a = lowest(left)
                    left &= left - np.uint64(1)
                    second = board
                    while second:
                        both[a, lowest(second)] += 1
                        second &= second - np.uint64(1)
