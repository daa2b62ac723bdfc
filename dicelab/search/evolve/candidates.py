"""Candidates, their genomes, and the variation that makes new candidates of others; the state of an evolution.

A genome is the die of every cell. The operators keep the sizes of the dice, and each takes the generator that it draws
from: DEAP's own use the global ``random``.

With the memetic step (Moscato 1989), a child keeps what local search made of it (Lamarck's way): one pass over the
unsolvable boards finds all swaps of two cells that keep an always-solvable set always solvable, and one of them is
drawn; the steepest swaps lead a child away from unsolvable boards.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from dicelab.dice import DiceSet
from dicelab.errors import DicelabError
from dicelab.score.forbidden import masks_of, owners
from dicelab.score.placement_domain import Places, places_of
from dicelab.score.sampling import roll_source, sampled_subject
from dicelab.score.tables import subject_of
from dicelab.search.constraints.constraint import set_of
from dicelab.search.evolve.learning import Nogoods, NogoodScorer
from dicelab.search.evolve.settings import EvolutionSettings
from dicelab.search.moves import Moves, moves_of
from dicelab.search.question import Question
from dicelab.search.tabu import WEIGHT, ConstraintPenalty
from solver.polyform import Grid, Puzzle
from solver.polyform.symmetry import Masks
from solver.runs import threads
from solver.runs.storage import canonical_json, sha256

Genome = NDArray[np.int8]
"""int8 of shape (cells,): the die of each cell, from 0; -1 for a cell on no die."""

_LETTERS = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ@#."
_DICE = {letter: die if letter != "." else -1 for die, letter in enumerate(_LETTERS)}


def random_genome(sizes: Sequence[int], cells: int, generator: np.random.Generator) -> Genome:
    """Deal the cells out to dice of the given sizes; cells that are left over go on no die."""
    dice = np.repeat(np.arange(len(sizes), dtype=np.int8), sizes)
    return generator.permutation(np.concatenate([dice, np.full(cells - len(dice), -1, np.int8)]))


def dice_set(genome: Genome, puzzle: Puzzle) -> DiceSet:
    """Return the dice set that a genome stands for."""
    return DiceSet.of_masks(masks_of(genome, puzzle.blockers).tolist(), puzzle, "candidate")


def set_name(dice: DiceSet) -> str:
    """Return the name of a discovered set, which all sets of its class have."""
    return f"set-{sha256(canonical_json(list(dice.class_key())))[:12]}"


def masks_text(dice: Masks) -> str:
    """Write the dice of a set that share cells as masks with commas; :func:`genome_text` writes all others.

    Examples
    --------
    >>> masks_text(np.array([3, 6], np.uint64)), read_masks("3,6", 2).tolist(), read_masks("01.", 2).tolist()
    ('3,6', [3, 6], [1, 2])
    """
    return ",".join(f"{mask:x}" for mask in dice.tolist())


def read_masks(text: str, dice: int) -> Masks:
    """Return the cells of each die of a candidate, uint64 of shape (dice,), from either text."""
    if "," in text:
        return np.array([int(mask, 16) for mask in text.split(",")], np.uint64)
    return masks_of(parse_genome(text), dice)


def genome_text(genome: Genome) -> str:
    """Write a genome as one character a cell: ``.`` for no die, then 0-9, a-z, A-Z.

    Examples
    --------
    >>> genome_text(np.array([0, 1, -1, 11], np.int8))
    '01.b'
    """
    return "".join(_LETTERS[die] for die in genome.tolist())


def parse_genome(text: str) -> Genome:
    """Read what :func:`genome_text` writes; a character it never writes raises ``KeyError``."""
    return np.array([_DICE[letter] for letter in text], np.int8)


def swap_cells(genome: Genome, generator: np.random.Generator, places: Places | None = None) -> Genome:
    """Swap two cells of different dice, one to three times: one swap half of the time.

    A cell on no die takes part like any other, so left-over cells move as well. ``places`` are the dice on which each
    cell may be, by default all.
    """
    mutant = genome.copy()
    if places is None:
        places = np.ones((len(genome), int(genome.max()) + 2), np.bool_)
    movable = np.flatnonzero(places[:, :-1].any(axis=1))
    if (genome[movable] == genome[movable[0]]).all():
        return mutant
    draw = generator.random()
    for _ in range(1 + (draw >= 0.5) + (draw >= 0.8)):
        first = int(movable[generator.integers(len(movable))])
        others = np.flatnonzero((mutant != mutant[first]) & places[:, mutant[first]] & places[first, mutant])
        if not len(others):
            continue
        second = int(others[generator.integers(len(others))])
        mutant[first], mutant[second] = mutant[second], mutant[first]
    return mutant


def blend(mother: Genome, father: Genome, generator: np.random.Generator, regions: Sequence[int] = ()) -> Genome:
    """Return a child that keeps the cells on which its parents agree, and deals out the others.

    The father's dice are renamed first, so that dice with many cells in common count as one die. A cell
    on which the parents differ is offered to either one's die, in random order and as long as there is room. With
    ``regions``, each with a die of its own, this is done in each of them.
    """
    if regions:
        both = mother.copy()
        for die, mask in enumerate(regions):
            cells = list(Grid.cells(mask))
            # The only die here is number 0.
            mothers, fathers = mother[cells] >= 0, father[cells] >= 0
            both[cells] = np.where(blend(mothers - np.int8(1), fathers - np.int8(1), generator) >= 0, die, -1)
        return both
    father = renamed(father, mother)
    child = np.where(mother == father, mother, np.int8(-2)).astype(np.int8)
    open_cells = generator.permutation(np.flatnonzero(child == -2))
    room = np.bincount(mother[open_cells] + 1, minlength=int(mother.max()) + 2)
    left = []
    for cell, mothers in zip(open_cells.tolist(), (generator.random(len(open_cells)) < 0.5).tolist(), strict=True):
        die = int(mother[cell] if mothers else father[cell])
        if not room[die + 1]:
            die = int(father[cell] if mothers else mother[cell])
        if room[die + 1]:
            child[cell] = die
            room[die + 1] -= 1
        else:
            left.append(cell)
    child[left] = np.repeat(np.arange(-1, len(room) - 1, dtype=np.int8), room)
    return child


def renamed(genome: Genome, model: Genome) -> Genome:
    """Rename the dice of a genome so that they match those of a model, greatest overlap first, sizes kept."""
    dice = int(model.max()) + 1
    both = (genome >= 0) & (model >= 0)
    overlap: NDArray[np.int64] = np.zeros((dice, dice), np.int64)
    np.add.at(overlap, (genome[both], model[both]), 1)
    mine = np.bincount(genome[genome >= 0], minlength=dice)
    theirs = np.bincount(model[model >= 0], minlength=dice)
    overlap[mine[:, None] != theirs] = -1
    name = np.full(dice + 1, -1, np.int8)
    for _ in range(dice):
        old, new = divmod(int(overlap.argmax()), dice)
        name[old] = new
        overlap[old, :] = overlap[:, new] = -2
    return name[genome]


CROSSOVER = 0.2
"""The share of children with two parents."""

MORE_MOVES = (0.5, 0.8)
"""One move half of the time, two in three cases of ten, three in two."""

REPAIR, CONSTRAINED_REPAIR = 60, 200
"""Swaps that may lead a child away from unsolvable boards, and to the constraints; a random set needs about ten."""

LEARNT_AGAIN = 20
"""Repairs of a set, each by the nogoods that the rolls of the one before have taught."""

DEALS = 20
"""Failed deals after which constraints are taken for impossible to keep."""

_REMEMBERED = 2000
"""Parents whose swaps are kept, some kilobytes each."""

Spans = tuple[tuple[float, float], ...]
"""The best and the worst value of each objective in a sample of always-solvable sets; empty if there were none."""


class Candidate(NamedTuple):
    """A dice set with its scores; a tuple, so that any runner can take it to another process.

    The genome is in the form of :func:`genome_text`; in runs with objectives, dice of equal size stand in the
    order of their first cells. ``patterns`` counts the patterns that it can roll and should not, by the fast rules;
    ``rolls`` its unsolvable rolls, counted only where there are no such patterns. ``values`` are those of the
    objectives; empty where there are none, or unsolvable rolls, which count before everything. ``generation`` is that
    in which a kept set was found. ``missed`` counts the units by which it misses the constraints.
    """

    genome: str
    rolls: int = 0
    values: tuple[float, ...] = ()
    patterns: int = 0
    generation: int = 0
    missed: int = 0

    @property
    def solvable(self) -> bool:
        """Whether it is an answer: every roll can be solved, and all constraints are met."""
        return not (self.patterns or self.rolls or self.missed)

    @property
    def cost(self) -> int:
        """The unsolvable rolls plus the penalty for missed constraints: 0 for an answer."""
        return self.rolls + WEIGHT * self.missed

    def dice_set(self, puzzle: Puzzle) -> DiceSet:
        """Return it as a dice set, with the name that all sets of its class have."""
        found = self._set(puzzle)
        return DiceSet(found.dice, puzzle, set_name(found), found.shared_cells)

    def class_key(self, puzzle: Puzzle) -> tuple[int, ...]:
        """Return the key of its class under the symmetries of the grid and renamings of dice."""
        return self._set(puzzle).class_key()

    def _set(self, puzzle: Puzzle) -> DiceSet:
        if "," in self.genome:
            return set_of(read_masks(self.genome, puzzle.blockers).tolist(), puzzle)
        return dice_set(parse_genome(self.genome), puzzle)


@dataclass(frozen=True, slots=True)
class EvolutionState:
    """The state of a run after a generation, which a checkpoint holds.

    There is a population for each island, in order, the best first, but an empty one for ``map-elites``; and a row of
    figures for each generation. ``kept`` holds the sets without an unsolvable roll in the order in which they were
    found, the Pareto front, or the elites. ``nogoods`` are those learnt so far, as blocked and free cells.
    """

    generation: int
    populations: tuple[tuple[Candidate, ...], ...]
    kept: tuple[Candidate, ...]
    history: tuple[dict[str, Any], ...]
    spans: Spans = ()
    nogoods: Nogoods = ()


class Strategy(Protocol):
    """A way to evolve. Each step is a function of the settings and of the state before it alone."""

    def begin(self) -> EvolutionState:
        """Return generation 0."""

    def advance(self, state: EvolutionState) -> EvolutionState:
        """Return the state after the next generation, or the next epoch of some."""

    def to_confirm(self, state: EvolutionState) -> list[Candidate]:
        """Return the kept sets that are confirmed and written, at most as many as the settings say."""


def successors(
    strategy: Strategy, state: EvolutionState, generations: int, evaluations: float = math.inf
) -> Iterator[EvolutionState]:
    """Carry a run on to a generation, or to a number of evaluations; yield the state after each step."""
    while state.generation < generations and state.history[-1]["evaluated"] < evaluations:
        state = strategy.advance(state)
        yield state


class Breeder:
    """Makes candidates and scores them. Its only state is a cache, so results depend on the arguments alone.

    Children are one to three moves away from a parent (:mod:`dicelab.search.moves`), or blends of two parents; local
    search repairs children that are no answers.
    """

    def __init__(self, settings: EvolutionSettings, nogoods: Nogoods = ()) -> None:
        self.settings = settings
        self.question: Question = settings.question
        self.puzzle: Puzzle = self.question.puzzle
        self.learner: NogoodScorer | None = None
        if settings.learns:
            self.learner = NogoodScorer(self.question, settings.seed, threads(1), nogoods)
        self.moves: Moves = self.learner.moves() if self.learner else moves_of(self.question)
        self._source = roll_source(self.puzzle, is_rough=True) if settings.sample and settings.needs_tilings else None
        self._penalty = ConstraintPenalty(self.question, self.question.values)
        self._steps = CONSTRAINED_REPAIR if self.question.is_constrained else REPAIR
        named = self.question.named_dice
        # A region or a constraint tells its die from others of its size.
        self._groups = () if self.puzzle.regions else _groups(settings.sizes, named)
        self._blends = not (named or self.question.symmetries or self.question.shared_cells)
        # The sets one move away that keep recent parents always solvable.
        self._kept: dict[bytes, Masks] = {}
        self.evaluated: int = 0

    def random(self, generator: np.random.Generator, *, repair: bool) -> Candidate:
        """Deal the cells out at random; with ``repair``, let local search lead the set to an answer."""
        return self.scored(dealt(self.moves, generator), generator, repair=repair)

    def child(self, mother: Candidate, father: Candidate, generator: np.random.Generator) -> Candidate:
        """Make a candidate of one parent, or of both."""
        dice, memetic = read_masks(mother.genome, self.puzzle.blockers), self.settings.memetic
        if self._blends and generator.random() < CROSSOVER:
            genome = parse_genome(mother.genome)
            blended = blend(genome, parse_genome(father.genome), generator, self.puzzle.regions)
            if not np.array_equal(blended, genome):
                return self.scored(masks_of(blended, len(dice)), generator, repair=memetic)
        if memetic and mother.solvable:
            moved = False
            # After each of these moves the set is still an answer.
            for _ in range(_number_of_moves(generator)):
                near = self.kept_near(dice)
                if len(near):
                    dice, moved = near[int(generator.integers(len(near)))], True
            if moved:
                return self._candidate(dice, self._counted(dice)[0] if self.learner else 0)
        return self.scored(self._mutated(dice, generator), generator, repair=memetic)

    def kept_near(self, dice: Masks) -> Masks:
        """Return the answers one move away from an answer: uint64 of shape (sets, dice)."""
        key = dice.tobytes()
        if key not in self._kept:
            if len(self._kept) >= _REMEMBERED:
                self._kept.clear()
            self._kept[key] = self.moves.kept_near(dice)
        return self._kept[key]

    def _mutated(self, dice: Masks, generator: np.random.Generator) -> Masks:
        if not self.question.is_constrained:
            owner = owners(dice, len(self.puzzle.grid)).astype(np.int8)
            return masks_of(swap_cells(owner, generator, places_of(self.puzzle)), len(dice))
        for _ in range(_number_of_moves(generator)):
            near = self.moves.near(dice)
            dice = near[int(generator.integers(len(near)))] if len(near) else dice
        return dice

    def scored(self, dice: Masks, generator: np.random.Generator, *, repair: bool) -> Candidate:
        """Return the candidate of a set; with ``repair``, of what local search makes of it."""
        rolls, missed = self._counted(dice)
        for _ in range(LEARNT_AGAIN if self.learner else 1):
            if not repair or not (rolls or missed):
                break
            dice = self.moves.search(dice, generator, self._steps).best
            rolls, missed = self._counted(dice)
        return self._candidate(dice, rolls, missed // WEIGHT)

    def _counted(self, dice: Masks) -> tuple[int, int]:
        """Count the forbidden rolls of a set, and its penalty; learn from the rolls of a set without either."""
        rolls, missed = int(self.moves.rolled(dice[None])[0]), self._penalty.of(dice)
        if self.learner and not (rolls or missed) and any(self.learner.drawn_fail([tuple(dice.tolist())], ())):
            self.moves = self.learner.moves()
            self._kept.clear()
            rolls = int(self.moves.rolled(dice[None])[0])
        return rolls, missed

    def _candidate(self, masks: Masks, rolls: int, missed: int = 0) -> Candidate:
        if self.question.shared_cells:
            text = masks_text(masks)
        else:
            genome = ordered(owners(masks, len(self.puzzle.grid)).astype(np.int8), self._groups)
            text, masks = genome_text(genome), masks_of(genome, len(masks))
        self.evaluated += 1
        if rolls or missed:
            return Candidate(text, rolls, missed=missed)
        return Candidate(text, 0, self._values(masks))

    def valued(self, one: Candidate) -> Candidate:
        """Return an answer with the values of these objectives; a set that is none has no values."""
        return one._replace(values=self._values(read_masks(one.genome, self.puzzle.blockers))) if one.solvable else one

    def _values(self, masks: Masks) -> tuple[float, ...]:
        # Without an objective on the number of tilings, 1 stands for any number.
        dice = tuple(masks.tolist())
        if self.settings.sample:
            subject = sampled_subject(dice, self.puzzle, self.settings.sample, self._source, self.settings.seed)
        else:
            subject = subject_of(dice, self.puzzle, tilings=self.settings.needs_tilings)
        return tuple(float(objective.of(subject)) for objective in self.settings.parsed)


def rescored(candidates: Sequence[Candidate], learner: NogoodScorer) -> list[Candidate]:
    """Count the nogoods that sets roll, now that more are known; a set that rolls some has no values."""
    dice = np.array([read_masks(one.genome, learner.boards.puzzle.blockers) for one in candidates], np.uint64)
    return [
        one._replace(rolls=rolls, values=() if rolls else one.values)
        for one, rolls in zip(candidates, learner(dice).tolist(), strict=True)
    ]


def dealt(moves: Moves, generator: np.random.Generator) -> Masks:
    """Deal cells to dice; raise :class:`DicelabError` if no deal meets the constraints that moves keep."""
    for _ in range(DEALS):
        dice = moves.deal(generator)
        if dice is not None:
            return dice
    raise DicelabError(
        f"none of {DEALS} deals of the cells keeps the fixed cells and the symmetries: pass other --sizes, or ask "
        "dicelab design whether there is a set"
    )


def _number_of_moves(generator: np.random.Generator) -> int:
    return 1 + int(np.searchsorted(MORE_MOVES, generator.random(), side="right"))


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


def _groups(sizes: tuple[int, ...], named: Collection[int] = ()) -> tuple[tuple[int, ...], ...]:
    """Return the dice of each size, without those that are named, which keep their numbers."""
    alike = [tuple(die for die, other in enumerate(sizes) if other == size) for size in sorted(set(sizes))]
    groups = (tuple(die for die in dice if die not in named) for dice in alike)
    return (*(group for group in groups if group), *((die,) for die in sorted(named)))
