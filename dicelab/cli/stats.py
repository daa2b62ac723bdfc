"""``dicelab stats SET``."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path

import click

from dicelab.cli.inputs import read_set, set_puzzle_option
from dicelab.cli.outputs import Output, force_option, out_option
from dicelab.cli.paths import NameOrFile
from dicelab.cli.terminal import (
    Terminal,
    common,
    jobs_option,
    shared_cells_option,
)
from dicelab.cli.tilings import load_tilings


@click.command("stats", short_help="Show how hard the rolls of a dice set are.")
@click.argument("dice", type=NameOrFile(), metavar="SET", required=False)
@click.option(
    "--boards",
    "number",
    type=click.IntRange(0, 1000),
    default=3,
    show_default=True,
    help="How many of the hardest and easiest rolls to show.",
)
@click.option("--objective", metavar="A,B,…", help="Objectives to compute.  [default: all that need no argument]")
@click.option("--list-objectives", is_flag=True, help="Explain all objectives: meaning, range and source.")
@out_option("Also write a histogram (FILE.svg), the table (FILE.csv), or what is printed (FILE.txt or FILE.json).")
@force_option
@shared_cells_option
@set_puzzle_option
@jobs_option
@common
def command(
    terminal: Terminal,
    dice: str | None,
    puzzle_text: str | None,
    number: int,
    objective: str | None,
    out: Path | None,
    jobs: int,
    *,
    list_objectives: bool,
    force: bool,
    shared_cells: bool,
) -> int:
    """Show how hard the rolls of SET are: the number of tilings of each board.

    The first column counts every distinct board once; the second weights each board by its chance of being rolled.
    Objectives are measures of a set that `evolve` and `design` can optimize, such as fewest, variation,
    band=100-1000 and distance=default.
    """
    from dicelab.api.sets import stats
    from dicelab.score.objectives import objectives_json, objectives_text
    from dicelab.score.statistics_text import rolls_csv, rolls_json, rolls_svg, rolls_text

    if list_objectives:
        terminal.result("objectives", {"objectives": objectives_json()}, objectives_text())
        return 0
    if dice is None:
        raise click.UsageError("SET is missing: name a dice set, or pass --list-objectives")
    output = Output.of(out, "csv", force=force)
    with ExitStack() as stack:
        statistics = stats(
            read_set(dice, puzzle_text, shared_cells=shared_cells),
            objective=objective,
            jobs=jobs,
            census=lambda puzzle: load_tilings(terminal, puzzle, jobs, stack),
        )
    content, text = rolls_json(statistics, number), rolls_text(statistics, number)
    terminal.result("stats", content, text)
    if output:
        output.write("stats", content, text, svg=lambda: rolls_svg(statistics), csv=lambda: rolls_csv(statistics))
    return 0
