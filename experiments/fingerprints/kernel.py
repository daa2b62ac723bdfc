"""The sum of a table of boards, each number times the weights of the board's cells. It needs numba."""

from __future__ import annotations

import numpy as np
from numba import njit


@njit(nogil=True)
def weigh(counts, weights, blockers, prime):
    """Add up the counts by rank, each times the weights of the cells of its board, modulo a prime below 2^31."""
    cells = len(weights)
    chosen = np.arange(blockers)
    products = np.ones(blockers + 1, np.int64)
    total, changed = np.int64(0), blockers - 1
    for rank in range(len(counts)):
        for place in range(changed, -1, -1):
            products[place] = products[place + 1] * weights[chosen[place]] % prime
        total = (total + np.int64(counts[rank]) % prime * products[0]) % prime
        # The next board in the order of ranks: the first cell that can move on does, and those before it start anew.
        changed = 0
        while changed < blockers and chosen[changed] + 1 == (chosen[changed + 1] if changed + 1 < blockers else cells):
            chosen[changed] = changed
            changed += 1
        if changed < blockers:
            chosen[changed] += 1
    return total
