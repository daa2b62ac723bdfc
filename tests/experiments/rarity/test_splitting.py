"""Shares by splitting have no bias: beside the truth, for puzzles whose sets are all listed."""

import math
from dataclasses import replace

import numpy as np
import pytest

from dicelab.score.tables import forbidden_boards, keep_tables
from experiments.rarity.partitions import all_partitions
from experiments.rarity.questions import QUESTIONS, Question
from experiments.rarity.run import estimate
from experiments.rarity.small import SMALL, deviation, passages, truths
from experiments.rarity.splitting import Crowd, Level, Passage, product, shares
from solver.polyform import GENIUS_SQUARE, Puzzle


def test_the_share_is_the_product_of_what_came_through():
    levels = [Level(0, 1, 5, 9), Level(0, 1, 0, 9), Level(1, 2, 0, 9)]
    none = np.zeros((0, 2), np.uint64)
    came = [Passage((5, 2, 0), (0, 4, 0), none), Passage((5, 4, 5), (0, 4, 5), none)]
    one, two = shares(levels, came, 10)
    assert (one.tilings, one.extinct, two.tilings, two.extinct) == (1, 0, 2, 1)
    assert one.share.value == pytest.approx((0.5 * 0.2 + 0.5 * 0.4) / 2)
    assert one.share.error == pytest.approx(0.05)
    assert one.weighted.value == pytest.approx((0.1 * 2 + 0.2 * 1) / 2)
    assert two.share.value == pytest.approx(0.05)


@pytest.mark.slow
def test_estimates_have_no_bias():
    small = replace(SMALL[0], repetitions=100)
    number, known = truths(small)
    places, done = passages(small, 5)
    for truth, place in zip(known, places, strict=True):
        values = [product(passage.came, place, small.sets) for passage in done]
        assert abs(deviation(values, truth.sets / number)) < 4


@pytest.mark.slow
@pytest.mark.parametrize(("text", "sizes"), [("3x5/3:I1,2*I2,L3,I4", (4, 4, 4)), ("3x6/3:I1,I3,L3,L4,S4", (6, 6, 6))])
def test_the_walk_stays_within_its_level(text, sizes):
    puzzle = Puzzle.parse(text)
    crowd = Crowd(puzzle, sizes, 200, np.random.default_rng(1))
    for strict, tilings, rolled in ((0, 1, 30), (0, 1, 20), (0, 1, 12)):
        crowd.split(crowd.rolled(tilings, strict) <= rolled)
        before = crowd.dice.copy()
        assert crowd.move(Level(strict, tilings, rolled, 0), 60) > 1
        assert (crowd.dice != before).any(axis=1).mean() > 0.5
        assert forbidden_boards(puzzle, tilings).rolled(crowd.dice[:, :-1]).max() <= rolled
        assert (np.bitwise_count(crowd.dice[:, :-1]) == sizes).all()
        assert (np.bitwise_or.reduce(crowd.dice, axis=1) == puzzle.grid.full).all()


@pytest.mark.slow
def test_the_walk_visits_all_sets_of_a_level_alike():
    puzzle, sizes = Puzzle.parse("3x4/3:2*I1,2*I2,I3"), (4, 4, 4)
    good = int((forbidden_boards(puzzle, 5).rolled(all_partitions(12, sizes)) <= 3).sum())
    crowd = Crowd(puzzle, sizes, 20_000, np.random.default_rng(2))
    crowd.split(crowd.rolled(5) <= 3)
    crowd.move(Level(0, 5, 3, 0), 200)
    _, times = np.unique(np.sort(crowd.dice[:, :-1], axis=1), axis=0, return_counts=True)
    assert len(times) == good > 1000
    # Chi squared has as many degrees of freedom as sets but one.
    expected = len(crowd.dice) / good
    square = ((times - expected) ** 2).sum() / expected
    assert abs(square - (good - 1)) < 4 * math.sqrt(2 * good)


@pytest.mark.slow
def test_the_number_of_jobs_changes_nothing(monkeypatch, tilings):
    keep_tables(tilings)
    monkeypatch.setitem(QUESTIONS, "largest", Question("a test", (6, 5, 5, 5, 5, 5, 5), (1,), 6, 3))
    one, two = (estimate("largest", QUESTIONS["largest"], 1, jobs) for jobs in (1, 2))
    assert {**one, "seconds": 0} == {**two, "seconds": 0}
    assert one["partitions"] > 10**23
    assert GENIUS_SQUARE.blockers == 7
