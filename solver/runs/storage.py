"""Files that survive a kill: written whole or not at all, with a schema and a checksum, read as data."""

from __future__ import annotations

import contextlib
import errno
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO

from solver.errors import OutputExistsError, StorageError
from solver.registry import distrust
from solver.runs.targets import Target, UnwritableError, replaced, target_of

_MOST_HEADER = 1 << 16


@contextlib.contextmanager
def atomic_file(path: Path, *, keep_previous: bool = False) -> Iterator[Path]:
    """Write a file, piece by piece, so that a reader sees the old content or the new one, whatever happens in between.

    Gives an empty file in the same folder, to be filled and closed within the block. At the end it becomes ``path``,
    and with ``keep_previous`` what was there is kept as ``NAME.previous``; where the block raises, it is removed.
    A file that was there hands on its permissions, and its owner where that is allowed. A symbolic link stays, and the
    file that it leads to is replaced. A character device, a pipe or a standard stream (``/dev/null``, ``/dev/stdout``)
    is written to: there the empty file is in a temporary folder, and is copied at the end.

    Raises
    ------
    StorageError
        If it can't be written (a full disk, no permission, a directory, a block device, a link that leads nowhere), by
        any ``OSError`` of the block too; what was there before is still there.
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
    """Return the one spelling of a JSON value that checksums are taken of."""
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
