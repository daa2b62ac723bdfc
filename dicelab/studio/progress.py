"""Progress of a worker, a few times a second."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from solver.runs.progress import Progress

SECONDS_BETWEEN = 0.25


def reported(send: Callable[[dict[str, Any]], None], now: Callable[[], float] = time.monotonic) -> Progress:
    """Return a function that sends progress at most once in ``SECONDS_BETWEEN``, and at the end.

    Examples
    --------
    >>> sent = []
    >>> progress = reported(sent.append, now=iter([0.0, 0.1, 9.0]).__next__)
    >>> for done in range(3):
    ...     progress(done, 10, "generations")
    >>> [message["progress"] for message in sent]
    [[0, 10, 'generations'], [2, 10, 'generations']]
    """
    due, doing = 0.0, ""

    def progress(done: int, total: int | None, what: str = "", /) -> None:
        nonlocal due, doing
        doing = what or doing
        at = now()
        if at >= due or done == total:
            due = at + SECONDS_BETWEEN
            send({"progress": [int(done), None if total is None else int(total), doing]})

    return progress
