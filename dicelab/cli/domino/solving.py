"""``dicelab domino solve PUZZLE``: solutions, the steps to one, or the next step."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from dicelab.cli.domino import reading
from dicelab.cli.terminal import Terminal, common, seconds_option, write_output
from dicelab.exit_status import DONE, FALSE, UNKNOWN

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
@click.option(
    "--svg",
    type=click.Path(readable=False, path_type=Path),
    metavar="FILE",
    help="Write a picture of the first solution to FILE.",
)
@reading.force_option
@common
def solve(
    terminal: Terminal,
    puzzle_text: str,
    limit: int | None,
    method_name: str,
    placed_text: str,
    ruled_out_text: str,
    seconds: float | None,
    svg: Path | None,
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
    if svg:
        reading.require_picture(svg, force=force)
    grid = reading.read_grid(puzzle_text)
    if is_hint:
        return _hint(terminal, grid, placed_text, ruled_out_text)
    if is_explained:
        return _explain_human(terminal, grid) if method_name == "human" else _explain(terminal, grid, placed_text)
    return _search(terminal, grid, method_name, limit, seconds, svg, every=every, force=force)


_TASKS = {
    "a search": {"--all", "--limit", "--method", "--seconds", "--svg"},
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
    svg: Path | None,
    *,
    every: bool,
    force: bool,
) -> int:
    from dicelab.domino import domino_svg, solution_count
    from solver.domino import format_layout, unit_of
    from solver.exact_cover import Status

    is_list = every or limit is not None
    solutions = grid.solutions(method_name, limit=limit if is_list else 1, seconds=seconds)
    layouts = []
    for count, solution in enumerate(solutions, start=1):
        if svg and count == 1:
            write_output(svg, domino_svg(grid, solution).encode(), force=force)
        layouts.append(format_layout(grid.board, solution))
        # One by one, so that a long list starts at once.
        if not terminal.json:
            terminal.result("domino-solve", {}, ("" if count == 1 else "\n") + reading.drawn(grid, solution))
    status = solutions.status or Status.UNKNOWN
    if layouts and not is_list:
        status = Status.SOLVED
    cost, unit = solutions.stats.nodes, unit_of(method_name)
    terminal.detail(f"{method_name}: {cost:,} {unit}")
    if terminal.json:
        content = {"grid": grid.format(), "method": method_name, "status": status, "solutions": layouts}
        terminal.result("domino-solve", {**content, "cost": cost, "unit": unit}, "")
    elif not layouts:
        why = f"unknown: {reading.why_unknown(method_name, solutions.stats, seconds)}"
        terminal.result("domino-solve", {}, "no solution" if status is Status.UNSOLVABLE else why)
    elif is_list:
        note = solution_count(len(layouts))
        if status is Status.UNKNOWN:
            note = f"at least {note}: {reading.why_unknown(method_name, solutions.stats, seconds)}"
        elif status is Status.LIMIT:
            note += ", and there may be more"
        terminal.note(note)
    return {Status.UNSOLVABLE: FALSE, Status.UNKNOWN: UNKNOWN}.get(status, DONE)


def _hint(terminal: Terminal, grid: DominoGrid, placed_text: str, ruled_out_text: str) -> int:
    """Print the next step, and how to ask for the one after it."""
    from dicelab.domino import step_json
    from solver.domino import format_locations, parse_locations

    placed, ruled_out = (parse_locations(grid.board, text) for text in (placed_text, ruled_out_text))
    step = grid.hint(placed, ruled_out)
    terminal.result("domino-hint", {"grid": grid.format(), **step_json(grid, step)}, step.text)
    ended = {"stuck": UNKNOWN, "mistake": FALSE, "contradiction": FALSE, "solved": DONE}
    if step.rule not in ended and not terminal.json:
        now = (("--placed", {*placed, *step.placed}), ("--ruled-out", {*ruled_out, *step.ruled_out}))
        marks = (f'{option} "{format_locations(grid.board, sorted(places))}"' for option, places in now if places)
        terminal.note(f"for the next step: --hint {' '.join(marks)}")
    return ended.get(step.rule, 0)


def _explain(terminal: Terminal, grid: DominoGrid, placed_text: str) -> int:
    from dicelab.domino import deductions_json, deductions_text
    from solver.domino import Outcome

    found = grid.explain(placed_text)
    text = deductions_text(grid, found, ascii_only=reading.is_ascii_only())
    terminal.result("domino-explain", deductions_json(grid, found), text)
    return {Outcome.SOLVED: DONE, Outcome.STUCK: UNKNOWN, Outcome.CONTRADICTION: FALSE}[found.outcome]


def _explain_human(terminal: Terminal, grid: DominoGrid) -> int:
    """Print the rounds of Caviness's first method, with ``-v`` as his program does."""
    from dicelab.domino import human_json, human_text
    from solver.domino import human
    from solver.exact_cover import Status

    search = human(grid)
    text = human_text(search, with_trace=terminal.verbose, ascii_only=reading.is_ascii_only())
    terminal.result("domino-trace", human_json(search), text)
    return {Status.UNSOLVABLE: FALSE, Status.UNKNOWN: UNKNOWN}.get(search.status, DONE)
