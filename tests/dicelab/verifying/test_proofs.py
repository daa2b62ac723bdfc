"""Many boards are proved in shards: the same files from any runner, however often a run is killed."""

import csv
import os
import signal
import subprocess
import sys
import time
from itertools import count
from pathlib import Path

import pytest

from dicelab.check.proof_files import proofs_in
from dicelab.verifying import board_proof as board_module, proofs as orbits
from dicelab.verifying.board_proof import UncheckedProofError
from dicelab.verifying.proofs import (
    MANIFEST,
    PLAN,
    ROWS,
    ProofPlan,
    all_orbits,
    prove_orbits,
    sampled,
)
from solver.census import Census, Content
from solver.errors import InputError, OutputExistsError, StorageError
from solver.exact_cover import Status, backend
from solver.exact_cover.checkers import CAKE_LPR_VARIABLE, DRAT_TRIM_VARIABLE, NOT_INSTALLED
from solver.exact_cover.formula import formula_of
from solver.polyform import Board, Puzzle
from solver.runs import processes, threads
from solver.runs.storage import sha256
from tests.drat import needs_scripts, program_that_says, refutes

pytest.importorskip("pysat")

ROOT = Path(__file__).parents[3]
PUZZLE = Puzzle.parse("3x4/4:I2,L3,I3")


@pytest.fixture(scope="module")
def plan():
    """All 73 orbits without a tiling."""
    return all_orbits(PUZZLE, Census.load(PUZZLE, Content.SOLVABILITY).unsolvable_boards)


@pytest.fixture(autouse=True)
def small_shards(monkeypatch):
    monkeypatch.setattr(orbits, "SIZE", 16)


@pytest.fixture
def no_checker(monkeypatch, tmp_path):
    monkeypatch.delenv(DRAT_TRIM_VARIABLE, raising=False)
    monkeypatch.delenv(CAKE_LPR_VARIABLE, raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))


def contents(folder):
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def never(text):
    raise AssertionError(text)


def stopping(after):
    """Return a runner that is interrupted after some shards."""

    def runner(function, tasks):
        for number, task in enumerate(tasks):
            if number == after:
                raise KeyboardInterrupt
            yield function(task)

    return runner


def test_a_plan_has_the_smallest_board_of_each_orbit_without_a_tiling(plan):
    reference = backend("brute-force")
    assert plan.boards == tuple(sorted(set(plan.boards)))
    for mask in plan.boards:
        problem, _ = PUZZLE.board_problem(mask)
        assert reference.solve(problem).status is Status.UNSOLVABLE


@pytest.mark.usefixtures("no_checker")
def test_each_proof_refutes_its_board(plan, tmp_path):
    proofs = prove_orbits(plan, tmp_path / "out", threads(1), never)
    census = Census.load(PUZZLE, Content.SOLVABILITY)
    assert len(proofs.rows) == len(plan.boards) == 73
    assert proofs.boards == len(census.unsolvable_boards)
    labels = {label: 1 << cell for cell, label in enumerate(PUZZLE.grid.cell_labels)}
    written = list(proofs_in(tmp_path / "out", labels, dict.fromkeys(plan.boards)))
    for row, (board, _, file) in zip(proofs.rows, written, strict=True):
        problem, _ = PUZZLE.board_problem(board)
        proof = file.read()
        assert Board(board, PUZZLE.grid).format() == row.board
        assert refutes(proof, formula_of(problem).clauses)
        assert (len(proof), proof.count(b"\n"), sha256(proof)) == (row.bytes, row.lines, row.proof)
    rows = list(csv.DictReader((tmp_path / "out" / ROWS).read_text(encoding="utf-8").splitlines()))
    assert [row["board"] for row in rows] == [Board(mask, PUZZLE.grid).format() for mask in plan.boards]
    assert sum(int(row["orbit_size"]) for row in rows) == proofs.boards
    assert {row["checked_by"] for row in rows} == {"dicelab check"}


@pytest.mark.usefixtures("no_checker")
def test_the_files_are_the_same_from_any_runner_and_after_any_interruption(plan, tmp_path):
    prove_orbits(plan, tmp_path / "one", threads(1), never)
    prove_orbits(plan, tmp_path / "two", processes(2), never)
    for after in (0, 2, 1):
        with pytest.raises(KeyboardInterrupt):
            prove_orbits(plan, tmp_path / "parts", stopping(after), never)
        assert not (tmp_path / "parts" / MANIFEST).exists()
    told: list[tuple[int, int]] = []
    prove_orbits(plan, tmp_path / "parts", threads(1), never, lambda done, total, _what="": told.append((done, total)))
    # Three shards of sixteen were there.
    assert told == [(48, 73), (64, 73), (73, 73)]
    assert contents(tmp_path / "one") == contents(tmp_path / "two") == contents(tmp_path / "parts")


@pytest.mark.skipif(os.name != "posix", reason="kills as POSIX does")
@pytest.mark.usefixtures("no_checker")
def test_a_run_that_is_killed_goes_on(plan, tmp_path):
    code = (
        "import sys, pathlib\n"
        "from dicelab.verifying import proofs as orbits\n"
        "from solver.polyform import Puzzle\n"
        "from solver.runs import threads\n"
        "orbits.SIZE = 16\n"
        f"plan = orbits.ProofPlan(Puzzle.parse({PUZZLE.format()!r}), {plan.boards!r}, {plan.orbits})\n"
        "orbits.prove_orbits(plan, pathlib.Path(sys.argv[1]), threads(1), print)\n"
    )
    folder = tmp_path / "killed"
    with subprocess.Popen([sys.executable, "-c", code, folder], cwd=ROOT) as process:
        while process.poll() is None and not (folder / "proofs" / "00001.proofs").exists():
            time.sleep(0.005)
        process.send_signal(signal.SIGKILL)
    prove_orbits(plan, folder, threads(1), never)
    prove_orbits(plan, tmp_path / "whole", threads(1), never)
    assert {name: data for name, data in contents(folder).items() if not name.endswith(".part")} == contents(
        tmp_path / "whole"
    )


@pytest.mark.usefixtures("no_checker")
@pytest.mark.parametrize(
    "spoil",
    [
        lambda data: data[:-1],
        lambda data: data[:10],
        lambda _: b"",
        lambda data: data.replace(b'"lines"', b'"lynes"', 1),
        lambda data: data[:-9] + bytes([data[-9] ^ 1]) + data[-8:],
        lambda _: b"[]\n",
    ],
)
def test_a_damaged_shard_is_told_and_made_again(plan, tmp_path, spoil):
    part = ProofPlan(PUZZLE, plan.boards[:20], plan.orbits)
    prove_orbits(part, tmp_path / "out", threads(1), never)
    before = contents(tmp_path / "out")
    path = tmp_path / "out" / "proofs" / "00001.proofs"
    path.write_bytes(spoil(path.read_bytes()))
    warnings: list[str] = []
    prove_orbits(part, tmp_path / "out", threads(1), warnings.append)
    assert contents(tmp_path / "out") == before
    (warning,) = warnings
    assert warning.startswith(f"{path} ")
    assert warning.endswith("; it is computed again")


@pytest.mark.usefixtures("no_checker")
def test_a_shard_of_other_boards_is_not_taken(plan, tmp_path):
    part = ProofPlan(PUZZLE, plan.boards[:32], plan.orbits)
    prove_orbits(part, tmp_path, threads(1), never)
    first, second = (tmp_path / "proofs" / f"0000{n}.proofs" for n in range(2))
    second.write_bytes(first.read_bytes())
    warnings: list[str] = []
    prove_orbits(part, tmp_path, threads(1), warnings.append)
    assert warnings == [f"{second} is another part; it is computed again"]
    assert second.read_bytes() != first.read_bytes()


@pytest.mark.usefixtures("no_checker")
def test_a_folder_of_another_plan_is_not_touched(plan, tmp_path):
    prove_orbits(sampled(plan, 3, 1), tmp_path, threads(1), never)
    before = contents(tmp_path)
    for other in (plan, sampled(plan, 3, 2), ProofPlan(PUZZLE, plan.boards[:3], plan.orbits)):
        with pytest.raises(StorageError, match="holds the proofs of other boards: name another folder"):
            prove_orbits(other, tmp_path, threads(1), never)
    assert contents(tmp_path) == before
    (tmp_path / PLAN).write_bytes(b"{}")
    with pytest.raises(StorageError, match=PLAN):
        prove_orbits(plan, tmp_path, threads(1), never)


def test_a_sample_is_that_of_its_seed(plan):
    some = sampled(plan, 10, 7)
    assert sampled(plan, 10, 7) == some
    assert len(set(some.boards)) == 10
    assert some.boards == tuple(sorted(some.boards))
    assert set(some.boards) <= set(plan.boards)
    assert {board for seed in range(40) for board in sampled(plan, 10, seed).boards} == set(plan.boards)
    assert sampled(plan, 73, 0).boards == plan.boards
    with pytest.raises(InputError, match="a sample of 74 boards: 73 orbits have no tiling"):
        sampled(plan, 74, 0)


@needs_scripts
@pytest.mark.usefixtures("no_checker")
def test_what_was_not_checked_is_checked_once_there_is_a_program(plan, tmp_path, monkeypatch):
    part = ProofPlan(PUZZLE, plan.boards[:20], plan.orbits)
    with monkeypatch.context() as nobody:
        nobody.setattr(board_module, "checked", lambda *_: ("drat-trim", NOT_INSTALLED))
        assert prove_orbits(part, tmp_path / "out", threads(1), never).checked == 0
    program_that_says(tmp_path / "yes", "s VERIFIED\n", "", monkeypatch)
    proofs = prove_orbits(part, tmp_path / "out", threads(1), never)
    assert proofs.checked == 20
    assert proofs.summary()["checked_by"] == ["drat-trim"]
    # What is checked is not done again, except for another program.
    assert prove_orbits(part, tmp_path / "out", stopping(0), never).rows == proofs.rows
    program_that_says(tmp_path / "cake", "s VERIFIED UNSAT\n", "", monkeypatch, CAKE_LPR_VARIABLE)
    proofs = prove_orbits(part, tmp_path / "out", threads(1), never)
    assert proofs.summary()["checked_by"] == ["cake_lpr", "drat-trim"]
    assert prove_orbits(part, tmp_path / "out", stopping(0), never).rows == proofs.rows


@needs_scripts
def test_a_proof_that_is_refused_stops_the_run_and_names_the_board(plan, tmp_path, monkeypatch):
    program_that_says(tmp_path / "no", "s NOT VERIFIED\n", "", monkeypatch)
    first = Board(plan.boards[0], PUZZLE.grid).format()
    with pytest.raises(UncheckedProofError, match=f"the proof of board {first} is refused.*NOT VERIFIED"):
        prove_orbits(plan, tmp_path / "out", threads(1), never)


def test_a_board_with_a_tiling_stops_the_run_and_is_named(plan, tmp_path):
    mask = next(n for n in count(0b1111) if n.bit_count() == 4 and n not in plan.boards and n >> 12 == 0)
    wrong = ProofPlan(PUZZLE, (mask,), 1)
    with pytest.raises(UncheckedProofError, match="has a tiling"):
        prove_orbits(wrong, tmp_path, threads(1), never)


def test_shards_hold_a_bounded_number_of_boards():
    assert orbits.SIZE <= 128


def test_two_runs_do_not_write_to_one_folder(plan, tmp_path):
    def runner(function, shards):
        with pytest.raises(OutputExistsError, match="another run is running"):
            prove_orbits(plan, tmp_path, threads(1), never)
        return threads(1)(function, shards)

    (tmp_path / "proofs").mkdir()
    (tmp_path / "proofs" / ".00000.proofs.abc.part").touch()
    prove_orbits(sampled(plan, 1, 0), tmp_path, runner, never)
    assert {path.name for path in tmp_path.rglob("*")} == {
        "00000.proofs",
        "manifest.csv",
        "manifest.json",
        "plan.json",
        "proofs",
    }
