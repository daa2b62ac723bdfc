"""A process for each contestant: compiled code that does not end in time, or crashes, is ended there.

What it is asked and what it answers goes over a pipe as JSON.
"""

from __future__ import annotations

import json
import multiprocessing
import os
import signal
import sys
import time
from collections.abc import Sequence
from multiprocessing.connection import Connection
from typing import Any

from dicelab.bench.answer import Answer, Outcome
from dicelab.bench.contestant import Contestant, OutOfTimeError, Role, Task
from solver.polyform import Board, Puzzle

STARTING = 300.0
"""Seconds for importing and compiling; what is compiled is kept by most."""

GRACE = 0.5
"""Seconds beyond the limit in which a contestant may say by itself that its time was up."""

WARMING, WARMING_BOARD = "3x3/2:I1,I2,O4", "A1 A2"
"""A puzzle on which everything is compiled before it is timed."""


class Worker:
    """Asks one contestant about boards of one puzzle; its process is started when it is needed.

    Parameters
    ----------
    contestant
        An installed one.
    puzzle
        The boards are its boards.
    """

    def __init__(self, contestant: Contestant, puzzle: Puzzle) -> None:
        self.contestant = contestant
        self._puzzle = puzzle
        self._process: multiprocessing.process.BaseProcess | None = None
        self._pipe: Connection | None = None
        self.broken = ""
        """Why it can't be asked at all; empty while it can."""

    def ask(self, task: Task, boards: Sequence[int], seconds: float) -> list[Answer]:
        """Return its answer for each mask of blockers, one or for a batch any number, in ``seconds`` together."""
        if not self.start():
            return [Answer(Outcome.FAILED, reason=self.broken)] * len(boards)
        begin = time.perf_counter()
        found = self._call({"task": task, "boards": list(boards), "seconds": seconds}, seconds + GRACE)
        waited = (time.perf_counter() - begin) / len(boards)
        if found is None:
            return [Answer(Outcome.LATE, waited)] * len(boards)
        if "failed" in found:
            return [Answer(Outcome.FAILED, waited, reason=found["failed"])] * len(boards)
        answers = [Answer.from_json(one) for one in found["answers"]]
        if sum(one.seconds for one in answers) > seconds:
            return [Answer(Outcome.LATE, one.seconds) for one in answers]
        return answers

    def start(self) -> bool:
        """Start the process if it is not running, and wait until it is warm; tell whether it can be asked."""
        if self.broken or self._process:
            return not self.broken
        # A fresh interpreter: what one contestant loads must not slow or help another.
        context = multiprocessing.get_context("spawn")
        self._pipe, other = context.Pipe()
        one = self.contestant
        description = (one.name, one.role.value, one.way, one.argument, one.tasks)
        self._process = context.Process(
            target=serve, args=(other, description, self._puzzle.format()), daemon=True, name=f"bench-{one.name}"
        )
        self._process.start()
        other.close()
        ready = self._call(None, STARTING)
        if ready is None or "failed" in ready:
            self.broken = "did not start in time" if ready is None else ready["failed"]
            self.close()
        return not self.broken

    def _call(self, request: dict[str, Any] | None, seconds: float) -> dict[str, Any] | None:
        """Send a request and wait for its answer; ``None`` where it is late. A process that is gone is forgotten."""
        assert self._pipe is not None  # noqa: S101 - for the type; `start` has made it
        try:
            if request is not None:
                self._pipe.send_bytes(json.dumps(request).encode())
            if self._pipe.poll(seconds):
                found: dict[str, Any] = json.loads(self._pipe.recv_bytes())
                return found
        except (EOFError, OSError):
            code = self._code()
            self.close()
            return {"failed": f"its process ended with status {code}"}
        self.close()
        return None

    def _code(self) -> int | None:
        if self._process is None:
            return None
        self._process.join(5)
        return self._process.exitcode

    def close(self) -> None:
        """End the process, whatever it is doing."""
        if self._process is not None:
            self._process.kill()
            self._process.join()
            self._process.close()
        if self._pipe is not None:
            self._pipe.close()
        self._process = self._pipe = None


def serve(pipe: Connection, description: tuple[str, str, str, str, tuple[Task, ...]], puzzle_text: str) -> None:
    """Be the process of a contestant: warm up, then answer until the pipe is closed."""
    _be_silent()
    name, role, way, argument, tasks = description
    contestant = Contestant(name, Role(role), way, "", argument, tasks=tasks)
    puzzle, small = Puzzle.parse(puzzle_text), Puzzle.parse(WARMING)
    _end_after(STARTING)
    try:
        blockers = Board.parse(WARMING_BOARD, small.grid).blockers
        for task in tasks:
            answers(contestant, contestant.make(small), small, task, [blockers], STARTING)
        made = contestant.make(puzzle)
    except Exception as error:  # noqa: BLE001 - whatever a program of others raises is told
        pipe.send_bytes(json.dumps({"failed": _told(error)}).encode())
        return
    pipe.send_bytes(b"{}")
    while True:
        _end_after(0)
        try:
            request = json.loads(pipe.recv_bytes())
        except (EOFError, OSError):
            return
        _end_after(float(request["seconds"]))
        try:
            given = answers(
                contestant, made, puzzle, Task(request["task"]), request["boards"], float(request["seconds"])
            )
            reply: dict[str, Any] = {"answers": [one.to_json() for one in given]}
        except Exception as error:  # noqa: BLE001 - the same
            reply = {"failed": _told(error)}
        pipe.send_bytes(json.dumps(reply).encode())


def answers(
    contestant: Contestant,
    way: Any,  # noqa: ANN401 - one of the two kinds, by the role of the contestant
    puzzle: Puzzle,
    task: Task,
    boards: Sequence[int],
    seconds: float,
) -> list[Answer]:
    """Ask a way, and time it: from the board's problem, or from the masks of boards of its puzzle, to the answer."""
    counting = task is Task.COUNT
    if contestant.role.takes_puzzle:
        ask = way.count_each if counting else way.first_each
        given = []
        for some in [boards] if contestant.role.takes_batches else [[board] for board in boards]:
            begin = time.perf_counter()
            found: list[Any] = ask(some)
            share = (time.perf_counter() - begin) / len(some)
            given += [Answer.of_count(one, share) if counting else Answer.of_first(one, share) for one in found]
        return given
    given = []
    for board in boards:
        problem, _ = puzzle.board_problem(board)
        begin = time.perf_counter()
        try:
            said = way.count(problem, seconds) if counting else way.first(problem, seconds)
        except OutOfTimeError:
            given.append(Answer(Outcome.LATE, time.perf_counter() - begin))
            continue
        passed = time.perf_counter() - begin
        given.append(Answer.of_count(said, passed) if counting else Answer.of_first(said, passed))
    return given


def _be_silent() -> None:
    """Leave Ctrl-C to the process that asks, and drop what compiled code prints."""
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


def _told(error: Exception) -> str:
    return " ".join(f"{type(error).__name__}: {error}".split())[:200]
