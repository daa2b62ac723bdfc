"""Free polyominoes: by their squares, by text, and by name; and where they can lie on a grid."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Self

from solver.display import Pictured
from solver.errors import InputError, quoted
from solver.polyform.grid import Grid
from solver.polyform.lattice import SQUARES, Lattice, Point, Shape

MOST_SQUARES = 64

NAMED = {
    "I1": "#",
    "I2": "##",
    "I3": "###",
    "L3": "##/#.",
    "I4": "####",
    "O4": "##/##",
    "T4": "###/.#.",
    "L4": "###/#..",
    "S4": ".##/##.",
    "F5": ".##/##./.#.",
    "I5": "#####",
    "L5": "####/#...",
    "N5": "###./..##",
    "P5": "###/##.",
    "T5": "###/.#./.#.",
    "U5": "#.#/###",
    "V5": "###/#../#..",
    "W5": "#../##./.##",
    "X5": ".#./###/.#.",
    "Y5": "####/.#..",
    "Z5": "##./.#./.##",
}
"""The free polyominoes of one to five squares: the letter that each looks like, and its order."""

ALIASES = {
    "MONOMINO": "I1",
    "DOMINO": "I2",
    "1": "I1",
    "2": "I2",
    "3-I": "I3",
    "3-L": "L3",
    "V3": "L3",
    "4-I": "I4",
    "4-SQUARE": "O4",
    "4-T": "T4",
    "4-L": "L4",
    "J4": "L4",
    "4-Z": "S4",
    "Z4": "S4",
    "S5": "Z5",
}
"""Other names in use, those of Jensen (2023), Table 2, among them."""

ORDERS = {"MONOMINOES": 1, "DOMINOES": 2, "TROMINOES": 3, "TETROMINOES": 4, "PENTOMINOES": 5}


@dataclass(frozen=True, slots=True)
class Piece(Pictured):
    """A free polyomino: equal to its rotations and reflections.

    Raises
    ------
    InputError
        If it has no square, more than 64, one twice, or is not connected.

    Examples
    --------
    >>> Piece.parse("##/#.") == Piece.parse(".#/##") == Piece.parse("L3")
    True
    >>> Piece.parse("###/..#"), len(Piece.parse("L4").orientations)
    (Piece.parse('L4'), 8)
    """

    shape: Shape
    """Its squares; kept as the first of its orientations."""

    def __post_init__(self) -> None:
        points = set(self.shape)
        if not points or len(points) != len(self.shape) or len(points) > MOST_SQUARES:
            raise InputError(f"a piece of {len(self.shape)} squares: use 1 to {MOST_SQUARES}, each once")
        if not _connected(points, SQUARES):
            raise InputError(f"piece {_draw(SQUARES.shape(points))} is in two parts: join its squares by edges")
        object.__setattr__(self, "shape", SQUARES.orientations(points)[0])

    def __repr__(self) -> str:
        return f"Piece.parse({self.name!r})"

    @property
    def order(self) -> int:
        """The number of squares."""
        return len(self.shape)

    @property
    def orientations(self) -> tuple[Shape, ...]:
        """The fixed polyominoes that it can be turned into."""
        return SQUARES.orientations(self.shape)

    @property
    def imbalance(self) -> int:
        """How many more squares of one checkerboard colour it covers than of the other."""
        return abs(sum(1 if SQUARES.colour(point) else -1 for point in self.shape))

    @property
    def name(self) -> str:
        """Its name, or for one of six squares and more the text of its shape."""
        return _names().get(self, _draw(self.shape))

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read a name (``L3``, ``domino``, ``4-Square``) or rows of ``#`` and ``.`` joined by ``/``."""
        word = text.strip()
        shape = NAMED.get(ALIASES.get(word.upper(), word.upper()), word)
        if not re.fullmatch(r"[#.]+(/[#.]+)*", shape):
            raise InputError(f"{quoted(word)} is not a piece: write a name such as L3 or T4, or its rows such as ##/#.")
        rows = enumerate(shape.split("/"))
        return cls(tuple((r, c) for r, row in rows for c, square in enumerate(row) if square == "#"))

    def format(self) -> str:
        """Return the name or text that :meth:`parse` reads."""
        return self.name


def free_polyominoes(order: int) -> tuple[Piece, ...]:
    """Return all free polyominoes of an order, by name where they have one.

    Examples
    --------
    >>> [len(free_polyominoes(order)) for order in range(1, 7)]
    [1, 1, 2, 5, 12, 35]
    """
    if not 1 <= order <= 10:
        raise InputError(f"free polyominoes of order {order}: list those of order 1 to 10")
    shapes = {((0, 0),)} if order == 1 else _grown(free_polyominoes(order - 1))
    pieces = {Piece(shape) for shape in shapes}
    names = list(_names())
    return tuple(sorted(pieces, key=lambda p: (names.index(p) if p in names else len(names), p.shape)))


def placements(piece: Piece, grid: Grid) -> Iterator[int]:
    """Yield every placement of a free piece on an empty grid.

    Yields
    ------
    int
        Bit ``i`` is set when cell ``i`` is covered. Ordered by lowest cell, then by mask.

    References
    ----------
    Garvie and Burkardt (2020), section 2; Jensen (2023), section 3: 625 placements in all of the nine pieces on
    the empty 6×6 board.

    Examples
    --------
    >>> from solver.polyform.grid import SquareGrid
    >>> sum(1 for _ in placements(Piece.parse("domino"), SquareGrid(6, 6)))
    60
    """
    found: set[int] = set()
    for shape in piece.orientations:
        first_row, first_column = shape[0]
        for row, column in grid.points:
            down, right = row - first_row, column - first_column
            cells = [grid.index.get((r + down, c + right)) for r, c in shape]
            if None not in cells:
                found.add(grid.mask(cell for cell in cells if cell is not None))
    return iter(sorted(found, key=lambda mask: (mask & -mask, mask)))


def _grown(pieces: Iterable[Piece]) -> set[Shape]:
    return {
        SQUARES.orientations({*piece.shape, near})[0]
        for piece in pieces
        for point in piece.shape
        for near in SQUARES.neighbours(point)
        if near not in piece.shape
    }


@cache
def _names() -> dict[Piece, str]:
    return {Piece.parse(name): name for name in NAMED}


def _draw(shape: Iterable[Point]) -> str:
    points = set(shape)
    rows, columns = max(r for r, _ in points) + 1, max(c for _, c in points) + 1
    return "/".join("".join("#" if (r, c) in points else "." for c in range(columns)) for r in range(rows))


def _connected(points: set[Point], lattice: Lattice) -> bool:
    reached = {min(points)}
    edge = list(reached)
    while edge:
        near = [q for p in edge for q in lattice.neighbours(p) if q in points and q not in reached]
        reached.update(near)
        edge = near
    return len(reached) == len(points)
