"""Lines between cells and around them, and closed ones moved outwards or inwards: edges meet in mitres.

A closed line goes around cells so that they lie to its right, with x to the right and y down: clockwise around the
outside, and the other way around a hole.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import atan2, hypot, pi
from typing import TypeAlias

from dicelab.render.layout import Corner, Edge, Layout, Place
from solver.polyform.lattice import Point

Line: TypeAlias = list[Place]


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
    return list(zip(corners, (*corners[1:], corners[0]), strict=True))


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
    after = (*line[1:], line[0])
    return sum(x * deep - far * y for (x, y), (far, deep) in zip(line, after, strict=True)) / 2


def _outwards(start: Place, end: Place) -> Place:
    long = hypot(end[0] - start[0], end[1] - start[1])
    return (end[1] - start[1]) / long, (start[0] - end[0]) / long


def _turn(lain: Layout, before: Corner, here: Corner, after: Corner) -> float:
    """Return the angle between the way back and the way on, from the side of the cells."""
    (x, y), back, on = lain.at(here), lain.at(before), lain.at(after)
    # y goes down: a growing angle turns to the right, and the cells lie to the right of the way on.
    return (atan2(back[1] - y, back[0] - x) - atan2(on[1] - y, on[0] - x)) % (2 * pi)
