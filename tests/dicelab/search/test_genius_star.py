"""The Genius Star: all its boards, and the tilings of all its rolls, each by two programs."""

import hashlib
from dataclasses import replace

import numpy as np
import pytest

from dicelab.dice import rolls
from dicelab.dice.catalogue import puzzle_dice
from solver.census import BoardCounts, is_quick
from solver.census.grand_total import grand_total
from solver.exact_cover.batches import BatchSolver
from solver.polyform import Puzzle
from solver.polyform.puzzle_catalogue import catalogue_file
from solver.polyform.symmetry import burnside
from solver.runs import jit

pytestmark = pytest.mark.skipif(not jit.available(), reason="takes long without compiled code")

STAR = Puzzle.parse("genius-star")
TILINGS = 645_287_496
"""Of all rolls of the dice of the box."""


def test_its_boards_and_orbits():
    assert STAR.boards == 73_629_072
    assert burnside(STAR.grid, STAR.blockers) == 6_140_978
    assert not is_quick(STAR)


@pytest.mark.slow
def test_the_tilings_of_all_boards():
    # The monomino may trade places with each of seven blockers.
    total = grand_total(STAR)
    assert total == 427_800_993_024
    assert total % 8 == 0


@pytest.mark.slow
def test_the_tilings_of_all_rolls():
    dice = puzzle_dice(catalogue_file("genius-star"))
    boards = rolls(dice).boards
    assert len(boards) == 165_888
    tilings = BoardCounts(STAR, jobs=2).tilings(boards)
    assert (int(tilings.sum()), int(tilings.min()), int(tilings.max())) == (TILINGS, 3, 30_583)
    assert hashlib.sha256(tilings.astype("<u8").tobytes()).hexdigest()[:16] == "59ed4bad00cf5580"
    # A program that shares no code: each die has a blocker of its own.
    regions = tuple(STAR.grid.mask(set(die.faces)) for die in dice.dice)
    assert grand_total(replace(STAR, regions=regions)) == TILINGS
    # The same boards one by one, not one for each orbit.
    some = np.random.default_rng(5).choice(len(boards), 500, replace=False)
    assert (BatchSolver(STAR.problem, len(STAR.pieces)).counts(boards[some]) == tilings[some]).all()


@pytest.mark.slow
def test_the_boards_that_can_be_tiled(star_census):
    assert int(star_census.orbits.sizes[star_census.solvable_orbits].sum()) == 51_837_678
