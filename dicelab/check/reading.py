"""Reading of files that may be damaged or hostile: in little memory, and refused in one line that says why."""

from __future__ import annotations

import hashlib
import json
import lzma
import re
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO

MOST_HEADER = 1 << 20
BLOCK = 1 << 16
"""Bytes that are read, or unpacked, at once."""
MOST_MEMORY = 1 << 28
MOST_GROWTH = 1000
FREE_GROWTH = 1 << 28
"""Bytes that an xz stream may unpack to; beyond, at most ``MOST_GROWTH`` times its size. Proofs grow some ten times."""

Kinds = dict[str, Any]
"""The keys of an object with the type of each value, or the ``Kinds`` of an object; ``object`` is any value."""


class CertificateError(ValueError):
    """A file is no certificate, or a damaged one: nothing is known of its claim."""


def require(condition: object, otherwise: str) -> None:
    """Raise :class:`CertificateError` where a condition does not hold."""
    if not condition:
        raise CertificateError(otherwise)


def checksum_of(file: BinaryIO) -> tuple[int, str]:
    """Return the length and the SHA-256 of a file from where it is on, and go back to that place."""
    start, digest = file.tell(), hashlib.sha256()
    for block in iter(lambda: file.read(BLOCK), b""):
        digest.update(block)
    size = file.tell() - start
    file.seek(start)
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
    except OSError as error:
        raise CertificateError(f"{path}: can't be read ({error.strerror}): check its permissions") from None


def header(file: BinaryIO, name: str, kinds: Mapping[int, Kinds]) -> tuple[bytes, dict[str, Any]]:
    """Read the first two lines: the kind of the file, and a JSON object of just the keys that its version has.

    Returns the second line, and its object.
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
    return line, require_kinds(json_object(line, "a header"), kinds[version], "a header")


def json_object(text: bytes, what: str) -> dict[str, Any]:
    """Read a JSON object in which each key stands once."""
    try:
        fields = json.loads(text.decode(), object_pairs_hook=_object)
    except (ValueError, RecursionError):
        raise CertificateError(f"has {what} that is not JSON or repeats a key: get a new copy") from None
    require(isinstance(fields, dict), f"has {what} that is not a JSON object: get a new copy")
    return dict(fields)


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    if len(dict(pairs)) < len(pairs):
        raise ValueError("a key is repeated")
    return dict(pairs)


def require_kinds(fields: dict[str, Any], kinds: Kinds, what: str) -> dict[str, Any]:
    """Return an object that has just these keys, and values of these types."""
    require(fields.keys() == kinds.keys(), f"has {what} with other fields than {', '.join(kinds)}: get a new copy")
    for key, kind in kinds.items():
        wanted = dict if isinstance(kind, dict) else kind
        require(
            wanted in {object, type(fields[key])},
            f"has {what} whose {key!r} is not of type {wanted.__name__}: get a new copy",
        )
        if isinstance(kind, dict):
            require_kinds(fields[key], kind, repr(key))
    return fields


def require_objects(listed: list[Any], kinds: Kinds, what: str) -> list[dict[str, Any]]:
    """Return a list of which each entry is an object with these keys."""
    require(all(isinstance(one, dict) for one in listed), f"has {what} that is none: get a new copy")
    return [require_kinds(one, kinds, what) for one in listed]


def require_seal(fields: dict[str, Any]) -> None:
    """Refuse an object whose field ``sha256`` is not the SHA-256 of the others."""
    content = {key: value for key, value in fields.items() if key != "sha256"}
    try:
        spelt = json.dumps(content, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()
    except (ValueError, RecursionError):
        raise CertificateError("is damaged (it has invalid characters): get a new copy") from None
    require(hashlib.sha256(spelt).hexdigest() == fields["sha256"], "is damaged (its checksum differs): get a new copy")


class Unpacked:
    """An xz stream, from where a file is on, unpacked as far as it is read."""

    def __init__(self, file: BinaryIO, stream: lzma.LZMADecompressor | _Zlib | None = None) -> None:
        self._file = file
        self._stream = stream or lzma.LZMADecompressor(lzma.FORMAT_XZ, MOST_MEMORY)
        self._buffer, self._at = b"", 0
        self._packed = self._unpacked = 0

    def take(self, size: int) -> bytes:
        """Return ``size`` bytes, or the rest."""
        taken = self._buffer[self._at : self._at + size]
        self._at += len(taken)
        if len(taken) == size:
            return taken
        parts, missing = [taken], size - len(taken)
        while missing and self._fill():
            part = self._buffer[:missing]
            self._at = len(part)
            missing -= len(part)
            parts.append(part)
        return b"".join(parts)

    def readline(self, most: int) -> bytes:
        """Return a line, or its beginning."""
        parts: list[bytes] = []
        while True:
            end = self._buffer.find(b"\n", self._at, self._at + most) + 1
            part = self._buffer[self._at : end or self._at + most]
            self._at += len(part)
            most -= len(part)
            parts.append(part)
            if end or not most or not self._fill():
                return b"".join(parts)

    def _fill(self) -> bool:
        """Drop the unpacked block and unpack the next; nothing is left where the stream ends."""
        self._buffer, self._at = self._more(), 0
        self._unpacked += len(self._buffer)
        self._account()
        return bool(self._buffer)

    def _account(self) -> None:
        """Refuse a stream that unpacks without end."""
        bomb = self._unpacked > max(FREE_GROWTH, MOST_GROWTH * self._packed)
        require(not bomb, f"unpacks to over {MOST_GROWTH:,} times its size, as no proof does: get a new copy")

    def _more(self) -> bytes:
        while not self._stream.eof:
            packed = self._file.read(BLOCK) if self._stream.needs_input else b""
            self._packed += len(packed)
            require(packed or not self._stream.needs_input, "is truncated: get a new copy")
            try:
                found = self._stream.decompress(packed, BLOCK)
            except (lzma.LZMAError, zlib.error) as error:
                raise CertificateError(f"is damaged ({error}): get a new copy") from None
            if found:
                return found
        over = self._stream.unused_data or self._file.read(1)
        require(not over, "is damaged (bytes follow its end): get a new copy")
        return b""


class _Zlib:
    """A zlib stream that is unpacked in the way of :class:`lzma.LZMADecompressor`."""

    def __init__(self) -> None:
        self._stream = zlib.decompressobj()
        self.needs_input = True

    def decompress(self, packed: bytes, most: int) -> bytes:
        found = self._stream.decompress(self._stream.unconsumed_tail + packed, most)
        # Something may still be inside where all input was taken.
        self.needs_input = not found
        return found

    @property
    def eof(self) -> bool:
        return self._stream.eof

    @property
    def unused_data(self) -> bytes:
        return self._stream.unused_data


class Body(Unpacked):
    """The rest of a certificate, behind its header: a checksum, and a zlib stream of ``size`` bytes of ``what``."""

    def __init__(self, file: BinaryIO, line: bytes, size: int, what: str) -> None:
        self._checksum = file.readline(65)
        require(re.fullmatch(rb"[0-9a-f]{64}\n", self._checksum), "has no SHA-256 after its header: get a new copy")
        super().__init__(file, _Zlib())
        self._size, self._what = size, what
        # The checksum covers the header too.
        self._digest = hashlib.sha256(line)

    def _account(self) -> None:
        """Refuse more bytes than the header says, and take a block into the checksum."""
        more = self._unpacked > self._size
        require(not more, f"is damaged (more {self._what} than its header says): get a new copy")
        self._digest.update(self._buffer)

    def finish(self) -> None:
        """Read to the end and compare size and checksum: damage weighs more than a false claim."""
        while self._fill():
            pass
        fewer = self._unpacked < self._size
        require(not fewer, f"is damaged (fewer {self._what} than its header says): get a new copy")
        good = self._digest.hexdigest() == self._checksum.strip().decode()
        require(good, "is damaged (its checksum differs): get a new copy")


def printable(text: str) -> str:
    """Return an untrusted text on one line, with unprintable characters written out."""
    return text if text.isprintable() else ascii(text)[1:-1]
