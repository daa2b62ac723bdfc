"""The quick look-up of all rolls gives what the census gives roll by roll."""

import numpy as np
import pytest

from dicelab.dice import DiceSet, catalogue_set, roll_masks
from dicelab.score import tables as kept_tables
from dicelab.score.tables import (
    RollTilings,
    content_needed,
    fewest_tilings,
    forbidden_boards,
    keep_tables,
    roll_tilings,
)
from solver.census import Content, board_masks, build_census
from solver.polyform import Grid, Puzzle
from solver.runs import jit, threads


@pytest.fixture(scope="module")
def census(tmp_path_factory):
    return build_census(Puzzle.parse("4x4/3:I1,I2,I3,L3,O4"), Content.TILINGS, folder=tmp_path_factory.mktemp("census"))


@pytest.mark.parametrize("compiled", [True, False])
def test_tilings_in_the_order_of_rolls(census, compiled, monkeypatch):
    if not compiled:
        monkeypatch.setattr(jit, "available", lambda: False)
    tilings = RollTilings(census)
    generator = np.random.default_rng(3)
    for sizes in ((5, 5, 6), (1, 1, 1), (2, 7, 1), (4, 4, 4)):
        cells = generator.permutation(16).tolist()
        dice = [sorted(cells[sum(sizes[:n]) : sum(sizes[: n + 1])]) for n in range(3)]
        masks = [sum(1 << cell for cell in die) for die in dice]
        expected = census.tilings(roll_masks(DiceSet.of_masks(masks, census.puzzle)))
        assert tilings.of(np.array(masks, np.uint64)).tolist() == expected.tolist()


def test_the_retail_set(tilings):
    dice_set = catalogue_set("default")
    found = RollTilings(tilings).of(np.array(dice_set.masks, np.uint64))
    # A mask has no order of faces, so neither has the list.
    assert sorted(found.tolist()) == sorted(tilings.tilings(roll_masks(dice_set)).tolist())


def test_the_boards_with_the_most_tilings_first(census):
    every = board_masks(0, census.puzzle.boards, 16, 3)
    ordered = sorted(census.tilings(every).tolist(), reverse=True)
    for number in (1, 2, 17, len(every)):
        assert RollTilings(census).of_rank(number) == ordered[number - 1]


def test_boards_below_a_number_of_tilings(census):
    every = board_masks(0, census.puzzle.boards, 16, 3)
    counts = census.tilings(every)
    for tilings in (0, 1, 2, 10, 1000):
        assert RollTilings(census).below(tilings).tolist() == every[counts < tilings].tolist()


def test_the_tables_of_a_puzzle_are_made_once(census):
    keep_tables(census)
    kept = roll_tilings(census.puzzle)
    assert roll_tilings(census.puzzle) is kept
    few = forbidden_boards(census.puzzle, 3)
    assert few.boards.tolist() == kept.below(3).tolist()
    assert forbidden_boards(census.puzzle, 3) is few


@pytest.mark.parametrize("text", ["4x5/4:I1,I2,I3,T4,I3,I3", "4x5/4:4*I1,2*I2,2*I3,I2"])
def test_which_boards_can_be_tiled_is_enough_where_tilings_are_not_asked_for(tmp_path, monkeypatch, text):
    monkeypatch.setattr(kept_tables, "_KEPT", {})
    monkeypatch.setattr(kept_tables, "_UNSOLVABLE", {})
    kept_tables._forbidden_boards.cache_clear()
    monkeypatch.setattr(kept_tables, "census_folder", lambda _: tmp_path)
    puzzle = Puzzle.parse(text)
    assert content_needed(puzzle, tilings=False) is Content.SOLVABILITY
    assert content_needed(puzzle, tilings=True) is Content.TILINGS
    # Without a monomino there is no walk over the boards.
    assert content_needed(Puzzle.parse("2x4/2:3*I2"), tilings=False) is Content.TILINGS
    keep_tables(build_census(puzzle, Content.SOLVABILITY, folder=tmp_path))
    few = forbidden_boards(puzzle, 1).boards.tolist()
    assert not kept_tables._KEPT
    counted = build_census(puzzle, Content.TILINGS, folder=tmp_path, runner=threads(1))
    assert content_needed(puzzle, tilings=False) is Content.TILINGS
    tilings = RollTilings(counted)
    assert few == tilings.below(1).tolist()
    cells = np.random.default_rng(1).permuted(np.tile(np.arange(20), (20, 1)), axis=1)
    sets = [tuple(int(Grid.mask(die.tolist())) for die in np.split(row[:8], 4)) for row in cells]
    searched = [fewest_tilings(puzzle, dice, jobs=2) for dice in sets]
    assert not kept_tables._KEPT
    assert searched == [tilings.fewest(dice) for dice in sets]
