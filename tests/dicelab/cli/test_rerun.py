"""A run done again by its manifest has the same bytes; a manifest starts nothing but a search with its settings."""

import json
import shutil
from typing import Any

import pytest

import dicelab
from dicelab.cli.main import status
from solver.runs.manifest import Manifest, read_manifest

ASKED: dict[str, Any] = {
    "puzzle": "2x4/2:3*I2",
    "sizes": (2, 2),
    "generations": 2,
    "population": 4,
    "scorer": "bitmask",
    "jobs": 1,
}


@pytest.fixture(scope="module")
def finished(tmp_path_factory):
    folder = tmp_path_factory.mktemp("runs") / "mine"
    assert dicelab.evolve(**ASKED, out=folder).kept
    return folder


def rerun(*words):
    return status(["rerun", *map(str, words), "--jobs", "1", "--json"])


def test_an_evolution_has_the_same_bytes(finished, capsys):
    assert rerun(finished / "manifest.json") == 0
    told = json.loads(capsys.readouterr().out)
    manifest = read_manifest(finished / "manifest.json")
    assert told["command"] == f"dicelab {manifest.command}"
    assert told["files"] == dict.fromkeys(manifest.files, "same")
    assert read_manifest(finished.parent / "mine-again" / "manifest.json") == manifest
    # The second folder is never overwritten.
    assert rerun(finished) == 2


def test_a_folder_of_repeated_runs_names_one_of_them(finished, tmp_path, capsys):
    shutil.copytree(finished, tmp_path / "seed-3")
    assert rerun(tmp_path) == 2
    assert capsys.readouterr().err.strip().endswith(f"name one of them, such as {tmp_path / 'seed-3'}")


def test_a_design_has_the_same_bytes(tmp_path, capsys):
    dicelab.design(puzzle="2x4/2:3*I2", sizes=(4, 4), out=tmp_path / "found", jobs=1)
    assert rerun(tmp_path / "found", "--out", tmp_path / "second") == 0
    assert set(json.loads(capsys.readouterr().out)["files"].values()) == {"same"}


def test_what_differs_is_named(finished, tmp_path, capsys):
    copy = shutil.copytree(finished, tmp_path / "copy")
    (copy / "log.jsonl").write_text("{}\n", encoding="utf-8")
    manifest = read_manifest(copy / "manifest.json")
    other = manifest.files | {"fitness.svg": "0" * 64, "gone.json": "0" * 64}
    del other["settings.json"]
    Manifest(
        command=manifest.command, seed=0, version=manifest.version, confirmed_by=manifest.confirmed_by, files=other
    ).write(copy)
    assert rerun(copy) == 4
    found = json.loads(capsys.readouterr().out)["files"]
    wanted = {"log.jsonl": "changed", "fitness.svg": "differs", "gone.json": "missing", "settings.json": "new"}
    assert {name: how for name, how in found.items() if how != "same"} == wanted


@pytest.mark.parametrize(
    ("command", "says"),
    [
        ("python -m experiments.evolve.run", "is not a search of dicelab"),
        ("/bin/sh -c true", "is not a search of dicelab"),
        ("verify default --certificate stolen", "is not a search of dicelab"),
        ("evolve; true", "is not a search of dicelab"),
        ("evolve --out elsewhere", "by its settings alone, and --out"),
        ("evolve --resume elsewhere", "by its settings alone, and --resume"),
        ("evolve --repeat 10000", "by its settings alone, and --repeat"),
        ("evolve --cluster tcp://10.0.0.5:8786", "by its settings alone, and --cluster"),
        ("design --prove proof.json", "by its settings alone, and --prove"),
        ("evolve --generations many", "write a whole number"),
        ("evolve --nothing", "No such option"),
        ("evolve else", "is no option"),
        ("evolve --objective bringing.py:code", "bringing.py:code"),
        ("evolve 'open", "can't be read"),
    ],
)
def test_a_manifest_runs_nothing_but_a_search(tmp_path, monkeypatch, capsys, command, says):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "bringing.py").write_text("raise SystemExit(99)", encoding="utf-8")
    (tmp_path / "run").mkdir()
    Manifest(command=command, seed=0, version="0", confirmed_by=(), files={}).write(tmp_path / "run")
    assert rerun("run") == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert says in err
    assert err.count("\n") == 1
    assert sorted(path.name for path in tmp_path.iterdir()) == ["bringing.py", "run"]
