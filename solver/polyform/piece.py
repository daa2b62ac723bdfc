"""Pieces: by their cells, by text, and by name; and where they can lie on a grid."""

from __future__ import annotations

import json
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import product
from pathlib import Path
from typing import Self

from solver.display import Pictured
from solver.errors import InputError, quoted
from solver.polyform.grid import Grid
from solver.polyform.lattice import LATTICES, SQUARES, Lattice, Point, Shape

MOST_CELLS = 64

NAMED: defaultdict[Lattice, dict[str, str]] = defaultdict(dict)
"""The small free polyforms by the letter that each looks like and its order, as :meth:`Piece.parse` reads them."""

ALIASES: defaultdict[Lattice, dict[str, str]] = defaultdict(dict)
"""Other names in use, those of Jensen (2023), Table 2, among them."""

for _name, _known in json.loads(Path(__file__).with_name("pieces.json").read_text("utf-8")).items():
    NAMED[LATTICES[_name]], ALIASES[LATTICES[_name]] = _known["names"], _known["aliases"]

ONE_SIDED = "~"
"""The last character of the text of a piece that may not be turned over."""


@dataclass(frozen=True, slots=True)
class Piece(Pictured):
    """A polyform that may be turned, and turned over unless its back is printed.

    It equals its rotations, and if it ``flips`` its reflections: then it is a free polyform, otherwise a one-sided one.

    Raises
    ------
    InputError
        If it has no cell, more than 64, one twice, is not connected, or lies where the lattice has no cell.

    Examples
    --------
    >>> Piece.parse("##/#.") == Piece.parse(".#/##") == Piece.parse("L3")
    True
    >>> Piece.parse("###/..#"), len(Piece.parse("L4").orientations)
    (Piece.parse('L4'), 8)
    >>> len(Piece.parse("L4~").orientations), Piece.parse("L4~") == Piece.parse("###/..#~")
    (4, False)
    >>> from solver.polyform.lattice import HEXAGONS, TRIANGLES
    >>> [len(Piece.parse("I1", lattice).orientations) for lattice in (SQUARES, TRIANGLES, HEXAGONS)]
    [1, 2, 1]
    """

    shape: Shape
    """Its cells; kept as the first of its orientations."""
    lattice: Lattice = SQUARES
    flips: bool = True
    """Whether it may be turned over; kept as True where that makes no difference."""

    def __post_init__(self) -> None:
        points, lattice = set(self.shape), self.lattice
        if not points or len(points) != len(self.shape) or len(points) > MOST_CELLS:
            raise InputError(f"a piece of {len(self.shape)} {lattice.name}: use 1 to {MOST_CELLS}, each once")
        odd = next((point for point in sorted(points) if not lattice.has(point)), None)
        if odd is not None:
            raise InputError(
                f"there is no {lattice.cell_name} in row {odd[0] + 1} and place {odd[1] + 1} of the piece: "
                f"write {lattice.name} at every second place, each row half a cell beside the next"
            )
        if not lattice.connected(points):
            raise InputError(f"piece {_draw(lattice.shape(points))} is in two parts: join its {lattice.name} by edges")
        turned = lattice.orientations(points, flips=self.flips)
        object.__setattr__(self, "shape", turned[0])
        if turned == lattice.orientations(points):
            object.__setattr__(self, "flips", True)

    def __repr__(self) -> str:
        lattice = "" if self.lattice is SQUARES else f", {self.lattice!r}"
        return f"Piece.parse({self.name!r}{lattice})"

    @property
    def order(self) -> int:
        """The number of cells."""
        return len(self.shape)

    @property
    def reflected(self) -> Piece:
        """The piece in a mirror: itself if it ``flips``.

        Examples
        --------
        >>> Piece.parse("L4~").reflected == Piece.parse("###/#..~")
        False
        >>> Piece.parse("L4~").reflected.reflected == Piece.parse("L4~")
        True
        """
        if self.flips:
            return self
        mirror = self.lattice.turns[-1]
        return Piece(self.lattice.shape(map(mirror, self.shape)), self.lattice, flips=False)

    @property
    def orientations(self) -> tuple[Shape, ...]:
        """The fixed polyforms that it can be turned into."""
        return _orientations(self.shape, self.lattice, self.flips)

    @property
    def colourings(self) -> tuple[tuple[int, ...], ...]:
        """How many cells of each colour of the lattice it can cover, ascending.

        Examples
        --------
        >>> from solver.polyform.lattice import HEXAGONS
        >>> Piece.parse("T4").colourings, Piece.parse("I3", HEXAGONS).colourings
        (((1, 3), (3, 1)), ((1, 1, 1),))
        """
        return _colourings(self.shape, self.lattice, self.flips)

    @property
    def imbalance(self) -> int:
        """How many more cells of one colour it covers than of another, at most."""
        return max(max(counts) - min(counts) for counts in self.colourings)

    @property
    def name(self) -> str:
        """Its name, or for one that has none the text of its shape."""
        side = "" if self.flips else ONE_SIDED
        return _names(self.lattice).get(self, _draw(self.shape) + side)

    def times(self, copies: int) -> str:
        """Return the text of a number of copies.

        Examples
        --------
        >>> Piece.parse("L3").times(2), Piece.parse("L3").times(1)
        ('2*L3', 'L3')
        """
        return f"{copies}*{self.name}" if copies > 1 else self.name

    @classmethod
    def parse(cls, text: str, lattice: Lattice = SQUARES) -> Self:
        """Read a name (``L3``, ``domino``, ``4-Square``) or rows of ``#`` and ``.`` joined by ``/``.

        The first place of the first row is a triangle that points up, or a hexagon; the places of hexagons go by twos
        (``#.#/.#.`` are three around a corner). A ``~`` at the end makes a piece that may not be turned over.
        """
        word = text.strip()
        flips = not word.endswith(ONE_SIDED)
        bare = word.removesuffix(ONE_SIDED)
        shape = NAMED[lattice].get(ALIASES[lattice].get(bare.upper(), bare.upper()), bare)
        if not re.fullmatch(r"[#.]+(/[#.]+)*", shape):
            of = "" if lattice is SQUARES else f" of {lattice.name}"
            drawn = "##/#." if lattice.step == 1 else "#.#/.#."
            named = "L3 or T4" if lattice is SQUARES else " or ".join(list(NAMED[lattice])[3:5])
            name = f"a name such as {named}, or " if named else ""
            raise InputError(f"{quoted(word)} is not a piece{of}: write {name}its rows such as {drawn}")
        rows = enumerate(shape.split("/"))
        return cls(tuple((r, c) for r, row in rows for c, cell in enumerate(row) if cell == "#"), lattice, flips)

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
    return free_polyforms(order, SQUARES)


def free_polyforms(order: int, lattice: Lattice) -> tuple[Piece, ...]:
    """Return all free polyforms of an order on a lattice, by name where they have one.

    Raises
    ------
    InputError
        If the order is not 1 to 10.

    Examples
    --------
    >>> from solver.polyform.lattice import HEXAGONS, TRIANGLES
    >>> [len(free_polyforms(order, TRIANGLES)) for order in range(1, 8)]
    [1, 1, 1, 3, 4, 12, 24]
    >>> [len(free_polyforms(order, HEXAGONS)) for order in range(1, 6)]
    [1, 1, 3, 7, 22]
    """
    if not 1 <= order <= 10:
        raise InputError(f"free {lattice.pieces_name} of order {order}: list those of order 1 to 10")
    pieces = {Piece(shape, lattice) for shape in _free_shapes(order, lattice)}
    names = list(_names(lattice))
    return tuple(sorted(pieces, key=lambda p: (names.index(p) if p in names else len(names), p.shape)))


def placements(piece: Piece, grid: Grid) -> Iterator[int]:
    """Yield every placement of a piece on an empty grid.

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
    found = {mask for shape in piece.orientations for mask in translations(shape, grid)}
    return iter(sorted(found, key=lambda mask: (mask & -mask, mask)))


def translations(shape: Shape, grid: Grid) -> Iterator[int]:
    """Yield the masks of a shape on an empty grid, moved but not turned, in the order of its first cell."""
    first_row, first_column = shape[0]
    for row, column in grid.points:
        down, right = row - first_row, column - first_column
        if not grid.lattice.moves(down, right):
            continue
        cells = [grid.index.get((r + down, c + right)) for r, c in shape]
        if None not in cells:
            yield grid.mask(cell for cell in cells if cell is not None)


def orders(lattice: Lattice) -> dict[str, int]:
    """Return the name of the set of all pieces of each order, in capitals, with the order."""
    return {name.upper(): order for order, name in enumerate(lattice.polyforms, start=1)}


@cache
def _orientations(shape: Shape, lattice: Lattice, flips: bool) -> tuple[Shape, ...]:
    return lattice.orientations(shape, flips=flips)


@cache
def _colourings(shape: Shape, lattice: Lattice, flips: bool) -> tuple[tuple[int, ...], ...]:
    found = set()
    for lying in _orientations(shape, lattice, flips):
        # Moving a piece of hexagons by one exchanges its three colours in turn; nothing moves a triangle's.
        for down, right in product(range(lattice.colours), repeat=2):
            if lattice.moves(down, right):
                counts = Counter(lattice.colour((row + down, column + right)) for row, column in lying)
                found.add(tuple(counts[colour] for colour in range(lattice.colours)))
    return tuple(sorted(found))


@cache
def _free_shapes(order: int, lattice: Lattice) -> tuple[Shape, ...]:
    if order == 1:
        return (lattice.orientations([(0, 0)])[0],)
    return tuple(
        {
            lattice.orientations({*shape, near})[0]
            for shape in _free_shapes(order - 1, lattice)
            for point in shape
            for near in lattice.neighbours(point)
            if near not in shape
        }
    )


@cache
def _names(lattice: Lattice) -> dict[Piece, str]:
    free = {Piece.parse(name, lattice): name for name in NAMED[lattice]}
    one_sided = {Piece.parse(name + ONE_SIDED, lattice): name + ONE_SIDED for name in NAMED[lattice]}
    return one_sided | free


def _draw(shape: Iterable[Point]) -> str:
    points = set(shape)
    rows, columns = max(r for r, _ in points) + 1, max(c for _, c in points) + 1
    return "/".join("".join("#" if (r, c) in points else "." for c in range(columns)) for r in range(rows))
