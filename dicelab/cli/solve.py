"""``dicelab solve BOARD``."""

from __future__ import annotations

from pathlib import Path

import click

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
@click.option("--backend", "backend_name", default="bitmask", show_default=True, help="bitmask, cp-sat or brute-force.")
@seconds_option
@click.option("--svg", type=click.Path(path_type=Path), metavar="FILE", help="Draw the first tiling into FILE.")
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
    puzzle_text: str,
    *,
    every: bool,
    force: bool,
) -> int:
    """Tile BOARD: exit 0 with a tiling, 1 if there is none, 3 if time ran out."""
    from collections.abc import Iterator
    from itertools import chain

    from solver.exact_cover import Limits, Status, backend
    from solver.polyomino import Board, Tiling
    from solver.polyomino.puzzle_file import find_puzzle

    if every and limit:
        raise click.UsageError("--all and --limit exclude each other: pass one")
    if svg:
        require_free(svg, force=force)
    puzzle = find_puzzle(puzzle_text)
    board = Board.parse(read_board_text(board_text), puzzle.grid)
    board.require(puzzle)
    problem, fitting = puzzle.board_problem(board.blockers)
    solver = backend(backend_name)
    if every or limit:
        stream = solver.solutions(problem, Limits(limit, seconds=seconds))
        found: Iterator[Tiling] = (Tiling.of((fitting[n] for n in one), puzzle) for one in stream)
    else:
        single = solver.solve(problem, Limits(seconds=seconds))
        found = iter([] if single.solution is None else [Tiling.of((fitting[n] for n in single.solution), puzzle)])
    first = next(found, None)
    if first and svg:
        from dicelab.render import tiling_svg

        write_output(svg, tiling_svg(first).encode(), force=force)
    tilings = chain([] if first is None else [first], found)
    count = 0
    texts = []
    for tiling in tilings:
        count += 1
        if terminal.json:
            texts.append(tiling.format())
        else:
            # One by one, so that a long list starts at once.
            terminal.result("solve", {}, ("" if count == 1 else "\n") + tiling.format())
    status = (stream.status if every or limit else single.status) or Status.UNKNOWN
    if terminal.json:
        terminal.result(
            "solve",
            {"board": board.format(), "puzzle": puzzle.format(), "status": status, "tilings": texts},
            "",
        )
    elif not count:
        terminal.result("solve", {}, "no tiling" if status is Status.UNSOLVABLE else "unknown: time ran out")
    elif every or limit:
        terminal.note(f"{count:,} tilings" + ("" if status is Status.SOLVED else f" ({status})"))
    if svg and not count:
        why = "there is no tiling" if status is Status.UNSOLVABLE else "no tiling was found in time"
        terminal.note(f"nothing was drawn into {svg}: {why}")
    return {Status.UNSOLVABLE: 1, Status.UNKNOWN: 3}.get(status, 0)
