"""How hard boards are: the tiling counts of the boards that a dice set can roll, and of all boards of a puzzle."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dicelab.dice import DiceSet
from dicelab.dice.roll import Rolls, rolls
from dicelab.errors import DiceError
from solver.census import Census, Content, Distribution, distribution
from solver.display import Pictured

MOST_FACE_ROLLS = 1 << 53
"""Weights up to this are whole numbers in ``Rolls.weights`` too."""


@dataclass(frozen=True, slots=True)
class RollStatistics(Pictured):
    """How hard the rolls of a set are.

    Parameters
    ----------
    dice_set
        The set.
    rolled
        Its distinct boards with their weights.
    tilings
        uint64 of shape (boards,), the tilings of each of these boards.
    by_board
        Every distinct board once.
    by_face
        Every board as often as faces show it: what a player meets.
    """

    dice_set: DiceSet
    rolled: Rolls
    tilings: NDArray[np.uint64]
    by_board: Distribution
    by_face: Distribution

    def __repr__(self) -> str:
        least, most = int(self.tilings.min()), int(self.tilings.max())
        return (
            f"<RollStatistics of {self.dice_set.name!r}: {len(self.tilings):,} boards, {least:,} to {most:,} tilings>"
        )

    def hardest(self, number: int) -> list[tuple[int, int]]:
        """Return the boards with the fewest tilings, in the order of rolls where these are equal: mask, tilings."""
        return self._listed(np.argsort(self.tilings, kind="stable")[:number])

    def easiest(self, number: int) -> list[tuple[int, int]]:
        """Return the boards with the most tilings, in the order of rolls where these are equal: mask, tilings."""
        return self._listed(np.argsort(-self.tilings.astype(np.int64), kind="stable")[:number])

    def _listed(self, places: NDArray[np.intp]) -> list[tuple[int, int]]:
        return [(int(self.rolled.boards[place]), int(self.tilings[place])) for place in places]


def roll_statistics(dice_set: DiceSet, census: Census) -> RollStatistics:
    """Look up the tilings of every roll of a set.

    Parameters
    ----------
    census
        Of the set's puzzle, with tilings.

    Raises
    ------
    InputError
        If no roll is a board (with shared cells every roll may collide), or the census holds solvability only.
    DiceError
        If there are more than 2^53 rolls of faces.
    """
    rolled = rolls(dice_set)
    if rolled.face_rolls > MOST_FACE_ROLLS:
        raise DiceError(f"{rolled.face_rolls:,} rolls of faces: statistics are of at most {MOST_FACE_ROLLS:,}")
    tilings = census.tilings(rolled.boards)
    return RollStatistics(
        dice_set=dice_set,
        rolled=rolled,
        tilings=tilings,
        by_board=distribution(tilings),
        by_face=distribution(tilings, rolled.weights.astype(np.int64)),
    )


@dataclass(frozen=True, slots=True)
class BoardStatistics:
    """What a census says as a whole.

    Parameters
    ----------
    census
        The census.
    by_board
        Every board once; where only solvability is known, the counts are 0 and 1.
    by_orbit
        Every orbit once.
    """

    census: Census
    by_board: Distribution
    by_orbit: Distribution

    @property
    def counted(self) -> bool:
        """Whether tilings are known, not solvability alone."""
        return self.census.content is Content.TILINGS

    def hardest(self, number: int) -> list[tuple[int, int]]:
        """Return orbits with the fewest tilings but some, the smallest masks first: representative, tilings."""
        order = np.argsort(self.census.answers, kind="stable")
        return self._listed(order[np.searchsorted(self.census.answers[order], np.uint64(1)) :][:number])

    def unsolvable(self, number: int) -> list[tuple[int, int]]:
        """Return orbits without a tiling, the smallest masks first: representative, 0."""
        return self._listed(np.flatnonzero(self.census.answers == 0)[:number])

    def easiest(self, number: int) -> list[tuple[int, int]]:
        """Return orbits with the most tilings, the smallest masks first where these are equal."""
        return self._listed(np.argsort(-self.census.answers.astype(np.int64), kind="stable")[:number])

    def _listed(self, places: NDArray[np.intp]) -> list[tuple[int, int]]:
        masks = self.census.orbits.representatives
        return [(int(masks[place]), int(self.census.answers[place])) for place in places]


def board_statistics(census: Census) -> BoardStatistics:
    """Sum up a census."""
    return BoardStatistics(census, distribution(census.answers, census.orbits.sizes), distribution(census.answers))
