"""A long computation: how far it is, and what ends it early beside Ctrl-C, a time limit and a signal to terminate.

The limit and the signal raise a kind of :class:`KeyboardInterrupt`: code that outlasts Ctrl-C outlasts them too.
"""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Literal, Protocol, TypeAlias, TypeVar

Result = TypeVar("Result")

MOST_SECONDS = 1e8
"""Three years: timers of the system take no more than some times that."""

_AGAIN_SECONDS = 0.2
"""Between two errors of one time limit."""


class Progress(Protocol):
    """Called from time to time with how far the work is.

    Examples
    --------
    >>> def spoken(done: int, total: int | None, what: str = "", /) -> None:
    ...     print(f"{what}: {done} of {total}")
    >>> report: Progress = spoken
    >>> report(3, 10, "boards")
    boards: 3 of 10
    """

    def __call__(self, done: int, total: int | None, what: str = "", /) -> None:
        """Take the work done, its total (``None`` where nobody knows), and the activity, if that changed."""


def silent(_done: int, _total: int | None, _what: str = "", /) -> None:
    """Show no progress.

    Examples
    --------
    >>> silent(3, 10, "boards")
    """


def labelled(progress: Progress, label: str) -> Progress:
    """Return a function that says ``label`` where the work names no activity.

    Examples
    --------
    >>> labelled(lambda done, total, what: print(what, done, total), "boards")(3, 10)
    boards 3 10
    """
    return lambda done, total, what="": progress(done, total, what or label)


class TimeIsUpError(KeyboardInterrupt):
    """The time limit was reached."""


class TerminatedError(KeyboardInterrupt):
    """The system, or another program, asked this one to end (SIGTERM)."""


Stopped: TypeAlias = Literal["", "time", "interrupted", "terminated"]
"""The cause of an early end: the time limit, Ctrl-C or SIGTERM; empty for work that was done."""


def stopped_by(error: KeyboardInterrupt) -> Stopped:
    """Return the cause of an interruption."""
    if isinstance(error, TimeIsUpError):
        return "time"
    return "terminated" if isinstance(error, TerminatedError) else "interrupted"


@contextmanager
def time_limit(seconds: float | None, *, again: bool = False) -> Iterator[bool]:
    """Raise :class:`TimeIsUpError` in the block after ``seconds``; ``None`` sets no limit.

    Only the main thread, on a system with alarms, can be interrupted at any moment. Elsewhere only a limit of 0 is
    noticed, and the work must look at the clock itself: the block is given whether it need not. With ``again`` it is
    raised again and again, until the block ends: some compilers lose the first one.

    Examples
    --------
    >>> import time
    >>> try:
    ...     with time_limit(0.01):
    ...         time.sleep(60)
    ... except TimeIsUpError:
    ...     print("stopped")
    stopped
    """
    if seconds is None:
        yield True
        return
    if seconds <= 0:
        raise TimeIsUpError
    if threading.current_thread() is not threading.main_thread() or not hasattr(signal, "setitimer"):
        yield False
        return
    before = signal.signal(signal.SIGALRM, _time_is_up)
    signal.setitimer(signal.ITIMER_REAL, min(seconds, MOST_SECONDS), _AGAIN_SECONDS if again else 0)
    try:
        yield True
    finally:
        # The handler may run once more before the timer is off.
        with contextlib.suppress(TimeIsUpError):
            signal.setitimer(signal.ITIMER_REAL, 0)
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def lift_time_limit() -> None:
    """Let the block of :func:`time_limit` go on as long as it takes: a result is there, and must not be lost."""
    if hasattr(signal, "setitimer") and signal.getsignal(signal.SIGALRM) is _time_is_up:
        signal.setitimer(signal.ITIMER_REAL, 0)


def interruptible(work: Callable[[], Result], stop: Callable[[], object]) -> Result:
    """Do work in a thread, so that this one hears Ctrl-C; ``stop`` then ends the work."""
    # Imported when it is needed: the command line starts sooner without it.
    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor(1) as worker:
        answer = worker.submit(work)
        try:
            return answer.result()
        except BaseException:
            stop()
            raise


def heed_termination() -> None:
    """Let SIGTERM raise :class:`TerminatedError` in the main thread, which must be the caller."""
    signal.signal(signal.SIGTERM, _terminated)


def raise_again(lost: sys.UnraisableHookArgs) -> None:
    """Raise an interruption again that was lost in a compiler; a hook for exceptions that Python can't raise there."""
    if isinstance(lost.exc_value, TimeIsUpError):
        if signal.getsignal(signal.SIGALRM) is _time_is_up:
            signal.setitimer(signal.ITIMER_REAL, _AGAIN_SECONDS)
    elif isinstance(lost.exc_value, KeyboardInterrupt):
        number = signal.SIGTERM if isinstance(lost.exc_value, TerminatedError) else signal.SIGINT
        if number == signal.SIGTERM:
            heed_termination()
        late = threading.Timer(_AGAIN_SECONDS, os.kill, (os.getpid(), number))
        late.daemon = True
        late.start()
    else:
        sys.__unraisablehook__(lost)


def _time_is_up(_number: int, _frame: FrameType | None) -> None:
    raise TimeIsUpError


def _terminated(_number: int, _frame: FrameType | None) -> None:
    # A second signal must not interrupt the writing of files.
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    raise TerminatedError
