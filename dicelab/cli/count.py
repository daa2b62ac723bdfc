"""``dicelab count BOARD``."""

from __future__ import annotations

import click

from dicelab.cli.searching import backend_option, tell_cost
from dicelab.cli.terminal import Terminal, common, puzzle_option, read_board_text, seconds_option


@click.command("count", short_help="Count the tilings of a board.")
@click.argument("board_text", metavar="BOARD")
@backend_option
@click.option("--limit", type=click.IntRange(min=1), help="Stop at so many.")
@seconds_option
@puzzle_option
@common
def command(
    terminal: Terminal,
    board_text: str,
    backend_name: str,
    limit: int | None,
    seconds: float | None,
    puzzle_text: str,
) -> int:
    """Count the tilings of BOARD: exit 0, or 1 if there is none, 3 if time ran out (then it is a lower bound)."""
    from solver.exact_cover import Limits, Status, backend
    from solver.polyform import Board
    from solver.polyform.puzzle_file import find_puzzle

    puzzle = find_puzzle(puzzle_text)
    board = Board.parse(read_board_text(board_text), puzzle.grid)
    board.require(puzzle)
    problem, _ = puzzle.board_problem(board.blockers)
    result = backend(backend_name).count(problem, Limits(limit, seconds=seconds))
    tell_cost(terminal, backend_name, result.stats)
    exact = result.status in {Status.SOLVED, Status.UNSOLVABLE}
    terminal.result(
        "count",
        {
            "board": board.format(),
            "puzzle": puzzle.format(),
            "status": result.status,
            "tilings": result.solutions,
            "exact": exact,
        },
        f"{result.solutions}" if exact else f"at least {result.solutions} ({result.status})",
    )
    return {Status.UNSOLVABLE: 1, Status.UNKNOWN: 3}.get(result.status, 0)
