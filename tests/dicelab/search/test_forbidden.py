"""Forbidden rolls are those that listing all rolls finds, and a swap changes what counting again says."""

import itertools

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from dicelab.dice import DiceSet, catalogue_set, roll_masks
from dicelab.score.forbidden import ForbiddenBoards, masks_of, owners
from solver.census import board_masks
from solver.polyform import GENIUS_SQUARE, Puzzle

PUZZLES = [Puzzle.parse(text) for text in ("3x4/3:I1,I2,I3,L3", "4x4/4:I1,I2,I2,I3,L4", "2x4/2:3*I2", "3x3/1:2*L3,I2")]


@st.composite
def sets(draw):
    """Draw a puzzle, disjoint dice that may leave cells over, and forbidden boards."""
    puzzle = draw(st.sampled_from(PUZZLES))
    cells = len(puzzle.grid)
    owner = draw(st.lists(st.integers(-1, puzzle.blockers - 1), min_size=cells, max_size=cells))
    # Every die has a cell.
    for die, cell in enumerate(draw(st.permutations(range(cells)))[: puzzle.blockers]):
        owner[cell] = die
    every = board_masks(0, puzzle.boards, cells, puzzle.blockers)
    kept = draw(st.lists(st.booleans(), min_size=len(every), max_size=len(every)))
    return puzzle, np.array(owner, np.int64), every[np.array(kept, np.bool_)]


def listed(puzzle, owner, boards):
    """Count by listing all rolls."""
    masks = masks_of(owner, puzzle.blockers)
    return int(np.isin(roll_masks(DiceSet.of_masks(masks.tolist(), puzzle)), boards).sum())


@pytest.fixture(params=["compiled", "plain"])
def way(request):
    """Both ways to count; the compiled one where there is a compiler."""
    if request.param == "plain":
        request.getfixturevalue("uncompiled")


@pytest.mark.usefixtures("way")
class TestSmallPuzzles:
    @settings(max_examples=30)
    @given(drawn=sets())
    def test_rolled_boards_are_those_of_the_list_of_rolls(self, drawn):
        puzzle, owner, boards = drawn
        forbidden, masks = ForbiddenBoards(puzzle, boards), masks_of(owner, puzzle.blockers)
        rolls = roll_masks(DiceSet.of_masks(masks.tolist(), puzzle))
        assert forbidden.rolled_boards(masks).tolist() == boards[np.isin(boards, rolls)].tolist()
        assert forbidden.rolled(masks[None]).tolist() == [listed(puzzle, owner, boards)]

    @settings(max_examples=30)
    @given(drawn=sets())
    def test_every_swap_changes_what_counting_again_says(self, drawn):
        puzzle, owner, boards = drawn
        forbidden = ForbiddenBoards(puzzle, boards)
        changes = forbidden.swap_changes(masks_of(owner, puzzle.blockers))
        now = listed(puzzle, owner, boards)
        assert (changes == changes.T).all()
        for one, other in itertools.combinations(range(len(owner)), 2):
            swapped = owner.copy()
            swapped[one], swapped[other] = owner[other], owner[one]
            assert changes[one, other] == listed(puzzle, swapped, boards) - now


def test_swaps_of_the_retail_set(census):
    masks = np.array(catalogue_set("default").masks, np.uint64)
    forbidden = ForbiddenBoards(GENIUS_SQUARE, census.unsolvable_boards)
    changes = forbidden.swap_changes(masks)
    owner = owners(masks, 36)
    generator = np.random.default_rng(1)
    for one, other in generator.integers(36, size=(40, 2)).tolist():
        swapped = owner.copy()
        swapped[one], swapped[other] = owner[other], owner[one]
        assert forbidden.rolled(masks_of(swapped, 7)[None])[0] == changes[one, other]
    # Always solvable, so a swap can't make fewer unsolvable.
    assert changes.min() == 0
    assert changes.max() > 0


def test_any_number_of_jobs(census):
    generator = np.random.default_rng(2)
    owner = np.repeat(np.arange(7), (6, 5, 5, 5, 5, 5, 5))
    dice = np.array([masks_of(generator.permutation(owner), 7) for _ in range(9)])
    counts = [
        ForbiddenBoards(GENIUS_SQUARE, census.unsolvable_boards, jobs).rolled(dice).tolist() for jobs in (1, 2, 4)
    ]
    assert counts[0] == counts[1] == counts[2]


@pytest.mark.parametrize("least", [0, 700, 1 << 62])
def test_the_sets_that_pay_least_are_counted_whole_and_no_other_pays_as_little(census, least):
    generator = np.random.default_rng(4)
    owner = np.repeat(np.arange(7), (6, 5, 5, 5, 5, 5, 5))
    dealt = [masks_of(generator.permutation(owner), 7) for _ in range(30)]
    dice = np.array([catalogue_set("theorem-5.3").masks, *dealt], np.uint64)
    paid = generator.integers(0, 40, len(dice))
    forbidden = ForbiddenBoards(GENIUS_SQUARE, census.unsolvable_boards)
    exact, found = paid + forbidden.rolled(dice), paid + forbidden.rolled_by_least(dice, paid, least)
    assert (found <= exact).all()
    lowest = min(least, int(exact.min()))
    assert ((found <= lowest) == (exact <= lowest)).all()
    assert (found[exact <= lowest] == exact[exact <= lowest]).all()


def test_owners_and_masks_are_two_ways_to_say_the_same():
    owner = np.array([2, -1, 0, 1, 1, -1], np.int64)
    assert owners(masks_of(owner, 3), 6).tolist() == owner.tolist()
