"""Selection, by DEAP: the best of a population, and NSGA-II (Deb et al. 2002). The only module that imports DEAP.

Constraint-first: always-solvable sets come before all others, which count by their unsolvable rolls alone; so each
always-solvable set dominates every set with unsolvable rolls. DEAP's own loops keep no checkpoint and its operators
draw from the global ``random``, so the loop is elsewhere and takes a generator.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any

import numpy as np
from deap import base, tools
from numpy.typing import NDArray

from dicelab.search.evolve.candidates import Breeder, Candidate


class Individual:
    """A candidate with the fitness that DEAP reads; of each cost less is better, the first one counts first."""

    def __init__(self, candidate: Candidate, costs: Sequence[float]) -> None:
        self.candidate = candidate
        self.fitness: Any = _fitness(len(costs))(costs)
        self.fitness.crowding_dist = 0.0


@lru_cache(maxsize=8)
def _fitness(costs: int) -> type[base.Fitness]:
    """Return the class of fitnesses with a number of costs; DEAP's ``creator`` breaks copies between processes."""
    return type("Costs", (base.Fitness,), {"weights": (-1.0,) * costs})


def least_unsolvable(candidates: Iterable[Candidate], number: int) -> tuple[Candidate, ...]:
    """Choose some candidates, the best first: by missed constraints, patterns that fail, then unsolvable rolls."""
    both = [Individual(one, (one.missed, one.patterns, one.rolls)) for one in candidates]
    return tuple(one.candidate for one in tools.selBest(both, number))


def crowding(costs: NDArray[np.float64]) -> list[float]:
    """Return the crowding distance of each point (Deb et al. 2002, section III-B): from (points, objectives).

    The smaller, the nearer are the neighbours; infinite at the ends.
    """
    points = [Individual(Candidate(""), row) for row in costs.tolist()]
    tools.emo.assignCrowdingDist(points)
    return [point.fitness.crowding_dist for point in points]


class ParetoIsland:
    """A population that evolves by itself, by NSGA-II; it is in order, the best first."""

    def __init__(self, breeder: Breeder, size: int, population: Sequence[Candidate]) -> None:
        self._breeder, self._size = breeder, size
        self._signs = breeder.settings.signs
        self.population: list[Candidate] = list(population)

    def begin(self, generator: np.random.Generator) -> list[Candidate]:
        """Return generation 0, in order: random sets, which local search has led to always-solvable ones."""
        memetic = self._breeder.settings.memetic
        self.population = self._selected([self._breeder.random(generator, repair=memetic) for _ in range(self._size)])
        return self.population

    def advance(self, generator: np.random.Generator) -> list[Candidate]:
        """Return the offspring of a generation, and choose who lives on."""
        parents = self._ranked()
        offspring = [self._child(parents, generator) for _ in range(self._size)]
        self.population = self._selected([*self.population, *offspring])
        return offspring

    def _child(self, parents: list[tuple[Individual, int]], generator: np.random.Generator) -> Candidate:
        mother, father = (_tournament(parents, generator) for _ in range(2))
        return self._breeder.child(mother.candidate, father.candidate, generator)

    def _ranked(self) -> list[tuple[Individual, int]]:
        """Return individuals with their ranks, 0 first; their crowding distances are known then."""
        solvable, others = self._split(self.population)
        ranked = [(one, rank) for rank, front in enumerate(_fronts(solvable)) for one in front]
        ranks = len(solvable) + np.unique([one.candidate.cost for one in others], return_inverse=True)[1]
        return ranked + list(zip(others, ranks.tolist(), strict=True))

    def _selected(self, candidates: Sequence[Candidate]) -> list[Candidate]:
        """Choose who lives on: by front, then the least crowded; in that order. Equal genomes are one."""
        solvable, others = self._split({one.genome: one for one in candidates}.values())
        if len(solvable) > self._size and len(self._signs) > 1:
            solvable = tools.selNSGA2(solvable, self._size, nd="log")
        solvable = [one for front in _fronts(solvable) for one in front]
        return [one.candidate for one in [*solvable, *others][: self._size]]

    def _split(self, candidates: Iterable[Candidate]) -> tuple[list[Individual], list[Individual]]:
        """Return the always-solvable ones, and the others by their unsolvable rolls."""
        both = [
            Individual(one, [sign * value for sign, value in zip(self._signs, one.values, strict=bool(one.values))])
            for one in candidates
        ]
        others = sorted((one for one in both if not one.candidate.solvable), key=lambda one: one.candidate.cost)
        return [one for one in both if one.candidate.solvable], others


def _fronts(individuals: list[Individual]) -> list[list[Individual]]:
    """Return the fronts, the best first, each with the least crowded first."""
    if not individuals:
        return []
    if len(individuals[0].fitness.wvalues) == 1:
        # With one objective each value is a front.
        values: dict[float, list[Individual]] = {}
        for one in individuals:
            values.setdefault(one.fitness.wvalues[0], []).append(one)
        return [values[value] for value in sorted(values, reverse=True)]
    fronts: list[list[Individual]] = tools.sortLogNondominated(individuals, len(individuals))
    for front in fronts:
        tools.emo.assignCrowdingDist(front)
        front.sort(key=lambda one: -one.fitness.crowding_dist)
    return fronts


def _tournament(parents: list[tuple[Individual, int]], generator: np.random.Generator) -> Individual:
    """Return the better one of two: by rank, then the less crowded, then the first that was drawn."""
    (one, rank), (other, second) = (parents[int(place)] for place in generator.integers(len(parents), size=2))
    if rank != second:
        return one if rank < second else other
    return one if one.fitness.crowding_dist >= other.fitness.crowding_dist else other
