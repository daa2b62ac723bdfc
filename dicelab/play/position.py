"""A position of the game: a board, and the pieces that a player has placed on it, in their order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Self

from dicelab.errors import DiceError
from dicelab.play.notation import Placement, pieces_in_words, read_placement
from solver.polyform import Board, Grid, Piece, Puzzle, Tiling
from solver.polyform.board import BLOCKER
from solver.polyform.puzzle import COPY_LABELS
from solver.words import counted

FREE = "."


@dataclass(frozen=True, slots=True)
class Position:
    """What lies on a board while it is played.

    Raises
    ------
    DiceError
        In one line, if a piece is none of the puzzle or has no copy left, its cells are not its shape, or one of them
        is blocked or covered.

    Examples
    --------
    >>> puzzle = Puzzle.parse("genius-square")
    >>> board = Board.parse("A6 B1 B5 D1 E3 F2 F4", puzzle.grid)
    >>> position = Position.parse("I4 A1,A2,A3,A4; I1 A5", board, puzzle)
    >>> print(position.rows())
    55551#
    #...#.
    ......
    #.....
    ..#...
    .#.#..
    >>> position.format()
    'I4 A1,A2,A3,A4; I1 A5'
    >>> Position.of_rows(position.rows(), puzzle).format()
    'I1 A5; I4 A1,A2,A3,A4'
    """

    board: Board
    puzzle: Puzzle
    placed: tuple[Placement, ...] = ()
    """In the order in which they were placed."""

    def __post_init__(self) -> None:
        if self.board.grid != self.puzzle.grid:
            raise DiceError(f"the board is not on the grid {self.puzzle.grid.format()} of the puzzle: name its puzzle")
        self.board.require(self.puzzle)
        placed: list[Placement] = []
        for piece, mask in self.placed:
            self._require_placement(piece, mask, placed)
            placed.append(Placement(piece, mask))
        object.__setattr__(self, "placed", tuple(placed))

    def _require_placement(self, piece: Piece, mask: int, before: Iterable[Placement]) -> None:
        copies, grid = self.puzzle.kinds.get(piece, 0), self.puzzle.grid
        if not copies:
            raise DiceError(f"{piece.name} is not a piece of the puzzle: {pieces_in_words(self.puzzle)}")
        if sum(one.piece == piece for one in before) == copies:
            has = f"the puzzle has {copies}, and they lie" if copies > 1 else "the puzzle has one, and it lies"
            raise DiceError(f"{piece.name} is used up: {has} on the board")
        if mask not in _lying(self.puzzle).get(piece, ()):
            raise DiceError(_not_its_shape(piece, mask, grid))
        where = Placement(piece, mask).words(grid)
        blocked = mask & self.board.blockers
        if blocked:
            raise DiceError(f"{where}: {grid.labels(blocked)} {_is(blocked)} blocked; place {piece.name} elsewhere")
        for one in before:
            if mask & one.mask:
                raise DiceError(
                    f"{where}: {one.piece.name} covers {grid.labels(mask & one.mask)} already; take one of them away"
                )

    @classmethod
    def parse(cls, text: str, board: Board, puzzle: Puzzle) -> Self:
        """Read placements such as ``T4 B3,B4,B5,C4; I1 A1``.

        See :func:`dicelab.play.notation.read_placement` for what may stand for a piece and for its cells.
        """
        return cls(board, puzzle).placing(text)

    @classmethod
    def of_rows(cls, text: str, puzzle: Puzzle) -> Self:
        """Read rows of ``.``, ``#`` and the characters of pieces; the pieces count as placed in the puzzle's order."""
        return cls.of_letters(puzzle.grid.undraw(text), puzzle)

    @classmethod
    def of_letters(cls, letters: Mapping[int, str], puzzle: Puzzle) -> Self:
        """Build a position from the character on each cell."""
        masks = [0] * len(puzzle.pieces)
        blockers = 0
        for cell, character in letters.items():
            number = COPY_LABELS.find(character)
            if character == BLOCKER:
                blockers |= 1 << cell
            elif 0 <= number < len(masks):
                masks[number] |= 1 << cell
            elif character != FREE:
                last = COPY_LABELS[len(masks) - 1]
                raise DiceError(
                    f"{character!r} on {puzzle.grid.label(cell)}: write # for a blocker, . for a free cell and "
                    f"1 to {last} for the pieces"
                )
        placed = (Placement(piece, mask) for piece, mask in zip(puzzle.pieces, masks, strict=True) if mask)
        return cls(Board(blockers, puzzle.grid), puzzle, tuple(placed))

    def place(self, placement: Placement) -> Self:
        """Return the position with one more piece."""
        return type(self)(self.board, self.puzzle, (*self.placed, placement))

    def placing(self, text: str) -> Self:
        """Return the position with further pieces, written as for :meth:`parse`."""
        position = self
        for part in text.replace("\n", ";").split(";"):
            if part.strip():
                position = position.place(read_placement(part, position))
        return position

    def first(self, number: int) -> Self:
        """Return the position in which only so many pieces were placed."""
        return type(self)(self.board, self.puzzle, self.placed[:number])

    def without(self, numbers: Iterable[int]) -> Self:
        """Return the position without some of the placed pieces, told by their numbers from 0."""
        gone = set(numbers)
        return type(self)(self.board, self.puzzle, tuple(one for n, one in enumerate(self.placed) if n not in gone))

    @property
    def free(self) -> int:
        """The mask of the cells that are neither blocked nor covered."""
        return self.puzzle.grid.full & ~self.board.blockers & ~sum(one.mask for one in self.placed)

    @property
    def left(self) -> dict[Piece, int]:
        """The pieces that are not placed, with the number of their copies, in the puzzle's order."""
        gone = Counter(one.piece for one in self.placed)
        return {piece: copies - gone[piece] for piece, copies in self.puzzle.kinds.items() if copies > gone[piece]}

    @property
    def is_complete(self) -> bool:
        """Whether every piece is placed: then they tile the board."""
        return len(self.placed) == len(self.puzzle.pieces)

    @property
    def tiling(self) -> Tiling | None:
        """The tiling, if the position is complete."""
        return self.tiled(()) if self.is_complete else None

    def tiled(self, more: Iterable[Placement]) -> Tiling:
        """Return the tiling that further placements make of the position."""
        lying = [*self.placed, *more]
        masks = (one.mask for piece in self.puzzle.kinds for one in lying if one.piece == piece)
        return Tiling(tuple(masks), self.puzzle)

    def rest(self) -> tuple[Board, Puzzle]:
        """Return what is left as a board of its own: placed pieces are blockers, and the puzzle has the pieces left.

        Raises :class:`DiceError` if no piece is left.
        """
        if self.is_complete:
            raise DiceError("every piece is placed: nothing is left of the puzzle")
        grid = self.puzzle.grid
        blockers = grid.full & ~self.free
        pieces = tuple(Counter(self.left).elements())
        return Board(blockers, grid), Puzzle(grid, pieces, blockers.bit_count())

    def fits(self, piece: Piece) -> tuple[int, ...]:
        """Return the masks of the places in which a piece lies on free cells, in the order of its placements."""
        taken = ~self.free
        return tuple(mask for mask in _lying(self.puzzle).get(piece, ()) if not mask & taken)

    def format(self) -> str:
        """Return the placements as the text that :meth:`parse` reads."""
        return "; ".join(placement_text(one, self.puzzle.grid) for one in self.placed)

    def letters(self) -> dict[int, str]:
        """Return for each cell its character in a drawing: copies of a piece by ascending lowest cell."""
        grid = self.puzzle.grid
        shown = dict.fromkeys(range(len(grid)), FREE) | dict.fromkeys(grid.cells(self.board.blockers), BLOCKER)
        for label, one in self.labelled():
            shown.update(dict.fromkeys(grid.cells(one.mask), label))
        return shown

    def labelled(self) -> list[tuple[str, Placement]]:
        """Return the placements with the characters that stand for them."""
        labels: dict[Piece, list[str]] = {}
        for label, piece in zip(COPY_LABELS, self.puzzle.pieces, strict=False):
            labels.setdefault(piece, []).append(label)
        lying = sorted(self.placed, key=lambda one: one.mask & -one.mask)
        return [(labels[one.piece].pop(0), one) for one in lying]

    def rows(self) -> str:
        """Return rows of ``.``, ``#`` and the characters of the placed pieces."""
        return self.puzzle.grid.draw(self.letters())


def placement_text(placement: Placement, grid: Grid) -> str:
    """Return a placement as :meth:`Position.parse` reads it.

    Examples
    --------
    >>> from solver.polyform import GENIUS_SQUARE
    >>> placement_text(Placement(GENIUS_SQUARE.pieces[1], 0b11), GENIUS_SQUARE.grid)
    'I2 A1,A2'
    """
    return f"{placement.piece.name} {','.join(grid.label(cell) for cell in grid.cells(placement.mask))}"


@lru_cache(maxsize=16)
def _lying(puzzle: Puzzle) -> dict[Piece, dict[int, None]]:
    """Return the placements of each piece on the empty grid; a dict keeps their order and is quick to look into."""
    found: dict[Piece, dict[int, None]] = {piece: {} for piece in puzzle.kinds}
    for piece, mask in puzzle.placements:
        found[piece][mask] = None
    return found


def _is(cells: int) -> str:
    return "are" if cells.bit_count() > 1 else "is"


def _not_its_shape(piece: Piece, mask: int, grid: Grid) -> str:
    """Say why cells are no placement of a piece."""
    if mask & ~grid.full:
        return f"{piece.name} on a mask with bits beyond the {len(grid)} cells: name cells of the board"
    cells = grid.labels(mask)
    if mask.bit_count() != piece.order:
        return f"{piece.name} has {counted(piece.order, 'cell')}, and {mask.bit_count()} are named: {cells or 'none'}"
    points = [grid.points[cell] for cell in grid.cells(mask)]
    if not grid.lattice.connected(points):
        return f"the cells {cells} are not joined by edges: name the cells of one {piece.name}"
    shape = grid.lattice.shape(points)
    if not piece.flips and Piece(shape, grid.lattice) == Piece(piece.shape, grid.lattice):
        return f"{cells} is the back of {piece.name}, which may not be turned over: place it the other way round"
    return f"{cells} has the shape of {Piece(shape, grid.lattice).name}, not of {piece.name}: name the cells of one"
