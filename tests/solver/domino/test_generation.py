"""What is generated has one solution and the level asked; random grids have the distribution they are said to have."""

import math
from collections import Counter
from itertools import islice, permutations, product

import numpy as np
import pytest

from solver.domino import generation
from solver.domino.candidates import Level
from solver.domino.dominoes import bones
from solver.domino.generation import GridSampler, generate, unique_grids
from solver.domino.grading import grade
from solver.domino.grid import DominoGrid
from solver.domino.methods import DominoBatch
from solver.errors import InputError
from solver.exact_cover import backend
from solver.polyform import SquareGrid
from solver.runs import jit
from tests.domino_grids import all_layouts, planted

needs_numba = pytest.mark.skipif(not jit.available(), reason="in plain Python that takes minutes")

SMALL = SquareGrid(2, 3)


@pytest.fixture
def few_tries(monkeypatch):
    """Give up sooner: there are only a few grids."""
    monkeypatch.setattr(generation, "_MOST_GRADED", 1000)


def solutions(grid):
    return backend("dancing-links").count(grid.cover).solutions


def uniquely_solvable(board, numbers):
    """Return all grids with one solution, by trying every arrangement of the numbers."""
    grids = (DominoGrid(board, row) for row in sorted(set(permutations(numbers))))
    return {grid.numbers for grid in grids if solutions(grid) == 1}


def puzzles(board, level, count, seed=1, **options):
    return list(generate(board, level, np.random.default_rng(seed), count, **options))


@pytest.mark.parametrize(
    ("board", "levels"),
    [
        ("3x4", [Level.TRIVIAL, Level.BASIC]),
        ("4x4-B2,B3,C2,C3", [Level.TRIVIAL]),
        ("4x4-A1,A4,D1,D4", [Level.TRIVIAL, Level.BASIC]),
        ("4x5", [Level.TRIVIAL, Level.BASIC, Level.HARD, Level.EXTREME]),
        ("6x6-A1,A2,C3,D3,F5,F6", [Level.TRIVIAL, Level.BASIC, Level.HARD, Level.EXTREME]),
        pytest.param("7x8", list(Level), marks=needs_numba),
    ],
)
def test_puzzles_have_one_solution_and_the_level_asked(board, levels):
    for level in levels:
        found = puzzles(SquareGrid.parse(board), level, 3)
        assert [solutions(grid) for grid in found] == [1, 1, 1]
        assert {grade(grid).difficulty for grid in found} == {level}
        assert {grid.board.format() for grid in found} == {board}


def test_fewer_puzzles_of_a_seed_are_the_first_of_more():
    many = puzzles(SquareGrid(4, 5), Level.BASIC, 40)
    assert many == puzzles(SquareGrid(4, 5), Level.BASIC, 40)
    assert many[:7] == puzzles(SquareGrid(4, 5), Level.BASIC, 7)
    assert not set(many) & set(puzzles(SquareGrid(4, 5), Level.BASIC, 40, seed=2))


@pytest.mark.usefixtures("few_tries")
@pytest.mark.parametrize("shape", ["2x3", "3x3-A1,A2,C3", "2x4-A1,A4"])
def test_all_puzzles_of_a_small_board_are_found_once_and_no_more(shape):
    board = SquareGrid.parse(shape)
    every = uniquely_solvable(board, (0, 0, 0, 1, 1, 1))
    found = generate(board, Level.TRIVIAL, np.random.default_rng(1), len(every) + 1)
    numbers = [grid.numbers for grid in islice(found, len(every))]
    assert len(numbers) == len(set(numbers))
    assert set(numbers) == every
    with pytest.raises(InputError, match=f"after {len(every)} found: ask for {len(every)}"):
        next(found)


def test_every_grid_with_one_solution_is_as_likely():
    every = uniquely_solvable(SMALL, (0, 0, 0, 1, 1, 1))
    draws = 1000 * len(every)
    times = dict.fromkeys(every, 0)
    for grid in islice(unique_grids(SMALL, np.random.default_rng(1)), draws):
        times[grid.numbers] += 1
    # Chi-squared; beyond 30 with at most 9 degrees of freedom once in 2,000 seeds.
    assert 2 <= len(every) <= 10
    assert sum((number - 1000) ** 2 for number in times.values()) / 1000 < 30


@pytest.mark.usefixtures("few_tries")
@pytest.mark.parametrize(
    "board", [SquareGrid(1, 2), SquareGrid(2, 3), SquareGrid(1, 12), SquareGrid.parse("4x4-B2,B3,C2,C3")]
)
def test_a_level_that_a_board_has_not_is_given_up(board):
    # A ring has two layouts, a row has one: one domino that is certain gives all others away.
    with pytest.raises(InputError, match="is a new basic one, after 0 found: ask for another difficulty or board"):
        puzzles(board, Level.BASIC, 1)


def test_a_board_on_which_no_grid_has_one_solution_is_given_up(monkeypatch):
    monkeypatch.setattr(generation, "_MOST_DRAWN", 1 << 14)
    monkeypatch.setattr(DominoBatch, "counts", lambda _self, numbers, _limit: np.full(len(numbers), 2))
    with pytest.raises(InputError, match="none of 16,384 random grids on 2x3 has exactly one solution"):
        puzzles(SMALL, Level.TRIVIAL, 1)


@pytest.mark.parametrize(
    ("board", "count", "told"),
    [
        (SMALL, 0, "0 puzzles: ask for at least 1"),
        (SquareGrid(2, 2), 1, "4 cells"),
        (SquareGrid.parse("2x4-A1,A3"), 1, "the holes leave"),
        (SquareGrid.parse("1x4-A2,A3"), 1, "can't be covered with dominoes"),
    ],
)
def test_what_can_have_no_puzzles_is_refused_at_once(board, count, told):
    with pytest.raises(InputError, match=told):
        generate(board, Level.TRIVIAL, np.random.default_rng(1), count)


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


def test_the_same_seed_draws_the_same_grids():
    sampler = GridSampler(SquareGrid(5, 6))
    first, again = sampler.planted(np.random.default_rng(9), 5_000), sampler.planted(np.random.default_rng(9), 5_000)
    assert [one.tobytes() for one in first] == [one.tobytes() for one in again]


def test_a_board_that_no_set_covers_is_refused():
    with pytest.raises(InputError, match="8 cells: no full set"):
        GridSampler(SquareGrid(2, 4))
