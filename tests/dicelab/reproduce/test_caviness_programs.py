"""The paper's programs on rows of text against the definition and against the solver."""

from itertools import combinations

import numpy as np
import pytest

from dicelab.reproduce import caviness_programs
from dicelab.reproduce.caviness_programs import NeverEndsError, Reading
from solver.domino import DominoGrid
from solver.domino.mechanical import odometer

PUZZLES = [caviness_programs.M9, caviness_programs.QUADRILLE, caviness_programs.TOO_EASY, caviness_programs.HOLE]


def grid_of(rows):
    return DominoGrid.parse("\n".join(rows.split()))


def solutions_of(rows):
    """Return the solutions by dancing links, as the paper writes places."""
    grid = grid_of(rows)
    cells = [(row + 1, column + 1) for row, column in grid.board.points]
    found = grid.solutions()
    return {tuple((cells[a], cells[b]) for a, b in solution) for solution in found}


def every_grid_of_order_1():
    for ones in combinations(range(6), 3):
        digits = "".join(str(int(cell in ones)) for cell in range(6))
        yield f"{digits[:3]} {digits[3:]}"


def random_rows(count):
    generator = np.random.default_rng(0)
    numbers = np.repeat(range(3), 4)
    for _ in range(count):
        digits = "".join(map(str, generator.permutation(numbers)))
        yield f"{digits[:4]} {digits[4:8]} {digits[8:]}"


@pytest.mark.parametrize("rows", [*every_grid_of_order_1(), *PUZZLES])
def test_the_human_method_finds_all_solutions(rows):
    found = caviness_programs.solve_puzzle(rows)
    assert len(found) == len(set(found))
    assert set(found) == solutions_of(rows)


def test_all_three_programs_find_as_many():
    for rows in random_rows(200):
        options = caviness_programs.options_of(rows)
        true = len(solutions_of(rows))
        # On the 3×4 board forced pieces never overlap to the end: no false solutions.
        assert len(caviness_programs.solve_puzzle(rows)) == true
        assert len(caviness_programs.brute_force(options)) == true
        assert len(caviness_programs.odometer(options)[0]) == true


@pytest.mark.parametrize("rows", [caviness_programs.M9, caviness_programs.QUADRILLE, caviness_programs.HOLE])
@pytest.mark.parametrize("by_options", [True, False])
def test_the_odometer_takes_the_same_passes(rows, by_options):
    options = caviness_programs.options_of(rows)
    readings, passes = caviness_programs.odometer(sorted(options, key=len) if by_options else options)
    run = odometer(grid_of(rows), by_options=by_options)
    assert (tuple(readings), passes) == (run.readings, run.passes)


def test_forced_pieces_that_overlap_are_played():
    # Of all grids of 2×6 the first with a false solution, see results/domino/paper/errors.md.
    found = caviness_programs.solve_puzzle("001121 002212")
    assert solutions_of("001121 002212") == set()
    assert [len(caviness_programs.covered(places)) for places in found] == [10, 10, 10, 10]


def test_a_cell_without_free_neighbour_is_told():
    cells = caviness_programs.cells_of("001 101")
    assert caviness_programs.forced_places(cells, [((1, 2), (2, 2)), ((1, 3), (2, 3))]) == [((1, 1), (2, 1))]
    assert caviness_programs.forced_places(cells, [((1, 1), (1, 2)), ((2, 2), (2, 3))]) is None


# The answers below are those of the paper's text in Mathics 10.0.1, see experiments/domino/README.md.


def test_a_branch_as_printed_takes_its_first_place_only():
    found = caviness_programs.solve_puzzle("000 111", Reading.AS_PRINTED)
    assert len(found) == 1
    assert set(found) < solutions_of("000 111")


def test_a_cut_off_cell_never_ends_as_printed():
    for reading in (Reading.AS_PRINTED, Reading.MAPPED):
        with pytest.raises(NeverEndsError):
            caviness_programs.solve_puzzle("0..0", reading)
    assert caviness_programs.solve_puzzle("0..0") == []


def test_an_odometer_whose_last_reading_is_the_solution_never_ends():
    with pytest.raises(NeverEndsError):
        caviness_programs.odometer(caviness_programs.options_of("00"))
