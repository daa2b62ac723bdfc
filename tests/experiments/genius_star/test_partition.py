"""The theorem on dice that show all cells of the Genius Star, and what is said of it elsewhere."""

import json
import re
from pathlib import Path

import pytest

import dicelab
from dicelab.dice import DiceSet, rolls
from dicelab.verifying import settle
from solver.polyform import Puzzle

ROOT = Path(__file__).resolve().parents[3]


def test_dice_of_one_cell_can_show_all_cells():
    star = Puzzle.parse("genius-star")
    alone = [["5"], ["10"], ["13"], ["16"], ["17"], ["47"]]
    others = [label for label in star.grid.cell_labels if [label] not in alone]
    verification = dicelab.verify(DiceSet.of_labels([*alone, others], star, "all cells"))
    assert (len(verification.rolls), verification.always_solvable) == (42, True)


def test_with_eighteen_cells_on_one_die_the_stored_set_shows_all_cells():
    star = Puzzle.parse("genius-star")
    (kept,) = json.loads((ROOT / "results/genius_star/whole/result.json").read_text("utf-8"))["sets"].values()
    dice_set = DiceSet.of_labels(kept["dice"], star, "whole")
    assert sorted(dice_set.sizes) == kept["sizes"]
    assert (min(dice_set.sizes), max(dice_set.sizes), sum(dice_set.masks)) == (3, 18, star.grid.full)
    # A roll of each 997 is solved again.
    boards = rolls(dice_set).boards[::997]
    assert (settle(star, boards, "bitmask").placed[:, 0] >= 0).all()


@pytest.mark.parametrize(
    "page",
    [
        "README.md",
        "docs/results/genius-star.md",
        "experiments/genius_star/README.md",
        "results/genius_star/partition/result.md",
    ],
)
def test_the_theorem_is_told_with_its_hypothesis(page):
    sentences = re.split(r"(?<=[.:|])\s+", (ROOT / page).read_text("utf-8").replace("**", ""))
    told = [
        one
        for one in sentences
        if re.search(r"(no seven dice|seven dice)\b.*(all|each of the) (48 )?cells", one, re.IGNORECASE | re.DOTALL)
    ]
    assert told
    for sentence in told:
        assert re.search(r"three\s+to\s+(at most\s+)?17\s+cells|at\s+least\s+three\s+and\s+at\s+most\s+17", sentence), (
            sentence
        )
