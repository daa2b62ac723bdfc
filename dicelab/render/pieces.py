"""The pieces of a puzzle as a legend, the same in every picture: each in its colour, with its letters inside."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from dicelab.render.svg import DARK, INK, NEUTRAL, colour, ink_on, number, tag, text, text_width
from solver.polyform import Piece, Puzzle
from solver.polyform.piece_names import NAMED
from solver.polyform.puzzle import COPY_LABELS

MOST_LETTERS = 3
"""Longer names, those of pieces without a name of their own, give way to the character of the piece in a tiling."""

SQUARE = 22
"""Side of a square of a piece in a legend, in pixels."""

GAP = 16


def piece_labels(puzzle: Puzzle) -> tuple[str, ...]:
    """Return what is written on each piece: its name, or its character in a tiling where the name is long.

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
    """Return what is written on a piece of a kind."""
    return piece_labels(puzzle)[puzzle.pieces.index(piece)]


def kind_colour(puzzle: Puzzle, piece: Piece) -> str:
    """Return the colour of a kind of piece: that of its first copy in a tiling."""
    return colour(puzzle.pieces.index(piece))


def legend(puzzle: Puzzle, x: float, y: float, width: float, *, side: float = SQUARE) -> tuple[list[str], float]:
    """Draw every kind of piece once, in lines of at most a width; return the parts, and the height that they take.

    A kind of several copies has their number beside it, and no colour where tilings give each copy one of its own.
    """
    parts: list[str] = []
    for drawn, left, top in _lines(puzzle, width, side):
        parts.append(tag("g", drawn, transform=f"translate({number(x + left)} {number(y + top)})"))
    return parts, legend_height(puzzle, width, side=side)


def legend_height(puzzle: Puzzle, width: float, *, side: float = SQUARE) -> float:
    """Return the height that the legend takes."""
    tops = {top: side * rows for _, _, top, rows in _placed(puzzle, width, side)}
    return max(top + height for top, height in tops.items())


def _lines(puzzle: Puzzle, width: float, side: float) -> Iterator[tuple[str, float, float]]:
    for piece, left, top, _ in _placed(puzzle, width, side):
        yield _drawn(puzzle, piece, side), left, top


def _placed(puzzle: Puzzle, width: float, side: float) -> list[tuple[Piece, float, float, int]]:
    """Return each kind with its place, and the rows that its line takes."""
    placed: list[tuple[Piece, float, float, int]] = []
    line: list[tuple[Piece, float]] = []
    left = top = 0.0
    for piece, copies in puzzle.kinds.items():
        wide = side * (1 + max(column for _, column in lying(piece))) + _copies_width(copies, side)
        if line and left + wide > width:
            top = _close(line, top, side, placed)
            line, left = [], 0.0
        line.append((piece, left))
        left += wide + GAP * side / SQUARE
    _close(line, top, side, placed)
    return placed


def _close(
    line: list[tuple[Piece, float]], top: float, side: float, placed: list[tuple[Piece, float, float, int]]
) -> float:
    """Put the pieces of a line on one ground; return where the next one starts."""
    rows = max(1 + max(row for row, _ in lying(piece)) for piece, _ in line)
    for piece, left in line:
        high = 1 + max(row for row, _ in lying(piece))
        placed.append((piece, left, top + side * (rows - high), high))
    return top + side * rows + GAP * side / SQUARE


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


def _drawn(puzzle: Puzzle, piece: Piece, side: float) -> str:
    copies, label = puzzle.kinds[piece], kind_label(puzzle, piece)
    fill = kind_colour(puzzle, piece) if copies == 1 else NEUTRAL
    shape = lying(piece)
    points = set(shape)
    squares = [
        tag("rect", x=column * side, y=row * side, width=float(side), height=float(side), fill=fill)
        for row, column in shape
    ]
    edges, inner = "", ""
    for row, column in shape:
        for (down, right), path in (
            ((-1, 0), f"M{number(column * side)} {number(row * side)}h{number(side)}"),
            ((1, 0), f"M{number(column * side)} {number((row + 1) * side)}h{number(side)}"),
            ((0, -1), f"M{number(column * side)} {number(row * side)}v{number(side)}"),
            ((0, 1), f"M{number((column + 1) * side)} {number(row * side)}v{number(side)}"),
        ):
            if (row + down, column + right) not in points:
                edges += path
            elif down + right > 0:
                inner += path
    row, column = shape[0]
    size = min(0.52 * side, 0.9 * side / (0.66 * len(label)))
    words = [
        text(label, (column + 0.5) * side, (row + 0.5) * side, size, text_anchor="middle", fill=ink_on(fill),
             font_weight="bold"),
    ]  # fmt: skip
    if copies > 1:
        wide, high = (1 + max(point[axis] for point in shape) for axis in (1, 0))
        words.append(text(f"×{copies}", wide * side + 0.2 * side, high * side / 2, 0.6 * side, fill=INK))
    about = f"{piece.name}, {copies} of them" if copies > 1 else piece.name
    return "".join(
        [
            tag("title", about),
            *squares,
            tag("path", d=inner, stroke=DARK, stroke_opacity=0.25, stroke_width=1, fill="none") if inner else "",
            tag("path", d=edges, stroke=DARK, stroke_width=2, stroke_linecap="square", fill="none"),
            *words,
        ]
    )
