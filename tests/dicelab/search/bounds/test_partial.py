"""What counting concludes from part of the dice, held to all dice sets of small boards and to the rules one by one."""

import random
from functools import cache
from itertools import combinations, product

import numpy as np
import pytest

from dicelab.score.tables import forbidden_boards, roll_tilings
from dicelab.search.bounds.partial import (
    PartialDice,
    named_groups,
    nothing_known,
    number,
    overfull,
    with_whole,
)
from solver.polyform import Grid, Puzzle
from tests.dicelab.search.design.conftest import deals

PUZZLES = [
    ("3x3/3:I1,I2,I3", (4, 3, 2)),
    ("2x5/4:I1,I2,I3", (4, 3, 2, 1)),
    ("3x3/5:I1,I3", (3, 2, 2, 1, 1)),
    ("3x3/4:I1,I1,I3", (3, 2, 2, 2)),
    ("triangles@1-4,0-4/3:I1,I2,I3", (3, 3, 3)),
    ("2x4/2:3*I2", (5, 3)),
]


@cache
def sets_of(text, sizes, tilings):
    """Return all sets whose rolls have so many tilings, each as a set of dice."""
    puzzle = Puzzle.parse(text)
    sets = deals(tuple(range(len(puzzle.grid))), sizes)
    table = roll_tilings(puzzle)
    return [set(dice) for dice in sets if table.fewest(dice) >= tilings]


def by_the_rules(units, sizes, boards):
    """Return the sets of units, as frozensets of masks, that rules 1 to 3 leave, asked again and again."""
    dice, sizes = len(sizes), sorted(sizes)
    left = {
        frozenset(some)
        for size in range(dice + 1)
        for some in combinations(units, size)
        if size < dice or not any(sum(roll) in boards for roll in product(*map(bits, some)))
    }

    def stays(some):
        cells = sum(unit.bit_count() for unit in units if unit not in some and some | {unit} in left)
        parts = all(some - {unit} in left for unit in some)
        return parts and (len(some) == dice or cells >= sum(sizes[: dice - len(some)]))

    while True:
        fewer = {some for some in left if stays(some)}
        if fewer == left:
            return left
        left = fewer


def bits(mask):
    return [1 << cell for cell in Grid.cells(mask)]


def possible(dice):
    """Return all sets of units that the rows leave, boards included."""
    found: set[frozenset[int]] = {frozenset()}
    for size in range(1, len(dice.sizes) + 1):
        for some in combinations(range(len(dice.units)), size):
            if dice.row(some[:-1]) >> some[-1] & 1:
                found.add(frozenset(dice.units[place] for place in some))
    return found


def random_groups(drawn, cells, sizes):
    """Return cells that are on different dice, one group for each of some of them."""
    shuffled = drawn.sample(range(cells), cells)
    groups = []
    for _ in range(drawn.randint(0, len(sizes))):
        number = min(len(shuffled), drawn.choice([1, 1, 2, 3]))
        groups.append(Grid.mask(shuffled[:number]))
        del shuffled[:number]
    return tuple(group for group in groups if group)


@pytest.mark.parametrize("seed", range(36))
def test_no_set_that_agrees_with_what_is_known_is_lost(seed):
    drawn = random.Random(seed)
    text, sizes = PUZZLES[seed % len(PUZZLES)]
    puzzle, tilings = Puzzle.parse(text), drawn.choice([0, 1, 1, 2])
    cells = len(puzzle.grid)
    for _ in range(5):
        whole = drawn.random() < 0.3
        if whole:
            groups = (Grid.mask(drawn.sample(range(cells), min(sizes))),)
            dice = with_whole(text, sizes, tilings, groups)
            agree = [one - set(groups) for one in sets_of(text, sizes, tilings) if groups[0] in one]
        else:
            groups = random_groups(drawn, cells, sizes)
            dice = named_groups(text, sizes, tilings, groups)
            agree = [
                one
                for one in sets_of(text, sizes, tilings)
                if len({die for group in groups for die in one if die & group}) == len(groups)
                and all(any(die & group == group for die in one) for group in groups)
            ]
        assert dice or not agree
        if dice is None:
            continue
        left = possible(dice) if agree else set()
        for one in agree[:: max(1, len(agree) // 20)]:
            shares = [[unit for unit in dice.units if unit & die] for die in one]
            assert all(unit & die == unit for die, share in zip(one, shares, strict=True) for unit in share)
            assert all(frozenset(some) in left for some in product(*shares))
            # Each unit that an option of a split leaves out is on a die that the set does not have it on.
            for unit, mask in zip(dice.units, dice.options(), strict=True):
                mine = next(die for die in one if die & unit)
                names = [place for place, named in enumerate(dice.named) if dice.units[named] & mine]
                assert mask >> (names[0] if names else len(dice.named)) & 1


@pytest.mark.parametrize("seed", range(30))
def test_joined_units_and_a_whole_die_leave_what_the_rules_leave(seed):
    drawn = random.Random(seed)
    text, sizes = PUZZLES[seed % len(PUZZLES)]
    puzzle, tilings = Puzzle.parse(text), drawn.choice([0, 1])
    boards = set(forbidden_boards(puzzle, tilings).boards.tolist())
    start = nothing_known(text, sizes, tilings)
    units = [1 << cell for cell in range(len(puzzle.grid))]
    left = by_the_rules(units, sizes, boards)
    assert (start is None) == (not left)
    if start is None:
        return
    assert possible(start) == left
    dice: PartialDice | None = start
    while dice is not None and len(dice.units) > len(sizes):
        gone, kept = drawn.sample(range(len(dice.units)), 2)
        units = [unit for place, unit in enumerate(dice.units) if place not in {gone, kept}]
        units.append(dice.units[gone] | dice.units[kept])
        left = by_the_rules(units, sizes, boards)
        dice = dice.after_joining(gone, kept)
        too_large = overfull([unit.bit_count() for unit in units], sizes)
        assert (dice is None) == (too_large or not left)
        # What counting on smaller units ruled out is kept, so that a little more may be known than of the units alone.
        assert dice is None or possible(dice) <= left


def test_rows_are_those_of_sets_that_are_possible():
    for text, sizes in PUZZLES:
        dice = nothing_known(text, sizes, 1)
        if dice is None:
            continue
        left = possible(dice)
        for size in range(len(sizes)):
            for some in combinations(range(len(dice.units)), size):
                units = frozenset(dice.units[place] for place in some)
                extending = {place for place, unit in enumerate(dice.units) if units | {unit} in left} - set(some)
                assert dice.row(some) == sum(1 << place for place in extending)
                assert dice.possible()[number(len(dice.units), some)] == (units in left)


def test_what_is_known_can_be_compared_by_its_rows():
    units = (1, 2, 4)
    rows = np.array([0b111, 0b110, 0b101, 0b011], np.uint64)
    dice = PartialDice((1, 2), units, (), rows.copy()).counted()
    assert dice is not None
    assert dice.rows.tolist() == rows.tolist()
    assert PartialDice((1, 2), units, (), np.array([0b111, 0, 0b100, 0b010], np.uint64)).counted() is None
