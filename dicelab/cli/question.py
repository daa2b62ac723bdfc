"""The options of a question: what ``evolve`` and ``design`` ask of a dice set alike."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, TypeVar

import click
from click.core import ParameterSource

from dicelab.cli.paths import NameOrFile

Command = TypeVar("Command", bound=Callable[..., Any])


class Sizes(click.ParamType[tuple[int, ...]]):
    """Numbers separated by commas."""

    name = "sizes"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> tuple[int, ...]:
        """Read ``6,5,5,5,5,5,5``."""
        if isinstance(value, tuple):
            return value
        parts = str(value).split(",")
        if not all(re.fullmatch(r"[0-9]{1,4}", part) for part in parts):
            self.fail(f"{value!r} are not sizes: write numbers with commas, such as 6,5,5,5,5,5,5", param, ctx)
        return tuple(map(int, parts))


_OPTIONS = (
    click.option(
        "--puzzle",
        type=NameOrFile(),
        metavar="PUZZLE",
        help="A name, GRID/BLOCKERS:PIECES, or a puzzle file.  [default: genius-square]",
    ),
    click.option(
        "--sizes", type=Sizes(), help="Number of different cells on each die.  [default: even, or those of --from]"
    ),
    click.option("--min-tilings", type=int, help="Fewest tilings that any roll may have.  [default: 1]"),
    click.option("--fix", multiple=True, metavar="A1=1", help="Put this cell on this die; A1=off puts it on no die."),
    click.option("--connected", is_flag=True, help="The cells of each die must form one connected region."),
    click.option(
        "--invariant", multiple=True, metavar="NAME", help="A symmetry that the set must have, such as rotate-180."
    ),
    click.option(
        "--from",
        "source",
        type=NameOrFile(),
        metavar="SET",
        help="A set to repair; --changes, --only-die or --keep-faces says what may change.",
    ),
    click.option("--changes", type=int, metavar="K", help="Change at most K faces of the set of --from."),
    click.option("--only-die", type=int, multiple=True, metavar="N", help="Change only this die of the set of --from."),
    click.option("--keep-faces", is_flag=True, help="Change only those faces of the set of --from that repeat a cell."),
    click.option(
        "--away-from",
        multiple=True,
        type=NameOrFile(),
        metavar="SET[=N]",
        help="At least N cells must be on other dice than in this set.  [default: 1]",
    ),
    click.option(
        "--constraint",
        multiple=True,
        metavar="NAME[=…]",
        help="Any constraint by its name, such as perimeter=0-80, or MODULE:CLASS.",
    ),
    click.option(
        "--shared-cells",
        is_flag=True,
        help="Let dice share cells, in the way that gives the most different boards.",
    ),
)


def question_options(command: Command) -> Command:
    """Add the options of a question to a command."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


def load_typed_objectives(parameter: str, text: str | None) -> None:
    """Load what an option names as ``FILE.py:FUNCTION`` or ``MODULE:FUNCTION``, if the user typed it."""
    from dicelab.search.question_options import load_typed_objectives as load

    if text is not None and click.get_current_context().get_parameter_source(parameter) is ParameterSource.COMMANDLINE:
        load(text)
