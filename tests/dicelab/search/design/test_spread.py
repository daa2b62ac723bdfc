"""Sets of few cells that can't be on different dice: from a table of all boards, or from one of completions."""

import random
from itertools import combinations
from math import comb

import numpy as np
import pytest

from dicelab.search.completions import Completions, completing_cells
from dicelab.search.design.portfolio import search_exactly
from dicelab.search.design.search_state import ExactTask
from dicelab.search.design.spread import Spread, never_spread
from dicelab.search.kept_tables import keep_tables
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
    never = never_spread(TRIANGLES, sizes, table)
    fixpoint = never_spread(TRIANGLES, sizes, census.solvable)
    # The table of all boards tells all that one sweep does, and often more.
    assert all(any(mask & found == found for found in fixpoint.tolist()) for mask in never.tolist())
    for found in (never.tolist(), fixpoint.tolist()):
        assert not any(one != other and one & other == one for one in found for other in found)
    sets = deals(tuple(range(len(TRIANGLES.grid))), sizes)
    rolled = table.rolled(np.array(sets, np.uint64))
    for dice, failing in zip(sets, rolled.tolist(), strict=True):
        spread = [
            mask
            for mask in {*never.tolist(), *fixpoint.tolist()}
            if sum(bool(mask & die) for die in dice) == mask.bit_count()
        ]
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


def ruled_out(cells, sizes, allowed, together):
    """Ask every set again and again, until neither counting nor an exchange of cells rules out another one."""
    every = [frozenset(some) for size in range(len(sizes) + 1) for some in combinations(range(cells), size)]
    forbidden = {board for board in every if len(board) == len(sizes) and not allowed[place(board)]}
    out, before = forbidden | {frozenset(pair) for pair in together}, None

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


def place(cells):
    return sum(comb(cell, number) for number, cell in enumerate(sorted(cells), 1))


@pytest.mark.parametrize("seed", range(40))
def test_all_conclusions_are_drawn(seed):
    drawn = random.Random(seed)
    cells, dice = drawn.choice([6, 7]), drawn.choice([2, 3, 4])
    sizes = [1] * dice
    for _ in range(cells - dice - drawn.choice([0, 0, 1])):
        sizes[drawn.randrange(dice)] += 1
    allowed = np.array([drawn.random() < 0.8 for _ in range(comb(cells, dice))])
    spread, together = Spread(cells, sizes, allowed), []
    if spread.exchanges and drawn.random() < 0.5:
        together = [(1, drawn.randrange(2, cells))]
        spread = spread.given(together)
    out = ruled_out(cells, sizes, allowed, together)
    assert spread.contradiction == (frozenset() in out)
    if not spread.contradiction:
        least = {one for one in out if 0 < len(one) < dice and not any(one - {cell} in out for cell in one)}
        masks = {sum(1 << cell for cell in one) for one in least}
        assert set(spread.least().tolist()) == masks


@pytest.mark.slow
@pytest.mark.skipif(not jit.available(), reason="takes long without compiled code")
def test_no_dice_of_the_genius_star_have_all_of_its_cells(star_census):
    keep_tables(star_census)
    found = search_exactly(ExactTask(Question("genius-star", (6, 6, 6, 6, 8, 8, 8)), sweeps=1))
    assert (found.status, found.boards) == ("infeasible", ())
