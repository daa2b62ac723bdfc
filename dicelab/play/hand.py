"""The piece in a player's hand, and the picture of the board on a full screen with it.

The characters alone say all that the colours say: ``[ ]`` is the cell that is pointed at, ``( )`` where the piece in
hand would lie, and ``! !`` where something is in its way.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache
from typing import NamedTuple, Self

from dicelab.play.position import FREE, Placement, Position, placement_text
from dicelab.render.drawing import board_drawn, labels_inside
from solver.polyform import Grid, Piece
from solver.polyform.board import BLOCKER
from solver.polyform.lattice import SQUARES, Lattice, Point, Turn
from solver.polyform.piece import translations
from solver.polyform.puzzle import COPY_LABELS


class Direction(StrEnum):
    """Where the cursor goes."""

    UP = "up"
    DOWN = "down"
    LEFT = "left"
    RIGHT = "right"


@dataclass(frozen=True, slots=True)
class Hand:
    """A cell, and a piece with one of its orientations; ``piece`` is ``None`` where none is left.

    The piece lies over the cell, or as near to it as it can on the grid: the game tells whether it fits there.

    Examples
    --------
    >>> from solver.polyform import Board, Puzzle
    >>> puzzle = Puzzle.parse("2x3/1:L3,I2")
    >>> position = Position(Board.parse("B2", puzzle.grid), puzzle)
    >>> hand = Hand.of(position).holding(puzzle.pieces[1])
    >>> hand.typed(puzzle.grid), hand.turned().moved(puzzle.grid, Direction.RIGHT).typed(puzzle.grid)
    ('I2 A1,A2', 'I2 A2,B2')
    """

    cell: int
    piece: Piece | None
    orientation: int = 0
    """The number of one of :attr:`Piece.orientations`, from 0."""

    @classmethod
    def of(cls, position: Position) -> Self:
        """Return the hand at first: the first free cell, and the first piece that is left."""
        free = position.free or 1
        return cls((free & -free).bit_length() - 1, next(iter(position.left), None))

    def moved(self, grid: Grid, direction: Direction) -> Self:
        """Point at the next cell in a direction; at the edge nothing changes."""
        row, column = grid.points[self.cell]
        sign = -1 if direction in {Direction.UP, Direction.LEFT} else 1
        ahead = []
        for cell, (other_row, other_column) in enumerate(grid.points):
            down, right = other_row - row, other_column - column
            if direction in {Direction.LEFT, Direction.RIGHT}:
                if not down and right * sign > 0:
                    ahead.append((abs(right), 0, 0, cell))
            elif down * sign > 0:
                # On hexagons two cells are as near: the one on the left upwards, the other on the way back.
                ahead.append((abs(down), abs(right), -right * sign, cell))
        return replace(self, cell=min(ahead)[-1]) if ahead else self

    def at(self, cell: int) -> Self:
        """Point at a cell."""
        return replace(self, cell=cell)

    def holding(self, piece: Piece) -> Self:
        """Take another piece into the hand."""
        return self if piece == self.piece else replace(self, piece=piece, orientation=0)

    def next_piece(self, position: Position, step: int = 1) -> Self:
        """Take the next of the pieces that are left, in the order of the puzzle; with -1 the one before."""
        kinds, left = list(position.puzzle.kinds), position.left
        if not left:
            return replace(self, piece=None, orientation=0)
        start = kinds.index(self.piece) if self.piece in kinds else -step
        turn = (kinds[(start + step * n) % len(kinds)] for n in range(1, len(kinds) + 1))
        return self.holding(next(piece for piece in turn if piece in left))

    def after(self, position: Position) -> Self:
        """Return the hand after a move: the same piece if a copy is left, else the next."""
        return self if self.piece in position.left else self.next_piece(position)

    def turned(self) -> Self:
        """Turn the piece to the right, by 90 degrees on squares and by 60 on triangles and hexagons."""
        return self if self.piece is None else self._turned(self.piece, self.piece.lattice.turns[1])

    def flipped(self) -> Self:
        """Turn the piece over, left to right; one that may not be turned over stays as it is."""
        if self.piece is None or not self.piece.flips:
            return self
        turns = self.piece.lattice.turns
        return self._turned(self.piece, turns[len(turns) // 2])

    def _turned(self, piece: Piece, turn: Turn) -> Self:
        shape = piece.lattice.shape(map(turn, piece.orientations[self.orientation]))
        return replace(self, orientation=piece.orientations.index(shape))

    def mask(self, grid: Grid) -> int:
        """Return the cells over which the piece lies; 0 without a piece."""
        if self.piece is None:
            return 0
        row, column = _centre(grid.lattice, grid.points[self.cell])

        def distance(place: tuple[int, Point]) -> float:
            down, right = _centre(grid.lattice, place[1])
            return (down - row) ** 2 + (right - column) ** 2

        places = _places(self.piece, self.orientation, grid)
        return min(places, key=distance)[0] if places else 0

    def placement(self, grid: Grid) -> Placement | None:
        """Return the placement of the piece where it lies now."""
        mask = self.mask(grid)
        return Placement(self.piece, mask) if self.piece is not None and mask else None

    def typed(self, grid: Grid) -> str:
        """Return what a player would type to place the piece here; nothing without a piece."""
        placement = self.placement(grid)
        return placement_text(placement, grid) if placement else ""


@lru_cache(maxsize=256)
def _places(piece: Piece, orientation: int, grid: Grid) -> tuple[tuple[int, Point], ...]:
    """Return the placements of an orientation on the empty grid, each with its cell that is nearest to its middle."""
    shape = piece.orientations[orientation]
    centres = [_centre(piece.lattice, point) for point in shape]
    middle = [sum(part) / len(shape) for part in zip(*centres, strict=True)]
    nearest = min(range(len(shape)), key=lambda n: sum((centres[n][k] - middle[k]) ** 2 for k in (0, 1)))
    return tuple((mask, grid.points[list(grid.cells(mask))[nearest]]) for mask in translations(shape, grid))


def _centre(lattice: Lattice, point: Point) -> tuple[float, float]:
    """Return the middle of a cell in lengths of an edge."""
    (down, right), (high, wide) = lattice.centre(point), lattice.unit
    return down * high, right * wide


_FIRST = 0xE000
"""Characters for private use: each stands for a cell until its text is put there."""


class Look(StrEnum):
    """How a cell is shown, beside the piece on it."""

    PLAIN = "plain"
    """The space between the cells, too."""
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
            # The space between two cells of a piece has its colour.
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
