"""Dancing links: nodes and updates are those of Algorithms X and M done on sets, by their definition."""

from itertools import islice

import pytest
from hypothesis import given, settings

from solver.exact_cover import ExactCover, Limits, Status
from solver.exact_cover.backends.brute_force import BruteForce
from solver.exact_cover.backends.dancing_links import DancingLinks
from solver.polyform import GENIUS_SQUARE, Board, Puzzle
from tests.solver.exact_cover.backends.conformance import BackendConformance, queens
from tests.solver.test_known_counts import FOLDER, read
from tests.strategies import covers

PUBLISHED = [(blockers, count) for _, blockers, count in read(FOLDER / "goralczyk.counts")]


class TestDancingLinks(BackendConformance):
    @pytest.fixture(scope="class")
    @classmethod
    def backend(cls):
        return DancingLinks()


class OnSets:
    """Algorithm M without links: which options are left is a list, and going back is to have kept the old one."""

    def __init__(self, problem):
        self.problem, self.updates, self.profile, self.solutions = problem, 0, [], []
        self.enter(list(range(len(problem.options))), list(problem.multiplicities), [])

    def without(self, left, item):
        """Cover an item: its options leave all other lists, and stay in its own."""
        gone = [n for n in left if item in self.problem.options[n]]
        self.updates += 1 + sum(len(self.problem.options[n]) - 1 for n in gone)
        return [n for n in left if n not in gone]

    def enter(self, left, bounds, chosen):
        if len(chosen) == len(self.profile):
            self.profile.append(0)
        self.profile[len(chosen)] += 1
        open_items = [item for item in range(self.problem.primary) if bounds[item]]
        if not open_items:
            self.solutions.append(tuple(sorted(chosen)))
            return
        holding = {item: [n for n in left if item in self.problem.options[n]] for item in open_items}
        ways = {item: max(0, len(options) + 1 - bounds[item]) for item, options in holding.items()}
        item = min(open_items, key=lambda i: (ways[i], i))
        if not ways[item]:
            return
        bounds = bounds.copy()
        bounds[item] -= 1
        if not bounds[item]:
            left = self.without(left, item)
        for place, option in enumerate(holding[item]):
            if bounds[item]:
                if len(holding[item]) - place <= bounds[item]:
                    break
                self.updates += len(self.problem.options[option])
                left = [n for n in left if n != option]
            rest, still = left, bounds.copy()
            others = [i for i in self.problem.options[option] if i != item]
            # To the right of the item, and round to its left.
            for other in sorted(others, key=lambda i: (i < item, i)):
                still[other] -= 1
                if not still[other]:
                    rest = self.without(rest, other)
            self.enter(rest, still, [*chosen, option])


def check_costs(problem):
    stream, expected = DancingLinks().solutions(problem), OnSets(problem)
    assert list(stream) == expected.solutions
    assert stream.stats.profile == expected.profile
    assert stream.stats.nodes == sum(expected.profile)
    assert stream.stats.updates == expected.updates


@given(problem=covers(items=9, options=18))
@settings(max_examples=75)
def test_nodes_and_updates_are_those_of_the_algorithm_on_sets(problem):
    check_costs(problem)


@pytest.mark.parametrize(
    "problem",
    [
        queens(6),
        Puzzle.parse("4x4/0:8*I2").problem,
        Puzzle.parse("4x4-A1,D4/0:7*I2").problem,
        Puzzle.parse("4x5/4:2*I4,I3,L3,I2").problem.without([0, 3, 7, 18]),
    ],
)
def test_nodes_and_updates_of_known_problems(problem):
    check_costs(problem)


def test_the_toy_problem_of_the_book():
    # TAOCP 7.2.2.1, (6): {c,e}, {a,d,g}, {b,c,f}, {a,d,f}, {b,g}, {d,e,g}; the solution is (14).
    rows = ["ce", "adg", "bcf", "adf", "bg", "deg"]
    problem = ExactCover(tuple("abcdefg"), tuple(tuple("abcdefg".index(letter) for letter in row) for row in rows))
    stream = DancingLinks().solutions(problem)
    assert [[rows[n] for n in found] for found in stream] == [["ce", "adf", "bg"]]
    # First a: adg leaves only bcf to b, and then e has no option; after adf, b has bg, and ce is left.
    assert stream.stats.profile == [1, 2, 2, 1]


@pytest.mark.parametrize(("blockers", "count"), PUBLISHED)
def test_published_boards(blockers, count):
    problem, _ = GENIUS_SQUARE.board_problem(Board.parse(blockers, GENIUS_SQUARE.grid).blockers)
    found = DancingLinks().count(problem)
    assert found.solutions == count
    assert found.stats.profile[9] == count  # nine pieces: a solution is a node on level 9
    assert sum(found.stats.profile) == found.stats.nodes


def test_solutions_come_one_by_one_at_any_depth():
    # Deeper than Python's stack.
    size = 2000
    names = tuple(f"item {n}" for n in range(size))
    problem = ExactCover(names, (*((n,) for n in range(size)), (0,)))
    stream = DancingLinks().solutions(problem)
    assert next(stream) == (*range(size - 1), size - 1)
    nodes = stream.stats.nodes
    assert nodes == size + 1
    assert [len(solution) for solution in stream] == [size]
    assert stream.status is Status.SOLVED


def test_the_first_of_very_many_tilings_takes_few_nodes():
    problem = Puzzle.parse("8x8/0:32*I2").problem
    stream = DancingLinks().solutions(problem)
    assert len({*islice(stream, 20)}) == 20
    assert stream.stats.nodes < 200
    assert DancingLinks().count(problem, Limits(nodes=1000)).status is Status.UNKNOWN


def test_more_options_of_an_item_than_a_byte_counts():
    problem = ExactCover(("a", "b"), ((0,),) * 300 + ((1,),), (2, 1))
    assert DancingLinks().count(problem).solutions == 300 * 299 // 2


@given(problem=covers())
@settings(max_examples=30)
def test_as_many_nodes_as_the_search_needs_are_enough(problem):
    count = DancingLinks().count(problem)
    nodes = count.stats.nodes
    assert DancingLinks().count(problem, Limits(nodes=nodes)) == count
    assert DancingLinks().count(problem, Limits(nodes=nodes - 1)).status is Status.UNKNOWN
    assert count.solutions == BruteForce().count(problem).solutions
