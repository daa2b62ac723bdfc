"""How puzzle files are written."""

from __future__ import annotations

from collections import Counter

from solver.errors import InputError
from solver.polyform.grid import Grid, SquareGrid
from solver.polyform.grid_text import NUMBERS, ROWS_AND_COLUMNS, drawn_rows, runs_of_numbers
from solver.polyform.lattice import SQUARES
from solver.polyform.piece import NAMED, ONE_SIDED, Piece
from solver.polyform.puzzle import Puzzle
from solver.polyform.puzzle_parsing import SCHEMA, PuzzleFile, require_name
from solver.runs.storage import json_text

WIDTH = 100
"""Characters of a line that a list may have before it is written over several."""


def puzzle_file_bytes(file: PuzzleFile) -> bytes:
    """Return the content of a puzzle file that says all this, its grid and the pieces without a name drawn.

    Raises :class:`InputError` if a name is one that the reader refuses.

    Examples
    --------
    >>> print(puzzle_file_bytes(PuzzleFile(Puzzle.parse("triangles@1,0-2/1:I3"), dice=(("1", "4"),))).decode(), end="")
    {
      "schema": "dicelab/puzzle/2",
      "lattice": "triangles",
      "grid": [
        " v",
        "v^v"
      ],
      "blockers": 1,
      "pieces": ["I3"],
      "dice": [
        ["1", "4"]
      ]
    }
    """
    puzzle = file.puzzle
    require_name(file.name, puzzle)
    grid = puzzle.grid
    regions = [
        {**({"name": name} if name else {}), "cells": _labels(mask, grid)}
        for mask, name in zip(puzzle.regions, file.region_names or [""] * len(puzzle.regions), strict=True)
    ]
    fields = {
        "schema": SCHEMA,
        "name": file.name,
        "about": file.about,
        "lattice": "" if grid.lattice is SQUARES else grid.lattice.name,
        "grid": _drawn(grid),
        "labels": _labelling(grid),
        "blockers": None if regions else puzzle.blockers,
        "always_free": _labels(puzzle.always_free, grid),
        "regions": regions,
        "pieces": _pieces(puzzle.pieces, file.piece_names),
        "variants": {
            name: _variant(puzzle, other) | ({"about": about} if (about := file.about_variants.get(name)) else {})
            for name, other in file.variants.items()
        },
        "dice": [list(die) for die in file.dice],
    }
    lines = (
        f"  {json_text(key)}: {_value(value, key in {'grid', 'dice', 'regions', 'variants'})}"
        for key, value in fields.items()
        if value or value == 0
    )
    return ("{\n" + ",\n".join(lines) + "\n}\n").encode()


def _drawn(grid: Grid) -> str | list[str]:
    if isinstance(grid, SquareGrid):
        return grid.draw({}).split("\n")
    if grid.lattice is SQUARES:
        return grid.geometry()
    return drawn_rows(grid.points, grid.lattice, ".", " ")


def _labels(mask: int, grid: Grid) -> list[str]:
    return runs_of_numbers([grid.label(cell) for cell in grid.cells(mask)])


def _labelling(grid: Grid) -> str | list[str]:
    """Return the name of the labels, those of each row, or nothing for the usual ones."""
    if grid.labelling in {None, NUMBERS, ROWS_AND_COLUMNS}:
        return grid.labelling or ""
    rows: dict[int, list[str]] = {}
    for (row, _), label in zip(grid.points, grid.cell_labels, strict=True):
        rows.setdefault(row, []).append(label)
    return [" ".join(runs_of_numbers(labels)) for labels in rows.values()]


def _pieces(pieces: tuple[Piece, ...], names: dict[Piece, str]) -> list[object]:
    """Return the entries of pieces: as short as they can be."""
    entries: list[object] = []
    for piece, copies in Counter(pieces).items():
        shown: str | list[str] = piece.name.removesuffix(ONE_SIDED)
        if shown not in NAMED[piece.lattice]:
            shown = drawn_rows(piece.shape, piece.lattice, "X", ".")
            # Rows of squares are equally long.
            wide = max(map(len, shown)) if piece.lattice is SQUARES else 0
            shown = [row.ljust(wide, ".") for row in shown]
        more: dict[str, object] = {} if piece.flips else {"flip": False}
        if piece in names:
            more["name"] = names[piece]
        if more or (copies > 1 and isinstance(shown, list)):
            entries.append({"piece": shown, **({"copies": copies} if copies > 1 else {}), **more})
        else:
            entries.append(f"{copies}*{shown}" if copies > 1 else shown)
    return entries


def _variant(puzzle: Puzzle, other: Puzzle) -> dict[str, object]:
    """Return which pieces are exchanged for which."""
    ours, theirs = Counter(puzzle.pieces), Counter(other.pieces)
    if (puzzle.grid, puzzle.always_free, puzzle.regions) != (other.grid, other.always_free, other.regions):
        raise InputError("a variant has another board: write it to a file of its own")
    return {
        "instead_of": [one for piece in (ours - theirs).elements() for one in _pieces((piece,), {})],
        "use": [one for piece in (theirs - ours).elements() for one in _pieces((piece,), {})],
    }


def _value(value: object, over_lines: bool) -> str:
    flat = json_text(value, ensure_ascii=False)
    if isinstance(value, str) or (not over_lines and len(flat) <= WIDTH):
        return flat
    if isinstance(value, dict):
        entries = [f"    {json_text(key)}: {json_text(one, ensure_ascii=False)}" for key, one in value.items()]
        return "{\n" + ",\n".join(entries) + "\n  }"
    if isinstance(value, list):
        return "[\n" + ",\n".join(f"    {json_text(one, ensure_ascii=False)}" for one in value) + "\n  ]"
    return flat
