"""Solutions counted without meeting them, against the search that meets each of them."""

import numpy as np
import pytest

from experiments.domino import profile as profile_module
from experiments.domino.profile import Profile
from solver.domino.layout import count_layouts
from solver.domino.methods import DominoBatch
from solver.errors import InputError
from solver.polyform import SquareGrid
from solver.runs import jit
from tests.domino_grids import planted, uniform

pytestmark = pytest.mark.skipif(not jit.available(), reason="the profile needs a compiler")

HOLED = "8x8-C4,D4,D5,D6,E3,E4,E5,F5"


def chain(order, columns):
    """The dominoes across two lines, each beside one that it shares a number with, which lies crosswise."""
    dominoes = [pair for low in range(order + 1) for pair in [(low, low), *((low, n) for n in range(order, low, -1))]]
    rows = [[0], [0]]
    for low, high in dominoes[1:]:
        above, below = rows[0][-1], rows[1][-1]
        shared = below if below in (low, high) else above
        other = low + high - shared
        rows[0].append(shared if shared == below else other)
        rows[1].append(other if shared == below else shared)
    assert len(rows[0]) == columns
    return rows[0] + rows[1]


@pytest.mark.parametrize("text", ["1x2", "2x3", "1x6", "4x5", "5x4", "5x6", "6x7", "7x8", "8x7", HOLED])
def test_the_search_meets_as_many(text):
    board = SquareGrid.parse(text)
    rng = np.random.default_rng(1)
    numbers = np.concatenate([planted(board, rng, 30)[0], uniform(board, rng, 30)])
    assert (Profile.of(board).counts(numbers) == DominoBatch(board).counts(numbers)).all()


@pytest.mark.parametrize("text", ["4x5", HOLED])
def test_little_room_is_made_larger(text, monkeypatch):
    board = SquareGrid.parse(text)
    numbers = planted(board, np.random.default_rng(2), 5)[0]
    counts = Profile.of(board).counts(numbers).tolist()
    monkeypatch.setattr(profile_module, "ROOM", 3)
    assert Profile.of(board).counts(numbers).tolist() == counts


@pytest.mark.parametrize("order", range(10))
def test_a_chain_on_two_lines_has_all_layouts_as_solutions(order):
    """Turning two dominoes where the number they share lies crosswise leaves the same two dominoes."""
    board = SquareGrid(2, (order + 1) * (order + 2) // 2)
    numbers = np.array([chain(order, board.columns)], np.uint8)
    assert Profile.of(board).counts(numbers).tolist() == [count_layouts(board)]


def test_numbers_that_do_not_fit_are_refused():
    counts = Profile.of(SquareGrid(2, 3)).counts
    with pytest.raises(InputError, match="number 2: have 0 to 1"):
        counts(np.array([[0, 0, 1, 0, 1, 2]], np.uint8))
    with pytest.raises(InputError, match=r"shape \(1, 4\)"):
        counts(np.zeros((1, 4), np.uint8))
    # Another set of numbers can't be made of the dominoes.
    assert counts(np.array([[0, 0, 0, 0, 1, 1]], np.uint8)).tolist() == [0]


def test_a_board_that_no_set_covers_is_refused():
    with pytest.raises(InputError, match="8 cells: no full set"):
        Profile.of(SquareGrid(2, 4))
    with pytest.raises(InputError, match="the holes leave"):
        Profile.of(SquareGrid.parse("2x4-A1,B4"))
    with pytest.raises(InputError, match="17x18 is too wide"):
        Profile.of(SquareGrid(17, 18))
