"""Solids as triangles, each edge of exactly two of them: prisms with chamfers, and their files STL and 3MF.

z goes up, and seen from above y goes up, so that a drawing, whose y goes down, keeps its shape and is not reflected.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from math import cos, dist, pi, sin
from typing import NamedTuple
from xml.sax.saxutils import escape, quoteattr

import numpy as np
import numpy.typing as npt

from dicelab.render.layout import Layout, Line, Place, area, moved, offset, sides, straightened, traced
from dicelab.render.packing import packed
from solver.polyform.lattice import Point

DISC_CORNERS = 64

DIMPLE = 0.4
"""Size of a pit in the upper side of a cell, where the cell is 1."""

PLATE = 220.0
"""Width and depth of a printer's plate, in millimetres."""

GAP = 4.0
"""Between two solids on a plate."""

CORE = "http://schemas.microsoft.com/3dmanufacturing/core/2015/02"
_TYPES = (
    '<?xml version="1.0" encoding="UTF-8"?>\n'
    '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
    '<Default Extension="model" ContentType="application/vnd.ms-package.3dmanufacturing-3dmodel+xml"/>'
    "</Types>\n"
)
_RELATIONS = (
    '<?xml version="1.0" encoding="UTF-8"?>\n'
    '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
    '<Relationship Target="/3D/3dmodel.model" Id="rel0" '
    'Type="http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel"/>'
    "</Relationships>\n"
)

NEAR = 1e-9

Triangle = tuple[int, int, int]

Level = tuple[float, float]
"""A height, and how much farther out than the cells the solid reaches there."""


@dataclass(slots=True)
class Mesh:
    """Corners and triangles of a solid; each triangle goes anticlockwise, seen from outside."""

    height: float
    """Of the drawing that lies below the solid: where its y is 0."""
    corners: list[tuple[float, float, float]] = field(default_factory=list, repr=False)
    triangles: list[tuple[int, int, int]] = field(default_factory=list, repr=False)

    def corner(self, place: Place, z: float) -> int:
        """Add a corner above a place of the drawing, and return its number."""
        self.corners.append((place[0], self.height - place[1], z))
        return len(self.corners) - 1

    def face(self, *around: int) -> None:
        """Add a convex face, anticlockwise seen from outside, as a fan around its first corner."""
        first = around[0]
        self.triangles.extend((first, one, other) for one, other in pairwise(around[1:]))

    def caps(self, lines: Sequence[Line], edges: Sequence[Sequence[int]], *, is_top: bool = True) -> None:
        """Add the flat face between lines, the outline first and its holes after it, whose corners are the edges."""
        numbers = [number for edge in edges for number in edge]
        for first, second, third in triangulated(lines):
            # The outline goes clockwise as drawn.
            around = (third, second, first) if is_top else (first, second, third)
            self.face(*(numbers[one] for one in around))

    def wall(self, low: Sequence[int], high: Sequence[int]) -> None:
        """Add the faces between a closed line, clockwise as drawn, and the one above it."""
        for (low_start, low_end), (high_start, high_end) in zip(sides(low), sides(high), strict=True):
            self.face(low_end, low_start, high_start, high_end)

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
        corners = (self.points() - least).tolist()
        return Mesh(self.height, [tuple(place) for place in corners], self.triangles)


def prism(points: Sequence[Point], lain: Layout, levels: Sequence[Level], dimple: float = 0) -> Mesh:
    """Return a solid over connected cells between levels, the lowest first; each moves their edges by its offset.

    The offsets are negative, or no two cells touch at a corner only. A dimple is the depth of a pit in each cell's
    upper face.
    """
    lines = [straightened([lain.at(corner) for corner in line]) for line in traced(points, lain, joined=False)]
    middles = [(lain.middle(point), lain.corners(point)) for point in points] if dimple else []
    pits = [(middle, moved(corners, middle, (1 - DIMPLE) * lain.inradius)) for middle, corners in middles]
    return _solid(sorted(lines, key=area, reverse=True), lain.height, levels, pits, dimple)


def disc(radius: float, levels: Sequence[Level]) -> Mesh:
    """Return a round solid of a radius between levels."""
    angles = [2 * pi * n / DISC_CORNERS for n in range(DISC_CORNERS)]
    return _solid([[(radius + radius * cos(a), radius + radius * sin(a)) for a in angles]], 2 * radius, levels)


def _solid(
    lines: Sequence[Line],
    height: float,
    levels: Sequence[Level],
    pits: Sequence[tuple[Place, Line]] = (),
    depth: float = 0,
) -> Mesh:
    """Return a solid between levels of an outline and its holes, with pits, each a middle and its edge."""
    mesh = Mesh(height)
    drawn = [[offset(line, out) for line in lines] for _, out in levels]
    rings = [
        [[mesh.corner(place, z) for place in line] for line in level]
        for level, (z, _) in zip(drawn, levels, strict=True)
    ]
    for low, high in pairwise(rings):
        for one, other in zip(low, high, strict=True):
            mesh.wall(one, other)
    mesh.caps(drawn[0], rings[0], is_top=False)
    top = levels[-1][0]
    edges = [[mesh.corner(place, top) for place in edge] for _, edge in pits]
    mesh.caps([*drawn[-1], *(edge[::-1] for _, edge in pits)], [*rings[-1], *(edge[::-1] for edge in edges)])
    for (middle, _), edge in zip(pits, edges, strict=True):
        bottom = mesh.corner(middle, top - depth)
        for start, end in sides(edge):
            mesh.face(bottom, end, start)
    return mesh.moved_to_origin()


def chamfered(height: float, inside: float, chamfer: float) -> list[Level]:
    """Return the levels of a solid that is smaller than its cells, with a chamfer of 45° below and above."""
    if not chamfer:
        return [(0, -inside), (height, -inside)]
    return [(0, -inside - chamfer), (chamfer, -inside), (height - chamfer, -inside), (height, -inside - chamfer)]


@dataclass(frozen=True, slots=True)
class Solid:
    """A part of a game to be printed."""

    name: str
    file: str
    """Its name as that of a file, without a suffix."""
    copies: int
    mesh: Mesh


class _Copy(NamedTuple):
    """A solid on a plate."""

    solid: int
    width: float
    height: float


def stl_bytes(mesh: Mesh) -> bytes:
    """Return a solid as binary STL, in millimetres."""
    corners = mesh.points()[mesh.faces()].astype("<f4")
    normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    long = np.linalg.norm(normals, axis=1, keepdims=True)
    records = np.zeros(len(corners), dtype=[("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("attributes", "<u2")])
    records["normal"] = np.divide(normals, long, out=np.zeros_like(normals), where=long > 0)
    records["corners"] = corners
    return b"dicelab, millimetres".ljust(80) + np.array(len(corners), dtype="<u4").tobytes() + records.tobytes()


def threemf_bytes(solids: Sequence[Solid], title: str) -> bytes:
    """Return solids as 3MF: an object each, and every copy of it on a plate; a second plate lies beside the first."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in (
            ("[Content_Types].xml", _TYPES),
            ("_rels/.rels", _RELATIONS),
            ("3D/3dmodel.model", _model(solids, title)),
        ):
            entry = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.create_system = 3
            archive.writestr(entry, text.encode())
    return file.getvalue()


def _model(solids: Sequence[Solid], title: str) -> str:
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        f'<model unit="millimeter" xml:lang="en-US" xmlns="{CORE}">',
        f'<metadata name="Title">{escape(title)}</metadata>',
        '<metadata name="Application">dicelab</metadata>',
        "<resources>",
    ]
    for number, solid in enumerate(solids, start=1):
        lines.append(f'<object id="{number}" type="model" name={quoteattr(solid.name)}><mesh><vertices>')
        lines += [f'<vertex x="{x:.6g}" y="{y:.6g}" z="{z:.6g}"/>' for x, y, z in solid.mesh.corners]
        lines.append("</vertices><triangles>")
        lines += [f'<triangle v1="{one}" v2="{two}" v3="{three}"/>' for one, two, three in solid.mesh.triangles]
        lines.append("</triangles></mesh></object>")
    lines += ["</resources>", "<build>"]
    lines += [
        f'<item objectid="{number + 1}" transform="1 0 0 0 1 0 0 0 1 {x:.6g} {y:.6g} 0"/>'
        for number, x, y in _places(solids)
    ]
    return "\n".join([*lines, "</build>", "</model>", ""])


def _places(solids: Sequence[Solid]) -> Iterable[tuple[int, float, float]]:
    """Return where each copy lies, by its number and its corner nearest to the origin."""
    copies = [_Copy(number, *solid.mesh.size()[:2]) for number, solid in enumerate(solids) for _ in range(solid.copies)]
    wide = max(PLATE, *(one.width for one in copies))
    deep = max(PLATE, *(one.height for one in copies))
    found = [
        (one.part.solid, plate * (wide + 10 * GAP) + one.x, deep - one.y - one.part.height)
        for plate, page in enumerate(packed(copies, wide, deep, GAP))
        for one in page
    ]
    return sorted(found, key=lambda one: one[0])


def triangulated(lines: Sequence[Sequence[Place]]) -> list[Triangle]:
    """Return triangles that fill an outline without its holes; each goes around as the outline does.

    The first line is the outline, with the face to its right (x to the right, y down); the others are holes, which go
    around the other way. Numbers count the corners of all lines in order. The method joins every hole to the outline
    by a cut to the nearest corner in sight, and cuts off ears, as Eberly describes it (2008).

    Examples
    --------
    >>> square = [(0, 0), (4, 0), (4, 4), (0, 4)]
    >>> len(triangulated([square])), len(triangulated([square, [(1, 1), (1, 3), (3, 3), (3, 1)]]))
    (2, 8)
    """
    places = [place for line in lines for place in line]
    starts = [sum(map(len, lines[:n])) for n in range(len(lines))]
    numbered = [list(range(start, start + len(line))) for start, line in zip(starts, lines, strict=True)]
    outline, *holes = numbered
    while holes:
        outline = _joined(outline, holes, places)
    return list(_ears(outline, places))


def _joined(outline: list[int], holes: list[list[int]], places: Sequence[Place]) -> list[int]:
    """Join the outline with the hole that is nearest to it, which is taken from the holes."""
    edges = [edge for line in (outline, *holes) for edge in sides(line)]
    pairs = sorted(
        (dist(places[one], places[other]), hole, at, place)
        for hole, line in enumerate(holes)
        for place, other in enumerate(line)
        for at, one in enumerate(outline)
    )
    for _, hole, at, place in pairs:
        line = holes[hole]
        one, other = outline[at], line[place]
        around = (outline[at - 1], one, outline[(at + 1) % len(outline)])
        if _within(around, other, places) and not any(_meet(one, other, edge, places) for edge in edges):
            holes.pop(hole)
            return [*outline[: at + 1], *line[place:], *line[: place + 1], *outline[at:]]
    raise AssertionError("a hole sees no corner of the outline: two lines meet")


def _within(around: tuple[int, int, int], other: int, places: Sequence[Place]) -> bool:
    """Tell whether a place lies between the edges of a corner, within the face."""
    before, here, after = (places[one] for one in around)
    place = places[other]
    if _turn(before, here, after) > 0:
        return _turn(before, here, place) > NEAR and _turn(here, after, place) > NEAR
    return _turn(before, here, place) > NEAR or _turn(here, after, place) > NEAR


def _meet(one: int, other: int, edge: tuple[int, int], places: Sequence[Place]) -> bool:
    """Tell whether the way between two corners meets an edge, but for its own ends."""
    start, end = places[one], places[other]
    first, last = places[edge[0]], places[edge[1]]
    if {start, end} & {first, last}:
        # An edge that begins at an end of the way: its other end may lie on the way.
        return any(place not in {start, end} and _on(start, end, place) for place in (first, last))
    sides = _turn(start, end, first), _turn(start, end, last)
    ends = _turn(first, last, start), _turn(first, last, end)
    return min(sides) <= NEAR and max(sides) >= -NEAR and min(ends) <= NEAR and max(ends) >= -NEAR


def _on(start: Place, end: Place, place: Place) -> bool:
    if abs(_turn(start, end, place)) > NEAR:
        return False
    (x, y), (far, deep) = start, end
    share = (place[0] - x) * (far - x) + (place[1] - y) * (deep - y)
    return 0 <= share <= (far - x) ** 2 + (deep - y) ** 2


def _ears(outline: list[int], places: Sequence[Place]) -> Iterator[Triangle]:
    left = list(outline)
    while len(left) > 3:
        found = _ear(left, places)
        yield left[found - 1], left[found], left[(found + 1) % len(left)]
        left.pop(found)
    yield left[0], left[1], left[2]


def _ear(left: Sequence[int], places: Sequence[Place]) -> int:
    """Return a corner that can be cut off; among the first few the one with the shortest cut."""
    found = []
    for at, here in enumerate(left):
        before, after = places[left[at - 1]], places[left[(at + 1) % len(left)]]
        place = places[here]
        if _turn(before, place, after) <= NEAR:
            continue
        ends = {before, place, after}
        if any(_covers(before, place, after, places[one]) for one in left if places[one] not in ends):
            continue
        found.append((dist(before, after), at))
        if len(found) == 4:
            break
    if not found:
        raise AssertionError("no ear: the lines of a face meet")
    return min(found)[1]


def _covers(one: Place, two: Place, three: Place, place: Place) -> bool:
    return _turn(one, two, place) >= -NEAR and _turn(two, three, place) >= -NEAR and _turn(three, one, place) >= -NEAR


def _turn(one: Place, two: Place, three: Place) -> float:
    """Return twice the area of a triangle, positive where it turns to the right."""
    return (two[0] - one[0]) * (three[1] - one[1]) - (two[1] - one[1]) * (three[0] - one[0])
