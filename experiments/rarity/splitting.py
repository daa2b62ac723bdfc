"""Shares of rare dice sets by multilevel splitting (Kahn and Harris 1951; Botev and Kroese 2012), without bias.

A crowd of random sets goes through levels, each within the one before: at most so many rolled boards with fewer than
K tilings. Those within the next level are split up to as many as there were, and each is moved by Metropolis steps,
which leave the uniform law on the level as it is. The product of the shares that came through estimates the share of
all sets. Its mean is the truth, however few sets or steps there are, as long as the levels are chosen beforehand: few
steps only make it scatter. So independent repetitions tell the standard error.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from dicelab.score.forbidden import ForbiddenBoards, bitsets, masks_of
from dicelab.score.tables import forbidden_boards
from dicelab.search.evolve.candidates import random_genome
from experiments.rarity.splitting_kernel import walk
from solver.polyform import Puzzle, images
from solver.polyform.symmetry import Masks

KEPT = 0.3
"""The share of the sets that the pilot run lets through a level, or a little more."""

MOVED = 36
"""Swaps after which the pilot run takes a set for moved."""

CHUNK = 50
"""Steps that the pilot run makes between two looks."""

MOST_STEPS = 1000

Sizes = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Level:
    """At most ``rolled`` boards with fewer than ``tilings`` tilings; then so many Metropolis ``steps`` of each set.

    Where ``strict`` is above 0, no board with fewer than so many tilings is rolled at all.
    """

    strict: int
    tilings: int
    rolled: int
    steps: int


@dataclass(frozen=True, slots=True)
class Boards:
    """The boards with fewer than some tilings, as the walk wants them, and as their rolls are counted."""

    through: Masks
    strict: NDArray[np.int64]
    widths: NDArray[np.int64]
    counted: ForbiddenBoards


@lru_cache(maxsize=32)
def boards_of(puzzle: Puzzle, strict: int, tilings: int) -> Boards:
    """Return the boards with fewer than ``tilings``, those with fewer than ``strict`` first for each cell."""
    cells = len(puzzle.grid)
    below = forbidden_boards(puzzle, tilings).boards
    never = forbidden_boards(puzzle, strict).forbids(below) if strict else np.zeros(len(below), np.bool_)
    rows: list[tuple[Masks, Masks]] = []
    for cell in range(cells):
        blocks = (below >> np.uint64(cell) & np.uint64(1)).astype(np.bool_)
        rows.append((bitsets(below[blocks & never], cells), bitsets(below[blocks & ~never], cells)))
    first = np.array([row.shape[1] for row, _ in rows], np.int64)
    widths = first + np.array([row.shape[1] for _, row in rows], np.int64)
    through = np.zeros((cells, cells + 1, int(widths.max())), np.uint64)
    for cell, (one, other) in enumerate(rows):
        through[cell, :cells, : first[cell]] = one
        through[cell, :cells, first[cell] : widths[cell]] = other
    return Boards(through, first, widths, ForbiddenBoards(puzzle, below))


class Crowd:
    """Sets on their way through the levels: uint64 of shape (sets, dice + 1), the cells on no die last."""

    def __init__(self, puzzle: Puzzle, sizes: Sizes, number: int, generator: np.random.Generator) -> None:
        self._puzzle, self._generator = puzzle, generator
        cells = len(puzzle.grid)
        genomes = np.array([random_genome(sizes, cells, generator) for _ in range(number)])
        genomes[genomes < 0] = len(sizes)
        self.dice = masks_of(genomes, len(sizes) + 1)

    def rolled(self, tilings: int, strict: int = 0) -> NDArray[np.int64]:
        """Count for each set the rolls with fewer than so many tilings."""
        return boards_of(self._puzzle, strict, tilings).counted.rolled(np.ascontiguousarray(self.dice[:, :-1]))

    def split(self, through: NDArray[np.bool_]) -> None:
        """Split those that came through to as many as there were, each to as many as any other but for one."""
        kept = np.flatnonzero(through)
        times, rest = divmod(len(self.dice), len(kept))
        once_more = self._generator.choice(kept, rest, replace=False)
        self.dice = self.dice[np.concatenate([np.repeat(kept, times), once_more])]

    def move(self, level: Level, steps: int) -> float:
        """Move each set so many steps within a level; return how many swaps each made, in the mean."""
        boards = boards_of(self._puzzle, level.strict, level.tilings)
        swaps = self._generator.integers(len(self._puzzle.grid), size=(len(self.dice), steps, 2))
        rolled = self.rolled(level.tilings, level.strict)
        taken = walk(boards.through, boards.strict, boards.widths, self.dice, rolled, level.rolled, swaps)
        return float(taken) / len(self.dice)


def pilot(
    puzzle: Puzzle, sizes: Sizes, thresholds: Sequence[int], sets: int, generator: np.random.Generator
) -> tuple[Level, ...]:
    """Choose the levels towards sets without a roll below each threshold in turn, as far as sets come through."""
    crowd, levels, strict = Crowd(puzzle, sizes, sets, generator), list[Level](), 0
    for tilings in thresholds:
        last: int | None = None
        while last != 0:
            rolled = crowd.rolled(tilings, strict)
            wanted = int(np.quantile(rolled, KEPT, method="inverted_cdf"))
            chosen = wanted if last is None else min(wanted, last - 1)
            if not (rolled <= chosen).any():
                return tuple(levels)
            crowd.split(rolled <= chosen)
            level, steps, moved = Level(strict, tilings, chosen, 0), 0, 0.0
            while moved < MOVED and steps < MOST_STEPS:
                moved += crowd.move(level, CHUNK)
                steps += CHUNK
            levels.append(Level(strict, tilings, chosen, steps))
            last = chosen
        strict = tilings
    return tuple(levels)


@dataclass(frozen=True, slots=True)
class Passage:
    """How many of the sets of one repetition came through each level; the last is 0 where none did.

    ``orders`` adds up, for those that came through the last level of a threshold, how many symmetries of the grid map
    the set to itself; it is 0 for other levels. ``dice`` are the sets at the end, within the last level that some came
    through.
    """

    came: tuple[int, ...]
    orders: tuple[int, ...]
    dice: Masks


def repetition(
    puzzle: Puzzle, sizes: Sizes, levels: Sequence[Level], sets: int, generator: np.random.Generator
) -> Passage:
    """Send a crowd of random sets through the levels."""
    crowd, came, orders = Crowd(puzzle, sizes, sets, generator), list[int](), list[int]()
    for level in levels:
        through = crowd.rolled(level.tilings, level.strict) <= level.rolled
        came.append(int(through.sum()))
        orders.append(0 if level.rolled else int(symmetries_of(puzzle, crowd.dice[through, :-1]).sum()))
        if not came[-1]:
            break
        crowd.split(through)
        crowd.move(level, level.steps)
    return Passage(tuple(came), tuple(orders), crowd.dice[:, :-1])


def symmetries_of(puzzle: Puzzle, dice: Masks) -> NDArray[np.int64]:
    """Count the symmetries of the grid that map each set to itself: from uint64 (sets, dice) to int64 (sets,)."""
    turned = np.sort(images(dice, puzzle.grid), axis=2)
    equal: NDArray[np.int64] = (turned == turned[0]).all(axis=2).sum(axis=0)
    return equal


DRAWN = 100_000
"""How often values are drawn again for an interval."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """The mean of independent estimates, its standard error, and an interval that holds it in 95 of 100 cases."""

    value: float
    error: float
    interval: tuple[float, float]

    @classmethod
    def of(cls, values: NDArray[np.float64]) -> Estimate:
        """Return the mean of some values.

        The interval has the means of values drawn again, with replacement, but for 2.5 % at either end (Efron's
        percentiles): unlike the error it is not symmetric where the mean hangs on a few large values.
        """
        generator = np.random.default_rng(0)
        means = values[generator.integers(len(values), size=(DRAWN, len(values)))].mean(axis=1)
        low, high = np.quantile(means, (0.025, 0.975))
        return cls(float(values.mean()), float(values.std(ddof=1)) / math.sqrt(len(values)), (float(low), float(high)))


@dataclass(frozen=True, slots=True)
class Share:
    """The share of the sets whose rolls all have so many tilings, and the same with each counted by its symmetries.

    ``extinct`` counts the repetitions of which no set came so far.
    """

    tilings: int
    share: Estimate
    weighted: Estimate
    extinct: int


def shares(levels: Sequence[Level], passages: Sequence[Passage], sets: int) -> tuple[Share, ...]:
    """Return the share for each threshold that the levels lead to."""
    found = []
    for place, level in enumerate(levels):
        if level.rolled:
            continue
        values = np.array([product(passage.came, place, sets) for passage in passages])
        means = np.array([_mean_order(passage, place) for passage in passages])
        found.append(Share(level.tilings, Estimate.of(values), Estimate.of(values * means), int((values == 0).sum())))
    return tuple(found)


def product(came: Sequence[int], place: int, sets: int) -> float:
    """Return the estimate of one repetition: the product of the shares that came through, up to a level."""
    return math.prod(number / sets for number in came[: place + 1]) if place < len(came) else 0.0


def _mean_order(passage: Passage, place: int) -> float:
    return passage.orders[place] / passage.came[place] if place < len(passage.came) and passage.came[place] else 0.0
