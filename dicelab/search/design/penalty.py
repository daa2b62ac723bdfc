"""What a set pays in local search for the constraints that swaps of cells do not keep.

A set without a penalty meets them. So tabu search, which ends where no forbidden board is rolled, ends at the sets that
are asked for as soon as the penalty is added to the rolls.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from dicelab.search.design.constraints import Away, Constraints
from dicelab.search.design.penalty_kernel import count_shapes
from dicelab.search.objectives.shape import assigned_copies, nearest_copy
from dicelab.search.tables import owners
from solver.polyform import Grid, Puzzle
from solver.polyform.symmetry import Masks

WEIGHT = 40
"""Forbidden rolls that weigh as much as a cell, a piece of a zone, or two sides of an outline too many."""


class ConstraintPenalty:
    """The penalty of sets: :data:`WEIGHT` for each unit by which they miss a constraint; 0 where they meet all.

    It looks at zones in one piece, the perimeter, the sets to keep away from, and cells that are fixed or left off.
    """

    def __init__(self, constraints: Constraints) -> None:
        self._constraints = constraints
        grid = constraints.puzzle.grid
        self._sides = grid.lattice.edges * sum(constraints.sizes)
        self._fixed = [(np.uint64(1 << cell), die) for cell, die in constraints.fixed]
        self._off = np.uint64(grid.mask(constraints.off))

    @classmethod
    def where_needed(cls, constraints: Constraints) -> ConstraintPenalty | None:
        """Return the penalty of constraints that swaps do not keep, if there are any."""
        held = constraints.invariant and (constraints.fixed or constraints.off)
        if constraints.connected or constraints.perimeter is not None or constraints.away or held:
            return cls(constraints)
        return None

    def of(self, dice: Masks) -> int:
        """Return the penalty of a set, uint64 of shape (dice,)."""
        shown = tuple(dice.tolist())
        short = [max(0, one.cells - nearest_copy(shown, one.dice, self._puzzle)[0]) for one in self._constraints.away]
        return int(self._shape_penalty(dice[None])[0]) + WEIGHT * sum(short)

    def near(self, dice: Masks, sets: Masks) -> NDArray[np.int64]:
        """Estimate the penalties of sets that differ little from a set: int64 of shape (sets,), of (sets, dice).

        The estimate is at most the penalty. It differs only with sets to keep away from: their copies are compared die
        by die as they fit the set itself best.
        """
        total = self._shape_penalty(sets)
        for away in self._constraints.away:
            total += WEIGHT * np.maximum(0, away.cells - self._distances(away, dice, sets))
        return total

    def swap_changes(self, dice: Masks) -> NDArray[np.int64]:
        """Estimate for every pair of cells how the penalty changes if they trade their dice: (cells, cells)."""
        cells, number = len(self._grid), len(dice)
        owner = owners(dice, cells)
        first, second = np.nonzero(np.triu(owner[:, None] != owner[None, :]))
        # The last column is that of no die.
        sets = np.zeros((len(first), number + 1), np.uint64)
        sets[:, :number] = dice
        both = np.uint64(1) << first.astype(np.uint64) | np.uint64(1) << second.astype(np.uint64)
        rows = np.arange(len(first))
        sets[rows, owner[first]] ^= both
        sets[rows, owner[second]] ^= both
        changes = np.zeros((cells, cells), np.int64)
        changes[first, second] = self.near(dice, np.ascontiguousarray(sets[:, :number])) - self.of(dice)
        return changes + changes.T

    @property
    def _puzzle(self) -> Puzzle:
        return self._constraints.puzzle

    @property
    def _grid(self) -> Grid:
        return self._puzzle.grid

    def _shape_penalty(self, sets: Masks) -> NDArray[np.int64]:
        constraints = self._constraints
        missed = np.zeros(len(sets), np.int64)
        if constraints.connected or constraints.perimeter:
            number, inner = _shapes(sets.reshape(-1), self._grid)
            if constraints.connected:
                missed += number.reshape(sets.shape).sum(axis=1) - sets.shape[1]
            if constraints.perimeter:
                least, most = constraints.perimeter
                sides = self._sides - inner.reshape(sets.shape).sum(axis=1)
                missed += (np.maximum(0, sides - most) + np.maximum(0, least - sides) + 1) // 2
        if constraints.invariant:
            for bit, die in self._fixed:
                missed += sets[:, die] & bit == 0
            missed += np.bitwise_count(np.bitwise_or.reduce(sets, axis=1) & self._off)
        return WEIGHT * missed

    def _distances(self, away: Away, dice: Masks, sets: Masks) -> NDArray[np.int64]:
        copies, uses = assigned_copies(tuple(dice.tolist()), away.dice, self._puzzle)
        kept = np.bitwise_count(sets[:, None] & copies[None]).sum(axis=2, dtype=np.int64)
        shown = np.bitwise_or.reduce(sets, axis=1)
        unused = np.bitwise_count(shown[:, None] & ~np.bitwise_or.reduce(copies, axis=1)[None])
        distances: NDArray[np.int64] = (uses + unused.astype(np.int64) - kept).min(axis=1)
        return distances


def _shapes(masks: Masks, grid: Grid) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the connected pieces of each mask, and its pairs of neighbours, twice."""
    number, inner = np.zeros(len(masks), np.int64), np.zeros(len(masks), np.int64)
    count_shapes(np.ascontiguousarray(masks), np.array(grid.neighbour_masks, np.uint64), number, inner)
    return number, inner
