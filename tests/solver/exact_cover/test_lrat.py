"""Proofs in LRAT: a checker that searches for nothing accepts them, and every hint is needed."""

import shutil
import subprocess

import pytest
from hypothesis import given, settings

from solver.errors import SolverError
from solver.exact_cover import ExactCover
from solver.exact_cover.lrat import lrat_of
from solver.exact_cover.proof import Refutation, refute
from solver.polyform import GENIUS_SQUARE, Board, Puzzle
from tests.drat import clauses_of, lrat_refutes, refuted
from tests.strategies import covers

pytest.importorskip("pysat")

LRAT_CHECK = shutil.which("lrat-check")
SMALL = Puzzle.parse("3x4/4:I2,L3,I3")
BOARDS = [
    (SMALL, "A2 A4 B1 B3"),
    (SMALL, "A1 A2 B3 C2"),
    (Puzzle.parse("3x5-A1,B3/4:I2,L3,I4"), "A3 B2 C3 C5"),
    (GENIUS_SQUARE, "A2 B1 A5 B6 C3 C4 D3"),
    (GENIUS_SQUARE, "A1 A5 B2 C1 D6 E1 E3"),
]


def refutation_of(puzzle, board):
    return refuted(puzzle.board_problem(Board.parse(board, puzzle.grid).blockers)[0])


def formula(*clauses):
    return "".join(f"{clause} 0\n" for clause in clauses).encode()


@pytest.mark.parametrize(("puzzle", "board"), BOARDS)
def test_boards_without_a_tiling_are_refuted(puzzle, board):
    refutation = refutation_of(puzzle, board)
    assert lrat_refutes(lrat_of(refutation.cnf, refutation.proof), clauses_of(refutation.cnf))


@pytest.mark.skipif(LRAT_CHECK is None, reason="lrat-check is not installed")
@pytest.mark.parametrize(("puzzle", "board"), BOARDS)
def test_lrat_check_verifies_them_too(puzzle, board, tmp_path):
    refutation = refutation_of(puzzle, board)
    cnf, lrat = tmp_path / "board.cnf", tmp_path / "board.lrat"
    cnf.write_bytes(refutation.cnf)
    lrat.write_bytes(lrat_of(refutation.cnf, refutation.proof))
    done = subprocess.run([str(LRAT_CHECK), cnf, lrat], capture_output=True, text=True, check=False)
    assert "c VERIFIED" in done.stdout.splitlines()


@settings(max_examples=40)
@given(covers())
def test_every_refutation_of_a_cover_has_its_hints(problem):
    answer = refute(problem)
    if isinstance(answer, Refutation):
        assert lrat_refutes(lrat_of(answer.cnf, answer.proof), clauses_of(answer.cnf))


@pytest.mark.parametrize(("puzzle", "board"), BOARDS[:4])
def test_without_one_of_its_hints_a_step_is_refused(puzzle, board):
    refutation = refutation_of(puzzle, board)
    lines = lrat_of(refutation.cnf, refutation.proof).decode().splitlines()
    steps = [number for number, line in enumerate(lines) if line.split()[1] != "d"]
    for number in (steps[0], steps[len(steps) // 2], steps[-1]):
        words = lines[number].split()
        hint = words.index("0") + 1
        bare = [*lines[:number], " ".join(words[:hint] + words[hint + 1 :]), *lines[number + 1 :]]
        assert not lrat_refutes("\n".join(bare).encode(), clauses_of(refutation.cnf))


def test_what_is_true_for_good_stays_so_when_its_reasons_are_deleted():
    cnf = formula("1 2", "1 -2", "-1 3", "-3 4 5", "-3 4 -5", "-4 6 7", "-4 6 -7", "-6 8", "-6 -8")
    lrat = lrat_of(cnf, formula("1", "d 1", "d -1 3", "4", "d 4 -3 5", "6", ""))
    assert lrat_refutes(lrat, clauses_of(cnf))
    assert lrat.decode().splitlines() == [
        "10 1 0 1 2 0",
        "11 3 0 10 3 0",
        "11 d 3 0",
        "12 4 0 11 4 5 0",
        "12 d 4 0",
        "13 6 0 12 6 7 0",
        "14 8 0 13 8 0",
        "15 0 14 13 9 0",
    ]


def test_a_formula_that_refutes_itself_needs_one_step():
    assert lrat_of(formula("1", "", "2"), b"0\n") == b"4 0 2 0\n"
    assert lrat_of(formula("1", "-1"), b"0\n") == b"3 0 1 2 0\n"
    empty = refuted(ExactCover(("a", "b"), ((0,),)))
    assert lrat_refutes(lrat_of(empty.cnf, empty.proof), clauses_of(empty.cnf))


def test_clauses_that_say_nothing_new_are_passed_over():
    cnf = formula("1 -1", "1 1 2", "1 2", "1 -2", "-1 2", "-1 -2")
    lrat = lrat_of(cnf, formula("2 -2", "d 2 1", "d 2 3", "1", "1 2", ""))
    assert lrat_refutes(lrat, clauses_of(cnf))
    assert lrat.decode().splitlines()[0] == "6 d 3 0"


@pytest.mark.parametrize(
    ("proof", "message"),
    [
        (formula("2", "1"), "step 2 of a proof does not follow"),
        (formula("d 2 3", ""), "step 2 of a proof does not follow"),
        (formula("2"), "ends without the empty clause"),
        (b"", "ends without the empty clause"),
    ],
)
def test_a_proof_that_proves_nothing_is_an_error(proof, message):
    with pytest.raises(SolverError, match=message):
        lrat_of(formula("1 2", "-1 2"), proof)
