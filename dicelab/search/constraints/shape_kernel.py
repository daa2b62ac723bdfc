"""The compiled loop over the outlines of dice."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from solver.exact_cover.kernels.search_kernel import lowest, population
from solver.polyform.symmetry import Masks
from solver.runs.jit import compiled


@compiled
def count_shapes(masks: Masks, near: Masks, pieces: NDArray[np.int64], inner: NDArray[np.int64]) -> None:
    """Count for each mask its connected pieces, and its cells' neighbours in it, each pair of cells twice."""
    one = np.uint64(1)
    for place in range(masks.shape[0]):
        mask = masks[place]
        left = mask
        while left:
            left &= left - one
            pieces[place] += 1
        # Each piece counts once: all cells, less those that another one of the piece leads to.
        left = mask
        while left:
            piece = left & (~left + one)
            edge = piece
            left ^= piece
            while edge:
                cell = lowest(edge)
                edge &= edge - one
                beside = near[cell] & mask
                inner[place] += population(beside)
                fresh = beside & left
                pieces[place] -= population(fresh)
                left ^= fresh
                edge |= fresh
