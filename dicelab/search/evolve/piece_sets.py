"""The search for sets of pieces that solve every roll, most evenly: a (μ + λ) evolution; the dice are given.

Sets are ordered by their number of rolls without a tiling, then by the objectives, one after the other. Where the pool
makes no more sets than a generation has, generation 0 is all of them, and there is nothing left to evolve.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from dicelab.dice import DiceSet, rolls
from dicelab.reasons.array_rules import colour_rejects
from dicelab.score.objectives import Subject
from dicelab.search.evolve.candidates import Candidate, EvolutionState
from dicelab.search.evolve.settings import EvolutionSettings
from solver.exact_cover.batches import BatchSolver
from solver.polyform import Piece, Puzzle
from solver.polyform.symmetry import Masks
from solver.runs import threads
from solver.runs.storage import canonical_json, sha256

TOURNAMENT = 3
CROSSOVER = 0.3
MOST_EXCHANGED = 3
"""Most pieces that a mutation exchanges; some of them are often drawn again."""

MOST_KEPT = 200
"""Sets that a run keeps: those that solve all rolls, the best ones."""

_REMEMBERED = 100_000


class PieceSets:
    """Evolves sets of pieces; in each generation, the population competes with as many new sets."""

    def __init__(self, settings: EvolutionSettings, jobs: int = 1) -> None:
        self._settings, self._jobs = settings, jobs
        self._pool = settings.piece_pool
        self._signs = np.array(settings.signs)
        # The score of a set depends on the set alone, so the cache saves time and changes no result.
        self._known: dict[str, Candidate] = {}

    def begin(self) -> EvolutionState:
        """Return generation 0: sets drawn at random, or all of them."""
        size, pool = self._settings.population, self._pool
        generator = np.random.default_rng((self._settings.seed, 0))
        drawn = pool.listed() if pool.total <= size else (pool.drawn(generator) for _ in range(size))
        return self._after(EvolutionState(-1, ((),), (), ()), list(drawn))

    def advance(self, state: EvolutionState) -> EvolutionState:
        """Return the state of the next generation."""
        if self._pool.total <= self._settings.population:
            return self._after(state, [])
        generator = np.random.default_rng((self._settings.seed, state.generation + 1))
        parents = [read_pieces(one.genome, self._pool.puzzle) for one in state.populations[0]]
        return self._after(state, [self._child(parents, generator) for _ in range(self._settings.population)])

    def to_confirm(self, state: EvolutionState) -> list[Candidate]:
        """Return the best sets."""
        return list(state.kept[: self._settings.most_written(len(state.kept))])

    def _child(self, parents: Sequence[tuple[Piece, ...]], generator: np.random.Generator) -> tuple[Piece, ...]:
        mother = self._parent(parents, generator)
        if generator.random() < CROSSOVER:
            child = self._pool.crossed(mother, self._parent(parents, generator), generator)
            if child != mother:
                return child
        # A single piece that is taken out is often drawn again.
        times = min(2 + int(generator.integers(MOST_EXCHANGED)), len(mother))
        return self._pool.exchanged(mother, times, generator)

    @staticmethod
    def _parent(parents: Sequence[tuple[Piece, ...]], generator: np.random.Generator) -> tuple[Piece, ...]:
        # Populations are sorted, the best first.
        return parents[int(generator.integers(len(parents), size=TOURNAMENT).min())]

    def _after(self, state: EvolutionState, born: list[tuple[Piece, ...]]) -> EvolutionState:
        generation = state.generation + 1
        texts = list(dict.fromkeys(map(pieces_text, born)))
        there = {one.genome for one in state.populations[0]}
        new = [text for text in texts if text not in there]
        found = {one.genome: one for one in [*state.populations[0], *self._scored(new)]}
        population = sorted(found.values(), key=self._order)[: self._settings.population]
        solvable = {one.genome: one for one in state.kept}
        for one in population:
            if one.solvable:
                solvable.setdefault(one.genome, one._replace(generation=generation))
        kept = tuple(sorted(solvable.values(), key=self._order)[:MOST_KEPT])
        best, median = population[0], population[len(population) // 2]
        row = {
            "generation": generation,
            "best_rolls": best.rolls,
            "median_rolls": median.rolls,
            "evaluated": (state.history[-1]["evaluated"] if state.history else 0) + len(new),
            "solvable": sum(one.solvable for one in population),
            "best": list(best.values),
        }
        return EvolutionState(generation, (tuple(population),), kept, (*state.history, row))

    def _order(self, one: Candidate) -> tuple[object, ...]:
        return one.rolls, [sign * value for sign, value in zip(self._signs, one.values, strict=False)], one.genome

    def _scored(self, texts: Sequence[str]) -> list[Candidate]:
        asked = [text for text in texts if text not in self._known]
        if len(self._known) + len(asked) > _REMEMBERED:
            self._known.clear()
            asked = list(texts)
        for one in threads(self._jobs)(lambda text: scored(text, self._settings), asked):
            self._known[one.genome] = one
        return [self._known[text] for text in texts]


def pieces_text(pieces: Sequence[Piece]) -> str:
    """Return a set of pieces as the text that :func:`read_pieces` reads."""
    return ",".join(piece.name for piece in pieces)


def read_pieces(text: str, puzzle: Puzzle) -> tuple[Piece, ...]:
    """Read a set of pieces for the grid of a puzzle."""
    return tuple(Piece.parse(name, puzzle.grid.lattice) for name in text.split(","))


def dice_with_pieces(text: str, dice: DiceSet) -> DiceSet:
    """Return the dice for a puzzle with other pieces, named by the set of pieces."""
    base = dice.puzzle
    pieces = read_pieces(text, base)
    puzzle = Puzzle(base.grid, pieces, base.blockers, None, base.always_free, base.regions, base.title)
    name = f"pieces-{sha256(canonical_json([dice.format(), puzzle.format()]))[:12]}"
    return DiceSet(dice.dice, puzzle, name, dice.shared_cells)


def set_of(one: Candidate, settings: EvolutionSettings) -> DiceSet:
    """Return the dice set that a candidate of a run stands for: dice of its own, or the given ones with its pieces."""
    if settings.evolves_pieces:
        return dice_with_pieces(one.genome, settings.dice)
    return one.dice_set(settings.parsed_puzzle)


def shown(one: Candidate, settings: EvolutionSettings) -> str:
    """Return the dice or the pieces of a candidate in one line."""
    return one.genome.replace(",", " ") if settings.evolves_pieces else set_of(one, settings).format()


def scored(text: str, settings: EvolutionSettings) -> Candidate:
    """Count the rolls that a set of pieces can't solve, or, where there is none, the tilings of all rolls."""
    dice = dice_with_pieces(text, settings.dice)
    boards, weights = _boards(settings.dice)
    solver = BatchSolver(dice.puzzle.problem, len(dice.puzzle.pieces))
    # A board with wrong colours has no tiling, and its search would take the longest.
    possible = boards[~colour_rejects(boards, dice.puzzle)]
    unsolved = len(boards) - int(np.count_nonzero(solver.counts(possible, 1)))
    if unsolved:
        return Candidate(text, unsolved)
    subject = Subject(dice, solver.counts(boards), weights)
    return Candidate(text, 0, tuple(float(objective.of(subject)) for objective in settings.parsed))


@lru_cache(maxsize=4)
def _boards(dice: DiceSet) -> tuple[Masks, NDArray[np.int64] | None]:
    rolled = rolls(dice)
    once = len(rolled.boards) == rolled.face_rolls
    return rolled.boards, None if once else rolled.weights.astype(np.int64)
