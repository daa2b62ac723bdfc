"""The picture of a puzzle: a board, empty or with blockers, and the pieces that have to cover it."""

from __future__ import annotations

from typing import Any

from dicelab.dice.names import plain
from dicelab.render.board import board_drawn, places_captions
from dicelab.render.cells import board_size
from dicelab.render.pieces import kind_label, legend, lying
from dicelab.render.svg import INK, MARGIN, document, text
from dicelab.render.text import WIDTH, wrap
from solver.polyform import Board, Piece, Puzzle

LEAST_WIDTH = 360
TITLE_SIZE = 20
SIZE = 14
LINE = 20
GAP = 3
"""Columns between two pieces in text."""


def puzzle_svg(puzzle: Puzzle, board: Board | None = None, title: str = "") -> str:
    """Draw a puzzle: a title, the board (the empty one if none is given), and every piece with its letters."""
    wide, high = board_size(puzzle.grid)
    width = max(wide, LEAST_WIDTH)
    shown = plain(title) or puzzle_title(puzzle)
    parts, y = [], MARGIN + 0.0
    for line in wrap(shown, int(width / (0.66 * TITLE_SIZE))):
        parts.append(text(line, MARGIN, y + TITLE_SIZE / 2, TITLE_SIZE, fill=INK, font_weight="bold"))
        y += 1.3 * TITLE_SIZE
    about = [caption(puzzle)] if board is None and shown != caption(puzzle) else []
    about += places_captions(puzzle)
    if board is not None:
        about = [f"Blockers: {board.format()}", *places_captions(puzzle)]
    for line in (line for one in about for line in wrap(one, int(width / (0.62 * SIZE)))):
        parts.append(text(line, MARGIN, y + SIZE / 2, SIZE, fill=INK))
        y += LINE
    y += MARGIN / 2
    parts.append(board_drawn(board or Board(0, puzzle.grid), MARGIN - 6 + (width - wide) / 2, y, puzzle))
    y += high + 1.2 * MARGIN
    pieces, tall = legend(puzzle, MARGIN, y, width)
    return document(width + 2 * MARGIN, y + tall + MARGIN, shown, [*parts, *pieces])


def puzzle_title(puzzle: Puzzle) -> str:
    """Return the name of a puzzle as a heading, or what it is where it has none.

    Examples
    --------
    >>> puzzle_title(Puzzle.parse("genius-square")), puzzle_title(Puzzle.parse("2x4/1:2*I2,L3"))
    ('Genius Square', '3 pieces and 1 blocker on a board of 8 cells')
    """
    return plain(puzzle.name).replace("-", " ").title() if puzzle.name else caption(puzzle)


def caption(puzzle: Puzzle) -> str:
    """Return what the puzzle is, on one line.

    Examples
    --------
    >>> caption(Puzzle.parse("genius-square"))
    '9 pieces and 7 blockers on a board of 36 cells'
    """
    number = len(puzzle.pieces)
    pieces = f"{number} piece{'' if number == 1 else 's'}"
    blockers = f"{puzzle.blockers} blocker{'' if puzzle.blockers == 1 else 's'}"
    return f"{pieces} and {blockers} on a board of {len(puzzle.grid)} cells"


def puzzle_json(puzzle: Puzzle) -> dict[str, Any]:
    """Return the grid, the blockers, and every kind of piece with its squares."""
    return {
        "name": puzzle.name,
        "puzzle": puzzle.format(),
        "rows": puzzle.grid.rows,
        "columns": puzzle.grid.columns,
        "cells": len(puzzle.grid),
        "blockers": puzzle.blockers,
        "boards": puzzle.boards,
        "pieces": [
            {"name": piece.name, "label": kind_label(puzzle, piece), "copies": copies, "rows": piece_rows(piece)}
            for piece, copies in puzzle.kinds.items()
        ],
    }


def puzzle_text(puzzle: Puzzle) -> str:
    """Write a puzzle in 80 columns: what it is, and every kind of piece drawn.

    Examples
    --------
    >>> print(puzzle_text(Puzzle.parse("2x4/1:2*I2,L3")))
    3 pieces and 1 blocker on a board of 8 cells (8 ways to place the blockers)
    <BLANKLINE>
    I2 ×2   L3
    ##      ##
            #
    """
    heads = [
        f"{kind_label(puzzle, piece)}{f' ×{copies}' if copies > 1 else ''}" for piece, copies in puzzle.kinds.items()
    ]
    drawn = [[head, *piece_rows(piece)] for head, piece in zip(heads, puzzle.kinds, strict=True)]
    ways = "1 way" if puzzle.boards == 1 else f"{puzzle.boards:,} ways"
    lines = wrap(f"{caption(puzzle)} ({ways} to place the blockers)", WIDTH)
    line: list[list[str]] = []
    for block in [*drawn, None]:
        together = [*line, block] if block else line
        if line and (block is None or sum(max(map(len, one)) + GAP for one in together) - GAP > WIDTH):
            tall = max(map(len, line))
            lines.append("")
            for row in range(tall):
                cells = ((one[row] if row < len(one) else "").ljust(max(map(len, one)) + GAP) for one in line)
                lines.append("".join(cells).rstrip())
            line = []
        if block:
            line.append(block)
    return "\n".join(lines)


def piece_rows(piece: Piece) -> list[str]:
    """Return a piece as rows of ``#``, lying as in the legend."""
    points = set(lying(piece))
    high, wide = (1 + max(point[axis] for point in points) for axis in (0, 1))
    return ["".join("#" if (row, column) in points else " " for column in range(wide)).rstrip() for row in range(high)]
