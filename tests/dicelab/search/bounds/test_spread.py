"""Sets of few cells that can't be on different dice: from a table of all boards, or from one of completions."""

import random
from itertools import combinations

import numpy as np
import pytest

from dicelab.score.forbidden import Completions, ForbiddenBoards, completing_cells
from dicelab.score.tables import keep_tables
from dicelab.search.bounds import never_spread
from dicelab.search.design.exact import search_exactly
from dicelab.search.design.search_state import ExactTask
from dicelab.search.question import Question
from solver.census import Content, build_census
from solver.polyform import Puzzle
from solver.runs import jit, threads
from tests.dicelab.search.design.conftest import deals

TRIANGLES = Puzzle.parse("triangles@1-4,0-4/3:I1,I2,I3")
SIZES = [(3, 3, 3), (4, 3, 2), (3, 2, 2), (2, 2, 2), (5, 1, 1), (1, 1, 1)]


@pytest.fixture(scope="module")
def census(tmp_path_factory):
    folder = tmp_path_factory.mktemp("triangles")
    return build_census(TRIANGLES, Content.TILINGS, folder=folder, runner=threads(1))


@pytest.mark.parametrize("sizes", SIZES)
def test_small_triangles_against_all_dice_sets(census, sizes):
    table = Completions(TRIANGLES, completing_cells(census))
    never = never_spread(TRIANGLES, sizes, table).tolist()
    assert never == never_spread(TRIANGLES, sizes, ForbiddenBoards(TRIANGLES, census.unsolvable_boards)).tolist()
    assert not any(one != other and one & other == one for one in never for other in never)
    sets = deals(tuple(range(len(TRIANGLES.grid))), sizes)
    rolled = table.rolled(np.array(sets, np.uint64))
    for dice, failing in zip(sets, rolled.tolist(), strict=True):
        spread = [mask for mask in never if sum(bool(mask & die) for die in dice) == mask.bit_count()]
        assert failing or not spread


def test_pairs_that_no_solvable_board_has_are_found(census):
    never = set(never_spread(TRIANGLES, (3, 3, 3), ForbiddenBoards(TRIANGLES, census.unsolvable_boards)).tolist())
    cells = range(len(TRIANGLES.grid))
    boards = [board for board in range(1 << len(TRIANGLES.grid)) if board.bit_count() == 3]
    unsolvable = set(census.unsolvable_boards.tolist())
    for pair in (1 << a | 1 << b for a in cells for b in range(a)):
        if all(board in unsolvable for board in boards if board & pair == pair):
            assert any(mask & pair == mask for mask in never)
    assert never


def ruled_out(cells, sizes, forbidden):
    """Ask every set again and again, until neither counting nor an exchange of cells rules out another one."""
    every = [frozenset(some) for size in range(len(sizes) + 1) for some in combinations(range(cells), size)]
    out, before = set(forbidden), None

    def follows(one):
        others = sum(sorted(sizes)[: len(sizes) - len(one)])
        rest = [cell for cell in range(cells) if cell not in one]
        swaps = ((a, b) for a in one for b in rest if sum(sizes) == cells and frozenset((a, b)) in out)
        return (
            any(one - {cell} in out for cell in one)
            or (len(one) < len(sizes) and sum(one | {cell} not in out for cell in rest) < others)
            or any(one - {a} | {b} in out for a, b in swaps)
        )

    while before != len(out):
        before = len(out)
        out |= {one for one in every if one not in out and follows(one)}
    return out


@pytest.mark.parametrize("seed", range(40))
def test_all_conclusions_are_drawn(seed):
    drawn = random.Random(seed)
    cells, dice = drawn.choice([6, 7]), drawn.choice([2, 3, 4])
    sizes = [1] * dice
    for _ in range(cells - dice - drawn.choice([0, 0, 1])):
        sizes[drawn.randrange(dice)] += 1
    share = drawn.choice([0.1, 0.2, 0.35])
    forbidden = [frozenset(board) for board in combinations(range(cells), dice) if drawn.random() < share]
    puzzle = Puzzle.parse(f"1x{cells}/{dice}:I{cells - dice}")
    masks = np.array(sorted(sum(1 << cell for cell in board) for board in forbidden), np.uint64)
    out = ruled_out(cells, sizes, forbidden)
    if frozenset() in out:
        least = {0}
    else:
        small = {one for one in out if len(one) < dice}
        least = {sum(1 << cell for cell in one) for one in small if not any(one - {cell} in out for cell in one)}
    assert set(never_spread(puzzle, sizes, ForbiddenBoards(puzzle, masks)).tolist()) == least


@pytest.mark.slow
@pytest.mark.skipif(not jit.available(), reason="takes long without compiled code")
def test_no_dice_of_the_genius_star_have_all_of_its_cells(star_census):
    keep_tables(star_census)
    found = search_exactly(ExactTask(Question("genius-star", (6, 6, 6, 6, 8, 8, 8)), sweeps=1))
    assert (found.status, found.boards) == ("infeasible", ())
