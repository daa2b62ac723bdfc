"""Boards, tilings, pieces and blockers as drawings in millimetres, with the places and colours of the pictures."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from dicelab.press.fonts import Font, Helvetica
from dicelab.press.page import CUT, Drawing, Line, Path, Place, Places
from dicelab.render.board import Owner, board_places, layout_of, tiling_colours
from dicelab.render.drawing import labels_inside, pieces_by_cell
from dicelab.render.layout import Layout, around, borders, layout, moved, straight_runs
from dicelab.render.pieces import lying, piece_labels
from dicelab.render.svg import DARK, INK, LIGHT, NEUTRAL, colour, ink_on
from solver.polyform import Grid, Piece, Puzzle, Tiling
from solver.polyform.lattice import Shape

ROOM = 0.5
"""Room for letters and numbers outside, by the side of a cell."""

BLOCKER = 0.68
"""Radius of a blocker, by that of the circle in a cell."""

BARE = " "
"""The word of a cell on which nothing is written, not even its label."""

BLEED = 1.0
"""By how much the colour of a back goes beyond the cut: no printer meets the other side of the paper exactly."""

SHADE = "#F4F4F4"
"""A free cell, which costs little ink."""


@dataclass(frozen=True)
class Labels:
    """What is written on the cells of a board and on the faces of its dice.

    Where the font lacks a letter of any label, all cells get numbers instead: the same everywhere.
    """

    texts: tuple[str, ...]
    are_numbers: bool = False

    @classmethod
    def of(cls, grid: Grid, font: Font) -> Labels:
        """Return the labels of a grid as a font can write them."""
        if all(map(font.has, grid.cell_labels)):
            return cls(grid.cell_labels)
        return cls(tuple(str(cell + 1) for cell in range(len(grid))), are_numbers=True)

    def outside(self, grid: Grid) -> bool:
        """Tell whether rows and columns are named beside the board instead of on its cells."""
        return not self.are_numbers and not labels_inside(grid)

    def named(self, cells: Sequence[int]) -> str:
        """Return the labels of cells in a row."""
        return " ".join(self.texts[cell] for cell in cells)


@dataclass(frozen=True)
class CellLook:
    """How a cell is shown."""

    fill: str
    owner: Owner = ()
    """Thick lines go between cells of different owners."""
    word: str = ""
    is_blocked: bool = False
    is_dashed: bool = False
    is_bold: bool = False


def cells_drawn(grid: Grid, looks: Sequence[CellLook], side: float, labels: Labels, font: Font) -> Drawing:
    """Draw the cells of a board, the lines between them, and the names of rows and columns where these are outside."""
    shape = layout_of(grid, side)
    room = ROOM * side if labels.outside(grid) else 0.0
    # Half a thick line lies outside the cells.
    edge = 0.035 * side
    drawn = Drawing(shape.width + room + 2 * edge, shape.height + room + 2 * edge)
    inside = Drawing(shape.width, shape.height)
    fills: dict[str, list[Places]] = {}
    for cell, look in enumerate(looks):
        fills.setdefault(look.fill, []).append(tuple(shape.corners(grid.points[cell])))
    inside.items.extend(Path(tuple(runs), fill) for fill, runs in fills.items())
    for cell, look in enumerate(looks):
        _content(inside, grid, cell, look, shape, labels, font)
    thin, thick = (
        [(shape.at(one), shape.at(other)) for one, other in straight_runs(edges)]
        for edges in borders(grid.points, [look.owner for look in looks], shape)
    )
    inside.lines(thin, Line("#8C8C8C", 0.02 * side))
    inside.lines(thick, Line(DARK, 0.06 * side))
    if room:
        _outside(inside, grid, side)
    drawn.put(inside, room + edge, room + edge)
    return drawn


def _content(drawn: Drawing, grid: Grid, cell: int, look: CellLook, shape: Layout, labels: Labels, font: Font) -> None:
    point = grid.points[cell]
    corners, middle = shape.corners(point), shape.middle(point)
    if look.is_dashed:
        dashed = Line("#777777", 0.06 * shape.inradius, (0.16 * shape.inradius, 0.16 * shape.inradius))
        drawn.polygon(moved(corners, middle, 0.16 * shape.inradius), None, dashed)
    if look.is_blocked:
        drawn.disc(*middle, BLOCKER * shape.inradius, DARK)
    elif look.word == BARE:
        return
    elif look.word:
        _fitted(drawn, look.word, point, middle, shape, font, fill=ink_on(look.fill), bold=look.is_bold)
        return
    if not labels.outside(grid):
        _fitted(
            drawn,
            labels.texts[cell],
            point,
            middle,
            shape,
            font,
            fill=LIGHT if look.is_blocked else INK,
            most=0.45 if look.is_blocked else 0.62,
        )


def _fitted(  # noqa: PLR0913 - how a word looks
    drawn: Drawing,
    word: str,
    point: tuple[int, int],
    middle: Place,
    shape: Layout,
    font: Font,
    *,
    fill: str,
    bold: bool = False,
    most: float = 0.8,
) -> None:
    size = shape.fitting(point, middle, word, most * shape.inradius, bold=bold)
    wide = font.width(word, size, bold=bold)
    room = 2 * (BLOCKER if most < 0.5 else 0.95) * shape.inradius
    drawn.words(word, *middle, size * min(1.0, room / wide if wide else 1.0), anchor="middle", bold=bold, fill=fill)


def _outside(drawn: Drawing, grid: Grid, side: float) -> None:
    size, beside = 0.3 * side, -0.52 * ROOM * side
    for column in range(grid.columns):
        drawn.words(str(column + 1), (column + 0.5) * side, beside, size, anchor="middle")
    for row in range(grid.rows):
        drawn.words(chr(ord("A") + row), beside, (row + 0.5) * side, size, anchor="middle")


def board_drawn(
    puzzle: Puzzle, blockers: int, side: float, labels: Labels, font: Font, *, shade: str = SHADE
) -> Drawing:
    """Draw a board with its regions, the cells that stay free, and blockers."""
    zones, shades, free = board_places(puzzle, puzzle.grid)
    looks = [
        CellLook(
            shade if shades[cell] == NEUTRAL else shades[cell],
            zones[cell],
            is_blocked=bool(blockers >> cell & 1),
            is_dashed=bool(free >> cell & 1),
        )
        for cell in range(len(puzzle.grid))
    ]
    return cells_drawn(puzzle.grid, looks, side, labels, font)


def tiling_drawn(tiling: Tiling, side: float, labels: Labels, font: Font) -> Drawing:
    """Draw a tiling: each piece in its colour, with its letters on its first cell."""
    puzzle = tiling.puzzle
    names, shades = piece_labels(puzzle), tiling_colours(tiling)
    on = pieces_by_cell(tiling)
    first = {(mask & -mask).bit_length() - 1 for mask in tiling.masks}
    looks = [
        CellLook(shades[on[cell]], (on[cell],), names[on[cell]] if cell in first else BARE, is_bold=True)
        if cell in on
        else CellLook(SHADE, (-1, cell), is_blocked=True)
        for cell in range(len(puzzle.grid))
    ]
    return cells_drawn(puzzle.grid, looks, side, labels, font)


def board_size(grid: Grid, side: float, font: Font | None = None) -> tuple[float, float]:
    """Return width and height of a drawn board."""
    labels = Labels.of(grid, font or Helvetica(all_characters=True))
    shape = layout_of(grid, side)
    room = (ROOM * side if labels.outside(grid) else 0.0) + 0.07 * side
    return shape.width + room, shape.height + room


@dataclass(frozen=True, slots=True)
class CutOut:
    """Something to be cut out, and what is printed behind it, if anything."""

    front: Drawing
    back: Drawing | None

    @property
    def width(self) -> float:
        """Of the front."""
        return self.front.width

    @property
    def height(self) -> float:
        """Of the front."""
        return self.front.height


def pieces_drawn(puzzle: Puzzle, side: float, font: Font, most_width: float) -> list[CutOut]:
    """Return every piece of a puzzle, copies included, as it is known; one that is too wide lies on its side."""
    labels = piece_labels(puzzle)
    drawn = []
    for number, piece in enumerate(puzzle.pieces):
        shape = lying(piece)
        if layout(piece.lattice, shape, side).width > most_width:
            shape = min(piece.orientations, key=lambda one: layout(piece.lattice, one, side).width)
        fill = colour(number)
        drawn.append(
            CutOut(piece_drawn(piece, shape, side, labels[number], fill, font), back_drawn(piece, shape, side, fill))
        )
    return drawn


def piece_drawn(piece: Piece, shape: Shape, side: float, label: str, fill: str, font: Font) -> Drawing:
    """Draw a piece: its outline is where it is cut. One that may not be turned over has a ring on each cell."""
    lain = layout(piece.lattice, shape, side)
    drawn = Drawing(lain.width, lain.height)
    drawn.items.append(Path(tuple(tuple(lain.corners(point)) for point in shape), fill))
    thin, _ = borders(shape, [piece] * len(shape), lain)
    inner = [(lain.at(one), lain.at(other)) for one, other in thin]
    drawn.lines(inner, Line(ink_on(fill), 0.15))
    if not piece.flips:
        for point in shape:
            drawn.disc(*lain.middle(point), 0.82 * lain.inradius, None, Line(ink_on(fill), 0.3))
    for outline in around(shape, lain, 0):
        drawn.polygon(outline, None, CUT)
    middle = lain.middle(shape[0])
    size = lain.fitting(shape[0], middle, label, 0.7 * lain.inradius)
    wide = font.width(label, size, bold=True)
    drawn.words(
        label,
        *middle,
        size * min(1.0, 1.5 * lain.inradius / wide),
        anchor="middle",
        bold=True,
        fill=ink_on(fill),
    )
    return drawn


def back_drawn(piece: Piece, shape: Shape, side: float, fill: str) -> Drawing | None:
    """Draw the back of a piece that may be turned over: its colour, a little beyond the line along which it is cut."""
    if not piece.flips:
        return None
    lain = layout(piece.lattice, shape, side)
    drawn = Drawing(lain.width, lain.height)
    mirrored = (tuple((lain.width - x, y) for x, y in lain.corners(point)) for point in shape)
    drawn.items.append(Path(tuple(mirrored), fill, Line(fill, 2 * BLEED)))
    return drawn


def blocker_drawn(puzzle: Puzzle, side: float) -> CutOut:
    """Draw a blocker: a dark disc that leaves the edges of its cell free."""
    radius = BLOCKER * layout_of(puzzle.grid, side).inradius
    drawn = Drawing(2 * radius, 2 * radius)
    drawn.disc(radius, radius, radius, DARK, CUT)
    back = Drawing(2 * radius, 2 * radius)
    back.disc(radius, radius, radius + BLEED, DARK)
    return CutOut(drawn, back)
