"""The compiled loops of :mod:`dicelab.score.nogoods`."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from solver.exact_cover.kernels.search_kernel import lowest
from solver.polyform.symmetry import Masks
from solver.runs.jit import compiled


@compiled
def count_nogoods(masks: Masks, owners: NDArray[np.int64]) -> NDArray[np.int64]:
    """Count for each set, a row with the die of every cell, the masks whose cells are all on different dice."""
    counts = np.zeros(owners.shape[0], np.int64)
    for one in range(owners.shape[0]):
        for mask in masks:
            rest, dice = mask, np.uint64(0)
            while rest:
                die = owners[one, lowest(rest)]
                bit = np.uint64(1) << np.uint64(die) if die >= 0 else np.uint64(0)
                if bit == 0 or dice & bit:
                    break
                dice |= bit
                rest &= rest - np.uint64(1)
            counts[one] += rest == 0
    return counts


@compiled
def near_nogoods(masks: Masks, owner: NDArray[np.int64], gain: Any, both: Any) -> None:
    """Sum over the masks that are rolled, and those that one cell on another die would make so.

    ``both[a, b]`` counts the rolled masks with both cells. ``gain[a, j]`` counts the masks that are rolled with cell a
    on die j: those that are rolled now and have no cell of j, and those that are not because of a alone.
    """
    dice = gain.shape[1] - 1
    for mask in masks:
        seen, twice, rest = np.uint64(0), np.uint64(0), mask
        off, missing = np.int64(-1), 0
        while rest and missing < 2:
            cell = lowest(rest)
            rest &= rest - np.uint64(1)
            if owner[cell] < 0:
                missing += 1
                off = cell
            else:
                bit = np.uint64(1) << np.uint64(owner[cell])
                if seen & bit:
                    missing += 1
                    twice |= bit
                seen |= bit
        if missing > 1:
            continue
        rest = mask
        while rest:
            cell = lowest(rest)
            rest &= rest - np.uint64(1)
            is_alone = cell == off or (owner[cell] >= 0 and twice >> np.uint64(owner[cell]) & np.uint64(1))
            if missing == 0 or is_alone:
                for die in range(dice):
                    if not seen >> np.uint64(die) & np.uint64(1):
                        gain[cell, die] += 1
            if missing == 0:
                other = mask
                while other:
                    both[cell, lowest(other)] += 1
                    other &= other - np.uint64(1)
