"""What objectives look at: a dice set, and the tilings of the boards that it rolls."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dicelab.dice import DiceSet, rolls
from dicelab.errors import DiceError
from solver.census import Census

MOST_WEIGHT = 1 << 53
"""Weights add up to at most this, so that they stay whole numbers as floats."""


@dataclass(frozen=True, slots=True, eq=False)
class Subject:
    """A dice set with what is known of its rolls.

    Parameters
    ----------
    dice_set
        The set.
    tilings
        Unsigned integers of shape (boards,): the tilings of each distinct board that can be rolled.
    weights
        int64 of the same shape: in how many ways faces show each board. ``None``: each in one way, as by disjoint
        dice without a cell on two faces.

    Raises
    ------
    DiceError
        If no board can be rolled, weights and tilings do not match, or the weights add up to more than 2^53.
    """

    dice_set: DiceSet
    tilings: NDArray[np.unsignedinteger]
    weights: NDArray[np.int64] | None = None

    def __post_init__(self) -> None:
        if not self.tilings.size:
            raise DiceError(
                "no roll of the set is a board, every one shows a cell twice: spread the cells over more dice"
            )
        if self.weights is not None and self.weights.shape != self.tilings.shape:
            raise DiceError(f"{self.weights.size} weights for {self.tilings.size} boards: have one for each")
        if self.total > MOST_WEIGHT:
            raise DiceError(f"{self.total:,} rolls of faces: objectives are of at most {MOST_WEIGHT:,}")

    @property
    def boards(self) -> int:
        """How many distinct boards can be rolled."""
        return len(self.tilings)

    @property
    def total(self) -> int:
        """Rolls of faces that give a board: the sum of the weights."""
        return self.boards if self.weights is None else int(self.weights.sum())


def subject(dice_set: DiceSet, census: Census) -> Subject:
    """Look up the tilings of every board that a set rolls.

    Parameters
    ----------
    dice_set
        Any set; its dice may share cells, and its faces repeat them.
    census
        Of the set's puzzle, with tilings.

    Raises
    ------
    DiceError
        If the census is of another puzzle, no roll is a board, or there are more than 2^53 rolls of faces.
    InputError
        If the census holds solvability only.
    """
    if census.puzzle != dice_set.puzzle:
        raise DiceError(
            f"a census of {census.puzzle.format()} for a set of {dice_set.puzzle.format()}: take that one's"
        )
    faces = math.prod(len(die.faces) for die in dice_set.dice)
    if faces > MOST_WEIGHT:
        raise DiceError(f"{faces:,} rolls of faces: objectives are of at most {MOST_WEIGHT:,}")
    rolled = rolls(dice_set)
    once = len(rolled.boards) == faces
    return Subject(dice_set, census.tilings(rolled.boards), None if once else rolled.weights.astype(np.int64))
