"""Search in large neighbourhoods from a random start, and neighbourhoods of known sets to the end."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, permutations

import numpy as np
from numpy.typing import NDArray

from dicelab.score.forbidden import ForbiddenBoards, masks_of
from dicelab.score.tables import forbidden_boards
from dicelab.search.evolve.candidates import random_genome
from dicelab.search.regrouping import Descent, regroup
from dicelab.search.regrouping_kernel import deal, weigh
from solver.polyform import GENIUS_SQUARE, Grid
from solver.polyform.symmetry import Masks

CELLS = len(GENIUS_SQUARE.grid)
_CHUNK = 500


def _table(wanted: int) -> ForbiddenBoards:
    return ForbiddenBoards(GENIUS_SQUARE, forbidden_boards(GENIUS_SQUARE, wanted).boards)


def search(
    sizes: Sequence[int], wanted: int, steps: int, generator: np.random.Generator, begin: Sequence[int] = ()
) -> Descent:
    """Look for a set whose rolls all have ``wanted`` tilings or more, from some dice, or else from a random set."""
    dice = np.array(begin, np.uint64) if begin else masks_of(random_genome(sizes, CELLS, generator), len(sizes))
    return regroup(_table(wanted), dice, steps, generator, chunk=_CHUNK)


def near(dice: Sequence[int], wanted: int) -> tuple[int, int]:
    """Search the deals of any three dice to the end for a set whose rolls all have so many tilings.

    Returns for how many of the threes there is one that is not the set itself, and the nodes of the searches.
    """
    table = _table(wanted)
    blocking, boards = table.blocking, table.boards
    weights = np.ones(len(boards), np.int32)
    found, nodes = 0, 0
    for three in combinations(range(len(dice)), 3):
        costs, sizes, now = threes_of(blocking, boards, weights, dice, three)
        _, ties, looked = deal(costs, sizes, now, 0, np.iinfo(np.int64).max, np.zeros(1, np.int64), now.copy())
        found, nodes = found + (int(ties) > 0), nodes + int(looked)
    return found, nodes


def near_four(dice: Sequence[int], wanted: int, four: Sequence[int]) -> tuple[bool, int]:
    """Search the deals of four dice to the end for a set whose rolls all have so many tilings; return also the deals.

    The die of the lowest of their cells is dealt in all ways, and for each the other three as in :func:`near`.
    """
    cells = sorted(cell for die in four for cell in Grid.cells(dice[die]))
    sizes = sorted((dice[die].bit_count() for die in four), reverse=True)
    fours = fours_of([mask for die, mask in enumerate(dice) if die not in four], cells, wanted)
    deals = 0
    for size in sorted(set(sizes)):
        others = np.array(sizes, np.int64)[np.arange(4) != sizes.index(size)]
        # Cells that are all on dice of their own: no deal is left out for being like it.
        now, best = np.arange(len(cells) - size), np.zeros(len(cells) - size, np.int64)
        for more in combinations(range(1, len(cells)), size - 1):
            die = [0, *more]
            left = np.delete(np.arange(len(cells)), die)
            table = fours[die].sum(axis=0, dtype=np.int32)[np.ix_(left, left, left)]
            _, ties, _ = deal(table, others, now, 0, np.iinfo(np.int64).max, np.zeros(1, np.int64), best)
            deals += 1
            if ties:
                return True, deals
    return False, deals


def fours_of(kept: Sequence[int], cells: Sequence[int], wanted: int) -> NDArray[np.int32]:
    """Count the forbidden boards with a cell of each kept die by their four other cells: int32, one axis for each."""
    boards = _table(wanted).boards
    inside = boards & np.uint64(Grid.mask(cells))
    rolled = np.bitwise_count(inside) == 4
    for mask in kept:
        rolled &= (boards & np.uint64(mask)) > 0
    bits = inside[rolled][:, None] >> np.array(cells, np.uint64) & np.uint64(1)
    places = np.nonzero(bits)[1].reshape(-1, 4)
    count = np.zeros((len(cells),) * 4, np.int32)
    np.add.at(count, tuple(places.T), 1)
    return sum((count.transpose(order) for order in permutations(range(4))), np.zeros_like(count))


def threes_of(
    blocking: Masks, boards: Masks, weights: NDArray[np.int32], dice: Sequence[int], three: Sequence[int]
) -> tuple[NDArray[np.int32], NDArray[np.int64], NDArray[np.int64]]:
    """Return what each three of the cells of three dice cost, the sizes of these dice, and where each cell is now."""
    fixed = np.array([mask for die, mask in enumerate(dice) if die not in three], np.uint64)
    cells = np.array([cell for die in three for cell in Grid.cells(dice[die])], np.int64)
    sizes = np.array([dice[die].bit_count() for die in three], np.int64)
    table = np.zeros((len(cells),) * 3, np.int32)
    weigh(blocking, boards, weights, fixed, cells, table)
    return table, sizes, np.repeat(np.arange(3), sizes)
