"""The odds of sets at a glance, against a count of every roll of 50 random sets of small puzzles."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import product
from statistics import pstdev

import numpy as np
import pytest

import dicelab
from dicelab.dice import DiceSet, Die
from dicelab.errors import DiceError
from dicelab.score.odds import Chance, usual_thresholds
from dicelab.score.odds_text import percent
from dicelab.score.statistics import roll_statistics
from solver.census import BoardCounts, Content, build_census, distribution
from solver.exact_cover import backend
from solver.polyform import Puzzle

PUZZLES = ["3x3/2:I1,I2,L3,I1", "3x4/3:I1,I2,2*L3", "2x4/2:3*I2", "2x3/2:O4", "3x3/3:I1,I2,L3;free=5"]


@pytest.fixture(scope="module")
def censuses(tmp_path_factory):
    folder = tmp_path_factory.mktemp("census")
    return {
        text: build_census(Puzzle.parse(text), Content.TILINGS, folder=folder / str(place))
        for place, text in enumerate(PUZZLES)
    }


def random_set(generator, puzzle):
    """A set of dice with faces that may repeat, every other one with cells on several dice."""
    shared, cells = bool(generator.integers(2)), list(puzzle.grid.cells(puzzle.blockable))
    parts = np.array_split(generator.permutation(cells)[: len(cells) - int(generator.integers(3))], puzzle.blockers)
    dice = [generator.choice(cells if shared else part, int(generator.integers(2, 5))).tolist() for part in parts]
    return DiceSet(tuple(Die(tuple(faces)) for faces in dice), puzzle, "random", shared)


@cache
def count(text, mask):
    return backend("brute-force").count(Puzzle.parse(text).board_problem(mask)[0]).solutions


def rolled(dice_set):
    """Every roll of faces that shows no cell twice, with its number of tilings, one by one."""
    text = dice_set.puzzle.format()
    for faces in product(*(die.faces for die in dice_set.dice)):
        if len(set(faces)) == len(faces):
            yield faces, count(text, dice_set.puzzle.grid.mask(faces))


def fewer(some, others):
    """The chance that one of some numbers is less than one of others, from all pairs."""
    pairs = product(Counter(some).items(), Counter(others).items())
    twice = sum(m * n * (2 * (a < b) + (a == b)) for (a, m), (b, n) in pairs)
    return Fraction(twice, 2 * len(some) * len(others))


def assert_sums(sums, tilings):
    assert sums.total == len(tilings)
    assert sums.mean == pytest.approx(float(Fraction(sum(tilings), len(tilings))))
    assert sums.deviation == pytest.approx(pstdev(tilings))
    assert sums.fewest == min(tilings)
    assert sums.unsolvable == Fraction(tilings.count(0), len(tilings))


def sets_of(censuses, number):
    generator = np.random.default_rng(0)
    while number:
        text = PUZZLES[number % len(PUZZLES)]
        dice_set = random_set(generator, censuses[text].puzzle)
        if any(rolled(dice_set)):
            number -= 1
            yield dice_set, roll_statistics(dice_set, censuses[text])


def test_all_figures_of_fifty_random_sets_are_those_of_all_their_rolls(censuses):
    looked = 0
    for dice_set, found in sets_of(censuses, 50):
        everything = list(rolled(dice_set))
        before = [tilings for _, tilings in everything]
        for one in found.odds(range(max(before) + 1), games=3).chances:
            share = Fraction(sum(number <= one.at_most for number in before), len(before))
            assert (one.chance, one.of_more) == (share, 1 - share)
            assert one.in_games == 1 - (1 - share) ** 3
        faces = {(one.die, one.cell): one for one in found.faces.by_face}
        assert set(faces) == {(die, cell) for shown, _ in everything for die, cell in enumerate(shown, start=1)}
        for (die, cell), one in faces.items():
            assert_sums(one.rolls, [number for shown, number in everything if shown[die - 1] == cell])
            others = [number for shown, number in everything if shown[die - 1] != cell]
            mean = found.faces.mean_without(one)
            assert mean == (pytest.approx(sum(others) / len(others)) if others else None)
        for cell, mean in enumerate(found.faces.by_cell):
            showing = [number for shown, number in everything if cell in shown]
            assert mean == (pytest.approx(sum(showing) / len(showing)) if showing else None)
        swaps = found.swaps()
        for one in swaps.swaps[:: 1 + len(swaps.swaps) // 9]:
            after = [tilings for _, tilings in rolled(one.of(dice_set))]
            assert_sums(one.rolls, after)
            assert one.chance_of_fewer == fewer(after, before)
            looked += 1
    assert looked > 200


def test_two_sets_side_by_side_are_compared_by_all_pairs_of_their_rolls(censuses):
    found = [each for each in sets_of(censuses, 15) if each[0].puzzle.format() == PUZZLES[1]]
    for (one, first), (other, second) in product(found, found):
        some, others = ([tilings for _, tilings in rolled(dice_set)] for dice_set in (one, other))
        beside = first.against(second)
        assert beside.chance_of_fewer == fewer(some, others) == 1 - second.against(first).chance_of_fewer
        rows = beside.to_dataframe("pyarrow").to_pylist()
        assert [row["mean"] for row in rows] == [first.by_face.mean, second.by_face.mean]


def test_every_swap_is_listed_once_with_its_best_first(censuses):
    dice_set = DiceSet.parse("A1 A1 A2 C4 | B1 B2 B2 | A4 C1 C2 C3", PUZZLES[1])
    swaps = roll_statistics(dice_set, censuses[PUZZLES[1]]).swaps()
    # 3, 2 and 4 cells on the dice, and 3 of the 12 on none.
    assert len(swaps.swaps) == 3 * 2 + 3 * 4 + 2 * 4 + 3 * 9
    assert len({one.of(dice_set).format() for one in swaps.swaps}) == len(swaps.swaps)
    frame = swaps.to_dataframe("pyarrow")
    assert frame.num_rows == len(swaps.swaps)
    half, before = Fraction(1, 2), swaps.before.chance_of_at_most(0)
    for best, sign in ((swaps.easier(), 1), (swaps.harder(), -1)):
        assert all(sign * one.chance_of_fewer < sign * half for one in best)
        sound = [sign * one.chance_of_fewer for one in best if one.rolls.unsolvable <= before]
        assert sound == sorted(sound)
        assert all(one.rolls.unsolvable <= before for one in best[: len(sound)])
    assert len(swaps.easier(2)) == 2


def test_an_evening_of_games_and_the_games_until_one():
    one = Chance(5, Fraction(1, 7), games=4)
    assert one.in_games == sum(Fraction(1, 7) * Fraction(6, 7) ** before for before in range(4))
    assert one.games_until == 7
    assert Chance(0, Fraction(0)).games_until is None
    assert Chance(0, Fraction(0)).in_games == 0


def test_thresholds_part_the_rolls():
    found = distribution([3, 8, 40])
    assert usual_thresholds(found) == [5, 10, 20]
    assert all(0 < found.chance_of_at_most(number) < 1 for number in usual_thresholds(found))
    assert usual_thresholds(distribution([7])) == [7]
    assert usual_thresholds(distribution([0, 1])) == [0]


@pytest.mark.parametrize("chance", [Fraction(1, 10**30), Fraction(1, 999), 1 - Fraction(1, 10**30), Fraction(1, 2)])
def test_only_what_is_certain_is_written_as_zero_or_hundred(chance):
    assert float(percent(chance).strip(">%")) not in {0, 100}


def test_numbers_that_make_no_odds_are_refused(censuses):
    found = roll_statistics(DiceSet.parse("A1 A2 | B1 B3", PUZZLES[3]), censuses[PUZZLES[3]])
    for wrong in ({"at_most": -1}, {"games": 0}):
        with pytest.raises(DiceError, match="name a number from"):
            found.odds(**wrong)
    other = roll_statistics(DiceSet.parse("A1 A2 | B1 B3", PUZZLES[2]), censuses[PUZZLES[2]])
    with pytest.raises(DiceError, match="compare with one for 2x3/2:O4"):
        found.against(other)
    with pytest.raises(DiceError, match="a sample"):
        replace(found, places=np.array([0])).swaps()


def test_swaps_stay_within_the_regions_of_a_puzzle():
    puzzle = "3x4/3:I1,I2,I3,L3;regions=1-4,5-8,9-12"
    swaps = dicelab.stats(dicelab.load("A1 A2 | B1 B2 | C1 C4", puzzle)).swaps()
    assert swaps.swaps
    for one in swaps.swaps:
        assert one.other_die is None
        assert {one.cell // 4, one.other_cell // 4} == {one.die - 1}


def test_figures_of_a_sample_are_those_of_its_boards():
    dice_set = DiceSet.parse("A1 A2 A2 | B1 B3 C2", PUZZLES[0])
    found = roll_statistics(dice_set, BoardCounts(dice_set.puzzle), sample=3)
    assert sum(one.rolls.total for one in found.faces.by_face) == 2 * found.by_face.total
