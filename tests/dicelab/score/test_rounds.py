"""Boards in pairs, and boards for players with handicaps: what they promise, by counting."""

import itertools
import json

import pytest

import dicelab
from dicelab.dice.roll import roll_number
from dicelab.errors import DiceError
from dicelab.score.handicaps import Handicap, Racer
from solver.polyform import Puzzle, orbit

SMALL = Puzzle.parse("3x4/3:I1,I2,I3,L3")
DICE = "A1 A2 A3 A4 | B1 B2 B3 B4 | C1 C2 C3 C4"
DICE_LISTS = [die.split() for die in DICE.split(" | ")]


def rounds(chosen, players=2):
    return [chosen.boards[start : start + players] for start in range(0, len(chosen), players)]


def smallest(board):
    return min(orbit(board.blockers, SMALL.grid))


def test_the_boards_of_a_pair_have_equal_numbers_of_tilings_and_no_board_is_the_image_of_another():
    chosen = dicelab.boards(SMALL, pairs=True, count=8, seed=3)
    assert len(chosen) == 16
    assert all(one.tilings == other.tilings for one, other in rounds(chosen))
    assert len({smallest(one.board) for one in chosen.boards}) == 16
    for one in chosen.boards[:4]:
        assert dicelab.count(one.board, SMALL, backend="brute-force") == one.tilings


def test_pairs_of_a_set_are_its_rolls():
    dice = dicelab.load(DICE, SMALL)
    chosen = dicelab.boards(dice=dice, pairs=True, count=3, seed=3)
    assert all(roll_number(dice, one.roll or 0) == one.board.blockers for one in chosen.boards)


def test_where_numbers_are_not_equal_the_nearest_are_paired():
    # Each number of tilings that a single orbit has is left over from the equal pairs.
    singles = dicelab.boards(SMALL, every=True, distinct=True, tilings="17-", seed=0)
    numbers = [one.tilings or 0 for one in singles.boards]
    assert len(set(numbers)) > len(numbers) // 2 > 1
    chosen = dicelab.boards(SMALL, every=True, pairs=True, tilings="17-", seed=0)
    assert len(chosen) == len(numbers) // 2 * 2
    gaps = [abs((one.tilings or 0) - (other.tilings or 0)) for one, other in rounds(chosen)]
    equal = sum(numbers.count(number) // 2 for number in set(numbers))
    assert gaps.count(0) == equal < len(gaps)
    left = sorted(number for number in set(numbers) if numbers.count(number) % 2)
    assert min(filter(None, gaps)) == min(b - a for a, b in itertools.pairwise(left))
    with pytest.raises(DiceError, match=f"ask for {len(gaps)} at most"):
        dicelab.boards(SMALL, count=len(gaps) + 1, pairs=True, tilings="17-", seed=0)


def test_pairs_say_which_boards_belong_together():
    chosen = dicelab.boards(SMALL, pairs=True, count=2, seed=1)
    assert [one["pair"] for one in chosen.to_json()["boards"]] == ["1a", "1b", "2a", "2b"]
    assert all("tilings" in one for one in chosen.to_json()["boards"])
    assert all(f"{mark}. " in str(chosen) for mark in ("1a", "1b", "2a", "2b"))
    assert chosen.to_json() == dicelab.boards(SMALL, pairs=True, count=2, seed=1).to_json()


@pytest.mark.parametrize("text", ["", "hard", "easy..hard", "set=easy.json", "laid=2", "hard,set=easy.json,laid=2"])
def test_a_handicap_is_written_as_it_is_read(text):
    found = Handicap.parse(text)
    assert Handicap.parse(found.format()) == found
    assert Racer.parse(f"Ben{':' if text else ''}{text}") == Racer("Ben", found)
    assert Racer.parse(Racer("Ben", found).format()) == Racer("Ben", found)


@pytest.mark.parametrize("text", ["hrad", "laid=0", "laid=x", "laid=2,laid=3", "set=", "easy,hard", "fast=1"])
def test_what_is_no_handicap_is_refused(text):
    with pytest.raises(DiceError, match="handicap"):
        Handicap.parse(text)


@pytest.mark.parametrize("players", [["Ann"], ["Ann", "ann"], ["Ann", ":hard"], ["Ann", "Ben:"], list("abcdefghi")])
def test_what_is_no_race_is_refused(players):
    with pytest.raises(DiceError, match="player"):
        dicelab.boards(SMALL, player=players)


def test_each_player_gets_boards_as_the_handicap_says(tmp_path):
    dice = tmp_path / "dice.json"
    dice.write_text(json.dumps({"schema": "dicelab/dice-set/1", "puzzle": SMALL.format(), "dice": DICE_LISTS}))
    players = ["Ann", "Ben:hard,laid=2", f"Zoe:set={dice}", "Tim"]
    chosen = dicelab.boards(SMALL, player=players, count=3, seed=5)
    for ann, ben, zoe, tim in rounds(chosen, 4):
        assert [one.name for one in (ann, ben, zoe, tim)] == ["Ann", "Ben", "Zoe", "Tim"]
        # Who has no handicap, or the same one, plays boards of equal difficulty.
        assert ann.tilings == tim.tilings
        assert smallest(ann.board) != smallest(tim.board)
        assert ben.difficulty == "hard"
        assert ben.tiling.board == ben.board
        assert ben.laid == (2, 3)
        assert zoe.roll
        assert roll_number(dicelab.load(DICE, SMALL), zoe.roll) == zoe.board.blockers
    ben = chosen.to_json()["boards"][1]
    # A position with the two largest pieces, which can be completed.
    assert {*"".join(ben["laid"].split())} == {"#", ".", "3", "4"}
    assert dicelab.hint(ben["laid"], SMALL)
    assert chosen.to_json() == dicelab.boards(SMALL, player=players, count=3, seed=5).to_json()


def test_numbers_of_each_difficulty_are_for_all_players():
    chosen = dicelab.boards(SMALL, player=["Ann", "Ben:laid=1"], easy=1, medium=2, seed=0)
    assert [one.difficulty for one in chosen.boards] == ["easy"] * 2 + ["medium"] * 4
    with pytest.raises(DiceError, match="exclude each other"):
        dicelab.boards(SMALL, player=["Ann", "Ben:hard"], easy=1)


def test_no_player_gets_a_whole_solution():
    with pytest.raises(DiceError, match="lay 3 at most"):
        dicelab.boards(SMALL, player=["Ann", "Ben:laid=4"], count=1)
    board = dicelab.boards(SMALL, player=["Ann", "Ben:laid=3"], count=1, seed=0).boards[1]
    assert board.tiling
    assert len(board.laid) == 3
