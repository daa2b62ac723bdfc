"""Tasks of CP-SAT that go on in a thread of their own while the epochs of a search go by."""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Sequence

from dicelab.search.design import stopping
from dicelab.search.design.portfolio import run_tasks
from dicelab.search.design.search_state import ExactTask, Result
from solver.runs import Runner
from solver.runs.runner import WORK_THREAD

Tasks = Sequence[tuple[int, ExactTask]]


class AsyncTasks:
    """Does numbered tasks in the background, one list of them at a time."""

    def __init__(self, runner: Runner) -> None:
        self._runner = runner
        self._tasks: Tasks = ()
        self._thread: threading.Thread | None = None
        self._results: dict[int, Result] = {}
        self._error: BaseException | None = None

    def begin(self, tasks: Tasks) -> None:
        """Begin some tasks, unless they are under way; those that were under way and are no longer asked for end."""
        if tasks == self._tasks:
            return
        self.close()
        self._tasks = list(tasks)
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
        """Stop what is under way, whatever it would have found, and wait for its end, at most so long."""
        if self._thread and self._thread.is_alive():
            end = math.inf if seconds is None else time.monotonic() + seconds
            while self._thread.is_alive() and time.monotonic() < end:
                # Again and again: a solver that was just about to begin does not hear of it.
                stopping.stop()
                self._thread.join(0.1)
            stopping.wait(seconds)
        self._forget()

    def _forget(self) -> None:
        self._thread, self._error, self._results, self._tasks = None, None, {}, ()

    def _work(self) -> None:
        try:
            self._results = dict(run_tasks(self._runner, self._tasks))
        except BaseException as error:  # noqa: BLE001 - it is raised by the thread that waits
            self._error = error
