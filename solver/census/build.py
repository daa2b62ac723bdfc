"""The ways to a census: which method is the quickest, and its shards. A build that was killed goes on where it was."""

from __future__ import annotations

import contextlib
import warnings
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from solver.census.census import Census, read_census, write_census
from solver.census.census_file import Content, ForeignCensusError, census_path
from solver.census.checks import SampleCheck, WrongCensusError, differing_answers, require_grand_total
from solver.census.folders import kept_folder, require_room
from solver.census.halves import Halves, HalvesTooLargeError
from solver.census.packed import unpack
from solver.census.searches import Searches, solvability
from solver.census.shards import CensusMethod, ShardFolder, Task, answers_of, method_named, work
from solver.errors import DamagedTableWarning, InputError, SolverError, StorageError
from solver.polyform.orbits import orbits_of, require_census
from solver.polyform.puzzle import Puzzle
from solver.polyform.symmetry import Masks
from solver.runs import Runner, TwiceRunner, jit, threads
from solver.runs.progress import Progress, silent
from solver.runs.storage import remove_orphans

WALK = "walk"
METHODS = (Halves.name, Searches.name, WALK)


def choose_method(puzzle: Puzzle, content: Content) -> str:
    """Return the name of the quickest method for a puzzle.

    Tilings are counted by halves where these fit in memory, and by a search for each orbit where not. Solvability is
    settled by the walk, which is over sooner than shards pay, where a monomino lets boards share their tilings.

    Raises
    ------
    InputError
        If there are too many boards.

    Examples
    --------
    >>> choose_method(Puzzle.parse("3x4/3:I1,I2,I3,L3"), Content.SOLVABILITY)
    'walk'
    """
    require_census(puzzle.grid, puzzle.blockers)
    if content is Content.SOLVABILITY and any(piece.order == 1 for piece in puzzle.kinds):
        return WALK
    if content is Content.TILINGS and jit.available():
        with contextlib.suppress(HalvesTooLargeError):
            return method_named(puzzle.format(), content, Halves.name).name
    return Searches.name


def build_census(
    puzzle: Puzzle,
    content: Content,
    *,
    folder: Path | None = None,
    method: str | None = None,
    jobs: int = 1,
    runner: Runner | TwiceRunner | None = None,
    progress: Progress = silent,
) -> Census:
    """Return the census in a folder, by default of the cache; build it first, or go on, where it is not finished.

    One that comes with the package is unpacked into the cache instead, unless a folder, a method or a runner is named.

    What is computed and kept is the census of :attr:`Puzzle.unrestricted`: labels and cells that stay free make no new
    one.

    Parameters
    ----------
    method
        ``halves``, ``searches`` or ``walk`` (solvability alone); by default the quickest. The census is the same.
    runner
        Does the shards of ``halves`` and ``searches`` in place of the threads; the walk is done here. By one that does
        them twice only those are kept that come out alike, and those that an earlier run did once are done again.
    progress
        Called with the orbits settled so far (in a walk: the boards) and the number of all.

    Raises
    ------
    InputError
        If there are too many boards, the method can't do the puzzle, or a census that is to be recounted is finished.
    ForeignCensusError
        If the folder holds the census of another puzzle, or a part of it: nothing is overwritten.
    StorageError
        If a file can't be written; nothing is lost, and the next call goes on.
    WrongCensusError
        If a board that is counted again, a shard that is done twice, or the tilings of all boards together show that
        something computed wrongly.

    Warns
    -----
    DamagedTableWarning
        If a file was there and could not be used: it is made again; or if the cache folder can't keep the census, which
        is built in a temporary folder and returned all the same.

    Examples
    --------
    >>> build_census(Puzzle.parse("3x4/3:I1,I2,I3,L3"), Content.TILINGS).total
    1936
    """
    require_census(puzzle.grid, puzzle.blockers)
    again = partial(build_census, method=method, jobs=jobs, runner=runner, progress=progress)
    if puzzle != puzzle.unrestricted:
        return replace(again(puzzle.unrestricted, content, folder=folder), puzzle=puzzle)
    if folder is None:
        with kept_folder(puzzle, content) as kept:
            if method is None and runner is None:
                unpack(puzzle, content, census_path(kept, content))
            return again(puzzle, content, folder=kept)
    found = finished_census(puzzle, content, folder)
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
    if method is None and name == WALK and runner is not None:
        name = Searches.name
    _require_method(puzzle, content, name)
    require_room(folder, census_path(folder, content))
    if name == WALK:
        if recount:
            raise InputError("--method walk has no shards to recount: choose searches")
        return _walked(puzzle, folder, jobs, progress)
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


def _shard_folders(folder: Path, content: Content, *, recounted: Iterable[bool]) -> list[ShardFolder]:
    return [ShardFolder(folder, content, name, recounted=done) for name in METHODS for done in recounted]


def _is_recounted(folder: Path, content: Content) -> bool:
    """Tell whether a run that recounts was killed when all but its shards was done: no other leaves them."""
    return any(shards.exists() for shards in _shard_folders(folder, content, recounted=[True]))


def _remove_shards(folder: Path, content: Content) -> None:
    for shards in _shard_folders(folder, content, recounted=[True, False]):
        shards.remove()


def _walked(puzzle: Puzzle, folder: Path, jobs: int, progress: Progress) -> Census:
    """Settle all boards in this process."""
    orbits = orbits_of(puzzle.grid, puzzle.blockers)
    solvable = solvability(puzzle, jobs=jobs, progress=progress)
    answers = solvable[orbits.ranks(orbits.representatives)].astype(np.uint64)
    census = Census(puzzle, orbits, answers, Content.SOLVABILITY)
    write_census(census_path(folder, Content.SOLVABILITY), census)
    return census


def _in_shards(
    puzzle: Puzzle,
    content: Content,
    shards: ShardFolder,
    name: str,
    do: Callable[[list[Task]], Iterator[tuple[int, bytes]]],
    progress: Progress,
) -> Census:
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
            finished = None if shards.recounted else finished_census(puzzle, content, folder)
            if finished is None:
                raise
            return finished
        progress(gathered.settled, len(gathered.answers))
    census = gathered.census()
    if census.counts_tilings:
        try:
            require_grand_total(puzzle, census.total)
        except WrongCensusError:
            # Nobody knows which of them is wrong.
            shards.remove()
            raise
    write_census(census_path(folder, content), census)
    _remove_shards(folder, content)
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


class _Gathered:
    """The answers so far."""

    def __init__(self, puzzle: Puzzle, content: Content, parts: CensusMethod) -> None:
        self._puzzle, self._content, self._parts = puzzle, content, parts
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

    def census(self) -> Census:
        """Return the census when every orbit is settled."""
        if not self._seen.all():
            raise SolverError(f"{int((~self._seen).sum())} orbits are in no shard: please report it")
        return Census(self._puzzle, self._orbits, self.answers, self._content)


def _require_method(puzzle: Puzzle, content: Content, name: str) -> None:
    """Refuse a method that can't do the puzzle."""
    if name not in METHODS:
        raise InputError(f"no method {name!r}: take {', '.join(METHODS[:-1])} or {METHODS[-1]}")
    if name == WALK and content is Content.TILINGS:
        raise InputError("--method walk computes solvability only: choose halves or searches for tilings")
    if name != Halves.name:
        return
    if content is not Content.TILINGS:
        raise InputError("--method halves computes tilings only: choose searches or walk for solvability")
    if not jit.available():
        raise InputError("--method halves needs numba, which is not installed: choose searches")
    try:
        method_named(puzzle.format(), content, name)
    except HalvesTooLargeError as error:
        raise InputError(f"{error}: choose --method searches") from error
