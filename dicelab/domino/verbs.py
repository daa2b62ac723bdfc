"""Solve, count, generate, grade and draw domino puzzles (number grids).

A domino puzzle is a grid of numbers; the task is to cover it with a full set of dominoes, each used once.

PUZZLE is an ID such as 6:15250453… (as in Dominosa; [10] stands for 10, and 6,8x8:.33… gives another board, with .
for a hole), a file, or - for standard input. Files contain one ID per line, rows of numbers, or JSON.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any, ClassVar, Literal

from dicelab.domino.animation import domino_animation, domino_animation_svg
from dicelab.domino.counting import count, generate, grade
from dicelab.domino.frames import frames_of_search, frames_of_steps
from dicelab.domino.grids import (
    EXIT_STATUS,
    GridSource,
    GridSources,
    HumanRounds,
    Method,
    Placed,
    deductions_json,
    deductions_text,
    drawn,
    grid_of,
    read_grids,
    why_unknown,
)
from dicelab.domino.picture import domino_sheet_svg, domino_svg, require_room
from dicelab.domino.tiles import NO_MARKS, Marks
from dicelab.errors import DONE, FALSE, UNKNOWN, DiceError
from dicelab.kinds import Flag, Force, GivenPort, Kind, PathLike, Seconds, Whole, WrittenPath
from dicelab.verb import Report, verb
from solver.domino import (
    DominoGrid,
    Grading,
    NamedGrid,
    Solution,
    format_layout,
    human,
    parse_domino,
    parse_layout,
    parse_locations,
    unit_of,
)
from solver.exact_cover.problem import Status
from solver.runs.formats import format_of
from solver.runs.storage import write_free
from solver.words import counted, one_line

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
        self.first: Solution | None = None
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
        return domino_svg(self.grid, self.first) if self.first else None

    @property
    def details(self) -> list[str]:
        """The cost of the search."""
        return [f"{self.method}: {self.solutions.stats.nodes:,} {unit_of(self.method)}"]

    @property
    def hints(self) -> list[str]:
        """How many solutions there are, beside a list of them."""
        if not self.layouts or not self.is_list:
            return []
        note = counted(len(self.layouts), "solution")
        if self.status is Status.UNKNOWN:
            return [f"at least {note}: {why_unknown(self.method, self.solutions.stats, self.seconds)}"]
        return [note + (", and there may be more" if self.status is Status.LIMIT else "")]

    @property
    def exit_status(self) -> int:
        """0 with a solution, 4 if there is none, 3 if that is not known."""
        return EXIT_STATUS.get(self.status, DONE)


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
    placed: Placed = "",
    seconds: Seconds = None,
    given: GivenPort = frozenset(),
) -> FoundLayouts | HumanRounds | Report:
    """Solve PUZZLE; for the next step alone see ``dicelab hint --domino``.

    Exit status: 0 if there is a solution, 4 if there is none, 3 if a limit was reached. With --explain: 3 if the rules
    find no further step, so that one must guess.

    Parameters
    ----------
    all_
        Show all solutions.
    limit
        Show at most this many solutions.
    explain
        Show numbered steps that a person can follow. --method human shows the steps of Caviness's method; -v adds the
        output of his program.
    """
    if all_ and limit:
        raise DiceError("--all and --limit exclude each other: pass one")
    task = "--explain" if explain else "a search"
    _require_one_task(given, task + " --method human" if explain and method == "human" else task)
    grid = grid_of(puzzle)
    if explain and method == "human":
        return HumanRounds(human(grid))
    if explain:
        return _deductions(grid, placed)
    return FoundLayouts(grid, method, None if all_ else limit or 1, seconds, all_ or limit is not None)


_TASKS = {
    "a search": {"--all", "--limit", "--method", "--seconds", "--out"},
    "--explain": {"--placed"},
    "--explain --method human": {"--method"},
}


def _require_one_task(given: Collection[str], task: str) -> None:
    of_others = set().union(*_TASKS.values()) - _TASKS[task]
    wrong = next((option for option in sorted(given) if option in of_others), None)
    if wrong:
        raise DiceError(f"{wrong} does not go with {task}: leave it out")


def _deductions(grid: DominoGrid, placed: str) -> Report:
    found = grid.explain(placed)
    status = {Grading.SOLVED: DONE, Grading.STUCK: UNKNOWN, Grading.CONTRADICTION: FALSE}[found.outcome]
    text = deductions_text(grid, found)
    return Report("domino-explain", deductions_json(grid, found), text, status)


# ---------------------------------------------------------------- draw and animate


@dataclass
class DrawnGrids:
    """Grids with dominoes on them: a single one, or several one below the other."""

    named: tuple[NamedGrid, ...]
    placed: list[Solution | None]
    """``None`` where a solution is wanted and there is none."""
    marks: Marks = NO_MARKS
    digits: bool = False
    pile: bool = False
    schema: ClassVar[str] = "domino-draw"
    undrawn: ClassVar[str] = "not every grid has a solution"

    @property
    def exit_status(self) -> int:
        """0, or 4 if some grid has no solution."""
        return FALSE if None in self.placed else DONE

    def _texts(self) -> list[str]:
        """Return the grids as text, or only those without a solution."""
        if None in self.placed:
            return ["no solution" for placed in self.placed if placed is None]
        return [
            drawn(named.grid, placed or (), self.marks, pile=self.pile)
            for named, placed in zip(self.named, self.placed, strict=True)
        ]

    def _rows(self) -> list[dict[str, str]]:
        """Return the name and the ID of each of :meth:`_texts`."""
        return [
            {"name": one_line(named.name) or str(place), "grid": named.grid.format()}
            for place, (named, placed) in enumerate(zip(self.named, self.placed, strict=True), start=1)
            if placed is None or None not in self.placed
        ]

    def __str__(self) -> str:
        if len(self.named) == 1:
            return self._texts()[0]
        between, gap = ("\t", "\n") if None in self.placed else ("\n", "\n\n")
        rows = zip(self._rows(), self._texts(), strict=True)
        return gap.join(f"{row['name']}\t{row['grid']}{between}{text}" for row, text in rows)

    def to_json(self) -> dict[str, Any]:
        """Return the grids with their texts, or those without a solution."""
        status = "unsolvable" if None in self.placed else "drawn"
        texts = [{"text": text} if status == "drawn" else {} for text in self._texts()]
        if len(self.named) == 1:
            return {"grid": self.named[0].grid.format(), "status": status, **texts[0]}
        return {"status": status, "grids": [row | text for row, text in zip(self._rows(), texts, strict=True)]}

    def require_format(self, form: str) -> None:
        """Refuse a picture of more grids than a page has room for."""
        if form == "svg":
            require_room(len(self.named))

    def to_svg(self) -> str | None:
        """Draw all grids on one page."""
        placed = [one for one in self.placed if one is not None]
        if len(placed) < len(self.placed):
            return None
        with_pips = not self.digits
        if len(self.named) == 1:
            return domino_svg(self.named[0].grid, placed[0], self.marks, with_pips=with_pips, pile=self.pile)
        names = [row["name"] for row in self._rows()]
        return domino_sheet_svg([one.grid for one in self.named], placed, names=names, with_pips=with_pips)


@verb(
    group="research",
    name="domino draw",
    formats=("svg", "txt", "json"),
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
    given: GivenPort = frozenset(),
) -> DrawnGrids:
    """Draw each PUZZLE as text, or all of them in one file.

    A picture has up to 100 grids on one A4 page. --placed, --layout, --options and --pile need a single PUZZLE. Exit
    status: 4 if --solution is passed and a PUZZLE has no solution, else 0.

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
    """
    if sum((bool(placed), solution, layout is not None)) > 1:
        raise DiceError("--placed, --solution and --layout exclude each other: pass one")
    grids = read_grids(puzzles)
    of_one = next((one for one in ("--placed", "--layout", "--options", "--pile") if one in given), None)
    if len(grids) > 1 and of_one:
        raise DiceError(f"{of_one} needs a single grid, not {len(grids):,}: pass the ID of one")
    grid = grids[0].grid
    marks = NO_MARKS if options is None else Marks(options=grid.find(parse_domino(options, grid.order)))
    if solution:
        return DrawnGrids(grids, [named.grid.solve() for named in grids], marks, digits, pile)
    tiles = parse_locations(grid.board, placed) if layout is None else parse_layout(grid.board, layout)
    return DrawnGrids(grids, [tiles] * len(grids), marks, digits, pile)


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
