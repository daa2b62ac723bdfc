"""The dice of puzzles: listed in their files, or one for each region; their texts with labels of any kind."""

import json

import numpy as np
import pytest
from hypothesis import given, strategies as st

import dicelab
from dicelab.dice import DiceSet, catalogue_set, parse_dice_set, read_dice_set
from dicelab.dice.sources import dice_set_of
from dicelab.errors import DiceError
from dicelab.render.dice import export_dice_set
from solver.errors import InputError
from solver.exact_cover.batches import BatchSolver
from solver.polyform import Puzzle
from solver.polyform.orbits import MOST_BOARDS
from tests.strategies import puzzles

CALENDAR = Puzzle.parse("1x6=JAN,FEB,1..4/2:2*I2;regions=1-2,3-6")
FIELDS = {
    "schema": "dicelab/puzzle/2",
    "grid": ["......"],
    "labels": ["JAN FEB 1..4"],
    "regions": [{"name": "month", "cells": ["JAN", "FEB"]}, {"name": "day", "cells": ["1..4"]}],
    "pieces": ["2*I2"],
    "variants": {"long": {"instead_of": ["2*I2"], "use": ["I4"]}},
}


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "dates.json"
    path.write_text(json.dumps(FIELDS, indent=1), encoding="utf-8")
    return path


def refused(path, **fields):
    path.write_text(json.dumps(FIELDS | fields, indent=1), encoding="utf-8")
    with pytest.raises((DiceError, InputError)) as caught:
        read_dice_set(path)
    assert "\n" not in str(caught.value)
    return str(caught.value).removeprefix(f"{path}: ")


def test_a_calendar_s_dice_are_its_regions(file):
    dice = dice_set_of(str(file))
    assert dice.labels() == [["JAN", "FEB"], ["1", "2", "3", "4"]]
    assert (dice.name, dice.puzzle, dice.roll_count) == ("dates", CALENDAR, CALENDAR.allowed_boards)


def test_a_variant_has_the_same_dice(file):
    dice = dice_set_of(f"{file}#long")
    assert dice.labels() == dice_set_of(str(file)).labels()
    assert (dice.name, dice.puzzle.format()) == ("dates#long", "1x6=JAN,FEB,1..4/2:I4;regions=1-2,3-6")


def test_the_genius_star_s_dice_in_the_catalogue():
    dice = dice_set_of("genius-star")
    assert dice.sizes == (6, 6, 3, 3, 8, 8, 8)
    assert dice.roll_count == 165_888
    assert sum(dice.sizes) == 42
    golden = dice_set_of("genius-star#golden-star")
    assert golden.labels() == dice.labels()
    assert golden.puzzle != dice.puzzle


def test_the_genius_square_s_dice_in_the_catalogue_are_those_of_the_set():
    assert dice_set_of("genius-square") == catalogue_set("default")


# Puzzles with more boards than a census holds, and the rolls of their dice.
LARGE = {"chessboard": 16_777_216, "honeycomb": 1_679_616, "snowflake": 10_077_696}


@pytest.mark.parametrize("name", LARGE)
def test_rolls_of_the_dice_of_large_puzzles_have_tilings(name):
    dice = dice_set_of(name)
    assert dice.roll_count == LARGE[name]
    assert dice.puzzle.boards > MOST_BOARDS
    generator = np.random.default_rng(0)
    drawn = [generator.choice([1 << cell for cell in die.cells], 3_000).astype(np.uint64) for die in dice.dice]
    boards = np.bitwise_or.reduce(drawn)
    assert (BatchSolver(dice.puzzle.problem, len(dice.puzzle.pieces)).counts(boards, 1) > 0).all()


@pytest.mark.slow
def test_every_roll_of_the_dice_of_a_large_puzzle_has_a_tiling():
    # Those of the others take a minute.
    assert dicelab.verify("honeycomb").always_solvable


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"dice": [["JAN"], ["1", "MAY"]]}, ", dice[1][1]: die 2: 'MAY' is not a cell"),
        ({"dice": [["JAN"], []]}, ", dice[1]: die 2 has 0 faces"),
        ({"dice": [["JAN"]]}, ", dice: 1 die for 2 blockers"),
        ({"dice": [["JAN", 1], [2]]}, ", dice: die 1 shows JAN and 1, of different regions"),
        ({"dice": [["JAN"], ["FEB"]]}, ", dice: die 1 and die 2 show cells of one region"),
        (
            {"regions": [], "blockers": 2, "always_free": ["FEB"], "dice": [["JAN", "FEB"], [1]]},
            ", dice: die 1 shows FEB, which may not be blocked",
        ),
        ({"regions": [], "blockers": 2}, 'has no dice and no regions: add "dice"'),
        ({"dice": [["JAN", "1"], ["1"]]}, ", dice: cell 1 is on die 1 and on die 2"),
    ],
)
def test_dice_that_do_not_suit_are_refused_with_their_line(file, fields, says):
    message = refused(file, **fields)
    assert says in message
    assert message.startswith(("line ", "has no dice"))


def test_dice_may_be_in_another_order_than_the_regions(file):
    file.write_text(json.dumps(FIELDS | {"dice": [[1, 2, 3, 4], ["JAN", "FEB"]]}), encoding="utf-8")
    assert read_dice_set(file).roll_count == 8


def test_sets_that_only_a_symmetry_of_the_board_exchanges_are_two_classes():
    whole, dates = Puzzle.parse("1x4/2:I2"), Puzzle.parse("1x4/2:I2;free=1")
    assert DiceSet.parse("A2 | A3", whole).class_key() == DiceSet.parse("A3 | A2", whole).class_key()
    assert DiceSet.parse("A2 | A3 A4", whole).class_key() == DiceSet.parse("A2 A1 | A3", whole).class_key()
    assert DiceSet.parse("A2 | A4", dates).class_key() != DiceSet.parse("A3 | A2", dates).class_key()
    assert len(dates.symmetries) == 1


@given(data=st.data(), form=st.sampled_from(["json", "csv", "txt"]))
def test_faces_round_trip_with_every_label_on_every_lattice(data, form):
    puzzle = data.draw(puzzles(lattice=None, plain=False).filter(lambda one: one.blockers > 0))
    cells = data.draw(st.permutations(list(puzzle.grid.cells(puzzle.blockable))))
    masks = [puzzle.grid.mask([cell]) for cell in cells[: puzzle.blockers]]
    if puzzle.regions:
        masks = list(data.draw(st.permutations(puzzle.regions)))
    dice = DiceSet.of_masks(masks, puzzle, "mine")
    assert parse_dice_set(export_dice_set(dice, form), "mine", puzzle) == dice
    assert DiceSet.parse(dice.format(), puzzle) == dice
    if len(masks) > 1:
        assert dice_set_of(dice.format(), puzzle) == dice


@pytest.mark.parametrize(
    "text",
    [
        "JAN FEB\n1 2 3 4\n",
        "1: JAN FEB\n2: 1 2 3 4\n",
        "1) JAN,FEB\n2) 1,2,3,4\n",
        "die 1 jan feb\ndie 2 1 2 3 4\n",
        "die,1,2,3,4\n1,JAN,FEB\n2,1,2,3,4\n",
        "JAN FEB | 1 2 3 4",
        "die,face,cell\n1,1,JAN\n1,2,FEB\n2,1,1\n2,2,2\n2,3,3\n2,4,4\n",
    ],
)
def test_a_number_before_a_die_is_told_from_a_cell(text):
    assert parse_dice_set(text.encode(), puzzle=CALENDAR).labels() == [["JAN", "FEB"], ["1", "2", "3", "4"]]
