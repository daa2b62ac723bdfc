"""Annealing stays among the sets that roll no forbidden board, and finds small measures."""

import itertools

import numpy as np
import pytest

from dicelab.dice import DiceSet, catalogue_set, roll_masks
from dicelab.errors import DiceError
from dicelab.score.forbidden import ForbiddenBoards
from dicelab.score.tables import RollTilings
from experiments.design.annealing import anneal
from solver.census import Census, Content
from solver.polyform import GENIUS_SQUARE, Puzzle


def test_the_spread_of_an_always_solvable_set_gets_smaller(census, tilings):
    look_up = RollTilings(tilings)
    forbidden = ForbiddenBoards(GENIUS_SQUARE, census.unsolvable_boards)
    start = np.array(catalogue_set("theorem-5.3").masks, np.uint64)

    def variation(dice):
        counts = look_up.of(dice)
        return float(counts.std() / counts.mean())

    ends = [anneal(forbidden, variation, start, np.random.default_rng(7), steps=300) for _ in range(2)]
    assert ends[0].dice.tolist() == ends[1].dice.tolist()
    assert ends[0].value == variation(ends[0].dice) < variation(start) - 0.1
    assert census.is_solvable(roll_masks(DiceSet.of_masks(ends[0].dice.tolist()))).all()


def test_the_best_of_a_small_puzzle_is_found():
    puzzle = Puzzle.parse("2x4/2:3*I2")
    # The unsolvable boards leave no two sets a swap apart: one board alone does.
    forbidden = ForbiddenBoards(puzzle, np.array([0b11], np.uint64))

    def measure(dice):
        # How far the cells of the first die are from the first column.
        return float(sum(cell % 4 for cell in puzzle.grid.cells(int(dice[0]))))

    best = min(
        measure(np.array(masks, np.uint64))
        for chosen in itertools.combinations(range(8), 4)
        for masks in [[sum(1 << cell for cell in chosen), 255 ^ sum(1 << cell for cell in chosen)]]
        if not forbidden.rolled(np.array([masks], np.uint64))[0]
    )
    start = np.array([0b00001111, 0b11110000], np.uint64)
    found = anneal(forbidden, measure, start, np.random.default_rng(0), steps=200)
    assert found.value == measure(found.dice) == best < measure(start)
    assert found.measured == 201


def test_where_no_swap_is_allowed_only_the_start_is_measured():
    puzzle = Puzzle.parse("1x2/1:I1")
    found = anneal(
        ForbiddenBoards(puzzle, np.zeros(0, np.uint64)),
        lambda _: 1.0,
        np.array([3], np.uint64),
        np.random.default_rng(0),
        steps=9,
    )
    assert (found.dice.tolist(), found.value, found.measured) == ([3], 1.0, 1)


def test_a_start_that_rolls_a_forbidden_board_is_refused():
    puzzle = Puzzle.parse("2x4/2:3*I2")
    forbidden = ForbiddenBoards(puzzle, Census.load(puzzle, Content.SOLVABILITY).unsolvable_boards)
    with pytest.raises(DiceError, match="rolls a forbidden board"):
        anneal(forbidden, lambda _: 0.0, np.array([0b1111, 0b11110000], np.uint64), np.random.default_rng(0), steps=5)
