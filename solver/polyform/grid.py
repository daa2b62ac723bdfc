"""Boards without anything on them: cells 0 to n-1 with labels, neighbours, colours and symmetries."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import Self

from solver.errors import GridTooLargeError, InputError, quoted
from solver.polyform.lattice import SQUARES, Lattice, Point

MASK_CELLS = 64
"""Most cells of a grid whose sets of cells are 64-bit masks."""

MOST_ROWS = 26
MOST_COLUMNS = 99


class Grid:
    """A finite set of points of a lattice, numbered in row-major order.

    A set of cells is an ``int`` with bit ``i`` set for cell ``i``.
    """

    lattice: Lattice
    points: tuple[Point, ...]

    def __init__(self, lattice: Lattice, points: Iterable[Point]) -> None:
        self.lattice = lattice
        self.points = tuple(sorted(points))
        self.index = {point: cell for cell, point in enumerate(self.points)}

    def __len__(self) -> int:
        return len(self.points)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Grid) and self.lattice.name == other.lattice.name and self.points == other.points

    def __hash__(self) -> int:
        return hash((self.lattice.name, self.points))

    @cached_property
    def full(self) -> int:
        """The mask of all cells."""
        return (1 << len(self.points)) - 1

    @cached_property
    def neighbours(self) -> tuple[tuple[int, ...], ...]:
        """The cells beside each cell, ascending."""
        return tuple(
            tuple(sorted(self.index[near] for near in self.lattice.neighbours(point) if near in self.index))
            for point in self.points
        )

    @cached_property
    def neighbour_masks(self) -> tuple[int, ...]:
        """The same as masks."""
        return tuple(self.mask(cells) for cells in self.neighbours)

    @cached_property
    def dark(self) -> int:
        """The mask of one of the two colours of the checkerboard, the one of ``A1`` on a full rectangle."""
        return self.mask(cell for cell, point in enumerate(self.points) if self.lattice.colour(point) == 0)

    @cached_property
    def symmetries(self) -> tuple[tuple[int, ...], ...]:
        """The permutations of the cells by rotations and reflections, the identity first.

        Cell ``i`` goes to cell ``permutation[i]``.
        """
        own = self.lattice.shape(self.points)
        found: dict[tuple[int, ...], None] = {}
        for turn in self.lattice.turns:
            turned = [turn(point) for point in self.points]
            if self.lattice.shape(turned) == own:
                rank = {point: cell for cell, point in enumerate(sorted(turned))}
                found.setdefault(tuple(rank[point] for point in turned))
        return tuple(found)

    @staticmethod
    def mask(cells: Iterable[int]) -> int:
        """Return the mask of some cells."""
        mask = 0
        for cell in cells:
            mask |= 1 << cell
        return mask

    @staticmethod
    def cells(mask: int) -> Iterator[int]:
        """Yield the cells of a mask in ascending order."""
        while mask:
            yield (mask & -mask).bit_length() - 1
            mask &= mask - 1

    def label(self, cell: int) -> str:
        """Return the label of a cell: row letter and column number, as on the game."""
        row, column = self.points[cell]
        return f"{chr(ord('A') + row)}{column + 1}"

    def cell(self, label: str) -> int:
        """Return the cell with a label.

        Raises
        ------
        InputError
            If no cell has that label.
        """
        match = re.fullmatch(r"([A-Za-z])([1-9][0-9]?)", label)
        if match:
            point = (ord(match[1].upper()) - ord("A"), int(match[2]) - 1)
            if point in self.index:
                return self.index[point]
        raise InputError(
            f"{quoted(label)} is not a cell: write a cell of the board, "
            f"from {self.label(0)} to {self.label(len(self) - 1)}"
        )

    def labels(self, mask: int) -> str:
        """Return the labels of a mask's cells, separated by spaces."""
        return " ".join(self.label(cell) for cell in self.cells(mask))

    def require_masks(self) -> None:
        """Raise :class:`GridTooLargeError` where cells do not fit a 64-bit mask."""
        if len(self) > MASK_CELLS:
            raise GridTooLargeError(f"a grid of {len(self)} cells: sets of cells are kept for at most {MASK_CELLS}")


class SquareGrid(Grid):
    """A rectangle of squares, possibly with holes.

    Parameters
    ----------
    rows, columns
        1 to 26 rows, 1 to 99 columns.
    holes
        Labels of squares that are not there.

    Examples
    --------
    >>> grid = SquareGrid(6, 6)
    >>> len(grid), len(grid.symmetries), grid.label(35)
    (36, 8, 'F6')
    >>> SquareGrid.parse("3x4-B2").format()
    '3x4-B2'
    """

    def __init__(self, rows: int, columns: int, holes: Iterable[str] = ()) -> None:
        if not (1 <= rows <= MOST_ROWS and 1 <= columns <= MOST_COLUMNS):
            raise InputError(f"a grid of {rows}x{columns}: use 1 to {MOST_ROWS} rows and 1 to {MOST_COLUMNS} columns")
        self.rows = rows
        self.columns = columns
        whole = Grid(SQUARES, ((row, column) for row in range(rows) for column in range(columns)))
        gone = {whole.points[whole.cell(label)] for label in holes}
        if len(gone) == len(whole):
            raise InputError("every square of the grid is a hole: leave at least one cell")
        super().__init__(SQUARES, (point for point in whole.points if point not in gone))
        self.holes = tuple(whole.label(whole.index[point]) for point in sorted(gone))

    def __repr__(self) -> str:
        return f"SquareGrid.parse({self.format()!r})"

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read ``6x6``, or ``6x6-A1,B2`` for a grid with holes."""
        match = re.fullmatch(r"([0-9]{1,3})x([0-9]{1,3})(?:-([A-Za-z0-9,]+))?", text.strip())
        if not match:
            raise InputError(f"{quoted(text)} is not a grid: write rows x columns, such as 6x6 or 3x4-B2")
        return cls(int(match[1]), int(match[2]), match[3].split(",") if match[3] else ())

    def format(self) -> str:
        """Return the text that :meth:`parse` reads."""
        size = f"{self.rows}x{self.columns}"
        return f"{size}-{','.join(self.holes)}" if self.holes else size

    def draw(self, letters: dict[int, str], empty: str = ".") -> str:
        """Return rows of text with one character for each cell; holes are blank."""
        return "\n".join(
            "".join(
                letters.get(self.index[row, column], empty) if (row, column) in self.index else " "
                for column in range(self.columns)
            )
            for row in range(self.rows)
        )

    def undraw(self, text: str) -> dict[int, str]:
        """Read rows of text into one character for each cell.

        Raises
        ------
        InputError
            If the rows do not fit the grid.
        """
        lines = [line.rstrip() for line in text.strip("\n").splitlines()]
        if len(lines) != self.rows:
            raise InputError(f"{len(lines)} rows of text: write {self.rows} rows of {self.columns} characters")
        found: dict[int, str] = {}
        for row, line in enumerate(lines):
            padded = line.ljust(self.columns)
            if len(padded) != self.columns:
                raise InputError(f"row {row + 1} is {quoted(line)}: write {self.columns} characters")
            for column, character in enumerate(padded):
                cell = self.index.get((row, column))
                if (cell is None) != (character == " "):
                    raise InputError(f"row {row + 1} is {quoted(line)}: leave exactly the holes blank")
                if cell is not None:
                    found[cell] = character
        return found
