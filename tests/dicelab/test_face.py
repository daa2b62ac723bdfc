"""``import dicelab``: its names, in fresh processes, in whatever order things are imported."""

from __future__ import annotations

import io
import json
import pkgutil
import subprocess
import sys
from collections.abc import Callable
from operator import attrgetter
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import dicelab
from dicelab.cli.main import cli
from dicelab.dice import dice_set_json
from dicelab.errors import DicelabError
from solver.errors import InputError, SolverError, WrongTypeError
from solver.polyform import SquareGrid

FUNCTIONS = [
    *("boards", "count", "design", "evolve", "explain", "load"),
    *("pieces", "roll", "rules", "solutions", "solve", "stats", "verify"),
]


def run(code: str) -> str:
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=100, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_dir_shows_the_public_names_and_the_version_and_nothing_else() -> None:
    assert dir(dicelab) == sorted([*dicelab.__all__, "__version__"])


def test_every_public_name_is_there_and_every_function_has_an_example() -> None:
    for name in dicelab.__all__:
        assert getattr(dicelab, name) is not None
    for name in FUNCTIONS:
        function = getattr(dicelab, name)
        assert function.__name__ == name
        assert ">>> " in str(function.__doc__)


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="has no attribute 'verfy'"):
        dicelab.verfy  # noqa: B018


def test_importing_it_loads_nothing_heavy() -> None:
    loaded = run("import sys, dicelab; dir(dicelab); print(*sys.modules)").split()
    heavy = {"numpy", "numba", "ortools", "deap", "matplotlib", "click", "msgspec", "sqlite3", "json", "pathlib"}
    # A start-up file of the environment may load what the package does not.
    assert not heavy & set(loaded) - set(run("import sys; print(*sys.modules)").split())


def test_no_package_takes_the_name_of_a_public_function() -> None:
    packages = {module.name for module in pkgutil.iter_modules(dicelab.__path__)}
    assert not packages & set(dicelab.__all__)


def test_python_dash_m_is_the_command_line() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "dicelab", "--version"], capture_output=True, text=True, timeout=100, check=False
    )
    assert done.stdout.strip() == f"dicelab, version {dicelab.__version__}"


DICE = "a dice set is a name, a path, faces as text or in lists, or a DiceSet; "
PUZZLE = "a puzzle is a name, GRID/BLOCKERS:PIECES, a path or a Puzzle; "
BOARD = "a board is its blockers, rows of . and #, or a Board; "
SOLVABLE = "A6 B1 B5 D1 E3 F2 F4"


@pytest.mark.parametrize(
    ("name", "given", "sentence"),
    [
        ("load", [42], DICE + "42 is an int"),
        ("load", [b"default"], DICE + "b'default' is a bytes"),
        ("load", ["A1 | A2", 7], PUZZLE + "7 is an int"),
        ("verify", [3], DICE + "3 is an int"),
        ("verify", [io.StringIO()], DICE + "<_io.StringIO object at"),
        ("verify", ["default", {"backend": 3}], "backend: pass names, in a list or with commas; 3 is an int"),
        ("verify", ["default", {"jobs": 2.5}], "jobs: pass a whole number; 2.5 is a float"),
        ("rules", [3], DICE + "3 is an int"),
        (
            "stats",
            ["default", {"objective": 3}],
            "objective: pass names or functions, in a list or with commas",
        ),
        ("solve", [7], BOARD + "7 is an int"),
        ("solve", [None], BOARD + "None is a NoneType"),
        ("solve", [SOLVABLE, {"seconds": "3"}], "seconds: pass a number; '3' is a str"),
        ("solutions", [[1]], BOARD + "[1] is a list"),
        ("count", [3], BOARD + "3 is an int"),
        ("count", ["A1", 3.5], PUZZLE + "3.5 is a float"),
        ("count", [SOLVABLE, {"limit": "3"}], "limit: pass a whole number; '3' is a str"),
        ("explain", [[1]], BOARD + "[1] is a list"),
        ("explain", [SOLVABLE, {"positions": "x"}], "positions: pass a whole number; 'x' is a str"),
        ("evolve", [3], "objectives: pass names or functions, in a list or with commas; 3 is an int"),
        ("evolve", [{"jobs": "2"}], "jobs: pass a whole number; '2' is a str"),
        ("evolve", [{"out": 5}], "out: pass a path; 5 is an int"),
        ("evolve", [{"sizes": 3}], "sizes: pass numbers, in a list; 3 is an int"),
        ("evolve", [{"memetic": 3}], "memetic: pass True or False; 3 is an int"),
        ("evolve", [{"puzzle": 3}], PUZZLE + "3 is an int"),
        ("design", [{"fix": "A1=2"}], "fix: pass a list; 'A1=2' is a str"),
        ("design", [{"resume": 5}], "resume: pass a path; 5 is an int"),
        ("design", [{"seconds": "5"}], "seconds: pass a number; '5' is a str"),
        ("design", [{"maximize": 3}], "maximize: pass text, or a function of a subject; 3 is an int"),
        ("design", [{"source": 5}], DICE + "5 is an int"),
        ("Census.load", [5], PUZZLE + "5 is an int"),
        ("Archive", [3], "an archive is named by the path of its file; 3 is an int"),
        ("Board.parse", [3], "a board is read from text, its blockers or rows of . and #; 3 is an int"),
        ("Board.parse", ["A1", 3], "a grid is text such as 3x4-B2, or a Grid; 3 is an int"),
        ("DiceSet.parse", [3], "dice are read from text, their faces; 3 is an int"),
        ("DominoGrid.parse", [3], "a grid is an ID, rows or JSON as text; 3 is an int"),
        ("Puzzle.parse", [3], "a puzzle is read from text, a name or GRID/BLOCKERS:PIECES; 3 is an int"),
        ("Tiling.parse", [3], "a tiling is read from rows of text; 3 is an int"),
        ("Tiling.parse", ["##", 3], "a puzzle is a name, GRID/BLOCKERS:PIECES or a Puzzle; 3 is an int"),
    ],
)
def test_a_wrong_type_gets_a_sentence(name: str, given: list[object], sentence: str) -> None:
    arguments = [value for value in given if not isinstance(value, dict)]
    options = {name: value for value in given if isinstance(value, dict) for name, value in value.items()}
    with pytest.raises(WrongTypeError) as caught:
        attrgetter(name)(dicelab)(*arguments, **options)
    assert str(caught.value).startswith(sentence)
    assert isinstance(caught.value, TypeError)
    assert isinstance(caught.value, ValueError)


@pytest.mark.parametrize(
    ("name", "given", "sentence"),
    [
        ("load", ["defualt"], "did you mean default"),
        ("solve", [dicelab.Board.parse("A1", SquareGrid(2, 3))], "on a grid of 2x3"),
        ("Census.load", ["2x3/2:O4", "tiling"], "content 'tiling': choose from tilings, solvability"),
    ],
)
def test_a_wrong_value_gets_a_sentence(name: str, given: list[object], sentence: str) -> None:
    with pytest.raises((DicelabError, SolverError), match=sentence):
        attrgetter(name)(dicelab)(*given)


SMALL = "2x3/2:O4"


HERE = ["--puzzle", SMALL]


@pytest.mark.parametrize(
    ("result", "command"),
    [
        (lambda: dicelab.solve("A1 B1", SMALL), ["solve", "A1 B1", *HERE]),
        (lambda: dicelab.solve("A1 B2", SMALL), ["solve", "A1 B2", *HERE]),
        (lambda: dicelab.count("A1 B1", SMALL), ["count", "A1 B1", *HERE]),
        (lambda: dicelab.count("", "2x2/0:I2,I2", limit=1), ["count", "", "--puzzle", "2x2/0:I2,I2", "--limit", "1"]),
        (lambda: dicelab.explain("A1 B2", SMALL), ["explain", "A1 B2", *HERE]),
        (lambda: dicelab.rules("dice.json"), ["rules", "dice.json"]),
        (lambda: dicelab.stats("dice.json"), ["stats", "dice.json"]),
        (lambda: dicelab.Census.load(SMALL), ["census", "info", *HERE]),
    ],
)
def test_a_result_prints_what_the_command_line_prints(
    result: Callable[[], Any], command: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "dice.json").write_text(dice_set_json(dicelab.load("A1 A2 A3 | B1 B3", SMALL)))
    value = result()
    assert str(value) == CliRunner().invoke(cli, command).stdout.rstrip("\n")
    content = json.loads(CliRunner().invoke(cli, [*command, "--json"]).stdout)
    del content["schema"]
    assert json.loads(json.dumps(value.to_json())) == content


def test_an_answer_is_true_where_there_is_a_tiling() -> None:
    assert dicelab.solve("A1 B1", SMALL)
    assert repr(dicelab.solve("A1 B2", SMALL)) == "<BoardSolution of 'A1 B2': unsolvable>"
    assert not dicelab.solve("A1 B2", SMALL)
    assert [str(tiling) for tiling in dicelab.solutions("A1 B1", SMALL)] == ["#11\n#11"]
    assert dicelab.count("A1 B1", SMALL) == 1


def test_an_unknown_option_is_refused_with_the_nearest() -> None:
    with pytest.raises(TypeError, match=r"design\(\) has no parameter 'minimise': did you mean minimize\?"):
        dicelab.design(minimise="perimeter")  # type: ignore[call-arg]
    with pytest.raises(TypeError, match=r"verify\(\) has no parameter 'backends': did you mean backend\?"):
        dicelab.verify("default", backends="bitmask")  # type: ignore[call-arg]


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"limit": 0}, "limit 0: pass a whole number at least 1"),
        ({"seconds": -1}, "seconds -1: pass a number at least 0"),
        ({"seconds": float("nan")}, "seconds nan: pass a number at least 0"),
    ],
)
def test_a_number_out_of_range_is_refused(options: dict[str, Any], sentence: str) -> None:
    with pytest.raises(InputError, match=sentence):
        dicelab.count("A1 B2", "2x3/2:O4", **options)
