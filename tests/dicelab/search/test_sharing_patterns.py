"""How many boards dice that share cells can show: against a list of their rolls, and what is most."""

import itertools
import math

import numpy as np
import pytest
from hypothesis import assume, given, settings, strategies as st

from dicelab.dice import DiceSet, Die, rolls
from dicelab.errors import DiceError
from dicelab.search.sharing import _shared_more, boards_of, dice_of, own_cells, patterns, roles_of
from solver.polyform import Puzzle

PATH = (0b11, 0b110, 0b1100, 0b11000, 0b110000, 0b1100000)


def listed(pattern, sizes, cells):
    """Count the boards by listing all rolls."""
    roles = roles_of(pattern, sizes, cells)
    masks = dice_of(roles, len(sizes))
    dice = [[cell for cell in range(cells) if mask >> cell & 1] for mask in masks.tolist()]
    return len({frozenset(roll) for roll in itertools.product(*dice) if len(set(roll)) == len(sizes)})


@settings(max_examples=40)
@given(
    sizes=st.lists(st.integers(1, 4), min_size=1, max_size=4),
    pattern=st.lists(st.integers(1, 15), max_size=4),
)
def test_boards_are_those_of_the_list_of_rolls(sizes, pattern):
    pattern = [mask & (1 << len(sizes)) - 1 for mask in pattern]
    assume(all(mask.bit_count() > 1 for mask in pattern) and min(own_cells(pattern, sizes)) >= 0)
    assert boards_of(pattern, sizes) == listed(pattern, sizes, sum(sizes))


def test_boards_are_those_of_a_set():
    puzzle = Puzzle.parse("3x4/3:I1,I2,I3,L3")
    roles = np.random.default_rng(1).permutation(roles_of((0b11, 0b110), (4, 4, 4), 12))
    dice = tuple(Die(tuple(puzzle.grid.cells(mask))) for mask in dice_of(roles, 3).tolist())
    assert [die.size for die in dice] == [4, 4, 4]
    assert len(rolls(DiceSet(dice, puzzle, shared_cells=True)).boards) == boards_of((0b11, 0b110), (4, 4, 4)) == 56


def test_seven_dice_that_share_as_a_chain():
    # Two dice of a chain can collide, or two pairs, or three: 6^7 - 6 * 6^5 + 10 * 6^3 - 4 * 6.
    assert boards_of(PATH, [6] * 7) == 6**7 - 6 * 6**5 + 10 * 6**3 - 4 * 6 == 235_416


def test_a_star_and_a_ring_are_worse_than_a_chain():
    star = [1 | 1 << die for die in range(1, 7)]
    ring = [1 << die | 1 << (die + 1) % 6 for die in range(6)]
    assert boards_of(star, [6] * 7) == 233_280
    assert boards_of(ring, [6] * 7) == 235_206


def test_the_most_boards_of_six_dice_on_33_cells():
    # Three pairs; no die shares twice, so that any two pairs, and all three, can collide at once.
    best = patterns([6] * 6, 33)[0]
    assert sorted(mask.bit_count() for mask in best.pattern) == [2, 2, 2]
    assert sum(best.pattern) == 0b111111
    assert best.boards == best.bound == 35**3


@pytest.mark.parametrize(
    ("sizes", "cells"), [((3, 3), 4), ((2, 2, 2), 5), ((3, 2, 2), 5), ((2, 3, 3), 6), ((3, 3, 3), 6)]
)
def test_the_best_pattern_is_the_best_of_all_sets(sizes, cells):
    """No choice of cells, whether it uses all or not, gives more boards than the bound."""
    every = [list(itertools.combinations(range(cells), size)) for size in sizes]
    most = max(
        len({frozenset(roll) for roll in itertools.product(*dice) if len(set(roll)) == len(sizes)})
        for dice in itertools.product(*every)
    )
    best = patterns(sizes, cells)[0]
    assert best.boards == best.bound == most
    assert listed(best.pattern, sizes, cells) == most


def test_cells_enough_for_all():
    assert [(one.pattern, one.boards) for one in patterns((6, 5, 5, 5, 5, 5, 5), 36)] == [((), 93_750)]


def test_patterns_come_best_first_and_each_once():
    found = patterns([4] * 4, 13, 8)
    assert len(found) == len({one.pattern for one in found}) == 8
    assert [one.boards for one in found] == sorted((one.boards for one in found), reverse=True)
    assert all(boards_of(one.pattern, [4] * 4) == one.boards <= one.bound == found[0].boards for one in found)


def test_where_there_is_no_proof_the_bound_is_larger():
    # Eight dice have 40,320 names.
    (found,) = patterns([3] * 8, 22)
    assert found.boards == boards_of(found.pattern, [3] * 8) < found.bound == min(3**8, math.comb(22, 8))


def test_roles():
    assert roles_of((0b11,), (3, 2), 6).tolist() == [3, 1, 1, 2, 0, 0]


def test_what_does_not_fit():
    with pytest.raises(DiceError, match="die 2 shares more cells than it has"):
        boards_of((0b11, 0b11), (3, 1))
    with pytest.raises(DiceError, match="a die of 5 cells: the board has 4"):
        patterns((5, 1), 4)
    with pytest.raises(DiceError, match="13 dice: at most 12"):
        boards_of((), [1] * 13)
    with pytest.raises(DiceError, match="5 cells are needed: the board has 4"):
        roles_of((), (3, 2), 4)
    with pytest.raises(DiceError, match="sizes 2,2,2: no way to share so many cells was found"):
        _shared_more((0b11, 0b101, 0b110), (2, 2, 2))


def test_dice_that_can_only_collide():
    assert patterns((1, 1), 1)[0].boards == 0
