"""The file of ``dicelab/design-proof``: a header of one line, and packed lines of numbers and of proofs behind it."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO

from dicelab.check.puzzle import FIELDS
from dicelab.check.reading import (
    CertificateError,
    Kinds,
    Unpacked,
    checksum_of,
    json_object,
    printable,
    require,
    require_kinds,
    require_objects,
    require_seal,
)

SCHEMA = "dicelab/design-proof/1"
MOST_HEADER = 1 << 24
MOST_LINE = 1 << 20
MOST_TREE = 1 << 27
OWN: Kinds = {
    "schema": str, "puzzle": str, "sizes": list, "min_tilings": int, "fixed": list, "off": list, "connected": bool,
    "invariant": list, "formula": str, "breaking": list, "boards": int, "steps": int, "clauses": int, "cuts": int,
    "cases": list, "solver": str, "package": str, "checked_by": object, "body": str, "sha256": str,
}  # fmt: skip
CASES: Kinds = {
    "schema": str, "kind": str, "puzzle": str, "sizes": list, "min_tilings": int, "first": list, "boards": int,
    "cases": int, "checked_by": object, "body": str, "sha256": str,
}  # fmt: skip
"""The fields of a proof of the kind ``cases``; files of the other kind have no ``kind``."""
NOGOODS: Kinds = {key: kind for key, kind in OWN.items() if key != "boards"} | {"kind": str, "nogoods": list}
"""The fields of a proof of the kind ``nogoods``, which stand for the boards."""
CASE: Kinds = {"renaming": object, "cubes": list, "cover": object}
PROOF: Kinds = {"kind": str, "file": object, "bytes": int, "lines": int, "sha256": str}
CUBE: Kinds = {"literals": list, "steps": int, "clauses": int, "proof": PROOF}

_SET = re.compile(rb"([0-9a-f]{1,16})\n")
_NOGOOD = re.compile(rb"([0-9a-f]{1,16}) ([0-9a-f]{1,16}) ([0-9a-f]{1,16})\n")
_STEP = re.compile(rb"(?:c ([0-9a-f]{1,16}) ([0-9a-f]{1,16})|x ([0-9a-f]{1,16}) ([0-9]{1,2}) ([0-9]{1,2}))\n")
_CUT = re.compile(rb"([0-9]{1,2}) ([0-9]{1,2}) ([0-9a-f]{1,16})\n")
_GROUPS = re.compile(rb"([0-9a-f]{1,16} )*")


class DesignFile:
    """The header, and then each part of the body in turn."""

    def __init__(self, file: BinaryIO) -> None:
        self.fields: dict[str, Any] = _header(file.readline(MOST_HEADER))
        good = checksum_of(file)[1] == self.fields["body"]
        require(good, "is damaged (its checksum differs): get a new copy")
        self._body = Unpacked(file)

    def masks(self, number: int, cells: int) -> Iterator[int]:
        """Yield ``number`` sets of cells."""
        for found in self._lines(number, _SET, "a set of cells"):
            mask = int(found[1], 16)
            require(mask < 1 << cells, "is damaged (a set has cells that are not there): get a new copy")
            yield mask

    def nogood(self, cells: int) -> tuple[int, int, int]:
        """Return the blocked and the free cells of a nogood, and the window of its proof, which comes next."""
        found = next(self._lines(1, _NOGOOD, "a nogood"))
        blocked, free, window = (int(mask, 16) for mask in found.groups())
        there = (blocked | free | window) < 1 << cells
        require(there, "is damaged (a nogood has cells that are not there): get a new copy")
        return blocked, free, window

    def steps(self, number: int, cells: int) -> Iterator[tuple[int, int, int]]:
        """Yield ``number`` steps: a set and the cells that do not extend it, and 0; or a set and two cells."""
        for step in self._lines(number, _STEP, "a step"):
            if step[1]:
                found = int(step[1], 16), int(step[2], 16), 0
            else:
                found = int(step[3], 16), 1 << int(step[4]), 1 << int(step[5])
            require(max(found) < 1 << cells, "is damaged (a step has cells that are not there): get a new copy")
            yield found

    def cuts(self, number: int, cells: int) -> Iterator[tuple[int, int, int]]:
        """Yield ``number`` cuts: two cells, and the cells between."""
        for cut in self._lines(number, _CUT, "a cut"):
            found = int(cut[1]), int(cut[2]), int(cut[3], 16)
            require(max(found[:2]) < cells, "is damaged (a cut is none): get a new copy")
            yield found

    def trees(self, number: int, cells: int) -> Iterator[tuple[tuple[int, ...], Iterator[bytes]]]:
        """Yield ``number`` cases: the groups of cells that are together, and the tokens of its splits."""
        for _ in range(number):
            groups, colon, tree = self._line(MOST_TREE).partition(b":")
            require(colon and _GROUPS.fullmatch(groups), "is damaged (a case is none): get a new copy")
            masks = tuple(int(group, 16) for group in groups.split())
            there = all(0 < mask < 1 << cells for mask in masks)
            require(there, "is damaged (a case has cells that are not there): get a new copy")
            yield masks, (token[0] for token in re.finditer(rb"\S+", tree))

    def proof(self, size: int) -> ProofText:
        """Return a proof of ``size`` bytes; read it to its end before the next part."""
        return ProofText(self._body, size)

    def finish(self) -> None:
        """Refuse what follows the last part."""
        require(not self._body.readline(1), "is damaged (lines follow its end): get a new copy")

    def _line(self, most: int) -> bytes:
        line = self._body.readline(most)
        require(line.endswith(b"\n"), "is truncated: get a new copy")
        return line

    def _lines(self, number: int, form: re.Pattern[bytes], what: str) -> Iterator[re.Match[bytes]]:
        for _ in range(number):
            found = form.fullmatch(self._line(MOST_LINE))
            if found is None:
                raise CertificateError(f"is damaged ({what} is none): get a new copy")
            yield found


class ProofText:
    """The lines of a proof of ``size`` bytes."""

    def __init__(self, file: BinaryIO | Unpacked, size: int) -> None:
        self._file, self._left, self._sha256 = file, size, hashlib.sha256()

    def readline(self, most: int) -> bytes:
        """Return the next line, and nothing at the end."""
        line = self._file.readline(min(most, self._left)) if self._left else b""
        require(line or not self._left, "is truncated: get a new copy")
        self._left -= len(line)
        self._sha256.update(line)
        return line

    def digest(self) -> str:
        """Return the SHA-256 of the bytes read so far."""
        return self._sha256.hexdigest()


@contextmanager
def detached(path: Path, proof: dict[str, Any]) -> Iterator[ProofText | None]:
    """Open the file of a proof that stands beside; ``None`` where it is in the body, or is not there."""
    name = proof["file"]
    beside = None if name is None else path.with_name(name)
    if beside is None or not beside.is_file():
        yield None
        return
    with beside.open("rb") as file:
        text = Unpacked(file) if beside.suffix == ".xz" else file
        try:
            yield ProofText(text, proof["bytes"])
            require(not text.readline(1), "is damaged (lines follow its end): get a new copy")
        except CertificateError as error:
            raise CertificateError(f"has a proof in {name}, which {error}") from None


def _header(line: bytes) -> dict[str, Any]:
    require(line.endswith(b"\n"), "is truncated in its header, or the header is too long: get a new copy")
    found = json_object(line, "a header")
    schema = found.get("schema")
    require(schema == SCHEMA, f"is {printable(str(schema)[:60])}: this program reads {SCHEMA}")
    kind = found.get("kind", "formula")
    known = {"formula": OWN, "cases": CASES, "nogoods": NOGOODS}
    require(kind in [*known], f"has a proof of an unknown kind: {printable(str(kind)[:40])}")
    ground = FIELDS[2 if "lattice" in found else 1]
    fields = require_kinds(found, ground | known[kind], "a header")
    require_seal(fields)
    numbers = [key for key in ("boards", "steps", "clauses", "cuts", "cases") if type(fields.get(key)) is int]
    require(all(fields[key] >= 0 for key in numbers), "has impossible numbers")
    if kind == "nogoods":
        _require_proofs(fields["nogoods"])
    if kind != "cases":
        require(fields["cases"], "has no case: get a new copy")
        for case in require_objects(fields["cases"], CASE, "a case"):
            _require_case(case)
    return fields


def _require_case(case: dict[str, Any]) -> None:
    renaming = case["renaming"]
    good = renaming is None or (isinstance(renaming, list) and all(type(die) is int for die in renaming))
    require(good, "has a renaming that is none: get a new copy")
    cubes = require_objects(case["cubes"], CUBE, "a cube")
    require(all(cube["steps"] >= 0 and cube["clauses"] >= 0 for cube in cubes), "has impossible numbers")
    _require_proofs([*(cube["proof"] for cube in cubes), *([case["cover"]] if case["cover"] else [])])


def _require_proofs(proofs: list[Any]) -> None:
    for proof in require_objects(proofs, PROOF, "a proof"):
        name = proof["file"]
        plain = name is None or (isinstance(name, str) and re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9._-]{0,99}", name))
        require(proof["kind"] == "drat", f"has a proof of an unknown kind: {printable(proof['kind'][:40])}")
        require(plain and proof["bytes"] >= 0 and proof["lines"] >= 0, "has a proof that is none: get a new copy")
