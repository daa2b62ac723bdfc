"""The terminal: results, notes, progress, standard input, and what a verb may call while it works."""

from __future__ import annotations

import contextlib
import functools
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import click

from dicelab.cli.activity import SIGNS, shown_progress
from dicelab.cli.outputs import json_line
from solver.runs.interruption import lift_time_limit
from solver.runs.progress import Progress, silent
from solver.words import one_line

if TYPE_CHECKING:
    from solver.census import Census
    from solver.polyform import Puzzle

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
        """Print a line beside the result."""
        if not self.quiet:
            SIGNS.say(one_line(text))

    def warn(self, text: str) -> None:
        """Print a warning, with ``-q`` too."""
        SIGNS.say(f"dicelab: warning: {one_line(text)}")

    def announce_compiling(self, package: str) -> None:
        """Tell the user that the first call compiles."""
        from solver.runs import jit

        if jit.available() and not jit.is_kept(package):
            SIGNS.doing("compiling the search, which is needed only once")

    def detail(self, text: str | None) -> None:
        """Print a line for ``-v``, if there is one."""
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
                "look_up": lambda puzzle: self._census(jobs, puzzle, "solvability").is_solvable,
                "compiling": self.announce_compiling,
                "census": functools.partial(self._census, jobs),
            }
            yield known.get(name)

    def _census(self, jobs: int, puzzle: Puzzle, content: str = "tilings", **more: Any) -> Census:  # noqa: ANN401
        """Take the census of a puzzle from its folder or build it."""
        from dicelab.score.census_loading import load_census
        from solver.census import Content

        with self.progress("census of all boards") as progress:
            return load_census(puzzle, Content(content), jobs=jobs, note=self.note, progress=progress, **more)

    def alone(self) -> contextlib.AbstractContextManager[None]:
        """Show no signs of life in the block: the verb waits for its user, or draws on the terminal itself."""
        return SIGNS.replaced()

    @contextmanager
    def late_progress(self, label: str) -> Iterator[Progress]:
        """Give a function that moves a bar, which appears on first use."""
        with contextlib.ExitStack() as bars:

            @functools.cache
            def bar() -> Progress:
                return bars.enter_context(self.progress(label))

            yield lambda done, total, what="": bar()(done, total, what)


def read_standard_input(what: str, form: str, most: int) -> str:
    """Return at most ``most`` characters of standard input; messages name ``what`` is read and its ``form``."""
    if sys.stdin is None:
        raise click.UsageError(f"standard input is closed: pass the {what} as an argument")
    try:
        # The program at the other end of a pipe may be at work for long, and tells of itself.
        with SIGNS.replaced():
            return sys.stdin.read(most).removeprefix("\ufeff")
    except UnicodeDecodeError:
        raise click.UsageError(f"standard input is not text: write {form}") from None
