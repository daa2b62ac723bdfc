"""Objectives that compare the rolls of two sets: how often a roll of the one is harder than a roll of the other.

A roll is the harder, the fewer tilings it has. The chance that a roll of one set has fewer tilings than a roll of
another, where equal numbers count half, is the effect size A12 of Vargha and Delaney (2000); it is exact.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from dicelab.dice import DiceSet, rolls
from dicelab.errors import DiceError
from dicelab.score.forbidden import drawn_rolls, rolls_of
from dicelab.score.objectives.objective import LookUp, Subject
from solver.census import Distribution, distribution
from solver.polyform.symmetry import Masks

_MOST_TABLE = 1 << 22
"""Most tilings of the table of a reference."""
_MOST = 1 << 62


def harder(subject: Subject, reference: DiceSet, *, faces: bool = False) -> float:
    """Return the chance that a roll has fewer tilings than a roll of the reference; equal numbers count half."""
    weights = subject.weights if faces else None
    sample = subject.boards if subject.sampled_from else 0
    return _reference(reference, subject.look_up, sample, faces=faces).chance_of_fewer(subject.tilings, weights)


class Reference:
    """The tilings of a set's rolls, with a table of the chance for each number of tilings, where that is small."""

    def __init__(self, tilings: Distribution) -> None:
        self._tilings = tilings
        self._wins: NDArray[np.int64] | None = None
        if tilings.most < _MOST_TABLE:
            weights = np.zeros(tilings.most + 2, np.int64)
            weights[tilings.values] = tilings.weights
            reached = np.cumsum(weights)
            # Twice the weight of the rolls with more tilings, and once that of those with as many.
            self._wins = 2 * (reached[-1] - reached) + weights

    def chance_of_fewer(self, tilings: NDArray[np.unsignedinteger], weights: NDArray[np.int64] | None = None) -> float:
        """Return the chance that a board has fewer tilings than a roll of the set; equal numbers count half."""
        total = len(tilings) if weights is None else int(weights.sum())
        if self._wins is None or 2 * total * self._tilings.total >= _MOST:
            return float(distribution(tilings, weights).chance_of_fewer(self._tilings))
        won = self._wins[np.minimum(tilings, len(self._wins) - 1).astype(np.intp)]
        return int((won if weights is None else won * weights).sum()) / (2 * total * self._tilings.total)


@lru_cache(maxsize=16)
def _reference(reference: DiceSet, look_up: LookUp | None, sample: int, *, faces: bool) -> Reference:
    if look_up is None:
        raise DiceError("harder: the tilings of the set to compare with can't be counted here; leave the objective out")
    if sample:
        if reference.shared():
            raise DiceError("harder: samples are of dice that share no cell, and those to compare with do")
        return Reference(distribution(look_up(drawn_rolls(reference.masks, sample, np.random.default_rng(0)))))
    rolled = rolls(reference)
    return Reference(distribution(look_up(rolled.boards), rolled.weights.astype(np.int64) if faces else None))


class SpareDie(NamedTuple):
    """A die that replaces one of a set.

    ``die`` is the number of the die that it replaces, from 0; ``cells`` are its cells, ascending. ``chance`` is that of
    a roll with it to have fewer tilings than a roll of the set as it was.
    """

    die: int
    cells: tuple[int, ...]
    chance: float


def spare(subject: Subject, size: int) -> float:
    """Return how much harder the best spare die makes the rolls; 0 where no die has ``size`` cells to choose from."""
    found = spare_die(subject, size)
    return found.chance if found else 0.0


def spare_die(subject: Subject, size: int) -> SpareDie | None:
    """Return the die of ``size`` cells that makes rolls the hardest in place of one die, all of them solvable.

    Its cells are those of the die that it replaces and those on no die. Each counts by itself: the chance of a set with
    the spare die is the mean of its cells' chances. So the ``size`` best cells are the best spare die. ``None`` if no
    die has ``size`` cells to choose from that keep all rolls solvable. Raises :class:`DiceError` for dice that share
    cells, and where only a sample of the rolls is counted.
    """
    dice_set, look_up = subject.dice_set, subject.look_up
    if dice_set.shared() or subject.sampled_from or look_up is None:
        raise DiceError("spare: it needs the tilings of all rolls of dice that share no cell; leave the objective out")
    puzzle, masks = dice_set.puzzle, dice_set.masks
    base = Reference(distribution(subject.tilings))
    off = puzzle.blockable & ~sum(masks)
    best: SpareDie | None = None
    for die, mask in enumerate(masks):
        places = (mask | off) & (puzzle.regions[die] if puzzle.regions else mask | off)
        others: Masks = rolls_of(np.array([one for place, one in enumerate(masks) if place != die], np.uint64))
        chances: list[tuple[float, int]] = []
        for cell in puzzle.grid.cells(places):
            tilings = look_up(others | np.uint64(1 << cell))
            if tilings.all():
                chances.append((-base.chance_of_fewer(tilings), cell))
        if len(chances) >= size:
            chosen = sorted(chances)[:size]
            chance = -sum(value for value, _ in chosen) / size
            if best is None or chance > best.chance:
                best = SpareDie(die, tuple(sorted(cell for _, cell in chosen)), chance)
    return best


def with_spare(dice_set: DiceSet, found: SpareDie) -> DiceSet:
    """Return a set with the spare die in place of the one that it replaces."""
    cells = dice_set.puzzle.grid.mask(found.cells)
    masks = [cells if die == found.die else mask for die, mask in enumerate(dice_set.masks)]
    return DiceSet.of_masks(masks, dice_set.puzzle, dice_set.name)
