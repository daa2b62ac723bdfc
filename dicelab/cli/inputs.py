"""Dice sets as commands of click read them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from dicelab.cli.paths import NameOrFile
from dicelab.cli.terminal import read_standard_input
from dicelab.kinds import FileContent

if TYPE_CHECKING:
    from dicelab.cli.decorator import Decorator
    from dicelab.dice import DiceSet

set_puzzle_option: Decorator = click.option(
    "--puzzle",
    "puzzle_text",
    type=NameOrFile(),
    metavar="PUZZLE",
    help="The puzzle of a SET that names none, such as faces: a name, GRID/BLOCKERS:PIECES, or a puzzle file.  "
    "[default: genius-square]",
)


def read_set(text: str, puzzle_text: str | None, *, shared_cells: bool = False, as_printed: bool = False) -> DiceSet:
    """Return the dice set that a SET means; ``-`` reads a dice-set file from standard input.

    With ``as_printed`` a set whose dice share cells, as misprinted ones do, has them without ``shared_cells``.
    """
    from dicelab.dice.sources import dice_set_of

    value = set_content() if text == "-" else text
    return dice_set_of(value, puzzle_text, shared_cells=shared_cells, as_printed=as_printed)


def set_content() -> FileContent:
    """Read a dice-set file from standard input."""
    from solver.runs.input_file import MOST_BYTES

    data = read_standard_input("dice set", "a dice-set file", MOST_BYTES + 1).encode(errors="surrogateescape")
    if len(data) > MOST_BYTES:
        raise click.UsageError(f"standard input has over {MOST_BYTES:,} bytes: a dice-set file has fewer")
    return FileContent(data)
