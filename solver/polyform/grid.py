"""Boards without anything on them: cells 0 to n-1 with labels, neighbours, colours and symmetries."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from copy import copy
from functools import cached_property
from itertools import product
from typing import Self

from solver.errors import GridTooLargeError, InputError, quoted
from solver.polyform.grid_text import (
    MOST_COLUMNS,
    MOST_ROWS,
    ROWS_AND_COLUMNS,
    columns_text,
    labels_of,
    read_columns,
    read_labels,
    read_size,
    row_and_column,
    square_at,
)
from solver.polyform.lattice import SQUARES, Lattice, Point, Turn

MASK_CELLS = 64
"""Most cells of a grid whose sets of cells are 64-bit masks."""


class Grid:
    """A finite set of points of a lattice, numbered in row-major order.

    A set of cells is an ``int`` with bit ``i`` set for cell ``i``.

    Parameters
    ----------
    points
        Of the lattice; their rows and columns are those of drawings, from the smallest of each.
    labels
        The labels of the cells, in their order: texts, all different; or ``numbers`` (1 to n), or
        ``rows-and-columns`` (``A1``, ``B3``). By default squares have rows and columns and other cells numbers.

    Examples
    --------
    >>> star = Grid.parse("triangles@4,2-6,2-6,4")
    >>> len(star), len(star.symmetries), star.labels(0b11), [len(near) for near in star.neighbours[:3]]
    (12, 12, '1 2', [1, 1, 3])
    >>> star.draw({0: "a", 11: "b"}).splitlines()
    ['  a', '.....', '.....', '  b']
    """

    lattice: Lattice
    points: tuple[Point, ...]
    cell_labels: tuple[str, ...]
    labelling: str | None
    """The name of the labels, or None where these are the usual ones."""
    index: dict[Point, int]
    """The cell at each point."""
    top: int
    left: int
    rows: int
    columns: int
    flips: bool = True
    """Whether reflections count as symmetries: see :meth:`one_sided`."""

    def __init__(self, lattice: Lattice, points: Iterable[Point], labels: str | Sequence[str] | None = None) -> None:
        self.lattice = lattice
        self.points = tuple(sorted(points))
        self.index = {point: cell for cell, point in enumerate(self.points)}
        self.top = min((row for row, _ in self.points), default=0)
        self.left = min((column for _, column in self.points), default=0)
        self.rows = max((row for row, _ in self.points), default=-1) + 1 - self.top
        self.columns = max((column for _, column in self.points), default=-1) + 1 - self.left
        self.cell_labels, self.labelling = labels_of(self.points, self.lattice, (self.top, self.left), labels)

    def relabelled(self, labels: str | Sequence[str] | None) -> Self:
        """Return the grid with other labels.

        Examples
        --------
        >>> SquareGrid(2, 2, ["B1"]).relabelled("numbers")
        SquareGrid.parse('2x2-B1=numbers')
        """
        grid = copy(self)
        for kept in ("_cell_of", "hole_labels"):
            vars(grid).pop(kept, None)
        grid.cell_labels, grid.labelling = labels_of(self.points, self.lattice, (self.top, self.left), labels)
        return grid

    def __len__(self) -> int:
        return len(self.points)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Grid) and self._value() == other._value()

    def __hash__(self) -> int:
        return hash(self._value())

    def _value(self) -> tuple[object, ...]:
        # The labels themselves: the usual ones begin at the corner of a rectangle, which may be a hole.
        return self.lattice.name, self.points, self.cell_labels, self.flips

    def __repr__(self) -> str:
        return f"Grid.parse({self.format()!r})"

    @cached_property
    def _cell_of(self) -> dict[str, int]:
        return {label.upper(): cell for cell, label in enumerate(self.cell_labels)}

    @cached_property
    def hole_labels(self) -> tuple[str, ...]:
        """The labels of its holes, places of its rectangle without a cell, where rows and columns make the labels."""
        _, other = labels_of(self.points, self.lattice, (self.top, self.left), ROWS_AND_COLUMNS)
        if self.labelling != other:
            return ()
        places = product(range(self.top, self.top + self.rows), range(self.left, self.left + self.columns))
        gaps = (point for point in places if point not in self.index and self.lattice.has(point))
        return tuple(row_and_column(point, self.lattice, (self.top, self.left)) for point in gaps)

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
        """The neighbours of each cell as a mask."""
        return tuple(self.mask(cells) for cells in self.neighbours)

    @cached_property
    def colours(self) -> tuple[int, ...]:
        """The masks of the colours, so that neighbours differ: two of squares or triangles, three of hexagons."""
        coloured = [0] * self.lattice.colours
        for cell, point in enumerate(self.points):
            coloured[self.lattice.colour(point)] |= 1 << cell
        return tuple(coloured)

    @property
    def dark(self) -> int:
        """The mask of the first colour, on squares that of ``A1`` on a full rectangle."""
        return self.colours[0]

    @cached_property
    def symmetries(self) -> tuple[tuple[int, ...], ...]:
        """The permutations of the cells by rotations and reflections, the identity first.

        Cell ``i`` goes to cell ``permutation[i]``.
        """
        turns = self.lattice.turns if self.flips else self.lattice.rotations
        found = (self.permutation(turn) for turn in turns)
        return tuple(dict.fromkeys(one for one in found if one is not None))

    def permutation(self, turn: Turn) -> tuple[int, ...] | None:
        """Return where a turn of the lattice, and a move, send each cell; nothing if they do not keep the grid.

        Examples
        --------
        >>> SquareGrid(1, 3).permutation(SQUARES.turns[2]), SquareGrid(1, 3).permutation(SQUARES.turns[1])
        ((2, 1, 0), None)
        """
        turned = [turn(point) for point in self.points]
        if self.lattice.shape(turned) != self.lattice.shape(self.points):
            return None
        rank = {point: cell for cell, point in enumerate(sorted(turned))}
        return tuple(rank[point] for point in turned)

    def part(self, cells: Iterable[int]) -> Grid:
        """Return the grid of some of the cells, which keep their points and labels.

        Examples
        --------
        >>> SquareGrid(3, 3).part([1, 5, 8]).cell_labels
        ('A2', 'B3', 'C3')
        """
        chosen = sorted(cells)
        return Grid(self.lattice, [self.points[cell] for cell in chosen], [self.label(cell) for cell in chosen])

    def moved(self, mask: int, other: Grid) -> int:
        """Return the mask of the same points on another grid that has them.

        Examples
        --------
        >>> SquareGrid(3, 3).moved(0b100000010, SquareGrid(3, 3).part([1, 5, 8]))
        5
        """
        return self.mask(other.index[self.points[cell]] for cell in self.cells(mask))

    def one_sided(self) -> Self:
        """Return the grid whose only symmetries are rotations, for pieces that may not be turned over.

        Examples
        --------
        >>> len(SquareGrid(3, 4).symmetries), len(SquareGrid(3, 4).one_sided().symmetries)
        (4, 2)
        """
        grid = copy(self)
        vars(grid).pop("symmetries", None)
        grid.flips = False
        return grid

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
        """Return the label of a cell, as printed on the game."""
        return self.cell_labels[cell]

    def cell(self, label: str) -> int:
        """Return the cell with a label, in capitals or not; raise :class:`InputError` if there is none."""
        cell = self._cell_of.get(label.upper())
        if cell is None:
            fault = "is a hole of the board" if label.upper() in self.hole_labels else "is not a cell"
            ends = f"from {self.cell_labels[0]} to {self.cell_labels[-1]}"
            raise InputError(f"{quoted(label)} {fault}: write a cell of the board, {ends}")
        return cell

    def labels(self, mask: int) -> str:
        """Return the labels of a mask's cells, separated by spaces."""
        return " ".join(self.label(cell) for cell in self.cells(mask))

    def require_masks(self) -> None:
        """Raise :class:`GridTooLargeError` where cells do not fit a 64-bit mask."""
        if len(self) > MASK_CELLS:
            raise GridTooLargeError(
                f"a grid of {len(self)} cells: this takes at most {MASK_CELLS}; "
                "larger boards are solved and counted, and their dice designed, verified and printed"
            )

    @staticmethod
    def parse(text: str) -> Grid:
        """Read the text that :meth:`format` writes.

        Squares are a size, perhaps with holes: ``6x6``, ``3x4-B2,C1``. Triangles and hexagons are the columns of each
        row: ``triangles@4,2-6,2-6,4``, ``hexagons@2-4,1-5`` (``+`` joins runs; columns of hexagons go by twos).
        After ``=`` stand the labels, where they are not the usual ones: ``numbers``, ``rows-and-columns`` or all of
        them: ``1x4=JAN,FEB,1..2``. Any other text raises :class:`InputError`.
        """
        geometry, equals, labels = text.strip().partition("=")
        scheme = read_labels(labels) if equals else None
        if "@" in geometry:
            return Grid(*read_columns(geometry), scheme)
        return SquareGrid(*read_size(geometry), scheme)

    def format(self) -> str:
        """Return the text that :meth:`parse` reads."""
        return self.geometry() + (f"={self.labelling}" if self.labelling else "")

    def geometry(self) -> str:
        """Return the text without labels."""
        return columns_text(self.points, self.lattice)

    def draw(self, letters: dict[int, str], empty: str = ".") -> str:
        """Return rows of text with one character for each cell, and blanks elsewhere."""
        lines = (
            "".join(
                letters.get(self.index[row, column], empty) if (row, column) in self.index else " "
                for column in range(self.left, self.left + self.columns)
            )
            for row in range(self.top, self.top + self.rows)
        )
        # A rectangle of squares keeps its holes at the end of a line, so that all lines are equally long.
        return "\n".join(lines if self.lattice is SQUARES else (line.rstrip() for line in lines))

    def undraw(self, text: str) -> dict[int, str]:
        """Read rows of text into one character for each cell; raise :class:`InputError` if they do not fit."""
        lines = [line.rstrip() for line in self.whole_rows(text)]
        if len(lines) != self.rows:
            raise InputError(f"{len(lines)} rows of text: write {self.rows} rows of {self.columns} characters")
        gaps = "the holes" if self.lattice is SQUARES else f"what is no {self.lattice.cell_name} of the board"
        found: dict[int, str] = {}
        for row, line in enumerate(lines):
            padded = line.ljust(self.columns)
            if len(padded) != self.columns:
                raise InputError(f"row {row + 1} is {quoted(line)}: write {self.columns} characters")
            for column, character in enumerate(padded):
                cell = self.index.get((row + self.top, column + self.left))
                if (cell is None) != (character == " "):
                    raise InputError(f"row {row + 1} is {quoted(line)}: leave exactly {gaps} blank")
                if cell is not None:
                    found[cell] = character
        return found

    def whole_rows(self, text: str) -> list[str]:
        """Return the lines of drawings, with just those blank ones at both ends that are rows of the grid.

        Editors, and those who copy from a screen, leave out blank lines at the beginning and at the end.
        """
        lines = text.splitlines()
        marked = [number for number, line in enumerate(lines) if line.strip()]
        if not marked:
            return lines
        above = self.points[0][0] - self.top
        below = self.top + self.rows - 1 - self.points[-1][0]
        return [""] * above + lines[marked[0] : marked[-1] + 1] + [""] * below


class SquareGrid(Grid):
    """A rectangle of squares, possibly with holes.

    Parameters
    ----------
    rows, columns
        1 to 26 rows, 1 to 99 columns.
    holes
        Squares that are not there, by row letter and column number.
    labels
        As for :class:`Grid`.

    Examples
    --------
    >>> grid = SquareGrid(6, 6)
    >>> len(grid), len(grid.symmetries), grid.label(35)
    (36, 8, 'F6')
    >>> SquareGrid(3, 4, ["B2"]).format()
    '3x4-B2'
    """

    cell_labels: tuple[str, ...]
    labelling: str | None

    def __init__(
        self, rows: int, columns: int, holes: Iterable[str] = (), labels: str | Sequence[str] | None = None
    ) -> None:
        if not (1 <= rows <= MOST_ROWS and 1 <= columns <= MOST_COLUMNS):
            raise InputError(f"a grid of {rows}x{columns}: use 1 to {MOST_ROWS} rows and 1 to {MOST_COLUMNS} columns")
        squares = list(product(range(rows), range(columns)))
        gone = {square_at(hole, rows, columns) for hole in holes}
        if len(gone) == len(squares):
            raise InputError("every square of the grid is a hole: leave at least one cell")
        super().__init__(SQUARES, (point for point in squares if point not in gone))
        # Rows and columns are those of the rectangle, also where its edge is a hole.
        self.top = self.left = 0
        self.rows = rows
        self.columns = columns
        self.holes: tuple[str, ...] = tuple(map(row_and_column, sorted(gone)))
        self.cell_labels, self.labelling = labels_of(self.points, self.lattice, (self.top, self.left), labels)

    def __repr__(self) -> str:
        return f"SquareGrid.parse({self.format()!r})"

    @classmethod
    def of_points(
        cls, rows: int, columns: int, points: Iterable[Point], labels: str | Sequence[str] | None = None
    ) -> SquareGrid:
        """Return the rectangle with some squares; all others are its holes.

        Examples
        --------
        >>> SquareGrid.of_points(2, 2, [(0, 0), (1, 1)])
        SquareGrid.parse('2x2-A2,B1')
        """
        holes = set(product(range(rows), range(columns))) - set(points)
        return cls(rows, columns, map(row_and_column, holes), labels)

    @staticmethod
    def parse(text: str) -> SquareGrid:
        """Read ``6x6``, or ``6x6-A1,B2`` for a grid with holes; see :meth:`Grid.parse`."""
        grid = Grid.parse(text)
        if not isinstance(grid, SquareGrid):
            raise InputError(
                f"{quoted(text.strip())} is a grid of {grid.lattice.name}: write rows x columns, such as 6x6"
            )
        return grid

    def geometry(self) -> str:
        """Return the text without labels."""
        size = f"{self.rows}x{self.columns}"
        return f"{size}-{','.join(self.holes)}" if self.holes else size
