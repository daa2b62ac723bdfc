"""HiGHS on the 0–1 system, and what it may answer."""

import importlib
import signal
import sys
import threading

import pytest

from solver.errors import MissingPackageError, SolverError
from solver.exact_cover import ExactCover, Limits, Status
from solver.polyform import GENIUS_SQUARE, Board, Puzzle, Tiling
from tests.solver.exact_cover.backends.conformance import BackendConformance, queens

pytest.importorskip("highspy", exc_type=ImportError)
garvie_burkardt = importlib.import_module("solver.exact_cover.backends.garvie_burkardt")


class TestGarvieBurkardt(BackendConformance):
    @pytest.fixture(scope="class")
    @classmethod
    def backend(cls):
        return garvie_burkardt.GarvieBurkardt()


def problem_of(board):
    return GENIUS_SQUARE.board_problem(Board.parse(board, GENIUS_SQUARE.grid).blockers)[0]


def test_the_example_board_is_tiled():
    # Goralczyk (2024), section 4.2: 13 hours to a binary solution of this board by her linear optimiser.
    board = Board.parse("B1 C3 D2 E6 F1 F2 F6", GENIUS_SQUARE.grid)
    result = garvie_burkardt.GarvieBurkardt().solve(problem_of(board.format()))
    assert result.status is Status.SOLVED
    assert Tiling.of_board(result.solution, board.blockers, GENIUS_SQUARE).board == board


def test_a_board_without_a_tiling_and_one_with_two():
    backend = garvie_burkardt.GarvieBurkardt()
    assert backend.solve(problem_of("A2 B1 A5 B6 C3 C4 D3")).status is Status.UNSOLVABLE
    count = backend.count(problem_of("A3 A5 C2 D1 D3 E2 F6"))
    assert (count.status, count.solutions) == (Status.SOLVED, 2)


def test_nodes_are_used_up_solution_by_solution():
    backend = garvie_burkardt.GarvieBurkardt()
    cut = backend.count(queens(6), Limits(nodes=3))
    assert cut.status is Status.UNKNOWN
    # A solve takes at least a node.
    assert cut.solutions <= cut.stats.nodes <= backend.count(queens(6)).stats.nodes


@pytest.mark.parametrize(
    ("answers", "words"), [([(0,)], "which is no solution"), ([(0, 3), (0, 3)], "a solution that was excluded")]
)
def test_a_wrong_answer_of_highs_is_never_passed_on(monkeypatch, answers, words):
    # Two solutions: {0, 3} and {1, 2}.
    problem = ExactCover(("a", "b", "c", "d"), ((0, 1), (0, 2), (1, 3), (2, 3)))
    said = iter(answers)
    monkeypatch.setattr(garvie_burkardt._System, "solve", lambda *_: (next(said), Status.SOLVED))
    stream = garvie_burkardt.GarvieBurkardt().solutions(problem)
    with pytest.raises(SolverError, match=words):
        list(stream)


@pytest.mark.skipif(not hasattr(signal, "pthread_kill"), reason="signals go to the process, not to a thread")
def test_ctrl_c_is_heard_while_highs_works():
    # One solve that takes seconds; the signal comes in its midst.
    puzzle = Puzzle.parse("8x8/4:pentominoes")
    hard, _ = puzzle.board_problem(puzzle.grid.mask(map(puzzle.grid.cell, ("D4", "D5", "E4", "E5"))))
    alarm = threading.Timer(0.2, signal.pthread_kill, [threading.main_thread().ident, signal.SIGINT])
    # As in a program of its own, whatever an earlier test has left behind.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        alarm.start()
        with pytest.raises(KeyboardInterrupt):
            garvie_burkardt.GarvieBurkardt().solve(hard)
    finally:
        signal.signal(signal.SIGINT, before)
    # And nothing of it stays behind.
    assert garvie_burkardt.GarvieBurkardt().count(queens(4)).solutions == 2


def test_a_highspy_that_cannot_be_loaded_is_told_in_one_line(monkeypatch):
    # highspy 1.15 beside ortools: each brings a libhighs.so.1.
    monkeypatch.setitem(sys.modules, "highspy", None)
    monkeypatch.delitem(sys.modules, garvie_burkardt.__name__)
    with pytest.raises(
        MissingPackageError, match=r"can't load this highspy together with ortools: pip install 'highspy<1.15'"
    ):
        importlib.import_module(garvie_burkardt.__name__)
