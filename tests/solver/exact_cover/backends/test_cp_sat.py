"""CP-SAT, with a model for each problem and with one model for many."""

import pytest
from hypothesis import given, settings, strategies as st

from solver.exact_cover import ExactCover
from solver.exact_cover.backends.cp_sat import CpSat, CpSatSession
from solver.polyform import Puzzle
from tests.solver.exact_cover.backends.conformance import BackendConformance, every_solution
from tests.strategies import planted_covers


class TestCpSat(BackendConformance):
    @pytest.fixture(scope="class")
    @classmethod
    def backend(cls):
        return CpSat()


@given(problem=planted_covers(), data=st.data())
@settings(max_examples=30)
def test_a_session_answers_as_the_problem_without_the_removed_items(problem, data):
    count = len(problem.items)
    removable = data.draw(st.integers(0, count))
    session = CpSatSession(problem, removable)
    # Several questions in a row: an answer must not depend on the ones before.
    for removed in data.draw(st.lists(st.integers(0, (1 << removable) - 1), min_size=1, max_size=6)):
        gone = [item for item in range(count) if removed >> item & 1]
        solution = session.solve(removed)
        expected = every_solution(problem.without(gone))
        if solution is None:
            assert not expected
        else:
            kept = [n for n, option in enumerate(problem.options) if not set(option) & set(gone)]
            assert tuple(kept.index(n) for n in solution) in expected


def test_a_session_tells_solvable_and_unsolvable_boards_apart():
    # Two dominoes cover two cells of each colour, so the blockers must differ in colour; all nine such boards
    # can be tiled.
    puzzle = Puzzle.parse("2x3/2:2*I2")
    session = CpSatSession(puzzle.problem, 6)
    boards = [1 << a | 1 << b for a in range(6) for b in range(a)]
    solvable = {puzzle.grid.labels(board) for board in boards if session.solve(board) is not None}
    two_colours = {puzzle.grid.labels(board) for board in boards if (board & puzzle.grid.dark).bit_count() == 1}
    assert solvable == two_colours
    assert len(solvable) == 9


def test_a_session_on_a_problem_without_options():
    assert CpSatSession(ExactCover(("a",), ()), 0).solve(0) is None
    assert CpSatSession(ExactCover(("a", "b"), ((0,),)), 2).solve(0) is None
    assert CpSatSession(ExactCover(("a", "b"), ((0,),)), 2).solve(2) == (0,)
