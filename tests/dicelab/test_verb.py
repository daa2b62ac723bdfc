"""A verb is one function: its command line, help, defaults from a file, checks of types and answer follow from it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, ClassVar

import click
import pytest

from dicelab.cli.bridge import command_of
from dicelab.cli.verb_list import DECLARED
from dicelab.kinds import ADVANCED, Name, Port, ReadPath, Whole, Written, WrittenPath
from dicelab.verb import described, sections, verb, verb_of
from solver.errors import WrongTypeError


@dataclass(frozen=True)
class Sum:
    """An answer."""

    total: int
    schema: ClassVar[str] = "sum"

    def __str__(self) -> str:
        return f"the sum is {self.total}"

    def to_json(self) -> dict[str, Any]:
        """Return the sum."""
        return {"total": self.total}

    @property
    def exit_status(self) -> int:
        """4 for a sum of nothing."""
        return 0 if self.total else 4


@verb(group="research", name="add up", examples=("add up 1",))
def add(
    first: int,
    second: Annotated[int, Whole(least=0, most=9)] = 1,
    *,
    from_: Annotated[str, Name("from")] = "",
    doubled: bool = False,
    labels: bool = True,
    deep: Annotated[int, ADVANCED] = 3,
    out: Written = None,
    report: Annotated[object, Port()] = print,
) -> Sum:
    """Add two numbers.

    See :func:`dicelab.load` and ``this``.

    Parameters
    ----------
    second
        The second number.
    deep
        How deep.

    Examples
    --------
    >>> 1 + 1
    2
    """
    del from_, labels, deep, out, report
    return Sum((first + second) * (2 if doubled else 1))


def options_of() -> dict[str, Any]:
    return {option.opts[0]: option for option in command_of(verb_of(add)).params}


def test_the_first_parameter_is_an_argument_and_what_has_a_default_an_option() -> None:
    assert {"first", "--second", "--from", "--doubled", "--no-labels", "--deep", "--out"} <= set(options_of())
    assert "--report" not in options_of()


def test_the_help_is_the_docstring() -> None:
    command = command_of(verb_of(add))
    page = command.get_help(click.Context(command))
    assert "Add two numbers." in page
    assert "See `load` and `this`." in page
    assert "The second number." in page
    assert page.index("Advanced options") < page.index("--deep")
    assert "Parameters" not in page


def test_the_function_refuses_values_of_other_types() -> None:
    with pytest.raises(WrongTypeError, match="second: pass a whole number; '3' is a str"):
        add(1, "3")  # type: ignore[arg-type]
    with pytest.raises(WrongTypeError, match="doubled: pass True or False; 3 is an int"):
        add(1, doubled=3)  # type: ignore[arg-type]
    assert add(1, 2, doubled=True).total == 6


def test_a_path_that_says_not_whether_it_is_written_is_no_verb() -> None:
    @verb(group="research")
    def unsaid(place: Path) -> None:
        """Do nothing."""

    with pytest.raises(TypeError, match="unsaid: place has no kind"):
        _ = verb_of(unsaid).parameters


@pytest.mark.parametrize("name", list(DECLARED))
def test_every_parameter_of_a_verb_says_what_it_is(name: str) -> None:
    one = verb_of(DECLARED[name])
    assert one.group
    assert one.summary.endswith(".")
    for parameter in one.parameters:
        assert parameter.text or parameter.is_argument or isinstance(parameter.kind, Port), parameter.name
        if isinstance(parameter.kind, ReadPath) and not isinstance(parameter.kind, WrittenPath):
            assert parameter.word not in {"out", "certificate", "export"}


def test_a_docstring_is_split_by_its_headings() -> None:
    found = sections("One.\n\nTwo.\n\nParameters\n----------\na, b\n    Words.\nc\n    More\n    words.\n")
    assert found[""] == "One.\n\nTwo."
    assert described(found["Parameters"]) == {"a": "Words.", "b": "Words.", "c": "More\nwords."}


PAGE = Path(__file__).parents[2] / "docs/how-to/extending.md"
SET = ("A1 A2 | B1 B3", "--puzzle", "2x3/2:O4")


def test_the_package_of_the_page_brings_a_verb(tmp_path: Path) -> None:
    code = PAGE.read_text("utf-8").partition("```python\n")[2].partition("```")[0]
    (tmp_path / "lonely_rolls.py").write_text(code, encoding="utf-8")
    info = tmp_path / "lonely_rolls-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: lonely-rolls\nVersion: 1.0\n", encoding="utf-8")
    (info / "entry_points.txt").write_text("[dicelab.verbs]\nlonely = lonely_rolls:lonely\n", encoding="utf-8")

    def run(*words: str, **more: str) -> subprocess.CompletedProcess[str]:
        environment = {**os.environ, "PYTHONPATH": str(tmp_path), **more}
        command = [sys.executable, "-m", "dicelab", *words]
        return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)

    # Of the four rolls one has a tiling, and three have none.
    assert run("lonely", *SET).stdout.splitlines() == ["A1 B1", "A1 B3", "A2 B1", "A2 B3"]
    found = json.loads(run("lonely", *SET, "--json").stdout)
    assert (found["schema"], len(found["boards"])) == ("dicelab/lonely-rolls/1", 4)
    assert run("lonely", *SET, "--most", "0").returncode == 2
    assert "List the rolls of a dice set that have few tilings." in " ".join(run("--help").stdout.split())
    assert "Most tilings of a roll that is listed." in run("lonely", "--help").stdout
    assert run("lonely", *SET, DICELAB_LONELY_MOST="none").returncode == 2
    done = run(COMP_WORDS="dicelab lon", COMP_CWORD="1", _DICELAB_COMPLETE="bash_complete")
    assert "lonely" in done.stdout
