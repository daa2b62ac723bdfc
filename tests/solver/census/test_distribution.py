"""Distributions: as a naive walk over every board, repeated as often as it weighs."""

from fractions import Fraction
from itertools import pairwise
from math import isclose

import numpy as np
import pytest
from hypothesis import given, strategies as st

from solver.census import board_masks, distribution
from solver.errors import InputError

COUNTS = st.integers(0, 40) | st.integers(0, 100_000)
SMALL = st.lists(st.tuples(COUNTS, st.integers(0, 6)), min_size=1, max_size=12).filter(
    lambda rows: any(weight for _, weight in rows)
)


def repeated(rows):
    return sorted(value for value, weight in rows for _ in range(weight))


def of_rows(rows):
    return distribution([value for value, _ in rows], [weight for _, weight in rows])


@given(rows=SMALL)
def test_weights_stand_for_repeated_boards(rows):
    boards = repeated(rows)
    weighed, plain = of_rows(rows), distribution(boards)
    assert weighed.values.tolist() == plain.values.tolist() == sorted(set(boards))
    assert weighed.weights.tolist() == plain.weights.tolist() == [boards.count(value) for value in sorted(set(boards))]
    assert (weighed.total, weighed.sum) == (len(boards), sum(boards))
    assert (weighed.least, weighed.most) == (boards[0], boards[-1])


@given(rows=SMALL)
def test_mean_and_deviation(rows):
    boards = repeated(rows)
    found = of_rows(rows)
    mean = Fraction(sum(boards), len(boards))
    variance = sum((value - mean) ** 2 for value in boards) / len(boards)
    assert found.mean == float(mean)
    assert isclose(found.deviation**2, variance, rel_tol=1e-12)
    assert isclose(found.mean, np.mean(boards), rel_tol=1e-12)
    assert isclose(found.deviation, np.std(boards), rel_tol=1e-9, abs_tol=1e-9)
    assert isclose(found.variation * mean, found.deviation, rel_tol=1e-12)


@given(rows=SMALL, others=SMALL)
def test_the_chance_of_fewer_is_that_of_all_pairs_of_boards(rows, others):
    ours, theirs = repeated(rows), repeated(others)
    wins = sum((one < other) + Fraction(one == other, 2) for one in ours for other in theirs)
    chance = of_rows(rows).chance_of_fewer(of_rows(others))
    assert chance == wins / (len(ours) * len(theirs))
    assert chance + of_rows(others).chance_of_fewer(of_rows(rows)) == 1


@given(rows=SMALL, data=st.data())
def test_a_quantile_is_the_least_count_that_reaches_the_share(rows, data):
    boards = repeated(rows)
    # Shares of whole boards, as well as any other.
    whole = st.integers(0, len(boards)).map(lambda number: number / len(boards))
    share = data.draw(whole | st.floats(0, 1) | st.sampled_from([0.05, 0.07, 0.25, 0.5, 0.75, 0.95]))
    reaching = [value for n, value in enumerate(boards, start=1) if n / len(boards) >= share]
    assert of_rows(rows).quantile(share) == reaching[0]


@pytest.mark.parametrize("number", [1, 2, 7, 10, 100, 1000])
def test_each_percent_of_hundreds_of_boards(number):
    boards = distribution(range(1, 100 * number + 1))
    # Share 0.07 of 100 boards are 7, though 0.07 · 100 > 7 in floating point.
    assert [boards.quantile(percent / 100) for percent in range(1, 101)] == [n * number for n in range(1, 101)]


def test_ends_and_the_median():
    some = distribution([3, 1, 2, 9])
    assert [some.quantile(share) for share in (0, 0.25, 0.26, 0.5, 0.75, 0.76, 1)] == [1, 1, 2, 2, 3, 9, 9]
    one = distribution([0])
    assert (one.mean, one.deviation, one.variation) == (0, 0, 0)
    assert [one.quantile(share) for share in (0, 0.5, 1)] == [0, 0, 0]


@given(
    weights=st.lists(st.integers(1, 1 << 59), min_size=1, max_size=8),
    share=st.sampled_from([0, 0.25, 0.5, 0.75, 1]),
)
def test_quantiles_are_exact_beyond_53_bits(weights, share):
    # Ways to roll a board of many dice.
    found = distribution(range(len(weights)), weights)
    reaching = [n for n in range(len(weights)) if sum(weights[: n + 1]) >= Fraction(share) * sum(weights)]
    assert found.quantile(share) == reaching[0]
    assert found.total == sum(weights)


def test_the_last_of_very_many_boards():
    # In floating point 2^53 boards and one more are 2^53 boards.
    assert distribution([0, 1], [1 << 53, 1]).quantile(1) == 1


@given(rows=SMALL, data=st.data())
def test_weights_between_counts(rows, data):
    boards = repeated(rows)
    start, stop = data.draw(COUNTS), data.draw(st.none() | COUNTS)
    inside = [value for value in boards if start <= value and (stop is None or value < stop)]
    assert of_rows(rows).weight(start, stop) == len(inside)


@given(rows=SMALL)
def test_bands_and_octaves_are_partitions(rows):
    boards = repeated(rows)
    for parts in (of_rows(rows).bands(), of_rows(rows).octaves()):
        assert parts[0][0] == 0
        assert all(after[0] == before[1] + 1 for before, after in pairwise(parts))
        # The last one is not empty, and it is the last that is needed.
        assert parts[-1][0] <= boards[-1] <= parts[-1][1]
        assert [weight for _, _, weight in parts] == [
            sum(first <= value <= last for value in boards) for first, last, _ in parts
        ]
        assert sum(weight for _, _, weight in parts) == len(boards)


def test_edges_of_bands_and_octaves():
    some = distribution([0, 1, 2, 9, 10, 99, 100])
    assert some.bands() == [(0, 0, 1), (1, 1, 1), (2, 9, 2), (10, 99, 2), (100, 999, 1)]
    assert distribution([0]).bands() == distribution([0]).octaves() == [(0, 0, 1)]
    assert distribution([1]).bands() == distribution([1]).octaves() == [(0, 0, 0), (1, 1, 1)]
    assert distribution([8, 7, 0]).octaves() == [(0, 0, 1), (1, 1, 0), (2, 3, 0), (4, 7, 1), (8, 15, 1)]
    assert distribution([(1 << 63) - 1]).octaves()[-1] == (1 << 62, (1 << 63) - 1, 1)
    assert distribution([(1 << 63) - 1]).bands()[-1] == (10**18, 10**19 - 1, 1)


def test_counts_of_zero_weight_are_no_counts():
    some = distribution([5, 6, 1, 7], [0, 2, 0, 1])
    assert (some.least, some.most, some.values.tolist(), some.weights.tolist()) == (6, 7, [6, 7], [2, 1])


def test_sums_of_large_counts_are_exact():
    large = (1 << 62) + 1
    some = distribution([large, large - 2], [3, 5])
    assert some.sum == 8 * large - 10
    assert isclose(some.deviation, np.std([2, 2, 2, 0, 0, 0, 0, 0]))
    assert distribution(np.array([1 << 40], np.uint64)).sum == 1 << 40


@pytest.mark.parametrize("dtype", [np.uint64, np.int64, np.uint8, np.bool_])
def test_counts_of_any_integer_type_and_shape(dtype):
    counts = np.array([[1, 0], [0, 1]], dtype)
    some = distribution(counts, np.array([[1, 2], [3, 4]], np.int32))
    assert (some.values.tolist(), some.weights.tolist()) == ([0, 1], [5, 5])


@pytest.mark.parametrize(
    ("counts", "weights"),
    [([], None), ([], []), ([1, 2], [1]), ([1], [1, 2]), ([1, 2], [0, 0]), ([1, 2], [1, -1]), ([1], 1.5)],
)
def test_what_is_no_distribution_is_refused(counts, weights):
    with pytest.raises(InputError):
        distribution(counts, weights)


@pytest.mark.parametrize("counts", [[0.5, 1.5], [-1], np.array([1 << 63], np.uint64)])
def test_what_is_no_count_is_refused(counts):
    with pytest.raises(InputError):
        distribution(counts)


@pytest.mark.parametrize("share", [-0.01, 1.01, float("nan"), float("inf")])
def test_a_share_is_from_0_to_1(share):
    with pytest.raises(InputError, match="share from 0 to 1"):
        distribution([1, 2]).quantile(share)


def test_boards_of_the_genius_square_by_orbit(tilings):
    by_orbit = distribution(tilings.answers, tilings.orbits.sizes)
    by_board = distribution(tilings.orbits.spread(tilings.answers))
    assert (by_orbit.values == by_board.values).all()
    assert (by_orbit.weights == by_board.weights).all()
    assert by_orbit.total == 8_347_680
    assert by_orbit.weight(0, 1) == 172_440  # Jensen (2023), Theorem 6.2
    everywhere = np.sort(tilings.orbits.spread(tilings.answers))
    for share in (0.25, 0.5, 0.75):
        assert by_orbit.quantile(share) == everywhere[int(share * 8_347_680) - 1]
    assert (tilings.tilings(board_masks(0, 1000, 36, 7)) >= by_orbit.least).all()
