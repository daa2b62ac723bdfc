"""The shards of a census: parts that are computed anywhere, checked, and kept as files until the census is whole."""

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
from solver.census.halves import Halves, HalvesTooLargeError
from solver.census.searches import Searches
from solver.errors import DamagedTableWarning, StorageError
from solver.exact_cover.batches import BatchSolver
from solver.polyform.puzzle import Puzzle
from solver.polyform.symmetry import Masks
from solver.runs import jit
from solver.runs.storage import headed, read_header, sha256, write_atomic

SCHEMA = "dicelab/census-shard/1"


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
"""What a worker is told: puzzle, content, name of the method, shard."""


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

    Raises
    ------
    ForeignCensusError
        If it is of another puzzle.
    StorageError
        If it is damaged, cut short, or of another part, method or version.
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
