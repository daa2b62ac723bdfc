"""NSGA-II (Deb et al. 2002) on one island, with DEAP's fitness and selection.

Constraint-first: always-solvable sets come before all others, which count by their unsolvable rolls alone; so each
set dominates every set with more unsolvable rolls. Generation ``g`` of island ``i`` draws from a generator seeded with
(seed, g, i), as DEAP's own operators, which use the global ``random``, can't.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

import numpy as np
from deap import base, tools

from dicelab.search.evolve.workbench import Candidate, Workbench


class Individual:
    """A candidate with the fitness that DEAP's selection reads."""

    def __init__(self, candidate: Candidate, signs: Sequence[float]) -> None:
        self.candidate = candidate
        # Smaller is better: the signs, not the weights, tell the directions.
        costs = [sign * value for sign, value in zip(signs, candidate.values, strict=bool(candidate.values))]
        self.fitness = _fitness(len(signs))(costs)
        self.fitness.crowding_dist = 0.0


@lru_cache(maxsize=8)
def _fitness(objectives: int) -> type[base.Fitness]:
    """Return a fitness of so many objectives; a subclass, since DEAP's ``creator`` breaks copies between processes."""
    return type("Costs", (base.Fitness,), {"weights": (-1.0,) * objectives})


class Island:
    """A population that evolves by itself.

    Parameters
    ----------
    bench
        Makes and scores candidates.
    number
        Of the island, from 0.
    """

    def __init__(self, bench: Workbench, number: int) -> None:
        self._bench, self._number = bench, number
        self._size, self._signs = bench.wanted.on_island(number), bench.wanted.signs

    def begin(self) -> list[Candidate]:
        """Return generation 0, in order: random sets, which local search has led to always-solvable ones."""
        generator = self._generator(0)
        return self._selected(
            [self._bench.random(generator, repair=self._bench.wanted.memetic) for _ in range(self._size)]
        )

    def generations(
        self, population: Sequence[Candidate], first: int, last: int
    ) -> Iterator[tuple[list[Candidate], list[Candidate]]]:
        """Yield for each generation its population, in order, and the offspring that it was chosen from."""
        for number in range(first, last + 1):
            generator = self._generator(number)
            parents = self._ranked(population)
            offspring = [self._child(parents, generator) for _ in range(self._size)]
            population = self._selected([*population, *offspring])
            yield population, offspring

    def _generator(self, generation: int) -> np.random.Generator:
        return np.random.default_rng((self._bench.wanted.seed, generation, self._number))

    def _child(self, parents: list[tuple[Individual, int]], generator: np.random.Generator) -> Candidate:
        mother, father = (_tournament(parents, generator) for _ in range(2))
        return self._bench.child(mother.candidate, father.candidate, generator)

    def _ranked(self, population: Sequence[Candidate]) -> list[tuple[Individual, int]]:
        """Return individuals with their ranks, 0 first; their crowding distances are known then."""
        solvable, others = self._split(population)
        found = [(one, rank) for rank, front in enumerate(_fronts(solvable)) for one in front]
        ranks = len(solvable) + np.unique([one.candidate.rolls for one in others], return_inverse=True)[1]
        return found + list(zip(others, ranks.tolist(), strict=True))

    def _selected(self, candidates: Sequence[Candidate]) -> list[Candidate]:
        """Choose who lives on: by front, then the least crowded; in that order. Equal genomes are one."""
        solvable, others = self._split({one.genome: one for one in candidates}.values())
        if len(solvable) > self._size:
            chosen = tools.selNSGA2(solvable, self._size, nd="log") if len(self._signs) > 1 else solvable
            solvable = [one for front in _fronts(chosen) for one in front]
        else:
            solvable = [one for front in _fronts(solvable) for one in front]
        return [one.candidate for one in [*solvable, *others][: self._size]]

    def _split(self, candidates: Iterable[Candidate]) -> tuple[list[Individual], list[Individual]]:
        """Return the always-solvable ones, and the others by their unsolvable rolls."""
        both = [Individual(one, self._signs) for one in candidates]
        others = sorted((one for one in both if not one.candidate.solvable), key=lambda one: one.candidate.rolls)
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
