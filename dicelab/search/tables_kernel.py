"""The compiled loops of :mod:`dicelab.search.tables`. Import only where numba is available."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from solver.exact_cover.kernels.search_kernel import lowest, population
from solver.polyform.symmetry import Masks
from solver.runs.jit import compiled

_BLOCK = 256
"""Words looked at together: with seven dice they fit the first-level cache."""


@compiled
def count_rolled(blocking: Masks, dice: Masks) -> NDArray[np.int64]:
    """Count the boards that block a cell of every die: ``blocking`` (cells, W), ``dice`` (sets, dice)."""
    width = blocking.shape[1]
    counts = np.zeros(dice.shape[0], np.int64)
    every = np.zeros(_BLOCK, np.uint64)
    some = np.zeros(_BLOCK, np.uint64)
    for one in range(dice.shape[0]):
        for start in range(0, width, _BLOCK):
            stop = min(_BLOCK, width - start)
            every[:] = ~np.uint64(0)
            for die in range(dice.shape[1]):
                some[:] = np.uint64(0)
                cells = dice[one, die]
                while cells:
                    cell = lowest(cells)
                    cells &= cells - np.uint64(1)
                    for word in range(stop):
                        some[word] |= blocking[cell, start + word]
                for word in range(stop):
                    every[word] &= some[word]
            for word in range(stop):
                counts[one] += population(every[word])
    return counts


@compiled
def near_rolls(blocking: Masks, boards: Masks, dice: Masks, owner: NDArray[np.int64], gain: Any, both: Any) -> None:
    """Sum over the boards that block a cell of every die (in ``both``), or of every die but one (in ``gain``).

    ``both[a, b]`` counts the rolled boards that block both cells. ``gain[a, j]`` counts the boards that are short of
    die j alone and would be rolled if cell a were on it: a is on no die, or another blocked cell is on its die.
    """
    width, number = blocking.shape[1], dice.shape[0]
    some = np.zeros((number, _BLOCK), np.uint64)
    every = np.zeros(_BLOCK, np.uint64)
    # Boards without a cell of one die at least, and of two.
    twice = np.zeros(_BLOCK, np.uint64)
    for start in range(0, width, _BLOCK):
        stop = min(_BLOCK, width - start)
        every[:] = ~np.uint64(0)
        twice[:] = np.uint64(0)
        for die in range(number):
            some[die, :] = np.uint64(0)
            cells = dice[die]
            while cells:
                cell = lowest(cells)
                cells &= cells - np.uint64(1)
                for word in range(stop):
                    some[die, word] |= blocking[cell, start + word]
            for word in range(stop):
                twice[word] |= ~every[word] & ~some[die, word]
                every[word] &= some[die, word]
        for word in range(stop):
            left = every[word]
            while left:
                mask = boards[64 * (start + word) + lowest(left)]
                left &= left - np.uint64(1)
                first = mask
                while first:
                    a = lowest(first)
                    first &= first - np.uint64(1)
                    second = mask
                    while second:
                        both[a, lowest(second)] += 1
                        second &= second - np.uint64(1)
            near = ~every[word] & ~twice[word]
            for die in range(number):
                left = near & ~some[die, word]
                while left:
                    place = 64 * (start + word) + lowest(left)
                    left &= left - np.uint64(1)
                    if place >= boards.shape[0]:
                        break
                    cells = boards[place]
                    while cells:
                        a = lowest(cells)
                        bit = cells & (~cells + np.uint64(1))
                        cells ^= bit
                        if owner[a] < 0 or dice[owner[a]] & boards[place] != bit:
                            gain[a, die] += 1


@compiled
def look_up_rolls(
    first: Masks, last: Masks, half: Any, begin: NDArray[np.int32], place: NDArray[np.int32], tilings: Any, found: Any
) -> None:
    """Look up all rolls: those of the first dice, each with all of the last."""
    low = (np.uint64(1) << half) - np.uint64(1)
    number = last.shape[0]
    for one in range(first.shape[0]):
        for other in range(number):
            mask = first[one] | last[other]
            at = np.int64(begin[mask & low]) + np.int64(place[mask >> half])
            found[one * number + other] = tilings[at]
