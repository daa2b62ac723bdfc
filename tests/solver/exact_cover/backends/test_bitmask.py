"""The fast backend, compiled and as plain Python, which search alike node for node."""

import sys

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from solver.errors import InputError
from solver.exact_cover import ExactCover, Limits, Status
from solver.exact_cover.backends import bitmask
from solver.exact_cover.backends.bitmask import Bitmask
from solver.exact_cover.backends.brute_force import BruteForce
from solver.exact_cover.batches import BatchSolver
from solver.polyform import GENIUS_SQUARE, Board, Puzzle
from solver.runs import jit
from tests.solver.exact_cover.backends.conformance import BackendConformance
from tests.strategies import covers, planted_covers

needs_numba = pytest.mark.skipif(not jit.available(), reason="nothing to compare with: numba is not here")


def as_plain_python(function):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(jit, "available", lambda: False)
        return function()


@needs_numba
class TestCompiled(BackendConformance):
    @pytest.fixture(scope="class")
    @classmethod
    def backend(cls):
        return Bitmask()


class TestPlainPython(BackendConformance):
    @pytest.fixture(scope="class")
    @classmethod
    def backend(cls):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(jit, "available", lambda: False)
            yield Bitmask()


@needs_numba
class TestCompiledFromTheFirstNode(BackendConformance):
    """Easy problems are solved before numba is imported: here nothing is easy, and every slice is short."""

    @pytest.fixture(scope="class")
    @classmethod
    def backend(cls):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(bitmask, "_WORTH_COMPILING", 1)
            patch.setattr(bitmask, "_SLICE", 3)
            yield Bitmask()


def trace(problem, limits):
    stream = Bitmask().solutions(problem, limits)
    # The nodes at each solution too: the searches go side by side.
    steps = [(solution, stream.stats.nodes) for solution in stream]
    count = Bitmask().count(problem, limits)
    return steps, stream.status, stream.stats.nodes, count.status, count.solutions, count.stats.nodes


@needs_numba
class TestCompiledAndPlainPythonAreOneSearch:
    @given(
        problem=covers(items=8, options=16),
        limits=st.builds(Limits, solutions=st.none() | st.integers(0, 4), nodes=st.none() | st.integers(0, 20)),
    )
    @settings(max_examples=100)
    def test_on_small_problems(self, problem, limits):
        assert trace(problem, limits) == as_plain_python(lambda: trace(problem, limits))

    @given(problem=covers(items=8, options=16), nodes=st.none() | st.integers(0, 20), slices=st.integers(1, 9))
    @settings(max_examples=75)
    def test_a_first_solution_without_tables_is_the_first_of_all(self, problem, nodes, slices):
        # Imported, so that not even an easy problem is left to Python.
        from solver.exact_cover.kernels import words_kernel

        assert words_kernel.__name__ in sys.modules
        unit = ExactCover(problem.items, problem.options, primary=problem.primary)
        limits = Limits(nodes=nodes)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(bitmask, "_SLICE", slices)
            found = Bitmask().solve(unit, limits)
        assert found == as_plain_python(lambda: Bitmask().solve(unit, limits))
        stream = Bitmask().solutions(unit, Limits(1, nodes))
        first = next(stream, None)
        assert (found.solution, found.stats.nodes) == (first, stream.stats.nodes)

    @pytest.mark.parametrize(
        "text",
        [
            "5x14/0:14*P5",  # 70 cells: two words of items, many of options
            "4x8/0:16*I2",
            "5x5/4:F5,W5,P5,L3,L3",
        ],
    )
    def test_where_items_and_options_fill_several_words(self, text):
        problem = Puzzle.parse(text).problem
        if text.startswith("5x5"):
            problem = problem.without([0, 1, 5, 13])
        limits = Limits(solutions=30, nodes=4000)
        found = trace(problem, limits)
        assert found == as_plain_python(lambda: trace(problem, limits))
        assert found[2] > 1

    def test_on_boards_of_the_genius_square(self):
        generator = np.random.default_rng(5)
        limits = Limits(solutions=5)
        for _ in range(10):
            blockers = GENIUS_SQUARE.grid.mask(generator.choice(36, 7, replace=False).tolist())
            problem, _ = GENIUS_SQUARE.board_problem(blockers)
            assert trace(problem, limits) == as_plain_python(lambda p=problem: trace(p, limits))


@given(problem=covers())
def test_as_many_nodes_as_the_search_needs_are_enough(problem):
    for bound in (lambda function: function(), as_plain_python):
        count = bound(lambda: Bitmask().count(problem))
        nodes = count.stats.nodes
        assert bound(lambda n=nodes: Bitmask().count(problem, Limits(nodes=n))) == count
        assert bound(lambda n=nodes: Bitmask().count(problem, Limits(nodes=n - 1))).status is Status.UNKNOWN
        # The list of all is searched for in another way than their number.
        whole = bound(lambda: Bitmask().solutions(problem))
        assert bound(lambda s=whole: len(list(s))) == count.solutions
        enough = whole.stats.nodes
        stream = bound(lambda n=enough: Bitmask().solutions(problem, Limits(nodes=n)))
        assert bound(lambda s=stream: len(list(s))) == count.solutions
        assert stream.status == count.status
        short = bound(lambda n=enough: Bitmask().solutions(problem, Limits(nodes=n - 1)))
        bound(lambda s=short: list(s))
        assert short.status is Status.UNKNOWN


@needs_numba
def test_a_search_that_pauses_between_slices_finds_the_same(monkeypatch):
    problem = Puzzle.parse("4x6/0:12*I2").problem
    whole = trace(problem, Limits())
    monkeypatch.setattr(bitmask, "_SLICE", 7)
    assert trace(problem, Limits()) == whole
    assert whole[4] == 281  # OEIS A005178


def test_an_unsolvable_board_is_often_seen_at_the_root():
    # The only free cell beside A1 is blocked twice over: A1 and F6 are two isolated cells for one monomino.
    problem, _ = GENIUS_SQUARE.board_problem(Board.parse("A2 B1 E6 F5 C3 C4 D3", GENIUS_SQUARE.grid).blockers)
    result = Bitmask().solve(problem)
    assert (result.status, result.solution) == (Status.UNSOLVABLE, None)
    assert result.stats.nodes < 20


class TestBatchSolver:
    @given(problem=planted_covers(), data=st.data())
    @settings(max_examples=75)
    def test_agrees_with_the_problem_without_the_removed_items(self, problem, data):
        count, primary = len(problem.items), problem.primary
        full = (1 << primary) - 1
        masks = data.draw(
            st.lists(st.integers(0, (1 << count) - 1).filter(lambda mask: mask & full != full), min_size=1, max_size=8)
        )
        size = sum(problem.multiplicities[:primary])

        def rows():
            return BatchSolver(problem, size).first_solutions(np.array(masks, np.uint64))

        found = rows()
        assert found.shape == (len(masks), size)
        assert (found == as_plain_python(rows)).all()
        for mask, row in zip(masks, found.tolist(), strict=True):
            gone = {item for item in range(count) if mask >> item & 1}
            rest = problem.without(gone)
            chosen = [n for n in row if n >= 0]
            assert row == chosen + [-1] * (size - len(chosen))
            assert bool(chosen) == (BruteForce().solve(rest).status is Status.SOLVED)
            if chosen:
                kept = [n for n, option in enumerate(problem.options) if gone.isdisjoint(option)]
                assert rest.is_solution(tuple(sorted(kept.index(n) for n in chosen)))

    def test_a_removed_item_is_gone_whatever_its_multiplicity(self):
        problem = ExactCover(("a", "b"), ((0,), (1,), (1,)), (1, 2))
        removed = np.array([0b10, 0b01, 0b00], np.uint64)

        def rows():
            return [sorted(row) for row in BatchSolver(problem, 3).first_solutions(removed).tolist()]

        assert rows() == as_plain_python(rows) == [[-1, -1, 0], [-1, 1, 2], [0, 1, 2]]

    def test_no_boards_are_no_error(self):
        solver = BatchSolver(GENIUS_SQUARE.problem, 9)
        assert solver.first_solutions(np.zeros(0, np.uint64)).shape == (0, 9)

    def test_too_many_options_are_refused(self):
        with pytest.raises(InputError, match="32768 options"):
            BatchSolver(ExactCover(("a",), ((0,),) * 32768), 1)
