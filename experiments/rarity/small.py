"""The same estimates for puzzles whose sets can all be listed, so that the truth is known."""

from __future__ import annotations

import math
import time
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from dicelab.score.tables import forbidden_boards
from experiments.rarity.partitions import all_partitions
from experiments.rarity.splitting import Passage, Sizes, pilot, product, repetition, symmetries_of
from solver.polyform import Puzzle


@dataclass(frozen=True, slots=True)
class Small:
    """A puzzle, sizes of dice, thresholds, and how many sets go through the levels how often."""

    puzzle: str
    sizes: Sizes
    thresholds: tuple[int, ...]
    sets: int = 40
    repetitions: int = 200


SMALL = (
    Small("3x4/3:2*I1,2*I2,I3", (4, 4, 4), (2, 3, 5)),
    Small("3x5/3:I1,2*I2,L3,I4", (4, 4, 4), (1, 2, 3, 5)),
    Small("3x5/4:I1,2*I2,2*L3", (4, 4, 4, 3), (1, 3, 5)),
    Small("3x6/3:I1,I3,L3,L4,S4", (6, 6, 6), (1, 3, 5)),
)


@dataclass(frozen=True, slots=True)
class Truth:
    """How many of all sets reach a threshold, and in how many classes under the symmetries of the grid."""

    tilings: int
    sets: int
    classes: int


def truths(small: Small) -> tuple[int, tuple[Truth, ...]]:
    """List all sets; return their number and the truth for each threshold."""
    puzzle = Puzzle.parse(small.puzzle)
    every = all_partitions(len(puzzle.grid), small.sizes)
    found = []
    for tilings in small.thresholds:
        good = every[forbidden_boards(puzzle, tilings).rolled(every) == 0]
        # Burnside's lemma: each set counts by the symmetries that map it to itself.
        orders = int(symmetries_of(puzzle, good).sum())
        found.append(Truth(tilings, len(good), orders // len(puzzle.grid.symmetries)))
    return len(every), tuple(found)


def passages(small: Small, seed: int) -> tuple[tuple[int, ...], list[Passage]]:
    """Return the places of the levels at which a threshold is reached, and the repetitions."""
    puzzle = Puzzle.parse(small.puzzle)
    levels = pilot(puzzle, small.sizes, small.thresholds, 10 * small.sets, np.random.default_rng([seed, 0]))
    done = [
        repetition(puzzle, small.sizes, levels, small.sets, np.random.default_rng([seed, 1, number]))
        for number in range(small.repetitions)
    ]
    return tuple(place for place, level in enumerate(levels) if not level.rolled), done


def deviation(values: list[float], truth: float) -> float:
    """Return how many standard errors the mean of independent estimates is above the truth."""
    spread = np.array(values).std(ddof=1) / math.sqrt(len(values))
    return float((np.mean(values) - truth) / spread)


def compare(seed: int) -> dict[str, Any]:
    begin = time.process_time()
    rows = []
    for small in SMALL:
        number, known = truths(small)
        places, done = passages(small, seed)
        for truth, place in zip(known, places, strict=True):
            values = [product(passage.came, place, small.sets) for passage in done]
            rows.append(
                {
                    "puzzle": small.puzzle,
                    "sizes": list(small.sizes),
                    "partitions": number,
                    **asdict(truth),
                    "share": truth.sets / number,
                    "estimate": float(np.mean(values)),
                    "error": float(np.std(values, ddof=1) / math.sqrt(len(values))),
                    "deviation": deviation(values, truth.sets / number),
                    "repetitions": small.repetitions,
                    "of_sets": small.sets,
                }
            )
    return {"title": "Estimates beside the truth", "rows": rows, "seconds": round(time.process_time() - begin, 1)}
