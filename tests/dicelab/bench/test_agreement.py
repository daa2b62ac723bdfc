"""Answers are checked and compared: who is wrong is named, and whose fault it is."""

import pytest
from hypothesis import given, strategies as st

from dicelab.bench.agreement import is_tiling, judge
from dicelab.bench.contestants import Contestant, Role, Task
from dicelab.bench.race import RaceOutcome, RacePlan, RaceReply, Record
from solver.exact_cover import backend
from solver.polyform import Board, Puzzle
from tests.strategies import boards_of, puzzles

SMALL = Puzzle.parse("3x3/2:I1,I2,O4")
BOARD = Board.parse("A1 A2", SMALL.grid).blockers
PROBLEM, FITTING = SMALL.board_problem(BOARD)
TILINGS = list(backend("brute-force").solutions(PROBLEM))
NUMBER = len(TILINGS)

RIGHT, NONE = RaceReply.of_first(TILINGS[0], 1.0), RaceReply.of_first(None, 1.0)
LATE, FAILED = RaceReply(RaceOutcome.LATE, 5.0), RaceReply(RaceOutcome.FAILED, reason="ValueError: no")


def count(number):
    return RaceReply.of_count(number, 1.0)


def own(name, **more):
    return Contestant(name, Role.BACKEND, "x:y", "", **more)


def peer(name, **more):
    return Contestant(name, Role.PEER, "x:y", "", **more)


def judged(task, said):
    """Judge what contestants say of one board, one answer for each round."""
    record = Record(RacePlan(SMALL, {task: (BOARD,)}, tuple(said)))
    for one, answers in said.items():
        record.replies[task, one.name] = {BOARD: list(answers)}
    return judge(record)


def wrong(verdict):
    return [fault.contestant.name for fault in verdict.faults]


def test_there_is_something_to_be_wrong_about():
    assert NUMBER > 1


def test_those_who_agree_have_no_faults():
    for task, answer in ((Task.FIRST, RIGHT), (Task.COUNT, count(NUMBER))):
        verdict = judged(task, {own("a"): [answer, answer], peer("b"): [answer], peer("c"): [LATE]})
        assert (verdict.faults, verdict.disputes, verdict.is_own_fault) == ((), (), False)
        assert (verdict.replies, verdict.compared) == (3, 1)


def test_a_tiling_refutes_everybody_who_says_that_there_is_none():
    verdict = judged(Task.FIRST, {own("a"): [NONE], peer("b"): [NONE], peer("c"): [RIGHT]})
    assert wrong(verdict) == ["a", "b"]
    assert verdict.is_own_fault
    assert verdict.faults[0].text(SMALL) == "a on A1 A2 (first): says no tiling; c found one"


def test_a_tiling_of_a_board_that_should_have_none_refutes_who_chose_it():
    verdict = judged(Task.UNSOLVABLE, {peer("b"): [NONE], peer("c"): [RIGHT]})
    assert wrong(verdict) == ["bitmask", "b"]
    assert verdict.is_own_fault


@pytest.mark.parametrize("options", [TILINGS[0][:-1], TILINGS[0] * 2, (), (10**9,), (-1,), (0, 1, 2, 3)])
def test_a_tiling_that_is_none_is_found_without_anybody_else(options):
    verdict = judged(Task.FIRST, {peer("a"): [RaceReply.of_first(options, 1.0)]})
    assert wrong(verdict) == ["a"]
    assert verdict.checked == 0
    assert not verdict.is_own_fault


def test_a_minority_is_wrong():
    said = {own("a"): [count(NUMBER)], peer("b"): [count(NUMBER)], peer("c"): [count(NUMBER + 1)]}
    verdict = judged(Task.COUNT, said)
    assert wrong(verdict) == ["c"]
    assert not verdict.is_own_fault
    assert f"says {NUMBER + 1} tilings; the others count {NUMBER}" in verdict.faults[0].text(SMALL)
    said[own("a")], said[peer("c")] = said[peer("c")], said[own("a")]
    verdict = judged(Task.COUNT, said)
    assert wrong(verdict) == ["a"]
    assert verdict.is_own_fault


def test_without_a_majority_nobody_is_known_to_be_right():
    verdict = judged(Task.COUNT, {own("a"): [count(1)], peer("b"): [count(2)]})
    assert verdict.faults == ()
    assert verdict.is_own_fault
    assert verdict.disputes[0].text(SMALL) == "A1 A2: a 1, b 2"


def test_ways_to_ask_one_program_have_one_vote():
    said = {own("a"): [count(1)], own("a-batch", program="a"): [count(1)], peer("b"): [count(2)]}
    assert len(judged(Task.COUNT, said).disputes) == 1
    assert wrong(judged(Task.COUNT, said | {peer("c"): [count(2)]})) == ["a", "a-batch"]


def test_who_says_two_things_is_wrong_once():
    verdict = judged(Task.COUNT, {peer("a"): [count(1), count(2)], own("b"): [count(2)], own("c"): [count(2)]})
    assert wrong(verdict) == ["a"]


def test_a_number_of_none_is_refuted_by_a_tiling_against_any_majority():
    record = Record(RacePlan(SMALL, {Task.FIRST: (BOARD,), Task.COUNT: (BOARD,)}, (own("a"), peer("b"), peer("c"))))
    record.replies[Task.FIRST, "c"] = {BOARD: [RIGHT]}
    record.replies[Task.COUNT, "a"] = record.replies[Task.COUNT, "b"] = {BOARD: [count(0)]}
    assert wrong(judge(record)) == ["a", "b"]


def test_who_denies_what_the_majority_counts_is_wrong():
    record = Record(RacePlan(SMALL, {Task.FIRST: (BOARD,), Task.COUNT: (BOARD,)}, (own("a"), own("b"), peer("c"))))
    record.replies[Task.FIRST, "c"] = {BOARD: [NONE]}
    record.replies[Task.COUNT, "a"] = record.replies[Task.COUNT, "b"] = {BOARD: [count(NUMBER)]}
    assert wrong(judge(record)) == ["c"]


def test_a_failure_is_a_fault_and_a_limit_is_none():
    verdict = judged(Task.FIRST, {own("a"): [LATE], peer("b"): [FAILED, FAILED]})
    assert wrong(verdict) == ["b"]
    assert not verdict.is_own_fault
    assert judged(Task.FIRST, {own("a"): [FAILED]}).is_own_fault


@given(st.data())
def test_solutions_are_tilings_as_options_and_as_placements(data):
    puzzle = data.draw(puzzles())
    board = data.draw(boards_of(puzzle.grid).filter(lambda one: one.blockers.bit_count() == puzzle.blockers)).blockers
    problem, fitting = puzzle.board_problem(board)
    for solution in list(backend("brute-force").solutions(problem))[:3]:
        assert is_tiling(puzzle, board, solution, of_placements=False)
        assert is_tiling(puzzle, board, [fitting[option] for option in solution], of_placements=True)
        assert not is_tiling(puzzle, board, solution[1:], of_placements=False)
        assert not is_tiling(puzzle, board, [-1, *(fitting[option] for option in solution)], of_placements=True)
