"""``dicelab bench``: who is asked about which boards, and the result."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, ClassVar, Literal, overload

import numpy as np
from numpy.typing import NDArray

from dicelab.bench.agreement import Agreement, judge
from dicelab.bench.contestants import Contestant, Contestants, Task, all_contestants
from dicelab.bench.race import RacePlan, Record, race
from dicelab.dice import roll_masks
from dicelab.dice.sources import BoardPuzzle, DiceSource, PuzzleLike, dice_set_of, puzzle_of
from dicelab.errors import DiceError, MissingPackageError
from dicelab.kinds import (
    ADVANCED,
    Duration,
    Force,
    Listed,
    Name,
    NotePort,
    ProgressPort,
    Whole,
    WrittenPath,
    names_of,
    unheard,
)
from dicelab.verb import command_line, verb
from solver.display import Columns, Tabular
from solver.errors import quoted, suggestion
from solver.exact_cover.batches import BatchSolver
from solver.polyform import GENIUS_SQUARE, Puzzle
from solver.runs.manifest import PACKAGES, Recording, require_results
from solver.runs.progress import Progress, silent

Masks = NDArray[np.uint64]

DRAWN = 2_000
"""Boards that are drawn at a time."""

TRIES = 50
"""Most draws in search of unsolvable boards."""

FILES = ("result.json", "result.md", "times.svg")
"""The files of a bench, beside the manifest."""


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
    """A finished bench: all replies, and their faults."""

    record: Record
    agreement: Agreement
    seed: int
    source: str
    """Where solvable boards come from, in words."""
    command: str
    """The command line that does it again."""
    absent: tuple[tuple[Contestant, str], ...] = ()
    """The programs that were not asked, each with the reason."""

    schema: ClassVar[str] = "bench"

    @property
    def left_out(self) -> list[tuple[str, str]]:
        """Return the programs that were not asked or could not be, each with the reason."""
        return [(one.name, why) for one, why in self.absent] + list(self.record.broken.items())

    @property
    def exit_status(self) -> int:
        """4 for a wrong backend, 3 without any reply, else 0."""
        return self.agreement.status

    def __repr__(self) -> str:
        names, puzzle = [one.name for one in self.record.plan.contestants], self.record.plan.puzzle
        return f"<BenchResult: {', '.join(names)} on {puzzle.name or puzzle.format()}>"

    def __str__(self) -> str:
        from dicelab.bench.page import bench_text

        return bench_text(self)

    def _repr_svg_(self) -> str:
        from dicelab.bench.page import picture

        return picture(self)

    def to_json(self) -> dict[str, Any]:
        """Return everything, with the time of every board."""
        from dicelab.bench.page import bench_json

        return bench_json(self)

    def _columns(self) -> Columns:
        """Return a row for each reply: program, board, round, answer and time."""
        replies = [
            (str(task), name, board, number, reply)
            for (task, name), boards in self.record.replies.items()
            for board, rounds in boards.items()
            for number, reply in enumerate(rounds, start=1)
        ]
        grid = self.record.plan.puzzle.grid
        return {
            "task": [task for task, *_ in replies],
            "contestant": [name for _, name, *_ in replies],
            "blockers": [grid.labels(board) for _, _, board, *_ in replies],
            "round": [number for *_, number, _ in replies],
            "outcome": [str(reply.outcome) for *_, reply in replies],
            "tilings": [reply.number for *_, reply in replies],
            "seconds": [reply.seconds for *_, reply in replies],
        }

    def write(self, folder: Path, command: str = "") -> None:
        """Write the page, the JSON and the picture, each whole or not at all, and the manifest last.

        Other files of the folder are removed. ``command`` replaces :attr:`command` in the manifest.
        """
        from dicelab.bench.page import page

        command = command or self.command
        packages = sorted({one.package for one in self.record.plan.contestants if one.package})
        recording = Recording(folder, command, self.seed, tuple(dict.fromkeys((*PACKAGES, *packages))))
        recording.write_json("result.json", {"schema": f"dicelab/{self.schema}/1", **self.to_json()})
        recording.write("result.md", page(self, command))
        recording.write("times.svg", self._repr_svg_())
        recording.finish()


@overload
def bench(*, listed: Literal[True]) -> Contestants: ...


@overload
def bench(
    *,
    listed: Literal[False] = False,
    boards: int = 20,
    seed: int = 0,
    rounds: int = 3,
    board_seconds: float = 5.0,
    budget: float = 10.0,
    only: str | Sequence[str] | None = None,
    task: str | Sequence[str] = tuple(Task),
    dice: DiceSource | None = None,
    puzzle: PuzzleLike | None = None,
    out: str | os.PathLike[str] | None = None,
    force: bool = False,
    progress: Progress = silent,
    note: Callable[[str], None] = unheard,
) -> BenchResult: ...


@verb(
    group="upkeep",
    examples=("bench --list", "bench --puzzle 4x4/3:I1,I2,I3,L3,O4 --boards 2 --only bitmask,brute-force"),
)
def bench(  # noqa: PLR0913 - one parameter an option
    *,
    listed: Annotated[bool, Name("list")] = False,
    boards: Annotated[int, Whole(least=1, most=1000)] = 20,
    seed: Annotated[int, Whole(least=0), ADVANCED] = 0,
    rounds: Annotated[int, Whole(least=1, most=1000), ADVANCED] = 3,
    # Another name than that of the limit of a whole verb.
    board_seconds: Annotated[float, Duration(), Name("seconds")] = 5.0,
    budget: Annotated[float, Duration(), ADVANCED] = 10.0,
    only: Annotated[str | Sequence[str] | None, Listed(shown_default="all that are installed")] = None,
    task: Annotated[str | Sequence[str], Listed(names=lambda: list(Task))] = tuple(Task),
    dice: Annotated[DiceSource | None, Name("set")] = None,
    puzzle: BoardPuzzle = None,
    out: Annotated[str | os.PathLike[str] | None, WrittenPath(metavar="DIR", is_kept=True)] = None,
    force: Force = False,
    progress: ProgressPort = silent,
    note: NotePort = unheard,
) -> BenchResult | Contestants:
    """Compare the speed of backends and other programs on the same boards.

    Every tiling is checked, and all other answers are compared with each other.

    Exit status: 0 if no backend gave a wrong answer, 4 if one did, 3 if there was no answer at all. Wrong answers of
    other programs are only reported.

    Parameters
    ----------
    listed
        List the backends and the other programs.
    boards
        Boards for each task.
    seed
        Seed of the random boards.
    rounds
        How often each board is timed.
    board_seconds
        Time limit for one board.
    budget
        Time limit for all boards of a task, for each program.
    only
        Backends and programs to compare.
    task
        Tasks.
    dice
        Take the solvable boards from the rolls of this dice set.
    puzzle
        A name, GRID/BLOCKERS:PIECES such as 6x6/6:10*L3, or a puzzle file.
    out
        Write a page, JSON and a picture to this folder.
    force
        Overwrite an earlier bench in DIR.

    Returns
    -------
    BenchResult
        The answers and times of each program; with ``listed``, the ``Contestants``, of which none is asked. They run in
        processes of their own: a script makes this call below ``if __name__ == "__main__":``.

    Raises
    ------
    DiceError
        If a name is unknown or twice, a program can't be asked about the puzzle or the tasks, or these have no board.
    MissingPackageError
        If a program is named that is not installed.

    Examples
    --------
    >>> import dicelab
    >>> result = dicelab.compare_backends(
    ...     boards=1, rounds=1, task="count", puzzle="2x3/2:O4", only="bitmask,brute-force"
    ... )
    >>> result.exit_status, result.to_dataframe("pyarrow")["tilings"].to_pylist()
    (0, [1, 1])
    """
    if listed:
        return Contestants(all_contestants())
    command = command_line(bench, locals())
    names, wanted = _names("--only", only), _names("--task", task)
    if unknown := [name for name in wanted if name not in list(Task)]:
        raise DiceError(f"--task {unknown[0]}: choose from {', '.join(Task)}")
    if out is not None:
        require_results(Path(out), FILES, "a bench", force=force)
    dice_set = None if dice is None else dice_set_of(dice)
    played = dice_set.puzzle if dice_set else GENIUS_SQUARE if puzzle is None else puzzle_of(puzzle)
    tasks = tuple(one for one in Task if one in wanted)
    asked, absent = chosen(played, names, tasks)
    drawn = draw_boards(played, boards, seed, tasks, roll_masks(dice_set) if dice_set else None)
    some = {one: masks for one, masks in drawn.items() if masks}
    if not some:
        raise DiceError("no random board suits these tasks: choose other tasks or another puzzle")
    record = race(RacePlan(played, some, asked, rounds, board_seconds, budget), progress)
    source = f"solvable boards are rolls of the {dice_set.name} set" if dice_set else "random boards"
    result = BenchResult(record, judge(record), seed, source, command, absent)
    if out is not None:
        result.write(Path(out))
        note(f"written to {out}")
    return result


def _names(option: str, text: str | Sequence[str] | None) -> list[str]:
    names = [] if text is None else names_of(text)
    if not all(names):
        raise DiceError(f"{option} {text!r}: separate names by single commas")
    return names


def draw_boards(
    puzzle: Puzzle, number: int, seed: int, tasks: Sequence[Task], rolls: Masks | None = None
) -> Mapping[Task, tuple[int, ...]]:
    """Draw different boards of a puzzle for each task, as masks of blockers.

    There are fewer than ``number`` where a puzzle has fewer, or they are too rare to be met. Solvable boards are
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
