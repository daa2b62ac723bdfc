"""Reading of files that may be damaged or hostile: in little memory, and refused in one line that says why."""

from __future__ import annotations

import hashlib
import json
import re
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO

MOST_HEADER = 1 << 20
BLOCK = 1 << 16
"""Bytes that are read, or unpacked, at once."""


class CertificateError(ValueError):
    """A file is no certificate, or a damaged one: it says nothing about what it is of."""


def require(condition: object, otherwise: str) -> None:
    """Raise :class:`CertificateError` where a condition does not hold."""
    if not condition:
        raise CertificateError(otherwise)


def checksum_of(file: BinaryIO) -> tuple[int, str]:
    """Return the length and the SHA-256 of a file, and go back to its beginning."""
    digest, size = hashlib.sha256(), 0
    for block in iter(lambda: file.read(BLOCK), b""):
        digest.update(block)
        size += len(block)
    file.seek(0)
    return size, digest.hexdigest()


@contextmanager
def opened(path: Path) -> Iterator[BinaryIO]:
    """Open a file; whatever is wrong with it is reported in one line that begins with its name."""
    try:
        require(not path.is_dir(), "is a directory: choose a certificate or a proof.json")
        require(path.exists(), "no such file: check the path")
        require(path.is_file(), "is not a regular file: choose a certificate or a proof.json")
        with path.open("rb") as file:
            yield file
    except CertificateError as error:
        raise CertificateError(f"{path}: {error}") from None
    except zlib.error as error:
        raise CertificateError(f"{path}: is damaged ({error}): get a new copy") from None
    except OSError as error:
        raise CertificateError(f"{path}: can't be read ({error.strerror}): check its permissions") from None


def header(file: BinaryIO, name: str, kinds: Mapping[int, dict[str, type]]) -> tuple[bytes, dict[str, Any]]:
    """Read the first two lines: what the file is, and a JSON object of just the keys that its version has.

    Returns the second line, and what it says.
    """
    first = file.readline(64)
    require(first, "is empty: choose a certificate or a proof.json")
    found = re.fullmatch(name.encode() + rb"/([1-9][0-9]{0,8})\n", first)
    version = int(found[1]) if found else 0
    require(version, "is not a certificate: choose one that dicelab wrote")
    known = " and ".join(f"{name}/{number}" for number in kinds)
    require(version in kinds, f"is {name}/{version}, but this program reads {known}: install a newer dicelab")
    line = file.readline(MOST_HEADER)
    require(line.endswith(b"\n"), "is truncated in its header, or the header is longer than 1 MiB: get a new copy")
    return line, json_object(line, kinds[version], "a header")


def json_object(text: bytes, kinds: dict[str, type] | None, what: str) -> dict[str, Any]:
    """Read a JSON object that has just these keys, each once, and values of these types; ``object`` is any.

    Where there are no ``kinds`` these are for the caller to look at.
    """
    try:
        fields = json.loads(text.decode(), object_pairs_hook=_object)
    except (ValueError, RecursionError):
        raise CertificateError(f"has {what} that is not JSON or repeats a key: get a new copy") from None
    require(isinstance(fields, dict), f"has {what} that is not a JSON object: get a new copy")
    return dict(fields) if kinds is None else require_kinds(fields, kinds, what)


def require_kinds(fields: dict[str, Any], kinds: dict[str, type], what: str) -> dict[str, Any]:
    """Return an object that has just these keys, and values of these types."""
    require(fields.keys() == kinds.keys(), f"has {what} with other fields than {', '.join(kinds)}: get a new copy")
    for key, kind in kinds.items():
        require(
            kind in {object, type(fields[key])},
            f"has {what} whose {key!r} is not of type {kind.__name__}: get a new copy",
        )
    return dict(fields)


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    if len(dict(pairs)) < len(pairs):
        raise ValueError("a key is repeated")
    return dict(pairs)


def body(file: BinaryIO, line: bytes, size: int, what: str) -> Iterator[bytes]:
    """Yield what follows the header, unpacked, in blocks; compare its size and its checksum.

    ``line`` is the header, which the checksum covers too; ``size`` is how many bytes of ``what`` there are unpacked.
    """
    checksum = file.readline(65)
    require(re.fullmatch(rb"[0-9a-f]{64}\n", checksum), "has no SHA-256 after its header: get a new copy")
    digest = hashlib.sha256(line)
    for block in _unpacked(file):
        size -= len(block)
        require(size >= 0, f"is damaged (more {what} than its header says): get a new copy")
        digest.update(block)
        yield block
    require(size == 0, f"is damaged (fewer {what} than its header says): get a new copy")
    require(digest.digest() == bytes.fromhex(checksum.decode()), "is damaged (its checksum differs): get a new copy")


def _unpacked(file: BinaryIO) -> Iterator[bytes]:
    stream, packed = zlib.decompressobj(), b""
    while not stream.eof:
        block = stream.decompress(packed, BLOCK)
        packed = stream.unconsumed_tail
        if block:
            yield block
        elif not packed and not stream.eof:
            packed = file.read(BLOCK)
            require(packed, "is truncated: get a new copy")
    require(not stream.unused_data and not file.read(1), "is damaged (bytes follow its end): get a new copy")


def printable(text: str) -> str:
    """Return a text that may say anything on one line, with what is not printable written out."""
    return text if text.isprintable() else ascii(text)[1:-1]
