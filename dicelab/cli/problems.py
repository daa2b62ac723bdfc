"""What `solve` and `count` share: their options, exact cover problems in place of a board, and how answers are told."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click
from click.core import ParameterSource

from dicelab.cli.paths import ReadPathType
from dicelab.cli.terminal import Terminal, read_board_text
from dicelab.exit_status import DONE, FALSE, UNKNOWN
from solver.exact_cover.backend import BACKENDS
from solver.runs.interruption import lift_time_limit

if TYPE_CHECKING:
    from dicelab.cli.decorator import Decorator
    from solver.exact_cover import ExactCover, SearchStats, Status

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


def read_problem(path: Path) -> ExactCover:
    """Read an exact cover problem in Knuth's text; the error names the file."""
    from solver.errors import InputError
    from solver.exact_cover.formats import dlx_problem

    try:
        return dlx_problem(read_answer(path))
    except InputError as error:
        raise InputError(f"{'standard input' if str(path) == '-' else path}: {error}") from None


def problem_json(path: Path, problem: ExactCover) -> dict[str, object]:
    """Return what is known of a problem without solving it."""
    return {
        "problem": str(path),
        "primary_items": problem.primary,
        "secondary_items": len(problem.items) - problem.primary,
        "options": len(problem.options),
    }


def read_answer(path: Path) -> str:
    """Return the text of a file; ``-`` is standard input."""
    from solver.polyform.exchange import MOST_BYTES

    if str(path) != "-":
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
    elif sys.stdin is None:
        raise click.UsageError("standard input is closed: name a file")
    else:
        # What stands in for standard input may hold text alone.
        stream = getattr(sys.stdin, "buffer", None)
        data = sys.stdin.read(MOST_BYTES + 1).encode() if stream is None else stream.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise click.UsageError(f"{path} is larger than {MOST_BYTES >> 20} MB: let the program print fewer solutions")
    try:
        return bytes(data).decode()
    except UnicodeDecodeError as error:
        raise click.UsageError(f"{path} is not text (byte {error.start}): pass what the program printed") from None


def say_cost(terminal: Terminal, backend_name: str, stats: SearchStats) -> None:
    """Say with ``-v`` what a search has cost, in units that do not depend on the machine."""
    terminal.detail(f"{backend_name}: {stats.nodes:,} {BACKENDS.find(backend_name).node}")
    if stats.updates:
        terminal.detail(f"{stats.updates:,} updates")
    if stats.profile:
        terminal.detail("nodes of each level: " + " ".join(f"{nodes:,}" for nodes in stats.profile))


def exit_status(status: Status) -> int:
    """Return ``FALSE`` where it is known that there is nothing, ``UNKNOWN`` where nothing is known, else ``DONE``."""
    return {"unsolvable": FALSE, "unknown": UNKNOWN}.get(status, DONE)


def nothing_found(what: str, status: Status, backend_name: str, seconds: float | None) -> str:
    """Say that there is nothing, or why that is not known."""
    if status == "unsolvable":
        return f"no {what}"
    if seconds is not None:
        return "unknown: time ran out"
    return f"unknown: {backend_name} reached its internal limit; try another backend"
