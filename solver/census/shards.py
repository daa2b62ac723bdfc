"""The shards of a census: parts that are computed anywhere, checked, and kept as files until the census is whole.

Whoever computed a shard may have computed wrongly, so they are checked before a census is kept. A few boards of each
are counted again in this process by the search kernel of ``bitmask``, which boards nobody can foresee; that is another
program than ``halves``, and for ``searches`` the same one on this machine. Where shards are done twice, by different
workers, they must be the same to the byte. At last all tilings together are compared with the grand total of a program
that shares no code with either.
"""

from __future__ import annotations

import contextlib
import io
import warnings
from functools import lru_cache
from pathlib import Path
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from solver.census.census_file import Content, ForeignCensusError
from solver.census.grand_total import grand_total
from solver.census.methods import Halves, HalvesTooLargeError, Searches
from solver.errors import DamagedTableWarning, InputError, SolverError, StorageError
from solver.exact_cover.batches import BatchSolver
from solver.polyform.board import Board
from solver.polyform.puzzle import Puzzle
from solver.polyform.symmetry import Masks
from solver.runs import DoneTwice, jit
from solver.runs.storage import headed, read_header, sha256, write_atomic

SCHEMA = "dicelab/census-shard/1"

SAMPLE = 4
"""Boards of a shard that are counted again."""

MOST_STATES = 1 << 21
"""Most states of the program for the grand total, some 300 MB; a puzzle that needs more is checked by samples alone."""


class CensusMethod(Protocol):
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
"""The task of a worker: puzzle, content, name of the method, shard."""


@lru_cache(maxsize=2)
def method_named(puzzle_text: str, content: Content, name: str) -> CensusMethod:
    """Return the method of that name, with the tables that its shards share.

    Raises
    ------
    HalvesTooLargeError
        If it is halves, and they do not fit.

    Examples
    --------
    >>> method_named("3x4/3:I1,I2,I3,L3", Content.TILINGS, "searches").name
    'searches'
    """
    puzzle = Puzzle.parse(puzzle_text)
    if name == Halves.name:
        halves = Halves(puzzle)
        halves.prepare()
        return halves
    return Searches(puzzle, None if content is Content.TILINGS else 1)


def work(task: Task) -> tuple[int, bytes]:
    """Do one shard, anywhere; the bytes depend on the task only."""
    puzzle_text, content, name, shard = task
    method = method_named(puzzle_text, content, name)
    try:
        answers = method.answers(shard)
    except HalvesTooLargeError:
        # The same boards in the same order, one by one.
        puzzle = Puzzle.parse(puzzle_text)
        answers = BatchSolver(puzzle.problem, len(puzzle.pieces)).counts(method.boards(shard))
    return shard, headed(SCHEMA, _fields(task), answers.astype("<u8").tobytes())


class ShardFolder:
    """The shards of one census on disk; those that two workers counted alike stand apart from the others."""

    def __init__(self, folder: Path, content: Content, method: str, *, recounted: bool = False) -> None:
        self.home = folder
        self.recounted = recounted
        self._folder = folder / f"{content}-{method}{'-recounted' if recounted else ''}-shards"

    def _path(self, shard: int) -> Path:
        return self._folder / f"{shard:05d}.shard"

    def exists(self) -> bool:
        """Tell whether a run left shards."""
        return self._folder.is_dir()

    def write(self, shard: int, data: bytes) -> None:
        """Keep a shard."""
        write_atomic(self._path(shard), data)

    def read(self, task: Task, number: int) -> NDArray[np.uint64] | None:
        """Return the answers that an earlier run left; ``None`` where there are none, or (with a warning) damaged ones.

        Raises :class:`ForeignCensusError` if they are those of another puzzle.
        """
        path = self._path(task[3])
        try:
            return answers_of(path.read_bytes(), task, number)
        except (FileNotFoundError, NotADirectoryError):
            return None
        except ForeignCensusError as error:
            raise ForeignCensusError(f"{path} {error}") from error
        except (OSError, StorageError) as error:
            warnings.warn(f"{path} {error}; it is computed again", DamagedTableWarning, stacklevel=4)
            return None

    def remove(self) -> None:
        """Remove the shards, and nothing else that may be there."""
        with contextlib.suppress(OSError):
            for pattern in ("[0-9]*.shard", ".[0-9]*.shard.*.part"):
                for path in self._folder.glob(pattern):
                    path.unlink()
            self._folder.rmdir()


def answers_of(data: bytes, task: Task, number: int) -> NDArray[np.uint64]:
    """Return the answers of a shard.

    Raises :class:`ForeignCensusError` if it is of another puzzle, and :class:`StorageError` if it is damaged, cut
    short, or of another part, method or version.
    """
    file = io.BytesIO(data)
    header = read_header(file, SCHEMA)
    body = file.read()
    if header.get("puzzle") != task[0]:
        raise ForeignCensusError(f"is a part of a census of {header.get('puzzle')!s:.60}: name another folder")
    if header["body"] != sha256(body):
        raise StorageError("is damaged: its checksum does not match")
    if header != {"schema": SCHEMA, **_fields(task), "body": header["body"]}:
        raise StorageError("is another part, or was made by another version")
    if len(body) != 8 * number:
        raise StorageError("is of another number of boards")
    return np.frombuffer(body, "<u8").astype(np.uint64)


def _fields(task: Task) -> dict[str, object]:
    puzzle_text, content, name, shard = task
    return {
        "puzzle": puzzle_text,
        "content": content,
        "method": name,
        "shard": shard,
        "sources": jit.source_stamp(),
    }


# ------------------------------------------------------------ checks


class WrongCensusError(SolverError):
    """A program or a machine that took part in a census computed wrongly."""


class SampleCheck:
    """Counts some boards of every shard again; ``most`` is where counting stops."""

    def __init__(self, puzzle: Puzzle, most: int | None) -> None:
        self._puzzle = puzzle
        self._most = most
        self._solver = BatchSolver(puzzle.problem, len(puzzle.pieces))
        self._generator = np.random.default_rng()

    def require(self, shard: int, boards: Masks, answers: NDArray[np.uint64]) -> None:
        """Refuse a shard if one of its recounted boards has a wrong answer."""
        if not len(boards):
            return
        drawn = np.unique(self._generator.integers(0, len(boards), SAMPLE))
        found = self._solver.counts(boards[drawn], self._most)
        wrong = np.flatnonzero(found != answers[drawn])
        if len(wrong):
            place = drawn[wrong[0]]
            board = Board(int(boards[place]), self._puzzle.grid).format()
            said, right = int(answers[place]), int(found[wrong[0]])
            raise WrongCensusError(
                f"shard {shard} has {said:,} for board {board}, and a second count {right:,}: it is not kept; find the "
                "machine that computes wrongly, and go on"
            )


def differing_answers(done: DoneTwice[Task, tuple[int, bytes]]) -> str:
    """Return the message about a shard that came out differently when it was done again, with who did it.

    One board that differs is counted here, so that the message tells whose answer is wrong.
    """
    puzzle_text, content, method, shard = done.task
    boards = method_named(puzzle_text, content, method).boards(shard)
    try:
        first, second = (answers_of(data, done.task, len(boards)) for _, data in done.results)
        place = int(np.flatnonzero(first != second)[0])
    except (StorageError, IndexError):
        what = "one of them is not even of the right form"
    else:
        puzzle = Puzzle.parse(puzzle_text)
        most = None if content is Content.TILINGS else 1
        right = int(BatchSolver(puzzle.problem, len(puzzle.pieces)).counts(boards[place : place + 1], most)[0])
        board = Board(int(boards[place]), puzzle.grid).format()
        what = f"for board {board} {int(first[place]):,} and {int(second[place]):,}, and a count here has {right:,}"
    return (
        f"shard {shard} differs as {done.by[0]} and as {done.by[1]} have it ({what}): it is not kept; leave out the "
        "one that computes wrongly, and continue with the same command"
    )


def require_grand_total(puzzle: Puzzle, total: int) -> None:
    """Refuse a number of tilings of all boards that differs from the grand total, where that can be computed."""
    try:
        expected = grand_total(puzzle, most_states=MOST_STATES)
    except InputError:
        return
    if total != expected:
        raise WrongCensusError(
            f"the census has {total:,} tilings in all, but there are {expected:,}: nothing is kept; find the machine "
            "that computes wrongly, and build the census again"
        )
