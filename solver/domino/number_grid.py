"""The set of dominoes, the boards that it covers, and a grid of numbers on such a board.

A set of *order* n has each pair of numbers from 0 to n once: (n+1)(n+2)/2 dominoes, which cover (n+1)(n+2) squares and
show each number n+2 times.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from typing import Self

from solver.domino.notation import HOLE, Domino, Location, Rows, Solution, format_id, parse_rows
from solver.errors import InputError, require_type
from solver.exact_cover import ExactCover
from solver.polyform import SquareGrid


@cache
def bones(order: int) -> tuple[Domino, ...]:
    """Return the bone pile of an order: every domino, ascending.

    Examples
    --------
    >>> bones(1)
    ((0, 0), (0, 1), (1, 1))
    """
    return tuple((low, high) for low in range(order + 1) for high in range(low, order + 1))


def bone_index(order: int, a: int, b: int) -> int:
    """Return the place of the domino with the numbers ``a`` and ``b``, in either order, in :func:`bones`.

    Examples
    --------
    >>> bones(6)[bone_index(6, 5, 3)]
    (3, 5)
    """
    low, high = min(a, b), max(a, b)
    return low * (2 * order + 1 - low) // 2 + high


def order_of(cells: int) -> int | None:
    """Return the order of the domino set that covers a number of cells, or ``None`` where there is none.

    Examples
    --------
    >>> order_of(56), order_of(55)
    (6, None)
    """
    order = (math.isqrt(4 * cells + 1) - 3) // 2
    return order if order >= 0 and (order + 1) * (order + 2) == cells else None


def require_order(board: SquareGrid) -> int:
    """Return the order of the set that covers a board.

    Examples
    --------
    >>> require_order(SquareGrid(7, 8))
    6
    """
    order = order_of(len(board))
    if order is None:
        below = max((math.isqrt(4 * len(board) + 1) - 3) // 2, 0)
        near = [(n + 1) * (n + 2) for n in (below, below + 1)]
        raise InputError(
            f"{len(board)} cells: no full set of dominoes covers so many; a set of order n covers (n+1)(n+2), here "
            f"{near[0]} or {near[1]}: check the rows, and write . for a hole"
        )
    return order


def usual_board(order: int) -> SquareGrid:
    """Return the board of n+1 rows and n+2 columns.

    Examples
    --------
    >>> usual_board(6).format()
    '7x8'
    """
    return SquareGrid(order + 1, order + 2)


def locations(board: SquareGrid) -> tuple[Location, ...]:
    """Return every pair of neighbouring cells, in the order in which Caviness's ``find`` lists them.

    That is row by row from the first cell of the pair, the pair across before the pair down.

    Examples
    --------
    >>> locations(SquareGrid(2, 2))
    ((0, 1), (0, 2), (1, 3), (2, 3))
    """
    return tuple((cell, other) for cell, near in enumerate(board.neighbours) for other in near if other > cell)


def is_balanced(board: SquareGrid) -> bool:
    """Tell whether a checkerboard has as many dark as light cells; each domino covers one of each."""
    return 2 * board.dark.bit_count() == len(board)


def require_balance(board: SquareGrid) -> None:
    """Refuse a board that no dominoes can cover since its colours differ in number.

    Examples
    --------
    >>> require_balance(SquareGrid(2, 3))
    """
    if not is_balanced(board):
        dark = board.dark.bit_count()
        raise InputError(
            f"the holes leave {dark} dark and {len(board) - dark} light cells of a checkerboard, but each "
            "domino covers one of each colour: move a hole to the other colour"
        )


@lru_cache(maxsize=256)
def _shared_board(rows: int, columns: int, holes: tuple[str, ...] = ()) -> SquareGrid:
    """Return a board; a file has thousands of grids on one."""
    return SquareGrid(rows, columns, holes)


@dataclass(frozen=True)
class NumberGrid:
    """A board with a number on each cell, whose numbers are those of a full set of dominoes.

    The methods of solving and grading work on it; :class:`solver.domino.grid.DominoGrid` adds them to it.

    Raises
    ------
    InputError
        If a text can't be read, or a rule is broken; the message names the first.

    References
    ----------
    Caviness (2014), "Puzzle Construction".

    Examples
    --------
    >>> grid = NumberGrid.of_rows([[0, 0, 1], [0, 1, 1]])
    >>> print(grid)
    0 0 1
    0 1 1
    >>> grid.order, grid.find((0, 1))
    (1, ((1, 2), (1, 4), (3, 4)))
    >>> grid.is_solution(((0, 1), (2, 5), (3, 4)))
    True
    """

    board: SquareGrid
    """Has (n+1)(n+2) cells for an order n, and as many dark as light ones."""
    numbers: tuple[int, ...]
    """One for each cell, from 0 to n, each n+2 times."""

    def __post_init__(self) -> None:
        cells = len(self.board)
        if len(self.numbers) != cells:
            raise InputError(f"{len(self.numbers)} numbers for {cells} cells: give one for each")
        order = require_order(self.board)
        for cell, number in enumerate(self.numbers):
            if not 0 <= number <= order:
                raise InputError(
                    f"number {number} in {self.board.label(cell)}: the set that covers {cells} cells is of order "
                    f"{order}, write 0 to {order}"
                )
        times = Counter(self.numbers)
        for number in range(order + 1):
            if times[number] != order + 2:
                raise InputError(
                    f"number {number} occurs {times[number]} times: a set of order {order} shows each number "
                    f"{order + 2} times, so these numbers can't make it"
                )
        require_balance(self.board)

    @classmethod
    def of_rows(cls, rows: Sequence[Sequence[int | None]]) -> Self:
        """Make a grid of rows of numbers, all of one length, ``None`` for a hole; errors are those of the class."""
        if not rows or not rows[0]:
            raise InputError("no squares: give rows of numbers, . for a hole")
        for row, content in enumerate(rows, start=1):
            if len(content) != len(rows[0]):
                raise InputError(
                    f"row {row} has {len(content)} squares and row 1 has {len(rows[0])}: give each as many, "
                    "and write . for a hole"
                )
        squares = [number for row in rows for number in row]
        board = _shared_board(len(rows), len(rows[0]))
        if None in squares:
            holes = tuple(board.label(cell) for cell, number in enumerate(squares) if number is None)
            board = _shared_board(len(rows), len(rows[0]), holes)
        return cls(board, tuple(number for number in squares if number is not None))

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read an ID, rows of text or JSON, see :mod:`solver.domino.notation`; errors are those of the class."""
        require_type(text, str, "a grid is an ID, rows or JSON as text")
        return cls.of_rows(parse_rows(text))

    def format(self) -> str:
        """Return the ID, a line that :meth:`parse` reads.

        Examples
        --------
        >>> NumberGrid.parse("[[null, 0, 0, null]]").format()
        '0,1x4:.00.'
        """
        return format_id(self.board, self.order, self.numbers)

    def __repr__(self) -> str:
        return f"{type(self).__name__}.parse({self.format()!r})"

    def __str__(self) -> str:
        """Return rows of numbers with spaces between them, ``.`` for a hole."""
        width = len(str(self.order))
        squares = ((HOLE if number is None else str(number) for number in row) for row in self.rows)
        return "\n".join(" ".join(square.rjust(width) for square in row) for row in squares)

    @property
    def rows(self) -> Rows:
        """The numbers row by row, ``None`` for a hole."""
        at, numbers = self.board.index, self.numbers
        return [
            [numbers[at[row, column]] if (row, column) in at else None for column in range(self.board.columns)]
            for row in range(self.board.rows)
        ]

    @cached_property
    def order(self) -> int:
        """The greatest number of the set."""
        return max(self.numbers)

    @property
    def bones(self) -> tuple[Domino, ...]:
        """The bone pile: every domino of the set, ascending."""
        return bones(self.order)

    @cached_property
    def locations(self) -> tuple[Location, ...]:
        """Every pair of neighbouring cells, ascending."""
        return locations(self.board)

    @cached_property
    def dominoes(self) -> tuple[int, ...]:
        """For each location the index, in :attr:`bones`, of the domino that it would hold."""
        return tuple(bone_index(self.order, self.numbers[a], self.numbers[b]) for a, b in self.locations)

    def domino_at(self, location: Location) -> Domino:
        """Return the domino that a location would hold."""
        a, b = self.numbers[location[0]], self.numbers[location[1]]
        return min(a, b), max(a, b)

    def find(self, domino: Domino) -> tuple[Location, ...]:
        """Return all locations of a domino, ascending: ``find`` in Caviness (2014), "Locations"."""
        wanted = (min(domino), max(domino))
        return tuple(location for location in self.locations if self.domino_at(location) == wanted)

    def is_solution(self, solution: Solution) -> bool:
        """Check locations against the definition: each cell once, each domino once."""
        cells = sorted(cell for location in solution for cell in location)
        return (
            cells == list(range(len(self.board)))
            and all(b in self.board.neighbours[a] for a, b in solution)
            and sorted(self.domino_at(location) for location in solution) == list(self.bones)
        )

    @property
    def cover(self) -> ExactCover:
        """The exact cover problem whose items are cells and dominoes, and whose option ``i`` is location ``i``.

        Examples
        --------
        >>> NumberGrid.parse("0:00").cover
        ExactCover(items=('A1', 'A2', '0-0'), options=((0, 1, 2),), multiplicities=(1, 1, 1), primary=3)
        """
        cells = len(self.board)
        labels = tuple(self.board.label(cell) for cell in range(cells))
        options = ((*pair, cells + domino) for pair, domino in zip(self.locations, self.dominoes, strict=True))
        return ExactCover(labels + tuple(f"{low}-{high}" for low, high in self.bones), tuple(options))

    def solution_of(self, chosen: Iterable[int]) -> Solution:
        """Return the locations with some numbers, such as the options that a backend chose, ascending."""
        return tuple(self.locations[option] for option in sorted(chosen))
