"""Build a census in shards: each is a file, so that a run that was killed goes on where it was."""

from __future__ import annotations

import contextlib
import json
import shutil
import warnings
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from pathlib import Path
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from solver import jit
from solver.census.build import Progress
from solver.census.census import (
    Census,
    Content,
    ForeignCensusError,
    census_folder,
    census_path,
    read_census,
    write_census,
)
from solver.census.halves import Halves, HalvesTooLargeError
from solver.census.orbits import orbits_of, require_census
from solver.census.searches import Searches
from solver.census.table import DamagedTableWarning
from solver.errors import InputError, SolverError, StorageError
from solver.polyomino.puzzle import Puzzle
from solver.polyomino.symmetry import Masks
from solver.storage import sha256, write_atomic

SCHEMA = "dicelab/census-shard/1"
_MOST_HEADER = 1 << 16


class Method(Protocol):
    """A way to settle or count all orbits of a puzzle, in shards that do not depend on each other."""

    name: str

    @property
    def shards(self) -> int:
        """The number of shards."""

    def boards(self, shard: int) -> Masks:
        """Return one board of each orbit of a shard, in its order."""

    def answers(self, shard: int) -> NDArray[np.uint64]:
        """Return the number of tilings of each of :meth:`boards`."""


Task = tuple[str, Content, str, int]
"""What a worker is told: puzzle, content, name of the method, shard."""

Runner = Callable[[Iterable[Task]], Iterator[tuple[int, bytes]]]
"""Takes tasks and yields shards with their bytes, in any order: :func:`threads`, or those of a cluster."""


@lru_cache(maxsize=2)
def _method(puzzle_text: str, content: Content, name: str) -> Method:
    """Return the method of that name, with the tables that its shards share."""
    puzzle = Puzzle.parse(puzzle_text)
    if name == Halves.name:
        halves = Halves(puzzle)
        halves.prepare()
        return halves
    return Searches(puzzle, None if content is Content.TILINGS else 1)


def choose_method(puzzle: Puzzle, content: Content) -> str:
    """Return the name of the method for a puzzle: halves where tilings are asked for and they fit, else searches.

    Raises
    ------
    InputError
        If there are too many boards.
    """
    require_census(puzzle.grid, puzzle.blockers)
    if content is Content.TILINGS and jit.available():
        with contextlib.suppress(HalvesTooLargeError):
            return _method(puzzle.format(), content, Halves.name).name
    return Searches.name


def work(task: Task) -> tuple[int, bytes]:
    """Do one shard, anywhere; the bytes depend on the task only."""
    puzzle_text, content, name, shard = task
    method = _method(puzzle_text, content, name)
    try:
        answers = method.answers(shard)
    except HalvesTooLargeError:
        # The same boards in the same order, one by one.
        from solver.exact_cover.backends.bitmask import BatchSolver

        puzzle = Puzzle.parse(puzzle_text)
        answers = BatchSolver(puzzle.problem, len(puzzle.pieces)).counts(method.boards(shard))
    body = answers.astype("<u8").tobytes()
    header = {**_header(task), "sha256": sha256(body)}
    return shard, json.dumps(header).encode() + b"\n" + body


def _header(task: Task) -> dict[str, object]:
    puzzle_text, content, name, shard = task
    return {
        "schema": SCHEMA,
        "puzzle": puzzle_text,
        "content": content,
        "method": name,
        "shard": shard,
        "sources": jit.source_stamp(),
    }


def _answers(data: bytes, task: Task, number: int, name: str) -> NDArray[np.uint64]:
    """Return the answers of a shard.

    Raises
    ------
    StorageError
        If it is damaged, cut short or of another task.
    """
    head, _, body = data.partition(b"\n")
    try:
        header = json.loads(head[:_MOST_HEADER])
    except (ValueError, RecursionError) as error:
        raise StorageError(f"{name} is damaged: its header can't be read") from error
    if not isinstance(header, dict) or header.pop("sha256", None) != sha256(body):
        raise StorageError(f"{name} is damaged: its checksum does not match")
    if header != _header(task) or len(body) != 8 * number:
        raise StorageError(f"{name} is of another census, or made by another version")
    return np.frombuffer(body, "<u8").astype(np.uint64)


def threads(jobs: int) -> Runner:
    """Return a runner that does the shards in threads of this process, by joblib."""
    if jobs < 1:
        raise InputError(f"{jobs} jobs: have 1 or more")

    def run(tasks: Iterable[Task]) -> Iterator[tuple[int, bytes]]:
        from joblib import Parallel, delayed

        done = Parallel(n_jobs=jobs, backend="threading", return_as="generator_unordered", pre_dispatch="2*n_jobs")(
            delayed(work)(task) for task in tasks
        )
        try:
            yield from (one for one in done)
        finally:
            with warnings.catch_warnings():
                # Where the caller stops early, joblib advises to ask for less.
                warnings.simplefilter("ignore", UserWarning)
                done.close()

    return run


def build_census(
    puzzle: Puzzle,
    content: Content,
    *,
    folder: Path | None = None,
    method: str | None = None,
    runner: Runner | None = None,
    progress: Progress | None = None,
) -> Census:
    """Return the census in a folder; build it first, or go on building it, where it is not finished.

    Parameters
    ----------
    puzzle
        On at most 64 cells.
    content
        Tilings, or solvability only.
    folder
        By default in the user's cache folder.
    method
        ``halves`` or ``searches``; by default the quicker. The census is the same.
    runner
        By default one thread.
    progress
        Called with the orbits settled so far and the number of all.

    Raises
    ------
    InputError
        If there are too many boards, or the method can't do the puzzle.
    StorageError
        If a file can't be written; nothing is lost, and the next call goes on.

    Warns
    -----
    DamagedTableWarning
        If a file was there and could not be used: it is made again.
    """
    folder = census_folder(puzzle) if folder is None else folder
    require_census(puzzle.grid, puzzle.blockers)
    found = finished_census(puzzle, content, folder)
    if found is not None:
        # Those of a run that was killed when it had all but done.
        for left_over in folder.glob(f"{content}-*-shards"):
            shutil.rmtree(left_over, ignore_errors=True)
        return found
    orbits = orbits_of(puzzle.grid, puzzle.blockers)
    name = choose_method(puzzle, content) if method is None else method
    parts = _method_or_error(puzzle, content, name)
    tasks = [(puzzle.format(), content, name, shard) for shard in range(parts.shards)]
    shards = folder / f"{content}-{name}-shards"
    answers = np.zeros(len(orbits), np.uint64)
    seen = np.zeros(len(orbits), np.bool_)

    def keep(task: Task, data: bytes) -> None:
        boards = parts.boards(task[3])
        found = _answers(data, task, len(boards), _shard_path(shards, task[3]).name)
        place = orbits.index(boards)
        answers[place] = found
        seen[place] = True

    def tell() -> None:
        if progress:
            progress(int(seen.sum()), len(seen))

    left = [task for task in tasks if not _use_kept(shards, task, keep)]
    tell()
    for shard, data in (runner or threads(1))(left):
        keep(tasks[shard], data)
        write_atomic(_shard_path(shards, shard), data)
        tell()
    if not seen.all():
        raise SolverError(f"{int((~seen).sum())} orbits are in no shard: please report it")
    census = Census(puzzle, orbits, answers, content)
    write_census(census_path(folder, content), census)
    shutil.rmtree(shards, ignore_errors=True)
    return census


def finished_census(puzzle: Puzzle, content: Content, folder: Path) -> Census | None:
    """Return the finished census in a folder; ``None`` where there is none, or (with a warning) a damaged one.

    Raises
    ------
    ForeignCensusError
        If it is that of another puzzle: it is not overwritten.
    """
    path = census_path(folder, content)
    try:
        return read_census(path, puzzle, content)
    except ForeignCensusError:
        raise
    except StorageError as error:
        if not isinstance(error.__cause__, (FileNotFoundError, NotADirectoryError)):
            warnings.warn(f"{error}; building it again", DamagedTableWarning, stacklevel=3)
        return None


def _method_or_error(puzzle: Puzzle, content: Content, name: str) -> Method:
    if name == Halves.name and content is not Content.TILINGS:
        raise InputError("halves count tilings: take the method searches for solvability alone")
    if name == Halves.name and not jit.available():
        raise InputError("halves need numba, which is not here: take the method searches")
    if name not in {Halves.name, Searches.name}:
        raise InputError(f"no method {name!r}: take halves or searches")
    try:
        return _method(puzzle.format(), content, name)
    except HalvesTooLargeError as error:
        raise InputError(f"{error}: take the method searches") from error


def _shard_path(folder: Path, shard: int) -> Path:
    return folder / f"{shard:05d}.shard"


def _use_kept(folder: Path, task: Task, keep: Callable[[Task, bytes], None]) -> bool:
    """Use the shard that an earlier run left; tell whether there was a good one."""
    path = _shard_path(folder, task[3])
    try:
        keep(task, path.read_bytes())
    except (FileNotFoundError, NotADirectoryError):
        return False
    except (OSError, StorageError) as error:
        warnings.warn(f"{error}; doing {path.name} again", DamagedTableWarning, stacklevel=3)
        return False
    return True
