"""Dice of paper: regular solids, and how each is unfolded into a net with flaps."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, product
from math import atan2, cos, degrees, hypot, pi, sin, sqrt

Point3 = tuple[float, float, float]
Place = tuple[float, float]
Polygon = tuple[Place, ...]

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

    faces: tuple[Polygon, ...]
    ups: tuple[float, ...]
    """By how many degrees clockwise the word of each face is turned."""
    flaps: tuple[Polygon, ...]
    """The first two corners are the ends of the edge along which a flap is folded."""
    folds: tuple[tuple[Place, Place], ...]
    cuts: tuple[tuple[Place, Place], ...]
    width: float
    height: float


@lru_cache(maxsize=16)
def net(faces: int, size: float) -> Net:
    """Return the net of a die with a number of faces, with so much between opposite faces.

    Examples
    --------
    >>> [len(net(faces, 16.0).flaps) for faces in SOLIDS]
    [7, 5, 11, 19, 11]
    """
    polyhedron = _solid(faces, size)
    flat = _unfolded(polyhedron)
    folds, open_edges = _edges(polyhedron, flat)
    flaps, cuts = _flaps(flat, open_edges)
    return _framed(flat, flaps, folds, cuts)


def solid_for(cells: int) -> int | None:
    """Return how many faces a fair die of paper has that shows each of so many cells equally often.

    Examples
    --------
    >>> [solid_for(cells) for cells in (1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 31)]
    [6, 6, 6, 8, 10, 6, None, 8, 10, 12, None]
    """
    return next((faces for faces in SOLIDS if faces % cells == 0), None)


def _vertices(faces: int) -> list[Point3]:
    signs = (-1.0, 1.0)
    if faces == 6:
        return [(x, y, z) for x, y, z in product(signs, repeat=3)]
    if faces == 8:
        return [point for s in signs for point in ((s, 0.0, 0.0), (0.0, s, 0.0), (0.0, 0.0, s))]
    if faces == 12:
        cube = [(x, y, z) for x, y, z in product(signs, repeat=3)]
        return cube + [
            point
            for one, other in product(signs, repeat=2)
            for point in (
                (0.0, one / GOLDEN, other * GOLDEN),
                (one / GOLDEN, other * GOLDEN, 0.0),
                (one * GOLDEN, 0.0, other / GOLDEN),
            )
        ]
    if faces == 20:
        return [
            point
            for one, other in product(signs, repeat=2)
            for point in ((0.0, one, other * GOLDEN), (one, other * GOLDEN, 0.0), (one * GOLDEN, 0.0, other))
        ]
    # A pentagonal trapezohedron: ten kites between two tips and a ring that goes up and down.
    around, rise = pi / 5, 0.1056
    tip = rise * (1 + cos(around)) / (1 - cos(around))
    ring = [(cos(n * around), sin(n * around), rise if n % 2 else -rise) for n in range(10)]
    return [*ring, (0.0, 0.0, tip), (0.0, 0.0, -tip)]


@lru_cache(maxsize=16)
def _solid(faces: int, size: float) -> tuple[tuple[Point3, ...], ...]:
    """Return the faces of a solid, the corners of each counter-clockwise as seen from outside."""
    vertices = _vertices(faces)
    planes: dict[tuple[int, ...], Point3] = {}
    for three in combinations(range(len(vertices)), 3):
        normal = _normal(*(vertices[n] for n in three))
        length = _length(normal)
        if length < NEAR:
            continue
        normal = (normal[0] / length, normal[1] / length, normal[2] / length)
        far = _dot(normal, vertices[three[0]])
        if far < 0:
            normal, far = (-normal[0], -normal[1], -normal[2]), -far
        if all(_dot(normal, one) <= far + NEAR for one in vertices):
            on = tuple(n for n, one in enumerate(vertices) if _dot(normal, one) >= far - NEAR)
            planes.setdefault(on, normal)
    first = next(iter(planes))
    scale = size / 2 / _dot(planes[first], vertices[first[0]])
    return tuple(_in_order([_times(vertices[n], scale) for n in on], normal) for on, normal in planes.items())


def _in_order(points: Sequence[Point3], normal: Point3) -> tuple[Point3, ...]:
    middle = _times(_plus(points), 1 / len(points))
    right = _minus(points[0], middle)
    up = _cross(normal, right)
    return tuple(
        sorted(
            points,
            key=lambda one: atan2(_dot(_minus(one, middle), up), _dot(_minus(one, middle), right)) % (2 * pi - NEAR),
        )
    )


def _unfolded(solid: Sequence[Sequence[Point3]]) -> list[list[Place]]:
    """Lay all faces into the plane, each beside the first one that reached it.

    No unfolding of a regular solid along its edges overlaps itself (Horiyama and Shoji, 2011).
    """
    flat: dict[int, list[Place]] = {0: _laid(solid[0], (0.0, 0.0), 0.0)}
    queue = [0]
    while queue:
        here = queue.pop(0)
        for place, one in enumerate(solid[here]):
            other = solid[here][(place + 1) % len(solid[here])]
            there = next(n for n, face in enumerate(solid) if n != here and one in face and other in face)
            if there in flat:
                continue
            start, end = flat[here][place], flat[here][(place + 1) % len(flat[here])]
            # The neighbour has the same edge the other way round.
            first = solid[there].index(other)
            turned = (*solid[there][first:], *solid[there][:first])
            laid = _laid(turned, end, atan2(start[1] - end[1], start[0] - end[0]))
            flat[there] = [*laid[len(laid) - first :], *laid[: len(laid) - first]]
            queue.append(there)
    return [flat[number] for number in range(len(solid))]


def _laid(face: Sequence[Point3], start: Place, direction: float) -> list[Place]:
    """Lay a face flat, seen from outside with y down: its first corner at a place, its first edge in a direction."""
    along = _times(_minus(face[1], face[0]), 1 / _length(_minus(face[1], face[0])))
    normal = _normal(face[0], face[1], face[2])
    across = _cross(_times(normal, 1 / _length(normal)), along)
    found = []
    for corner in face:
        x, y = _dot(_minus(corner, face[0]), along), -_dot(_minus(corner, face[0]), across)
        found.append(
            (start[0] + x * cos(direction) - y * sin(direction), start[1] + x * sin(direction) + y * cos(direction))
        )
    return found


def _edges(
    solid: Sequence[Sequence[Point3]], flat: Sequence[Sequence[Place]]
) -> tuple[list[tuple[Place, Place]], list[list[tuple[int, int]]]]:
    """Return the folds between faces, and the pairs of edges that are glued: face and number of the edge."""
    both: dict[frozenset[Point3], list[tuple[int, int]]] = {}
    for number, face in enumerate(solid):
        for place, one in enumerate(face):
            both.setdefault(frozenset((one, face[(place + 1) % len(face)])), []).append((number, place))
    folds, glued = [], []
    for pair in both.values():
        (start, end), (first, second) = _ends(flat, pair[0]), _ends(flat, pair[1])
        if _near(start, second) and _near(end, first):
            folds.append((start, end))
        else:
            glued.append(pair)
    return folds, glued


def _ends(flat: Sequence[Sequence[Place]], edge: tuple[int, int]) -> tuple[Place, Place]:
    face, place = flat[edge[0]], edge[1]
    return face[place], face[(place + 1) % len(face)]


def _flaps(
    flat: Sequence[Sequence[Place]], glued: Sequence[Sequence[tuple[int, int]]]
) -> tuple[list[Polygon], list[tuple[Place, Place]]]:
    """Put a flap on one edge of each pair that is glued, where it touches no face and no other flap."""
    flaps: list[Polygon] = []
    cuts: list[tuple[Place, Place]] = []
    for pair in glued:
        for (deep, inset), edge in product(FLAPS, pair):
            flap = _flap(*_ends(flat, edge), deep, inset)
            if not any(_overlap(flap, other) for other in (*flat, *flaps)):
                flaps.append(flap)
                cuts.append(_ends(flat, pair[1] if edge == pair[0] else pair[0]))
                break
        else:
            cuts += [_ends(flat, edge) for edge in pair]
    return flaps, cuts


def _flap(one: Place, other: Place, deep: float, inset: float) -> Polygon:
    """Return a flap outside of an edge; faces go counter-clockwise seen from outside, so outside is to the right."""
    x, y = other[0] - one[0], other[1] - one[1]
    long = hypot(x, y)
    share = min(1.0, MOST_DEEP / (deep * long))
    out = (-y * deep * share, x * deep * share)
    along = (x * inset * share, y * inset * share)
    return (
        one,
        other,
        (other[0] + out[0] - along[0], other[1] + out[1] - along[1]),
        (one[0] + out[0] + along[0], one[1] + out[1] + along[1]),
    )


def _overlap(one: Sequence[Place], other: Sequence[Place]) -> bool:
    """Tell whether two convex polygons share more than a border."""
    for shape in (one, other):
        for place, (x, y) in enumerate(shape):
            far, deep = shape[(place + 1) % len(shape)]
            axis = (y - deep, far - x)
            long = hypot(*axis)
            spans = [[(px * axis[0] + py * axis[1]) / long for px, py in polygon] for polygon in (one, other)]
            if max(spans[0]) <= min(spans[1]) + 1e-3 or max(spans[1]) <= min(spans[0]) + 1e-3:
                return False
    return True


def _framed(
    flat: Sequence[Sequence[Place]],
    flaps: Sequence[Polygon],
    folds: Sequence[tuple[Place, Place]],
    cuts: Sequence[tuple[Place, Place]],
) -> Net:
    """Move everything so that the net begins at 0, 0."""
    every = [place for polygon in (*flat, *flaps) for place in polygon]
    left, top = min(x for x, _ in every), min(y for _, y in every)

    def shifted(places: Sequence[Place]) -> Polygon:
        return tuple((x - left, y - top) for x, y in places)

    def lines(pairs: Sequence[tuple[Place, Place]]) -> Iterator[tuple[Place, Place]]:
        for one, other in pairs:
            yield (one[0] - left, one[1] - top), (other[0] - left, other[1] - top)

    return Net(
        tuple(map(shifted, flat)),
        tuple(_up(face) for face in flat),
        tuple(map(shifted, flaps)),
        tuple(lines(folds)),
        tuple(lines(cuts)),
        max(x for x, _ in every) - left,
        max(y for _, y in every) - top,
    )


def _up(face: Sequence[Place]) -> float:
    """Return how a word is turned so that it stands on an edge of its face, or points to the sharp end of a kite."""
    middle = (sum(x for x, _ in face) / len(face), sum(y for _, y in face) / len(face))
    if len(face) == 4 and max(_far(middle, one) for one in face) > 1.2 * min(_far(middle, one) for one in face):
        tip = max(face, key=lambda one: _far(middle, one))
        return degrees(atan2(tip[1] - middle[1], tip[0] - middle[0])) + 90
    foot = max(
        (((x + far) / 2, (y + deep) / 2) for (x, y), (far, deep) in zip(face, (*face[1:], face[0]), strict=True)),
        key=lambda one: (round(one[1], 3), -round(one[0], 3)),
    )
    return degrees(atan2(foot[1] - middle[1], foot[0] - middle[0])) - 90


def _far(one: Place, other: Place) -> float:
    return hypot(one[0] - other[0], one[1] - other[1])


def _near(one: Place, other: Place) -> bool:
    return _far(one, other) < 1e-3


def _plus(points: Sequence[Point3]) -> Point3:
    return sum(p[0] for p in points), sum(p[1] for p in points), sum(p[2] for p in points)


def _minus(one: Point3, other: Point3) -> Point3:
    return one[0] - other[0], one[1] - other[1], one[2] - other[2]


def _times(one: Point3, scale: float) -> Point3:
    return one[0] * scale, one[1] * scale, one[2] * scale


def _dot(one: Point3, other: Point3) -> float:
    return one[0] * other[0] + one[1] * other[1] + one[2] * other[2]


def _cross(one: Point3, other: Point3) -> Point3:
    return (
        one[1] * other[2] - one[2] * other[1],
        one[2] * other[0] - one[0] * other[2],
        one[0] * other[1] - one[1] * other[0],
    )


def _normal(one: Point3, other: Point3, third: Point3) -> Point3:
    return _cross(_minus(other, one), _minus(third, one))


def _length(one: Point3) -> float:
    return sqrt(_dot(one, one))
