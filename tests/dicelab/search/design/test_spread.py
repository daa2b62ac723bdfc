"""Sets of few cells that can't be on different dice: from a table of completions, as from a table of all boards."""

import numpy as np
import pytest

from dicelab.search.completions import Completions, completing_cells
from dicelab.search.design.constraints import Constraints
from dicelab.search.design.portfolio import search_exactly
from dicelab.search.design.spread import never_spread
from dicelab.search.design.values import ExactTask
from dicelab.search.kept_tables import keep_tables
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
    never = never_spread(TRIANGLES, sizes, table)
    assert (never == never_spread(TRIANGLES, sizes, census.solvable)).all()
    assert not any(one != other and one & other == one for one in never.tolist() for other in never.tolist())
    sets = deals(tuple(range(len(TRIANGLES.grid))), sizes)
    rolled = table.rolled(np.array(sets, np.uint64))
    for dice, failing in zip(sets, rolled.tolist(), strict=True):
        spread = [mask for mask in never.tolist() if sum(bool(mask & die) for die in dice) == mask.bit_count()]
        assert failing or not spread


def test_pairs_that_no_solvable_board_has_are_found(census):
    never = set(never_spread(TRIANGLES, (3, 3, 3), census.solvable).tolist())
    cells = range(len(TRIANGLES.grid))
    boards = [board for board in range(1 << len(TRIANGLES.grid)) if board.bit_count() == 3]
    unsolvable = set(census.unsolvable_boards.tolist())
    for pair in (1 << a | 1 << b for a in cells for b in range(a)):
        if all(board in unsolvable for board in boards if board & pair == pair):
            assert any(mask & pair == mask for mask in never)
    assert never


@pytest.mark.slow
@pytest.mark.skipif(not jit.available(), reason="takes long without compiled code")
def test_no_dice_of_the_genius_star_have_all_of_its_cells(star_census):
    keep_tables(star_census)
    found = search_exactly(ExactTask(Constraints("genius-star", (6, 6, 6, 6, 8, 8, 8)), sweeps=1))
    assert (found.status, found.boards) == ("infeasible", ())
