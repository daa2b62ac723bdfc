"""The folder of a run: its lock, its checkpoint, its files and its manifest.

Every file is written whole and atomically. The checkpoint carries a schema, the version that wrote it and a checksum;
the one before is kept, and all other files follow from it. A run holds the lock of its folder, so that no other writes
there meanwhile; the lock dies with its process.
"""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self, TypeVar

import msgspec

from solver.errors import InputError, OutputExistsError, StorageError
from solver.runs.manifest import MANIFEST, Manifest
from solver.runs.storage import json_text, previous, read_sealed, require_folder, sealed, sha256, write_atomic

if TYPE_CHECKING:
    from filelock import BaseFileLock

Value = TypeVar("Value")

CHECKPOINT = "checkpoint.json"
LOCK = ".lock"
"""The file that the operating system's lock is on; without that lock it means nothing."""
LOG = "log.jsonl"
RUNS = Path("runs")
"""The folder of runs, made where it is missing."""

_TRIES = 100
_SECONDS = 0.2
"""How long the lock is tried for: the last holder may be just removing its file."""


@dataclass(frozen=True, slots=True)
class RunKind:
    """The runs of a room.

    ``command`` is the verb, after which new folders are named ``evolve-001`` and so on. A checkpoint of another
    ``version`` of dicelab is refused, since the same settings might lead elsewhere there; ``checkpoints`` are the
    schemas that one may have. ``files`` are the other files of a run besides its manifest, names or patterns in the
    order of the manifest. Messages call the run by its ``noun``.

    Examples
    --------
    >>> RunKind("paint", "1.0", ("paint/state/1",), ("picture.svg",)).noun
    'run'
    """

    command: str
    version: str
    checkpoints: tuple[str, ...]
    files: tuple[str, ...]
    noun: str = "run"


class RunFolder:
    """One run on disk, made by :meth:`create`, :meth:`create_next`, :meth:`open` or :meth:`claim`.

    These return it with its lock held; ``with folder:`` gives the lock back at its end. A ``with`` within another
    changes nothing, and one after it takes the lock again.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> kind = RunKind("paint", "1.0", ("paint/state/1",), ("picture.svg",))
    >>> with TemporaryDirectory() as place, RunFolder.create(Path(place) / "run", kind) as folder:
    ...     folder.write("picture.svg", "<svg/>")
    ...     (folder.path / "picture.svg").read_text()
    '<svg/>'
    """

    def __init__(self, path: Path, kind: RunKind) -> None:
        self.path = path
        self.kind = kind
        self.checkpoint: Path = path / CHECKPOINT
        self._lock = _FolderLock(path, kind.noun)
        self._depth = 0
        self._is_new = False

    def __enter__(self) -> Self:
        self._lock.take()
        self._depth += 1
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._depth -= 1
        if not self._depth:
            self._lock.release()

    @classmethod
    def create(cls, path: Path, kind: RunKind, *, force: bool = False) -> Self:
        """Take an empty or new folder for a run; refuse one that holds anything, or where a run is going on.

        The folder above it must be there, except ``RUNS``, which is made.

        With ``force`` an earlier run is replaced: its files are removed when the new one writes its first. Other
        folders are refused all the same.
        """
        if path.parent == RUNS:
            RUNS.mkdir(exist_ok=True)
        require_folder(path)
        folder = cls(path, kind)
        folder._claim()
        try:
            folder._require_free(force=force)
        except BaseException:
            folder._lock.release()
            raise
        folder._is_new = True
        return folder

    @classmethod
    def create_next(cls, parent: Path, kind: RunKind) -> Self:
        """Make ``parent/evolve-001``, or the next number that is free."""
        parent.mkdir(parents=True, exist_ok=True)
        number = 1
        while True:
            folder = cls(parent / f"{kind.command}-{number:03d}", kind)
            try:
                # Of two runs that begin at once, one makes the folder and the other gets the error.
                folder.path.mkdir()
            except FileExistsError:
                number += 1
                continue
            folder._lock.take(made=True)
            return folder

    @classmethod
    def open(cls, path: Path, kind: RunKind) -> Self:
        """Take a folder to resume its run; refuse one that is not there, or where a run is going on."""
        folder = cls(path, kind)
        folder._require_folder()
        folder._lock.take()
        return folder

    @classmethod
    def claim(cls, path: Path, kind: RunKind) -> Self:
        """Take a folder, made if need be, whatever it holds: for runs that go on by themselves where they ended."""
        require_folder(path)
        folder = cls(path, kind)
        folder._claim()
        return folder

    def _claim(self) -> None:
        if self.path.exists() and not self.path.is_dir():
            raise OutputExistsError(f"{self.path} is a file: pass another --out")
        self._lock.take()

    def _require_folder(self) -> None:
        if not self.path.is_dir():
            raise InputError(f"--resume {self.path}: no such folder")

    def _require_free(self, *, force: bool) -> None:
        # Hidden files are locks, and the remains of a file that was never whole.
        if all(file.name.startswith(".") for file in self.path.iterdir()):
            return
        if not force:
            raise OutputExistsError(f"{self.path} exists: pass --resume {self.path}, --force, or another --out")
        if not any(map(self.holds, self.kind.checkpoints)):
            raise OutputExistsError(
                f"{self.path} has files that do not belong to a {self.kind.noun}: pass another --out"
            )

    def holds(self, schema: str) -> bool:
        """Tell whether there is a checkpoint of a schema, whole or damaged."""
        files = (self.checkpoint, previous(self.checkpoint))
        return any(file.is_file() and schema.encode() in file.read_bytes() for file in files)

    def _begin(self) -> None:
        """Remove an earlier run: not before there is something to put in its place."""
        if self._is_new:
            self._is_new = False
            self._unlink_folders()
            for file in (self.path / MANIFEST, *self._written(), self.checkpoint, previous(self.checkpoint)):
                file.unlink(missing_ok=True)
            self.clear_parts()

    def _unlink_folders(self) -> None:
        """Remove symbolic links in the place of folders of the run: they lead to files of others."""
        for pattern in self.kind.files:
            link = self.path / pattern.rpartition("/")[0]
            if link != self.path and link.is_symlink():
                link.unlink()

    def clear(self) -> None:
        """Remove what follows from the checkpoint, which stays: the run goes on to another end."""
        for file in (self.path / MANIFEST, *self._written()):
            file.unlink(missing_ok=True)

    def clear_parts(self) -> None:
        """Remove the unfinished files of a killed run; only under the lock, since a living run has such files too."""
        for name in (CHECKPOINT, f"{CHECKPOINT}.previous", MANIFEST, *self.kind.files):
            folder, _, pattern = name.rpartition("/")
            for left in (self.path / folder).glob(f".{pattern}.*.part"):
                left.unlink(missing_ok=True)

    def _written(self) -> Iterator[Path]:
        """Yield the files of the run that follow from its checkpoint, those that are there."""
        for pattern in self.kind.files:
            yield from sorted(self.path.glob(pattern))

    def save(self, schema: str, value: Any) -> None:  # noqa: ANN401 - whatever msgspec writes
        """Write a checkpoint, from a msgspec struct, a dataclass or a dictionary; the one before is kept."""
        self._begin()
        content = {"version": self.kind.version, **msgspec.to_builtins(value, str_keys=True)}
        write_atomic(self.checkpoint, sealed(schema, content), keep_previous=True)

    def load(self, schema: str, kind: type[Value], warn: Callable[[str], None]) -> Value:
        """Read the last checkpoint that is whole.

        A damaged one is put aside as ``checkpoint.json.damaged`` and reported by ``warn``, and the one before is used.
        One with other fields than its type has is damaged too.

        Raises
        ------
        InputError
            If there is no whole checkpoint, or another version of dicelab wrote it.
        OutputExistsError
            If a run is going on in the folder.
        """
        self._require_folder()
        with self:
            problems = []
            for path in (self.checkpoint, previous(self.checkpoint)):
                try:
                    loaded = self._read(path, schema, kind)
                except StorageError as error:
                    problems.append(str(error))
                    continue
                self.clear_parts()
                for problem in problems:
                    warn(f"{problem}; going on from the checkpoint before")
                    # Moved, so that the next checkpoint does not put it in the place of the one that is whole.
                    if self.checkpoint.exists():
                        self.checkpoint.replace(self.checkpoint.with_name(f"{CHECKPOINT}.damaged"))
                return loaded
        raise InputError(f"--resume {self.path}: no whole checkpoint of a {self.kind.noun} ({problems[0]})")

    def _read(self, path: Path, schema: str, kind: type[Value]) -> Value:
        value = read_sealed(path, schema)
        del value["schema"]
        version = value.pop("version", None)
        if isinstance(version, str) and version != self.kind.version:
            noun = self.kind.noun
            raise InputError(
                f"--resume {self.path}: dicelab {version} wrote this {noun} and this is dicelab {self.kind.version}: "
                f"resume it with that version, or start a new {noun}"
            )
        try:
            loaded = msgspec.convert(value, kind, str_keys=True)
        except msgspec.ValidationError as error:
            raise StorageError(f"{path} is damaged: {error}") from error
        if version is None or _has_more(value, msgspec.to_builtins(loaded, str_keys=True)):
            raise StorageError(f"{path} is damaged: it has other fields than a checkpoint")
        return loaded

    def write(self, name: str, data: bytes | str) -> None:
        """Write one file of the run, which is among those of the kind."""
        self._begin()
        write_atomic(self.path / name, data if isinstance(data, bytes) else data.encode())

    def log(self, rows: Iterable[Mapping[str, Any]]) -> None:
        """Write the log up to the checkpoint: each row a JSON object on a line of its own."""
        self.write(LOG, "".join(json_text(row) + "\n" for row in rows))

    def finish(self, *, seed: int | None, command: str | None = None, confirmed_by: Sequence[str] = ()) -> None:
        """Write the manifest, with the checksums of all files that are there; the command is the verb by default."""
        files = [file for file in (self.checkpoint, *self._written()) if file.exists()]
        Manifest(
            command=command or self.kind.command,
            seed=seed,
            version=self.kind.version,
            confirmed_by=tuple(confirmed_by),
            files={file.relative_to(self.path).as_posix(): sha256(file.read_bytes()) for file in files},
        ).write(self.path)


def _has_more(value: object, other: object) -> bool:
    """Tell whether a JSON value has fields that another has not; msgspec leaves out those of dataclasses."""
    if isinstance(value, dict) and isinstance(other, dict):
        return any(name not in other or _has_more(inner, other[name]) for name, inner in value.items())
    if isinstance(value, (list, tuple)) and isinstance(other, (list, tuple)):
        return any(map(_has_more, value, other))
    return False


class _FolderLock:
    """Held by one run at a time.

    The folder is made if need be, and removed again on release if it was made here and nothing was written to it.
    """

    def __init__(self, folder: Path, noun: str) -> None:
        self._folder = folder
        self._noun = noun
        self._lock: BaseFileLock | None = None
        self._made = False

    def take(self, *, made: bool = False) -> None:
        """Take the lock, unless it is held here; ``made`` tells that the caller has just made the folder."""
        if self._lock:
            return
        # It takes 30 ms to import.
        from filelock import FileLock, Timeout

        # Held by whichever thread of this process, and never by a mere file, which would outlast a kill.
        lock = FileLock(self._folder / LOCK, thread_local=False, fallback_to_soft=False)
        if (self._folder / LOCK).is_symlink():
            # Some versions of filelock would make the file that it leads to.
            raise InputError(f"{self._folder / LOCK} is a symbolic link: remove it")
        self._made = made
        for _ in range(_TRIES):
            try:
                with contextlib.suppress(FileExistsError):
                    self._folder.mkdir(parents=True)
                    self._made = True
                lock.acquire(timeout=_SECONDS, poll_interval=_SECONDS / 10)
            except Timeout:
                raise OutputExistsError(
                    f"another {self._noun} is running in {self._folder}: wait until it ends, or pass another --out"
                ) from None
            except FileNotFoundError:
                continue  # A run that wrote nothing has just removed the folder.
            except OSError as error:
                raise InputError(
                    f"{self._folder} can't be locked ({error.strerror or error}): pass a folder on another disk"
                ) from error
            self._lock = lock
            return
        raise InputError(f"{self._folder} can't be locked: it is removed again and again")

    def release(self) -> None:
        """Give the lock back and remove its file."""
        if not self._lock:
            return
        # Removed while it is held, so that nobody's lock is taken away. Windows removes no open file.
        if sys.platform != "win32":
            self._remove()
        self._lock.release()
        self._lock = None
        if sys.platform == "win32":
            self._remove()
        if self._made:
            with contextlib.suppress(OSError):
                self._folder.rmdir()

    def _remove(self) -> None:
        with contextlib.suppress(OSError):
            (self._folder / LOCK).unlink(missing_ok=True)
