"""A setting repeated with many seeds: its runs are those of single seeds; what is told of them is computed by hand."""

import csv
import io
import json
import shutil
from typing import Any

import pytest

import dicelab
from dicelab.cli.main import status
from dicelab.errors import DiceError
from dicelab.search.evolve.comparison import RepeatedRuns, Repetition, compared
from dicelab.search.evolve.settings import EvolutionSettings
from dicelab.search.evolve.traces import Trace, expected_time, measures, read_steps
from solver.runs.manifest import read_manifest

ASKED: dict[str, Any] = {
    "puzzle": "2x4/2:3*I2",
    "sizes": (2, 2),
    "population": 4,
    "scorer": "bitmask",
    "keep": 1,
    "jobs": 1,
}
ONE = Trace(0, (10, 20, 30, 40), (1.0, 2.0, 3.0, 4.0), {"fewest": (None, 2, 5, 5)})
OTHER = Trace(1, (10, 20, 30, 50), (1.5, 2.5, 3.5, 4.5), {"fewest": (1, 2, 2, 2)})


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Two seeds, then a third one and more generations."""
    folder = tmp_path_factory.mktemp("repeated") / "mine"
    found = dicelab.evolve(**ASKED, generations=2, seeds=range(2), out=folder)
    assert [one.seed for one in found.repetitions[0].traces] == [0, 1]
    again = dicelab.evolve(resume=folder, repeat=3, generations=4, jobs=1)
    assert [one.seed for one in again.repetitions[0].traces] == [0, 1, 2]
    assert found.stopped == again.stopped == ""
    return folder


def test_each_run_is_that_of_its_seed_alone(folder, tmp_path):
    dicelab.evolve(**ASKED, generations=4, seed=1, out=tmp_path / "one")
    alone = read_manifest(tmp_path / "one" / "manifest.json")
    assert read_manifest(folder / "seed-1" / "manifest.json") == alone


def test_the_table_has_every_generation_of_every_run(folder):
    rows = list(csv.DictReader(io.StringIO((folder / "runs.csv").read_text("utf-8"))))
    assert list(rows[0]) == ["setting", "seed", "generation", "evaluations", "seconds", "failing", "discoveries"]
    assert [(row["seed"], row["generation"]) for row in rows] == [(f"{s}", f"{g}") for s in range(3) for g in range(5)]
    assert [int(row["evaluations"]) for row in rows[:5]] == [4, 8, 12, 16, 20]
    for seed in range(3):
        times = [float(row["seconds"]) for row in rows if row["seed"] == f"{seed}"]
        assert times == sorted(times)
        assert [generation for generation, _ in read_steps(folder, seed)] == [0, 1, 2, 3, 4]


def test_settings_are_compared_on_the_command_line(folder, tmp_path, capsys):
    other = tmp_path / "other"
    small = ["--puzzle", "2x4/2:3*I2", "--sizes", "2,2", "--population", "8", "--scorer", "bitmask", "--jobs", "1"]
    small += ["--evaluations", "20", "--keep", "0"]
    assert status(["evolve", *small, "--repeat", "3", "--seeds", "5..7", "--out", str(other), "--quiet"]) == 0
    table = tmp_path / "table.parquet"
    asked = ["compare", str(folder), str(other), "--measure", "discoveries", "--target", "1", "--out", str(table)]
    assert status([*asked, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert [one["seeds"] for one in told["settings"]] == [[0, 1, 2], [5, 6, 7]]
    assert told["evaluations"] == 20
    assert told["tests"][0]["settings"] == [str(folder), str(other)]
    parquet = pytest.importorskip("pyarrow.parquet")
    assert parquet.read_table(table).num_rows == 3 * 5 + 3 * 3
    assert status(["compare", str(tmp_path)]) == 2
    assert status(["compare", str(folder), "--measure", "failings"]) == 2
    assert "did you mean failing?" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("asked", "says"),
    [
        ({"seed": 3}, "--seed is for one run"),
        ({"force": True}, "--force replaces one run"),
        ({"seeds": range(3)}, "--seeds names 3"),
    ],
)
def test_what_is_for_one_run_is_refused(tmp_path, asked, says):
    with pytest.raises(DiceError, match=says):
        dicelab.evolve(**ASKED, **asked, repeat=2, out=tmp_path / "new")
    assert not (tmp_path / "new").exists()


def test_seeds_are_added_and_never_left_out(folder):
    with pytest.raises(DiceError, match="pass --seeds, or --repeat"):
        dicelab.evolve(resume=folder, jobs=1)
    with pytest.raises(DiceError, match=r"have seeds 0\.\.2"):
        dicelab.evolve(resume=folder, repeat=2, jobs=1)


def test_the_expected_running_time_is_all_evaluations_by_successes():
    both = [ONE, OTHER]
    at_2, at_5, at_9 = (expected_time(both, "fewest", "more", target) for target in (2, 5, 9))
    assert (at_2.successes, at_2.evaluations, at_2.seconds) == (2, (20 + 20) / 2, (2 + 2.5) / 2)
    assert (at_5.successes, at_5.evaluations, at_5.seconds) == (1, 30 + 50, 3 + 4.5)
    assert (at_9.successes, at_9.evaluations, at_9.seconds) == (0, None, None)


def test_values_are_compared_after_the_same_evaluations():
    settings = EvolutionSettings.of({"objectives": ("fewest",)})
    late = Trace(0, (15, 45), (1.0, 2.0), {"fewest": (None, 9)})
    runs = RepeatedRuns(
        (Repetition("a", settings, (ONE, OTHER)), Repetition("b", settings, (late,))), "fewest", "more", (2,)
    )
    assert runs.budget == 40
    assert [runs.values(each) for each in runs.repetitions] == [[5, 2], [None]]
    assert runs.quartiles(runs.repetitions[0]) == [2, 2, 5]
    assert runs.tests[0].test.a12 == 1
    assert "<svg" in runs.to_svg()
    assert "b" in str(runs)


def test_the_measure_of_several_objectives_is_the_hypervolume():
    both = EvolutionSettings.of({"objectives": ("fewest", "variation")})
    assert measures(both) == {"hypervolume": "more", "fewest": "more", "variation": "less"}
    assert list(measures(EvolutionSettings.of({"objectives": ("variation",)}))) == ["variation", "hypervolume"]
    assert next(iter(measures(EvolutionSettings.of({"objectives": ("fewest:min", "single")})))) == "fewest:min"


def test_a_run_that_was_done_again_beside_the_others_is_no_run_of_the_setting(folder):
    shutil.copytree(folder / "seed-2", folder / "seed-2-again")
    assert [one.seed for one in compared([folder]).repetitions[0].traces] == [0, 1, 2]


def test_a_folder_of_runs_has_one_setting(tmp_path):
    dicelab.evolve(**ASKED, generations=1, seed=0, out=tmp_path / "one")
    dicelab.evolve(**ASKED | {"population": 5}, generations=1, seed=1, out=tmp_path / "two")
    with pytest.raises(DiceError, match="its population is not that of one"):
        compared([tmp_path])
