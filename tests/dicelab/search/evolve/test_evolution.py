"""Runs: the same seed gives the same bytes, whatever the jobs, and wherever the run is cut off."""

import itertools
import json
import os
import re
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from dicelab.cli.main import status
from dicelab.dice import DiceSet, read_dice_set, rolls
from dicelab.errors import DicelabError
from dicelab.search.evolve import evolution
from dicelab.search.evolve.candidates import dice_set, genome_text, random_genome, set_name
from dicelab.search.evolve.evolution import evolve
from dicelab.search.evolve.run_files import CHECKPOINT_SCHEMA, KIND, load
from dicelab.search.evolve.settings import EvolutionSettings
from dicelab.verifying import confirm, verify
from solver.census import Census, Content, orbits_of
from solver.nogoods import Nogood, Relaxation
from solver.polyform import Puzzle
from solver.runs.folder import RunFolder
from solver.runs.manifest import read_manifest
from solver.runs.storage import sealed, sha256, unsealed

ROOT = Path(__file__).parents[4]
SMALL = "4x4/4:I1,I2,I2,I3,L4"
QUICK: dict[str, Any] = {"generations": 45, "population": 30, "sizes": (4, 4, 4, 4), "keep": 2, "puzzle": SMALL}
SETTINGS = {"generations": 45, "population": 30, "seed": 0, "sizes": [4, 4, 4, 4], "scorer": "census", "keep": 2}
SETTINGS |= {"puzzle": Puzzle.parse(SMALL).format()}
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
from dicelab.search.evolve import evolution
evolution.CHECKPOINT_SECONDS, evolution.CHECKPOINT_SHARE = 0, float("inf")
from dicelab.cli.main import main
main()
"""

# Sends itself Ctrl-C when the run has come to a generation.
INTERRUPTED = """
import contextlib, os, signal, sys
from dicelab.cli.terminal import Terminal
usual = Terminal.progress
@contextlib.contextmanager
def interrupting(terminal, label):
    with usual(terminal, label) as bar:
        def progress(done, total, what=""):
            if what == "generations" and done == int(os.environ["INTERRUPT_AT"]):
                os.kill(os.getpid(), signal.SIGINT)
            bar(done, total, what)
        yield progress
Terminal.progress = interrupting
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


def of(census):
    return {"census": lambda _puzzle, _content: census}


def saved_in(folder):
    with RunFolder.open(folder, KIND) as opened:
        return load(opened, pytest.fail)


@pytest.fixture(scope="module")
def finished(tmp_path_factory, census):
    """A run that nothing disturbed, seed 0."""
    folder = tmp_path_factory.mktemp("whole") / "run"
    found = evolve(QUICK, out=folder, **of(census))
    assert found.folder == folder
    assert len(found.kept) >= len(found.confirmed) == 2
    return folder


@pytest.fixture(scope="module")
def stopped_early(tmp_path_factory, census):
    """The run, stopped before its end."""
    folder = tmp_path_factory.mktemp("stopped") / "run"
    stop_at(folder, 43, census)
    return folder


@pytest.fixture
def damaged(tmp_path, stopped_early):
    """A copy of the run, stopped early, whose last checkpoint is about to be damaged."""
    return shutil.copytree(stopped_early, tmp_path / "run")


def stop_at(folder, generation, census, asked=QUICK):
    def progress(done, _total, _what=""):
        if done == generation:
            raise KeyboardInterrupt

    told: list[str] = []
    options = of(census) if census else {}
    stopped = evolve(asked, out=folder, progress=progress, note=told.append, **options)
    assert (stopped.stopped, stopped.finished, stopped.state.generation) == ("interrupted", False, generation)
    assert stopped.best is not None
    assert told == [f"progress is saved; continue with dicelab evolve --resume {folder}"]


def test_a_run_writes_what_it_says(finished):
    files = contents(finished)
    names = [name for name in files if name.startswith("discoveries/")]
    assert len([name for name in names if name.endswith(".json")]) == 2
    assert set(files) == {"checkpoint.json", "settings.json", "log.jsonl", "fitness.svg", "manifest.json", *names}
    assert unsealed(files["settings.json"], "dicelab/evolve-settings/1").items() >= SETTINGS.items()
    lines = [json.loads(line) for line in files["log.jsonl"].splitlines()]
    assert [line["generation"] for line in lines] == list(range(46))
    assert all(line.keys() == lines[0].keys() for line in lines), "a table"
    for before, after in itertools.pairwise(lines):
        assert before["evaluated"] < after["evaluated"]
        assert before["discoveries"] <= after["discoveries"]
    manifest = read_manifest(finished / "manifest.json")
    command = "evolve --puzzle '4x4/4:I1,2*I2,I3,L4' --sizes 4,4,4,4 --generations 45 --population 30 --keep 2"
    assert (manifest.command, manifest.seed, manifest.confirmed_by) == (command, 0, ("cp-sat",))
    assert manifest.files == {name: sha256(data) for name, data in files.items() if name != "manifest.json"}


def test_discoveries_are_always_solvable_by_the_census(finished, census):
    found = [read_dice_set(file) for file in sorted(finished.glob("discoveries/*.json"))]
    assert len(found) == len({dice.class_key() for dice in found}) == 2
    for dice in found:
        assert dice.sizes == (4, 4, 4, 4)
        assert dice.name == set_name(dice)
        assert len(rolls(dice).boards) == 256
        assert census.is_solvable(rolls(dice).boards).all()


def test_the_same_seed_gives_the_same_bytes_for_any_jobs(finished, tmp_path, census):
    evolve(QUICK, out=tmp_path / "run", jobs=2, **of(census))
    assert contents(tmp_path / "run") == contents(finished)


@pytest.mark.parametrize("scorer", ["bitmask", "cp-sat"])
def test_every_scorer_finds_the_same_sets(tmp_path, census, scorer):
    short = QUICK | {"generations": 12}
    found = evolve(short | {"scorer": scorer}, out=tmp_path / "run")
    assert found.state == evolve(short, out=tmp_path / "census", **of(census)).state
    assert found.state.kept


@pytest.mark.parametrize("generation", [1, 34])
def test_without_a_census_nogoods_score_the_sets_and_every_kept_set_is_whole(tmp_path, generation):
    asked = QUICK | {"puzzle": "4x5/5:I1,T4,L4,2*L3", "sizes": (3,) * 5, "scorer": "nogoods"}

    def refused(*_: object) -> None:
        pytest.fail("a census was asked for")

    whole = evolve(asked, out=tmp_path / "whole", jobs=2, census=refused)
    puzzle = whole.settings.parsed_puzzle
    relaxation = Relaxation(puzzle)
    for pair in whole.state.nogoods:
        relaxation.confirm(Nogood(*pair))
    assert len(whole.state.nogoods) > 20
    assert whole.kept
    assert all(verify(found, ("brute-force",)).always_solvable for found, _ in whole.kept)
    assert whole.to_json()["nogoods"] == whole.history[-1]["nogoods"] == len(whole.state.nogoods)
    assert read_manifest(tmp_path / "whole" / "manifest.json").confirmed_by == ("bitmask",)
    stop_at(tmp_path / "run", generation, None, asked)
    evolve({}, resume=tmp_path / "run", jobs=1)
    assert contents(tmp_path / "run") == contents(tmp_path / "whole")


def test_another_seed_gives_other_sets(finished, tmp_path, census):
    evolve(QUICK | {"seed": 1}, out=tmp_path / "run", **of(census))
    assert contents(tmp_path / "run").keys() != contents(finished).keys()


@pytest.mark.parametrize("generation", [1, 20, 45])
def test_a_run_that_was_stopped_goes_on_to_the_same_bytes(finished, tmp_path, census, generation):
    folder = tmp_path / "run"
    stop_at(folder, generation, census)
    saved = saved_in(folder)
    assert saved.settings.to_json() == SETTINGS
    assert saved.state.generation == generation
    whole = evolve({}, resume=folder, **of(census))
    assert contents(folder) == contents(finished)
    # And one that is finished stays as it is.
    again = evolve({}, resume=folder, **of(census))
    assert (again.state, again.confirmed) == (whole.state, whole.confirmed)
    assert contents(folder) == contents(finished)


def test_a_finished_run_with_more_generations_ends_as_one_long_run(finished, tmp_path, census):
    folder = tmp_path / "run"
    evolve(QUICK | {"generations": 20}, out=folder, **of(census))
    evolve({"generations": 45}, resume=folder, **of(census))
    assert contents(folder) == contents(finished)


def test_a_budget_of_evaluations_ends_a_run_in_the_generation_that_uses_it_up(tmp_path, census):
    budget = {name: value for name, value in QUICK.items() if name != "generations"} | {"evaluations": 301}
    folder = tmp_path / "run"
    found = evolve(budget, out=folder, **of(census))
    assert [row["evaluated"] for row in found.history] == [30 * n for n in range(1, 12)]
    assert read_manifest(folder / "manifest.json").command.endswith("--population 30 --keep 2 --evaluations 301")
    evolve({"evaluations": 500}, resume=folder, **of(census))
    evolve(budget | {"evaluations": 500}, out=tmp_path / "whole", **of(census))
    assert contents(folder) == contents(tmp_path / "whole")


@pytest.mark.slow
@pytest.mark.parametrize("operation", [3, 7, 8, 152, 233, 249, 256])
def test_a_run_that_was_killed_goes_on_to_the_same_bytes(finished, tmp_path, operation):
    folder = tmp_path / "run"
    # The table of the census is in the cache, so every file operation is one of the run.
    killed = process(DYING, "evolve", *OPTIONS, "--out", folder, "--jobs", 1, KILL_AT=str(operation))
    assert killed.returncode == -signal.SIGKILL, killed.stderr
    assert contents(folder) != contents(finished)
    assert status(["evolve", "--quiet", "--resume", str(folder), "--jobs", "2"]) == 0
    assert contents(folder) == contents(finished)


def test_a_checkpoint_that_calls_an_unsolvable_set_confirmed_is_found_out(finished, tmp_path, census):
    folder = tmp_path / "run"
    shutil.copytree(finished, folder)
    content = unsealed((folder / "checkpoint.json").read_bytes(), CHECKPOINT_SCHEMA)
    settings = EvolutionSettings.read(content["settings"])
    puzzle, generator = Puzzle.parse(settings.puzzle), np.random.default_rng(1)
    drawn = (random_genome(settings.sizes, len(puzzle.grid), generator) for _ in range(1000))
    forged = next(genome for genome in drawn if not census.is_solvable(rolls(dice_set(genome, puzzle)).boards).all())
    content["state"]["kept"][0][0] = genome_text(forged)
    content["confirmed"][0][1] = set_name(dice_set(forged, puzzle))
    del content["schema"]
    (folder / "checkpoint.json").write_bytes(sealed(CHECKPOINT_SCHEMA, content))
    with pytest.raises(DicelabError, match=r"was confirmed, but [0-9]+ of its rolls have no tiling"):
        evolve({}, resume=folder, **of(census))


def test_ctrl_c_saves_and_exits_130(finished, tmp_path):
    folder = tmp_path / "run"
    stopped = process(INTERRUPTED, "evolve", *OPTIONS, "--out", folder, INTERRUPT_AT="5")
    assert stopped.returncode == 130
    assert stopped.stderr.endswith(f"progress is saved; continue with dicelab evolve --resume {folder}\n")
    assert "The run was interrupted after generation" in stopped.stdout
    assert " so far: " in stopped.stdout
    assert saved_in(folder).state.generation in {5, 6}
    assert status(["evolve", "--quiet", "--resume", str(folder)]) == 0
    assert contents(folder) == contents(finished)


@pytest.mark.parametrize("fault", ["cut", "bit", "empty", "gone", "other"])
def test_a_damaged_checkpoint_is_told_and_the_one_before_used(finished, damaged, capsys, fault):
    data = (damaged / "checkpoint.json").read_bytes()
    faults = {
        "cut": data[:-100],
        "bit": data.replace(b'"generation": 43', b'"generation": 41'),
        "empty": b"",
        "other": b'{"schema": "dicelab/dice-set/1"}',
    }
    assert data not in faults.values()
    if fault == "gone":
        (damaged / "checkpoint.json").unlink()
    else:
        (damaged / "checkpoint.json").write_bytes(faults[fault])
    assert status(["evolve", "--quiet", "--resume", str(damaged)]) == 0
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(f"dicelab: warning: {(damaged / 'checkpoint.json')} ")
    assert err.endswith("going on from the checkpoint before\n")
    assert err.count("\n") == 1
    assert contents(damaged) == contents(finished)
    kept = damaged / "checkpoint.json.damaged"
    assert kept.read_bytes() == faults[fault] if fault != "gone" else not kept.exists()


@pytest.mark.parametrize(
    ("changed", "says"),
    [
        (["--generations", "44"], "--generations 44: the run in"),
        (["--evaluations", "9"], "--evaluations 9: the run in"),
        (["--population", "31"], "has population 30"),
        (["--seed", "1"], "has seed 0"),
        (["--sizes", "4,4,4,3"], "has sizes"),
        (["--scorer", "bitmask"], "has scorer census"),
        (["--keep", "3"], "has keep 2"),
        (["--puzzle", "genius-square"], "has puzzle 4x4"),
        (["--out", "elsewhere"], "--resume continues in its own folder"),
        (["--force"], "--resume continues in its own folder"),
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
    assert status(["evolve", "--resume", str(damaged), *OPTIONS, "--seed", "0", "--quiet"]) == 0
    assert capsys.readouterr() == ("", "")
    assert contents(damaged) == contents(finished)


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
    evolve(QUICK | {"seed": 5}, out=folder, **of(census))
    assert status(["evolve", "--quiet", *OPTIONS, "--out", str(folder), "--force"]) == 0
    assert contents(folder) == contents(finished)


def test_a_new_run_takes_the_next_free_number(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    for number in ("001", "002"):
        assert status(["evolve", *OPTIONS, "--generations", "5", "--keep", "0", "--quiet"]) in {0, 3}
        assert (tmp_path / f"runs/evolve-{number}/manifest.json").exists()
    assert not (tmp_path / "runs/evolve-003").exists()
    assert capsys.readouterr() == ("", "")


def test_what_cp_sat_has_scored_is_confirmed_by_a_second_program(tmp_path, monkeypatch):
    asked = []

    def noting(candidate, backends, **others):
        asked.append(tuple(backends))
        return confirm(candidate, backends, **others)

    monkeypatch.setattr(evolution, "confirm", noting)
    short = QUICK | {"generations": 12, "keep": 1}
    for scorer in ("cp-sat", "bitmask"):
        evolve(short | {"scorer": scorer}, out=tmp_path / scorer)
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
        rf"(\d+) of them always solvable according to {by}",
        lines[1],
    )
    assert found
    assert lines[2] == f"1 of these confirmed by {confirmed_by} on all their rolls:"
    assert int(found[1]) > 1
    assert status([*options, "--keep", "0", "--out", str(tmp_path / "none"), "--json"]) == 3
    told = json.loads(capsys.readouterr().out)
    assert told["candidates"] == int(found[1])
    assert told["confirmed"] == []
    assert "discoveries" not in told


def test_a_run_that_finds_nothing_tells_its_nearest_miss(tmp_path):
    """No four dice of six cells are always solvable on this board: ``dicelab design`` proves that."""
    puzzle = "5x5/4:W5,L4,I3,L3,I2,T4"
    options = {"puzzle": puzzle, "sizes": (6, 6, 6, 6), "generations": 1, "population": 10, "scorer": "bitmask"}
    evolution = evolve(options, out=tmp_path / "run")
    *_, standing, faces, told, _folder = str(evolution).splitlines()
    assert told.startswith("`dicelab verify`")
    assert standing.startswith("nearest so far")
    assert not verify(DiceSet.parse(faces.strip(), Puzzle.parse(puzzle)), ("bitmask",)).always_solvable


def test_a_scorer_that_is_wrong_is_found_out(tmp_path):
    puzzle = Puzzle.parse(SMALL)
    orbits = orbits_of(puzzle.grid, puzzle.blockers)
    lying = Census(puzzle, orbits, np.ones(len(orbits), np.uint64), Content.SOLVABILITY)
    with pytest.raises(DicelabError, match="which the scorer took for solvable") as caught:
        evolve(QUICK, out=tmp_path / "run", **of(lying))
    assert not isinstance(caught.value, ValueError)
    assert not list((tmp_path / "run").glob("discoveries/*"))


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
        ["--puzzle", "8x8/14:I2,12*O4", "--sizes", ",".join("2" * 14), "--scorer", "census"],
        ["--scorer", "nogoods", "--min-tilings", "2"],
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


def test_a_run_says_what_it_begins_with(tmp_path, census):
    told = []

    def progress(done, total, what=""):
        told.append((done, total, what))

    found = evolve(QUICK | {"keep": 1}, out=tmp_path / "run", progress=progress, **of(census))
    rolls = found.confirmed[0].dice_set.roll_count
    assert told[0] == (0, None, "drawing the first sets")
    assert (0, rolls, "CP-SAT confirms set 1 of 1") in told


def test_the_census_that_a_run_needs_says_how_far_it_is(tmp_path, monkeypatch):
    monkeypatch.setenv("DICELAB_CACHE", str(tmp_path / "cache"))
    told = []

    def progress(done, total, what=""):
        told.append((done, total, what))

    evolve(QUICK | {"keep": 1}, out=tmp_path / "run", progress=progress)
    counted = [one for one in told if not one[2]]
    assert counted
    assert counted[-1][0] == counted[-1][1]
