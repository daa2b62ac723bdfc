"""How a search is run, whoever answers the question: its folder, its workers, its time, and who hears of it."""

from __future__ import annotations

import contextlib
import time
import warnings
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, Self

from dicelab.dice import DiceSet
from dicelab.errors import DiceError
from dicelab.kinds import unheard
from dicelab.search.outcome import Improved, Improvement
from solver.census import Census, Content, build_census
from solver.polyform import Puzzle
from solver.runs import Runner
from solver.runs.folder import RunFolder, RunKind
from solver.runs.progress import Progress, silent


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
        """Return the run that options ask for; ``None`` stands for what was not given."""
        given: dict[str, Any] = {
            one.name: options[one.name] for one in fields(cls) if options.get(one.name) is not None
        }
        paths = {name: Path(given[name]) for name in ("out", "resume") if name in given}
        return cls(**{**given, **paths, "runner": runner})

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

    @contextlib.contextmanager
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

    def tell(self, dice_set: DiceSet, standing: str, failing: int, shown: str = "") -> None:
        """Tell whoever listens of a set that is better than those before."""
        self.improved(Improvement(dice_set, standing, failing, self.elapsed, shown))
