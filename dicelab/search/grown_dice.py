"""A first always-solvable dice set for a new puzzle: dice that grow face by face while every roll can be solved."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from dicelab.dice import DiceSet
from dicelab.dice.dice_set import Die
from solver.polyform import Puzzle

Masks = NDArray[np.uint64]

FACES = 6
MOST_ROLLS = 20_000
"""A set that has so many rolls does not grow."""
STARTS = 200
"""Random boards, of which one that can be solved is the first roll."""


def grown_dice(puzzle: Puzzle, seed: int = 0, *, faces: int = FACES) -> DiceSet | None:
    """Return dice of which every roll can be solved; nothing if no board among some random ones can be.

    They are neither the largest nor the best: ``evolve`` and ``design`` search for these.

    Parameters
    ----------
    puzzle
        With at least one blocker, on at most 64 cells.
    faces
        Most cells on a die.

    Examples
    --------
    >>> dice = grown_dice(Puzzle.parse("3x3/2:I3,L4"))
    >>> len(dice.dice), dice.roll_count > 1
    (2, True)
    """
    from solver.exact_cover.backends.bitmask import BatchSolver

    puzzle.grid.require_masks()
    solver = BatchSolver(puzzle.problem, len(puzzle.pieces))

    def solvable(boards: Masks) -> NDArray[np.bool_]:
        found: NDArray[np.bool_] = solver.first_solutions(boards)[:, 0] >= 0
        return found

    generator = np.random.default_rng(seed)
    starts = [_random_board(puzzle, generator) for _ in range(STARTS)]
    masks = np.array([sum(1 << cell for cell in cells) for cells in starts], np.uint64)
    good = np.flatnonzero(solvable(masks))
    if not len(good):
        return None
    dice = [[cell] for cell in starts[int(good[0])]]
    free = [cell for cell in puzzle.grid.cells(puzzle.blockable) if [cell] not in dice]
    generator.shuffle(free)
    growing = True
    while growing:
        growing = False
        for number, die in enumerate(dice):
            others = _rolls(dice[:number] + dice[number + 1 :])
            if len(die) == faces or len(others) * (len(die) + 1) > MOST_ROLLS:
                continue
            fitting = [cell for cell in free if not puzzle.regions or _same_region(puzzle, cell, die[0])]
            for cell in fitting:
                if solvable(others | np.uint64(1 << cell)).all():
                    die.append(cell)
                    free.remove(cell)
                    growing = True
                    break
    return DiceSet(tuple(Die(tuple(sorted(die))) for die in dice), puzzle)


def _random_board(puzzle: Puzzle, generator: np.random.Generator) -> list[int]:
    """Draw the cells of a board that the puzzle allows."""
    if puzzle.regions:
        return [int(generator.choice(list(puzzle.grid.cells(region)))) for region in puzzle.regions]
    cells = generator.choice(list(puzzle.grid.cells(puzzle.blockable)), puzzle.blockers, replace=False)
    return [int(cell) for cell in cells]


def _rolls(dice: list[list[int]]) -> Masks:
    rolls = np.zeros(1, np.uint64)
    for die in dice:
        faces = np.array([1 << cell for cell in die], np.uint64)
        rolls = (rolls[:, None] | faces).ravel()
    return rolls


def _same_region(puzzle: Puzzle, one: int, other: int) -> bool:
    return any(region >> one & region >> other & 1 for region in puzzle.regions)
