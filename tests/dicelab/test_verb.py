"""A verb is one function: its command line, help, defaults from a file, checks of types and answer follow from it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, ClassVar

import click
import pytest

from dicelab.cli.bridge import command_of
from dicelab.cli.verb_list import DECLARED, command_named
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


@pytest.mark.parametrize(("name", "argument"), [("count", "board"), ("verify", "dice")])
def test_a_shell_that_completes_reads_no_standard_input(name: str, argument: str) -> None:
    context = command_named(name).make_context(name, ["-"], resilient_parsing=True)
    assert context.params[argument] == "-"
