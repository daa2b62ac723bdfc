"""Objectives of the dice themselves: where their cells lie, and how symmetric they are. They need no census."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

import numpy as np

from dicelab.dice import DiceSet
from solver.polyform import Grid, images


def zones(dice_set: DiceSet) -> float:
    """Count the connected pieces into which the cells of the dice fall, summed over the dice.

    As many as dice where each die's cells are one zone of the board. The retail set (catalogue name ``default``) has 15
    for its seven dice, three of which are whole: those of A2, D5 and B4.
    """
    grid = dice_set.puzzle.grid
    return float(sum(_pieces(mask, grid) for mask in dice_set.masks))


def whole(dice_set: DiceSet) -> float:
    """Count the dice whose cells are in one piece."""
    grid = dice_set.puzzle.grid
    return float(sum(_pieces(mask, grid) == 1 for mask in dice_set.masks))


def perimeter(dice_set: DiceSet) -> float:
    """Sum up the outlines of the dice: sides of a die's cells with no cell of the same die beyond.

    The edge of the board counts as well.
    """
    return float(outline(dice_set.masks, dice_set.puzzle.grid))


def outline(dice: Iterable[int], grid: Grid) -> int:
    """Sum up the outlines of dice, given by the masks of their cells."""
    sides, near = len(grid.lattice.steps), grid.neighbour_masks
    return sum(sides - (near[cell] & mask).bit_count() for mask in dice for cell in grid.cells(mask))


def symmetry(dice_set: DiceSet) -> float:
    """Count the symmetries of the grid that map the set to itself, the identity among them.

    Dice may trade names; on how many faces a die shows a cell does not count.
    """
    masks = np.array(dice_set.masks, np.uint64)
    moved = np.sort(images(masks, dice_set.puzzle.grid), axis=1)
    return float(np.count_nonzero((moved == moved[0]).all(axis=1)))


def pieces(mask: int, grid: Grid) -> list[int]:
    """Return the connected pieces of some cells as masks, in the order of their lowest cells."""
    near, found = grid.neighbour_masks, []
    while mask:
        piece = edge = mask & -mask
        while edge:
            beside = 0
            for cell in grid.cells(edge):
                beside |= near[cell]
            edge = beside & mask & ~piece
            piece |= edge
        found.append(piece)
        mask &= ~piece
    return found


@lru_cache(maxsize=4096)
def _pieces(mask: int, grid: Grid) -> int:
    return len(pieces(mask, grid))
