"""The rolls of a dice set: which boards there are, in which order, and how likely each is.

Two questions that are never mixed: how many *distinct boards* can be rolled (each board counts once), and with what
*probability* (faces that repeat a cell make its boards more likely).
"""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass
from functools import reduce
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from dicelab.dice.dice_set import DiceSet
from dicelab.errors import DiceError
from solver.equality import ArrayValue

MOST_ROLLS = 20_000_000
"""Rolls that are listed: with a weight and a tiling for each, a set of nine pieces then takes about 1 GB."""


MOST_THROWS = 10_000
"""How often dice with shared cells are rolled again before giving up."""


@dataclass(frozen=True, slots=True, eq=False)
class Rolls(ArrayValue):
    """All distinct rolls of a set, reduced to boards."""

    boards: NDArray[np.uint64]
    """uint64 masks of the distinct boards, in the order in which rolls first give them."""
    weights: NDArray[np.float64]
    """float64, for each board the number of ways that faces show it, out of ``face_rolls``."""
    rolls: int
    """Distinct rolls: the product of the sizes."""
    collisions: int
    """Distinct rolls that show a cell twice and are rolled again (only with shared cells)."""
    face_rolls: int
    """Rolls of faces: the product of the numbers of faces."""

    def __len__(self) -> int:
        return len(self.boards)

    @property
    def probabilities(self) -> NDArray[np.float64]:
        """The probability of each board, given that a roll with a collision is rolled again."""
        shares: NDArray[np.float64] = self.weights / self.weights.sum()
        return shares

    @property
    def rolling_again(self) -> float:
        """The probability that a roll has a collision."""
        return float(1 - self.weights.sum() / self.face_rolls)


@dataclass(frozen=True, slots=True)
class UnlistedRolls:
    """The rolls of a set whose dice share no cell, listed when ``boards`` or ``probabilities`` are asked for.

    These raise :class:`DiceError` if there are more than 20,000,000 rolls.

    Examples
    --------
    >>> from dicelab.dice.catalogue import catalogue_set
    >>> unlisted = UnlistedRolls(catalogue_set("default"))
    >>> len(unlisted), unlisted.collisions, len(unlisted.boards)
    (62208, 0, 62208)
    """

    dice_set: DiceSet
    collisions: ClassVar[int] = 0
    """Rolls that show a cell twice."""
    rolling_again: ClassVar[float] = 0.0
    """The probability that a roll has a collision."""

    def __len__(self) -> int:
        return self.dice_set.roll_count

    @property
    def boards(self) -> NDArray[np.uint64]:
        """The board of each roll, in the order of rolls."""
        return rolls(self.dice_set).boards

    @property
    def probabilities(self) -> NDArray[np.float64]:
        """The probability of each board."""
        return rolls(self.dice_set).probabilities

    @property
    def rolls(self) -> int:
        """Distinct rolls: the product of the sizes."""
        return self.dice_set.roll_count

    @property
    def face_rolls(self) -> int:
        """Rolls of faces: the product of the numbers of faces."""
        return math.prod(len(die.faces) for die in self.dice_set.dice)


def roll_masks(dice_set: DiceSet) -> NDArray[np.uint64]:
    """Return the mask of every distinct roll, in the order of rolls.

    Rolls are in lexicographic order of the dice, the last die changing fastest; a die's cells come in the order in
    which its faces first name them. Roll 1 is the first. (Goralczyk 2024, section 3.2, counts in the same way.)

    Raises :class:`DiceError` if there are more than 20,000,000 rolls, and :class:`GridTooLargeError` if there are more
    than 64 cells.

    Returns
    -------
    ndarray
        uint64 of shape (product of the sizes,); a roll with a collision has fewer bits than dice.
    """
    require_listed(dice_set)
    faces = [np.array([1 << cell for cell in die.cells], np.uint64) for die in dice_set.dice]
    return reduce(lambda masks, die: (masks[:, None] | die).reshape(-1), faces, np.zeros(1, np.uint64))


def require_listed(dice_set: DiceSet) -> None:
    """Refuse a set whose rolls are too many to list, or whose boards are no 64-bit masks."""
    dice_set.puzzle.grid.require_masks()
    if dice_set.roll_count > MOST_ROLLS:
        raise DiceError(f"{dice_set.roll_count:,} rolls are too many to list: use a set of at most {MOST_ROLLS:,}")


def rolls(dice_set: DiceSet) -> Rolls:
    """List the distinct boards of a set with their weights."""
    masks = roll_masks(dice_set)
    times = [Counter(die.faces) for die in dice_set.dice]
    weights: NDArray[np.float64] = reduce(
        lambda weight, die: np.multiply.outer(weight, die).reshape(-1),
        [
            np.array([count[cell] for cell in die.cells], np.float64)
            for count, die in zip(times, dice_set.dice, strict=True)
        ],
        np.ones(1),
    )
    clear = np.bitwise_count(masks) == len(dice_set.dice)
    if dice_set.shared_cells:
        boards, first, back = np.unique(masks[clear], return_index=True, return_inverse=True)
        order = np.argsort(first)
        weights = np.bincount(back, weights[clear]).astype(np.float64)[order]
        boards = boards[order]
    else:
        boards = masks
    return Rolls(
        boards=boards,
        weights=weights,
        rolls=dice_set.roll_count,
        collisions=int((~clear).sum()),
        face_rolls=math.prod(len(die.faces) for die in dice_set.dice),
    )


def roll_number(dice_set: DiceSet, number: int) -> int:
    """Return the mask of one roll by its number, from 1.

    Raises :class:`DiceError` if there is no roll of that number.

    Examples
    --------
    >>> from dicelab.dice.catalogue import catalogue_set
    >>> dice = catalogue_set("goralczyk")
    >>> dice.puzzle.grid.labels(roll_number(dice, 542))
    'A2 B6 C1 C6 D4 D5 F1'
    """
    if not 1 <= number <= dice_set.roll_count:
        raise DiceError(f"roll {number}: the set has rolls 1 to {dice_set.roll_count:,}")
    mask, rest = 0, number - 1
    for die in reversed(dice_set.dice):
        rest, face = divmod(rest, die.size)
        mask |= 1 << die.cells[face]
    return mask


def random_roll(dice_set: DiceSet, generator: np.random.Generator) -> tuple[int, int]:
    """Roll the dice face by face, again after a collision; return the mask and how often they were rolled.

    Raises :class:`DiceError` if no roll of the set is free of collisions, or hardly any.
    """
    for times in range(1, MOST_THROWS + 1):
        mask = 0
        for die in dice_set.dice:
            mask |= 1 << die.faces[int(generator.integers(len(die.faces)))]
        if mask.bit_count() == len(dice_set.dice):
            return mask, times
    raise DiceError(
        f"(almost) every roll shows a cell twice, {MOST_THROWS:,} in a row: spread the cells over more dice"
    )
