"""A runner on a Dask cluster that the user already has: the same tasks, done by its workers."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from itertools import islice

from solver.errors import InputError, SolverError
from solver.runner.local import Result, Runner, Task

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
    The workers need dicelab of the same version. Certificates for ``tls://`` are those of Dask's own configuration.

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
    try:
        client = Client(address, timeout=_SECONDS, set_as_default=False)
    except (OSError, ValueError) as error:
        raise ClusterError(f"no scheduler answers at {address} ({_told(error)}): start one there") from error

    def run(function: Callable[[Task], Result], tasks: Iterable[Task], /) -> Iterator[Result]:
        waiting = iter(tasks)
        # A result depends on its task only, but an old one must not stand in for one that was damaged.
        first = [client.submit(function, task, pure=False) for task in islice(waiting, _LIVE)]
        running = as_completed(first, loop=client.loop)
        for future in running:
            try:
                yield future.result()
            except Exception as error:
                raise ClusterError(f"a worker failed: {_told(error)}") from error
            future.release()
            following = next(waiting, None)
            if following is not None:
                running.add(client.submit(function, following, pure=False))

    with client:
        try:
            client.wait_for_workers(1, timeout=_SECONDS)
        except TimeoutError as error:
            raise ClusterError(f"the scheduler at {address} has no worker: start one there") from error
        yield run


def _told(error: BaseException) -> str:
    return " ".join(str(error).split())[:200] or type(error).__name__
