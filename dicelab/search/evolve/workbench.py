"""Candidates with the values of their objectives, and the variation that makes new ones of them.

With the memetic step (Moscato 1989), a child keeps what local search made of it (Lamarck's way): a swap of two cells
is drawn among those that leave an always-solvable set always solvable, all of which one pass over the unsolvable
boards tells, and a child that can roll unsolvable boards is led away from them by the steepest swaps.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from dicelab.dice import DiceSet
from dicelab.search.evolve.genome import Genome, die_masks, genome_text, parse_genome, random_genome
from dicelab.search.evolve.operators import blend, swap_cells
from dicelab.search.evolve.wanted import Wanted
from dicelab.search.objectives import Subject
from dicelab.search.tables import ForbiddenBoards, RollTilings
from dicelab.search.tabu import owners, search_swaps
from solver.census import Content, build_census
from solver.polyform import Puzzle
from solver.polyform.symmetry import Masks
from solver.runs import threads

CROSSOVER = 0.2
"""The share of children with two parents."""

MORE_SWAPS = (0.5, 0.8)
"""One swap half of the time, two in three cases of ten, three in two."""

REPAIR = 60
"""Swaps that may lead a child away from unsolvable boards; a random set needs about ten."""

_REMEMBERED = 2000
"""Parents whose swaps are kept, some kilobytes each."""

Plain = tuple[str, int, tuple[float, ...]]
"""A candidate as plain data, for tasks and files."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A dice set and what is known of it.

    Parameters
    ----------
    genome
        As :func:`.genome.genome_text` writes it, dice of equal size in the order of their first cells.
    rolls
        Its unsolvable rolls.
    values
        Of the objectives; empty where there are unsolvable rolls, which count before everything.
    """

    genome: str
    rolls: int
    values: tuple[float, ...]

    @property
    def solvable(self) -> bool:
        """Whether it is always solvable."""
        return not self.rolls

    def plain(self) -> Plain:
        """Return it as plain data."""
        return self.genome, self.rolls, self.values


@lru_cache(maxsize=2)
def _tables(puzzle_text: str) -> tuple[RollTilings, ForbiddenBoards]:
    """Load what scores sets, once in a process: from the cache on disk, or built where there is none."""
    census = build_census(Puzzle.parse(puzzle_text), Content.TILINGS, runner=threads(1))
    tilings = RollTilings(census)
    return tilings, ForbiddenBoards(census.puzzle, tilings.below(1))


class Workbench:
    """Makes candidates and scores them. It keeps no state but a cache: results depend on what is passed in alone.

    Parameters
    ----------
    wanted
        The settings of the run.
    """

    def __init__(self, wanted: Wanted) -> None:
        self.wanted = wanted
        self.puzzle = Puzzle.parse(wanted.puzzle)
        self._tilings, self._forbidden = _tables(wanted.puzzle)
        self._groups = _groups(wanted.sizes)
        # The swaps that keep the parents of late always solvable.
        self._swaps: dict[bytes, NDArray[np.int64]] = {}
        self.evaluated = 0

    def random(self, generator: np.random.Generator, *, repair: bool) -> Candidate:
        """Deal the cells out; with ``repair``, until the set is always solvable or that was tried for long enough."""
        genome = random_genome(self.wanted.sizes, len(self.puzzle.grid), generator)
        return self._scored(genome, generator, repair=repair)

    def child(self, mother: Candidate, father: Candidate, generator: np.random.Generator) -> Candidate:
        """Make a candidate of one parent, or of both."""
        genome = parse_genome(mother.genome)
        if generator.random() < CROSSOVER:
            blended = blend(genome, parse_genome(father.genome), generator)
            if not np.array_equal(blended, genome):
                return self._scored(blended, generator, repair=self.wanted.memetic)
        if self.wanted.memetic and mother.solvable:
            swapped = False
            # One to three swaps, as a mutation makes, and after each of them the set is always solvable.
            for _ in range(1 + int(np.searchsorted(MORE_SWAPS, generator.random(), side="right"))):
                swaps = self._keeping(genome)
                if len(swaps):
                    first, second = swaps[int(generator.integers(len(swaps)))]
                    genome[first], genome[second] = genome[second], genome[first]
                    swapped = True
            if swapped:
                return self._candidate(genome, 0)
        return self._scored(swap_cells(genome, generator), generator, repair=self.wanted.memetic)

    def _keeping(self, genome: Genome) -> NDArray[np.int64]:
        """Return the swaps that keep an always-solvable set so: int64 of shape (swaps, 2)."""
        key = genome.tobytes()
        if key not in self._swaps:
            if len(self._swaps) >= _REMEMBERED:
                self._swaps.clear()
            changes = self._forbidden.swap_changes(self._masks(genome))
            keep = (changes == 0) & (genome[:, None] != genome[None, :])
            self._swaps[key] = np.argwhere(np.triu(keep))
        return self._swaps[key]

    def _scored(self, genome: Genome, generator: np.random.Generator, *, repair: bool) -> Candidate:
        masks = self._masks(genome)
        rolls = int(self._forbidden.rolled(masks[None])[0])
        if rolls and repair:
            reached = search_swaps(self._forbidden, masks, generator, steps=REPAIR)
            genome = owners(reached.best, len(genome)).astype(np.int8)
            rolls = reached.rolled
        return self._candidate(genome, rolls)

    def _candidate(self, genome: Genome, rolls: int) -> Candidate:
        text = genome_text(ordered(genome, self._groups))
        if rolls:
            return Candidate(text, rolls, ())
        self.evaluated += 1
        masks = self._masks(parse_genome(text))
        subject = Subject(DiceSet.of_masks(masks.tolist(), self.puzzle), self._tilings.of(masks))
        return Candidate(text, 0, tuple(float(objective.of(subject)) for objective in self.wanted.parsed))

    def _masks(self, genome: Genome) -> Masks:
        masks: Masks = die_masks(genome[None], len(self.wanted.sizes))[0]
        return masks


def ordered(genome: Genome, groups: tuple[tuple[int, ...], ...]) -> Genome:
    """Rename dice of equal size by their first cells, so that equal sets are equal genomes."""
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
    """Return the dice of each size."""
    return tuple(tuple(die for die, other in enumerate(sizes) if other == size) for size in sorted(set(sizes)))
