"""Sizes of the reduced set and numbers of orbits for all numbers of blockers, on even boards of thousands of cells.

The generating functions of Burnside's sums satisfy linear differential equations, so each coefficient follows from
the two or three before it, by a few products with small numbers and one exact division. With quadrants of s cells and
θ = x d/dx, the sum of C(s,a)² x^a satisfies θ²f = x(θ-s)²f. Its square satisfies the symmetric square of that equation.

References
----------
Jensen and Treneer, Propositions 5.1 and 5.3, and section 7.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

Pair = tuple[int, int]


def even_square(side: int) -> Iterator[Pair]:
    """Yield the size of the reduced set and the number of orbits for r = 0, 1, ..., half the cells.

    Parameters
    ----------
    side
        Even, at least 2.

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

    They depend on the number of cells alone: every even rectangle that is no square, with quadrants of equally many
    cells, has the same.

    Parameters
    ----------
    quadrant
        Cells of a quadrant, a quarter of the board, at least 2.

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
    """Yield the coefficients of (1+x)^n."""
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


def _divided(number: int, divisor: int) -> int:
    """Divide exactly: a wrong coefficient would soon leave a remainder."""
    quotient, rest = divmod(number, divisor)
    if rest:
        raise ArithmeticError(f"a remainder of {rest} on division by {divisor}: the recurrence is wrong")
    return quotient
