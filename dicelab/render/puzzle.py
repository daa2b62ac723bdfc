"""The picture of a puzzle: a board, empty or with blockers, and the pieces that have to cover it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import accumulate
from typing import Any

from dicelab.dice.names import plain
from dicelab.render.board import board_drawn, board_size, places_captions
from dicelab.render.drawing import beside, cells_drawn, labels_inside, with_labels
from dicelab.render.pieces import kind_label, legend, lying
from dicelab.render.svg import INK, MARGIN, PARTS, document, tag, text, text_width
from dicelab.render.text import WIDTH, cut, labelled, wrap
from solver.polyform import SQUARES, Board, Piece, Puzzle
from solver.polyform.grid_text import runs_of_numbers
from solver.polyform.puzzle_file import PuzzleFile
from solver.words import counted

LEAST_WIDTH = 360
TITLE_SIZE = 20
SIZE = 14
LINE = 20
MOST_NAME = 40
"""Columns that the name of a piece may take."""


def puzzle_svg(puzzle: Puzzle, board: Board | None = None, title: str = "", *, regions: Sequence[str] = ()) -> str:
    """Draw a puzzle: a title, the board (the empty one if none is given), and every piece with its letters.

    ``regions`` are the names of its regions, if these have any.
    """
    wide, high = board_size(puzzle.grid)
    width = max(wide, LEAST_WIDTH)
    shown = plain(title) or puzzle_title(puzzle)
    parts, y = [], MARGIN + 0.0
    for line in wrap(shown, int(width / (0.66 * TITLE_SIZE))):
        parts.append(text(line, MARGIN, y + TITLE_SIZE / 2, TITLE_SIZE, fill=INK, font_weight="bold"))
        y += 1.3 * TITLE_SIZE
    about = [puzzle_caption(puzzle)] if board is None and shown != puzzle_caption(puzzle) else []
    about += places_captions(puzzle)
    if board is not None:
        about = [f"Blockers: {board.format()}", *places_captions(puzzle)]
    for line in (line for one in about for line in wrap(one, int(width / (0.62 * SIZE)))):
        parts.append(text(line, MARGIN, y + SIZE / 2, SIZE, fill=INK))
        y += LINE
    parts += (key := _region_key(puzzle, regions, y, width))
    y += LINE if key else 0
    y += MARGIN / 2
    parts.append(board_drawn(board or Board(0, puzzle.grid), MARGIN - 6 + (width - wide) / 2, y, puzzle))
    y += high + 1.2 * MARGIN
    pieces, tall = legend(puzzle, MARGIN, y, width)
    return document(width + 2 * MARGIN, y + tall + MARGIN, shown, [*parts, *pieces])


def _region_key(puzzle: Puzzle, names: Sequence[str], y: float, width: float) -> list[str]:
    """Return the colours of regions with their names, where all have one and one line has room for them."""
    shown = [cut(plain(name), 24) for name in names[: len(puzzle.regions)] if name]
    places = list(accumulate((SIZE + 24 + text_width(name, SIZE) for name in shown), initial=float(MARGIN)))
    if not shown or len(shown) < len(puzzle.regions) or places[-1] > width + 2 * MARGIN:
        return []
    return [
        tag("rect", x=x, y=y, width=float(SIZE), height=float(SIZE), fill=PARTS[n % len(PARTS)], stroke=INK)
        + text(name, x + SIZE + 6, y + SIZE / 2, SIZE, fill=INK)
        for n, (name, x) in enumerate(zip(shown, places, strict=False))
    ]


def puzzle_title(puzzle: Puzzle) -> str:
    """Return the title or the name of a puzzle as a heading, or a description where it has neither.

    Examples
    --------
    >>> puzzle_title(Puzzle.parse("genius-star#golden-star")), puzzle_title(Puzzle.parse("2x4/1:2*I2,L3"))
    ('Genius Star: golden-star', '3 pieces and 1 blocker on a board of 8 cells')
    >>> puzzle_title(Puzzle.parse("2x4/1:2*I2,L3;title=My game")), puzzle_title(Puzzle.parse("2x2/0:O4;title=my-game"))
    ('My game', 'My Game')
    """
    if not (puzzle.title or puzzle.name):
        return puzzle_caption(puzzle)
    name, _, variant = (plain(puzzle.title), "", "") if puzzle.title else plain(puzzle.name or "").partition("#")
    return ": ".join(filter(None, (as_written(name), variant)))


def as_written(name: str) -> str:
    """Return a name as people write it: one of small letters and hyphens was made for files."""
    return name.replace("-", " ").title() if re.fullmatch(r"[a-z][a-z-]*", name) else name


def puzzle_caption(puzzle: Puzzle) -> str:
    """Describe the puzzle on one line.

    Examples
    --------
    >>> puzzle_caption(Puzzle.parse("genius-square"))
    '9 pieces and 7 blockers on a board of 36 cells'
    """
    pieces, blockers = counted(len(puzzle.pieces), "piece"), counted(puzzle.blockers, "blocker")
    lattice = puzzle.grid.lattice
    cells = counted(len(puzzle.grid), "cell" if lattice is SQUARES else lattice.cell_name)
    return f"{pieces} and {blockers} on a board of {cells}"


def puzzle_line(puzzle: Puzzle) -> str:
    """Return a line with the text of a puzzle, or a description where the text is longer and not of plain squares.

    Examples
    --------
    >>> puzzle_line(Puzzle.parse("2x4/1:2*I2,L3"))
    'puzzle 2x4/1:2*I2,L3'
    >>> puzzle_line(Puzzle.parse("hexagons@2-20,1-21,2-20/1:30*I1;free=2+4+6+8+10+12+14+16+18+20+22+24+26+28+30"))
    '30 pieces and 1 blocker on a board of 31 hexagons'
    """
    line = f"puzzle {puzzle.format()}"
    plain_squares = puzzle.grid.lattice is SQUARES and puzzle == puzzle.unrestricted
    return line if plain_squares or len(line) <= WIDTH else puzzle_caption(puzzle)


def puzzle_json(puzzle: Puzzle, file: PuzzleFile | None = None) -> dict[str, Any]:
    """Return the grid, where blockers may stand and in how many ways, and every kind of piece with its cells.

    ``title`` is its name in its file, and ``called`` the name of a piece there, if any.
    """
    grid, file = puzzle.grid, file or PuzzleFile(puzzle)
    return {
        "name": puzzle.name,
        "title": file.name or None,
        "puzzle": puzzle.format(),
        "lattice": grid.lattice.name,
        "rows": grid.rows,
        "columns": grid.columns,
        "cells": len(grid),
        "labels": list(grid.cell_labels),
        "blockers": puzzle.blockers,
        "boards": puzzle.boards,
        "allowed_boards": puzzle.allowed_boards,
        "always_free": grid.labels(puzzle.always_free).split(),
        "regions": [grid.labels(region).split() for region in puzzle.regions],
        "pieces": [
            {
                "name": piece.name,
                "called": file.piece_names.get(piece),
                "label": kind_label(puzzle, piece),
                "copies": copies,
                "rows": piece_rows(piece),
            }
            for piece, copies in puzzle.kinds.items()
        ],
    }


def puzzle_text(puzzle: Puzzle, file: PuzzleFile | None = None, title: str = "") -> str:
    """Write a puzzle in 80 columns: a description, where blockers may stand, and every kind of piece drawn.

    The board is drawn with its labels. The names of regions and of pieces are those of its file.

    Examples
    --------
    >>> print(puzzle_text(Puzzle.parse("2x4/1:2*I2,L3")))
    3 pieces and 1 blocker on a board of 8 cells (8 ways to place the blockers)
    <BLANKLINE>
       1 2 3 4
    A  . . . .
    B  . . . .
    <BLANKLINE>
    I2 ×2   L3
    ##      ##
            #
    """
    file = file or PuzzleFile(puzzle)
    drawn = [[_head(puzzle, piece, file), *_piece_drawn(piece)] for piece in puzzle.kinds]
    ways = f"{counted(puzzle.allowed_boards, 'way')} to place the blockers"
    lines = wrap(f"{f'{title}: ' if title else ''}{puzzle_caption(puzzle)} ({ways})", WIDTH)
    lines += ["", *(with_labels(puzzle.grid) if labels_inside(puzzle.grid) else labelled(puzzle.grid, {}))]
    lines += ["", *places] if (places := _places_lines(puzzle, file.region_names)) else []
    lines += ["", *beside(*drawn)]
    return "\n".join(lines)


def _head(puzzle: Puzzle, piece: Piece, file: PuzzleFile) -> str:
    """Return the letters of a kind of piece, its copies, and its name in the file."""
    copies, name = puzzle.kinds[piece], plain(file.piece_names.get(piece, ""))
    return (
        f"{kind_label(puzzle, piece)}{f' ×{copies}' if copies > 1 else ''}{f' {cut(name, MOST_NAME)}' if name else ''}"
    )


def _places_lines(puzzle: Puzzle, names: Sequence[str]) -> list[str]:
    """Say where blockers may stand; nothing where they may stand anywhere."""
    grid = puzzle.grid
    heads = [f"{plain(name)}: one blocker on" if name else "One blocker on" for name in names]
    places = list(zip([*heads, *["One blocker on"] * len(puzzle.regions)], puzzle.regions, strict=False))
    places += [("No blocker on", puzzle.always_free)] if puzzle.always_free else []
    lines = [f"{what} {' '.join(runs_of_numbers(grid.labels(cells).split()))}" for what, cells in places]
    return [part for line in lines for part in wrap(line, WIDTH, "  ")]


def _piece_drawn(piece: Piece) -> list[str]:
    """Return a piece as people read it: squares as ``#``, other cells in their outlines."""
    if piece.lattice is SQUARES:
        return piece_rows(piece)
    return cells_drawn(piece.lattice, dict.fromkeys(lying(piece), "#"))


def piece_rows(piece: Piece) -> list[str]:
    """Return a piece as rows of ``#``, lying as in the legend."""
    points = set(lying(piece))
    high, wide = (1 + max(point[axis] for point in points) for axis in (0, 1))
    return ["".join("#" if (row, column) in points else " " for column in range(wide)).rstrip() for row in range(high)]
