"""Files that people write, read whole: small and regular, never a device or a pipe."""

from __future__ import annotations

from pathlib import Path

from solver.errors import InputError

MOST_BYTES = 1 << 20


def read_input(path: Path, noun: str) -> bytes:
    """Return the bytes of a small regular file; messages call it by the noun, such as ``puzzle file``."""
    try:
        if path.is_dir():
            raise InputError(f"is a directory: name a {noun}")
        if not path.exists():
            raise InputError("no such file: check the path")
        if not path.is_file():
            raise InputError(f"is no regular file: name a {noun}")
        if path.stat().st_size > MOST_BYTES:
            raise InputError(f"has {path.stat().st_size:,} bytes: a {noun} has at most {MOST_BYTES:,}")
        return path.read_bytes()
    except OSError as error:
        raise InputError(f"can't be read ({error.strerror or error}): check the path and its permissions") from None
    except ValueError as error:
        if isinstance(error, InputError):
            raise
        raise InputError(f"can't be read ({error}): check the path") from None
