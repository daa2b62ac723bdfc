"""Sets of few cells that can't be on different dice, because too few boards above them are allowed.

Each becomes a short clause that follows from many long ones: from boards down to single cells they say much more than
the boards say one by one. In the Genius Star 27 pairs of cells and a few thousand larger sets follow. Only the sizes of
the dice count here, so that the sets found are closed under the symmetries of the puzzle.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, product
from math import comb

import numpy as np

from dicelab.score.forbidden import Completions, Forbidden
from dicelab.search.bounds.partial import PartialDice, only_forbidden
from dicelab.search.bounds.sets import start
from solver.polyform import Grid, Puzzle
from solver.polyform.symmetry import Masks

MOST_BOARDS = 1 << 24
"""Puzzles with more boards need a table of completions."""

MOST_SETS = 1 << 25
"""Sets of fewer cells than dice, at most: beyond that, nothing is derived."""


def never_spread(puzzle: Puzzle, sizes: Sequence[int], forbidden: Forbidden) -> Masks:
    """Return the least sets of cells, fewer than a board has, that can't be on different dice.

    The masks are uint64, small sets first and in ascending order; none of them contains another. Where there are no
    dice at all, the only one is 0.

    Examples
    --------
    Of four cells on two dice, boards with the first cell are forbidden, so that it can't be on any die:

    >>> from dicelab.score.forbidden import ForbiddenBoards
    >>> puzzle = Puzzle.parse("2x2/2:I2")
    >>> never_spread(puzzle, (2, 1), ForbiddenBoards(puzzle, np.array([0b11, 0b101, 0b1001], np.uint64))).tolist()
    [1]
    """
    cells, dice = len(puzzle.grid), len(sizes)
    many = comb(cells, dice) > MOST_BOARDS and not isinstance(forbidden, Completions)
    if many or start(cells, dice) > MOST_SETS:
        return np.zeros(0, np.uint64)
    for known in joining(only_forbidden(cells, sizes, forbidden)):
        if known.count()[1]:
            return np.zeros(1, np.uint64)
    return np.array(sorted(_least_cells(known), key=lambda mask: (mask.bit_count(), mask)), np.uint64)


def joining(dice: PartialDice) -> Iterator[PartialDice]:
    """Yield dice, and again each time that two units that can't be on different dice have been joined.

    The caller counts after each. Units are joined only where every cell is on a die.
    """
    yield dice
    joins = sum(dice.sizes) == len(dice.units)
    while joins and (pair := dice.inseparable()):
        dice = dice.joined(pair[1], pair[0])
        yield dice


def _least_cells(dice: PartialDice) -> Iterator[int]:
    """Yield the least sets of cells that can't be on different dice: a cell of each unit, or two of one unit."""
    parts = [[1 << cell for cell in Grid.cells(unit)] for unit in dice.units]
    for part in parts:
        if len(dice.sizes) > 2:
            yield from map(sum, combinations(part, 2))
    for mask in dice.least_fallen():
        yield from map(sum, product(*(parts[unit] for unit in Grid.cells(mask))))
