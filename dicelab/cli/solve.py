"""``dicelab solve BOARD``: tile it, write it for other programs, check what they answer; or solve a DLX problem."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from dicelab.cli.inputs import board_puzzle_option, read_board_and_puzzle
from dicelab.cli.outputs import Output, force_option, out_option
from dicelab.cli.paths import ReadPathType, WrittenPathType
from dicelab.cli.problems import (
    backend_option,
    board_argument,
    is_given,
    problem_option,
    require_no_board,
    say_cost,
    solve_problem,
)
from dicelab.cli.terminal import Terminal, common, seconds_option, write_output
from dicelab.exit_status import DONE, FALSE, UNKNOWN
from solver.runs.formats import require_output
from solver.runs.interruption import lift_time_limit
from solver.words import counted

if TYPE_CHECKING:
    from solver.polyform import Board, Puzzle, Tiling


@click.command("solve", short_help="Find a tiling of a board, or all tilings.")
@click.argument("board_text", metavar="[BOARD]", required=False)
@click.option("--all", "every", is_flag=True, help="Show all tilings.")
@click.option("--limit", type=click.IntRange(min=1), help="Show at most this many tilings.")
@backend_option
@seconds_option
@out_option("Also write a picture of the first tiling (FILE.svg), or what is printed (FILE.txt or FILE.json).")
@click.option(
    "--export",
    type=WrittenPathType(),
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
    type=ReadPathType(allow_dash=True),
    metavar="FILE",
    help="Do not solve; check the answer of another program in FILE (or - for standard input).",
)
@problem_option
@force_option
@board_puzzle_option
@common
def command(
    terminal: Terminal,
    board_text: str | None,
    limit: int | None,
    backend_name: str,
    seconds: float | None,
    out: Path | None,
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

    With --import: 0 if the answer of the other program is a tiling, 4 if it is a wrong one, 3 if it has none. (The
    claim that no tiling exists can't be checked this way; `dicelab prove` writes a proof.)

    With --problem, each line of a solution is one of its options.
    """
    from solver.polyform.exchange import FORMATS

    if every and limit:
        raise click.UsageError("--all and --limit exclude each other: pass one")
    _require_one_task(export, format_name, answer_path, problem_path, out)
    if answer_path and str(answer_path) == board_text == "-":
        raise click.UsageError("BOARD and --import both read standard input: write one of them out")
    output = Output.of(out, force=force)
    form = require_output(export, FORMATS, format_name, force=force) if export else ""
    if problem_path:
        require_no_board(board_text)
        return solve_problem(terminal, problem_path, backend_name, None if every else limit or 1, seconds)
    board, puzzle = read_board_and_puzzle(terminal, board_argument(board_text), puzzle_text)
    if export:
        return _export(terminal, board, puzzle, export, form, force=force)
    if answer_path:
        return _import(terminal, board, puzzle, answer_path, output)
    return _tile(terminal, board, puzzle, backend_name, limit, seconds, output, every=every)


def _require_one_task(
    export: Path | None, format_name: str | None, answer_path: Path | None, problem_path: Path | None, out: Path | None
) -> None:
    """Refuse options that belong to different tasks."""
    if format_name and not export:
        raise click.UsageError("--format needs --export FILE")
    tasks = {"--export": export, "--import": answer_path, "--problem": problem_path}
    named = [name for name, path in tasks.items() if path]
    if len(named) > 1:
        raise click.UsageError(f"{named[0]} and {named[1]} exclude each other: pass one")
    if out and named[:1] in (["--export"], ["--problem"]):
        raise click.UsageError(f"{named[0]} and --out exclude each other: --out is for the tilings of a board")
    options = {"every": "--all", "limit": "--limit", "seconds": "--seconds", "backend_name": "--backend"}
    for name, option in options.items():
        if named and not problem_path and is_given(name):
            raise click.UsageError(f"{named[0]} does not search: leave {option} out")


def _tile(
    terminal: Terminal,
    board: Board,
    puzzle: Puzzle,
    backend_name: str,
    limit: int | None,
    seconds: float | None,
    output: Output | None,
    *,
    every: bool,
) -> int:
    """Print tilings as they are found."""
    from dicelab.render import tiling_svg
    from dicelab.render.text import solution_rows
    from dicelab.solving.problems import exit_status, nothing_found
    from dicelab.solving.tiling import BoardSolution, Tilings, solutions, solve, tilings_json
    from solver.exact_cover import Status

    is_list = every or limit is not None
    answer: BoardSolution | Tilings
    if is_list:
        answer = solutions(board, puzzle, limit=limit, backend=backend_name, seconds=seconds)
        found: Iterator[Tiling] = answer
    else:
        answer = solve(board, puzzle, backend=backend_name, seconds=seconds)
        found = iter([] if answer.tiling is None else [answer.tiling])
    draws = output is not None and output.is_picture
    texts = []
    count = 0
    for count, tiling in enumerate(found, start=1):
        # From now on the search looks at the clock itself.
        lift_time_limit()
        if output and draws and count == 1:
            output.write("solve", {}, "", svg=partial(tiling_svg, tiling, with_legend=True))
        if terminal.json or (output and not draws):
            texts.append(tiling.format())
        if not terminal.json:
            # One by one, so that a long list starts at once.
            terminal.result("solve", {}, ("" if count == 1 else "\n") + solution_rows(tiling))
    status = answer.status or Status.UNKNOWN
    say_cost(terminal, backend_name, answer.stats)
    content = tilings_json(answer, texts)
    nothing = nothing_found("tiling", status, backend_name, seconds)
    if terminal.json:
        terminal.result("solve", content, "")
    elif not count:
        terminal.result("solve", {}, nothing)
    elif is_list:
        terminal.note(counted(count, "tiling") + ("" if status is Status.SOLVED else f" ({status})"))
    if output and not draws:
        output.write("solve", content, "\n\n".join(texts) or nothing)
    elif output and not count:
        why = "there is no tiling" if status is Status.UNSOLVABLE else "no tiling was found in time"
        terminal.note(f"no picture was written to {output.path}: {why}")
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


def _import(terminal: Terminal, board: Board, puzzle: Puzzle, path: Path, output: Output | None) -> int:
    """Check what another program answers: exit 0 with tilings, 4 if one of them is none, 3 if there are none."""
    from dicelab.render import tiling_svg
    from dicelab.render.text import solution_rows
    from dicelab.solving.problems import read_answer
    from solver.exact_cover import Status
    from solver.polyform.exchange import read_board_answer

    answer = read_board_answer(read_answer(path), board, puzzle)
    claims = {
        Status.UNSOLVABLE: f"{answer.form} claims that no tiling exists (not checked; `dicelab prove` writes a proof)",
        Status.UNKNOWN: f"{answer.form} gives no answer",
    }
    if answer.fault:
        text = f"not a tiling: {answer.fault}"
    else:
        text = claims.get(answer.status) or "\n\n".join(map(solution_rows, answer.tilings))
    content = {
        "board": board.format(),
        "puzzle": puzzle.format(),
        # A claim that nothing confirms is no knowledge.
        "status": Status.SOLVED if answer.tilings and not answer.fault else Status.UNKNOWN,
        "tilings": [tiling.format() for tiling in answer.tilings],
        "claim": {"form": answer.form, "status": answer.status, "fault": answer.fault},
    }
    terminal.result("solve", content, text)
    is_checked = bool(answer.tilings) and not answer.fault
    if is_checked:
        number = len(answer.tilings)
        terminal.note(f"{answer.form}: {number:,} {'tiling' if number == 1 else 'tilings'}, checked")
    if output and output.is_picture and not is_checked:
        terminal.note(f"no picture was written to {output.path}: the answer has no tiling")
    elif output:
        output.write("solve", content, text, svg=lambda: tiling_svg(answer.tilings[0], with_legend=True))
    return DONE if is_checked else FALSE if answer.fault else UNKNOWN
