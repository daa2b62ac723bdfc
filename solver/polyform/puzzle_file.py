"""The puzzle that a user means, by its name, its text or the path of its file; and how puzzle files are written."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

from solver.errors import InputError, quoted, suggestion
from solver.polyform.grid import Grid, SquareGrid
from solver.polyform.grid_text import NUMBERS, ROWS_AND_COLUMNS, drawn_rows, runs_of_numbers
from solver.polyform.lattice import SQUARES
from solver.polyform.piece import NAMED, ONE_SIDED, Piece
from solver.polyform.puzzle import GENIUS_SQUARE, MOST_NAME, Puzzle
from solver.polyform.puzzle_catalogue import catalogue_file, catalogue_names, equal_in_catalogue
from solver.polyform.puzzle_parsing import SCHEMA, VARIANT, PuzzleFile, parse_puzzle_file, require_name
from solver.runs.input_file import read_input
from solver.runs.storage import json_text

__all__ = [
    "PuzzleFile",
    "find_puzzle",
    "puzzle_file_bytes",
    "puzzle_file_of",
    "puzzle_path",
    "read_puzzle",
    "read_puzzle_file",
    "variant_file",
]

WIDTH = 100
"""Characters of a line that a list may have before it is written over several."""


def find_puzzle(text: str) -> Puzzle:
    """Return the puzzle that a user names: a catalogue name, GRID/BLOCKERS:PIECES, or the path of a puzzle file.

    ``#VARIANT`` behind a name or a path is a variant of the puzzle.

    Raises :class:`InputError` if it is none of them, or no valid one.

    Examples
    --------
    >>> find_puzzle("genius-square").blockers
    7
    >>> find_puzzle("genius-star#golden-star").name
    'genius-star#golden-star'
    >>> find_puzzle("genius-sqare")
    Traceback (most recent call last):
    solver.errors.InputError: 'genius-sqare' is not a puzzle: did you mean genius-square?
    """
    word = text.strip()
    parts = re.fullmatch(r"([^/:]+)/([^/:]*):(.*)", word, re.DOTALL)
    is_named = word.partition(VARIANT)[0] in catalogue_names()
    if is_named or (parts and re.fullmatch(r"[0-9]{1,4}", parts[2]) and parts[3]):
        return Puzzle.parse(word)
    path = puzzle_path(text)
    if path is not None:
        return read_puzzle(path)
    if parts and not re.fullmatch(r"[0-9]{1,4}", parts[2]):
        raise InputError(
            f"{quoted(parts[2])} blockers in {quoted(word)}: write their number, 0 or more, before the colon"
        )
    otherwise = (
        f"write a name such as {GENIUS_SQUARE.name}, GRID/BLOCKERS:PIECES such as 6x6/6:10*L3, "
        "or the path of a puzzle file"
    )
    hint = suggestion(word[:MOST_NAME], catalogue_names(), otherwise, cutoff=0.7)
    raise InputError(f"{quoted(word)} is not a puzzle: {hint}")


def puzzle_file_of(text: str) -> tuple[PuzzleFile, str, str]:
    """Return the content of a puzzle's file, the variant that is meant, and the name of the puzzle in errors.

    Raises :class:`InputError` if there is no such puzzle, or no valid one.
    """
    named, _, variant = text.strip().partition(VARIANT)
    if named in catalogue_names():
        return catalogue_file(named), variant, named
    path = puzzle_path(text)
    if path is None:
        return PuzzleFile(find_puzzle(text)), "", text.strip()
    return *variant_file(path), str(path)


def puzzle_path(text: str) -> Path | None:
    """Return a text as a path, perhaps with ``#VARIANT``, if it can only be meant as one."""
    bare, mark, _ = text.rpartition(VARIANT)
    for one in (text, bare if mark else ""):
        if one and (Path(one).suffix.lower() == ".json" or _exists(Path(one))):
            return Path(text)
    return None


def read_puzzle(path: Path) -> Puzzle:
    """Read the puzzle of a file, or with ``#VARIANT`` behind its path a variant.

    Its name is for people, and becomes the title: ``Puzzle.name`` is for :meth:`Puzzle.parse` to read, so it is that of
    an equal puzzle of the catalogue, or None.

    Raises :class:`InputError` with one line that names the file, if it can't be read or holds no valid puzzle.
    """
    file, variant = variant_file(path)
    try:
        puzzle = file.variant(variant) if variant else file.puzzle
    except InputError as error:
        raise InputError(f"{path}: {error}") from None
    return equal_in_catalogue(puzzle)


def variant_file(path: Path) -> tuple[PuzzleFile, str]:
    """Read a puzzle file, and return the name of the variant behind its path, or nothing."""
    bare, mark, variant = str(path).rpartition(VARIANT)
    if not mark or _exists(path):
        return read_puzzle_file(path), ""
    return read_puzzle_file(Path(bare)), variant


def read_puzzle_file(path: Path) -> PuzzleFile:
    """Read all that a puzzle file says.

    Raises :class:`InputError` with one line that names the file, if it can't be read or holds no valid puzzle.
    """
    try:
        return parse_puzzle_file(read_input(path, "puzzle file"))
    except InputError as error:
        raise InputError(f"{path}: {error}") from None


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except (OSError, ValueError):
        # A name that is too long, or with a zero character: it names no file.
        return False


def puzzle_file_bytes(file: PuzzleFile) -> bytes:
    """Return a puzzle file as bytes, with its grid and the pieces without a name drawn.

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
