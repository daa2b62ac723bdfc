"""Objectives that compare with a given set: how far away it is, and how many faces differ.

Both match the dice of the two sets in the best way there is, an assignment problem, which is solved exactly: over all
subsets of dice where they are few, and by OR-Tools elsewhere.
"""

from __future__ import annotations

from collections import Counter
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from dicelab.dice import DiceSet
from dicelab.errors import DiceError
from solver.polyform import images
from solver.polyform.symmetry import Masks

FEW_DICE = 10
"""With so many dice all subsets are tried: 1,024."""


def distance(dice_set: DiceSet, reference: DiceSet) -> float:
    """Count the cells to move from one die to another, to make a copy of the reference.

    A copy is turned or reflected as it fits best, and dice trade names. A cell that only one of the sets uses counts
    as well; with shared cells, each place of a cell on a die. It is 0 for sets of one class, and a metric on classes.
    """
    mine = np.array(dice_set.masks, np.uint64)
    _require_equal(reference, dice_set)
    theirs, uses = _copies(reference)
    cells = len(dice_set.puzzle.grid)
    most = np.maximum(_uses(mine, cells), uses).sum(axis=1)
    kept = best_assignment(np.bitwise_count(mine[:, None] & theirs[:, None, :]).astype(np.int64))
    return float((most - kept).min())


def changes(dice_set: DiceSet, reference: DiceSet) -> float:
    """Count the faces of the reference to write anew; dice trade names, and the board stays as it lies.

    A face that one die has more than the other counts as one to write.
    """
    _require_equal(reference, dice_set)
    mine = [Counter(die.faces) for die in dice_set.dice]
    theirs = [Counter(die.faces) for die in reference.dice]
    cost = [[max(one.total(), other.total()) - (one & other).total() for other in theirs] for one in mine]
    return float(-best_assignment(-np.array(cost, np.int64).reshape(1, len(mine), len(mine)))[0])


def best_assignment(gains: NDArray[np.int64]) -> NDArray[np.int64]:
    """Give each row a column of its own so that the sum of what they gain is largest.

    Parameters
    ----------
    gains
        int64 of shape (problems, n, n): what row ``i`` gains by column ``j``.

    Returns
    -------
    ndarray
        int64 of shape (problems,), the largest sums.

    Examples
    --------
    >>> best_assignment(np.array([[[3, 2], [2, 0]]])).tolist()
    [4]
    """
    size = gains.shape[1]
    if size > FEW_DICE:
        return np.array([_largest(one) for one in gains], np.int64)
    # What the first rows gain at most by the columns of each subset, a row more at a time.
    best = np.zeros((len(gains), 1 << size), np.int64)
    for row, (subsets, rest, column) in enumerate(_layers(size)):
        best[:, subsets] = (best[:, rest] + gains[:, row][:, column]).max(axis=2)
    return best[:, -1]


@lru_cache(maxsize=FEW_DICE + 1)
def _layers(size: int) -> list[tuple[NDArray[np.intp], NDArray[np.intp], NDArray[np.intp]]]:
    """Return the subsets of each size from 1: what is left of them without each of their members, and these members."""
    found = []
    for members in range(1, size + 1):
        subsets = [subset for subset in range(1 << size) if subset.bit_count() == members]
        columns = [[column for column in range(size) if subset >> column & 1] for subset in subsets]
        rest = [[subset ^ 1 << column for column in held] for subset, held in zip(subsets, columns, strict=True)]
        found.append((np.array(subsets, np.intp), np.array(rest, np.intp), np.array(columns, np.intp)))
    return found


def _largest(gains: NDArray[np.int64]) -> int:
    """Solve one assignment problem of any size."""
    from ortools.graph.python.linear_sum_assignment import SimpleLinearSumAssignment

    solver, size = SimpleLinearSumAssignment(), len(gains)
    row, column = np.divmod(np.arange(size * size, dtype=np.int32), size)
    solver.add_arcs_with_cost(row.astype(np.int32), column.astype(np.int32), -gains.reshape(-1))
    if solver.solve() != solver.OPTIMAL:
        raise DiceError(f"OR-Tools found no assignment of {size} dice: compare sets of fewer dice")
    return -int(solver.optimal_cost())


@lru_cache(maxsize=64)
def _copies(reference: DiceSet) -> tuple[Masks, NDArray[np.int64]]:
    """Return the images of a set, (symmetries, dice), and on how many dice each has each cell, (symmetries, cells)."""
    grid = reference.puzzle.grid
    masks = images(np.array(reference.masks, np.uint64), grid)
    return masks, np.array([_uses(row, len(grid)) for row in masks])


def _uses(masks: Masks, cells: int) -> NDArray[np.int64]:
    """Return on how many dice each cell is: int64 of shape (cells,)."""
    bits = masks[:, None] >> np.arange(cells, dtype=np.uint64) & np.uint64(1)
    counts: NDArray[np.int64] = bits.sum(axis=0, dtype=np.int64)
    return counts


def _require_equal(reference: DiceSet, dice_set: DiceSet) -> None:
    if reference.puzzle != dice_set.puzzle:
        raise DiceError(
            f"a set of {dice_set.puzzle.format()} beside one of {reference.puzzle.format()}: compare sets of one puzzle"
        )
