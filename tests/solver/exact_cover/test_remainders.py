"""Counts by remainders are the counts of the reference, whatever the turns, the table and the word are."""

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from solver.errors import SolverError
from solver.exact_cover import ExactCover, Limits, Status, batches, remainders
from solver.exact_cover.backends import bitmask
from solver.exact_cover.backends.bitmask import Bitmask
from solver.exact_cover.backends.brute_force import BruteForce
from solver.exact_cover.batches import BatchSolver
from solver.exact_cover.remainders import PAUSED, CompiledCount, PythonCount, Remainders
from solver.polyform import GENIUS_SQUARE, Puzzle
from solver.runs import jit
from tests.strategies import covers, planted_covers

needs_numba = pytest.mark.skipif(not jit.available(), reason="nothing to compare with: numba is not here")


def choices(items, options):
    """Return a problem of so many items, each covered alone, by any of so many options."""
    names = tuple(f"item {n}" for n in range(items))
    return ExactCover(names, tuple((n,) for n in range(items) for _ in range(options)))


def answers(kind, problem, masks, bits, pace):
    count = kind(Remainders(problem), bits)
    found = []
    for mask in masks:
        count.start(Remainders(problem).without(mask))
        while count.advance(pace) == PAUSED:
            pass
        found.append((count.total, count.nodes))
    return found


@given(problem=st.one_of(covers(), planted_covers(items=8, options=14)), data=st.data())
@settings(max_examples=75)
def test_each_sub_problem_has_as_many_solutions_as_the_reference_finds(problem, data):
    if not Remainders.fits(problem):
        return
    items = len(problem.items)
    masks = data.draw(st.lists(st.integers(0, (1 << items) - 1), min_size=1, max_size=5))
    expected = [BruteForce().count(problem.without(n for n in range(items) if m >> n & 1)).solutions for m in masks]
    # A table of two places forgets nearly all, and must not answer for another remainder.
    for bits, pace in ((1, 1), (4, 3), (12, 1000)):
        found = answers(PythonCount, problem, masks, bits, pace)
        assert [number for number, _ in found] == expected
        if jit.available():
            assert answers(CompiledCount, problem, masks, bits, pace) == found


def test_what_does_not_fit_is_left_to_the_search():
    assert Remainders.fits(GENIUS_SQUARE.problem)
    assert not Remainders.fits(Puzzle.parse("8x8/4:pentominoes").problem)  # 64 cells and 12 pieces
    assert not Remainders.fits(ExactCover(("a",), ((0,), (0,)), (2,)))  # sets would be met in both orders
    assert not Remainders.fits(ExactCover(("a", "b"), ((0, 1), (0,), (0, 1)), (2, 1), 1))
    # 60 items of one bit, and a count up to 3 with its guard.
    tight = ExactCover((*(f"i{n}" for n in range(61)), "m"), ((0, 61), (1,)), (1,) * 61 + (3,))
    assert Remainders.fits(tight)
    assert Bitmask().count(tight).solutions == 0


def test_a_field_that_ends_at_the_highest_bit():
    # Three of four choices may be the first kind.
    items = (*(f"i{n}" for n in range(4)), *(f"unused {n}" for n in range(57)), "kind")
    options = tuple(option for n in range(4) for option in ((n,), (n, 61)))
    problem = ExactCover(items, options, (1,) * 61 + (3,), primary=4)
    assert sum(1 if times == 1 else times.bit_length() + 1 for times in problem.multiplicities) == 64
    assert Bitmask().count(problem).solutions == BruteForce().count(problem).solutions == 2**4 - 1


@pytest.mark.parametrize("items", [21, 22, 30])
def test_numbers_beyond_64_bits(items):
    problem = choices(items, 8)
    count = Bitmask().count(problem)
    assert count.solutions == 8**items
    # Where numbers grow too large for the compiled count, what it took is a cost too.
    assert count.stats.nodes > items if 8**items >= 1 << 64 and jit.available() else count.stats.nodes == items
    if 8**items >= 1 << 64:
        with pytest.raises(SolverError, match="more than a batch can count"):
            BatchSolver(problem, items).counts(np.zeros(1, np.uint64))
    else:
        assert BatchSolver(problem, items).counts(np.zeros(1, np.uint64)).tolist() == [8**items]


@needs_numba
@given(problem=covers(items=8, options=16), states=st.integers(1, 4))
@settings(max_examples=30)
def test_turns_that_are_too_short_change_nothing(problem, states):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(remainders, "_FIRST_STATES", states)
        patch.setattr(bitmask, "_SEARCH_TURN", states)
        patch.setattr(bitmask, "_SLICE", 2)
        patch.setattr(batches, "_SLICE", 2)
        found = Bitmask().count(problem)
        expected = BruteForce().count(problem)
        assert (found.status, found.solutions) == (expected.status, expected.solutions)
        masks = np.array([0, 1, 5], np.uint64)
        parts = [problem.without(n for n in range(len(problem.items)) if m >> n & 1) for m in masks.tolist()]
        batch = BatchSolver(problem, len(problem.items)).counts(masks)
        assert batch.tolist() == [BruteForce().count(part).solutions for part in parts]


def test_a_count_cut_short_is_unknown_and_claims_at_most_what_there_is():
    problem, _ = GENIUS_SQUARE.board_problem(0b1111111)
    whole = Bitmask().count(problem)
    for nodes in (1, 100, whole.stats.nodes - 1):
        short = Bitmask().count(problem, Limits(nodes=nodes))
        assert short.status is Status.UNKNOWN
        assert short.solutions <= whole.solutions
        assert short.stats.nodes == nodes


def test_boards_that_share_remainders_have_the_tilings_that_each_has_alone():
    generator = np.random.default_rng(11)
    masks = [GENIUS_SQUARE.grid.mask(generator.choice(36, 7, replace=False).tolist()) for _ in range(12)]
    solver = BatchSolver(GENIUS_SQUARE.problem, 9)
    together = solver.counts(np.array(masks, np.uint64)).tolist()
    assert together == [int(solver.counts(np.array([mask], np.uint64))[0]) for mask in masks]
    assert together == [Bitmask().count(GENIUS_SQUARE.board_problem(mask)[0]).solutions for mask in masks]
    # The search lists them one by one.
    few = [mask for mask, number in zip(masks, together, strict=True) if number < 1000][:3]
    for mask in few:
        listed = sum(1 for _ in Bitmask().solutions(GENIUS_SQUARE.board_problem(mask)[0]))
        assert listed == together[masks.index(mask)]
