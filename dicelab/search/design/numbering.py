"""Numbers of sets of units: those of k units begin at ``starts[k]`` and follow in the order of their ranks."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import accumulate
from math import comb

import numpy as np
from numpy.typing import NDArray


@lru_cache(maxsize=512)
def start(units: int, size: int) -> int:
    """Return the number of the first set of some size."""
    return sum(comb(units, fewer) for fewer in range(size))


def number(units: int, chosen: Iterable[int]) -> int:
    """Return the number of a set of some of the units.

    Examples
    --------
    >>> [number(4, chosen) for chosen in [(), (2,), (0, 1), (3, 1)]]
    [0, 3, 5, 9]
    """
    ordered = sorted(chosen)
    return start(units, len(ordered)) + sum(comb(unit, count) for count, unit in enumerate(ordered, 1))


@lru_cache(maxsize=128)
def starts(units: int, dice: int) -> NDArray[np.int64]:
    """Return the numbers of the first sets of 0, 1, … ``dice`` units."""
    return np.array([0, *accumulate(comb(units, size) for size in range(dice))], np.int64)


@lru_cache(maxsize=8)
def binomial(dice: int) -> NDArray[np.int64]:
    """Return the binomial coefficients that ranks are made of: k of n at [n, k]."""
    return np.array([[comb(n, k) for k in range(dice + 2)] for n in range(65)], np.int64)


def digits(weights: NDArray[np.int64]) -> NDArray[np.uint64]:
    """Return for each binary digit the mask of the weights that have it, so that masks are weighed by counting bits.

    Examples
    --------
    >>> digits(np.array([1, 2, 3]))
    array([5, 6], dtype=uint64)
    """
    held = [
        sum(1 << place for place, weight in enumerate(weights.tolist()) if weight >> digit & 1)
        for digit in range(int(weights.max()).bit_length())
    ]
    return np.array(held, np.uint64)
