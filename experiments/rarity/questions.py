"""What is estimated: sizes of dice, thresholds, and how many sets are sent through the levels."""

from __future__ import annotations

from dataclasses import dataclass

from experiments.rarity.splitting import Sizes


@dataclass(frozen=True, slots=True)
class Question:
    """The shares of all sets of some sizes whose hardest roll reaches each of some numbers of tilings.

    ``sets`` go through the levels in each of ``repetitions``, and in the pilot run that chooses the levels.
    """

    title: str
    sizes: Sizes
    thresholds: tuple[int, ...]
    sets: int
    repetitions: int


QUESTIONS = {
    "largest": Question(
        "The largest sets: sizes 6,5,5,5,5,5,5",
        (6, 5, 5, 5, 5, 5, 5),
        (1, 2, 5, 8, 11, 15, 20, 25, 28, 30, 31, 32, 33, 34),
        400,
        12,
    ),
    "retail-sizes": Question(
        "The sizes of the retail dice: 2,4,6,6,6,6,6",
        (2, 4, 6, 6, 6, 6, 6),
        (1, 2, 5, 11, 20, 30, 40, 50),
        100,
        6,
    ),
}
