"""Samples of rolls: near the whole, with an error that says how near, and the same each time."""

import json

import numpy as np
import pytest

import dicelab
from dicelab.errors import DiceError
from dicelab.score import sampling
from dicelab.score.objectives import parse_objectives
from dicelab.score.sampling import is_countable, needed_sample, roll_source, sampled_subject, standard_errors
from dicelab.score.tables import subject_of
from solver.census import BoardCounts, BoardEstimates, Content, build_census
from solver.polyform import Puzzle

LARGE = "8x8/8:I1,2*I2,I3,L3,I4,L4,O4,S4,T4,P5,V5,L5,N5,Y5"
TWELVE = "8x8/4:F5,I5,L5,N5,P5,T5,U5,V5,W5,X5,Y5,Z5"
DICE = "A1 B2 | C3 D4 | E5 F6 | G7 H8 | A8 B7 | C6 D5 | E4 F3 | G2 H1"


def test_values_of_samples_lie_about_those_of_all_rolls_within_their_errors():
    puzzle = Puzzle.parse("4x6/4:I1,I2,I3,L3,L4,I1,I2,I4")
    dice = tuple(sum(1 << cell for cell in range(24) if (cell + cell // 6) % 4 == die) for die in range(4))
    objectives = parse_objectives("mean,variation,median,rolls,fewest,perimeter", puzzle)
    whole, census = subject_of(dice, puzzle), build_census(puzzle, Content.TILINGS)
    values = {one.label: one.of(whole) for one in objectives}
    assert standard_errors(objectives, whole) == {}
    off: list[float] = []
    variations: list[float] = []
    for seed in range(30):
        sample = sampled_subject(dice, puzzle, 150, census, seed)
        errors = standard_errors(objectives, sample)
        assert 130 < sample.boards <= 150
        found = {one.label: one.of(sample) for one in objectives}
        assert found["rolls"] == values["rolls"] == 6**4
        assert found["perimeter"] == values["perimeter"]
        assert errors["rolls"] == errors["perimeter"] == 0
        assert errors["fewest"] is None
        assert found["fewest"] >= values["fewest"]
        error = errors["mean"]
        assert error is not None
        off.append((found["mean"] - values["mean"]) / error)
        variations.append(found["variation"])
    assert abs(np.mean(off)) < 0.7
    assert 0.6 < np.std(off) < 1.6
    assert np.mean(variations) == pytest.approx(values["variation"], rel=0.1)


def test_the_way_to_count_follows_from_the_puzzle():
    assert [is_countable(Puzzle.parse(text)) for text in ("genius-star", TWELVE, LARGE)] == [True, True, False]
    assert [needed_sample(Puzzle.parse(LARGE), rolls) for rolls in (256, 6**8)] == [0, 256]
    assert [needed_sample(Puzzle.parse(TWELVE), rolls) for rolls in (256, 8**4)] == [0, 256]
    assert isinstance(roll_source(Puzzle.parse(TWELVE)), BoardCounts)
    assert isinstance(roll_source(Puzzle.parse(LARGE)), BoardEstimates)


def test_stats_says_what_it_was_computed_from():
    found = dicelab.stats(dicelab.load(DICE, LARGE), sample=12, objective="mean,fewest,rolls", boards=1)
    told = json.loads(json.dumps(found.to_json()))
    assert (told["boards"], told["sample"], told["estimated"]) == (256, 12, True)
    assert told["standard_errors"]["mean"] > 0
    assert told["standard_errors"]["fewest"] is None
    assert told["objectives"]["rolls"] == 256
    assert "a sample: 12 boards drawn at random, tilings estimated" in str(found)
    assert found.tilings.tolist() == dicelab.stats(dicelab.load(DICE, LARGE), sample=12, jobs=2).tilings.tolist()
    assert len(found.to_csv().splitlines()) > 3
    whole = dicelab.stats("default", objective="mean")
    assert "sample" not in str(whole)
    assert "sample" not in whole.to_json()


@pytest.mark.parametrize("sample", [1, 2])
def test_tiny_samples_have_values(sample):
    found = dicelab.stats("default", sample=sample, objective="variation,mean")
    assert set(found.values) == {"variation", "mean"}


@pytest.mark.parametrize(
    ("puzzle", "says"),
    [
        (LARGE, "4,426,165,368 boards, and a census holds at most 1,073,741,824"),
        (TWELVE, r"635,376 boards, which takes about \d+ (minute|hour)s? on one core: run dicelab census build"),
    ],
)
def test_a_census_that_takes_long_is_not_begun_unasked(puzzle, says, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    for ask in (
        lambda: dicelab.design(puzzle=puzzle, minimize="variation"),
        lambda: dicelab.design(puzzle=puzzle, minimize="perimeter"),
        lambda: dicelab.design(puzzle=puzzle, min_tilings=1_001),
        lambda: dicelab.evolve(puzzle=puzzle, min_tilings=2),
        lambda: dicelab.evolve(puzzle=puzzle, shared_cells=True, objectives="variation"),
    ):
        with pytest.raises(DiceError, match=says):
            ask()


def test_boards_of_a_large_set_are_chosen_among_a_sample(monkeypatch):
    monkeypatch.setattr(sampling, "needed_sample", lambda *_: 40)
    assert len(dicelab.boards(dice="default", every=True, tilings="0-")) == 40
    with pytest.raises(DiceError, match="a roll has too many tilings to count"):
        dicelab.boards(LARGE, dice=DICE)
