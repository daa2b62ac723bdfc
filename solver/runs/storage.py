"""Files that survive a kill: written whole or not at all, with a schema and a checksum, read as data."""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO

from solver.errors import OutputExistsError, StorageError

_MOST_HEADER = 1 << 16


@contextlib.contextmanager
def atomic_file(path: Path, *, keep_previous: bool = False) -> Iterator[Path]:
    """Write a file, piece by piece, so that a reader sees the old content or the new one, whatever happens in between.

    Gives an empty file in the same folder, to be filled and closed within the block. At the end it becomes ``path``,
    and with ``keep_previous`` what was there is kept as ``NAME.previous``; where the block raises, it is removed.

    Raises
    ------
    StorageError
        If it can't be written (a full disk, no permission), by any ``OSError`` of the block too; what was there before
        is still there.
    """
    # It takes as long to import as many a command takes.
    import tempfile

    name = ""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(prefix=f".{path.name}.", suffix=".part", dir=path.parent)
        os.close(handle)
        part = Path(name)
        yield part
        # Not all systems flush through a handle that can't write.
        with part.open("rb+") as file:
            os.fsync(file.fileno())
        # mkstemp makes private files; what is written here is meant to be shared like any other output.
        part.chmod(0o666 & ~_UMASK)
        if keep_previous and path.exists():
            # A copy, so that there is a whole file by this name at any moment.
            write_atomic(previous(path), path.read_bytes())
        part.replace(path)
        _flush_folder(path.parent)
    except OSError as error:
        raise StorageError(f"{path} can't be written ({error.strerror or error}): nothing was changed") from error
    finally:
        if name:
            with contextlib.suppress(OSError):
                Path(name).unlink(missing_ok=True)


def write_atomic(path: Path, data: bytes, *, keep_previous: bool = False) -> None:
    """Write a whole content by :func:`atomic_file`."""
    with atomic_file(path, keep_previous=keep_previous) as part:
        part.write_bytes(data)


def require_free(path: Path, *, force: bool) -> None:
    """Refuse an output file that is a folder, or exists and ``force`` is off; to be called before the work is done."""
    if path.is_dir():
        raise OutputExistsError(f"{path} is a directory: name a file")
    if path.exists() and not force:
        raise OutputExistsError(f"{path} exists: pass --force to overwrite it, or name another file")


def previous(path: Path) -> Path:
    """Return where :func:`atomic_file` keeps the content before the last."""
    return path.with_name(path.name + ".previous")


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


def canonical_json(value: Any) -> bytes:
    """Return the one spelling of a JSON value that checksums are taken of."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def sha256(data: bytes) -> str:
    """Return the checksum of some bytes in hexadecimal."""
    return hashlib.sha256(data).hexdigest()


def sealed(schema: str, content: dict[str, Any]) -> bytes:
    """Return a JSON file with a schema and the checksum of its content."""
    body = {"schema": schema, **content}
    return json.dumps({**body, "sha256": sha256(canonical_json(body))}, indent=1, ensure_ascii=False).encode() + b"\n"


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
    return json.dumps({**head, "sha256": sha256(canonical_json(head))}).encode() + b"\n" + body


def read_header(file: BinaryIO, schema: str) -> dict[str, Any]:
    """Read the header of a file made by :func:`headed`, checked as :func:`unsealed` does; the body comes next.

    Its field ``body`` is the checksum that the body must have.
    """
    header = unsealed(file.readline(_MOST_HEADER), schema)
    if "body" not in header:
        raise StorageError("is damaged: its header tells nothing of its body")
    return header


def read_sealed(path: Path, schema: str) -> dict[str, Any]:
    """Read a sealed file; the error names it."""
    try:
        return unsealed(path.read_bytes(), schema)
    except OSError as error:
        raise StorageError(f"{path} can't be read ({error.strerror or error})") from error
    except StorageError as error:
        raise StorageError(f"{path} {error}") from error
