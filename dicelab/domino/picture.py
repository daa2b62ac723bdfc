"""Domino grids: numbers with frames around dominoes for a terminal, ivory tiles on a quiet board as a picture."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable

from dicelab.domino.tiles import (
    NEW,
    NO_MARKS,
    Marks,
    board_group,
    has_pips,
    mark_parts,
    outline,
    require_locations,
    require_tiles,
    stands,
    tile,
    tiles,
    told,
)
from dicelab.render.svg import CELL, LABELS, MARGIN, board_size, corner, document, number, tag
from dicelab.render.text import WIDTH
from dicelab.render.words import wrap
from solver.domino.notation import Domino, Location, format_locations
from solver.domino.number_grid import NumberGrid

_BONE = 0.5
"""Scale of the bone pile."""

_BONE_GAP = 16
"""Between its dominoes, before they are scaled."""

_UP, _RIGHT, _DOWN, _LEFT = 1, 2, 4, 8
_BOX = " ╵╶└╷│┌├╴┘─┴┐┤┬┼"
"""A character for each set of directions in which lines leave it."""

_ASCII = " |-+||++-+-+++++"


def domino_text(
    grid: NumberGrid,
    filled: Iterable[Location] = (),
    marks: Marks = NO_MARKS,
    *,
    pile: bool = False,
    ascii_only: bool = False,
) -> str:
    """Write a grid: frames around the dominoes that are placed, the other numbers bare, holes blank.

    Two bare numbers that the frames of others enclose would look like a domino: they have ``:`` between them.

    Parameters
    ----------
    filled
        Locations of the dominoes on the board.
    marks
        ``*`` stands in the middle of a new domino, ``?`` between the halves of an option, ``x`` where one is ruled out,
        ``.`` where one was ruled out earlier.
    pile
        List the dominoes that are left.
    ascii_only
        Frames of ``+``, ``-`` and ``|``.

    Returns
    -------
    str
        Lines of at most 80 columns; boards too wide for them (from order 14 on) are folded by columns.

    Raises
    ------
    InputError
        If a location is not on the board or two dominoes overlap.

    References
    ----------
    Caviness (2014), "Displaying Dominoes" and Figure 1.

    Examples
    --------
    >>> grid = NumberGrid.parse("1:001011")
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
        left = " ".join(f"{low}-{high}" for low, high in _left(grid, placed)) or "none"
        lines += ["", *wrap(f"dominoes left: {left}", WIDTH, "  ")]
    return "\n".join([*lines, ""])


class _Canvas:
    """Characters of a board: a line for each row of cells, and one for each border above and below them."""

    def __init__(self, grid: NumberGrid) -> None:
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


def domino_svg(
    grid: NumberGrid,
    filled: Iterable[Location] = (),
    marks: Marks = NO_MARKS,
    *,
    with_pips: bool = True,
    pile: bool = False,
    title: str = "",
) -> str:
    """Draw a grid: its numbers on a board, placed dominoes as ivory tiles, holes left out.

    Parameters
    ----------
    filled
        Locations of the dominoes on the board.
    marks
        New dominoes are blue, options are framed, a cross stands where a location is ruled out.
    with_pips
        Tiles have pips, up to 9 those of the paper's ``dieMatrix``, up to 18 in three rows; digits where ``False``,
        and on all tiles of larger sets.
    pile
        Draw all dominoes of the set below the board, those that are placed as outlines.
    title
        A name for screen readers in place of the usual one.

    Returns
    -------
    str
        An SVG file.

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
    edge = MARGIN / 2
    parts = [board_group(grid, covered, edge, edge), _shifted(over, edge + LABELS, edge + LABELS)]
    width, board_height = board_size(grid.board)
    height = float(board_height)
    if pile and len(placed) < len(grid.bones):
        bones, deep = _pile(grid, placed, with_pips=with_pips)
        parts.append(_shifted([tiles(bones)], edge + LABELS, edge + height + MARGIN))
        height += deep + MARGIN
    return document(width + 3 * edge, height + 3 * edge, title or grid_name(grid, len(placed)), parts)


def grid_name(grid: NumberGrid, placed: int) -> str:
    """Return what a picture shows.

    Examples
    --------
    >>> grid_name(NumberGrid.parse("1:001011"), 2)
    'Domino grid of order 1 on 2×3: 2 of 3 dominoes placed'
    """
    return f"Domino grid of order {grid.order} on {grid.board.rows}×{grid.board.columns}: {told(grid, placed)}"


def _shifted(parts: Iterable[str], x: float, y: float) -> str:
    inside = [part for part in parts if part]
    return tag("g", ["", *inside, ""], transform=f"translate({number(x)} {number(y)})") if inside else ""


def tile_group(grid: NumberGrid, location: Location, *, with_pips: bool) -> str:
    """Return a domino on a board that starts at 0, 0, with a title for the pointer."""
    x, y = corner(grid.board, location[0])
    low, high = grid.domino_at(location)
    about = tag("title", f"{format_locations(grid.board, [location])}: domino {low}-{high}")
    halves = [grid.numbers[cell] for cell in location]
    return tag("g", about + tile(halves, x, y, down=stands(grid, location), with_pips=with_pips), class_="tile")


def _left(grid: NumberGrid, placed: Iterable[Location]) -> list[Domino]:
    on_board = {grid.domino_at(location) for location in placed}
    return [bone for bone in grid.bones if bone not in on_board]


def _pile(grid: NumberGrid, placed: Iterable[Location], *, with_pips: bool) -> tuple[list[str], float]:
    """Return the dominoes of the set in rows as wide as the board, and the height of all rows."""
    left = set(_left(grid, placed))
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
