"""Sets as masks: how many elements they have, the lowest of them, and their ranks. For kernels to call."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from solver.runs.jit import available, compiled


def _rank_of(mask: Any, binomial: NDArray[np.int64]) -> Any:
    """Return the rank of a set among those of as many elements."""
    rank, count = np.int64(0), 0
    while mask:
        count += 1
        rank += binomial[lowest(mask), count]
        mask &= mask - np.uint64(1)
    return rank


__all__ = ["lowest", "population", "rank_of"]

if available():
    from solver.exact_cover.kernels.search_kernel import lowest, population

    rank_of = compiled(_rank_of)
else:

    def lowest(mask: np.uint64) -> int:
        """Return the place of the lowest bit."""
        return (int(mask) & -int(mask)).bit_length() - 1

    def population(mask: np.uint64) -> int:
        """Return the number of bits."""
        return int(mask).bit_count()

    rank_of = _rank_of
