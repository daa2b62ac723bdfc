"""The recurrences for even boards, held to the polynomials and to the formulas of the propositions."""

from math import comb

import pytest

from dicelab.reproduce.partitions import reduced_sizes
from dicelab.reproduce.ratios import (
    _diagonal,
    _squares_squared,
    _squares_times_powers,
    even_rectangle,
    even_square,
    orbits,
)


@pytest.mark.parametrize("side", [2, 4, 6, 8, 10, 14, 20])
def test_even_squares(side):
    found = list(even_square(side))
    assert len(found) == side * side // 2 + 1
    assert tuple(size for size, _ in found) == reduced_sizes(side, side)[: len(found)]
    assert [count for _, count in found] == [orbits(side, side, r) for r in range(len(found))]


@pytest.mark.parametrize(("rows", "columns"), [(2, 4), (6, 2), (4, 6), (6, 8), (2, 24), (12, 4), (16, 10), (20, 18)])
def test_even_rectangles(rows, columns):
    found = list(even_rectangle(rows * columns // 4))
    assert len(found) == rows * columns // 4 + 1
    assert tuple(size for size, _ in found) == reduced_sizes(rows, columns)[: 2 * len(found) - 1 : 2]
    assert [count for _, count in found] == [orbits(rows, columns, 2 * j) for j in range(len(found))]


@pytest.mark.parametrize("k", [1, 7, 24])
def test_the_recurrences_run_to_their_ends(k):
    s = k * k
    # Each polynomial reads the same from both ends, and its coefficients add up to its value at 1.
    for coefficients, total in [
        (list(_squares_squared(s)), comb(2 * s, s) ** 2),
        (list(_squares_times_powers(s)), comb(2 * s, s) << 2 * s),
        (list(_diagonal(k)), 1 << 2 * k + k * (2 * k - 1)),
    ]:
        assert coefficients == coefficients[::-1]
        assert sum(coefficients) == total
