"""Sets from easy to hard: how far two neighbours are apart, and how far two sets can be apart at all.

The measure is the chance that a roll of the harder set has fewer tilings than a roll of the easier one, where equal
numbers count half: 1/2 for sets that are equally hard, and 1 where every roll of the one is harder than any of the
other.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any

import numpy as np

from dicelab.dice import DiceSet, rolls
from dicelab.score.tables import RollTilings, roll_tilings
from solver.census import Distribution, distribution
from solver.polyform import Puzzle


@dataclass(frozen=True, slots=True)
class DifficultyStep:
    """A set with the tilings of its rolls, and the chance that a roll is harder than one of the set before it."""

    dice_set: DiceSet
    by_board: Distribution
    by_face: Distribution
    harder: Fraction | None
    """Each board counts once; ``None`` for the first set."""
    face_harder: Fraction | None
    """The same for the faces of the dice, as players meet the boards."""

    def to_json(self) -> dict[str, Any]:
        """Return the figures as JSON values."""
        return {
            "name": self.dice_set.name,
            "dice": self.dice_set.labels(),
            "rolls": self.by_board.total,
            "fewest": self.by_board.least,
            "median": self.by_board.quantile(0.5),
            "mean": self.by_board.mean,
            "harder": None if self.harder is None else float(self.harder),
            "face_harder": None if self.face_harder is None else float(self.face_harder),
        }


@lru_cache(maxsize=8)
def steps_of(sets: tuple[DiceSet, ...]) -> tuple[DifficultyStep, ...]:
    """Compare each set with the one before it, by the tilings of all boards of their puzzle."""
    found: list[DifficultyStep] = []
    for dice_set in sets:
        rolled = rolls(dice_set)
        tilings = roll_tilings(dice_set.puzzle).at(rolled.boards)
        once, fallen = distribution(tilings), distribution(tilings, rolled.weights.astype(np.int64))
        chances: tuple[Fraction, Fraction] | tuple[None, None] = (None, None)
        if found:
            chances = once.chance_of_fewer(found[-1].by_board), fallen.chance_of_fewer(found[-1].by_face)
        found.append(DifficultyStep(dice_set, once, fallen, *chances))
    return tuple(found)


def steps_text(steps: Sequence[DifficultyStep]) -> list[str]:
    """Return a table with a row for each step."""
    wide = max(len(one.dice_set.name) for one in steps)
    lines = [f"      {'set':<{wide}}{'rolls':>10}{'fewest':>8}{'median':>9}{'mean':>11}  harder than the one before"]
    for number, one in enumerate(steps, start=1):
        chance = "" if one.harder is None else f"{float(one.harder):.4f}"
        found = one.by_board
        figures = f"{found.total:>10,}{found.least:>8,}{found.quantile(0.5):>9,}{found.mean:>11,.1f}"
        lines.append(f"  {f'#{number}':<4}{one.dice_set.name:<{wide}}{figures}  {chance}".rstrip())
    return lines


@lru_cache(maxsize=32)
def most_apart(puzzle: Puzzle, easier: int, harder: int, min_tilings: int = 1) -> Fraction:
    """Return a bound of the chance for two sets with these numbers of rolls, whose rolls have some tilings.

    Rolls are different boards: no rolls are easier than the boards with the most tilings, and none harder than those
    with the fewest. So the bound is 1 where sets are small beside all boards.

    Examples
    --------
    >>> most_apart(Puzzle.parse("2x4/2:3*I2"), 9, 9)
    Fraction(73, 81)
    """
    boards = _by_board(roll_tilings(puzzle), puzzle, min_tilings)
    return boards.lowest(harder).chance_of_fewer(boards.highest(easier))


def _by_board(tilings: RollTilings, puzzle: Puzzle, min_tilings: int) -> Distribution:
    """Return the distribution of the boards that sets may roll."""
    counts = tilings.of_all(puzzle)
    return distribution(counts[counts >= max(1, min_tilings)])
