"""``dicelab prove``: exit 0 with a proof that was verified, 4 with a tiling, 3 where time ran out."""

import json
from pathlib import Path

import pytest

from dicelab.verifying.board_proof import BOARD_FILES
from solver.exact_cover.checkers import CAKE_LPR_VARIABLE, DRAT_TRIM_VARIABLE
from solver.runs.storage import sha256
from tests.drat import clauses_of, lrat_refutes, needs_drat_trim, needs_scripts, program_that_says, refutes

pytest.importorskip("pysat")

BOARD = "A2 A5 B1 B6 C3 C4 D3"
SOLVABLE = "B1 C3 D2 F1 F2 E6 F6"
SMALL = ["--puzzle", "3x4/4:I2,L3,I3"]


@pytest.fixture(autouse=True)
def here(monkeypatch, tmp_path):
    """Run in a folder of its own, without drat-trim and cake_lpr."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv(DRAT_TRIM_VARIABLE, raising=False)
    monkeypatch.delenv(CAKE_LPR_VARIABLE, raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))


@pytest.fixture
def verified(monkeypatch, tmp_path):
    program_that_says(tmp_path / "checker", "s VERIFIED\n", "", monkeypatch)


@needs_scripts
@pytest.mark.usefixtures("verified")
def test_a_board_without_a_tiling_is_proved(dicelab):
    done = dicelab("prove", "A2 B1 A5 B6 C3 C4 D3")
    assert done.code == 0
    assert done.err == ""
    folder = Path("proof-A2-A5-B1-B6-C3-C4-D3")
    assert done.out.splitlines() == [
        f"{BOARD} has no tiling.",
        f"{folder / 'board.cnf'}: 15,607 clauses over 288 variables",
        f"{folder / 'board.drat'}: 6 steps by CaDiCaL 1.9.5, 164 bytes",
        "digest of the claim: 43476a6cd677802e8b74cf701aabc99e6a5c160d98049c4d83e6ad8c6062c663",
        "drat-trim verified it.",
    ]
    assert {path.name for path in folder.iterdir()} == set(BOARD_FILES)
    assert refutes((folder / "board.drat").read_bytes(), clauses_of((folder / "board.cnf").read_bytes()))
    assert dicelab("prove", BOARD).refused().endswith("pass --force to overwrite it, or name another folder")
    assert dicelab("prove", BOARD, "--force").code == 0


def test_a_board_with_a_tiling_is_tiled_and_nothing_written(dicelab, tmp_path):
    done = dicelab("prove", SOLVABLE)
    assert done.code == 4
    assert len(done.out.splitlines()) == 6
    assert done.err == "no proof was written: the board has this tiling\n"
    assert not list(tmp_path.iterdir())
    answer = json.loads(dicelab("prove", SOLVABLE, "--json").out)
    assert (answer["schema"], answer["status"]) == ("dicelab/prove/1", "solvable")
    assert answer["tiling"] + "\n" == done.out


def test_without_drat_trim_the_checker_that_is_there_verifies_the_proof_and_is_named(dicelab):
    done = dicelab("prove", BOARD, "--out", "there")
    assert (done.code, done.out.splitlines()[-1]) == (0, "dicelab check verified it.")
    assert json.loads(Path("there/proof.json").read_text(encoding="utf-8"))["checked_by"] == "dicelab check"
    assert dicelab("check", "there/proof.json").code == dicelab("check", "there").code == 0


def test_a_proof_is_written_in_lrat_too(dicelab):
    done = dicelab("prove", BOARD, "--out", "there", "--lrat")
    data = Path("there/board.lrat").read_bytes()
    assert f"{Path('there/board.lrat')}: the same in LRAT, {len(data):,} bytes" in done.out.splitlines()
    assert lrat_refutes(data, clauses_of(Path("there/board.cnf").read_bytes()))
    assert dicelab("check", "there/proof.json").code == 0
    answer = json.loads(dicelab("prove", BOARD, "--out", "there", "--lrat", "--force", "--json").out)
    assert answer["lrat"] == {"file": "board.lrat", "bytes": len(data), "sha256": sha256(data)}


@needs_scripts
def test_cake_lpr_verifies_a_proof_after_another_checker_and_may_be_named_to_check(dicelab, monkeypatch, tmp_path):
    said = program_that_says(tmp_path / "cake", "s VERIFIED UNSAT\n", "", monkeypatch, CAKE_LPR_VARIABLE)
    done = dicelab("prove", BOARD, "--out", "there", "--json")
    assert (done.code, json.loads(done.out)["checked_by"]) == (0, "dicelab check and cake_lpr")
    assert "checked by cake_lpr" in " ".join(dicelab("check", "there/proof.json").out.split())
    monkeypatch.delenv(CAKE_LPR_VARIABLE)
    assert "checked by dicelab check" in " ".join(dicelab("check", "there/proof.json").out.split())
    assert dicelab("check", "there/proof.json", "--cake-lpr", str(said)).code == 0
    no = program_that_says(tmp_path / "no", "c checking failed\n", "", monkeypatch, CAKE_LPR_VARIABLE)
    assert dicelab("check", "there/proof.json", "--cake-lpr", str(no)).code == 4
    assert "pass one of them" in dicelab("check", "there/proof.json", "--drat-trim", "--cake-lpr", str(no)).refused()
    done = dicelab("prove", BOARD, "--out", "other")
    assert (done.code, "cake_lpr says: checking failed" in done.err) == (3, True)
    assert not Path("other").exists()


def test_the_number_of_tilings_of_a_board_is_proved(dicelab):
    done = dicelab("prove", "A1 A3 B1 C1", *SMALL, "--count", "--out", "there")
    assert (done.code, done.out.splitlines()[0]) == (0, "A1 A3 B1 C1 has exactly 6 tilings.")
    checked = dicelab("check", "there/proof.json")
    assert (checked.code, "Proved: it has 6 tilings and no other." in checked.out) == (0, True)
    # Another proof in the folder leaves no list behind.
    assert dicelab("prove", BOARD, "--out", "there", "--force").code == 0
    assert {path.name for path in Path("there").iterdir()} == set(BOARD_FILES)


@needs_scripts
def test_a_proof_that_is_refused_is_an_error_and_nothing_is_written(dicelab, monkeypatch, tmp_path):
    program_that_says(tmp_path / "checker", "c ERROR: no conflict\ns NOT VERIFIED\n", "", monkeypatch)
    done = dicelab("prove", BOARD)
    assert (done.code, done.out) == (3, "")
    assert f"the proof of board {BOARD} is refused, please report it: drat-trim says: ERROR: no conflict" in done.err
    assert [path.name for path in tmp_path.iterdir()] == ["checker"]


def test_a_limit_that_is_reached_is_no_proof(dicelab, tmp_path):
    done = dicelab("prove", BOARD, "--seconds", "0")
    assert (done.code, done.out) == (3, "unknown: time ran out\n")
    assert json.loads(dicelab("prove", BOARD, "--seconds", "0", "--json").out)["status"] == "unknown"
    assert not list(tmp_path.iterdir())


def test_rows_of_text_are_a_board(dicelab):
    rows = ".#..#.\n#....#\n..##..\n..#...\n......\n......\n"
    assert json.loads(dicelab("prove", "-", "--json", stdin=rows).out)["board"] == BOARD.split()


@needs_scripts
@pytest.mark.usefixtures("verified")
def test_all_orbits_of_a_puzzle_are_proved_and_a_second_run_finds_them_done(dicelab):
    done = dicelab("prove", "--all", *SMALL, "--jobs", "1", "--out", "found")
    assert done.code == 0
    assert done.out.splitlines()[0] == "73 orbits, 251 boards: none has a tiling."
    assert "drat-trim verified each proof." in done.out
    assert len(Path("found/manifest.csv").read_text(encoding="utf-8").splitlines()) == 74
    again = dicelab("prove", "--all", *SMALL, "--jobs", "1", "--out", "found", "--json")
    answer = json.loads(again.out)
    assert (answer["proved"], answer["checked"], answer["boards_of_these_orbits"]) == (73, 73, 251)


def test_a_sample_is_proved_and_verified_without_drat_trim(dicelab):
    done = dicelab("prove", "--sample", "5", "--seed", "3", *SMALL, "--jobs", "1")
    assert done.code == 0
    assert done.out.startswith("5 orbits of 73, drawn with seed 3, ")
    assert "dicelab check verified each proof." in done.out
    assert Path("proofs-sample/manifest.csv").exists()
    assert "holds the proofs of other boards" in dicelab("prove", "--sample", "6", *SMALL, "--jobs", "1").refused()


def test_where_each_board_has_a_tiling_there_is_nothing_to_prove(dicelab):
    done = dicelab("prove", "--all", "--puzzle", "2x2/2:2*I1", "--jobs", "1")
    assert (done.code, done.out) == (0, "Each board has a tiling: there is nothing to prove.\n")
    assert Path("proofs/manifest.json").exists()


@pytest.mark.parametrize(
    ("args", "told"),
    [
        ([], "name a BOARD, or pass --all, or --sample N"),
        ([BOARD, "--all"], "one of them"),
        (["--all", "--sample", "3"], "one of them"),
        (["--all", "--seconds", "3"], "--lrat and --count are for a BOARD"),
        (["--sample", "3", "--force"], "--lrat and --count are for a BOARD"),
        (["--all", "--lrat"], "--lrat and --count are for a BOARD"),
        (["--sample", "2", "--count"], "--lrat and --count are for a BOARD"),
        (["--sample", "74", *SMALL], "a sample of 74 boards: 73 orbits have no tiling"),
        (["A1 A2"], "2 blockers on the board: place 7"),
        (["A1 A2", "--puzzle", "nothing"], "'nothing' is not a puzzle"),
    ],
)
def test_what_can_not_be_meant_is_refused(dicelab, args, told, tmp_path):
    assert told in dicelab("prove", *args).refused()
    assert not list(tmp_path.iterdir())


@needs_drat_trim
def test_drat_trim_itself_verifies_a_proof_with_thousands_of_steps(dicelab, monkeypatch, tmp_path):
    monkeypatch.undo()
    done = dicelab("prove", "A2 C4 D1 D3 D5 E6 F1", "--out", tmp_path / "long", "--json")
    answer = json.loads(done.out)
    assert (done.code, answer["status"], answer["check"]) == (0, "unsolvable", "verified")
    assert answer["proof"]["lines"] > 1_000
