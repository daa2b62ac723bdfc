"""What a set pays in local search for the constraints that its moves do not keep.

A set without a penalty meets them. So tabu search, which ends where no forbidden board is rolled, ends at the sets that
are asked for as soon as the penalty is added to the rolls.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from dicelab.score.forbidden import owners
from dicelab.search.constraints import Changes, Constraint, Fix, Invariant, Keep
from dicelab.search.question import Question
from solver.polyform.symmetry import Masks

WEIGHT = 40
"""Forbidden rolls that weigh as much as a unit of violation: a cell, a piece of a zone, two sides of an outline."""


class ConstraintPenalty:
    """The penalty of sets: :data:`WEIGHT` for each unit by which they miss a constraint; 0 where they meet all."""

    def __init__(self, question: Question, constraints: Sequence[Constraint] | None = None) -> None:
        self._puzzle = question.puzzle
        self._constraints = not_kept_by_moves(question) if constraints is None else constraints

    @classmethod
    def where_needed(cls, question: Question) -> ConstraintPenalty | None:
        """Return the penalty of constraints that moves do not keep, if there are any."""
        constraints = not_kept_by_moves(question)
        return cls(question, constraints) if constraints else None

    def of(self, dice: Masks) -> int:
        """Return the penalty of a set, uint64 of shape (dice,)."""
        return int(self.of_sets(dice[None])[0])

    def of_sets(self, sets: Masks) -> NDArray[np.int64]:
        """Return the penalties of sets: from uint64 (sets, dice) to int64 (sets,)."""
        total = np.zeros(len(sets), np.int64)
        for one in self._constraints:
            total += WEIGHT * one.violation(sets, self._puzzle)
        return total

    def near(self, dice: Masks, sets: Masks) -> NDArray[np.int64]:
        """Estimate the penalties of sets that differ little from a set: int64 of shape (sets,), of (sets, dice).

        The estimate is at most the penalty.
        """
        total = np.zeros(len(sets), np.int64)
        for one in self._constraints:
            total += WEIGHT * one.estimate(dice, sets, self._puzzle)
        return total

    def swap_changes(self, dice: Masks) -> NDArray[np.int64]:
        """Estimate for every pair of cells how the penalty changes if they trade their dice: (cells, cells)."""
        cells, number = len(self._puzzle.grid), len(dice)
        first, second, sets = swapped_sets(dice, cells)
        changes = np.zeros((cells, cells), np.int64)
        changes[first, second] = self.near(dice, np.ascontiguousarray(sets[:, :number])) - self.of(dice)
        return changes + changes.T


def swapped_sets(dice: Masks, cells: int) -> tuple[NDArray[np.intp], NDArray[np.intp], Masks]:
    """Return all pairs of cells on different dice and the sets in which they have traded: uint64 of (pairs, dice + 1).

    The last column has the cells on no die.
    """
    owner = owners(dice, cells)
    first, second = np.nonzero(np.triu(owner[:, None] != owner[None, :]))
    sets = np.zeros((len(first), len(dice) + 1), np.uint64)
    sets[:, : len(dice)] = dice
    both = np.uint64(1) << first.astype(np.uint64) | np.uint64(1) << second.astype(np.uint64)
    rows = np.arange(len(first))
    sets[rows, owner[first]] ^= both
    sets[rows, owner[second]] ^= both
    return first, second, sets


def not_kept_by_moves(question: Question) -> list[Constraint]:
    """Return the constraints that swaps of cells, or moves of symmetric sets, may break.

    Swaps keep to the places of :attr:`.Question.places` and to the changes of a printed set; symmetric moves keep the
    first symmetry alone; trades of cells that are shared keep nothing.
    """
    if question.shared_cells:
        return list(question.values)
    first = question.one(Invariant)
    if first:
        return [one for one in question.values if one != first]
    return [one for one in question.values if not isinstance(one, Fix | Keep | Changes)]
