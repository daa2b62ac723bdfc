"""Domino grids as text: as a user writes them, with frames around their dominoes, and the steps of a person on them."""

from __future__ import annotations

import re
import sys
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, ClassVar, TypeAlias

from dicelab.dice.sources import DOMINO_GRIDS, MOST_GRIDS
from dicelab.domino.tiles import NO_MARKS, Marks, dominoes_left, require_locations, require_tiles
from dicelab.errors import DONE, FALSE, UNKNOWN
from dicelab.kinds import FileContent, Kind, Port, Repeated
from dicelab.render.text import WIDTH, wrap
from solver.domino import (
    Deductions,
    DominoGrid,
    GradedStep,
    HumanSearch,
    Location,
    NamedGrid,
    Solution,
    format_layout,
    format_locations,
    parse_grids,
    parse_locations,
)
from solver.errors import InputError
from solver.exact_cover import SearchStats, Status
from solver.polyform import SquareGrid
from solver.words import counted, one_line

GridText: TypeAlias = str | FileContent
GridSource: TypeAlias = Annotated[GridText, DOMINO_GRIDS]
"""A grid: its ID, or a file."""
GridSources: TypeAlias = Annotated[Sequence[GridText], Repeated(metavar="PUZZLE", of=DOMINO_GRIDS)]
Placed: TypeAlias = Annotated[
    str, Kind(metavar="CELLS", text='Dominoes that are placed already, such as "A1-A2 B3-C3".')
]
Method: TypeAlias = Annotated[
    str,
    Kind(
        metavar="NAME",
        text="Search method: human, brute-force, odometer or odometer-unsorted (all Caviness's), or a backend: "
        "bitmask, dancing-links, labelled-matrix, garvie-burkardt, sat or cp-sat.",
    ),
]
CompilingPort: TypeAlias = Annotated[Callable[[str], None], Port()]
"""Called with the name of a package whose first call may take long."""


def grids_of(source: str | FileContent) -> tuple[NamedGrid, ...]:
    """Return the named grids of an ID, of a file or of its content.

    Raises
    ------
    InputError
        If there is no such file, or it has no grids.
    """
    try:
        if isinstance(source, FileContent):
            return parse_grids(source.data.decode())
        if is_id(source):
            return parse_grids(source)
        name = str(source)
        with Path(name or "no name").open(encoding="utf-8-sig") as file:
            return parse_grids(file.read(MOST_GRIDS))
    except UnicodeDecodeError:
        name = source.origin if isinstance(source, FileContent) else source
        raise InputError(f"{name} is not text: write IDs line by line, rows of numbers, or JSON") from None
    except FileNotFoundError:
        if re.fullmatch(r"[0-9]+[a-z]*#.*", name):
            raise InputError(
                f"{source!r} is a random seed, which only Dominosa can read: copy the game ID (with a colon) instead"
            ) from None
        hint = "; to count the layouts of a board, pass --layouts" if re.match(r"[0-9]+x[0-9]", name) else ""
        raise InputError(
            f"{source!r} is neither an ID nor a file: write the order, a colon and the numbers, such as 1:001011{hint}"
        ) from None


def grid_of(source: str | FileContent) -> DominoGrid:
    """Return the only grid of an ID, of a file or of its content."""
    found = grids_of(source)
    if len(found) > 1:
        raise InputError(f"{source} has {len(found)} grids: pass the ID of one")
    return found[0].grid


def is_id(text: str) -> bool:
    """Tell whether a text can only be meant as an ID, right or wrong."""
    return re.match(r"[0-9]+[^:/\\\s]*:", text) is not None


def read_grids(texts: Sequence[GridText]) -> tuple[NamedGrid, ...]:
    """Return the named grids of all arguments."""
    return tuple(named for text in texts for named in grids_of(text))


def read_boards(texts: Sequence[GridText]) -> tuple[SquareGrid, ...]:
    """Return a board for each argument: a size such as 7x8, or those of grids."""
    boards: list[SquareGrid] = []
    for text in texts:
        if isinstance(text, str) and re.match(r"[0-9]+x[0-9]", text):
            boards.append(SquareGrid.parse(text))
        else:
            boards += [named.grid.board for named in grids_of(text)]
    return tuple(boards)


def is_alone(texts: Sequence[GridText], named: tuple[NamedGrid, ...]) -> bool:
    """Tell whether a single ID was given; a file gets a table, whether it has one line or many."""
    return len(named) == 1 and isinstance(texts[0], str) and is_id(texts[0])


def name_of(named: NamedGrid) -> str:
    """Return the name of a grid in a file, or its ID."""
    return one_line(named.name) or named.grid.format()


def why_unknown(method_name: str | None, stats: SearchStats, seconds: float | None) -> str:
    """Return why a method ended without an answer."""
    if method_name == "brute-force" and stats.nodes:
        return f"{stats.nodes:,} cases are too many; choose another --method"
    return "time ran out" if seconds is not None else "the method reached its internal limit; choose another --method"


@dataclass(frozen=True, slots=True)
class DominoHint:
    """The next step on a grid, where some dominoes are placed and some places are known to hold none."""

    grid: DominoGrid
    placed: tuple[Location, ...]
    ruled_out: tuple[Location, ...]
    step: GradedStep
    again: str
    """The options that name the grid on the command line, for the step after this one."""

    schema: ClassVar[str] = "domino-hint"

    @classmethod
    def of(cls, grid: DominoGrid, placed: str, ruled_out: str, again: str) -> DominoHint:
        """Find the next step; the places are written as in ``A1-A2 B3-C3``."""
        known, empty = (parse_locations(grid.board, text) for text in (placed, ruled_out))
        return cls(grid, known, empty, grid.hint(known, empty), again)

    def __str__(self) -> str:
        return self.step.text

    def to_json(self) -> dict[str, Any]:
        """Return the rule, its sentence, and the locations that it places and rules out."""
        return {"grid": self.grid.format(), **step_json(self.grid, self.step)}

    @property
    def exit_status(self) -> int:
        """Whether there is a step: false after a mistake, unknown where no rule leads on."""
        return {"stuck": UNKNOWN, "mistake": FALSE, "contradiction": FALSE}.get(self.step.rule, DONE)

    @property
    def hints(self) -> list[str]:
        """How to ask for the step after this one."""
        if self.step.rule in {"stuck", "mistake", "contradiction", "solved"}:
            return []
        now = (
            ("--placed", {*self.placed, *self.step.placed}),
            ("--ruled-out", {*self.ruled_out, *self.step.ruled_out}),
        )
        marks = (f'{option} "{format_locations(self.grid.board, sorted(places))}"' for option, places in now if places)
        return [f"for the next step: {self.again} {' '.join(marks)}"]


_UP, _RIGHT, _DOWN, _LEFT = 1, 2, 4, 8
_BOX = " ╵╶└╷│┌├╴┘─┴┐┤┬┼"
"""A character for each set of directions in which lines leave it."""

_ASCII = " |-+||++-+-+++++"

EXIT_STATUS = {Status.UNSOLVABLE: FALSE, Status.UNKNOWN: UNKNOWN}
"""The exit status of a search by its status; 0 for any other."""


def domino_text(
    grid: DominoGrid,
    filled: Iterable[Location] = (),
    marks: Marks = NO_MARKS,
    *,
    pile: bool = False,
    ascii_only: bool = False,
) -> str:
    """Write a grid: frames around the dominoes that are placed, the other numbers bare, holes blank.

    Two bare numbers that the frames of others enclose would look like a domino: they have ``:`` between them.
    Lines have at most 80 columns; boards too wide for them (from order 14 on) are folded by columns.

    Parameters
    ----------
    marks
        ``*`` stands in the middle of a new domino, ``?`` between the halves of an option, ``x`` where one is ruled out,
        ``.`` where one was ruled out earlier.
    pile
        List the dominoes that are left.

    Raises
    ------
    InputError
        If a location is not on the board or two dominoes overlap.

    References
    ----------
    Caviness (2014), "Displaying Dominoes" and Figure 1.

    Examples
    --------
    >>> grid = DominoGrid.parse("1:001011")
    >>> print(domino_text(grid, [(0, 1), (2, 5)], Marks(options=((3, 4),)), ascii_only=True))
        1   2   3
      +-------+---+
    A | 0   0 | 1 |
      +-------+   |
    B   0 ? 1 | 1 |
              +---+
    <BLANKLINE>
    """
    placed = require_tiles(grid, (*filled, *marks.new))
    canvas = _Canvas(grid)
    for location in placed:
        canvas.frame(location)
    bare = set(range(len(grid.board))).difference(*placed)
    enclosed = tuple(where for where in grid.locations if bare.issuperset(where) and canvas.encloses(where))
    signs = ((":", enclosed), (".", marks.gone), ("?", marks.options), ("x", marks.ruled_out), ("*", marks.new))
    for sign, marked in signs:
        for location in require_locations(grid, marked):
            canvas.mark(location, sign)
    lines = canvas.lines(_ASCII if ascii_only else _BOX)
    if pile:
        left = " ".join(f"{low}-{high}" for low, high in dominoes_left(grid, placed)) or "none"
        lines += ["", *wrap(f"dominoes left: {left}", WIDTH, "  ")]
    return "\n".join([*lines, ""])


class _Canvas:
    """Characters of a board: a line for each row of cells, and one for each border above and below them."""

    def __init__(self, grid: DominoGrid) -> None:
        self.board = grid.board
        self.digits = len(str(grid.order))
        self.pitch = self.digits + 3
        # The directions in which lines leave a place.
        self.borders: defaultdict[tuple[int, int], int] = defaultdict(int)
        self.written: dict[tuple[int, int], str] = {}
        for (row, column), entry in zip(self.board.points, grid.numbers, strict=True):
            for place, digit in enumerate(f"{entry:>{self.digits}}"):
                self.written[2 * row + 1, self.pitch * column + 2 + place] = digit

    def box(self, location: Location) -> tuple[int, int, int, int]:
        """Return the first and last line, and the first and last character, of a frame."""
        (row, column), (below, beside) = (self.board.points[cell] for cell in location)
        return 2 * row, 2 * below + 2, self.pitch * column, self.pitch * (beside + 1)

    def frame(self, location: Location) -> None:
        top, bottom, left, right = self.box(location)
        for x in range(left, right):
            for y in (top, bottom):
                self.borders[y, x] |= _RIGHT
                self.borders[y, x + 1] |= _LEFT
        for y in range(top, bottom):
            for x in (left, right):
                self.borders[y, x] |= _DOWN
                self.borders[y + 1, x] |= _UP

    def encloses(self, location: Location) -> bool:
        top, bottom, left, right = self.box(location)
        across = ((y, x) for y in (top, bottom) for x in range(left, right + 1))
        down = ((y, x) for y in range(top, bottom + 1) for x in (left, right))
        return all(place in self.borders for place in (*across, *down))

    def mark(self, location: Location, sign: str) -> None:
        (row, column), (below, beside) = (self.board.points[cell] for cell in location)
        # On the border between the halves; below the last digit where one is below the other.
        x = self.pitch * beside if beside > column else self.pitch * column + 1 + self.digits
        self.written[row + below + 1, x] = sign

    def lines(self, corners: str) -> list[str]:
        fold = (WIDTH - len("A ") - 1) // self.pitch
        lines: list[str] = []
        for start in range(0, self.board.columns, fold):
            end = min(start + fold, self.board.columns)
            labels = "".join(f"{column + 1:>{self.pitch}}" for column in range(start, end))
            # A label ends above the last digit of its column, one space before the border.
            lines += [*([""] if start else []), f" {labels}"]
            for y in range(2 * self.board.rows + 1):
                head = chr(ord("A") + y // 2) if y % 2 else " "
                columns = range(self.pitch * start, self.pitch * end + 1)
                row = "".join(self.written.get((y, x)) or corners[self.borders.get((y, x), 0)] for x in columns)
                lines.append(f"{head} {row}".rstrip())
        return lines


def is_ascii_only() -> bool:
    """Tell whether standard output has no characters to draw boxes with."""
    try:
        "┼".encode(getattr(sys.stdout, "encoding", None) or "ascii")
    except (UnicodeEncodeError, LookupError):
        return True
    return False


def drawn(grid: DominoGrid, placed: Solution, marks: Marks = NO_MARKS, *, pile: bool = False) -> str:
    """Return a grid with dominoes on it as text for standard output."""
    return domino_text(grid, placed, marks, pile=pile, ascii_only=is_ascii_only()).rstrip("\n")


def step_json(grid: DominoGrid, step: GradedStep) -> dict[str, Any]:
    """Return a step of a deduction as JSON."""
    return {
        "rule": step.rule,
        "text": step.text,
        "ruled_out": format_locations(grid.board, step.ruled_out).split(),
        "placed": format_locations(grid.board, step.placed).split(),
    }


def deductions_json(grid: DominoGrid, found: Deductions) -> dict[str, Any]:
    """Return the steps that solve a grid, or go as far as the rules go, as JSON."""
    steps = [step_json(grid, step) for step in found.steps]
    return {"grid": grid.format(), "outcome": found.outcome, "steps": steps, "end": found.end}


def deductions_text(grid: DominoGrid, found: Deductions) -> str:
    """Return the steps as numbered sentences, with the grid as far as it is solved, for standard output."""
    steps = [f"{number}. {step.text}" for number, step in enumerate(found.steps, start=1)]
    return "\n".join([*steps, "", drawn(grid, found.placed), "", found.end])


@dataclass(frozen=True)
class HumanRounds:
    """The rounds of Caviness's first method; ``with_trace`` adds what his program prints."""

    search: HumanSearch
    with_trace: bool = False
    schema: ClassVar[str] = "domino-trace"

    def __str__(self) -> str:
        lines = []
        for number, moves in enumerate(self.search.rounds, start=1):
            lines.append(f"{number}." if len(moves) == 1 else f"{number}. {len(moves)} partial solutions:")
            for move in moves:
                lines.append(f"   {move.kind}: {move.reason}")
                lines += [f"      {line}" for line in move.printed() if self.with_trace]
        solutions = [drawn(self.search.grid, one) + "\n" for one in self.search.solutions]
        end = counted(len(solutions), "solution")
        if self.search.status is Status.UNKNOWN:
            made = sum(map(len, self.search.rounds))
            end = f"at least {end}: stopped after {made:,} moves; leave --explain out to go on"
        return "\n".join([*lines, "", *solutions, end])

    def detailed(self) -> HumanRounds:
        """Add what Caviness's program prints."""
        return HumanRounds(self.search, with_trace=True)

    def to_json(self) -> dict[str, Any]:
        """Return the rounds, with what his program prints."""
        search = self.search
        return {
            "grid": search.grid.format(),
            "method": "human",
            "status": search.status,
            "rounds": [
                [{"kind": move.kind, "reason": move.reason, "trace": move.printed()} for move in moves]
                for moves in search.rounds
            ],
            "solutions": [format_layout(search.grid.board, solution) for solution in search.solutions],
        }

    @property
    def exit_status(self) -> int:
        """0 with a solution, 4 if there is none, 3 if a limit was reached."""
        return EXIT_STATUS.get(self.search.status, DONE)
