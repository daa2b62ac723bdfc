"""The stored shares follow from what came through the levels, and their pages from them."""

import json

import numpy as np
import pytest

from dicelab.score.forbidden import rolls_of
from experiments.rarity.partitions import most_symmetric, number_of_partitions
from experiments.rarity.questions import QUESTIONS
from experiments.rarity.report import text_of
from experiments.rarity.run import rows_of
from experiments.recording import RESULTS
from solver.polyform import GENIUS_SQUARE

STORED = [name for name in QUESTIONS if (RESULTS / "rarity" / name).exists()]


def stored(name):
    return json.loads((RESULTS / "rarity" / name / "result.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", ["small", *STORED])
def test_a_page_follows_from_its_figures(name):
    page = (RESULTS / "rarity" / name / "result.md").read_text(encoding="utf-8")
    assert page == text_of(stored(name)).rstrip("\n") + "\n"


@pytest.mark.parametrize("name", STORED)
def test_shares_follow_from_what_came_through(name):
    result = stored(name)
    assert len(result["came"]) == result["repetitions"] == QUESTIONS[name].repetitions
    assert result["partitions"] == number_of_partitions(36, result["sizes"])
    assert result["most_symmetric"] == most_symmetric(GENIUS_SQUARE.grid, result["sizes"])
    for row, known in zip(rows_of(result), result["shares"], strict=True):
        assert row == pytest.approx(known, rel=1e-9)


@pytest.mark.parametrize("name", STORED)
def test_the_sets_at_the_end_of_the_levels_are_as_good_as_is_said(name, tilings):
    grid = GENIUS_SQUARE.grid
    for one in stored(name)["best"]:
        dice = [grid.mask(map(grid.cell, die.split())) for die in one["dice"]]
        assert tilings.tilings(rolls_of(np.array(dice, np.uint64))).min() == one["fewest"]


def test_the_shares_of_the_largest_sets_are_stored():
    assert "largest" in STORED


def test_small_estimates_agree_with_the_truth():
    rows = stored("small")["rows"]
    assert len({row["puzzle"] for row in rows}) >= 3
    assert all(abs(row["deviation"]) < 4 for row in rows)
    assert sum(row["deviation"] ** 2 for row in rows) / len(rows) < 2.5
