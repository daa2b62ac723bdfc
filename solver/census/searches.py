"""Settle or count the boards of a puzzle by searches of the ``bitmask`` backend, one for each orbit."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from solver.exact_cover.batches import BatchSolver
from solver.polyform.orbits import orbits_of, require_census
from solver.polyform.puzzle import Puzzle
from solver.polyform.symmetry import Masks
from solver.runs import threads
from solver.runs.progress import Progress, silent

_LEAST_BOARDS_PER_SHARD, _MOST_BOARDS_PER_SHARD = 1 << 6, 1 << 14
_SHARDS, _COUNTING_SHARDS = 256, 4096
"""Shards where one tiling is enough, and where all are counted, which takes longer by far."""


def solvability(puzzle: Puzzle, *, jobs: int = 1, progress: Progress = silent) -> NDArray[np.bool_]:
    """Tell for every board of a puzzle whether it can be tiled.

    Returns
    -------
    ndarray
        bool of shape (boards,), by rank (:mod:`solver.polyform.orbits`).

    Raises
    ------
    InputError
        If there are more than 2^30 boards, or the grid has more than 64 cells.

    Examples
    --------
    >>> int(solvability(Puzzle.parse("3x4/3:I1,I2,I3,L3")).sum())
    210
    """
    require_census(puzzle.grid, puzzle.blockers)
    orbits = orbits_of(puzzle.grid, puzzle.blockers)
    searches = Searches(puzzle, most=1)
    answers: list[NDArray[np.bool_]] = [np.zeros(0, np.bool_)] * searches.shards

    def settle(shard: int) -> int:
        answers[shard] = searches.answers(shard) > 0
        return len(answers[shard])

    done = 0
    for number in threads(jobs)(settle, range(searches.shards)):
        done += number
        progress(done, len(orbits))
    solvable: NDArray[np.bool_] = orbits.spread(np.concatenate(answers)).astype(np.bool_, copy=False)
    return solvable


class Searches:
    """One search for each orbit, and the shards that they are done in.

    Counting stops at ``most`` tilings: 1 tells only whether there is one.
    """

    name = "searches"

    def __init__(self, puzzle: Puzzle, most: int | None = None) -> None:
        self._solver = BatchSolver(puzzle.problem, len(puzzle.pieces))
        self._boards = orbits_of(puzzle.grid, puzzle.blockers).representatives
        self._most = most
        shards = _COUNTING_SHARDS if most is None else _SHARDS
        self._each = min(_MOST_BOARDS_PER_SHARD, max(_LEAST_BOARDS_PER_SHARD, -(-len(self._boards) // shards)))

    @property
    def shards(self) -> int:
        """The number of shards."""
        return -(-len(self._boards) // self._each)

    def boards(self, shard: int) -> Masks:
        """Return one board of each orbit that a shard settles, in its order."""
        return self._boards[shard * self._each : (shard + 1) * self._each]

    def answers(self, shard: int) -> NDArray[np.uint64]:
        """Return the number of tilings of each of :meth:`boards`, at most ``most``."""
        boards = self.boards(shard)
        if self._most == 1:
            return (self._solver.first_solutions(boards)[:, 0] >= 0).astype(np.uint64)
        return self._solver.counts(boards, self._most)
