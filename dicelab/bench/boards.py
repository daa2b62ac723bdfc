"""The boards that all contestants are asked about."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from dicelab.bench.contestant import Task
from solver.exact_cover.backends.bitmask import BatchSolver
from solver.polyform import Puzzle

Masks = NDArray[np.uint64]

DRAWN = 2_000
"""Boards that are drawn at a time."""

TRIES = 50
"""So often, until there are enough without a tiling."""


def draw_boards(
    puzzle: Puzzle, number: int, seed: int, tasks: Sequence[Task], rolls: Masks | None = None
) -> Mapping[Task, tuple[int, ...]]:
    """Draw different boards, for each task.

    Parameters
    ----------
    puzzle
        The boards are its boards.
    number
        How many for each task; fewer where a puzzle has not so many, or they are too rare to be met.
    seed
        Of the choice.
    tasks
        Which ones.
    rolls
        Masks of blockers to choose solvable boards from; from all boards where left out. Boards without a tiling are
        always chosen from all.

    Returns
    -------
    Mapping
        Masks of blockers. Solvable boards, the same for :attr:`Task.FIRST` and :attr:`Task.COUNT`; for
        :attr:`Task.UNSOLVABLE` those of which ``bitmask`` says that they have no tiling, which the contestants confirm
        or refute.

    Raises
    ------
    GridTooLargeError
        If the grid has more than 64 cells.
    """
    puzzle.grid.require_masks()
    solver = BatchSolver(puzzle.problem, len(puzzle.pieces))
    wanted = {solvable: any((task is not Task.UNSOLVABLE) == solvable for task in tasks) for solvable in (True, False)}
    found: dict[bool, dict[int, None]] = {True: {}, False: {}}
    if rolls is not None and wanted[True]:
        chosen = np.random.default_rng([seed, 1]).permutation(rolls)
        _sort(solver, chosen, found)
        found[False].clear()
        wanted[True] = False
    generator = np.random.default_rng([seed, 2])
    for _ in range(TRIES):
        if all(not wanted[kind] or len(found[kind]) >= number for kind in (True, False)):
            break
        drawn: dict[bool, dict[int, None]] = {True: {}, False: {}}
        _sort(solver, _random_boards(puzzle, generator), drawn)
        for kind in (True, False):
            if wanted[kind]:
                found[kind].update(drawn[kind])
    return {task: tuple(found[task is not Task.UNSOLVABLE])[:number] for task in tasks}


def _random_boards(puzzle: Puzzle, generator: np.random.Generator) -> Masks:
    """Draw boards, each with the same probability."""
    order = generator.random((DRAWN, len(puzzle.grid))).argsort(axis=1, kind="stable")[:, : puzzle.blockers]
    masks: Masks = np.bitwise_or.reduce(np.uint64(1) << order.astype(np.uint64), axis=1, initial=np.uint64(0))
    return masks


def _sort(solver: BatchSolver, masks: Masks, found: dict[bool, dict[int, None]]) -> None:
    for start in range(0, len(masks), DRAWN):
        some = masks[start : start + DRAWN]
        solvable = solver.first_solutions(some)[:, 0] >= 0
        for mask, kind in zip(some.tolist(), solvable.tolist(), strict=True):
            found[kind].setdefault(mask)
