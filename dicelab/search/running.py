"""The run of a search, by evolution or by exact search: its options, its improvements and its outcome.

A run has a folder, workers, a time limit and a listener; every search in it can be stopped.
"""

from __future__ import annotations

import math
import threading
import time
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Self, TypeAlias

from dicelab.dice import DiceSet
from dicelab.errors import DiceError
from dicelab.kinds import unheard
from solver.census import Census, Content, build_census
from solver.polyform import Puzzle
from solver.runs import Runner
from solver.runs.folder import RunFolder, RunKind
from solver.runs.progress import Progress, Stopped, silent

Status: TypeAlias = Literal["unknown", "found", "infeasible", "optimal"]


class SearchOutcome:
    """The outcome of a search: the best sets, their value and bound, the status, and the history.

    Evolution and design return outcomes of their own with all of this, so that one may stand for the other.
    """

    __slots__ = ()

    if TYPE_CHECKING:
        stopped: Stopped
        """What ended the search early, if anything did."""

    @property
    def status(self) -> Status:
        """``found`` where there is a set, ``optimal`` where none is better, ``infeasible`` where none is possible."""
        raise NotImplementedError

    @property
    def sets(self) -> Sequence[DiceSet]:
        """The best sets, the best first: set N of them, from 1, is ``RUN#N`` of a run folder."""
        raise NotImplementedError

    @property
    def value(self) -> int | float | None:
        """The first objective of the first set; ``None`` without an objective or a set."""
        raise NotImplementedError

    @property
    def bound(self) -> int | float | None:
        """The best value that is not refuted; ``None`` where none is known, as where only local search improved it."""
        raise NotImplementedError

    @property
    def history(self) -> Sequence[Mapping[str, Any]]:
        """How the search went, row by row: generations of an evolution, changes of the state of a design."""
        raise NotImplementedError

    @property
    def nearest_set(self) -> DiceSet | None:
        """The set that came nearest, where there is no answer."""
        raise NotImplementedError

    @property
    def finished(self) -> bool:
        """Whether the search came to its end."""
        raise NotImplementedError

    @property
    def interrupted(self) -> bool:
        """Whether it was stopped by Ctrl-C or by the system."""
        return self.stopped in {"interrupted", "terminated"}


@dataclass(frozen=True, slots=True)
class Improvement:
    """The best set of a search so far, after some ``seconds``.

    ``standing`` has its value and the bound, such as "best so far: 3 changes, at least 2"; ``news`` leaves out a bound
    that was told before. ``failing`` counts its rolls that fail: 0 for a set that meets all constraints.
    """

    dice_set: DiceSet
    standing: str
    failing: int
    seconds: float
    news: str = ""

    def __str__(self) -> str:
        return f"{self.news or self.standing}, after {self.seconds:.1f} s"


Improved: TypeAlias = Callable[[Improvement], None]
"""Called with each improvement as it comes."""


@dataclass(frozen=True, kw_only=True)
class SearchRun:
    """One run of a search; :class:`~dicelab.search.options.RunOptions` are its fields as a user gives them."""

    out: Path | None = None
    resume: Path | None = None
    force: bool = False
    cluster: str | None = None
    seconds: float | None = None
    jobs: int = 1
    census: Callable[[Puzzle, Content], Census] | None = None
    progress: Progress = silent
    improved: Improved = unheard
    warn: Callable[[str], None] = warnings.warn
    note: Callable[[str], None] = unheard
    runner: Runner | None = None
    """Does the work in place of threads or processes of this machine; the outcome does not depend on it."""
    begin: float = field(default_factory=time.monotonic)

    @classmethod
    def of(cls, options: Mapping[str, Any], runner: Runner | None = None) -> Self:
        """Return the run with the given options; ``None`` stands for one that was not given."""
        names = [one.name for one in fields(cls)]
        given = {name: options[name] for name in names if options.get(name) is not None}
        given |= {name: Path(given[name]) for name in ("out", "resume") if name in given}
        return cls(**given, runner=runner)

    @property
    def elapsed(self) -> float:
        """The seconds since the run began."""
        return time.monotonic() - self.begin

    def require_own_folder(self) -> None:
        """Refuse to continue a run in another folder than its own."""
        if self.resume and (self.out or self.force):
            raise DiceError("--resume continues in its own folder: leave out --out and --force")

    def open_folder(self, kind: RunKind) -> RunFolder | None:
        """Take the folder of the run that is continued, or an empty one; none where the run is not kept."""
        if self.resume:
            return RunFolder.open(self.resume, kind)
        return RunFolder.create(self.out, kind, force=self.force) if self.out else None

    @contextmanager
    def workers(self) -> Iterator[Runner | None]:
        """Give the runner of the block: the one that was named, or the cluster; none stands for this machine."""
        if self.runner or not self.cluster:
            yield self.runner
            return
        from solver.runs import cluster

        with cluster(self.cluster) as runner:
            yield runner

    def load_census(self, puzzle: Puzzle, content: Content) -> Census:
        """Return the census of a puzzle: by the port, or of this machine."""
        if self.census:
            return self.census(puzzle, content)
        return build_census(puzzle, content, jobs=self.jobs, progress=self.progress)

    def tell(self, dice_set: DiceSet, standing: str, failing: int, news: str = "") -> None:
        """Tell the listener of a set that is better than those before."""
        self.improved(Improvement(dice_set, standing, failing, self.elapsed, news))


SECONDS_TO_STOP = 0.5
"""Seconds to wait for searches that are no longer needed; one that is compiling can't be stopped."""


class SearchStoppedError(Exception):
    """A search was stopped before it had a result."""


class Stop:
    """Stops the searches that were begun with it, on demand or past a ``deadline`` of :func:`time.monotonic`.

    A copy in another process is never set.
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
                # Repeated, since a solver that is about to begin misses the call.
                for solver in self._solvers:
                    solver.stop_search()
                if not self._searches or time.monotonic() >= end:
                    return
                self._changed.wait(0.1)
