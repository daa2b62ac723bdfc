"""The tasks of a design, each as JSON, which any process can do; and those that go on beside the epochs of a search."""

from __future__ import annotations

import math
import threading
from collections.abc import Generator, Iterable, Sequence
from dataclasses import dataclass

import msgspec

from dicelab.search.design.local import search_locally
from dicelab.search.design.search_state import ExactTask, LearnTask, LocalTask, Result, Task
from dicelab.search.design.turning import inverse, turned_result, turned_task
from dicelab.search.running import Stop
from solver.runs import Runner
from solver.runs.runner import WORK_THREAD

_TASKS: msgspec.json.Decoder[Task] = msgspec.json.Decoder(Task)
_RESULTS: msgspec.json.Decoder[Result] = msgspec.json.Decoder(Result)


def run_tasks(
    runner: Runner, tasks: Iterable[tuple[int, Task]], stop: Stop
) -> Generator[tuple[int, Result], None, None]:
    """Yield the results of numbered tasks with their numbers, as they come; closing the generator stops the tasks."""
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
    """Does a task, given as JSON, in any process, until ``stop``."""

    stop: Stop

    def __call__(self, numbered: tuple[int, str]) -> tuple[int, str]:
        """Return the number of a task and its result."""
        number, text = numbered
        with self.stop.search():
            result = do_task(_TASKS.decode(text), self.stop)
        return number, msgspec.json.encode(result).decode()


def do_task(task: Task, stop: Stop) -> Result:
    """Do a task in the form of its question that is searched, and turn the result back."""
    turned, turn = turned_task(task)
    result = _done(turned, stop)
    return turned_result(result, task.question.puzzle, inverse(turn)) if turn else result


def _done(task: Task, stop: Stop) -> Result:
    if isinstance(task, LocalTask):
        return search_locally(task, stop.check)
    if isinstance(task, ExactTask):
        # Here, since many searches end before they need it.
        from dicelab.search.design.exact import search_exactly

        return search_exactly(task, stop)
    from dicelab.search.design.learning_tasks import search_and_learn, sweep

    return search_and_learn(task, stop.check) if isinstance(task, LearnTask) else sweep(task, stop.check)


class AsyncTasks:
    """Does numbered tasks of CP-SAT in a thread, one list of them at a time."""

    def __init__(self, runner: Runner, deadline: float = math.inf) -> None:
        self._runner, self._deadline = runner, deadline
        self._tasks: Sequence[tuple[int, ExactTask]] = ()
        self._ended: threading.Event | None = None
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
            self._ended = threading.Event()
            threading.Thread(target=self._work, args=(self._ended,), daemon=True, name=WORK_THREAD).start()

    def results(self) -> dict[int, Result]:
        """Wait for the tasks, and return their results by their numbers; an error of a task is raised here."""
        if self._ended:
            # No `join`: a signal that interrupts it has the thread taken for ended, up to Python 3.12.
            self._ended.wait()
        error, results = self._error, self._results
        self._forget()
        if error:
            raise error
        return results

    def close(self, seconds: float | None = None) -> None:
        """Stop the tasks, drop their results, and wait for their end, for at most ``seconds``."""
        if self._ended and not self._ended.is_set():
            self._stop.stop(seconds)
            self._ended.wait(seconds)
        self._forget()

    def _forget(self) -> None:
        self._ended, self._error, self._results, self._tasks = None, None, {}, ()

    def _work(self, ended: threading.Event) -> None:
        try:
            self._results = dict(run_tasks(self._runner, self._tasks, self._stop))
        except BaseException as error:  # noqa: BLE001 - it is raised by the thread that waits
            self._error = error
        finally:
            ended.set()
