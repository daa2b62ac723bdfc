"""Random grids against the distributions they are said to have."""

import math
from collections import Counter
from itertools import permutations, product

import numpy as np
import pytest

from solver.domino.generation import GridSampler
from solver.domino.grid import DominoGrid
from solver.domino.number_grid import bones
from solver.errors import InputError
from solver.polyform import SquareGrid
from tests.domino_grids import all_layouts, planted


def all_planted(board, order):
    """Yield the grid of every layout with the dominoes in every order and either way round."""
    for layout in all_layouts(board):
        for dominoes in permutations(bones(order)):
            for turned in product(*((one, one[::-1]) if one[0] < one[1] else (one,) for one in dominoes)):
                numbers = [0] * len(board)
                for cells, halves in zip(layout, turned, strict=True):
                    for cell, number in zip(cells, halves, strict=True):
                        numbers[cell] = number
                yield tuple(numbers)


def is_usual(frequencies, expected):
    """Tell whether the chi-square statistic lies within five standard deviations of its mean."""
    assert set(frequencies) <= set(expected)
    statistic = sum((frequencies[one] - number) ** 2 / number for one, number in expected.items())
    freedom = len(expected) - 1
    return abs(statistic - freedom) < 5 * math.sqrt(2 * freedom)


@pytest.mark.parametrize("text", ["2x3", "2x4-A1,A2", "1x6"])
def test_a_planted_grid_comes_up_in_proportion_to_its_solutions(text):
    board = SquareGrid.parse(text)
    pairs = Counter(all_planted(board, 1))
    numbers, _ = planted(board, np.random.default_rng(3), 100 * pairs.total())
    expected = {grid: 100 * solutions for grid, solutions in pairs.items()}
    assert is_usual(Counter(map(tuple, numbers.tolist())), expected)


def test_layout_and_numbers_are_independent():
    board = SquareGrid(2, 3)
    pairs = len(list(all_planted(board, 1)))
    numbers, partners = planted(board, np.random.default_rng(4), 100 * pairs)
    drawn = Counter(map(tuple, np.hstack([numbers, partners]).tolist()))
    assert len(drawn) == pairs == 36
    assert is_usual(drawn, dict.fromkeys(drawn, 100))


@pytest.mark.parametrize("text", ["7x8", "8x8-C4,D4,D5,D6,E3,E4,E5,F5", "10x11", "1x2", "13x14"])
def test_the_planted_solution_is_one(text):
    board = SquareGrid.parse(text)
    numbers, partners = planted(board, np.random.default_rng(6), 20)
    for grid, beside in zip(numbers.tolist(), partners.tolist(), strict=True):
        solution = tuple((cell, other) for cell, other in enumerate(beside) if cell < other)
        assert DominoGrid(board, tuple(grid)).is_solution(solution)


def test_the_same_seed_gives_the_same_grids():
    sampler = GridSampler(SquareGrid(5, 6))
    first, again = sampler.planted(np.random.default_rng(9), 5_000), sampler.planted(np.random.default_rng(9), 5_000)
    assert [one.tobytes() for one in first] == [one.tobytes() for one in again]


def test_a_board_that_no_set_covers_is_refused():
    with pytest.raises(InputError, match="8 cells: no full set"):
        GridSampler(SquareGrid(2, 4))
