"""Local search begins anew where it is stuck, and ends the same for any number of jobs."""

import pytest

from dicelab.score.tables import keep_tables, roll_tilings
from dicelab.search.design.local import search_locally
from dicelab.search.design.search import MOST_TIMES, DesignSearch, run_length
from dicelab.search.design.search_state import LocalTask
from dicelab.search.design.settings import DesignSettings
from dicelab.search.question import Question
from dicelab.search.symmetric import PATIENCE
from solver.polyform import GENIUS_SQUARE
from solver.runs import jit, threads
from tests.dicelab.search.design.conftest import SMALL

LARGEST, RETAIL = (6, 5, 5, 5, 5, 5, 5), (2, 4, 6, 6, 6, 6, 6)


def test_runs_double_and_those_before_the_longest_take_less_than_it():
    lengths = [run_length(failed) for failed in range(1_000)]
    longest = lengths.index(max(lengths))
    assert lengths[: longest + 1] == [1 << failed for failed in range(longest + 1)]
    assert sum(lengths[:longest]) < lengths[longest]
    # No run is longer, so that what comes after an unlucky start is the same, however late.
    assert set(lengths[longest:]) == {MOST_TIMES}


@pytest.mark.usefixtures("small")
def test_a_symmetric_search_that_is_stuck_begins_anew():
    impossible = Question(SMALL, (3, 3, 3), 100, ("invariant=mirror-diagonal",))
    few, many = (search_locally(LocalTask(impossible, (0,), steps)) for steps in (PATIENCE, 10 * PATIENCE))
    assert few.steps >= PATIENCE
    assert many.steps >= 10 * PATIENCE
    assert few.at == many.at == ()
    assert (many.failing or 0) <= (few.failing or 0)


@pytest.mark.slow
@pytest.mark.skipif(not jit.available(), reason="in plain Python a deal takes seconds")
@pytest.mark.parametrize(("sizes", "most", "seed"), [(LARGEST, 33, 3), (RETAIL, 74, 1)])
def test_the_best_sets_are_found_by_any_number_of_jobs(sizes, most, seed, tilings):
    keep_tables(tilings)
    searching = DesignSearch(DesignSettings(Question("genius-square", sizes, most), seed=seed))
    ends = [list(searching.epochs(searching.start(), threads(jobs)))[-1] for jobs in (1, 2)]
    assert ends[0] == ends[1]
    assert roll_tilings(GENIUS_SQUARE).fewest(ends[0].dice) == most
