"""Propositions 5.1 to 5.6 and 7.2 to 7.4 of Jensen and Treneer, and the ratios that section 7 reports."""

from fractions import Fraction
from itertools import product

import pytest

from dicelab.reproduce.partitions import grids
from dicelab.reproduce.ratios import (
    orbits,
    proposition_5_1,
    proposition_5_2,
    proposition_5_3,
    proposition_5_4,
    proposition_5_5,
    proposition_5_6,
    ratio,
)
from solver.errors import InputError
from solver.polyform import SquareGrid, burnside

SMALL = [(rows, columns) for rows, columns in grids(36) if rows <= 26]


@pytest.mark.parametrize(
    ("rows", "columns"), [*SMALL, (8, 8), (9, 9), (7, 9), (12, 5), (5, 12), (10, 6), (1, 99), (26, 3)]
)
def test_the_formulas_are_burnsides_lemma(rows, columns):
    cells = rows * columns
    grid = SquareGrid(rows, columns)
    for r in range(cells + 1) if cells <= 36 else {0, 1, 2, 3, 4, 5, 9, 16, 25, cells // 2, cells - 3, cells}:
        assert orbits(rows, columns, r) == burnside(grid, r)


def test_each_proposition_by_its_own_letters():
    for k, l, r in product(range(1, 5), range(1, 5), range(9)):  # noqa: E741
        expected = {
            (2 * k, 2 * k): proposition_5_1(k, r),
            (2 * k + 1, 2 * k + 1): proposition_5_2(k, r),
            (2 * k, 2 * l + 1): proposition_5_5(k, l, r),
            (1, k + 1): proposition_5_6(k + 1, r),
        }
        if k != l:
            expected |= {
                (2 * k, 2 * l): proposition_5_3(k, l, r),
                (2 * k + 1, 2 * l + 1): proposition_5_4(k, l, r),
            }
        for sides, count in expected.items():
            assert count == burnside(SquareGrid(*sides), r)


def test_propositions_7_2_and_7_3_odd_numbers_of_blockers_have_one_board_an_orbit():
    for k, l in product(range(1, 8), range(1, 8)):  # noqa: E741
        for r in range(1, 4 * k * l, 2):
            assert k == l or ratio(2 * k, 2 * l, r) == 1
    for l in range(1, 30):  # noqa: E741
        assert all(ratio(1, 2 * l, r) == 1 for r in range(1, 2 * l, 2))


def test_proposition_7_4_one_blocker():
    for m, n in grids(120):
        assert m == n or ratio(m, n, 1) == 1
    # Its proof overlooks boards whose only blocker lies on a middle line: there all λi are equal to λ1 = 0.
    # And it needs m ≠ n from 4×4 on, where both diagonals keep partitions whose boards they move.
    assert [n for n in range(1, 9) if ratio(n, n, 1) == 1] == [1, 2, 3]


def test_the_ratio_is_alike_for_blocked_and_free_cells():
    for m, n in grids(36):
        assert [ratio(m, n, r) for r in range(m * n + 1)] == [ratio(m, n, m * n - r) for r in range(m * n + 1)]


def maxima(m, n):
    ratios = {r: ratio(m, n, r) for r in range(1, m * n + 1)}
    greatest = max(ratios.values())
    return greatest, [r for r in range(1, m * n // 2 + 1) if ratios[r] == greatest]


def test_the_remarks_on_small_boards():
    assert maxima(2, 2) == (1, [1, 2])
    assert maxima(4, 4) == (Fraction(79, 36), [4])  # 2.19
    assert maxima(6, 6)[1] == [4]
    assert round(float(maxima(6, 6)[0]), 2) == 2.21
    assert maxima(4, 2) == (Fraction(31, 22), [4])  # 1.41
    assert maxima(6, 2) == (Fraction(22, 15), [4])  # 1.47


def test_even_squares_stay_below_two_except_for_two_and_four_blockers_and_one_more_case():
    above = {(n, r): ratio(n, n, r) for n in range(2, 14, 2) for r in range(1, n * n // 2 + 1) if ratio(n, n, r) >= 2}
    # The published remark overlooks 8 blockers on 4×4.
    assert {r for n, r in above} == {2, 4, 8}
    assert [key for key in above if key[1] == 8] == [(4, 8)]
    assert above[4, 8] == Fraction(1733, 837)
    assert max(above.values()) < Fraction(5, 2)
    for k in range(1, 12):
        assert ratio(2 * k, 2 * k, 2) == Fraction(k * (5 * k * k - 1), 2 * k**3 + 3 * k - 1) < Fraction(5, 2)


def test_the_ratios_of_an_even_rectangle_depend_on_its_cells_alone():
    for r in range(0, 49, 2):
        assert len({ratio(m, 48 // m, r) for m in (2, 4, 6, 8, 12, 24)}) == 1
    for s in range(2, 60):
        assert ratio(2, 2 * s, 2) == Fraction(7 * s - 1, 4 * s + 2) < Fraction(7, 4)


def test_no_room():
    with pytest.raises(InputError, match="7 blockers on 2x3"):
        orbits(2, 3, 7)
