"""A first always-solvable dice set for a new puzzle: dice that grow face by face while every roll can be solved."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from dicelab.dice import DiceSet
from dicelab.dice.dice_set import Die
from solver.polyform import Puzzle

Masks = NDArray[np.uint64]

FACES = 6
MOST_ROLLS = 10_000
"""A set with this many rolls grows no further."""
STARTS, GROWN = 200, 20
"""Random boards, and how many sets are grown from those among them that can be solved; the best is returned."""
FEW = 64
"""Boards that are asked about before all."""
MOST_SEARCHED = 40_000
"""Boards looked at after which no other set is begun."""


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
    from solver.exact_cover.batches import BatchSolver

    puzzle.grid.require_masks()
    solver = BatchSolver(puzzle.problem, len(puzzle.pieces))
    searched = 0

    def solvable(boards: Masks) -> NDArray[np.bool_]:
        nonlocal searched
        searched += len(boards)
        found: NDArray[np.bool_] = solver.first_solutions(boards)[:, 0] >= 0
        return found

    generator = np.random.default_rng(seed)
    starts = [_random_board(puzzle, generator) for _ in range(STARTS)]
    masks = np.array([sum(1 << cell for cell in cells) for cells in starts], np.uint64)
    best: list[list[int]] = []
    for place in np.flatnonzero(solvable(masks))[:GROWN].tolist():
        dice = _grown(puzzle, starts[place], solvable, generator, faces)
        best = max(best, dice, key=_worth)
        if searched > MOST_SEARCHED or min(map(len, best)) == faces:
            break
    return DiceSet(tuple(Die(tuple(sorted(die))) for die in best), puzzle) if best else None


def _worth(dice: list[list[int]]) -> tuple[int, int]:
    """Return the rank of a set: the size of its smallest die, then its rolls; a die of one cell is useless."""
    return min(map(len, dice), default=0), math.prod(map(len, dice))


def _grown(
    puzzle: Puzzle,
    start: list[int],
    solvable: Callable[[Masks], NDArray[np.bool_]],
    generator: np.random.Generator,
    faces: int,
) -> list[list[int]]:
    """Add cells to dice in turn, until no further cell fits."""
    dice = [[cell] for cell in start]
    free = [cell for cell in puzzle.grid.cells(puzzle.blockable) if cell not in start]
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
                if _all(others | np.uint64(1 << cell), solvable):
                    die.append(cell)
                    free.remove(cell)
                    growing = True
                    break
    return dice


def _all(boards: Masks, solvable: Callable[[Masks], NDArray[np.bool_]]) -> bool:
    """Tell whether all boards can be solved; where one can't, a few boards mostly tell it."""
    return bool(solvable(boards[:: len(boards) // FEW + 1]).all()) and bool(solvable(boards).all())


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
