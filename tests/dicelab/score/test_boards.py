"""Boards chosen by difficulty: what is chosen has what was asked for, by another backend or by counting all."""

import itertools
import json

import numpy as np
import pytest

import dicelab
from dicelab.dice.roll import roll_number
from dicelab.errors import DiceError
from dicelab.score.choosing import choose_boards
from dicelab.score.choosing_text import boards_json, boards_text
from dicelab.score.difficulties import DIFFICULTIES, TilingRange, difficulties_of, read_difficulty
from solver.census import Census, distribution
from solver.polyform import Board, Puzzle, orbit

SMALL = Puzzle.parse("3x4/3:I1,I2,I3,L3")


@pytest.fixture(scope="module")
def census(tmp_path_factory):
    return Census.load(SMALL, folder=tmp_path_factory.mktemp("census"))


@pytest.fixture(scope="module")
def every():
    """All boards of the small puzzle with their tilings, counted by brute force."""
    masks = [SMALL.grid.mask(cells) for cells in itertools.combinations(range(12), 3)]
    return {mask: int(dicelab.count(Board(mask, SMALL.grid), SMALL, backend="brute-force")) for mask in masks}


@pytest.mark.parametrize("text", ["0", "1", "7", "1-10", "20-", "-5"])
def test_all_boards_in_a_range_are_those_that_brute_force_counts(census, every, text):
    wanted = TilingRange.parse(text)
    most = 10**9 if wanted.most is None else wanted.most
    expected = {mask for mask, number in every.items() if wanted.least <= number <= most}
    if not expected:
        with pytest.raises(DiceError, match="the nearest number"):
            choose_boards(census, tilings=wanted, number=None)
        return
    chosen = choose_boards(census, tilings=wanted, number=None)
    assert {one.board.blockers for one in chosen.boards} == expected
    assert all(one.tilings == every[one.board.blockers] for one in chosen.boards)
    assert chosen.matching == len(chosen) == len(expected)
    tilings = [one.tilings or 0 for one in chosen.boards]
    assert tilings == sorted(tilings, reverse=True)


def test_distinct_boards_are_one_of_each_orbit(census, every):
    solvable = {mask for mask, number in every.items() if number}
    orbits = {min(orbit(mask, SMALL.grid)) for mask in solvable}
    chosen = choose_boards(census, distinct=True, number=None)
    assert {one.board.blockers for one in chosen.boards} == orbits


def test_every_board_can_be_chosen_and_none_is_chosen_twice(census, every):
    solvable = {mask for mask, number in every.items() if number}
    seen = set()
    for seed in range(60):
        masks = [one.board.blockers for one in choose_boards(census, number=30, seed=seed).boards]
        assert len(set(masks)) == 30
        seen |= set(masks)
    assert seen == solvable


def test_the_same_seed_chooses_the_same_and_another_chooses_others(census):
    one, same, other = (choose_boards(census, seed=seed, number=20) for seed in (4, 4, 5))
    assert boards_json(one) == boards_json(same)
    assert one.boards != other.boards


def test_difficulties_share_out_all_solvable_boards(census, every):
    counts = np.array(list(every.values()))
    difficulties = difficulties_of(distribution(counts))
    solvable = np.count_nonzero(counts)
    assert sum(number for _, _, number in difficulties.values()) == solvable
    reached = 0
    for name, (low, high, number) in difficulties.items():
        assert number == np.count_nonzero((counts >= low) & (counts <= high))
        reached += number
        # Boards with equal numbers stay together, so that a difficulty may be larger than its share.
        assert reached >= DIFFICULTIES[name] * solvable
        assert np.count_nonzero((counts > 0) & (counts < high)) < DIFFICULTIES[name] * solvable
    for name, (low, high, number) in difficulties.items():
        chosen = choose_boards(census, difficulty=[name], number=None)
        assert chosen.matching == number
        assert {one.difficulty for one in chosen.boards} == {name}
        assert all(low <= (one.tilings or 0) <= high for one in chosen.boards)


def test_a_range_of_difficulties_reads_from_either_end():
    assert read_difficulty("easy..hard") == read_difficulty("hard..easy") == ("hard", "medium", "easy")
    assert read_difficulty("Very Hard") == ("very-hard",)
    for text in ("", "hrd", "easy..", "easy..hard..medium", "easy-hard"):
        with pytest.raises(DiceError, match="difficulty"):
            read_difficulty(text)


@pytest.mark.parametrize("text", ["", "-", "x", "1.5", "10-1", "1-2-3", "--5", "9" * 30])
def test_a_range_that_is_none_is_refused(text):
    with pytest.raises(DiceError, match="tilings"):
        TilingRange.parse(text)


def test_boards_of_a_set_are_its_rolls():
    dice = dicelab.load("A1 A2 A3 A4 | B1 B2 B3 B4 | C1 C2 C3", SMALL)
    chosen = dicelab.boards(dice=dice, count=None, seed=0)
    rolled = {roll_number(dice, number) for number in range(1, dice.roll_count + 1)}
    solvable = {mask for mask in rolled if dicelab.solve(Board(mask, SMALL.grid), SMALL)}
    assert {one.board.blockers for one in chosen.boards} == solvable
    assert all(roll_number(dice, one.roll or 0) == one.board.blockers for one in chosen.boards)


def test_boards_of_dice_that_share_cells_are_boards():
    dice = dicelab.load("A1 A2 | A2 A1 B1 | C1 C2", SMALL, shared_cells=True)
    chosen = dicelab.boards(dice=dice, tilings="0-", count=None, seed=0)
    assert len(chosen) == 6
    assert all(roll_number(dice, one.roll or 0) == one.board.blockers for one in chosen.boards)


def test_distinct_boards_of_a_set_are_rolls_too():
    dice = dicelab.load("A1 A4 C1 C4 | B1 B2 B3 | A2 C3", SMALL)
    chosen = dicelab.boards(dice=dice, count=None, seed=0, distinct=True, tilings="0-")
    masks = {one.board.blockers for one in chosen.boards}
    rolled = {roll_number(dice, number) for number in range(1, dice.roll_count + 1)}
    assert masks <= rolled
    assert {min(orbit(mask, SMALL.grid)) for mask in rolled} == {min(orbit(mask, SMALL.grid)) for mask in masks}
    assert len(masks) < len(rolled)


def test_a_solved_board_has_one_of_its_tilings():
    chosen = dicelab.boards(SMALL, count=5, seed=2, solved=True)
    assert all(one.tiling and one.tiling.board == one.board for one in chosen.boards)
    text = boards_text(chosen, "Try these")
    assert max(map(len, text.splitlines())) <= 80
    assert "1 I1, 2 I2, 3 I3, 4 L3" in text
    assert str(chosen) == boards_text(chosen)
    assert json.loads(json.dumps(chosen.to_json()))["boards"][0]["tiling"] == str(chosen.boards[0].tiling)


def test_what_does_not_exist_is_refused_with_what_does(census):
    with pytest.raises(DiceError, match=r"no board has 900 tilings: the nearest number is 48"):
        choose_boards(census, tilings=TilingRange.parse("900"))
    matching = choose_boards(census, number=None).matching
    with pytest.raises(DiceError, match=f"{matching} boards match, so ask for {matching} at most"):
        choose_boards(census, number=matching + 1)
    with pytest.raises(DiceError, match="no board of this difficulty has 2 tilings: easy has"):
        choose_boards(census, tilings=TilingRange.parse("2"), difficulty=["easy"])
    with pytest.raises(DiceError, match="is for the puzzle genius-square, not for"):
        dicelab.boards(SMALL, dice="default")
    with pytest.raises(ValueError, match="count 0"):
        dicelab.boards(SMALL, count=0)
