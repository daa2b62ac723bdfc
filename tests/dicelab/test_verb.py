"""A verb is one function: its command line, help, defaults from a file, checks of types and answer follow from it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import Annotated, Any, ClassVar, Literal

import click
import pytest

from dicelab.cli.bridge import command_of, group_of, whole_help
from dicelab.cli.verbs import command_named
from dicelab.errors import DiceError, OutputExistsError
from dicelab.kinds import (
    ADVANCED,
    ConsolePort,
    Force,
    GivenPort,
    Name,
    Numbers,
    Port,
    ReadPath,
    Repeated,
    Whole,
    Written,
    WrittenPath,
)
from dicelab.verb import DECLARED, Verb, declared_in, described, sections, verb, verb_of, verbs_of
from solver.errors import InputError, WrongTypeError


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
    assert "--deep" not in page
    page = whole_help(click.Context(command))
    assert page.index("Advanced options") < page.index("--deep") < page.index("Options of every verb")
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


@pytest.mark.parametrize(
    "one", [pytest.param(one, id=" ".join(one.words)) for name in DECLARED for one in verbs_of(DECLARED[name], name)]
)
def test_every_parameter_of_a_verb_says_what_it_is(one: Verb) -> None:
    assert one.group
    assert one.summary.endswith(".")
    for parameter in one.parameters:
        assert parameter.text or parameter.is_argument or isinstance(parameter.kind, Port), parameter.name
        if isinstance(parameter.kind, ReadPath) and not isinstance(parameter.kind, WrittenPath):
            assert parameter.word not in {"out", "certificate", "export"}


class Found:
    """An answer that is found bit by bit."""

    schema: ClassVar[str] = "found"

    def __init__(self, most: int) -> None:
        self.most, self.found = most, 0

    def parts(self, *, is_kept: bool) -> Iterator[str]:  # noqa: ARG002 - a number is kept
        """Find one after the other."""
        while self.found < self.most:
            self.found += 1
            yield f"number {self.found}"

    def to_json(self) -> dict[str, Any]:
        """Return how many there are."""
        return {"found": self.found}

    @property
    def hints(self) -> list[str]:
        """What is said beside the text alone."""
        return [f"{self.found} in all"]


@verb(group="research", name="list up", examples=("list up",))
def list_up(
    words: Annotated[Sequence[str], Repeated(of=Whole(least=1))] = (),
    *,
    method: Literal["quick", "slow"] = "quick",
    only: Annotated[Sequence[int], Repeated(of=Whole(least=1), text="Only these.")] = (),
    sizes: Annotated[Sequence[int] | None, Numbers(text="Sizes.")] = None,
    keep: Annotated[int | str, Whole(words=("all",), text="How many.")] = 2,
    out: Annotated[str | Path | None, WrittenPath(formats=("svg",), text="A picture.")] = None,
    new: Annotated[bool, Name("fresh")] = False,
    force: Force = False,
    given: GivenPort = frozenset(),
    console: ConsolePort = None,
) -> Found | None:
    """List numbers as code does.

    The code::

        count up
        count down
    """
    if "--only" in given and "--sizes" in given:
        raise DiceError("--only and --sizes exclude each other: pass one")
    if console and new:
        console.result("new", {"new": True, "method": method}, f"new, {method}")
        return None
    del words, only, out, force
    return Found(len(sizes or ()) if keep == "all" else int(keep))


@verb(group="upkeep", name="list down", examples=("list down",))
def list_down(file: Annotated[Path, ReadPath()]) -> Sum:
    """List from a file.

    Parameters
    ----------
    file
        The file.
    """
    return Sum(len(file.read_text("utf-8")))


def listing(*words: str) -> int:
    """Run a group of verbs, and return the exit status."""
    module = ModuleType("listing", "List.\n\nMore of it.")
    vars(module).update(up=list_up, down=list_down, add=add)
    group = group_of("list", str(module.__doc__), verbs_of(module, "list"))
    return int(group.main(words, prog_name="dicelab list", standalone_mode=False) or 0)


def test_a_module_is_a_group_of_verbs(capsys: pytest.CaptureFixture[str]) -> None:
    assert listing("--help") == 0
    page = capsys.readouterr().out
    assert "List." in page
    assert "up    List numbers as code does." in page
    assert "dicelab list down" in page
    assert "add" not in page
    # Without a verb the help is an error, though one with an answer.
    assert listing() == 2
    assert "up " in capsys.readouterr().err
    assert declared_in("dicelab.reasons.verbs").group == "every day"


def test_answers_come_one_after_the_other_and_json_at_the_end(capsys: pytest.CaptureFixture[str]) -> None:
    assert listing("up") == 0
    assert capsys.readouterr() == ("number 1\nnumber 2\n", "2 in all\n")
    assert listing("up", "--json", "--keep", "all", "--sizes", "4,4,4") == 0
    out, err = capsys.readouterr()
    assert (json.loads(out)["found"], err) == (3, "")


def test_what_an_option_takes(capsys: pytest.CaptureFixture[str]) -> None:
    assert listing("up", "--fresh", "--method", "slow", "--only", "1", "--only", "2") == 0
    assert capsys.readouterr().out == "new, slow\n"
    for words, told in {
        ("--method", "qick"): "'qick': did you mean quick?",
        ("--only", "0"): "'0': write a whole number at least 1",
        ("--keep", "some"): "'some': write all, or a whole number, such as 7",
        ("--sizes", "4;4"): "'4;4': write numbers with commas, such as 6,5,5",
    }.items():
        with pytest.raises(click.BadParameter, match=re.escape(told)):
            listing("up", *words)
    listing("up", "--help")
    page = capsys.readouterr().out
    assert "--method [quick|slow]" in page
    assert "The code:\n\n  count up\n  count down" in page


def test_the_function_knows_which_options_were_passed() -> None:
    with pytest.raises(DiceError, match="exclude each other"):
        listing("up", "--only", "1", "--sizes", "1")
    with pytest.raises(DiceError, match="exclude each other"):
        list_up(only=[1], sizes=[1])


def test_no_file_is_overwritten_unasked_nor_one_of_another_format(tmp_path: Path) -> None:
    (tmp_path / "a.svg").touch()
    for call in (partial(listing, "up", "--out"), lambda path: list_up(out=path)):
        with pytest.raises(OutputExistsError):
            call(str(tmp_path / "a.svg"))
        with pytest.raises(InputError, match=r"choose a name that ends in .svg"):
            call(str(tmp_path / "a.png"))
    assert listing("up", "--out", str(tmp_path / "a.svg"), "--force") == 0


def test_a_choice_is_checked_in_python_too() -> None:
    with pytest.raises(InputError, match="method 'qick': did you mean quick"):
        list_up(method="qick")  # type: ignore[arg-type]
    with pytest.raises(WrongTypeError, match="method: choose from quick, slow; 3 is an int"):
        list_up(method=3)  # type: ignore[arg-type]


def test_a_docstring_is_split_by_its_headings() -> None:
    found = sections("One.\n\nTwo.\n\nParameters\n----------\na, b\n    Words.\nc\n    More\n    words.\n")
    assert found[""] == "One.\n\nTwo."
    assert described(found["Parameters"]) == {"a": "Words.", "b": "Words.", "c": "More\nwords."}


@pytest.mark.parametrize(("name", "argument"), [("count", "board"), ("verify", "dice")])
def test_a_shell_that_completes_reads_no_standard_input(name: str, argument: str) -> None:
    context = command_named(name).make_context(name, ["-"], resilient_parsing=True)
    assert context.params[argument] == "-"
