"""Stopping the searches of some tasks: CP-SAT is told to, tabu search looks for itself.

A thread that still searches when the interpreter ends would bring the process down, so whoever stops also waits.
"""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

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
