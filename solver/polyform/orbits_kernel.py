"""The compiled parts of :mod:`solver.polyform.orbits`, and the rank of any set that is a mask."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from solver.exact_cover.kernels.search_kernel import lowest, population
from solver.polyform.symmetry import Masks
from solver.runs.jit import compiled


@compiled
def rank_of(mask: Any, ranks: NDArray[np.int64]) -> Any:
    """Return the rank of a board, by the tables of :func:`solver.polyform.orbits.rank_tables`."""
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
            everywhere[rank_of(image_of(masks[n], turns, symmetry), ranks)] = values[n]


@compiled
def rank_of_set(mask: Any, binomial: NDArray[np.int64]) -> Any:
    """Return the rank of a set among those of as many elements."""
    rank, count = np.int64(0), 0
    while mask:
        count += 1
        rank += binomial[lowest(mask), count]
        mask &= mask - np.uint64(1)
    return rank
