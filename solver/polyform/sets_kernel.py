"""Sets as masks: how many elements they have, the lowest of them, and their ranks. For kernels to call."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from solver.exact_cover.kernels.search_kernel import lowest, population
from solver.runs.jit import compiled

__all__ = ["lowest", "population", "rank_of"]


@compiled
def rank_of(mask: Any, binomial: NDArray[np.int64]) -> Any:
    """Return the rank of a set among those of as many elements."""
    rank, count = np.int64(0), 0
    while mask:
        count += 1
        rank += binomial[lowest(mask), count]
        mask &= mask - np.uint64(1)
    return rank
