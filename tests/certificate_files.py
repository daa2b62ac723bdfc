"""Certificates and refutations of small puzzles, by what writes them and by hand."""

from __future__ import annotations

import hashlib
import json
import zlib
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from dicelab.dice import DiceSet
from dicelab.verifying import census_certificate, certificate_bytes, verify
from dicelab.verifying.board_proof import BOARD_FILES, BoardProof
from solver.exact_cover.proof import Refutation, refute
from solver.polyform import Board, Puzzle, Tiling
from solver.runs.storage import sealed

DOMINOES = Puzzle.parse("2x4/2:3*I2")
"""Boards with blockers of one colour can't be tiled, and some others (Gomory's theorem needs a cycle)."""

FIVE = Puzzle.parse("4x4/3:I1,I2,I3,L3,O4")
"""Has one orbit without a tiling, that of A3 B2 C1."""

SEARCHED = "A3 B2 C1"
"""A board of ``FIVE`` without a tiling, which takes a search to refute."""


def dice_certificate() -> bytes:
    """Return the certificate that FORMAT.md shows."""
    puzzle = Puzzle.parse("2x3/1:I2,L3")
    tilings = [Tiling.parse(text, puzzle).masks for text in ("#22\n112", "2#1\n221")]
    return certificate_bytes(DiceSet.parse("A1 A2", puzzle, "by hand"), np.array(tilings, np.uint64))


def calendar_certificate() -> bytes:
    """Return the certificate of version 2 that FORMAT.md shows, with months and days and a one-sided piece."""
    puzzle = Puzzle.parse("triangles@1-3,0-4=JAN,FEB,1..6/2:2*I1,I4~;free=8;regions=1-2,3-4")
    dice_set = DiceSet.parse("JAN FEB | 1 2", puzzle, "dates")
    data = verify(dice_set).certificate()
    assert data is not None
    return data


def census_file(puzzle: Puzzle, proofs: dict[int, str] | None = None) -> bytes:
    """Return the certificate of all boards of a puzzle."""
    return census_certificate(puzzle, proofs).data


def rewritten(data: bytes, body: bytes | None = None, **fields: object) -> bytes:
    """Change the header or the body of a certificate, and make its checksum right again."""
    magic, header, _, stream = data.split(b"\n", 3)
    body = zlib.decompress(stream) if body is None else body
    line = json.dumps(json.loads(header) | fields).encode() + b"\n"
    checksum = hashlib.sha256(line + body).hexdigest().encode()
    return magic + b"\n" + line + checksum + b"\n" + zlib.compress(body)


def records_of(data: bytes) -> list[bytes]:
    """Return the records of a census certificate."""
    _, header, _, stream = data.split(b"\n", 3)
    fields, body, found = json.loads(header), zlib.decompress(stream), []
    rectangle = fields.get("rows", 0) * fields.get("columns", 0) - len(fields.get("holes", []))
    size = rectangle or len(fields["points"])
    while body:
        end = size + 64 if b"." in body[:size] else size
        found.append(body[:end])
        body = body[end:]
    return found


@cache
def refuted(puzzle: Puzzle, board: str) -> Refutation:
    """Return the refutation of a board."""
    problem, _ = puzzle.board_problem(Board.parse(board, puzzle.grid).blockers)
    found = refute(problem)
    assert isinstance(found, Refutation)
    return found


def refutation_folder(folder: Path, puzzle: Puzzle, board: str, /, **changed: Any) -> Path:
    """Write the three files of a board's refutation; return the record.

    The contents ``cnf`` and ``proof`` and the record's fields can be changed; the checksums are right then too.
    """
    made = refuted(puzzle, board)
    cnf, proof = changed.pop("cnf", made.cnf), changed.pop("proof", made.proof)
    made = Refutation(cnf, proof, made.variables, made.clauses, made.solver, made.package)
    proof_of_board = BoardProof(Board.parse(board, puzzle.grid), puzzle, made)
    proof_of_board.write(folder, force=True)
    path = folder / BOARD_FILES[-1]
    if changed:
        path.write_bytes(sealed(proof_of_board.schema, proof_of_board.record() | changed))
    return path
