"""Candidates, the state of an evolution, and the variation that makes new candidates of others.

With the memetic step (Moscato 1989), a child keeps what local search made of it (Lamarck's way): a swap of two cells
is drawn among those that leave an always-solvable set always solvable, all of which one pass over the unsolvable
boards tells, and a child that can roll unsolvable boards is led away from them by the steepest swaps.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import prod
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from dicelab.dice import DiceSet
from dicelab.search.evolve.genome import (
    Genome,
    blend,
    dealt_genome,
    dice_set,
    die_masks,
    genome_text,
    parse_genome,
    set_name,
    swap_cells,
)
from dicelab.search.evolve.settings import EvolutionSettings
from dicelab.search.kept_tables import forbidden_boards, roll_tilings
from dicelab.search.objectives import Subject
from dicelab.search.places import places_of
from dicelab.search.tables import owners
from dicelab.search.tabu import search_swaps
from solver.polyform import Puzzle
from solver.polyform.symmetry import Masks

CROSSOVER = 0.2
"""The share of children with two parents."""

MORE_SWAPS = (0.5, 0.8)
"""One swap half of the time, two in three cases of ten, three in two."""

REPAIR = 60
"""Swaps that may lead a child away from unsolvable boards; a random set needs about ten."""

_REMEMBERED = 2000
"""Parents whose swaps are kept, some kilobytes each."""

Spans = tuple[tuple[float, float], ...]
"""The best and the worst value of each objective in a sample of always-solvable sets; empty if there were none."""


class Candidate(NamedTuple):
    """A dice set and what is known of it; a tuple, so that any runner can take it to another process.

    The genome is in the form of :func:`.genome.genome_text`; in runs with objectives, dice of equal size stand in the
    order of their first cells. ``patterns`` counts the patterns that it can roll and should not, by the fast rules;
    ``rolls`` its unsolvable rolls, counted only where there are no such patterns. ``values`` are those of the
    objectives; empty where there are none, or unsolvable rolls, which count before everything. ``generation`` is that
    in which a kept set was found.
    """

    genome: str
    rolls: int = 0
    values: tuple[float, ...] = ()
    patterns: int = 0
    generation: int = 0

    @property
    def solvable(self) -> bool:
        """Whether it is always solvable."""
        return not (self.patterns or self.rolls)

    def dice_set(self, puzzle: Puzzle) -> DiceSet:
        """Return it as a dice set, with the name that all sets of its class have."""
        found = dice_set(parse_genome(self.genome), puzzle)
        return DiceSet(found.dice, puzzle, set_name(found))

    def class_key(self, puzzle: Puzzle) -> tuple[int, ...]:
        """Return what it has in common with its images under the symmetries of the grid and renamings of dice."""
        return dice_set(parse_genome(self.genome), puzzle).class_key()


@dataclass(frozen=True, slots=True)
class EvolutionState:
    """All that a run has found up to a generation: what a checkpoint holds.

    There is a population for each island, in order, the best first, but an empty one for ``map-elites``; and a row of
    figures for each generation. ``kept`` holds the sets without an unsolvable roll in the order in which they were
    found, the Pareto front, or the elites.
    """

    generation: int
    populations: tuple[tuple[Candidate, ...], ...]
    kept: tuple[Candidate, ...]
    history: tuple[dict[str, Any], ...]
    spans: Spans = ()


class Strategy(Protocol):
    """A way to evolve. Each step is a function of the settings and of the state before it alone."""

    def begin(self) -> EvolutionState:
        """Return generation 0."""

    def advance(self, state: EvolutionState) -> EvolutionState:
        """Return the state after the next generation, or the next epoch of some."""

    def to_confirm(self, state: EvolutionState) -> list[Candidate]:
        """Return the kept sets that are confirmed and written, at most as many as the settings say."""


def steps(strategy: Strategy, state: EvolutionState, generations: int) -> Iterator[EvolutionState]:
    """Carry a run on to a generation; yield the state after each step."""
    while state.generation < generations:
        state = strategy.advance(state)
        yield state


class Breeder:
    """Makes candidates and scores them. It keeps nothing but a cache: results depend on what is passed in."""

    def __init__(self, settings: EvolutionSettings) -> None:
        self.settings = settings
        self.puzzle: Puzzle = Puzzle.parse(settings.puzzle)
        self._tilings = roll_tilings(self.puzzle) if settings.needs_tilings else None
        self._forbidden = forbidden_boards(self.puzzle, 1)
        self._places, self._boards = places_of(self.puzzle), prod(settings.sizes)
        # The die of a region is known by it.
        self._groups = () if self.puzzle.regions else _groups(settings.sizes)
        # The swaps that keep recent parents always solvable.
        self._swaps: dict[bytes, NDArray[np.int64]] = {}
        self.evaluated: int = 0

    def random(self, generator: np.random.Generator, *, repair: bool) -> Candidate:
        """Deal the cells out; with ``repair``, until the set is always solvable or that was tried for long enough."""
        genome = dealt_genome(self.settings.sizes, self.puzzle, generator)
        return self.scored(genome, generator, repair=repair)

    def child(self, mother: Candidate, father: Candidate, generator: np.random.Generator) -> Candidate:
        """Make a candidate of one parent, or of both."""
        genome = parse_genome(mother.genome)
        if generator.random() < CROSSOVER:
            blended = blend(genome, parse_genome(father.genome), generator, self.puzzle.regions)
            if not np.array_equal(blended, genome):
                return self.scored(blended, generator, repair=self.settings.memetic)
        if self.settings.memetic and mother.solvable:
            swapped = False
            # One to three swaps, as a mutation makes, and after each of them the set is always solvable.
            for _ in range(1 + int(np.searchsorted(MORE_SWAPS, generator.random(), side="right"))):
                swaps = self.swaps_that_keep(genome)
                if len(swaps):
                    first, second = swaps[int(generator.integers(len(swaps)))]
                    genome[first], genome[second] = genome[second], genome[first]
                    swapped = True
            if swapped:
                return self._candidate(genome, 0)
        return self.scored(swap_cells(genome, generator, self._places), generator, repair=self.settings.memetic)

    def swaps_that_keep(self, genome: Genome) -> NDArray[np.int64]:
        """Return the swaps that keep an always-solvable set so: int64 of shape (swaps, 2)."""
        key = genome.tobytes()
        if key not in self._swaps:
            if len(self._swaps) >= _REMEMBERED:
                self._swaps.clear()
            self._swaps[key] = self._forbidden.swaps_that_keep(self._masks(genome))
        return self._swaps[key]

    def scored(self, genome: Genome, generator: np.random.Generator, *, repair: bool) -> Candidate:
        """Return the candidate of a genome; with ``repair``, of what local search makes of it."""
        masks = self._masks(genome)
        rolls = int(self._forbidden.rolled(masks[None])[0])
        if rolls and repair:
            reached = search_swaps(self._forbidden, masks, generator, steps=REPAIR, allowed=self._places)
            genome = owners(reached.best, len(genome)).astype(np.int8)
            rolls = reached.rolled
        return self._candidate(genome, rolls)

    def _candidate(self, genome: Genome, rolls: int) -> Candidate:
        genome = ordered(genome, self._groups)
        if rolls:
            return Candidate(genome_text(genome), rolls)
        self.evaluated += 1
        masks = self._masks(genome)
        # Where no objective asks how many tilings there are, one stands for all.
        tilings = self._tilings.of(masks) if self._tilings else np.ones(self._boards, np.uint32)
        subject = Subject(DiceSet.of_masks(masks.tolist(), self.puzzle), tilings)
        values = tuple(float(objective.of(subject)) for objective in self.settings.parsed)
        return Candidate(genome_text(genome), 0, values)

    def _masks(self, genome: Genome) -> Masks:
        masks: Masks = die_masks(genome[None], len(self.settings.sizes))[0]
        return masks


def ordered(genome: Genome, groups: tuple[tuple[int, ...], ...]) -> Genome:
    """Rename dice of equal size, which are a group, by their first cells, so that equal sets are equal genomes."""
    if not groups:
        return genome
    dice = max(map(max, groups)) + 1
    first = np.full(dice, len(genome), np.int64)
    used = np.flatnonzero(genome >= 0)[::-1]
    first[genome[used]] = used
    # The last entry is that of -1, no die.
    name = np.full(dice + 1, -1, np.int8)
    for group in groups:
        for new, old in zip(group, sorted(group, key=first.__getitem__), strict=True):
            name[old] = new
    return name[genome]


def _groups(sizes: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(die for die, other in enumerate(sizes) if other == size) for size in sorted(set(sizes)))
