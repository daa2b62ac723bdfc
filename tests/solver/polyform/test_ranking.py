"""Ranks of boards: rank, unrank and the list of all boards say the same."""

from itertools import combinations
from math import comb

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from solver.census import board_masks, rank, representatives_of_all, unrank
from solver.polyform import SquareGrid, burnside, orbit
from tests.strategies import square_grids


@given(cells=st.integers(1, 14), data=st.data())
@settings(max_examples=30)
def test_the_rank_is_the_place_among_all_boards(cells, data):
    blockers = data.draw(st.integers(0, cells))
    ordered = sorted(sum(1 << cell for cell in chosen) for chosen in combinations(range(cells), blockers))
    masks = board_masks(0, len(ordered), cells, blockers)
    assert masks.tolist() == ordered
    assert rank(masks, cells, blockers).tolist() == list(range(comb(cells, blockers)))
    assert [unrank(number, cells, blockers) for number in range(len(ordered))] == ordered


@given(cells=st.integers(1, 64), data=st.data())
@settings(max_examples=30)
def test_rank_and_unrank_undo_each_other_up_to_64_cells(cells, data):
    blockers = data.draw(st.integers(0, cells))
    number = data.draw(st.integers(0, comb(cells, blockers) - 1))
    mask = unrank(number, cells, blockers)
    assert mask.bit_count() == blockers
    assert mask < 1 << cells
    assert int(rank(np.array(mask, np.uint64), cells, blockers)) == number
    stop = min(number + 3, comb(cells, blockers))
    assert board_masks(number, stop, cells, blockers).tolist() == [
        unrank(n, cells, blockers) for n in range(number, stop)
    ]


def test_all_boards_of_the_genius_square():
    # Jensen (2023), Theorem 6.2: 8,347,680 boards.
    boards = comb(36, 7)
    assert boards == 8_347_680
    generator = np.random.default_rng(4)
    starts = [0, boards - 100, *generator.integers(0, boards - 100, 50).tolist()]
    for start in starts:
        masks = board_masks(start, start + 100, 36, 7)
        assert (np.bitwise_count(masks) == 7).all()
        assert (np.diff(masks.astype(np.int64)) > 0).all()
        assert (rank(masks, 36, 7) == np.arange(start, start + 100)).all()
    assert unrank(boards - 1, 36, 7) == 0b1111111 << 29


def test_ranks_keep_the_shape_of_the_masks():
    masks = board_masks(0, 12, 9, 3).reshape(3, 4)
    assert rank(masks, 9, 3).tolist() == [[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10, 11]]


@given(grid=square_grids(side=4), data=st.data())
@settings(max_examples=30)
def test_one_representative_for_each_orbit(grid, data):
    blockers = data.draw(st.integers(0, min(4, len(grid))))
    blocks = [block.tolist() for block in representatives_of_all(grid, blockers)]
    found = [mask for block in blocks for mask in block]
    assert found == sorted(set(found))
    assert len(found) == burnside(grid, blockers)
    whole = {image for mask in found for image in orbit(mask, grid)}
    assert len(whole) == comb(len(grid), blockers)


@pytest.mark.parametrize(("text", "blockers"), [("3x3", 2), ("8x8", 3), ("6x6", 3), ("5x13-A2", 2)])
def test_number_of_representatives(text, blockers):
    grid = SquareGrid.parse(text)
    assert sum(len(block) for block in representatives_of_all(grid, blockers)) == burnside(grid, blockers)
