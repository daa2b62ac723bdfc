"""The evolution itself, with DEAP's individuals, fitness and toolbox. The only file that imports DEAP.

DEAP's own loops keep no checkpoint and its operators draw from the global ``random``, so the loop is here and
randomness is passed in: generation ``g`` of a run draws from a generator seeded with (seed, g). A run
is a function of its settings alone, and needs no state of a generator to be taken up again.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from deap import base, tools

from dicelab.search.evolve.fitness import Evaluation
from dicelab.search.evolve.genome import Genome, dice_set, die_masks, random_genome
from dicelab.search.evolve.operators import blend, swap_cells
from solver.polyform import Puzzle

TOURNAMENT = 3
CROSSOVER = 0.5


class FewerIsBetter(base.Fitness):
    """Patterns that should not be rolled, then unsolvable rolls: DEAP compares the first, and the second on a tie."""

    weights = (-1.0, -1.0)


class Individual(list[int]):
    """A genome with its fitness; a subclass of ``list``, since DEAP's ``creator`` breaks copies between processes."""

    def __init__(self, genome: Sequence[int]) -> None:
        super().__init__(genome)
        self.fitness = FewerIsBetter()

    @property
    def genome(self) -> Genome:
        """The genome as an array."""
        return np.array(self, np.int8)

    @property
    def score(self) -> tuple[int, int]:
        """The fitness as whole numbers; (0, 0) is an always-solvable set."""
        patterns, rolls = self.fitness.values
        return int(patterns), int(rolls)


@dataclass(frozen=True, slots=True)
class Discovery:
    """A set without an unsolvable roll by the scorer, and the generation that found it."""

    generation: int
    genome: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class State:
    """All that a run has found up to a generation: what a checkpoint holds.

    Parameters
    ----------
    generation
        Its number.
    population
        Sorted, the best first.
    history
        A row of figures for each generation; rows beyond ``generation`` do not count.
    discoveries
        In the order in which they were found.
    """

    generation: int
    population: list[Individual]
    history: list[dict[str, int]]
    discoveries: list[Discovery]


class Evolution:
    """A (μ + λ) evolution that starts afresh, with a new population, once a set is always solvable.

    Parameters
    ----------
    puzzle, sizes
        What is designed.
    population
        Individuals in each generation.
    seed
        Of all randomness.
    evaluation
        The fitness of genomes.
    known
        Classes of sets that are no discoveries (:meth:`dicelab.dice.DiceSet.class_key`).
    """

    def __init__(
        self,
        puzzle: Puzzle,
        sizes: Sequence[int],
        *,
        population: int,
        seed: int,
        evaluation: Evaluation,
        known: Sequence[tuple[int, ...]] = (),
    ) -> None:
        self._puzzle, self._sizes = puzzle, tuple(sizes)
        self._size, self._seed = population, seed
        self._evaluation = evaluation
        self._known = frozenset(known)
        # The classes of all that was discovered up to the state that is carried on.
        self._found: set[tuple[int, ...]] = set()
        self._tools = base.Toolbox()
        self._tools.register(
            "individual", lambda g: Individual(random_genome(self._sizes, len(puzzle.grid), g).tolist())
        )
        self._tools.register("mate", lambda a, b, g: Individual(blend(a.genome, b.genome, g).tolist()))
        self._tools.register("mutate", lambda a, g: Individual(swap_cells(a.genome, g).tolist()))

    def start(self) -> State:
        """Return generation 0: random dice sets."""
        self._found = set()
        return self._next(State(-1, [], [], []), self._random(self._generator(0)))

    def generations(self, state: State, last: int) -> Iterator[State]:
        """Carry a run on to generation ``last``; yield the state of each generation.

        A state that was yielded is never changed, save that the history, which they share, grows.
        """
        self._found = {self._class_key(found.genome) for found in state.discoveries}
        while state.generation < last:
            generator = self._generator(state.generation + 1)
            if not any(state.population[0].score):
                # Always solvable, be it new or known: there is nothing more to find here.
                population = self._random(generator)
            else:
                offspring = self._scored([self._child(state.population, generator) for _ in range(self._size)])
                # Equal genomes are one: copies of the best would crowd out everything else.
                both = {tuple(one): one for one in [*state.population, *offspring]}
                population = tools.selBest(both.values(), self._size)
            state = self._next(state, population)
            yield state

    def _generator(self, generation: int) -> np.random.Generator:
        return np.random.default_rng((self._seed, generation))

    def _random(self, generator: np.random.Generator) -> list[Individual]:
        return self._scored([self._tools.individual(generator) for _ in range(self._size)])

    def _child(self, population: list[Individual], generator: np.random.Generator) -> Individual:
        mother = self._tournament(population, generator)
        if generator.random() < CROSSOVER:
            child: Individual = self._tools.mate(mother, self._tournament(population, generator), generator)
            if child != mother:
                return child
        mutant: Individual = self._tools.mutate(mother, generator)
        return mutant

    @staticmethod
    def _tournament(population: list[Individual], generator: np.random.Generator) -> Individual:
        # Populations are sorted by fitness, so the smallest of some random places wins.
        return population[int(generator.integers(len(population), size=TOURNAMENT).min())]

    def _scored(self, individuals: list[Individual]) -> list[Individual]:
        masks = die_masks(np.array(individuals, np.int8), self._puzzle.blockers)
        for individual, score in zip(individuals, self._evaluation(masks).tolist(), strict=True):
            individual.fitness.values = score
        return tools.selBest(individuals, len(individuals))  # type: ignore[no-any-return]

    def _class_key(self, genome: Sequence[int]) -> tuple[int, ...]:
        return dice_set(np.array(genome, np.int8), self._puzzle).class_key()

    def _next(self, state: State, population: list[Individual]) -> State:
        """Return the state of the next generation: note what it found and how it stands."""
        generation = state.generation + 1
        discoveries = list(state.discoveries)
        for individual in population:
            if any(individual.score):
                break
            key = self._class_key(individual)
            if key not in self._known and key not in self._found:
                self._found.add(key)
                discoveries.append(Discovery(generation, tuple(individual)))
                break
        scores = [individual.score for individual in population]
        before = state.history[generation - 1] if generation else {"evaluated": 0, "screened": 0}
        row = {
            "generation": generation,
            "best_patterns": scores[0][0],
            "best_rolls": scores[0][1],
            "median_patterns": scores[len(scores) // 2][0],
            "median_rolls": scores[len(scores) // 2][1],
            "evaluated": before["evaluated"] + self._evaluation.evaluated,
            "screened": before["screened"] + self._evaluation.screened,
            "discoveries": len(discoveries),
        }
        self._evaluation.evaluated = self._evaluation.screened = 0
        del state.history[generation:]
        state.history.append(row)
        return State(generation, population, state.history, discoveries)
