"""Layouts against formulas and published counts, and the sampler against the uniform distribution."""

import math
from itertools import pairwise

import numpy as np
import pytest

from solver.domino import layout
from solver.domino.layout import LayoutSampler, count_layouts
from solver.errors import InputError
from solver.polyform import SquareGrid
from tests.domino_grids import all_layouts


def kasteleyn(rows, columns):
    """Kasteleyn (1961): the layouts of a rectangle as a product of cosines."""
    product = 1.0
    for row in range(1, rows + 1):
        for column in range(1, columns + 1):
            across, down = math.cos(math.pi * column / (columns + 1)), math.cos(math.pi * row / (rows + 1))
            product *= (4 * across**2 + 4 * down**2) ** 0.25
    return product


def aztec_diamond(order):
    """The diamond of an order, on the square it fits into."""
    side = 2 * order
    inside = [
        (row, column)
        for row in range(side)
        for column in range(side)
        if abs(2 * row + 1 - side) + abs(2 * column + 1 - side) <= side
    ]
    square = SquareGrid(side, side)
    return SquareGrid(
        side, side, [square.label(cell) for cell, point in enumerate(square.points) if point not in inside]
    )


@pytest.mark.parametrize("rows", range(1, 9))
@pytest.mark.parametrize("columns", range(1, 9))
def test_kasteleyns_formula(rows, columns):
    # The product over an odd number of cells is 0 but for rounding.
    assert count_layouts(SquareGrid(rows, columns)) == round(kasteleyn(rows, columns))


@pytest.mark.parametrize(
    ("side", "count"),
    [(2, 2), (4, 36), (6, 6_728), (8, 12_988_816), (10, 258_584_046_368), (12, 53_060_477_521_960_000)],
)
def test_squares_as_published(side, count):
    """OEIS A004003."""
    assert count_layouts(SquareGrid(side, side)) == count


def test_two_rows_are_fibonaccis():
    counts = [count_layouts(SquareGrid(2, columns)) for columns in range(1, 100)]
    assert counts[:2] == [1, 2]
    assert all(third == first + second for (first, second), third in zip(pairwise(counts), counts[2:], strict=False))


@pytest.mark.parametrize("order", range(1, 8))
def test_aztec_diamonds(order):
    """Elkies, Kuperberg, Larsen and Propp (1992)."""
    assert count_layouts(aztec_diamond(order)) == 2 ** (order * (order + 1) // 2)


def test_a_board_lying_or_standing_has_as_many():
    assert count_layouts(SquareGrid(4, 11)) == count_layouts(SquareGrid(11, 4))


@pytest.mark.parametrize("text", ["4x5", "5x4-A1,E4", "5x5-C3", "4x4-B2,B3", "5x6-A2,C1", "1x7-A3", "1x2"])
def test_the_count_is_that_of_exact_cover(text):
    board = SquareGrid.parse(text)
    assert count_layouts(board) == len(all_layouts(board))


def chi_square_is_usual(observed, expected):
    """Tell whether the statistic lies within five standard deviations of its mean."""
    observed, expected = np.asarray(observed, float), np.broadcast_to(np.asarray(expected, float), len(observed))
    statistic, freedom = float(((observed - expected) ** 2 / expected).sum()), len(observed) - 1
    return abs(statistic - freedom) < 5 * math.sqrt(2 * freedom)


@pytest.mark.parametrize("text", ["3x4", "4x5", "5x4-A1,E4", "4x4-B2,B3"])
@pytest.mark.parametrize("digit", [1, 2, 32])
def test_the_sampler_is_uniform(text, digit, monkeypatch):
    # With few digits a draw most often equals the leading ones, and further digits decide.
    monkeypatch.setattr(layout, "_DIGIT", digit)
    board = SquareGrid.parse(text)
    number = count_layouts(board)
    rng = np.random.default_rng(5)
    drawn, frequencies = np.unique(LayoutSampler(board).sample(rng, 300 * number), axis=0, return_counts=True)
    listed = {tuple(partners(one, len(board))) for one in all_layouts(board)}
    assert set(map(tuple, drawn.tolist())) == listed
    assert chi_square_is_usual(frequencies, 300)


def partners(layout, cells):
    beside = [0] * cells
    for a, b in layout:
        beside[a], beside[b] = b, a
    return beside


def test_the_sampler_where_the_counts_exceed_64_bits():
    board = SquareGrid(12, 16)
    assert count_layouts(board) > 1 << 64
    drawn = LayoutSampler(board).sample(np.random.default_rng(8), 20_000)
    cells = np.arange(len(board))
    assert (np.take_along_axis(drawn, drawn.astype(int), axis=1) == cells).all()
    for cell, other in [(0, 1), (100, 101), (100, 116)]:
        without = SquareGrid(12, 16, [board.label(cell), board.label(other)])
        share = count_layouts(without) / count_layouts(board)
        assert abs((drawn[:, cell] == other).mean() - share) < 5 * math.sqrt(share * (1 - share) / 20_000)


def test_the_same_seed_gives_the_same_layouts():
    first, second = (LayoutSampler(SquareGrid(4, 5)).sample(np.random.default_rng(2), 5_000) for _ in range(2))
    assert first.tobytes() == second.tobytes()


def test_what_can_not_be_done_is_refused():
    with pytest.raises(InputError, match="26x99 is too wide"):
        count_layouts(SquareGrid(26, 99))
    with pytest.raises(InputError, match="17x18 is too wide"):
        LayoutSampler(SquareGrid(17, 18))
    with pytest.raises(InputError, match="the board 3x3 can't be covered"):
        LayoutSampler(SquareGrid(3, 3))
    assert count_layouts(SquareGrid.parse("2x4-A2,B3")) == 0
