"""Solve, count, generate, grade and draw domino puzzles (number grids).

A domino puzzle is a grid of numbers; the task is to cover it with a full set of dominoes, each used once.

PUZZLE is an ID such as 6:15250453… (as in Dominosa; [10] stands for 10, and 6,8x8:.33… gives another board, with .
for a hole), a file, or - for standard input. Files contain one ID per line, rows of numbers, or JSON.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal

from dicelab.domino.counting import count, generate, grade
from dicelab.domino.grids import DominoHint, grid_of
from dicelab.domino.reading import (
    GridSource,
    GridSources,
    Method,
    Placed,
    drawn,
    is_ascii_only,
    read_grids,
    why_unknown,
)
from dicelab.errors import DiceError
from dicelab.exit_status import DONE, FALSE, UNKNOWN
from dicelab.kinds import Flag, Force, GivenPort, Kind, Name, PathLike, Seconds, Whole, WrittenPath
from dicelab.verb import Report, verb
from solver.exact_cover.result import Status
from solver.runs.formats import format_of
from solver.runs.storage import json_text, write_free
from solver.words import one_line

if TYPE_CHECKING:
    from solver.domino import DominoGrid, HumanSearch, NamedGrid

__all__ = ["animate", "count", "draw", "generate", "grade", "solve"]

Digits = Annotated[bool, Flag(text="Show digits on the tiles instead of pips.")]

# ---------------------------------------------------------------- solve


@dataclass
class FoundLayouts:
    """The solutions of a grid as they are found."""

    grid: DominoGrid
    method: str
    limit: int | None
    seconds: float | None
    is_list: bool
    schema: ClassVar[str] = "domino-solve"
    layouts: list[str] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)

    def parts(self, *, is_kept: bool) -> Iterator[str]:
        """Yield each solution as text, or one line that there is none."""
        from solver.domino import format_layout

        self.first: Any = None
        self.solutions = self.grid.solutions(self.method, limit=self.limit, seconds=self.seconds)
        for solution in self.solutions:
            self.first = self.first or solution
            self.layouts.append(format_layout(self.grid.board, solution))
            text = drawn(self.grid, solution)
            if is_kept:
                self.texts.append(text)
            yield ("" if len(self.layouts) == 1 else "\n") + text
        if not self.layouts:
            yield self.nothing

    @property
    def status(self) -> Status:
        """How the search ended; a first solution answers the question."""
        return Status.SOLVED if self.layouts and not self.is_list else self.solutions.status or Status.UNKNOWN

    @property
    def nothing(self) -> str:
        """One line for a search that found nothing."""
        if self.status is Status.UNSOLVABLE:
            return "no solution"
        return f"unknown: {why_unknown(self.method, self.solutions.stats, self.seconds)}"

    undrawn = nothing

    def __str__(self) -> str:
        return "\n\n".join(self.texts) or self.nothing

    def to_json(self) -> dict[str, Any]:
        """Return the grid, how the search ended, the solutions and the cost."""
        from solver.domino import unit_of

        return {
            "grid": self.grid.format(),
            "method": self.method,
            "status": self.status,
            "solutions": self.layouts,
            "cost": self.solutions.stats.nodes,
            "unit": unit_of(self.method),
        }

    def to_svg(self) -> str | None:
        """Draw the first solution."""
        from dicelab.domino import domino_svg

        return domino_svg(self.grid, self.first) if self.layouts else None

    @property
    def details(self) -> list[str]:
        """The cost of the search."""
        from solver.domino import unit_of

        return [f"{self.method}: {self.solutions.stats.nodes:,} {unit_of(self.method)}"]

    @property
    def hints(self) -> list[str]:
        """How many solutions there are, beside a list of them."""
        from dicelab.domino import solution_count

        if not self.layouts or not self.is_list:
            return []
        note = solution_count(len(self.layouts))
        if self.status is Status.UNKNOWN:
            return [f"at least {note}: {why_unknown(self.method, self.solutions.stats, self.seconds)}"]
        return [note + (", and there may be more" if self.status is Status.LIMIT else "")]

    @property
    def exit_status(self) -> int:
        """0 with a solution, 4 if there is none, 3 if that is not known."""
        return {Status.UNSOLVABLE: FALSE, Status.UNKNOWN: UNKNOWN}.get(self.status, DONE)


@dataclass(frozen=True)
class HumanRounds:
    """The rounds of Caviness's first method."""

    search: HumanSearch
    with_trace: bool = False
    schema: ClassVar[str] = "domino-trace"

    def __str__(self) -> str:
        from dicelab.domino import human_text

        return human_text(self.search, with_trace=self.with_trace, ascii_only=is_ascii_only())

    def detailed(self) -> HumanRounds:
        """Add what Caviness's program prints."""
        return HumanRounds(self.search, with_trace=True)

    def to_json(self) -> dict[str, Any]:
        """Return the rounds."""
        from dicelab.domino import human_json

        return human_json(self.search)

    @property
    def exit_status(self) -> int:
        """0 with a solution, 4 if there is none, 3 if a limit was reached."""
        return {Status.UNSOLVABLE: FALSE, Status.UNKNOWN: UNKNOWN}.get(self.search.status, DONE)


@verb(
    group="research",
    name="domino solve",
    formats=("svg", "txt", "json"),
    examples=("domino solve 1:001011", "domino solve 1:001011 --all"),
)
def solve(
    puzzle: GridSource,
    *,
    all_: bool = False,
    limit: Annotated[int | None, Whole(least=1)] = None,
    method: Method = "dancing-links",
    explain: bool = False,
    hint: bool = False,
    placed: Placed = "",
    ruled_out: Annotated[str, Kind(metavar="CELLS")] = "",
    seconds: Seconds = None,
    given: GivenPort = frozenset(),
) -> FoundLayouts | DominoHint | HumanRounds | Report:
    """Solve PUZZLE.

    Exit status: 0 if there is a solution, 4 if there is none, 3 if a limit was reached. With --explain and --hint: 3 if
    the rules find no further step, so that one must guess.

    Parameters
    ----------
    all_
        Show all solutions.
    limit
        Show at most this many solutions.
    explain
        Show numbered steps that a person can follow. --method human shows the steps of Caviness's method; -v adds the
        output of his program.
    hint
        Show only the next step.
    ruled_out
        For --hint: places already known to hold no domino.
    """
    if all_ and limit:
        raise DiceError("--all and --limit exclude each other: pass one")
    if explain and hint:
        raise DiceError("--explain and --hint exclude each other: pass one")
    task = "--hint" if hint else "--explain" if explain else "a search"
    _require_one_task(given, task + " --method human" if explain and method == "human" else task)
    grid = grid_of(puzzle)
    if hint:
        return DominoHint.of(grid, placed, ruled_out, again="--hint")
    if explain and method == "human":
        from solver.domino import human

        return HumanRounds(human(grid))
    if explain:
        return _deductions(grid, placed)
    return FoundLayouts(grid, method, None if all_ else limit or 1, seconds, all_ or limit is not None)


_TASKS = {
    "a search": {"--all", "--limit", "--method", "--seconds", "--out"},
    "--hint": {"--placed", "--ruled-out"},
    "--explain": {"--placed"},
    "--explain --method human": {"--method"},
}


def _require_one_task(given: Collection[str], task: str) -> None:
    of_others = set().union(*_TASKS.values()) - _TASKS[task]
    wrong = next((option for option in sorted(given) if option in of_others), None)
    if wrong:
        raise DiceError(f"{wrong} does not go with {task}: leave it out")


def _deductions(grid: DominoGrid, placed: str) -> Report:
    from dicelab.domino import deductions_json, deductions_text
    from solver.domino import Grading

    found = grid.explain(placed)
    status = {Grading.SOLVED: DONE, Grading.STUCK: UNKNOWN, Grading.CONTRADICTION: FALSE}[found.outcome]
    text = deductions_text(grid, found, ascii_only=is_ascii_only())
    return Report("domino-explain", deductions_json(grid, found), text, status)


# ---------------------------------------------------------------- draw and animate


@verb(
    group="research",
    name="domino draw",
    examples=("domino draw 1:001011", "domino draw 1:001011 --solution --out grid.svg"),
)
def draw(
    puzzles: GridSources,
    *,
    placed: Placed = "",
    solution: bool = False,
    layout: Annotated[str | None, Kind(metavar="LETTERS")] = None,
    options: Annotated[str | None, Kind(metavar="A-B")] = None,
    digits: Digits = False,
    pile: bool = False,
    out: Annotated[PathLike | None, WrittenPath(formats=("svg", "txt", "json")), Name("out", older="svg")] = None,
    force: Force = False,
    given: GivenPort = frozenset(),
) -> Report:
    """Draw each PUZZLE as text, or all of them in one file.

    --placed, --layout, --options and --pile need a single PUZZLE. Exit status: 4 if --solution is passed and a PUZZLE
    has no solution, else 0.

    Parameters
    ----------
    solution
        Draw the dominoes of the first solution.
    layout
        Draw dominoes as in ``solve --json``: L, R, T or B (left, right, top, bottom half) for each cell.
    options
        Mark every place where this domino fits, such as 0-3.
    pile
        Also show the dominoes that are not placed yet.
    out
        Write to FILE instead: a picture of up to 100 grids on one A4 page (FILE.svg), text (FILE.txt) or FILE.json.
    """
    if sum((bool(placed), solution, layout is not None)) > 1:
        raise DiceError("--placed, --solution and --layout exclude each other: pass one")
    grids = read_grids(puzzles)
    of_one = next((one for one in ("--placed", "--layout", "--options", "--pile") if one in given), None)
    if len(grids) > 1 and of_one:
        raise DiceError(f"{of_one} needs a single grid, not {len(grids):,}: pass the ID of one")
    file = None if out is None else _OutFile(Path(out), force=force)
    if len(grids) > 1:
        return _draw_many(grids, file, solution=solution, digits=digits)
    return _draw_one(grids[0].grid, placed, layout, options, file, solution=solution, digits=digits, pile=pile)


class _OutFile:
    """The file that a drawing is written to."""

    def __init__(self, path: Path, *, force: bool) -> None:
        self.path, self._force = path, force
        self.form = format_of(path, ("svg", "txt", "json"))

    def write(self, content: dict[str, Any], text: str, svg: str) -> None:
        """Write what the suffix asks for."""
        found = {
            "svg": svg,
            "txt": text + "\n",
            "json": json_text({"schema": "dicelab/domino-draw/1", **content}) + "\n",
        }
        write_free(self.path, found[self.form].encode(), force=self._force)


def _draw_one(
    grid: DominoGrid,
    placed_text: str,
    layout: str | None,
    options: str | None,
    file: _OutFile | None,
    *,
    solution: bool,
    digits: bool,
    pile: bool,
) -> Report:
    from dicelab.domino import DominoMarks, domino_svg, domino_text
    from solver.domino import parse_domino, parse_layout, parse_locations

    placed = parse_locations(grid.board, placed_text)
    if layout is not None:
        placed = parse_layout(grid.board, layout)
    content = {"grid": grid.format(), "status": "drawn"}
    if solution:
        solved = grid.solve()
        if solved is None:
            return Report("domino-draw", {**content, "status": "unsolvable"}, "no solution", FALSE)
        placed = solved
    marks = DominoMarks(options=grid.find(parse_domino(options, grid.order)) if options is not None else ())
    picture = domino_text(grid, placed, marks, pile=pile, ascii_only=is_ascii_only()).rstrip("\n")
    if file is None:
        return Report("domino-draw", {**content, "text": picture}, picture)
    svg = domino_svg(grid, placed, marks, with_pips=not digits, pile=pile)
    file.write({**content, "text": picture}, picture, svg)
    what = "picture" if file.form == "svg" else "text"
    return Report("domino-draw", {**content, "file": str(file.path)}, f"{what} written to {file.path}")


def _draw_many(grids: tuple[NamedGrid, ...], file: _OutFile | None, *, solution: bool, digits: bool) -> Report:
    from dicelab.domino import domino_sheet_svg, require_room

    if file and file.form == "svg":
        require_room(len(grids))
    rows = [
        {"name": one_line(named.name) or str(place), "grid": named.grid.format()}
        for place, named in enumerate(grids, start=1)
    ]
    solutions = [named.grid.solve() if solution else () for named in grids]
    if unsolvable := [row for row, solved in zip(rows, solutions, strict=True) if solved is None]:
        lines = "\n".join(f"{row['name']}\t{row['grid']}\tno solution" for row in unsolvable)
        return Report("domino-draw", {"status": "unsolvable", "grids": unsolvable}, lines, FALSE)
    placed = [solved or () for solved in solutions]
    with_text = [
        {**row, "text": drawn(named.grid, filled)} for row, named, filled in zip(rows, grids, placed, strict=True)
    ]
    content = {"status": "drawn", "grids": with_text}
    texts = "\n\n".join(f"{row['name']}\t{row['grid']}\n{row['text']}" for row in with_text)
    if file is None:
        return Report("domino-draw", content, texts)
    names = [row["name"] for row in rows]
    svg = domino_sheet_svg([named.grid for named in grids], placed, names=names, with_pips=not digits)
    file.write(content, texts, svg)
    written = {"status": "drawn", "file": str(file.path), "grids": rows}
    return Report("domino-draw", written, f"{len(rows)} grids drawn into {file.path}")


@verb(
    group="research",
    name="domino animate",
    examples=("domino animate 1:001011 steps.html", "domino animate 1:001011 steps.svg"),
)
def animate(
    puzzle: GridSource,
    file: Annotated[PathLike, WrittenPath(formats=("html", "svg"))],
    *,
    method: Literal["human", "deductions"] = "human",
    digits: Digits = False,
    force: Force = False,
) -> Report:
    """Write an animation that solves PUZZLE step by step: a page (FILE.html) or a picture (FILE.svg).

    Parameters
    ----------
    method
        human: Caviness's first method, all partial solutions side by side; deductions: ``solve --explain``.
    """
    from dicelab.domino import domino_animation, domino_animation_svg, frames_of_search, frames_of_steps
    from solver.domino import human

    grid, path = grid_of(puzzle), Path(file)
    if method == "human":
        frames = frames_of_search(human(grid))
    else:
        found = grid.explain()
        frames = frames_of_steps(grid, found.steps, found.end)
    write = domino_animation if format_of(path, ("html", "svg")) == "html" else domino_animation_svg
    page = write(grid, frames, title=f"Domino grid {grid.format()}", with_pips=not digits)
    write_free(path, page.encode(), force=force)
    content = {"grid": grid.format(), "file": str(file), "frames": len(frames)}
    return Report("domino-animate", content, f"animation of {len(frames)} steps written to {file}")
