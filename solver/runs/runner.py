"""Runners: each does tasks that do not depend on each other, in threads, in processes or on a Dask cluster."""

from __future__ import annotations

import hashlib
import os
import re
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import cache, lru_cache, partial
from itertools import islice
from pathlib import Path
from typing import Any, Protocol, TypeVar

from solver.errors import InputError, SolverError

Task = TypeVar("Task")
Result = TypeVar("Result")

ANSWER_SECONDS = 10
"""How long a scheduler, and then its first worker, may take to answer."""

WORK_THREAD = "dicelab work"
"""The name of the threads that do tasks."""

LOST_SECONDS = 20
"""How long no worker may be heard of."""

LIVE_TASKS = 512
"""Tasks that the scheduler knows of at a time."""


class LostProcessError(SolverError):
    """A process of this machine was ended from outside."""


class ClusterError(SolverError):
    """The cluster can't be reached, or its workers can't do the work."""


class Runner(Protocol):
    """Does tasks that do not depend on each other, and yields their results in any order.

    So that any runner can do them, the function is one of a module, a task is plain data (text, numbers, bytes, tuples
    of them), and the result tells which task it is of and depends on nothing else. Tasks are taken as they are needed.
    """

    def __call__(self, function: Callable[[Task], Result], tasks: Iterable[Task], /) -> Iterator[Result]:
        """Do the tasks."""


def threads(jobs: int, *, apart: bool = False) -> Runner:
    """Return a runner in threads of this process, for work that releases the interpreter lock.

    A single job is done in the calling thread, unless it is to be ``apart``: then Ctrl-C and time limits are heard
    during a task. Raises :class:`InputError` if there are no jobs.
    """
    return partial(_in_threads, jobs) if apart and jobs == 1 else _local(_in_threads, jobs)


def processes(jobs: int) -> Runner:
    """Return a runner in processes of this machine; a single job is done in this one.

    Raises :class:`InputError` if there are no jobs.
    """
    return _local(_in_processes, jobs)


def threads_have_ended(seconds: float = 0.5) -> bool:
    """Wait so long for the threads of runners that were abandoned, and tell whether all have ended."""
    import threading
    import time

    end = time.monotonic() + seconds
    for thread in threading.enumerate():
        if thread.name == WORK_THREAD:
            thread.join(max(0.0, end - time.monotonic()))
            if thread.is_alive():
                return False
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
    # process for what is still running, so that Ctrl-C would be heard late.
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

    from joblib import Parallel, delayed

    results = Parallel(n_jobs=jobs, backend="loky", return_as="generator_unordered", pre_dispatch="2*n_jobs")(
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
    import time

    parent = os.getppid()

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(1)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


@contextmanager
def cluster(address: str) -> Iterator[Runner]:
    """Connect to a Dask scheduler that the user already has, and give a runner that sends it the tasks.

    Only the tasks go out, and only their results come back; what a worker that is lost was doing is done by another.
    The workers need the same dicelab, to the letter: another might give other bytes, and is refused. Certificates for
    ``tls://`` are those of Dask's own configuration.

    Parameters
    ----------
    address
        Such as ``tcp://10.0.0.5:8786``.

    Raises
    ------
    InputError
        If the address can't be one.
    ClusterError
        If ``distributed`` is not installed, nobody answers, or a worker fails.
    """
    if not re.fullmatch(r"([a-z]+://)?(\[[0-9a-fA-F:.]+\]|[^\s/:\[\]]+):[0-9]{1,5}", address):
        raise InputError(f"{address!r} is not the address of a scheduler: write one such as tcp://host:8786")
    try:
        from distributed import Client
    except ImportError as error:
        raise ClusterError("a cluster needs the package distributed: pip install 'dicelab[dask]'") from error
    if address.startswith("tls://"):
        _require_certificates(address)
    try:
        client = Client(address, timeout=ANSWER_SECONDS, set_as_default=False)
    except (OSError, ValueError) as error:
        raise ClusterError(f"no scheduler answers at {address} ({_reason(error)}): start one there") from error
    with _quiet_dask(), client:
        try:
            client.wait_for_workers(1, timeout=ANSWER_SECONDS)
        except TimeoutError as error:
            raise ClusterError(f"the scheduler at {address} has no worker: start one there") from error
        yield partial(_on_cluster, client, address)


def _on_cluster(
    client: Any,  # noqa: ANN401 - distributed is imported late
    address: str,
    function: Callable[[Task], Result],
    tasks: Iterable[Task],
    /,
) -> Iterator[Result]:
    from concurrent.futures import CancelledError

    from distributed import as_completed

    waiting = iter(tasks)
    # A result depends on its task only, but an old one must not stand in for one that was damaged.
    submit = partial(client.submit, _work, _source_checksum(function.__module__), function, pure=False)
    running = as_completed([submit(task) for task in islice(waiting, LIVE_TASKS)], loop=client.loop)
    watch = _Watch(client, address)
    while not running.is_empty():
        if not running.has_ready():
            time.sleep(0.02)
            watch.look()
            continue
        future = next(running)
        try:
            yield _result_of(future, watch)
        except ClusterError:
            raise
        except CancelledError as error:
            raise ClusterError(_lost(address)) from error
        # What a worker raises may end a process, too.
        except (Exception, SystemExit) as error:
            raise ClusterError(f"a worker failed: {_reason(error)}") from error
        future.release()
        for task in islice(waiting, 1):
            running.add(submit(task))


def _lost(address: str) -> str:
    return f"the scheduler at {address} was lost: start it again, and continue with the same command"


def _result_of(future: Any, watch: _Watch) -> Any:  # noqa: ANN401 - distributed is imported late
    """Fetch a result; a worker that is lost meanwhile makes another do it again."""
    while True:
        try:
            return future.result(timeout=LOST_SECONDS / 4)
        except TimeoutError:
            if future.status == "error":
                raise
            watch.look()


class _Watch:
    """Looks now and then whether a result can still come."""

    def __init__(self, client: Any, address: str) -> None:  # noqa: ANN401 - distributed is imported late
        self._client = client
        self._address = address
        self._heard: object = None
        self._begin = self._looked = time.monotonic()

    def look(self) -> None:
        """Raise :class:`ClusterError` if the scheduler does not answer, or no worker was heard of for long."""
        if time.monotonic() - self._looked < LOST_SECONDS / 4:
            return
        scheduler = self._client.scheduler
        try:
            workers = self._client.sync(scheduler.identity, callback_timeout=ANSWER_SECONDS)["workers"]
        except (OSError, TimeoutError) as error:
            raise ClusterError(_lost(self._address)) from error
        # A worker that was cut off is listed for minutes, but is not heard of any more.
        heard = max((worker["last_seen"] for worker in workers.values()), default=self._heard)
        self._looked = time.monotonic()
        if heard != self._heard:
            self._heard, self._begin = heard, self._looked
        elif self._looked - self._begin >= LOST_SECONDS:
            raise ClusterError(
                f"the scheduler at {self._address} has lost all its workers: start some, and continue with the same "
                "command"
            )


@contextmanager
def _quiet_dask() -> Iterator[None]:
    """Keep Dask from writing to standard error what an exception says."""
    import logging

    loggers = [logging.getLogger(name) for name in ("distributed", "distributed.client")]
    levels = [logger.level for logger in loggers]
    for logger in loggers:
        logger.setLevel(logging.CRITICAL)
    try:
        yield
    finally:
        for logger, level in zip(loggers, levels, strict=True):
            logger.setLevel(level)


def _work(checksum: str, function: Callable[[Task], Result], task: Task) -> Result:
    """Do a task on a worker."""
    if _source_checksum(function.__module__) != checksum:
        raise ClusterError(
            "a worker has another version of dicelab than this machine: install the same version everywhere"
        )
    return function(task)


@lru_cache(maxsize=8)
def _source_checksum(module: str) -> str:
    """Return a checksum of the sources of the solver and of the package that a module is of."""
    content = hashlib.sha256()
    for name in sorted({"solver", module.partition(".")[0]}):
        file = sys.modules[name].__file__ if name in sys.modules else None
        for source in sorted(Path(file).parent.rglob("*.py")) if file else ():
            content.update(source.read_bytes())
    return content.hexdigest()


def _require_certificates(address: str) -> None:
    """Look for what TLS needs: without it Dask's client ends in a TypeError, and only after its time-out."""
    from distributed.security import Security

    try:
        context = Security().get_connection_args("client").get("ssl_context")
    except (OSError, ValueError) as error:
        raise ClusterError(
            f"the certificates for {address} can't be read ({_reason(error)}): see distributed.comm.tls in Dask's "
            "configuration"
        ) from error
    if context is None:
        raise ClusterError(
            f"{address} needs certificates: name them in Dask's configuration, distributed.comm.tls.ca-file, "
            "client.cert and client.key"
        )


def _reason(error: BaseException) -> str:
    return " ".join(str(error).split())[:200] or type(error).__name__
