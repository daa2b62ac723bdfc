"""Counts of many sub-problems at once: as brute force counts each, whatever the slices and the limit are."""

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from solver.exact_cover import ExactCover, Limits, batches
from solver.exact_cover.backends.bitmask import Bitmask
from solver.exact_cover.backends.brute_force import BruteForce
from solver.exact_cover.batches import BatchSolver
from solver.polyform import GENIUS_SQUARE, Board, Puzzle
from solver.runs import jit
from tests.solver.test_known_counts import FOLDER, read
from tests.strategies import covers

PUBLISHED = {blockers: count for _, blockers, count in read(FOLDER / "goralczyk.counts")}


def counts(problem, masks, most=None):
    found = BatchSolver(problem, len(problem.items)).counts(np.array(masks, np.uint64), most)
    assert found.dtype == np.uint64
    return found.tolist()


def in_plain_python(problem, masks, most=None):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(jit, "available", lambda: False)
        return counts(problem, masks, most)


def in_short_slices(problem, masks, most, nodes):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(batches, "_SLICE", nodes)
        return counts(problem, masks, most)


@given(problem=covers(), most=st.none() | st.integers(0, 5), nodes=st.integers(1, 7), data=st.data())
@settings(max_examples=100)
def test_each_sub_problem_is_the_problem_without_the_removed_items(problem, most, nodes, data):
    items = len(problem.items)
    masks = data.draw(st.lists(st.integers(0, (1 << items) - 1), max_size=8))
    expected = []
    for mask in masks:
        rest = problem.without({item for item in range(items) if mask >> item & 1})
        number = BruteForce().count(rest).solutions
        expected.append(number if most is None else min(most, number))
    assert counts(problem, masks, most) == expected
    assert in_short_slices(problem, masks, most, nodes) == expected
    assert in_plain_python(problem, masks, most) == expected


@pytest.mark.parametrize("nodes", [1, 2, 3, 50, 200_000])
def test_slices_change_nothing_on_boards(nodes):
    puzzle = Puzzle.parse("4x5/4:2*I4,I3,L3,I2")
    generator = np.random.default_rng(3)
    masks = [puzzle.grid.mask(generator.choice(20, 4, replace=False).tolist()) for _ in range(60)]
    expected = [Bitmask().count(puzzle.board_problem(mask)[0]).solutions for mask in masks]
    assert max(expected) > 10
    for most in (None, 1, 2, 7, max(expected)):
        limited = [number if most is None else min(most, number) for number in expected]
        assert in_short_slices(puzzle.problem, masks, most, nodes) == limited


def test_published_counts_of_the_genius_square():
    masks = [Board.parse(blockers, GENIUS_SQUARE.grid).blockers for blockers in PUBLISHED]
    assert counts(GENIUS_SQUARE.problem, masks) == list(PUBLISHED.values())
    assert counts(GENIUS_SQUARE.problem, masks, 1000) == [min(count, 1000) for count in PUBLISHED.values()]


def test_the_first_64_of_many_items_can_be_removed():
    # 13 columns: an item for each of 65 cells, and one for the dominoes.
    puzzle = Puzzle.parse("5x13/1:32*I2")
    tilings = {}
    for cell in (0, 12, 63):
        tilings[cell] = Bitmask().count(puzzle.board_problem(1 << cell)[0], Limits(solutions=200)).solutions
    assert counts(puzzle.problem, [1 << cell for cell in tilings], 200) == list(tilings.values()) == [200, 200, 0]


def test_bits_beyond_the_items_mean_nothing():
    problem = ExactCover(("a", "b"), ((0,), (0,), (1,), (0, 1)))
    assert counts(problem, [0, 1 << 2, 1 << 63, 0b01, 0b01 | 1 << 40, 0b10]) == [3, 3, 3, 1, 1, 2]


def test_nothing_to_cover_is_covered_in_one_way():
    problem = ExactCover(("a",), ((0,), (0,)))
    for count in (counts, in_plain_python):
        assert count(problem, [0, 1, 0, 1, 1]) == [2, 1, 2, 1, 1]
        assert count(problem, [0, 1], 1) == [1, 1]
        assert count(problem, [0, 1], 0) == [0, 0]
        assert count(problem, []) == []


def test_boards_need_not_lie_side_by_side_and_are_not_changed():
    solver = BatchSolver(GENIUS_SQUARE.problem, 9)
    masks = np.array([Board.parse(blockers, GENIUS_SQUARE.grid).blockers for blockers in PUBLISHED], np.uint64)
    masks.flags.writeable = False
    before = masks.tolist()
    assert solver.counts(masks[::-2], 50).tolist() == solver.counts(masks, 50)[::-2].tolist()
    assert masks.tolist() == before
