"""Every problem gets a solution or a proof that there is none, and each step of a proof follows."""

import os
import signal
import subprocess
import sys
from itertools import count
from pathlib import Path

import pytest
from hypothesis import given, settings

from solver.errors import MissingPackageError
from solver.exact_cover import ExactCover, Status, backend, proof
from solver.exact_cover.formula import formula_of
from solver.exact_cover.proof import Refutation, refute
from solver.polyform import GENIUS_SQUARE, Board
from tests.drat import clauses_of, refuted, refutes
from tests.strategies import covers

pytest.importorskip("pysat")

UNSOLVABLE = Board.parse("A2 B1 A5 B6 C3 C4 D3", GENIUS_SQUARE.grid)


def pigeons(number):
    """Return the problem to give each of some pigeons one of too few holes: short to say, and long to refute."""
    holes = number - 1
    return ExactCover(
        items=tuple(f"pigeon {n}" for n in range(number)) + tuple(f"hole {n}" for n in range(holes)),
        options=tuple((one, number + hole) for one in range(number) for hole in range(holes)),
        primary=number,
    )


@settings(max_examples=30)
@given(covers())
def test_a_problem_has_a_solution_or_a_proof_that_it_has_none(problem):
    answer = refute(problem)
    if backend("brute-force").solve(problem).status is Status.SOLVED:
        assert isinstance(answer, tuple)
        assert problem.is_solution(answer)
    else:
        assert isinstance(answer, Refutation)
        assert clauses_of(answer.cnf) == formula_of(problem).clauses
        assert refutes(answer.proof, clauses_of(answer.cnf))


@pytest.mark.parametrize("number", range(2, 7))
def test_pigeons_do_not_fit_into_fewer_holes(number):
    refutation = refuted(pigeons(number))
    assert refutes(refutation.proof, clauses_of(refutation.cnf))
    assert (refutation.variables, refutation.clauses) == (
        number * (number - 1),
        len(clauses_of(refutation.cnf)),
    )
    assert refutation.lines == len(refutation.proof.splitlines())


def test_a_board_of_the_genius_square_is_refuted_in_the_same_bytes_in_every_run():
    problem, _ = GENIUS_SQUARE.board_problem(UNSOLVABLE.blockers)
    first, second = (refute(problem, ["what it is", ""]) for _ in range(2))
    assert isinstance(first, Refutation)
    assert first == second
    assert first.cnf.startswith(b"c what it is\nc\nc variable 1: A3 A4 B3 B4 piece O4\n")
    assert first.proof.endswith(b"\n0\n")
    # The limit changes nothing, unless it is reached.
    assert refute(problem, ["what it is", ""], seconds=600.0) == first


@pytest.mark.parametrize(
    "problem", [ExactCover(("a",), ()), ExactCover(("a", "b"), ((0,),)), ExactCover(("a",), ((0,),), (2,))]
)
def test_an_item_that_can_not_be_covered_is_refuted_by_the_empty_clause_at_once(problem):
    assert refuted(problem).proof.splitlines()[-1] == b"0"


def test_a_problem_without_items_has_the_empty_solution():
    assert refute(ExactCover((), ())) == ()


def test_where_time_runs_out_nothing_is_known():
    assert refute(pigeons(3), seconds=0.0) is None
    # Each look at the clock takes a second.
    assert refute(pigeons(13), seconds=3.5, now=count().__next__) is None


def test_without_pysat_it_is_told_what_to_install(monkeypatch):
    monkeypatch.setattr(proof, "find_spec", lambda _name: None)
    with pytest.raises(MissingPackageError, match=r"a proof needs python-sat: pip install 'python-sat>="):
        refute(pigeons(2))


@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
def test_ctrl_c_ends_a_long_proof():
    code = (
        "from tests.solver.exact_cover.test_proof import pigeons\n"
        "from solver.exact_cover.proof import refute\n"
        "import pysat.solvers\n"
        "print('begin', flush=True)\n"
        "refute(pigeons(16))\n"
    )
    root = Path(__file__).parents[3]
    with subprocess.Popen(
        [sys.executable, "-c", code], cwd=root, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "begin\n"
        process.send_signal(signal.SIGINT)
        _, told = process.communicate(timeout=60)
    assert told.splitlines()[-1] == "KeyboardInterrupt"
