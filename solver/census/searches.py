"""Settle or count the boards of a puzzle by searches: one for each orbit, or fewer in a walk over all boards.

Both ask the same search kernel, that of the ``bitmask`` backend.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from solver.exact_cover.batches import BatchSolver
from solver.exact_cover.bitsets import OptionBitsets
from solver.polyform.grid import Grid
from solver.polyform.orbits import board_masks, orbits_of, rank, rank_tables, require_census, unrank
from solver.polyform.puzzle import Puzzle
from solver.polyform.symmetry import Masks, images, permutation_tables
from solver.runs import jit, threads
from solver.runs.progress import Progress, silent

_BLOCK = 1 << 16
_MOST_BOARDS_PER_SHARD = 1 << 14
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
    boards = require_census(puzzle.grid, puzzle.blockers)
    walk = _compiled_walk if jit.available() else _python_walk
    solvable: NDArray[np.bool_] = walk(puzzle, boards, jobs, progress) == 1
    return solvable


def _compiled_walk(puzzle: Puzzle, boards: int, jobs: int, progress: Progress) -> NDArray[np.uint8]:
    from solver.census import kernel

    cells = len(puzzle.grid)
    sets = OptionBitsets(puzzle.problem)
    tables, packed = sets.tables, sets.tables.pack()
    singles = np.array([_single(puzzle, option) for option in sets.order], np.uint64)
    ranks, turns = rank_tables(cells, puzzle.blockers), permutation_tables(puzzle.grid)
    verdicts = np.zeros(boards, np.uint8)

    def settle(first: int) -> int:
        number = min(_BLOCK, boards - first)
        mask = np.uint64(unrank(first, cells, puzzle.blockers))
        stack = tables.new_stack()
        kernel.settle(packed, stack, mask, first, number, verdicts, ranks, turns, singles)
        return number

    done = 0
    for number in threads(jobs)(settle, range(0, boards, _BLOCK)):
        done += number
        progress(done, boards)
    return verdicts


def _python_walk(puzzle: Puzzle, boards: int, _jobs: int, progress: Progress) -> NDArray[np.uint8]:
    """Search each orbit that no earlier tiling settles, without compiled code."""
    cells = len(puzzle.grid)
    solver = BatchSolver(puzzle.problem, len(puzzle.pieces))
    verdicts = np.zeros(boards, np.uint8)

    def mark(masks: list[int], verdict: int) -> None:
        verdicts[rank(images(np.array(masks, np.uint64), puzzle.grid), cells, puzzle.blockers)] = verdict

    for first in range(0, boards, _BLOCK):
        last = min(boards, first + _BLOCK)
        for place, board in enumerate(board_masks(first, last, cells, puzzle.blockers).tolist(), start=first):
            if not verdicts[place]:
                tiling = solver.first_solutions(np.array([board], np.uint64))[0]
                solved = tiling[0] >= 0
                singles = [_single(puzzle, option) for option in tiling if option >= 0]
                traded = [board ^ 1 << cell ^ s for s in singles if s for cell in Grid.cells(board)]
                mark([board, *traded], 1 if solved else 2)
        progress(last, boards)
    return verdicts


def _single(puzzle: Puzzle, option: int) -> int:
    """Return the mask of a placement if it is a monomino, else 0."""
    piece, mask = puzzle.placements[option]
    return mask if piece.order == 1 else 0


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
