"""The search for always-solvable sets: a (μ + λ) evolution by the number of rolls that can't be tiled.

Generation ``g`` of a run draws from a generator seeded with (seed, g). So a run is a function of its settings alone,
and needs no state of a generator to be taken up again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from math import comb

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from dicelab.dice import CATALOGUE, DiceSet, catalogue_set, roll_masks
from dicelab.errors import DiceError
from dicelab.reasons.array_rules import Screen
from dicelab.score.forbidden import masks_of, owners
from dicelab.score.placement_domain import places_of
from dicelab.search.evolve.candidates import (
    CONSTRAINED_REPAIR,
    Candidate,
    EvolutionState,
    Genome,
    blend,
    dealt,
    genome_text,
    masks_text,
    read_masks,
    rescored,
    swap_cells,
)
from dicelab.search.evolve.learning import NogoodScorer
from dicelab.search.evolve.selection import least_unsolvable
from dicelab.search.evolve.settings import EvolutionSettings
from dicelab.search.moves import moves_of
from dicelab.search.tabu import WEIGHT, ConstraintPenalty
from dicelab.verifying import settle
from solver.polyform import Puzzle, images
from solver.polyform.orbits import MOST_BOARDS, rank
from solver.polyform.symmetry import Masks

LOOKED_AT = 4
"""Sets without known nogoods whose rolls are drawn at a time."""

TOURNAMENT = 3
CROSSOVER = 0.5

Scorer = Callable[[Masks], NDArray[np.int64]]
"""Counts the unsolvable rolls of sets with disjoint dice: from uint64 (sets, dice), the cells of each die, to int64
(sets,). With a census, :meth:`dicelab.score.forbidden.ForbiddenBoards.rolled` does."""


class BackendScorer:
    """Asks a solver, ``bitmask`` or ``cp-sat``, about every roll: once about each orbit of boards."""

    def __init__(self, puzzle: Puzzle, backend: str, jobs: int = 1) -> None:
        boards = comb(len(puzzle.grid), puzzle.blockers)
        if boards > MOST_BOARDS:
            raise DiceError(f"{boards:,} boards: a scorer remembers at most {MOST_BOARDS:,}")
        self._puzzle, self._backend, self._jobs = puzzle, backend, jobs
        # For each board: 0 not asked yet, 1 solvable, 2 not.
        self._verdicts = np.zeros(boards, np.uint8)

    def __call__(self, dice: Masks) -> NDArray[np.int64]:
        """Count the unsolvable rolls of each set."""
        return np.array([self._unsolvable(row) for row in dice], np.int64)

    def _unsolvable(self, dice: Masks) -> int:
        boards = roll_masks(DiceSet.of_masks(dice.tolist(), self._puzzle))
        places = self._places(boards)
        unknown = boards[self._verdicts[places] == 0]
        if len(unknown):
            asked = np.unique(self._images(unknown).min(axis=0))
            placed = settle(self._puzzle, asked, self._backend, jobs=self._jobs).placed
            verdicts = np.where(placed[:, 0] >= 0, 1, 2).astype(np.uint8)
            self._verdicts[self._places(self._images(asked))] = verdicts
        return int((self._verdicts[places] == 2).sum())

    def _images(self, boards: Masks) -> Masks:
        return images(boards, self._puzzle.grid, self._puzzle.symmetries)

    def _places(self, boards: Masks) -> NDArray[np.int64]:
        return rank(boards, len(self._puzzle.grid), self._puzzle.blockers)


class Fitness:
    """Fitness of whole populations: the fast rules first, then the exhaustive count for sets that pass.

    A set that breaks a rule can roll an unsolvable board, so it is settled without looking at its rolls. Fitness is a
    pair, compared from the left: the patterns that the set can roll and should not, and the unsolvable rolls, counted
    where there is no such pattern. The rules hold for disjoint dice of which every roll has a tiling; without
    ``screened``, all sets are counted.
    """

    def __init__(self, puzzle: Puzzle, scorer: Scorer, *, screened: bool = True) -> None:
        self._screen = Screen(puzzle) if screened else None
        self._scorer = scorer

    def __call__(self, dice: Masks) -> NDArray[np.int64]:
        """Return the fitness of each set, smaller is better: from uint64 (sets, dice) to int64 (sets, 2)."""
        fitness = np.zeros((len(dice), 2), np.int64)
        if self._screen:
            fitness[:, 0] = self._screen.violations(dice)
        passed = fitness[:, 0] == 0
        fitness[passed, 1] = self._scorer(dice[passed])
        return fitness


class SolvableSets:
    """An evolution that starts afresh, with a new population, once a set is always solvable.

    Sets of ``known`` classes (:meth:`dicelab.dice.DiceSet.class_key`) are no discoveries. A ``learner`` is the scorer
    that counts nogoods.
    """

    def __init__(
        self,
        settings: EvolutionSettings,
        fitness: Callable[[Masks], NDArray[np.int64]],
        known: Sequence[tuple[int, ...]] = (),
        learner: NogoodScorer | None = None,
    ) -> None:
        self._settings, self._puzzle, self._fitness = settings, Puzzle.parse(settings.puzzle), fitness
        question = settings.question
        self._is_constrained = question.is_constrained
        # Moves keep the constraints alone: no board has fewer than 0 tilings.
        self._moves = moves_of(replace(question, min_tilings=0))
        self._penalty = ConstraintPenalty(question, question.values)
        self._known = frozenset(known)
        self._learner = learner
        # The kept sets of the state that was returned last, and their classes.
        self._kept: tuple[Candidate, ...] = ()
        self._classes: set[tuple[int, ...]] = set()

    def begin(self) -> EvolutionState:
        """Return generation 0: random dice sets."""
        return self.advance(EvolutionState(-1, ((),), (), ()))

    def advance(self, state: EvolutionState) -> EvolutionState:
        """Return the state of the next generation."""
        (population,) = state.populations
        size, generation = self._settings.population, state.generation + 1
        generator = np.random.default_rng((self._settings.seed, generation))
        if self._learner and self._learner.nogoods != state.nogoods:
            self._learner.know(state.nogoods)
        if not population or population[0].solvable:
            # Always solvable, be it new or known: there is nothing more to find here.
            candidates = self._scored([self._first(generator) for _ in range(size)])
            population = least_unsolvable(candidates, size)
        else:
            parents = [read_masks(one.genome, self._puzzle.blockers) for one in population]
            candidates = self._scored([self._child(parents, generator) for _ in range(size)])
            # Equal genomes are one: copies of the best would crowd out everything else.
            both = {one.genome: one for one in [*population, *least_unsolvable(candidates, size)]}
            population = least_unsolvable(both.values(), size)
        if self._learner:
            population = self._settled(population, generation)
        kept = self._discovered(state.kept, population, generation)
        before = state.history[-1] if state.history else {"evaluated": 0, "screened": 0}
        best, median = population[0], population[len(population) // 2]
        row = {
            "generation": generation,
            "best_patterns": best.patterns,
            "best_rolls": best.rolls,
            "median_patterns": median.patterns,
            "median_rolls": median.rolls,
            **({"best_missed": best.missed} if self._is_constrained else {}),
            "evaluated": before["evaluated"] + len(candidates),
            "screened": before["screened"] + sum(one.patterns > 0 for one in candidates),
            "discoveries": len(kept),
            **({"nogoods": len(self._learner.nogoods)} if self._learner else {}),
        }
        nogoods = self._learner.nogoods if self._learner else ()
        return EvolutionState(generation, (population,), kept, (*state.history, row), (), nogoods)

    def to_confirm(self, state: EvolutionState) -> list[Candidate]:
        """Return the sets that were found first."""
        return list(state.kept[: self._settings.most_written(len(state.kept))])

    def _first(self, generator: np.random.Generator) -> Masks:
        """Deal the cells out, and let local search repair what constraints are missed."""
        return self._moves.search(dealt(self._moves, generator), generator, CONSTRAINED_REPAIR).best

    def _child(self, parents: Sequence[Masks], generator: np.random.Generator) -> Masks:
        mother = parents[_winner(len(parents), generator)]
        if self._is_constrained:
            return self._moved(mother, generator)
        genome = self._genome(mother)
        if generator.random() < CROSSOVER:
            father = self._genome(parents[_winner(len(parents), generator)])
            child = blend(genome, father, generator, self._puzzle.regions)
            if not np.array_equal(child, genome):
                return masks_of(child, len(mother))
        return masks_of(swap_cells(genome, generator, places_of(self._puzzle)), len(mother))

    def _moved(self, dice: Masks, generator: np.random.Generator) -> Masks:
        """Make one to three moves, each to a set that meets the constraints where there is one."""
        for _ in range(1 + int(generator.integers(3))):
            near = self._moves.kept_near(dice)
            if not len(near):
                near = self._moves.near(dice)
            dice = near[int(generator.integers(len(near)))] if len(near) else dice
        return self._moves.search(dice, generator, CONSTRAINED_REPAIR).best

    def _scored(self, sets: Sequence[Masks]) -> list[Candidate]:
        """Score sets by the constraints first; only the rolls of those that meet all constraints are counted."""
        dice = np.array(sets, np.uint64)
        missed = self._penalty.of_sets(dice) // WEIGHT
        fitness = np.zeros((len(dice), 2), np.int64)
        fitness[missed == 0] = self._fitness(np.ascontiguousarray(dice[missed == 0]))
        shared = self._settings.shared_cells
        texts = [masks_text(row) if shared else genome_text(self._genome(row)) for row in dice]
        return [
            Candidate(text, rolls, patterns=patterns, missed=units)
            for text, units, (patterns, rolls) in zip(texts, missed.tolist(), fitness.tolist(), strict=True)
        ]

    def _settled(self, population: tuple[Candidate, ...], generation: int) -> tuple[Candidate, ...]:
        """Look at sets that roll no known nogood, the best first, until one is always solvable or all roll some.

        With an always-solvable one, the other sets that roll no known nogood are left out.
        """
        learner, looks = self._learner, 0
        while learner and (clean := [one for one in population if one.solvable][:LOOKED_AT]):
            dice = [tuple(read_masks(one.genome, self._puzzle.blockers).tolist()) for one in clean]
            fails = learner.drawn_fail(dice, (generation, looks))
            for one, masks, is_out in zip(clean, dice, fails, strict=True):
                if not is_out and not learner.some_fails(masks):
                    return (one, *(other for other in population if not other.solvable))
            looks += 1
            others = [one for one in population if one.patterns or one.missed]
            scored = rescored([one for one in population if not (one.patterns or one.missed)], learner)
            population = least_unsolvable([*scored, *others], len(population))
        return population

    def _genome(self, dice: Masks) -> Genome:
        return owners(dice, len(self._puzzle.grid)).astype(np.int8)

    def _discovered(
        self, kept: tuple[Candidate, ...], population: Sequence[Candidate], generation: int
    ) -> tuple[Candidate, ...]:
        """Return the kept sets, with the first always-solvable set of the population whose class is new."""
        if kept is not self._kept:
            self._kept, self._classes = kept, {one.class_key(self._puzzle) for one in kept}
        for one in population:
            if not one.solvable:
                break
            key = one.class_key(self._puzzle)
            if key not in self._known and key not in self._classes:
                self._classes.add(key)
                self._kept = (*kept, one._replace(generation=generation))
                break
        return self._kept


def _winner(number: int, generator: np.random.Generator) -> int:
    """Return the place of the winner of a tournament: the smallest, since populations are sorted by fitness."""
    return int(generator.integers(number, size=TOURNAMENT).min())


def published_classes(puzzle: Puzzle) -> list[tuple[int, ...]]:
    """Return the classes of the published sets of a puzzle, in whatever order its pieces are written."""
    published = [catalogue_set(name) for name in CATALOGUE]
    return [dice.class_key() for dice in published if _content(dice.puzzle) == _content(puzzle)]


def _content(puzzle: Puzzle) -> tuple[object, ...]:
    return puzzle.grid, Counter(puzzle.pieces), puzzle.blockers, puzzle.always_free, puzzle.regions
