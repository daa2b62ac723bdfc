"""``dicelab roll SET``."""

from __future__ import annotations

from pathlib import Path

import click

from dicelab.cli.inputs import read_set, set_puzzle_option
from dicelab.cli.outputs import Output, force_option, out_option
from dicelab.cli.paths import NameOrFile
from dicelab.cli.terminal import Terminal, common, shared_cells_option


@click.command("roll", short_help="Roll the dice and show the board.")
@click.argument("dice", type=NameOrFile(), metavar="SET")
@click.option(
    "--seed", type=click.IntRange(min=0), help="Seed of the random numbers; the same seed gives the same rolls."
)
@click.option("--number", type=int, help="Show the roll with this number (from 1) instead of a random one.")
@click.option("--count", type=click.IntRange(1, 10_000), default=1, show_default=True, help="Number of rolls.")
@out_option(
    "Also write a picture of the board, or a sheet of boards with the pieces (FILE.svg), or what is printed (FILE.txt "
    "or FILE.json)."
)
@force_option
@shared_cells_option
@set_puzzle_option
@common
def command(
    terminal: Terminal,
    dice: str,
    seed: int | None,
    number: int | None,
    count: int,
    out: Path | None,
    puzzle_text: str | None,
    *,
    force: bool,
    shared_cells: bool,
) -> int:
    """Roll the dice of SET and show the board.

    Rolls are in lexicographic order, the last die changing fastest: --number 542 of the set goralczyk is
    board 542 of Goralczyk (2024), Table 4.1. With --number, --count shows the rolls that follow.
    """
    from dicelab.api.rolling import roll, rolled_json, rolled_svg, rolled_text

    if seed is not None and number is not None:
        raise click.UsageError("--seed and --number exclude each other: pass one")
    output = Output.of(out, force=force)
    rolled = roll(read_set(dice, puzzle_text, shared_cells=shared_cells), seed=seed, number=number, count=count)
    content, text = rolled_json(rolled), rolled_text(rolled)
    if output:
        output.write("roll", content, text, svg=lambda: rolled_svg(rolled))
    terminal.result("roll", content, text)
    return 0
