"""The difference of two sets: faces by die, and the boards that only one of them rolls."""

import itertools

import pytest

import dicelab
from dicelab.errors import DiceError

PUZZLE = "2x3/2:O4"


def boards(dice):
    return {frozenset(roll) for roll in itertools.product(*dice.labels()) if len(set(roll)) == 2}


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("A1 A2 | B1 B3", "A1 A3 | B1 B3"),
        ("A1 A2 | B1 B3", "A1 A2 | A2 B3"),
        ("A1 A1 A2 | B1", "A2 A1 A1 | B1 B2"),
        ("A1 | B1", "A3 | B3"),
    ],
)
def test_rolls_are_lost_and_gained_as_the_products_of_the_faces_say(before, after):
    difference = dicelab.diff(before, after, PUZZLE)
    one, other = (dicelab.load(text, PUZZLE, shared_cells=True) for text in (before, after))
    grid = one.puzzle.grid

    def labels(masks):
        return {frozenset(grid.labels(mask).split()) for mask in masks.tolist()}

    assert labels(difference.lost) == boards(one) - boards(other)
    assert labels(difference.gained) == boards(other) - boards(one)
    # On 2×3 only the columns at the ends leave a square for the piece.
    failing = boards(other) - boards(one) - {frozenset({"A1", "B1"}), frozenset({"A3", "B3"})}
    assert labels(difference.unsolvable) == failing
    assert difference.exit_status == (4 if failing else 0)


def test_the_order_of_faces_is_no_difference():
    assert dicelab.diff("A1 A1 A2 | B1", "A2 A1 A1 | B1", PUZZLE).changes == []
    found = dicelab.diff("A1 A1 A2 | B1", "A2 A1 A3 | B1 B2", PUZZLE)
    assert [change["to"] for change in found.to_json()["changes"]] == ["A3", "B2"]
    assert "Die 2, face 2: B2 is new." in str(found)
    assert "Die 2, face 2: B2 is gone." in str(dicelab.diff("A1 | B1 B2", "A1 | B1", PUZZLE))


def test_the_same_dice_in_another_order_roll_the_same():
    difference = dicelab.diff("default", "goralczyk")
    assert len(difference.changes) == 36
    assert (len(difference.lost), len(difference.gained), len(difference.kept)) == (0, 0, 62_208)


def test_sets_of_two_puzzles_are_not_compared():
    with pytest.raises(DiceError, match="compare sets of one puzzle"):
        dicelab.diff("default", "genius-star")
