"""The parts of every picture of a domino grid: board, tiles, pips and marks."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from dicelab.render.board import CELL, board_parts, cell_group, corner, ground
from dicelab.render.svg import DARK, INK, number, tag, text
from solver.domino import Domino, DominoGrid, Location
from solver.errors import InputError
from solver.words import counted

GROUND = "#E9EDF0"
IVORY = "#FFFBEA"
EDGE = "#6B5D43"
ACCENT = "#0072B2"
"""Colour of additions: Okabe and Ito's blue, which no form of colour vision takes for the vermilion."""

WRONG = "#D55E00"
"""Colour of locations that a step rules out: their vermilion."""

FADED = "#8A949C"
"""Colour of locations that were ruled out before."""

MOST_PIPS = 18
"""The largest number that is shown as pips, that of the largest sets that are made; beyond, digits."""

_ROUND = 0.17 * CELL

_GAP = 2.5
"""Between a tile and the border of its cells."""

_DIGIT = 21
_INSET = 4.5
_NESTED = 4
_MOST_NESTED = 3
"""Frames of options that share cells are nested; this many steps leave room for the number."""


PLACED = {"fill": IVORY, "stroke": EDGE, "stroke_width": 1.5}
NEW = {"fill": "#D6EAF8", "stroke": ACCENT, "stroke_width": 3}
DEAD = {"fill": "#D9D9D9", "stroke": "#777777", "stroke_width": 1.5}
"""The colours of tiles, and how wide their edges are."""


@dataclass(frozen=True, slots=True)
class Marks:
    """The marks on a grid beside the dominoes that lie on it."""

    new: tuple[Location, ...] = ()
    """Dominoes that were placed last: in the accent colour, whether they are among the filled ones or not."""
    options: tuple[Location, ...] = ()
    """Locations that are still possible: framed."""
    ruled_out: tuple[Location, ...] = ()
    """Locations that are not: crossed."""
    gone: tuple[Location, ...] = ()
    """Locations that were ruled out earlier: a faint bar between their halves."""


NO_MARKS = Marks()


def require_locations(grid: DominoGrid, places: Iterable[Location]) -> tuple[Location, ...]:
    """Return locations without repeats; refuse one that is not two cells of the board beside each other."""
    kept = tuple(dict.fromkeys(places))
    for a, b in kept:
        if not (0 <= a < b < len(grid.board) and b in grid.board.neighbours[a]):
            raise InputError(f"({a}, {b}) is not a location: give two cells beside each other, the smaller first")
    return kept


def require_tiles(grid: DominoGrid, places: Iterable[Location]) -> tuple[Location, ...]:
    """Return the locations of dominoes without repeats; refuse two that share a cell."""
    placed = require_locations(grid, places)
    covered: set[int] = set()
    for location in placed:
        if shared := covered.intersection(location):
            raise InputError(f"two dominoes on {grid.board.label(min(shared))}: place one on each cell")
        covered.update(location)
    return placed


def has_pips(grid: DominoGrid) -> bool:
    """Return whether all numbers of a grid can be shown as pips."""
    return grid.order <= MOST_PIPS


def placed_text(grid: DominoGrid, placed: int) -> str:
    """Return how many dominoes are placed, in words."""
    return f"{placed} of {counted(len(grid.bones), 'domino', 'dominoes')} placed"


def dominoes_left(grid: DominoGrid, placed: Iterable[Location]) -> list[Domino]:
    """Return the dominoes of the set that are not placed."""
    on_board = {grid.domino_at(location) for location in placed}
    return [bone for bone in grid.bones if bone not in on_board]


def stands(grid: DominoGrid, location: Location) -> bool:
    """Return whether a domino in a location stands on its short side."""
    (row, _), (below, _) = (grid.board.points[cell] for cell in location)
    return below > row


def board_group(grid: DominoGrid, covered: Iterable[int], x: float, y: float) -> str:
    """Return the board with its labels, and numbers in all cells but the covered ones."""
    hidden, board = set(covered), grid.board
    cells = []
    for cell, entry in enumerate(grid.numbers):
        left, top = corner(board, cell)
        parts = [ground(board, cell, GROUND)]
        if cell not in hidden:
            parts.append(digits(entry, left + CELL / 2, top + CELL / 2))
        cells.append(cell_group(board, cell, str(entry), parts))
    return board_parts(board, cells, [()] * len(board), x, y)


def tiles(groups: Iterable[str], look: Mapping[str, Any] = PLACED) -> str:
    """Return tiles in the colours of a look, nothing where there are none."""
    inside = list(groups)
    return tag("g", ["", *inside, ""], **look) if inside else ""


def tile(halves: Sequence[int], x: float, y: float, *, down: bool, with_pips: bool) -> str:
    """Return plate, middle line and halves of a tile; the plate inherits its colours."""
    cx, cy = x + CELL / 2, y + CELL / 2
    places = ((cx, cy), (cx, cy + CELL) if down else (cx + CELL, cy))
    shown = (
        pips(half, *place, down=down) if with_pips else digits(half, *place)
        for half, place in zip(halves, places, strict=True)
    )
    return plate(x, y, down=down) + "".join(shown)


def plate(x: float, y: float, *, down: bool) -> str:
    """Return a tile without numbers."""
    # As in the paper, the middle line is 0.6 cells long.
    if down:
        line = f"M{number(x + 0.2 * CELL)} {number(y + CELL)}h{number(0.6 * CELL)}"
    else:
        line = f"M{number(x + CELL)} {number(y + 0.2 * CELL)}v{number(0.6 * CELL)}"
    return outline(x, y, down=down) + tag("path", d=line, stroke=EDGE, stroke_width=1.5, fill="none")


def outline(x: float, y: float, *, down: bool, inset: float = _GAP, **attributes: object) -> str:
    """Return a rectangle with round corners in two cells."""
    wide, high = (CELL, 2 * CELL) if down else (2 * CELL, CELL)
    width, height = wide - 2 * inset, high - 2 * inset
    return tag("rect", None, x=x + inset, y=y + inset, width=width, height=height, rx=_ROUND, **attributes)


def pips(count: int, x: float, y: float, *, down: bool) -> str:
    """Return the pips of a half around its middle; on a domino that stands they are turned by 90°."""
    radius = CELL * (0.088 if count <= 9 else 0.068 if count <= 12 else 0.052)
    turned = [(across, -along) if down else (along, across) for along, across in pip_places(count)]
    circles = "".join(tag("circle", cx=x + CELL * u, cy=y + CELL * v, r=radius) for u, v in turned)
    return tag("g", circles, fill=DARK, stroke="none")


def digits(entry: int, x: float, y: float) -> str:
    """Return a number around a point; it is upright however the domino lies."""
    return text(str(entry), x, y, _DIGIT, text_anchor="middle", fill=INK, stroke="none")


def pip_places(count: int) -> tuple[tuple[float, float], ...]:
    """Return where the pips of a number are on a domino that lies, in cells along and across from the half's middle.

    Two and three pips lie on a diagonal; from four on they lie in three rows along the domino, the outer two alike. Up
    to 9 they lie as in ``dieMatrix`` of Caviness (2014).
    """
    if count <= 3:
        return tuple((at, at) for at in _spread(count, 0.25))
    outer = 2 if count <= 5 else max(3, math.ceil(count / 3))
    half = 0.25 if outer <= 3 else 0.31
    rows = ((-0.25, outer), (0.0, count - 2 * outer), (0.25, outer))
    return tuple((along, across) for across, in_row in rows for along in _spread(in_row, half))


def mark_parts(grid: DominoGrid, marks: Marks) -> list[str]:
    """Return bars on locations ruled out earlier, frames of options, and crosses on locations ruled out now."""
    nested: dict[Location, int] = {}
    for location in require_locations(grid, marks.options):
        # Options that share a cell have frames of different size, so that both are seen whole.
        near = {size for other, size in nested.items() if set(other) & set(location)}
        nested[location] = min(size for size in range(len(near) + 1) if size not in near)
    bars = "".join(_bar(grid, location) for location in require_locations(grid, marks.gone))
    return [
        *([tag("path", d=bars, stroke=FADED, stroke_width=4, stroke_linecap="round", class_="gone")] if bars else []),
        *(_frame(grid, location, min(size, _MOST_NESTED)) for location, size in nested.items()),
        *(_cross(grid, location) for location in require_locations(grid, marks.ruled_out)),
    ]


def _spread(count: int, half: float) -> list[float]:
    """Return evenly spaced places from ``-half`` to ``half``, a single one in the middle."""
    if count <= 1:
        return [0.0] * count
    return [half * (2 * place - count + 1) / (count - 1) for place in range(count)]


def _bar(grid: DominoGrid, location: Location) -> str:
    x, y = _middle(grid, location)
    return f"M{number(x - 12)} {number(y)}h24" if stands(grid, location) else f"M{number(x)} {number(y - 12)}v24"


def _frame(grid: DominoGrid, location: Location, nested: int) -> str:
    x, y = corner(grid.board, location[0])
    inset = _INSET + _NESTED * nested
    look = {"fill": "none", "stroke": ACCENT, "stroke_width": 2.5}
    return outline(x, y, down=stands(grid, location), inset=inset, class_="option", **look)


def _cross(grid: DominoGrid, location: Location) -> str:
    """Return a cross on the border between the halves, which leaves the numbers to be read."""
    x, y = _middle(grid, location)
    line = f"M{number(x - 6)} {number(y - 6)}l12 12m0 -12l-12 12"
    strokes = ((GROUND, 7), (WRONG, 3.5))
    lines = (tag("path", d=line, stroke=shade, stroke_width=wide) for shade, wide in strokes)
    return tag("g", "".join(lines), fill="none", stroke_linecap="round", class_="ruled-out")


def _middle(grid: DominoGrid, location: Location) -> tuple[float, float]:
    (x, y), (far, deep) = (corner(grid.board, cell) for cell in location)
    return (x + far + CELL) / 2, (y + deep + CELL) / 2
