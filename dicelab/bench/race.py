"""The race: every contestant in a process of its own, and rounds in which all of them take turns.

A process that does not end in time, or crashes, is ended there. In each round another contestant begins, so that a
slow moment of the machine meets all alike.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass, field
from enum import StrEnum
from multiprocessing.connection import Connection
from time import perf_counter
from typing import Any, TypeAlias

import msgspec

from dicelab.bench.contestants import Contestant, OutOfTimeError, Task
from solver.polyform import Board, Puzzle
from solver.runs.progress import Progress, silent
from solver.runs.runner import starting

STARTING = 300.0
"""Seconds for importing and compiling; most programs keep what they compiled."""

GRACE = 0.5
"""Seconds beyond the limit in which a contestant may say by itself that its time was up."""

WARMING, WARMING_BOARD = "3x3/2:I1,I2,O4", "A1 A2"
"""A puzzle on which everything is compiled before it is timed."""


class RaceOutcome(StrEnum):
    """The kind of a reply."""

    TILING = "tiling"
    NONE = "none"
    COUNT = "count"
    LATE = "late"
    FAILED = "failed"


class RaceReply(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A contestant's answer on a board. It may be wrong: :mod:`dicelab.bench.agreement` finds out."""

    outcome: RaceOutcome
    seconds: float = 0.0
    """How long it took, for a batch its share; where it is late, how long it was waited for."""
    tiling: tuple[int, ...] = ()
    """Options of the board's problem; placements of the puzzle if a session or a batch found it."""
    number: int = 0
    """How many tilings there are."""
    reason: str = ""
    """Why it failed."""

    @property
    def is_given(self) -> bool:
        """Tell whether it says something of the board."""
        return self.outcome not in {RaceOutcome.LATE, RaceOutcome.FAILED}

    def text(self) -> str:
        """Return the reply in a few words."""
        return {
            RaceOutcome.TILING: "a tiling",
            RaceOutcome.NONE: "no tiling",
            RaceOutcome.COUNT: f"{self.number:,} tilings",
            RaceOutcome.LATE: "nothing in time",
            RaceOutcome.FAILED: self.reason,
        }[self.outcome]

    @classmethod
    def of_first(cls, solution: Any, seconds: float) -> RaceReply:  # noqa: ANN401 - peers return lists of many types
        """Return the reply for a tiling, or for ``None``."""
        if solution is None:
            return cls(RaceOutcome.NONE, seconds)
        return cls(RaceOutcome.TILING, seconds, tuple(int(option) for option in solution))

    @classmethod
    def of_count(cls, number: Any, seconds: float) -> RaceReply:  # noqa: ANN401 - or numbers
        """Return the reply for a number of tilings."""
        return cls(RaceOutcome.COUNT, seconds, number=int(number))


Request: TypeAlias = tuple[Task, tuple[int, ...], float]
"""A request to a process: masks of blockers, and the seconds for all of them together."""
Response: TypeAlias = tuple[RaceReply, ...] | str
"""A response of a process: a reply for each board, or the reason of a failure."""


@dataclass(frozen=True, slots=True)
class RacePlan:
    """The questions of a race."""

    puzzle: Puzzle
    boards: Mapping[Task, tuple[int, ...]]
    """Masks of blockers for each task."""
    contestants: tuple[Contestant, ...]
    """Who is asked, in this order; all are installed, and take the puzzle."""
    rounds: int = 3
    seconds: float = 5.0
    """For a reply, at most."""
    budget: float = 10.0
    """Seconds for all replies of a contestant to one task. One that has used them up is not asked again, so slow
    ones are asked about the first boards only. A batch has them all for its one reply."""


@dataclass(frozen=True, slots=True)
class Record:
    """All replies: for each task and contestant, for each board that it was asked about, one for each round."""

    plan: RacePlan
    replies: dict[tuple[Task, str], dict[int, list[RaceReply]]] = field(default_factory=dict)
    broken: dict[str, str] = field(default_factory=dict)
    """Who could not be started, and why."""

    def of(self, task: Task, contestant: Contestant) -> dict[int, list[RaceReply]]:
        """Return a contestant's replies for each board, in the order of the boards."""
        return self.replies.get((task, contestant.name), {})


def race(plan: RacePlan, progress: Progress = silent) -> Record:
    """Ask everybody about everything, in interleaved rounds; times depend on the machine, replies should not."""
    record = Record(plan)
    spent: dict[tuple[Task, str], float] = {}
    with ExitStack() as stack:
        workers = [stack.enter_context(closing(Worker(contestant, plan.puzzle))) for contestant in plan.contestants]
        total = plan.rounds * sum(len(plan.boards[task]) * len(_asked(workers, task)) for task in plan.boards)
        done = 0
        for worker in workers:
            progress(0, total, f"starting {worker.contestant.name}")
            if not worker.start():
                record.broken[worker.contestant.name] = worker.broken
        for number in range(plan.rounds):
            for task, boards in plan.boards.items():
                for worker, some in _turns(_asked(workers, task), boards, number):
                    name = worker.contestant.name
                    done += len(some)
                    left = plan.budget - spent.get((task, name), 0.0)
                    if left <= 0 or worker.broken:
                        continue
                    progress(done, total, f"{task}: {name}")
                    begin = perf_counter()
                    together = worker.contestant.role.takes_puzzle
                    replies = worker.ask(task, some, plan.budget if together else plan.seconds)
                    # The whole time, with that of a restart after a late reply.
                    spent[task, name] = spent.get((task, name), 0.0) + perf_counter() - begin
                    kept = record.replies.setdefault((task, name), {})
                    for board, reply in zip(some, replies, strict=True):
                        kept.setdefault(board, []).append(reply)
    return record


def _asked(workers: Sequence[Worker], task: Task) -> list[Worker]:
    return [worker for worker in workers if task in worker.contestant.tasks]


def _turns(workers: Sequence[Worker], boards: Sequence[int], number: int) -> Iterator[tuple[Worker, Sequence[int]]]:
    """Yield contestants with boards: all at once or one by one; another contestant begins each round."""
    for place in range(len(workers)):
        worker = workers[(place + number) % len(workers)]
        if worker.contestant.role.takes_puzzle:
            yield worker, boards
        else:
            yield from ((worker, [board]) for board in boards)


class Worker:
    """Asks one contestant about boards of one puzzle; its process is started when it is needed."""

    def __init__(self, contestant: Contestant, puzzle: Puzzle) -> None:
        self.contestant = contestant
        self._puzzle = puzzle
        self._process: multiprocessing.process.BaseProcess | None = None
        self._pipe: Connection | None = None
        self.broken: str = ""
        """Why it can't be asked at all; empty while it can."""

    def ask(self, task: Task, boards: Sequence[int], seconds: float) -> list[RaceReply]:
        """Return its reply for each mask of blockers, one or for a batch any number, in ``seconds`` together."""
        if not self.start():
            return [RaceReply(RaceOutcome.FAILED, reason=self.broken)] * len(boards)
        begin = perf_counter()
        response = self._call((task, tuple(boards), seconds), seconds + GRACE)
        waited = (perf_counter() - begin) / len(boards)
        if response is None:
            return [RaceReply(RaceOutcome.LATE, waited)] * len(boards)
        if isinstance(response, str):
            return [RaceReply(RaceOutcome.FAILED, waited, reason=response)] * len(boards)
        if sum(reply.seconds for reply in response) > seconds:
            return [RaceReply(RaceOutcome.LATE, reply.seconds) for reply in response]
        return list(response)

    def start(self) -> bool:
        """Start the process if it is not running, and wait until it is warm; tell whether it can be asked."""
        if self.broken or self._process:
            return not self.broken
        # A fresh interpreter: the modules of one contestant must not slow or help another.
        context = multiprocessing.get_context("spawn")
        self._pipe, other = context.Pipe()
        self._process = context.Process(
            target=serve,
            args=(other, self.contestant, self._puzzle.format()),
            daemon=True,
            name=f"bench-{self.contestant.name}",
        )
        try:
            with starting():
                self._process.start()
        except BaseException:
            # A process that was not started can't be ended.
            self._process = None
            raise
        other.close()
        ready = self._call(None, STARTING)
        if ready is None or isinstance(ready, str):
            self.broken = ready or "did not start in time"
            self.close()
        return not self.broken

    def _call(self, request: Request | None, seconds: float) -> Response | None:
        """Send a request and wait for its response; ``None`` where it is late. A process that is gone is forgotten."""
        assert self._pipe is not None  # noqa: S101 - for the type; `start` has made it
        try:
            if request is not None:
                self._pipe.send_bytes(msgspec.json.encode(request))
            if self._pipe.poll(seconds):
                response: Response = msgspec.json.decode(self._pipe.recv_bytes(), type=Response)
                return response
        except (EOFError, OSError):
            code = None
            if self._process is not None:
                self._process.join(5)
                code = self._process.exitcode
            self.close()
            return f"its process ended with status {code}"
        self.close()
        return None

    def close(self) -> None:
        """End the process, whatever it is doing."""
        if self._process is not None:
            self._process.kill()
            self._process.join()
            self._process.close()
        if self._pipe is not None:
            self._pipe.close()
        self._process = self._pipe = None


def serve(pipe: Connection, contestant: Contestant, puzzle_text: str) -> None:
    """Be the process of a contestant: warm up, then reply until the pipe is closed."""
    _be_silent()
    puzzle, small = Puzzle.parse(puzzle_text), Puzzle.parse(WARMING)
    _end_after(STARTING)
    try:
        blockers = Board.parse(WARMING_BOARD, small.grid).blockers
        for task in contestant.tasks:
            ask(contestant, contestant.make(small), small, task, [blockers], STARTING)
        way = contestant.make(puzzle)
    except Exception as error:  # noqa: BLE001 - whatever a program of others raises is reported
        pipe.send_bytes(msgspec.json.encode(_failure(error)))
        return
    pipe.send_bytes(msgspec.json.encode(()))
    while True:
        _end_after(0)
        try:
            task, boards, seconds = msgspec.json.decode(pipe.recv_bytes(), type=Request)
        except (EOFError, OSError):
            return
        _end_after(seconds)
        try:
            response: Response = tuple(ask(contestant, way, puzzle, task, boards, seconds))
        except Exception as error:  # noqa: BLE001 - here too
            response = _failure(error)
        pipe.send_bytes(msgspec.json.encode(response))


def ask(
    contestant: Contestant,
    way: Any,  # noqa: ANN401 - one of the two kinds, by the role of the contestant
    puzzle: Puzzle,
    task: Task,
    boards: Sequence[int],
    seconds: float,
) -> list[RaceReply]:
    """Ask a program, and time it: from the board's problem, or from the masks of boards of its puzzle, to the reply."""
    method, reply_of = ("count", RaceReply.of_count) if task is Task.COUNT else ("first", RaceReply.of_first)
    replies = []
    if contestant.role.takes_puzzle:
        ask_each = getattr(way, f"{method}_each")
        for some in [boards] if contestant.role.takes_batches else [[board] for board in boards]:
            begin = perf_counter()
            found: list[Any] = ask_each(some)
            share = (perf_counter() - begin) / len(some)
            replies += [reply_of(one, share) for one in found]
        return replies
    ask_one = getattr(way, method)
    for board in boards:
        problem, _ = puzzle.board_problem(board)
        begin = perf_counter()
        try:
            found_one = ask_one(problem, seconds)
        except OutOfTimeError:
            replies.append(RaceReply(RaceOutcome.LATE, perf_counter() - begin))
            continue
        replies.append(reply_of(found_one, perf_counter() - begin))
    return replies


def _be_silent() -> None:
    """Leave Ctrl-C to the process that asks, and drop the output of compiled code."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for stream in (sys.stdout, sys.stderr):
        if stream is not None:
            stream.flush()
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for descriptor in (1, 2):
        os.dup2(nowhere, descriptor)


def _end_after(seconds: float) -> None:
    """Have the system end this process some time after a limit, should nobody be left to do it; 0 is never."""
    if hasattr(signal, "alarm"):
        signal.alarm(int(seconds) + 60 if seconds else 0)


def _failure(error: Exception) -> str:
    return " ".join(f"{type(error).__name__}: {error}".split())[:200]
