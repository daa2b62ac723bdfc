"""Compiled annealing: two cells trade places, and a trade is dropped as soon as too many unsolvable rolls are seen."""

from __future__ import annotations

from math import log

import numpy as np
from numba import njit

from experiments.genius_star.apart_kernel import CELLS, DICE, rank

_ONE = np.uint64(1)


@njit(nogil=True)
def _measure(dice, sizes, solvable, ranks, pairs, singles):
    """Count the unsolvable rolls: all, those with each cell and those with each pair of cells."""
    pairs[:], singles[:] = 0, 0
    total, failing = 1, 0
    for die in range(DICE):
        total *= sizes[die]
    shown = np.zeros(DICE, np.int64)
    for place in range(total):
        rest, mask = place, np.uint64(0)
        for die in range(DICE):
            shown[die] = dice[die, rest % sizes[die]]
            rest //= sizes[die]
            mask |= _ONE << np.uint64(shown[die])
        if not solvable[rank(mask, ranks)]:
            failing += 1
            for one in range(DICE):
                singles[shown[one]] += 1
                for other in range(DICE):
                    pairs[shown[one], shown[other]] += 1
    return failing


@njit(nogil=True)
def _count(dice, sizes, others, base, solvable, ranks, most):
    """Count the unsolvable rolls of some dice beside fixed cells, and stop above ``most``."""
    total, failing = 1, 0
    for die in others:
        total *= sizes[die]
    for place in range(total):
        rest, mask = place, base
        for die in others:
            mask |= _ONE << np.uint64(dice[die, rest % sizes[die]])
            rest //= sizes[die]
        if not solvable[rank(mask, ranks)]:
            failing += 1
            if failing > most:
                break
    return failing


@njit(nogil=True)
def repair(dice, sizes, solvable, ranks, trades, warm, cold, generator):
    """Anneal from some dice, cells that are off in the last row; return the fewest failing rolls and the dice."""
    pairs, singles = np.zeros((CELLS, CELLS), np.int64), np.zeros(CELLS, np.int64)
    failing = _measure(dice, sizes, solvable, ranks, pairs, singles)
    best, best_dice = failing, dice.copy()
    for trade in range(trades):
        if best == 0:
            break
        heat = warm * (cold / warm) ** (trade / trades)
        first, second = generator.integers(0, DICE), generator.integers(0, DICE + 1)
        if first == second or sizes[second] == 0:
            continue
        here, there = generator.integers(0, sizes[first]), generator.integers(0, sizes[second])
        one, other = dice[first, here], dice[second, there]
        slack = np.int64(-heat * log(1.0 - generator.random()))
        others = np.array([die for die in range(DICE) if die not in (first, second)])
        most = singles[one] + singles[other] - 2 * pairs[one, other] + slack
        if second == DICE:
            most = singles[one] + slack
            most -= _count(dice, sizes, others, _ONE << np.uint64(other), solvable, ranks, most)
        else:
            for die, kept, cell in ((second, there, other), (first, here, one)):
                for place in range(sizes[die]):
                    if place != kept and most >= 0:
                        base = _ONE << np.uint64(cell) | _ONE << np.uint64(dice[die, place])
                        most -= _count(dice, sizes, others, base, solvable, ranks, most)
        if most < 0:
            continue
        dice[first, here], dice[second, there] = other, one
        failing = _measure(dice, sizes, solvable, ranks, pairs, singles)
        if failing < best:
            best, best_dice = failing, dice.copy()
    return best, best_dice
