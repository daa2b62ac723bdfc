"""The game as lines of text: the board, and the pieces that are left."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING

from dicelab.play.position import Position
from dicelab.render.drawing import GAP, beside, board_drawn, cells_drawn, labels_inside, with_labels
from dicelab.render.text import labelled, wrap
from solver.polyform import Grid, Piece, Puzzle
from solver.polyform.lattice import SQUARES, Shape
from solver.polyform.puzzle import COPY_LABELS
from solver.words import counted

if TYPE_CHECKING:
    from dicelab.play.game import Game

Style = Callable[[int, str], str]
"""Returns the character of a piece, told by its number in the puzzle, as the terminal shows it."""

_PIECE = re.compile(r"(?<![^\s/\\|])[0-9A-Za-z](?![^\s/\\|])")


def no_style(_: int, character: str) -> str:
    """Return the character as it is."""
    return character


def board_lines(position: Position, width: int, style: Style = no_style) -> list[str]:
    r"""Draw the board with the characters of the placed pieces; labels that stand on the cells are drawn beside it.

    Examples
    --------
    >>> from solver.polyform import Board
    >>> puzzle = Puzzle.parse("2x3/2:2*I2")
    >>> position = Position.parse("I2 A2,B2", Board.parse("A1 B3", puzzle.grid), puzzle)
    >>> print("\n".join(board_lines(position, 80)))
       1 2 3
    A  # 1 .
    B  . 1 #
    """
    grid, letters = position.puzzle.grid, position.letters()
    if not labels_inside(grid):
        lines = labelled(grid, letters)
        return [line if line.startswith("  ") or not line else line[:2] + _styled(line[2:], style) for line in lines]
    zones = {cell: label for label, one in position.labelled() for cell in Grid.cells(one.mask)}
    labels = with_labels(grid, position.board.blockers)
    drawn = board_drawn(grid, letters, zones)
    right = max(map(len, labels)) + GAP
    if right + max(map(len, drawn)) > width or len(labels) != len(drawn):
        return [*labels, "", *(_styled(line, style) for line in drawn)]
    return [f"{label:<{right}}{_styled(line, style)}" for label, line in zip(labels, drawn, strict=True)]


def _styled(line: str, style: Style) -> str:
    return _PIECE.sub(partial(_shown, style), line)


def _shown(style: Style, found: re.Match[str]) -> str:
    number = COPY_LABELS.find(found[0])
    return style(number, found[0]) if number >= 0 else found[0]


def pieces_line(position: Position, width: int) -> list[str]:
    """List the pieces that are left, each with the character that stands for it.

    Examples
    --------
    >>> from solver.polyform import Board
    >>> puzzle = Puzzle.parse("2x4/2:L3,I1,I2")
    >>> pieces_line(Position.parse("I1 A1", Board.parse("B1 B2", puzzle.grid), puzzle), 80)
    ['Left: 1 L3, 3 I2']
    """
    placed = {label for label, _ in position.labelled()}
    left = [
        f"{label} {piece.name}"
        for label, piece in zip(COPY_LABELS, position.puzzle.pieces, strict=False)
        if label not in placed
    ]
    return wrap(f"Left: {', '.join(left) or 'none'}", width, "  ")


def piece_lines(piece: Piece, label: str, orientation: int = 0, style: Style = no_style) -> list[str]:
    r"""Draw a piece as it lies in one of its orientations, below its character, its name and what may be done with it.

    Examples
    --------
    >>> puzzle = Puzzle.parse("genius-square")
    >>> print("\n".join(piece_lines(puzzle.pieces[3], "4", 2)))
    4 L3/3 of 4
    4
    44
    """
    drawn = [_coloured(line, style) for line in _shape_lines(piece, piece.orientations[orientation], label)]
    return [f"{label} {piece.name}/{orientation + 1} of {len(piece.orientations)}", *drawn]


def result_line(game: Game, seconds: float) -> str:
    """Say how a game ended, or how it stands; the line can be passed on, for it gives nothing away."""
    position = game.position
    ended = "solved" if game.is_solved else "given up" if game.has_given_up else "left unsolved"
    name = position.puzzle.name or position.puzzle.format()
    moves, hints = counted(game.tries, "piece"), counted(game.hints, "hint")
    return f"{name} {position.board.format()}: {ended} in {clock(seconds)} with {moves} placed and {hints}."


def clock(seconds: float) -> str:
    """Return a time as minutes and seconds.

    Examples
    --------
    >>> clock(83.9)
    '1:23'
    """
    return f"{int(seconds) // 60}:{int(seconds) % 60:02}"


def left_lines(position: Position, width: int, style: Style = no_style) -> list[str]:
    """Draw each kind of piece that is left, beside each other as far as the width goes."""
    puzzle, blocks = position.puzzle, []
    for piece, copies in position.left.items():
        label = COPY_LABELS[puzzle.pieces.index(piece)]
        head = f"{label} {piece.name}" + (f" ×{copies}" if copies > 1 else "")
        blocks.append([head, *_shape_lines(piece, piece.orientations[0], label)])
    return _flowed(blocks, width, style)


def orientations_lines(puzzle: Puzzle, piece: Piece, width: int, style: Style = no_style) -> list[str]:
    r"""Draw the orientations of a piece with what a player writes for each, such as ``T4/2``; ``*`` is the first cell.

    Examples
    --------
    >>> puzzle = Puzzle.parse("genius-square")
    >>> print("\n".join(orientations_lines(puzzle, puzzle.pieces[2], 80)))
    I3/1  I3/2
    *33   *
          3
          3
    """
    label = COPY_LABELS[puzzle.pieces.index(piece)]
    blocks = [
        [f"{piece.name}/{number}", *_shape_lines(piece, shape, label, first="*")]
        for number, shape in enumerate(piece.orientations, start=1)
    ]
    return _flowed(blocks, width, style)


def _shape_lines(piece: Piece, shape: Shape, label: str, first: str = "") -> list[str]:
    """Draw a piece by its label, its first cell perhaps by another character."""
    words = {point: first if first and point == shape[0] else label for point in shape}
    if piece.lattice is not SQUARES:
        return cells_drawn(piece.lattice, words, dict.fromkeys(words, label))
    high, wide = (range(1 + max(point[axis] for point in shape)) for axis in (0, 1))
    return ["".join(words.get((row, column), " ") for column in wide).rstrip() for row in high]


def _flowed(blocks: Sequence[list[str]], width: int, style: Style) -> list[str]:
    """Put blocks of lines beside each other, in as many rows as the width asks for; the first lines stay plain."""
    lines = beside(*blocks, room=width - 2, gap=2)
    return [_coloured(line, style) if before else line for before, line in pairwise(["", *lines])]


def _coloured(line: str, style: Style) -> str:
    """Style every character of a piece, also where several stand side by side."""
    return re.sub(r"[0-9A-Za-z]", partial(_shown, style), line)
