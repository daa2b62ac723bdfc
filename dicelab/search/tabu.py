"""Tabu search (Glover 1989): from set to set until no forbidden board is rolled.

The best move is made even if the set gets worse, and a change may not be undone for some steps, so that the search
leaves a local optimum instead of circling in it. A :class:`Walk` knows the moves and how long each stays tabu: trades
of two cells (here), or moves of symmetric sets (:mod:`dicelab.search.symmetric`).

A set pays a penalty for the constraints that moves do not keep, and none if it meets them. So the search ends at the
sets that are asked for, once the penalty is added to the rolls.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from dicelab.score.forbidden import Forbidden
from dicelab.search.constraints import Changes, Constraint, Fix, Invariant, Keep
from dicelab.search.question import Question
from dicelab.search.sharing import roles_on
from solver.polyform.symmetry import Masks

WEIGHT = 40
"""Forbidden rolls that weigh as much as a unit of violation: a cell, a piece of a zone, two sides of an outline."""


class ConstraintPenalty:
    """The penalty of sets: :data:`WEIGHT` for each unit by which they miss a constraint; 0 where they meet all."""

    def __init__(self, question: Question, constraints: Sequence[Constraint] | None = None) -> None:
        self._puzzle = question.puzzle
        self._constraints = not_kept_by_moves(question) if constraints is None else constraints

    @classmethod
    def where_needed(cls, question: Question, also: Sequence[Constraint] = ()) -> ConstraintPenalty | None:
        """Return the penalty of constraints that moves do not keep, and of others ``also``, if there are any."""
        constraints = [*not_kept_by_moves(question), *also]
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


_TENURE = (3, 10)
"""Steps (from the first to below the second) before a cell may return to a die that it left; drawn for each move."""

Check: TypeAlias = Callable[[], None]
"""Called after each move; it raises where the search is to stop."""

Within: TypeAlias = Callable[[Masks], NDArray[np.bool_]]
"""Tells which pairs of cells of a set may trade: bool of shape (cells, cells), symmetric."""


@dataclass(frozen=True, slots=True)
class Reached:
    """The best set of a search, uint64 of shape (dice,), its cost (0 if it meets the question), and the moves made."""

    best: Masks
    rolled: int
    steps: int


class Walk(Protocol):
    """A set on its way through a neighbourhood, and the moves that are tabu for it."""

    @property
    def place(self) -> Masks:
        """The set as it is now: uint64 of shape (dice,)."""

    @property
    def rolled(self) -> int:
        """Number of forbidden boards that it rolls, with its penalty."""

    def moves(self, step: int, best: int) -> NDArray[np.int64]:
        """Return the value of :attr:`rolled` after each move allowed at this step; ``best`` is the least so far."""

    def move(self, number: int, step: int, generator: np.random.Generator) -> None:
        """Make a move that :meth:`moves` listed."""

    def lift(self) -> bool:
        """Lift all tabus where no move may be made; tell whether the search can go on."""


def tabu_search(
    walk: Walk,
    generator: np.random.Generator,
    *,
    steps: int,
    patience: int | None = None,
    check: Check | None = None,
) -> Reached:
    """Move until no forbidden board is rolled, for ``steps`` moves, or for ``patience`` moves without a better set.

    The generator breaks ties, and serves the walk. An error that ``check`` raises ends the search.
    """
    least, best, step, improved = walk.rolled, walk.place, 0, 0
    while least and step < steps and (patience is None or step - improved < patience):
        step += 1
        after = walk.moves(step, least)
        if len(after):
            ties = np.flatnonzero(after == after.min())
            walk.move(int(ties[generator.integers(len(ties))]), step, generator)
        elif not walk.lift():
            break
        if walk.rolled < least:
            least, best, improved = walk.rolled, walk.place, step
        if check:
            check()
    return Reached(best, least, step)


def total(forbidden: Forbidden, penalty: ConstraintPenalty | None, dice: Masks) -> int:
    """Return the forbidden boards that a set rolls, with its penalty."""
    return int(forbidden.rolled(dice[None])[0]) + (penalty.of(dice) if penalty else 0)


class CellTrades:
    """The walk whose moves are trades: two cells trade their dice, and neither may return for some steps.

    A cell that is on several dice trades all of them.

    Parameters
    ----------
    dice
        Where it begins: uint64 of shape (dice,).
    allowed
        Which cells may be on which die, and (last column) on none: bool of shape (cells, dice + 1), all by default. It
        holds for ``dice``.
    within
        Tells which pairs of cells of a set may trade.
    penalty
        Added to the forbidden boards.
    """

    def __init__(
        self,
        forbidden: Forbidden,
        dice: Masks,
        allowed: NDArray[np.bool_] | None = None,
        within: Within | None = None,
        penalty: ConstraintPenalty | None = None,
    ) -> None:
        self._forbidden, self._penalty, self._within = forbidden, penalty, within
        self.place, self.rolled = dice, total(forbidden, penalty, dice)
        roles = roles_on(dice, len(forbidden.puzzle.grid))
        different, kinds = np.unique(roles, return_inverse=True)
        self._kinds = kinds.astype(np.int64)
        self._allowed = allowed_roles(different, len(roles), len(dice), allowed)
        self._until = np.zeros(self._allowed.shape, np.int64)

    def moves(self, step: int, best: int) -> NDArray[np.int64]:
        """Return the value of :attr:`rolled` after each trade; one that leads to the best set yet is never tabu."""
        kinds, after = self._kinds, self.rolled + self._forbidden.swap_changes(self.place)
        if self._penalty:
            after += paid_by_trades(self._penalty, self.place, kinds)
        there, tabu = self._allowed[:, kinds], self._until[:, kinds] > step
        possible = (kinds[:, None] != kinds[None, :]) & there & there.T & (~(tabu | tabu.T) | (after < best))
        if self._within is not None:
            possible &= self._within(self.place)
        self._pairs = np.argwhere(np.triu(possible))
        self._after: NDArray[np.int64] = after[self._pairs[:, 0], self._pairs[:, 1]]
        return self._after

    def move(self, number: int, step: int, generator: np.random.Generator) -> None:
        """Trade two cells."""
        pair = self._pairs[number]
        self._until[pair, self._kinds[pair]] = step + int(generator.integers(*_TENURE))
        self._kinds[pair] = self._kinds[pair[::-1]]
        self.place, self.rolled = traded(self.place, pair[None])[0], int(self._after[number])
        if self._penalty:
            # The change by a swap is an estimate.
            self.rolled = total(self._forbidden, self._penalty, self.place)

    def lift(self) -> bool:
        """Let all cells return."""
        self._until[:] = 0
        return True


def allowed_roles(
    roles: NDArray[np.int64], cells: int, dice: int, allowed: NDArray[np.bool_] | None
) -> NDArray[np.bool_]:
    """Return which cells may take which roles, masks of dice: from bool (cells, dice + 1) to bool (cells, roles)."""
    if allowed is None:
        return np.ones((cells, len(roles)), np.bool_)
    columns = [[die for die in range(dice) if role >> die & 1] or [dice] for role in roles.tolist()]
    return np.stack([allowed[:, on].all(axis=1) for on in columns], axis=1)


def traded(dice: Masks, pairs: NDArray[np.int64]) -> Masks:
    """Return the sets in which each pair of cells has traded its dice: uint64 of shape (pairs, dice).

    Examples
    --------
    >>> traded(np.array([0b011, 0b100], np.uint64), np.array([[1, 2]])).tolist()
    [[5, 2]]
    """
    both = np.uint64(1) << pairs[:, :1].astype(np.uint64) | np.uint64(1) << pairs[:, 1:].astype(np.uint64)
    # A die with one of the two cells has the other one instead.
    one_of_both = np.bitwise_count(dice[None] & both) == 1
    return np.where(one_of_both, dice[None] ^ both, dice[None])


def paid_by_trades(penalty: ConstraintPenalty, dice: Masks, kinds: NDArray[np.int64]) -> NDArray[np.int64]:
    """Estimate for every pair of cells of different kinds how a trade changes the penalty: int64 (cells, cells)."""
    pairs = np.argwhere(np.triu(kinds[:, None] != kinds[None, :]))
    changes = np.zeros((len(kinds), len(kinds)), np.int64)
    changes[pairs[:, 0], pairs[:, 1]] = penalty.near(dice, traded(dice, pairs)) - penalty.of(dice)
    return changes + changes.T
