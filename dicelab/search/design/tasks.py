"""The tasks of a design: each as JSON, which any process can do; those that go on beside the epochs; and how all stop.

CP-SAT is told to stop, tabu search looks for itself. A thread that still searches when the interpreter ends would bring
the process down, so whoever stops also waits.
"""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import msgspec

from dicelab.search.design.local import search_locally
from dicelab.search.design.search_state import ExactTask, LocalTask, Result, Task
from solver.runs import Runner
from solver.runs.runner import WORK_THREAD

SECONDS_TO_STOP = 0.5
"""How long searches that are not needed any more are waited for; one that is compiling can't be stopped."""


class SearchStoppedError(Exception):
    """A search was stopped: what it would have found is not known."""


class Stop:
    """Stops the searches that were begun with it, on demand or past a ``deadline`` of :func:`time.monotonic`.

    A copy in another process is one that nobody sets.
    """

    def __init__(self, deadline: float = math.inf) -> None:
        self._deadline = deadline
        self._changed = threading.Condition()
        self._is_set = False
        self._solvers: list[Any] = []
        self._searches = 0

    def __reduce__(self) -> tuple[type[Stop], tuple[()]]:
        return Stop, ()

    def check(self) -> None:
        """Raise :class:`SearchStoppedError` where searches are to stop."""
        if self._is_set or time.monotonic() > self._deadline:
            raise SearchStoppedError

    @contextmanager
    def search(self) -> Iterator[None]:
        """Count a search as running."""
        with self._changed:
            self.check()
            self._searches += 1
        try:
            yield
        finally:
            with self._changed:
                self._searches -= 1
                self._changed.notify_all()

    @contextmanager
    def solving(self, solver: Any) -> Iterator[None]:  # noqa: ANN401 - a solver of CP-SAT
        """Let a solver be stopped."""
        with self._changed:
            self.check()
            self._solvers.append(solver)
        if self._deadline < math.inf:
            solver.parameters.max_time_in_seconds = max(0.0, self._deadline - time.monotonic())
        try:
            yield
        finally:
            with self._changed:
                self._solvers.remove(solver)

    def stop(self, seconds: float | None = SECONDS_TO_STOP) -> None:
        """Stop all searches, those that begin later too, and wait until none runs, for at most ``seconds``."""
        end = math.inf if seconds is None else time.monotonic() + seconds
        with self._changed:
            self._is_set = True
            while True:
                # Again and again: a solver that was just about to begin does not hear of it.
                for solver in self._solvers:
                    solver.stop_search()
                if not self._searches or time.monotonic() >= end:
                    return
                self._changed.wait(0.1)


_TASKS: msgspec.json.Decoder[Task] = msgspec.json.Decoder(Task)
_RESULTS: msgspec.json.Decoder[Result] = msgspec.json.Decoder(Result)


def run_tasks(
    runner: Runner, tasks: Iterable[tuple[int, Task]], stop: Stop
) -> Generator[tuple[int, Result], None, None]:
    """Yield the results of numbered tasks with their numbers, as they come; stop the tasks once it is closed."""
    texts = [(number, msgspec.json.encode(task).decode()) for number, task in tasks]
    waiting = len(texts)
    results = iter(runner(DoTask(stop), texts))
    try:
        for number, text in results:
            waiting -= 1
            yield number, _RESULTS.decode(text)
    finally:
        if waiting:
            stop.stop(0)
        if isinstance(results, Generator):
            results.close()
        if waiting:
            stop.stop()


@dataclass(frozen=True, slots=True)
class DoTask:
    """Does a task, which is JSON, in whatever process this is, until ``stop``."""

    stop: Stop

    def __call__(self, numbered: tuple[int, str]) -> tuple[int, str]:
        """Return the number of a task and its result."""
        number, text = numbered
        task = _TASKS.decode(text)
        with self.stop.search():
            if isinstance(task, LocalTask):
                result: Result = search_locally(task, self.stop.check)
            else:
                # Here, since many searches end before they need it.
                from dicelab.search.design.exact import search_exactly

                result = search_exactly(task, self.stop)
        return number, msgspec.json.encode(result).decode()


class AsyncTasks:
    """Does numbered tasks of CP-SAT in a thread, one list of them at a time."""

    def __init__(self, runner: Runner, deadline: float = math.inf) -> None:
        self._runner, self._deadline = runner, deadline
        self._tasks: Sequence[tuple[int, ExactTask]] = ()
        self._thread: threading.Thread | None = None
        self._stop = Stop()
        self._results: dict[int, Result] = {}
        self._error: BaseException | None = None

    def begin(self, tasks: Sequence[tuple[int, ExactTask]]) -> None:
        """Begin some tasks, unless they are under way; end those under way that are no longer asked for."""
        if tasks == self._tasks:
            return
        self.close()
        self._tasks, self._stop = list(tasks), Stop(self._deadline)
        if tasks:
            self._thread = threading.Thread(target=self._work, daemon=True, name=WORK_THREAD)
            self._thread.start()

    def results(self) -> dict[int, Result]:
        """Wait for the tasks, and return their results by their numbers; what a task raised is raised here."""
        if self._thread:
            self._thread.join()
        error, results = self._error, self._results
        self._forget()
        if error:
            raise error
        return results

    def close(self, seconds: float | None = None) -> None:
        """Stop the tasks, whatever they would have found, and wait for their end, for at most ``seconds``."""
        if self._thread and self._thread.is_alive():
            self._stop.stop(seconds)
            self._thread.join(seconds)
        self._forget()

    def _forget(self) -> None:
        self._thread, self._error, self._results, self._tasks = None, None, {}, ()

    def _work(self) -> None:
        try:
            self._results = dict(run_tasks(self._runner, self._tasks, self._stop))
        except BaseException as error:  # noqa: BLE001 - it is raised by the thread that waits
            self._error = error
