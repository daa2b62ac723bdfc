"""Stopping the searches that run in threads of this process: CP-SAT is told to, tabu search looks for itself.

A thread that still searches when the interpreter ends would bring the process down, so whoever stops also waits.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol


class Stoppable(Protocol):
    """A solver that another thread may stop."""

    def stop_search(self) -> None:
        """Stop as soon as may be."""


class SearchStoppedError(Exception):
    """A search was stopped: what it would have found is not known."""


_changed = threading.Condition()
_stopping = threading.Event()
_solvers: list[Stoppable] = []
_tasks = 0


def check() -> None:
    """Raise :class:`SearchStoppedError` where searches are to stop."""
    if _stopping.is_set():
        raise SearchStoppedError


@contextmanager
def task() -> Iterator[None]:
    """Count a search as running."""
    global _tasks  # noqa: PLW0603 - one search at a time in a process
    with _changed:
        check()
        _tasks += 1
    try:
        yield
    finally:
        with _changed:
            _tasks -= 1
            _changed.notify_all()


@contextmanager
def solving(solver: Stoppable) -> Iterator[None]:
    """Let a solver be stopped."""
    with _changed:
        check()
        _solvers.append(solver)
    try:
        yield
    finally:
        with _changed:
            _solvers.remove(solver)


def stop() -> None:
    """Tell all searches to stop, those that begin later too, up to :func:`wait`."""
    with _changed:
        _stopping.set()
        for solver in _solvers:
            solver.stop_search()


def wait(seconds: float | None = None) -> bool:
    """Wait until no search runs, at most so long; then let new ones begin, and tell that there is none."""
    end = None if seconds is None else time.monotonic() + seconds
    with _changed:
        while _tasks:
            if end is not None and time.monotonic() >= end:
                return False
            # A solver that was just about to begin did not hear of it.
            for solver in _solvers:
                solver.stop_search()
            _changed.wait(0.1)
        _stopping.clear()
        return True
