"""The sets that a run with objectives keeps: the Pareto front of all sets that it met, or the grid of MAP-Elites."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dicelab.search.evolve.candidates import Candidate, Spans
from dicelab.search.evolve.settings import EvolutionSettings
from solver.polyform import Puzzle

MOST_KEPT = 200
"""Most sets on a front; beyond, the most crowded are left out."""

Cell = tuple[int, ...]
Point = tuple[float, ...]


class Front:
    """Sets of which none is as good as another in all objectives, each class of sets once.

    Of sets that are equal in all objectives the first one stays.
    """

    def __init__(self, settings: EvolutionSettings, kept: Iterable[Candidate] = ()) -> None:
        self._settings = settings
        self._signs = np.array(settings.signs)
        self._puzzle = Puzzle.parse(settings.puzzle)
        self.kept: list[Candidate] = list(kept)
        self._costs = np.array([one.values for one in self.kept]).reshape(-1, len(self._signs)) * self._signs
        self._classes = [one.class_key(self._puzzle) for one in self.kept]

    def add(self, one: Candidate) -> bool:
        """Add a set to the front and remove the sets that it dominates; return whether it was added."""
        costs = np.array(one.values) * self._signs
        if (self._costs <= costs).all(axis=1).any():
            return False
        stays = ~(costs <= self._costs).all(axis=1)
        key = one.class_key(self._puzzle)
        # The image of a set may have other values, such as the distance from a given set.
        if any(stays[place] for place, other in enumerate(self._classes) if other == key):
            return False
        self._choose(np.flatnonzero(stays))
        self.kept.append(one)
        self._costs = np.vstack([self._costs, costs])
        self._classes.append(key)
        return True

    def thin(self) -> None:
        """Remove the most crowded sets until at most :data:`MOST_KEPT` are left."""
        while len(self.kept) > MOST_KEPT:
            # Here, since it imports DEAP, which takes a while.
            from dicelab.search.evolve.selection import crowding

            thickest = int(np.argmin(crowding(self._costs)))
            self._choose(np.delete(np.arange(len(self.kept)), thickest))

    def _choose(self, places: NDArray[np.intp]) -> None:
        if len(places) != len(self.kept):
            self.kept = [self.kept[place] for place in places]
            self._classes = [self._classes[place] for place in places]
            self._costs = self._costs[places]

    def figures(self) -> dict[str, Any]:
        """Return the number of sets, and the hypervolume; ``None`` where an objective has no reference.

        It is measured from a fixed reference point (:attr:`EvolutionSettings.reference`), in the objectives' own units,
        so that runs of any seed, with and without local search, can be compared. It is 0 where there is no set.
        """
        reference = self._settings.reference
        if reference is None:
            return {"front": len(self.kept), "hypervolume": None}
        points = np.array(reference) * self._signs - self._costs
        return {"front": len(self.kept), "hypervolume": hypervolume(map(tuple, points.tolist()))}


class Elites:
    """MAP-Elites (Mouret and Clune 2015): the best set of each cell of a grid.

    The first objective says which set is best, the others are the axes. An axis spans the values of a sample, widened
    by a quarter of that on each side. Values outside belong to the cell at the edge.
    """

    def __init__(self, settings: EvolutionSettings, spans: Spans, kept: Iterable[Candidate] = ()) -> None:
        self._settings, self._spans = settings, spans
        self._sign = settings.signs[0]
        self.edges: list[NDArray[np.float64]] = [_edges(span, settings.bins) for span in spans[1:]]
        self.cells: dict[Cell, Candidate] = {}
        for one in kept:
            self.add(one)

    def cell(self, values: Point) -> Cell:
        """Return the cell of a set by its values."""
        inner = (edges[1:-1] for edges in self.edges)
        return tuple(
            int(np.searchsorted(edges, value, side="right")) for edges, value in zip(inner, values[1:], strict=True)
        )

    def add(self, one: Candidate) -> bool:
        """Put a set into its cell if there is none yet, or one that is worse; return whether it is there now."""
        cell = self.cell(one.values)
        there = self.cells.get(cell)
        if there is not None and self._sign * there.values[0] <= self._sign * one.values[0]:
            return False
        self.cells[cell] = one
        return True

    def thin(self) -> None:
        """There are never more sets than cells."""

    @property
    def kept(self) -> list[Candidate]:
        """The sets, in the order of their cells."""
        return [self.cells[cell] for cell in sorted(self.cells)]

    def figures(self) -> dict[str, Any]:
        """Return the number of filled cells, their share of the grid, and the QD-score.

        The QD-score (Pugh, Soros and Stanley 2016) sums the quality of all cells, 1 for the best of the sample.
        """
        quality = sum(max(0.0, normalised(one.values, self._settings, self._spans)[0]) for one in self.kept)
        coverage = len(self.cells) / float(self._settings.bins ** len(self.edges))
        return {"filled": len(self.cells), "coverage": coverage, "score": float(quality)}


KeptSets = Front | Elites


def kept_sets(settings: EvolutionSettings, spans: Spans, kept: Iterable[Candidate] = ()) -> KeptSets:
    """Return the front or the grid of a run with these settings."""
    return Front(settings, kept) if settings.mode == "pareto" else Elites(settings, spans, kept)


def _edges(span: tuple[float, float], bins: int) -> NDArray[np.float64]:
    low, high = sorted(span)
    margin = (high - low) / 4 or 0.5
    return np.linspace(low - margin, high + margin, bins + 1)


def normalised(values: Sequence[float], settings: EvolutionSettings, spans: Spans) -> Point:
    """Scale each value from 0, the worst of the sample, to 1, the best.

    Where the sample has a single value there is no span, and the difference is not scaled.
    """
    return tuple(
        (worst - value) / (worst - best) if worst != best else sign * (worst - value)
        for value, (best, worst), sign in zip(values, spans, settings.signs, strict=True)
    )


def spread(points: Sequence[Sequence[float]], number: int) -> list[int]:
    """Choose some points that lie far apart: the first one, then always the one farthest from those chosen."""
    if not points or not number:
        return []
    array = np.array(points, np.float64)
    chosen = [0]
    nearest = ((array - array[0]) ** 2).sum(axis=1)
    while len(chosen) < min(number, len(points)):
        nearest[chosen[-1]] = -1
        chosen.append(int(nearest.argmax()))
        nearest = np.minimum(nearest, ((array - array[chosen[-1]]) ** 2).sum(axis=1))
    return chosen


def hypervolume(points: Iterable[Point]) -> float:
    """Return the volume of the union of the boxes between the origin and each point (Zitzler and Thiele 1999).

    All points have the same dimension, at least 1; more is better, and a point that is 0 or less in a coordinate adds
    nothing. Exact, as the sum of what each point adds (While, Bradstreet and Barone 2012), in order of the last
    coordinate, so that the part shared with later points has one dimension less. DEAP takes the volume from compiled
    code, whose last digits differ from machine to machine; those of logs may not.

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
    if len(points) < 2 or len(points[0]) < 3:
        return points
    kept: list[Point] = []
    for point in sorted(set(points), reverse=True):
        if not any(all(a >= b for a, b in zip(other, point, strict=True)) for other in kept):
            kept.append(point)
    return kept
