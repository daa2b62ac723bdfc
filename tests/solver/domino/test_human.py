"""The human method: the moves that the paper prints, and all solutions of any grid."""

import re
from itertools import pairwise

import pytest
from hypothesis import given

from solver.domino.grid import DominoGrid
from solver.domino.human import human
from solver.domino.methods import solutions
from solver.domino.moves import DeadEnd, MoveKind
from solver.exact_cover import Limits, Status
from solver.exact_cover.backend import NO_LIMITS
from tests.domino_grids import domino_grids, exact, known_grids, solvable_grids

KNOWN = {known.name: known.grid for known in known_grids()}
M9, QUADRILLE, TOO_EASY = (KNOWN[name] for name in ("m9", "quadrille", "too_easy"))

# Caviness (2014), "Solve It!": parts of what the program prints, their numbers.
FREQ = [
    "6 1 7 2 2 1 4 4 3 3 3 3 3 4 2 3 3 5 8 1 4 2 5 1 3 6 3 5",
    "3 5 2 2 3 4 2 3 1 2 2 4 2 3 3 5 6 2 2 4 3 5 2 5",
    "3 5 2 2 3 3 2 3 2 2 4 2 2 3 5 6 2 2 2 5 2 5",
    "3 3 2 3 3 2 3 2 2 4 2 2 3 5 3 2 2 2 5 2 5",
    "2 4 2 3 3 2 3 2 2 4 2 2 3 5 5 2 1 2 5 2 5",
    "2 3 3 3 2 3 2 2 4 2 1 3 5 3 2 2 1 5 2 5",
    "2 4 2 3 3 2 2 2 1 4 2 2 3 5 3 2 2 5 2 4",
    # The copy at hand has 1 3 2 3 2 2 2 3 2 3 2 2 2 5 2 4 here. The paper's program gives this, run in Mathics 10.0.1.
    "1 3 2 3 2 2 3 2 3 2 3 2 2 5 2 4",
    "2 2 3 2 2 1",
    "2 1 2 2",
    "2 1 2",
]
BRANCH = """\
forcedLocations: {}; pieces: {}
freq: {3, 5, 2, 2, 3, 3, 2, 3, 2, 2, 4, 2, 2, 3, 5, 6, 2, 2, 2, 5, 2, 5}
minfreq: 2; ours: {{3}, {4}, {7}, {9}, {10}, {12}, {13}, {17}, {18}, {19}, {21}}
reduced ours list: 3
found[[ours]]: {{{4, 3}, {5, 3}}, {{4, 5}, {5, 5}}}"""
PLAYED = """\
forcedLocations: {{{1, 5}, {2, 5}}, {{1, 8}, {2, 8}}}; pieces: {{4, 6}, {0, 4}}
Forced location requires piece already played"""
OVERLAPPING = """\
forcedLocations: {{{2, 1}, {2, 2}}, {{2, 2}, {3, 2}}}; pieces: {{1, 2}, {2, 2}}
Overlapping forced locations"""


def searched(grid, limits=NO_LIMITS):
    """Search depth first, without keeping moves."""
    stream = solutions(grid, "human", limits)
    return tuple(stream), stream.status, stream.stats.nodes


def moves_of(search):
    return [move for moves in search.rounds for move in moves]


def test_the_trace_of_the_paper():
    trace = human(M9).trace()
    assert [" ".join(re.findall(r"\d+", line)) for line in trace.split("\n") if line.startswith("freq")] == FREQ
    moves = trace.split("\n\n")
    assert (moves.index(BRANCH), moves.index(PLAYED), moves.index(OVERLAPPING)) == (3, 6, 22)
    assert len(moves) == 30


def test_the_quadrille_takes_four_iterations():
    # Caviness (2014), "Quadrilles".
    search = human(QUADRILLE)
    assert len(search.rounds) == 4
    assert [len(move.placed) for move in moves_of(search)] == [12, 8, 5, 3]
    assert len(search.solutions) == 1


def test_the_too_easy_puzzle_has_36_solutions():
    # Caviness (2014), "A “Too-Easy” Puzzle".
    search = human(TOO_EASY)
    assert len(search.lists[-1]) == len(set(search.solutions)) == 36
    assert all(TOO_EASY.is_solution(solution) for solution in search.solutions)


@given(domino_grids() | solvable_grids())
def test_all_solutions_and_no_others(grid):
    search, expected = human(grid), exact(grid)
    assert sorted(search.solutions) == expected
    assert search.status is (Status.SOLVED if expected else Status.UNSOLVABLE)
    assert searched(grid) == (search.solutions, search.status, len(moves_of(search)))


@given(solvable_grids())
def test_a_move_hands_every_solution_to_one_successor(grid):
    every = [set(solution) for solution in exact(grid)]
    for move in moves_of(human(grid)):
        still = [solution for solution in every if solution.issuperset(move.state.filled)]
        for solution in still:
            assert sum(solution.issuperset(successor.filled) for successor in move.successors) == 1
        if move.kind is MoveKind.DEAD_END:
            assert not still


@given(solvable_grids())
def test_the_lists_lead_from_the_full_pile_to_the_solutions(grid):
    search = human(grid)
    first, *_, last = search.lists
    assert [partial.bones for partial in first] == [grid.bones]
    assert [tuple(sorted(partial.filled)) for partial in last] == list(search.solutions)
    for (before, after), moves in zip(pairwise(search.lists), search.rounds, strict=True):
        assert [move.state for move in moves] == [partial for partial in before if partial.bones]
        assert len(after) - len(before) == sum(len(move.successors) - 1 for move in moves)


@pytest.mark.parametrize(
    ("text", "dead_end", "sentence"),
    [
        ("0,1x4:0..0", DeadEnd.IMPOSSIBLE_LOCATION, "Nothing is free beside A1 and A4: no domino can cover it."),
        ("1:010101", DeadEnd.UNPLAYABLE_PIECES, "No place is left for 0-0 and 1-1."),
        (
            "1,1x6:010101",
            DeadEnd.SAME_PIECE,
            "A1 can be covered only with A2 (0-1) and A6 can be covered only with A5 (0-1), and there is one 0-1.",
        ),
        ("1,3x4:.0..1010..1.", DeadEnd.OVERLAPPING_LOCATIONS, "A2 and B1 can both be covered only with B2."),
    ],
)
def test_a_dead_end_tells_why(text, dead_end, sentence):
    grid = DominoGrid.parse(text)
    (move,) = moves_of(human(grid))
    assert move.dead_end is dead_end
    assert dead_end.value in move.printed()[-1]
    assert move.reason == sentence


def test_two_forced_pieces_that_overlap_are_a_dead_end():
    # The smallest rectangle where the printed method plays both and ends with four "solutions"; there is none.
    grid = DominoGrid.parse("2,2x6:001121002212")
    search = human(grid)
    assert exact(grid) == []
    assert search.status is Status.UNSOLVABLE
    (move,) = (move for move in moves_of(search) if move.dead_end is DeadEnd.OVERLAPPING_PIECES)
    assert move.freq == (4, 1, 1, 1, 8, 1)
    assert move.reason == "0-1 fits only on A2-A3 and 1-1 fits only on A3-A4, and both need A3."


def test_the_first_solutions_are_the_first_of_the_list():
    everything = human(TOO_EASY).solutions
    few, status, moves = searched(TOO_EASY, Limits(solutions=5))
    assert (few, status) == (everything[:5], Status.LIMIT)
    assert moves < searched(TOO_EASY)[-1]
    some = human(TOO_EASY, Limits(solutions=5))
    assert some.status is Status.LIMIT
    assert len(some.solutions) == 5
    assert set(some.solutions) <= set(everything)


@pytest.mark.parametrize("limits", [Limits(nodes=20), Limits(seconds=0), Limits(nodes=0)])
def test_a_limit_reached_is_no_answer(limits):
    answer = human(M9, limits)
    assert (answer.status, answer.solutions) == (Status.UNKNOWN, ())
    assert searched(M9, limits)[:2] == ((), Status.UNKNOWN)


@pytest.mark.parametrize(
    "known", [known for known in known_grids() if known.solutions > 1], ids=lambda known: known.name
)
def test_known_numbers_of_solutions(known):
    grid = known.grid
    found, _, _ = searched(grid)
    assert len(set(found)) == known.solutions
    assert all(grid.is_solution(solution) for solution in found)
