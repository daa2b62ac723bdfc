"""How tiling counts are distributed over some boards: the one function that all statistics come from."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from math import sqrt

import numpy as np
from numpy.typing import ArrayLike, NDArray

from solver.display import Columns, Tabular
from solver.equality import ArrayValue
from solver.errors import InputError

_MOST = (1 << 63) - 1


@dataclass(frozen=True, slots=True, eq=False)
class Distribution(ArrayValue, Tabular):
    """Tiling counts of some boards, each with a weight.

    A quantile is the least count that boards of at least that share of the weight do not exceed; so it is the count of
    a board, and exact.

    Examples
    --------
    >>> found = distribution([0, 3, 3, 10])
    >>> found.least, found.most, found.mean, found.quantile(0.5)
    (0, 10, 4.0, 3)
    """

    values: NDArray[np.int64]
    """int64, the different counts, ascending."""
    weights: NDArray[np.int64]
    """int64, the weight of each, above 0."""

    def _columns(self) -> Columns:
        """Return a row for each number of tilings that occurs."""
        return {"tilings": self.values, "weight": self.weights}

    @property
    def total(self) -> int:
        """The weight of all boards."""
        return int(self.weights.sum())

    @property
    def least(self) -> int:
        """The fewest tilings."""
        return int(self.values[0])

    @property
    def most(self) -> int:
        """The most tilings."""
        return int(self.values[-1])

    @property
    def sum(self) -> int:
        """The tilings of all boards together, by weight."""
        return sum(value * weight for value, weight in zip(self.values.tolist(), self.weights.tolist(), strict=True))

    @property
    def mean(self) -> float:
        """The mean number of tilings."""
        return float(Fraction(self.sum, self.total))

    @property
    def deviation(self) -> float:
        """The standard deviation of the whole population (not of a sample)."""
        squares = sum(v * v * w for v, w in zip(self.values.tolist(), self.weights.tolist(), strict=True))
        return sqrt(Fraction(squares, self.total) - Fraction(self.sum, self.total) ** 2)

    @property
    def variation(self) -> float:
        """The coefficient of variation, deviation over mean; 0 where no board has a tiling."""
        return self.deviation / self.mean if self.mean else 0.0

    def quantile(self, share: float) -> int:
        """Return the least count that boards of at least ``share`` (0 to 1) of the weight do not exceed."""
        if not 0 <= share <= 1:
            raise InputError(f"a quantile of {share}: name a share from 0 to 1")
        total, reached = self.total, np.cumsum(self.weights).tolist()
        # A quotient of integers is rounded as the share was when it was written: 7 of 100 are 0.07.
        return int(self.values[bisect_left(reached, share, key=lambda weight: weight / total)])

    def weight(self, start: int, stop: int | None = None) -> int:
        """Return the weight of the boards with at least ``start`` and fewer than ``stop`` tilings."""
        within = self.values >= start
        if stop is not None:
            within &= self.values < stop
        return int(self.weights[within].sum())

    def chance_of_at_most(self, tilings: int) -> Fraction:
        """Return the chance that a random board has at most so many tilings, exact.

        Examples
        --------
        >>> distribution([0, 3, 3, 10]).chance_of_at_most(3)
        Fraction(3, 4)
        """
        return Fraction(self.weight(0, tilings + 1), self.total)

    def chance_of_fewer(self, other: Distribution) -> Fraction:
        """Return the chance that a random board has fewer tilings than one of ``other``; equal numbers count half.

        That is 1/2 for equal distributions, and 1 where each board is harder than any of ``other``: the effect size A12
        of Vargha and Delaney.

        Examples
        --------
        >>> distribution([1, 2]).chance_of_fewer(distribution([2, 5, 9]))
        Fraction(11, 12)
        """
        # Python's integers: the product of two weights may exceed 64 bits.
        below = np.searchsorted(other.values, self.values)
        upto = np.searchsorted(other.values, self.values, side="right")
        reached = [0, *np.cumsum(other.weights).tolist()]
        twice = sum(
            weight * (2 * reached[-1] - reached[low] - reached[high])
            for weight, low, high in zip(self.weights.tolist(), below.tolist(), upto.tolist(), strict=True)
        )
        return Fraction(twice, 2 * self.total * other.total)

    def lowest(self, weight: int) -> Distribution:
        """Return the part of that weight with the fewest tilings, or all where there is no more.

        Examples
        --------
        >>> some = distribution([5, 1, 5, 9])
        >>> some.lowest(2).values.tolist(), some.highest(2).values.tolist()
        ([1, 5], [5, 9])
        """
        before = np.cumsum(self.weights) - self.weights
        weights = np.clip(weight - before, 0, self.weights)
        return Distribution(self.values[weights > 0], weights[weights > 0])

    def highest(self, weight: int) -> Distribution:
        """Return the part of that weight with the most tilings, or all where there is no more."""
        after = np.cumsum(self.weights[::-1])[::-1] - self.weights
        weights = np.clip(weight - after, 0, self.weights)
        return Distribution(self.values[weights > 0], weights[weights > 0])

    def bands(self) -> list[tuple[int, int, int]]:
        """Return the boards by bands of tilings (no tiling, one, 2 to 9, tens, hundreds …): first, last, weight."""
        edges = [0, 1, 2, 10]
        while edges[-1] <= self.most:
            edges.append(10 * edges[-1])
        return [(a, b - 1, self.weight(a, b)) for a, b in pairwise(edges) if a <= self.most]

    def octaves(self) -> list[tuple[int, int, int]]:
        """Return the weights of the counts 0, 1, 2 to 3, 4 to 7 and so on: first count, last count, weight."""
        edges = [0, *(1 << n for n in range(self.most.bit_length() + 1))]
        return [(a, b - 1, self.weight(a, b)) for a, b in pairwise(edges)]


def distribution(tilings: ArrayLike, weights: ArrayLike | None = None) -> Distribution:
    """Return the distribution of some tiling counts.

    Parameters
    ----------
    tilings
        Integers of shape (n,), n above 0.
    weights
        Integers of the same shape, at least 0 and not all 0: sizes of orbits, ways to roll a board; by default 1 each.

    Raises
    ------
    InputError
        If there is no board, all weights are 0, or a number is not whole, negative or above 2^63 - 1.

    Examples
    --------
    >>> some = distribution([5, 0, 5, 7], [1, 2, 1, 4])
    >>> some.least, some.quantile(0.5), some.most, some.mean, some.bands()
    (0, 5, 7, 4.75, [(0, 0, 2), (1, 1, 0), (2, 9, 6)])
    """
    counts = _whole(tilings, "tiling counts")
    weighed = np.ones_like(counts) if weights is None else _whole(weights, "weights")
    if weighed.shape != counts.shape:
        raise InputError(f"{weighed.size} weights for {counts.size} counts: have one for each")
    if sum(weighed.tolist()) > _MOST:
        raise InputError(f"weights add up to more than {_MOST:,}: give smaller ones")
    values, place = np.unique(counts, return_inverse=True)
    totals = np.zeros(len(values), np.int64)
    np.add.at(totals, place, weighed)
    values, totals = values[totals > 0], totals[totals > 0]
    if not len(values):
        raise InputError("no board to count: give at least one")
    return Distribution(values, totals)


def _whole(numbers: ArrayLike, what: str) -> NDArray[np.int64]:
    """Return numbers as int64 of shape (n,), if they are whole, not negative and not too large."""
    given = np.asarray(numbers).reshape(-1)
    if given.dtype.kind not in "iub" or (given.size and (given.min() < 0 or int(given.max()) > _MOST)):
        raise InputError(f"{what} are whole numbers from 0 to {_MOST:,}")
    return given.astype(np.int64)
