"""The result of a race: wrong replies, found by checking tilings and comparing all else; and the times."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from statistics import median

from dicelab.bench.contestants import Contestant, Role, Task
from dicelab.bench.race import RaceOutcome, RaceReply, Record
from dicelab.errors import DONE, FALSE, UNKNOWN
from solver.polyform import Board, Puzzle

CHOOSER = Contestant("bitmask", Role.BACKEND, "", "")
"""Who chose the boards: a fault of its own where one that should have no tiling has one."""


@dataclass(frozen=True, slots=True)
class Disagreeing:
    """A wrong reply, or none where one was due."""

    contestant: Contestant
    task: Task
    board: int
    said: str
    right: str

    def text(self, puzzle: Puzzle) -> str:
        """Name the board and both replies."""
        board = Board(self.board, puzzle.grid).format()
        return f"{self.contestant.name} on {board} ({self.task}): says {self.said}; {self.right}"


@dataclass(frozen=True, slots=True)
class Dispute:
    """Numbers for one board of which none has a majority."""

    board: int
    numbers: tuple[tuple[str, int], ...]
    """The answer of each program."""

    def text(self, puzzle: Puzzle) -> str:
        """Name the board and all numbers."""
        said = ", ".join(f"{name} {number:,}" for name, number in self.numbers)
        return f"{Board(self.board, puzzle.grid).format()}: {said}"


@dataclass(frozen=True, slots=True)
class Agreement:
    """How far the replies agree."""

    replies: int
    checked: int
    """How many of the replies are tilings, each checked against the problem."""
    compared: int
    """Boards and tasks with replies of at least two programs."""
    faults: tuple[Disagreeing, ...]
    """Wrong replies and failures, in order of tasks and contestants."""
    disputes: tuple[Dispute, ...]
    """Boards for which it is not known who is wrong."""

    @property
    def status(self) -> int:
        """Return the exit status: 4 for a wrong backend, 3 without any reply, else 0."""
        if self.is_own_fault:
            return FALSE
        return DONE if self.replies else UNKNOWN

    @property
    def is_own_fault(self) -> bool:
        """Tell whether a backend is wrong or failed, or may be wrong."""
        return bool(self.disputes) or any(fault.contestant.role.is_own for fault in self.faults)


def judge(record: Record) -> Agreement:
    """Check and compare all replies.

    A tiling is right if it solves the board's problem, which needs no other program. The answer "no tiling" is wrong if
    another program's tiling is right, or a majority counts some. A number is wrong if more than half of the programs
    agree on another; several ways to ask one program share a vote.
    """
    plan = record.plan
    tilings = 0
    solver_of: dict[int, str] = {}
    faults: list[Disagreeing] = []
    for task, contestant, board, reply in _replies(record):
        if reply.outcome is RaceOutcome.TILING:
            if is_tiling(plan.puzzle, board, reply.tiling, of_placements=contestant.role.takes_puzzle):
                tilings += 1
                solver_of.setdefault(board, contestant.name)
            else:
                faults.append(
                    Disagreeing(contestant, task, board, "a tiling", f"options {list(reply.tiling)} are none")
                )
    faults += [
        Disagreeing(
            CHOOSER, Task.UNSOLVABLE, board, "no tiling, as it chose the board", f"{solver_of[board]} found one"
        )
        for board in plan.boards.get(Task.UNSOLVABLE, ())
        if board in solver_of
    ]
    disputes: list[Dispute] = []
    most: dict[int, int] = {}
    for board in plan.boards.get(Task.COUNT, ()):
        number, split = _majority(record, board, solvable=board in solver_of)
        if split:
            disputes.append(Dispute(board, split))
        elif number is not None:
            most[board] = number
    for task, contestant, board, reply in _replies(record):
        is_none = reply.outcome is RaceOutcome.NONE
        is_count = reply.outcome is RaceOutcome.COUNT
        if reply.outcome is RaceOutcome.FAILED:
            faults.append(Disagreeing(contestant, task, board, reply.reason, "it failed"))
        elif board in solver_of and (is_none or (is_count and not reply.number)):
            faults.append(Disagreeing(contestant, task, board, reply.text(), f"{solver_of[board]} found one"))
        elif (is_none and most.get(board)) or (is_count and reply.number != most.get(board, reply.number)):
            faults.append(Disagreeing(contestant, task, board, reply.text(), f"the others count {most[board]:,}"))
    given = sum(reply.is_given for *_, reply in _replies(record))
    return Agreement(given, tilings, _compared(record), tuple(dict.fromkeys(faults)), tuple(disputes))


def _replies(record: Record) -> Iterator[tuple[Task, Contestant, int, RaceReply]]:
    for task in record.plan.boards:
        for contestant in record.plan.contestants:
            for board, replies in record.of(task, contestant).items():
                for reply in replies:
                    yield task, contestant, board, reply


def is_tiling(puzzle: Puzzle, board: int, tiling: Sequence[int], *, of_placements: bool) -> bool:
    """Tell whether options of a board's problem, or placements of the puzzle, tile it."""
    problem, fitting = puzzle.board_problem(board)
    if of_placements:
        option_of = {placement: option for option, placement in enumerate(fitting)}
        if not set(tiling) <= option_of.keys():
            return False
        tiling = [option_of[placement] for placement in tiling]
    return all(0 <= option < len(problem.options) for option in tiling) and problem.is_solution(tuple(tiling))


def _majority(record: Record, board: int, *, solvable: bool) -> tuple[int | None, tuple[tuple[str, int], ...]]:
    """Return the number of the majority, or each program's number if there is no majority.

    A program that says two different numbers has a vote for each: one of them is wrong.
    """
    votes: dict[tuple[str, int], str] = {}
    for contestant in record.plan.contestants:
        for reply in record.of(Task.COUNT, contestant).get(board, ()):
            if reply.outcome is RaceOutcome.COUNT and (reply.number or not solvable):
                votes.setdefault((contestant.voter, reply.number), contestant.name)
    numbers = Counter(number for _, number in votes)
    if not numbers:
        return None, ()
    number, times = numbers.most_common(1)[0]
    if 2 * times > len(votes):
        return number, ()
    return None, tuple((name, number) for (_, number), name in votes.items())


def _compared(record: Record) -> int:
    voters: dict[tuple[Task, int], set[str]] = {}
    for task, contestant, board, reply in _replies(record):
        if reply.is_given:
            voters.setdefault((task, board), set()).add(contestant.voter)
    return sum(len(programs) > 1 for programs in voters.values())


REFERENCE = "bitmask"


@dataclass(frozen=True, slots=True)
class Standing:
    """A row of the table of a task: of the boards it was asked about some, was late in some round, or failed."""

    contestant: Contestant
    boards: int
    asked: int
    late: int
    failed: int
    times: dict[int, float]
    """Seconds for each board that it was asked about and did not fail on: the median of the rounds; the time it was
    waited for where it was late; its share of the time where it is a batch."""
    least: float | None
    """Seconds of the quickest reply; ``None`` without one."""
    ratio: float | None = None
    """Its time divided by the reference's for the boards of both; ``None`` where one has no time."""

    @property
    def median(self) -> float | None:
        """Return the median of the boards' times, in seconds."""
        return median(self.times.values()) if self.times else None

    @property
    def is_bound(self) -> bool:
        """Tell whether it would have taken longer than its times say, since it was late."""
        return self.late > 0


def standings(record: Record, task: Task) -> list[Standing]:
    """Return the rows of a task's table, quickest first; who gave no reply comes last."""
    plan = record.plan
    asked = [one for one in plan.contestants if task in one.tasks]
    of = {one.name: _standing(one, len(plan.boards[task]), record.of(task, one)) for one in asked}
    reference = of.get(reference_of(plan.contestants))
    found = [_with_ratio(row, reference) for row in of.values()]
    return sorted(found, key=lambda row: (row.ratio is None, row.ratio or 0.0, row.contestant.name))


def reference_of(contestants: Sequence[Contestant]) -> str:
    """Return whose time is 1: ``bitmask``, or who comes first where it is not asked."""
    return REFERENCE if any(one.name == REFERENCE for one in contestants) else contestants[0].name


def _standing(one: Contestant, boards: int, replies: dict[int, list[RaceReply]]) -> Standing:
    late = {board for board, given in replies.items() if any(reply.outcome is RaceOutcome.LATE for reply in given)}
    failed = {board for board, given in replies.items() if any(reply.outcome is RaceOutcome.FAILED for reply in given)}
    times = {board: median(reply.seconds for reply in given) for board, given in replies.items() if board not in failed}
    quick = [reply.seconds for given in replies.values() for reply in given if reply.is_given]
    return Standing(one, boards, len(replies), len(late - failed), len(failed), times, min(quick, default=None))


def _with_ratio(row: Standing, reference: Standing | None) -> Standing:
    shared = row.times.keys() & reference.times.keys() if reference else set()
    if reference is None or not shared:
        return row
    # In the order of the boards, so that a sum has the same last digit in every run.
    ours = sum(reference.times[board] for board in reference.times if board in shared)
    theirs = sum(row.times[board] for board in row.times if board in shared)
    return replace(row, ratio=theirs / ours if ours else None)


def nearest_peer(rows: Sequence[Standing], role: Role) -> Standing | None:
    """Return the quickest peer of a role."""
    found = [row for row in rows if row.contestant.role is role and row.ratio is not None]
    return min(found, key=lambda row: row.ratio or 0.0, default=None)
