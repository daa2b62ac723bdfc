"""Counting grids by states, by samples, and what bounds the states: against the tables of all grids."""

import json
import math

import pytest

from experiments.domino.classes import Stratum, strata
from experiments.domino.determinised import all_beginnings, levels
from experiments.domino.enumeration import solution_table
from experiments.domino.estimates import all_grids
from experiments.domino.shares import uniform_sample
from experiments.recording import RESULTS
from solver.polyform import SquareGrid
from solver.runs import jit

compiled = [
    pytest.mark.slow,
    pytest.mark.skipif(not jit.available(), reason="the counts need a compiler"),
]


class TestCounts:
    pytestmark = compiled

    @pytest.mark.parametrize("text", ["2x3", "1x6", "3x4", "4x3", "2x6", "1x12", "3x5-B2,B3,B4"])
    def test_the_transfer_counts_the_solvable_grids(self, text):
        board = SquareGrid.parse(text)
        table = solution_table(board)
        *_, last = levels(board, 10**6)
        assert last.states == 1
        assert last.live == sum(number for k, number in table.classes if k)

    def test_the_states_of_a_large_order_are_given_up(self):
        *_, last = levels(SquareGrid(5, 6), 500)
        assert (last.length, last.states) == (7, 838)

    @pytest.mark.parametrize("text", ["2x3", "3x4", "2x6"])
    def test_a_sample_comes_close_to_the_table(self, text):
        board = SquareGrid.parse(text)
        truth = dict(solution_table(board).grids)
        sample = uniform_sample(board, 1, 200_000)
        every = sum(truth.values())
        assert abs(sample.solvable().off(1 - truth[0] / every)) < 4
        assert abs(sample.share(1).off(truth[1] / every)) < 4
        assert sample.counts.keys() <= truth.keys()

    def test_signatures_are_no_more_than_states(self):
        """On 4×5 the beginnings of 14 cells have 589,741 states, so no more of them can be told apart."""
        found = list(strata(SquareGrid(4, 5), 14, 1, 2_000))
        assert sum(one.different / one.exchanges for one in found) <= 589_741
        assert all(one.different <= one.kept for one in found)
        assert sum(one.kept for one in found) > 0


@pytest.mark.parametrize("order", [1, 2, 3, 4])
def test_all_beginnings_end_with_all_grids(order):
    cells = (order + 1) * (order + 2)
    assert all_beginnings(order + 1, cells)[-1] * math.factorial(order + 1) == all_grids(order)


@pytest.mark.parametrize("classes", [50, 1_000, 10**6])
def test_the_bound_stays_below_equally_likely_classes(classes):
    """With the mean number of repetitions, and even with fewer by three of their standard deviations."""
    drawn = 5_000
    different = classes * -math.expm1(drawn * math.log1p(-1 / classes))
    lucky = min(drawn, int(different + 3 * math.sqrt(drawn - different)))
    assert Stratum((1,), drawn, int(different)).at_least(0.001) <= classes
    assert Stratum((1,), drawn, min(lucky, classes)).at_least(0.0001) <= classes


def test_the_page_has_the_stored_shares():
    result = json.loads((RESULTS / "domino" / "transfer" / "result.json").read_text(encoding="utf-8"))
    page = (RESULTS.parent / "docs" / "results" / "dominoes.md").read_text(encoding="utf-8")
    for shares in (result["solvable_share"]["4"], result["single_share"]["4"]):
        assert f"{100 * shares['value']:.4f} ± {100 * shares['error']:.4f} %" in page
    assert f"{result['levels']['4'][-1]['states']:,}" in page
    assert f"{result['told_apart_at_least']:,}" in page
    assert result["levels"]["3"][-1]["live"] * 24 == 4_714_962_936
