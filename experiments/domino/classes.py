"""How many beginnings of grids any program that reads the cells one by one must tell apart: a bound from below.

Two beginnings must be told apart if there is an end with which one of them makes a grid that has a solution, and the
other does not (Myhill and Nerode). Some ends are drawn once; the signature of a beginning says with which of them it
has a solution. Beginnings with different signatures must be told apart.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from experiments.domino.profile import Profile
from solver.polyform import SquareGrid

ENDS = 512
"""Ends that are drawn for the beginnings that leave the same numbers; the first 64 choose which are looked at."""

SOLVED = 24
"""Of the first 64 ends so many or more must have a solution: other beginnings are left out, many of these are alike."""


@dataclass(frozen=True, slots=True)
class Stratum:
    """Beginnings that leave the same numbers, drawn at random."""

    left: tuple[int, ...]
    """How often each number is left, ascending."""
    kept: int
    """Beginnings that have a solution with enough of the first ends."""
    different: int
    """Signatures of these."""

    @property
    def exchanges(self) -> int:
        """How many exchanges of the numbers leave the same numbers."""
        return math.prod(math.factorial(times) for times in Counter(self.left).values())

    def at_least(self, risk: float) -> float:
        """Return a bound from below on the signatures there are; it is wrong with at most this chance.

        Notes
        -----
        Let there be N signatures, however likely each is. The number D of different ones among the m that are drawn is
        stochastically largest if all are equally likely: let two of them, p and q, have k draws; both occur with the
        chance 1 − p'^k − q'^k, where p' = p/(p+q) and q' = q/(p+q), and this is largest for p = q. Then the repetitions
        m − D are a sum of independent indicators (the polynomial of the occupancy has real roots only), with the mean
        M = m − N(1 − (1 − 1/N)^m), and Chernoff's bound says that r or fewer have at most the chance
        exp(−M + r + r ln(M/r)) where r < M. The bound is the largest N for which that is at most ``risk``.

        Examples
        --------
        >>> round(Stratum((1, 2), 1000, 1000).at_least(0.01), -3)
        108000.0
        """
        repeated = self.kept - self.different

        def excluded(classes: float) -> bool:
            mean = self.kept + classes * math.expm1(self.kept * math.log1p(-1 / classes))
            if mean <= repeated:
                return False
            exponent = repeated - mean + (repeated * math.log(mean / repeated) if repeated else 0)
            return exponent <= math.log(risk)

        low, high = 2.0, 1e15
        while high - low > 0.5 and high / low > 1 + 1e-9:
            middle = math.sqrt(low * high)
            low, high = (middle, high) if excluded(middle) else (low, middle)
        return max(low if excluded(low) else 0.0, self.different)


def strata(board: SquareGrid, length: int, seed: int, drawn: int) -> Iterator[Stratum]:
    """Draw beginnings of a length for all numbers that they may leave, and yield how many signatures they have."""
    from experiments.domino.kernel import signatures

    profile = Profile.of(board)
    numbers, cells = len(profile.dominoes), len(board)
    each = cells // numbers
    for left in _ascending(cells - length, numbers, each):
        rng = np.random.default_rng([seed, *left])
        all_ends = np.repeat(np.arange(numbers), left)
        ends = rng.permuted(np.tile(all_ends, (ENDS, 1)), axis=1)
        used = np.repeat(np.arange(numbers), each - np.array(left))
        beginnings = rng.permuted(np.tile(used, (drawn, 1)), axis=1)
        first = np.zeros((drawn, 1), np.uint64)
        signatures(beginnings, np.array(sorted(ends[:64].tolist())), profile.tables, profile.room, first)
        chosen = np.bitwise_count(first[:, 0]) >= SOLVED
        kept = first[chosen]
        _, group, times = np.unique(kept[:, 0], return_inverse=True, return_counts=True)
        # The other ends are looked at only where the first ones do not tell two beginnings apart.
        alike = times[group] > 1
        more = np.zeros((int(alike.sum()), (ENDS - 64) // 64), np.uint64)
        signatures(beginnings[chosen][alike], np.array(sorted(ends[64:].tolist())), profile.tables, profile.room, more)
        whole = np.concatenate((kept[alike], more), axis=1)
        yield Stratum(left, len(kept), int((~alike).sum()) + len(np.unique(whole, axis=0)))


def _ascending(total: int, numbers: int, most: int, least: int = 0) -> Iterator[tuple[int, ...]]:
    """Yield the ascending sequences of so many numbers with this sum."""
    if numbers == 0:
        if total == 0:
            yield ()
        return
    for first in range(least, min(most, total // numbers) + 1):
        for rest in _ascending(total - first, numbers - 1, most, first):
            yield (first, *rest)
