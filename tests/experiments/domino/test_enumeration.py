"""The exact tables against exact cover, grid by grid, and against what holds for every board."""

import math
from collections import Counter
from itertools import product

import numpy as np
import pytest

from experiments.domino.enumeration import solution_table, up_to_symmetry
from experiments.domino.profile import Profile
from solver.domino.grid import DominoGrid
from solver.errors import InputError
from solver.exact_cover import backend
from solver.polyform import SquareGrid
from solver.runs import jit, threads

pytestmark = pytest.mark.skipif(not jit.available(), reason="the tables need a compiler")

BOARDS = ["1x2", "2x3", "1x6", "3x4", "2x6", "1x12", "4x4-A1,A2,D3,D4", "3x5-B2,B3,B4"]


def solutions(board, numbers):
    return backend("bitmask").count(DominoGrid(board, numbers).cover).solutions


def all_grids(order):
    """Yield the numbers of every grid in which they occur for the first time in ascending order."""
    for numbers in product(range(order + 1), repeat=(order + 1) * (order + 2)):
        firsts = [numbers.index(number) if number in numbers else -1 for number in range(order + 1)]
        if firsts == sorted(firsts) and all(numbers.count(n) == order + 2 for n in range(order + 1)):
            yield numbers


def pairs_of_grid_and_solution(table):
    """Lay each layout with the dominoes in every order, and those that are no doubles either way round."""
    dominoes = len(table.board) // 2
    return table.layouts * math.factorial(dominoes) * 2 ** (dominoes - table.order - 1)


@pytest.mark.parametrize("text", ["2x3", "1x6", "2x4-A1,A2"])
def test_every_grid_of_order_one_by_exact_cover(text):
    board = SquareGrid.parse(text)
    assert dict(solution_table(board).classes) == Counter(solutions(board, numbers) for numbers in all_grids(1))


@pytest.mark.parametrize("text", ["3x4", "4x4-A1,A2,D3,D4"])
def test_every_grid_of_order_two_by_exact_cover(text):
    board = SquareGrid.parse(text)
    counted = Counter(solutions(board, numbers) for numbers in all_grids(2))
    assert counted.total() == 5_775
    assert dict(solution_table(board).classes) == counted


@pytest.mark.parametrize("text", BOARDS)
def test_the_pairs_of_grid_and_solution_are_counted_twice(text):
    table = solution_table(SquareGrid.parse(text))
    assert sum(k * grids for k, grids in table.grids) == pairs_of_grid_and_solution(table)


@pytest.mark.parametrize("text", BOARDS)
def test_the_example_has_the_most_solutions(text):
    table = solution_table(SquareGrid.parse(text))
    assert solutions(table.board, table.example) == table.most


@pytest.mark.parametrize("text", ["3x4", "2x6", "3x5-B2,B3,B4"])
def test_one_thread_or_two(text):
    board = SquareGrid.parse(text)
    assert solution_table(board, threads(2)) == solution_table(board)


@pytest.mark.parametrize("text", ["3x4", "2x6"])
def test_a_board_lying_or_standing(text):
    board = SquareGrid.parse(text)
    assert solution_table(SquareGrid(board.columns, board.rows)).classes == solution_table(board).classes


@pytest.mark.parametrize(("columns", "layouts"), [(3, 3), (6, 13)])
def test_in_two_rows_all_layouts_can_be_solutions(columns, layouts):
    """Where neighbouring columns share a number crosswise, flipping two dominoes keeps the set."""
    assert solution_table(SquareGrid(2, columns)).most == layouts


@pytest.mark.parametrize(("cells", "order"), [(6, 1), (12, 2), (20, 3)])
def test_in_one_row_no_grid_has_two_solutions(cells, order):
    table = solution_table(SquareGrid(1, cells))
    assert table.most == 1
    assert table.grids[1] == (1, math.factorial(cells // 2) * 2 ** (cells // 2 - order - 1))


@pytest.mark.parametrize("text", ["2x3", "1x6", "3x4", "4x4-A1,A4,D1,D4", "2x6"])
def test_orbits_by_their_smallest_grids(text):
    board = SquareGrid.parse(text)
    table = solution_table(board)

    def smallest(numbers):
        images = [[numbers[cell] for cell in turn] for turn in board.symmetries]
        return min(tuple(map(list(dict.fromkeys(image)).index, image)) for image in images)

    orbits = {smallest(numbers) for numbers in all_grids(table.order)}
    counts = Profile.of(board).counts(np.array(sorted(orbits), np.uint8))
    assert dict(up_to_symmetry(table)) == Counter(counts.tolist())


@pytest.mark.parametrize(
    ("board", "message"),
    [
        (SquareGrid(5, 6), "30 cells: the grids of boards of 2, 6, 12 or 20 cells"),
        (SquareGrid(2, 5), "10 cells: no full set"),
        (SquareGrid.parse("2x4-A1,B4"), "the holes leave"),
        (SquareGrid.parse("4x4-A2,B1,A3,B4"), "no dominoes cover the board"),
    ],
)
def test_what_can_not_be_enumerated_is_refused(board, message):
    with pytest.raises(InputError, match=message):
        solution_table(board)
