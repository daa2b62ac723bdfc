"""How a player writes a placement: a piece and its cells, some of its cells, or an orientation and its first cell."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from dicelab.errors import DiceError
from solver.errors import InputError, quoted
from solver.polyform import Grid, Piece, Puzzle
from solver.polyform.piece import ONE_SIDED, translations
from solver.polyform.puzzle import COPY_LABELS
from solver.words import counted, listed

if TYPE_CHECKING:
    from dicelab.play.position import Position

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
        # What is wrong with it the position says.
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
