"""Pieces and blockers to cut out, at true size."""

from __future__ import annotations

from dataclasses import dataclass

from dicelab.press.paper.boards import BLOCKER
from dicelab.press.paper.fonts import Font
from dicelab.press.paper.page import CUT, Drawing, Line, Path
from dicelab.render.cells import layout_of
from dicelab.render.layout import layout
from dicelab.render.outline import around, borders
from dicelab.render.pieces import lying, piece_labels
from dicelab.render.svg import DARK, colour, ink_on
from solver.polyform import Piece, Puzzle
from solver.polyform.lattice import Shape

BLEED = 1.0
"""By how much the colour of a back goes beyond the cut: no printer meets the other side of the paper exactly."""


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
