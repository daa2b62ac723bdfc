"""Many grids of a board at once have the solutions that each of them has alone."""

import _thread
import math
import threading
import time
from collections import defaultdict
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from solver.domino import methods as module
from solver.domino.grid import DominoGrid
from solver.domino.layout import count_layouts
from solver.domino.methods import DominoBatch
from solver.domino.notation import Location
from solver.errors import InputError
from solver.exact_cover import backend
from solver.polyform import SquareGrid
from solver.runs import jit
from solver.runs.cache_folder import CACHE_FOLDER
from tests.domino_grids import BOARDS, known_grids, planted, uniform

needs_numba = pytest.mark.skipif(not jit.available(), reason="numba is not here: nothing is compiled")

# Of orders 0 to 4, some with holes, one in three parts, one of a single row.
SHAPES = [shape for shapes in BOARDS.values() for shape in shapes]
SHAPES += ["5x6", "6x6-A1,A2,C3,D3,F5,F6", "3x12-A1,B7,B8,C1,A12,C12"]


def random_grids(board, seed, each):
    rng = np.random.default_rng(seed)
    return np.concatenate([uniform(board, rng, each), planted(board, rng, each)[0]])


def pairs(partners) -> tuple[Location, ...]:
    return tuple((cell, other) for cell, other in enumerate(partners) if cell < other)


def known_boards():
    """Return the known grids of each board, and their numbers of solutions."""
    boards = defaultdict(list)
    for known in known_grids():
        boards[known.grid.board].append((known.grid.numbers, known.solutions))
    return boards


@needs_numba
@pytest.mark.parametrize("limit", [None, 2, 1])
def test_known_counts(limit):
    boards = known_boards()
    assert len(boards) >= 4
    for board, grids in boards.items():
        numbers = np.array([numbers for numbers, _ in grids], np.uint8)
        expected = [solutions if limit is None else min(solutions, limit) for _, solutions in grids]
        assert DominoBatch(board).counts(numbers, limit).tolist() == expected, board


def arrangements(cells, number, times):
    """Yield all ways to write the numbers up to ``number`` on some cells, each so many times."""
    if number < 0:
        yield {}
        return
    for chosen in combinations(cells, times):
        for others in arrangements([cell for cell in cells if cell not in chosen], number - 1, times):
            yield dict.fromkeys(chosen, number) | others


@needs_numba
@pytest.mark.parametrize("shape", ["1x2", "2x3", "3x4", "2x6", "4x4-B2,B3,C2,C3"])
def test_all_grids_together_have_every_layout_with_the_dominoes_in_every_order_and_orientation(shape):
    batch = DominoBatch(SquareGrid.parse(shape))
    cells = range(len(batch.board))
    every = [[grid[cell] for cell in cells] for grid in arrangements(cells, batch.order, batch.order + 2)]
    orders = math.factorial(len(cells) // 2)
    turned = 1 << math.comb(batch.order + 1, 2)
    assert batch.counts(np.array(every, np.uint8)).sum() == count_layouts(batch.board) * orders * turned


@pytest.mark.parametrize("shape", SHAPES)
def test_counts_are_those_of_exact_cover(shape):
    board = SquareGrid.parse(shape)
    numbers = random_grids(board, 1, 20)
    alone = backend("dancing-links")
    expected = [alone.count(DominoGrid(board, tuple(row)).cover).solutions for row in numbers.tolist()]
    assert DominoBatch(board).counts(numbers).tolist() == expected
    assert min(expected[20:]) >= 1


@needs_numba
@pytest.mark.parametrize("shape", [*SHAPES, "7x8"])
def test_without_numba_the_solutions_are_the_same(shape, request):
    batch = DominoBatch(SquareGrid.parse(shape))
    numbers = random_grids(batch.board, 2, 5)
    counts, partners = batch.first_solutions(numbers, 2)
    request.getfixturevalue("uncompiled")
    found = batch.first_solutions(numbers, 2)
    assert found[0].tolist() == counts.tolist()
    assert found[1].tolist() == partners.tolist()
    grids = [DominoGrid(batch.board, tuple(row)) for row in numbers.tolist()]
    assert batch.counts(numbers).tolist() == [backend("dancing-links").count(grid.cover).solutions for grid in grids]


@pytest.mark.parametrize("is_compiled", [True, False])
@pytest.mark.parametrize("shape", ["2x3", "4x4-B2,B3,C2,C3", "4x5"])
def test_first_solutions_are_different_solutions(shape, is_compiled, request):
    if not is_compiled:
        request.getfixturevalue("uncompiled")
    board = SquareGrid.parse(shape)
    numbers = random_grids(board, 3, 100)
    counts, partners = DominoBatch(board).first_solutions(numbers, 4)
    for row, count, found in zip(numbers.tolist(), counts, partners, strict=True):
        grid, solutions = DominoGrid(board, tuple(row)), {pairs(one) for one in found[:count].tolist()}
        assert len(solutions) == count
        assert all(grid.is_solution(solution) for solution in solutions)
        assert (found[count:] == -1).all()


@given(seed=st.integers(0, 1 << 30), shape=st.sampled_from(["4x5", "5x6", "5x5-A1,A2,C3,E4,E5"]))
@settings(max_examples=25)
def test_turned_boards_and_renamed_numbers_have_as_many_solutions(seed, shape):
    batch = DominoBatch(SquareGrid.parse(shape))
    rng = np.random.default_rng(seed)
    numbers, _ = planted(batch.board, rng, 1)
    names = rng.permutation(batch.order + 1).astype(np.uint8)
    images = np.array([names[numbers[0]][list(turn)] for turn in batch.board.symmetries])
    assert set(batch.counts(images).tolist()) == set(batch.counts(numbers).tolist())


@needs_numba
@pytest.mark.parametrize("nodes", [1, 2, 7])
def test_a_search_that_is_left_is_taken_up_where_it_was(nodes, monkeypatch):
    batch = DominoBatch(SquareGrid(5, 6))
    numbers = random_grids(batch.board, 4, 30)
    counts, (_, partners) = batch.counts(numbers), batch.first_solutions(numbers, 20)
    assert counts.max() > 20
    monkeypatch.setattr(module, "_SLICE", nodes)
    assert batch.counts(numbers).tolist() == counts.tolist()
    assert np.array_equal(batch.first_solutions(numbers, 20)[1], partners)


@needs_numba
def test_an_interruption_is_heard_in_the_middle_of_a_batch():
    batch = DominoBatch(SquareGrid(10, 11))
    numbers, _ = planted(batch.board, np.random.default_rng(1), 1000)
    batch.counts(numbers[:1], 1)
    timer = threading.Timer(0.2, _thread.interrupt_main)
    begin = time.perf_counter()
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        # Half a minute.
        batch.counts(np.tile(numbers, (300, 1)))
    assert time.perf_counter() - begin < 10


def test_a_board_without_locations_has_no_solutions():
    batch = DominoBatch(SquareGrid.parse("1x4-A2,A3"))
    assert batch.counts(np.zeros((3, 2), np.uint8)).tolist() == [0, 0, 0]


def test_no_grids_have_no_counts():
    batch = DominoBatch(SquareGrid(2, 3))
    assert batch.counts(np.empty((0, 6), np.uint8)).shape == (0,)
    assert batch.first_solutions(np.empty((0, 6), np.uint8), 2)[1].shape == (0, 2, 6)


GOOD = np.array([[0, 0, 0, 1, 1, 1]] * 3, np.uint8)
FAR, UNEQUAL = GOOD.copy(), GOOD.copy()
FAR[1, 5] = 2
UNEQUAL[2, 5] = 0


@pytest.mark.parametrize(
    ("numbers", "limit", "told"),
    [
        (GOOD.astype(np.int64), 1, "numbers of type int64: give uint8"),
        (GOOD[0], 1, r"shape \(6,\): give \(grids, 6\)"),
        (GOOD[:, :5], 1, r"shape \(3, 5\)"),
        (FAR, 1, "grid 1 of the batch: number 2 in [AB][123]: .* is of order 1, write 0 to 1"),
        (UNEQUAL, 1, "grid 2 of the batch: number 0 occurs 4 times: .* shows each number 3 times"),
        (GOOD, 0, "a limit of 0 solutions: give 1 or more"),
    ],
)
def test_what_is_no_batch_is_refused(numbers, limit, told):
    batch = DominoBatch(SquareGrid(2, 3))
    with pytest.raises(InputError, match=told):
        batch.counts(numbers, limit)
    with pytest.raises(InputError, match=told):
        batch.first_solutions(numbers, limit)


@pytest.mark.parametrize(("shape", "told"), [("2x4", "8 cells"), ("2x4-A1,A3", "the holes leave")])
def test_what_no_dominoes_cover_is_refused(shape, told):
    with pytest.raises(InputError, match=told):
        DominoBatch(SquareGrid.parse(shape))


@needs_numba
def test_kernels_are_kept(monkeypatch, tmp_path):
    DominoBatch(SquareGrid(2, 3)).counts(np.array([[0, 0, 1, 0, 1, 1]], np.uint8))
    assert jit.is_kept("domino")
    monkeypatch.setenv(CACHE_FOLDER, str(tmp_path))
    assert not jit.is_kept("domino")
