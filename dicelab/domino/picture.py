"""Pictures of domino grids: ivory tiles on a quiet board, and sheets of several grids to print."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple
from xml.sax.saxutils import escape

from dicelab.dice.names import plain
from dicelab.domino.tiles import (
    NEW,
    NO_MARKS,
    Marks,
    board_group,
    dominoes_left,
    has_pips,
    mark_parts,
    outline,
    placed_text,
    require_tiles,
    stands,
    tile,
    tiles,
)
from dicelab.render.board import CELL, LABELS, board_size, corner
from dicelab.render.svg import INK, MARGIN, document, number, tag, text, text_width
from dicelab.render.text import cut
from solver.domino import DominoGrid, Location, format_locations
from solver.errors import InputError
from solver.words import counted

_BONE = 0.5
"""Scale of the bone pile."""

_BONE_GAP = 16
"""Between its dominoes, before they are scaled."""

_EDGE = MARGIN / 2

PAGE = (718, 1009)
"""Width and height of an upright A4 page within its margins, 190 by 267 mm, in pixels of 1/96 inch."""

MOST_GRIDS = 100
"""Most grids on a page: the cells of 100 with order 6 are printed 2 mm wide."""

_SHEET_GAP = 34
"""Between boards side by side, and between a board's ID and the name below it."""

_LEAST = 3 * CELL
"""Room for the texts of narrow boards."""

_NAME = 19
_BOLD = 0.75
"""Greatest average width of the bold letters of a line, by their size."""

_HEAD = 30
_ID = 10
"""Size of letters with which the ID of a usual board of order 6 is one line."""

_LINE = 14
_FOOT = 8
"""Between a board and its ID."""

_ID_LINES = 4


def domino_svg(
    grid: DominoGrid,
    filled: Iterable[Location] = (),
    marks: Marks = NO_MARKS,
    *,
    with_pips: bool = True,
    pile: bool = False,
    title: str = "",
) -> str:
    """Draw a grid: its numbers on a board, placed dominoes as ivory tiles, holes left out.

    Pips are up to 9 those of the paper's ``dieMatrix``, up to 18 in three rows; all tiles of larger sets have digits.
    A ``pile`` is all dominoes of the set below the board, those that are placed as outlines. Screen readers read the
    title, or the usual name where there is none.

    Raises
    ------
    InputError
        If a location is not on the board or two dominoes overlap.

    References
    ----------
    Caviness (2014), "Alternative Display Function".
    """
    placed = require_tiles(grid, (*filled, *marks.new))
    new = set(marks.new)
    with_pips = with_pips and has_pips(grid)
    old = [tile_group(grid, location, with_pips=with_pips) for location in placed if location not in new]
    last = [tile_group(grid, location, with_pips=with_pips) for location in placed if location in new]
    over = [tiles(old), tiles(last, NEW), *mark_parts(grid, marks)]
    covered = (cell for location in placed for cell in location)
    parts = [board_group(grid, covered, _EDGE, _EDGE), _shifted(over, _EDGE + LABELS, _EDGE + LABELS)]
    width, board_height = board_size(grid.board)
    height = float(board_height)
    if pile and len(placed) < len(grid.bones):
        bones, deep = _pile(grid, placed, with_pips=with_pips)
        parts.append(_shifted([tiles(bones)], _EDGE + LABELS, _EDGE + height + MARGIN))
        height += deep + MARGIN
    return document(width + 3 * _EDGE, height + 3 * _EDGE, title or grid_name(grid, len(placed)), parts)


def grid_name(grid: DominoGrid, placed: int) -> str:
    """Return the name of a picture for screen readers."""
    return f"Domino grid of order {grid.order} on {grid.board.rows}×{grid.board.columns}: {placed_text(grid, placed)}"


def _shifted(parts: Iterable[str], x: float, y: float) -> str:
    inside = [part for part in parts if part]
    return tag("g", ["", *inside, ""], transform=f"translate({number(x)} {number(y)})") if inside else ""


def tile_group(grid: DominoGrid, location: Location, *, with_pips: bool) -> str:
    """Return a domino on a board that starts at 0, 0, with a title for the pointer."""
    x, y = corner(grid.board, location[0])
    low, high = grid.domino_at(location)
    about = tag("title", f"{format_locations(grid.board, [location])}: domino {low}-{high}")
    halves = [grid.numbers[cell] for cell in location]
    return tag("g", about + tile(halves, x, y, down=stands(grid, location), with_pips=with_pips), class_="tile")


def _pile(grid: DominoGrid, placed: Iterable[Location], *, with_pips: bool) -> tuple[list[str], float]:
    """Return the dominoes of the set in rows as wide as the board, and the height of all rows."""
    left = set(dominoes_left(grid, placed))
    wide, high = 2 * CELL + _BONE_GAP, CELL + _BONE_GAP
    in_row = max(1, int(grid.board.columns * CELL / _BONE + _BONE_GAP) // wide)
    parts = []
    for place, bone in enumerate(grid.bones):
        x, y = place % in_row * wide * _BONE, place // in_row * high * _BONE
        if bone in left:
            about, shown = "", tile(bone, 0, 0, down=False, with_pips=with_pips)
        else:
            about, shown = (
                ", placed",
                outline(0, 0, down=False, fill="none", stroke_opacity=0.5, stroke_dasharray="5 5"),
            )
        title = tag("title", f"domino {bone[0]}-{bone[1]}{about}")
        shift = f"translate({number(x)} {number(y)}) scale({_BONE})"
        parts.append(tag("g", title + shown, transform=shift, class_="bone"))
    return parts, math.ceil(len(grid.bones) / in_row) * high * _BONE


class _Entry(NamedTuple):
    """A grid with its texts, and the room that they take."""

    grid: DominoGrid
    filled: tuple[Location, ...]
    name: str
    lines: list[str]
    width: int
    height: int


def require_room(count: int) -> None:
    """Refuse more grids than a page has room for."""
    if count > MOST_GRIDS:
        raise InputError(f"{count:,} grids on one sheet: draw at most {MOST_GRIDS} on each")


def domino_sheet_svg(
    grids: Sequence[DominoGrid],
    placed: Sequence[Iterable[Location]] | None = None,
    *,
    names: Sequence[str] = (),
    with_pips: bool = True,
    columns: int | None = None,
) -> str:
    """Draw up to 100 grids of any sizes on one page, row by row; it is printed on an upright A4 page as it is.

    Each grid has its name above and its ID below, so that puzzles and solutions are matched.

    Parameters
    ----------
    placed
        For each grid the locations of the dominoes on it. Where a grid stands does not depend on them: the sheet of the
        solutions lies over that of the puzzles.
    names
        For each grid the text above it; by default its number, from 1.
    columns
        Number of grids side by side; by default the one that makes the boards largest.

    Raises
    ------
    InputError
        If there is no grid, or too many, or ``placed`` is not one for each, or can't lie on its grid.
    """
    require_room(len(grids))
    if not grids:
        raise InputError("no grids: give at least one")
    if placed is not None and len(placed) != len(grids):
        raise InputError(f"{len(placed)} lists of dominoes for {len(grids)} grids: give one for each")
    if columns is not None and columns < 1:
        raise InputError(f"{columns} columns: take at least 1")
    entries = [
        _entry(grid, () if placed is None else placed[place], names[place] if place < len(names) else "", place + 1)
        for place, grid in enumerate(grids)
    ]
    across = columns or max(range(1, len(entries) + 1), key=lambda n: (_fit(*_size(entries, n)), -n))
    width, height = _size(entries, across)
    scale = min(_fit(width, height), 1.0)
    parts = [
        _drawn(entry, x, y, with_pips=with_pips)
        for entry, (x, y) in zip(entries, _corners(entries, across), strict=True)
    ]
    page = tag("g", ["", *parts, ""], transform=f"scale({scale:.4f})")
    return document(scale * width, scale * height, _sheet_name(entries), [page])


def _entry(grid: DominoGrid, filled: Iterable[Location], name: str, place: int) -> _Entry:
    width, height = map(int, board_size(grid.board))
    room = max(width - LABELS, _LEAST)
    shown = cut(plain(name) or str(place), int(room / (_BOLD * _NAME)))
    lines = _broken(grid.format(), room)
    height += _HEAD + _FOOT + _LINE * len(lines)
    return _Entry(grid, require_tiles(grid, filled), shown, lines, LABELS + room, height)


def _broken(content: str, room: float) -> list[str]:
    """Break an ID into lines, between its squares; the last ends with an ellipsis where there are too many."""
    lines = [""]
    for part in re.findall(r"^[^:]*:|\[[0-9]*\]|.", content):
        if lines[-1] and text_width(lines[-1] + part, _ID) > room:
            lines.append("")
        lines[-1] += part
    if len(lines) > _ID_LINES:
        lines = lines[:_ID_LINES]
        lines[-1] = re.sub(r"(\[[0-9]*\]|.)$", "…", lines[-1])
    return lines


def _spans(entries: Sequence[_Entry], columns: int) -> tuple[list[int], list[int]]:
    widths = [max(entry.width for entry in entries[start::columns]) for start in range(min(columns, len(entries)))]
    rows = (entries[start : start + columns] for start in range(0, len(entries), columns))
    return widths, [max(entry.height for entry in row) for row in rows]


def _size(entries: Sequence[_Entry], columns: int) -> tuple[float, float]:
    """Return width and height of the page before it is scaled."""
    width, height = (sum(spans) + _SHEET_GAP * (len(spans) - 1) for spans in _spans(entries, columns))
    return width + 3 * _EDGE, height + 3 * _EDGE


def _fit(width: float, height: float) -> float:
    return min(PAGE[0] / width, PAGE[1] / height)


def _corners(entries: Sequence[_Entry], columns: int) -> list[tuple[float, float]]:
    widths, heights = _spans(entries, columns)
    lefts, tops = ([_EDGE + sum(spans[:n]) + _SHEET_GAP * n for n in range(len(spans))] for spans in (widths, heights))
    return [(lefts[place % columns], tops[place // columns]) for place in range(len(entries))]


def _drawn(entry: _Entry, x: float, y: float, *, with_pips: bool) -> str:
    grid = entry.grid
    shown = [tile_group(grid, location, with_pips=with_pips and has_pips(grid)) for location in entry.filled]
    below = _HEAD + board_size(grid.board)[1] + _FOOT
    parts = [
        tag("title", escape(f"{entry.name}: {grid.format()}")),
        text(entry.name, LABELS, _HEAD / 2, _NAME, fill=INK, font_weight="bold", class_="name"),
        board_group(grid, (cell for location in entry.filled for cell in location), 0, _HEAD),
        *([tag("g", tiles(shown), transform=f"translate({LABELS} {LABELS + _HEAD})")] if shown else []),
        *(
            text(line, LABELS, below + _LINE * (place + 0.5), _ID, fill=INK, class_="id")
            for place, line in enumerate(entry.lines)
        ),
    ]
    return tag("g", ["", *parts, ""], transform=f"translate({number(x)} {number(y)})", class_="grid")


def _sheet_name(entries: Sequence[_Entry]) -> str:
    solved = sum(2 * len(entry.filled) == len(entry.grid.board) for entry in entries)
    count = counted(len(entries), "domino grid")
    return f"{count}: {solved} with all dominoes placed" if solved else count
