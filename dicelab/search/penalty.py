"""The penalty of local search for the constraints that its moves do not keep.

A set without a penalty meets them. So tabu search, which ends where no forbidden board is rolled, ends at the sets that
are asked for as soon as the penalty is added to the rolls.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

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

    def kept(self, sets: Masks, dice: Masks) -> Masks:
        """Return those of some sets near ``dice`` that meet the constraints."""
        sets = np.ascontiguousarray(sets[self.near(dice, sets) == 0])
        return sets[self.of_sets(sets) == 0] if len(sets) else sets


def not_kept_by_moves(question: Question) -> list[Constraint]:
    """Return the constraints that moves may break.

    Trades of disjoint dice keep to the places of :attr:`.Question.places` and to the changes of a printed set;
    symmetric moves keep the first symmetry alone; trades of overlapping dice keep nothing.
    """
    if question.shared_cells:
        return list(question.values)
    first = question.one(Invariant)
    if first:
        return [one for one in question.values if one != first]
    return [one for one in question.values if not isinstance(one, Fix | Keep | Changes)]
