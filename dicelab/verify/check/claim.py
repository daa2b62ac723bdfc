"""The digest of a claim: the same for two files that claim the same, however they spell it, and else another."""

from __future__ import annotations

import hashlib
import json
import re

from dicelab.verify.check.puzzle import Puzzle, squares_of

SHORTEST = 16
"""Digits of a digest that must be given at least, to tell claims apart."""


def digest_of(kind: str, puzzle: Puzzle, **more: object) -> str:
    """Return the SHA-256 of a claim of one of the kinds ``dice``, ``census`` and ``board``, as FORMAT.md describes."""
    rows, columns = puzzle.size
    order = {f"{chr(ord('A') + row)}{column + 1}": (row, column) for row in range(rows) for column in range(columns)}
    claim = {
        "claim": kind,
        "rows": rows,
        "columns": columns,
        "holes": sorted(puzzle.holes, key=order.__getitem__),
        "blockers": puzzle.blockers,
        "pieces": sorted(map(_least, puzzle.shapes)),
        **more,
    }
    return hashlib.sha256(json.dumps(claim, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


def dice_digest(puzzle: Puzzle, dice: list[list[int]]) -> str:
    """Return the digest of the claim that all boards of some dice can be tiled; the dice are numbers of cells."""
    labels = list(puzzle.cells)
    sets = sorted(sorted(set(die)) for die in dice)
    return digest_of("dice", puzzle, dice=[[labels[cell] for cell in die] for die in sets])


def is_digest(text: str) -> bool:
    """Tell whether a text is a digest, or its beginning."""
    return re.fullmatch(f"[0-9a-f]{{{SHORTEST},64}}", text.lower()) is not None


def _least(shape: str) -> str:
    """Return the smallest text of a piece, turned and flipped, without empty rows and columns around it."""
    squares = squares_of(shape)
    texts = []
    for _ in range(4):
        squares = [(column, -row) for row, column in squares]
        for flip in (1, -1):
            turned = {(row, column * flip) for row, column in squares}
            down, right = ({point[axis] for point in turned} for axis in (0, 1))
            texts.append(
                "/".join(
                    "".join("#" if (row, column) in turned else "." for column in range(min(right), max(right) + 1))
                    for row in range(min(down), max(down) + 1)
                )
            )
    return min(texts)
