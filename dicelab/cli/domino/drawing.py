"""``dicelab domino draw PUZZLE...`` and ``dicelab domino animate PUZZLE FILE``."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from dicelab.cli.domino import reading
from dicelab.cli.outputs import Output, force_option, out_option
from dicelab.cli.paths import WrittenPathType
from dicelab.cli.terminal import Terminal, common, one_line, write_output
from dicelab.exit_status import FALSE
from solver.runs.formats import require_output

if TYPE_CHECKING:
    from solver.domino import NamedGrid


@click.command("draw", short_help="Draw grids, with or without dominoes.")
@reading.puzzles_argument
@reading.placed_option
@click.option("--solution", "is_solved", is_flag=True, help="Draw the dominoes of the first solution.")
@click.option(
    "--layout",
    "layout_text",
    metavar="LETTERS",
    help="Draw dominoes as in `solve --json`: L, R, T or B (left, right, top, bottom half) for each cell.",
)
@click.option("--options", "domino_text", metavar="A-B", help="Mark every place where this domino fits, such as 0-3.")
@reading.digits_option
@click.option("--pile", is_flag=True, help="Also show the dominoes that are not placed yet.")
@out_option(
    "Write to FILE instead: a picture of up to 100 grids on one A4 page (FILE.svg), text (FILE.txt) or FILE.json."
)
@force_option
@common
def draw(
    terminal: Terminal,
    puzzle_texts: tuple[str, ...],
    placed_text: str,
    layout_text: str | None,
    domino_text: str | None,
    out: Path | None,
    *,
    is_solved: bool,
    digits: bool,
    pile: bool,
    force: bool,
) -> int:
    """Draw each PUZZLE as text, or all of them in one file.

    --placed, --layout, --options and --pile need a single PUZZLE. Exit status: 4 if --solution is passed and a PUZZLE
    has no solution, else 0.
    """
    from dicelab.domino import DominoMarks, domino_svg, domino_text as text_of
    from solver.domino import parse_domino, parse_layout, parse_locations

    if sum((bool(placed_text), is_solved, layout_text is not None)) > 1:
        raise click.UsageError("--placed, --solution and --layout exclude each other: pass one")
    output = Output.of(out, force=force)
    grids = reading.read_grids(puzzle_texts)
    if len(grids) > 1:
        for option in reading.given_options():
            if option in {"--placed", "--layout", "--options", "--pile"}:
                raise click.UsageError(f"{option} needs a single grid, not {len(grids):,}: pass the ID of one")
        return _draw_many(terminal, grids, output, is_solved=is_solved, digits=digits)
    grid = grids[0].grid
    placed = parse_locations(grid.board, placed_text)
    if layout_text is not None:
        placed = parse_layout(grid.board, layout_text)
    if is_solved:
        solution = grid.solve()
        if solution is None:
            terminal.result("domino-draw", {"grid": grid.format(), "status": "unsolvable"}, "no solution")
            return FALSE
        placed = solution
    marks = DominoMarks(options=grid.find(parse_domino(domino_text, grid.order)) if domino_text is not None else ())
    content = {"grid": grid.format(), "status": "drawn"}
    picture = text_of(grid, placed, marks, pile=pile, ascii_only=reading.is_ascii_only()).rstrip("\n")
    if output:
        svg = partial(domino_svg, grid, placed, marks, with_pips=not digits, pile=pile)
        output.write("domino-draw", {**content, "text": picture}, picture, svg=svg)
        what = "picture" if output.is_picture else "text"
        terminal.result("domino-draw", {**content, "file": str(out)}, f"{what} written to {out}")
    else:
        terminal.result("domino-draw", {**content, "text": picture}, picture)
    return 0


def _draw_many(
    terminal: Terminal, grids: tuple[NamedGrid, ...], output: Output | None, *, is_solved: bool, digits: bool
) -> int:
    from dicelab.domino import domino_sheet_svg, require_room

    if output and output.is_picture:
        require_room(len(grids))
    rows = [
        {"name": one_line(named.name) or str(place), "grid": named.grid.format()}
        for place, named in enumerate(grids, start=1)
    ]
    solutions = [named.grid.solve() if is_solved else () for named in grids]
    if unsolvable := [row for row, solution in zip(rows, solutions, strict=True) if solution is None]:
        lines = "\n".join(f"{row['name']}\t{row['grid']}\tno solution" for row in unsolvable)
        terminal.result("domino-draw", {"status": "unsolvable", "grids": unsolvable}, lines)
        return FALSE
    placed = [solution or () for solution in solutions]
    drawn = [
        {**row, "text": reading.drawn(named.grid, filled)}
        for row, named, filled in zip(rows, grids, placed, strict=True)
    ]
    content = {"status": "drawn", "grids": drawn}
    texts = "\n\n".join(f"{row['name']}\t{row['grid']}\n{row['text']}" for row in drawn)
    if output:
        names = [row["name"] for row in rows]
        svg = partial(domino_sheet_svg, [named.grid for named in grids], placed, names=names, with_pips=not digits)
        output.write("domino-draw", content, texts, svg=svg)
        written = {"status": "drawn", "file": str(output.path), "grids": rows}
        terminal.result("domino-draw", written, f"{len(rows)} grids drawn into {output.path}")
    else:
        terminal.result("domino-draw", content, texts)
    return 0


@click.command("animate", short_help="Write a page that solves a grid step by step.")
@reading.puzzle_argument
@click.argument("file", type=WrittenPathType())
@click.option(
    "--method",
    "method_name",
    type=click.Choice(["human", "deductions"]),
    default="human",
    show_default=True,
    help="human: Caviness's first method, all partial solutions side by side; deductions: `solve --explain`.",
)
@reading.digits_option
@force_option
@common
def animate(terminal: Terminal, puzzle_text: str, file: Path, method_name: str, *, digits: bool, force: bool) -> int:
    """Write an animation that solves PUZZLE step by step: a page (FILE.html) or a picture (FILE.svg)."""
    from dicelab.domino import domino_animation, domino_animation_svg, frames_of_search, frames_of_steps
    from solver.domino import human

    kind = require_output(file, ["html", "svg"], force=force)
    grid = reading.read_grid(puzzle_text)
    if method_name == "human":
        frames = frames_of_search(human(grid))
    else:
        found = grid.explain()
        frames = frames_of_steps(grid, found.steps, found.end)
    write = domino_animation if kind == "html" else domino_animation_svg
    page = write(grid, frames, title=f"Domino grid {grid.format()}", with_pips=not digits)
    write_output(file, page.encode(), force=force)
    content = {"grid": grid.format(), "file": str(file), "frames": len(frames)}
    terminal.result("domino-animate", content, f"animation of {len(frames)} steps written to {file}")
    return 0
