"""``dicelab count BOARD``."""

from __future__ import annotations

from pathlib import Path

import click

from dicelab.cli.inputs import board_puzzle_option, read_board_and_puzzle
from dicelab.cli.problems import (
    backend_option,
    board_argument,
    exit_status,
    problem_json,
    problem_option,
    read_problem,
    require_no_board,
    say_cost,
)
from dicelab.cli.terminal import Terminal, common, seconds_option


@click.command("count", short_help="Count the tilings of a board.")
@click.argument("board_text", metavar="[BOARD]", required=False)
@backend_option
@click.option("--limit", type=click.IntRange(min=1), help="Stop counting at this number.")
@seconds_option
@problem_option
@board_puzzle_option
@common
def command(
    terminal: Terminal,
    board_text: str | None,
    backend_name: str,
    limit: int | None,
    seconds: float | None,
    problem_path: Path | None,
    puzzle_text: str | None,
) -> int:
    """Count the tilings of BOARD.

    Exit status: 0 if it has tilings, 4 if it has none, 3 if time ran out; the number is then a lower bound.
    """
    from dicelab.api.boards import count, counted_json, counted_text
    from solver.exact_cover import Limits, backend

    if problem_path:
        require_no_board(board_text)
        problem = read_problem(problem_path)
        counted = backend(backend_name).count(problem, Limits(limit, seconds=seconds))
        content = {**problem_json(problem_path, problem), **counted_json(counted, "solutions")}
        terminal.result("problem-count", content, counted_text(counted))
    else:
        board, puzzle = read_board_and_puzzle(terminal, board_argument(board_text), puzzle_text)
        number = count(board, puzzle, limit=limit, backend=backend_name, seconds=seconds)
        counted = number.counted
        terminal.result("count", number.to_json(), str(number))
    say_cost(terminal, backend_name, counted.stats)
    return exit_status(counted.status)
