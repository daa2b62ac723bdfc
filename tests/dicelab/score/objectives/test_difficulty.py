"""Objectives of difficulty, held to a slow count of every roll."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from math import isfinite, prod
from statistics import mean, pstdev

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from dicelab.dice import DiceSet, catalogue_set, rolls
from dicelab.errors import DiceError
from dicelab.score.objectives import OBJECTIVES, STANDARD, Subject, parse_objective, subject
from dicelab.score.statistics import roll_statistics
from dicelab.score.tables import RollTilings
from solver.census import Content, build_census, distribution
from solver.errors import InputError
from tests.dicelab.score.objectives.sets import PUZZLE, count, look, sets, thrown


@pytest.fixture(scope="module")
def census(tmp_path_factory):
    return build_census(PUZZLE, Content.TILINGS, folder=tmp_path_factory.mktemp("census"))


def value(label, found):
    return parse_objective(label, found.dice_set.puzzle).of(found)


def quantile(counts, percent):
    """The count at the least place that is at least so many percent of the way, counted from 1."""
    return counts[max(1, -int(-Fraction(percent) * len(counts) / 100 // 1)) - 1]


@given(sets())
@settings(max_examples=30)
def test_every_board_once_and_as_faces_fall(dice_set):
    found, once, fallen = look(dice_set)
    assert value("unsolvable", found) == once.count(0)
    assert value("fewest", found) == min(once)
    assert value("single", found) == once.count(1)
    assert value("rolls", found) == len(once)
    assert value("face-unsolvable", found) == fallen.count(0) / len(fallen)
    assert value("face-single", found) == fallen.count(1) / len(fallen)
    for prefix, counts in (("", once), ("face-", fallen)):
        assert value(f"{prefix}mean", found) == pytest.approx(mean(counts))
        assert value(f"{prefix}median", found) == quantile(counts, 50)
        spread = pstdev(counts) / mean(counts) if any(counts) else 0
        assert value(f"{prefix}variation", found) == pytest.approx(spread)
        for low, high in ((10, 90), (0, 100), (2.5, 50)):
            ratio = quantile(counts, high) / max(1, quantile(counts, low))
            assert value(f"{prefix}quantile-ratio={low}-{high}", found) == ratio
        for low, high in ((0, 0), (1, 3), (2, 10**15)):
            within = sum(low <= one <= high for one in counts)
            assert value(f"{prefix}band={low}-{high}", found) == within / len(counts)
    throws = prod(len(die.faces) for die in dice_set.dice)
    assert value("reroll-probability", found) == pytest.approx(1 - len(fallen) / throws)
    assert dice_set.shared_cells or value("reroll-probability", found) == 0


@given(sets())
@settings(max_examples=30)
def test_values_are_within_their_ranges(dice_set):
    found, once, fallen = look(dice_set)
    most, boards = max(once), len(once)
    cells = sum(dice_set.sizes)
    ranges = {
        "unsolvable": (0, boards),
        "fewest": (0, most),
        "single": (0, boards),
        "mean": (0, most),
        "median": (0, most),
        "variation": (0, max(0, len(fallen) - 1) ** 0.5 + 1e-9),
        "quantile-ratio": (1 if once[0] else 0, max(1, most)),
        "band": (0, 1),
        "harder": (0, 1),
        "spare": (0, 1),
        "zones": (len(dice_set.dice), cells),
        "whole": (0, len(dice_set.dice)),
        "perimeter": (4 * len(dice_set.dice), 4 * cells),
        "symmetry": (1, len(PUZZLE.grid.symmetries)),
        "distance": (0, sum(dice_set.sizes) + 3),
        "changes": (0, sum(len(die.faces) for die in dice_set.dice) + 3),
        "rolls": (1, dice_set.roll_count),
        "reroll-probability": (0, 1 - 1e-12),
    }
    others = {"harder", "face-harder", "distance", "changes"}
    arguments = {"band": "=1-3", "spare": "=2"} | dict.fromkeys(others, "=A1 | A2 | A3")
    for name in OBJECTIVES:
        if name == "spare" and dice_set.shared():
            continue
        plain = name.removeprefix("face-")
        low, high = (0, 1) if name in {"face-unsolvable", "face-single"} else ranges[plain]
        result = value(name + arguments.get(plain, ""), found)
        assert isinstance(result, float)
        assert isfinite(result)
        assert low <= result <= high, name


@given(
    st.lists(st.tuples(st.integers(0, 12) | st.integers(0, 1 << 31), st.integers(1, 1 << 20)), min_size=1, max_size=60)
)
def test_the_figures_are_those_of_a_distribution(rows):
    counts, weights = [np.array(part, np.int64) for part in zip(*rows, strict=True)]
    dice = DiceSet.parse("A1 | A2 | A3", PUZZLE)
    found = Subject(dice, counts.astype(np.uint64), weights)
    for prefix, expected in (("", distribution(counts)), ("face-", distribution(counts, weights))):
        assert value(f"{prefix}mean", found) == expected.mean
        assert value(f"{prefix}variation", found) == expected.variation
        assert value(f"{prefix}median", found) == expected.quantile(0.5)
        ratio = expected.quantile(0.93) / max(1, expected.quantile(0.07))
        assert value(f"{prefix}quantile-ratio=7-93", found) == ratio


SETS = [
    "A1 A1 A2 C4 | B1 B2 B2 | A4 C1 C2 C3",
    "A1 A2 C4 | B1 B2 | A4 C1 C2 C3",
    "A1 A1 A2 C4 | A2 B2 B2 | A4 C1 A1 C3",
    "A1 A2 | A2 A1 | A1 C3",
]


@pytest.mark.parametrize("faces", SETS)
def test_a_subject_is_what_the_dice_roll(faces, census):
    dice_set = DiceSet.parse(faces, PUZZLE, shared_cells=True)
    found, boards = subject(dice_set, census), Counter(thrown(dice_set))
    weights = [1] * len(boards) if found.weights is None else found.weights.tolist()
    assert sorted(zip(found.tilings.tolist(), weights, strict=True)) == sorted(
        (count(mask), times) for mask, times in boards.items()
    )
    assert found.total == boards.total()
    assert value("reroll-probability", found) == pytest.approx(rolls(dice_set).rolling_again)


def test_without_weights_each_board_falls_as_often(tilings):
    dice_set = catalogue_set("theorem-5.3")
    quick = Subject(dice_set, RollTilings(tilings).of(np.array(dice_set.masks, np.uint64)))
    full, told = subject(dice_set, tilings), roll_statistics(dice_set, tilings)
    for label in (*STANDARD, "band=100-1000", "face-band=100-1000"):
        assert value(label, quick) == value(label, full)
    assert value("variation", quick) == value("face-variation", quick) == told.by_board.variation
    assert value("fewest", quick) == told.by_board.least
    assert value("quantile-ratio", quick) == told.by_board.quantile(0.9) / told.by_board.quantile(0.1)


def test_the_retail_set(tilings):
    found = subject(catalogue_set("default"), tilings)
    figures = {label: value(label, found) for label in ("unsolvable", "fewest", "rolls", "zones", "whole", "symmetry")}
    # 62,208 rolls, all solvable: Jensen (2023), Theorem 5.1.
    assert figures == {"unsolvable": 0, "fewest": 11, "rolls": 62208, "zones": 15, "whole": 3, "symmetry": 2}
    told = roll_statistics(catalogue_set("default"), tilings)
    assert value("face-variation", found) == told.by_face.variation
    assert value("face-median", found) == told.by_face.quantile(0.5)


def test_what_is_no_subject_is_refused(census):
    stuck = DiceSet.parse("A1 | A1 | A2", PUZZLE, shared_cells=True)
    with pytest.raises(DiceError, match="every one shows a cell twice"):
        subject(stuck, census)
    with pytest.raises(DiceError, match="take that one's"):
        subject(catalogue_set("default"), census)
    with pytest.raises(DiceError, match="have one for each"):
        Subject(stuck, np.zeros(2, np.uint32), np.ones(3, np.int64))
    with pytest.raises(DiceError, match="at most 9,007,199,254,740,992"):
        Subject(stuck, np.zeros(2, np.uint32), np.full(2, 1 << 52 | 1, np.int64))


def test_solvability_alone_is_not_enough(census):
    with pytest.raises(InputError, match="no numbers of tilings, only solvability"):
        subject(DiceSet.parse("A1 | A2 | A3", PUZZLE), replace(census, content=Content.SOLVABILITY))
