"""The files of one proof: the formula of the board, a proof that refutes it, and a record of both."""

import json
from dataclasses import replace

import pytest

from dicelab.errors import OutputExistsError
from dicelab.verifying.board_proof import (
    BOARD_FILES,
    CNF,
    DRAT,
    LRAT,
    RECORD,
    BoardProof,
    UncheckedProofError,
    checked,
    prove_board,
)
from solver.errors import InputError
from solver.exact_cover.checkers import Checkers, DratCheck, DratVerdict
from solver.polyform import GENIUS_SQUARE, Board, Puzzle
from solver.runs.storage import read_sealed, sha256
from tests.drat import clauses_of, lrat_refutes, needs_scripts, program_that_says, refutes

pytest.importorskip("pysat")

PUZZLE = Puzzle.parse("3x5-A1,B3/4:I2,L3,I4")
BOARD = Board.parse("A3 B2 C3 C5", PUZZLE.grid)
VERIFIED = DratCheck(DratVerdict.VERIFIED)


@pytest.fixture(scope="module")
def refutation():
    return prove_board(BOARD, PUZZLE).refutation


def test_the_checker_of_its_own_reads_at_most_128_cells():
    puzzle = Puzzle.parse("triangles@0-66,0-66/2:44*I3")
    proof = prove_board(Board.parse("1 3", puzzle.grid), puzzle)
    assert proof.check.verdict is DratVerdict.UNKNOWN
    assert proof.check.reason.startswith(
        "dicelab check reads boards of at most 128 cells and this one has 134: install"
    )


def test_a_board_has_a_tiling_or_a_proof():
    solvable = prove_board(Board.parse("B1 C3 D2 F1 F2 E6 F6", GENIUS_SQUARE.grid), GENIUS_SQUARE)
    assert solvable.tiling is not None
    assert solvable.status == "solvable"
    assert solvable.tiling.board.format() == "B1 C3 D2 E6 F1 F2 F6"
    with pytest.raises(InputError, match="2 blockers on the board: place 7"):
        prove_board(Board.parse("A1 A2", GENIUS_SQUARE.grid), GENIUS_SQUARE)
    assert prove_board(BOARD, PUZZLE, seconds=0.0).status == "unknown"


def test_without_a_proof_nothing_is_written(tmp_path):
    with pytest.raises(ValueError, match="board A3 B2 C3 C5 is unknown: there is no proof to write"):
        BoardProof(BOARD, PUZZLE).write(tmp_path)
    assert not list(tmp_path.iterdir())


def test_the_formula_tells_what_it_is_of_and_what_its_variables_are(refutation):
    head = [line for line in refutation.cnf.decode().splitlines() if line.startswith("c ")]
    assert head[:4] == [
        "c dicelab/refutation/1: no assignment satisfies these clauses, since the board has no tiling",
        "c puzzle 3x5-A1,B3/4:I2,L3,I4",
        "c board A3 B2 C3 C5",
        "c a variable is a placement: it holds where the piece lies on these cells",
    ]
    named = [line.split(": ")[1] for line in head if line.startswith("c variable ")]
    lying = [(piece, mask) for piece, mask in PUZZLE.placements if not mask & BOARD.blockers]
    assert named == [f"{PUZZLE.grid.labels(mask)} piece {piece.name}" for piece, mask in lying]
    assert refutes(refutation.proof, clauses_of(refutation.cnf))


def test_the_record_is_of_both_files_and_names_puzzle_and_board(refutation, tmp_path):
    proof = BoardProof(BOARD, PUZZLE, refutation, VERIFIED)
    proof.write(tmp_path / "new")
    folder = tmp_path / "new"
    assert {path.name for path in folder.iterdir()} == set(BOARD_FILES)
    kept = read_sealed(folder / RECORD, "dicelab/refutation/1")
    assert kept == {"schema": proof.schema, **json.loads(json.dumps(proof.record()))}
    assert kept["board"] == ["A3", "B2", "C3", "C5"]
    assert (kept["rows"], kept["columns"], kept["holes"], kept["blockers"]) == (3, 5, ["A1", "B3"], 4)
    assert kept["pieces"] == ["##", "##/#.", "####"]
    assert kept["checked_by"] == "drat-trim"
    for part, name in (("cnf", CNF), ("proof", DRAT)):
        data = (folder / name).read_bytes()
        assert kept[part]["file"] == name
        assert (kept[part]["bytes"], kept[part]["sha256"]) == (len(data), sha256(data))
    assert (kept["cnf"]["variables"], kept["cnf"]["clauses"]) == (
        refutation.variables,
        len(clauses_of(refutation.cnf)),
    )
    assert Puzzle.parse(kept["puzzle"]) == PUZZLE


@pytest.mark.parametrize("verdict", [DratVerdict.MISSING, DratVerdict.UNKNOWN])
def test_a_proof_that_was_not_checked_is_said_to_be_so(refutation, verdict):
    assert BoardProof(BOARD, PUZZLE, refutation, DratCheck(verdict, "no program")).record()["checked_by"] is None


def test_without_drat_trim_our_own_checker_follows_each_step(refutation):
    fields = BoardProof(BOARD, PUZZLE, refutation).record()
    assert checked(refutation, fields, BOARD.blockers, None, Checkers()) == ("dicelab check", VERIFIED)
    bare = replace(refutation, proof=b"")
    program, check = checked(bare, fields, BOARD.blockers, None, Checkers())
    assert (program, check.verdict) == ("dicelab check", DratVerdict.REFUSED)
    assert "it ends without the empty clause" in check.reason
    assert checked(refutation, fields, BOARD.blockers, 0.0, Checkers())[1].verdict is DratVerdict.UNKNOWN


@needs_scripts
def test_a_proof_that_is_refused_is_an_error(monkeypatch, tmp_path):
    program_that_says(tmp_path / "no", "c ERROR: no conflict\ns NOT VERIFIED\n", "", monkeypatch)
    with pytest.raises(UncheckedProofError, match=r"the proof of board A3 B2 C3 C5 is refused.*no conflict"):
        prove_board(BOARD, PUZZLE, checkers=Checkers.found())


@pytest.mark.parametrize("name", [*BOARD_FILES, LRAT])
def test_no_file_of_a_proof_is_overwritten_unless_told_to(refutation, tmp_path, name):
    (tmp_path / name).write_bytes(b"mine")
    proof = BoardProof(BOARD, PUZZLE, refutation, VERIFIED)
    with pytest.raises(OutputExistsError, match=f"{name} exists: pass --force"):
        proof.write(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == [name]
    assert (tmp_path / name).read_bytes() == b"mine"
    proof.write(tmp_path, force=True)
    assert (tmp_path / DRAT).read_bytes() == refutation.proof


def test_a_proof_in_lrat_lies_beside_that_in_drat_and_never_beside_another(tmp_path):
    with_lrat = prove_board(BOARD, PUZZLE, lrat=True)
    with_lrat.write(tmp_path)
    assert lrat_refutes((tmp_path / LRAT).read_bytes(), clauses_of((tmp_path / CNF).read_bytes()))
    without = prove_board(BOARD, PUZZLE)
    without.write(tmp_path, force=True)
    assert {path.name for path in tmp_path.iterdir()} == set(BOARD_FILES)
    assert with_lrat.record() == without.record()


def test_a_file_is_no_folder_for_a_proof(refutation, tmp_path):
    (tmp_path / "file").write_bytes(b"mine")
    with pytest.raises(OutputExistsError, match="is a file: name a folder"):
        BoardProof(BOARD, PUZZLE, refutation).write(tmp_path / "file", force=True)
