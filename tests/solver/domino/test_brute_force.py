"""The collision method: the paper's numbers of cases, and the same survivors as one case at a time."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given

from solver.domino.dominoes import usual_board
from solver.domino.grid import DominoGrid
from solver.domino.mechanical import brute_force
from solver.errors import InputError
from solver.exact_cover import Status
from tests.domino_grids import domino_grids, exact, known_grids, planted, solvable_grids

M9 = next(known.grid for known in known_grids() if known.name == "m9")


def one_by_one(grid, dominoes):
    """Return the choices for the first dominoes in which no cell comes twice."""
    choices = product(*(grid.find(bone) for bone in grid.bones[:dominoes]))
    return [choice for choice in choices if len({cell for place in choice for cell in place}) == 2 * dominoes]


@pytest.mark.parametrize(("dominoes", "cases", "survivors"), [(3, 42, 19), (13, 653_184, 4)])
def test_the_first_dominoes_of_the_paper(dominoes, cases, survivors):
    # Caviness (2014), "Brute-Force Collision Method".
    found = brute_force(M9, dominoes)
    assert (found.status, found.cases, len(found.survivors)) == (Status.SOLVED, cases, survivors)
    assert list(found.survivors) == one_by_one(M9, dominoes)
    assert found.solutions == ()


def test_too_many_cases_are_told_and_not_looked_at():
    found = brute_force(M9)
    assert (found.status, found.cases, found.survivors) == (Status.UNKNOWN, 20_316_635_136_000, ())
    assert brute_force(M9, 13, most_cases=653_183).status is Status.UNKNOWN
    assert brute_force(M9, 13, most_cases=653_184).status is Status.SOLVED


@given(domino_grids(orders=(0, 1, 2)) | solvable_grids(orders=(0, 1, 2)))
def test_all_solutions_and_no_others(grid):
    found = brute_force(grid)
    expected = exact(grid)
    assert sorted(found.solutions) == expected
    assert found.status is (Status.SOLVED if expected else Status.UNSOLVABLE)


@pytest.mark.parametrize("order", [7, 9])
def test_boards_of_more_cells_than_a_word_has_bits(order):
    board = usual_board(order)
    numbers, _ = planted(board, np.random.default_rng(order), 3)
    for row in numbers.tolist():
        grid = DominoGrid(board, tuple(row))
        assert list(brute_force(grid, 5).survivors) == one_by_one(grid, 5)


def test_a_domino_without_a_place_settles_the_grid():
    found = brute_force(DominoGrid.parse("1:010101"), 1)
    assert (found.status, found.cases) == (Status.UNSOLVABLE, 0)


@pytest.mark.parametrize("dominoes", [0, 29])
def test_more_dominoes_than_there_are(dominoes):
    with pytest.raises(InputError, match=f"{dominoes} dominoes asked for: the bone pile has 28"):
        brute_force(M9, dominoes)
