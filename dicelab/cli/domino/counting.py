"""``dicelab domino count PUZZLE...``."""

from __future__ import annotations

from typing import Any

import click

from dicelab.cli.domino.reading import is_alone, puzzles_argument, read_boards, read_grids, why_unknown
from dicelab.cli.terminal import Terminal, common, one_line, seconds_option


@click.command("count", short_help="Count the solutions of grids.")
@puzzles_argument
@click.option(
    "--method",
    "method_name",
    metavar="NAME",
    help="As for `solve`.  [default: the compiled search for many grids, else dancing-links]",
)
@click.option("--limit", type=click.IntRange(min=1), help="Count no further: 2 tells whether there is exactly one.")
@seconds_option
@click.option("--layouts", "is_layouts", is_flag=True, help="Count the layouts of the board, whatever the numbers are.")
@common
def count(
    terminal: Terminal,
    puzzle_texts: tuple[str, ...],
    method_name: str | None,
    limit: int | None,
    seconds: float | None,
    *,
    is_layouts: bool,
) -> int:
    """Count the solutions of each PUZZLE: exit 0, or 1 if one has none, 3 if a limit was reached before it was known.

    With --layouts a PUZZLE may also be a board, such as 7x8, or 8x8-A1,A8 with holes.
    """
    if is_layouts:
        if method_name or limit or seconds is not None:
            raise click.UsageError(
                "--layouts counts them all, without a search: leave --method, --limit, --seconds out"
            )
        return _layouts(terminal, puzzle_texts)
    from solver.domino.methods import MANY, count_all, unit_of
    from solver.exact_cover import Limits, Status

    limits = Limits(limit, seconds=seconds)
    named = read_grids(puzzle_texts)
    if method_name is None and len(named) >= MANY:
        terminal.announce_compiling("domino")
    alone = is_alone(puzzle_texts, named)
    rows: list[dict[str, Any]] = []
    for one, answer in zip(named, count_all([one.grid for one in named], method_name, limits), strict=True):
        exact = answer.status in {Status.SOLVED, Status.UNSOLVABLE}
        grid = one.grid.format()
        rows.append(
            {
                "name": one_line(one.name) or grid,
                "grid": grid,
                "status": answer.status,
                "solutions": answer.solutions,
                "exact": exact,
            }
        )
        if method_name:
            rows[-1] |= {"cost": answer.stats.nodes, "unit": unit_of(method_name)}
            terminal.detail(f"{method_name}: {answer.stats.nodes:,} {unit_of(method_name)}")
        if terminal.json:
            continue
        if alone:
            why = "" if answer.status is not Status.UNKNOWN else f": {why_unknown(method_name, answer, seconds)}"
            told = f"{answer.solutions}" if exact else f"at least {answer.solutions}{why}"
        else:
            told = f"{rows[-1]['name']}\t{answer.solutions}{'' if exact else '+'}"
        terminal.result("domino-count", {}, told)
    if terminal.json:
        terminal.result("domino-count", {"grids": rows}, "")
    statuses = {row["status"] for row in rows}
    return 3 if Status.UNKNOWN in statuses else 1 if Status.UNSOLVABLE in statuses else 0


def _layouts(terminal: Terminal, texts: tuple[str, ...]) -> int:
    """Print the number of layouts of each board."""
    from solver.domino import count_layouts

    rows = []
    boards = read_boards(texts)
    for board in boards:
        layouts = count_layouts(board)
        # A number of layouts soon has more digits than the integers of other JSON readers.
        rows.append({"board": board.format(), "layouts": str(layouts)})
        if not terminal.json:
            terminal.result("domino-layouts", {}, f"{layouts}" if len(boards) == 1 else f"{board.format()}\t{layouts}")
    if terminal.json:
        terminal.result("domino-layouts", {"boards": rows}, "")
    return 1 if any(row["layouts"] == "0" for row in rows) else 0
