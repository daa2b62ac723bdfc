"""Objectives that compare the rolls of two sets, held to a slow look at every pair of rolls."""

from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings

from dicelab.dice import DiceSet
from dicelab.errors import DiceError
from dicelab.score.objectives import Subject, parse_objective
from dicelab.score.objectives.comparison import spare_die, with_spare
from dicelab.score.tables import subject_of
from tests.dicelab.score.objectives.sets import PUZZLE, SQUARE, count, look, sets, thrown


def wins(ours, theirs):
    """The share of pairs of rolls in which ours has fewer tilings; equal numbers count half."""
    won = sum((one < other) + Fraction(one == other, 2) for one in ours for other in theirs)
    return float(won / (len(ours) * len(theirs)))


def value(label, found):
    return parse_objective(label, found.dice_set.puzzle).of(found)


@given(sets(), sets())
@settings(max_examples=25)
def test_the_chance_is_that_of_all_pairs_of_rolls(dice_set, other):
    found, once, fallen = look(dice_set)
    _, others_once, others_fallen = look(other)
    assert value(f"harder={other.format()}", found) == wins(once, others_once)
    assert value(f"face-harder={other.format()}", found) == wins(fallen, others_fallen)


def test_large_numbers_of_tilings_are_compared_exactly():
    dice = DiceSet.parse("A1 A2 | B1 | C1", PUZZLE)
    tilings = np.array([1 << 40, (1 << 40) + 1], np.uint64)
    found = Subject(dice, tilings, look_up=lambda boards: np.full(len(boards), 1 << 40, np.uint64))
    assert value("harder=A3 | B3 | C3", found) == 0.25


@given(sets(shared=False, most=2))
@settings(max_examples=15)
def test_the_spare_die_is_the_best_of_all_dice(dice_set):
    found, once, _ = look(DiceSet.of_masks(dice_set.masks, PUZZLE))
    for size in (1, 2):
        chances = [0.0]
        for die in range(len(dice_set.dice)):
            others = [one for place, one in enumerate(dice_set.masks) if place != die]
            for cells in combinations(PUZZLE.grid.cells(PUZZLE.grid.full & ~sum(others)), size):
                masks = [PUZZLE.grid.mask(cells) if place == die else one for place, one in enumerate(dice_set.masks)]
                rolled = [count(board) for board in thrown(DiceSet.of_masks(masks, PUZZLE))]
                chances.append(wins(rolled, once) if all(rolled) else 0.0)
        assert value(f"spare={size}", found) == pytest.approx(max(chances), abs=1e-12)
        best = spare_die(found, size)
        if best:
            spared, rolled, _ = look(with_spare(found.dice_set, best))
            assert min(rolled) > 0
            assert len(best.cells) == size
            assert wins(rolled, once) == pytest.approx(best.chance, abs=1e-12)
            assert [a for a, b in zip(spared.dice_set.dice, found.dice_set.dice, strict=True) if a != b] in (
                [],
                [spared.dice_set.dice[best.die]],
            )


def test_what_can_not_be_compared_is_refused():
    shared = DiceSet.parse("A1 A2 | A2 B1 | C1", PUZZLE, shared_cells=True)
    with pytest.raises(DiceError, match="share no cell"):
        value("spare=2", look(shared)[0])
    plain = subject_of(tuple(DiceSet.parse("A1 | B1 | C1", SQUARE).masks), SQUARE, tilings=False)
    with pytest.raises(DiceError, match="can't be counted here"):
        value("harder=A2 | B2 | C2", plain)
    with pytest.raises(DiceError, match="write 1 to 16, such as 6"):
        parse_objective("spare=17", SQUARE)
