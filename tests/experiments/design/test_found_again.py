"""The sets that a command found again are as good as the stored ones, and turned questions have turned sets."""

import json

import pytest

from dicelab.dice import DiceSet
from experiments.design.found_again import QUESTIONS, USUAL, text_of
from experiments.recording import RESULTS
from solver.polyform import GENIUS_SQUARE
from tests.experiments.design.test_regrouping import fewest

FOLDER = RESULTS / "design" / "found-again"


def stored():
    return json.loads((FOLDER / "result.json").read_text(encoding="utf-8"))


def test_the_page_follows_from_the_figures():
    assert (FOLDER / "result.md").read_text(encoding="utf-8") == text_of(stored()).rstrip("\n") + "\n"


def test_sets_have_the_tilings_that_were_asked_for(tilings):
    rows = stored()["rows"]
    assert set(USUAL) <= rows.keys() <= QUESTIONS.keys()
    for name, row in rows.items():
        if "--min-tilings" in row["command"]:
            for run in row["runs"]:
                masks = DiceSet.parse(run["set"], GENIUS_SQUARE).masks
                assert fewest(tilings, masks) == run["value"] >= row["stored"], name


@pytest.mark.parametrize("name", ["mirror", "diagonal"])
def test_turned_questions_have_images_as_answers(name):
    rows = stored()["rows"]
    for one, other in zip(rows[name]["runs"], rows[f"{name}-turned"]["runs"], strict=False):
        assert one["epochs"] == other["epochs"]
        sets = [DiceSet.parse(run["set"], GENIUS_SQUARE) for run in (one, other)]
        assert sets[0] != sets[1]
        assert sets[0].class_key() == sets[1].class_key()
