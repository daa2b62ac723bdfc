"""How the verbs on domino grids read PUZZLE, and the options that several of them have."""

from __future__ import annotations

import re
import sys
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from dicelab.cli.paths import NameOrFile
from dicelab.cli.terminal import Terminal, one_line, read_standard_input
from solver.runs.interruption import lift_time_limit

if TYPE_CHECKING:
    from dicelab.cli.decorator import Decorator
    from solver.domino import DominoGrid, NamedGrid
    from solver.exact_cover import SearchStats
    from solver.polyform import SquareGrid

puzzle_argument: Decorator = click.argument("puzzle_text", type=NameOrFile(), metavar="PUZZLE")
puzzles_argument: Decorator = click.argument(
    "puzzle_texts", type=NameOrFile(), metavar="PUZZLE...", nargs=-1, required=True
)
placed_option: Decorator = click.option(
    "--placed",
    "placed_text",
    default="",
    metavar="CELLS",
    help='Dominoes that are placed already, such as "A1-A2 B3-C3".',
)
method_option: Decorator = click.option(
    "--method",
    "method_name",
    default="dancing-links",
    show_default=True,
    metavar="NAME",
    help="Search method: human, brute-force, odometer or odometer-unsorted (all Caviness's), or a backend: "
    "bitmask, dancing-links, labelled-matrix, garvie-burkardt, sat or cp-sat.",
)
digits_option: Decorator = click.option("--digits", is_flag=True, help="Show digits on the tiles instead of pips.")


def read_grids(texts: tuple[str, ...]) -> tuple[NamedGrid, ...]:
    """Return the named grids of all arguments."""
    if sum(text == "-" for text in texts) > 1:
        raise click.UsageError("PUZZLE - is given twice: standard input can be read only once")
    return tuple(named for text in texts for named in _grids_of(text))


def read_grid(text: str) -> DominoGrid:
    """Return the only grid of an argument."""
    found = _grids_of(text)
    if len(found) > 1:
        raise click.UsageError(f"{text} has {len(found)} grids: pass the ID of one")
    return found[0].grid


def read_boards(texts: tuple[str, ...]) -> tuple[SquareGrid, ...]:
    """Return a board for each argument: a size such as 7x8, or those of grids."""
    from solver.polyform import SquareGrid

    boards: list[SquareGrid] = []
    for text in texts:
        if re.match(r"[0-9]+x[0-9]", text):
            boards.append(SquareGrid.parse(text))
        else:
            boards += [named.grid.board for named in _grids_of(text)]
    return tuple(boards)


def _grids_of(text: str) -> tuple[NamedGrid, ...]:
    from dicelab.dice.puzzle_source import DOMINO_GRIDS
    from dicelab.domino.grids import grids_of
    from dicelab.kinds import FileContent

    asked = DOMINO_GRIDS.from_input if text == "-" else None
    if asked is None:
        return grids_of(text)
    return grids_of(
        FileContent(read_standard_input(asked.what, asked.form, asked.most).encode(errors="surrogateescape"))
    )


class Rows:
    """Prints a line for each grid as soon as it is known; with ``--json`` one object of all at the end."""

    def __init__(self, terminal: Terminal, schema: str, key: str = "grids") -> None:
        self._terminal, self._schema, self._key = terminal, schema, key
        self._rows: list[Any] = []

    def add(self, row: Any, line: str) -> None:  # noqa: ANN401 - any JSON value
        """Take in what is known of a grid, as JSON and as text."""
        # The limit of seconds is that of each grid, and what is known of the others is not lost.
        lift_time_limit()
        self._rows.append(row)
        if not self._terminal.json:
            self._terminal.result(self._schema, {}, line)

    def finish(self, content: dict[str, Any] | None = None) -> dict[str, Any]:
        """Print the JSON object, if that is asked for, and return it; ``content`` is what it has beside the rows."""
        whole = {**(content or {}), self._key: self._rows}
        if self._terminal.json:
            self._terminal.result(self._schema, whole, "")
        return whole


def given_options() -> list[str]:
    """Return the options of the command line, such as ``--out``."""
    context = click.get_current_context()
    return [
        option.opts[0]
        for option in context.command.params
        if context.get_parameter_source(option.name or "") is ParameterSource.COMMANDLINE
    ]


def is_alone(texts: tuple[str, ...], named: tuple[NamedGrid, ...]) -> bool:
    """Tell whether a single ID was given; a file gets a table, whether it has one line or many."""
    from dicelab.domino.grids import is_id

    return len(named) == 1 and is_id(texts[0])


def name_of(named: NamedGrid) -> str:
    """Return the name of a grid in a file, or its ID."""
    return one_line(named.name) or named.grid.format()


def is_ascii_only() -> bool:
    """Tell whether standard output has no characters to draw boxes with."""
    try:
        "┼".encode(getattr(sys.stdout, "encoding", None) or "ascii")
    except (UnicodeEncodeError, LookupError):
        return True
    return False


def drawn(grid: DominoGrid, placed: tuple[tuple[int, int], ...]) -> str:
    """Return a grid with dominoes on it as text for standard output."""
    from dicelab.domino import domino_text

    return domino_text(grid, placed, ascii_only=is_ascii_only()).rstrip("\n")


def why_unknown(method_name: str | None, stats: SearchStats, seconds: float | None) -> str:
    """Return why a method ended without an answer."""
    if method_name == "brute-force" and stats.nodes:
        return f"{stats.nodes:,} cases are too many; choose another --method"
    return "time ran out" if seconds is not None else "the method reached its internal limit; choose another --method"
