"""The compiled count of :class:`dicelab.evolve.fitness.CensusScorer`. Import only where numba is available."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from solver.exact_cover.kernel import lowest, population
from solver.jit import compiled
from solver.polyomino.symmetry import Masks

_BLOCK = 256
"""Words looked at together: with seven dice they fit the first-level cache."""


@compiled
def count_unsolvable(blocking: Masks, dice: Masks) -> NDArray[np.int64]:
    """Count the boards that block a cell of every die: ``blocking`` (cells, W), ``dice`` (sets, dice)."""
    width = blocking.shape[1]
    counts = np.zeros(dice.shape[0], np.int64)
    every = np.zeros(_BLOCK, np.uint64)
    some = np.zeros(_BLOCK, np.uint64)
    for one in range(dice.shape[0]):
        for start in range(0, width, _BLOCK):
            stop = min(_BLOCK, width - start)
            every[:] = ~np.uint64(0)
            for die in range(dice.shape[1]):
                some[:] = np.uint64(0)
                cells = dice[one, die]
                while cells:
                    cell = lowest(cells)
                    cells &= cells - np.uint64(1)
                    for word in range(stop):
                        some[word] |= blocking[cell, start + word]
                for word in range(stop):
                    every[word] &= some[word]
            for word in range(stop):
                counts[one] += population(every[word])
    return counts
