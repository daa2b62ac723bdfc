"""Look for dice of the box's sizes that roll as many boards of a kind as possible: two dice are dealt anew at a time.

For two dice and the cells on no die, one pass over all rolls of the five others tells what each two cells are worth on
different dice; so every deal of these cells is weighed by sums. Dice that no deal of two improves are shaken, and the
best ones are kept.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from experiments.genius_star import deal_kernel
from experiments.genius_star.apart_kernel import CELLS, DICE
from experiments.genius_star.designing import rank_tables

SIZES = (6, 6, 3, 3, 8, 8, 8)
"""Those of the box."""
ROLLS = math.prod(SIZES)

Bits = NDArray[np.uint8]
Masks = tuple[int, ...]

_STARTS = 12
"""Deals of two dice that are tried: the one at hand, and random ones."""
_TRADES = (2, 7)
"""Trades of a shake, from so many to fewer than so many."""
_FRESH = 8
"""Descents from random dice, before the best dice are shaken."""


def packed(marks: NDArray[np.bool_]) -> Bits:
    """Return a bit for each board, by rank."""
    return np.packbits(marks, bitorder="little")


@dataclass(frozen=True, slots=True)
class Aim:
    """What rolls are worth: the sum of the weights of the tables that mark them; ``within`` are the cells for dice."""

    tables: tuple[tuple[Bits, int], ...]
    within: int = (1 << CELLS) - 1
    off_in_play: bool = True
    """Whether the cells on no die may come onto one."""

    def worth(self, dice: Sequence[int]) -> int:
        """Return what all rolls of dice are worth."""
        faces, sizes = _faces(dice)
        return sum(weight * int(deal_kernel.marked(faces, sizes, bits, rank_tables())) for bits, weight in self.tables)

    def dealt(self, dice: list[int], one: int, other: int, generator: np.random.Generator) -> tuple[int, list[int]]:
        """Deal two dice anew; return what all rolls are worth then, and the dice."""
        off = self.within & ~sum(dice) if self.off_in_play else 0
        rows = [_cells(mask) for mask in (dice[one], dice[other], off)]
        pool = np.array([cell for row in rows for cell in row])
        owners = np.repeat(np.arange(3), [len(row) for row in rows])
        faces, sizes = _faces(dice)
        worth = np.zeros((len(pool), len(pool)), np.int64)
        for bits, weight in self.tables:
            worth += weight * deal_kernel.shared(faces, sizes, one, other, pool, bits, rank_tables())
        best, owners = deal_kernel.deal(worth, owners, _STARTS, generator)
        found = list(dice)
        for die, owner in ((one, 0), (other, 1)):
            found[die] = sum(1 << int(cell) for cell in pool[owners == owner])
        return int(best), found


@dataclass(frozen=True, slots=True)
class Found:
    """The best dice of a search, and how many descents it made."""

    dice: Masks
    worth: int
    descents: int


def search(
    aim: Aim,
    seconds: float,
    seed: int,
    start: Sequence[int] = (),
    enough: int = 1 << 60,
    met: Callable[[list[int], int], None] | None = None,
    held: Collection[int] = (),
) -> Found:
    """Improve dice until ``enough`` is reached or the time is over; ``met`` is told of every descent's end.

    Dice that are ``held``, by their places, stay as they are; then there must be dice to start from.

    Without dice to start from, the first descents start from random ones; all others from the best dice, shaken.
    """
    generator = np.random.default_rng(seed)
    now = list(start) or _random_dice(aim.within, generator)
    best, best_worth, end, descents = list(now), aim.worth(now), time.monotonic() + seconds, 0
    while best_worth < enough and time.monotonic() < end:
        worth = aim.worth(now)
        pairs, failed = list(combinations([die for die in range(DICE) if die not in held], 2)), 0
        while failed < len(pairs) and time.monotonic() < end:
            generator.shuffle(pairs)
            for one, other in pairs:
                better, dealt = aim.dealt(now, one, other, generator)
                failed = 0 if better > worth else failed + 1
                worth, now = (better, dealt) if better >= worth else (worth, now)
                if failed >= len(pairs):
                    break
        descents += 1
        if met:
            met(now, worth)
        if worth >= best_worth:
            best, best_worth = list(now), worth
        fresh = not start and descents < _FRESH
        now = _random_dice(aim.within, generator) if fresh else _shaken(best, aim, held, generator)
    return Found(tuple(best), best_worth, descents)


def _cells(mask: int) -> list[int]:
    return [cell for cell in range(CELLS) if mask >> cell & 1]


def _faces(dice: Sequence[int]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    sizes = np.array([die.bit_count() for die in dice])
    faces = np.zeros((DICE, CELLS), np.int64)
    for row, die in zip(faces, dice, strict=True):
        row[: die.bit_count()] = _cells(die)
    return faces, sizes


def _random_dice(within: int, generator: np.random.Generator) -> list[int]:
    cells = generator.permutation(_cells(within))
    ends = np.cumsum(SIZES)
    return [sum(1 << int(cell) for cell in cells[end - size : end]) for size, end in zip(SIZES, ends, strict=True)]


def _shaken(dice: Sequence[int], aim: Aim, held: Collection[int], generator: np.random.Generator) -> list[int]:
    rows = [*dice, aim.within & ~sum(dice) if aim.off_in_play else 0]
    for _ in range(int(generator.integers(*_TRADES))):
        one, other = generator.choice(
            [row for row in range(DICE + 1) if rows[row] and row not in held], 2, replace=False
        )
        cell, its = generator.choice(_cells(rows[one])), generator.choice(_cells(rows[other]))
        both = 1 << int(cell) | 1 << int(its)
        rows[one] ^= both
        rows[other] ^= both
    return rows[:DICE]
