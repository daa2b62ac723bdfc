"""The board of a full screen: lines of pieces of text, each with the cell that it belongs to and how it is shown.

The characters alone say all that the colours say: ``[ ]`` is the cell that is pointed at, ``( )`` where the piece in
hand would lie, and ``! !`` where something is in its way.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from enum import StrEnum
from typing import NamedTuple

from dicelab.play.hand import Hand
from dicelab.play.position import FREE, Position
from dicelab.render.drawing import board_drawn, labels_inside
from solver.polyform import Grid
from solver.polyform.board import BLOCKER
from solver.polyform.lattice import SQUARES
from solver.polyform.puzzle import COPY_LABELS

_FIRST = 0xE000
"""Characters for private use: each stands for a cell until its text is put there."""


class Look(StrEnum):
    """How a cell is shown, beside the piece on it."""

    PLAIN = "plain"
    """What lies between the cells, too."""
    FREE = "free"
    BLOCKED = "blocked"
    PLACED = "placed"
    HELD = "held"
    """Where the piece in hand would lie."""
    CLASH = "clash"
    """Where it would lie on a blocker or on another piece."""


class Span(NamedTuple):
    """Text in one look; ``cell`` is -1 beside the board, and ``piece`` a number in the puzzle, -1 without one."""

    text: str
    look: Look = Look.PLAIN
    cell: int = -1
    piece: int = -1
    is_cursor: bool = False


def picture(position: Position, hand: Hand, *, is_tall: bool = False) -> list[list[Span]]:
    """Draw the board with the piece in hand; squares of four columns are two lines high if ``is_tall``.

    Examples
    --------
    >>> from solver.polyform import Board, Puzzle
    >>> puzzle = Puzzle.parse("2x3/2:2*I2")
    >>> position = Position.parse("I2 A2,B2", Board.parse("A1 B3", puzzle.grid), puzzle)
    >>> hand = Hand.of(position).at(2)
    >>> for line in picture(position, hand):
    ...     print("".join(span.text for span in line))
        1   2   3
    A  ### !1! [2]
    B   .   1  ###
    """
    shown = _shown(position, hand)
    grid = position.puzzle.grid
    if grid.lattice is SQUARES:
        return _squares(grid, shown, is_tall=is_tall)
    zones = {cell: label for label, one in position.labelled() for cell in grid.cells(one.mask)}
    drawn = board_drawn(grid, {cell: chr(_FIRST + cell) * 3 for cell in shown}, zones)
    found: list[list[Span]] = []
    for line in drawn:
        parts = re.split(f"([{chr(_FIRST)}-{chr(_FIRST + len(grid) - 1)}]{{3}})", line)
        found.append([shown[ord(part[0]) - _FIRST] if number % 2 else Span(part) for number, part in enumerate(parts)])
    return found


def _shown(position: Position, hand: Hand) -> dict[int, Span]:
    """Return the span of each cell, three characters wide."""
    grid, letters = position.puzzle.grid, position.letters()
    held = hand.mask(grid)
    in_hand = _label_in_hand(position, hand)
    found = {}
    for cell, letter in letters.items():
        look = Look.FREE if letter == FREE else Look.BLOCKED if letter == BLOCKER else Look.PLACED
        around, word = "  ", letter
        if held >> cell & 1:
            is_free = look is Look.FREE
            look, around, word = (Look.HELD, "()", in_hand) if is_free else (Look.CLASH, "!!", letter)
        is_cursor = cell == hand.cell
        around = "[]" if is_cursor else around
        text = BLOCKER * 3 if look is Look.BLOCKED and not is_cursor else f"{around[0]}{word}{around[1]}"
        if look is Look.CLASH and is_cursor:
            text = f"[{word}!"
        found[cell] = Span(text, look, cell, COPY_LABELS.find(word), is_cursor)
    return found


def _label_in_hand(position: Position, hand: Hand) -> str:
    """Return the character of the piece in hand: that of its first copy that is left."""
    if hand.piece is None:
        return FREE
    pieces = position.puzzle.pieces
    return COPY_LABELS[pieces.index(hand.piece) + sum(one.piece == hand.piece for one in position.placed)]


def _squares(grid: Grid, shown: dict[int, Span], *, is_tall: bool) -> list[list[Span]]:
    """Draw squares: their names at the sides, or where they have names of their own in their second lines."""
    has_names = labels_inside(grid)
    columns = range(grid.left, grid.left + grid.columns)
    lines = (
        [] if has_names else [[Span("   " + "".join(f"{column - grid.left + 1:^4}" for column in columns).rstrip())]]
    )
    for row in range(grid.top, grid.top + grid.rows):
        side = "" if has_names else f"{chr(ord('A') + row - grid.top):<3}"
        line, below = [Span(side)], [Span(" " * len(side))]
        for column in columns:
            cell = grid.index.get((row, column))
            if cell is None:
                line.append(Span("    "))
                below.append(Span("    "))
                continue
            span, right = shown[cell], shown.get(grid.index.get((row, column + 1), -1))
            # What joins two cells of a piece has its colour.
            joined = right is not None and (span.look, span.piece) == (right.look, right.piece) and span.piece >= 0
            gap = span._replace(text=" ", is_cursor=False) if joined else Span(" ")
            name = grid.label(cell)[:3] if has_names and span.look is not Look.PLACED else ""
            line += [span, gap]
            below += [span._replace(text=f"{name:^3}", is_cursor=False), gap]
        lines.append(line)
        if is_tall:
            lines.append(below)
    return [_stripped(line) for line in lines]


def _stripped(line: Iterable[Span]) -> list[Span]:
    found = list(line)
    while found and found[-1].look is Look.PLAIN and not found[-1].text.strip():
        found.pop()
    return found


def height(position: Position, *, is_tall: bool) -> int:
    """Return the lines of a picture."""
    return len(picture(position, Hand.of(position), is_tall=is_tall))
