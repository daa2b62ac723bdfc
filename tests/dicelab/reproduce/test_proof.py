"""Every step of the proof of Conjecture 7.6 (experiments/conjectures/proof.md), on numbers."""

from fractions import Fraction
from itertools import pairwise
from math import comb

import pytest

from dicelab.reproduce.ratios import even_rectangle

QUADRANTS = [*range(4, 25), 60]


def collisions(s):
    """Return h_0 to h_s from the definition: two hypergeometric numbers are equal."""
    return [
        Fraction(sum((comb(s, i) * comb(s, j - i)) ** 2 for i in range(j + 1)), comb(2 * s, j) ** 2)
        for j in range(s + 1)
    ]


@pytest.mark.parametrize("s", QUADRANTS)
def test_the_lemma(s):
    h = collisions(s)
    y = [Fraction(0)] + [m * m * (2 * s - m + 1) * (h[m - 1] - h[m]) / h[m] for m in range(1, s + 1)]
    assert (h[1], y[1]) == (Fraction(1, 2), 2 * s)
    for m in range(1, s + 1):
        n, d = 2 * s - m, 2 * (s - m)
        upper = Fraction(m * m * (n + 1) * (d + 2), 2 * m * (n + 1) - d - 2)
        assert m * d <= 2 * y[m]
        assert y[m] <= upper
        if m < s:
            z = s * d - y[m]
            assert y[m + 1] == (m + 1) ** 2 * n * z / ((m + 1) * n * n - z)
            assert z <= Fraction(d * n, 2) < (m + 1) * n * n
            epsilon = upper - Fraction(m * (d + 2), 2)
            assert epsilon == Fraction(m * (d + 2) ** 2, 2 * (2 * m * (n + 1) - d - 2)) <= d
            keep = (m + 1) * n * n - (n + 1) * m * m - s * d
            assert (m + 1) * n * n * h[m + 1] == keep * h[m] + (n + 1) * m * m * h[m - 1]
    assert h == sorted(h, reverse=True)


@pytest.mark.parametrize("s", QUADRANTS)
def test_the_steps_from_the_lemma_to_the_theorem(s):
    h = collisions(s)
    t = [Fraction(comb(2 * s, j) ** 2, comb(4 * s, 2 * j)) for j in range(s + 1)]
    beta = [Fraction(comb(2 * s, j), comb(4 * s, 2 * j)) for j in range(s + 1)]
    x = [probability * split for probability, split in zip(h, t, strict=True)]
    ratios = [Fraction(*pair) for pair in even_rectangle(s)]
    assert x[1] == Fraction(s, 4 * s - 1) <= Fraction(4, 15)
    for j in range(1, s):
        assert 1 - t[j + 1] / t[j] == Fraction(2 * s - 2 * j - 1, (j + 1) * (4 * s - 2 * j - 1))
        assert ratios[j] - 1 == 3 * (x[j] - beta[j]) / (1 + 3 * beta[j])
        assert h[j] * (j + 1) >= 1
        fall = x[j] - x[j + 1] - (beta[j] - beta[j + 1]) + 3 * (x[j] * beta[j + 1] - x[j + 1] * beta[j])
        assert fall == (ratios[j] - ratios[j + 1]) * (1 + 3 * beta[j]) * (1 + 3 * beta[j + 1]) / 3
        assert fall > x[j] - x[j + 1] - Fraction(9, 5) * beta[j]
        if s >= 12:
            assert 5 * comb(2 * s, j) * (2 * s - 2 * j - 1) > 9 * (j + 1) ** 2 * (4 * s - 2 * j - 1)


def test_the_bounds_for_large_quadrants():
    for s in range(12, 400):
        assert 5 * (4 * s * s) - 174 * s + 108 > 0
        assert all(4 * s - 2 * j - 1 < 3 * (2 * s - 2 * j - 1) for j in (2, 3))
        assert 5 * comb(2 * s, 4) > 9 * s * s * (4 * s - 9)
        for j in range(4, s):
            assert comb(2 * s, j) >= comb(2 * s, 4)
            assert (j + 1) ** 2 * (4 * s - 2 * j - 1) <= s * s * (4 * s - 9)


def test_the_small_quadrants_and_the_two_exceptions():
    for s in range(2, 12):
        ratios = [Fraction(*pair) for pair in even_rectangle(s)][1:]
        falls = all(before > after for before, after in pairwise(ratios))
        assert falls == (s >= 4)
