"""Contestants in processes of their own: liars are found, and what does not end is ended."""

from dataclasses import replace

import pytest

from dicelab.bench.agreement import judge, nearest_peer, standings
from dicelab.bench.comparison import draw_boards
from dicelab.bench.contestants import Contestant, Role, Task
from dicelab.bench.race import RaceOutcome, RacePlan, RaceReply, Record, Worker, race
from solver.census import board_masks
from solver.exact_cover import backend
from solver.polyform import Puzzle

PUZZLE = Puzzle.parse("4x4/3:I1,I2,I3,L3,O4")
BOARDS = draw_boards(PUZZLE, 2, 1, list(Task))


def contestant(way, role=Role.PEER, argument="", **more):
    return Contestant(way.lower(), role, f"tests.dicelab.bench.ways:{way}", "", argument, **more)


HONEST = contestant("Honest", Role.BACKEND)


def outcomes(record, task, one):
    return [answer.outcome for given in record.of(task, one).values() for answer in given]


@pytest.fixture(scope="module")
def record():
    """Ask honest ones, liars, and those that fail or do not end."""
    others = [contestant(way) for way in ("Liar", "Denier")]
    # A process that is ended takes a while to start again.
    others += [contestant(way, tasks=(Task.FIRST, Task.COUNT)) for way in ("Sleeper", "Raiser", "Crasher", "Unstarted")]
    batch = contestant("Placements", Role.BATCH, program="honest-batch")
    shifted = replace(contestant("Placements", Role.PEER_BATCH, "1"), name="shifted", tasks=(Task.FIRST,))
    return race(RacePlan(PUZZLE, BOARDS, (HONEST, batch, shifted, *others), rounds=2, seconds=0.2, budget=2.0))


def test_a_liar_is_named_and_a_crash_is_no_end():
    plan = RacePlan(
        PUZZLE, {Task.FIRST: BOARDS[Task.FIRST][:1]}, (HONEST, contestant("Liar"), contestant("Crasher")), 1
    )
    record = race(plan)
    assert [fault.contestant.name for fault in judge(record).faults] == ["liar", "crasher"]
    assert outcomes(record, Task.FIRST, HONEST) == [RaceOutcome.TILING]


def by_name(record, name):
    return next(one for one in record.plan.contestants if one.name == name)


@pytest.mark.slow
def test_everybody_who_can_answer_is_asked_about_every_board_in_every_round(record):
    for name in ("honest", "placements", "liar", "denier"):
        for task, boards in BOARDS.items():
            given = record.of(task, by_name(record, name))
            assert list(given) == list(boards)
            assert all(len(answers) == 2 for answers in given.values())
            assert all(answer.seconds >= 0 for answers in given.values() for answer in answers)


@pytest.mark.slow
def test_liars_are_named_with_the_board_and_both_answers_and_honest_ones_are_not(record):
    verdict = judge(record)
    faults = {(fault.contestant.name, fault.task) for fault in verdict.faults}
    assert {("liar", task) for task in Task} | {("denier", Task.FIRST), ("denier", Task.COUNT)} <= faults
    assert {name for name, _ in faults} == {"liar", "denier", "raiser", "crasher", "shifted"}
    assert not verdict.is_own_fault
    assert {fault.board for fault in verdict.faults if fault.contestant.name == "liar"} == {
        board for boards in BOARDS.values() for board in boards
    }


@pytest.mark.slow
def test_what_does_not_end_is_late_and_its_budget_ends(record):
    sleeper = by_name(record, "sleeper")
    assert set(outcomes(record, Task.FIRST, sleeper)) == {RaceOutcome.LATE}
    row = next(row for row in standings(record, Task.FIRST) if row.contestant is sleeper)
    assert row.late == row.asked >= 1
    assert row.is_bound
    assert row.least is None
    # What it could answer, it did.
    assert set(outcomes(record, Task.COUNT, sleeper)) == {RaceOutcome.COUNT}


@pytest.mark.slow
def test_what_fails_says_why_and_is_asked_again(record):
    said = {
        name: {answer.reason for given in record.of(Task.FIRST, by_name(record, name)).values() for answer in given}
        for name in ("raiser", "crasher")
    }
    assert said == {"raiser": {"ValueError: two lines"}, "crasher": {"its process ended with status 7"}}
    assert set(outcomes(record, Task.COUNT, by_name(record, "crasher"))) == {RaceOutcome.COUNT}


@pytest.mark.slow
def test_what_can_not_be_started_is_told(record):
    assert record.broken == {"unstarted": "ImportError: no such thing"}
    assert outcomes(record, Task.FIRST, by_name(record, "unstarted")) == []


def test_a_worker_that_is_closed_leaves_no_process():
    worker = Worker(HONEST, PUZZLE)
    assert worker.start()
    process = worker._process
    assert process is not None
    worker.close()
    worker.close()
    with pytest.raises(ValueError, match="closed"):
        process.is_alive()
    assert worker.ask(Task.COUNT, BOARDS[Task.COUNT][:1], 5.0)[0].number > 0
    worker.close()


def answered(*seconds, outcome=RaceOutcome.COUNT):
    return [RaceReply(outcome, one, number=1) for one in seconds]


def test_rows_are_medians_of_boards_and_ratios_are_of_the_same_boards():
    quick, slow = Contestant("bitmask", Role.BACKEND, "", ""), Contestant("slow", Role.PEER, "", "")
    record = Record(RacePlan(PUZZLE, {Task.COUNT: (1, 2, 3)}, (slow, quick)))
    record.replies[Task.COUNT, "bitmask"] = {1: answered(1, 9, 2), 2: answered(4, 4, 4), 3: answered(100)}
    record.replies[Task.COUNT, "slow"] = {1: answered(10, 30, 20), 2: answered(40, outcome=RaceOutcome.LATE)}
    first, second = standings(record, Task.COUNT)
    assert (first.contestant, first.median, first.least, first.ratio) == (quick, 4, 1, 1)
    assert (first.asked, first.late, first.is_bound) == (3, 0, False)
    assert (second.median, second.least, second.ratio) == (30, 10, 10)
    assert (second.asked, second.boards, second.late, second.is_bound) == (2, 3, 1, True)
    assert nearest_peer([first, second], Role.PEER) == second
    assert nearest_peer([first, second], Role.PEER_BATCH) is None


def test_boards_are_different_and_of_the_kind_that_is_asked_for():
    every = set(board_masks(0, PUZZLE.boards, 16, 3).tolist())
    drawn = draw_boards(PUZZLE, 40, 7, list(Task))
    # All that there are.
    assert len(drawn[Task.UNSOLVABLE]) == 4
    assert len(drawn[Task.FIRST]) == 40
    assert drawn[Task.FIRST] == drawn[Task.COUNT]
    for task, boards in drawn.items():
        assert len(set(boards)) == len(boards)
        assert set(boards) <= every
        for board in boards:
            solvable = backend("brute-force").solve(PUZZLE.board_problem(board)[0]).solution is not None
            assert solvable == (task is not Task.UNSOLVABLE)
    assert drawn == draw_boards(PUZZLE, 40, 7, list(Task))
    assert drawn != draw_boards(PUZZLE, 40, 8, list(Task))


def test_a_task_does_not_change_the_boards_of_another():
    every = draw_boards(PUZZLE, 10, 7, list(Task))
    for task in Task:
        assert draw_boards(PUZZLE, 10, 7, [task]) == {task: every[task]}


def test_a_puzzle_with_few_boards_gives_those_that_it_has():
    without = draw_boards(Puzzle.parse("2x2/0:O4"), 5, 0, list(Task))
    assert without == {Task.FIRST: (0,), Task.COUNT: (0,), Task.UNSOLVABLE: ()}


def test_solvable_boards_can_be_taken_from_rolls():
    rolls = board_masks(100, 130, 16, 3)
    drawn = draw_boards(PUZZLE, 5, 3, list(Task), rolls)
    assert set(drawn[Task.FIRST]) <= set(rolls.tolist())
    assert len(drawn[Task.UNSOLVABLE]) == 4
