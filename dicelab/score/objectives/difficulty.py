"""Objectives of the rolls: how many there are, how often the dice are rolled again, how many tilings they have.

Each counts every distinct board once or, with ``faces``, weighted by its chance of being rolled. Sums are of
whole numbers and exact, so that the figures are those of :func:`solver.census.distribution`, only sooner.
"""

from __future__ import annotations

from fractions import Fraction
from math import prod, sqrt

import numpy as np
from numpy.typing import NDArray

from dicelab.score.objectives.objective import Subject
from solver.census import distribution

_MOST = 1 << 63

_SPARSE = 8
"""Most entries for each board of a table of counts; with more, counts are sorted instead."""


def rolls(subject: Subject) -> float:
    """Count the distinct boards that can be rolled."""
    return float(subject.rolled)


def reroll_probability(subject: Subject) -> float:
    """Return the probability that a roll of the faces shows a cell twice and is rolled again."""
    faces = prod(len(die.faces) for die in subject.dice_set.dice)
    return 1 - subject.total * subject.rolled / (faces * subject.boards)


def unsolvable(subject: Subject) -> float:
    """Count the boards that can't be tiled; a set without any is always solvable."""
    return subject.expected(subject.boards - int(np.count_nonzero(subject.tilings)))


def fewest(subject: Subject) -> float:
    """Return the tilings of the hardest board, 0 where one can't be tiled."""
    return float(subject.tilings.min())


def single(subject: Subject) -> float:
    """Count the boards with exactly one tiling: the puzzles with one solution."""
    return subject.expected(int(np.count_nonzero(subject.tilings == 1)))


def face_unsolvable(subject: Subject) -> float:
    """Return the probability of a board that can't be tiled."""
    return _share(subject, subject.tilings == 0, faces=True)


def face_single(subject: Subject) -> float:
    """Return the probability of a board with exactly one tiling."""
    return _share(subject, subject.tilings == 1, faces=True)


def mean(subject: Subject, *, faces: bool = False) -> float:
    """Return the mean number of tilings."""
    total, first, _ = _sums(subject, faces=faces)
    return float(Fraction(first, total))


def median(subject: Subject, *, faces: bool = False) -> float:
    """Return the least number of tilings that at least half of the boards do not exceed."""
    return float(quantiles(subject, (0.5,), faces=faces)[0])


def variation(subject: Subject, *, faces: bool = False) -> float:
    """Return the standard deviation of the number of tilings over its mean; 0 where no board has any."""
    total, first, second = _sums(subject, faces=faces)
    average = float(Fraction(first, total))
    return sqrt(Fraction(second, total) - Fraction(first, total) ** 2) / average if average else 0.0


def quantile_ratio(subject: Subject, low: float, high: float, *, faces: bool = False) -> float:
    """Return an upper quantile of the number of tilings over a lower one; a lower one of 0 counts as 1."""
    lower, upper = quantiles(subject, (low, high), faces=faces)
    return upper / max(1, lower)


def band(subject: Subject, low: int, high: int, *, faces: bool = False) -> float:
    """Return the share of the boards with ``low`` to ``high`` tilings, both included."""
    return _share(subject, (subject.tilings >= low) & (subject.tilings <= high), faces=faces)


def quantiles(subject: Subject, shares: tuple[float, ...], *, faces: bool = False) -> list[int]:
    """Return for each share the least number of tilings that boards of at least that share do not exceed.

    The same numbers as :meth:`solver.census.Distribution.quantile`.
    """
    weights, most = subject.weights if faces else None, int(subject.tilings.max())
    if most > _SPARSE * subject.boards + 1024:
        found = distribution(subject.tilings, weights)
        return [found.quantile(share) for share in shares]
    # Weights add up to 2^53 at most, so that they are exact as floats.
    tally = np.bincount(subject.tilings.astype(np.intp), weights)
    reached = np.cumsum(tally)
    # As in a distribution, quotients are compared, and a quantile is the count of a board.
    reached = reached / reached[-1]
    first = int(subject.tilings.min())
    return [max(first, int(np.searchsorted(reached, share))) for share in shares]


def _share(subject: Subject, within: NDArray[np.bool_], *, faces: bool) -> float:
    if faces and subject.weights is not None:
        return int(subject.weights[within].sum()) / subject.total
    return int(np.count_nonzero(within)) / subject.boards


def _sums(subject: Subject, *, faces: bool) -> tuple[int, int, int]:
    """Return the sums of the weights, of the tilings, and of the squares of the tilings, exactly."""
    weights, total = (subject.weights, subject.total) if faces else (None, subject.boards)
    if int(subject.tilings.max()) ** 2 * total < _MOST:
        counts = subject.tilings.astype(np.int64)
        weighed = counts if weights is None else counts * weights
        return total, int(weighed.sum()), int(np.dot(weighed, counts))
    found = distribution(subject.tilings, weights)
    squares = sum(v * v * w for v, w in zip(found.values.tolist(), found.weights.tolist(), strict=True))
    return total, found.sum, squares
