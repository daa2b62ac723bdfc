"""The odometer: the paper's reading, and the same readings and passes as the loop that looks at all digits anew."""

import pytest
from hypothesis import given

from solver.domino.grid import DominoGrid
from solver.domino.mechanical import odometer
from solver.exact_cover import Limits, Status
from tests.domino_grids import domino_grids, exact, known_grids, solvable_grids

M9 = next(known.grid for known in known_grids() if known.name == "m9")


def literal(grid, dominoes):
    """Turn the odometer as the paper's ``While`` loop does: readings from 1, and passes."""
    options = [grid.find(domino) for domino in dominoes]
    odometer, readings, passes, done = [1] * len(options), [], 0, False

    def increment(k):
        odometer[k] += 1
        while odometer[k] > len(options[k]):
            k -= 1
            if k < 0:
                return False
            odometer[k] += 1
        odometer[k + 1 :] = [1] * (len(odometer) - k - 1)
        return True

    while not done:
        passes += 1
        covered = []
        for k, digit in enumerate(odometer):
            if digit <= len(options[k]):
                covered += options[k][digit - 1]
            if digit > len(options[k]) or len(set(covered)) < len(covered):
                done = not increment(k)
                break
        else:
            readings.append(tuple(odometer))
            done = not increment(len(odometer) - 1)
    return tuple(readings), passes


@pytest.mark.parametrize("by_options", [True, False])
@given(grid=domino_grids(orders=(0, 1, 2)) | solvable_grids(orders=(0, 1, 2)))
def test_the_readings_and_passes_of_the_literal_loop(by_options, grid):
    run = odometer(grid, by_options=by_options)
    assert (run.readings, run.passes) == literal(grid, run.dominoes)
    expected = exact(grid)
    assert sorted(run.solutions) == expected
    assert run.status is (Status.SOLVED if expected else Status.UNSOLVABLE)


def test_the_reading_of_the_paper():
    run = odometer(M9)
    # Caviness (2014), "Odometer Method"; in the copy at hand one of four 2s in a row is lost.
    assert " ".join(map(str, run.maxima)) == "1 1 1 1 2 2 2 2 3 3 3 3 3 3 3 3 3 4 4 4 4 5 5 5 6 6 7 8"
    assert [" ".join(map(str, reading)) for reading in run.readings] == [
        "1 1 1 1 1 2 2 1 1 1 1 1 3 2 2 2 2 1 3 3 4 5 2 2 5 4 1 8"
    ]
    assert run.dominoes[:5] == ((0, 1), (0, 5), (3, 4), (4, 5), (0, 3))


def test_sorting_the_dominoes_slows_the_puzzle_of_the_paper():
    # The paper's loop, run in Mathics 10.0.1 on the unsorted options: 414 passes.
    assert odometer(M9, by_options=False).passes == 414
    assert odometer(M9).passes == literal(M9, odometer(M9).dominoes)[1] > 10 * 414


def test_it_stops_after_a_solution_that_is_the_last_reading():
    # Where the printed program goes on for ever: the set has one domino, and its only place is the solution.
    run = odometer(DominoGrid.parse("0:00"))
    assert (run.readings, run.passes, run.status) == (((1,),), 1, Status.SOLVED)


def test_limits():
    run = odometer(M9, Limits(nodes=100))
    assert (run.status, run.passes, run.solutions) == (Status.UNKNOWN, 100, ())
    assert odometer(M9, Limits(seconds=0)).status is Status.UNKNOWN
    grid = next(known.grid for known in known_grids() if known.name == "too_easy")
    few, everything = odometer(grid, Limits(solutions=3)), odometer(grid)
    assert (few.status, few.solutions) == (Status.LIMIT, everything.solutions[:3])
    assert len(everything.solutions) == 36
