"""What all verbs share: the common options, where output goes, progress, and refusing to overwrite."""

from __future__ import annotations

import contextlib
import functools
import math
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import click

from dicelab.cli.activity import SIGNS, shown_progress
from dicelab.cli.outputs import json_line
from solver.runs.interruption import MOST_SECONDS, lift_time_limit, time_limit
from solver.runs.progress import Progress, silent
from solver.runs.storage import require_free, write_free as write_output
from solver.words import one_line

if TYPE_CHECKING:
    from dicelab.cli.decorator import Decorator
    from solver.census import Census
    from solver.polyform import Puzzle
    from solver.runs import Runner

__all__ = [
    "Progress",
    "Seconds",
    "Terminal",
    "common",
    "jobs_option",
    "load_census",
    "read_standard_input",
    "require_free",
    "runner_of",
    "seconds_option",
    "shared_cells_option",
    "write_output",
]


GRACE_SECONDS = 1.0
"""How long after its --seconds a verb is interrupted."""


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

    def note(self, text: str) -> None:
        """Say something beside the result."""
        if not self.quiet:
            SIGNS.say(one_line(text))

    def warn(self, text: str) -> None:
        """Say something that must not be missed."""
        SIGNS.say(f"dicelab: warning: {one_line(text)}")

    def announce_compiling(self, package: str) -> None:
        """Say that a first call takes long, to somebody who waits for it."""
        from solver.runs import jit

        if jit.available() and not jit.is_kept(package):
            SIGNS.doing("compiling the search, which is needed only once")

    def detail(self, text: str | None) -> None:
        """Say something, if there is anything, that only ``-v`` asks for."""
        if self.verbose and text:
            SIGNS.spoke()
            click.echo(text, err=True)

    @contextmanager
    def progress(self, label: str) -> Iterator[Progress]:
        """Give a function that moves a progress bar; without a terminal it prints a line now and then."""
        if self.quiet:
            yield silent
            return
        with shown_progress(label) as move:
            yield move

    @contextmanager
    def at_work(self) -> Iterator[None]:
        """Give signs of life while the verb works."""
        SIGNS.begin(f"{click.get_current_context().command_path}: working", quiet=self.quiet)
        if self.verbose:
            from dicelab.bench.cache import why_nothing_is_kept

            self.detail(why_nothing_is_kept())
        try:
            yield
        finally:
            SIGNS.end()

    @contextmanager
    def port(self, name: str, jobs: int) -> Iterator[Any]:
        """Give what a verb may call while it works, by the name of its parameter; nothing for one that is not known."""
        if name == "progress":
            with self.late_progress("") as progress:
                yield progress
        else:
            known: dict[str, Any] = {
                "note": self.note,
                "warn": self.warn,
                "detail": self.detail,
                "improved": lambda improvement: self.note(str(improvement)),
                "console": self,
                "look_up": lambda puzzle: load_census(self, puzzle, jobs, solvability=True).is_solvable,
                "compiling": self.announce_compiling,
                "census": lambda puzzle, content="tilings", **more: load_census(
                    self, puzzle, jobs, solvability=content == "solvability", **more
                ),
            }
            yield known.get(name)

    def alone(self) -> contextlib.AbstractContextManager[None]:
        """Show no signs of life in the block: the verb waits for its user, or draws on the terminal itself."""
        return SIGNS.replaced()

    @contextmanager
    def late_progress(self, label: str) -> Iterator[Progress]:
        """Give the same, shown from the first call on: a census that is built before has a bar of its own."""
        with contextlib.ExitStack() as bars:

            @functools.cache
            def bar() -> Progress:
                return bars.enter_context(self.progress(label))

            yield lambda done, total, what="": bar()(done, total, what)


def common(function: Callable[..., int]) -> Callable[..., int]:
    """Add ``--json``, ``--quiet`` and ``-v``; the verb gets a :class:`Terminal` as its first argument."""

    @click.option("--json", "as_json", is_flag=True, help="One JSON object on standard output.")
    @click.option("-q", "--quiet", is_flag=True, help="Print errors only; the exit status is the answer.")
    @click.option("-v", "--verbose", is_flag=True, help="Print more on standard error.")
    @functools.wraps(function)
    def with_terminal(*args: object, as_json: bool, quiet: bool, verbose: bool, **options: object) -> int:
        terminal = Terminal(as_json, quiet, verbose)
        seconds = options.get("seconds")
        # A compiler, for one, does not look at the clock itself.
        limit = seconds + GRACE_SECONDS if isinstance(seconds, float) else None
        with terminal.at_work(), time_limit(limit, again=True):
            return function(terminal, *args, **options)

    return with_terminal


class Seconds(click.FloatRange):
    """A number from 0 that is finite."""

    def __init__(self) -> None:
        super().__init__(min=0)

    def convert(self, value: float, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """Read a number; ``nan`` and ``inf`` are refused."""
        number = float(super().convert(value, param, ctx))
        if not math.isfinite(number):
            self.fail(
                f"{value!r} is not a duration: write a number of seconds, or leave the option out for no limit",
                param,
                ctx,
            )
        # More than timers take would be a fault of this program's, not the user's.
        return min(number, MOST_SECONDS)


seconds_option: Decorator = click.option(
    "--seconds", type=Seconds(), help="Stop after this many seconds; exit 3 if the answer is not known by then."
)
jobs_option: Decorator = click.option(
    "--jobs",
    type=click.IntRange(1, 256),
    default=lambda: os.cpu_count() or 1,
    show_default="all cores",
    help="Number of threads. The result does not depend on it.",
)
shared_cells_option: Decorator = click.option(
    "--shared-cells",
    is_flag=True,
    help="Allow the same cell on several dice; a roll that shows a cell twice is rolled again.",
)


def read_standard_input(what: str, form: str, most: int) -> str:
    """Return standard input, at most so many characters; the names are those of what is read, and of how it looks."""
    if sys.stdin is None:
        raise click.UsageError(f"standard input is closed: pass the {what} as an argument")
    try:
        # The program at the other end of a pipe may be at work for long, and tells of itself.
        with SIGNS.replaced():
            return sys.stdin.read(most).removeprefix("\ufeff")
    except UnicodeDecodeError:
        raise click.UsageError(f"standard input is not text: write {form}") from None


@contextmanager
def runner_of(cluster_address: str | None, jobs: int, *, in_processes: bool = False) -> Iterator[Runner]:
    """Give what does the work: the cluster at an address, or so many threads (or processes) of this machine."""
    from solver.runs import cluster, processes, threads

    if cluster_address is None:
        yield processes(jobs) if in_processes else threads(jobs)
    else:
        with cluster(cluster_address) as runner:
            yield runner


def load_census(terminal: Terminal, puzzle: Puzzle, jobs: int, *, solvability: bool = False, **more: Any) -> Census:  # noqa: ANN401
    """Take the census of a puzzle from its folder or build it, as :func:`dicelab.score.census_loading.load_census`."""
    from dicelab.score.census_loading import load_census as load
    from solver.census import Content

    content = Content.SOLVABILITY if solvability else Content.TILINGS
    with terminal.progress("census of all boards") as progress:
        return load(puzzle, content, jobs=jobs, note=terminal.note, progress=progress, **more)
