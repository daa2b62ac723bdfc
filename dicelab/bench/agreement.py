"""Who is wrong: every tiling is checked, and what can't be checked is compared."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from dicelab.bench.answer import Answer, Outcome
from dicelab.bench.contestant import Contestant, Role, Task
from dicelab.bench.race import Record
from solver.polyform import Board, Puzzle

CHOOSER = Contestant("bitmask", Role.BACKEND, "", "")
"""Who chose the boards: a fault of its own where one that should have no tiling has one."""


@dataclass(frozen=True, slots=True)
class Fault:
    """A wrong answer, or none where one was due."""

    contestant: Contestant
    task: Task
    board: int
    said: str
    right: str

    def told(self, puzzle: Puzzle) -> str:
        """Name the board and both answers."""
        board = Board(self.board, puzzle.grid).format()
        return f"{self.contestant.name} on {board} ({self.task}): says {self.said}; {self.right}"


@dataclass(frozen=True, slots=True)
class Dispute:
    """Numbers for one board of which none has a majority."""

    board: int
    numbers: tuple[tuple[str, int], ...]
    """Who says what."""

    def told(self, puzzle: Puzzle) -> str:
        """Name the board and all answers."""
        said = ", ".join(f"{name} {number:,}" for name, number in self.numbers)
        return f"{Board(self.board, puzzle.grid).format()}: {said}"


@dataclass(frozen=True, slots=True)
class Verdict:
    """What came of comparing all answers.

    Parameters
    ----------
    answers
        How many said something.
    checked
        How many of them are tilings, each checked against the problem.
    compared
        Boards and tasks with answers of at least two programs.
    faults
        Wrong answers and failures, in order of tasks and contestants.
    disputes
        Where it is not known who is wrong.
    """

    answers: int
    checked: int
    compared: int
    faults: tuple[Fault, ...]
    disputes: tuple[Dispute, ...]

    @property
    def status(self) -> int:
        """Return the exit status: 1 for a wrong backend, 3 where nobody said anything, else 0."""
        if self.is_own_fault:
            return 1
        return 0 if self.answers else 3

    @property
    def is_own_fault(self) -> bool:
        """Tell whether a backend is wrong or failed, or may be wrong."""
        return bool(self.disputes) or any(fault.contestant.role.is_own for fault in self.faults)


def judge(record: Record) -> Verdict:
    """Check and compare all answers.

    A tiling is right where it is a solution of the board's problem, which needs no other program. That a board has no
    tiling is wrong where somebody's tiling is right or a majority counts some. A number is wrong where more than half
    of the programs say another; ways to ask the same program have one vote together.
    """
    plan = record.plan
    tilings, wrong = _checked(record)
    solver_of: dict[int, str] = {}
    for board, name in tilings:
        solver_of.setdefault(board, name)
    faults = [Fault(one, task, board, "a tiling", why) for one, task, board, why in wrong]
    faults += [
        Fault(CHOOSER, Task.UNSOLVABLE, board, "no tiling, as it chose the board", f"{solver_of[board]} found one")
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
    for task, one, board, answer in _given(record):
        if answer.outcome is Outcome.FAILED:
            faults.append(Fault(one, task, board, answer.reason, "it failed"))
        elif answer.outcome is Outcome.COUNT and board in solver_of and not answer.number:
            faults.append(Fault(one, task, board, answer.told(), f"{solver_of[board]} found one"))
        elif answer.outcome is Outcome.COUNT and answer.number != most.get(board, answer.number):
            faults.append(Fault(one, task, board, answer.told(), f"the others count {most[board]:,}"))
        elif answer.outcome is Outcome.NONE and board in solver_of:
            faults.append(Fault(one, task, board, answer.told(), f"{solver_of[board]} found one"))
        elif answer.outcome is Outcome.NONE and most.get(board):
            faults.append(Fault(one, task, board, answer.told(), f"the others count {most[board]:,}"))
    given = [answer for *_, answer in _given(record) if answer.is_given]
    return Verdict(len(given), len(tilings), _compared(record), tuple(dict.fromkeys(faults)), tuple(disputes))


def _given(record: Record) -> Iterator[tuple[Task, Contestant, int, Answer]]:
    for task in record.plan.boards:
        for one in record.plan.contestants:
            for board, answers in record.of(task, one).items():
                for answer in answers:
                    yield task, one, board, answer


def _checked(
    record: Record,
) -> tuple[list[tuple[int, str]], list[tuple[Contestant, Task, int, str]]]:
    """Return boards with tilings that are right and who found them, and the wrong ones with the reason."""
    puzzle = record.plan.puzzle
    right: list[tuple[int, str]] = []
    wrong: list[tuple[Contestant, Task, int, str]] = []
    for task, one, board, answer in _given(record):
        if answer.outcome is Outcome.TILING:
            if is_tiling(puzzle, board, answer.tiling, of_placements=one.role.takes_puzzle):
                right.append((board, one.name))
            else:
                wrong.append((one, task, board, f"options {list(answer.tiling)} are none"))
    return right, wrong


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
    """Return the number that more than half of the programs say, or who says what if there is none.

    A program that says two different numbers has a vote for each: one of them is wrong.
    """
    votes: dict[tuple[str, int], str] = {}
    for one in record.plan.contestants:
        for answer in record.of(Task.COUNT, one).get(board, ()):
            if answer.outcome is Outcome.COUNT and (answer.number or not solvable):
                votes.setdefault((one.voter, answer.number), one.name)
    numbers = Counter(number for _, number in votes)
    if not numbers:
        return None, ()
    number, times = numbers.most_common(1)[0]
    if 2 * times > len(votes):
        return number, ()
    return None, tuple((name, number) for (_, number), name in votes.items())


def _compared(record: Record) -> int:
    voters: dict[tuple[Task, int], set[str]] = {}
    for task, one, board, answer in _given(record):
        if answer.is_given:
            voters.setdefault((task, board), set()).add(one.voter)
    return sum(len(programs) > 1 for programs in voters.values())
