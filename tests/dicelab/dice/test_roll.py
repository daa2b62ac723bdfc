"""Rolls: their order, the distinct boards, and the probabilities of faces."""

import itertools
from collections import Counter
from fractions import Fraction
from math import prod

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from dicelab.dice import CATALOGUE, DiceSet, Die, catalogue_set, random_roll, roll_masks, roll_number, rolls
from dicelab.errors import DiceError
from solver.polyform import GENIUS_SQUARE, Puzzle

GRID = Puzzle.parse("3x3/3:I2,O4")


@st.composite
def shared_sets(draw):
    faces = st.lists(st.integers(0, 8), min_size=1, max_size=5)
    dice = draw(st.lists(faces, min_size=3, max_size=3))
    return DiceSet(tuple(Die(tuple(die)) for die in dice), GRID, shared_cells=True)


def enumerated(dice):
    """Roll every combination of faces: how often each board is shown, and how often a cell twice."""
    shown: Counter[frozenset[int]] = Counter()
    for faces in itertools.product(*(die.faces for die in dice.dice)):
        shown[frozenset(faces)] += 1
    boards = {dice.puzzle.grid.mask(cells): times for cells, times in shown.items() if len(cells) == len(dice.dice)}
    return boards, sum(times for cells, times in shown.items() if len(cells) < len(dice.dice))


def test_goralczyks_roll_542():
    # Goralczyk (2024), appendix A.3: the board that his program shows for the number 542.
    shown = ["010000", "000001", "100001", "000110", "000000", "100000"]
    board = {6 * row + column for row in range(6) for column in range(6) if shown[row][column] == "1"}
    dice = catalogue_set("goralczyk")
    assert set(GENIUS_SQUARE.grid.cells(roll_number(dice, 542))) == board
    assert GENIUS_SQUARE.grid.labels(roll_number(dice, 542)) == "A2 B6 C1 C6 D4 D5 F1"
    assert int(roll_masks(dice)[541]) == roll_number(dice, 542)


@pytest.mark.parametrize("name", CATALOGUE)
def test_rolls_of_disjoint_dice_are_distinct_boards(name):
    dice = catalogue_set(name)
    found = rolls(dice)
    assert len(np.unique(found.boards)) == len(found.boards) == found.rolls == dice.roll_count
    assert set(np.bitwise_count(found.boards).tolist()) == {7}
    for die in dice.masks:
        assert (np.bitwise_count(found.boards & np.uint64(die)) == 1).all()
    assert found.collisions == 0
    assert found.rolling_again == 0


@given(shared_sets())
def test_numbers_agree_with_the_list_of_masks(dice):
    masks = roll_masks(dice).tolist()
    assert masks == [roll_number(dice, number) for number in range(1, dice.roll_count + 1)]
    product = itertools.product(*(die.cells for die in dice.dice))
    assert masks == [dice.puzzle.grid.mask(cells) for cells in product]


@pytest.mark.parametrize("number", [-1, 0, 62_209, 10**30])
def test_a_number_beyond_the_rolls_is_refused(number):
    with pytest.raises(DiceError, match=f"roll {number}: the set has rolls 1 to 62,208"):
        roll_number(catalogue_set("default"), number)


@given(shared_sets())
@settings(max_examples=100)
def test_shared_cells_against_all_faces(dice):
    boards, again = enumerated(dice)
    found = rolls(dice)
    assert dict(zip(found.boards.tolist(), found.weights.tolist(), strict=True)) == boards
    assert len(np.unique(found.boards)) == len(found.boards)
    assert found.face_rolls == prod(len(die.faces) for die in dice.dice) == sum(boards.values()) + again
    assert found.rolling_again == pytest.approx(again / found.face_rolls, abs=1e-12)
    distinct = list(itertools.product(*(die.cells for die in dice.dice)))
    assert found.rolls == len(distinct)
    assert found.collisions == sum(len(set(cells)) < 3 for cells in distinct)
    first = list(dict.fromkeys(dice.puzzle.grid.mask(cells) for cells in distinct if len(set(cells)) == 3))
    assert found.boards.tolist() == first


@pytest.mark.parametrize("name", CATALOGUE)
def test_probabilities_sum_to_one(name):
    assert rolls(catalogue_set(name)).probabilities.sum() == pytest.approx(1, abs=1e-9)


def test_the_faces_decide_the_probability_of_a_cell():
    dice = catalogue_set("default")
    found = rolls(dice)
    for die in dice.dice:
        for cell in die.cells:
            on = found.boards >> np.uint64(cell) & np.uint64(1) == 1
            share = Fraction(die.faces.count(cell), len(die.faces))
            assert found.probabilities[on].sum() == pytest.approx(float(share), abs=1e-9)
    cell = GENIUS_SQUARE.grid.cell("A6")
    assert dice.dice[0].faces.count(cell) == 3
    assert found.face_rolls == 6**7


def test_faces_that_repeat_a_cell_make_boards_likelier_not_more():
    default, his = rolls(catalogue_set("default")), rolls(catalogue_set("goralczyk"))
    assert set(default.boards.tolist()) == set(his.boards.tolist())
    assert len(set(his.weights.tolist())) == 1
    # A6 and F1 on three faces each; A5 and F2 on two of six, B6 and E1 on one.
    assert Counter(default.weights.tolist()) == {3.0: 31_104, 6.0: 31_104}


def test_more_rolls_than_are_listed_are_refused():
    puzzle = Puzzle.parse("8x8/16:12*O4")
    dice = DiceSet.of_masks([0b1111 << 4 * n for n in range(16)], puzzle)
    with pytest.raises(DiceError, match="4,294,967,296 rolls"):
        roll_masks(dice)
    assert roll_number(dice, 4**16).bit_count() == 16


@given(shared_sets(), st.integers(0, 2**32))
def test_a_random_roll_is_a_board_of_the_set(dice, seed):
    boards, _ = enumerated(dice)
    if not boards:
        with pytest.raises(DiceError, match=r"every roll shows a cell twice"):
            random_roll(dice, np.random.default_rng(seed))
        return
    mask, times = random_roll(dice, np.random.default_rng(seed))
    assert mask in boards
    assert times >= 1
    assert (mask, times) == random_roll(dice, np.random.default_rng(seed))


def test_dice_fall_as_their_faces_say():
    dice = DiceSet.parse("A1 A1 A1 A2 | B1 A1 | C1", GRID, shared_cells=True)
    generator = np.random.default_rng(0)
    found = Counter(random_roll(dice, generator) for _ in range(4000))
    boards: Counter[str] = Counter()
    for (mask, _), times in found.items():
        boards[GRID.grid.labels(mask)] += times
    # Of the eight rolls of faces three show A1 twice; A1 B1 C1 comes of three, A2 B1 C1 and A1 A2 C1 of one.
    assert set(boards) == {"A1 B1 C1", "A2 B1 C1", "A1 A2 C1"}
    assert boards["A1 B1 C1"] / 4000 == pytest.approx(3 / 5, abs=0.04)
    again = sum(times for (_, rolled), times in found.items() if rolled > 1)
    assert again / 4000 == pytest.approx(rolls(dice).rolling_again, abs=0.04)
    assert rolls(dice).rolling_again == pytest.approx(3 / 8)


def test_dice_that_hardly_ever_agree_are_given_up():
    dice = DiceSet.of_labels(
        [["A1"] * 999 + ["A2"], ["A1"] * 999 + ["A3"], ["A1"] * 999 + ["A4"], ["A5"]],
        Puzzle.parse("2x7/4:5*I2"),
        shared_cells=True,
    )
    with pytest.raises(DiceError, match="in a row"):
        random_roll(dice, np.random.default_rng(0))
