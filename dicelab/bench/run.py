"""A whole bench: who is asked, about which boards, and what came of it."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dicelab.bench.agreement import judge
from dicelab.bench.boards import draw_boards
from dicelab.bench.contestant import Contestant, Task, backends
from dicelab.bench.peers import PEERS
from dicelab.bench.race import Plan, Told, race
from dicelab.bench.report import BenchResult
from dicelab.errors import DiceError, MissingPackageError
from solver.errors import quoted, suggestion
from solver.polyform import GENIUS_SQUARE, Puzzle


@dataclass(frozen=True, slots=True)
class Settings:
    """What a bench is to do; see :class:`dicelab.bench.race.Plan`."""

    puzzle: Puzzle = GENIUS_SQUARE
    boards: int = 20
    seed: int = 0
    rounds: int = 3
    seconds: float = 5.0
    budget: float = 10.0
    only: tuple[str, ...] = ()
    """Names of contestants; all that are installed where left out."""
    tasks: tuple[Task, ...] = tuple(Task)

    def command(self, set_text: str | None = None) -> str:
        """Return the command line that does it.

        Examples
        --------
        >>> Settings(boards=5, tasks=(Task.COUNT,)).command("default")
        'dicelab bench --boards 5 --seed 0 --rounds 3 --seconds 5 --budget 10 --task count --set default'
        """
        words = ["dicelab", "bench", "--boards", str(self.boards), "--seed", str(self.seed)]
        words += ["--rounds", str(self.rounds), "--seconds", f"{self.seconds:g}", "--budget", f"{self.budget:g}"]
        if self.only:
            words += ["--only", ",".join(self.only)]
        if self.tasks != tuple(Task):
            words += ["--task", ",".join(self.tasks)]
        if set_text:
            words += ["--set", set_text]
        elif self.puzzle != GENIUS_SQUARE:
            words += ["--puzzle", self.puzzle.format()]
        return shlex.join(words)


def contestants() -> tuple[Contestant, ...]:
    """Return everybody who can be asked, installed or not."""
    return (*backends(), *PEERS)


def chosen(
    puzzle: Puzzle, only: Sequence[str], tasks: Sequence[Task] = tuple(Task)
) -> tuple[tuple[Contestant, ...], tuple[tuple[Contestant, str], ...]]:
    """Return who is asked, and who is not and why.

    Raises
    ------
    DiceError
        If a name is unknown or twice, or can't be asked about the puzzle or any of the tasks.
    MissingPackageError
        If a program is named that is not installed.
    """
    of = {one.name: one for one in contestants()}
    for name in only:
        if name not in of:
            hint = suggestion(name, of, "see dicelab bench --list")
            raise DiceError(f"no backend or program {quoted(name)}: {hint}")
        if only.count(name) > 1:
            raise DiceError(f"{name} is named twice: name each once")
    asked, absent = [], []
    for one in [of[name] for name in only] or of.values():
        if not one.is_installed:
            if only:
                raise MissingPackageError(f"{one.name} needs {one.package}: pip install '{one.install}'")
            absent.append((one, "not installed"))
        elif not one.takes(puzzle):
            if only:
                raise DiceError(f"{one.name} takes one piece of each kind: leave it out, or name another puzzle")
            absent.append((one, "takes one piece of each kind"))
        elif set(tasks).isdisjoint(one.tasks):
            if only:
                raise DiceError(f"{one.name} knows {' and '.join(one.tasks)} only: leave it out, or change --task")
            absent.append((one, f"knows {' and '.join(one.tasks)} only"))
        else:
            asked.append(one)
    return tuple(asked), tuple(absent)


def bench(
    settings: Settings,
    told: Told = lambda _done, _total, _name: None,
    rolls: NDArray[np.uint64] | None = None,
    source: str = "random boards",
) -> BenchResult:
    """Ask everybody who is installed, compare the answers and measure the times.

    Parameters
    ----------
    settings
        What to do.
    told
        Hears of the progress.
    rolls
        Masks of blockers to choose solvable boards from; from all boards where left out.
    source
        Where these boards come from, in words.

    Raises
    ------
    DiceError
        If a name is unknown, or the puzzle has no board for any of the tasks.
    MissingPackageError
        If a program is named that is not installed.
    """
    asked, absent = chosen(settings.puzzle, settings.only, settings.tasks)
    drawn = draw_boards(settings.puzzle, settings.boards, settings.seed, settings.tasks, rolls)
    boards = {task: some for task, some in drawn.items() if some}
    if not boards:
        raise DiceError("no board for these tasks was drawn: ask for other tasks, or name another puzzle")
    record = race(Plan(settings.puzzle, boards, asked, settings.rounds, settings.seconds, settings.budget), told)
    return BenchResult(record, judge(record), settings.seed, source, absent)
