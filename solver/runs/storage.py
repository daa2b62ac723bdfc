"""Files that survive a kill: written whole or not at all, with a schema and a checksum, read as data."""

from __future__ import annotations

import contextlib
import errno
import json
import os
import re
import stat
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

from solver.errors import OutputExistsError, StorageError
from solver.registry import distrust

if sys.platform == "win32":
    fcntl = None
else:
    import fcntl

_MOST_HEADER = 1 << 16
_STREAMS = {"/dev/stdout": 1, "/dev/stderr": 2}
_DESCRIPTOR = re.compile(r"(?:/dev|/proc/self)/fd/([0-9]{1,9})")
_MOST_NAME = 200
"""Bytes of a file's name that are in the name of its temporary file: systems allow 255 in all."""


class UnwritableError(OSError):
    """A path leads to neither a file nor a stream."""


@dataclass(frozen=True, slots=True)
class Target:
    """The target of an output: the path behind any links, and the status of a file that is there now."""

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
    """Return the target of a path.

    Raises :class:`UnwritableError` if it is a directory, a block device, a socket, or a link that leads nowhere.
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

    The new file gets the permissions, and where possible the owner, of the file ``like``. Remains of killed
    processes are removed.
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
                # The rights of one group are not given to another.
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


@contextlib.contextmanager
def atomic_file(path: Path, *, keep_previous: bool = False) -> Iterator[Path]:
    """Write a file, piece by piece, so that a reader sees the old content or the new one, whatever happens in between.

    Gives an empty file in the same folder, to be filled and closed within the block. At the end it becomes ``path``,
    and with ``keep_previous`` the old file is kept as ``NAME.previous``; where the block raises, it is removed.
    A file that was there hands on its permissions, and its owner where that is allowed. A symbolic link stays, and the
    file that it leads to is replaced. A character device, a pipe or a standard stream (``/dev/null``, ``/dev/stdout``)
    is written to: there the empty file is in a temporary folder, and is copied at the end.

    Raises :class:`StorageError` if it can't be written (a full disk, no permission, a directory, a block device, a link
    that leads nowhere), by any ``OSError`` of the block too; the old file is still there.
    """
    target = None
    try:
        target = target_of(path)
        if target.is_stream:
            with _copied(target) as part:
                yield part
        else:
            with replaced(target.path, like=target.found) as part:
                yield part
                if keep_previous and target.found:
                    # A copy, so that there is a whole file by this name at any moment.
                    with replaced(previous(target.path), like=target.found) as copy:
                        copy.write_bytes(target.path.read_bytes())
    except OSError as error:
        unchanged = "" if target and target.is_stream else ": nothing was changed"
        raise StorageError(f"{path} can't be written ({error.strerror or error}){unchanged}") from error


@contextlib.contextmanager
def _copied(target: Target) -> Iterator[Path]:
    # It takes as long to import as many a command takes.
    import shutil
    import tempfile

    with tempfile.TemporaryDirectory(prefix="dicelab-") as folder:
        part = Path(folder) / "part"
        part.touch()
        yield part
        with part.open("rb") as source, target.opened() as stream:
            shutil.copyfileobj(source, stream)


def write_atomic(path: Path, data: bytes, *, keep_previous: bool = False) -> None:
    """Write a whole content by :func:`atomic_file`."""
    with atomic_file(path, keep_previous=keep_previous) as part:
        part.write_bytes(data)


def require_folder(path: Path) -> None:
    """Refuse an output in a folder that does not exist: a folder made in silence hides a slip of the pen."""
    if not path.parent.is_dir():
        raise OutputExistsError(f"{path}: there is no folder {path.parent}: make it first, or name another")


def require_free(path: Path, *, force: bool) -> None:
    """Refuse an output that :func:`atomic_file` can't write, or a file that exists where ``force`` is off.

    To be called before the work is done. An output in a folder that does not exist is refused too. Streams such as
    ``/dev/null`` are never in the way.
    """
    require_folder(path)
    try:
        target = target_of(path)
    except UnwritableError as error:
        raise OutputExistsError(f"{path}: {error.strerror}: name another file") from error
    if target.found and not target.is_stream and not force:
        raise OutputExistsError(f"{path} exists: pass --force to overwrite it, or name another file")


def write_free(path: Path, data: bytes, *, force: bool) -> None:
    """Write a file atomically; refuse to overwrite one without ``force``."""
    require_free(path, force=force)
    write_atomic(path, data)


def previous(path: Path) -> Path:
    """Return where :func:`atomic_file` keeps the content before the last."""
    return path.with_name(path.name + ".previous")


def canonical_json(value: Any) -> bytes:
    """Return the canonical text of a JSON value, from which checksums are taken."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def sha256(data: bytes) -> str:
    """Return the checksum of some bytes in hexadecimal."""
    # Its library takes longer to be loaded than most of this package.
    import hashlib

    return hashlib.sha256(data).hexdigest()


def json_text(value: Any, **style: Any) -> str:
    r"""Return JSON for a file; a shell that reads the file as a script finds no command in the strings.

    In quotation marks a shell expands ``$`` and the backtick, which a name from elsewhere may have. Both are written as
    escapes, which any reader of JSON takes back. Checksums are of :func:`canonical_json`, which has them as they are.

    Examples
    --------
    >>> json_text("$(reboot)")
    '"\\u0024(reboot)"'
    """
    return json.dumps(value, **style).replace("$", "\\u0024").replace("`", "\\u0060")


def sealed(schema: str, content: dict[str, Any]) -> bytes:
    """Return a JSON file with a schema and the checksum of its content."""
    body = {"schema": schema, **content}
    return json_text({**body, "sha256": sha256(canonical_json(body))}, indent=1, ensure_ascii=False).encode() + b"\n"


def unsealed(data: bytes, schema: str) -> dict[str, Any]:
    """Return the content of a file made by :func:`sealed`; refuse a damaged one, and one of another schema."""
    try:
        value = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise StorageError("is damaged: it is not whole JSON") from error
    if not isinstance(value, dict) or value.get("schema") != schema:
        found = value.get("schema") if isinstance(value, dict) else None
        raise StorageError(f"has schema {found!r}, not {schema!r}")
    checksum = value.pop("sha256", None)
    try:
        matches = checksum == sha256(canonical_json(value))
    except (ValueError, RecursionError):
        # A lone surrogate can be read, but not be written.
        matches = False
    if not matches:
        raise StorageError("is damaged: its checksum does not match")
    return value


def headed(schema: str, fields: dict[str, Any], body: bytes) -> bytes:
    """Return a file of a header, which is JSON on one line, and a body of bytes; checksums cover both."""
    head = {"schema": schema, **fields, "body": sha256(body)}
    return json_text({**head, "sha256": sha256(canonical_json(head))}).encode() + b"\n" + body


def read_header(file: BinaryIO, schema: str) -> dict[str, Any]:
    """Read the header of a file made by :func:`headed`, checked as :func:`unsealed` does; the body comes next.

    Its field ``body`` is the checksum that the body must have.
    """
    header = unsealed(file.readline(_MOST_HEADER), schema)
    if "body" not in header:
        raise StorageError("is damaged: its header tells nothing of its body")
    return header


def read_regular(path: Path) -> bytes:
    """Return the bytes of a file; a device never ends, and a pipe may never begin: they raise :class:`OSError`."""
    if path.exists() and not path.is_file():
        raise OSError(errno.EINVAL, "it is no regular file", str(path))
    return path.read_bytes()


def read_sealed(path: Path, schema: str) -> dict[str, Any]:
    """Read a sealed file; the error names it."""
    try:
        content = unsealed(read_regular(path), schema)
    except OSError as error:
        raise StorageError(f"{path} can't be read ({error.strerror or error})") from error
    except StorageError as error:
        raise StorageError(f"{path} {error}") from error
    # The seal is no signature: anybody can write the file of a run.
    distrust(json.dumps(content.get("settings"), ensure_ascii=False), str(path))
    return content
