"""The writers of certificates, in the formats that FORMAT.md beside this file describes."""

from __future__ import annotations

import hashlib
import json
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dicelab.dice import DiceSet
from dicelab.errors import DiceError, DicelabError
from dicelab.verify.backends import settle
from dicelab.verify.tilings import PlacementTable
from solver.errors import InputError
from solver.polyform import Board, Piece, Puzzle, orbits_of
from solver.polyform.grid import rectangle
from solver.polyform.lattice import Shape
from solver.polyform.puzzle import COPY_LABELS
from solver.polyform.symmetry import Masks, burnside
from solver.runs.progress import Progress, silent

DICE_MAGIC = b"dicelab/certificate/1\n"
CENSUS_MAGIC = b"dicelab/census-certificate/1\n"
MOST_HEADER = 1 << 20
MOST_ORBITS = 20_000_000
NO_PROOF = b"-" * 64
_BLOCK = 1 << 13
"""Records that are written at once."""


def certificate_bytes(dice_set: DiceSet, masks: NDArray[np.uint64]) -> bytes:
    """Return the certificate of a dice set: the same bytes for the same arguments and release of zlib.

    ``masks`` are uint64 of shape (boards, pieces): on each distinct board, in the order in which rolls first give it,
    the cells of each piece, in the order of ``puzzle.pieces``. To find faults in them is for the checker.

    Raises :class:`DiceError` if the header is too long, and :class:`ValueError` if ``masks`` has no column for each
    piece.
    """
    puzzle = dice_set.puzzle
    tilings = tilings_text(masks, puzzle).tobytes()
    header = json.dumps(
        {
            "name": dice_set.name,
            **puzzle_fields(puzzle),
            "dice": [[puzzle.grid.label(cell) for cell in die.faces] for die in dice_set.dice],
            "shared_cells": dice_set.shared_cells,
            "rolls": len(masks),
        },
        separators=(",", ":"),
    ).encode("ascii")
    if len(header) >= MOST_HEADER:
        raise DiceError(f"a certificate's header of {len(header):,} bytes: give the dice set a shorter name")
    checksum = hashlib.sha256(header + b"\n")
    checksum.update(tilings)
    return DICE_MAGIC + header + f"\n{checksum.hexdigest()}\n".encode("ascii") + zlib.compress(tilings, 9)


def puzzle_fields(puzzle: Puzzle) -> dict[str, object]:
    """Return what the header of a certificate says of a puzzle."""
    grid = rectangle(puzzle.grid)
    return {
        "rows": grid.rows,
        "columns": grid.columns,
        "holes": list(grid.holes),
        "blockers": puzzle.blockers,
        "pieces": [drawn(piece) for piece in puzzle.pieces],
    }


def tilings_text(masks: NDArray[np.uint64], puzzle: Puzzle) -> NDArray[np.uint8]:
    """Return tilings as certificates have them: for each cell the code of ``#``, or of its piece's label.

    The masks are those of :func:`certificate_bytes`; the result is uint8 of shape (boards, cells).
    """
    if masks.ndim != 2 or masks.shape[1] != len(puzzle.pieces):
        raise ValueError(f"masks of shape {masks.shape}: have one column for each of {len(puzzle.pieces)} pieces")
    bit = np.left_shift(np.uint64(1), np.arange(len(puzzle.grid), dtype=np.uint64))
    text = np.full((len(masks), len(puzzle.grid)), ord("#"), np.uint8)
    for label, column in zip(COPY_LABELS, masks.T, strict=False):
        text[(column[:, None] & bit) != 0] = ord(label)
    return text


def drawn(piece: Piece) -> str:
    """Return the rows of a piece.

    Examples
    --------
    >>> drawn(Piece.parse("L3"))
    '##/#.'
    """
    return drawn_shape(piece.shape)


def drawn_shape(shape: Shape) -> str:
    """Return the rows of one orientation of a piece, which begins in row 0 and column 0."""
    rows, columns = (max(axis) + 1 for axis in zip(*shape, strict=True))
    return "/".join("".join(".#"[(r, c) in shape] for c in range(columns)) for r in range(rows))


@dataclass(frozen=True, slots=True)
class CensusCertificate:
    """The bytes of a certificate, and of how many orbits it speaks; ``unnamed`` have neither a tiling nor a proof."""

    data: bytes
    orbits: int
    unsolvable: int
    unnamed: int


def census_certificate(
    puzzle: Puzzle, proofs: Mapping[int, str] | None = None, *, jobs: int = 1, progress: Progress = silent
) -> CensusCertificate:
    """Find a tiling for one board of each orbit, and put them together with the checksums of proofs for the others.

    ``proofs`` has, by the smallest mask of an orbit, the SHA-256 of a proof that it has no tiling. The same puzzle and
    proofs give the same bytes, with the same release of zlib. Raises :class:`InputError` if there are over 20,000,000
    orbits, and :class:`DicelabError` if there is a tiling of a board, and a proof that there is none.
    """
    orbits = burnside(puzzle.grid, puzzle.blockers)
    if orbits > MOST_ORBITS:
        raise InputError(f"{orbits:,} orbits of boards: a certificate holds at most {MOST_ORBITS:,}")
    named = {mask: checksum.encode("ascii") for mask, checksum in (proofs or {}).items()}
    boards = orbits_of(puzzle.grid, puzzle.blockers).representatives
    placed = settle(puzzle, boards, "bitmask", jobs=jobs, progress=progress).placed
    solvable = placed[:, 0] >= 0
    for mask in boards[solvable].tolist():
        if mask in named:
            board = Board(mask, puzzle.grid).format()
            raise DicelabError(f"board {board} has a tiling, and a proof that it has none: please report this")
    without = boards[~solvable].tolist()
    fields = {**puzzle_fields(puzzle), "orbits": len(boards), "unsolvable": len(without)}
    header = json.dumps(fields, separators=(",", ":")).encode("ascii") + b"\n"
    checksum, packer, packed = hashlib.sha256(header), zlib.compressobj(9), []
    for block in _records(puzzle, boards, placed, named):
        checksum.update(block)
        packed.append(packer.compress(block))
    data = b"".join([CENSUS_MAGIC, header, checksum.hexdigest().encode("ascii"), b"\n", *packed, packer.flush()])
    return CensusCertificate(data, len(boards), len(without), sum(mask not in named for mask in without))


def _records(puzzle: Puzzle, boards: Masks, placed: NDArray[np.int16], named: Mapping[int, bytes]) -> Iterator[bytes]:
    table, cells = PlacementTable(puzzle), len(puzzle.grid)
    bit = np.left_shift(np.uint64(1), np.arange(cells, dtype=np.uint64))
    for start in range(0, len(boards), _BLOCK):
        masks, rows = boards[start : start + _BLOCK], placed[start : start + _BLOCK]
        text = tilings_text(table.piece_masks(rows), puzzle)
        without = rows[:, 0] < 0
        text[without] = np.where(masks[without, None] & bit, ord("#"), ord(".")).astype(np.uint8)
        block, records, end = text.tobytes(), [], 0
        for row in np.flatnonzero(without).tolist():
            begin, end = end, (row + 1) * cells
            records += [block[begin:end], named.get(int(masks[row]), NO_PROOF)]
        yield b"".join([*records, block[end:]])
