"""cake_lpr's words are taken for what they say; where it is there, it verifies what ``lrat_of`` writes and no lie."""

import pytest

from solver.errors import InputError
from solver.exact_cover.checkers import (
    CAKE_LPR_VARIABLE,
    DRAT_TRIM_VARIABLE,
    DratVerdict,
    check_lrat,
    find_cake_lpr,
    in_lrat,
    require_cake_lpr,
)
from solver.exact_cover.lrat import lrat_of
from solver.polyform import GENIUS_SQUARE, Board
from tests.drat import needs_cake_lpr, needs_scripts, program_that_says, refuted

SQUARE = b"p cnf 2 4\n1 2 0\n-1 2 0\n1 -2 0\n-1 -2 0\n"
PROOF = b"5 2 0 1 2 0\n6 1 0 5 3 0\n7 0 6 5 4 0\n"


@needs_scripts
@pytest.mark.parametrize(
    ("said", "code", "verdict", "reason"),
    [
        ("s VERIFIED UNSAT\n", "", DratVerdict.VERIFIED, ""),
        ("s VERIFIED UNSAT\n", "exit 1", DratVerdict.REFUSED, "cake_lpr says: s VERIFIED UNSAT"),
        ("s VERIFIED\n", "", DratVerdict.REFUSED, "cake_lpr says: s VERIFIED"),
        (
            "c it would say: s VERIFIED UNSAT\n",
            "",
            DratVerdict.REFUSED,
            "cake_lpr says: it would say: s VERIFIED UNSAT",
        ),
        ("", "echo 'c empty clause not derived' >&2", DratVerdict.REFUSED, "cake_lpr says: empty clause not derived"),
        ("", "kill -9 $$", DratVerdict.REFUSED, "cake_lpr says: no verdict"),
        ("", "exec /bin/sleep 60", DratVerdict.UNKNOWN, "cake_lpr was not done in 0.5 seconds"),
        (
            "",
            "echo 'CakeML heap space exhausted.' >&2",
            DratVerdict.UNKNOWN,
            "cake_lpr says: CakeML heap space exhausted. Set CML_HEAP_SIZE to more megabytes",
        ),
    ],
)
def test_a_verdict_is_the_only_line(said, code, verdict, reason, tmp_path):
    program = program_that_says(tmp_path / "program", said, code)
    check = check_lrat(SQUARE, PROOF, program, seconds=0.5 if "sleep" in code else None)
    assert (check.verdict, check.reason) == (verdict, reason)


def test_a_program_that_is_not_there_is_told(monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv(CAKE_LPR_VARIABLE, raising=False)
    assert find_cake_lpr() is None
    monkeypatch.setenv(CAKE_LPR_VARIABLE, str(tmp_path / "nothing"))
    with pytest.raises(InputError, match=r"CAKE_LPR=.*nothing is not a program"):
        find_cake_lpr()
    with pytest.raises(InputError, match=r"--cake-lpr=there is not a program: build it from the files cake_lpr\.S"):
        require_cake_lpr("there", "--cake-lpr")


@needs_cake_lpr
@pytest.mark.parametrize("found", ["drat-trim, if it is there", "lrat_of"])
def test_what_is_written_is_verified_and_a_lie_is_not(found, monkeypatch, tmp_path):
    program = find_cake_lpr()
    assert program is not None
    if found == "lrat_of":
        monkeypatch.delenv(DRAT_TRIM_VARIABLE, raising=False)
        monkeypatch.setenv("PATH", str(tmp_path))
    board = Board.parse("A3 A5 B2 B4 C3 D5 E2", GENIUS_SQUARE.grid)
    refutation = refuted(GENIUS_SQUARE.board_problem(board.blockers)[0])
    for cnf, proof in ((refutation.cnf, refutation.proof), (SQUARE, b"2 0\n1 0\n0\n")):
        assert check_lrat(cnf, in_lrat(cnf, proof), program).verdict is DratVerdict.VERIFIED
    assert lrat_of(SQUARE, b"2 0\n0\n") == PROOF
    repeated = SQUARE.replace(b"1 -2 0", b"1 -2 -2 0")
    assert check_lrat(repeated, in_lrat(repeated, b"2 0\n1 0\n0\n"), program).verdict is DratVerdict.VERIFIED
    steps = PROOF.splitlines(keepends=True)
    for cnf, lie in (
        (SQUARE, b"".join(steps[:-1])),
        (SQUARE, b"".join(steps[1:])),
        (SQUARE, b""),
        (SQUARE, in_lrat(SQUARE, b"0\n")),
        (refutation.cnf, PROOF),
    ):
        assert check_lrat(cnf, lie, program).verdict is DratVerdict.REFUSED
