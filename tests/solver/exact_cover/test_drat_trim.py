"""What drat-trim says is taken for what it says, and nothing else for a proof."""

import pytest

from solver.errors import InputError
from solver.exact_cover import ExactCover
from solver.exact_cover.checkers import DRAT_TRIM_VARIABLE, DratVerdict, check_proof, find_drat_trim
from tests.drat import needs_drat_trim, needs_scripts, program_that_says, refuted

SQUARE = b"p cnf 2 4\n1 2 0\n-1 2 0\n1 -2 0\n-1 -2 0\n"
"""No assignment of two variables satisfies all four clauses over them."""


def test_without_the_program_it_is_told_what_to_install(monkeypatch, tmp_path):
    monkeypatch.delenv(DRAT_TRIM_VARIABLE, raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert find_drat_trim() is None
    check = check_proof(SQUARE, b"1 0\n0\n")
    assert check.verdict is DratVerdict.MISSING
    assert "Debian's package drat-trim" in check.reason
    assert "DRAT_TRIM=PATH" in check.reason


def test_a_program_that_is_named_and_not_there_is_refused(monkeypatch, tmp_path):
    monkeypatch.setenv(DRAT_TRIM_VARIABLE, str(tmp_path / "nothing"))
    with pytest.raises(InputError, match="nothing is not a program"):
        check_proof(SQUARE, b"1 0\n0\n")


@needs_scripts
@pytest.mark.parametrize(
    ("said", "verdict", "reason"),
    [
        ("c parsing\n\rc trivial UNSAT\ns VERIFIED\n", DratVerdict.VERIFIED, ""),
        ("\rc 0 RAT lemmas in core\rs VERIFIED\n\rc verification time: 0.1 seconds\n", DratVerdict.VERIFIED, ""),
        ("c RAT check failed\n\ns NOT VERIFIED\n", DratVerdict.REFUSED, "drat-trim says: NOT VERIFIED"),
        (
            "c WARNING: no empty clause detected\ns NOT VERIFIED\n",
            DratVerdict.REFUSED,
            "drat-trim says: WARNING: no empty clause detected",
        ),
        ("s DERIVATION\n", DratVerdict.REFUSED, "drat-trim says: DERIVATION"),
        ("s TIMEOUT\ns NOT VERIFIED\n", DratVerdict.REFUSED, "drat-trim says: NOT VERIFIED"),
        ("s TIMEOUT\n", DratVerdict.UNKNOWN, "drat-trim ran out of time"),
        ("c it would say: s VERIFIED\n", DratVerdict.REFUSED, "drat-trim says: no verdict"),
        ("s VERIFIED\ns NOT VERIFIED\n", DratVerdict.REFUSED, "drat-trim says: NOT VERIFIED"),
        ("", DratVerdict.REFUSED, "drat-trim says: no verdict"),
    ],
)
@pytest.mark.parametrize("status", [0, 1])
def test_a_verdict_is_a_line_whatever_the_exit_status(said, verdict, reason, status, tmp_path, monkeypatch):
    program_that_says(tmp_path / "program", said, f"exit {status}", monkeypatch)
    check = check_proof(SQUARE, b"1 0\n0\n")
    assert (check.verdict, check.reason) == (verdict, reason)


@needs_scripts
def test_a_program_that_crashes_or_never_ends_verifies_nothing(tmp_path, monkeypatch):
    program_that_says(tmp_path / "program", "s VERIFIED\n", "kill -9 $$", monkeypatch)
    check = check_proof(SQUARE, b"1 0\n0\n")
    assert (check.verdict, check.reason) == (DratVerdict.REFUSED, "drat-trim was ended by signal 9")
    program_that_says(tmp_path / "program", "s VERIFIED\n", "exec /bin/sleep 60", monkeypatch)
    check = check_proof(SQUARE, b"1 0\n0\n", seconds=0.2)
    assert (check.verdict, check.reason) == (DratVerdict.UNKNOWN, "drat-trim was not done in 0.2 seconds")


@needs_scripts
def test_what_is_no_program_is_refused(tmp_path, monkeypatch):
    path = program_that_says(tmp_path / "program", "", "", monkeypatch)
    path.write_bytes(b"#!/nowhere\n")
    with pytest.raises(InputError, match="can't be run"):
        check_proof(SQUARE, b"1 0\n0\n")


@needs_drat_trim
@pytest.mark.parametrize(
    "proof", [b"1 0\n0\n", b"2 0\n-2 0\n0\n", b"2 0\nd 1 2 0\nd -1 2 0\n0\n", b"1 0\nd 1 2 0\n0\n"]
)
def test_a_right_proof_is_verified(proof):
    assert check_proof(SQUARE, proof).verdict is DratVerdict.VERIFIED


@needs_drat_trim
@pytest.mark.parametrize(
    ("cnf", "proof"),
    [
        (SQUARE, b"d 1 2 0\nd -1 2 0\n0\n"),
        (SQUARE.replace(b"4", b"3").replace(b"-1 -2 0\n", b""), b"1 0\n0\n"),
        (b"p cnf 2 1\n1 2 0\n", b"0\n"),
        (b"p cnf 2 1\n1 2 0\n", b"1 0\n"),
        (b"p cnf 2 1\n1 2 0\n", b""),
    ],
    ids=["what it needs is deleted", "a formula with a model", "the empty clause", "no empty clause", "nothing"],
)
def test_a_wrong_proof_is_refused(cnf, proof):
    assert check_proof(cnf, proof).verdict is DratVerdict.REFUSED


@needs_drat_trim
@pytest.mark.parametrize(
    "problem", [ExactCover(("a",), ()), ExactCover(("a", "b"), ((0,),)), ExactCover(("a",), ((0,),), (2,))]
)
def test_a_short_proof_is_not_taken_for_a_binary_one(problem):
    refutation = refuted(problem)
    assert check_proof(refutation.cnf, refutation.proof).verdict is DratVerdict.VERIFIED
