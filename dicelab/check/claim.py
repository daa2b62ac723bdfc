"""The digest of a claim: the same for two files that claim the same, however they spell it, and else another."""

from __future__ import annotations

import hashlib
import json
import re

from dicelab.check.lattice import Point, moved, turned
from dicelab.check.puzzle import Puzzle, images_of

SHORTEST = 16
"""Digits of a digest that must be given at least, to tell claims apart."""


def digest_of(kind: str, puzzle: Puzzle, **more: object) -> str:
    """Return the SHA-256 of a claim of one of the kinds ``dice``, ``census`` and ``board``, as FORMAT.md describes."""
    claim = {
        "claim": kind,
        **(_cells(puzzle) if puzzle.size is None else _rectangle(puzzle.size, puzzle)),
        "blockers": puzzle.blockers,
        "pieces": sorted(_least(shape, puzzle.lattice) for shape in puzzle.shapes),
        **more,
    }
    return hashlib.sha256(json.dumps(claim, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


def _rectangle(size: tuple[int, int], puzzle: Puzzle) -> dict[str, object]:
    """Return what version 1 says of the cells."""
    rows, columns = size
    order = {f"{chr(ord('A') + row)}{column + 1}": (row, column) for row in range(rows) for column in range(columns)}
    return {"rows": rows, "columns": columns, "holes": sorted(puzzle.holes, key=order.__getitem__)}


def _cells(puzzle: Puzzle) -> dict[str, object]:
    """Return what version 2 says of the cells, wherever in the lattice they lie."""
    return {
        "lattice": puzzle.lattice,
        "points": moved(puzzle.lattice, list(puzzle.cells.values())),
        "labels": list(puzzle.cells),
        "free": puzzle.labels(puzzle.free),
        "regions": [puzzle.labels(region) for region in sorted(puzzle.regions)],
    }


def dice_digest(puzzle: Puzzle, dice: list[list[int]]) -> str:
    """Return the digest of the claim that all boards of some dice can be tiled; the dice are numbers of cells."""
    labels = list(puzzle.cells)
    sets = sorted(sorted(set(die)) for die in dice)
    return digest_of("dice", puzzle, dice=[[labels[cell] for cell in die] for die in sets])


def is_digest(text: str) -> bool:
    """Tell whether a text is a digest, or its beginning."""
    return re.fullmatch(f"[0-9a-f]{{{SHORTEST},64}}", text.lower()) is not None


def _least(shape: str, lattice: str) -> str:
    """Return the smallest text of a piece in all its images, with ``~`` where it could be flipped to others."""
    images = images_of(shape, lattice)
    one_sided = {*map(frozenset, images)} != {*map(frozenset, turned(lattice, images[0]))}
    return min(map(_drawn, images)) + "~" * one_sided


def _drawn(points: list[Point]) -> str:
    """Return the rows of a piece, from row 0 and column 0."""
    height, width = (max(axis) + 1 for axis in zip(*points, strict=True))
    return "/".join("".join(".#"[(row, column) in points] for column in range(width)) for row in range(height))
