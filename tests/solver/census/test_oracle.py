"""The oracle: look-up for whole arrays."""

from math import comb

import numpy as np
import pytest

from solver.census import Oracle, board_masks, solvability
from solver.errors import InputError
from solver.polyform import Puzzle

PUZZLE = Puzzle.parse("3x4/3:I1,I2,I3,L3")


@pytest.fixture(scope="module")
def oracle():
    return Oracle(PUZZLE, solvability(PUZZLE))


def test_answers_by_mask_in_any_order_and_shape(oracle):
    masks = board_masks(0, comb(12, 3), 12, 3)
    shuffled = np.random.default_rng(7).permutation(masks)
    answers = oracle.is_solvable(shuffled.reshape(20, 11))
    assert answers.shape == (20, 11)
    assert answers.dtype == np.bool_
    assert sorted(shuffled[~answers.ravel()].tolist()) == oracle.unsolvable_boards.tolist()
    assert 0 < len(oracle.unsolvable_boards) < 220
    assert bool(oracle.is_solvable(np.uint64(masks[5]))) == bool(oracle.solvable[5])
    assert oracle.is_solvable(np.zeros(0, np.uint64)).shape == (0,)


@pytest.mark.parametrize("mask", [0, 0b11, 0b1111, 0b11 | 1 << 12, 0b11 | 1 << 63])
def test_what_is_no_board_is_refused(oracle, mask):
    with pytest.raises(InputError, match="3 of the 12 cells"):
        oracle.is_solvable(np.array([0b111, mask], np.uint64))


def test_a_table_of_another_size_is_refused():
    with pytest.raises(InputError, match="219 boards: the puzzle has 220"):
        Oracle(PUZZLE, np.ones(219, np.bool_))


def test_the_unsolvable_boards_of_a_puzzle_that_is_always_solvable():
    always = Oracle(Puzzle.parse("2x2/1:L3"), np.ones(4, np.bool_))
    assert always.unsolvable_boards.tolist() == []
    never = Oracle(Puzzle.parse("2x2/1:L3"), np.zeros(4, np.bool_))
    assert never.unsolvable_boards.tolist() == [1, 2, 4, 8]


def test_loads_from_the_cache_folder(tmp_path, monkeypatch, oracle):
    monkeypatch.setenv("DICELAB_CACHE", str(tmp_path))
    for _ in range(2):
        loaded = Oracle.load(PUZZLE)
        assert (loaded.solvable == oracle.solvable).all()
    assert len(list(tmp_path.rglob("*.census"))) == 1
