"""Who only plays and prints needs no compiler and no solver: these verbs run without the heavy packages."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import dicelab

ROOT = Path(dicelab.__file__).parents[1]

LIGHT = {"PIL", "click", "markdown_it", "mdurl", "msgspec", "numpy", "platformdirs", "pygments", "reportlab", "rich"}
"""What the README tells to install for these verbs; the first and reportlab to print."""

# A module that is None in sys.modules is one that is not installed.
SCRIPT = f"""
import importlib.metadata, sys
for name in set(importlib.metadata.packages_distributions()) - {LIGHT} - {{"dicelab", "solver", "charset_normalizer"}}:
    if name not in sys.modules and not name.startswith("_"):
        sys.modules[name] = None
from dicelab.cli.main import status
for line in sys.argv[1:]:
    found = status(line.split(";"))
    print(found, line, file=sys.stderr)
"""

BOARD = "A6 B1 B5 D1 E3 F2 F4"


def run(folder, *lines, typed=""):
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, *(";".join(line) for line in lines)],
        env={**os.environ, "DICELAB_CACHE": str(folder), "PYTHONPATH": str(ROOT)},
        input=typed,
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout, done.stderr


def test_to_play_and_to_print_needs_nothing_heavy(tmp_path):
    lines = [
        (["roll", "default"], 0),
        (["hint", BOARD], 0),
        (["solve", BOARD], 0),
        (["count", BOARD], 0),
        (["explain", "A2 B1 B3 C4 D5 E6 F1"], 0),
        (["puzzle", "list"], 0),
        (["make", "default", "--laser", f"{tmp_path}/parts.svg"], 0),
        (["print", "default", "--out", f"{tmp_path}/game.pdf"], 0),
        (["play", BOARD], 0),
        (["solve", BOARD, "--backend", "cp-sat"], 3),
        (["evolve", "--generations", "2"], 3),
        (["design"], 3),
    ]
    _, told = run(tmp_path, *(line for line, _ in lines), typed="quit\n")
    for line, code in lines:
        assert f"{code} {';'.join(line)}\n" in told, told
    assert (tmp_path / "game.pdf").read_bytes().startswith(b"%PDF")
    assert "this needs ortools, which is not installed: pip install ortools" in told
    assert (
        "this needs deap and filelock and matplotlib and ortools: pip install deap filelock matplotlib ortools" in told
    )
    assert "this needs filelock and ortools: pip install filelock ortools" in told
    assert "internal error" not in told


@pytest.mark.slow
def test_verdicts_and_statistics_are_the_same_without_anything_heavy(tmp_path):
    text, told = run(tmp_path, ["verify", "default"], ["stats", "default"], ["boards", "--count", "2", "--seed", "1"])
    assert "Always solvable: all 62,208 rolls of default have a tiling." in text
    assert "62,208 boards searched" in text
    assert [line.split()[0] for line in told.splitlines() if ";" in line] == ["0", "0", "0"]
