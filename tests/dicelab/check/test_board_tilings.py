"""A board has exactly the tilings that a proof lists: each is checked, and a proof shows that there are no others."""

from __future__ import annotations

from dataclasses import replace

import pytest

from dicelab.check import check_file, check_refutation, status_of, text_of
from dicelab.check.board_tilings import MOST_TILINGS
from dicelab.check.reading import CertificateError
from dicelab.errors import DiceError
from dicelab.verifying import board_tilings
from dicelab.verifying.board_proof import BoardProof, prove_board
from solver.exact_cover import backend
from solver.polyform import GENIUS_SQUARE, Board, Puzzle
from tests.drat import STEP_CHECKERS

pytest.importorskip("pysat")

DOMINOES = Puzzle.parse("2x5/0:5*I2")
RECTANGLE = Board(0, DOMINOES.grid)
SMALL = Puzzle.parse("3x4/4:I2,L3,I3")


@pytest.fixture(scope="module")
def five() -> BoardProof:
    """The 2×5 rectangle, which has eight tilings by dominoes (Fibonacci)."""
    return prove_board(RECTANGLE, DOMINOES, count=True)


def forged(folder, proof: BoardProof, *, tilings: list[bytes] | None = None, drat: bytes | None = None):
    """Write a proof with other tilings, and the clauses and the numbers that go with them."""
    refutation = proof.refutation
    assert refutation is not None
    assert proof.tilings is not None
    own = proof.tilings.splitlines()
    tilings = own if tilings is None else tilings
    head, *_ = (line for line in refutation.cnf.splitlines() if line.startswith(b"p"))
    clauses = [line for line in refutation.cnf.splitlines() if line[:1] not in b"cp"]
    ground = clauses[: len(clauses) - len(own)]
    of_tiling = dict(zip(own, clauses[len(ground) :], strict=True))
    named = [*ground, *(of_tiling.get(tiling, b"-1 0") for tiling in tilings)]
    lines = [b"p cnf %s %d" % (head.split()[2], len(named)), *named, b""]
    changed = replace(
        refutation, cnf=b"\n".join(lines), clauses=len(named), proof=refutation.proof if drat is None else drat
    )
    replace(proof, refutation=changed, tilings=b"".join(line + b"\n" for line in tilings)).write(folder, force=True)
    return folder / "proof.json"


@pytest.mark.parametrize("checker", STEP_CHECKERS)
def test_the_number_of_tilings_is_proved(five, checker, tmp_path):
    assert (five.status, five.number) == ("counted", 8)
    report = check_file(forged(tmp_path, five), usual=checker)
    assert report.ok
    assert status_of(report) == 0
    assert "exactly 8 tilings" in text_of(report)
    assert report.digest == five.digest


@pytest.mark.parametrize("checker", STEP_CHECKERS)
def test_what_is_not_all_tilings_is_refused(five, checker, tmp_path):
    own = five.tilings.splitlines()
    exchanged = own[0].translate(bytes.maketrans(b"12", b"21"))
    square = Puzzle.parse("2x4/0:4*I2")
    other = prove_board(Board(0, square.grid), square, count=True).refutation
    assert other is not None
    for tilings, drat, words in (
        (own[1:], None, "proves nothing"),
        ([], None, "proves nothing"),
        ([*own, own[2]], None, "tiling 9 is tiling 3 once more"),
        ([*own, exchanged], None, "tiling 9 is tiling 1 once more"),
        ([*own[:-1], b"1122334455"[::-1]], None, "tiling 8 is none"),
        ([*own[:-1], b"112233445#"], None, "tiling 8 is of another board"),
        ([*own[:-1], own[-1] + b"1"], None, "tiling 8 is not a line of 10 characters"),
        (own, other.proof, "proves nothing"),
        (own, b"0\n", "proves nothing"),
    ):
        report = check_refutation(forged(tmp_path, five, tilings=tilings, drat=drat), checker)
        assert status_of(report) == 4
        assert words in str(report.problem)


def test_a_wrong_number_is_refused(five, tmp_path):
    class Lying(BoardProof):
        number = 7

    lying = Lying(RECTANGLE, DOMINOES, five.refutation, tilings=five.tilings)
    lying.write(tmp_path)
    assert check_refutation(tmp_path / "proof.json").problem == "more tilings are listed, but proof.json gives 7"
    Lying.number = 9
    lying.write(tmp_path, force=True)
    assert check_refutation(tmp_path / "proof.json").problem == "8 tilings are listed, but proof.json gives 9"
    Lying.number = MOST_TILINGS + 1
    lying.write(tmp_path, force=True)
    with pytest.raises(CertificateError, match="a number of tilings that is not from 0 to"):
        check_refutation(tmp_path / "proof.json")


def test_a_changed_list_is_damaged(five, tmp_path):
    five.write(tmp_path)
    (tmp_path / "board.tilings").write_bytes(five.tilings[:-1])
    with pytest.raises(CertificateError, match=r"board.tilings: is damaged"):
        check_refutation(tmp_path / "proof.json")


@pytest.mark.parametrize("mask", [0b1111, 0b100000011001, 0b010010100001])
def test_the_number_is_that_of_the_plainest_search(mask, tmp_path):
    board = Board(mask, SMALL.grid)
    proof = prove_board(board, SMALL, count=True)
    assert proof.number == backend("brute-force").count(SMALL.board_problem(mask)[0]).solutions
    proof.write(tmp_path)
    assert check_refutation(tmp_path / "proof.json").ok


def test_a_board_with_one_tiling_of_the_genius_square(tmp_path):
    proof = prove_board(Board.parse("A4 B3 B5 C1 C2 C4 C6", GENIUS_SQUARE.grid), GENIUS_SQUARE, count=True)
    proof.write(tmp_path)
    report = check_refutation(tmp_path / "proof.json")
    assert (report.tilings, report.ok) == (1, True)
    assert "Proved: it has 1 tiling and no other." in text_of(report)


def test_too_many_tilings_need_other_means(monkeypatch):
    monkeypatch.setattr(board_tilings, "MOST_TILINGS", 7)
    with pytest.raises(DiceError, match=r"more than 7 tilings.*dicelab count"):
        prove_board(RECTANGLE, DOMINOES, count=True)
