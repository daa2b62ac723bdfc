"""Several domino grids on a page to print: each has its name above and its ID below, so that solutions are matched."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple
from xml.sax.saxutils import escape

from dicelab.dice.names import plain
from dicelab.domino.picture import tile_group
from dicelab.domino.tiles import board_group, has_pips, require_tiles, tiles
from dicelab.render.palette import INK
from dicelab.render.svg import CELL, LABELS, MARGIN, board_size, document, number, tag, text, text_width
from dicelab.render.words import cut
from solver.domino.notation import Location
from solver.domino.number_grid import NumberGrid
from solver.errors import InputError

PAGE = (718, 1009)
"""Width and height of an upright A4 page within its margins, 190 by 267 mm, in pixels of 1/96 inch."""

MOST_GRIDS = 100
"""On a page: of so many with order 6 the cells are printed 2 mm wide."""

_EDGE = MARGIN / 2
_GAP = 34
"""Between boards side by side, and between a board's ID and the name below it."""

_LEAST = 3 * CELL
"""Room for the texts of narrow boards."""

_NAME = 19
_BOLD = 0.75
"""Width of a bold letter by its size, which texts do not exceed on the average of a line."""

_HEAD = 30
_ID = 10
"""With it the ID of a usual board of order 6 is one line."""

_LINE = 14
_FOOT = 8
"""Between a board and its ID."""

_ID_LINES = 4


class _Entry(NamedTuple):
    """A grid with its texts, and the room that they take."""

    grid: NumberGrid
    filled: tuple[Location, ...]
    name: str
    lines: list[str]
    width: int
    height: int


def require_room(count: int) -> None:
    """Refuse more grids than a page has room for.

    Raises
    ------
    InputError
        If it has not.
    """
    if count > MOST_GRIDS:
        raise InputError(f"{count:,} grids on one sheet: it has room for {MOST_GRIDS}, draw them on several")


def domino_sheet_svg(
    grids: Sequence[NumberGrid],
    placed: Sequence[Iterable[Location]] | None = None,
    *,
    names: Sequence[str] = (),
    with_pips: bool = True,
    columns: int | None = None,
) -> str:
    """Draw several grids on one page, row by row; it is printed on an upright A4 page as it is.

    Parameters
    ----------
    grids
        At least one, at most 100; their boards may differ in size.
    placed
        For each grid the locations of the dominoes on it. Where a grid stands does not depend on them: the sheet of the
        solutions lies over that of the puzzles.
    names
        For each grid what stands above it; its number, from 1, where there is none.
    with_pips
        As for one grid.
    columns
        How many stand side by side; as a rule as many as let the boards be largest.

    Returns
    -------
    str
        An SVG file.

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
    return document(scale * width, scale * height, _title(entries), [page])


def _entry(grid: NumberGrid, filled: Iterable[Location], name: str, place: int) -> _Entry:
    width, height = board_size(grid.board)
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
    """Return the widths of the columns and the heights of the rows."""
    widths = [max(one.width for one in entries[start::columns]) for start in range(min(columns, len(entries)))]
    rows = (entries[start : start + columns] for start in range(0, len(entries), columns))
    return widths, [max(one.height for one in row) for row in rows]


def _size(entries: Sequence[_Entry], columns: int) -> tuple[float, float]:
    """Return width and height of the page before it is scaled."""
    width, height = (sum(spans) + _GAP * (len(spans) - 1) for spans in _spans(entries, columns))
    return width + 3 * _EDGE, height + 3 * _EDGE


def _fit(width: float, height: float) -> float:
    """Return the scale by which the page is filled."""
    return min(PAGE[0] / width, PAGE[1] / height)


def _corners(entries: Sequence[_Entry], columns: int) -> list[tuple[float, float]]:
    """Return where each grid stands with its texts."""
    widths, heights = _spans(entries, columns)
    lefts, tops = ([_EDGE + sum(spans[:n]) + _GAP * n for n in range(len(spans))] for spans in (widths, heights))
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


def _title(entries: Sequence[_Entry]) -> str:
    """Return what the sheet shows, for screen readers."""
    solved = sum(2 * len(one.filled) == len(one.grid.board) for one in entries)
    count = f"{len(entries)} domino grid{'' if len(entries) == 1 else 's'}"
    return f"{count}: {solved} with all dominoes placed" if solved else count
