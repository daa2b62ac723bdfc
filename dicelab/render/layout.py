"""Where the cells of a board or of a piece lie in a picture, the lines between them, and those around them.

This is the one place where points become pixels. A closed line goes around cells so that they lie to its right, with x
to the right and y down: clockwise around the outside, and the other way around a hole.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from math import atan2, ceil, hypot, pi, sqrt
from typing import TypeAlias, TypeVar

from dicelab.render.text import columns
from solver.polyform.lattice import Lattice, Point

Place = tuple[float, float]
"""x and y, in pixels."""

Corner = tuple[int, int]
"""A corner as :meth:`Lattice.corners` gives it: cells that meet there have the same."""

Edge = tuple[Corner, Corner]
"""The smaller corner first, so that both cells beside it have the same."""

Line: TypeAlias = list[Place]

ROOM = 0.9
"""The share of a cell that words may fill."""

T = TypeVar("T")


def sides(line: Sequence[T]) -> Iterator[tuple[T, T]]:
    """Yield each place of a closed line with the next one."""
    return zip(line, (*line[1:], line[0]), strict=True)


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
        edge = side / sqrt(area([(right * x, down * y) for down, right in lattice.corners((0, 0))]))
        self._step = edge * x, edge * y
        outermost = (min(rows), min(places)), (max(rows), max(places)), *points
        extremes = [corner for point in outermost for corner in lattice.corners(point)]
        self._first = min(right for _, right in extremes), min(down for down, _ in extremes)
        self.width: float
        self.height: float
        self.width, self.height = self.at((max(down for down, _ in extremes), max(right for _, right in extremes)))
        self.inradius: float = min(distance(self.middle((0, 0)), *side) for side in sides(self.corners((0, 0))))

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
        """Return the size, at most ``most``, in which a word around a place stays within its cell."""
        # A capital is 0.72 of the size high; M and W are wider than other letters.
        half = (0.4 if bold else 0.33) * (columns(content) + 0.4 * sum(character in "MWmw@%" for character in content))
        sizes = [most]
        for (x, y), (far, deep) in sides(self.corners(point)):
            long = hypot(far - x, deep - y)
            room = ROOM * distance(place, (x, y), (far, deep))
            sizes.append(room / (half * abs(deep - y) / long + 0.4 * abs(far - x) / long))
        return min(sizes)

    def shares(self, point: Point, number: int) -> list[list[Place]]:
        """Return equal parts of a cell as polygons: those of a square lie in rows, others like slices of a cake."""
        corners, middle = self.corners(point), self.middle(point)
        if number == 1:
            return [corners]
        if self.lattice.edges == 4:
            return list(_rectangles(corners, number))
        count = len(corners)
        found = []
        for share in range(number):
            first, last = share * count / number, (share + 1) * count / number
            between = (corners[n] for n in range(int(first) + 1, ceil(last)))
            ends = [_along(corners, first), *between, _along(corners, last)]
            found.append([middle, *ends])
        return found

    def edges(self, point: Point) -> list[Edge]:
        """Return the edges of a cell, those that lie flat first, then from left to right."""
        corners = self.lattice.corners(point)
        found = [(min(pair), max(pair)) for pair in sides(corners)]
        return sorted(found, key=lambda edge: (edge[0][0] != edge[1][0], sum(c[1] for c in edge), edge))


@lru_cache(maxsize=256)
def layout(lattice: Lattice, points: tuple[Point, ...], side: float) -> Layout:
    """Return the layout of some points; the same each time."""
    return Layout(lattice, points, side)


def moved(corners: Sequence[Place], middle: Place, by: float) -> list[Place]:
    """Return the corners of a regular cell whose edges are moved inwards by a length."""
    x, y = middle
    inradius = min(distance(middle, *side) for side in sides(corners))
    share = 1 - by / inradius
    return [(x + (right - x) * share, y + (down - y) * share) for right, down in corners]


def distance(place: Place, one: Place, other: Place) -> float:
    """Return the distance of a place from a line."""
    (x, y), (far, deep) = one, other
    return abs((far - x) * (y - place[1]) - (x - place[0]) * (deep - y)) / hypot(far - x, deep - y)


def _along(corners: Sequence[Place], steps: float) -> Place:
    """Return the place around a cell that lies a number of sides from its first corner."""
    first, share = int(steps) % len(corners), steps % 1
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


def borders(points: Iterable[Point], owners: Iterable[object], lain: Layout) -> tuple[list[Edge], list[Edge]]:
    """Return the edges between two cells of the same owner, and all others: between owners, or around the cells.

    Examples
    --------
    >>> from solver.polyform import SQUARES
    >>> row = ((0, 0), (0, 1), (0, 2))
    >>> [len(edges) for edges in borders(row, "aab", Layout(SQUARES, row, 20))]
    [1, 9]
    """
    beside: dict[Edge, list[object]] = {}
    for point, owner in zip(points, owners, strict=True):
        for edge in lain.edges(point):
            beside.setdefault(edge, []).append(owner)
    within = {edge: len(both) == 2 and both[0] == both[1] for edge, both in beside.items()}
    return [edge for edge in beside if within[edge]], [edge for edge in beside if not within[edge]]


def straight_runs(edges: Iterable[Edge]) -> list[Edge]:
    """Return edges as few straight lines: those that go on from each other in one direction as one, flat ones first."""
    runs: list[list[Edge]] = []
    for edge in sorted(edges, key=_line):
        before = runs[-1][-1] if runs else None
        if before is not None and before[1] == edge[0] and _line(before)[:3] == _line(edge)[:3]:
            runs[-1].append(edge)
        else:
            runs.append([edge])
    return [(run[0][0], run[-1][1]) for run in runs]


def _line(edge: Edge) -> tuple[bool, float, int, Corner]:
    """Return the line on which an edge lies, flat ones first, and its place there."""
    (y, x), (deep, far) = edge
    down, right = deep - y, far - x
    if not down:
        return False, 0, y, edge[0]
    return True, right / down, x * down - y * right, edge[0]


def around(points: Iterable[Point], lain: Layout, by: float) -> list[Line]:
    """Return the lines around cells, farther out by a length, or farther in where it is negative.

    Where two cells only touch at a corner, lines farther out join them, and others keep them apart, so that no line
    ever meets another. Corners on a straight line are left out.

    Examples
    --------
    >>> from solver.polyform import SQUARES
    >>> domino = ((0, 0), (0, 1))
    >>> around(domino, Layout(SQUARES, domino, 20), -0.5)
    [[(0.5, 0.5), (39.5, 0.5), (39.5, 19.5), (0.5, 19.5)]]
    """
    lines = traced(points, lain, joined=by > 0)
    return [straightened(offset([lain.at(corner) for corner in line], by)) for line in lines]


def traced(points: Iterable[Point], lain: Layout, *, joined: bool) -> list[list[Corner]]:
    """Return the closed lines around cells with every corner of a cell on them.

    With ``joined`` cells that touch at a corner only are on one line.
    """
    taken = {edge for point in points for edge in edges_around(point, lain)}
    ways: dict[Corner, list[Corner]] = {}
    for start, end in sorted(taken):
        if (end, start) not in taken:
            ways.setdefault(start, []).append(end)
    found = []
    while ways:
        start = min(ways)
        here, after = start, ways[start].pop(0)
        line = [start]
        first = after
        while True:
            if not ways[here]:
                del ways[here]
            before, here = here, after
            choices = ways.get(here, [])
            # The edge that the line began with is taken, but may be the one that goes on around the same cells.
            every = [*choices, first] if here == start else choices
            after = (max if joined else min)(every, key=lambda end: _turn(lain, before, here, end))
            if here == start and after == first:
                break
            choices.remove(after)
            line.append(here)
        if start in ways and not ways[start]:
            del ways[start]
        found.append(line)
    return found


def edges_around(point: Point, lain: Layout) -> list[tuple[Corner, Corner]]:
    """Return the edges of a cell, each in the direction that goes clockwise around it."""
    corners = lain.lattice.corners(point)
    return list(sides(corners))


def mitre(before: Place, here: Place, after: Place) -> Place:
    """Return how far a corner of a line moves when both of its edges move outwards by 1."""
    one, other = _outwards(before, here), _outwards(here, after)
    share = 1 + one[0] * other[0] + one[1] * other[1]
    return (one[0] + other[0]) / share, (one[1] + other[1]) / share


def offset(line: Sequence[Place], by: float) -> Line:
    """Return a closed line whose edges lie farther out by a length; corners on straight lines stay."""
    found = []
    for place, here in enumerate(line):
        right, down = mitre(line[place - 1], here, line[(place + 1) % len(line)])
        found.append((here[0] + by * right, here[1] + by * down))
    return found


def straightened(line: Sequence[Place]) -> Line:
    """Return a closed line without the corners at which it goes straight on."""
    count = len(line)
    return [
        here for place, here in enumerate(line) if not is_straight(line[place - 1], here, line[(place + 1) % count])
    ]


def is_straight(before: Place, here: Place, after: Place) -> bool:
    """Tell whether a line goes straight on at a corner."""
    one, other = _outwards(before, here), _outwards(here, after)
    return abs(one[0] * other[1] - one[1] * other[0]) < 1e-6


def area(line: Sequence[Place]) -> float:
    """Return the area within a closed line; that of a hole is negative."""
    return sum(x * deep - far * y for (x, y), (far, deep) in sides(line)) / 2


def _outwards(start: Place, end: Place) -> Place:
    long = hypot(end[0] - start[0], end[1] - start[1])
    return (end[1] - start[1]) / long, (start[0] - end[0]) / long


def _turn(lain: Layout, before: Corner, here: Corner, after: Corner) -> float:
    """Return the angle between the way back and the way on, from the side of the cells."""
    (x, y), back, on = lain.at(here), lain.at(before), lain.at(after)
    # y goes down: a growing angle turns to the right, and the cells lie to the right of the way on.
    return (atan2(back[1] - y, back[0] - x) - atan2(on[1] - y, on[0] - x)) % (2 * pi)
