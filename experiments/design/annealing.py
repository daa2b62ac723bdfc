"""Simulated annealing (Kirkpatrick, Gelatt, Vecchi 1983) for any measure, among sets that roll no forbidden board.

One pass over the forbidden boards tells which swaps keep a set free of them; the search walks along those only, so it
never leaves the sets that are allowed.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dicelab.errors import DiceError
from dicelab.score.forbidden import Forbidden, masks_of, owners
from dicelab.score.placement_domain import places_of
from solver.polyform.symmetry import Masks

Measure = Callable[[Masks], float]
"""Takes the cells of each die, uint64 of shape (dice,); smaller is better."""

_SAMPLE = 20
"""Swaps that tell how much the measure varies, and so what is warm."""

_COLD = 1e-3
"""The last temperature as a share of the first."""


@dataclass(frozen=True, slots=True)
class Annealed:
    """The best set that the walk visited, its measure, and how many sets were measured, trial swaps among them."""

    dice: Masks
    value: float
    measured: int


def anneal(
    forbidden: Forbidden,
    measure: Measure,
    dice: Masks,
    generator: np.random.Generator,
    *,
    steps: int,
) -> Annealed:
    """Look for a set with a small measure that rolls no forbidden board, as ``dice`` does not, where it begins.

    About ``steps`` sets are measured. Raises :class:`DiceError` if the set that it begins with rolls a forbidden board.
    """
    if forbidden.rolled(dice[None])[0]:
        raise DiceError("the set to begin with rolls a forbidden board: begin with one that does not")
    cells, number = len(forbidden.puzzle.grid), len(dice)
    owner, value = owners(dice, cells), measure(dice)
    best, best_dice, measured = value, dice, 1
    allowed = _swaps_that_keep(forbidden, dice)
    sample = []
    for _ in range(min(_SAMPLE, steps) if len(allowed) else 0):
        swapped = _swapped(owner, allowed, generator)
        sample.append(abs(measure(masks_of(swapped, number)) - value))
    measured += len(sample)
    warm = float(np.median(sample)) if sample else 0.0
    for step in range(len(sample), steps):
        if not len(allowed):
            break
        swapped = _swapped(owner, allowed, generator)
        masks = masks_of(swapped, number)
        after = measure(masks)
        measured += 1
        temperature = warm * _COLD ** (step / steps)
        worse = after - value
        if worse <= 0 or (temperature > 0 and generator.random() < math.exp(-worse / temperature)):
            owner, value = swapped, after
            allowed = _swaps_that_keep(forbidden, masks)
            if value < best:
                best, best_dice = value, masks
    return Annealed(best_dice, best, measured)


def _swaps_that_keep(forbidden: Forbidden, dice: Masks) -> NDArray[np.int64]:
    """Return the swaps after which a set rolls as many forbidden boards as before: int64 of shape (swaps, 2)."""
    owner = owners(dice, len(forbidden.puzzle.grid))
    there = places_of(forbidden.puzzle)[:, owner]
    keep = (forbidden.swap_changes(dice) == 0) & (owner[:, None] != owner[None, :]) & there & there.T
    return np.argwhere(np.triu(keep))


def _swapped(owner: NDArray[np.int64], allowed: NDArray[np.int64], generator: np.random.Generator) -> NDArray[np.int64]:
    first, second = allowed[int(generator.integers(len(allowed)))]
    swapped = owner.copy()
    swapped[first], swapped[second] = owner[second], owner[first]
    return swapped
