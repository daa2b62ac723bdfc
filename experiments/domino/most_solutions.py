"""Grids with many solutions: built of strips of two lines, and found by annealing."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import numpy as np
from numpy.typing import NDArray

from experiments.domino.profile import Profile
from solver.domino import Domino, DominoBatch, DominoGrid, GridSampler, usual_board
from solver.polyform import SquareGrid

TRIED = 32
"""Neighbours of a grid that are counted at a time."""

SEEN = 64
"""Solutions of a grid whose dominoes are exchanged."""

HOT, COLD = 0.3, 0.02
"""Temperatures at first and at last: what the logarithm of the number of solutions may fall by."""

Task = tuple[int, int, int, int]
"""Order, steps, seed, number of the run."""


def chain(order: int) -> Iterator[Domino]:
    """Yield all dominoes so that each shares a number with the next: 0-0, 0-n, ..., 0-1, 1-1, 1-n, ..., 1-2, ..."""
    for low in range(order + 1):
        yield low, low
        yield from ((low, high) for high in range(order, low, -1))


def strips(board: SquareGrid, order: int) -> DominoGrid:
    """Return the grid with the chain across strips of two lines; the number that two neighbours share lies crosswise.

    Where two cells of a 2×2 square that lie crosswise have the same number, the dominoes on it can be turned: they stay
    the same two. By such turns every layout of a strip comes from every other, so all of them are solutions.
    """
    index = board.index
    if board.rows % 2 == 0:
        across = [(index[r, c], index[r + 1, c]) for r in range(0, board.rows, 2) for c in range(board.columns)]
    else:
        across = [(index[r, c], index[r, c + 1]) for c in range(0, board.columns, 2) for r in range(board.rows)]
    numbers = [0] * len(board)
    first, second = 0, 0
    for (one, other), domino in zip(across, chain(order), strict=True):
        if second in domino:
            first, second = second, sum(domino) - second
        else:
            first, second = sum(domino) - first, first
        numbers[one], numbers[other] = first, second
    return DominoGrid(board, tuple(numbers))


def strip_bound(order: int) -> int:
    """Return how many solutions the strips of the usual board have by themselves: a Fibonacci number for each."""
    length = order + 2 if order % 2 else order + 1
    before, layouts = 1, 1
    for _ in range(length - 1):
        before, layouts = layouts, before + layouts
    return layouts ** ((order + 1) * (order + 2) // (2 * length))


def crosswise(grid: DominoGrid) -> tuple[int, int]:
    """Return how many of the 2×2 squares of a rectangle have equal numbers crosswise, and how many there are."""
    rows = np.array(grid.numbers).reshape(grid.board.rows, grid.board.columns)
    equal = (rows[1:, 1:] == rows[:-1, :-1]) | (rows[1:, :-1] == rows[:-1, 1:])
    return int(equal.sum()), equal.size


def anneal(task: Task) -> tuple[int, int, DominoGrid]:
    """Exchange dominoes in solutions, or turn one round, for ever more solutions; return run, number and grid.

    A neighbour of a grid is made from one of its solutions, so it has a solution too.
    """
    order, steps, seed, run = task
    rng = np.random.default_rng([seed, order, run])
    board = usual_board(order)
    counter = _counter(order)
    grid = GridSampler(board).planted(rng, 1)[0][0]
    solutions = int(counter.counts(grid[None])[0])
    most, best = solutions, grid
    known = _solutions(order, grid)
    for step in range(steps):
        near = _neighbours(rng, grid, known)
        counts = counter.counts(near)
        chosen = int(counts.argmax())
        temperature = HOT * (COLD / HOT) ** (step / steps)
        if counts[chosen] >= solutions or rng.random() < (counts[chosen] / solutions) ** (1 / temperature):
            grid, solutions = near[chosen], int(counts[chosen])
            known = _solutions(order, grid)
            if solutions > most:
                most, best = solutions, grid
    return run, most, DominoGrid(board, tuple(best.tolist()))


def _neighbours(rng: np.random.Generator, grid: NDArray[np.uint8], known: NDArray[np.int16]) -> NDArray[np.uint8]:
    """Return grids in which two dominoes of a solution are exchanged; if they are the same one, it is turned round."""
    partners = known[rng.integers(len(known), size=TRIED)]
    tried = np.arange(TRIED)
    one, two = rng.integers(len(grid), size=(2, TRIED))
    other, beside = partners[tried, one], partners[tried, two]
    same = (two == one) | (two == other)
    two, beside = np.where(same, other, two), np.where(same, one, beside)
    near = np.repeat(grid[None], TRIED, axis=0)
    for to, source in ((one, two), (other, beside), (two, one), (beside, other)):
        near[tried, to] = grid[source]
    return near


def _solutions(order: int, grid: NDArray[np.uint8]) -> NDArray[np.int16]:
    counts, partners = _batch(order).first_solutions(grid[None], SEEN)
    return partners[0, : counts[0]]


@cache
def _counter(order: int) -> Profile:
    return Profile.of(usual_board(order))


@cache
def _batch(order: int) -> DominoBatch:
    return DominoBatch(usual_board(order))
