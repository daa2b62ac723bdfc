"""Every method gives the same solutions of the same grids, and keeps to its limits."""

import pytest
from hypothesis import given, settings

from solver.domino.grid import DominoGrid
from solver.domino.methods import METHODS, count, solutions
from solver.errors import InputError
from solver.exact_cover import Limits, Status
from solver.exact_cover.backend import NO_LIMITS
from tests.domino_grids import domino_grids, known_grids, solvable_grids

KNOWN = known_grids()
M9 = next(known.grid for known in KNOWN if known.name == "m9")


def found(grid, method, limits=NO_LIMITS):
    stream = solutions(grid, method, limits)
    return list(stream), stream.status


@pytest.mark.parametrize("method", [name for name in METHODS if name != "dancing-links"])
@settings(max_examples=20)
@given(grid=domino_grids() | solvable_grids())
def test_all_methods_find_the_same_solutions(method, grid):
    expected, status = found(grid, "dancing-links")
    assert all(grid.is_solution(one) for one in expected)
    mine, my_status = found(grid, method)
    assert sorted(mine) == sorted(expected)
    assert my_status is status is (Status.SOLVED if expected else Status.UNSOLVABLE)
    assert count(grid, method).solutions == len(expected)


@pytest.mark.parametrize("known", KNOWN[::7], ids=lambda known: known.name)
@pytest.mark.parametrize("method", ["human", "bitmask", "cp-sat"])
def test_known_grids(known, method):
    answer = count(known.grid, method)
    assert (answer.status, answer.solutions) == (Status.SOLVED, known.solutions)


def test_the_odometer_solves_the_grid_of_the_paper():
    assert count(M9, "odometer").solutions == 1


def test_brute_force_refuses_the_grid_of_the_paper_and_tells_the_cases():
    answer = count(M9, "brute-force")
    # Caviness (2014): "20 316 635 136 000".
    assert (answer.status, answer.solutions, answer.stats.nodes) == (Status.UNKNOWN, 0, 20_316_635_136_000)


@pytest.mark.parametrize("method", METHODS)
def test_a_number_of_solutions_is_kept_to(method):
    grid = next(known.grid for known in KNOWN if known.name == "sgt-3a-00")
    few, status = found(grid, method, Limits(solutions=2))
    if method == "brute-force":
        few, status = found(grid, method, Limits(solutions=2, nodes=1 << 40)) if not few else (few, status)
    assert len(few) == 2
    assert status is Status.LIMIT


@pytest.mark.parametrize("method", METHODS)
def test_no_time_is_no_answer(method):
    assert count(DominoGrid.parse("1:001011"), method, Limits(seconds=0)).status is Status.UNKNOWN


def test_the_methods_of_a_grid_are_those_of_the_room():
    grid = next(known.grid for known in KNOWN if known.name == "sgt-3a-00")
    assert list(grid.solutions("human", limit=2)) == found(grid, "human", Limits(solutions=2))[0]
    assert grid.solve() in set(grid.solutions())
    assert grid.count(limit=2).status is Status.LIMIT
    assert grid.count(seconds=0).status is Status.UNKNOWN
    assert DominoGrid.parse("1:010101").solve() is None


def test_an_unknown_method_is_named():
    with pytest.raises(InputError, match="no method 'humn': did you mean human"):
        count(M9, "humn")
    with pytest.raises(InputError, match="choose from human, brute-force, odometer"):
        solutions(M9, "zzz")


@pytest.mark.parametrize("method", ["human", "odometer", "odometer-unsorted"])
def test_solutions_come_as_they_are_found(method):
    # Two rows whose layouts are all solutions: 1,836,311,903 of them.
    grid = DominoGrid.parse(
        "8,2x45:080604020181614122826242383634484645856686788007050301117151312272523337353447455575667778"
    )
    stream = solutions(grid, method)
    assert len({next(stream) for _ in range(10)}) == 10
    assert stream.status is None
