"""The independent checker of certificates: the standard library only, and no code of what wrote them.

A certificate holds a tiling for every board that a dice set can roll, and so proves the set always solvable.
Its bytes, so that a checker can be written in any language:

Line 1
    ``dicelab/certificate/1`` in ASCII and a line feed.
Line 2
    A JSON object in UTF-8 and a line feed, at most 1 MiB together. It has just these keys, each once:

    ``name``
        What the dice set is called: text, and no part of the claim.
    ``rows``, ``columns``, ``holes``
        The grid: 1 to 26 rows, 1 to 99 columns, and the labels of the squares that are not there. A label is
        the row's letter, ``A`` at the top, and the column's number, 1 at the left: ``B3``. The cells are the
        squares that are left, numbered row by row; 1 to 64.
    ``blockers``
        How many cells are blocked. With the squares of the pieces they add up to the cells.
    ``pieces``
        The shape of every copy of a piece: rows of ``#`` (a square) and ``.``, equally long, joined by ``/``.
        Their labels are, in order, the first characters of
        ``123456789abcdefghijkmnopqrstuvwxyzABCDEFGHIJKLMNPQRSTUVWXYZ``.
    ``dice``
        A list for each blocker: the label of the cell on each face. Faces of one die may show the same cell.
    ``shared_cells``
        ``false``: no cell is on two dice. ``true``: a cell may be.
    ``rolls``
        The number of tilings that follow, at most 20,000,000. The dice have no more rolls than that either.
Line 3
    The SHA-256 of line 2, with its line feed, followed by the tilings before compression: 64 hexadecimal digits
    in small letters, and a line feed.
The rest
    One zlib stream (RFC 1950), with nothing behind it, of ``rolls`` tilings without separators. A tiling has
    one ASCII byte for each cell in order: ``#`` where it is blocked, else the label of the piece on it.

A roll is one cell of each die. A die's cells come in the order in which its faces first show them, and rolls
in lexicographic order, the last die changing fastest. Tiling ``k`` is that of roll ``k``. With shared cells,
a roll is left out when it shows a cell twice or the same cells as an earlier roll.
"""

from __future__ import annotations

import hashlib
import itertools
import json
import math
import re
import string
import zlib
from collections import Counter
from collections.abc import Container, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

MAGIC = "dicelab/certificate/1"
LABELS = string.digits[1:] + string.ascii_letters.replace("l", "").replace("O", "")
FIELDS = {
    "name": str, "rows": int, "columns": int, "holes": list, "blockers": int, "pieces": list, "dice": list,
    "shared_cells": bool, "rolls": int,
}  # fmt: skip
MOST_HEADER = 1 << 20
MOST_CELLS = 64
MOST_ROLLS = 20_000_000
BLOCK = 1 << 16


class CertificateError(ValueError):
    """A file is no certificate, or a damaged one: it says nothing about its dice."""


@dataclass(frozen=True, slots=True)
class CheckReport:
    """What a certificate claims, and whether that is true.

    ``rolls`` counts the distinct rolls, those that show a cell twice included; ``boards`` are the different
    boards that they give, as the certificate has it; ``tilings`` were found right, before the first that is
    not; ``problem`` is what is wrong with that one: the roll's number, its cells and the reason.
    ``puzzle`` and ``dice``, the different cells of each, are what the claim is of; ``name`` is no part of it.
    """

    name: str
    puzzle: str
    dice: tuple[tuple[str, ...], ...]
    rolls: int
    boards: int
    tilings: int
    ok: bool
    problem: str | None


@dataclass(frozen=True, slots=True)
class _Claim:
    """The header; each cell's label with its row and column; the different cells of each die, numbered."""

    fields: dict[str, Any]
    cells: dict[str, tuple[int, int]]
    dice: list[list[int]]


def check_certificate(path: Path) -> CheckReport:
    """Check every tiling of a certificate.

    Raises
    ------
    CertificateError
        With one line that names the file, if it can't be read, is no certificate, or is damaged.
    """
    try:
        _require(not path.is_dir(), "is a directory: name a certificate")
        _require(path.exists(), "no such file: check the path")
        _require(path.is_file(), "is no regular file: name a certificate")
        with path.open("rb") as file:
            header, fields = _header(file)
            claim = _claim(fields)
            tilings = _tilings(file, header, claim)
            right, problem = _examined(claim, tilings)
            for _ in tilings:
                pass  # damage shows at the end, and weighs more than a false claim
    except CertificateError as error:
        raise CertificateError(f"{path}: {error}") from None
    except zlib.error as error:
        raise CertificateError(f"{path}: is damaged ({error}): get a new copy") from None
    except OSError as error:
        raise CertificateError(f"{path}: can't be read ({error.strerror}): check its permissions") from None
    name = claim.fields["name"] if claim.fields["name"].isprintable() else ascii(claim.fields["name"])[1:-1]
    labels = list(claim.cells)
    dice = tuple(tuple(labels[cell] for cell in die) for die in claim.dice)
    rolls = math.prod(map(len, claim.dice))
    return CheckReport(name, _puzzle(claim), dice, rolls, claim.fields["rolls"], right, problem is None, problem)


def _puzzle(claim: _Claim) -> str:
    """Return the grid, the number of blockers and the pieces, in words; of holes and cells those that are fewer."""
    rows, columns, blockers, shapes = (claim.fields[key] for key in ("rows", "columns", "blockers", "pieces"))
    grid = f"{rows}x{columns}"
    if len(claim.cells) * 2 < rows * columns:
        grid += f" with no cells but {' '.join(claim.cells)}"
    elif holes := list(dict.fromkeys(claim.fields["holes"])):
        grid += f" without {' '.join(holes)}"
    pieces = (f"{times}*{shape}" if times > 1 else shape for shape, times in Counter(shapes).items())
    return f"{grid}, {blockers} blocker{'s' * (blockers != 1)}, pieces {', '.join(pieces)}"


def _require(condition: object, otherwise: str) -> None:
    if not condition:
        raise CertificateError(otherwise)


def _header(file: BinaryIO) -> tuple[bytes, dict[str, Any]]:
    first = file.readline(64)
    _require(first, "is empty: name a certificate")
    _require(re.fullmatch(rb"dicelab/certificate/[1-9][0-9]{0,8}\n", first), "is no certificate: name one")
    version = first.decode().strip()
    _require(version == MAGIC, f"is {version}: this program reads {MAGIC}; install a newer one")
    line = file.readline(MOST_HEADER)
    _require(line.endswith(b"\n"), "is truncated in its header, or has one of over 1 MiB: get a new copy")
    try:
        fields = json.loads(line.decode(), object_pairs_hook=_object)
    except (ValueError, RecursionError):
        raise CertificateError("has a header that is no JSON: get a new copy") from None
    good = isinstance(fields, dict) and fields.keys() == FIELDS.keys()
    _require(good, f"has a header without just the fields {', '.join(FIELDS)}: get a new copy")
    for key, kind in FIELDS.items():
        _require(type(fields[key]) is kind, f"has a header whose {key!r} is no {kind.__name__}: get a new copy")
    return line, fields


def _object(pairs: list[tuple[str, object]]) -> dict[str, object] | None:
    return dict(pairs) if len(dict(pairs)) == len(pairs) else None


def _claim(fields: dict[str, Any]) -> _Claim:
    rows, columns, pieces, dice = (fields[key] for key in ("rows", "columns", "pieces", "dice"))
    _require(1 <= rows <= 26 and 1 <= columns <= 99, "has a grid of a wrong size: have up to 26x99 squares")
    squares = {f"{string.ascii_uppercase[r]}{c + 1}": (r, c) for r in range(rows) for c in range(columns)}
    _require_labels("holes", fields["holes"], squares)
    holes = set(fields["holes"])
    cells = {label: point for label, point in squares.items() if label not in holes}
    _require(1 <= len(cells) <= MOST_CELLS, f"has a grid of {len(cells)} cells: have 1 to {MOST_CELLS}")

    _require(1 <= len(pieces) <= len(LABELS), f"has {len(pieces)} pieces: have 1 to {len(LABELS)}")
    for shape in pieces:
        good = isinstance(shape, str) and re.fullmatch(r"[#.]+(/[#.]+)*", shape) and "#" in shape
        _require(good and len(set(map(len, shape.split("/")))) == 1, "has a piece that is no shape: write ##/#.")
    _require(len(dice) == fields["blockers"], f"has {len(dice)} dice: have as many as blockers")
    area = "".join(pieces).count("#")
    sums = f"has pieces of {area} squares and {len(dice)} blockers on {len(cells)} cells: they must add up"
    _require(area + len(dice) == len(cells), sums)

    for faces in dice:
        _require(isinstance(faces, list) and faces, "has a die without a list of faces: name some")
        _require_labels("dice", faces, cells)
    number = {label: cell for cell, label in enumerate(cells)}
    shown = [list(dict.fromkeys(number[label] for label in faces)) for faces in dice]
    alone = len(set().union(*shown)) == sum(map(len, shown))
    _require(alone or fields["shared_cells"], "has a cell on two dice, without shared_cells: name it once")
    for rolls in (fields["rolls"], math.prod(map(len, shown))):
        _require(0 <= rolls <= MOST_ROLLS, f"has a number of rolls beyond 0 to {MOST_ROLLS:,}: get a new copy")
    return _Claim(fields, cells, shown)


def _require_labels(key: str, labels: list[object], known: Container[object]) -> None:
    for label in labels:
        _require(isinstance(label, str), f"has something else than text in {key!r}: name cells")
        _require(label in known, f"has {str(label)[:9]!r} in {key!r}: name cells of the grid, such as A1")


def _tilings(file: BinaryIO, header: bytes, claim: _Claim) -> Iterator[bytes]:
    """Yield the tilings in little memory, whatever the stream swells to; compare the checksum at the end."""
    checksum = file.readline(65)
    _require(re.fullmatch(rb"[0-9a-f]{64}\n", checksum), "has no SHA-256 after its header: get a new copy")
    size = len(claim.cells)
    due, digest, rest = claim.fields["rolls"] * size, hashlib.sha256(header), b""
    for block in _unpacked(file):
        due -= len(block)
        _require(due >= 0, "is damaged, with more tilings than its header says: get a new copy")
        digest.update(block)
        rest += block
        end = len(rest) - len(rest) % size
        yield from (rest[start : start + size] for start in range(0, end, size))
        rest = rest[end:]
    _require(due == 0, "is damaged, with fewer tilings than its header says: get a new copy")
    _require(digest.digest() == bytes.fromhex(checksum.decode()), "is damaged, its checksum differs: get a new copy")


def _unpacked(file: BinaryIO) -> Iterator[bytes]:
    stream, packed = zlib.decompressobj(), b""
    while not stream.eof:
        block = stream.decompress(packed, BLOCK)
        packed = stream.unconsumed_tail
        if block:
            yield block
        elif not packed and not stream.eof:
            packed = file.read(BLOCK)
            _require(packed, "is truncated: get a new copy")
    _require(not stream.unused_data and not file.read(1), "is damaged, bytes follow its end: get a new copy")


def _examined(claim: _Claim, tilings: Iterator[bytes]) -> tuple[int, str | None]:
    """Return how many tilings are right, and what is wrong with the next.

    Blockers and pieces add up to all cells: where each covers as many as it should, no other byte is left.
    """
    blockers = _only("#")
    points = list(claim.cells.values())
    shapes = claim.fields["pieces"]
    pieces = [(_only(label), _placements(shape, points), shape) for label, shape in zip(LABELS, shapes, strict=False)]
    right = 0
    for number, blocked in _boards(claim):
        tiling = next(tilings, None)
        if tiling is None:
            reason = "its tiling is missing, the certificate ends"
        elif tiling.translate(blockers) != blocked:
            reason = _whose(claim, tiling.translate(blockers))
        else:
            wrong = next((piece for piece in pieces if tiling.translate(piece[0]) not in piece[1]), None)
            if wrong is None:
                right += 1
                continue
            reason = f"piece {wrong[2][:40]} can't cover {_named(claim, tiling.translate(wrong[0]))}"
        return right, f"roll {number:,} ({_named(claim, blocked)}): {reason}"
    if next(tilings, None) is not None:
        return right, f"{claim.fields['rolls']:,} tilings for {right:,} boards: have one for each"
    return right, None if right else "every roll shows a cell twice: there is no board to tile"


def _boards(claim: _Claim) -> Iterator[tuple[int, bytes]]:
    """Yield the number of each roll that has a tiling, and its blockers: a byte for each cell, 1 or 0."""
    seen: set[bytes] = set()
    for number, roll in enumerate(itertools.product(*claim.dice), start=1):
        board = bytearray(len(claim.cells))
        for cell in roll:
            board[cell] = 1
        blocked = bytes(board)
        if claim.fields["shared_cells"]:
            if sum(blocked) < len(roll) or blocked in seen:
                continue
            seen.add(blocked)
        yield number, blocked


def _placements(shape: str, points: list[tuple[int, int]]) -> set[bytes]:
    """Return wherever a piece can lie, turned or flipped: a byte for each cell, 1 where it covers it."""
    rows = enumerate(shape.split("/"))
    piece = [(r, c) for r, row in rows for c, square in enumerate(row) if square == "#"]
    found = set()
    for flip, _ in itertools.product((1, -1), range(4)):
        piece = [(column, -row) for row, column in piece]
        turned = [(row, column * flip) for row, column in piece]
        for row, column in points:
            lying = {(row + r - turned[0][0], column + c - turned[0][1]) for r, c in turned}
            if lying.issubset(points):
                found.add(bytes(point in lying for point in points))
    return found


def _only(character: str) -> bytes:
    """Return the table by which ``bytes.translate`` makes 1 of a character and 0 of all others."""
    return bytes(byte == ord(character) for byte in range(256))


def _named(claim: _Claim, marked: bytes) -> str:
    return " ".join(itertools.compress(claim.cells, marked)) or "no cell"


def _whose(claim: _Claim, blocked: bytes) -> str:
    cells = set(itertools.compress(itertools.count(), blocked))
    rolls = enumerate(itertools.product(*claim.dice), start=1)
    number = next((number for number, roll in rolls if set(roll) == cells), None)
    whose = f"which is roll {number:,}" if number else "which is no roll"
    return f"its tiling blocks {_named(claim, blocked)}, {whose}"
