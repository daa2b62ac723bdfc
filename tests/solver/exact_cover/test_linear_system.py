"""Row reduction against rational arithmetic, and its solutions against the reference."""

from fractions import Fraction
from itertools import product
from math import comb, gcd

import numpy as np
import pytest
from hypothesis import assume, given, settings, strategies as st

from solver.errors import InputError
from solver.exact_cover import ExactCover
from solver.exact_cover.backends.brute_force import BruteForce
from solver.exact_cover.linear_system import binary_solutions, row_reduce, solutions_by_reduction, system_of
from solver.polyform import Puzzle
from tests.strategies import covers


@st.composite
def systems(draw, rows=5, columns=7, entries=3):
    """Draw a matrix and a right side of small whole numbers."""
    m, n = draw(st.integers(0, rows)), draw(st.integers(0, columns))
    number = st.integers(-entries, entries)
    matrix = draw(st.lists(st.lists(number, min_size=n, max_size=n), min_size=m, max_size=m))
    right = draw(st.lists(number, min_size=m, max_size=m))
    return np.array(matrix, np.int64).reshape(m, n), np.array(right, np.int64)


def solved(matrix, right):
    """Return every solution of 0s and 1s, by trying all."""
    vectors = product((0, 1), repeat=matrix.shape[1])
    return {x for x in vectors if (matrix @ np.array(x, np.int64) == right).all()}


@given(system=systems())
def test_the_reduced_form_is_reduced(system):
    reduced = row_reduce(*system)
    assert list(reduced.pivots) == sorted(reduced.pivots)
    assert sorted(reduced.pivots + reduced.free) == list(range(system[0].shape[1]))
    for row, column in enumerate(reduced.pivots):
        assert reduced.matrix[row, column] > 0
        assert not any(reduced.matrix[row, :column])
        assert np.count_nonzero(reduced.matrix[:, column]) == 1
        assert gcd(*reduced.matrix[row], reduced.right[row]) == 1


@given(system=systems())
@settings(max_examples=50)
def test_the_rank_is_that_of_floating_point_and_of_the_transpose(system):
    matrix, right = system
    reduced = row_reduce(matrix, right)
    assert reduced.rank == row_reduce(matrix.T, np.zeros(matrix.shape[1], int)).rank
    if matrix.size:
        assert reduced.rank == np.linalg.matrix_rank(matrix)
        # Rouché and Capelli.
        assert reduced.is_consistent == (np.linalg.matrix_rank(np.column_stack([matrix, right])) == reduced.rank)


@given(system=systems(), data=st.data())
@settings(max_examples=50)
def test_any_choice_of_the_free_columns_solves_a_consistent_system(system, data):
    matrix, right = system
    reduced = row_reduce(matrix, right)
    assume(reduced.is_consistent)
    values = [Fraction(0)] * matrix.shape[1]
    for column in reduced.free:
        values[column] = Fraction(data.draw(st.integers(-5, 5)))
    for row, column in enumerate(reduced.pivots):
        rest = reduced.right[row] - sum(reduced.matrix[row, f] * values[f] for f in reduced.free)
        values[column] = Fraction(rest, reduced.matrix[row, column])
    for entries, sum_of_row in zip(matrix.tolist(), right.tolist(), strict=True):
        assert sum(entry * value for entry, value in zip(entries, values, strict=True)) == sum_of_row


@given(system=systems())
@settings(max_examples=50)
def test_the_binary_solutions_are_all_of_them(system):
    found = list(binary_solutions(row_reduce(*system)))
    assert len(found) == len(set(found))
    assert set(found) == solved(*system)


@given(problem=covers(items=8, options=14))
@settings(max_examples=50)
def test_a_small_problem_is_solved_by_reduction(problem):
    found = list(solutions_by_reduction(problem))
    assert len(found) == len(set(found))
    assert set(found) == set(BruteForce().solutions(problem))


def test_entries_grow_beyond_64_bits_without_harm():
    # A triangle with 10^18 below a diagonal of ones times 3: determinant 3^12.
    size = 12
    matrix = 3 * np.eye(size, dtype=np.int64) + 10**18 * np.tri(size, k=-1, dtype=np.int64)
    ones = [1] * size
    right = [sum(map(int, row)) for row in matrix]
    reduced = row_reduce(matrix, np.array(right, object))
    assert reduced.rank == size
    assert list(binary_solutions(reduced)) == [tuple(ones)]


def test_dominoes_on_a_chessboard():
    # OEIS A004003: 36 tilings of 4×4; 24 placements, and cells of two colours in equal number: rank 15.
    problem = Puzzle.parse("4x4/0:8*I2").problem
    reduced = row_reduce(*(part[:16] for part in system_of(problem)))
    assert (reduced.rank, reduced.nullity) == (15, 9)
    assert sum(1 for _ in solutions_by_reduction(problem)) == 36


def test_row_reduction_alone_refutes_a_mutilated_chessboard():
    # Opposite corners have one colour, so the equations contradict each other in rational numbers.
    mutilated = Puzzle.parse("4x4-A1,D4/0:7*I2").problem
    assert not row_reduce(*system_of(mutilated)).is_consistent
    assert list(solutions_by_reduction(mutilated)) == []


def test_choosing_half_of_the_columns_is_the_case_where_nothing_is_ruled_out():
    assert sum(1 for _ in binary_solutions(row_reduce([[1] * 14], [7]))) == comb(14, 7)


def test_too_many_free_columns_are_refused_at_once():
    reduced = row_reduce([[1] * 26], [3])
    with pytest.raises(InputError, match=r"25 of 26 columns are free, at most 24 can be tried: have a smaller system"):
        binary_solutions(reduced)
    board = ExactCover(("a",), ((0,),) * 30)
    with pytest.raises(InputError, match="29 of 30 columns"):
        solutions_by_reduction(board)


@pytest.mark.parametrize(
    ("matrix", "right", "words"),
    [
        ([[1, 0]], [1, 1], r"shape \(1, 2\) and a right side of shape \(2,\)"),
        ([1, 0], [1, 1], "shape"),
        ([[0.5]], [1], "float64: pass whole numbers"),
    ],
)
def test_what_is_no_system_is_refused(matrix, right, words):
    with pytest.raises(InputError, match=words):
        row_reduce(matrix, right)


@pytest.mark.parametrize(("rows", "columns"), [(0, 0), (0, 2), (2, 0)])
def test_systems_without_rows_or_columns(rows, columns):
    zero = np.zeros((rows, columns), int)
    assert len(list(binary_solutions(row_reduce(zero, [0] * rows)))) == 2**columns
    if rows:
        assert list(binary_solutions(row_reduce(zero, [1] * rows))) == []
