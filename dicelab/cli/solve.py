"""``dicelab solve BOARD``: tile it, write it for other programs, check what they answer; or solve a DLX problem."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click
from click.core import ParameterSource

from dicelab.cli.inputs import board_puzzle_option
from dicelab.cli.terminal import (
    Terminal,
    common,
    read_board_text,
    seconds_option,
    write_output,
)
from dicelab.exit_status import DONE, FALSE, UNKNOWN
from solver.exact_cover.backend import BACKENDS
from solver.runs.formats import require_output

if TYPE_CHECKING:
    from solver.exact_cover import ExactCover, SearchStats, Status
    from solver.polyform import Board, Puzzle, Tiling

backend_option = click.option(
    "--backend",
    "backend_name",
    default="bitmask",
    show_default=True,
    metavar="NAME",
    help=f"Search method: {', '.join(BACKENDS)}. All give the same answers; `dicelab bench --list` describes them.",
)

problem_option = click.option(
    "--problem",
    "problem_path",
    type=click.Path(path_type=Path, allow_dash=True),
    metavar="FILE",
    help="Read an exact cover problem instead of a board: a file (or - for standard input) in the format of Knuth's "
    "DLX1 to DLX3.",
)


@click.command("solve", short_help="Find a tiling of a board, or all tilings.")
@click.argument("board_text", metavar="[BOARD]", required=False)
@click.option("--all", "every", is_flag=True, help="Show all tilings.")
@click.option("--limit", type=click.IntRange(min=1), help="Show at most this many tilings.")
@backend_option
@seconds_option
@click.option(
    "--svg",
    type=click.Path(readable=False, path_type=Path),
    metavar="FILE",
    help="Write a picture of the first tiling to FILE.",
)
@click.option(
    "--export",
    type=click.Path(readable=False, path_type=Path),
    metavar="FILE",
    help="Do not solve; write the board for other programs to FILE (*.dlx, *.cnf, *.lp or *.mps).",
)
@click.option(
    "--format",
    "format_name",
    metavar="FORMAT",
    help="Format of --export: dlx, cnf, lp or mps.  [default: by the suffix of FILE]",
)
@click.option(
    "--import",
    "answer_path",
    type=click.Path(path_type=Path, allow_dash=True),
    metavar="FILE",
    help="Do not solve; check the answer of another program in FILE (or - for standard input).",
)
@problem_option
@click.option("--force", is_flag=True, help="Overwrite FILE if it exists.")
@board_puzzle_option
@common
def command(
    terminal: Terminal,
    board_text: str | None,
    limit: int | None,
    backend_name: str,
    seconds: float | None,
    svg: Path | None,
    export: Path | None,
    format_name: str | None,
    answer_path: Path | None,
    problem_path: Path | None,
    puzzle_text: str | None,
    *,
    every: bool,
    force: bool,
) -> int:
    """Find a tiling of BOARD.

    Exit status: 0 if there is a tiling, 4 if there is none, 3 if time ran out.

    With --import: 0 if the answer of the other program is a tiling, 1 if it is a wrong one, 3 if it has none. (The
    claim that no tiling exists can't be checked this way; `dicelab prove` writes a proof.)

    With --problem, each line of a solution is one of its options.
    """
    from dicelab.api.values import board_and_puzzle_of
    from solver.polyform.exchange import FORMATS

    if every and limit:
        raise click.UsageError("--all and --limit exclude each other: pass one")
    _require_one_task(export, format_name, answer_path, problem_path, svg)
    if answer_path and str(answer_path) == board_text == "-":
        raise click.UsageError("BOARD and --import both read standard input: write one of them out")
    if svg:
        require_output(svg, ["svg"], force=force)
    form = require_output(export, FORMATS, format_name, force=force) if export else ""
    if problem_path:
        require_no_board(board_text)
        return _solve_problem(terminal, problem_path, backend_name, None if every else limit or 1, seconds)
    board, puzzle = board_and_puzzle_of(board_argument(board_text), puzzle_text)
    if export:
        return _export(terminal, board, puzzle, export, form, force=force)
    if answer_path:
        return _import(terminal, board, puzzle, answer_path, svg, force=force)
    return _tile(terminal, board, puzzle, backend_name, limit, seconds, svg, every=every, force=force)


def _require_one_task(
    export: Path | None, format_name: str | None, answer_path: Path | None, problem_path: Path | None, svg: Path | None
) -> None:
    """Refuse options that belong to different tasks."""
    if format_name and not export:
        raise click.UsageError("--format needs --export FILE")
    tasks = {"--export": export, "--import": answer_path, "--problem": problem_path}
    named = [name for name, path in tasks.items() if path]
    if len(named) > 1:
        raise click.UsageError(f"{named[0]} and {named[1]} exclude each other: pass one")
    if svg and named[:1] in (["--export"], ["--problem"]):
        raise click.UsageError(f"{named[0]} and --svg exclude each other: without a tiling nothing can be drawn")
    options = {"every": "--all", "limit": "--limit", "seconds": "--seconds", "backend_name": "--backend"}
    for name, option in options.items():
        if named and not problem_path and _is_given(name):
            raise click.UsageError(f"{named[0]} does not search: leave {option} out")


def _is_given(parameter: str) -> bool:
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
    if _is_given("puzzle_text"):
        raise click.UsageError("--puzzle does not go with --problem: leave it out")


def _tile(
    terminal: Terminal,
    board: Board,
    puzzle: Puzzle,
    backend_name: str,
    limit: int | None,
    seconds: float | None,
    svg: Path | None,
    *,
    every: bool,
    force: bool,
) -> int:
    """Print tilings as they are found."""
    from dicelab.api.boards import solutions, solve
    from solver.exact_cover import Status

    is_list = every or limit is not None
    if is_list:
        stream = solutions(board, puzzle, limit=limit, backend=backend_name, seconds=seconds)
        found: Iterator[Tiling] = stream
    else:
        single = solve(board, puzzle, backend=backend_name, seconds=seconds)
        found = iter([] if single.tiling is None else [single.tiling])
    texts = []
    count = 0
    for count, tiling in enumerate(found, start=1):
        if svg and count == 1:
            _draw(tiling, svg, force=force)
        if terminal.json:
            texts.append(tiling.format())
        else:
            # One by one, so that a long list starts at once.
            terminal.result("solve", {}, ("" if count == 1 else "\n") + tiling.format())
    status = (stream.status if is_list else single.status) or Status.UNKNOWN
    say_cost(terminal, backend_name, stream.stats if is_list else single.stats)
    if terminal.json:
        content = {"board": board.format(), "puzzle": puzzle.format(), "status": status, "tilings": texts}
        terminal.result("solve", content, "")
    elif not count:
        terminal.result("solve", {}, _nothing_found("tiling", status, backend_name, seconds))
    elif is_list:
        terminal.note(f"{count:,} tilings" + ("" if status is Status.SOLVED else f" ({status})"))
    if svg and not count:
        why = "there is no tiling" if status is Status.UNSOLVABLE else "no tiling was found in time"
        terminal.note(f"no picture was written to {svg}: {why}")
    return exit_status(status)


def _solve_problem(terminal: Terminal, path: Path, backend_name: str, limit: int | None, seconds: float | None) -> int:
    """Print the solutions of an exact cover problem as they are found, an option a line."""
    from solver.exact_cover import Limits, Status, backend

    problem = read_problem(path)
    stream = backend(backend_name).solutions(problem, Limits(limit, seconds=seconds))
    printed = []
    count = 0
    for count, solution in enumerate(stream, start=1):
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
        terminal.result("problem-solutions", {}, _nothing_found("solution", status, backend_name, seconds))
    elif limit != 1:
        terminal.note(f"{count:,} solutions" + ("" if status is Status.SOLVED else f" ({status})"))
    return exit_status(status)


def _export(terminal: Terminal, board: Board, puzzle: Puzzle, path: Path, form: str, *, force: bool) -> int:
    """Write a board for other programs: exit 0."""
    from solver.polyform.exchange import FORMATS, board_text

    write_output(path, board_text(board, puzzle, form).encode(), force=force)
    terminal.result(
        "problem",
        {"board": board.format(), "puzzle": puzzle.format(), "format": form, "file": str(path)},
        f"{path}: {FORMATS[form]}; `dicelab solve BOARD --import ANSWER` checks an answer",
    )
    return 0


def _import(terminal: Terminal, board: Board, puzzle: Puzzle, path: Path, svg: Path | None, *, force: bool) -> int:
    """Check what another program answers: exit 0 with tilings, 4 if one of them is none, 3 if there are none."""
    from solver.exact_cover import Status
    from solver.polyform.exchange import read_board_answer

    answer = read_board_answer(_read(path), board, puzzle)
    claims = {
        Status.UNSOLVABLE: f"{answer.form} claims that no tiling exists (not checked; `dicelab prove` writes a proof)",
        Status.UNKNOWN: f"{answer.form} gives no answer",
    }
    if answer.fault:
        text = f"not a tiling: {answer.fault}"
    else:
        text = claims.get(answer.status) or "\n\n".join(tiling.format() for tiling in answer.tilings)
    terminal.result(
        "solve",
        {
            "board": board.format(),
            "puzzle": puzzle.format(),
            # A claim that nothing confirms is no knowledge.
            "status": Status.SOLVED if answer.tilings and not answer.fault else Status.UNKNOWN,
            "tilings": [tiling.format() for tiling in answer.tilings],
            "claim": {"form": answer.form, "status": answer.status, "fault": answer.fault},
        },
        text,
    )
    if answer.fault or not answer.tilings:
        if svg:
            terminal.note(f"no picture was written to {svg}: the answer has no tiling")
        return FALSE if answer.fault else UNKNOWN
    number = len(answer.tilings)
    terminal.note(f"{answer.form}: {number:,} {'tiling' if number == 1 else 'tilings'}, checked")
    if svg:
        _draw(answer.tilings[0], svg, force=force)
    return 0


def _draw(tiling: Tiling, path: Path, *, force: bool) -> None:
    from dicelab.render import tiling_svg

    write_output(path, tiling_svg(tiling).encode(), force=force)


def read_problem(path: Path) -> ExactCover:
    """Read an exact cover problem in Knuth's text; the error names the file."""
    from solver.errors import InputError
    from solver.exact_cover.formats import dlx_problem

    try:
        return dlx_problem(_read(path))
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


def _read(path: Path) -> str:
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
    terminal.detail(f"{backend_name}: {stats.nodes:,} {BACKENDS[backend_name].node}")
    if stats.updates:
        terminal.detail(f"{stats.updates:,} updates")
    if stats.profile:
        terminal.detail("nodes of each level: " + " ".join(f"{nodes:,}" for nodes in stats.profile))


def exit_status(status: Status) -> int:
    """Return 1 where it is known that there is nothing, 3 where nothing is known, else 0."""
    return {"unsolvable": FALSE, "unknown": UNKNOWN}.get(status, DONE)


def _nothing_found(what: str, status: Status, backend_name: str, seconds: float | None) -> str:
    if status == "unsolvable":
        return f"no {what}"
    if seconds is not None:
        return "unknown: time ran out"
    return f"unknown: {backend_name} reached its internal limit; try another backend"
