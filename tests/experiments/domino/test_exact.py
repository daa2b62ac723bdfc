"""The stored exact count of the solvable grids of order 4 sums up to what formulas give, and stands on the pages."""

import csv
import json

import pytest

from experiments.domino.estimates import all_grids, all_pairs
from experiments.recording import RESULTS
from solver.domino import count_layouts, usual_board

FOLDER = RESULTS / "domino" / "exact"


@pytest.fixture(scope="module")
def result():
    return json.loads((FOLDER / "result.json").read_text("utf-8"))


def test_the_parts_sum_up_to_all_grids_and_all_solutions(result):
    with (FOLDER / "parts.csv").open(encoding="utf-8", newline="") as file:
        parts = list(csv.DictReader(file))
    sums = {name: sum(int(part[name]) for part in parts) for name in ("grids", "solutions", "solvable")}
    assert sums["grids"] == all_grids(4) == result["grids"]
    assert sums["solutions"] == all_pairs(4, count_layouts(usual_board(4)))
    assert sums["solvable"] == result["solvable"]
    assert result["solvable"] % 120 == 0


def test_the_sample_agrees(result):
    sample = json.loads((RESULTS / "domino" / "transfer" / "result.json").read_text("utf-8"))["solvable_share"]["4"]
    assert abs(sample["value"] - result["share"]) < 4 * sample["error"]


@pytest.mark.parametrize("name", ["bounds", "dominoes"])
def test_the_pages_have_the_number(result, name):
    page = (RESULTS.parent / "docs" / "results" / f"{name}.md").read_text("utf-8")
    assert f"{result['solvable']:,}" in page
