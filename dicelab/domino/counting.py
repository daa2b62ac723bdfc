"""The verbs ``domino count``, ``domino generate`` and ``domino grade``: a line for each grid as soon as it is known."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal, TypeAlias

import numpy as np

from dicelab.domino.grids import (
    EXIT_STATUS,
    CompilingPort,
    GridSources,
    Method,
    is_alone,
    name_of,
    read_boards,
    read_grids,
    why_unknown,
)
from dicelab.domino.picture import domino_sheet_svg, domino_svg, require_room
from dicelab.errors import DONE, FALSE, UNKNOWN, DiceError
from dicelab.kinds import Kind, Seconds, Seed, Whole, unheard
from dicelab.verb import verb
from solver.domino import Level, NamedGrid, count_all, count_layouts, generate as generate_grids, unit_of, usual_board
from solver.domino.methods import MANY
from solver.errors import InputError
from solver.exact_cover import Limits, Status
from solver.polyform import SquareGrid

MOST_ORDER = 13
"""Largest order of usual boards: from 15x16 on, layouts are too many to choose one at random."""

Row: TypeAlias = tuple[Any, str, int]
"""The answer for a grid: as JSON, as a line, and as an exit status."""


@dataclass
class GridRows:
    """The answers for several grids, one after the other."""

    schema: str
    found: Iterable[Row]
    key: str = "grids"
    """The field of the JSON that lists them."""
    content: dict[str, Any] = field(default_factory=dict)
    """The other fields of the JSON."""
    details: list[str] = field(default_factory=list)
    exit_status: int = DONE

    def parts(self, *, is_kept: bool) -> Iterator[str]:  # noqa: ARG002 - rows are short
        """Yield the line of each grid."""
        self.rows = list[Any]()
        for row, line, status in self.found:
            self.rows.append(row)
            # A grid that is unknown weighs more than one without a solution.
            self.exit_status = UNKNOWN if UNKNOWN in {status, self.exit_status} else self.exit_status or status
            yield line

    def to_json(self) -> dict[str, Any]:
        """Return the rows, and the other fields."""
        return {**self.content, self.key: self.rows}


@dataclass
class MadeGrids(GridRows):
    """Grids with exactly one solution, as they are made."""

    wanted: int = 1
    stopped: str = ""
    """Why there are fewer than were asked for."""

    def parts(self, *, is_kept: bool) -> Iterator[str]:
        """Yield each grid; what was found is not lost where there are no more."""
        self.made = list[Any]()
        try:
            yield from super().parts(is_kept=is_kept)
        except InputError as error:
            if not self.made:
                raise
            self.stopped, self.exit_status = str(error), UNKNOWN

    @property
    def hints(self) -> list[str]:
        """Why there are fewer than were asked for."""
        return [self.stopped] if self.stopped else []

    def __str__(self) -> str:
        return "\n".join(self.rows)

    def to_json(self) -> dict[str, Any]:
        """Return the grids, and why there are not more."""
        return super().to_json() | ({"stopped": self.stopped} if self.stopped else {})

    def require_format(self, form: str) -> None:
        """Refuse a picture of more grids than a page has room for."""
        if form == "svg":
            require_room(self.wanted)

    def to_svg(self) -> str:
        """Draw the grids on one page."""
        return domino_svg(self.made[0]) if len(self.made) == 1 else domino_sheet_svg(self.made)


@verb(group="research", name="domino count", examples=("domino count 1:001011", "domino count 7x8 --layouts"))
def count(
    puzzles: GridSources,
    *,
    method: Annotated[
        Method | None, Kind(metavar="NAME", shown_default="a compiled search for many grids, else dancing-links")
    ] = None,
    limit: Annotated[int | None, Whole(least=1)] = None,
    seconds: Seconds = None,
    layouts: bool = False,
    compiling: CompilingPort = unheard,
) -> GridRows:
    """Count the solutions of each PUZZLE.

    With --layouts a PUZZLE may also be a board, such as 7x8, or 8x8-A1,A8 with holes.

    Exit status: 0 if each has a solution, 4 if one has none, 3 if a limit was reached before that was known.

    Parameters
    ----------
    method
        Method, as for ``solve``.
    limit
        Stop counting at this number; 2 is enough to tell whether the solution is unique.
    layouts
        Count the ways to cover the board with dominoes, ignoring the numbers.
    """
    if layouts:
        if method or limit or seconds is not None:
            raise DiceError("--layouts does not search: leave --method, --limit and --seconds out")
        boards = read_boards(puzzles)
        return GridRows("domino-layouts", _layouts(boards), "boards")
    grids = read_grids(puzzles)
    if method is None and len(grids) >= MANY:
        compiling("domino")
    alone = is_alone(puzzles, grids)
    details: list[str] = []

    def rows() -> Iterator[Row]:
        counts = count_all([named.grid for named in grids], method, Limits(limit, seconds=seconds))
        for named, answer in zip(grids, counts, strict=True):
            exact = answer.status in {Status.SOLVED, Status.UNSOLVABLE}
            name = name_of(named)
            row: dict[str, Any] = {"name": name, "grid": named.grid.format(), "status": answer.status}
            row |= {"solutions": answer.solutions, "exact": exact}
            if method:
                row |= {"cost": answer.stats.nodes, "unit": unit_of(method)}
                details.append(f"{method}: {answer.stats.nodes:,} {unit_of(method)}")
            line = f"{answer.solutions}" if alone else f"{name}\t{answer.solutions}{'' if exact else '+'}"
            if alone and not exact:
                is_unknown = answer.status is Status.UNKNOWN
                line = f"at least {line}" + (f": {why_unknown(method, answer.stats, seconds)}" if is_unknown else "")
            yield row, line, EXIT_STATUS.get(answer.status, DONE)

    return GridRows("domino-count", rows(), details=details)


def _layouts(boards: Sequence[SquareGrid]) -> Iterator[Row]:
    for board in boards:
        layouts = count_layouts(board)
        line = f"{layouts}" if len(boards) == 1 else f"{board.format()}\t{layouts}"
        # A number of layouts soon has more digits than the integers of other JSON readers.
        yield {"board": board.format(), "layouts": str(layouts)}, line, DONE if layouts else FALSE


@verb(
    group="research",
    name="domino generate",
    formats=("svg", "txt", "json"),
    examples=("domino generate --order 3 --seed 1", "domino generate --board 4x5 --difficulty trivial"),
)
def generate(
    *,
    order: Annotated[int | None, Whole(least=0, most=MOST_ORDER)] = None,
    board: Annotated[str | None, Kind(metavar="BOARD")] = None,
    difficulty: Literal["trivial", "basic", "hard", "extreme"] = "basic",
    seed: Seed = 0,
    count: Annotated[int, Whole(least=1)] = 1,
    compiling: CompilingPort = unheard,
) -> MadeGrids:
    """Generate grids with exactly one solution, and print their IDs.

    Exit status: 0 if N grids were found, 3 if fewer.

    Parameters
    ----------
    order
        Largest number on a domino, 0 to 13; the board has N+1 rows and N+2 columns.
    board
        Use another board, such as 8x7, or 8x8-A1,A8 with holes.
    difficulty
        How hard; see ``dicelab domino grade --help``.
    seed
        Seed of the random numbers; the same seed gives the same grids.
    count
        Number of grids.
    """
    if (order is None) == (board is None):
        raise DiceError("pass either --order N (the usual board) or --board BOARD")
    compiling("domino")
    asked = usual_board(order or 0) if board is None else SquareGrid.parse(board)

    def rows() -> Iterator[Row]:
        for grid in generate_grids(asked, Level(difficulty), np.random.default_rng(seed), count):
            answer.made.append(grid)
            yield grid.format(), grid.format(), DONE

    content = {"board": asked.format(), "difficulty": difficulty, "seed": seed}
    answer = MadeGrids("domino-generate", rows(), content=content, wanted=count)
    return answer


@verb(
    group="research",
    name="domino grade",
    examples=("domino grade 2:021110020212", "domino generate --order 3 --seed 1 | dicelab domino grade -"),
)
def grade(puzzles: GridSources) -> GridRows:
    """Tell how hard each PUZZLE is for a person, by the hardest rule that it needs.

        trivial  a domino, or a cell, has only one place left
        basic    a cell can hold one domino only; overlaps; duplicates; parity
        hard     a set of cells must hold a certain set of dominoes
        extreme  the same with doubles; chains of places that go together
        search   the rules do not suffice: one must guess, or the solution is
                 not unique, or there is none

    Exit status: 3 if a PUZZLE needs a search, else 0.
    """
    grids = read_grids(puzzles)
    return GridRows("domino-grade", _grades(grids, alone=is_alone(puzzles, grids)))


def _grades(grids: Iterable[NamedGrid], *, alone: bool) -> Iterator[Row]:
    for named in grids:
        found = named.grid.grade()
        name, grid = name_of(named), named.grid.format()
        rules = ", ".join(f"{rule} {times}" for rule, times in found.rules)
        line = f"{found.difficulty}\t{found.outcome} in {found.steps} steps" + (f": {rules}" if rules else "")
        figures = {"difficulty": found.difficulty, "outcome": found.outcome, "rules": dict(found.rules)}
        status = UNKNOWN if found.difficulty is Level.SEARCH else DONE
        yield {"name": name, "grid": grid, **figures}, line if alone else f"{name}\t{line}", status
