"""``dicelab stats SET``."""

from __future__ import annotations

from pathlib import Path

import click

from dicelab.cli.terminal import (
    Terminal,
    common,
    find_set,
    jobs_option,
    load_census,
    require_free,
    shared_cells_option,
    write_output,
)


@click.command("stats", short_help="How hard the rolls of a dice set are.")
@click.argument("dice", metavar="SET", required=False)
@click.option("--boards", "number", type=click.IntRange(0, 1000), default=3, show_default=True, help="Boards to show.")
@click.option("--objective", metavar="A,B,…", help="Objectives to tell.  [default: all without an argument]")
@click.option("--list-objectives", is_flag=True, help="Tell what each objective is, its range and its source.")
@click.option("--svg", type=click.Path(path_type=Path), metavar="FILE", help="Draw the histogram.")
@click.option("--force", is_flag=True, help="Overwrite FILE.")
@shared_cells_option
@jobs_option
@common
def command(
    terminal: Terminal,
    dice: str | None,
    number: int,
    objective: str | None,
    svg: Path | None,
    jobs: int,
    *,
    list_objectives: bool,
    force: bool,
    shared_cells: bool,
) -> int:
    """Tell in how many ways the rolls of SET can be tiled: every board once, and as the faces fall.

    Objectives are numbers of a set that searches improve: fewest, variation, band=100-1000, distance=default.
    """
    import numpy as np

    from dicelab.search.objectives import STANDARD, Subject, objectives_text, parse_objectives
    from dicelab.search.objectives.catalogue_text import objectives_json, values_json, values_text
    from dicelab.search.statistics import roll_statistics
    from dicelab.search.statistics_text import histogram_of, rolls_json, rolls_svg, rolls_text

    if list_objectives:
        terminal.result("objectives", {"objectives": objectives_json()}, objectives_text())
        return 0
    if dice is None:
        raise click.UsageError("no SET: name a dice set, or pass --list-objectives")
    dice_set = find_set(dice, shared_cells=shared_cells)
    named = ",".join(STANDARD) if objective is None else objective
    # What a set is compared with may be broken: a misprint shows cells twice.
    objectives = parse_objectives(named, dice_set.puzzle, lambda text: find_set(text, shared_cells=True))
    if svg:
        require_free(svg, force=force)
    census = load_census(terminal, dice_set.puzzle, jobs)
    statistics = roll_statistics(dice_set, census)
    weights = statistics.rolled.weights.astype(np.int64)
    values = values_json(objectives, Subject(dice_set, statistics.tilings, weights))
    parts = (rolls_text(statistics, number), histogram_of(statistics.by_board), values_text(objectives, values))
    content = {**rolls_json(statistics, number), "objectives": values}
    terminal.result("stats", content, "\n\n".join(part.rstrip("\n") for part in parts))
    if svg:
        write_output(svg, rolls_svg(statistics, census).encode(), force=force)
    return 0
