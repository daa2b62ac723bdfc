"""The Pareto front of a whole run: the always-solvable sets that none found so far is better than."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dicelab.dice import DiceSet
from dicelab.search.evolve.genome import dice_set, parse_genome
from dicelab.search.evolve.hypervolume import hypervolume
from dicelab.search.evolve.wanted import Wanted
from solver.polyform import Puzzle

MOST_KEPT = 200
"""Sets on a front; of more, those in the thickest crowd are left out."""

Spans = tuple[tuple[float, float], ...]
"""The best and the worst value of each objective in a sample of always-solvable sets; empty if there were none."""


@dataclass(frozen=True, slots=True)
class Kept:
    """A set that is kept: when it was found, its genome, and the values of its objectives."""

    generation: int
    genome: str
    values: tuple[float, ...]

    def dice_set(self, puzzle: Puzzle) -> DiceSet:
        """Return it as a dice set."""
        return dice_set(parse_genome(self.genome), puzzle)

    def plain(self) -> tuple[int, str, tuple[float, ...]]:
        """Return it as plain data."""
        return self.generation, self.genome, self.values


class Front:
    """Sets of which none is as good as another in all objectives, each class of sets once.

    Of sets that are equal in all objectives the first one stays.

    Parameters
    ----------
    wanted
        The settings of the run.
    kept
        What is on it.
    """

    def __init__(self, wanted: Wanted, kept: Iterable[Kept] = ()) -> None:
        self._signs = np.array(wanted.signs)
        self._puzzle = Puzzle.parse(wanted.puzzle)
        self.kept: list[Kept] = list(kept)
        self._costs = np.array([one.values for one in self.kept]).reshape(-1, len(self._signs)) * self._signs
        self._classes = [self._class(one) for one in self.kept]

    def add(self, one: Kept) -> bool:
        """Put a set on the front, and take from it what that dominates; tell whether it is on it now."""
        costs = np.array(one.values) * self._signs
        if (self._costs <= costs).all(axis=1).any():
            return False
        stays = ~(costs <= self._costs).all(axis=1)
        key = self._class(one)
        # An image of a set may differ from it, in its distance from a given one.
        if any(stays[place] for place, other in enumerate(self._classes) if other == key):
            return False
        self._choose(np.flatnonzero(stays))
        self.kept.append(one)
        self._costs = np.vstack([self._costs, costs])
        self._classes.append(key)
        return True

    def thin(self) -> None:
        """Take sets from the thickest crowd until no more than :data:`MOST_KEPT` are left."""
        while len(self.kept) > MOST_KEPT:
            distances = crowding(self._costs)
            self._choose(np.delete(np.arange(len(self.kept)), int(distances.argmin())))

    def _choose(self, places: NDArray[np.intp]) -> None:
        if len(places) != len(self.kept):
            self.kept = [self.kept[place] for place in places]
            self._classes = [self._classes[place] for place in places]
            self._costs = self._costs[places]

    def _class(self, one: Kept) -> tuple[int, ...]:
        return one.dice_set(self._puzzle).class_key()


def crowding(costs: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the crowding distance of each point (Deb et al. 2002, section III-B): float64, from (points, objectives).

    The smaller, the nearer are the neighbours; infinite at the ends.
    """
    distances = np.zeros(len(costs))
    for column in costs.T:
        order = np.argsort(column, kind="stable")
        span = column[order[-1]] - column[order[0]]
        distances[order[[0, -1]]] = np.inf
        if span:
            distances[order[1:-1]] += (column[order[2:]] - column[order[:-2]]) / span
    return distances


def normalised(values: Sequence[float], wanted: Wanted, spans: Spans) -> tuple[float, ...]:
    """Return how much better than the worst of the sample each value is: 0 for that one, 1 for the best one.

    Where the sample has a single value there is no span, and the difference counts as it is.
    """
    return tuple(
        (worst - value) / (worst - best) if worst != best else sign * (worst - value)
        for value, (best, worst), sign in zip(values, spans, wanted.signs, strict=True)
    )


def front_volume(kept: Sequence[Kept], wanted: Wanted, spans: Spans) -> float | None:
    """Return the hypervolume of a front, or ``None`` where there was no sample.

    It is measured from the worst value of each objective in the sample, in units of the sample's span: 1 is what a set
    that has the best of the sample in every objective would dominate alone, and a good front reaches more.
    """
    return hypervolume([normalised(one.values, wanted, spans) for one in kept]) if spans else None


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
