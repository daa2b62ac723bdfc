"""Kernels run as they are where there is no compiler, and answer as they do compiled."""

import importlib

import numpy as np
import pytest

from dicelab.score.objectives.shape import outline, pieces
from solver.exact_cover.backend import Clock
from solver.exact_cover.backends import bitmask
from solver.exact_cover.batches import BatchSolver
from solver.exact_cover.bitset_tables import DOMINOES, new_stack, tables_of, trial_boards, trial_problem
from solver.exact_cover.bitsets import OptionBitsets
from solver.exact_cover.problem import Limits, Status
from solver.exact_cover.remainders import Remainders, count_boards, new_memory
from solver.polyform import Puzzle
from solver.polyform.orbits import Orbits, board_masks
from solver.polyform.symmetry import permutation_tables

PUZZLE = Puzzle.parse("3x4/3:I1,I2,I3,L3")
BOARDS = board_masks(0, PUZZLE.boards, 12, 3)

pytestmark = pytest.mark.usefixtures("uncompiled")


@pytest.fixture
def kernel():
    """Return a function that imports the module of a kernel, without numba."""

    def load(name):
        module = importlib.import_module(name)
        assert not hasattr(module, "intrinsic")
        return module

    return load


def test_the_search(kernel):
    module = kernel("solver.exact_cover.kernels.search_kernel")
    sets = OptionBitsets(PUZZLE.problem)
    found = np.zeros(len(BOARDS), np.uint64)
    tables = tables_of(sets)
    assert module.count_each(tables, new_stack(tables), BOARDS, 1 << 62, 0, True, 1 << 40, found) == (220, True)
    assert found.tolist() == BatchSolver(PUZZLE.problem, 4).counts(BOARDS).tolist()


def test_the_search_goes_on_where_it_paused(kernel):
    module = kernel("solver.exact_cover.kernels.search_kernel")
    sets, place, fresh = OptionBitsets(trial_problem()), 0, True
    found, tables = np.zeros(2, np.uint64), tables_of(sets)
    stack = new_stack(tables)
    while place < 2:
        place, fresh = module.count_each(tables, stack, trial_boards(), 40, place, fresh, 7, found)
    assert found.tolist() == [40, 0]
    assert BatchSolver(trial_problem(), DOMINOES).counts(trial_boards(), 40).tolist() == [40, 0]


def test_the_count_by_remainders(kernel):
    module = kernel("solver.exact_cover.kernels.remainders_kernel")

    def flat(*arguments):
        module.count_each(*(value.reshape(-1) if isinstance(value, np.ndarray) else value for value in arguments))

    remainders = Remainders(trial_problem())
    with np.errstate(over="ignore"):
        found, known = count_boards(remainders, trial_boards(), 100, new_memory(remainders), flat)
    assert known.all()
    assert found.tolist() == BatchSolver(trial_problem(), DOMINOES).counts(trial_boards()).tolist()


def test_one_solution_of_words(kernel):
    kernel("solver.exact_cover.kernels.words_kernel")
    for board in BOARDS[::7].tolist():
        problem = PUZZLE.problem.without(cell for cell in range(12) if board >> cell & 1)
        expected = bitmask.Bitmask().solve(problem, Limits(1))
        if max(problem.multiplicities) == 1:
            found = bitmask._solve_words(problem, Limits(1), Clock(Limits(1)))
            assert (found.status, found.solution) == (expected.status, expected.solution)
            assert found.stats.nodes == expected.stats.nodes
            assert found.status is Status.UNSOLVABLE or problem.is_solution(found.solution or ())


def test_orbits(kernel):
    bits = np.zeros(-(-PUZZLE.boards // 8), np.uint8)
    first = np.uint64(0b111)
    module = kernel("solver.polyform.orbits_kernel")
    module.mark_representatives(first, PUZZLE.boards, permutation_tables(PUZZLE.grid), bits)
    assert bits.tolist() == Orbits.of(PUZZLE.grid, 3).bits.tolist()


def test_outlines(kernel):
    grid = PUZZLE.grid
    masks = np.arange(1, 1 << 12, 5, dtype=np.uint64)
    number, inner = np.zeros(len(masks), np.int64), np.zeros(len(masks), np.int64)
    near = np.array(grid.neighbour_masks, np.uint64)
    kernel("dicelab.search.constraints.shape_kernel").count_shapes(masks, near, number, inner)
    assert number.tolist() == [len(pieces(mask, grid)) for mask in masks.tolist()]
    assert inner.tolist() == [4 * mask.bit_count() - outline((mask,), grid) for mask in masks.tolist()]
