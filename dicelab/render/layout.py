"""Where the cells of a board or of a piece lie in a picture: the one place where points become pixels."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from math import ceil, hypot, sqrt

from dicelab.render.text import columns
from solver.polyform.lattice import Lattice, Point

Place = tuple[float, float]
"""x and y, in pixels."""

Corner = tuple[int, int]
"""A corner as :meth:`Lattice.corners` gives it: cells that meet there have the same."""

Edge = tuple[Corner, Corner]
"""The smaller corner first, so that both cells beside it have the same."""

ROOM = 0.9
"""The share of a cell that words may fill."""


class Layout:
    """The places of the cells of a lattice between two points, the first at the top left.

    Cells of all lattices have the same area, that of a square with the ``side``.

    Examples
    --------
    >>> from solver.polyform import HEXAGONS, SQUARES, TRIANGLES
    >>> [
    ...     (round(one.width), round(one.height), round(one.inradius))
    ...     for one in (Layout(lattice, [(0, 0), (0, 2)], 48) for lattice in (SQUARES, TRIANGLES, HEXAGONS))
    ... ]
    [(144, 48, 24), (146, 63, 21), (103, 60, 26)]
    """

    def __init__(self, lattice: Lattice, points: Iterable[Point], side: float) -> None:
        points = tuple(points)
        rows, places = [row for row, _ in points], [column for _, column in points]
        self.lattice = lattice
        y, x = lattice.unit
        edge = side / sqrt(_area([(right * x, down * y) for down, right in lattice.corners((0, 0))]))
        self._step = edge * x, edge * y
        extremes = [*lattice.corners((min(rows), min(places))), *lattice.corners((max(rows), max(places)))]
        self._first = min(right for _, right in extremes), min(down for down, _ in extremes)
        self.width: float
        self.height: float
        self.width, self.height = self.at((max(down for down, _ in extremes), max(right for _, right in extremes)))
        self.inradius: float = min(_distance(self.middle((0, 0)), one, other) for one, other in self._sides((0, 0)))

    def at(self, corner: Corner) -> Place:
        """Return the place of a corner."""
        down, right = corner
        return (right - self._first[0]) * self._step[0], (down - self._first[1]) * self._step[1]

    def corners(self, point: Point) -> list[Place]:
        """Return the corners of a cell, clockwise from the top left."""
        return [self.at(corner) for corner in self.lattice.corners(point)]

    def middle(self, point: Point) -> Place:
        """Return the centre of a cell."""
        return self.at(self.lattice.centre(point))

    def slots(self, point: Point) -> tuple[Place, Place]:
        """Return the places of a word and of a smaller one beside it, where the cell is wide and where it is narrow."""
        x, y = self.middle(point)
        heights = [height for _, height in self.corners(point)]
        way = -1 if y - min(heights) > max(heights) - y + 1e-6 else 1
        return (x, y - 0.2 * way * self.inradius), (x, y + 0.6 * way * self.inradius)

    def fitting(self, point: Point, place: Place, content: str, most: float, *, bold: bool = False) -> float:
        """Return the size, at most so much, in which a word around a place stays within its cell."""
        # A capital is 0.72 of the size high; M and W are wider than other letters.
        half = (0.4 if bold else 0.33) * (columns(content) + 0.4 * sum(character in "MWmw@%" for character in content))
        sizes = [most]
        for (x, y), (far, deep) in self._sides(point):
            long = hypot(far - x, deep - y)
            room = ROOM * _distance(place, (x, y), (far, deep))
            sizes.append(room / (half * abs(deep - y) / long + 0.4 * abs(far - x) / long))
        return min(sizes)

    def shares(self, point: Point, number: int) -> list[list[Place]]:
        """Return equal parts of a cell as polygons: those of a square lie in rows, others like slices of a cake."""
        corners, middle = self.corners(point), self.middle(point)
        if number == 1:
            return [corners]
        if self.lattice.edges == 4:
            return list(_rectangles(corners, number))
        sides = len(corners)
        found = []
        for share in range(number):
            first, last = share * sides / number, (share + 1) * sides / number
            between = (corners[n] for n in range(int(first) + 1, ceil(last)))
            ends = [_along(corners, first), *between, _along(corners, last)]
            found.append([middle, *ends])
        return found

    def edges(self, point: Point) -> list[Edge]:
        """Return the edges of a cell, those that lie flat first, then from left to right."""
        corners = self.lattice.corners(point)
        found = [(min(pair), max(pair)) for pair in zip(corners, (*corners[1:], corners[0]), strict=True)]
        return sorted(found, key=lambda edge: (edge[0][0] != edge[1][0], sum(c[1] for c in edge), edge))

    def _sides(self, point: Point) -> Iterator[tuple[Place, Place]]:
        corners = self.corners(point)
        return zip(corners, (*corners[1:], corners[0]), strict=True)


@lru_cache(maxsize=256)
def layout(lattice: Lattice, points: tuple[Point, ...], side: float) -> Layout:
    """Return the layout of some points; the same each time."""
    return Layout(lattice, points, side)


def moved(corners: Sequence[Place], middle: Place, by: float) -> list[Place]:
    """Return the corners of a regular cell that lies so much farther inside, edge from edge."""
    x, y = middle
    inradius = min(
        _distance(middle, one, other) for one, other in zip(corners, (*corners[1:], corners[0]), strict=True)
    )
    share = 1 - by / inradius
    return [(x + (right - x) * share, y + (down - y) * share) for right, down in corners]


def _area(corners: Sequence[Place]) -> float:
    pairs = zip(corners, (*corners[1:], corners[0]), strict=True)
    return abs(sum(x * deep - far * y for (x, y), (far, deep) in pairs)) / 2


def _distance(place: Place, one: Place, other: Place) -> float:
    """Return the distance of a place from a line."""
    (x, y), (far, deep) = one, other
    return abs((far - x) * (y - place[1]) - (x - place[0]) * (deep - y)) / hypot(far - x, deep - y)


def _along(corners: Sequence[Place], sides: float) -> Place:
    """Return the place so many sides around a cell from its first corner."""
    first, share = int(sides) % len(corners), sides % 1
    (x, y), (far, deep) = corners[first], corners[(first + 1) % len(corners)]
    return x + (far - x) * share, y + (deep - y) * share


def _rectangles(corners: Sequence[Place], number: int) -> Iterator[list[Place]]:
    (left, top), (right, bottom) = corners[0], corners[2]
    across = ceil(sqrt(number))
    lines = [min(across, number - start) for start in range(0, number, across)]
    high = (bottom - top) / len(lines)
    for row, line in enumerate(lines):
        wide = (right - left) / line
        for column in range(line):
            x, y = left + column * wide, top + row * high
            yield [(x, y), (x + wide, y), (x + wide, y + high), (x, y + high)]
