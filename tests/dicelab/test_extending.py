"""The package of the page on extending: an objective, a constraint, a backend, a puzzle and a verb of somebody else."""

from __future__ import annotations

import contextlib
import json
import os
import re
import subprocess
import sys
import time
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.studio import Running

PAGE = Path(__file__).parents[2] / "docs/how-to/extending.md"
SET = ("A1 A2 | B1 B3", "--puzzle", "2x3/2:O4")
BOARD = ("A1 B3", "--puzzle", "2x3/2:I2,I2")
SMALL = ("--puzzle", "2x4/2:3*I2", "--sizes", "4,4")

Run = Callable[..., "subprocess.CompletedProcess[str]"]
ONE_AFTER_THE_OTHER = """
import contextlib, io, json, sys
from dicelab.cli.main import status

told = sys.stdout
for line in sys.stdin:
    with contextlib.redirect_stdout(io.StringIO()) as out, contextlib.redirect_stderr(io.StringIO()) as err:
        code = status(json.loads(line))
    print(json.dumps([code, out.getvalue(), err.getvalue()]), file=told, flush=True)
"""
"""A process that runs one command line after another, since it takes most of its time to start."""


@contextlib.contextmanager
def installed(folder: Path, name: str, groups: dict[str, dict[str, str]]) -> Iterator[Run]:
    """Install entry points in a folder, and give what runs dicelab beside them."""
    info = folder / f"{name}-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n", encoding="utf-8")
    lines = [
        f"[{group}]\n" + "".join(f"{name} = {at}\n" for name, at in named.items()) for group, named in groups.items()
    ]
    (info / "entry_points.txt").write_text("".join(lines), encoding="utf-8")

    environment = {**os.environ, "PYTHONPATH": str(folder)}
    more: dict[str, Any] = {"cwd": folder, "text": True, "stdout": subprocess.PIPE}

    def dicelab(*words: str, **variables: str) -> subprocess.CompletedProcess[str]:
        if variables:
            command = [sys.executable, "-m", "dicelab", *words]
            return subprocess.run(command, env=environment | variables, stderr=subprocess.PIPE, check=False, **more)
        assert running.stdin
        assert running.stdout
        print(json.dumps(words), file=running.stdin, flush=True)
        return subprocess.CompletedProcess(words, *json.loads(running.stdout.readline()))

    command = [sys.executable, "-c", ONE_AFTER_THE_OTHER]
    with subprocess.Popen(command, env=environment, stdin=subprocess.PIPE, **more) as running:
        yield dicelab


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder in which the package of the page is installed."""
    return tmp_path_factory.mktemp("site")


@pytest.fixture(scope="module")
def run(site: Path) -> Iterator[Run]:
    """Give what runs dicelab with the package of the page installed."""
    text = PAGE.read_text("utf-8")
    code = re.findall(r"```python\n(.*?)```", text, flags=re.DOTALL)
    (site / "lonely_rolls.py").write_text("\n".join(code), encoding="utf-8")
    project = tomllib.loads(re.findall(r"```toml\n(.*?)```", text, flags=re.DOTALL)[0])["project"]
    with installed(site, project["name"].replace("-", "_"), project["entry-points"]) as dicelab:
        yield dicelab


@pytest.fixture(scope="module")
def run_broken(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Run]:
    """Give what runs dicelab with a package that can't be imported and takes the names of our verbs."""
    folder = tmp_path_factory.mktemp("broken")
    (folder / "broken_package.py").write_text("raise RuntimeError('boom')\n", encoding="utf-8")
    (folder / "half_package.py").write_text("def wrong(:\n", encoding="utf-8")
    broken = {"broken": "broken_package:thing"}
    verbs = dict.fromkeys(("broken", "solve", "count"), "broken_package:thing")
    verbs |= {"half": "half_package:thing", "compiled": "math:pi", "gone": "no_such_package.verbs:thing"}
    others = {f"dicelab.{group}": broken for group in ("objectives", "constraints", "backends", "puzzles")}
    with installed(folder, "broken_package", {"dicelab.verbs": verbs, **others}) as dicelab:
        yield dicelab


def offered(run: Run, line: str) -> list[str]:
    """Return what a shell offers at the end of a command line."""
    done = run(COMP_WORDS=line, COMP_CWORD=str(len(line.split(" ")) - 1), _DICELAB_COMPLETE="bash_complete")
    return [word.partition(",")[2] for word in done.stdout.splitlines()]


def test_the_verb(run: Run) -> None:
    # Of the four rolls one has a tiling, and three have none.
    assert run("lonely", *SET).stdout.splitlines() == ["A1 B1", "A1 B3", "A2 B1", "A2 B3"]
    found = json.loads(run("lonely", *SET, "--json").stdout)
    assert (found["schema"], len(found["boards"])) == ("dicelab/lonely-rolls/1", 4)
    assert run("lonely", *SET, "--most", "0").returncode == 2
    assert "List the rolls of a dice set that have few tilings." in " ".join(run("--help").stdout.split())
    assert "Most tilings of a roll that is listed." in run("lonely", "--help").stdout
    assert run("lonely", *SET, DICELAB_LONELY_MOST="none").returncode == 2
    assert "lonely" in offered(run, "dicelab lon")


def test_the_objective(run: Run) -> None:
    found = json.loads(run("stats", *SET, "--objective", "lonely", "--json").stdout)
    assert found["objectives"]["lonely"] == 0.25
    assert "lonely" in run("stats", "--list-objectives").stdout
    assert "lonely" in offered(run, "dicelab evolve --objective lon")
    done = run("evolve", *SMALL, "--objective", "lonely", "--generations", "2", "--population", "8", "--out", "evolved")
    assert done.returncode == 0, done.stderr
    assert run("design", *SMALL, "--minimize", "lonely", "--seconds", "30").returncode == 0
    # By its place, as a file of one's own on the path is named.
    found = json.loads(run("stats", *SET, "--objective", "lonely_rolls:lonely", "--json").stdout)
    assert list(found["objectives"].values()) == [0.25]


def test_the_constraint(run: Run) -> None:
    for verb in (("design",), ("evolve", "--generations", "3", "--population", "10", "--out", "apart")):
        sizes = ("--puzzle", "2x4/2:3*I2", "--sizes", "2,2")
        done = run(*verb, *sizes, "--constraint", "corners-apart", "--json")
        assert done.returncode == 0, done.stderr
    # Four corners on two dice of four cells: one die has two.
    assert run("design", *SMALL, "--constraint", "corners-apart", "--seconds", "60").returncode == 4


def test_the_backend(run: Run) -> None:
    assert run("count", *BOARD, "--backend", "backwards").stdout == run("count", *BOARD).stdout
    assert run("verify", *SET, "--backend", "bitmask,backwards", "-q").returncode == 4
    assert "backwards" in offered(run, "dicelab count --backend back")
    assert run("count", *BOARD, "--backend", "lonely_rolls:Backwards").returncode == 0
    assert "name a class" in run("count", *BOARD, "--backend", "lonely_rolls:SMALL_FENCES").stderr


def test_the_puzzle(run: Run) -> None:
    assert run("verify", "small-fences").returncode in {0, 4}
    assert run("count", "A1 B1", "--puzzle", "small-fences").returncode == 0
    assert "small-fences" in run("puzzle", "list").stdout
    assert "small-fences" in offered(run, "dicelab count --puzzle small")


def test_the_formats(run: Run, site: Path) -> None:
    assert run("export", *SET, "--format", "faces").stdout == "A1 A2\nB1 B3\n"
    assert run("export", *SET, "--out", "dice.faces").returncode == 0
    assert run("export", *SET, "--format", "labels", "--out", "dice").returncode == 0
    assert (site / "dice" / "die-2.txt").read_text("utf-8") == "B1 B3"
    assert run("make", *SET, "--laser", "game.parts").returncode == 0
    assert (site / "game.parts").read_text("utf-8").count("blocker") == 2
    assert {"faces", "labels"} <= set(offered(run, "dicelab export default --format "))
    assert "parts" in offered(run, "dicelab make --format pa")


@pytest.mark.usefixtures("run")
def test_the_studio(site: Path, tmp_path: Path) -> None:
    pytest.importorskip("uvicorn")
    studio = Running(tmp_path, beside=site)
    try:

        def asked(address: str, value: dict[str, Any] | None = None) -> tuple[int, dict[str, Any]]:
            status, _, data = studio.ask("GET" if value is None else "POST", address, value)
            return status, json.loads(data)

        _, document = asked("/data/studio.json")
        assert "small-fences" in [one["id"] for one in document["puzzles"]]
        assert document["objectives"] == [{"name": "lonely", "text": "Share of rolls with a single tiling."}]
        assert "corners-apart" in document["constraints"]
        dice, puzzle = "A1 A2 | B1 B3", "2x3/2:O4"
        status, answer = asked("/api/verbs/lonely", {"dice": dice, "puzzle": puzzle})
        assert (status, answer["schema"], len(answer["boards"])) == (200, "dicelab/lonely-rolls/1", 4)
        for wrong in ({"dice": str(PAGE)}, {"dice": dice, "most": 0}, {"dice": dice, "file": "x"}, {}):
            assert asked("/api/verbs/lonely", {"puzzle": puzzle} | wrong)[0] == 400, wrong
        assert "/api/verbs/lonely" in asked("/api/schema")[1]["paths"]
        status, answer = asked("/api/stats", {"dice": dice, "puzzle": puzzle, "objective": "lonely"})
        assert (status, answer["objectives"]["lonely"]) == (200, 0.25)
        small = {"puzzle": "2x4/2:3*I2", "seconds": 60}
        for search in (
            {"verb": "evolve", "sizes": [2, 2], "objectives": ["lonely"], "generations": 3, "population": 10},
            {"verb": "design", "sizes": [2, 2], "minimize": "lonely"},
        ):
            _, begun = asked("/api/jobs", small | search | {"constraint": ["corners-apart"]})
            address = f"/api/jobs/{begun['job']['id']}"
            while (ended := asked(address)[1]["job"])["state"] not in {"done", "failed", "cancelled"}:
                time.sleep(0.1)
            assert ended["state"] == "done", ended
            assert all(len({"A1", "A4", "B1", "B4"} & set(die.split())) < 2 for die in ended["best"]["dice"].split("|"))
        # What a page names runs no module.
        assert asked("/api/stats", {"dice": dice, "puzzle": puzzle, "objective": "lonely_rolls:lonely"})[0] == 400
    finally:
        studio.end()


def test_the_lattice(run: Run) -> None:
    # A197465: the free pieces of one to five cells.
    names = ("monoquarters", "diquarters", "triquarters", "tetraquarters", "pentaquarters")
    for order, (name, pieces) in enumerate(zip(names, (1, 2, 2, 6, 8), strict=True), start=1):
        puzzle = f"tetrakis@{','.join(['0-15'] * 4)}/{64 - order * pieces}:{name}"
        shown = json.loads(run("puzzle", "show", puzzle, "--json").stdout)
        assert len(shown["pieces"]) == pieces, shown
    # Whichever quarter of a square is blocked, the other three are one piece.
    square = ("--puzzle", "tetrakis@0-3/1:###")
    assert [run("count", cell, *square).stdout for cell in "1234"] == ["1\n"] * 4
    assert run("puzzle", "new", "quarters.json", "--lattice", "tetrakis").returncode == 0
    for words in ("verify quarters.json --backend bitmask,dancing-links,sat", "stats quarters.json"):
        assert run(*words.split()).returncode == 0, words
    assert run("puzzle", "show", "quarters.json", "--out", "quarters.svg").returncode == 0
    assert run("verify", "quarters.json", "--certificate", "quarters.certificate").returncode == 0
    # A checker has geometry of its own, and this is none of it.
    assert "'tetrakis'" in run("check", "quarters.certificate").stderr
    assert "tetrakis" in offered(run, "dicelab puzzle new --lattice tet")


def test_a_broken_package_harms_no_verb_of_ours(run_broken: Run) -> None:
    done = run_broken("--help")
    assert done.returncode == 0
    assert "(half_package can't be read)" in done.stdout
    assert run_broken("count", *BOARD).stdout == "1\n"
    for words in (("solve", *BOARD), ("stats", "--list-objectives"), ("puzzle", "list"), ("bench", "--list")):
        assert run_broken(*words).returncode == 0, words
    assert offered(run_broken, "dicelab sol") == ["solve"]


@pytest.mark.parametrize("name", ["broken", "half", "gone"])
def test_a_verb_that_can_not_be_loaded_is_an_error_of_one_line(run_broken: Run, name: str) -> None:
    done = run_broken(name)
    assert done.returncode == 2
    assert re.fullmatch(rf"dicelab: verb {name}: the package that brings it can't be loaded \(.*\n", done.stderr)


def test_what_is_no_verb_is_refused(run_broken: Run) -> None:
    assert "verb compiled: it is not declared" in run_broken("compiled").stderr
