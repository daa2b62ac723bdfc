"""What is looked for: a purpose each, and how long."""

from __future__ import annotations

from dataclasses import dataclass

LARGEST = (6, 5, 5, 5, 5, 5, 5)
"""93,750 rolls, the most of seven disjoint dice on 36 cells."""

RETAIL = (2, 4, 6, 6, 6, 6, 6)
"""The sizes of the default set: 62,208 rolls."""

HALF_TURN, MIRROR, DIAGONAL = 2, 4, 6
"""Symmetries of the square by their numbers; the others with sets of these sizes are images of these."""


@dataclass(frozen=True, slots=True)
class BestWorst:
    """The fewest tilings of any roll are to be many: rounds of searches, up to some rounds without success.

    ``symmetries`` are the numbers of those that map the sets to themselves; ``None`` stands for any set. ``first`` is
    what the first round asks for.
    """

    title: str
    sizes: tuple[int, ...]
    symmetries: tuple[int | None, ...]
    starts: int = 8
    patience: int = 3
    first: int = 1


@dataclass(frozen=True, slots=True)
class Spread:
    """An objective, given by its label, is to be large or small, and every roll solvable: annealed from some starts."""

    title: str
    sizes: tuple[int, ...]
    objective: str
    starts: int = 4
    measured: int = 8000


@dataclass(frozen=True, slots=True)
class Overlapping:
    """The most boards of overlapping dice, and then many tilings of the hardest; an epoch is 2,000 trades."""

    title: str
    sizes: tuple[int, ...]
    epochs: int = 12


Part = BestWorst | Spread | Overlapping

PARTS: dict[str, Part] = {
    "best-worst": BestWorst(
        "Best-worst: most tilings of the hardest roll", LARGEST, (None, HALF_TURN, MIRROR, DIAGONAL)
    ),
    "best-worst-retail-sizes": BestWorst(
        "The same, with the sizes of the retail dice", RETAIL, (None, HALF_TURN, MIRROR, DIAGONAL)
    ),
    "easiest": Spread("Easiest for children: the largest median", LARGEST, "median:max"),
    "hardest": Spread("Hardest, but always solvable: the smallest median", LARGEST, "median:min"),
    "most-even": Spread("Most even: the least spread of difficulty", LARGEST, "variation:min"),
    "most-varied": Spread("Most varied: the greatest spread of difficulty", LARGEST, "variation:max"),
    "most-even-retail-sizes": Spread("Most even, with the sizes of the retail dice", RETAIL, "variation:min"),
    "most-varied-retail-sizes": Spread("Most varied, with the sizes of the retail dice", RETAIL, "variation:max"),
    "most-compact": Spread(
        "Most compact: the shortest borders between zones", LARGEST, "perimeter:min", measured=30_000
    ),
    "half-turn": BestWorst("Best-worst among those that a half-turn maps to themselves", LARGEST, (HALF_TURN,)),
    "mirror": BestWorst("Best-worst among those that a mirror between columns maps to themselves", LARGEST, (MIRROR,)),
    # Sets with 30 tilings are known, and that none has 31: a round finds the first, and another does not the second.
    "diagonal": BestWorst(
        "Best-worst among those that a diagonal mirror maps to themselves",
        LARGEST,
        (DIAGONAL,),
        patience=1,
        first=30,
    ),
    "shared-cells": Overlapping("The most boards: dice share cells", (6,) * 7),
}
