"""All grids of a small board, and how many solutions each has: the open questions of the paper, answered exactly.

An exchange of the numbers changes no count, so only those grids are met in which the numbers occur for the first time
in ascending order; each stands for (n+1)! of them. A grid gets its numbers cell by cell, and beside it all its partial
solutions are kept: the cells that are open, which wait for a partner further on, and the dominoes that are used. Grids
that begin alike share that work, and where no partial solution is left, what begins so is not met at all.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from experiments.domino.profile import Profile
from solver.domino import count_layouts, require_order
from solver.errors import InputError
from solver.polyform import SquareGrid, cycles
from solver.runs import Runner, threads

MOST_CELLS = 20
"""Most cells of a board whose grids are enumerated; those of 30 cells have 20 million times as many."""

_BEGINNING = 6
"""How many numbers the grids of one task have in common."""

_Counted = tuple[int, NDArray[np.int64], NDArray[np.int64]]
"""The number of the task; the grids with each number of solutions above 0; the first grid with most, and how many."""


@dataclass(frozen=True, slots=True)
class SolutionTable:
    """How many grids of a board have how many solutions; a *class* are grids that differ by an exchange of numbers."""

    board: SquareGrid
    order: int
    """The board, and the order of the set of dominoes."""
    layouts: int
    """How many layouts the board has."""
    classes: tuple[tuple[int, int], ...]
    """Pairs ``(k, classes of grids with k solutions)``, ascending, without empty ones."""
    example: tuple[int, ...]
    """The numbers of a grid with most solutions."""

    @property
    def grids(self) -> tuple[tuple[int, int], ...]:
        """Pairs ``(k, grids with k solutions)``."""
        return tuple((k, number * math.factorial(self.order + 1)) for k, number in self.classes)

    @property
    def most(self) -> int:
        """The largest number of solutions."""
        return self.classes[-1][0]


def solution_table(board: SquareGrid, runner: Runner | None = None) -> SolutionTable:
    """Count the solutions of every grid of a board.

    Parameters
    ----------
    board
        Of 2, 6, 12 or 20 cells: order 0 to 3.
    runner
        Does the parts, by default one after the other; threads are enough. The result does not depend on it.

    Examples
    --------
    >>> table = solution_table(SquareGrid(2, 3))
    >>> table.grids, table.example
    (((0, 2), (1, 4), (2, 10), (3, 4)), (0, 0, 1, 0, 1, 1))
    """
    order = require_order(board)
    if len(board) > MOST_CELLS:
        raise InputError(f"{len(board)} cells: the grids of boards of 2, 6, 12 or 20 cells are enumerated, not others")
    profile, layouts = Profile.of(board), count_layouts(board)
    if not layouts:
        raise InputError(f"no dominoes cover the board {board.format()}: leave out other cells")
    beginnings = _beginnings(order, min(_BEGINNING, len(board)))
    parts = (runner or threads(1))(partial(_search, profile), enumerate(beginnings))
    _, grids, bests = zip(*sorted(parts, key=lambda part: part[0]), strict=True)
    classes = np.sum(grids, axis=0)
    best = max(bests, key=lambda found: int(found[-1]))
    every = math.factorial(len(board)) // math.factorial(order + 2) ** (order + 1) // math.factorial(order + 1)
    classes[0] = every - classes.sum()
    example = np.empty(len(board), np.int64)
    example[list(profile.walk.cells)] = best[:-1]
    return SolutionTable(
        board,
        order,
        layouts,
        tuple((k, number) for k, number in enumerate(classes.tolist()) if number),
        tuple(example.tolist()),
    )


def up_to_symmetry(table: SolutionTable) -> tuple[tuple[int, int], ...]:
    """Count grids as one also if a rotation or reflection of the board leads from one to the other.

    Returns
    -------
    tuple
        Pairs ``(k, orbits of grids with k solutions)``, ascending, without empty ones.

    Notes
    -----
    Burnside's lemma: for each symmetry and exchange of the numbers those grids are listed that both do the same to.
    Exchanges with cycles of the same lengths have equally many.

    Examples
    --------
    >>> up_to_symmetry(solution_table(SquareGrid(2, 3)))
    ((0, 1), (1, 1), (2, 2), (3, 1))
    """
    profile, order = Profile.of(table.board), table.order
    kept = Counter(dict(table.grids))
    exchanges: dict[tuple[int, ...], list[tuple[int, ...]]] = {}
    for exchange in permutations(range(order + 1)):
        exchanges.setdefault(tuple(sorted(map(len, cycles(exchange)))), []).append(exchange)
    symmetries = table.board.symmetries
    for turn in symmetries[1:]:
        for alike in exchanges.values():
            for k, grids in Counter(profile.counts(_invariant(order, turn, alike[0])).tolist()).items():
                kept[k] += grids * len(alike)
    return tuple((k, kept[k] // (len(symmetries) * math.factorial(order + 1))) for k in sorted(kept))


def _invariant(order: int, turn: tuple[int, ...], exchange: tuple[int, ...]) -> NDArray[np.uint8]:
    """Return the grids that become the same by a turn of the board as by an exchange of the numbers."""
    grids = np.zeros((1, len(turn)), np.uint8)
    left = np.full((1, order + 1), order + 2)
    for cycle in cycles(turn):
        longer = []
        for number in range(order + 1):
            numbers = [number]
            for _ in cycle[1:]:
                numbers.append(exchange[numbers[-1]])
            if exchange[numbers[-1]] == number:
                after = left - np.bincount(numbers, minlength=order + 1)
                possible = (after >= 0).all(axis=1)
                extended = grids[possible]
                extended[:, cycle] = numbers
                longer.append((extended, after[possible]))
        grids = np.concatenate([extended for extended, _ in longer] or [grids[:0]])
        left = np.concatenate([after for _, after in longer] or [left[:0]])
    return grids


def _search(profile: Profile, task: tuple[int, tuple[int, ...]]) -> _Counted:
    """Count the solutions of all grids with a beginning."""
    from experiments.domino.kernel import walk

    index, beginning = task
    grids = np.zeros(profile.room + 1, np.int64)
    best = np.zeros(len(profile.back) + 1, np.int64)
    walk(np.array(beginning), profile.tables, grids, best)
    return index, grids, best


def _beginnings(order: int, length: int) -> list[tuple[int, ...]]:
    """Return the first numbers of all grids, ascending."""
    found: list[tuple[int, ...]] = [()]
    for _ in range(length):
        found = [longer for numbers in found for longer in _longer(order, numbers)]
    return found


def _longer(order: int, numbers: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Yield the first numbers with one more: one that is left, the smallest of those that have not occurred."""
    for number in range(min(max(numbers, default=-1) + 1, order) + 1):
        if numbers.count(number) < order + 2:
            yield (*numbers, number)
