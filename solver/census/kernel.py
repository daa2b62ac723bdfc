"""The compiled walk over all boards. Import this module only where numba is available."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from solver.exact_cover.kernel import FOUND, Stack, Tables, advance, lowest, population, start
from solver.polyform.symmetry import Masks
from solver.runs.jit import compiled

UNSEEN, SOLVABLE, UNSOLVABLE = 0, 1, 2


@compiled
def _rank(mask: Any, ranks: NDArray[np.int64]) -> Any:
    total = np.int64(0)
    before = np.int64(0)
    for chunk in range(ranks.shape[0]):
        part = np.int64(mask >> np.uint64(12 * chunk) & np.uint64(4095))
        total += ranks[chunk, before, part]
        before += population(np.uint64(part))
    return total


@compiled
def image_of(mask: Any, turns: Masks, symmetry: int) -> Any:
    """Return the image of a mask, looked up twelve cells at a time."""
    image = np.uint64(0)
    for chunk in range(turns.shape[1]):
        image |= turns[symmetry, chunk, np.int64(mask >> np.uint64(12 * chunk) & np.uint64(4095))]
    return image


@compiled
def next_board(mask: Any) -> Any:
    """Return the next mask with as many bits (Gosper); there must be one bit at least."""
    low = mask & (~mask + np.uint64(1))
    ripple = mask + low
    # In two steps: a shift by 64 is undefined.
    return ripple | ((mask ^ ripple) >> np.uint64(2) >> np.uint64(lowest(low)))


@compiled
def _mark(mask: Any, mark: int, verdicts: NDArray[np.uint8], ranks: NDArray[np.int64], turns: Masks) -> None:
    """Give a verdict on a board and all its images."""
    for symmetry in range(turns.shape[0]):
        verdicts[_rank(image_of(mask, turns, symmetry), ranks)] = mark


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


@compiled
def is_smallest(mask: Any, turns: Masks) -> bool:
    """Tell whether no image of a board is a smaller mask."""
    least = mask
    for symmetry in range(1, turns.shape[0]):
        least = min(least, image_of(mask, turns, symmetry))
    return bool(least == mask)


@compiled
def mark_representatives(mask: Any, boards: int, turns: Masks, bits: NDArray[np.uint8]) -> None:
    """Set the bit of each board that is the smallest of its orbit, from the first board on."""
    for place in range(boards):
        if is_smallest(mask, turns):
            bits[place >> 3] |= np.uint8(1 << (place & 7))
        if mask:
            mask = next_board(mask)


@compiled
def spread(masks: Masks, values: Any, turns: Masks, ranks: NDArray[np.int64], everywhere: Any) -> None:
    """Give each image of some boards the board's value."""
    for n in range(masks.shape[0]):
        for symmetry in range(turns.shape[0]):
            everywhere[_rank(image_of(masks[n], turns, symmetry), ranks)] = values[n]
