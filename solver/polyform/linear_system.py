"""The system of Garvie and Burkardt for a board: matrix, right side, and what rows and columns stand for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from solver.errors import InputError
from solver.polyform.board import Board
from solver.polyform.grid import Grid
from solver.polyform.puzzle import Puzzle
from solver.polyform.tiling import Tiling


@dataclass(frozen=True, slots=True)
class BoardSystem:
    """``matrix @ x == right``; every solution of 0s and 1s is a tiling of the board.

    Parameters
    ----------
    matrix
        int8 of shape (rows, n): 1 where the placement of the column covers the cell of the row, or is one of its piece.
    right
        int8 of shape (rows,): 1 for a free cell, 0 for a blocked one, then how many copies each piece has.
    rows
        The name of each row: cells in order, then the kinds of pieces in the puzzle's order, those of the papers for
        the Genius Square, P1 the monomino to P9 the skew tetromino.
    columns
        The placement of each column, by its number in ``puzzle.placements``: piece by piece, in the same order, and
        for each by lowest cell, then by mask.
    puzzle
        The puzzle that the board is of.
    """

    matrix: NDArray[np.int8]
    right: NDArray[np.int8]
    rows: tuple[str, ...]
    columns: tuple[int, ...]
    puzzle: Puzzle

    @property
    def series(self) -> tuple[int, ...]:
        """How many placements each kind of piece has on the board: Goralczyk's sizes of the series, s1 to s9."""
        lying = Counter(self.puzzle.placements[n][0] for n in self.columns)
        return tuple(lying[piece] for piece in self.puzzle.kinds)

    def tiling(self, values: Sequence[int] | NDArray[np.integer]) -> Tiling:
        r"""Return the tiling that a solution of 0s and 1s is.

        Raises
        ------
        InputError
            If the values are not 0 and 1, one for each column, or do not solve the system.

        Examples
        --------
        >>> from solver.exact_cover.linear_system import binary_solutions, row_reduce
        >>> system = board_system(Puzzle.parse("2x3/1:I2,L3"), 1)
        >>> reduced = row_reduce(system.matrix, system.right)
        >>> for values in binary_solutions(reduced):
        ...     print(system.tiling(values).format().replace("\n", "|"))
        #21|221
        #22|112
        """
        x = np.asarray(values)
        if x.shape != (len(self.columns),) or not np.isin(x, (0, 1)).all():
            raise InputError(f"values of shape {x.shape}: pass a 0 or 1 for each of the {len(self.columns)} columns")
        wrong = np.flatnonzero(self.matrix @ x.astype(np.int64) != self.right)
        if wrong.size:
            sums = int(self.matrix[wrong[0]] @ x.astype(np.int64))
            raise InputError(f"row {self.rows[wrong[0]]} adds up to {sums}, not to {self.right[wrong[0]]}: no solution")
        return Tiling.of((self.columns[n] for n in np.flatnonzero(x)), self.puzzle)


def board_system(puzzle: Puzzle, blockers: int, *, every_cell: bool = False) -> BoardSystem:
    """Return the 0–1 system of a board.

    Parameters
    ----------
    puzzle
        A puzzle; a kind of piece has one row, whatever its number of copies.
    blockers
        The mask of the blocked cells. On a 6×6 grid the cell in row r and column c is bit ``(r - 1) * 6 + c - 1``.
    every_cell
        Whether blocked cells have rows too, without a 1 and with right side 0: the 45×n form of Jensen for the Genius
        Square. Without them it is the 38×n form of Goralczyk.

    Raises
    ------
    InputError
        If the board is none of the puzzle.

    References
    ----------
    Garvie and Burkardt (2020), equations 2.4; Jensen (2023), section 3, equations 3.1 to 3.4; Goralczyk (2024), section
    3.3.1.

    Examples
    --------
    >>> from solver.polyform.puzzle import GENIUS_SQUARE
    >>> example = Board.parse("B1 C3 D2 E6 F1 F2 F6", GENIUS_SQUARE.grid)
    >>> system = board_system(GENIUS_SQUARE, example.blockers)
    >>> system.matrix.shape, system.series
    ((38, 339), (29, 41, 27, 58, 15, 12, 39, 78, 40))
    >>> board_system(GENIUS_SQUARE, example.blockers, every_cell=True).matrix.shape
    (45, 339)
    """
    Board(blockers, puzzle.grid).require(puzzle)
    cells = [cell for cell in range(len(puzzle.grid)) if every_cell or not blockers >> cell & 1]
    row = {cell: n for n, cell in enumerate(cells)}
    kind = {piece: n for n, piece in enumerate(puzzle.kinds)}
    fitting = (n for n, (_, mask) in enumerate(puzzle.placements) if not mask & blockers)
    columns = sorted(fitting, key=lambda n: (kind[puzzle.placements[n][0]], n))
    matrix = np.zeros((len(cells) + len(kind), len(columns)), np.int8)
    for column, n in enumerate(columns):
        piece, mask = puzzle.placements[n]
        matrix[[row[cell] for cell in Grid.cells(mask)], column] = 1
        matrix[len(cells) + kind[piece], column] = 1
    free = [0 if blockers >> cell & 1 else 1 for cell in cells]
    return BoardSystem(
        matrix=matrix,
        right=np.array([*free, *puzzle.kinds.values()], np.int8),
        rows=(*map(puzzle.grid.label, cells), *(f"piece {piece.name}" for piece in kind)),
        columns=tuple(columns),
        puzzle=puzzle,
    )
