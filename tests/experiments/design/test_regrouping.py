"""The best deal of three dice is that of all deals, and what was searched follows from what is stored."""

import json
from itertools import product
from math import comb

import numpy as np
import pytest

from dicelab.score.forbidden import ForbiddenBoards, rolls_of
from dicelab.score.tables import forbidden_boards, keep_tables
from experiments.design.from_below import NEAR, known, masks, text_of
from experiments.design.regrouping import fours_of, near, near_four, threes_of
from experiments.rarity.partitions import all_partitions
from experiments.recording import RESULTS
from solver.polyform import GENIUS_SQUARE


def stored():
    return json.loads((RESULTS / "design" / "from-below" / "result.json").read_text(encoding="utf-8"))


def cost(table, on):
    groups = [np.flatnonzero(on == die) for die in range(3)]
    return sum(int(table[three]) for three in product(*groups))


def fewest(tilings, dice):
    return tilings.tilings(rolls_of(np.array(dice, np.uint64))).min()


@pytest.mark.slow
@pytest.mark.parametrize("sizes", [(3, 2, 2), (2, 2, 2), (1, 3, 3)])
def test_the_best_deal_is_the_best_of_all(sizes):
    from dicelab.search.regrouping_kernel import deal

    generator = np.random.default_rng(3)
    n = sum(sizes)
    for _ in range(10):
        table = np.zeros((n, n, n), np.int32)
        for x, y, z in product(range(n), repeat=3):
            if x < y < z:
                value = generator.integers(5)
                for three in ((x, y, z), (x, z, y), (y, x, z), (y, z, x), (z, x, y), (z, y, x)):
                    table[three] = value
        by_size = sorted(sizes)
        every = [
            np.array([next(die for die in range(3) if row[die] >> cell & 1) for cell in range(n)])
            for row in all_partitions(n, by_size).tolist()
        ]
        costs = [cost(table, on) for on in every]
        now, best = every[0], np.zeros(n, np.int64)
        draws = generator.integers(1 << 40, size=8)
        least, ties, _ = deal(table, np.array(by_size), now, 10**6, 10**9, draws, best)
        assert least == min(costs[1:]) == cost(table, best)
        assert ties == costs[1:].count(least)
        assert deal(table, np.array(by_size), now, least - 1, 10**9, draws, best)[:2] == (least, 0)


@pytest.mark.slow
def test_what_threes_cost_adds_up_to_the_rolled_boards(tilings):
    keep_tables(tilings)
    dice = known("half-turn")
    forbidden = forbidden_boards(GENIUS_SQUARE, 34)
    assert isinstance(forbidden, ForbiddenBoards)
    blocking, boards = forbidden.blocking, forbidden.boards
    rolled = forbidden.rolled(np.array([dice], np.uint64))[0]
    for three in ((0, 1, 2), (2, 6, 4)):
        table, _, now = threes_of(blocking, boards, np.ones(len(boards), np.int32), dice, three)
        assert cost(table, now) == rolled > 0


@pytest.mark.slow
def test_no_three_dice_of_the_best_known_sets_can_be_dealt_better(tilings):
    keep_tables(tilings)
    for row in stored()["near"]:
        assert near(masks(row["dice"]), row["fewest"] + 1) == (row["better"], row["nodes"])


def test_the_page_of_the_searches_follows_from_their_figures():
    page = (RESULTS / "design" / "from-below" / "result.md").read_text(encoding="utf-8")
    assert page == text_of(stored()) + "\n"


def test_searches_reach_what_is_known_and_no_more(tilings):
    for row in stored()["searches"]:
        name = "best-worst" if row["sizes"][0] == 6 else "best-worst-retail-sizes"
        assert (row["reached"] > 0) == (row["wanted"] <= fewest(tilings, known(name)))
        rolled = tilings.tilings(rolls_of(np.array(masks(row["best"]), np.uint64))) < row["wanted"]
        assert rolled.sum() == row["fewest_rolls_left"]
    for row in stored()["near"]:
        assert fewest(tilings, masks(row["dice"])) == row["fewest"]
        assert row["better"] == 0
    assert [row["set"] for row in stored()["near"]] == list(NEAR)


@pytest.mark.slow
def test_four_dice_are_dealt_in_every_way(tilings):
    keep_tables(tilings)
    dice = known("best-worst")
    better, deals = near_four(dice, 34, (3, 4, 5, 6))
    assert not better
    assert deals == comb(19, 4)
    # The set itself is among them.
    assert near_four(dice, 33, (3, 4, 5, 6))[0]


@pytest.mark.slow
def test_what_fours_cost_adds_up_to_the_rolled_boards(tilings):
    keep_tables(tilings)
    dice = known("half-turn")
    cells = sorted(cell for die in dice[:4] for cell in GENIUS_SQUARE.grid.cells(die))
    fours = fours_of(dice[4:], cells, 34)
    groups = [[cells.index(cell) for cell in GENIUS_SQUARE.grid.cells(die)] for die in dice[:4]]
    rolled = forbidden_boards(GENIUS_SQUARE, 34).rolled(np.array([dice], np.uint64))[0]
    assert fours[np.ix_(*groups)].sum() == rolled > 0
