"""What a path to be written is, and how a file takes the place of another; :mod:`solver.runs.storage` uses both."""

from __future__ import annotations

import contextlib
import errno
import os
import re
import stat
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

if sys.platform == "win32":
    fcntl = None
else:
    import fcntl

_STREAMS = {"/dev/stdout": 1, "/dev/stderr": 2}
_DESCRIPTOR = re.compile(r"(?:/dev|/proc/self)/fd/([0-9]{1,9})")
_MOST_NAME = 200
"""Bytes of a file's name that are in the name of its temporary file: systems allow 255 in all."""


class UnwritableError(OSError):
    """What is there is neither a file nor a stream."""


@dataclass(frozen=True, slots=True)
class Target:
    """Where an output goes: the path behind any links, and what is there now, if anything."""

    path: Path
    found: os.stat_result | None
    descriptor: int | None = None

    @property
    def is_stream(self) -> bool:
        """Whether it is written to, rather than replaced: a character device, a pipe or an open descriptor."""
        if self.descriptor is not None:
            return True
        return self.found is not None and _is_stream(self.found.st_mode)

    def opened(self) -> BinaryIO:
        """Open a stream for writing."""
        if self.descriptor is not None:
            # Opened by its name, a standard output that is a file would be overwritten from its beginning.
            if self.descriptor == 1 and sys.stdout:
                sys.stdout.flush()
            return os.fdopen(os.dup(self.descriptor), "wb")
        handle = os.open(self.path, os.O_WRONLY | getattr(os, "O_NOCTTY", 0))
        if not _is_stream(os.fstat(handle).st_mode):
            os.close(handle)
            raise UnwritableError(errno.EINVAL, "it is no stream any more")
        return os.fdopen(handle, "wb")


def _is_stream(mode: int) -> bool:
    return stat.S_ISCHR(mode) or stat.S_ISFIFO(mode)


def target_of(path: Path) -> Target:
    """Look at what is at a path.

    Raises
    ------
    UnwritableError
        If it is a directory, a block device, a socket, or a link that leads nowhere.
    """
    named = _DESCRIPTOR.fullmatch(str(path))
    descriptor = int(named[1]) if named else _STREAMS.get(str(path))
    if descriptor is not None:
        return Target(path, os.fstat(descriptor), descriptor)
    try:
        found = path.stat()
    except FileNotFoundError:
        if path.is_symlink():
            raise UnwritableError(errno.ENOENT, "it is a link to a file that does not exist") from None
        return Target(path, None)
    for kind, is_kind in (
        ("a directory", stat.S_ISDIR),
        ("a block device", stat.S_ISBLK),
        ("a socket", stat.S_ISSOCK),
    ):
        if is_kind(found.st_mode):
            raise UnwritableError(errno.EISDIR, f"it is {kind}")
    return Target(Path(os.path.realpath(path)) if path.is_symlink() else path, found)


def is_standard_output(path: Path) -> bool:
    """Tell whether a path names the standard output of this process, so that nothing else should be printed there."""
    with contextlib.suppress(OSError):
        return target_of(path).descriptor == 1
    return False


@contextlib.contextmanager
def replaced(path: Path, *, like: os.stat_result | None = None) -> Iterator[Path]:
    """Give an empty file in the folder of ``path``, which takes its place at the end of the block; remove it on errors.

    The new file gets the permissions, and where possible the owner, of the file ``like``. What killed processes left
    of the same file is removed.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    remove_orphans(path)
    handle, part = _new_part(path)
    try:
        if fcntl is None:
            # Windows moves no open file.
            os.close(handle)
        yield part
        # Not all systems flush through a handle that can't write.
        with part.open("rb+") as file:
            os.fsync(file.fileno())
        _hand_on(part, like)
        part.replace(path)
        _flush_folder(path.parent)
    finally:
        with contextlib.suppress(OSError):
            part.unlink(missing_ok=True)
        if fcntl is not None:
            # All is on the disk already.
            with contextlib.suppress(OSError):
                os.close(handle)


def _prefix(path: Path) -> str:
    return f".{os.fsencode(path.name)[:_MOST_NAME].decode(errors='ignore')}."


def _new_part(path: Path) -> tuple[int, Path]:
    """Make a temporary file whose lock tells, as long as it is open, that somebody is writing it."""
    # It takes as long to import as many a command takes.
    import tempfile

    while True:
        handle, name = tempfile.mkstemp(prefix=_prefix(path), suffix=".part", dir=path.parent)
        if fcntl is None:
            return handle, Path(name)
        try:
            # Where a disk has no locks, nobody takes the file for an orphan either.
            with contextlib.suppress(OSError):
                fcntl.flock(handle, fcntl.LOCK_EX)
            if os.fstat(handle).st_nlink:
                return handle, Path(name)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            os.close(handle)
            raise
        # Another process took it for an orphan before it was locked.
        os.close(handle)


def remove_orphans(path: Path) -> None:
    """Remove temporary files of a path whose processes are gone."""
    if fcntl is None:
        return
    name = re.compile(rf"{re.escape(_prefix(path))}[a-z0-9_]{{8}}\.part")
    left: list[str] = []
    # A folder that can't be listed may be written to all the same.
    with contextlib.suppress(OSError), os.scandir(path.parent) as entries:
        left = [entry.path for entry in entries if name.fullmatch(entry.name)]
    for orphan in left:
        with contextlib.suppress(OSError):
            handle = os.open(orphan, os.O_RDWR | os.O_NOFOLLOW | os.O_NONBLOCK)
            try:
                fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
                Path(orphan).unlink()
            finally:
                os.close(handle)


def _hand_on(part: Path, like: os.stat_result | None) -> None:
    """Give a new file the permissions that it should have: mkstemp makes private files."""
    if like is None:
        part.chmod(0o666 & ~_UMASK)
        return
    mode = stat.S_IMODE(like.st_mode) & 0o777
    made = part.stat()
    if hasattr(os, "chown") and (made.st_uid, made.st_gid) != (like.st_uid, like.st_gid):
        try:
            os.chown(part, like.st_uid, like.st_gid)
        except OSError:
            try:
                os.chown(part, -1, like.st_gid)
            except OSError:
                # What one group might do is not given to another.
                mode = mode & ~0o070 | (mode & 0o007) << 3
    part.chmod(mode)


def _flush_folder(folder: Path) -> None:
    """Make a rename outlast a power cut, where the system can."""
    if os.name == "posix":
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _read_umask() -> int:
    mask = os.umask(0o077)
    os.umask(mask)
    return mask


_UMASK = _read_umask()
"""Read once: to read it is to set it, for all threads."""
