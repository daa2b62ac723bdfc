"""The share of the grids with a solution, from uniform grids and the mean number of solutions, which is known."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass

import numpy as np

from experiments.domino.estimates import Estimate, all_grids, all_pairs
from solver.domino import count_layouts, locations, require_order
from solver.polyform import SquareGrid

CHUNK = 5_000_000
"""Grids that one generator draws."""


@dataclass(frozen=True, slots=True)
class UniformSample:
    """How many of the uniform grids that were drawn have how many solutions."""

    board: SquareGrid
    counts: Counter[int]

    @property
    def order(self) -> int:
        """Of the set of dominoes."""
        return require_order(self.board)

    @property
    def mean(self) -> float:
        """The mean number of solutions of all grids, which is known."""
        return all_pairs(self.order, count_layouts(self.board)) / all_grids(self.order)

    def share(self, k: int) -> Estimate:
        """Estimate the share of the grids with k solutions."""
        return self._corrected({n: float(n == k) for n in self.counts})

    def solvable(self) -> Estimate:
        """Estimate the share of the grids with a solution."""
        return self._corrected({n: float(n > 0) for n in self.counts})

    def _corrected(self, value: dict[int, float]) -> Estimate:
        """Estimate the mean of a value of the number of solutions.

        Grids with many solutions are rare and make its mean vary; by as much as the sample is off there, the value is
        off on average, too. The slope is that of the sample. Its error is of the order of 1 over the grids drawn.
        """
        drawn = self.counts.total()
        average = sum(hits * value[n] for n, hits in self.counts.items()) / drawn
        solutions = sum(hits * n for n, hits in self.counts.items()) / drawn
        spread = sum(hits * (n - solutions) ** 2 for n, hits in self.counts.items())
        slope = sum(hits * (n - solutions) * value[n] for n, hits in self.counts.items()) / (spread or 1)
        residues = (hits * (value[n] - average - slope * (n - solutions)) ** 2 for n, hits in self.counts.items())
        return Estimate(average - slope * (solutions - self.mean), math.sqrt(sum(residues)) / drawn)


def uniform_sample(board: SquareGrid, seed: int, grids: int) -> UniformSample:
    """Draw uniform grids of a board with at most 64 places of a domino, and count their solutions.

    Examples
    --------
    >>> uniform_sample(SquareGrid(1, 2), 1, 1000).counts
    Counter({1: 1000})
    """
    from experiments.domino.cover_kernel import tally

    order = require_order(board)
    cells = np.array(locations(board))
    meets = (cells[:, None, :, None] == cells[None, :, None, :]).any(axis=(2, 3))
    clash = np.array([sum(1 << at for at in np.flatnonzero(row).tolist()) for row in meets], np.uint64)
    counts = np.zeros(count_layouts(board) + 1, np.int64)
    for chunk, start in enumerate(range(0, grids, CHUNK)):
        rng = np.random.default_rng([seed, order, chunk])
        tally(rng, min(CHUNK, grids - start), cells, clash, order + 1, counts)
    return UniformSample(board, Counter({k: hits for k, hits in enumerate(counts.tolist()) if hits}))
