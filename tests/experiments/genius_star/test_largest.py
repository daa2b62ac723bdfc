"""The search for always-solvable sets of the Genius Star, and what it found."""

import json

import numpy as np
import pytest
from pysat.solvers import Solver

from dicelab.dice import read_dice_set, rolls
from experiments.genius_star import designing
from experiments.recording import RESULTS
from solver.exact_cover.batches import BatchSolver


@pytest.mark.slow
def test_the_largest_set_is_always_solvable():
    dice_set = read_dice_set(RESULTS / "genius_star" / "largest" / "set.json")
    boards = rolls(dice_set).boards
    assert len(boards) > 165_888
    puzzle = dice_set.puzzle
    assert BatchSolver(puzzle.problem, len(puzzle.pieces)).counts(boards, 1).all()


def test_answers_are_for_their_sizes():
    kept = json.loads((RESULTS / "genius_star" / "largest" / "result.json").read_text(encoding="utf-8"))
    for sizes, answer in kept["answers"].items():
        assert answer["rolls"] == np.prod([int(size) for size in sizes.split(",")])
        if answer["status"] == "found":
            assert sorted(map(len, answer["dice"])) == [int(size) for size in sizes.split(",")]
            assert len({label for die in answer["dice"] for label in die}) == sum(map(len, answer["dice"]))


def test_a_formula_deals_the_cells():
    formula = designing.Formula((1, 1, 2, 2, 3, 3, 4))
    pair = 0b11
    formula.forbid([pair])
    with Solver(designing.SOLVER, bootstrap_with=formula.clauses) as solver:
        assert solver.solve()
        dice = formula.dice(literal for literal in solver.get_model() if literal > 0)
    assert [die.bit_count() for die in dice] == [1, 1, 2, 2, 3, 3, 4]
    assert not any(one & 0b01 and other & 0b10 for one in dice for other in dice if one != other)
    assert sum(1 for die in dice if die & pair) < 2 or any(die & pair == pair for die in dice)
