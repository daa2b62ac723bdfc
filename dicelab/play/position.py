"""A position of the game: a board, and the pieces that a player has placed on it, and how a placement is written."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple, Self

from dicelab.errors import DiceError
from solver.errors import InputError, quoted
from solver.polyform import Board, Grid, Piece, Puzzle, Tiling
from solver.polyform.board import BLOCKER
from solver.polyform.piece import ONE_SIDED, translations
from solver.polyform.puzzle import COPY_LABELS
from solver.words import counted, listed

_ORIENTED = re.compile(r"(.+)/([0-9]{1,3})")


class Placement(NamedTuple):
    """A piece and the mask of the cells that it covers."""

    piece: Piece
    mask: int

    def words(self, grid: Grid) -> str:
        """Return the placement as a sentence names it.

        Examples
        --------
        >>> from solver.polyform import GENIUS_SQUARE
        >>> Placement(GENIUS_SQUARE.pieces[1], 0b11).words(GENIUS_SQUARE.grid)
        'I2 on A1 A2'
        """
        return f"{self.piece.name} on {grid.labels(self.mask)}"


def pieces_in_words(puzzle: Puzzle) -> str:
    """Return how the pieces of a puzzle may be written."""
    last = COPY_LABELS[len(puzzle.pieces) - 1]
    labels = "its label 1" if last == "1" else f"a label from 1 to {last}"
    return f"write {listed([piece.name for piece in puzzle.kinds])}, or {labels}"


def read_placement(text: str, position: Position) -> Placement:
    """Read a placement of a piece that is still to be placed.

    ``T4 B3,B4,B5,C4`` names all cells, in any order. ``T4 B3`` names some of them, which is enough where the piece fits
    on them in one place only. ``T4/2 B3`` names an orientation (by its number in :attr:`Piece.orientations`, from 1)
    and its first cell, read row by row. A piece is written as its name; a single character is its label on the board.

    Raises
    ------
    DiceError, InputError
        In one line, if there is no such piece, cell or orientation, or the place isn't decided.

    Examples
    --------
    >>> from dicelab.play import Position
    >>> from solver.polyform import Board
    >>> position = Position(Board.parse("B2", "2x3"), Puzzle.parse("2x3/1:L3,I2"))
    >>> for text in ("I2 B3,A3", "I2 B3", "2 b3", "I2/2 A3"):
    ...     print(read_placement(text, position).words(position.puzzle.grid))
    I2 on A3 B3
    I2 on A3 B3
    I2 on A3 B3
    I2 on A3 B3
    """
    words = [word for word in re.split(r"[\s,]+", text.strip()) if word]
    if not words:
        raise DiceError("a placement without text: write a piece and its cells, such as I2 A1,A2")
    puzzle, grid = position.puzzle, position.puzzle.grid
    oriented = _ORIENTED.fullmatch(words[0])
    piece = read_piece(oriented[1] if oriented else words[0], puzzle)
    if len(words) == 1:
        raise DiceError(f"{quoted(text.strip())} names no cell: write the cells of {piece.name} behind it")
    cells = [grid.cell(label) for label in words[1:]]
    twice = next((cell for cell in cells if cells.count(cell) > 1), None)
    if twice is not None:
        raise DiceError(f"cell {grid.label(twice)} stands twice in {quoted(text.strip())}: name each cell once")
    if oriented:
        return Placement(piece, _anchored(piece, int(oriented[2]), cells, puzzle))
    mask = grid.mask(cells)
    if len(cells) >= piece.order or piece not in position.left:
        # The position reports its faults.
        return Placement(piece, mask)
    blocked = mask & ~position.free
    if blocked:
        raise DiceError(f"{piece.name} on {grid.labels(mask)}: {grid.labels(blocked)} can't be covered again")
    fitting = [one for one in position.fits(piece) if not mask & ~one]
    if len(fitting) != 1:
        where = f"fits in {len(fitting)} places" if fitting else "fits nowhere"
        raise DiceError(
            f"{piece.name} {where} with {grid.labels(mask)}: "
            + (f"name all of its {piece.order} cells" if fitting else "place it elsewhere")
        )
    return Placement(piece, fitting[0])


def read_piece(text: str, puzzle: Puzzle) -> Piece:
    """Return the piece of a puzzle with a name or a label.

    Examples
    --------
    >>> puzzle = Puzzle.parse("genius-square")
    >>> read_piece("7", puzzle).name, read_piece("t4", puzzle).name, read_piece("4-square", puzzle).name
    ('T4', 'T4', 'O4')
    """
    word = text.strip()
    number = COPY_LABELS.find(word) if len(word) == 1 else -1
    if 0 <= number < len(puzzle.pieces):
        return puzzle.pieces[number]
    lattice = puzzle.grid.lattice
    try:
        piece = Piece.parse(word, lattice)
    except InputError:
        raise DiceError(f"{quoted(word)} is not a piece: {pieces_in_words(puzzle)}") from None
    if piece not in puzzle.kinds and not word.endswith(ONE_SIDED):
        # The name of a piece whose back is printed is clear without its mark, unless the puzzle has its reflection too.
        sides = [one for one in puzzle.kinds if Piece(one.shape, lattice) == piece]
        piece = sides[0] if len(sides) == 1 else piece
    if piece not in puzzle.kinds:
        raise DiceError(f"{quoted(word)} is not a piece of the puzzle: {pieces_in_words(puzzle)}")
    return piece


def _anchored(piece: Piece, number: int, cells: list[int], puzzle: Puzzle) -> int:
    """Return the mask of an orientation whose first cell is given."""
    grid, orientations = puzzle.grid, piece.orientations
    if not 1 <= number <= len(orientations):
        last = f" to {piece.name}/{len(orientations)}" if len(orientations) > 1 else ""
        raise DiceError(
            f"{piece.name}/{number}: {piece.name} has {counted(len(orientations), 'orientation')}: "
            f"write {piece.name}/1{last}"
        )
    if len(cells) != 1:
        raise DiceError(f"{piece.name}/{number} with {len(cells)} cells: name only the first cell, row by row")
    for mask in translations(orientations[number - 1], grid):
        if mask & -mask == 1 << cells[0]:
            return mask
    raise DiceError(
        f"{piece.name}/{number} does not lie on the board with {grid.label(cells[0])} as its first cell: "
        "choose another cell or orientation"
    )


FREE = "."


@dataclass(frozen=True, slots=True)
class Position:
    """A board in play: the pieces that are placed on it.

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

        See :func:`dicelab.play.position.read_placement` for the notation of a piece and its cells.
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
        """Return the position after its first ``number`` pieces."""
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
        """Return the rest as a board of its own: placed pieces are blockers, and the puzzle has the pieces left.

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
