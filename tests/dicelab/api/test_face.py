"""``import dicelab``: its names, in fresh processes, in whatever order things are imported."""

from __future__ import annotations

import subprocess
import sys

import pytest

import dicelab
from dicelab.errors import DicelabError
from solver.polyform import SquareGrid

FUNCTIONS = ["count", "design", "evolve", "explain", "load", "rules", "solutions", "solve", "stats", "verify"]


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
        dicelab.verfy  # type: ignore[attr-defined] # noqa: B018


def test_importing_it_loads_nothing_heavy() -> None:
    loaded = run("import sys, dicelab; dir(dicelab); print(*sys.modules)").split()
    heavy = {"numpy", "numba", "ortools", "deap", "click", "msgspec", "sqlite3", "json", "pathlib"}
    # A start-up file of the environment may load what the package does not.
    assert not heavy & set(loaded) - set(run("import sys; print(*sys.modules)").split())


@pytest.mark.parametrize(
    "imports",
    [
        "import dicelab; import dicelab.verify.check; import dicelab.rules",
        "import dicelab.verify.check; import dicelab.rules; import dicelab",
        "from dicelab.verify import check; from dicelab import rules; import dicelab",
        "import dicelab; dicelab.verify; import dicelab.verify.verification, dicelab.rules.board",
        "from dicelab import verify; import dicelab.rules; import dicelab",
    ],
)
def test_a_public_function_keeps_its_name_whatever_was_imported(imports: str) -> None:
    code = (
        f"{imports}\n"
        "from dicelab.verify import Verification\n"
        "from dicelab.rules.board import BOARD_RULES\n"
        "import sys\n"
        "print(dicelab.verify.__name__, dicelab.rules.__name__,\n"
        "      callable(dicelab.verify), callable(dicelab.rules), sys.modules['dicelab.verify'].__name__)"
    )
    assert run(code) == "verify rules True True dicelab.verify"


def test_python_dash_m_is_the_command_line() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "dicelab", "--version"], capture_output=True, text=True, timeout=100, check=False
    )
    assert done.stdout.strip() == f"dicelab, version {dicelab.__version__}"


@pytest.mark.parametrize(
    ("name", "given", "sentence"),
    [
        ("load", [42], "a dice set is a name, a path, faces or a DiceSet; 42 is an int"),
        ("verify", [None], "a dice set is a name, a path, faces or a DiceSet; None is a NoneType"),
        ("solve", [7], "a board is its blockers, rows of . and #, or a Board; 7 is an int"),
        ("count", ["A1", 3.5], "a puzzle is a name, .*, a path or a Puzzle; 3.5 is a float"),
        ("load", ["defualt"], "did you mean default"),
        ("solve", [dicelab.Board.parse("A1", SquareGrid(2, 3))], "on a grid of 2x3"),
    ],
)
def test_a_wrong_value_gets_a_sentence(name: str, given: list[object], sentence: str) -> None:
    with pytest.raises(DicelabError, match=sentence):
        getattr(dicelab, name)(*given)
