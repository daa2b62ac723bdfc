"""Local search: swap two cells of different dice, the best swap first, until no forbidden board is rolled.

Tabu search (Glover 1989): of all swaps the best one is made even where it makes things worse, and the cells that
just moved may not go back for a few steps, so that the search leaves a pit instead of circling in it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dicelab.search.tables import ForbiddenBoards
from solver.polyform.symmetry import Masks

_TENURE = (3, 10)
"""For how many steps a cell stays off the die that it left: drawn anew for each move."""


@dataclass(frozen=True, slots=True)
class Reached:
    """Where a search ended.

    Parameters
    ----------
    dice
        uint64 of shape (dice,): the best set met.
    rolled
        How many forbidden boards it rolls.
    steps
        Swaps made.
    """

    dice: Masks
    rolled: int
    steps: int


class Descent:
    """Tabu search over swaps of two cells.

    Parameters
    ----------
    forbidden
        What must not be rolled.
    allowed
        bool of shape (cells, dice + 1): which cells may be on which die, and (last column) on none; all by default.
    """

    def __init__(self, forbidden: ForbiddenBoards, allowed: NDArray[np.bool_] | None = None) -> None:
        self._forbidden = forbidden
        self._allowed = allowed

    def search(
        self,
        dice: Masks,
        generator: np.random.Generator,
        *,
        steps: int,
        progress: Callable[[int, int], None] | None = None,
    ) -> Reached:
        """Swap cells until no forbidden board is rolled, or for so many steps.

        Parameters
        ----------
        dice
            uint64 of shape (dice,), disjoint: where it begins; ``allowed`` holds there.
        generator
            Breaks ties and draws how long a move is tabu.
        steps
            Swaps at most.
        progress
            Called at each step with the number of steps and what is rolled there.
        """
        cells, number = len(self._forbidden.puzzle.grid), len(dice)
        owner = owners(dice, cells)
        allowed = np.ones((cells, number + 1), np.bool_) if self._allowed is None else self._allowed
        until = np.zeros((cells, number + 1), np.int64)
        now = int(self._forbidden.rolled(dice[None])[0])
        best, best_owner, step = now, owner.copy(), 0
        for step in range(1, steps + 1):
            if not best:
                return Reached(masks_of(best_owner, number), 0, step - 1)
            changes = self._forbidden.swap_changes(masks_of(owner, number))
            there = allowed[:, owner]
            possible = (owner[:, None] != owner[None, :]) & there & there.T
            tabu = until[:, owner] > step
            # A move that leads to the best set yet is never tabu.
            possible &= ~(tabu | tabu.T) | (now + changes < best)
            first, second = np.nonzero(np.triu(possible))
            if not len(first):
                until[:] = 0
                continue
            after = changes[first, second]
            ties = np.flatnonzero(after == after.min())
            choice = ties[generator.integers(len(ties))]
            a, b = first[choice], second[choice]
            now += int(after[choice])
            stay = step + int(generator.integers(*_TENURE))
            until[a, owner[a]] = until[b, owner[b]] = stay
            owner[a], owner[b] = owner[b], owner[a]
            if now < best:
                best, best_owner = now, owner.copy()
            if progress:
                progress(step, now)
        return Reached(masks_of(best_owner, number), best, step)


def owners(dice: Masks, cells: int) -> NDArray[np.int64]:
    """Return the die of each cell, -1 for none: int64 of shape (cells,)."""
    owner = np.full(cells, -1, np.int64)
    for die, mask in enumerate(dice.tolist()):
        for cell in range(cells):
            if mask >> cell & 1:
                owner[cell] = die
    return owner


def masks_of(owner: NDArray[np.int64], dice: int) -> Masks:
    """Return the cells of each die: the inverse of :func:`owners`."""
    masks = np.zeros(dice, np.uint64)
    on = np.flatnonzero(owner >= 0)
    np.bitwise_or.at(masks, owner[on], np.uint64(1) << on.astype(np.uint64))
    return masks
