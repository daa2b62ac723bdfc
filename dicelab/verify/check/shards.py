"""The proofs in the folder of ``dicelab prove --all``: its shards, read as data."""

from __future__ import annotations

import hashlib
import io
import json
import lzma
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, BinaryIO

from dicelab.verify.check.reading import CertificateError, opened, require

SCHEMA = "dicelab/proof-shard/1"
MOST_LINE = 1 << 16
MOST_PROOF = MOST_PACKED = 1 << 26
"""Bytes of one proof, and of a shard of 64; the longest of the Genius Square has some millions."""
MOST_MEMORY = 1 << 28


def proofs_in(
    folder: Path, labels: Mapping[str, int], wanted: Mapping[int, object]
) -> Iterator[tuple[int, bytes, BinaryIO]]:
    """Yield the board, the SHA-256 and the text of each proof that is wanted, once; ``wanted`` may shrink meanwhile.

    Parameters
    ----------
    folder
        Its shards are the files ``proofs/*.proofs``.
    labels
        The mask of each cell.
    wanted
        By board.

    Raises
    ------
    CertificateError
        With one line that names the shard, if one is damaged.
    """
    require(folder.is_dir(), f"{folder} is no folder: name that of dicelab prove --all")
    for path in sorted((folder / "proofs").glob("*.proofs")):
        with opened(path) as file:
            line = file.readline(MOST_LINE)
            rows = _rows(line)
            known = all(label in labels for row in rows for label in row["board"].split())
            require(known, "names a cell that the puzzle has not: name the folder of its own proofs")
            boards = [sum({labels[label] for label in row["board"].split()}) for row in rows]
            if not wanted.keys() & set(boards):
                continue
            proofs = _proofs(file, [row["bytes"] for row in rows])
            for board, proof in zip(boards, proofs, strict=True):
                if board in wanted:
                    yield board, hashlib.sha256(proof).digest(), io.BytesIO(proof)


def _rows(line: bytes) -> list[dict[str, Any]]:
    try:
        header = json.loads(line)
        good = header["schema"] == SCHEMA and all(
            type(row["board"]) is str and type(row["bytes"]) is int and 0 <= row["bytes"] <= MOST_PROOF
            for row in header["rows"]
        )
    except (ValueError, RecursionError, KeyError, TypeError):
        good = False
    require(good, f"is no shard of proofs, {SCHEMA}: name the folder of dicelab prove --all")
    rows: list[dict[str, Any]] = header["rows"]
    return rows


def _proofs(file: BinaryIO, sizes: list[int]) -> Iterator[bytes]:
    """Unpack the proofs of a shard, no further than they are asked for."""
    packed = file.read(MOST_PACKED + 1)
    require(len(packed) <= MOST_PACKED, f"has over {MOST_PACKED >> 20} MiB: it is no shard of proofs")
    stream = lzma.LZMADecompressor(lzma.FORMAT_XZ, MOST_MEMORY)
    for size in sizes:
        proof = b""
        while len(proof) < size:
            try:
                proof += stream.decompress(packed, size - len(proof))
            except (lzma.LZMAError, EOFError):
                raise CertificateError("is damaged: its proofs can't be unpacked; get a new copy") from None
            packed = b""
            require(len(proof) == size or not stream.needs_input, "is truncated: get a new copy")
        yield proof
    try:
        more = stream.decompress(packed, 1)
    except (lzma.LZMAError, EOFError):
        more = b""
    require(not more and stream.eof and not stream.unused_data, "is damaged, bytes follow its proofs: get a new copy")
