"""Islands: populations that evolve apart for an epoch and then exchange sets, on any runner.

An epoch of an island is a pure function from plain data to plain data, :func:`epoch`: processes of this machine or
workers of a cluster do it alike, and a lost one is simply repeated. Their results are merged here, island after island,
so that the result depends neither on the runner nor on the order in which islands end.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Container, Sequence
from typing import TYPE_CHECKING

import numpy as np

from dicelab.errors import DicelabError
from dicelab.search.evolve.candidates import Breeder, Candidate, EvolutionState, Spans, read_masks, rescored
from dicelab.search.evolve.kept_sets import Elites, KeptSets, kept_sets, normalised, spread
from dicelab.search.evolve.learning import Nogoods, NogoodScorer
from dicelab.search.evolve.settings import EvolutionSettings
from solver.runs import Runner

if TYPE_CHECKING:
    from dicelab.search.evolve.selection import ParetoIsland

SAMPLES, SAMPLE = 8, 8
"""Tasks that draw the sample, and sets that each draws."""

EMIGRANTS = 0.1
"""The share of an island that moves on to the next one; at least one set does."""

Epoch = tuple[str, int, int, int, tuple[Candidate, ...], tuple[Candidate, ...], Spans, Nogoods]
"""The settings as JSON, the island, its first and last generation, its population, the kept sets, the sample, and the
nogoods known before."""

Generation = tuple[int, int, tuple[Candidate, ...]]
"""The always-solvable sets in the population, sets that were evaluated, and sets to keep."""

Island = tuple[int, tuple[Candidate, ...], tuple[Generation, ...], Nogoods]
"""An island after an epoch: its number, its population, its generations, and the nogoods that it knows."""


class ElitesIsland:
    """Fills the grid of MAP-Elites, which is its population, with children of sets drawn uniformly from its cells."""

    def __init__(self, breeder: Breeder, size: int, elites: KeptSets) -> None:
        self._breeder, self._size, self._elites = breeder, size, elites
        self.population: list[Candidate] = []

    def begin(self, generator: np.random.Generator) -> list[Candidate]:
        """Return generation 0: random sets that local search has made always solvable, since no others have a cell."""
        return [self._breeder.random(generator, repair=True) for _ in range(self._size)]

    def advance(self, generator: np.random.Generator) -> list[Candidate]:
        """Return the offspring of a generation; it is put into the grid before the next one."""
        parents = self._elites.kept
        if not parents:
            return self.begin(generator)
        children = []
        for _ in range(self._size):
            mother, father = (parents[int(place)] for place in generator.integers(len(parents), size=2))
            children.append(self._breeder.child(mother, father, generator))
        return children


def sample(task: tuple[str, int]) -> tuple[int, tuple[tuple[float, ...], ...], Nogoods]:
    """Return the values of some always-solvable sets that local search finds, and the nogoods that it learns.

    A task is settings and a number.
    """
    text, number = task
    breeder = Breeder(EvolutionSettings.read(json.loads(text)))
    # The same for all seeds of runs, which then have one grid. Those of generations have three numbers, so that no
    # stream is drawn twice.
    generator = np.random.default_rng((0, number))
    drawn = [breeder.random(generator, repair=True) for _ in range(SAMPLE)]
    return number, tuple(one.values for one in drawn if one.solvable), _learnt(breeder)


def epoch(task: Epoch) -> Island:
    """Let one island evolve for some generations; return its number, population, generations and nogoods."""
    text, number, first, last, population, kept, spans, nogoods = task
    settings = EvolutionSettings.read(json.loads(text))
    breeder, keeping = Breeder(settings, nogoods), kept_sets(settings, spans, kept)
    island: ElitesIsland | ParetoIsland
    if settings.mode == "pareto":
        # Here, since it imports DEAP, which takes a while.
        from dicelab.search.evolve.selection import ParetoIsland

        island = ParetoIsland(breeder, settings.on_island(number), population)
    else:
        island = ElitesIsland(breeder, settings.on_island(number), keeping)
    rows: list[Generation] = []
    for generation in range(first, last + 1):
        generator = np.random.default_rng((settings.seed, generation, number))
        offspring = island.advance(generator) if generation else island.begin(generator)
        born = [one._replace(generation=generation) for one in offspring if one.solvable]
        entered = [one for one in born if keeping.add(one)]
        there = {one.genome for one in keeping.kept}
        solvable = sum(one.solvable for one in island.population or offspring)
        rows.append((solvable, breeder.evaluated, tuple(one for one in entered if one.genome in there)))
        breeder.evaluated = 0
    return number, tuple(island.population), tuple(rows), _learnt(breeder)


def _add(keeping: KeptSets, born: Sequence[Candidate], failing: Container[str]) -> None:
    """Add the sets of a generation, but those with failing rolls."""
    for one in born:
        if one.genome not in failing:
            keeping.add(one)
    keeping.thin()


def _rescored(population: Sequence[Candidate], learner: NogoodScorer) -> tuple[Candidate, ...]:
    """Return a population by all nogoods that are known now; answers come first."""
    return tuple(sorted(rescored(population, learner), key=lambda one: not one.solvable))


def _learnt(breeder: Breeder) -> Nogoods:
    return breeder.learner.nogoods if breeder.learner else ()


class Islands:
    """Evolution towards objectives, on islands; the runner does the epochs, one island each."""

    def __init__(self, settings: EvolutionSettings, runner: Runner) -> None:
        self._settings, self._runner = settings, runner
        self._text = json.dumps(settings.to_json())

    def begin(self) -> EvolutionState:
        """Return generation 0; raise :class:`DicelabError` if no always-solvable set is found to lay out a grid."""
        # A front needs no sample, but without a census its rolls teach the first nogoods.
        samples = SAMPLES if self._settings.mode == "map-elites" or self._settings.learns else 0
        tasks = [(self._text, number) for number in range(samples)]
        done = sorted(self._runner(sample, tasks))
        drawn = [values for _, some, _ in done for values in some]
        if not drawn and self._settings.mode == "map-elites":
            raise DicelabError(
                f"none of {SAMPLES * SAMPLE} sets is always solvable, so no grid is laid out: pass other --sizes, or "
                "--mode pareto"
            )
        spans = tuple(
            (min(column), max(column)) if sign > 0 else (max(column), min(column))
            for column, sign in zip(zip(*drawn, strict=True), self._settings.signs, strict=False)
        )
        nogoods = tuple(dict.fromkeys(pair for _, _, learnt in done for pair in learnt))
        return self._advanced(EvolutionState(-1, ((),) * self._settings.islands, (), (), spans, nogoods), 0)

    def advance(self, state: EvolutionState) -> EvolutionState:
        """Return the state after the next epoch, or after the generation in which the run ends."""
        settings = self._settings
        last = self._advanced(state, min(settings.generations, state.generation + settings.migrate))
        most = math.inf if settings.evaluations is None else settings.evaluations
        end = next((row["generation"] for row in last.history if row["evaluated"] >= most), last.generation)
        # Islands don't know each other's evaluations: the part of the epoch up to the end is done again.
        return last if end == last.generation else self._advanced(state, end)

    def _advanced(self, state: EvolutionState, last: int) -> EvolutionState:
        first = state.generation + 1
        tasks: list[Epoch] = [
            (self._text, number, first, last, population, state.kept, state.spans, state.nogoods)
            for number, population in enumerate(state.populations)
        ]
        done = sorted(self._runner(epoch, tasks))
        populations = [population for _, population, _, _ in done]
        generations = list(zip(*(rows for _, _, rows, _ in done), strict=True))
        born = [[one for *_, entered in rows for one in entered] for rows in generations]
        learner, failing = None, set[str]()
        if self._settings.learns:
            # Where a set turns out to fail, others of its island that it kept from the front may take its place.
            born[-1] += [one._replace(generation=last) for some in populations for one in some if one.solvable]
            known = dict.fromkeys([*state.nogoods, *(pair for *_, learnt in done for pair in learnt)])
            learner = NogoodScorer(self._settings.question, self._settings.seed, self._runner, tuple(known))
            failing = self._failing(state, born, learner)
            populations = [_rescored(some, learner) for some in populations]
        keeping = kept_sets(self._settings, state.spans, state.kept)
        history = list(state.history)
        for generation, (rows, some) in enumerate(zip(generations, born, strict=True), first):
            _add(keeping, some, failing)
            history.append(
                {
                    "generation": generation,
                    "solvable": sum(solvable for solvable, _, _ in rows),
                    "evaluated": sum(
                        (evaluated for _, evaluated, _ in rows), history[-1]["evaluated"] if history else 0
                    ),
                    "best": self._best(keeping.kept),
                    **keeping.figures(),
                    **({"nogoods": len(learner.nogoods)} if learner else {}),
                    **({"sample": self._settings.sample} if self._settings.sample else {}),
                }
            )
        nogoods = learner.nogoods if learner else ()
        return EvolutionState(last, _migrated(populations), tuple(keeping.kept), tuple(history), state.spans, nogoods)

    def _failing(self, state: EvolutionState, born: Sequence[Sequence[Candidate]], learner: NogoodScorer) -> set[str]:
        """Look at all rolls of the sets that would be kept, and learn from them; return the genomes that fail."""
        whole, failing = {one.genome for one in state.kept}, set[str]()
        while True:
            keeping = kept_sets(self._settings, state.spans, state.kept)
            for some in born:
                _add(keeping, some, failing)
            new = [one.genome for one in keeping.kept if one.genome not in whole]
            if not new:
                return failing
            for genome in new:
                dice = tuple(read_masks(genome, learner.boards.puzzle.blockers).tolist())
                (failing if learner.some_fails(dice) else whole).add(genome)

    def _best(self, kept: Sequence[Candidate]) -> list[float]:
        """Return the best value of each objective; an empty list where no set is kept."""
        if not kept:
            return []
        ends: list[Callable[..., float]] = [min if sign > 0 else max for sign in self._settings.signs]
        return [end(one.values[place] for one in kept) for place, end in enumerate(ends)]

    def to_confirm(self, state: EvolutionState) -> list[Candidate]:
        """Return some kept sets that lie far apart, the first one best in the first objective."""
        kept = in_order(state, self._settings)
        if self._settings.mode == "pareto":
            # In units of the front itself, so that all objectives count alike.
            columns = list(zip(*(one.values for one in kept), strict=True))
            units = tuple((max(column), min(column)) for column in columns)
            points: list[tuple[float, ...]] = [normalised(one.values, self._settings, units) for one in kept]
        else:
            grid = Elites(self._settings, state.spans)
            points = [tuple(map(float, grid.cell(one.values))) for one in kept]
        return [kept[place] for place in spread(points, self._settings.most_written(len(kept)))]


def in_order(state: EvolutionState, settings: EvolutionSettings) -> list[Candidate]:
    """Return the sets that a run keeps, the best in the first objective first; steps from easy to hard."""
    if settings.steps > 1:
        return list(state.kept)
    return sorted(
        state.kept,
        key=lambda one: ([sign * value for sign, value in zip(settings.signs, one.values, strict=True)], one.genome),
    )


def _migrated(islands: list[tuple[Candidate, ...]]) -> tuple[tuple[Candidate, ...], ...]:
    """Let the best of each island replace the last of the next one, in a ring."""
    if len(islands) < 2:
        return tuple(islands)
    moved = []
    for number, people in enumerate(islands):
        there = {one.genome for one in people}
        before = islands[number - 1]
        arriving = [one for one in before[: max(1, int(EMIGRANTS * len(before)))] if one.genome not in there]
        moved.append((*people[: len(people) - len(arriving)], *arriving))
    return tuple(moved)
