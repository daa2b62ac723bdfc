"""What all verbs share: the common options, where output goes, progress, and refusing to overwrite."""

from __future__ import annotations

import contextlib
import functools
import math
import os
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from dicelab.cli.activity import SIGNS, shown_progress
from dicelab.cli.outputs import json_line
from dicelab.cli.paths import NameOrFile
from solver.runs.interruption import MOST_SECONDS, lift_time_limit, time_limit
from solver.runs.progress import Progress, silent
from solver.runs.storage import require_free, write_free as write_output

if TYPE_CHECKING:
    from dicelab.cli.decorator import Decorator
    from solver.census import Census
    from solver.polyform import Puzzle
    from solver.runs import Runner, TwiceRunner

__all__ = [
    "Progress",
    "Seconds",
    "Terminal",
    "common",
    "jobs_option",
    "load_census",
    "one_line",
    "puzzle_option",
    "read_board_text",
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


def one_line(text: str) -> str:
    r"""Return a text on one line, its control characters and changes of direction written out.

    Examples
    --------
    >>> one_line("two\nlines \x1b[31mred")
    'two lines \\x1b[31mred'
    """
    steering = "[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]"
    return re.sub(steering, lambda found: ascii(found[0])[1:-1], " ".join(text.split()))


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
puzzle_option: Decorator = click.option(
    "--puzzle",
    "puzzle_text",
    default="genius-square",
    show_default=True,
    type=NameOrFile(),
    metavar="PUZZLE",
    help="A name, GRID/BLOCKERS:PIECES such as 6x6/6:10*L3, or a puzzle file.",
)


def read_board_text(text: str) -> str:
    """Return what was given for BOARD; ``-`` reads standard input."""
    return read_standard_input("board", "rows of . and #", 1 << 16) if text == "-" else text


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


MANY_BOARDS = 10_000
"""Beyond so many a census takes a while, which is announced."""


def load_census(
    terminal: Terminal,
    puzzle: Puzzle,
    jobs: int,
    *,
    folder: Path | None = None,
    solvability: bool = False,
    method: str | None = None,
    cluster_address: str | None = None,
    recount: bool = False,
    only_quick: bool = False,
) -> Census:
    """Take the census of a puzzle from its folder, or build it, or go on building it, with a progress bar.

    With ``recount`` every shard is done twice: by two workers of the cluster, or else here.
    With ``only_quick`` a census that takes more than minutes is refused: it wants to be asked for.
    """
    from solver.census import Content, build_census, census_folder, census_path, choose_method, is_packed, is_quick
    from solver.census.build import WALK
    from solver.census.folders import is_file
    from solver.census.searches import Searches
    from solver.runs import cluster, cluster_twice, jit, threads, twice
    from solver.runs.cache_folder import cache_is_writable

    content = Content.SOLVABILITY if solvability else Content.TILINGS
    kept = census_path(folder or census_folder(puzzle), content)
    is_new = not is_file(kept)
    reason = "--method searches was chosen"
    is_unpacked = is_packed(puzzle) and not (folder or method or cluster_address or recount)
    if method is None and is_new and not cluster_address and not is_unpacked:
        method = choose_method(puzzle, content)
        if recount and method == WALK:
            method = Searches.name
        without_numba = "the faster method needs numba"
        reason = "the faster method does not fit in memory for this puzzle" if jit.available() else without_numba
    if only_quick and not is_quick(puzzle, content):
        raise click.UsageError(
            f"the tilings of all {puzzle.boards:,} boards are not counted yet, and counting them takes long: "
            f"run dicelab census build --puzzle {puzzle.name or puzzle.format()}, "
            "or ask for the rolls of a set alone: dicelab stats SET, dicelab boards --from SET"
        )
    with contextlib.ExitStack() as stack:
        # A walk is over in seconds.
        if is_new and puzzle.boards > MANY_BOARDS and method != WALK and not is_unpacked:
            what = "Settling" if solvability else "Counting the tilings of"
            place = f"; kept in {kept.parent}" if folder or cache_is_writable() else ""
            terminal.note(f"{what} all {puzzle.boards:,} boards (once{place})")
            if method == Searches.name and not solvability:
                terminal.note(f"{reason}: counting each board separately, which may take days; --solvability is faster")
        runner: Runner | TwiceRunner | None = None
        if cluster_address and recount:
            runner = stack.enter_context(cluster_twice(cluster_address))
        elif cluster_address:
            runner = stack.enter_context(cluster(cluster_address))
        elif recount:
            runner = twice(threads(jobs))
        try:
            with terminal.progress("census of all boards") as progress:
                return build_census(
                    puzzle, content, folder=folder, method=method, jobs=jobs, runner=runner, progress=progress
                )
        except KeyboardInterrupt:
            terminal.note("progress is saved; run the same command to continue")
            raise
