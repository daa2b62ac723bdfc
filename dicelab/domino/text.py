"""Texts of domino grids: a grid with frames around its dominoes, and what the methods of a person find out."""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, ClassVar

from dicelab.domino.tiles import NO_MARKS, Marks, dominoes_left, require_locations, require_tiles
from dicelab.exit_status import DONE, FALSE, UNKNOWN
from dicelab.render.text import WIDTH, wrap
from solver.domino import (
    Deductions,
    DominoGrid,
    GradedStep,
    HumanSearch,
    Location,
    Solution,
    format_layout,
    format_locations,
)
from solver.exact_cover import Status
from solver.words import counted

_UP, _RIGHT, _DOWN, _LEFT = 1, 2, 4, 8
_BOX = " ╵╶└╷│┌├╴┘─┴┐┤┬┼"
"""A character for each set of directions in which lines leave it."""

_ASCII = " |-+||++-+-+++++"

EXIT_STATUS = {Status.UNSOLVABLE: FALSE, Status.UNKNOWN: UNKNOWN}
"""Of the answer to a search; 0 for any other status."""


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
