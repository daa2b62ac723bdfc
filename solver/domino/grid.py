"""A domino grid as a value with everything that can be asked of it, and the grids of a file."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Self

from solver.display import Pictured
from solver.domino import grading, methods
from solver.domino.dominoes import bone_index, bones, locations, require_balance, require_numbers
from solver.domino.grading import Deductions, Grade, GradedStep
from solver.domino.methods import DominoSolutions
from solver.domino.notation import (
    HOLE,
    Domino,
    Location,
    Rows,
    Solution,
    format_id,
    located,
    parse_file,
    parse_locations,
    parse_rows,
)
from solver.errors import InputError, require_type
from solver.exact_cover import Count, ExactCover, Limits
from solver.polyform import SquareGrid

Places = str | Iterable[Location]
"""Where dominoes lie: text such as ``A1-A2 B3-C3``, or pairs of cells."""


@lru_cache(maxsize=256)
def _shared_board(rows: int, columns: int, holes: tuple[str, ...] = ()) -> SquareGrid:
    """Return a board; a file has thousands of grids on one."""
    return SquareGrid(rows, columns, holes)


@dataclass(frozen=True)
class DominoGrid(Pictured):
    """A grid of numbers that every domino of a full set covers once.

    It is made of an ID such as those of Simon Tatham's Dominosa, of rows of numbers or of JSON; see :meth:`parse`.

    Raises
    ------
    InputError
        If a text can't be read, or a rule is broken; the message names the first.

    References
    ----------
    Caviness (2014), "Puzzle Construction".

    Examples
    --------
    >>> grid = DominoGrid.of_rows([[0, 0, 1], [0, 1, 1]])
    >>> print(grid)
    0 0 1
    0 1 1
    >>> grid, grid.order, grid.find((0, 1))
    (DominoGrid.parse('1:001011'), 1, ((1, 2), (1, 4), (3, 4)))
    >>> grid.count().solutions
    3
    >>> grid.solve()
    ((0, 1), (2, 5), (3, 4))
    """

    board: SquareGrid
    """Has (n+1)(n+2) cells for an order n, and as many dark as light ones."""
    numbers: tuple[int, ...]
    """One for each cell, from 0 to n, each n+2 times."""

    def __post_init__(self) -> None:
        cells = len(self.board)
        if len(self.numbers) != cells:
            raise InputError(f"{len(self.numbers)} numbers for {cells} cells: give one for each")
        require_numbers(self.board, self.numbers)
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
        >>> DominoGrid.parse("[[null, 0, 0, null]]").format()
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
        >>> DominoGrid.parse("0:00").cover
        ExactCover(items=('A1', 'A2', '0-0'), options=((0, 1, 2),), multiplicities=(1, 1, 1), primary=3)
        """
        cells = len(self.board)
        labels = tuple(self.board.label(cell) for cell in range(cells))
        options = ((*pair, cells + domino) for pair, domino in zip(self.locations, self.dominoes, strict=True))
        return ExactCover(labels + tuple(f"{low}-{high}" for low, high in self.bones), tuple(options))

    def solution_of(self, chosen: Iterable[int]) -> Solution:
        """Return the locations with some numbers, such as the options that a backend chose, ascending."""
        return tuple(self.locations[option] for option in sorted(chosen))

    def solve(self) -> Solution | None:
        """Return a solution, or ``None`` if there is none: a location for each domino, as indices of cells."""
        return next(self.solutions(), None)

    def solutions(
        self, method: str = methods.DEFAULT, *, limit: int | None = None, seconds: float | None = None
    ) -> DominoSolutions:
        """Yield every solution once; at the end the iterator's ``status`` says whether these are all.

        The method is ``human``, ``brute-force``, ``odometer`` or ``odometer-unsorted`` (Caviness's ways), or a backend.
        After ``seconds`` it gives up, with the status ``UNKNOWN``.

        Raises
        ------
        InputError
            If there is no such method.
        MissingPackageError
            If it needs a package that is not installed.

        Examples
        --------
        >>> solutions = DominoGrid.parse("1:001101").solutions("human")
        >>> list(solutions), solutions.status.value, solutions.stats.nodes
        ([((0, 1), (2, 5), (3, 4)), ((0, 3), (1, 4), (2, 5))], 'solved', 4)
        """
        return methods.solutions(self, method, Limits(limit, seconds=seconds))

    def count(self, method: str = methods.DEFAULT, *, limit: int | None = None, seconds: float | None = None) -> Count:
        """Count the solutions, no further than ``limit``: 2 tells whether there is exactly one.

        The number is exact where the status is ``SOLVED`` or ``UNSOLVABLE``, else a lower bound.
        """
        return methods.count(self, method, Limits(limit, seconds=seconds))

    def explain(self, placed: Places = ()) -> Deductions:
        """Solve the grid as a person does, step by step, as far as the rules of deduction go.

        Examples
        --------
        >>> print(DominoGrid.parse("1:001110").explain())
        1. Domino 0-0 fits only at A1-A2: nothing else may cover A1 or A2.
        2. Domino 1-1 fits only at B1-B2: nothing else may cover B1 or B2.
        3. Domino 0-1 fits only at A3-B3.
        Every domino has its place, and there is no other solution.
        """
        return grading.deduce(self, self._locations(placed))

    def grade(self) -> Grade:
        """Return how hard the grid is for a person.

        Examples
        --------
        >>> DominoGrid.parse("3:31200011122023203133").grade().difficulty.value
        'trivial'
        """
        return grading.grade(self)

    def hint(self, placed: Places = (), ruled_out: Places = ()) -> GradedStep:
        """Return the next step for a player who has placed some dominoes and ruled some locations out.

        Examples
        --------
        >>> print(DominoGrid.parse("1:001011").hint(placed="B1-B2"))
        Domino 0-0 fits only at A1-A2.
        """
        return grading.hint(self, self._locations(placed), self._locations(ruled_out))

    def _locations(self, places: Places) -> tuple[Location, ...]:
        if isinstance(places, str):
            return parse_locations(self.board, places)
        if not isinstance(places, Iterable):
            raise InputError(f"locations are text such as A1-A2 or pairs of cells; {places!r} is neither")
        return tuple((min(pair), max(pair)) for pair in places)


@dataclass(frozen=True, slots=True)
class NamedGrid:
    """A grid of a file, with the name that it has there.

    Examples
    --------
    >>> parse_grids("1:001011")[0].grid
    DominoGrid.parse('1:001011')
    """

    name: str
    grid: DominoGrid


def parse_grids(text: str) -> tuple[NamedGrid, ...]:
    r"""Read the grids of a file: one in any notation, or IDs line by line, or a JSON object of grids by name.

    A line may also be a table's row: a name, the order and the numbers, with tabs between; ``#`` begins a comment.

    Raises
    ------
    InputError
        If a grid can't be read; the message names it.

    Examples
    --------
    >>> parse_grids("first\t1\t001011")
    (NamedGrid(name='first', grid=DominoGrid.parse('1:001011')),)
    """
    found = []
    for name, place, rows in parse_file(text):
        with located(place):
            found.append(NamedGrid(name, DominoGrid.of_rows(rows)))
    return tuple(found)
