"""The ways to a census: which method is the quickest, and its shards. A build that was killed goes on where it was."""

from __future__ import annotations

import contextlib
import warnings
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import product
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from solver.census.census_file import (
    Content,
    ForeignCensusError,
    Settled,
    census_path,
    file_bytes,
    kept_folder,
    read_file,
    require_room,
)
from solver.census.distribution import distribution
from solver.census.methods import Halves, HalvesTooLargeError, Searches
from solver.census.packed import unpack
from solver.census.shards import (
    CensusMethod,
    SampleCheck,
    ShardFolder,
    Task,
    WrongCensusError,
    answers_of,
    differing_answers,
    method_named,
    require_grand_total,
    work,
)
from solver.errors import DamagedTableWarning, InputError, SolverError, StorageError
from solver.polyform.orbits import orbits_of, require_census
from solver.polyform.puzzle import Puzzle
from solver.polyform.symmetry import Masks
from solver.runs import Runner, TwiceRunner, jit, threads
from solver.runs.progress import Progress, silent
from solver.runs.storage import remove_orphans, write_atomic

METHODS = (Halves.name, Searches.name)


def choose_method(puzzle: Puzzle, content: Content) -> str:
    """Return the name of the quickest method for a puzzle.

    Tilings are counted by halves where these fit in memory; a search for each orbit does all else.

    Raises
    ------
    InputError
        If there are too many boards.

    Examples
    --------
    >>> choose_method(Puzzle.parse("3x4/3:I1,I2,I3,L3"), Content.SOLVABILITY)
    'searches'
    """
    require_census(puzzle.grid, puzzle.blockers)
    if content is Content.TILINGS and jit.available():
        with contextlib.suppress(HalvesTooLargeError):
            return method_named(puzzle.format(), content, Halves.name).name
    return Searches.name


def settle_all(
    puzzle: Puzzle,
    content: Content,
    folder: Path | None,
    method: str | None = None,
    jobs: int = 1,
    runner: Runner | TwiceRunner | None = None,
    progress: Progress = silent,
) -> Settled:
    """Settle all orbits of a puzzle without restrictions; see :func:`solver.census.build_census`."""
    require_census(puzzle.grid, puzzle.blockers)
    if folder is None:
        with kept_folder(puzzle, content) as kept:
            if method is None and runner is None:
                unpack(puzzle, content, census_path(kept, content))
            return settle_all(puzzle, content, kept, method, jobs, runner, progress)
    found = _finished(puzzle, content, folder)
    recount = isinstance(runner, TwiceRunner)
    if found is not None and not (recount and _is_recounted(folder, content)):
        if recount:
            raise InputError(
                f"{census_path(folder, content)} is finished, and does not tell whether it was recounted: name a new "
                "--folder for --recount, or check it by dicelab census verify"
            )
        # A run may have been killed when all but its shards was done, or while another wrote the same file.
        remove_orphans(census_path(folder, content))
        _remove_shards(folder, content)
        return found
    name = choose_method(puzzle, content) if method is None else method
    _require_method(puzzle, content, name)
    require_room(folder, census_path(folder, content))
    shards = ShardFolder(folder, content, name, recounted=recount)
    do = partial(_alike, runner) if isinstance(runner, TwiceRunner) else partial(runner or threads(jobs), work)
    return _in_shards(puzzle, content, shards, name, do, progress)


def _alike(recount: TwiceRunner, tasks: Iterable[Task]) -> Iterator[tuple[int, bytes]]:
    """Do shards twice, and refuse one that is not the same both times."""
    for done in recount(work, tasks):
        (_, data), other = done.results
        if done.results[0] != other:
            raise WrongCensusError(differing_answers(done))
        yield done.task[3], data


def _is_recounted(folder: Path, content: Content) -> bool:
    """Tell whether a run that recounts was killed when all but its shards was done: no other leaves them."""
    return any(ShardFolder(folder, content, name, recounted=True).exists() for name in METHODS)


def _remove_shards(folder: Path, content: Content) -> None:
    for name, recounted in product(METHODS, (True, False)):
        ShardFolder(folder, content, name, recounted=recounted).remove()


def _in_shards(
    puzzle: Puzzle,
    content: Content,
    shards: ShardFolder,
    name: str,
    do: Callable[[list[Task]], Iterator[tuple[int, bytes]]],
    progress: Progress,
) -> Settled:
    parts = method_named(puzzle.format(), content, name)
    gathered = _Gathered(puzzle, content, parts)
    folder = shards.home
    left = []
    for shard in range(parts.shards):
        task = (puzzle.format(), content, name, shard)
        boards = parts.boards(shard)
        kept = shards.read(task, len(boards))
        if kept is None:
            left.append(task)
        else:
            gathered.take(boards, kept)
    progress(gathered.settled, len(gathered.answers))
    for shard, data in do(left):
        gathered.add((puzzle.format(), content, name, shard), data)
        try:
            shards.write(shard, data)
        except StorageError:
            # Another process may have finished the same census, and taken its shards away.
            finished = None if shards.recounted else _finished(puzzle, content, folder)
            if finished is None:
                raise
            return finished
        progress(gathered.settled, len(gathered.answers))
    orbits, answers = gathered.whole()
    if content is Content.TILINGS:
        try:
            require_grand_total(puzzle, distribution(answers, orbits.sizes).sum)
        except WrongCensusError:
            # Nobody knows which of them is wrong.
            shards.remove()
            raise
    write_atomic(census_path(folder, content), file_bytes(puzzle, content, orbits, answers))
    _remove_shards(folder, content)
    return orbits, answers


def _finished(puzzle: Puzzle, content: Content, folder: Path) -> Settled | None:
    """Read the finished census in a folder; ``None`` where there is none, or (with a warning) a damaged one.

    That of another puzzle is an error: it is not overwritten.
    """
    try:
        return read_file(census_path(folder, content), puzzle, content)
    except ForeignCensusError:
        raise
    except StorageError as error:
        if not isinstance(error.__cause__, (FileNotFoundError, NotADirectoryError)):
            warnings.warn(f"{error}; building it again", DamagedTableWarning, stacklevel=3)
        return None


class _Gathered:
    """The answers so far."""

    def __init__(self, puzzle: Puzzle, content: Content, parts: CensusMethod) -> None:
        self._parts = parts
        self._orbits = orbits_of(puzzle.grid, puzzle.blockers)
        self.answers = np.zeros(len(self._orbits), np.uint64)
        self._seen = np.zeros(len(self._orbits), np.bool_)
        self._sample = SampleCheck(puzzle, None if content is Content.TILINGS else 1)

    @property
    def settled(self) -> int:
        """The number of orbits that are settled."""
        return int(self._seen.sum())

    def take(self, boards: Masks, answers: NDArray[np.uint64]) -> None:
        """Take the answers for some boards."""
        place = self._orbits.index(boards)
        self.answers[place] = answers
        self._seen[place] = True

    def add(self, task: Task, data: bytes) -> None:
        """Take a shard that was just made, here or elsewhere."""
        boards = self._parts.boards(task[3])
        try:
            answers = answers_of(data, task, len(boards))
        except StorageError as error:
            raise StorageError(f"shard {task[3]} {error}; have the same dicelab everywhere") from error
        self._sample.require(task[3], boards, answers)
        self.take(boards, answers)

    def whole(self) -> Settled:
        """Return the answers when every orbit is settled."""
        if not self._seen.all():
            raise SolverError(f"{int((~self._seen).sum())} orbits are in no shard: please report it")
        return self._orbits, self.answers


def _require_method(puzzle: Puzzle, content: Content, name: str) -> None:
    """Refuse a method that can't do the puzzle."""
    if name not in METHODS:
        raise InputError(f"no method {name!r}: take {' or '.join(METHODS)}")
    if name != Halves.name:
        return
    if content is not Content.TILINGS:
        raise InputError("--method halves computes tilings only: choose searches for solvability")
    if not jit.available():
        raise InputError("--method halves needs numba, which is not installed: choose searches")
    try:
        method_named(puzzle.format(), content, name)
    except HalvesTooLargeError as error:
        raise InputError(f"{error}: choose --method searches") from error
