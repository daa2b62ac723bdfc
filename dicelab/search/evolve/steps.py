"""Sets in steps of difficulty, and a set with a spare die that makes it harder.

Steps are found by cooperative coevolution (Potter and De Jong 1994): a population for each step evolves to be harder
than the set of the step before and easier than that of the next. After an epoch, the best sets of all populations are
put together anew, so that the least chance of two neighbours never falls.
"""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise

import numpy as np
from msgspec.structs import replace

from dicelab.score.forbidden import owners
from dicelab.score.objectives import Subject
from dicelab.score.objectives.comparison import Reference, spare_die, with_spare
from dicelab.score.steps import DifficultyStep, most_apart
from dicelab.score.tables import subject_of
from dicelab.search.evolve.candidates import Breeder, Candidate, EvolutionState, genome_text, read_masks
from dicelab.search.evolve.islands import Epoch, Island, Islands, epoch
from dicelab.search.evolve.settings import EvolutionSettings
from solver.census import distribution
from solver.runs import Runner

MOST_TRIED = 12
"""Sets of each population that are tried together with those of its neighbours."""


def bound_of(settings: EvolutionSettings, steps: Sequence[DifficultyStep]) -> Fraction:
    """Return a bound of the least chance of two neighbours, from the numbers of tilings of all boards."""
    puzzle, least = settings.parsed_puzzle, settings.min_tilings
    return min(most_apart(puzzle, a.by_board.total, b.by_board.total, least) for a, b in pairwise(steps))


def step_epoch(task: Epoch) -> Island:
    """Let the population of a step evolve; its sets get the values of the objectives of this epoch first."""
    text, number, first, last, population, _, spans, nogoods = task
    breeder = Breeder(EvolutionSettings.read(json.loads(text)))
    valued = tuple(breeder.valued(one) for one in population)
    return epoch((text, number, first, last, valued, (), spans, nogoods))


class StepsOfDifficulty:
    """Evolution of sets in steps, on an island for each step; the runner does the epochs, one island each."""

    def __init__(self, settings: EvolutionSettings, runner: Runner) -> None:
        self._settings, self._runner = settings, runner

    def begin(self) -> EvolutionState:
        """Return generation 0: random sets on each island; steps are sets with means that are far apart."""
        islands = self._evolved([()] * self._settings.steps, [self._settings.objectives] * self._settings.steps, 0, 0)
        found = {one.genome: one for _, population, _, _ in islands for one in population if one.solvable}
        ordered = sorted(found.values(), key=lambda one: (-one.values[0], one.genome))
        places = np.linspace(0, len(ordered) - 1, self._settings.steps).round().astype(int).tolist()
        return self._after(EvolutionState(-1, (), (), ()), islands, [ordered[place] for place in places if ordered])

    def advance(self, state: EvolutionState) -> EvolutionState:
        """Return the state after the next epoch, or after the generation in which the run ends."""
        first, last = state.generation + 1, min(self._settings.generations, state.generation + self._settings.migrate)
        islands = self._evolved(state.populations, self._objectives(state.kept), first, last)
        tried = []
        for place, (_, population, _, _) in enumerate(islands):
            best = sorted((one for one in population if one.solvable), key=lambda one: -self._least(one, place))
            known = [*state.kept[place : place + 1], *best[:MOST_TRIED]]
            tried.append(list({one.genome: one for one in known}.values()))
        return self._after(state, islands, self._furthest(tried) if all(tried) else ())

    def _least(self, one: Candidate, place: int) -> float:
        """Return the lesser chance of a set against its neighbours, of which the easier one comes first."""
        last = self._settings.steps - 1
        easier = one.values[:1] if place else ()
        harder = [1 - value for value in one.values[-1:]] if place < last else []
        return min((*easier, *harder))

    def to_confirm(self, state: EvolutionState) -> list[Candidate]:
        """Return the steps, the easiest first: all of them, or none where no set is to be confirmed."""
        return list(state.kept) if self._settings.keep else []

    def _objectives(self, kept: Sequence[Candidate]) -> list[tuple[str, ...]]:
        """Return the objectives of each step: harder than the step before, easier than the next."""
        faces = [one.dice_set(self._settings.parsed_puzzle).format() for one in kept]
        if not faces:
            return [self._settings.objectives] * self._settings.steps
        before = [(), *((f"harder={text}",) for text in faces[:-1])]
        after = [*((f"harder={text}:min",) for text in faces[1:]), ()]
        # Equal neighbours would be one objective in two directions.
        return [a if a and b and a[0] + ":min" == b[0] else (*a, *b) for a, b in zip(before, after, strict=True)]

    def _evolved(
        self, populations: Sequence[tuple[Candidate, ...]], objectives: Sequence[tuple[str, ...]], first: int, last: int
    ) -> list[Island]:
        tasks: list[Epoch] = []
        for number, (population, labels) in enumerate(zip(populations, objectives, strict=True)):
            settings = replace(self._settings, steps=1, objectives=labels)
            tasks.append((json.dumps(settings.to_json()), number, first, last, population, (), (), ()))
        return sorted(self._runner(step_epoch, tasks))

    def _furthest(self, tried: Sequence[Sequence[Candidate]]) -> list[Candidate]:
        """Choose a set for each step, so that the least chance of two neighbours is the largest, then their sum."""
        subjects = [[self._subject(one) for one in some] for some in tried]
        # For each set of a step the best choice of the steps before: the least chance, the sum, and the sets.
        best: list[tuple[float, float, tuple[int, ...]]] = [(1.0, 0.0, (place,)) for place in range(len(tried[0]))]
        for easier, harder in pairwise(subjects):
            references = [Reference(distribution(one.tilings, one.weights)) for one in easier]
            following = []
            for place, one in enumerate(harder):
                chances = [each.chance_of_fewer(one.tilings, one.weights) for each in references]
                following.append(
                    max(
                        (min(least, chance), total + chance, (*chosen, place))
                        for (least, total, chosen), chance in zip(best, chances, strict=True)
                    )
                )
            best = following
        chosen = max(best, key=lambda one: one[:2])[2]
        return [some[place] for some, place in zip(tried, chosen, strict=True)]

    def _subject(self, one: Candidate) -> Subject:
        puzzle = self._settings.parsed_puzzle
        return subject_of(tuple(read_masks(one.genome, puzzle.blockers).tolist()), puzzle)

    def _after(self, state: EvolutionState, islands: Sequence[Island], kept: Sequence[Candidate]) -> EvolutionState:
        history, last = list(state.history), state.generation
        end, before = last + len(islands[0][2]), {one.genome: one for one in state.kept}
        kept = [before.get(one.genome, self._valued(one)._replace(generation=end)) for one in kept]
        for rows in zip(*(rows for _, _, rows, _ in islands), strict=True):
            last += 1
            evaluated = sum((number for _, number, _ in rows), history[-1]["evaluated"] if history else 0)
            there = kept if last == end else state.kept
            history.append(
                {
                    "generation": last,
                    "solvable": sum(solvable for solvable, _, _ in rows),
                    "evaluated": evaluated,
                    "best": list(there[0].values) if there else [],
                    "chances": self._chances(there),
                }
            )
        return EvolutionState(last, tuple(population for _, population, _, _ in islands), tuple(kept), tuple(history))

    def _valued(self, one: Candidate) -> Candidate:
        """Return a set with the values of the objectives by which all steps are known."""
        subject = self._subject(one)
        return one._replace(values=tuple(each.of(subject) for each in self._settings.parsed))

    def _chances(self, kept: Sequence[Candidate]) -> list[float]:
        """Return the chance of each step but the first to be harder than the one before."""
        subjects = [self._subject(one) for one in kept]
        return [
            Reference(distribution(easier.tilings, easier.weights)).chance_of_fewer(harder.tilings, harder.weights)
            for easier, harder in pairwise(subjects)
        ]


class SpareDieRun(Islands):
    """Evolution of a set for which a spare die makes rolls much harder; it keeps the set with either die."""

    def advance(self, state: EvolutionState) -> EvolutionState:
        """Return the state after the next epoch."""
        return super().advance(dataclasses.replace(state, kept=state.kept[:1]))

    def _advanced(self, state: EvolutionState, last: int) -> EvolutionState:
        after = super()._advanced(state, last)
        return dataclasses.replace(after, kept=tuple(each for one in after.kept for each in self._both(one)))

    def _both(self, one: Candidate) -> list[Candidate]:
        """Return a set, and the set with the spare die."""
        settings, puzzle = self._settings, self._settings.parsed_puzzle
        subject = subject_of(tuple(read_masks(one.genome, puzzle.blockers).tolist()), puzzle)
        found = spare_die(subject, settings.spare)
        if found is None:
            return [one]
        masks = np.array(with_spare(subject.dice_set, found).masks, np.uint64)
        genome = genome_text(owners(masks, len(puzzle.grid)).astype(np.int8))
        return [one, one._replace(genome=genome)]

    def to_confirm(self, state: EvolutionState) -> list[Candidate]:
        """Return the set, and the set with the spare die; or none where no set is to be confirmed."""
        return list(state.kept) if self._settings.keep else []
