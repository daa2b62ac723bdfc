"""Options of `solve`, and exact cover problems in place of a board."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click
from click.core import ParameterSource

from dicelab.cli.paths import ReadPathType
from dicelab.cli.terminal import Terminal, read_board_text
from solver.exact_cover.backend import BACKENDS
from solver.runs.interruption import lift_time_limit

if TYPE_CHECKING:
    from dicelab.cli.decorator import Decorator
    from solver.exact_cover import SearchStats

backend_option: Decorator = click.option(
    "--backend",
    "backend_name",
    default="bitmask",
    show_default=True,
    metavar="NAME",
    help=f"Search method: {', '.join(BACKENDS)}. All give the same answers; `dicelab bench --list` describes them.",
)

problem_option: Decorator = click.option(
    "--problem",
    "problem_path",
    type=ReadPathType(allow_dash=True),
    metavar="FILE",
    help="Read an exact cover problem instead of a board: a file (or - for standard input) in the format of Knuth's "
    "DLX1 to DLX3.",
)


def is_given(parameter: str) -> bool:
    """Tell whether an option is on the command line, rather than at its default."""
    return click.get_current_context().get_parameter_source(parameter) is ParameterSource.COMMANDLINE


def board_argument(text: str | None) -> str:
    """Return the text of BOARD, which may come from standard input."""
    if text is None:
        raise click.UsageError("Missing argument 'BOARD': write its blockers, or pass --problem FILE")
    return read_board_text(text)


def require_no_board(text: str | None) -> None:
    """Refuse what belongs to a board beside --problem."""
    if text is not None:
        raise click.UsageError("--problem replaces BOARD: leave BOARD out")
    if is_given("puzzle_text"):
        raise click.UsageError("--puzzle does not go with --problem: leave it out")


def solve_problem(terminal: Terminal, path: Path, backend_name: str, limit: int | None, seconds: float | None) -> int:
    """Print the solutions of an exact cover problem as they are found, an option a line."""
    from dicelab.solving.problems import exit_status, nothing_found, problem_json, read_problem
    from solver.exact_cover import Limits, Status, backend

    problem = read_problem(path)
    stream = backend(backend_name).solutions(problem, Limits(limit, seconds=seconds))
    printed = []
    count = 0
    for count, solution in enumerate(stream, start=1):
        # From now on the search looks at the clock itself.
        lift_time_limit()
        options = [[problem.items[item] for item in problem.options[option]] for option in solution]
        if terminal.json:
            printed.append(options)
        else:
            lines = "\n".join(" ".join(names) for names in options)
            terminal.result("problem-solutions", {}, ("" if count == 1 else "\n") + lines)
    status = stream.status or (Status.SOLVED if limit == count else Status.UNKNOWN)
    if status is Status.LIMIT and limit == 1:
        status = Status.SOLVED
    say_cost(terminal, backend_name, stream.stats)
    if terminal.json:
        terminal.result(
            "problem-solutions", {**problem_json(path, problem), "status": status, "solutions": printed}, ""
        )
    elif not count:
        terminal.result("problem-solutions", {}, nothing_found("solution", status, backend_name, seconds))
    elif limit != 1:
        terminal.note(f"{count:,} solutions" + ("" if status is Status.SOLVED else f" ({status})"))
    return exit_status(status)


def say_cost(terminal: Terminal, backend_name: str, stats: SearchStats) -> None:
    """Say with ``-v`` what a search has cost."""
    from dicelab.solving.problems import cost_lines

    for line in cost_lines(backend_name, stats):
        terminal.detail(line)
