"""``dicelab bench``: tables that fit a terminal, a folder of results, an exit status that tells of wrong ones."""

import json
from dataclasses import replace

import pytest

from dicelab.bench import comparison
from dicelab.bench.contestants import Contestant, Role, all_contestants
from dicelab.cli import terminal
from solver.exact_cover import BACKENDS
from solver.runs.manifest import MANIFEST, read_manifest
from solver.runs.storage import sha256

PUZZLE = "4x4/3:I1,I2,I3,L3,O4"
QUICK = ["--puzzle", PUZZLE, "--boards", "2", "--rounds", "1", "--only", "brute-force"]


@pytest.fixture(autouse=True)
def wide(monkeypatch):
    """The width of the terminal changes nothing."""
    monkeypatch.setenv("COLUMNS", "40")


def test_the_list_names_every_backend_with_its_source_and_every_program_with_its_version(dicelab):
    found = json.loads(dicelab("bench", "--list", "--json").out)
    of = {one["name"]: one for one in found["contestants"]}
    assert found["schema"] == "dicelab/bench-list/1"
    for name, method in BACKENDS.items():
        assert of[name]["source"] == method.source
        assert of[name]["node"] == method.node
    assert all(one["installed"] == (one["package"] is None or one["version"] is not None) for one in of.values())
    text = dicelab("bench", "--list").out
    assert all(f"  {name} " in text for name in of)
    assert max(map(len, text.splitlines())) <= 80


def test_a_bench_prints_a_table_for_each_task(dicelab):
    done = dicelab("bench", *QUICK, "-v")
    assert done.code == 0
    for head in ("first tiling, 2 boards", "count of all tilings, 2 boards", "boards without a tiling, 2 boards"):
        assert head in done.out
    assert "no two differ" in done.out
    assert max(map(len, done.out.splitlines())) <= 80


def test_the_time_limit_of_a_board_does_not_end_the_bench(dicelab, monkeypatch):
    monkeypatch.setattr(terminal, "GRACE_SECONDS", -5.0)
    assert dicelab("bench", *QUICK, "--task", "first").code == 0


def test_json_has_the_boards_and_the_times_of_each(dicelab):
    done = dicelab("bench", *QUICK, "--task", "count", "--json")
    found = json.loads(done.out)
    assert (done.code, done.err, found["schema"]) == (0, "", "dicelab/bench/1")
    assert list(found["tasks"]) == ["count"]
    (row,) = found["tasks"]["count"]
    assert list(row["board_ms"]) == found["boards"]["count"]
    assert row["asked"] == len(found["boards"]["count"]) == 2
    assert found["agrees"]


def test_a_folder_gets_a_page_a_picture_and_checksums(dicelab, tmp_path):
    out = tmp_path / "bench"
    assert dicelab("bench", *QUICK, "--out", out).code == 0
    manifest = read_manifest(out / MANIFEST)
    assert manifest.command.startswith("dicelab bench --boards 2 ")
    assert {name: sha256((out / name).read_bytes()) for name in manifest.files} == manifest.files
    page = (out / "result.md").read_text(encoding="utf-8")
    for head in ("## What was compared", "## How", "## Agreement", "## What was not compared"):
        assert head in page
    assert "--force" in dicelab("bench", *QUICK, "--out", out).refused()
    assert dicelab("bench", *QUICK, "--out", out, "--force").code == 0
    (out / "thesis.txt").touch()
    assert "thesis.txt" in dicelab("bench", *QUICK, "--out", out, "--force").refused()


def liar(role):
    return Contestant("liar", role, "tests.dicelab.bench.ways:Liar", "")


@pytest.mark.parametrize(("role", "code"), [(Role.BACKEND, 4), pytest.param(Role.PEER, 0, marks=pytest.mark.slow)])
def test_a_wrong_backend_is_a_false_claim_and_a_wrong_program_is_reported(dicelab, monkeypatch, tmp_path, role, code):
    honest = [one for one in all_contestants() if one.name == "brute-force"]
    other = replace(honest[0], name="other")
    monkeypatch.setattr(comparison, "all_contestants", lambda: (*honest, other, liar(role)))
    out = tmp_path / "bench"
    done = dicelab("bench", "--puzzle", PUZZLE, "--boards", "1", "--rounds", "1", "--out", out)
    assert done.code == code
    assert "WRONG: liar on " in done.out
    assert "the others count" in done.out.replace("\n  ", " ")
    assert "- Wrong: liar on " in (out / "result.md").read_text(encoding="utf-8")
    assert [fault["contestant"] for fault in json.loads((out / "result.json").read_bytes())["faults"]] == ["liar"] * 3


@pytest.mark.parametrize(
    ("line", "says"),
    [
        (["--only", "bitmsk"], "no backend or program 'bitmsk': did you mean bitmask?"),
        (["--only", "bitmask,,cp-sat"], "--only 'bitmask,,cp-sat': separate names by single commas"),
        (["--only", "bitmask,bitmask"], "bitmask is named twice"),
        (["--task", "second"], "--task second: choose from first, count, unsolvable"),
        (["--boards", "0"], "--boards"),
        (["--seconds", "nan"], "'nan' is not a duration"),
        (["--puzzle", "7x7"], "is not a puzzle"),
        (["--set", "defualt"], "did you mean default?"),
        (["--out", "pyproject.toml"], "pyproject.toml is a file: name a folder"),
        (["--puzzle", "9x9/1:20*I4"], "a grid of 81 cells: this takes at most 64"),
        (["--puzzle", "2x2/0:O4", "--task", "unsolvable"], "no random board suits these tasks"),
    ],
)
def test_bad_usage_is_one_line(dicelab, line, says):
    assert says in dicelab("bench", *line).refused()


def test_a_missing_program_that_is_asked_for_is_unknown(dicelab, monkeypatch):
    gone = Contestant("gone", Role.PEER, "x:y", "", package="no-such-package", install="no-such-package")
    monkeypatch.setattr(comparison, "all_contestants", lambda: (gone,))
    done = dicelab("bench", *QUICK[:-1], "gone")
    assert (done.code, done.out) == (3, "")
    assert done.err == "dicelab: gone needs no-such-package: pip install 'no-such-package'\n"


def test_no_answer_in_time_is_unknown(dicelab):
    done = dicelab("bench", *QUICK, "--seconds", "0")
    assert done.code == 3
    assert "2, 2 late" in done.out
