"""The searches of this experiment: each a task that any process can do, and that depends on nothing else."""

from __future__ import annotations

import numpy as np

from dicelab.dice import DiceSet
from dicelab.score.forbidden import masks_of
from dicelab.score.objectives import Subject, parse_objective
from dicelab.score.tables import forbidden_boards, roll_tilings
from dicelab.search.evolve.candidates import random_genome
from dicelab.search.symmetric import PATIENCE, SymmetricWalk, symmetric_start
from dicelab.search.tabu import CellTrades, tabu_search
from experiments.design.annealing import anneal
from solver.polyform import GENIUS_SQUARE
from solver.polyform.symmetry import Masks

GRID = GENIUS_SQUARE.grid
STEPS, SYMMETRIC_STEPS = 3000, 400

Sizes = tuple[int, ...]
Dice = tuple[int, ...]

BestWorst = tuple[Sizes, int, int | None, int]
"""Sizes, fewest tilings wanted, number of a symmetry of the grid or none, seed."""

Spread = tuple[Sizes, str, int, int]
"""Sizes, objective, sets to measure, seed."""


def dealt(sizes: Sizes, generator: np.random.Generator) -> Masks:
    """Deal the cells at random."""
    return masks_of(random_genome(sizes, len(GRID), generator)[None], len(sizes))[0]


def best_worst(task: BestWorst) -> tuple[BestWorst, int, Dice]:
    """Look for a set whose rolls have enough tilings; return how many of its rolls have not, and its dice."""
    sizes, fewest, symmetry, seed = task
    generator = np.random.default_rng((seed, fewest))
    forbidden = forbidden_boards(GENIUS_SQUARE, fewest)
    if symmetry is None:
        reached = tabu_search(CellTrades(forbidden, dealt(sizes, generator)), generator, steps=STEPS)
    else:
        start = symmetric_start(sizes, GRID.symmetries[symmetry], generator)
        if start is None:
            return task, -1, ()
        reached = tabu_search(
            SymmetricWalk(forbidden, GRID.symmetries[symmetry], start),
            generator,
            steps=SYMMETRIC_STEPS,
            patience=PATIENCE,
        )
    return task, reached.rolled, tuple(reached.best.tolist())


def spread(task: Spread) -> tuple[Spread, float, Dice]:
    """Look for an always-solvable set with much or little of an objective; return the value and the dice."""
    sizes, label, measured, seed = task
    generator = np.random.default_rng((seed, len(label)))
    objective = parse_objective(label, GENIUS_SQUARE)
    sign = -1 if objective.better == "more" else 1
    forbidden, look_up = forbidden_boards(GENIUS_SQUARE, 1), roll_tilings(GENIUS_SQUARE)

    def value(dice: Masks) -> float:
        return objective.of(Subject(DiceSet.of_masks(dice.tolist()), look_up.of(dice)))

    start = tabu_search(CellTrades(forbidden, dealt(sizes, generator)), generator, steps=STEPS)
    if start.rolled:
        return task, float("nan"), ()
    found = anneal(forbidden, lambda dice: sign * value(dice), start.best, generator, steps=measured)
    return task, value(found.dice), tuple(found.dice.tolist())
