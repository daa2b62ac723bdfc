"""The hypervolume of a front: how much of the space of objectives it dominates (Zitzler and Thiele 1999)."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

Point = tuple[float, ...]


def hypervolume(points: Sequence[Point]) -> float:
    """Return the volume of the union of the boxes between the origin and each point.

    Exact, point after point by what each adds (While, Bradstreet and Barone 2012): in order of the last coordinate,
    so that what a point shares with those after it has a dimension less.

    Parameters
    ----------
    points
        All of one dimension, at least 1; more is better. A point that is 0 or less in a coordinate adds nothing.

    Examples
    --------
    >>> hypervolume([(3.0, 1.0), (1.0, 2.0)])
    4.0
    """
    return _volume([point for point in points if min(point) > 0])


def _volume(points: list[Point]) -> float:
    if not points:
        return 0.0
    dimension = len(points[0])
    if dimension == 1:
        return max(points)[0]
    if dimension == 2:
        area = height = 0.0
        for x, y in sorted(points, reverse=True):
            if y > height:
                area += x * (y - height)
                height = y
        return area
    points = sorted(points, key=lambda point: (point[-1], point))
    total = 0.0
    for place, point in enumerate(points):
        front = point[:-1]
        shared = _undominated([tuple(map(min, front, other[:-1])) for other in points[place + 1 :]])
        total += point[-1] * (prod(front) - _volume(shared))
    return total


def _undominated(points: list[Point]) -> list[Point]:
    """Leave out points that another one covers."""
    if len(points) < 2 or len(points[0]) < 3:
        return points
    kept: list[Point] = []
    for point in sorted(set(points), reverse=True):
        if not any(all(a >= b for a, b in zip(other, point, strict=True)) for other in kept):
            kept.append(point)
    return kept
