"""Signs of life: a verb that says nothing for a while tells on standard error what it is doing, and for how long.

On a terminal this is one line that is written over and in the end erased; elsewhere it is a line now and then. A bar
shows that it is alive by itself, so that nothing is added while there is one.
"""

from __future__ import annotations

import contextlib
import os
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TextIO

import click

from solver.runs.progress import Progress

FIRST_SECONDS = 0.6
"""How long a verb may be silent at first: starting Python has taken a part of the first second."""
SECONDS_BETWEEN_LINES = 5.0
"""Between two lines, where there is no terminal."""
_TICK = 0.2


class SignsOfLife:
    """Watches how long a verb has been silent; :meth:`tick` prints a line when that is too long.

    The clock, and the stream, are passed in; by default the stream is standard error as it is at that moment.
    """

    def __init__(self, now: Callable[[], float] = time.monotonic, stream: TextIO | None = None) -> None:
        self._now, self._stream = now, stream
        self._lock = threading.RLock()
        self._doing = ""
        self._began = self._said = now()
        self._silenced = True
        self._is_written = False
        self._is_first = True
        self.print_above: Callable[[str], None] | None = None
        """Prints a line above the bar, while there is one."""

    def begin(self, doing: str, *, quiet: bool = False) -> None:
        """Begin with a verb."""
        with self._lock:
            self._doing, self._silenced = doing, quiet
            self._began = self._said = self._now()
            self._is_first = True

    @property
    def now_doing(self) -> str:
        """What is being done."""
        return self._doing

    def doing(self, text: str) -> None:
        """Set what the line says is being done."""
        with self._lock:
            self._doing = text

    def end(self) -> None:
        """End with a verb: print no lines any more."""
        with self._lock:
            self.spoke()
            self._silenced = True

    def spoke(self) -> None:
        """Erase the line before something is printed, which is a sign of life itself."""
        with self._lock:
            if self._is_written:
                self._write("\r\x1b[K")
                self._is_written = False
            self._said = self._now()
            self._is_first = False

    def say(self, text: str) -> None:
        """Print a line to standard error, above what is shown."""
        self.spoke()
        if self.print_above:
            self.print_above(text)
        else:
            click.echo(text, err=True)

    @contextmanager
    def replaced(self) -> Iterator[None]:
        """Print no lines while a bar is shown."""
        with self._lock:
            self.spoke()
            before, self._silenced = self._silenced, True
        try:
            yield
        finally:
            with self._lock:
                self._silenced = before
                self._said = self._now()

    def tick(self, *, first: bool = False) -> None:
        """Print what is being done after a silence; with ``first`` the first silence is short."""
        with self._lock:
            if self._silenced:
                return
            now, is_terminal = self._now(), is_live_terminal(self._stream)
            wait = FIRST_SECONDS if (first and self._is_first) or is_terminal else SECONDS_BETWEEN_LINES
            if now - self._said < wait and not self._is_written:
                return
            text = f"{self._doing} ({now - self._began:.0f} s)"
            if is_terminal:
                # The line is cut: a longer one could not be erased.
                self._write(f"\r\x1b[K{text[: _width() - 1]}")
                self._is_written = True
            else:
                self._write(text + "\n")
                self._said = now
            self._is_first = False

    def _write(self, text: str) -> None:
        stream = sys.stderr if self._stream is None else self._stream
        # A closed stream is no reason to stop.
        with contextlib.suppress(OSError, ValueError):
            stream.write(text)
            stream.flush()

    def watch(self) -> None:
        """Call :meth:`tick` from a thread of its own up to the end of the process."""

        def run() -> None:
            while True:
                time.sleep(_TICK)
                self.tick(first=True)

        threading.Thread(target=run, daemon=True, name="signs of life").start()


@contextmanager
def shown_progress(label: str) -> Iterator[Progress]:
    """Give a function that moves a progress bar or, without a terminal, sets the line of the signs of life."""
    if not is_live_terminal():
        before = SIGNS.now_doing
        try:
            yield _lines(label)
        finally:
            SIGNS.doing(before)
        return
    from rich import progress
    from rich.console import Console
    from rich.text import Text

    class Remaining(progress.TimeRemainingColumn):
        def render(self, task: progress.Task) -> Text:
            return Text() if task.total is None else super().render(task)

    columns = (
        progress.SpinnerColumn(),
        # A label may hold the name of a set, and that any brackets.
        progress.TextColumn("{task.description}", markup=False),
        progress.BarColumn(bar_width=20),
        progress.TextColumn("{task.fields[amount]}", markup=False),
        progress.TimeElapsedColumn(),
        Remaining(),
    )
    # The time left is estimated from the whole run: one shard may take minutes.
    console, whole_run = Console(stderr=True), 30 * 24 * 3600.0
    with (
        SIGNS.replaced(),
        progress.Progress(*columns, console=console, transient=True, speed_estimate_period=whole_run) as bars,
    ):
        SIGNS.print_above = lambda text: bars.console.print(text, markup=False, highlight=False, soft_wrap=True)
        task = bars.add_task(label, total=None, amount="")

        def move(done: int, total: int | None, what: str = "", /) -> None:
            amount = "" if total is None else f"{done:,}/{total:,}"
            bars.update(task, completed=done, total=total, description=what or label, amount=amount)

        try:
            yield move
        finally:
            SIGNS.print_above = None


def _lines(label: str) -> Progress:
    def move(done: int, total: int | None, what: str = "", /) -> None:
        SIGNS.doing((what or label) + ("" if total is None else f": {done:,} of {total:,}"))
        SIGNS.tick()

    return move


def is_live_terminal(stream: TextIO | None = None) -> bool:
    """Tell whether standard error is a terminal on which a line can be written over."""
    stream = sys.stderr if stream is None else stream
    return stream is not None and stream.isatty() and os.environ.get("TERM") != "dumb"


def _width() -> int:
    try:
        return max(20, os.get_terminal_size(2).columns)
    except OSError:
        return 80


SIGNS = SignsOfLife()
"""Those of this process."""
