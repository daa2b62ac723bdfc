"""The nearest miss of a search that found nothing: the set with the fewest rolls that fail, and what would help it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from dicelab.dice import DiceSet
from dicelab.search.design.constraints import Constraints, Dice
from dicelab.search.kept_tables import forbidden_boards
from solver.polyform import Grid

MOST_BOARDS = 1_000
"""Where more rolls fail, the set is no near miss, and nothing is looked for that would help it."""
MOST_LEFT_OFF = 2
"""Cells that are left off in every possible way; for more, the cell that most failing rolls show goes first."""


@dataclass(frozen=True, slots=True)
class NearMiss:
    """A set some of whose rolls fail, as boards in ascending order: these have fewer tilings than were asked for.

    ``left_off`` names cells, with the number of their die from 0: without them no roll of the set fails. It is empty
    where a die would lose all its cells, or too many rolls fail.
    """

    dice_set: DiceSet
    failing: tuple[int, ...]
    left_off: tuple[tuple[int, int], ...]

    @property
    def smaller_sizes(self) -> tuple[int, ...]:
        """The sizes of the dice without the cells that are left off: with these, a set exists."""
        lost = Counter(die for die, _ in self.left_off)
        return tuple(size - lost[die] for die, size in enumerate(self.dice_set.sizes))


def near_miss(constraints: Constraints, dice: Dice) -> NearMiss:
    """Return what is known of a set that fails."""
    puzzle = constraints.puzzle
    found = forbidden_boards(puzzle, constraints.min_tilings).rolled_boards(np.array(dice, np.uint64))
    boards = tuple(sorted(found.tolist()))
    left_off = _left_off(dice, boards) if len(boards) <= MOST_BOARDS else ()
    return NearMiss(DiceSet.of_masks(dice, puzzle, "nearest"), boards, left_off)


def _left_off(dice: Dice, boards: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
    """Return few cells such that each board blocks one of them; none where a die would lose all its cells."""
    die_of = {cell: die for die, mask in enumerate(dice) for cell in Grid.cells(mask)}
    shown = 0
    for board in boards:
        shown |= board
    candidates = list(Grid.cells(shown))
    for number in range(1, MOST_LEFT_OFF + 1):
        for cells in combinations(candidates, number):
            if all(board & Grid.mask(cells) for board in boards) and _leaves_some(dice, cells):
                return tuple((die_of[cell], cell) for cell in cells)
    chosen: list[int] = []
    left = boards
    while left:
        times = Counter(cell for board in left for cell in Grid.cells(board))
        cell = min(times, key=lambda cell: (-times[cell], cell))
        chosen.append(cell)
        left = tuple(board for board in left if not board >> cell & 1)
    return tuple((die_of[cell], cell) for cell in sorted(chosen)) if _leaves_some(dice, chosen) else ()


def _leaves_some(dice: Dice, cells: Iterable[int]) -> bool:
    """Tell whether no die loses all its cells."""
    lost = Grid.mask(cells)
    return all(mask & ~lost for mask in dice)
