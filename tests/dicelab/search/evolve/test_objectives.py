"""Runs with objectives: the same bytes for any runner and wherever they are cut off; fronts that are what they say."""

import itertools
import json
import os
import shlex
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
from dicelab.score import tables as kept_tables
from dicelab.score.forbidden import ForbiddenBoards
from dicelab.score.objectives import parse_objective, subject
from dicelab.score.statistics_verb import stats
from dicelab.search import moves
from dicelab.search.evolve import evolution
from dicelab.search.evolve.candidates import Breeder, EvolutionState
from dicelab.search.evolve.evolution import evolve
from dicelab.search.evolve.islands import Islands, epoch
from dicelab.search.evolve.run_files import KIND, command_of, load
from dicelab.search.evolve.settings import EvolutionSettings
from dicelab.verifying import verify
from solver.census import Content, build_census
from solver.nogoods import Nogood, Relaxation
from solver.polyform import Puzzle
from solver.runs import ClusterError, dask_cluster, processes, threads
from solver.runs.folder import RunFolder
from solver.runs.manifest import read_manifest
from solver.runs.storage import sha256, unsealed

ROOT = Path(__file__).parents[4]
PUZZLE = "4x5/4:I1,I2,I3,L3,L4,I1,I2"
QUICK: dict[str, Any] = {
    "objectives": ("fewest", "variation"),
    "generations": 11,
    "population": 17,
    "sizes": (5, 5, 5, 5),
    "keep": 2,
    "puzzle": PUZZLE,
    "islands": 3,
    "migrate": 4,
}
GRID = QUICK | {"mode": "map-elites", "objectives": ("fewest", "variation", "perimeter"), "bins": 5}
OPTIONS = ["--objective", "fewest,variation", "--generations", "11", "--population", "17", "--sizes", "5,5,5,5"]
OPTIONS += ["--keep", "2", "--puzzle", PUZZLE, "--islands", "3", "--migrate", "4"]
SMALLEST = ["--puzzle", "3x4/3:I1,I2,I3,L3", "--sizes", "4,4,4", "--population", "8", "--generations", "2"]
SMALLEST += ["--jobs", "1"]

# Runs a command line; the process kills itself before its KILL_AT-th file operation.
DYING = """
import os, pathlib, signal
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
from dicelab.cli.main import main
main()
"""


def contents(folder):
    return {
        file.relative_to(folder).as_posix(): file.read_bytes()
        for file in sorted(folder.rglob("*"))
        if file.is_file() and file.suffix not in {".previous", ".damaged"}
    }


def backwards(function, tasks):
    """Runs tasks in the wrong order."""
    yield from [function(task) for task in reversed(list(tasks))]


def failing_after(calls):
    """A runner whose cluster is lost after so many calls."""
    left = iter(range(calls))

    def run(function, tasks):
        if next(left, None) is None:
            raise ClusterError("a worker failed: lost")
        yield from map(function, tasks)

    return run


def stop_at(folder, generation, settings):
    def progress(done, _total, _what=""):
        if done == generation:
            raise KeyboardInterrupt

    assert evolve(settings, out=folder, progress=progress).stopped == "interrupted"


def state_in(folder):
    with RunFolder.open(folder, KIND) as opened:
        return load(opened, pytest.fail).state


@pytest.fixture(scope="module")
def census():
    return build_census(Puzzle.parse(PUZZLE), Content.TILINGS, runner=threads(1))


@pytest.fixture(scope="module", params=[QUICK, GRID], ids=["pareto", "map-elites"])
def settings(request):
    return request.param


@pytest.fixture(scope="module")
def finished(tmp_path_factory, settings):
    """A run that nothing disturbed."""
    folder = tmp_path_factory.mktemp("whole") / "run"
    found = evolve(settings, out=folder)
    assert len(found.kept) > len(found.confirmed) == 2
    return folder


@pytest.fixture(scope="module")
def front(tmp_path_factory):
    """A run towards a front, by the command line."""
    folder = tmp_path_factory.mktemp("front") / "run"
    assert status(["evolve", *OPTIONS, "--out", str(folder), "--quiet", "--jobs", "1"]) == 0
    return folder


def test_a_run_writes_what_it_says(finished, settings):
    files, wanted = contents(finished), EvolutionSettings(**settings)
    picture = "front.svg" if wanted.mode == "pareto" else "elites.svg"
    found = [name for name in files if name.startswith("discoveries/")]
    assert set(files) == {
        "checkpoint.json",
        "settings.json",
        "log.jsonl",
        "front.json",
        picture,
        "manifest.json",
        *found,
    }
    assert len(found) == 4
    told = unsealed(files["settings.json"], "dicelab/evolve-objectives-settings/1")
    assert told.items() >= wanted.to_json().items()
    manifest = read_manifest(finished / "manifest.json")
    assert manifest.command == command_of(wanted)
    words = shlex.split(manifest.command)
    assert words[words.index("--objective") + 1] == ",".join(settings["objectives"])
    assert words[words.index("--sizes") + 1] == ",".join(map(str, wanted.sizes))
    assert manifest.files == {name: sha256(data) for name, data in files.items() if name != "manifest.json"}
    lines = [json.loads(line) for line in files["log.jsonl"].splitlines()]
    assert [line["generation"] for line in lines] == list(range(12))
    assert all(line.keys() == lines[0].keys() for line in lines), "a table"
    # No more sets than this can be on a front, so nothing is ever left out.
    measure = "hypervolume" if wanted.mode == "pareto" else "score"
    for before, after in itertools.pairwise(lines):
        assert before["evaluated"] <= after["evaluated"] <= before["evaluated"] + 17
        assert 0 < before[measure] <= after[measure]


def test_a_finished_run_with_more_generations_ends_as_one_long_run(finished, settings, tmp_path):
    # It ends within an epoch of four generations.
    evolve(settings | {"generations": 6}, out=tmp_path / "run")
    evolve({"generations": 11}, resume=tmp_path / "run")
    assert contents(tmp_path / "run") == contents(finished)


def test_a_budget_of_evaluations_ends_a_run_within_an_epoch(tmp_path, settings):
    budget = {name: value for name, value in settings.items() if name != "generations"}
    short = evolve(budget | {"evaluations": 90, "keep": 0}, out=tmp_path / "short")
    assert [row["evaluated"] for row in short.history] == [17 * n for n in range(1, 7)]
    assert short.history == evolve(settings | {"generations": 5, "keep": 0}, out=tmp_path / "same").history
    evolve({"evaluations": 130}, resume=tmp_path / "short")
    evolve(budget | {"evaluations": 130, "keep": 0}, out=tmp_path / "long")
    assert contents(tmp_path / "short") == contents(tmp_path / "long")


def test_every_set_is_always_solvable_and_has_the_values_that_are_told(finished, settings, census):
    told = unsealed((finished / "front.json").read_bytes(), "dicelab/evolve-front/1")
    assert list(told["objectives"]) == list(settings["objectives"])
    puzzle, names = Puzzle.parse(PUZZLE), {one["name"] for one in told["sets"]}
    for one in told["sets"]:
        found = subject(read_set(one, puzzle), census)
        assert found.tilings.min() > 0
        for label, value in one["values"].items():
            assert parse_objective(label, puzzle).of(found) == value
    written = sorted(finished.glob("discoveries/*.json"))
    for file in written:
        dice = read_dice_set(file)
        assert dice.name in names
        assert dice.sizes == (5, 5, 5, 5)
        assert len(rolls(dice).boards) == 625
        assert verify(dice, ("bitmask",)).always_solvable
    # The first one is the best in the first objective.
    assert told["sets"][0]["name"] in {file.stem for file in written}


def test_the_picture_of_a_front_names_each_set_and_the_place_where_it_stands_in_the_list(front):
    told = unsealed((front / "front.json").read_bytes(), "dicelab/evolve-front/1")
    picture = (front / "front.svg").read_text(encoding="utf-8")
    assert f"best trade-offs (Pareto front): {len(told['sets'])}" in picture
    for place, one in enumerate(told["sets"], start=1):
        assert f"{place}. {one['name']}: " in picture


def test_all_kept_sets_are_confirmed_and_written(tmp_path):
    found = evolve(QUICK | {"keep": "all"}, out=tmp_path / "run")
    told = unsealed((tmp_path / "run" / "front.json").read_bytes(), "dicelab/evolve-front/1")
    names = {one["name"] for one in told["sets"]}
    assert {file.stem for file in (tmp_path / "run" / "discoveries").glob("*.json")} == names
    assert {one.dice_set.name for one in found.confirmed} == names
    assert len(names) > 3


def test_an_old_run_whose_log_begins_with_its_settings_is_resumed(front, tmp_path):
    folder = tmp_path / "run"
    stop_at(folder, 4, QUICK)
    rows = (folder / "log.jsonl").read_text(encoding="utf-8")
    (folder / "settings.json").unlink()
    (folder / "log.jsonl").write_text('{"schema": "dicelab/evolve-log/1", "settings": {}}\n' + rows, encoding="utf-8")
    evolve({}, resume=folder)
    assert contents(folder) == contents(front)


def read_set(entry, puzzle):
    return DiceSet.of_labels(entry["dice"], puzzle)


@pytest.mark.parametrize("settings", [QUICK, GRID], ids=["pareto", "map-elites"])
def test_without_a_census_values_are_of_samples_and_every_kept_set_is_whole(settings, tmp_path):
    def refused(*_: object) -> None:
        pytest.fail("a census was asked for")

    asked = settings | {"scorer": "nogoods", "sample": 60}
    whole = evolve(asked, out=tmp_path / "whole", runner=backwards, census=refused)
    relaxation = Relaxation(Puzzle.parse(PUZZLE))
    for pair in whole.state.nogoods:
        relaxation.confirm(Nogood(*pair))
    assert whole.kept
    assert all(verify(found, ("brute-force",)).always_solvable for found, _ in whole.kept)
    assert "values are of 60 rolls of each set, drawn at random, tilings counted" in str(whole)
    for told in whole.to_json()["confirmed"]:
        assert told["standard_errors"]["fewest"] is None
        exact = stats(" | ".join(map(" ".join, told["dice"])), PUZZLE, objective="variation").values["variation"]
        assert abs(told["values"]["variation"] - exact) < 5 * told["standard_errors"]["variation"]
    assert whole.to_json()["settings"]["scorer"] == "nogoods"
    assert {row["sample"] for row in whole.history} == {60}
    assert unsealed((tmp_path / "whole" / "front.json").read_bytes(), "dicelab/evolve-front/1")["sample"] == 60
    stop_at(tmp_path / "run", 4, asked)
    assert state_in(tmp_path / "run").nogoods == whole.state.nogoods[: len(state_in(tmp_path / "run").nogoods)]
    evolve({}, resume=tmp_path / "run", jobs=2)
    assert contents(tmp_path / "run") == contents(tmp_path / "whole")


def test_of_equal_sets_the_one_that_is_kept_was_looked_at():
    asked = {"objectives": ("perimeter",), "puzzle": "4x5/5:I1,T4,L4,2*L3", "sizes": (3,) * 5, "scorer": "nogoods"}
    settings = EvolutionSettings(**QUICK | asked | {"islands": 2})
    breeder, generator = Breeder(settings), np.random.default_rng(0)
    failing = breeder.random(generator, repair=False)
    whole = next(one for one in (breeder.random(generator, repair=True) for _ in range(100)) if one.solvable)
    assert failing.rolls
    failing = failing._replace(rolls=0, values=whole.values)

    def run(function, tasks):
        if function is not epoch:
            return map(function, tasks)
        # The first island has its set later than the second.
        return [(0, (), ((0, 0, ()), (1, 1, (whole,))), ()), (1, (), ((1, 1, (failing,)), (0, 0, ())), ())]

    state = Islands(settings, run).advance(EvolutionState(0, ((), ()), (), ({"evaluated": 0},)))
    assert [one.genome for one in state.kept] == [whole.genome]
    assert state.nogoods


def test_a_puzzle_whose_tilings_take_long_is_sampled():
    settings = EvolutionSettings.of({"puzzle": "genius-star", "sizes": (4,) * 7, "objectives": ("variation",)})
    with_sample = evolution.with_means(settings, {})
    assert (with_sample.scorer, with_sample.sample) == ("nogoods", 32)
    assert evolution.with_means(settings, {"scorer": "census"}).sample == 32
    small = EvolutionSettings.of(QUICK)
    assert evolution.with_means(small, {}) == small


def test_no_set_on_the_front_is_as_good_as_another_and_no_class_is_there_twice(front):
    told = unsealed((front / "front.json").read_bytes(), "dicelab/evolve-front/1")
    puzzle = Puzzle.parse(PUZZLE)
    values = [tuple(one["values"].values()) for one in told["sets"]]
    assert values == sorted(values, reverse=True)
    for (fewest, variation), (fewer, less) in itertools.pairwise(values):
        assert fewest > fewer
        assert variation > less
    keys = {read_set(one, puzzle).class_key() for one in told["sets"]}
    assert len(keys) == len(values) > 2


def test_each_elite_is_in_the_cell_of_its_values(tmp_path):
    evolve(GRID | {"keep": 0}, out=tmp_path / "run")
    told = unsealed((tmp_path / "run/front.json").read_bytes(), "dicelab/evolve-front/1")
    cells = [tuple(one["cell"]) for one in told["sets"]]
    assert len(set(cells)) == len(cells) > 5
    for one in told["sets"]:
        for edges, place, value in zip(told["edges"], one["cell"], list(one["values"].values())[1:], strict=True):
            assert place == 0 or edges[place] <= value
            assert place == 4 or value < edges[place + 1]


def test_the_order_of_results_changes_nothing(finished, settings, tmp_path):
    evolve(settings, out=tmp_path / "run", runner=backwards, jobs=2)
    assert contents(tmp_path / "run") == contents(finished)


def test_processes_write_the_same_bytes(front, tmp_path):
    evolve(QUICK, out=tmp_path / "run", jobs=2)
    assert contents(tmp_path / "run") == contents(front)


@pytest.mark.parametrize("generation", [8, 11])
def test_a_run_that_was_stopped_goes_on_to_the_same_bytes(finished, settings, tmp_path, generation):
    folder = tmp_path / "run"
    stop_at(folder, generation, settings)
    assert state_in(folder).generation == generation
    evolve({}, resume=folder)
    assert contents(folder) == contents(finished)
    # And one that is finished stays as it is.
    evolve({}, resume=folder)
    assert contents(folder) == contents(finished)


@pytest.mark.parametrize("calls", [2, 4])
def test_what_was_done_before_a_cluster_was_lost_is_kept(front, tmp_path, capsys, calls):
    folder = tmp_path / "run"
    with pytest.raises(ClusterError):
        evolve(QUICK, out=folder, runner=failing_after(calls))
    # A call for the sample, one for generation 0, and then one for each epoch.
    assert state_in(folder).generation == 4 * (calls - 2)
    assert status(["evolve", "--resume", str(folder), "--quiet", "--jobs", "1"]) == 0
    assert contents(folder) == contents(front)
    assert capsys.readouterr() == ("", "")


@pytest.mark.slow
@pytest.mark.parametrize("operation", [3, 23, 48])
def test_a_run_that_was_killed_goes_on_to_the_same_bytes(front, tmp_path, operation):
    folder = tmp_path / "run"
    killed = subprocess.run(
        [sys.executable, "-c", DYING, "evolve", *OPTIONS, "--out", str(folder), "--jobs", "1"],
        env=os.environ | {"PYTHONPATH": str(ROOT), "KILL_AT": str(operation)},
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert killed.returncode == -signal.SIGKILL, killed.stderr
    assert contents(folder) != contents(front)
    assert status(["evolve", "--quiet", "--resume", str(folder), "--jobs", "1"]) == 0
    assert contents(folder) == contents(front)


def test_a_damaged_checkpoint_is_told_and_the_one_before_used(front, tmp_path, capsys):
    folder = tmp_path / "run"
    stop_at(folder, 8, QUICK)
    checkpoint = folder / "checkpoint.json"
    checkpoint.write_bytes(checkpoint.read_bytes()[:-50])
    assert status(["evolve", "--quiet", "--resume", str(folder), "--jobs", "1"]) == 0
    assert "going on from the checkpoint before" in capsys.readouterr().err
    assert contents(folder) == contents(front)


def test_islands_send_their_best_to_the_next():
    two = QUICK | {"islands": 2, "population": 40, "generations": 1}
    alone = Islands(EvolutionSettings(**two | {"migrate": 1}), processes(1)).begin()
    apart = Islands(EvolutionSettings(**two | {"migrate": 2}), processes(1)).begin()
    assert alone.populations == apart.populations
    before, after = alone.populations
    assert len(before) == len(after) == 20
    # Two of twenty moved: each island holds copies of its neighbour's first ones, at its end.
    assert [one.genome for one in after[-2:]] == [one.genome for one in before[:2]]
    assert [one.genome for one in before[-2:]] == [one.genome for one in after[:2]]


def test_without_the_memetic_step_unsolvable_rolls_become_fewer_first():
    settings = QUICK | {"memetic": False, "generations": 12, "islands": 1, "sizes": (5, 5, 5, 4)}
    strategy = Islands(EvolutionSettings(**settings), processes(1))
    state = strategy.begin()
    rolled = [state.populations[0][0].rolls]
    while state.generation < 12:
        state = strategy.advance(state)
        people = state.populations[0]
        assert [one.rolls for one in people] == sorted(one.rolls for one in people)
        assert all(bool(one.values) == one.solvable for one in people)
        rolled.append(people[0].rolls)
    assert rolled == sorted(rolled, reverse=True)


def test_a_puzzle_without_always_solvable_sets(tmp_path, capsys):
    # Three dominoes leave as many light cells as dark ones, and no die of three shows one colour only, save one.
    hopeless = ["--puzzle", "3x3/3:3*I2", "--sizes", "3,3,3", "--population", "8", "--generations", "2"]
    options = ["evolve", *hopeless, "--objective", "fewest,variation", "--jobs", "1"]
    assert status([*options, "--out", str(tmp_path / "front")]) == 3
    assert "best trade-offs (Pareto front): 0, hypervolume 0\n" in capsys.readouterr().out
    assert (tmp_path / "front/front.svg").exists()
    assert status([*options, "--mode", "map-elites", "--out", str(tmp_path / "grid")]) == 3
    err = capsys.readouterr().err
    assert err.startswith("dicelab: none of 64 sets is always solvable")
    assert err.count("\n") == 1
    assert not (tmp_path / "grid").exists()


def test_one_objective_is_enough(tmp_path, capsys):
    folder = tmp_path / "run"
    options = ["evolve", *SMALLEST, "--objective", "variation:max", "--out", str(folder), "--json"]
    assert status(options) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["schema"] == "dicelab/evolve-objectives/1"
    assert told["kept"] == 1
    assert told["best"] == told["confirmed"][0]["values"]
    assert (folder / "front.svg").exists()


@pytest.mark.parametrize("resuming", [False, True])
def test_a_cluster_that_cannot_be_reached_loses_nothing(tmp_path, capsys, resuming):
    pytest.importorskip("distributed")
    folder = tmp_path / "run"
    options = [*OPTIONS, "--out", str(folder)]
    if resuming:
        stop_at(folder, 4, QUICK)
        options = ["--resume", str(folder)]
    before = contents(folder) if resuming else {}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(dask_cluster, "ANSWER_SECONDS", 1)
        assert status(["evolve", *options, "--cluster", "tcp://127.0.0.1:9"]) == 3
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("dicelab: no scheduler answers at tcp://127.0.0.1:9")
    assert err.count("\n") == 1
    assert contents(tmp_path) == {f"run/{name}": data for name, data in before.items()}


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (["--objective", "fewst"], "did you mean fewest?"),
        (["--objective", "fewest,fewest"], "is named twice"),
        (["--objective", "fewest,,mean"], "separate names by single commas"),
        (["--objective", ""], "separate names by single commas"),
        (["--objective", "band"], "write band="),
        (["--objective", "fewest", "--mode", "map-elites"], "name two or three"),
        (["--objective", "fewest", "--mode", "pretty"], "choose from pareto, map-elites"),
        (["--objective", "fewest", "--scorer", "bitmask"], "leave out --scorer"),
        (["--objective", "fewest", "--bins", "5"], "--bins needs --mode map-elites"),
        (["--objective", "fewest", "--islands", "0"], "islands 0"),
        (["--objective", "fewest", "--islands", "60"], "use at least 4 on each"),
        (["--objective", "fewest", "--migrate", "0"], "migrate 0"),
        (["--objective", "fewest", "--cluster", "nowhere"], "is not the address of a scheduler"),
        (["--mode", "pareto"], "--mode needs --objective"),
        (["--islands", "2"], "--islands needs --objective"),
        (["--migrate", "2"], "--migrate needs --objective"),
        (["--no-memetic"], "--no-memetic needs --objective"),
        (["--memetic"], "--memetic needs --objective"),
        (["--bins", "5"], "--bins needs --objective"),
        (["--cluster", "tcp://127.0.0.1:9"], "--cluster needs --objective"),
    ],
)
def test_options_that_do_not_fit_are_refused_before_anything_is_written(tmp_path, monkeypatch, capsys, options, says):
    monkeypatch.chdir(tmp_path)
    assert status(["evolve", "--out", "run", *options]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert says in err
    assert err.startswith("dicelab: ")
    assert err.count("\n") == 1
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("changed", "says"),
    [
        (["--objective", "fewest,mean"], "has objective fewest,variation"),
        (["--objective", "fewst"], "did you mean fewest?"),
        (["--islands", "2"], "--islands 2: the run in"),
        (["--migrate", "5"], "has migrate 4"),
        (["--no-memetic"], "has memetic True"),
        (["--mode", "map-elites"], "has mode pareto"),
        (["--seed", "1"], "has seed 0"),
        (["--scorer", "bitmask"], "has scorer census"),
    ],
)
def test_resuming_with_changed_settings_is_refused(front, capsys, changed, says):
    before = contents(front)
    assert status(["evolve", "--resume", str(front), *changed]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert says in err
    assert err.count("\n") == 1
    assert contents(front) == before


def test_resuming_with_the_same_settings_is_allowed(front, tmp_path):
    folder = tmp_path / "run"
    stop_at(folder, 4, QUICK)
    assert status(["evolve", "--resume", str(folder), *OPTIONS, "--quiet", "--jobs", "1"]) == 0
    assert contents(folder) == contents(front)


def test_a_run_without_objectives_gets_none_when_it_is_resumed(tmp_path, capsys):
    folder = tmp_path / "run"
    assert status(["evolve", *SMALLEST, "--out", str(folder), "--quiet"]) in {0, 3}
    assert status(["evolve", "--resume", str(folder), "--objective", "fewest"]) == 2
    assert "has no objectives; leave it out" in capsys.readouterr().err
    # A run of either kind makes room for one of the other.
    assert status(["evolve", *SMALLEST, "--objective", "fewest", "--out", str(folder), "--force", "--quiet"]) == 0
    assert not (folder / "fitness.svg").exists()
    assert status(["evolve", *SMALLEST, "--out", str(folder), "--force", "--quiet"]) in {0, 3}
    assert not (folder / "front.json").exists()


def test_values_that_cp_sat_does_not_confirm_are_found_out(tmp_path, monkeypatch):
    settings = QUICK | {"generations": 1, "puzzle": "4x4/4:I1,I2,I2,I3,L4", "sizes": (4, 4, 4, 4)}
    true = kept_tables.forbidden_boards

    def blind(puzzle, least):
        # Boards that take every board for solvable.
        return ForbiddenBoards(puzzle, true(puzzle, least).boards[:0])

    monkeypatch.setattr(moves, "forbidden_boards", blind)
    with pytest.raises(DicelabError, match="which the scorer took for solvable"):
        evolve(settings, out=tmp_path / "run")
    assert not list((tmp_path / "run").glob("discoveries/*"))
