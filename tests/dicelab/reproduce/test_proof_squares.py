"""Every step of the proof of Conjecture 7.5 (docs/paper/sections/a-conjecture.typ), on numbers."""

from fractions import Fraction
from itertools import product
from math import comb, log

import numpy as np
import pytest

from dicelab.reproduce.ratios import even_square

QUADRANTS = [4, 5, 8, 9, 16]
LARGE = [211, 212, 340, 1000]


def split(s, cells):
    """Return c_l: of l cells in two quadrants of s cells, l = cells, each quadrant has half."""
    return Fraction(comb(s, cells // 2) ** 2, comb(2 * s, cells)) if cells % 2 == 0 else Fraction(0)


def marked(s, r, cells):
    """Return the probability that of r cells on the board a number, cells, is in two certain quadrants."""
    return Fraction(comb(2 * s, cells) * comb(2 * s, r - cells), comb(4 * s, r)) if 0 <= cells <= r else Fraction(0)


def splits_alike(s, r):
    """Return p_r: two certain quadrants have equally many of r cells."""
    return sum((marked(s, r, cells) * split(s, cells) for cells in range(min(r, 2 * s) + 1)), Fraction(0))


def distances(s, r):
    """Return the law of V = |s - L|, given that L is even, as a dictionary."""
    law: dict[int, Fraction] = {}
    for cells in range(0, 2 * s + 1, 2):
        law[abs(s - cells)] = law.get(abs(s - cells), Fraction(0)) + marked(s, r, cells)
    total = sum(law.values())
    return {v: mass / total for v, mass in sorted(law.items())}


def kept_by_diagonal(k, r):
    """Return the boards of r cells that the reflection in a diagonal keeps."""
    return sum(comb(2 * k, i) * comb(2 * k * k - k, (r - i) // 2) for i in range(r % 2, min(r, 2 * k) + 1, 2))


@pytest.mark.parametrize("k", [2, 3, 4])
def test_the_ratio_is_made_of_these_shares(k):
    s = k * k
    for r, (boards, orbits) in enumerate(even_square(2 * k)):
        every = comb(4 * s, r)
        j, odd = divmod(r, 2)
        halves = 0 if odd else sum((comb(s, i) * comb(s, j - i)) ** 2 for i in range(j + 1))
        quarters = (comb(s, r // 4) ** 4, comb(s, r // 4)) if r % 4 == 0 else (0, 0)
        above = 1 + Fraction(3 * halves + 2 * quarters[0], every) + 2 * splits_alike(s, r)
        below = 1 + Fraction(3 * (0 if odd else comb(2 * s, j)) + 2 * kept_by_diagonal(k, r) + 2 * quarters[1], every)
        assert Fraction(boards, orbits) == above / below


@pytest.mark.parametrize("s", QUADRANTS)
def test_equal_quadrants_become_less_likely(s):
    for cells in range(0, s - 1, 2):
        fall = 1 - split(s, cells + 2) / split(s, cells)
        assert fall == Fraction(s - cells - 1, (cells // 2 + 1) * (2 * s - cells - 1))
        assert split(s, cells) == split(s, 2 * s - cells) >= Fraction(1, cells + 1)
    for r in range(1, 2 * s + 1):
        even = sum((marked(s, r, cells) for cells in range(0, 2 * s + 1, 2)), Fraction(0))
        sign = 0 if r % 2 else (-1) ** (r // 2)
        assert even == (1 + sign * Fraction(comb(2 * s, r // 2), comb(4 * s, r))) / 2
        delta = 2 * s - r
        for v, mass in distances(s, r).items():
            kernel = at(s, v - delta) + at(s, v + delta)
            law = Fraction(comb(2 * s, s - v) * kernel, comb(4 * s, r) * (2 if v == 0 else 1)) / even
            assert mass == law
        if r + 4 <= 2 * s:
            now, later = distances(s, r), distances(s, r + 4)
            shares = [later[v] / now[v] for v in now if now[v]]
            assert shares == sorted(shares, reverse=True)
            assert all(later[v] >= now[v] == 0 or now[v] for v in now)
            slack = Fraction(comb(2 * s, r // 2), 2 * comb(4 * s, r)) if r % 4 == 2 else 0
            assert splits_alike(s, r + 4) < splits_alike(s, r) + slack


def at(s, u):
    """Return the binomial coefficient of 2s and s + u."""
    return comb(2 * s, s + u) if 0 <= s + u <= 2 * s else 0


def test_the_reflected_walk_is_totally_positive():
    size = 9
    step = np.zeros((size, size), object)
    for v in range(size):
        step[v, v] = 2
        for near in (v - 1, v + 1):
            if abs(near) < size:
                step[v, abs(near)] += 1
    for rows in product(range(size - 1), repeat=2):
        (i, j), (a, b) = rows, (rows[0] + 1, rows[1] + 1)
        for later, right in product(range(a, size), range(b, size)):
            assert step[i, j] * step[later, right] >= step[i, right] * step[later, j]
    walk = np.linalg.matrix_power(step[:, :], 4)
    assert [walk[1, v] for v in range(4)] == [at(4, 1), at(4, 0) + at(4, 2), at(4, 1) + at(4, 3), at(4, 2) + at(4, 4)]


@pytest.mark.parametrize("s", QUADRANTS)
def test_quarter_turns_become_less_likely(s):
    shares = [Fraction(comb(s, i) ** 4, comb(4 * s, 4 * i)) for i in range(s // 2 + 1)]
    assert shares == sorted(shares, reverse=True)


@pytest.mark.parametrize("k", [211, 212])
def test_the_bounds_for_even_numbers(k):
    s = k * k
    assert Fraction(3 * s, 4 * s - 1) + Fraction(51, 50) + 2 * Fraction(s**4, comb(4 * s, 4)) < 2
    for j in (1, 2, 3, 10, k // 2, k, s // 2, s - 2):
        many = comb(k, min(j, k // 2))
        assert comb(2 * s, j) * (2 * s - 2 * j - 1) > (j + 1) ** 2 * (4 * s - 2 * j - 1) * (6 + 2 * (2 * j + 1) * many)
    for j in (1, 2, 5, 20):
        assert kept_by_diagonal(k, 2 * j) <= (2 * j + 1) * comb(k, min(j, k // 2)) * comb(2 * s, j)
        assert comb(2 * s, min(j, k // 2)) >= (2 * k) ** min(j, k // 2) * comb(k, min(j, k // 2))


@pytest.mark.parametrize("k", LARGE)
def test_the_bounds_for_few_blockers(k):
    s = k * k
    assert 200 * kept_by_diagonal(k, 1) < 45 * comb(2 * s, 1)
    for r in range(3, 60, 2):
        share = Fraction(r, 2 * s - r)
        assert share <= Fraction(r * 1000, 1886 * s)
        assert (1000 * r / (1886 * s)) ** (r / 2) * 2.72 ** (2 * (r / 1.886) ** 0.5) < 0.225
        assert 1000 * kept_by_diagonal(k, r) < 225 * comb(2 * s, r)
        fall = Fraction(comb(2 * s, r + 4) * comb(4 * s, r), comb(2 * s, r) * comb(4 * s, r + 4))
        assert fall <= Fraction(1, 16)
    assert 12.73 / k < 0.0604
    assert 24 * k <= 2 * s - Fraction(1886 * s, 1000)
    assert k * log(4) + (3 * k - 1) * log(0.6) < log(0.45)


@pytest.mark.parametrize("s", [25, 26, 40, 49, 64])
def test_the_steps_for_many_blockers(s):
    last = s - s % 2
    assert split(s, last - 2) - split(s, last) >= Fraction(1, s**3)
    for a in range(1, 4 * s // 5 + 1):
        step = Fraction(s * (2 * a - 1), (s - a + 1) * (2 * s + a))
        assert 1 + step == Fraction((s + a) * (2 * s - a + 1), (s - a + 1) * (2 * s + a))
        assert step >= Fraction(2 * a - 1, 2 * s + 2)
        first, second = Fraction(2 * a - 1, s * s + s + a * a), Fraction(2 * a - 1, (s - a + 2) * (s + a))
        assert first <= 3 * step / s
        assert second <= 2 * step / s
        assert step <= 4
        bracket = [Fraction(2 * s * s + 2 * s + 2 * b * b, (s + 1) ** 2 - b * b) for b in (a - 1, a)]
        assert bracket[0] / bracket[1] == (1 - first) * (1 - second)
    for r in range(6 * s // 5 + 1 | 1, 2 * s - 3, 2):
        now, later = distances(s, r), distances(s, r + 4)
        nearest = min(now)
        assert nearest == s - last
        if s >= 50:
            assert later[nearest] >= (1 + Fraction(3, s)) * now[nearest]
        assert now[nearest] * comb(4 * s, r) >= 2 * comb(2 * s, s - 1) * comb(2 * s, r - s)


def test_the_bounds_for_many_blockers():
    for k in LARGE:
        s = k * k
        assert 0.2 * s * log(9) > 4 * log(s) + k * log(4) - log(2.7)
        assert s - 4 * s // 5 >= 25


def test_the_greatest_ratio():
    for k in LARGE:
        s = k * k
        two = 1 + 3 * Fraction(s, 4 * s - 1) + 2 * splits_alike(s, 2)
        assert splits_alike(s, 2) == Fraction(3 * s - 1, 8 * s - 2)
        kept = Fraction(3 * 2 * s + 2 * kept_by_diagonal(k, 2), comb(4 * s, 2))
        assert kept == Fraction(14 * s - 4 * k, 2 * s * (4 * s - 1))
        halves = Fraction(2 * comb(s, 2) ** 2 + s**4, comb(4 * s, 4))
        four = 1 + 3 * halves + 2 * splits_alike(s, 4) + 2 * Fraction(s**4, comb(4 * s, 4))
        assert two / (1 + kept) > Fraction(249, 100) > Fraction(216, 100) > four
        assert max(splits_alike(s, r) for r in (1, 3)) <= Fraction(1, 2)
