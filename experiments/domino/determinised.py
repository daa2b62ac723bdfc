"""The transfer over partly used dominoes: beginnings of grids counted by what the rest of a grid can see of them.

Two beginnings are interchangeable if they leave the same numbers, up to an exchange, and have the same partial
solutions: open cells with their numbers, and used dominoes. So many are the states of a program that goes over the
board from cell to cell and counts *grids*, not solutions: how many there are decides whether it fits into a machine.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from experiments.domino.profile import Profile
from solver.polyform import SquareGrid

CHUNK = 100_000
"""Beginnings that are looked at together."""

MOST_NUMBERS = 5
"""Different numbers: more are not needed, and their exchanges would take long."""


@dataclass(frozen=True, slots=True)
class Level:
    """The beginnings of one length."""

    length: int
    beginnings: int
    """All, up to an exchange of the numbers."""
    live: int
    """Those with a partial solution."""
    states: int
    """What the live ones are up to being interchangeable."""


def levels(board: SquareGrid, most_states: int) -> Iterator[Level]:
    """Yield the beginnings by length, as long as there are at most so many states.

    Of the last level, all cells, ``live`` are the solvable grids up to an exchange of the numbers.

    Notes
    -----
    States are told apart by words of 64 bits that look random. Two of a million states have the same word with a
    chance of 3 in a hundred million.

    Examples
    --------
    >>> [(level.live, level.states) for level in levels(SquareGrid(2, 3), 100)]
    [(1, 1), (2, 2), (4, 4), (7, 6), (9, 7), (9, 1)]
    """
    from experiments.domino.kernel import onwards

    profile = Profile.of(board)
    cells, numbers = len(board), len(profile.dominoes)
    orders = _orders(max(numbers, MOST_NUMBERS))
    every = all_beginnings(numbers, cells)
    beginnings, weights = np.zeros(1, np.int64), np.ones(1, np.int64)
    for length in range(cells):
        parts = []
        for start in range(0, len(beginnings), CHUNK):
            chunk = beginnings[start : start + CHUNK]
            reached, words = np.empty((len(chunk) * numbers, 2), np.int64), np.empty(len(chunk) * numbers, np.uint64)
            count = onwards(chunk, length, profile.tables, profile.room, orders, reached, words)
            parts.append(_merged(words[:count], reached[:count, 1], weights[start + reached[:count, 0]]))
        words, beginnings, weights = _merged(*map(np.concatenate, zip(*parts, strict=True)))
        ascending = np.argsort(beginnings)
        beginnings, weights = beginnings[ascending], weights[ascending]
        yield Level(length + 1, every[length], int(weights.sum()), len(beginnings))
        if len(beginnings) > most_states:
            return


def _merged(
    words: NDArray[np.uint64], beginnings: NDArray[np.int64], weights: NDArray[np.int64]
) -> tuple[NDArray[np.uint64], NDArray[np.int64], NDArray[np.int64]]:
    """Keep one beginning of each state, with the weights of all."""
    order = np.argsort(words, kind="stable")
    words = words[order]
    firsts = np.flatnonzero(np.concatenate(([True], words[1:] != words[:-1])))
    return words[firsts], beginnings[order][firsts], np.add.reduceat(weights[order], firsts)


def _orders(most: int) -> NDArray[np.int64]:
    """Return the orders of up to so many things; the last one is repeated where there are fewer."""
    orders = np.zeros((most + 1, math.factorial(most), most), np.int64)
    for things in range(most + 1):
        every = list(permutations(range(things)))
        for at in range(len(orders[things])):
            orders[things, at, :things] = every[min(at, len(every) - 1)]
    return orders


def all_beginnings(numbers: int, cells: int) -> list[int]:
    """Return how many beginnings of each length there are, from one number on, up to an exchange of the numbers."""
    each = cells // numbers
    counts: dict[tuple[int, ...], int] = {(): 1}
    found = []
    for _ in range(cells):
        after: dict[tuple[int, ...], int] = {}
        for used, ways in counts.items():
            for n, times in enumerate(used):
                if times < each:
                    longer = tuple(sorted((*used[:n], times + 1, *used[n + 1 :])))
                    after[longer] = after.get(longer, 0) + ways
            if len(used) < numbers:
                longer = tuple(sorted((1, *used)))
                after[longer] = after.get(longer, 0) + ways
        counts = after
        found.append(sum(counts.values()))
    return found
