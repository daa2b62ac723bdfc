"""The page's engine tells what a change of one cell does, and how many ways there are to go on, as trying all does."""

from itertools import combinations, product
from math import prod

import numpy as np
import pytest

from dicelab.studio.tables import searched_unsolvable_table, unsolvable_table
from solver.exact_cover.batches import BatchSolver
from solver.polyform import Puzzle

MIDDLE = Puzzle.parse("5x5/4:I1,I2,I3,L3,I4,L4,O4")
CELLS = range(25)


@pytest.fixture(scope="module")
def unsolvable():
    """All boards of the puzzle that have no tiling."""
    boards = list(combinations(CELLS, MIDDLE.blockers))
    masks = np.array([sum(1 << cell for cell in board) for board in boards], np.uint64)
    counts = BatchSolver(MIDDLE.problem, len(MIDDLE.pieces)).counts(masks).tolist()
    return {frozenset(board) for board, count in zip(boards, counts, strict=True) if not count}


def failing(dice, unsolvable):
    return [roll for roll in product(*dice) if frozenset(roll) in unsolvable]


def some_dice(generator, most):
    cells = generator.permutation(25).tolist()
    return [cells[die * most : die * most + int(generator.integers(2, most + 1))] for die in range(MIDDLE.blockers)]


def test_blame_is_that_of_all_rolls_and_moves_do_what_they_say(engine_page, unsolvable):
    engine_page.open(MIDDLE, [searched_unsolvable_table(MIDDLE)])
    generator = np.random.default_rng(32)
    for _ in range(12):
        dice = some_dice(generator, 6)
        blame = engine_page.ask("blame", dice)
        rolls = failing(dice, unsolvable)
        assert blame["failing"] == len(rolls)
        assert blame["cells"] == [sum(cell in roll for roll in rolls) for cell in CELLS]
        assert sum(group["number"] for group in blame["groups"]) == blame["explained"] == min(200, len(rolls))
        assert all(frozenset(board) in unsolvable for group in blame["groups"] for board in group["boards"])

        def after(one, other, dice=dice):
            trade = {one: other, other: one}
            return len(failing([[trade.get(cell, cell) for cell in die] for die in dice], unsolvable))

        for move in blame["moves"]:
            assert move["failing"] == after(move["from"], move["to"]), (dice, move)
        together = [set(die) for die in dice]
        used = set().union(*together)
        least = min(
            after(one, other)
            for one, other in combinations(CELLS, 2)
            if {one, other} & used and not any({one, other} <= die for die in together)
        )
        assert blame["moves"][0]["failing"] == least
        swapped = engine_page.ask("swapped", dice)
        assert len(failing(swapped["dice"], unsolvable)) == swapped["failing"] <= len(rolls)


@pytest.mark.parametrize("painted", range(5))
def test_ways_to_go_on_and_safe_cells_are_those_of_trying_all(engine_page, unsolvable, painted):
    engine_page.open(MIDDLE, [searched_unsolvable_table(MIDDLE)])
    generator = np.random.default_rng(painted)
    dice = [die if number < painted else [] for number, die in enumerate(some_dice(generator, 5))]

    def ways(dice):
        free = sorted(set(CELLS).difference(*dice))
        empty = sum(not die for die in dice)
        rolls = [frozenset(roll) for roll in product(*filter(None, dice))]
        return [all(roll.union(way) not in unsolvable for roll in rolls) for way in combinations(free, empty)]

    found = ways(dice)
    if painted < MIDDLE.blockers:
        assert engine_page.ask("prospect", dice) == {"tried": len(found), "good": sum(found), "isExact": True}
    for die in {0, MIDDLE.blockers - 1}:
        safety = engine_page.ask("safety", dice, die)
        for cell in CELLS:
            if any(cell in faces for faces in dice) and (cell in dice[die] or painted < MIDDLE.blockers):
                assert safety[cell] is None
                continue
            grown = [sorted({*faces, cell}) if number == die else faces for number, faces in enumerate(dice)]
            if painted < MIDDLE.blockers:
                is_safe = any(ways(grown))
            else:
                new = [[cell] if number == die else faces for number, faces in enumerate(dice)]
                is_safe = not failing(new, unsolvable)
            assert safety[cell] == ("safe" if is_safe else "unsafe"), (dice, die, cell)


def test_without_a_table_a_sample_is_tried(engine_page):
    engine_page.open(MIDDLE)
    found = engine_page.ask("prospect", [[0, 1], [5], [], []])
    assert 0 <= found["good"] <= found["tried"] == 50
    assert not found["isExact"]
    assert set(engine_page.ask("safety", [[0, 1], [5], [], []], 0)) == {None, "unknown"}


def test_where_each_die_has_a_region_a_way_takes_one_cell_of_each_that_is_left(engine_page):
    puzzle = Puzzle.parse("calendar")
    engine_page.open(puzzle, [unsolvable_table(puzzle)])
    regions = [list(puzzle.grid.cells(region)) for region in puzzle.regions]
    painted: list[list[list[int]]] = [[regions[0], []], [[], []], [[], regions[1][:3]]]
    for dice in painted:
        left = prod(len(region) for region, die in zip(regions, dice, strict=True) if not die)
        # Every date of the calendar puzzle has a tiling.
        assert engine_page.ask("prospect", dice) == {"tried": left, "good": left, "isExact": True}
