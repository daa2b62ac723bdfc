"""The file of ``dicelab/design-proof``: a header of one line, and packed lines of numbers and of proofs behind it."""

from __future__ import annotations

import hashlib
import json
import lzma
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO

from dicelab.check.puzzle import FIELDS
from dicelab.check.reading import BLOCK, CertificateError, json_object, printable, require, require_kinds

SCHEMA = "dicelab/design-proof/1"
MOST_HEADER = 1 << 24
MOST_MEMORY = 1 << 28
MOST_LINE = 1 << 20
MOST_TREE = 1 << 27
MOST_GROWTH = 1000
FREE_GROWTH = 1 << 28
"""Bytes that a stream may unpack to; beyond, at most ``MOST_GROWTH`` times its size. Proofs grow some ten times."""
OWN: dict[str, type] = {
    "schema": str, "puzzle": str, "sizes": list, "min_tilings": int, "fixed": list, "off": list, "connected": bool,
    "invariant": list, "formula": str, "breaking": list, "boards": int, "steps": int, "clauses": int, "cuts": int,
    "cases": list, "solver": str, "package": str, "checked_by": object, "body": str, "sha256": str,
}  # fmt: skip
CASES: dict[str, type] = {
    "schema": str, "kind": str, "puzzle": str, "sizes": list, "min_tilings": int, "first": list, "boards": int,
    "cases": int, "checked_by": object, "body": str, "sha256": str,
}  # fmt: skip
"""The fields of a proof of the kind ``cases``; files of the other kind have no ``kind``."""
CASE: dict[str, type] = {"renaming": object, "cubes": list, "cover": object}
CUBE: dict[str, type] = {"literals": list, "steps": int, "clauses": int, "proof": dict}
PROOF: dict[str, type] = {"kind": str, "file": object, "bytes": int, "lines": int, "sha256": str}

_STEP = re.compile(rb"(?:c ([0-9a-f]+) ([0-9a-f]+)|x ([0-9a-f]+) ([0-9]+) ([0-9]+))\n")


class DesignFile:
    """The header, and then each part of the body in turn."""

    def __init__(self, file: BinaryIO) -> None:
        self.fields: dict[str, Any] = _header(file.readline(MOST_HEADER))
        start, digest = file.tell(), hashlib.sha256()
        for block in iter(lambda: file.read(BLOCK), b""):
            digest.update(block)
        require(digest.hexdigest() == self.fields["body"], "is damaged (its checksum differs): get a new copy")
        file.seek(start)
        self._body = _Unpacked(file)

    def masks(self, number: int, cells: int) -> Iterator[int]:
        """Yield so many sets of cells."""
        for line in self._lines(number):
            require(re.fullmatch(rb"[0-9a-f]{1,16}\n", line), "is damaged (a set of cells is none): get a new copy")
            mask = int(line, 16)
            require(mask < 1 << cells, "is damaged (a set has cells that are not there): get a new copy")
            yield mask

    def steps(self, number: int) -> Iterator[tuple[str, int, tuple[int, ...]]]:
        """Yield so many steps: ``c``, a set and the cells that do not extend it, or ``x``, a set and a pair."""
        for line in self._lines(number):
            step = _STEP.fullmatch(line)
            require(step is not None and len(line) < 64, "is damaged (a step is none): get a new copy")
            if step and step[1]:
                yield "c", int(step[1], 16), (int(step[2], 16),)
            elif step:
                cells = int(step[4]), int(step[5])
                require(max(cells) < 64, "is damaged (a step is none): get a new copy")
                yield "x", int(step[3], 16), (1 << cells[0], 1 << cells[1])

    def numbers(self, number: int, cells: int) -> Iterator[tuple[int, int, int]]:
        """Yield so many cuts: two cells, and the cells between."""
        for line in self._lines(number):
            cut = re.fullmatch(rb"([0-9]{1,2}) ([0-9]{1,2}) ([0-9a-f]{1,16})\n", line)
            require(cut, "is damaged (a cut is none): get a new copy")
            if cut:
                found = int(cut[1]), int(cut[2]), int(cut[3], 16)
                require(max(found[:2]) < cells, "is damaged (a cut is none): get a new copy")
                yield found

    def trees(self, number: int, cells: int) -> Iterator[tuple[tuple[int, ...], Iterator[bytes]]]:
        """Yield so many cases: the groups of cells that are together, and the tokens of its splits."""
        for _ in range(number):
            line = self._body.readline(MOST_TREE)
            require(line.endswith(b"\n"), "is truncated: get a new copy")
            groups, colon, tree = line.partition(b":")
            spelt = colon and re.fullmatch(rb"([0-9a-f]{1,16} )*", groups)
            require(spelt, "is damaged (a case is none): get a new copy")
            masks = tuple(int(group, 16) for group in groups.split())
            there = all(0 < mask < 1 << cells for mask in masks)
            require(there, "is damaged (a case has cells that are not there): get a new copy")
            yield masks, (token[0] for token in re.finditer(rb"\S+", tree))

    def proof(self, size: int) -> ProofText:
        """Return a proof of so many bytes, to be read to its end before what follows it."""
        return ProofText(self._body, size)

    def finish(self) -> None:
        """Refuse what follows the last part."""
        require(not self._body.readline(1), "is damaged (lines follow its end): get a new copy")

    def _lines(self, number: int) -> Iterator[bytes]:
        for _ in range(number):
            line = self._body.readline(MOST_LINE)
            require(line.endswith(b"\n"), "is truncated: get a new copy")
            yield line


class ProofText:
    """The lines of a proof, of which there are so many bytes."""

    def __init__(self, file: BinaryIO | _Unpacked, size: int) -> None:
        self._file, self._left, self._sha256 = file, size, hashlib.sha256()

    def readline(self, most: int) -> bytes:
        """Return the next line, and nothing at the end."""
        line = self._file.readline(min(most, self._left)) if self._left else b""
        require(line or not self._left, "is truncated: get a new copy")
        self._left -= len(line)
        self._sha256.update(line)
        return line

    def digest(self) -> str:
        """Return the SHA-256 of what was read."""
        return self._sha256.hexdigest()


class _Unpacked:
    """An xz stream, unpacked as far as it is read."""

    def __init__(self, file: BinaryIO) -> None:
        self._file, self._buffer = file, b""
        self._packed = self._unpacked = 0
        self._stream = lzma.LZMADecompressor(lzma.FORMAT_XZ, MOST_MEMORY)

    def readline(self, most: int) -> bytes:
        """Return a line, or its beginning."""
        place = 0
        while (end := self._buffer.find(b"\n", place)) < 0 and len(self._buffer) < most:
            place = len(self._buffer)
            more = self._more()
            if not more:
                break
            self._buffer += more
        size = min(most, len(self._buffer) if end < 0 else end + 1)
        line, self._buffer = self._buffer[:size], self._buffer[size:]
        return line

    def _more(self) -> bytes:
        while not self._stream.eof:
            packed = self._file.read(BLOCK) if self._stream.needs_input else b""
            self._packed += len(packed)
            require(packed or not self._stream.needs_input, "is truncated: get a new copy")
            try:
                found = self._stream.decompress(packed, BLOCK)
            except lzma.LZMAError:
                found = b""
                require(False, "is damaged (it can't be unpacked): get a new copy")
            self._unpacked += len(found)
            bomb = self._unpacked > max(FREE_GROWTH, MOST_GROWTH * self._packed)
            require(not bomb, f"unpacks to over {MOST_GROWTH:,} times its size, as no proof does: get a new copy")
            if found:
                return found
        require(
            not self._stream.unused_data and not self._file.read(1), "is damaged (bytes follow its end): get a new copy"
        )
        return b""


@contextmanager
def detached(path: Path, proof: dict[str, Any]) -> Iterator[ProofText | None]:
    """Open the file of a proof that stands beside; ``None`` where it is in the body, or is not there."""
    name = proof["file"]
    beside = None if name is None else path.with_name(name)
    if beside is None or not beside.is_file():
        yield None
        return
    with beside.open("rb") as file:
        text = _Unpacked(file) if beside.suffix == ".xz" else file
        try:
            yield ProofText(text, proof["bytes"])
            require(not text.readline(1), "is damaged (lines follow its end): get a new copy")
        except CertificateError as error:
            raise CertificateError(f"has a proof in {name}, which {error}") from None


def _header(line: bytes) -> dict[str, Any]:
    require(line.endswith(b"\n"), "is truncated in its header, or the header is too long: get a new copy")
    found = json_object(line, None, "a header")
    schema = found.get("schema")
    require(schema == SCHEMA, f"is {printable(str(schema)[:60])}: this program reads {SCHEMA}")
    version = 2 if "lattice" in found else 1
    kind = found.get("kind", "formula")
    require(kind in ("formula", "cases"), f"has a proof of an unknown kind: {printable(str(kind)[:40])}")
    fields = require_kinds(found, FIELDS[version] | (CASES if kind == "cases" else OWN), "a header")
    spelt = json.dumps(
        {key: value for key, value in fields.items() if key != "sha256"},
        sort_keys=True, separators=(",", ":"), ensure_ascii=False,
    )  # fmt: skip
    good = hashlib.sha256(spelt.encode("utf-8", "surrogatepass")).hexdigest() == fields["sha256"]
    require(good, "is damaged (its header's checksum differs): get a new copy")
    numbers = ("boards", "cases") if kind == "cases" else ("boards", "steps", "clauses", "cuts")
    require(all(fields[key] >= 0 for key in numbers), "has impossible numbers")
    if kind == "cases":
        return fields
    require(fields["cases"], "has no case: get a new copy")
    for case in fields["cases"]:
        require(isinstance(case, dict), "has a case that is none: get a new copy")
        require_kinds(case, CASE, "a case")
        renaming = case["renaming"]
        good = renaming is None or (isinstance(renaming, list) and all(type(die) is int for die in renaming))
        require(good, "has a renaming that is none: get a new copy")
        for cube in case["cubes"]:
            require(isinstance(cube, dict), "has a cube that is none: get a new copy")
            require_kinds(cube, CUBE, "a cube")
            require(cube["steps"] >= 0 and cube["clauses"] >= 0, "has impossible numbers")
        for proof in [*(cube["proof"] for cube in case["cubes"]), *([case["cover"]] if case["cover"] else [])]:
            require(isinstance(proof, dict), "has a proof that is none: get a new copy")
            require_kinds(proof, PROOF, "a proof")
            name = proof["file"]
            plain = name is None or (isinstance(name, str) and re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9._-]{0,99}", name))
            require(proof["kind"] == "drat", f"has a proof of an unknown kind: {printable(proof['kind'][:40])}")
            require(plain and proof["bytes"] >= 0 and proof["lines"] >= 0, "has a proof that is none: get a new copy")
    return fields
