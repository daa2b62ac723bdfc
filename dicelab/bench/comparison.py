"""A whole bench: who is asked, about which boards, and the result."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dicelab.bench.agreement import Agreement, judge
from dicelab.bench.contestants import Contestant, Task, all_contestants
from dicelab.bench.race import RacePlan, Record, race
from dicelab.errors import DiceError, MissingPackageError
from solver.errors import quoted, suggestion
from solver.exact_cover.batches import BatchSolver
from solver.polyform import GENIUS_SQUARE, Puzzle
from solver.runs.progress import Progress, silent
from solver.tables import Tabular

Masks = NDArray[np.uint64]

DRAWN = 2_000
"""Boards that are drawn at a time."""

TRIES = 50
"""So often, until there are enough without a tiling."""


@dataclass(frozen=True, slots=True)
class BenchSettings:
    """What a bench is to do; see :class:`dicelab.bench.race.RacePlan`."""

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
        >>> BenchSettings(boards=5, tasks=(Task.COUNT,)).command("default")
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


def chosen(
    puzzle: Puzzle, only: Sequence[str], tasks: Sequence[Task] = tuple(Task)
) -> tuple[tuple[Contestant, ...], tuple[tuple[Contestant, str], ...]]:
    """Return who is asked, and who is not and why; the errors are those of :func:`bench`."""
    of = {one.name: one for one in all_contestants()}
    for name in only:
        if name not in of:
            hint = suggestion(name, of, "see dicelab bench --list")
            raise DiceError(f"no backend or program {quoted(name)}: {hint}")
        if only.count(name) > 1:
            raise DiceError(f"{name} is named twice: name it once")
    asked, absent = [], []
    for one in [of[name] for name in only] or of.values():
        if not one.is_installed:
            if only:
                raise MissingPackageError(f"{one.name} needs {one.package}: pip install '{one.install}'")
            absent.append((one, "not installed"))
            continue
        why, instead = "", ""
        if not one.takes(puzzle):
            why, instead = "takes one piece of each kind", "name another puzzle"
        elif set(tasks).isdisjoint(one.tasks):
            why, instead = f"knows {' and '.join(one.tasks)} only", "change --task"
        if why and only:
            raise DiceError(f"{one.name} {why}: leave it out, or {instead}")
        if why:
            absent.append((one, why))
        else:
            asked.append(one)
    return tuple(asked), tuple(absent)


@dataclass(frozen=True, slots=True)
class BenchResult(Tabular):
    """A finished bench: all replies, and what is wrong with them."""

    record: Record
    agreement: Agreement
    seed: int
    source: str
    """Where solvable boards come from, in words."""
    absent: tuple[tuple[Contestant, str], ...] = ()
    """Who was not asked, and why."""

    @property
    def left_out(self) -> list[tuple[str, str]]:
        """Return everybody who was not asked, or could not be, and why."""
        return [(one.name, why) for one, why in self.absent] + list(self.record.broken.items())


def bench(
    settings: BenchSettings,
    progress: Progress = silent,
    rolls: Masks | None = None,
    source: str = "random boards",
) -> BenchResult:
    """Ask everybody who is installed, compare the answers and measure the times.

    Solvable boards are chosen from ``rolls``, masks of blockers, or from all where left out; ``source`` says in words
    where they come from. Raises :class:`DiceError` if a name is unknown or twice, can't be asked about the puzzle or
    the tasks, or these have no board; :class:`MissingPackageError` if a program is named that is not installed.
    """
    asked, absent = chosen(settings.puzzle, settings.only, settings.tasks)
    drawn = draw_boards(settings.puzzle, settings.boards, settings.seed, settings.tasks, rolls)
    boards = {task: some for task, some in drawn.items() if some}
    if not boards:
        raise DiceError("no random board suits these tasks: choose other tasks or another puzzle")
    record = race(
        RacePlan(settings.puzzle, boards, asked, settings.rounds, settings.seconds, settings.budget), progress
    )
    return BenchResult(record, judge(record), settings.seed, source, absent)


def draw_boards(
    puzzle: Puzzle, number: int, seed: int, tasks: Sequence[Task], rolls: Masks | None = None
) -> Mapping[Task, tuple[int, ...]]:
    """Draw different boards of a puzzle for each task, as masks of blockers.

    There are fewer than ``number`` where a puzzle has not so many, or they are too rare to be met. Solvable boards are
    chosen from ``rolls``, if given, and are the same for :attr:`Task.FIRST` and :attr:`Task.COUNT`. Those for
    :attr:`Task.UNSOLVABLE` are chosen from all boards: ``bitmask`` says that they have no tiling, which the contestants
    confirm or refute.
    """
    puzzle.grid.require_masks()
    solver = BatchSolver(puzzle.problem, len(puzzle.pieces))
    wanted = {solvable: any((task is not Task.UNSOLVABLE) == solvable for task in tasks) for solvable in (True, False)}
    found: dict[bool, dict[int, None]] = {True: {}, False: {}}
    if rolls is not None and wanted[True]:
        chosen = np.random.default_rng([seed, 1]).permutation(rolls)
        _sort(solver, chosen, found)
        found[False].clear()
        wanted[True] = False
    generator = np.random.default_rng([seed, 2])
    for _ in range(TRIES):
        if all(not wanted[kind] or len(found[kind]) >= number for kind in (True, False)):
            break
        drawn: dict[bool, dict[int, None]] = {True: {}, False: {}}
        _sort(solver, _random_boards(puzzle, generator), drawn)
        for kind in (True, False):
            if wanted[kind]:
                found[kind].update(drawn[kind])
    return {task: tuple(found[task is not Task.UNSOLVABLE])[:number] for task in tasks}


def _random_boards(puzzle: Puzzle, generator: np.random.Generator) -> Masks:
    order = generator.random((DRAWN, len(puzzle.grid))).argsort(axis=1, kind="stable")[:, : puzzle.blockers]
    masks: Masks = np.bitwise_or.reduce(np.uint64(1) << order.astype(np.uint64), axis=1, initial=np.uint64(0))
    return masks


def _sort(solver: BatchSolver, masks: Masks, found: dict[bool, dict[int, None]]) -> None:
    for start in range(0, len(masks), DRAWN):
        some = masks[start : start + DRAWN]
        solvable = solver.first_solutions(some)[:, 0] >= 0
        for mask, kind in zip(some.tolist(), solvable.tolist(), strict=True):
            found[kind].setdefault(mask)
