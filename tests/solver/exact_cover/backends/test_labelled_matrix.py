"""Labelled matrices: all solutions at once, whatever the order of the layers."""

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from solver.errors import InputError
from solver.exact_cover import ExactCover, Limits, Status
from solver.exact_cover.backends.brute_force import BruteForce
from solver.exact_cover.backends.dancing_links import DancingLinks
from solver.exact_cover.backends.labelled_matrix import LabelledMatrix, series
from solver.polyform import GENIUS_SQUARE, Board, Puzzle
from tests.solver.exact_cover.backends.conformance import BackendConformance, queens
from tests.solver.test_known_counts import FOLDER, read
from tests.strategies import covers

PUBLISHED = [(blockers, count) for _, blockers, count in read(FOLDER / "goralczyk.counts")]


def board_problem(blockers):
    return GENIUS_SQUARE.board_problem(Board.parse(blockers, GENIUS_SQUARE.grid).blockers)[0]


class TestLabelledMatrix(BackendConformance):
    @pytest.fixture(scope="class")
    @classmethod
    def backend(cls):
        return LabelledMatrix()


class TestItemsThatFillSeveralWords(BackendConformance):
    """The same problems with 70 items more, each covered by an option of its own."""

    @pytest.fixture(scope="class")
    @classmethod
    def backend(cls):
        class Widened(LabelledMatrix):
            def search(self, problem, limits, stats):
                # They stand before the primary items, so that those lie in the second word.
                extra = 70
                wide = ExactCover(
                    (*(f"extra {n}" for n in range(extra)), *problem.items),
                    (
                        *(tuple(item + extra for item in option) for option in problem.options),
                        *((n,) for n in range(extra)),
                    ),
                    (*(1,) * extra, *problem.multiplicities),
                    problem.primary + extra,
                )
                # Each of them is a partial solution more for every one of the problem.
                nodes = None if limits.nodes is None else limits.nodes and limits.nodes + extra
                steps = super().search(wide, Limits(limits.solutions, nodes, limits.seconds), stats)
                while True:
                    try:
                        found = next(steps)
                    except StopIteration as stop:
                        return stop.value
                    yield tuple(n for n in found if n < len(problem.options))

        return Widened()


@pytest.mark.parametrize(("blockers", "count"), PUBLISHED)
def test_all_tilings_of_the_published_boards(blockers, count):
    problem = board_problem(blockers)
    assert LabelledMatrix().count(problem).solutions == count
    found = list(LabelledMatrix().solutions(problem))
    assert len(set(found)) == len(found) == count
    assert all(problem.is_solution(solution) for solution in found)


def test_the_layers_of_a_board_are_its_pieces_the_largest_first():
    problem = board_problem(PUBLISHED[0][0])
    layers = series(problem)
    assert " ".join(problem.items[item][-2:] for item, _ in layers) == "O4 I4 T4 S4 L4 I3 L3 I2 I1"
    assert sorted(n for _, options in layers for n in options) == list(range(339))  # Goralczyk: n = 339
    # Her s_1 to s_9, for P1 to P9.
    sizes = {item: len(options) for item, options in layers}
    assert [sizes[item] for item in sorted(sizes)] == [29, 41, 27, 58, 15, 12, 39, 78, 40]


def test_as_published_the_layers_grow_before_they_shrink():
    problem = board_problem(PUBLISHED[0][0])
    published = LabelledMatrix(range(29, 38)).count(problem)
    assert published.solutions == 4238
    # The first two layers: the monomino's cells, and a domino beside it.
    assert published.stats.profile[:3] == [1, 29, 29 * 41 - 2 * 41]
    assert sum(published.stats.profile) == published.stats.nodes
    assert published.stats.nodes > 100 * LabelledMatrix().count(problem).stats.nodes


def test_the_layers_of_queens_are_columns():
    problem = queens(6)
    assert [problem.items[item] for item, _ in series(problem)] == ["c0", "c1", "c2", "c3", "c4", "c5"]


@given(problem=covers(items=8, options=14), data=st.data())
@settings(max_examples=30)
def test_the_order_of_the_layers_changes_nothing_but_the_cost(problem, data):
    first = data.draw(st.permutations(range(problem.primary))) if problem.primary else []
    first = first[: data.draw(st.integers(0, len(first)))]
    assert set(LabelledMatrix(first).solutions(problem)) == set(BruteForce().solutions(problem))
    assert LabelledMatrix(first).count(problem).solutions == BruteForce().count(problem).solutions


def test_a_layer_that_is_no_primary_item_is_refused():
    with pytest.raises(InputError, match="layer 1 is not a primary item: name items from 0 to 0"):
        LabelledMatrix([1]).count(ExactCover(("a", "b"), ((0, 1),), primary=1))


@pytest.mark.parametrize("text", ["6x6/6:10*L3", "5x5/6:3*L3,3*I2,O4", "4x5/4:2*I4,I3,L3,I2"])
def test_boards_with_copies_of_a_piece(text):
    puzzle = Puzzle.parse(text)
    generator = np.random.default_rng(7)
    for _ in range(15):
        blockers = puzzle.grid.mask(generator.choice(len(puzzle.grid), puzzle.blockers, replace=False).tolist())
        problem, _ = puzzle.board_problem(blockers)
        expected = list(DancingLinks().solutions(problem))
        assert LabelledMatrix().count(problem).solutions == len(expected)
        assert sorted(LabelledMatrix().solutions(problem)) == sorted(expected)


def test_more_tilings_than_a_word_can_count():
    # OEIS A004003. Cell by cell, as the transfer matrix goes.
    backend = LabelledMatrix(range(256))
    assert backend.count(dominoes(16, 16)).solutions == 2444888770250892795802079170816


def dominoes(rows, columns):
    """The cells are the items: 128 dominoes are more than a puzzle may have."""
    cell = {(r, c): r * columns + c for r in range(rows) for c in range(columns)}
    options = [
        (n, cell[r + dr, c + dc])
        for (r, c), n in cell.items()
        for dr, dc in ((0, 1), (1, 0))
        if (r + dr, c + dc) in cell
    ]
    return ExactCover(tuple(f"{r}.{c}" for r, c in cell), tuple(options))


def test_too_many_partial_solutions_are_unknown_and_no_crash():
    class Small(LabelledMatrix):
        most = 5000

    problem = board_problem(PUBLISHED[0][0])
    backend = Small()
    assert backend.count(problem).status is Status.UNKNOWN
    stream = backend.solutions(problem)
    assert list(stream) == []
    assert stream.status is Status.UNKNOWN
    assert backend.solve(problem).status is Status.UNKNOWN
    # A count holds one layer at a time, a list all of them.
    Small.most = 20_000
    assert backend.count(problem).solutions == 4238
    assert backend.solve(problem).status is Status.UNKNOWN


@given(problem=covers())
@settings(max_examples=30)
def test_as_many_nodes_as_the_search_needs_are_enough(problem):
    count = LabelledMatrix().count(problem)
    nodes = count.stats.nodes
    assert LabelledMatrix().count(problem, Limits(nodes=nodes)) == count
    assert LabelledMatrix().count(problem, Limits(nodes=nodes - 1)).status is Status.UNKNOWN
