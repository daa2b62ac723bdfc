"""``dicelab stats SET``."""

from __future__ import annotations

from pathlib import Path

import click

from dicelab.cli.terminal import (
    Terminal,
    common,
    jobs_option,
    load_census,
    require_free,
    shared_cells_option,
    write_output,
)


@click.command("stats", short_help="How hard the rolls of a dice set are.")
@click.argument("dice", metavar="SET")
@click.option("--boards", "number", type=click.IntRange(0, 1000), default=3, show_default=True, help="Boards to show.")
@click.option("--svg", type=click.Path(path_type=Path), metavar="FILE", help="Draw the histogram.")
@click.option("--force", is_flag=True, help="Overwrite FILE.")
@shared_cells_option
@jobs_option
@common
def command(
    terminal: Terminal,
    dice: str,
    number: int,
    svg: Path | None,
    jobs: int,
    *,
    force: bool,
    shared_cells: bool,
) -> int:
    """Tell in how many ways the rolls of SET can be tiled: every board once, and as the faces fall."""
    from dicelab.dice import load_dice_set
    from dicelab.stats.report import histogram_of, rolls_json, rolls_svg, rolls_text
    from dicelab.stats.rolls import roll_statistics

    dice_set = load_dice_set(dice, shared_cells=shared_cells)
    if svg:
        require_free(svg, force=force)
    census = load_census(terminal, dice_set.puzzle, jobs)
    statistics = roll_statistics(dice_set, census)
    lines = [rolls_text(statistics, number), "", histogram_of(statistics.by_board)]
    terminal.result("stats", rolls_json(statistics, number), "\n".join(lines))
    if svg:
        write_output(svg, rolls_svg(statistics, census).encode(), force=force)
    return 0
