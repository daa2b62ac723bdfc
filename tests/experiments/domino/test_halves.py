"""Counting the solvable grids where the halves of a board meet, against small boards and samples of 5×6."""

import shutil
from itertools import permutations

import numpy as np
import pytest

from experiments.domino import halves
from experiments.domino.enumeration import solution_table
from experiments.domino.estimates import all_grids, all_pairs
from experiments.domino.slices import Slice, draw
from solver.domino import DominoBatch, count_layouts, require_order
from solver.polyform import SquareGrid

pytestmark = [pytest.mark.slow, pytest.mark.skipif(not shutil.which("cc"), reason="there is no C compiler")]


@pytest.fixture(scope="module")
def program(tmp_path_factory):
    return halves.build(tmp_path_factory.mktemp("halves"))


def sums(program, board):
    parts = halves.count(program, board.rows, board.columns)
    assert [part.context for part in parts] == list(range(len(parts)))
    return tuple(sum(getattr(part, name) for part in parts) for name in ("grids", "solutions", "solvable"))


def formulas(board):
    order = require_order(board)
    return all_grids(order), all_pairs(order, count_layouts(board))


@pytest.mark.parametrize("text", ["3x4", "2x6"])
def test_small_boards_have_the_counts_of_their_tables(program, text):
    board = SquareGrid.parse(text)
    found = sum(number for k, number in solution_table(board).grids if k)
    assert sums(program, board) == (*formulas(board), found)


@pytest.mark.parametrize(("text", "solvable"), [("5x4", 4_714_962_936), ("2x10", 4_268_695_824)])
def test_order_3_has_the_counts_of_the_transfer(program, text, solvable):
    """The first number is the one of the published table of 4×5; the transfer over states counts both."""
    board = SquareGrid.parse(text)
    assert sums(program, board) == (*formulas(board), solvable)


def test_the_parts_can_be_counted_from_any_context_on(program):
    whole = halves.count(program, 5, 4)
    rest = [halves.Part.parse(line) for line in halves.lines(program, 5, 4, 60)]
    assert [part.solvable for part in rest] == [part.solvable for part in whole[60:]]


def test_slices_of_order_4_agree_with_samples(program):
    """The squares of twelve deviations in standard errors sum up to more than 36 with a chance of 1 in 3,000."""
    rng = np.random.default_rng(11)
    squares = 0.0
    for _ in range(12):
        one = draw(SquareGrid(5, 6), rng)
        grids, _, solvable = one.exactly(program)
        share = solvable / grids
        squares += (one.sampled(rng, 1000) - 1000 * share) ** 2 / (1000 * share * (1 - share))
    assert squares < 36


def test_a_slice_of_a_small_board_has_the_solutions_of_its_grids(program):
    """On 3×4 a slice with one filling on either side is one grid."""
    board = SquareGrid(3, 4)
    every = [(0, 0, 0, *middle, 2, 2, 2) for middle in sorted(set(permutations((0, 1, 1, 1, 1, 2))))]
    by_rows = np.array(every, np.uint8).reshape(-1, 4, 3).transpose(0, 2, 1).reshape(len(every), -1)
    solutions = DominoBatch(board).counts(np.ascontiguousarray(by_rows)).tolist()
    assert any(solutions)
    assert [Slice(board, one).exactly(program) for one in every] == [(1, k, int(k > 0)) for k in solutions]
