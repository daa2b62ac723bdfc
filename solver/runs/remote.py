"""A runner on a Dask cluster that the user already has: the same tasks, done by its workers."""

from __future__ import annotations

import hashlib
import logging
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import CancelledError
from contextlib import contextmanager
from functools import lru_cache, partial
from itertools import islice
from pathlib import Path

from solver.errors import InputError, SolverError
from solver.runs.local import Result, Runner, Task

_SECONDS = 10
"""How long a scheduler, and then its first worker, may take to answer."""
_LIVE = 512
"""Tasks that the scheduler knows of at a time."""


class ClusterError(SolverError):
    """The cluster can't be reached, or its workers can't do the work."""


@contextmanager
def cluster(address: str) -> Iterator[Runner]:
    """Connect to a scheduler, and give a runner that sends it the tasks.

    Only the tasks go out, and only their results come back; what a worker that is lost was doing is done by another.
    The workers need the same dicelab, to the letter: another might give other bytes, and is refused. Certificates for
    ``tls://`` are those of Dask's own configuration.

    Parameters
    ----------
    address
        Of the scheduler, such as ``tcp://10.0.0.5:8786``.

    Raises
    ------
    InputError
        If the address can't be one.
    ClusterError
        If ``distributed`` is not installed, nobody answers, or a worker fails.
    """
    if not re.fullmatch(r"([a-z]+://)?(\[[0-9a-fA-F:.]+\]|[^\s/:\[\]]+):[0-9]{1,5}", address):
        raise InputError(f"{address!r} is no address of a scheduler: write one such as tcp://host:8786")
    try:
        from distributed import Client, as_completed
    except ImportError as error:
        raise ClusterError("a cluster needs the package distributed: pip install 'dicelab[dask]'") from error
    if address.startswith("tls://"):
        _require_certificates(address)
    try:
        client = Client(address, timeout=_SECONDS, set_as_default=False)
    except (OSError, ValueError) as error:
        raise ClusterError(f"no scheduler answers at {address} ({_told(error)}): start one there") from error

    def run(function: Callable[[Task], Result], tasks: Iterable[Task], /) -> Iterator[Result]:
        waiting = iter(tasks)
        # A result depends on its task only, but an old one must not stand in for one that was damaged.
        submit = partial(client.submit, _work, _sources(function.__module__), function, pure=False)
        first = [submit(task) for task in islice(waiting, _LIVE)]
        running = as_completed(first, loop=client.loop)
        for future in running:
            try:
                yield future.result()
            except ClusterError:
                raise
            except CancelledError as error:
                raise ClusterError(f"the scheduler at {address} was lost: start it again, and go on") from error
            except Exception as error:
                raise ClusterError(f"a worker failed: {_told(error)}") from error
            future.release()
            following = next(waiting, None)
            if following is not None:
                running.add(submit(following))

    with _quiet(), client:
        try:
            client.wait_for_workers(1, timeout=_SECONDS)
        except TimeoutError as error:
            raise ClusterError(f"the scheduler at {address} has no worker: start one there") from error
        yield run


@contextmanager
def _quiet() -> Iterator[None]:
    """Keep Dask from telling in its own way, on standard error, what is told in an error."""
    loggers = [logging.getLogger(name) for name in ("distributed", "distributed.client")]
    levels = [logger.level for logger in loggers]
    for logger in loggers:
        logger.setLevel(logging.CRITICAL)
    try:
        yield
    finally:
        for logger, level in zip(loggers, levels, strict=True):
            logger.setLevel(level)


def _work(sources: str, function: Callable[[Task], Result], task: Task) -> Result:
    """Do a task on a worker."""
    if _sources(function.__module__) != sources:
        raise ClusterError("a worker has another dicelab than this machine: install the same one everywhere")
    return function(task)


@lru_cache(maxsize=8)
def _sources(module: str) -> str:
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
            f"the certificates for {address} can't be read ({_told(error)}): see distributed.comm.tls in Dask's "
            "configuration"
        ) from error
    if context is None:
        raise ClusterError(
            f"{address} needs certificates: name them in Dask's configuration, distributed.comm.tls.ca-file, "
            "client.cert and client.key"
        )


def _told(error: BaseException) -> str:
    return " ".join(str(error).split())[:200] or type(error).__name__
