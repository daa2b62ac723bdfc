"""Estimates of the tilings of boards that have too many to count: some of the partial tilings stand for all.

Piece after piece is put on the first open cell of all partial tilings at once; those that leave equal cells and equal
pieces are merged, and their weights added. Where there are too many of them, some are drawn, and their weights are
raised so that the mean weight of each stays. So the sum of the weights in the end has the number of tilings as its mean
(Chen 1992, heterogeneous sampling; with merged states, as in counting by remainders). It is exact where nothing had to
be drawn.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from solver.errors import InputError
from solver.polyform.puzzle import Puzzle
from solver.polyform.symmetry import Masks
from solver.runs import threads
from solver.runs.progress import Progress, silent

STATES = 1 << 14
"""Partial tilings that are kept after each piece: estimates of two 8×8 boards with eight blockers and a billion tilings
or a tenth of that had standard deviations of 9 and 11 %."""

_MOST = 1 << 63


class BoardEstimates:
    """Estimates the tilings of boards, each once; equal boards and seeds get equal estimates.

    Parameters
    ----------
    puzzle
        At most 64 cells.
    states
        Partial tilings that are kept; four times the number about halves the error.

    Examples
    --------
    >>> estimates = BoardEstimates(Puzzle.parse("3x4/3:I1,I2,I3,L3"))
    >>> estimates.tilings(np.array([0b111, 0b1001001, 0b111 << 9], np.uint64)).tolist()
    [20, 5, 20]
    """

    def __init__(
        self, puzzle: Puzzle, *, states: int = STATES, seed: int = 0, jobs: int = 1, progress: Progress = silent
    ) -> None:
        puzzle.grid.require_masks()
        self.puzzle = puzzle
        self._states, self._seed, self._jobs, self._progress = states, seed, jobs, progress
        self._known: dict[int, int] = {}
        fields, shift, self._pieces = {}, 0, 0
        for piece, times in puzzle.kinds.items():
            fields[piece] = (1 << shift, (1 << times.bit_length()) - 1 << shift)
            self._pieces |= times << shift
            shift += times.bit_length()
        if shift > 64:
            raise InputError(
                f"the numbers of {len(fields)} kinds of pieces take {shift} bits: estimates take at most 64"
            )
        placed = sorted((mask & -mask, mask, *fields[piece]) for piece, mask in puzzle.placements)
        lowest = np.array([row[0].bit_length() - 1 for row in placed], np.int64)
        self._begins: NDArray[np.int64] = np.searchsorted(lowest, np.arange(len(puzzle.grid) + 1)).astype(np.int64)
        self._masks, self._ones, self._fields = (
            np.array([row[place] for row in placed], np.uint64) for place in (1, 2, 3)
        )

    def tilings(self, masks: Masks) -> NDArray[np.uint64]:
        """Return an estimate of the tilings of each board: uint64 of shape (n,)."""
        new = [board for board in np.unique(masks).tolist() if board not in self._known]

        def estimate(board: int) -> tuple[int, int]:
            return board, min(_MOST, round(self._estimate(board)))

        for done, (board, tilings) in enumerate(threads(self._jobs)(estimate, new), start=1):
            self._known[board] = tilings
            self._progress(done, len(new))
        return np.array([self._known[board] for board in masks.tolist()], np.uint64)

    def _estimate(self, board: int) -> float:
        # The compiler takes longer to import than most statistics, which need no estimates.
        from solver.census import estimate_kernel as kernel

        generator = np.random.default_rng((self._seed, board))
        cells = np.array([self.puzzle.grid.full & ~board], np.uint64)
        pieces, weights = np.array([self._pieces], np.uint64), np.ones(1)
        widest = int(np.diff(self._begins).max())
        for _ in self.puzzle.pieces:
            after = np.empty((2, len(cells) * widest), np.uint64)
            sums = np.empty(len(cells) * widest)
            tables = (self._begins, self._masks, self._ones, self._fields)
            number = kernel.next_states(cells, pieces, weights, tables, after[0], after[1], sums)
            order = np.lexsort((after[1, :number], after[0, :number]))
            cells, pieces, weights = after[0, order], after[1, order], sums[order]
            if not number:
                return 0.0
            is_new = (cells[1:] != cells[:-1]) | (pieces[1:] != pieces[:-1])
            first = np.flatnonzero(np.concatenate([[True], is_new]))
            cells, pieces, weights = cells[first], pieces[first], np.add.reduceat(weights, first)
            if len(cells) > self._states:
                kept, weights = drawn(weights, self._states, generator)
                cells, pieces = cells[kept], pieces[kept]
        return float(weights.sum())


def drawn(
    weights: NDArray[np.float64], number: int, generator: np.random.Generator
) -> tuple[NDArray[np.intp], NDArray[np.float64]]:
    """Draw about a number of weights so that each has its own value as its mean; return their places, and the new ones.

    Heavy ones are kept as they are; each of the others is drawn in proportion to its weight, and has a common weight
    then (Fearnhead and Clifford 2003).
    """
    falling = np.sort(weights)[::-1]
    rest = np.cumsum(falling[::-1])[::-1][:number]
    common = rest / (number - np.arange(number))
    # With the first n weights kept, the others have common[n]: they must all be less.
    least = float(common[np.flatnonzero(falling[:number] <= common)[0]])
    reached = np.floor(np.cumsum(np.minimum(1.0, weights / least)) + generator.random())
    kept = np.flatnonzero(np.diff(reached, prepend=0.0) > 0)
    return kept, np.maximum(weights[kept], least)
