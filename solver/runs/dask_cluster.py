"""The runner on a Dask cluster of the user: its tasks, its checks of the workers, and when it gives up."""

from __future__ import annotations

import hashlib
import random
import re
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import lru_cache, partial
from itertools import chain, islice
from pathlib import Path
from typing import Any, Generic

from solver.errors import InputError, SolverError
from solver.requirements import install_command
from solver.runs.runner import DoneTwice, Result, Runner, Task, TwiceRunner

ANSWER_SECONDS = 10
"""How long a scheduler, and then its first worker, may take to answer."""

LOST_SECONDS = 20
"""How long no worker may be heard of."""

LIVE_TASKS = 512
"""Tasks that the scheduler knows of at a time."""


class ClusterError(SolverError):
    """The cluster can't be reached, or its workers can't do the work."""


@contextmanager
def cluster(address: str) -> Iterator[Runner]:
    """Connect to a Dask scheduler that the user already has, and give a runner that sends it the tasks.

    Only the tasks go out, and only their results come back; the tasks of a worker that is lost are done by another.
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
    with _connected(address) as client:

        def run(function: Callable[[Task], Result], tasks: Iterable[Task], /) -> Iterator[Result]:
            for done in _done(client, address, function, tasks, twice=False):
                yield from done.results.values()

        yield run


@contextmanager
def cluster_twice(address: str) -> Iterator[TwiceRunner]:
    """Connect as :func:`cluster` does, and give a runner that has every task done by two different workers.

    Where the cluster has more than one machine, as the addresses of its workers tell, these are of different machines.
    Which two do a task is drawn by lot. A task whose worker is lost is done again by two others.

    Raises
    ------
    InputError, ClusterError
        As :func:`cluster`, and if there are not two workers.
    """
    with _connected(address) as client:
        with suppress(TimeoutError):
            client.wait_for_workers(2, timeout=ANSWER_SECONDS)

        def run(function: Callable[[Task], Result], tasks: Iterable[Task], /) -> Iterator[DoneTwice[Task, Result]]:
            for done in _done(client, address, function, tasks, twice=True):
                first, second = (done.results[future.key] for future in done.futures)
                yield DoneTwice(done.task, (first, second), done.workers(client))

        yield TwiceRunner(run)


@contextmanager
def _connected(address: str) -> Iterator[Any]:
    if not re.fullmatch(r"([a-z]+://)?(\[[0-9a-fA-F:.]+\]|[^\s/:\[\]]+):[0-9]{1,5}", address):
        raise InputError(f"{address!r} is not the address of a scheduler: write one such as tcp://host:8786")
    try:
        from distributed import Client
    except ImportError as error:
        raise ClusterError(f"a cluster needs distributed: {install_command('dask', 'distributed')}") from error
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
        yield client


@dataclass(eq=False, slots=True)
class _Begun(Generic[Task, Result]):
    """A task that one worker does, or one of each half of the workers."""

    task: Task
    halves: tuple[list[str], ...]
    futures: list[Any]
    results: dict[str, Result] = field(default_factory=dict)

    def workers(self, client: Any) -> tuple[str, str]:  # noqa: ANN401 - distributed is imported late
        """Return the addresses of the two that did it; of one that is lost meanwhile, those of its half."""
        held = client.who_has(self.futures)
        first, second = (
            next((worker for worker in held.get(future.key, ()) if worker in half), " or ".join(half))
            for future, half in zip(self.futures, self.halves, strict=True)
        )
        return first, second


def _done(
    client: Any,  # noqa: ANN401 - distributed is imported late
    address: str,
    function: Callable[[Task], Result],
    tasks: Iterable[Task],
    *,
    twice: bool,
) -> Iterator[_Begun[Task, Result]]:
    """Yield the tasks as they are done; at most ``LIVE_TASKS`` are known to the scheduler."""
    from distributed import as_completed

    waiting = iter(tasks)
    # A result depends on its task only, but an old one must not stand in for one that was damaged.
    submit = partial(client.submit, _work, _source_checksum(function.__module__), function, pure=False)
    watch = _Watch(client, address)
    watch.look(now=twice)
    running = as_completed([], loop=client.loop)
    live: dict[str, _Begun[Task, Result]] = {}

    def begin(task: Task) -> None:
        halves = _halves(watch.workers, address) if twice else ()
        futures = [submit(task, workers=half, allow_other_workers=False) for half in halves] or [submit(task)]
        live.update(dict.fromkeys((future.key for future in futures), _Begun(task, halves, futures)))
        running.update(futures)

    def look() -> None:
        """Begin a pair anew where no worker of a half is left: the scheduler would wait for one of that address."""
        before = watch.workers
        watch.look()
        if watch.workers == before:
            return
        for begun in set(live.values()):
            if not all(watch.workers.intersection(half) for half in begun.halves):
                for future in begun.futures:
                    del live[future.key]
                begin(begun.task)

    for task in islice(waiting, LIVE_TASKS // 2 if twice else LIVE_TASKS):
        begin(task)
    for future, result in _ended(running, watch, look):
        # None is one that was begun anew.
        begun = live.get(future.key)
        if begun is None:
            continue
        begun.results[future.key] = result
        if len(begun.results) < len(begun.futures):
            continue
        yield begun
        for each in begun.futures:
            del live[each.key]
            each.release()
        for task in islice(waiting, 1):
            begin(task)
        # A pair that was begun anew may be waited for without end.
        if not live:
            break


def _halves(workers: Iterable[str], address: str) -> tuple[list[str], list[str]]:
    """Cut the workers into halves by lot; those of a machine stay together where there is more than one machine."""
    machines: dict[str, list[str]] = {}
    for worker in workers:
        machines.setdefault(worker.rpartition(":")[0], []).append(worker)
    groups = list(machines.values()) if len(machines) > 1 else [[worker] for worker in workers]
    if len(groups) < 2:
        raise ClusterError(
            f"the scheduler at {address} has {len(groups) or 'no'} worker, and --recount needs two: start another there"
        )
    random.SystemRandom().shuffle(groups)
    middle = len(groups) // 2
    return list(chain(*groups[:middle])), list(chain(*groups[middle:]))


def _ended(running: Any, watch: _Watch, idle: Callable[[], None]) -> Iterator[tuple[Any, Any]]:  # noqa: ANN401
    """Yield the futures that end, and their results; ``idle`` is called while none does."""
    from concurrent.futures import CancelledError

    while not running.is_empty():
        if not running.has_ready():
            time.sleep(0.02)
            idle()
            continue
        future = next(running)
        # Its worker was lost with the result, which another makes again.
        if future.status == "lost":
            running.add(future)
            continue
        try:
            result = future.result(timeout=LOST_SECONDS / 4)
        except TimeoutError:
            # It is being lost, or takes long to come.
            running.add(future)
            idle()
            continue
        except CancelledError as error:
            raise ClusterError(_lost(watch.address)) from error
        # The scheduler's own, such as that a task has ended worker after worker.
        except Exception as error:
            raise ClusterError(f"a worker failed: {_reason(error)}") from error
        if isinstance(result, _Failure):
            raise ClusterError(_reason(result.reason))
        yield future, result


def _lost(address: str) -> str:
    return f"the scheduler at {address} was lost: start it again, and continue with the same command"


class _Watch:
    """Looks now and then whether a result can still come."""

    def __init__(self, client: Any, address: str) -> None:  # noqa: ANN401 - distributed is imported late
        self._client = client
        self.address = address
        self.workers: frozenset[str] = frozenset()
        """The addresses of those that the scheduler knew when it was looked at."""
        self._heard: object = None
        self._begin = self._looked = time.monotonic()

    def look(self, *, now: bool = False) -> None:
        """Raise :class:`ClusterError` if the scheduler does not answer, or no worker was heard of for long."""
        if not now and time.monotonic() - self._looked < LOST_SECONDS / 4:
            return
        scheduler = self._client.scheduler
        try:
            workers = self._client.sync(scheduler.identity, callback_timeout=ANSWER_SECONDS)["workers"]
        except (OSError, TimeoutError) as error:
            raise ClusterError(_lost(self.address)) from error
        # A worker that was cut off is listed for minutes, but is not heard of any more.
        heard = max((worker["last_seen"] for worker in workers.values()), default=self._heard)
        self.workers = frozenset(workers)
        self._looked = time.monotonic()
        if heard != self._heard:
            self._heard, self._begin = heard, self._looked
        elif self._looked - self._begin >= LOST_SECONDS:
            raise ClusterError(
                f"the scheduler at {self.address} has lost all its workers: start some, and continue with the same "
                "command"
            )


@contextmanager
def _quiet_dask() -> Iterator[None]:
    """Keep Dask from writing to standard error: an exception says it."""
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


@dataclass(frozen=True, slots=True)
class _Failure:
    """Why a worker could not do a task.

    Exceptions stay where they are raised: Dask drops one that can't be pickled whole, and its task is never done.
    """

    reason: str


def _work(checksum: str, function: Callable[[Task], Result], task: Task) -> Result | _Failure:
    """Do a task on a worker."""
    try:
        if _source_checksum(function.__module__) != checksum:
            return _Failure(
                "a worker has another version of dicelab than this machine: install the same version everywhere"
            )
        return function(task)
    except (Exception, SystemExit) as error:  # noqa: BLE001 - it is told here
        return _Failure(f"a worker failed: {_reason(error)}")


@lru_cache(maxsize=8)
def _source_checksum(module: str) -> str:
    """Return a checksum of the sources of the solver and of the package that a module is of."""
    content = hashlib.sha256()
    for name in sorted({"solver", module.partition(".")[0]}):
        file = sys.modules[name].__file__ if name in sys.modules else None
        for source in sorted(Path(file).parent.rglob("*")) if file else ():
            # Names of pieces and puzzles are data.
            if source.suffix in {".py", ".json"}:
                content.update(source.read_bytes())
    return content.hexdigest()


def _require_certificates(address: str) -> None:
    """Refuse TLS without certificates: Dask's client would end in a TypeError, and only after its time-out."""
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


def _reason(error: BaseException | str) -> str:
    return " ".join(str(error).split())[:200] or type(error).__name__
