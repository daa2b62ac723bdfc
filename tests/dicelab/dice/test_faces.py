"""Cells on solids with more faces: the same boards, as evenly as the faces allow."""

from collections import Counter
from fractions import Fraction

import pytest
from hypothesis import given, strategies as st

from dicelab.dice import DiceSet, Die, catalogue_set, rolls
from dicelab.dice.dice_set import faces_on, read_faces
from dicelab.errors import DiceError
from solver.polyform import Puzzle

PUZZLE = Puzzle.parse("3x4/3:I1,I2,I3,L3")


@given(st.lists(st.lists(st.integers(0, 11), min_size=1, max_size=5), min_size=3, max_size=3), st.integers(5, 20))
def test_as_evenly_as_the_faces_allow(faces, wanted):
    dice_set = DiceSet(tuple(Die(tuple(some)) for some in faces), PUZZLE, "mine", shared_cells=True)
    physical = faces_on(dice_set, [wanted] * 3)
    assert (physical.name, physical.shared_cells, physical.masks) == ("mine", True, dice_set.masks)
    for die, old in zip(physical.dice, dice_set.dice, strict=True):
        times = Counter(die.faces)
        assert len(die.faces) == wanted
        assert max(times.values()) - min(times.values()) <= 1
        assert die.cells == old.cells


def test_the_retail_dice_as_they_are_sold():
    physical = faces_on(catalogue_set("goralczyk"), [6] * 7)
    sold = catalogue_set("default")
    assert sorted(sorted(Counter(die.faces).values()) for die in physical.dice) == sorted(
        sorted(Counter(die.faces).values()) for die in sold.dice
    )
    assert physical.class_key() == sold.class_key()


def test_a_cell_of_one_die_is_repeated_before_a_shared_one():
    dice_set = DiceSet.parse("A1 A2 A3 | A1 B1 | B2 B3", PUZZLE, shared_cells=True)
    physical = faces_on(dice_set, [4, 3, 2])
    assert physical.format() == "A1 A2 A2 A3 | A1 B1 B1 | B2 B3"
    # 1 of 4 times 1 of 3, where a repeated A1 would give 2 of 4 times 2 of 3.
    assert rolls(physical).rolling_again == pytest.approx(float(Fraction(1, 12)))


@pytest.mark.parametrize(
    ("faces", "message"),
    [([6, 6], "2 numbers of faces for 3 dice"), ([6, 1, 6], "die 2 has 2 cells and would have 1 faces")],
)
def test_what_can_not_be_made(faces, message):
    with pytest.raises(DiceError, match=message):
        faces_on(DiceSet.parse("A1 A2 A3 | A4 B1 | B2 B3", PUZZLE), faces)


@pytest.mark.parametrize("text", ["", "six", "6,", "6 6 6", "-6", "6.0", "1000", "٦"])
def test_what_is_no_number_of_faces(text):
    with pytest.raises(DiceError, match="write a number, or one for each die"):
        read_faces(text, 3)
