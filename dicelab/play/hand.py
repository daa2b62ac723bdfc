"""What a player has in hand: a cell of the board that is pointed at, and a piece, turned as it would be placed."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache
from typing import Self

from dicelab.play.notation import Placement
from dicelab.play.position import Position, placement_text
from solver.polyform import Grid, Piece
from solver.polyform.lattice import Lattice, Point, Turn
from solver.polyform.piece import translations


class Direction(StrEnum):
    """Where the cursor goes."""

    UP = "up"
    DOWN = "down"
    LEFT = "left"
    RIGHT = "right"


@dataclass(frozen=True, slots=True)
class Hand:
    """A cell, and a piece with one of its orientations; ``piece`` is ``None`` where none is left.

    The piece lies over the cell, or as near to it as it can on the grid: whether it fits there is the game's to say.

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
        """Return what is in hand at first: the first free cell, and the first piece that is left."""
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
        """Return what is in hand after a move: the same piece if one is left, else the next."""
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
