"""Dice of paper: regular solids, and how each is unfolded into a net with flaps.

Places in the plane are complex numbers up to the finished net: x to the right, y down.
"""

from __future__ import annotations

from cmath import phase
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, product
from math import cos, degrees, pi, sin, sqrt

import numpy as np
from numpy.typing import NDArray

from dicelab.press.page import Places
from dicelab.render.layout import Place

Polygon = list[complex]
Edge = tuple[complex, complex]

SOLIDS = (6, 8, 10, 12, 20)
"""Numbers of faces of the dice that are sold and that lie on one face with another one on top."""

GOLDEN = (1 + sqrt(5)) / 2
NEAR = 1e-6

FLAPS = ((0.42, 0.3), (0.34, 0.3), (0.26, 0.3), (0.24, 0.44), (0.16, 0.44), (0.12, 0.35))
"""Depths of flaps and how far they get narrower on each side, by the length of their edge; the first that fits."""

MOST_DEEP = 5.5


@dataclass(frozen=True)
class Net:
    """A solid, unfolded: its faces, the flaps, and the edges that are cut or folded."""

    faces: tuple[Places, ...]
    ups: tuple[float, ...]
    """By how many degrees clockwise the word of each face is turned."""
    flaps: tuple[Places, ...]
    """The first two corners are the ends of the edge along which a flap is folded."""
    folds: tuple[tuple[Place, Place], ...]
    cuts: tuple[tuple[Place, Place], ...]
    width: float
    height: float


@lru_cache(maxsize=16)
def net(faces: int, size: float) -> Net:
    """Return the net of a die with a number of faces, and a size between opposite faces.

    Examples
    --------
    >>> [len(net(faces, 16.0).flaps) for faces in SOLIDS]
    [7, 5, 11, 19, 11]
    """
    corners, shapes = _solid(faces, size)
    flat = _unfolded(corners, shapes)
    folds, glued = _edges(corners, flat)
    flaps, cuts = _flaps(flat, glued)
    left, top = (
        min(getattr(place, axis) for polygon in (*flat, *flaps) for place in polygon) for axis in ("real", "imag")
    )

    def shifted(places: Iterable[complex]) -> Places:
        return tuple((place.real - left, place.imag - top) for place in places)

    def lines(edges: Iterable[Edge]) -> tuple[tuple[Place, Place], ...]:
        return tuple((one, other) for one, other in map(shifted, edges))

    drawn, folded = tuple(map(shifted, flat)), tuple(map(shifted, flaps))
    wide, high = (max(place[axis] for polygon in (*drawn, *folded) for place in polygon) for axis in (0, 1))
    return Net(drawn, tuple(map(_up, flat)), folded, lines(folds), lines(cuts), wide, high)


def solid_for(cells: int) -> int | None:
    """Return how many faces a fair die of paper has that shows each of so many cells equally often.

    Examples
    --------
    >>> [solid_for(cells) for cells in (1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 31)]
    [6, 6, 6, 8, 10, 6, None, 8, 10, 12, None]
    """
    return next((faces for faces in SOLIDS if faces % cells == 0), None)


def _vertices(faces: int) -> NDArray[np.float64]:
    cube = list(product((-1.0, 1.0), repeat=3))
    if faces == 6:
        return np.array(cube)
    if faces == 8:
        return np.vstack((-np.eye(3), np.eye(3)))
    if faces == 12:
        return np.array(cube + _rectangles(1 / GOLDEN, GOLDEN))
    if faces == 20:
        return np.array(_rectangles(1, GOLDEN))
    # A pentagonal trapezohedron: ten kites between two tips and a ring that goes up and down.
    around, rise = pi / 5, 0.1056
    tip = rise * (1 + cos(around)) / (1 - cos(around))
    ring = [(cos(n * around), sin(n * around), rise if n % 2 else -rise) for n in range(10)]
    return np.array([*ring, (0, 0, tip), (0, 0, -tip)])


def _rectangles(short: float, long: float) -> list[tuple[float, float, float]]:
    """Return the corners of three rectangles that stand upright on each other."""
    return [
        point
        for one, other in product((-1.0, 1.0), repeat=2)
        for point in (
            (0.0, one * short, other * long),
            (one * short, other * long, 0.0),
            (one * long, 0.0, other * short),
        )
    ]


def _solid(faces: int, size: float) -> tuple[list[list[int]], list[Polygon]]:
    """Return the numbers of the corners of each face, counter-clockwise seen from outside, and its shape."""
    vertices = _vertices(faces)
    planes: dict[tuple[int, ...], NDArray[np.float64]] = {}
    for three in combinations(range(len(vertices)), 3):
        first, second, third = vertices[list(three)]
        normal = np.cross(second - first, third - first)
        length = float(np.linalg.norm(normal))
        if length < NEAR:
            continue
        normal /= length if first @ normal > 0 else -length
        heights = vertices @ normal
        if (heights <= first @ normal + NEAR).all():
            planes.setdefault(tuple(np.flatnonzero(heights >= first @ normal - NEAR).tolist()), normal)
    on, normal = next(iter(planes.items()))
    vertices *= size / 2 / float(vertices[on[0]] @ normal)
    corners, shapes = [], []
    for on, normal in planes.items():
        arms = vertices[list(on)] - vertices[list(on)].mean(axis=0)
        right = arms[0] / np.linalg.norm(arms[0])
        flat = arms @ right + 1j * (arms @ np.cross(normal, right))
        # The first corner has the angle 0, but for what is rounded.
        order = np.argsort((np.angle(flat) + NEAR) % (2 * pi))
        corners.append([on[n] for n in order])
        shapes.append(flat[order].conj().tolist())
    return corners, shapes


def _unfolded(corners: Sequence[list[int]], shapes: Sequence[Polygon]) -> list[Polygon]:
    """Lay all faces into the plane, each beside the first one that reached it.

    No unfolding of a regular solid along its edges overlaps itself (Horiyama and Shoji, 2011).
    """
    flat = {0: _laid(shapes[0], 0, (0j, complex(abs(shapes[0][1] - shapes[0][0]))))}
    queue = [0]
    while queue:
        here = queue.pop(0)
        for place, one in enumerate(corners[here]):
            other = corners[here][(place + 1) % len(corners[here])]
            there = next(n for n, face in enumerate(corners) if n != here and one in face and other in face)
            if there not in flat:
                # The neighbour has the same edge the other way round.
                start, end = _ends(flat[here], place)
                flat[there] = _laid(shapes[there], corners[there].index(other), (end, start))
                queue.append(there)
    return [flat[number] for number in range(len(corners))]


def _laid(shape: Polygon, place: int, edge: Edge) -> Polygon:
    """Move a shape so that its edge of a number lies on another edge."""
    first, second = _ends(shape, place)
    turn = (edge[1] - edge[0]) / (second - first)
    return [edge[0] + (corner - first) * turn for corner in shape]


def _ends(face: Polygon, place: int) -> Edge:
    return face[place], face[(place + 1) % len(face)]


def _edges(corners: Sequence[list[int]], flat: Sequence[Polygon]) -> tuple[list[Edge], list[tuple[Edge, Edge]]]:
    """Return the folds between faces, and the pairs of edges that are glued."""
    both: dict[frozenset[int], list[Edge]] = {}
    for face, polygon in zip(corners, flat, strict=True):
        for place, one in enumerate(face):
            both.setdefault(frozenset((one, face[(place + 1) % len(face)])), []).append(_ends(polygon, place))
    folds, glued = [], []
    for first, second in both.values():
        if abs(first[0] - second[1]) < 1e-3 and abs(first[1] - second[0]) < 1e-3:
            folds.append(first)
        else:
            glued.append((first, second))
    return folds, glued


def _flaps(flat: Sequence[Polygon], glued: Iterable[tuple[Edge, Edge]]) -> tuple[list[Polygon], list[Edge]]:
    """Put a flap on one edge of each pair that is glued, where it touches no face and no other flap."""
    flaps: list[Polygon] = []
    cuts: list[Edge] = []
    for pair in glued:
        for (deep, inset), place in product(FLAPS, (0, 1)):
            flap = _flap(pair[place], deep, inset)
            if not any(overlap(flap, other) for other in (*flat, *flaps)):
                flaps.append(flap)
                cuts.append(pair[1 - place])
                break
        else:
            cuts += pair
    return flaps, cuts


def _flap(edge: Edge, deep: float, inset: float) -> Polygon:
    """Return a flap outside of an edge; faces go counter-clockwise seen from outside, so outside is to the right."""
    one, other = edge
    way = (other - one) * min(1.0, MOST_DEEP / (deep * abs(other - one)))
    return [one, other, other + 1j * way * deep - way * inset, one + 1j * way * deep + way * inset]


def overlap(one: Polygon, other: Polygon) -> bool:
    """Tell whether two convex polygons share more than a border."""
    for shape in (one, other):
        for place in range(len(shape)):
            start, end = _ends(shape, place)
            axis = ((end - start) / abs(end - start)).conjugate()
            spans = [[(corner * axis).imag for corner in polygon] for polygon in (one, other)]
            if max(spans[0]) <= min(spans[1]) + 1e-3 or max(spans[1]) <= min(spans[0]) + 1e-3:
                return False
    return True


def _up(face: Polygon) -> float:
    """Return how a word is turned so that it stands on an edge of its face, or points to the sharp end of a kite."""
    middle = sum(face) / len(face)
    arms = [corner - middle for corner in face]
    if len(face) == 4 and max(map(abs, arms)) > 1.2 * min(map(abs, arms)):
        return degrees(phase(max(arms, key=abs))) + 90
    halves = [sum(_ends(arms, place)) / 2 for place in range(len(arms))]
    foot = max(halves, key=lambda one: (round(one.imag + middle.imag, 3), -round(one.real + middle.real, 3)))
    return degrees(phase(foot)) - 90
