"""A domino grid as a value with everything that can be asked of it, and the grids of a file."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from solver.display import Pictured
from solver.domino import grading, methods
from solver.domino.grading import Deductions, Grade, GradedStep
from solver.domino.methods import DominoSolutions
from solver.domino.notation import Location, Solution, located, parse_file, parse_locations
from solver.domino.number_grid import NumberGrid
from solver.errors import InputError
from solver.exact_cover import Count, Limits

Places = str | Iterable[Location]
"""Where dominoes lie: text such as ``A1-A2 B3-C3``, or pairs of cells."""


class DominoGrid(Pictured, NumberGrid):
    """A grid of numbers that every domino of a full set covers once.

    It is made of an ID such as those of Simon Tatham's Dominosa, of rows of numbers or of JSON; see :meth:`parse`.

    Examples
    --------
    >>> grid = DominoGrid.parse("1:001011")
    >>> print(grid)
    0 0 1
    0 1 1
    >>> grid
    DominoGrid.parse('1:001011')
    >>> grid.count().solutions
    3
    >>> grid.solve()
    ((0, 1), (2, 5), (3, 4))
    """

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
        >>> DominoGrid.parse("3:31200011122023203133").grade().level.value
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
