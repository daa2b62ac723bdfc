"""``dicelab domino count PUZZLE...``, ``dicelab domino generate`` and ``dicelab domino grade PUZZLE...``."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from dicelab.cli.domino import reading
from dicelab.cli.outputs import Output, force_option, out_option
from dicelab.cli.terminal import Terminal, common, seconds_option
from dicelab.exit_status import DONE, FALSE, UNKNOWN

MOST_ORDER = 13
"""Of usual boards: from 15x16 on, layouts are too many to choose one at random."""

LEVELS = ("trivial", "basic", "hard", "extreme")


@click.command("count", short_help="Count the solutions of grids.")
@reading.puzzles_argument
@click.option(
    "--method",
    "method_name",
    metavar="NAME",
    help="Method, as for `solve`.  [default: a compiled search for many grids, else dancing-links]",
)
@click.option(
    "--limit",
    type=click.IntRange(min=1),
    help="Stop counting at this number; 2 is enough to tell whether the solution is unique.",
)
@seconds_option
@click.option(
    "--layouts",
    "is_layouts",
    is_flag=True,
    help="Count the ways to cover the board with dominoes, ignoring the numbers.",
)
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
    """Count the solutions of each PUZZLE.

    With --layouts a PUZZLE may also be a board, such as 7x8, or 8x8-A1,A8 with holes.

    Exit status: 0 if each has a solution, 4 if one has none, 3 if a limit was reached before that was known.
    """
    if is_layouts:
        if method_name or limit or seconds is not None:
            raise click.UsageError("--layouts does not search: leave --method, --limit and --seconds out")
        return _layouts(terminal, puzzle_texts)
    from solver.domino import count_all, unit_of
    from solver.domino.methods import MANY
    from solver.exact_cover import Limits, Status

    grids = reading.read_grids(puzzle_texts)
    if method_name is None and len(grids) >= MANY:
        terminal.announce_compiling("domino")
    alone = reading.is_alone(puzzle_texts, grids)
    rows, statuses = reading.Rows(terminal, "domino-count"), set()
    counts = count_all([named.grid for named in grids], method_name, Limits(limit, seconds=seconds))
    for named, answer in zip(grids, counts, strict=True):
        statuses.add(answer.status)
        exact = answer.status in {Status.SOLVED, Status.UNSOLVABLE}
        name = reading.name_of(named)
        row: dict[str, Any] = {"name": name, "grid": named.grid.format(), "status": answer.status}
        row |= {"solutions": answer.solutions, "exact": exact}
        if method_name:
            row |= {"cost": answer.stats.nodes, "unit": unit_of(method_name)}
            terminal.detail(f"{method_name}: {answer.stats.nodes:,} {unit_of(method_name)}")
        line = f"{answer.solutions}" if alone else f"{name}\t{answer.solutions}{'' if exact else '+'}"
        if alone and not exact:
            is_unknown = answer.status is Status.UNKNOWN
            why = f": {reading.why_unknown(method_name, answer.stats, seconds)}" if is_unknown else ""
            line = f"at least {line}{why}"
        rows.add(row, line)
    rows.finish()
    return UNKNOWN if Status.UNKNOWN in statuses else FALSE if Status.UNSOLVABLE in statuses else DONE


def _layouts(terminal: Terminal, texts: tuple[str, ...]) -> int:
    from solver.domino import count_layouts

    rows, status = reading.Rows(terminal, "domino-layouts", "boards"), DONE
    boards = reading.read_boards(texts)
    for board in boards:
        layouts = count_layouts(board)
        line = f"{layouts}" if len(boards) == 1 else f"{board.format()}\t{layouts}"
        # A number of layouts soon has more digits than the integers of other JSON readers.
        rows.add({"board": board.format(), "layouts": str(layouts)}, line)
        status = status if layouts else FALSE
    rows.finish()
    return status


@click.command("generate", short_help="Generate grids with exactly one solution.")
@click.option(
    "--order",
    type=click.IntRange(0, MOST_ORDER),
    metavar="N",
    help=f"Largest number on a domino, 0 to {MOST_ORDER}; the board has N+1 rows and N+2 columns.",
)
@click.option("--board", "board_text", metavar="BOARD", help="Use another board, such as 8x7, or 8x8-A1,A8 with holes.")
@click.option(
    "--difficulty",
    type=click.Choice(LEVELS),
    default="basic",
    show_default=True,
    help="How hard; see `dicelab domino grade --help`.",
)
@click.option(
    "--seed",
    type=click.IntRange(0),
    default=0,
    show_default=True,
    help="Seed of the random numbers; the same seed gives the same grids.",
)
@click.option(
    "--count", "wanted", type=click.IntRange(1), default=1, show_default=True, metavar="N", help="Number of grids."
)
@out_option("Also write a picture of all grids (FILE.svg), or what is printed (FILE.txt or FILE.json).")
@force_option
@common
def generate(
    terminal: Terminal,
    order: int | None,
    board_text: str | None,
    difficulty: str,
    seed: int,
    wanted: int,
    out: Path | None,
    *,
    force: bool,
) -> int:
    """Generate grids with exactly one solution, and print their IDs.

    Exit status: 0 if N grids were found, 3 if fewer.
    """
    import numpy as np

    from dicelab.domino import domino_sheet_svg, domino_svg, require_room
    from solver.domino import Level, generate as generate_grids, usual_board
    from solver.errors import InputError
    from solver.polyform import SquareGrid

    if (order is None) == (board_text is None):
        raise click.UsageError("pass either --order N (the usual board) or --board BOARD")
    output = Output.of(out, force=force)
    if output and output.is_picture:
        require_room(wanted)
    terminal.announce_compiling("domino")
    board = usual_board(order or 0) if board_text is None else SquareGrid.parse(board_text)
    rows, made, stopped = reading.Rows(terminal, "domino-generate"), [], ""
    try:
        for grid in generate_grids(board, Level(difficulty), np.random.default_rng(seed), wanted):
            made.append(grid)
            rows.add(grid.format(), grid.format())
    except InputError as error:
        # The board may have fewer of the level than were asked for: what was found is not lost.
        if not made:
            raise
        stopped = str(error)
    content = {"board": board.format(), "difficulty": difficulty, "seed": seed}
    content = rows.finish(content | ({"file": str(out)} if out else {}) | ({"stopped": stopped} if stopped else {}))
    if output:
        text = "\n".join(grid.format() for grid in made)
        output.write(
            "domino-generate",
            content,
            text,
            svg=lambda: domino_svg(made[0]) if len(made) == 1 else domino_sheet_svg(made),
        )
    if stopped and not terminal.json:
        terminal.warn(stopped)
    return 3 if stopped else 0


@click.command("grade", short_help="Tell how hard grids are for a person.")
@reading.puzzles_argument
@common
def grade(terminal: Terminal, puzzle_texts: tuple[str, ...]) -> int:
    """Tell how hard each PUZZLE is for a person, by the hardest rule that it needs.

    \b
    trivial  a domino, or a cell, has only one place left
    basic    a cell can hold one domino only; overlaps; duplicates; parity
    hard     a set of cells must hold a certain set of dominoes
    extreme  the same with doubles; chains of places that go together
    search   the rules do not suffice: one must guess, or the solution is
             not unique, or there is none

    Exit status: 3 if a PUZZLE needs a search, else 0.
    """  # noqa: D301 - click's mark for a paragraph that is not wrapped
    from solver.domino import Level

    grids = reading.read_grids(puzzle_texts)
    alone = reading.is_alone(puzzle_texts, grids)
    rows, levels = reading.Rows(terminal, "domino-grade"), set()
    for named in grids:
        found = named.grid.grade()
        levels.add(found.level)
        name, grid = reading.name_of(named), named.grid.format()
        rules = ", ".join(f"{rule} {times}" for rule, times in found.rules)
        line = f"{found.level}\t{found.outcome} in {found.steps} steps" + (f": {rules}" if rules else "")
        row = {"name": name, "grid": grid, "level": found.level, "outcome": found.outcome, "rules": dict(found.rules)}
        rows.add(row, line if alone else f"{name}\t{line}")
    rows.finish()
    return 3 if Level.SEARCH in levels else 0
