"""The Mann-Whitney U test of two samples, and its effect size; scipy is no dependency.

Mann and Whitney (1947): U counts the pairs in which the first value is greater, ties as halves. The effect size A12 of
Vargha and Delaney (2000) is U divided by the number of pairs: the chance that a value of the first sample is greater.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

MOST_EXACT = 2_500
"""Pairs up to which the distribution of U is counted."""

EFFECTS = ((0.71, "large"), (0.64, "medium"), (0.56, "small"))
"""The least A12 of an effect of each size (Vargha and Delaney 2000, section 4)."""

Effect: TypeAlias = Literal["large", "medium", "small", "negligible"]


@dataclass(frozen=True, slots=True)
class RankTest:
    """A test of two samples: U of the first one, the two-sided p-value, and A12.

    The p-value is exact where no two values are equal and the pairs are at most :data:`MOST_EXACT`; otherwise it is
    that of the normal distribution, corrected for ties and for continuity.
    """

    u: float
    p: float
    a12: float
    is_exact: bool

    @property
    def effect(self) -> str:
        """The size of the effect in words."""
        far = max(self.a12, 1 - self.a12)
        return next((word for least, word in EFFECTS if far >= least), "negligible")


def rank_test(one: Sequence[float], other: Sequence[float]) -> RankTest:
    """Compare two samples of at least one value each; infinite values are the greatest or least of all.

    Examples
    --------
    >>> rank_test([19, 22, 16, 29, 24], [20, 11, 17, 12])
    RankTest(u=17.0, p=0.1111111111111111, a12=0.85, is_exact=True)
    """
    pairs = len(one) * len(other)
    u = sum((a > b) + (a == b) / 2 for a in one for b in other)
    ties = [number for number in Counter([*one, *other]).values() if number > 1]
    is_exact = not ties and pairs <= MOST_EXACT
    p = _exact(u, len(one), len(other)) if is_exact else _normal(u, len(one), len(other), ties)
    return RankTest(float(u), p, u / pairs, is_exact)


def _exact(u: float, one: int, other: int) -> float:
    """Return the share of all orders of the values in which U is as far from the middle."""
    ways = orders(one, other)
    tail = sum(ways[: int(min(u, one * other - u)) + 1])
    return min(1.0, 2 * tail / math.comb(one + other, one))


def orders(one: int, other: int) -> list[int]:
    """Count the orders of two samples without ties for each U: the coefficients of a Gaussian binomial.

    Examples
    --------
    >>> orders(2, 2)
    [1, 1, 2, 1, 1]
    """
    most = one * other
    ways = [1] + [0] * most
    for part in range(1, one + 1):
        for u in range(most, other + part - 1, -1):
            ways[u] -= ways[u - other - part]
        for u in range(part, most + 1):
            ways[u] += ways[u - part]
    return ways


def _normal(u: float, one: int, other: int, ties: Sequence[int]) -> float:
    both = one + other
    variance = one * other / 12 * (both + 1 - sum(tie**3 - tie for tie in ties) / (both * max(1, both - 1)))
    if not variance:
        return 1.0
    distance = max(0.0, abs(u - one * other / 2) - 0.5) / math.sqrt(variance)
    return math.erfc(distance / math.sqrt(2))
