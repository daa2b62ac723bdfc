"""Solids as triangles: prisms over cells, with chamfers. Every edge belongs to exactly two triangles.

z goes up, and seen from above y goes up, so that a drawing, whose y goes down, keeps its shape and is not reflected.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from math import cos, pi, sin

import numpy as np
import numpy.typing as npt

from dicelab.render.layout import Corner, Layout, Place
from dicelab.render.outline import edges_around, mitre
from solver.polyform.lattice import Point

DISC_CORNERS = 64

Level = tuple[float, float]
"""A height, and how much farther out than the cells the solid reaches there."""


@dataclass(slots=True)
class Mesh:
    """Corners and triangles of a solid; each triangle goes anticlockwise, seen from outside."""

    height: float
    """Of the drawing that lies below the solid: where its y is 0."""
    corners: list[tuple[float, float, float]] = field(default_factory=list)
    triangles: list[tuple[int, int, int]] = field(default_factory=list)

    def corner(self, place: Place, z: float) -> int:
        """Add a corner above a place of the drawing, and return its number."""
        self.corners.append((place[0], self.height - place[1], z))
        return len(self.corners) - 1

    def face(self, *around: int) -> None:
        """Add a convex face, anticlockwise seen from outside, as a fan around its first corner."""
        first = around[0]
        self.triangles.extend((first, one, other) for one, other in pairwise(around[1:]))

    def fan(self, middle: int, around: Sequence[int]) -> None:
        """Add triangles from a point to the edges of a closed line around it, anticlockwise seen from outside."""
        self.triangles.extend((middle, one, other) for one, other in zip(around, (*around[1:], around[0]), strict=True))

    def points(self) -> npt.NDArray[np.float64]:
        """Return the corners, an array of n × 3."""
        return np.array(self.corners, dtype=np.float64).reshape(-1, 3)

    def faces(self) -> npt.NDArray[np.int64]:
        """Return the triangles, an array of n × 3 numbers of corners."""
        return np.array(self.triangles, dtype=np.int64).reshape(-1, 3)

    def volume(self) -> float:
        """Return the volume in cubic millimetres."""
        one, two, three = self.points()[self.faces().T]
        return float(np.einsum("ij,ij->", one, np.cross(two, three)) / 6)

    def size(self) -> tuple[float, float, float]:
        """Return the width, depth and height of the box around the solid."""
        points = self.points()
        wide, deep, high = (points.max(axis=0) - points.min(axis=0)).tolist()
        return wide, deep, high

    def moved_to_origin(self) -> Mesh:
        """Return the solid with its box at the origin."""
        least = self.points().min(axis=0)
        moved = (self.points() - least).tolist()
        return Mesh(self.height, [tuple(place) for place in moved], self.triangles)


def prism(points: Sequence[Point], lain: Layout, levels: Sequence[Level], dimple: float = 0) -> Mesh:
    """Return a solid over cells between levels, the lowest first; the cells' edges are moved by the offset of each.

    Parameters
    ----------
    levels
        The offsets are negative, or no two cells touch at a corner only.
    dimple
        Depth of a pit in the middle of each cell's upper face.
    """
    base = _Base.of(points, lain)
    mesh = Mesh(lain.height)
    rings = [[mesh.corner(base.place(one, out), z) for one in range(len(base.places))] for z, out in levels]
    for point in points:
        around = base.cells[point]
        middle = lain.middle(point)
        # Clockwise as drawn: anticlockwise seen from below.
        mesh.fan(mesh.corner(middle, levels[0][0]), [rings[0][one] for one in around])
        top = [rings[-1][one] for one in reversed(around)]
        _cover(mesh, top, middle, levels[-1][0], dimple)
    for low, high in pairwise(rings):
        for start, end in base.walls:
            mesh.face(low[end], low[start], high[start], high[end])
    return mesh.moved_to_origin()


def disc(radius: float, levels: Sequence[Level]) -> Mesh:
    """Return a round solid of a radius between levels."""
    mesh = Mesh(2 * radius)
    angles = [2 * pi * n / DISC_CORNERS for n in range(DISC_CORNERS)]
    rings = [
        [mesh.corner((radius + (radius + out) * cos(a), radius - (radius + out) * sin(a)), z) for a in angles]
        for z, out in levels
    ]
    mesh.fan(mesh.corner((radius, radius), levels[0][0]), rings[0][::-1])
    mesh.fan(mesh.corner((radius, radius), levels[-1][0]), rings[-1])
    for low, high in pairwise(rings):
        for one in range(DISC_CORNERS):
            other = (one + 1) % DISC_CORNERS
            mesh.face(low[one], low[other], high[other], high[one])
    return mesh.moved_to_origin()


def chamfered(height: float, inside: float, chamfer: float) -> list[Level]:
    """Return the levels of a solid that is smaller than its cells, with a chamfer of 45° below and above."""
    if not chamfer:
        return [(0, -inside), (height, -inside)]
    return [(0, -inside - chamfer), (chamfer, -inside), (height - chamfer, -inside), (height, -inside - chamfer)]


DIMPLE = 0.4
"""Size of a pit, where the cell is 1."""


def _cover(mesh: Mesh, around: Sequence[int], middle: Place, z: float, dimple: float) -> None:
    """Close the top of a cell."""
    if not dimple:
        mesh.fan(mesh.corner(middle, z), around)
        return
    x, y = middle
    inner = []
    for one in around:
        right, up, _ = mesh.corners[one]
        place = x + DIMPLE * (right - x), y + DIMPLE * (mesh.height - up - y)
        inner.append(mesh.corner(place, z))
    for n, one in enumerate(around):
        other = (n + 1) % len(around)
        mesh.face(one, around[other], inner[other], inner[n])
    mesh.fan(mesh.corner(middle, z - dimple), inner)


@dataclass(frozen=True, slots=True)
class _Base:
    """The corners of cells; where two cells only touch at a corner, each has one of its own."""

    places: list[Place]
    moves: list[Place]
    cells: dict[Point, list[int]]
    """The corners of each cell, clockwise as drawn."""
    walls: list[tuple[int, int]]
    """The edges with a cell on one side only, in the direction that is clockwise around it."""

    def place(self, corner: int, out: float) -> Place:
        (x, y), (right, down) = self.places[corner], self.moves[corner]
        return x + out * right, y + out * down

    @classmethod
    def of(cls, points: Iterable[Point], lain: Layout) -> _Base:
        edges = {edge: point for point in points for edge in edges_around(point, lain)}
        numbers: dict[tuple[Point, Corner], int] = {}
        places: list[Place] = []
        moves: list[Place] = []
        for (start, end), point in edges.items():
            if (end, start) in edges or (point, start) in numbers:
                continue
            # From a wall around its first corner, cell by cell, to the wall that comes before.
            cell, fan = point, [point]
            before = _before(edges_around(cell, lain), start)
            while (start, before) in edges:
                cell = edges[start, before]
                fan.append(cell)
                before = _before(edges_around(cell, lain), start)
            numbers.update({(one, start): len(places) for one in fan})
            places.append(lain.at(start))
            moves.append(mitre(lain.at(before), lain.at(start), lain.at(end)))
        inner: dict[Corner, int] = {}
        cells: dict[Point, list[int]] = {}
        for start, point in ((edge[0], point) for edge, point in edges.items()):
            if (point, start) not in numbers:
                if start not in inner:
                    inner[start] = len(places)
                    places.append(lain.at(start))
                    moves.append((0, 0))
                numbers[point, start] = inner[start]
            cells.setdefault(point, []).append(numbers[point, start])
        walls = [
            (numbers[point, start], numbers[point, end])
            for (start, end), point in edges.items()
            if (end, start) not in edges
        ]
        return cls(places, moves, cells, walls)


def _before(edges: Sequence[tuple[Corner, Corner]], corner: Corner) -> Corner:
    """Return the corner of a cell that comes before one, clockwise."""
    return next(start for start, end in edges if end == corner)


__all__ = ["DIMPLE", "Level", "Mesh", "chamfered", "disc", "prism"]
