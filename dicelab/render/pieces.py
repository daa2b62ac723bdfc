"""The pieces of a puzzle as a legend, the same in every picture: each in its colour, with its letters inside."""

from __future__ import annotations

from functools import lru_cache

from dicelab.render.layout import Layout, borders, layout
from dicelab.render.svg import (
    DARK,
    INK,
    MARGIN,
    NEUTRAL,
    colour,
    document,
    ink_on,
    number,
    path,
    polygon,
    tag,
    text,
    text_width,
)
from solver.polyform import Piece, Puzzle
from solver.polyform.piece import NAMED
from solver.polyform.puzzle import COPY_LABELS

MOST_LETTERS = 3
"""Longer names, those of pieces without a name of their own, give way to the character of the piece in a tiling."""

SQUARE = 22
"""Side of a square of a piece in a legend, in pixels."""

GAP = 16


def piece_labels(puzzle: Puzzle) -> tuple[str, ...]:
    """Return the text on each piece: its name, or its character in a tiling where the name is long.

    Examples
    --------
    >>> piece_labels(Puzzle.parse("3x4/3:I1,I2,I3,L3"))
    ('I1', 'I2', 'I3', 'L3')
    >>> piece_labels(Puzzle.parse("2x6/0:######,######"))
    ('1', '2')
    """
    return tuple(
        piece.name if len(piece.name) <= MOST_LETTERS else label
        for piece, label in zip(puzzle.pieces, COPY_LABELS, strict=False)
    )


def kind_label(puzzle: Puzzle, piece: Piece) -> str:
    """Return the text on a piece of a kind."""
    return piece_labels(puzzle)[puzzle.pieces.index(piece)]


def kind_colour(puzzle: Puzzle, piece: Piece) -> str:
    """Return the colour of a kind of piece: that of its first copy in a tiling."""
    return colour(puzzle.pieces.index(piece))


def legend(puzzle: Puzzle, x: float, y: float, width: float, *, side: float = SQUARE) -> tuple[list[str], float]:
    """Draw every kind of piece once, in lines of at most a width; return the parts, and the height that they take.

    A kind of several copies has their number beside it, and no colour where tilings give each copy one of its own.
    """
    parts = [
        tag("g", _drawn(puzzle, piece, side), transform=f"translate({number(x + left)} {number(y + top)})")
        for piece, left, top in _placed(puzzle, width, side)
    ]
    return parts, legend_height(puzzle, width, side=side)


def legend_height(puzzle: Puzzle, width: float, *, side: float = SQUARE) -> float:
    """Return the height that the legend takes."""
    return max(top + piece_layout(piece, side).height for piece, _, top in _placed(puzzle, width, side))


def _placed(puzzle: Puzzle, width: float, side: float) -> list[tuple[Piece, float, float]]:
    """Return each kind with its place; the pieces of a line stand on one ground."""
    gap, left = GAP * side / SQUARE, 0.0
    lines: list[list[tuple[Piece, float]]] = [[]]
    for piece, copies in puzzle.kinds.items():
        wide = piece_layout(piece, side).width + _copies_width(copies, side)
        if lines[-1] and left + wide > width:
            lines.append([])
            left = 0.0
        lines[-1].append((piece, left))
        left += wide + gap
    placed, top = [], 0.0
    for line in lines:
        tall = max(piece_layout(piece, side).height for piece, _ in line)
        placed += [(piece, left, top + tall - piece_layout(piece, side).height) for piece, left in line]
        top += tall + gap
    return placed


def _copies_width(copies: int, side: float) -> float:
    return text_width(f" ×{copies}", 0.6 * side) if copies > 1 else 0.0


@lru_cache(maxsize=256)
def lying(piece: Piece) -> tuple[tuple[int, int], ...]:
    """Return the orientation that is drawn: the one that looks like its letter, or else the flattest."""
    named = NAMED[piece.lattice].get(piece.name)
    if named:
        rows = named.split("/")
        return tuple((r, c) for r, row in enumerate(rows) for c, square in enumerate(row) if square == "#")
    return min(
        piece.orientations,
        key=lambda shape: (max(row for row, _ in shape), -sum(row == 0 for row, _ in shape), shape),
    )


def piece_layout(piece: Piece, side: float) -> Layout:
    """Return where the cells of a piece lie as it is drawn, cells of the area of a square with the side."""
    return layout(piece.lattice, lying(piece), side)


def piece_alone_svg(piece: Piece) -> str:
    """Draw a piece without a puzzle, in a neutral colour."""
    lain = piece_layout(piece, 2 * SQUARE)
    drawn = tag("g", _shape(piece, lain, NEUTRAL), transform=f"translate({MARGIN} {MARGIN})")
    return document(lain.width + 2 * MARGIN, lain.height + 2 * MARGIN, f"Piece {piece.name}", [drawn])


def _shape(piece: Piece, lain: Layout, fill: str) -> list[str]:
    """Return the cells of a piece, the lines between them and its outline."""
    shape = lying(piece)
    inner, edges = (
        "".join(path(edge, lain, relative=True) for edge in found)
        for found in borders(shape, [piece] * len(shape), lain)
    )
    cap = "square" if piece.lattice.edges == 4 else "round"
    return [
        *(polygon(lain.corners(point), fill=fill) for point in shape),
        tag("path", d=inner, stroke=DARK, stroke_opacity=0.25, stroke_width=1, fill="none") if inner else "",
        tag("path", d=edges, stroke=DARK, stroke_width=2, stroke_linecap=cap, fill="none"),
    ]


def _drawn(puzzle: Puzzle, piece: Piece, side: float) -> str:
    copies, label = puzzle.kinds[piece], kind_label(puzzle, piece)
    fill = kind_colour(puzzle, piece) if copies == 1 else NEUTRAL
    first, lain = lying(piece)[0], piece_layout(piece, side)
    place = lain.middle(first)
    size = lain.fitting(first, place, label, 0.52 * side)
    words = [text(label, *place, size, text_anchor="middle", fill=ink_on(fill), font_weight="bold")]
    if copies > 1:
        words.append(text(f"×{copies}", lain.width + 0.2 * side, lain.height / 2, 0.6 * side, fill=INK))
    about = f"{piece.name}, {copies} of them" if copies > 1 else piece.name
    return "".join([tag("title", about), *_shape(piece, lain, fill), *words])
