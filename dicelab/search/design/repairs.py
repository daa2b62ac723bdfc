"""The best repair of a printed set for each die: how many faces change, and which rolls there are then."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, islice
from typing import Any

import numpy as np

from dicelab.score.placement_domain import places_of
from dicelab.score.tables import fewest_tilings, forbidden_boards
from dicelab.search.constraints import Changes, Dice
from dicelab.search.design.settings import DesignSettings, printed
from dicelab.search.question import Question
from solver.polyform.grid import Grid

MOST_LOOKED_AT = 50_000
"""Ways to write on a die with one number of changes; beyond them the die is left out."""

MOST_COUNTED = 32
"""Repairs with equally many rolls whose tilings are counted."""


@dataclass(frozen=True, slots=True)
class DieRepair:
    """The best set that differs from a printed one on a single die."""

    die: int
    """From 1."""
    dice: Dice
    changes: int
    """Faces that are written anew."""
    rolls: int
    fewest: int | None
    """Tilings of the hardest roll; ``None`` where they take long to count."""

    @property
    def worth(self) -> tuple[int, int]:
        """What decides between repairs with equally many changes: more rolls, then more tilings of the hardest one."""
        return self.rolls, self.fewest or 0

    def to_json(self, grid: Grid) -> dict[str, Any]:
        """Return it as JSON values, with the cells of the die."""
        cells = grid.labels(self.dice[self.die - 1]).split()
        return {
            "die": self.die,
            "changes": self.changes,
            "rolls": self.rolls,
            "fewest": self.fewest,
            "cells": cells,
        }


def best_repairs(settings: DesignSettings, jobs: int = 1) -> tuple[DieRepair, ...]:
    """Return the best repair of each die by itself, where there is one; dice that may be misprinted come first.

    These repeat a cell, above all one that another die shows too. A repair has as few changes as can be, then as many
    rolls, then as many tilings of its hardest roll; dice keep the sizes that were asked for, if any were.
    """
    question = settings.question
    faces = printed(question).faces
    found = (_best(question, die, jobs, any_size=settings.any_sizes) for die in _suspects_first(faces))
    return tuple(repair for repair in found if repair is not None)


def _suspects_first(faces: Sequence[Sequence[int]]) -> list[int]:
    """Return the dice, from 0: first those that repeat a cell.

    Examples
    --------
    >>> _suspects_first([(0, 0, 1), (2, 3), (4, 3, 3)])
    [2, 0, 1]
    """
    dice_with = Counter(cell for die in faces for cell in set(die))

    def trust(die: int) -> tuple[bool, bool]:
        return len(set(faces[die])) == len(faces[die]), all(dice_with[cell] == 1 for cell in faces[die])

    return sorted(range(len(faces)), key=trust)


def _best(question: Question, die: int, jobs: int, *, any_size: bool) -> DieRepair | None:
    puzzle, source = question.puzzle, printed(question)
    masks = [puzzle.grid.mask(set(faces)) for faces in source.faces]
    others = masks[:die] + masks[die + 1 :]
    union = int(np.bitwise_or.reduce(np.array(others, np.uint64), initial=np.uint64(0)))
    if sum(mask.bit_count() for mask in others) > union.bit_count():
        return None
    places = places_of(puzzle)
    free = {cell for cell in range(len(puzzle.grid)) if places[cell, die] and not union >> cell & 1}
    forbidden = forbidden_boards(puzzle, question.min_tilings) if question.min_tilings else None
    for changes in range(min(len(source.faces[die]), source.most) + 1):
        written = list(islice(_written(source.faces[die], free, changes), MOST_LOOKED_AT + 1))
        if len(written) > MOST_LOOKED_AT:
            return None
        ways = [puzzle.grid.mask(cells) for cells in written if any_size or len(cells) == question.sizes[die]]
        for size in sorted({mask.bit_count() for mask in ways}, reverse=True):
            sets = np.array([[*masks[:die], mask, *masks[die + 1 :]] for mask in ways if mask.bit_count() == size])
            sets = sets.astype(np.uint64)
            for one in question.values:
                if not isinstance(one, Changes):
                    sets = sets[one.violation(sets, puzzle) == 0]
            if forbidden is not None and len(sets):
                sets = sets[forbidden.rolled(sets) == 0]
            if len(sets):
                return max((_repair(question, die, tuple(row), changes, jobs) for row in _few(sets)), key=_worth)
    return None


def _few(sets: np.typing.NDArray[np.uint64]) -> list[list[int]]:
    rows: list[list[int]] = sets[:MOST_COUNTED].tolist()
    return rows


def _worth(repair: DieRepair) -> tuple[int, int]:
    return repair.worth


def _repair(question: Question, die: int, dice: Dice, changes: int, jobs: int) -> DieRepair:
    rolls = int(np.prod([mask.bit_count() for mask in dice]))
    return DieRepair(die + 1, dice, changes, rolls, fewest_tilings(question.puzzle, dice, jobs))


def _written(faces: Sequence[int], free: set[int], changes: int) -> Iterator[set[int]]:
    """Yield the cells that a die can have after a number of its faces are written anew."""
    copies = Counter(faces)
    kept_ones, new_ones = sorted(free & set(faces)), sorted(free - set(faces))
    for number in range(len(kept_ones) + 1):
        for kept in combinations(kept_ones, number):
            gone = len(faces) - sum(copies[cell] for cell in kept)
            if gone > changes:
                continue
            # More new cells than faces that go: they take faces that repeat a cell.
            for new in range(0 if gone == changes else changes, changes + 1):
                if 0 < len(kept) + new <= len(faces):
                    for come in combinations(new_ones, new):
                        yield {*kept, *come}
