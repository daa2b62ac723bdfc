"""``dicelab domino solve PUZZLE``: solutions, the steps to one, or the next step."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from dicelab.cli.domino import reading
from dicelab.cli.outputs import Output, force_option, out_option
from dicelab.cli.terminal import Terminal, common, seconds_option
from dicelab.exit_status import DONE, FALSE, UNKNOWN
from solver.runs.interruption import lift_time_limit

if TYPE_CHECKING:
    from solver.domino import DominoGrid


@click.command("solve", short_help="Solve a grid: one solution, all solutions, or the steps.")
@reading.puzzle_argument
@click.option("--all", "every", is_flag=True, help="Show all solutions.")
@click.option("--limit", type=click.IntRange(min=1), help="Show at most this many solutions.")
@reading.method_option
@click.option(
    "--explain",
    "is_explained",
    is_flag=True,
    help="Show numbered steps that a person can follow. --method human shows the steps of Caviness's method; -v adds "
    "the output of his program.",
)
@click.option("--hint", "is_hint", is_flag=True, help="Show only the next step.")
@reading.placed_option
@click.option(
    "--ruled-out",
    "ruled_out_text",
    default="",
    metavar="CELLS",
    help="For --hint: places already known to hold no domino.",
)
@seconds_option
@out_option("Also write a picture of the first solution (FILE.svg), or what is printed (FILE.txt or FILE.json).")
@force_option
@common
def solve(
    terminal: Terminal,
    puzzle_text: str,
    limit: int | None,
    method_name: str,
    placed_text: str,
    ruled_out_text: str,
    seconds: float | None,
    out: Path | None,
    *,
    every: bool,
    is_explained: bool,
    is_hint: bool,
    force: bool,
) -> int:
    """Solve PUZZLE.

    Exit status: 0 if there is a solution, 4 if there is none, 3 if a limit was reached. With --explain and --hint: 3 if
    the rules find no further step, so that one must guess.
    """
    if every and limit:
        raise click.UsageError("--all and --limit exclude each other: pass one")
    _require_one_task(method_name, is_explained=is_explained, is_hint=is_hint)
    output = Output.of(out, force=force)
    grid = reading.read_grid(puzzle_text)
    if is_hint:
        from dicelab.cli.bridge import finish, show
        from dicelab.domino.grids import DominoHint

        found = DominoHint.of(grid, placed_text, ruled_out_text, again="--hint")
        return finish(terminal, show(terminal, found), None)
    if is_explained:
        return _explain_human(terminal, grid) if method_name == "human" else _explain(terminal, grid, placed_text)
    return _search(terminal, grid, method_name, limit, seconds, output, every=every)


_TASKS = {
    "a search": {"--all", "--limit", "--method", "--seconds", "--out"},
    "--hint": {"--placed", "--ruled-out"},
    "--explain": {"--placed"},
    "--explain --method human": {"--method"},
}


def _require_one_task(method_name: str, *, is_explained: bool, is_hint: bool) -> None:
    if is_explained and is_hint:
        raise click.UsageError("--explain and --hint exclude each other: pass one")
    task = "--hint" if is_hint else "--explain" if is_explained else "a search"
    if is_explained and method_name == "human":
        task += " --method human"
    of_others = set().union(*_TASKS.values()) - _TASKS[task]
    for option in reading.given_options():
        if option in of_others:
            raise click.UsageError(f"{option} does not go with {task}: leave it out")


def _search(
    terminal: Terminal,
    grid: DominoGrid,
    method_name: str,
    limit: int | None,
    seconds: float | None,
    output: Output | None,
    *,
    every: bool,
) -> int:
    from dicelab.domino import domino_svg, solution_count
    from solver.domino import format_layout, unit_of
    from solver.exact_cover import Status

    is_list = every or limit is not None
    solutions = grid.solutions(method_name, limit=limit if is_list else 1, seconds=seconds)
    layouts: list[str] = []
    texts: list[str] = []
    draws = output is not None and output.is_picture
    for solution in solutions:
        # From now on the search looks at the clock itself.
        lift_time_limit()
        if output and draws and not layouts:
            output.write("domino-solve", {}, "", svg=partial(domino_svg, grid, solution))
        layouts.append(format_layout(grid.board, solution))
        if (output and not draws) or not terminal.json:
            texts.append(reading.drawn(grid, solution))
        # One by one, so that a long list starts at once.
        if not terminal.json:
            terminal.result("domino-solve", {}, ("" if len(layouts) == 1 else "\n") + texts[-1])
    status = solutions.status or Status.UNKNOWN
    if layouts and not is_list:
        status = Status.SOLVED
    cost, unit = solutions.stats.nodes, unit_of(method_name)
    terminal.detail(f"{method_name}: {cost:,} {unit}")
    content: dict[str, Any] = {"grid": grid.format(), "method": method_name, "status": status, "solutions": layouts}
    content |= {"cost": cost, "unit": unit}
    why = "" if layouts else reading.why_unknown(method_name, solutions.stats, seconds)
    nothing = "no solution" if status is Status.UNSOLVABLE else f"unknown: {why}"
    if terminal.json:
        terminal.result("domino-solve", content, "")
    elif not layouts:
        terminal.result("domino-solve", {}, nothing)
    elif is_list:
        note = solution_count(len(layouts))
        if status is Status.UNKNOWN:
            note = f"at least {note}: {reading.why_unknown(method_name, solutions.stats, seconds)}"
        elif status is Status.LIMIT:
            note += ", and there may be more"
        terminal.note(note)
    if output and not draws:
        output.write("domino-solve", content, "\n\n".join(texts) or nothing)
    elif output and not layouts:
        terminal.note(f"no picture was written to {output.path}: {nothing}")
    return {Status.UNSOLVABLE: FALSE, Status.UNKNOWN: UNKNOWN}.get(status, DONE)


def _explain(terminal: Terminal, grid: DominoGrid, placed_text: str) -> int:
    from dicelab.domino import deductions_json, deductions_text
    from solver.domino import Grading

    found = grid.explain(placed_text)
    text = deductions_text(grid, found, ascii_only=reading.is_ascii_only())
    terminal.result("domino-explain", deductions_json(grid, found), text)
    return {Grading.SOLVED: DONE, Grading.STUCK: UNKNOWN, Grading.CONTRADICTION: FALSE}[found.outcome]


def _explain_human(terminal: Terminal, grid: DominoGrid) -> int:
    """Print the rounds of Caviness's first method, with ``-v`` as his program does."""
    from dicelab.domino import human_json, human_text
    from solver.domino import human
    from solver.exact_cover import Status

    search = human(grid)
    text = human_text(search, with_trace=terminal.verbose, ascii_only=reading.is_ascii_only())
    terminal.result("domino-trace", human_json(search), text)
    return {Status.UNSOLVABLE: FALSE, Status.UNKNOWN: UNKNOWN}.get(search.status, DONE)
