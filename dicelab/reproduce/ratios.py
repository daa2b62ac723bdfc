"""How many orbits of boards there are, and R(m,n;r), the number of boards of the reduced set for each orbit.

The orbits are counted by Jensen and Treneer's Propositions 5.1 to 5.6, each written as published. They agree with
Burnside's lemma applied cell by cell (:func:`solver.polyform.burnside`), which knows nothing of rows and columns. A
binomial coefficient whose lower entry is no whole number counts nothing: it is 0.

On even boards of thousands of cells recurrences give the size of the reduced set and the number of orbits. The
generating functions of Burnside's sums satisfy linear differential equations, so each coefficient follows from the two
or three before it, by a few products with small numbers and one exact division. With quadrants of s cells and
θ = x d/dx, the sum of C(s,a)² x^a satisfies θ²f = x(θ-s)²f. Its square satisfies the symmetric square of that equation.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from itertools import islice
from math import comb

import numpy as np

from dicelab.reproduce.partitions import reduced_boards, reduced_size, reduced_sizes, require_room
from solver.polyform import SquareGrid, representatives

Pair = tuple[int, int]
"""The size of the reduced set and the number of orbits."""


def proposition_5_1(k: int, r: int) -> int:
    """Orbits of 2k×2k boards with r blockers."""
    diagonal = sum(_choose(2 * k, t) * _choose(k * (2 * k - 1), r - t, 2) for t in range(r + 1))
    turned = 2 * _choose(k**2, r, 4) + 3 * _choose(2 * k**2, r, 2)
    return _divided(_choose(4 * k**2, r) + turned + 2 * diagonal, 8)


def proposition_5_2(k: int, r: int) -> int:
    """Orbits of (2k+1)×(2k+1) boards with r blockers."""
    mirrored = sum(_choose(2 * k + 1, t) * _choose(k * (2 * k + 1), r - t, 2) for t in range(r + 1))
    quarter_turned = 2 * _choose(k * (k + 1), r, 4) + 2 * _choose(k * (k + 1), r - 1, 4)
    turned = quarter_turned + _choose(2 * k * (k + 1), r // 2)
    return _divided(_choose((2 * k + 1) ** 2, r) + turned + 4 * mirrored, 8)


def proposition_5_3(k: int, l: int, r: int) -> int:  # noqa: E741  (the paper's letter)
    """Orbits of 2k×2l boards with r blockers, k ≠ l."""
    return _divided(_choose(4 * k * l, r) + 3 * _choose(2 * k * l, r, 2), 4)


def proposition_5_4(k: int, l: int, r: int) -> int:  # noqa: E741
    """Orbits of (2k+1)×(2l+1) boards with r blockers, k ≠ l."""
    upright = sum(_choose(2 * k + 1, t) * _choose(2 * k * l + l, r - t, 2) for t in range(r + 1))
    level = sum(_choose(2 * l + 1, t) * _choose(2 * k * l + k, r - t, 2) for t in range(r + 1))
    turned = _choose(2 * k * l + k + l, r // 2)
    return _divided(_choose((2 * k + 1) * (2 * l + 1), r) + turned + upright + level, 4)


def proposition_5_5(k: int, l: int, r: int) -> int:  # noqa: E741
    """Orbits of 2k×(2l+1) boards with r blockers."""
    mirrored = sum(_choose(2 * k, t) * _choose(2 * k * l, r - t, 2) for t in range(r + 1))
    return _divided(_choose(2 * k * (2 * l + 1), r) + 2 * _choose(k * (2 * l + 1), r, 2) + mirrored, 4)


def proposition_5_6(n: int, r: int) -> int:
    """Orbits of 1×n boards with r blockers, n > 1."""
    k, odd = divmod(n, 2)
    return _divided(_choose(n, r) + (_choose(k, r // 2) if odd else _choose(k, r, 2)), 2)


def orbits(rows: int, columns: int, blockers: int) -> int:
    """Return the number of orbits of boards, by the proposition for the shape of the grid.

    Raises :class:`InputError` if the grid has no room for the blockers.

    Examples
    --------
    >>> orbits(6, 6, 7)
    1044690
    """
    require_room(rows, columns, blockers)
    k, l = rows // 2, columns // 2  # noqa: E741
    if 1 in {rows, columns}:
        # A single cell has no symmetry but the identity, and one board for 0 and for 1 blocker.
        return proposition_5_6(rows * columns, blockers) if rows * columns > 1 else 1
    if rows == columns:
        return proposition_5_2(k, blockers) if rows % 2 else proposition_5_1(k, blockers)
    if rows % 2 == columns % 2:
        return proposition_5_4(k, l, blockers) if rows % 2 else proposition_5_3(k, l, blockers)
    return proposition_5_5(l, k, blockers) if rows % 2 else proposition_5_5(k, l, blockers)


def ratio(rows: int, columns: int, blockers: int) -> Fraction:
    """Return R(m,n;r), boards of the reduced set for each orbit: 1 where the set has one board of each orbit.

    Examples
    --------
    >>> ratio(6, 8, 3), round(float(ratio(6, 6, 7)), 2)
    (Fraction(1, 1), 1.46)
    """
    return Fraction(reduced_size(rows, columns, blockers), orbits(rows, columns, blockers))


def _choose(n: int, numerator: int, denominator: int = 1) -> int:
    """Return the binomial coefficient of n and a fraction, 0 where that is no whole number or is negative."""
    k, rest = divmod(numerator, denominator)
    return 0 if rest or k < 0 else comb(n, k)


def even_square(side: int) -> Iterator[Pair]:
    """Yield the size of the reduced set and the number of orbits of a square of even side for r up to half the cells.

    Examples
    --------
    >>> list(even_square(6))[7]
    (1521054, 1044690)
    """
    k = side // 2
    s = k * k
    # Kept by R0; by D or D'; by R180, H or V; by R90 or R270.
    boards, diagonal, mirrored, turned = _binomials(4 * s), _diagonal(k), _binomials(2 * s), _binomials(s)
    partitions, halves = _squares_times_powers(s), _squares_squared(s)
    for r in range(2 * s + 1):
        all_boards = next(boards)
        size = all_boards + 2 * next(partitions)
        orbits = all_boards + 2 * next(diagonal)
        if r % 2 == 0:
            size += 3 * next(halves)
            orbits += 3 * next(mirrored)
        if r % 4 == 0:
            quarter = next(turned)
            size += 2 * quarter**4
            orbits += 2 * quarter
        yield _divided(size, 8), _divided(orbits, 8)


def even_rectangle(quadrant: int) -> Iterator[Pair]:
    """Yield the size of the reduced set and the number of orbits for r = 0, 2, 4, ..., at most half the cells.

    They depend on the cells of a quadrant alone, at least 2: every even rectangle that is no square has the same.

    Examples
    --------
    >>> list(islice(even_rectangle(12), 3))
    [(1, 1), (498, 300), (70731, 48852)]
    """
    s = quadrant
    boards = islice(_binomials(4 * s), 0, None, 2)
    for _, all_boards, kept, fixed in zip(range(s + 1), boards, _squares_squared(s), _binomials(2 * s), strict=False):
        yield _divided(all_boards + 3 * kept, 4), _divided(all_boards + 3 * fixed, 4)


def _binomials(n: int) -> Iterator[int]:
    value = 1
    for k in range(n + 1):
        yield value
        value = value * (n - k) // (k + 1)


def _squares_squared(s: int) -> Iterator[int]:
    """Yield the coefficients of the square of the sum of C(s,a)² x^a."""
    before, value = 0, 1
    for n in range(1, 2 * s + 2):
        yield value
        m = n - 1
        following = 2 * (m - s) * (m * m - 2 * s * m - s) * value - (n - 2 - 2 * s) ** 3 * before
        before, value = value, _divided(following, n**3)


def _squares_times_powers(s: int) -> Iterator[int]:
    """Yield the coefficients of (1+x)^2s times the sum of C(s,a)² x^2a."""
    first, second, value = 0, 0, 1
    for n in range(1, 4 * s + 2):
        yield value
        c, b, a = n - 1, n - 2, n - 3
        following = (
            -(c * c - 4 * s * c - 2 * s) * value + (b * b - 4 * s * b - 2 * s) * second + (a - 4 * s) ** 2 * first
        )
        first, second, value = second, value, _divided(following, n**2)


def _diagonal(k: int) -> Iterator[int]:
    """Yield the coefficients of (1+x)^2k (1+x²)^k(2k-1): boards that a reflection in a diagonal keeps."""
    pairs = k * (2 * k - 1)
    first, second, value = 0, 0, 1
    for n in range(1, 4 * k * k + 2):
        yield value
        following = (2 * k - n + 1) * value + (2 * pairs - n + 2) * second + (2 * k + 2 * pairs - n + 3) * first
        first, second, value = second, value, _divided(following, n)


@cache
def ratios(rows: int, columns: int) -> tuple[Fraction, ...]:
    """Return R(m,n;r) for all r, by the propositions and Burnside's lemma with weights."""
    return tuple(Fraction(size, orbits(rows, columns, r)) for r, size in enumerate(reduced_sizes(rows, columns)))


@cache
def ratios_by_recurrence(rows: int, columns: int) -> tuple[Fraction, ...]:
    """Return R(m,n;r) for r up to half the cells of an even board, by recurrences; of a rectangle only even r."""
    if rows == columns:
        return tuple(Fraction(*pair) for pair in even_square(rows))
    return tuple(Fraction(*pair) for pair in even_rectangle(rows * columns // 4))


def ratio_by_listing(rows: int, columns: int, blockers: int) -> Fraction:
    """Return R(m,n;r) from the boards themselves: those of the reduced set, and the different orbits they are of."""
    boards = reduced_boards(rows, columns, blockers)
    return Fraction(len(boards), len(np.unique(representatives(boards, SquareGrid(rows, columns)))))


def several(
    shapes: list[tuple[int, int]], blockers: Callable[[int], range], ratio: Callable[[int, int, int], Fraction]
) -> Iterator[str]:
    """Yield where the reduced set has more than one board of an orbit."""
    for rows, columns in shapes:
        for r in blockers(rows * columns):
            if ratio(rows, columns, r) != 1:
                yield f"{rows}×{columns}, {r} blockers"


def _divided(number: int, divisor: int) -> int:
    """Divide exactly: a wrong formula would soon leave a remainder."""
    quotient, rest = divmod(number, divisor)
    if rest:
        raise ArithmeticError(f"{number} is no multiple of {divisor}: the formula is wrong")
    return quotient
