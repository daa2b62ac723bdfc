"""How good a candidate is: the number of its rolls that can't be tiled. Zero is the goal."""

from __future__ import annotations

from math import comb
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from dicelab.dice import DiceSet, roll_masks
from dicelab.errors import DiceError
from dicelab.rules import Screen
from dicelab.search.tables import ForbiddenBoards
from dicelab.verify import settle
from solver.census import Census, rank
from solver.polyform import Puzzle, images, representatives
from solver.polyform.orbits import MOST_BOARDS
from solver.polyform.symmetry import Masks

SCORERS = ("census", "bitmask", "cp-sat")


class Scorer(Protocol):
    """Counts the unsolvable rolls of dice sets with disjoint dice."""

    def unsolvable_rolls(self, dice: Masks) -> NDArray[np.int64]:
        """Count for each set: from uint64 (sets, dice), the cells of each die, to int64 (sets,)."""


class CensusScorer:
    """Counts by the census: :class:`~dicelab.search.tables.ForbiddenBoards` of the unsolvable ones.

    Parameters
    ----------
    puzzle
        The puzzle.
    unsolvable
        uint64 masks of all its unsolvable boards.
    jobs
        Threads.
    """

    def __init__(self, puzzle: Puzzle, unsolvable: Masks, jobs: int = 1) -> None:
        self._forbidden = ForbiddenBoards(puzzle, unsolvable, jobs)

    def unsolvable_rolls(self, dice: Masks) -> NDArray[np.int64]:
        """Count the unsolvable rolls of each set."""
        return self._forbidden.rolled(dice)


class BackendScorer:
    """Asks a solver about every roll, each orbit of boards once in the life of the scorer.

    Parameters
    ----------
    puzzle
        The puzzle.
    backend
        ``bitmask`` or ``cp-sat``.
    jobs
        Threads.
    """

    def __init__(self, puzzle: Puzzle, backend: str, jobs: int = 1) -> None:
        boards = comb(len(puzzle.grid), puzzle.blockers)
        if boards > MOST_BOARDS:
            raise DiceError(f"{boards:,} boards: a scorer remembers at most {MOST_BOARDS:,}")
        self._puzzle, self._backend, self._jobs = puzzle, backend, jobs
        # For each board: 0 not asked yet, 1 solvable, 2 not.
        self._verdicts = np.zeros(boards, np.uint8)

    def unsolvable_rolls(self, dice: Masks) -> NDArray[np.int64]:
        """Count the unsolvable rolls of each set."""
        return np.array([self._one(row) for row in dice], np.int64)

    def _one(self, dice: Masks) -> int:
        boards = roll_masks(DiceSet.of_masks(dice.tolist(), self._puzzle))
        places = self._places(boards)
        unknown = boards[self._verdicts[places] == 0]
        if len(unknown):
            asked = np.unique(representatives(unknown, self._puzzle.grid))
            placed = settle(self._puzzle, asked, self._backend, jobs=self._jobs).placed
            verdicts = np.where(placed[:, 0] >= 0, 1, 2).astype(np.uint8)
            self._verdicts[self._places(images(asked, self._puzzle.grid))] = verdicts
        return int((self._verdicts[places] == 2).sum())

    def _places(self, boards: Masks) -> NDArray[np.int64]:
        return rank(boards, len(self._puzzle.grid), self._puzzle.blockers)


def scorer(name: str, puzzle: Puzzle, oracle: Census | None, jobs: int = 1) -> Scorer:
    """Return the scorer called ``name``; ``census`` needs an oracle.

    Raises
    ------
    DiceError
        If there is no such scorer, or no oracle for ``census``.
    """
    if name not in SCORERS:
        raise DiceError(f"no scorer {name!r}: choose from {', '.join(SCORERS)}")
    if name != "census":
        return BackendScorer(puzzle, name, jobs)
    if oracle is None:
        raise DiceError("scorer census needs the census: load it first")
    return CensusScorer(puzzle, oracle.unsolvable_boards, jobs)


class Evaluation:
    """Fitness of whole populations: the fast rules first, the exhaustive count for what they let through.

    A set that breaks a rule can roll an unsolvable board, so it is settled without looking at its rolls. Fitness is a
    pair, compared from the left: the patterns that the set can roll and should not, and the unsolvable rolls, counted
    where there is no such pattern.
    """

    def __init__(self, puzzle: Puzzle, scorer_: Scorer) -> None:
        self._screen = Screen(puzzle)
        self._scorer = scorer_
        self.evaluated = 0
        self.screened = 0

    def __call__(self, dice: Masks) -> NDArray[np.int64]:
        """Return the fitness of each set, smaller is better: from uint64 (sets, dice) to int64 (sets, 2)."""
        fitness = np.zeros((len(dice), 2), np.int64)
        fitness[:, 0] = self._screen.violations(dice)
        passed = fitness[:, 0] == 0
        fitness[passed, 1] = self._scorer.unsolvable_rolls(dice[passed])
        self.evaluated += len(dice)
        self.screened += int((~passed).sum())
        return fitness
