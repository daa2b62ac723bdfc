"""``dicelab domino count PUZZLE...``, ``dicelab domino generate`` and ``dicelab domino grade PUZZLE...``."""

from __future__ import annotations

from pathlib import Path

import click

from dicelab.cli.domino.reading import (
    force_option,
    is_alone,
    name_of,
    puzzles_argument,
    read_boards,
    read_grids,
    require_picture,
    why_unknown,
)
from dicelab.cli.terminal import Terminal, common, seconds_option, write_output

MOST_ORDER = 13
"""Of usual boards: from 15x16 on, layouts are too many to choose one at random."""

LEVELS = ("trivial", "basic", "hard", "extreme")


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
    from solver.domino import count_all, unit_of
    from solver.domino.methods import MANY
    from solver.exact_cover import Limits, Status

    grids = read_grids(puzzle_texts)
    if method_name is None and len(grids) >= MANY:
        terminal.announce_compiling("domino")
    alone = is_alone(puzzle_texts, grids)
    rows, statuses = [], set()
    counts = count_all([named.grid for named in grids], method_name, Limits(limit, seconds=seconds))
    for named, answer in zip(grids, counts, strict=True):
        statuses.add(answer.status)
        exact = answer.status in {Status.SOLVED, Status.UNSOLVABLE}
        if method_name:
            terminal.detail(f"{method_name}: {answer.stats.nodes:,} {unit_of(method_name)}")
        if terminal.json:
            row = {"name": name_of(named), "grid": named.grid.format(), "status": answer.status}
            cost = {"cost": answer.stats.nodes, "unit": unit_of(method_name)} if method_name else {}
            rows.append({**row, "solutions": answer.solutions, "exact": exact, **cost})
        elif alone:
            is_unknown = answer.status is Status.UNKNOWN
            why = f": {why_unknown(method_name, answer.stats, seconds)}" if is_unknown else ""
            number = f"{answer.solutions}" if exact else f"at least {answer.solutions}{why}"
            terminal.result("domino-count", {}, number)
        else:
            terminal.result("domino-count", {}, f"{name_of(named)}\t{answer.solutions}{'' if exact else '+'}")
    if terminal.json:
        terminal.result("domino-count", {"grids": rows}, "")
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


@click.command("generate", short_help="Make grids with exactly one solution.")
@click.option(
    "--order",
    type=click.IntRange(0, MOST_ORDER),
    metavar="N",
    help=f"The greatest number of the set, 0 to {MOST_ORDER}, on N+1 rows, N+2 columns.",
)
@click.option("--board", "board_text", metavar="BOARD", help="Another board, such as 8x7, or 8x8-A1,A8 with holes.")
@click.option("--difficulty", type=click.Choice(LEVELS), default="basic", show_default=True)
@click.option(
    "--seed", type=click.IntRange(0), default=0, show_default=True, help="The same seed makes the same grids."
)
@click.option("--count", "wanted", type=click.IntRange(1), default=1, show_default=True, metavar="N", help="How many.")
@click.option("--svg", type=click.Path(path_type=Path), metavar="FILE", help="Draw all, on one sheet, into FILE.")
@force_option
@common
def generate(
    terminal: Terminal,
    order: int | None,
    board_text: str | None,
    difficulty: str,
    seed: int,
    wanted: int,
    svg: Path | None,
    *,
    force: bool,
) -> int:
    """Make grids with exactly one solution, as hard as asked: IDs, one a line; exit 3 if fewer than N were found.

    `dicelab domino grade --help` says what the difficulties mean.
    """
    import numpy as np

    from dicelab.domino import domino_sheet_svg, domino_svg, require_room
    from solver.domino import Level, generate as generate_grids, usual_board
    from solver.errors import InputError
    from solver.polyform import SquareGrid

    if (order is None) == (board_text is None):
        raise click.UsageError("pass --order N for the usual board, or --board for another")
    if svg:
        require_picture(svg, force=force)
        require_room(wanted)
    terminal.announce_compiling("domino")
    board = usual_board(order or 0) if board_text is None else SquareGrid.parse(board_text)
    made = []
    stopped = ""
    try:
        for grid in generate_grids(board, Level(difficulty), np.random.default_rng(seed), wanted):
            made.append(grid)
            # One by one, so that a long list starts at once.
            if not terminal.json:
                terminal.result("domino-generate", {}, grid.format())
    except InputError as error:
        # The board may have fewer of the level than were asked for: what was found is not lost.
        if not made:
            raise
        stopped = str(error)
    if terminal.json:
        content = {"board": board.format(), "difficulty": difficulty, "seed": seed}
        content |= {"file": str(svg)} if svg else {}
        content |= {"stopped": stopped} if stopped else {}
        terminal.result("domino-generate", {**content, "grids": [grid.format() for grid in made]}, "")
    if svg:
        picture = domino_svg(made[0]) if len(made) == 1 else domino_sheet_svg(made)
        write_output(svg, picture.encode(), force=force)
    if stopped and not terminal.json:
        terminal.warn(stopped)
    return 3 if stopped else 0


@click.command("grade", short_help="Tell how hard grids are.")
@puzzles_argument
@common
def grade(terminal: Terminal, puzzle_texts: tuple[str, ...]) -> int:
    """Tell how hard each PUZZLE is for a person, by the rules that it needs; exit 3 if one needs trial.

    \b
    trivial  a domino, or a cell, has one location left
    basic    a cell holds one domino only; overlaps; duplicates; parity
    hard     a set of cells takes a set of dominoes
    extreme  the same with doubles; chains of locations that go together
    search   no rule suffices: several solutions, or none, or one must try
    """  # noqa: D301 - click's mark for a paragraph that is not wrapped
    from solver.domino import Level

    grids = read_grids(puzzle_texts)
    alone = is_alone(puzzle_texts, grids)
    rows, levels = [], set()
    for named in grids:
        found = named.grid.grade()
        levels.add(found.level)
        row = {"name": name_of(named), "grid": named.grid.format(), "level": found.level, "outcome": found.outcome}
        rows.append({**row, "rules": dict(found.rules)})
        if not terminal.json:
            rules = ", ".join(f"{rule} {times}" for rule, times in found.rules)
            line = f"{found.level}\t{found.outcome} in {found.steps} steps" + (f": {rules}" if rules else "")
            terminal.result("domino-grade", {}, line if alone else f"{name_of(named)}\t{line}")
    if terminal.json:
        terminal.result("domino-grade", {"grids": rows}, "")
    return 3 if Level.SEARCH in levels else 0
