"""A flat face with holes as triangles between its corners."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import hypot

from dicelab.render.layout import Place

NEAR = 1e-9

Triangle = tuple[int, int, int]


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
    edges = [edge for line in (outline, *holes) for edge in zip(line, (*line[1:], line[0]), strict=True)]
    pairs = sorted(
        (hypot(places[one][0] - places[other][0], places[one][1] - places[other][1]), hole, at, place)
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
        found.append((hypot(after[0] - before[0], after[1] - before[1]), at))
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
