"""The writer of certificates: a tiling for every board that a dice set can roll."""

from __future__ import annotations

import hashlib
import json
import zlib

import numpy as np
from numpy.typing import NDArray

from dicelab.dice import DiceSet
from dicelab.errors import DiceError
from solver.polyform import Piece, Puzzle
from solver.polyform.puzzle import COPY_LABELS

MAGIC = b"dicelab/certificate/1\n"
MOST_HEADER = 1 << 20


def certificate_bytes(dice_set: DiceSet, masks: NDArray[np.uint64]) -> bytes:
    """Return a certificate, in the format that FORMAT.md beside this file describes.

    The same arguments give the same bytes, with the same release of zlib.

    Parameters
    ----------
    dice_set
        The dice and their puzzle.
    masks
        uint64 of shape (boards, pieces): on each distinct board, in the order in which rolls first give it,
        the cells of each piece, in the order of ``puzzle.pieces``. To find faults in them is for the checker.

    Raises
    ------
    DiceError
        If the header is too long.
    ValueError
        If ``masks`` has no column for each piece.
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
    return MAGIC + header + f"\n{checksum.hexdigest()}\n".encode("ascii") + zlib.compress(tilings, 9)


def puzzle_fields(puzzle: Puzzle) -> dict[str, object]:
    """Return what the header of a certificate says of a puzzle."""
    grid = puzzle.grid
    return {
        "rows": grid.rows,
        "columns": grid.columns,
        "holes": list(grid.holes),
        "blockers": puzzle.blockers,
        "pieces": [drawn(piece) for piece in puzzle.pieces],
    }


def tilings_text(masks: NDArray[np.uint64], puzzle: Puzzle) -> NDArray[np.uint8]:
    """Return tilings as certificates have them.

    Parameters
    ----------
    masks
        uint64 of shape (boards, pieces): the cells of each piece, in the order of ``puzzle.pieces``.

    Returns
    -------
    ndarray
        uint8 of shape (boards, cells): the ASCII code of ``#``, or of the label of the piece on the cell.

    Raises
    ------
    ValueError
        If ``masks`` has no column for each piece.
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
    rows, columns = (max(axis) + 1 for axis in zip(*piece.shape, strict=True))
    return "/".join("".join(".#"[(r, c) in piece.shape] for c in range(columns)) for r in range(rows))
