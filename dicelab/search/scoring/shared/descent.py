"""Tabu search among sets with the same sharing: two cells trade their dice, the best trade first.

The number of boards stays the same on the way; see :mod:`dicelab.search.scoring.descent` for disjoint dice.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from dicelab.search.scoring.shared.boards import SharedBoards
from dicelab.search.scoring.shared.pattern import Roles

_TENURE = (3, 10)
"""For how many steps a cell does not go back to a role that it left: drawn anew for each move."""


@dataclass(frozen=True, slots=True)
class SharedReached:
    """The best set met, how many forbidden boards it rolls, and the trades made."""

    roles: Roles
    rolled: int
    steps: int


class SharedDescent:
    """Trades cells until no forbidden board is rolled.

    Parameters
    ----------
    forbidden
        What must not be rolled.
    """

    def __init__(self, forbidden: SharedBoards) -> None:
        self._forbidden = forbidden

    def search(
        self,
        roles: Roles,
        generator: np.random.Generator,
        *,
        steps: int,
        progress: Callable[[int, int], None] | None = None,
    ) -> SharedReached:
        """Trade cells until no forbidden board is rolled, or so many times.

        Parameters
        ----------
        roles
            int64 of shape (cells,): the dice of each cell as a mask, where it begins.
        generator
            Breaks ties and draws how long a move is tabu.
        steps
            Trades at most.
        progress
            Called at each step with the number of steps and what is rolled there.
        """
        kinds, kind = np.unique(roles, return_inverse=True)
        until = np.zeros((len(kind), len(kinds)), np.int64)
        trades = self._forbidden.trades(roles)
        best, best_kind, step = trades.rolled, kind.copy(), 0
        while best and step < steps:
            step += 1
            possible = kind[:, None] != kind[None, :]
            tabu = until[:, kind] > step
            # A move that leads to the best set yet is never tabu.
            possible &= ~(tabu | tabu.T) | (trades.rolled + trades.changes < best)
            first, second = np.nonzero(np.triu(possible))
            if not len(first):
                until[:] = 0
                continue
            after = trades.changes[first, second]
            ties = np.flatnonzero(after == after.min())
            choice = ties[generator.integers(len(ties))]
            a, b = first[choice], second[choice]
            until[a, kind[a]] = until[b, kind[b]] = step + int(generator.integers(*_TENURE))
            kind[a], kind[b] = kind[b], kind[a]
            trades = self._forbidden.trades(kinds[kind])
            if trades.rolled < best:
                best, best_kind = trades.rolled, kind.copy()
            if progress:
                progress(step, trades.rolled)
        return SharedReached(kinds[best_kind], best, step)
