"""Runners: each does tasks that do not depend on each other, in threads or processes (a cluster: ``dask_cluster``).

No process that is started looks for modules in the current folder, where anybody may have put a file. Python puts that
folder first for ``-c`` and ``-m``, by which joblib and multiprocessing start theirs, even where the program that starts
them does without. The environment of a notebook is the user's own, and is not changed for good.
"""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache, partial
from itertools import islice
from typing import Any, Generic, Protocol, TypeVar

from solver.errors import InputError, SolverError

Task = TypeVar("Task")
Result = TypeVar("Result")

WORK_THREAD = "dicelab work"
"""The name of the threads that do tasks."""

SAFE_PATH = "PYTHONSAFEPATH"
"""The environment variable that keeps Python from putting the current folder, or a script's, before all modules."""

_STARTING = threading.RLock()


class LostProcessError(SolverError):
    """A process of this machine was ended from outside."""


class Runner(Protocol):
    """Does tasks that do not depend on each other, and yields their results in any order.

    So that any runner can do them, the function is one of a module, a task is plain data (text, numbers, bytes, tuples
    of them), and the result tells which task it is of and depends on nothing else. Tasks are taken as they are needed.

    Examples
    --------
    >>> runner: Runner = threads(2)
    >>> sorted(runner(abs, [-2, 1]))
    [1, 2]
    """

    def __call__(self, function: Callable[[Task], Result], tasks: Iterable[Task], /) -> Iterator[Result]:
        """Do the tasks."""


@dataclass(frozen=True, slots=True)
class DoneTwice(Generic[Task, Result]):
    """A task that was done twice.

    Examples
    --------
    >>> (done,) = twice(threads(1))(abs, [-2])
    >>> done.task, done.results, done.by
    (-2, (2, 2), ('the first count', 'the second'))
    """

    task: Task
    results: tuple[Result, Result]
    by: tuple[str, str]
    """Who did it, for a message: two workers of a cluster, or the first and the second time on this machine."""


@dataclass(frozen=True, slots=True)
class TwiceRunner:
    """Does every task twice, and leaves it to the caller to compare: not a :class:`Runner`, so that nobody forgets.

    Examples
    --------
    >>> [done.results for done in twice(threads(1))(len, ["a", "bc"])]
    [(1, 1), (2, 2)]
    """

    _do: Callable[..., Iterator[DoneTwice[Any, Any]]]

    def __call__(
        self, function: Callable[[Task], Result], tasks: Iterable[Task], /
    ) -> Iterator[DoneTwice[Task, Result]]:
        """Do the tasks."""
        return self._do(function, tasks)


def twice(runner: Runner) -> TwiceRunner:
    """Return a runner that gives every task twice to another one, which need not do them in different places.

    Examples
    --------
    >>> [done.results for done in twice(threads(1))(abs, [-2, 1])]
    [(2, 2), (1, 1)]
    """
    return TwiceRunner(partial(_twice, runner))


def _twice(
    runner: Runner, function: Callable[[Task], Result], tasks: Iterable[Task], /
) -> Iterator[DoneTwice[Task, Result]]:
    begun: dict[int, Task] = {}
    once: dict[int, Result] = {}

    def doubled() -> Iterator[tuple[int, Task]]:
        for number, task in enumerate(tasks):
            begun[number] = task
            yield number, task
            yield number, task

    for number, result in runner(partial(_numbered, function), doubled()):
        if number in once:
            yield DoneTwice(begun.pop(number), (once.pop(number), result), ("the first count", "the second"))
        else:
            once[number] = result


def _numbered(function: Callable[[Task], Result], task: tuple[int, Task]) -> tuple[int, Result]:
    return task[0], function(task[1])


def threads(jobs: int, *, apart: bool = False) -> Runner:
    """Return a runner in threads of this process, for work that releases the interpreter lock.

    A single job is done in the calling thread, unless it is to be ``apart``: then Ctrl-C and time limits are heard
    during a task. Raises :class:`InputError` if there are no jobs.

    Examples
    --------
    >>> sorted(threads(2)(abs, [-3, -1, 2]))
    [1, 2, 3]
    """
    return partial(_in_threads, jobs) if apart and jobs == 1 else _local(_in_threads, jobs)


def processes(jobs: int) -> Runner:
    """Return a runner in processes of this machine; a single job is done in this one.

    Raises :class:`InputError` if there are no jobs.

    Examples
    --------
    >>> list(processes(1)(abs, [-3, -1, 2]))
    [3, 1, 2]
    """
    return _local(_in_processes, jobs)


def threads_have_ended(seconds: float = 0.5) -> bool:
    """Wait up to ``seconds`` for the threads of abandoned runners, and tell whether all have ended."""
    import threading

    end = time.monotonic() + seconds
    # `is_alive` is wrong, up to Python 3.12, for a thread that was waited for by a `join` that a signal interrupted.
    while any(thread.name == WORK_THREAD for thread in threading.enumerate()):
        if time.monotonic() > end:
            return False
        time.sleep(0.01)
    return True


def _local(work: Callable[..., Iterator[Any]], jobs: int) -> Runner:
    if jobs < 1:
        raise InputError(f"{jobs} jobs: use 1 or more")
    return _in_turn if jobs == 1 else partial(work, jobs)


def _in_turn(function: Callable[[Task], Result], tasks: Iterable[Task], /) -> Iterator[Result]:
    for task in tasks:
        yield function(task)


def _in_threads(jobs: int, function: Callable[[Task], Result], tasks: Iterable[Task], /) -> Iterator[Result]:
    # joblib does the same, but takes longer to import than many a search. concurrent.futures waits at the end of the
    # process for running tasks, so that Ctrl-C would be heard late.
    from queue import Empty, SimpleQueue
    from threading import Thread

    waiting = iter(tasks)
    begun: SimpleQueue[tuple[Task] | None] = SimpleQueue()
    ended: SimpleQueue[tuple[Result] | BaseException] = SimpleQueue()

    def work() -> None:
        while task := begun.get():
            try:
                ended.put((function(*task),))
            except BaseException as error:  # noqa: BLE001 - it is raised by the thread that asked
                ended.put(error)

    try:
        running = 0
        for task in islice(waiting, 2 * jobs):
            begun.put((task,))
            running += 1
        for _ in range(min(jobs, running)):
            Thread(target=work, daemon=True, name=WORK_THREAD).start()
        while running:
            result = ended.get()
            running -= 1
            if isinstance(result, BaseException):
                raise result
            yield result[0]
            for task in islice(waiting, 1):
                begun.put((task,))
                running += 1
    finally:
        try:
            while True:
                begun.get_nowait()
        except Empty:
            pass
        for _ in range(jobs):
            begun.put(None)


def _in_processes(jobs: int, function: Callable[[Task], Result], tasks: Iterable[Task], /) -> Iterator[Result]:
    import warnings
    from concurrent.futures.process import BrokenProcessPool

    with starting():
        from joblib import Parallel, delayed

        results = Parallel(jobs, backend=process_pool(), return_as="generator_unordered", pre_dispatch="2*n_jobs")(
            delayed(_attended)(function, task) for task in tasks
        )
    try:
        # Not `yield from results`, which would close joblib's generator outside of the block below.
        for result in results:  # noqa: UP028
            yield result
    except BrokenProcessPool as error:
        raise LostProcessError(
            "a process that did a part of the work was killed, perhaps because memory ran out: use fewer --jobs"
        ) from error
    finally:
        with warnings.catch_warnings():
            # Where the caller stops early, joblib advises to ask for less.
            warnings.simplefilter("ignore", UserWarning)
            results.close()


def _attended(function: Callable[[Task], Result], task: Task) -> Result:
    """Do a task in a process that ends with the one that started it, however that ends."""
    _end_with_parent()
    return function(task)


@cache
def _end_with_parent() -> None:
    """Look once a second, from now on, whether the process that started this one is there."""
    if os.name != "posix":
        return
    import threading

    parent = os.getppid()

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(1)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


def child_environment() -> dict[str, str]:
    """Return the environment for a child, which its own children inherit."""
    return {**os.environ, SAFE_PATH: "1"}


def child_command(module: str, *arguments: str) -> list[str]:
    """Return the command that calls ``main(arguments)`` of a module, found where this process would find it."""
    path = list(sys.path)
    code = f"import sys; sys.path[:] = {path!a}; from {module} import main; main(sys.argv[1:])"
    return [sys.executable, "-c", code, *arguments]


@contextmanager
def starting() -> Iterator[None]:
    """Give :func:`child_environment` to the processes that other packages start in the block.

    Examples
    --------
    >>> with starting():
    ...     os.environ[SAFE_PATH]
    '1'
    """
    with _STARTING:
        usual = os.environ.get(SAFE_PATH)
        os.environ[SAFE_PATH] = "1"
        try:
            yield
        finally:
            if usual is None:
                del os.environ[SAFE_PATH]
            else:
                os.environ[SAFE_PATH] = usual


def process_pool() -> Any:  # noqa: ANN401 - joblib has no types
    """Return joblib's pool of processes, for a call that stands within :func:`starting`."""
    from joblib.parallel import LokyBackend

    class Pool(LokyBackend):  # type: ignore[misc]
        """A process that follows one that ended is started at any time later."""

        def _prepare_worker_env(self, n_jobs: int) -> dict[str, str]:
            return {**super()._prepare_worker_env(n_jobs), SAFE_PATH: "1"}

    return Pool()
