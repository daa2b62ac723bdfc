"""Estimates of tilings: exact where all partial tilings are kept, right on average where some are drawn."""

import numpy as np
import pytest

from solver.census import BoardEstimates
from solver.census.board_estimates import drawn
from solver.exact_cover.batches import BatchSolver
from solver.polyform import Puzzle


def boards_of(puzzle: Puzzle, number: int) -> np.ndarray:
    generator, cells = np.random.default_rng(1), list(puzzle.grid.cells(puzzle.blockable))
    drawn = (generator.choice(cells, puzzle.blockers, replace=False).tolist() for _ in range(number))
    return np.array([sum(1 << cell for cell in board) for board in drawn], np.uint64)


@pytest.mark.parametrize("text", ["genius-square", "4x5/5:I1,T4,L4,2*L3", "3x4/3:I1,I2,I3,L3", "genius-star"])
def test_where_all_partial_tilings_are_kept_the_count_is_exact(text):
    puzzle = Puzzle.parse(text)
    boards = boards_of(puzzle, 20)
    estimates = BoardEstimates(puzzle, states=1 << 20, jobs=2).tilings(boards)
    assert estimates.tolist() == BatchSolver(puzzle.problem, len(puzzle.pieces)).counts(boards).tolist()


def test_estimates_are_right_on_average_and_the_same_each_time():
    puzzle = Puzzle.parse("genius-square")
    boards = boards_of(puzzle, 12)
    counts = BatchSolver(puzzle.problem, len(puzzle.pieces)).counts(boards).astype(float)
    found = np.array([BoardEstimates(puzzle, states=512, seed=seed).tilings(boards) for seed in range(60)], float)
    assert np.array_equal(found[3], BoardEstimates(puzzle, states=512, seed=3).tilings(boards))
    ratios = found[:, counts > 0] / counts[counts > 0]
    error = ratios.std(axis=0) / np.sqrt(len(ratios))
    assert (np.abs(ratios.mean(axis=0) - 1) < 4.5 * error + 1e-9).all()
    assert ratios.std() > 0.05, "some partial tilings are left out"
    assert not found[:, counts == 0].any()


def test_drawn_weights_keep_their_means():
    weights = np.array([50.0, 1.0, 2.0, 3.0, 4.0, 10.0, 1.0])
    sums = np.zeros(len(weights))
    for seed in range(4000):
        kept, raised = drawn(weights, 4, np.random.default_rng(seed))
        assert len(kept) in {3, 4, 5}
        sums[kept] += raised
    assert sums[0] / 4000 == 50
    assert sums / 4000 == pytest.approx(weights, rel=0.2)
