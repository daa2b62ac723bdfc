"""The compiled loop of :mod:`solver.census.board_estimates`."""

from __future__ import annotations

from typing import Any

from solver.exact_cover.kernels.search_kernel import lowest
from solver.polyform.symmetry import Masks
from solver.runs.jit import compiled


@compiled
def next_states(cells: Masks, pieces: Masks, weights: Any, tables: Any, after: Masks, left: Masks, sums: Any) -> int:
    """Put each piece that is left on the first open cell of each state; return the number of new states.

    ``tables`` has the placements by their first cells: where those of each cell begin, their masks, and for the kind of
    each the lowest bit and all bits of its number among ``pieces``.
    """
    begins, masks, ones, fields = tables
    number = 0
    for state in range(cells.shape[0]):
        if cells[state] == 0:
            continue
        first = lowest(cells[state])
        for place in range(begins[first], begins[first + 1]):
            if masks[place] & ~cells[state] == 0 and pieces[state] & fields[place]:
                after[number] = cells[state] ^ masks[place]
                left[number] = pieces[state] - ones[place]
                sums[number] = weights[state]
                number += 1
    return number
