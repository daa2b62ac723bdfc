"""The lattices of squares, triangles and hexagons as FORMAT.md defines them, and pieces on them.

No code of the solver's: there a cell is turned by its centre. Here a triangle is its three corners and a hexagon its
centre, both points of one net of lines and of half edges between which they lie.
"""

from __future__ import annotations

from collections.abc import Iterable

Point = tuple[int, int]
Kind = frozenset[tuple[Point, ...]]
"""All images of a piece."""

SQUARES, TRIANGLES, HEXAGONS = LATTICES = ("squares", "triangles", "hexagons")


def has(lattice: str, point: Point) -> bool:
    """Tell whether there is a cell at a point."""
    return lattice != HEXAGONS or sum(point) % 2 == 0


def moves(lattice: str, down: int, right: int) -> bool:
    """Tell whether a shift sends cells to cells: one by an odd number of steps turns triangles over."""
    return lattice == SQUARES or (down + right) % 2 == 0


def moved(lattice: str, points: list[Point]) -> list[Point]:
    """Shift points so that their smallest row is 0, and their smallest column 0 where that is possible, else 1."""
    top, left = min(row for row, _ in points), min(column for _, column in points)
    left -= 0 if moves(lattice, top, left) else 1
    return [(row - top, column - left) for row, column in points]


def turned(lattice: str, points: Iterable[Point], *, flips: bool = True) -> list[list[Point]]:
    """Return the points under each turn, the identity among them, and if it ``flips`` under each flip too.

    Each image has the points in their order, shifted by :func:`moved`.
    """
    found = []
    for flip in (1, -1) if flips else (1,):
        image = [(row, column * flip) for row, column in points]
        for _ in range(4 if lattice == SQUARES else 6):
            image = [_turn(lattice, point) for point in image]
            found.append(moved(lattice, image))
    return found


def _turn(lattice: str, point: Point) -> Point:
    """Turn a cell by a quarter, or by a sixth, about a point of the net."""
    row, column = point
    if lattice == SQUARES:
        return column, -row
    if lattice == HEXAGONS:
        return _sixth(point)
    tip, base = (row, row + 1) if sum(point) % 2 == 0 else (row + 1, row)
    corners = [_sixth(corner) for corner in ((tip, column), (base, column - 1), (base, column + 1))]
    return min(line for line, _ in corners), sum(place for _, place in corners) // 3


def _sixth(corner: Point) -> Point:
    """Turn a corner by a sixth: a line is √3/2 below the last, places on a line are half an edge apart."""
    line, place = corner
    return (line + place) // 2, (place - 3 * line) // 2


def squares_of(shape: str) -> list[Point]:
    """Return the points of a shape."""
    rows = enumerate(shape.rstrip("~").split("/"))
    return [(r, c) for r, row in rows for c, square in enumerate(row) if square == "#"]


def images_of(shape: str, lattice: str) -> list[list[Point]]:
    """Return a piece in all ways in which it can be turned, and flipped unless its shape ends with ``~``."""
    return turned(lattice, squares_of(shape), flips=not shape.endswith("~"))


def kind_of(shape: str, lattice: str, *, mirrored: bool = False) -> Kind:
    """Return all images of a piece, or of the piece in a mirror, by which alike pieces are known."""
    points = [(row, -column if mirrored else column) for row, column in squares_of(shape)]
    images = turned(lattice, points, flips=not shape.endswith("~"))
    return frozenset(tuple(sorted(image)) for image in images)


def placements(shape: str, lattice: str, points: list[Point]) -> list[int]:
    """Return wherever a piece can lie as masks of the places in a list of points, by lowest cell, then by size."""
    number = {point: 1 << place for place, point in enumerate(points)}
    found = set()
    for image in images_of(shape, lattice):
        for row, column in points:
            down, right = row - image[0][0], column - image[0][1]
            lying = [number.get((r + down, c + right), 0) for r, c in image]
            if all(lying) and moves(lattice, down, right):
                found.add(sum(lying))
    return sorted(found, key=lambda mask: (mask & -mask, mask))
