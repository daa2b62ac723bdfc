"""``dicelab solve BOARD``: tile it, write it for other programs, read what they answer."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource

from dicelab.cli.exchanging import export_board, import_answer
from dicelab.cli.searching import backend_option, tell_cost, why_unknown
from dicelab.cli.terminal import (
    Terminal,
    common,
    puzzle_option,
    read_board_text,
    require_free,
    seconds_option,
    write_output,
)


@click.command("solve", short_help="Tile a board.")
@click.argument("board_text", metavar="BOARD")
@click.option("--all", "every", is_flag=True, help="All tilings.")
@click.option("--limit", type=click.IntRange(min=1), help="At most so many tilings.")
@backend_option
@seconds_option
@click.option("--svg", type=click.Path(path_type=Path), metavar="FILE", help="Draw the first tiling into FILE.")
@click.option(
    "--export",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Search nothing: write the board for other programs into FILE, named *.dlx, *.cnf, *.lp or *.mps.",
)
@click.option("--format", "format_name", metavar="FORMAT", help="The format of --export: dlx, cnf, lp or mps.")
@click.option(
    "--import",
    "answer_path",
    type=click.Path(path_type=Path, allow_dash=True),
    metavar="FILE",
    help="Search nothing: read what another program answers, or - for standard input, and check it.",
)
@click.option("--force", is_flag=True, help="Overwrite FILE.")
@puzzle_option
@common
def command(
    terminal: Terminal,
    board_text: str,
    limit: int | None,
    backend_name: str,
    seconds: float | None,
    svg: Path | None,
    export: Path | None,
    format_name: str | None,
    answer_path: Path | None,
    puzzle_text: str,
    *,
    every: bool,
    force: bool,
) -> int:
    """Tile BOARD: exit 0 with a tiling, 1 if there is none, 3 if time ran out.

    With --import, exit 1 means that what the other program calls a tiling is none, 3 that it gives none: that there
    is none can't be checked here, see `dicelab prove`.
    """
    from solver.polyform import Board
    from solver.polyform.puzzle_file import find_puzzle

    if every and limit:
        raise click.UsageError("--all and --limit exclude each other: pass one")
    _require_one_task(export, format_name, answer_path, svg)
    if answer_path and str(answer_path) == board_text == "-":
        raise click.UsageError("BOARD and --import both read standard input: write one of them out")
    for file in (svg, export):
        if file:
            require_free(file, force=force)
    puzzle = find_puzzle(puzzle_text)
    board = Board.parse(read_board_text(board_text), puzzle.grid)
    board.require(puzzle)
    if export:
        return export_board(terminal, board, puzzle, export, format_name, force=force)
    if answer_path:
        return import_answer(terminal, board, puzzle, answer_path, svg, force=force)
    return _search(terminal, board, puzzle, backend_name, limit, seconds, svg, every=every, force=force)


def _require_one_task(export: Path | None, format_name: str | None, answer_path: Path | None, svg: Path | None) -> None:
    """Refuse options that belong to different tasks."""
    if format_name and not export:
        raise click.UsageError("--format is that of --export: name a file by --export FILE")
    if export and answer_path:
        raise click.UsageError("--export and --import exclude each other: pass one")
    if export and svg:
        raise click.UsageError("--export and --svg exclude each other: nothing is searched that could be drawn")
    task = "--export" if export else "--import" if answer_path else None
    context = click.get_current_context()
    searching = {"every": "--all", "limit": "--limit", "seconds": "--seconds", "backend_name": "--backend"}
    for name, option in searching.items():
        if task and context.get_parameter_source(name) is ParameterSource.COMMANDLINE:
            raise click.UsageError(f"{task} searches nothing: leave {option} out")


def _search(
    terminal: Terminal,
    board: Any,
    puzzle: Any,
    backend_name: str,
    limit: int | None,
    seconds: float | None,
    svg: Path | None,
    *,
    every: bool,
    force: bool,
) -> int:
    """Print tilings as they are found."""
    from collections.abc import Iterator

    from solver.exact_cover import Limits, Status, backend
    from solver.polyform import Tiling

    problem, fitting = puzzle.board_problem(board.blockers)
    solver = backend(backend_name)
    is_list = every or limit is not None
    if is_list:
        stream = solver.solutions(problem, Limits(limit, seconds=seconds))
        found: Iterator[Tiling] = (Tiling.of((fitting[n] for n in one), puzzle) for one in stream)
    else:
        single = solver.solve(problem, Limits(seconds=seconds))
        found = iter([] if single.solution is None else [Tiling.of((fitting[n] for n in single.solution), puzzle)])
    count = 0
    texts = []
    for tiling in found:
        count += 1
        if svg and count == 1:
            from dicelab.render import tiling_svg

            write_output(svg, tiling_svg(tiling).encode(), force=force)
        if terminal.json:
            texts.append(tiling.format())
        else:
            # One by one, so that a long list starts at once.
            terminal.result("solve", {}, ("" if count == 1 else "\n") + tiling.format())
    status = (stream.status if is_list else single.status) or Status.UNKNOWN
    tell_cost(terminal, backend_name, stream.stats if is_list else single.stats)
    if terminal.json:
        terminal.result(
            "solve",
            {"board": board.format(), "puzzle": puzzle.format(), "status": status, "tilings": texts},
            "",
        )
    elif not count:
        why = why_unknown(backend_name, seconds)
        terminal.result("solve", {}, "no tiling" if status is Status.UNSOLVABLE else f"unknown: {why}")
    elif is_list:
        terminal.note(f"{count:,} tilings" + ("" if status is Status.SOLVED else f" ({status})"))
    if svg and not count:
        why = "there is no tiling" if status is Status.UNSOLVABLE else "no tiling was found in time"
        terminal.note(f"nothing was drawn into {svg}: {why}")
    return {Status.UNSOLVABLE: 1, Status.UNKNOWN: 3}.get(status, 0)
