"""The terminal: results, notes, progress and signs of life, standard input, and the ports of verbs.

A verb that prints nothing for a while names its activity and its time on standard error: on a terminal in one line that
is written over and in the end erased, elsewhere in a line every few seconds. A progress bar is such a sign itself.
"""

from __future__ import annotations

import contextlib
import functools
import os
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TextIO

import click

from solver.runs.progress import Progress, lift_time_limit, silent
from solver.runs.storage import json_text
from solver.words import one_line

if TYPE_CHECKING:
    from solver.census import Census
    from solver.polyform import Puzzle

GRACE_SECONDS = 1.0
"""How long after its --seconds a verb is interrupted."""
FIRST_SECONDS = 0.6
"""How long a verb may be silent at first: starting Python has taken a part of the first second."""
SECONDS_BETWEEN_LINES = 5.0
"""Between two lines, where there is no terminal."""
_TICK = 0.2


class SignsOfLife:
    """Watches how long a verb has been silent; :meth:`tick` prints a line when that is too long.

    The clock and the stream are passed in; by default the stream is standard error as it is at that moment.
    """

    def __init__(self, now: Callable[[], float] = time.monotonic, stream: TextIO | None = None) -> None:
        self._now, self._stream = now, stream
        self._lock = threading.RLock()
        self._doing = ""
        self._began = self._said = now()
        self._silenced = True
        self._is_written = False
        self._is_first = True
        self._told = ""
        self.print_above: Callable[[str], None] | None = None
        """Prints a line above the bar, while there is one."""

    def begin(self, doing: str, *, quiet: bool = False) -> None:
        """Begin with a verb."""
        with self._lock:
            self._doing, self._silenced, self._told = doing, quiet, ""
            self._began = self._said = self._now()
            self._is_first = True

    @property
    def now_doing(self) -> str:
        """The current activity."""
        return self._doing

    def doing(self, text: str) -> None:
        """Set the activity that the line names."""
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

    def say(self, text: str, told: str = "") -> None:
        """Print a line to standard error, above the bar; ``told`` is an activity that it tells."""
        self.spoke()
        self._told = told or self._told
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
        """Print the activity after a silence; with ``first`` the first silence is short."""
        with self._lock:
            if self._silenced:
                return
            now, is_terminal = self._now(), is_live_terminal(self._stream)
            wait = FIRST_SECONDS if (first and self._is_first) or is_terminal else SECONDS_BETWEEN_LINES
            if now - self._said < wait and not self._is_written:
                return
            # Lines that stay on the screen tell news alone.
            is_new = is_terminal or self._doing != self._told
            text = f"{self._doing if is_new else '…'} ({now - self._began:.0f} s)"
            if is_terminal:
                # The line is cut: a longer one could not be erased.
                self._write(f"\r\x1b[K{text[: _width() - 1]}")
                self._is_written = True
            else:
                self._write(text + "\n")
                self._said, self._told = now, self._doing
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


SIGNS = SignsOfLife()
"""Those of this process."""


def is_live_terminal(stream: TextIO | None = None) -> bool:
    """Tell whether standard error is a terminal on which a line can be written over."""
    stream = sys.stderr if stream is None else stream
    return stream is not None and stream.isatty() and os.environ.get("TERM") != "dumb"


def _width() -> int:
    try:
        return max(20, os.get_terminal_size(2).columns)
    except OSError:
        return 80


@contextmanager
def _bar(label: str) -> Iterator[Progress]:
    """Give a function that moves a progress bar."""
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


@contextmanager
def _lines(label: str) -> Iterator[Progress]:
    """Give a function that sets the line of the signs of life."""
    before = SIGNS.now_doing

    def move(done: int, total: int | None, what: str = "", /) -> None:
        SIGNS.doing((what or label) + ("" if total is None else f": {done:,} of {total:,}"))
        SIGNS.tick()

    try:
        yield move
    finally:
        SIGNS.doing(before)


def json_line(schema: str, content: dict[str, Any]) -> str:
    """Return the JSON object of a result, with its schema."""
    return json_text({"schema": f"dicelab/{schema}/1", **content})


@dataclass(frozen=True, slots=True)
class Terminal:
    """Where a verb's output goes: results to standard output, all else to standard error."""

    json: bool
    quiet: bool
    verbose: bool

    def result(self, schema: str, content: dict[str, Any], text: str) -> None:
        """Print the result: one JSON object, or text; nothing when quiet without ``--json``."""
        lift_time_limit()
        SIGNS.spoke()
        if self.json:
            click.echo(json_line(schema, content))
        elif not self.quiet:
            click.echo(text)

    def note(self, text: str, told: str = "") -> None:
        """Print a line beside the result; see :meth:`SignsOfLife.say`."""
        if not self.quiet:
            SIGNS.say(one_line(text), told)

    def warn(self, text: str) -> None:
        """Print a warning, with ``-q`` too."""
        SIGNS.say(f"dicelab: warning: {one_line(text)}")

    def detail(self, text: str | None) -> None:
        """Print a line for ``-v``, if there is one."""
        if self.verbose and text:
            SIGNS.spoke()
            click.echo(text, err=True)

    def alone(self) -> contextlib.AbstractContextManager[None]:
        """Show no signs of life in the block: the verb waits for its user, or draws on the terminal itself."""
        return SIGNS.replaced()

    @contextmanager
    def at_work(self) -> Iterator[None]:
        """Give signs of life while the verb works."""
        SIGNS.begin(f"{click.get_current_context().command_path}: working", quiet=self.quiet)
        if self.verbose:
            from dicelab.bench.installation import why_nothing_is_kept

            self.detail(why_nothing_is_kept())
        try:
            yield
        finally:
            SIGNS.end()

    @contextmanager
    def progress(self, label: str) -> Iterator[Progress]:
        """Give a function that moves a progress bar; without a terminal it prints a line now and then."""
        if self.quiet:
            yield silent
            return
        with _bar(label) if is_live_terminal() else _lines(label) as move:
            yield move

    @contextmanager
    def port(self, name: str, jobs: int) -> Iterator[Any]:
        """Give a verb the function or value of a port by its name, such as ``progress``; nothing for an unknown one."""
        known: dict[str, Any] = {
            "note": self.note,
            "warn": self.warn,
            "detail": self.detail,
            "improved": lambda improvement: self.note(str(improvement), improvement.standing),
            "console": self,
            "look_up": lambda puzzle: self._census(jobs, puzzle, "solvability").is_solvable,
            "compiling": _announce_compiling,
            "census": functools.partial(self._census, jobs),
        }
        with contextlib.ExitStack() as bars:

            @functools.cache
            def bar() -> Progress:
                # It appears with the first step.
                return bars.enter_context(self.progress(""))

            yield known.get(name) if name != "progress" else lambda done, total, what="": bar()(done, total, what)

    def _census(self, jobs: int, puzzle: Puzzle, content: str = "tilings", **more: Any) -> Census:  # noqa: ANN401
        """Take the census of a puzzle from its folder or build it."""
        from dicelab.score.census_loading import load_census
        from solver.census import Content

        with self.progress("census of all boards") as progress:
            return load_census(puzzle, Content(content), jobs=jobs, note=self.note, progress=progress, **more)


def _announce_compiling(package: str) -> None:
    """Tell the user that the first call compiles."""
    from solver.runs import jit

    if jit.available() and not jit.is_kept(package):
        SIGNS.doing("compiling the search, which is needed only once")


def read_standard_input(noun: str, form: str, most: int) -> str:
    """Return at most ``most`` characters of standard input; messages have the noun of the value and its form."""
    if sys.stdin is None:
        raise click.UsageError(f"standard input is closed: pass the {noun} as an argument")
    try:
        # The program at the other end of a pipe may be at work for long, and tells of itself.
        with SIGNS.replaced():
            return sys.stdin.read(most).removeprefix("\ufeff")
    except UnicodeDecodeError:
        raise click.UsageError(f"standard input is not text: write {form}") from None
