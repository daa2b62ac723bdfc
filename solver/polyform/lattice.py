"""Where the cells of a board and of a piece lie. Squares today; a lattice of triangles fits the same interface."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

Point = tuple[int, int]
Shape = tuple[Point, ...]
"""Points in ascending order, moved to the origin: the smallest row and the smallest column are 0."""


@dataclass(frozen=True, slots=True)
class Lattice:
    """The points of the plane that can be cells, with their neighbours, colours and symmetries."""

    name: str
    steps: tuple[Point, ...]
    """The differences between a point and its neighbours."""
    turns: tuple[Callable[[Point], Point], ...]
    """The rotations and reflections that fix the lattice, as functions of a point; the identity comes first."""

    def neighbours(self, point: Point) -> Iterable[Point]:
        """Yield the points that share an edge with ``point``."""
        return ((point[0] + row, point[1] + column) for row, column in self.steps)

    def colour(self, point: Point) -> int:
        """Return 0 or 1 so that neighbours differ."""
        return (point[0] + point[1]) % 2

    def shape(self, points: Iterable[Point]) -> Shape:
        """Move points to the origin."""
        points = list(points)
        top = min(row for row, _ in points)
        left = min(column for _, column in points)
        return tuple(sorted((row - top, column - left) for row, column in points))

    def orientations(self, points: Iterable[Point]) -> tuple[Shape, ...]:
        """Return the different shapes that rotations and reflections make of some points, in order."""
        points = list(points)
        return tuple(sorted({self.shape(turn(point) for point in points) for turn in self.turns}))


SQUARES = Lattice(
    name="squares",
    steps=((-1, 0), (0, -1), (0, 1), (1, 0)),
    turns=(
        lambda p: (p[0], p[1]),
        lambda p: (p[1], -p[0]),
        lambda p: (-p[0], -p[1]),
        lambda p: (-p[1], p[0]),
        lambda p: (p[0], -p[1]),
        lambda p: (-p[0], p[1]),
        lambda p: (p[1], p[0]),
        lambda p: (-p[1], -p[0]),
    ),
)
"""The square lattice; its turns are the eight symmetries of the square, D4."""
