"""Dice to make: nets of solids to fold and glue, and spinners for dice that no solid shows fairly.

Places in the plane are complex numbers up to the finished net: x to the right, y down.
"""

from __future__ import annotations

from cmath import phase
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, product
from math import ceil, cos, degrees, pi, sin, sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from dicelab.dice import DiceSet
from dicelab.press.boards import Labels
from dicelab.press.page import CUT, FOLD, HAIR, SMALL, Drawing, Line, Places, Polyline
from dicelab.render.layout import Place, area, distance, sides
from dicelab.render.svg import DARK, INK, LIGHT, colour

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
    _, corners, shapes = die_solid(faces, size)
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
    """Return the number of faces of a fair paper die that shows each of some cells equally often.

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
    # Between two tips a ring: kites with one that goes up and down, for ten faces the solid that is sold, or two
    # pyramids; whichever has opposite faces, so that one is on top where the die lies.
    half = faces // 2
    count = 2 * half if half % 2 else half
    rise = (1 - cos(pi / half)) / (1 + cos(pi / half)) if half % 2 else 0.0
    angles = [2 * pi * n / count for n in range(count)]
    ring = [(cos(angle), sin(angle), rise if n % 2 else -rise) for n, angle in enumerate(angles)]
    return np.array([*ring, (0, 0, 1), (0, 0, -1)])


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


class DieSolid(NamedTuple):
    """The solid of a die around the origin."""

    vertices: NDArray[np.float64]
    """Corners, an array of n × 3."""
    corners: list[list[int]]
    """The numbers of the corners of each face, counter-clockwise seen from outside."""
    shapes: list[Polygon]
    """Each face in the plane."""


@lru_cache(maxsize=16)
def die_solid(faces: int, size: float) -> DieSolid:
    """Return the solid of a die with an even number of faces, and a size between opposite faces."""
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
        # The first corner has the angle 0, but for rounding.
        order = np.argsort((np.angle(flat) + NEAR) % (2 * pi))
        corners.append([on[n] for n in order])
        shapes.append(flat[order].conj().tolist())
    return DieSolid(vertices, corners, shapes)


def _unfolded(corners: Sequence[list[int]], shapes: Sequence[Polygon]) -> list[Polygon]:
    """Lay all faces into the plane, each beside the first one that reached it.

    No unfolding of a regular solid along its edges overlaps itself (Horiyama and Shoji, 2011).
    """
    at = {edge: (number, place) for number, face in enumerate(corners) for place, edge in enumerate(sides(face))}
    flat = {0: _laid(shapes[0], 0, (0j, complex(abs(shapes[0][1] - shapes[0][0]))))}
    queue = [0]
    for here in queue:
        for (one, other), (start, end) in zip(sides(corners[here]), sides(flat[here]), strict=True):
            # The neighbour has the same edge the other way round.
            there, place = at[other, one]
            if there not in flat:
                flat[there] = _laid(shapes[there], place, (end, start))
                queue.append(there)
    return [flat[number] for number in range(len(corners))]


def _laid(shape: Polygon, place: int, edge: Edge) -> Polygon:
    """Move a shape so that its edge of a number lies on another edge."""
    first, second = shape[place], shape[(place + 1) % len(shape)]
    turn = (edge[1] - edge[0]) / (second - first)
    return [edge[0] + (corner - first) * turn for corner in shape]


def _edges(corners: Sequence[list[int]], flat: Sequence[Polygon]) -> tuple[list[Edge], list[tuple[Edge, Edge]]]:
    """Return the folds between faces, and the pairs of edges that are glued."""
    both: dict[frozenset[int], list[Edge]] = {}
    for face, polygon in zip(corners, flat, strict=True):
        for edge, drawn in zip(sides(face), sides(polygon), strict=True):
            both.setdefault(frozenset(edge), []).append(drawn)
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
    for start, end in (*sides(one), *sides(other)):
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
    halves = [(one + other) / 2 for one, other in sides(arms)]
    foot = max(halves, key=lambda one: (round(one.imag + middle.imag, 3), -round(one.real + middle.real, 3)))
    return degrees(phase(foot)) - 90


CUBE = 6


@dataclass(frozen=True)
class PaperDie:
    """A die to be made: the label on each of its faces, or on each sector of a spinner."""

    number: int
    """From 1."""
    words: tuple[str, ...]
    solid: int | None
    """Faces of the solid; ``None`` for a spinner."""

    @property
    def shade(self) -> str:
        """The colour of the die, which tells it from others."""
        return colour(self.number - 1)


def paper_dice(dice_set: DiceSet, labels: Labels) -> list[PaperDie]:
    """Return how each die is made: as a solid that shows every face of it equally often, if there is one.

    A die whose faces are one, two or three becomes a cube, four faces make an octahedron, five or ten a solid of ten
    kites, and six, eight, twelve and twenty a solid of as many faces. For other numbers no such solid is sold or glued
    easily, and a spinner with equal sectors takes its place.
    """
    dice = []
    for number, die in enumerate(dice_set.dice, start=1):
        words = tuple(labels.texts[cell] for cell in die.faces)
        solid = solid_for(len(words))
        dice.append(PaperDie(number, words * (solid // len(words) if solid else 1), solid))
    return dice


def face_word(drawn: Drawing, word: str, middle: Place, room: float, labels: Labels, turned: float = 0) -> None:
    """Write the label of a face as large as a room allows, with a line below it if it could be read upside down."""
    wide = labels.font.width(word, 1, bold=True)
    # A capital is 0.72 of the size high.
    size = min(room / max(wide, 0.9), room / 1.1)
    drawn.words(word, *middle, size, anchor="middle", bold=True, turned=turned)
    if labels.is_ambiguous(word):
        angle = turned * pi / 180
        half, down = 0.5 * size * wide, 0.5 * size
        ends = [
            (middle[0] + x * cos(angle) - down * sin(angle), middle[1] + x * sin(angle) + down * cos(angle))
            for x in (-half, half)
        ]
        drawn.lines([ends], Line(INK, 0.08 * size))


def net_drawn(die: PaperDie, size: float, labels: Labels) -> Drawing:
    """Draw the net of a die: whole lines are cut, dashed ones folded, flaps glued; with the number of the die below."""
    flat = net(die.solid or CUBE, size)
    below = 1.8 * SMALL
    drawn = Drawing(flat.width, flat.height + below)
    for flap in flat.flaps:
        drawn.polygon(flap, "#EEEEEE")
    drawn.items.append(Polyline(flat.faces, LIGHT))
    inner = min(distance(middle_of(face), *side) for face in flat.faces for side in sides(face))
    for face, word, turned in zip(flat.faces, die.words, flat.ups, strict=True):
        x, y = middle = middle_of(face)
        frame = [(right + 0.14 * (x - right), down + 0.14 * (y - down)) for right, down in face]
        drawn.polygon(frame, None, Line(die.shade, 0.12 * inner))
        face_word(drawn, word, middle, (1.1 if len(face) > 3 else 0.8) * inner, labels, turned)
    drawn.lines(flat.cuts, CUT)
    drawn.lines([(*flap[1:], flap[0]) for flap in flat.flaps], CUT)
    drawn.lines([*flat.folds, *(flap[:2] for flap in flat.flaps)], FOLD)
    drawn.words(f"Die {die.number}", 0, flat.height + 0.6 * below, SMALL)
    return drawn


def middle_of(face: Sequence[Place]) -> Place:
    """Return where the word of a face goes: the middle of its area, which for a kite is not that of its corners."""
    x = y = 0.0
    for (right, down), (far, deep) in sides(face):
        part = right * deep - far * down
        x, y = x + (right + far) * part, y + (down + deep) * part
    return x / (6 * area(face)), y / (6 * area(face))


def spinner_drawn(die: PaperDie, labels: Labels, most: float) -> Drawing:
    """Draw a spinner: a disc with equal sectors, a dot where a paper clip turns around the tip of a pencil."""
    count = len(die.words)
    # Room for the words along the rim: 9 mm each.
    radius = min(most / 2, max(28.0, 9.0 * count / (2 * pi * 0.82)))
    drawn = Drawing(2 * radius, 2 * radius)
    step, arc = 2 * pi / count, ceil(180 / count)

    def at(long: float, angle: float) -> Place:
        return radius + long * cos(angle), radius + long * sin(angle)

    starts = [place * step - pi / 2 - step / 2 for place in range(count)]
    for place, (word, start) in enumerate(zip(die.words, starts, strict=True)):
        corners = [(radius, radius)] if count > 1 else []
        corners += [at(radius, start + step * n / arc) for n in range(arc + 1)]
        if place % 2 == 0 and (count % 2 == 0 or place < count - 1):
            drawn.polygon(corners, "#EFEFEF")
        room = min(2 * sin(step / 2) * 0.8 * radius, 0.24 * radius) if count > 2 else 0.3 * radius
        angle = start + step / 2
        face_word(drawn, word, at(0.8 * radius, angle), 0.85 * room, labels, angle * 180 / pi + 90)
    if count > 1:
        drawn.lines([((radius, radius), at(radius, start)) for start in starts], HAIR)
    drawn.disc(radius, radius, 0.975 * radius, None, Line(die.shade, 0.05 * radius))
    drawn.disc(radius, radius, 0.52 * radius, None, HAIR)
    drawn.disc(radius, radius, radius, None, CUT)
    drawn.disc(radius, radius, 0.8, DARK)
    drawn.words(f"Spinner {die.number}", radius, 1.25 * radius, 0.1 * radius, anchor="middle", bold=True)
    return drawn
