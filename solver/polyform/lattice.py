"""Where the cells of a board and of a piece lie: the lattices of squares, of triangles, of hexagons, and of packages.

No other module knows the shape of a cell, except the checkers on purpose. A point is a row and a column, as
in a drawing of text:

- squares: every row and column;
- triangles: every row and column; a triangle points up where row + column is even, and shares its horizontal edge with
  the row below, otherwise with the row above;
- hexagons: row + column is even, for each row stands half a cell beside the next.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from functools import cached_property
from itertools import product

from solver.errors import InputError, quoted, suggestion
from solver.registry import Registry

Point = tuple[int, int]
Shape = tuple[Point, ...]
"""Points in ascending order, moved to the origin: see :meth:`Lattice.shape`."""

Turn = Callable[[Point], Point]
"""A rotation or reflection that fixes a lattice."""


class Lattice(ABC):
    """The points of the plane that can be cells, with their neighbours, colours, outlines and symmetries.

    Examples
    --------
    >>> [(one.name, one.colours, len(one.turns)) for one in LATTICES.values()]
    [('squares', 2, 8), ('triangles', 2, 12), ('hexagons', 3, 12)]
    >>> TRIANGLES.neighbours((0, 0)), TRIANGLES.neighbours((0, 1))
    (((0, -1), (0, 1), (1, 0)), ((-1, 1), (0, 0), (0, 2)))
    """

    name: str
    """The cells in the plural, as files name the lattice."""
    cell_name: str
    pieces_name: str
    """The name of its pieces, in the plural."""
    polyforms: tuple[str, ...]
    """The names of the sets of all pieces of one cell, of two cells and so on."""
    edges: int
    """How many edges a cell has."""
    colours: int
    """How many colours :meth:`colour` needs."""
    colour_names: tuple[str, ...]
    """The names of the colours."""
    coloured_name: str = "cells"
    """The noun after the name of a colour."""
    colouring: tuple[str, str] = ("", "")
    """The beginning of a sentence about colours, and the words after a colour's cells, where they do not show it."""
    row_names: tuple[str, ...] = ("row", "rising row", "falling row")
    """The directions in which cells lie in rows, between parallel lines."""
    turn_names: tuple[str, ...]
    """The name of each of :attr:`turns`; reflections by their axis.

    ``mirror-diagonal`` keeps the diagonal from the top left. Where an axis is oblique, the hours on the face of a clock
    say where it runs.
    """
    unit: tuple[float, float]
    """The height and width of one step of :meth:`corners`, where the edge of a cell is 1."""
    step: int = 1
    """The distance between neighbours in a row, in columns."""
    marks: str = ""
    """The characters that draw a cell of each colour, where they are told apart."""
    usual_side: int = 4
    """The side of the board of a new puzzle."""

    def __repr__(self) -> str:
        return self.name.upper()

    def __reduce__(self) -> tuple[Callable[[str], Lattice], tuple[str]]:
        return lattice_named, (self.name,)

    def has(self, point: Point) -> bool:
        """Tell whether there is a cell at a point."""
        return True

    @abstractmethod
    def neighbours(self, point: Point) -> tuple[Point, ...]:
        """Return the points that share an edge with ``point``, ascending."""

    @abstractmethod
    def colour(self, point: Point) -> int:
        """Return a number below :attr:`colours` so that neighbours differ."""

    def moves(self, down: int, right: int) -> bool:
        """Tell whether the lattice looks the same when it is moved."""
        return (down + right) % 2 == 0

    def board(self, side: int) -> list[Point]:
        """Return the points of a board to begin with: a square of that side, or a hexagon."""
        points = product(range(side), range(side * self.step))
        return [point for point in points if self.has(point)]

    @abstractmethod
    def centre(self, point: Point) -> tuple[int, int]:
        """Return the centre of a cell, down and to the right of a point about which :attr:`turns` turn, in steps."""

    @abstractmethod
    def corners(self, point: Point) -> tuple[tuple[int, int], ...]:
        """Return the corners of a cell clockwise from the top (left), in the coordinates of :meth:`centre`."""

    def rows(self, point: Point) -> tuple[int, ...]:
        """Return the numbers of the rows that a cell lies in, one for each of :attr:`row_names`."""
        row, column = point
        return row, (row + column) // 2, (column - row - 1) // 2

    @property
    @abstractmethod
    def turns(self) -> tuple[Turn, ...]:
        """The rotations, the identity first, and then as many reflections."""

    @cached_property
    def rotations(self) -> tuple[Turn, ...]:
        """The turns that don't reflect."""
        return self.turns[: len(self.turns) // 2]

    def shape(self, points: Iterable[Point]) -> Shape:
        """Move points to the origin: the smallest row is 0, the smallest column 0, or 1 where nothing else is possible.

        A triangle that points up still points up when it is moved, so where row + column of the top left corner is odd,
        it comes to lie at (0, 1).
        """
        points = list(points)
        top = min(row for row, _ in points)
        left = min(column for _, column in points)
        left -= 0 if self.moves(top, left) else 1
        return tuple(sorted((row - top, column - left) for row, column in points))

    def orientations(self, points: Iterable[Point], *, flips: bool = True) -> tuple[Shape, ...]:
        """Return the different shapes that rotations make of some points, and reflections if it ``flips``, in order."""
        points = list(points)
        turns = self.turns if flips else self.rotations
        return tuple(sorted({self.shape(turn(point) for point in points) for turn in turns}))

    def connected(self, points: Iterable[Point]) -> bool:
        """Tell whether one can walk between any two of the points over shared edges."""
        left = set(points)
        edge = [left.pop()] if left else []
        while edge:
            near = {beside for point in edge for beside in self.neighbours(point)} & left
            left -= near
            edge = list(near)
        return not left


class Squares(Lattice):
    """The square lattice; its turns are the eight symmetries of the square."""

    name = "squares"
    cell_name = "square"
    edges = 4
    pieces_name = "polyominoes"
    polyforms: tuple[str, ...] = ("monominoes", "dominoes", "trominoes", "tetrominoes", "pentominoes", "hexominoes")
    colours = 2
    colour_names: tuple[str, ...] = ("dark", "light")
    colouring: tuple[str, str] = ("On a chessboard ", " of a chessboard")
    row_names: tuple[str, ...] = ("row", "column")
    unit: tuple[float, float] = (0.5, 0.5)
    usual_side = 5
    turns: tuple[Turn, ...] = (
        lambda p: (p[0], p[1]),
        lambda p: (p[1], -p[0]),
        lambda p: (-p[0], -p[1]),
        lambda p: (-p[1], p[0]),
        lambda p: (p[0], -p[1]),
        lambda p: (-p[0], p[1]),
        lambda p: (p[1], p[0]),
        lambda p: (-p[1], -p[0]),
    )
    turn_names: tuple[str, ...] = (
        *("identity", "rotate-90", "rotate-180", "rotate-270"),
        *("mirror-left-right", "mirror-top-bottom", "mirror-diagonal", "mirror-antidiagonal"),
    )

    def neighbours(self, point: Point) -> tuple[Point, ...]:
        row, column = point
        return (row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column)

    def colour(self, point: Point) -> int:
        return (point[0] + point[1]) % 2

    def moves(self, down: int, right: int) -> bool:
        return True

    def rows(self, point: Point) -> tuple[int, ...]:
        return point

    def centre(self, point: Point) -> tuple[int, int]:
        return 2 * point[0], 2 * point[1]

    def corners(self, point: Point) -> tuple[tuple[int, int], ...]:
        y, x = self.centre(point)
        return (y - 1, x - 1), (y - 1, x + 1), (y + 1, x + 1), (y + 1, x - 1)


class _Triangular(Lattice):
    """The common base of triangles and hexagons: the twelve symmetries of the regular hexagon."""

    turn_names: tuple[str, ...] = (
        *("identity", "rotate-60", "rotate-120", "rotate-180", "rotate-240", "rotate-300"),
        *("mirror-left-right", "mirror-1-7", "mirror-2-8", "mirror-top-bottom", "mirror-4-10", "mirror-5-11"),
    )

    @abstractmethod
    def at(self, centre: tuple[int, int]) -> Point:
        """Return the point of the cell with a centre."""

    @cached_property
    def turns(self) -> tuple[Turn, ...]:
        def turn(sixths: int, *, reflected: bool) -> Turn:
            def turned(point: Point) -> Point:
                y, x = self.centre(point)
                x = -x if reflected else x
                for _ in range(sixths):
                    # By 60 degrees; a step down is the third of an edge's height or width times √3.
                    y, x = (3 * x + y) // 2, (x - y) // 2
                return self.at((y, x))

            return turned

        return tuple(turn(sixths, reflected=reflected) for reflected in (False, True) for sixths in range(6))


class Triangles(_Triangular):
    """The lattice of triangles; a point's parity decides which way it points and who its neighbours are."""

    name = "triangles"
    cell_name = "triangle"
    edges = 3
    pieces_name = "polyiamonds"
    polyforms: tuple[str, ...] = ("moniamonds", "diamonds", "triamonds", "tetriamonds", "pentiamonds", "hexiamonds")
    colours = 2
    colour_names: tuple[str, ...] = ("upward", "downward")
    coloured_name = "triangles"
    marks = "^v"
    usual_side = 2
    unit: tuple[float, float] = (3**0.5 / 6, 0.5)

    @staticmethod
    def points_up(point: Point) -> bool:
        """Tell whether a triangle points up."""
        return (point[0] + point[1]) % 2 == 0

    def neighbours(self, point: Point) -> tuple[Point, ...]:
        row, column = point
        beside = (row, column - 1), (row, column + 1)
        return (*beside, (row + 1, column)) if self.points_up(point) else ((row - 1, column), *beside)

    def colour(self, point: Point) -> int:
        return 0 if self.points_up(point) else 1

    def board(self, side: int) -> list[Point]:
        points = []
        for row in range(2 * side):
            beyond = side - 1 - min(row, 2 * side - 1 - row)
            # Where (side - 1) is odd, all points move by one, so that those at the upper left ends point up.
            left = (side - 1) % 2 + beyond
            points += [(row, left + place) for place in range(4 * side - 1 - 2 * beyond)]
        return points

    def centre(self, point: Point) -> tuple[int, int]:
        return 3 * point[0] + (2 if self.points_up(point) else 1), point[1]

    def at(self, centre: tuple[int, int]) -> Point:
        return centre[0] // 3, centre[1]

    def corners(self, point: Point) -> tuple[tuple[int, int], ...]:
        y, x = 3 * point[0], point[1]
        if self.points_up(point):
            return (y, x), (y + 3, x + 1), (y + 3, x - 1)
        return (y, x - 1), (y, x + 1), (y + 3, x)


class Hexagons(_Triangular):
    """The lattice of hexagons that stand on a corner: neighbours in a row are two columns apart."""

    name = "hexagons"
    cell_name = "hexagon"
    edges = 6
    pieces_name = "polyhexes"
    polyforms: tuple[str, ...] = ("monohexes", "dihexes", "trihexes", "tetrahexes", "pentahexes", "hexahexes")
    colours = 3
    colour_names: tuple[str, ...] = ("dark", "grey", "light")
    colouring: tuple[str, str] = (
        "In three colours, so that no two neighbours are alike, ",
        " of a board in three colours",
    )
    unit: tuple[float, float] = (0.5, 3**0.5 / 2)
    step = 2
    usual_side = 3

    def has(self, point: Point) -> bool:
        return (point[0] + point[1]) % 2 == 0

    def neighbours(self, point: Point) -> tuple[Point, ...]:
        row, column = point
        return (
            (row - 1, column - 1),
            (row - 1, column + 1),
            (row, column - 2),
            (row, column + 2),
            (row + 1, column - 1),
            (row + 1, column + 1),
        )

    def colour(self, point: Point) -> int:
        return point[1] % 3

    def board(self, side: int) -> list[Point]:
        points = []
        for row in range(2 * side - 1):
            beyond = abs(row - (side - 1))
            # Columns go by twos, and the middle row begins at 0 or 1 so that row + column is even.
            left = beyond + (side - 1) % 2
            points += [(row, left + 2 * place) for place in range(2 * side - 1 - beyond)]
        return points

    def centre(self, point: Point) -> tuple[int, int]:
        return 3 * point[0], point[1]

    def at(self, centre: tuple[int, int]) -> Point:
        return centre[0] // 3, centre[1]

    def corners(self, point: Point) -> tuple[tuple[int, int], ...]:
        y, x = self.centre(point)
        return (y - 2, x), (y - 1, x + 1), (y + 1, x + 1), (y + 2, x), (y + 1, x - 1), (y - 1, x - 1)


SQUARES, TRIANGLES, HEXAGONS = Squares(), Triangles(), Hexagons()


def _accepted(found: object, name: str) -> Lattice:
    if not isinstance(found, Lattice) or found.name != name:
        raise InputError(f"lattice {name}: the package that brings it has to name a Lattice whose name is {name}")
    return found


LATTICES: Registry[Lattice] = Registry(
    "lattice", "dicelab.lattices", {lattice.name: lattice for lattice in (SQUARES, TRIANGLES, HEXAGONS)}, _accepted
)
"""The lattices by name: those that ship, and the entry points of ``dicelab.lattices``."""


def lattice_named(name: str) -> Lattice:
    """Return the lattice of a name.

    Raises :class:`InputError` if there is none; the message suggests the nearest.

    Examples
    --------
    >>> lattice_named("triangels")
    Traceback (most recent call last):
    solver.errors.InputError: lattice 'triangels': did you mean triangles?
    """
    if name not in LATTICES:
        raise InputError(f"lattice {quoted(name)}: {suggestion(name, LATTICES)}")
    return LATTICES[name]
