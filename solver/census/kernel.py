"""The compiled walk over all boards. Import this module only where numba is available."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from solver.exact_cover.bitsets import Stack, Tables
from solver.exact_cover.kernel import FOUND, advance, lowest, start
from solver.polyform.orbits_kernel import image_of, next_board, rank_of
from solver.polyform.symmetry import Masks
from solver.runs.jit import compiled

UNSEEN, SOLVABLE, UNSOLVABLE = 0, 1, 2


@compiled
def _mark(mask: Any, mark: int, verdicts: NDArray[np.uint8], ranks: NDArray[np.int64], turns: Masks) -> None:
    """Give a verdict on a board and all its images."""
    for symmetry in range(turns.shape[0]):
        verdicts[rank_of(image_of(mask, turns, symmetry), ranks)] = mark


@compiled
def settle(
    tables: Tables,
    stack: Stack,
    mask: Any,
    first: int,
    number: int,
    verdicts: NDArray[np.uint8],
    ranks: NDArray[np.int64],
    turns: Masks,
    singles: Masks,
) -> int:
    """Settle the boards of ranks ``first`` to ``first + number - 1``, the first of which is ``mask``.

    A tiling settles not only its own board: the single square of a monomino may trade places with any blocker,
    and every image under a symmetry is tiled alike. ``singles`` maps an option that is a monomino to its
    mask, any other to 0. Two threads may mark the same board, but only with the same verdict.

    Returns the number of searches.
    """
    searches = 0
    for place in range(first, first + number):
        if verdicts[place] == UNSEEN:
            searches += 1
            start(tables, stack, mask)
            if advance(tables, stack, np.int64(1 << 60)) == FOUND:
                _mark(mask, SOLVABLE, verdicts, ranks, turns)
                for n in range(stack[5][3]):
                    single = singles[stack[4][n]]
                    rest = mask
                    while single and rest:
                        blocker = np.uint64(1) << np.uint64(lowest(rest))
                        rest ^= blocker
                        _mark(mask ^ blocker ^ single, SOLVABLE, verdicts, ranks, turns)
            else:
                _mark(mask, UNSOLVABLE, verdicts, ranks, turns)
        if mask:
            mask = next_board(mask)
    return searches
