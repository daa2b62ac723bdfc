"""SAT: the conformance class, and what is its own: conflicts, interruption, and how a solution is blocked."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from hypothesis import given, settings

from solver.exact_cover import ExactCover, Limits, Status
from solver.exact_cover.backends.brute_force import BruteForce
from solver.exact_cover.backends.sat import Sat
from solver.polyform import GENIUS_SQUARE, Board, Piece, SquareGrid, placements
from tests.solver.exact_cover.backends.conformance import BackendConformance
from tests.strategies import covers

ROOT = Path(__file__).parents[4]


class TestSat(BackendConformance):
    @pytest.fixture(scope="class")
    @classmethod
    def backend(cls):
        return Sat()


@given(problem=covers(items=7, options=10))
@settings(max_examples=30)
def test_no_solution_contains_another(problem):
    # Why a clause that forbids the chosen options blocks one solution and no other.
    solutions = [set(solution) for solution in BruteForce().solutions(problem)]
    assert not any(one < other for one in solutions for other in solutions)


def test_counters_do_not_double_a_solution():
    # Four of three options that hold a and three that hold a and b, at most two of these: 1 * 3 + 3 * 3 ways.
    problem = ExactCover(("a", "b"), ((0,), (0,), (0,), (0, 1), (0, 1), (0, 1)), (4, 2), 1)
    found = list(Sat().solutions(problem))
    assert set(found) == set(BruteForce().solutions(problem))
    assert len(found) == len(set(found)) == 12


def test_the_tilings_of_the_example_board():
    # Goralczyk (2024), section 3.4.
    board = Board.parse("B1 C3 D2 F1 F2 E6 F6", GENIUS_SQUARE.grid)
    problem, _ = GENIUS_SQUARE.board_problem(board.blockers)
    count = Sat().count(problem)
    assert (count.status, count.solutions) == (Status.SOLVED, 4238)
    assert Sat().count(problem, Limits(solutions=7)).status is Status.LIMIT


def mutilated_chessboard(size):
    """Dominoes on a board without two opposite corners, which have one colour: refuted by a count, not by cases."""
    grid = SquareGrid(size, size, ["A1", f"{chr(64 + size)}{size}"])
    lying = placements(Piece.parse("domino"), grid)
    return ExactCover(tuple(map(grid.label, range(len(grid)))), tuple(tuple(grid.cells(mask)) for mask in lying))


def test_conflicts_are_counted_and_limited():
    problem = mutilated_chessboard(6)
    proved = Sat().solve(problem)
    assert proved.status is Status.UNSOLVABLE
    assert proved.stats.nodes > 10
    assert Sat().solve(problem, Limits(nodes=proved.stats.nodes + 1)).status is Status.UNSOLVABLE
    for nodes in (1, proved.stats.nodes // 2):
        cut = Sat().solve(problem, Limits(nodes=nodes))
        assert cut.status is Status.UNKNOWN
        # MiniSat looks at its budget after a conflict has been worked off.
        assert nodes <= cut.stats.nodes <= nodes + 2


def test_what_propagation_refutes_costs_no_conflict():
    board = Board.parse("A2 B1 A5 B6 C3 C4 D3", GENIUS_SQUARE.grid)
    problem, _ = GENIUS_SQUARE.board_problem(board.blockers)
    proved = Sat().solve(problem, Limits(nodes=1))
    assert (proved.status, proved.stats.nodes) == (Status.UNSOLVABLE, 0)


def test_a_time_limit_ends_a_long_search():
    result = Sat().solve(mutilated_chessboard(14), Limits(seconds=0.2))
    assert result.status is Status.UNKNOWN
    assert result.stats.nodes > 0


SEARCH = """
from solver.exact_cover.backends.sat import Sat
from tests.solver.exact_cover.backends.test_sat import mutilated_chessboard
print("started", flush=True)
Sat().solve(mutilated_chessboard(16))
"""


@pytest.mark.skipif(os.name == "nt", reason="Windows sends no SIGINT to a process")
def test_ctrl_c_is_heard_during_a_search():
    with subprocess.Popen(
        [sys.executable, "-c", SEARCH],
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout
        assert process.stdout.readline() == "started\n"
        time.sleep(0.5)
        process.send_signal(signal.SIGINT)
        _, told = process.communicate(timeout=60)
    assert told.rstrip().endswith("KeyboardInterrupt")
