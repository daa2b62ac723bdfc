"""``dicelab domino generate`` and ``dicelab domino grade PUZZLE...``."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from dicelab.cli.domino.reading import is_alone, puzzles_argument, read_grids, require_picture
from dicelab.cli.terminal import Terminal, common, one_line, write_output

MOST_ORDER = 13
"""Of usual boards: from 15x16 on, layouts are too many to choose one at random."""

LEVELS = ("trivial", "basic", "hard", "extreme")


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
@click.option("--force", is_flag=True, help="Overwrite FILE.")
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

    What the difficulties mean is told by `dicelab domino grade --help`.
    """
    import numpy as np

    from solver.domino import Level, generate as generate_grids, usual_board
    from solver.errors import InputError
    from solver.polyform import SquareGrid

    if (order is None) == (board_text is None):
        raise click.UsageError("pass --order N for the usual board, or --board for another")
    if svg:
        from dicelab.domino.sheet import require_room

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
        from dicelab.domino import domino_sheet_svg, domino_svg

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
    from solver.domino import Level, grade as grade_of

    named = read_grids(puzzle_texts)
    alone = is_alone(puzzle_texts, named)
    rows: list[dict[str, Any]] = []
    for one in named:
        found = grade_of(one.grid)
        name = one_line(one.name) or one.grid.format()
        row = {"name": name, "grid": one.grid.format(), "level": found.level, "outcome": found.outcome}
        rows.append({**row, "rules": dict(found.rules)})
        if not terminal.json:
            rules = ", ".join(f"{rule} {times}" for rule, times in found.rules)
            told = f"{found.level}\t{found.outcome} in {found.steps} steps" + (f": {rules}" if rules else "")
            terminal.result("domino-grade", {}, told if alone else f"{name}\t{told}")
    if terminal.json:
        terminal.result("domino-grade", {"grids": rows}, "")
    return 3 if any(row["level"] is Level.SEARCH for row in rows) else 0
