"""Runs: the same seed gives the same bytes, whatever the jobs, and wherever the run is cut off."""

import itertools
import json
import os
import re
import signal
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from dicelab import __version__
from dicelab.cli.main import status
from dicelab.dice import CATALOGUE, DiceSet, catalogue_set, read_dice_set, rolls
from dicelab.errors import DiceError, DicelabError, OutputExistsError
from dicelab.search.evolve import lock, run as run_module
from dicelab.search.evolve.fitness import CensusScorer, Evaluation
from dicelab.search.evolve.folder import CHECKPOINT_SCHEMA, RunFolder, Saved, set_name
from dicelab.search.evolve.genome import dice_set
from dicelab.search.evolve.run import Listener, run
from dicelab.search.evolve.search import Evolution, Individual, State
from dicelab.search.evolve.settings import Settings
from dicelab.verify import confirm
from solver.census import Census, Content, orbits_of
from solver.polyform import GENIUS_SQUARE, Puzzle
from solver.runs.storage import sealed, sha256, unsealed

ROOT = Path(__file__).parents[4]
SMALL = "4x4/4:I1,I2,I2,I3,L4"
QUICK: dict[str, Any] = {"generations": 45, "population": 30, "sizes": (4, 4, 4, 4), "keep": 2, "puzzle": SMALL}
OPTIONS = ["--generations", "45", "--population", "30", "--sizes", "4,4,4,4", "--keep", "2", "--puzzle", SMALL]

# Runs a command line, with a checkpoint after every generation; the process kills itself before its KILL_AT-th
# file operation.
DYING = """
import os, pathlib, signal, sys
left = int(os.environ["KILL_AT"])
def dying(true):
    def operation(*args):
        global left
        left -= 1
        if not left:
            os.kill(os.getpid(), signal.SIGKILL)
        return true(*args)
    return operation
os.fsync = dying(os.fsync)
pathlib.Path.replace = dying(pathlib.Path.replace)
from dicelab.search.evolve import run
run._Pause.is_over = lambda _pause: True
from dicelab.cli.main import main
main()
"""

# Sends itself Ctrl-C when the run has come to a generation.
INTERRUPTED = """
import os, signal, sys
from dicelab.search.evolve import run as module
usual = module.Listener
def listener(generation, **others):
    def told(state):
        if state.generation == int(os.environ["INTERRUPT_AT"]):
            os.kill(os.getpid(), signal.SIGINT)
        generation(state)
    return usual(generation=told, **others)
module.Listener = listener
from dicelab.cli.main import main
main()
"""


def contents(folder):
    return {
        file.relative_to(folder).as_posix(): file.read_bytes()
        for file in sorted(folder.rglob("*"))
        if file.is_file() and file.suffix not in {".previous", ".damaged"}
    }


def process(code, *args, **environment):
    return subprocess.run(
        [sys.executable, "-c", code, *map(str, args)],
        env=os.environ | {"PYTHONPATH": str(ROOT)} | environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )


@pytest.fixture(scope="module")
def census():
    return Census.load(Puzzle.parse(SMALL), Content.SOLVABILITY)


@pytest.fixture(scope="module")
def finished(tmp_path_factory, census):
    """A run that nothing disturbed, seed 0."""
    folder = tmp_path_factory.mktemp("whole") / "run"
    state, found = run(Settings(**QUICK), RunFolder(folder), oracle=census)
    assert len(state.discoveries) >= len(found) == 2
    return folder


@pytest.fixture
def damaged(tmp_path, census):
    """A copy of the run, stopped early, whose last checkpoint is about to be damaged."""
    folder = RunFolder(tmp_path / "run")
    stop_at(folder, 43, census)
    return folder


def stop_at(folder, generation, census):
    def told(state):
        if state.generation == generation:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run(Settings(**QUICK), folder, oracle=census, listener=Listener(generation=told))


def test_a_run_writes_what_it_says(finished):
    files = contents(finished)
    names = [name for name in files if name.startswith("discoveries/")]
    assert len([name for name in names if name.endswith(".json")]) == 2
    assert set(files) == {"checkpoint.json", "settings.json", "log.jsonl", "fitness.svg", "manifest.json", *names}
    assert unsealed(files["settings.json"], "dicelab/evolve-settings/1").items() >= Settings(**QUICK).to_json().items()
    lines = [json.loads(line) for line in files["log.jsonl"].splitlines()]
    assert lines[0]["settings"] == Settings(**QUICK).to_json()
    assert [line["generation"] for line in lines[1:]] == list(range(46))
    for before, after in itertools.pairwise(lines[1:]):
        assert before["evaluated"] < after["evaluated"]
        assert before["discoveries"] <= after["discoveries"]
    manifest = unsealed(files["manifest.json"], "dicelab/manifest/1")
    assert manifest["files"] == {name: sha256(data) for name, data in files.items() if name != "manifest.json"}


def test_discoveries_are_always_solvable_by_the_census(finished, census):
    found = [read_dice_set(file) for file in sorted(finished.glob("discoveries/*.json"))]
    assert len(found) == len({dice.class_key() for dice in found}) == 2
    for dice in found:
        assert dice.sizes == (4, 4, 4, 4)
        assert dice.name == set_name(dice)
        assert len(rolls(dice).boards) == 256
        assert census.is_solvable(rolls(dice).boards).all()


def test_the_same_seed_gives_the_same_bytes_for_any_jobs(finished, tmp_path, census):
    run(Settings(**QUICK), RunFolder(tmp_path / "run"), oracle=census, jobs=2)
    assert contents(tmp_path / "run") == contents(finished)


@pytest.mark.parametrize("scorer", ["bitmask", "cp-sat"])
def test_every_scorer_finds_the_same_sets(tmp_path, census, scorer):
    folder = RunFolder(tmp_path / "run")
    short = QUICK | {"generations": 12}
    state, _ = run(Settings(**short, scorer=scorer), folder)
    reference, _ = run(Settings(**short), RunFolder(tmp_path / "census"), oracle=census)
    assert state.population == reference.population
    assert state.history == reference.history
    assert state.discoveries == reference.discoveries
    assert state.discoveries


def test_another_seed_gives_other_sets(finished, tmp_path, census):
    run(Settings(**QUICK, seed=1), RunFolder(tmp_path / "run"), oracle=census)
    assert contents(tmp_path / "run").keys() != contents(finished).keys()


@pytest.mark.parametrize("generation", [0, 1, 20, 21, 44, 45])
def test_a_run_that_was_stopped_goes_on_to_the_same_bytes(finished, tmp_path, census, generation):
    folder = RunFolder(tmp_path / "run")
    if generation:
        stop_at(folder, generation, census)
    else:
        run(Settings(**QUICK | {"generations": 0, "keep": 0}), folder, oracle=census)
        folder.save(Saved(Settings(**QUICK), folder.load(pytest.fail).state, {}))
    saved = folder.load(pytest.fail)
    assert saved.settings == Settings(**QUICK)
    assert saved.state.generation == generation
    run(saved.settings, folder, oracle=census, resume=saved)
    assert contents(folder.path) == contents(finished)


def test_a_run_that_is_finished_stays_as_it_is(finished, tmp_path, census):
    folder = RunFolder(tmp_path / "run")
    run(Settings(**QUICK), folder, oracle=census)
    run(Settings(**QUICK), folder, oracle=census, resume=folder.load(pytest.fail))
    assert contents(folder.path) == contents(finished)


@pytest.mark.slow
@pytest.mark.parametrize("operation", [3, 7, 8, 100, 152, 233, 236, 249, 256])
def test_a_run_that_was_killed_goes_on_to_the_same_bytes(finished, tmp_path, operation):
    folder = tmp_path / "run"
    # The table of the census is in the cache, so every file operation is one of the run.
    killed = process(DYING, "evolve", *OPTIONS, "--out", folder, "--jobs", 1, KILL_AT=str(operation))
    assert killed.returncode == -signal.SIGKILL, killed.stderr
    assert contents(folder) != contents(finished)
    assert status(["evolve", "--quiet", "--resume", str(folder), "--jobs", "2"]) == 0
    assert contents(folder) == contents(finished)


@pytest.mark.parametrize("operation", [1, 2])
def test_a_run_that_was_killed_before_its_first_checkpoint_is_begun_again(finished, tmp_path, capsys, operation):
    folder = tmp_path / "run"
    killed = process(DYING, "evolve", *OPTIONS, "--out", folder, KILL_AT=str(operation))
    assert killed.returncode == -signal.SIGKILL, killed.stderr
    assert status(["evolve", "--quiet", "--resume", str(folder)]) == 2
    assert "no whole checkpoint" in capsys.readouterr().err
    assert status(["evolve", "--quiet", *OPTIONS, "--out", str(folder)]) == 0
    assert contents(folder) == contents(finished)


@pytest.mark.parametrize("generation", [5, 33])
def test_ctrl_c_saves_and_exits_130(finished, tmp_path, generation):
    folder = tmp_path / "run"
    stopped = process(INTERRUPTED, "evolve", *OPTIONS, "--out", folder, INTERRUPT_AT=str(generation))
    assert stopped.returncode == 130
    # The empty line ends the one on which a terminal shows ^C.
    assert stopped.stderr == f"saved: go on with dicelab evolve --resume {folder}\n\ndicelab: interrupted\n"
    assert stopped.stdout == ""
    assert RunFolder(folder).load(pytest.fail).state.generation in {generation, generation + 1}
    assert status(["evolve", "--quiet", "--resume", str(folder)]) == 0
    assert contents(folder) == contents(finished)


@pytest.mark.parametrize("fault", ["cut", "bit", "empty", "gone", "other"])
def test_a_damaged_checkpoint_is_told_and_the_one_before_used(finished, damaged, capsys, fault):
    data = damaged.checkpoint.read_bytes()
    faults = {
        "cut": data[:-100],
        "bit": data.replace(b'"generation": 43', b'"generation": 41'),
        "empty": b"",
        "other": b'{"schema": "dicelab/dice-set/1"}',
    }
    assert data not in faults.values()
    if fault == "gone":
        damaged.checkpoint.unlink()
    else:
        damaged.checkpoint.write_bytes(faults[fault])
    assert status(["evolve", "--quiet", "--resume", str(damaged.path)]) == 0
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(f"dicelab: warning: {damaged.checkpoint} ")
    assert err.endswith("going on from the checkpoint before\n")
    assert err.count("\n") == 1
    assert contents(damaged.path) == contents(finished)
    kept = damaged.path / "checkpoint.json.damaged"
    assert kept.read_bytes() == faults[fault] if fault != "gone" else not kept.exists()


def test_two_damaged_checkpoints_are_an_error(damaged, capsys):
    for name in ("checkpoint.json", "checkpoint.json.previous"):
        (damaged.path / name).write_bytes(b"{")
    before = contents(damaged.path)
    assert status(["evolve", "--resume", str(damaged.path)]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(f"dicelab: --resume {damaged.path}: no whole checkpoint of a run")
    assert err.count("\n") == 1
    assert contents(damaged.path) == before


@pytest.mark.parametrize(
    ("changed", "says"),
    [
        (["--generations", "46"], "--generations 46: the run in"),
        (["--population", "31"], "has population 30"),
        (["--seed", "1"], "has seed 0"),
        (["--sizes", "4,4,4,3"], "has sizes"),
        (["--scorer", "bitmask"], "has scorer census"),
        (["--keep", "3"], "has keep 2"),
        (["--puzzle", "genius-square"], "has puzzle 4x4"),
        (["--out", "elsewhere"], "--resume goes on in its own folder"),
        (["--force"], "--resume goes on in its own folder"),
    ],
)
def test_resuming_with_changed_settings_is_refused(finished, capsys, changed, says):
    before = contents(finished)
    assert status(["evolve", "--resume", str(finished), *changed]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert says in err
    assert err.startswith("dicelab: ")
    assert err.count("\n") == 1
    assert contents(finished) == before


def test_resuming_with_the_same_settings_is_allowed(damaged, finished, capsys):
    assert status(["evolve", "--resume", str(damaged.path), *OPTIONS, "--seed", "0", "--quiet"]) == 0
    assert capsys.readouterr() == ("", "")
    assert contents(damaged.path) == contents(finished)


@pytest.mark.parametrize("kind", ["missing", "empty", "foreign", "file"])
def test_resuming_what_is_no_run_is_refused(tmp_path, capsys, kind):
    folder = tmp_path / "folder"
    if kind in {"empty", "foreign"}:
        folder.mkdir()
    if kind == "foreign":
        (folder / "checkpoint.json").write_text('{"epoch": 3}', encoding="utf-8")
        (folder / ".download.part").touch()
    if kind == "file":
        folder.write_text("text", encoding="utf-8")
    before = contents(folder)
    assert status(["evolve", "--resume", str(folder)]) == 2
    assert contents(folder) == before
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(f"dicelab: --resume {folder}")
    assert err.count("\n") == 1


def test_a_folder_that_exists_is_not_overwritten(finished, capsys):
    before = contents(finished)
    assert status(["evolve", *OPTIONS, "--out", str(finished)]) == 2
    assert "pass --resume" in capsys.readouterr().err
    assert contents(finished) == before


def test_force_begins_anew(tmp_path, census, finished):
    folder = tmp_path / "run"
    run(Settings(**QUICK, seed=5), RunFolder(folder), oracle=census)
    assert status(["evolve", "--quiet", *OPTIONS, "--out", str(folder), "--force"]) == 0
    assert contents(folder) == contents(finished)


@pytest.mark.parametrize("name", ["thesis.tex", "log.jsonl", "discoveries/set-mine.json", "checkpoint.json"])
def test_force_leaves_foreign_files_alone(tmp_path, capsys, name):
    folder = tmp_path / "folder"
    (folder / name).parent.mkdir(parents=True)
    (folder / name).write_text('{"epoch": 3}', encoding="utf-8")
    (folder / "manifest.json").write_text("mine", encoding="utf-8")
    before = contents(folder)
    assert status(["evolve", *OPTIONS, "--out", str(folder), "--force"]) == 2
    assert "holds other files than a run" in capsys.readouterr().err
    assert contents(folder) == before


def test_out_that_is_a_file_is_refused(tmp_path):
    path = tmp_path / "file"
    path.touch()
    for force in (False, True):
        with pytest.raises(OutputExistsError, match="is a file"):
            RunFolder.create(path, force=force)


def test_a_new_run_takes_the_next_free_number(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    for number in ("001", "002"):
        assert status(["evolve", *OPTIONS, "--generations", "5", "--keep", "0", "--quiet"]) in {0, 3}
        assert (tmp_path / f"runs/evolve-{number}/manifest.json").exists()
    assert not (tmp_path / "runs/evolve-003").exists()
    assert capsys.readouterr() == ("", "")


def test_runs_that_begin_at_once_take_different_numbers(tmp_path, monkeypatch):
    # Both have looked and found number 1 free, before either has made it.
    monkeypatch.setattr(Path, "exists", lambda _path: False)
    first, second = RunFolder.create_next(tmp_path), RunFolder.create_next(tmp_path)
    monkeypatch.undo()
    with first, second:
        assert [first.path.name, second.path.name] == ["evolve-001", "evolve-002"]
    # Nothing was written to them.
    assert list(tmp_path.iterdir()) == []


HOLDING = """
import sys
from pathlib import Path
from dicelab.search.evolve.folder import RunFolder
with RunFolder(Path(sys.argv[1])):
    print("held", flush=True)
    sys.stdin.read()
"""


@contextmanager
def held_by_another_process(folder):
    with subprocess.Popen(
        [sys.executable, "-c", HOLDING, str(folder)],
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    ) as other:
        assert other.stdout
        assert other.stdout.readline() == b"held\n"
        yield other
        other.kill()


def test_a_folder_in_which_a_run_goes_on_is_refused(damaged, finished, capsys, census):
    writing = damaged.path / ".checkpoint.json.abc.part"
    writing.touch()
    with held_by_another_process(damaged.path) as other:
        before = contents(damaged.path)
        for options in (
            ["--resume", str(damaged.path)],
            ["--out", str(damaged.path)],
            ["--out", str(damaged.path), "--force"],
        ):
            assert status(["evolve", *OPTIONS, *options]) == 2
            out, err = capsys.readouterr()
            assert out == ""
            assert err.startswith(f"dicelab: another run is going on in {damaged.path}")
            assert err.count("\n") == 1
        for use in (
            lambda: damaged.load(pytest.fail),
            lambda: run(Settings(**QUICK), damaged, oracle=census),
        ):
            with pytest.raises(OutputExistsError, match="another run is going on"):
                use()
        assert contents(damaged.path) == before
        assert writing.exists()
        other.kill()
        other.wait()
    # A lock dies with its process, whatever file is left.
    assert (damaged.path / ".lock").exists()
    assert status(["evolve", "--quiet", "--resume", str(damaged.path)]) == 0
    assert contents(damaged.path) == contents(finished)


def test_a_lock_file_that_its_last_holder_removed_is_no_lock(tmp_path, monkeypatch):
    path = tmp_path / "run"
    first = RunFolder.create(path)
    taken = lock._lock
    tried: list[Any] = []

    def late(file):
        # Between opening and locking, the first run ends and removes the file.
        if not tried:
            tried.append(file)
            with first:
                pass
        taken(file)

    monkeypatch.setattr(lock, "_lock", late)
    with RunFolder(path):
        assert (path / ".lock").exists()
        with pytest.raises(OutputExistsError, match="another run is going on"):
            RunFolder.existing(path)


def test_a_checkpoint_of_another_version_is_refused(damaged, capsys):
    for name in ("checkpoint.json", "checkpoint.json.previous"):
        content = unsealed((damaged.path / name).read_bytes(), CHECKPOINT_SCHEMA)
        content |= {"version": "0.0.7"}
        del content["schema"]
        (damaged.path / name).write_bytes(sealed(CHECKPOINT_SCHEMA, content))
    before = contents(damaged.path)
    assert status(["evolve", "--resume", str(damaged.path)]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert "dicelab 0.0.7 wrote this run and this is dicelab " + __version__ in err
    assert err.count("\n") == 1
    assert contents(damaged.path) == before


class Fixed:
    """A generator's place in a test: an evaluation that takes everything for always solvable."""

    evaluated = screened = 0

    def __call__(self, dice):
        return np.zeros((len(dice), 2), np.int64)


def test_published_sets_are_no_discoveries(oracle):
    evolution = Evolution(
        GENIUS_SQUARE,
        (6, 5, 5, 5, 5, 5, 5),
        population=2,
        seed=0,
        evaluation=Evaluation(GENIUS_SQUARE, CensusScorer(GENIUS_SQUARE, oracle.unsolvable_boards)),
        known=[catalogue_set(name).class_key() for name in CATALOGUE],
    )
    genome = np.zeros(36, np.int8)
    turn = GENIUS_SQUARE.grid.symmetries[3]
    for number, die in enumerate(reversed(catalogue_set("theorem-5.3").dice)):
        genome[[turn[cell] for cell in die.cells]] = number
    published = Individual(genome.tolist())
    published.fitness.values = (0, 0)
    start = evolution.start()
    assert dice_set(published.genome, GENIUS_SQUARE).class_key() == catalogue_set("theorem-5.3").class_key()
    assert evolution._next(start, [published, *start.population]).discoveries == []
    evolution._known = frozenset()
    assert len(evolution._next(start, [published, *start.population]).discoveries) == 1


def test_published_sets_are_no_discoveries_of_the_puzzle_with_its_pieces_in_another_order(tmp_path, monkeypatch):
    turned = Puzzle.parse("6x6/7:S4,L4,T4,O4,I4,L3,I3,I2,I1")
    assert turned != GENIUS_SQUARE
    published = {catalogue_set(name).class_key() for name in CATALOGUE}
    known: list[set[tuple[int, ...]]] = []

    class Noting(Evolution):
        def __init__(self, *args, **others):
            known.append(set(others["known"]))
            super().__init__(*args, **others)

    monkeypatch.setattr(run_module, "Evolution", Noting)
    monkeypatch.setattr(run_module, "Evaluation", lambda *_: Fixed())
    for number, puzzle in enumerate((turned.format(), "6x6/7:I1,I2,I3,L3,I4,O4,T4,L4,L4")):
        settings = Settings(generations=0, population=2, keep=0, puzzle=puzzle, scorer="bitmask")
        run(settings, RunFolder(tmp_path / f"{number}"))
    assert known == [published, set()]


def test_classes_are_counted_once_and_known_again_on_resume(monkeypatch):
    puzzle = Puzzle.parse("2x4/2:3*I2")
    keys = []
    true = DiceSet.class_key

    def counting(dice):
        keys.append(true(dice))
        return keys[-1]

    monkeypatch.setattr(DiceSet, "class_key", counting)
    evolution = Evolution(puzzle, (4, 4), population=6, seed=0, evaluation=Fixed())  # type: ignore[arg-type]
    states = list(evolution.generations(evolution.start(), 40))
    # Every individual is a candidate here, and is looked at until one is new.
    assert len(keys) <= 41 * 6
    again = Evolution(puzzle, (4, 4), population=6, seed=0, evaluation=Fixed())  # type: ignore[arg-type]
    assert list(again.generations(states[19], 40))[-1].discoveries == states[-1].discoveries


def test_what_cp_sat_has_scored_is_confirmed_by_a_second_program(tmp_path, monkeypatch):
    asked = []

    def noting(candidate, backends, **others):
        asked.append(tuple(backends))
        return confirm(candidate, backends, **others)

    monkeypatch.setattr(run_module, "confirm", noting)
    short = QUICK | {"generations": 12, "keep": 1}
    for scorer in ("cp-sat", "bitmask"):
        run(Settings(**short, scorer=scorer), RunFolder(tmp_path / scorer))
    assert asked == [("cp-sat", "bitmask"), ("cp-sat",)]


@pytest.mark.parametrize(
    ("scorer", "by", "confirmed_by"),
    [("census", "the census", "CP-SAT"), ("bitmask", "bitmask", "CP-SAT"), ("cp-sat", "cp-sat", "CP-SAT and bitmask")],
)
def test_only_what_was_confirmed_is_called_so(tmp_path, capsys, scorer, by, confirmed_by):
    options = ["evolve", *OPTIONS, "--generations", "25", "--scorer", scorer]
    assert status([*options, "--keep", "1", "--out", str(tmp_path / "one")]) == 0
    lines = capsys.readouterr().out.splitlines()
    found = re.fullmatch(
        rf"(\d+) candidates without an unsolvable roll by {by}",
        lines[1],
    )
    assert found
    assert lines[2] == f"1 of them confirmed by {confirmed_by} on all their rolls:"
    assert int(found[1]) > 1
    assert status([*options, "--keep", "0", "--out", str(tmp_path / "none"), "--json"]) == 3
    told = json.loads(capsys.readouterr().out)
    assert told["candidates"] == int(found[1])
    assert told["confirmed"] == []
    assert "discoveries" not in told


def test_a_class_is_discovered_once():
    puzzle = Puzzle.parse("2x4/2:3*I2")
    evolution = Evolution(puzzle, (4, 4), population=6, seed=0, evaluation=Fixed())  # type: ignore[arg-type]
    *_, last = evolution.generations(evolution.start(), 60)
    keys = [dice_set(np.array(found.genome, np.int8), puzzle).class_key() for found in last.discoveries]
    assert len(keys) == len(set(keys))
    # The partitions of eight cells into two dice of four, up to the four symmetries of the board.
    every = {
        dice_set(np.array([mask >> cell & 1 for cell in range(8)], np.int8), puzzle).class_key()
        for mask in range(256)
        if mask.bit_count() == 4
    }
    assert set(keys) <= every
    assert len(keys) > 3


def test_a_scorer_that_is_wrong_is_found_out(tmp_path):
    puzzle = Puzzle.parse(SMALL)
    orbits = orbits_of(puzzle.grid, puzzle.blockers)
    lying = Census(puzzle, orbits, np.ones(len(orbits), np.uint64), Content.SOLVABILITY)
    with pytest.raises(DicelabError, match="which the scorer took for solvable") as caught:
        run(Settings(**QUICK), RunFolder(tmp_path / "run"), oracle=lying)
    assert not isinstance(caught.value, ValueError)
    assert not list((tmp_path / "run").glob("discoveries/*"))


def test_populations_are_sorted_distinct_and_keep_the_best(tmp_path, census):
    states: list[State] = []
    settings = Settings(**QUICK | {"keep": 0})
    run(settings, RunFolder(tmp_path / "run"), oracle=census, listener=Listener(generation=states.append))
    assert [state.generation for state in states] == list(range(1, 46))
    for state in states:
        scores = [individual.score for individual in state.population]
        assert scores == sorted(scores)
        assert len(state.population) == 30
        for individual in state.population:
            assert np.bincount(individual.genome).tolist() == [4, 4, 4, 4]
    kept = [pair for pair in itertools.pairwise(states) if any(pair[0].population[0].score)]
    # After an always-solvable set the search starts afresh.
    assert 0 < len(kept) < len(states) - 1
    for before, after in kept:
        assert after.population[0].score <= before.population[0].score
        assert len({tuple(one) for one in after.population}) == 30


@pytest.mark.slow
def test_the_genius_square_with_one_seed(tmp_path, oracle):
    # Seed 0 finds a set of 93,750 rolls by generation 20.
    settings = Settings(generations=20, population=100, keep=0)
    state, _ = run(settings, RunFolder(tmp_path / "run"), oracle=oracle, jobs=2)
    assert state.discoveries
    published = {catalogue_set(name).class_key() for name in CATALOGUE}
    for found in state.discoveries:
        dice = dice_set(np.array(found.genome, np.int8), GENIUS_SQUARE)
        assert dice.roll_count == 93_750
        assert dice.class_key() not in published
        assert oracle.is_solvable(rolls(dice).boards).all()


@pytest.mark.parametrize(
    "options",
    [
        ["--generations", "-1"],
        ["--generations", "1000001"],
        ["--generations", "many"],
        ["--population", "1"],
        ["--population", "100001"],
        ["--seed", "-1"],
        ["--seed", str(2**63)],
        ["--seed", "1.5"],
        ["--keep", "-1"],
        ["--jobs", "0"],
        ["--jobs", "257"],
        ["--sizes", "6,5,5,5,5,5"],
        ["--sizes", "6,6,6,6,6,6,6"],
        ["--sizes", "6,5,5,5,5,5,0"],
        ["--sizes", "6;5"],
        ["--sizes", "6_0,5,5,5,5,5,5"],
        ["--sizes", "0_6,5,5,5,5,5,5"],
        ["--sizes", "٦,5,5,5,5,5,5"],
        ["--sizes", "+6,5,5,5,5,5,5"],
        ["--sizes", "00006,5,5,5,5,5,5"],
        ["--sizes", ""],
        ["--scorer", "dancing-links"],
        ["--puzzle", "genius"],
        ["--puzzle", "8x8/14:I2,12*O4", "--sizes", ",".join("2" * 14), "--scorer", "bitmask"],
        ["--puzzle", "8x8/14:I2,12*O4", "--sizes", ",".join("2" * 14)],
    ],
)
def test_settings_out_of_range_are_refused_before_anything_is_written(tmp_path, monkeypatch, capsys, options):
    monkeypatch.chdir(tmp_path)
    assert status(["evolve", "--out", "run", *options]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("dicelab: ")
    assert err.count("\n") == 1
    assert not list(tmp_path.rglob("*.*"))


def test_settings_round_trip_and_refuse_what_they_do_not_know():
    settings = Settings(**QUICK)
    assert Settings.from_json(json.loads(json.dumps(settings.to_json()))) == settings
    with pytest.raises(DiceError, match="missing or unknown"):
        Settings.from_json(settings.to_json() | {"speed": 1})
    with pytest.raises(DiceError, match="missing or unknown"):
        Settings.from_json({"seed": 1})
