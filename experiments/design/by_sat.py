"""The formula of `dicelab design`, put to CaDiCaL in place of CP-SAT: boards are added as its sets roll them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from pysat.solvers import Solver

from dicelab.search.design import Constraints
from dicelab.search.design.constraints import Dice
from dicelab.search.design.portfolio import model_of, some_orbits
from dicelab.search.design.values import Cut
from dicelab.search.tables import forbidden_boards
from solver.polyform import images

SOLVER = "cadical195"


@dataclass(frozen=True, slots=True)
class Solved:
    """A set, or what refutes that there is one: a board of each orbit added, and other cuts."""

    dice: Dice | None
    boards: list[int]
    cuts: list[Cut]
    rounds: int


def solve(constraints: Constraints, sweeps: int) -> Solved:
    """Find a set that meets the constraints, or refute that there is one."""
    puzzle = constraints.puzzle
    model = model_of(constraints, (), (), sweeps=sweeps)
    forbidden = forbidden_boards(puzzle, constraints.min_tilings)
    boards: list[int] = []
    rounds = given = 0
    with Solver(SOLVER) as solver:
        while True:
            for clause in model.formula.clauses[given:]:
                solver.add_clause(clause)
            given = len(model.formula.clauses)
            rounds += 1
            if not solver.solve():
                return Solved(None, boards, model.refined, rounds)
            dice = model.dice(literal for literal in solver.get_model() if literal > 0)
            refined = model.refine(dice)
            rolled = forbidden.rolled_boards(np.array(dice, np.uint64))
            if not len(rolled) and not refined:
                return Solved(dice, boards, model.refined, rounds)
            if len(rolled):
                new = some_orbits(rolled, puzzle)
                boards += new.tolist()
                model.forbid(np.unique(images(new, puzzle.grid)).tolist())
