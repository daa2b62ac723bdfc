"""What every backend must do. A backend's tests inherit the class and say in one fixture what to test."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

from hypothesis import given, settings, strategies as st

from solver.exact_cover import Backend, ExactCover, Limits, Solution, Status
from solver.exact_cover.backends.brute_force import BruteForce
from solver.polyform import Puzzle
from tests.strategies import covers, planted_covers


def every_solution(problem: ExactCover) -> set[Solution]:
    """Look at every set of options, by the definition alone."""
    found = set()
    for size in range(len(problem.options) + 1):
        for chosen in combinations(range(len(problem.options)), size):
            times = Counter(item for n in chosen for item in problem.options[n])
            exact = all(times[i] == problem.multiplicities[i] for i in range(problem.primary))
            below = all(times[i] <= problem.multiplicities[i] for i in range(problem.primary, len(problem.items)))
            if exact and below:
                found.add(chosen)
    return found


def finished(solutions: set[Solution]) -> Status:
    """Return the status of a search that has found them all."""
    return Status.SOLVED if solutions else Status.UNSOLVABLE


def queens(size: int) -> ExactCover:
    """Place queens: rows and columns are primary, the two kinds of diagonals secondary."""
    names = [f"{kind}{n}" for kind, count in (("r", 1), ("c", 1), ("d", 2), ("u", 2)) for n in range(count * size)]
    options = tuple((r, size + c, 2 * size + r + c, 5 * size + r - c) for r in range(size) for c in range(size))
    return ExactCover(tuple(names), options, primary=2 * size)


class BackendConformance:
    """Inherit it as ``Test…`` and give it a fixture ``backend`` of class scope."""

    @given(problem=covers())
    def test_finds_the_solutions_that_a_look_at_every_subset_finds(self, backend: Backend, problem: ExactCover) -> None:
        expected = every_solution(problem)
        stream = backend.solutions(problem)
        assert stream.status is None
        found = list(stream)
        assert len(found) == len(set(found)), "a solution came twice"
        assert set(found) == expected
        assert stream.status == finished(expected)

    @given(problem=covers(items=9, options=18))
    @settings(max_examples=30)
    def test_finds_the_solutions_that_the_reference_finds(self, backend: Backend, problem: ExactCover) -> None:
        expected = set(BruteForce().solutions(problem))
        found = list(backend.solutions(problem))
        assert len(found) == len(set(found))
        assert set(found) == expected
        assert all(problem.is_solution(solution) for solution in found)

    @given(problem=covers())
    @settings(max_examples=30)
    def test_solve_and_count_agree_with_the_solutions(self, backend: Backend, problem: ExactCover) -> None:
        expected = every_solution(problem)
        result, count = backend.solve(problem), backend.count(problem)
        assert result.status == count.status == finished(expected)
        assert result.solution in expected if expected else result.solution is None
        assert count.solutions == len(expected)

    @given(problem=planted_covers(), data=st.data())
    @settings(max_examples=30)
    def test_a_limit_of_solutions_that_is_reached_is_a_status(
        self, backend: Backend, problem: ExactCover, data: st.DataObject
    ) -> None:
        expected = every_solution(problem)
        wanted = data.draw(st.integers(0, len(expected) + 1))
        stream = backend.solutions(problem, Limits(solutions=wanted))
        found = list(stream)
        assert len(set(found)) == len(found) == min(wanted, len(expected))
        assert set(found) <= expected
        status = Status.LIMIT if wanted <= len(expected) else Status.SOLVED
        assert stream.status == status
        count = backend.count(problem, Limits(solutions=wanted))
        assert (count.status, count.solutions) == (status, len(found))

    @given(problem=covers(), limits=st.sampled_from([Limits(nodes=0), Limits(seconds=0)]))
    @settings(max_examples=40)
    def test_without_nodes_or_time_nothing_is_known(
        self, backend: Backend, problem: ExactCover, limits: Limits
    ) -> None:
        stream = backend.solutions(problem, limits)
        assert list(stream) == []
        assert stream.status is Status.UNKNOWN
        assert backend.count(problem, limits).status is Status.UNKNOWN
        result = backend.solve(problem, limits)
        assert (result.status, result.solution) == (Status.UNKNOWN, None)

    @given(problem=covers(), nodes=st.integers(1, 12))
    @settings(max_examples=30)
    def test_a_search_cut_short_claims_nothing_false(self, backend: Backend, problem: ExactCover, nodes: int) -> None:
        expected = every_solution(problem)
        stream = backend.solutions(problem, Limits(nodes=nodes))
        found = set(stream)
        assert found <= expected
        assert stream.status is Status.UNKNOWN or (found == expected and stream.status == finished(expected))
        result = backend.solve(problem, Limits(nodes=nodes))
        assert result.status in {Status.UNKNOWN, finished(expected)}
        assert (result.solution in expected) == (result.status is Status.SOLVED)

    @given(problem=covers(items=8, options=14))
    @settings(max_examples=15)
    def test_the_order_of_solutions_is_the_same_in_every_run(self, backend: Backend, problem: ExactCover) -> None:
        assert list(backend.solutions(problem)) == list(backend.solutions(problem))

    def test_a_problem_with_nothing_to_cover_has_the_empty_solution(self, backend: Backend) -> None:
        assert list(backend.solutions(ExactCover((), ()))) == [()]
        # Secondary items need not be covered.
        assert list(backend.solutions(ExactCover(("a", "b"), ((0, 1),), primary=1))) == [(0,)]
        assert list(backend.solutions(ExactCover(("b",), (), primary=0))) == [()]

    def test_an_item_without_options_is_no_error(self, backend: Backend) -> None:
        for multiplicity in (1, 2):
            problem = ExactCover(("a", "b"), ((0,),), (1, multiplicity))
            assert backend.count(problem).status is Status.UNSOLVABLE

    def test_equal_options_are_two_options(self, backend: Backend) -> None:
        assert set(backend.solutions(ExactCover(("a",), ((0,), (0,))))) == {(0,), (1,)}
        assert list(backend.solutions(ExactCover(("a",), ((0,), (0,)), (2,)))) == [(0, 1)]

    def test_queens(self, backend: Backend) -> None:
        # OEIS A000170.
        assert [backend.count(queens(size)).solutions for size in range(1, 8)] == [1, 0, 0, 2, 10, 4, 40]

    def test_dominoes_on_a_chessboard_and_on_a_mutilated_one(self, backend: Backend) -> None:
        # Kasteleyn 1961 (OEIS A004003): 36 on 4×4. Opposite corners have one colour.
        assert backend.count(Puzzle.parse("4x4/0:8*I2").problem).solutions == 36
        mutilated = backend.count(Puzzle.parse("4x4-A1,D4/0:7*I2").problem)
        assert (mutilated.status, mutilated.solutions) == (Status.UNSOLVABLE, 0)
