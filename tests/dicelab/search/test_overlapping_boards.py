"""Forbidden rolls of dice that share cells are those that listing all rolls finds, and so is what a trade changes."""

import itertools

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from dicelab.dice import catalogue_set
from dicelab.score.forbidden import ForbiddenBoards, owners
from dicelab.search.sharing import OverlappingBoards, dice_of, roles_of, roles_on
from dicelab.search.tabu import CellTrades, tabu_search
from solver.census import board_masks
from solver.polyform import GENIUS_SQUARE, Puzzle

PUZZLES = [Puzzle.parse(text) for text in ("3x4/3:I1,I2,I3,L3", "3x3/4:I1,I2,I2", "2x4/2:3*I2", "3x3/1:2*L3,I2")]


@st.composite
def sets(draw):
    """Draw a puzzle, the dice of each cell, and forbidden boards."""
    puzzle = draw(st.sampled_from(PUZZLES))
    cells = len(puzzle.grid)
    roles = draw(st.lists(st.integers(0, (1 << puzzle.blockers) - 1), min_size=cells, max_size=cells))
    every = board_masks(0, puzzle.boards, cells, puzzle.blockers)
    kept = draw(st.lists(st.booleans(), min_size=len(every), max_size=len(every)))
    return puzzle, np.array(roles, np.int64), every[np.array(kept, np.bool_)]


def rolled(puzzle, roles, boards):
    """Return the forbidden boards among all rolls, listed one by one."""
    dice = [[cell for cell, role in enumerate(roles.tolist()) if role >> die & 1] for die in range(puzzle.blockers)]
    masks = {puzzle.grid.mask(roll) for roll in itertools.product(*dice) if len(set(roll)) == len(dice)}
    return [board for board in boards.tolist() if board in masks]


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
        puzzle, roles, boards = drawn
        dice = dice_of(roles, puzzle.blockers)
        assert OverlappingBoards(puzzle, boards).rolled_boards(dice).tolist() == rolled(puzzle, roles, boards)

    @settings(max_examples=40)
    @given(drawn=sets())
    def test_every_trade_changes_what_listing_again_says(self, drawn):
        puzzle, roles, boards = drawn
        changes = OverlappingBoards(puzzle, boards).swap_changes(dice_of(roles, puzzle.blockers))
        now = len(rolled(puzzle, roles, boards))
        assert (changes == changes.T).all()
        for one, other in itertools.combinations(range(len(roles)), 2):
            traded = roles.copy()
            traded[one], traded[other] = roles[other], roles[one]
            assert changes[one, other] == len(rolled(puzzle, traded, boards)) - now


def test_disjoint_dice_are_a_special_case(census):
    masks = np.array(catalogue_set("default").masks, np.uint64)
    boards = census.unsolvable_boards[::20]
    roles = 1 << owners(masks, 36)
    generator = np.random.default_rng(3)
    for _ in range(2):
        roles = generator.permutation(roles)
        dice = dice_of(roles, 7)
        overlapping, disjoint = OverlappingBoards(GENIUS_SQUARE, boards), ForbiddenBoards(GENIUS_SQUARE, boards)
        assert overlapping.rolled(dice[None])[0] == disjoint.rolled(dice[None])[0] > 0
        assert (overlapping.swap_changes(dice) == disjoint.swap_changes(dice)).all()


def test_the_most_boards_and_all_of_them_solvable(census):
    chain = [3 << die for die in range(6)]
    generator = np.random.default_rng(1)
    start = dice_of(generator.permutation(roles_of(chain, [6] * 7, 36)), 7)
    forbidden = OverlappingBoards(GENIUS_SQUARE, census.unsolvable_boards)
    reached = tabu_search(CellTrades(forbidden, start), generator, steps=300)
    assert reached.rolled == 0 == len(forbidden.rolled_boards(reached.best))
    assert sorted(roles_on(reached.best, 36)) == sorted(roles_on(start, 36))


def test_a_search_without_a_way_out_ends():
    # Every board is forbidden; the second time no cell can be traded.
    puzzle = Puzzle.parse("1x2/1:I1")
    forbidden = OverlappingBoards(puzzle, np.array([1, 2], np.uint64))
    for roles in ([1, 0], [1, 1]):
        reached = tabu_search(CellTrades(forbidden, dice_of(np.array(roles), 1)), np.random.default_rng(0), steps=9)
        assert (reached.rolled, reached.steps) == (sum(roles), 9)
