"""Boards, tilings, pieces and blockers as drawings in millimetres, with the places and colours of the pictures."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from dicelab.press.fonts import Font
from dicelab.press.page import CUT, Drawing, Line, Places, Polyline
from dicelab.render.board import Owner, board_places, layout_of, tiling_colours
from dicelab.render.drawing import labels_inside, pieces_by_cell
from dicelab.render.layout import Layout, around, borders, layout, moved, straight_runs
from dicelab.render.pieces import lying, piece_labels
from dicelab.render.svg import DARK, INK, LIGHT, NEUTRAL, colour, ink_on
from solver.polyform import Grid, Piece, Puzzle, Tiling
from solver.polyform.lattice import Shape

ROOM = 0.5
"""Room for letters and numbers outside, by the side of a cell."""

RIM = 0.035
"""Half the width of a thick line, which lies outside the cells, by their side."""

BLOCKER = 0.68
"""Radius of a blocker, by that of the circle in a cell."""

BARE = " "
"""The word of a cell on which nothing is written, not even its label."""

BLEED = 1.0
"""By how much the colour of a back goes beyond the cut: no printer meets the other side of the paper exactly."""

SHADE = "#F4F4F4"
"""A free cell, which costs little ink."""

_TURNED = {"0": "0", "1": "1", "6": "9", "8": "8", "9": "6"}
"""Digits that are read upside down as others."""


@dataclass(frozen=True)
class Labels:
    """The texts on the cells of a board and on the faces of its dice, and their font.

    Where the font lacks a letter of any label, all cells get numbers instead, on board and dice alike.
    """

    texts: tuple[str, ...]
    font: Font
    are_numbers: bool = False

    @classmethod
    def of(cls, grid: Grid, font: Font) -> Labels:
        """Return the labels of a grid as a font can write them."""
        if all(map(font.has, grid.cell_labels)):
            return cls(grid.cell_labels, font)
        return cls(tuple(str(cell + 1) for cell in range(len(grid))), font, are_numbers=True)

    def outside(self, grid: Grid) -> bool:
        """Tell whether rows and columns are named beside the board instead of on its cells."""
        return not self.are_numbers and not labels_inside(grid)

    def is_ambiguous(self, word: str) -> bool:
        """Tell whether a label read upside down is another label: then it needs a line below it.

        Examples
        --------
        >>> labels = Labels(("6", "9", "8", "16", "91"), Font())
        >>> [labels.is_ambiguous(word) for word in ("6", "8", "16")]
        [True, False, True]
        """
        if not word or any(character not in _TURNED for character in word):
            return False
        turned = "".join(_TURNED[character] for character in reversed(word))
        return turned != word and turned in self.texts


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


def board_size(grid: Grid, side: float, labels: Labels) -> tuple[float, float]:
    """Return width and height of a drawn board."""
    shape = layout_of(grid, side)
    room = (ROOM * labels.outside(grid) + 2 * RIM) * side
    return shape.width + room, shape.height + room


def cells_drawn(grid: Grid, looks: Sequence[CellLook], side: float, labels: Labels) -> Drawing:
    """Draw the cells of a board, the lines between them, and the names of rows and columns where these are outside."""
    shape = layout_of(grid, side)
    inside = Drawing(shape.width, shape.height)
    fills: dict[str, list[Places]] = {}
    for cell, look in enumerate(looks):
        fills.setdefault(look.fill, []).append(tuple(shape.corners(grid.points[cell])))
    inside.items.extend(Polyline(tuple(runs), fill) for fill, runs in fills.items())
    for cell, look in enumerate(looks):
        _content(inside, grid, cell, look, shape, labels)
    thin, thick = (
        [(shape.at(one), shape.at(other)) for one, other in straight_runs(edges)]
        for edges in borders(grid.points, [look.owner for look in looks], shape)
    )
    inside.lines(thin, Line("#8C8C8C", 0.02 * side))
    inside.lines(thick, Line(DARK, 0.06 * side))
    start = RIM * side
    if labels.outside(grid):
        _outside(inside, grid, side)
        start += ROOM * side
    drawn = Drawing(*board_size(grid, side, labels))
    drawn.put(inside, start, start)
    return drawn


def _content(drawn: Drawing, grid: Grid, cell: int, look: CellLook, shape: Layout, labels: Labels) -> None:
    """Draw the content of a cell: a dashed line, a blocker, and a word or its label."""
    point, inradius, blocked = grid.points[cell], shape.inradius, look.is_blocked
    middle = shape.middle(point)
    if look.is_dashed:
        dashed = Line("#777777", 0.06 * inradius, (0.16 * inradius, 0.16 * inradius))
        drawn.polygon(moved(shape.corners(point), middle, 0.16 * inradius), None, dashed)
    if blocked:
        drawn.disc(*middle, BLOCKER * inradius, DARK)
    word, most, fill, bold = look.word, 0.8, ink_on(look.fill), look.is_bold
    if blocked or not word:
        word = BARE if labels.outside(grid) else labels.texts[cell]
        most, fill, bold = (0.45, LIGHT, False) if blocked else (0.62, INK, False)
    if word == BARE:
        return
    size = shape.fitting(point, middle, word, most * inradius, bold=bold)
    room = 2 * (BLOCKER if blocked else 0.95) * inradius
    size *= min(1.0, room / labels.font.width(word, size, bold=bold))
    drawn.words(word, *middle, size, anchor="middle", bold=bold, fill=fill)


def _outside(drawn: Drawing, grid: Grid, side: float) -> None:
    size, beside = 0.3 * side, -0.52 * ROOM * side
    for column in range(grid.columns):
        drawn.words(str(column + 1), (column + 0.5) * side, beside, size, anchor="middle")
    for row in range(grid.rows):
        drawn.words(chr(ord("A") + row), beside, (row + 0.5) * side, size, anchor="middle")


def board_drawn(puzzle: Puzzle, blockers: int, side: float, labels: Labels) -> Drawing:
    """Draw a board with its regions, the cells that stay free, and blockers."""
    zones, shades, free = board_places(puzzle, puzzle.grid)
    looks = [
        CellLook(
            SHADE if shades[cell] == NEUTRAL else shades[cell],
            zones[cell],
            is_blocked=bool(blockers >> cell & 1),
            is_dashed=bool(free >> cell & 1),
        )
        for cell in range(len(puzzle.grid))
    ]
    return cells_drawn(puzzle.grid, looks, side, labels)


def tiling_drawn(tiling: Tiling, side: float, labels: Labels, laid: Collection[int] = ()) -> Drawing:
    """Draw a tiling: each piece in its colour, with its letters on its first cell; or only some ``laid`` pieces."""
    puzzle = tiling.puzzle
    names, shades = piece_labels(puzzle), tiling_colours(tiling)
    blockers, on = tiling.board.blockers, pieces_by_cell(tiling, laid)
    first = {(mask & -mask).bit_length() - 1 for mask in tiling.masks}
    looks = [
        CellLook(shades[on[cell]], (on[cell],), names[on[cell]] if cell in first else BARE, is_bold=True)
        if cell in on
        else CellLook(SHADE, (-1, cell), is_blocked=True)
        if blockers >> cell & 1
        else CellLook(SHADE)
        for cell in range(len(puzzle.grid))
    ]
    return cells_drawn(puzzle.grid, looks, side, labels)


@dataclass(slots=True)
class CutOut(Drawing):
    """Something to be cut out."""

    back: Drawing | None = None
    """The drawing on its back, if any."""


def pieces_drawn(puzzle: Puzzle, side: float, font: Font, most_width: float) -> list[CutOut]:
    """Return every piece of a puzzle, copies included, in its usual orientation; one too wide lies on its side."""
    drawn = []
    for number, (piece, label) in enumerate(zip(puzzle.pieces, piece_labels(puzzle), strict=True)):
        shape = lying(piece)
        if layout(piece.lattice, shape, side).width > most_width:
            shape = min(piece.orientations, key=lambda one: layout(piece.lattice, one, side).width)
        drawn.append(_piece_drawn(piece, shape, layout(piece.lattice, shape, side), label, colour(number), font))
    return drawn


def _piece_drawn(piece: Piece, shape: Shape, lain: Layout, label: str, fill: str, font: Font) -> CutOut:
    """Draw a piece, to be cut along its outline; the back of one that may be turned over has its colour.

    One that may not be turned over has a ring on each cell.
    """
    drawn, ink = CutOut(lain.width, lain.height), ink_on(fill)
    drawn.items.append(Polyline(tuple(tuple(lain.corners(point)) for point in shape), fill))
    thin, _ = borders(shape, [piece] * len(shape), lain)
    drawn.lines([(lain.at(one), lain.at(other)) for one, other in thin], Line(ink, 0.15))
    if piece.flips:
        drawn.back = Drawing(lain.width, lain.height)
        mirrored = (tuple((lain.width - x, y) for x, y in lain.corners(point)) for point in shape)
        drawn.back.items.append(Polyline(tuple(mirrored), fill, Line(fill, 2 * BLEED)))
    else:
        for point in shape:
            drawn.disc(*lain.middle(point), 0.82 * lain.inradius, None, Line(ink, 0.3))
    for outline in around(shape, lain, 0):
        drawn.polygon(outline, None, CUT)
    middle = lain.middle(shape[0])
    size = lain.fitting(shape[0], middle, label, 0.7 * lain.inradius)
    size *= min(1.0, 1.5 * lain.inradius / font.width(label, size, bold=True))
    drawn.words(label, *middle, size, anchor="middle", bold=True, fill=ink)
    return drawn


def blocker_drawn(puzzle: Puzzle, side: float) -> CutOut:
    """Draw a blocker: a dark disc that leaves the edges of its cell free."""
    radius = BLOCKER * layout_of(puzzle.grid, side).inradius
    back = Drawing(2 * radius, 2 * radius)
    back.disc(radius, radius, radius + BLEED, DARK)
    drawn = CutOut(2 * radius, 2 * radius, back=back)
    drawn.disc(radius, radius, radius, DARK, CUT)
    return drawn
