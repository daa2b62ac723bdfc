"""Settle or count the boards of a puzzle one by one: the general way, for every puzzle."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from solver.exact_cover.backends.bitmask import BatchSolver
from solver.polyform.orbits import orbits_of
from solver.polyform.puzzle import Puzzle
from solver.polyform.symmetry import Masks

_MOST_BOARDS_PER_SHARD = 1 << 14
_SHARDS, _COUNTING_SHARDS = 256, 4096
"""Shards where one tiling is enough, and where all are counted, which takes longer by far."""


class Searches:
    """One search for each orbit, and the shards that they are done in.

    Parameters
    ----------
    puzzle
        On at most 64 cells.
    most
        Stop counting at so many tilings: 1 tells only whether there is one.
    """

    name = "searches"

    def __init__(self, puzzle: Puzzle, most: int | None = None) -> None:
        self._solver = BatchSolver(puzzle.problem, len(puzzle.pieces))
        self._boards = orbits_of(puzzle.grid, puzzle.blockers).representatives
        self._most = most
        shards = _COUNTING_SHARDS if most is None else _SHARDS
        self._each = min(_MOST_BOARDS_PER_SHARD, -(-len(self._boards) // shards))

    @property
    def shards(self) -> int:
        """The number of shards."""
        return -(-len(self._boards) // self._each)

    def boards(self, shard: int) -> Masks:
        """Return one board of each orbit that a shard settles, in its order."""
        return self._boards[shard * self._each : (shard + 1) * self._each]

    def answers(self, shard: int) -> NDArray[np.uint64]:
        """Return the number of tilings of each of :meth:`boards`, at most ``most``."""
        return self._solver.counts(self.boards(shard), self._most)
