"""Local search: what it reaches is what it says, within what is allowed, and the same for the same seed."""

import numpy as np
import pytest

from dicelab.dice import DiceSet, roll_masks
from dicelab.score.forbidden import ForbiddenBoards, masks_of, owners
from dicelab.score.tables import RollTilings
from dicelab.search.symmetric import PATIENCE, SymmetricWalk, neighbours, symmetric_start
from dicelab.search.tabu import CellTrades, tabu_search
from solver.polyform import GENIUS_SQUARE, Puzzle, images
from solver.polyform.symmetry import cycles

SIZES = (6, 5, 5, 5, 5, 5, 5)


def dealt(sizes, cells, seed):
    owner = np.concatenate([np.repeat(np.arange(len(sizes)), sizes), np.full(cells - sum(sizes), -1)])
    return masks_of(np.random.default_rng(seed).permutation(owner), len(sizes))


def is_mapped_to_itself(masks, permutation, grid):
    turned = [grid.mask(permutation[cell] for cell in grid.cells(mask)) for mask in masks.tolist()]
    return sorted(turned) == sorted(masks.tolist())


def test_an_always_solvable_set_of_93750_rolls(census):
    forbidden = ForbiddenBoards(GENIUS_SQUARE, census.unsolvable_boards)
    reached = tabu_search(CellTrades(forbidden, dealt(SIZES, 36, 1)), np.random.default_rng(1), steps=500)
    assert reached.rolled == 0
    found = DiceSet.of_masks(reached.best.tolist())
    assert found.sizes == SIZES
    assert census.is_solvable(roll_masks(found)).all()


def test_every_roll_with_at_least_eleven_tilings(tilings):
    forbidden = ForbiddenBoards(GENIUS_SQUARE, RollTilings(tilings).below(11))
    reached = tabu_search(CellTrades(forbidden, dealt(SIZES, 36, 2)), np.random.default_rng(2), steps=2000)
    assert reached.rolled == 0
    assert tilings.tilings(roll_masks(DiceSet.of_masks(reached.best.tolist()))).min() >= 11


def test_the_same_seed_ends_in_the_same_place(census):
    forbidden = ForbiddenBoards(GENIUS_SQUARE, census.unsolvable_boards)
    ends = [
        tabu_search(CellTrades(forbidden, dealt((4, 5, 5, 5, 5, 5, 5), 36, 3)), np.random.default_rng(4), steps=30)
        for _ in range(2)
    ]
    assert ends[0].best.tolist() == ends[1].best.tolist()
    assert ends[0].steps == ends[1].steps
    assert np.bitwise_count(ends[0].best).tolist() == [4, 5, 5, 5, 5, 5, 5]


def test_cells_stay_where_they_must(census):
    forbidden = ForbiddenBoards(GENIUS_SQUARE, census.unsolvable_boards)
    sizes = (4, 5, 5, 5, 5, 5, 5)
    dice = dealt(sizes, 36, 5)
    owner = owners(dice, 36)
    allowed = np.ones((36, 8), np.bool_)
    fixed = [0, 7, 14, int(np.flatnonzero(owner < 0)[0])]
    for cell in fixed:
        allowed[cell] = False
        allowed[cell, owner[cell]] = True
    reached = tabu_search(CellTrades(forbidden, dice, allowed=allowed), np.random.default_rng(6), steps=200)
    assert reached.steps > 3
    assert (owners(reached.best, 36)[fixed] == owner[fixed]).all()


def test_a_search_without_a_way_out_ends():
    # Every board is forbidden, and two cells have nowhere else to go.
    puzzle = Puzzle.parse("1x2/1:I1")
    forbidden = ForbiddenBoards(puzzle, np.array([1, 2], np.uint64))
    reached = tabu_search(CellTrades(forbidden, np.array([3], np.uint64)), np.random.default_rng(0), steps=20)
    assert (reached.rolled, reached.best.tolist()) == (2, [3])


def test_a_search_that_is_told_to_stop_stops(census):
    forbidden = ForbiddenBoards(GENIUS_SQUARE, census.unsolvable_boards)

    def stop():
        raise InterruptedError

    with pytest.raises(InterruptedError):
        tabu_search(CellTrades(forbidden, dealt(SIZES, 36, 1)), np.random.default_rng(1), steps=500, check=stop)


@pytest.mark.parametrize("number", [2, 4, 5, 6, 7])
def test_symmetric_sets_stay_symmetric(census, number):
    symmetry = GENIUS_SQUARE.grid.symmetries[number]
    generator = np.random.default_rng(number)
    start = symmetric_start(SIZES, symmetry, generator)
    assert start is not None
    assert is_mapped_to_itself(start, symmetry, GENIUS_SQUARE.grid)
    assert np.bitwise_count(start).tolist() == list(SIZES)
    forbidden = ForbiddenBoards(GENIUS_SQUARE, census.unsolvable_boards)
    reached = tabu_search(SymmetricWalk(forbidden, symmetry, start), generator, steps=60, patience=PATIENCE)
    assert reached.rolled == forbidden.rolled(reached.best[None])[0] < forbidden.rolled(start[None])[0]
    assert is_mapped_to_itself(reached.best, symmetry, GENIUS_SQUARE.grid)
    assert np.bitwise_count(reached.best).tolist() == list(SIZES)


@pytest.mark.parametrize("number", [1, 3])
def test_no_die_of_six_is_turned_to_itself_by_a_quarter(number):
    # The only die of six cells would be a union of cycles of four.
    symmetry = GENIUS_SQUARE.grid.symmetries[number]
    assert {len(cycle) for cycle in cycles(symmetry)} == {4}
    assert symmetric_start(SIZES, symmetry, np.random.default_rng(0)) is None


def test_a_quarter_turn_where_it_fits():
    # Four dice trade places, or a die is a union of whole cycles.
    puzzle = Puzzle.parse("4x4/4:I1,I2,I2,I3,L4")
    symmetry = puzzle.grid.symmetries[1]
    for seed in range(5):
        generator = np.random.default_rng(seed)
        start = symmetric_start((4, 4, 4, 4), symmetry, generator)
        assert start is not None
        for near in neighbours(owners(start, 16), symmetry):
            assert is_mapped_to_itself(masks_of(near, 4), symmetry, puzzle.grid)
    assert images(np.array([15], np.uint64), puzzle.grid).shape == (8, 1)
