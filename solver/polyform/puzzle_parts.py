"""The fields of a puzzle file, and how its grid, pieces and cells are read from them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

import msgspec

from solver.errors import InputError, quoted
from solver.polyform.drawing import drawn_points
from solver.polyform.grid import Grid, SquareGrid
from solver.polyform.grid_text import MOST_COLUMNS, MOST_ROWS, numbers_of_runs
from solver.polyform.labels import MOST_LABEL, NUMBERS, ROWS_AND_COLUMNS
from solver.polyform.lattice import SQUARES, Lattice
from solver.polyform.piece import ONE_SIDED, Piece
from solver.polyform.puzzle import pieces_of
from solver.runs.input_file import FieldPath, JsonText
from solver.words import counted

MOST_TEXT = 4000
"""Most characters of a piece or of a grid in one text."""

Labels = list[str | int]
"""Labels of cells, one or several in a text, ``1..31`` for a run of numbers."""


class PieceFields(msgspec.Struct, forbid_unknown_fields=True):
    """A piece of which more is to be said."""

    piece: str | list[str]
    copies: int = 1
    flip: bool = True
    name: str = ""


class RegionFields(msgspec.Struct, forbid_unknown_fields=True):
    """Cells of which one is blocked."""

    cells: Labels
    name: str = ""


Entry = str | list[str] | PieceFields
"""A piece by name, or drawn, or with more to be said of it."""


class Fields(msgspec.Struct, forbid_unknown_fields=True):
    """All fields of a puzzle file."""

    # A key that is misspelt and passed over could change the puzzle, and so what is proved.
    schema: str
    grid: str | list[str]
    pieces: list[Entry]
    blockers: int | msgspec.UnsetType = msgspec.UNSET
    lattice: str = ""
    labels: str | Labels | None = None
    always_free: Labels = []
    regions: list[RegionFields] = []
    variants: dict[str, object] = {}
    dice: list[Labels] = []
    name: str = ""
    about: str = ""


def grid_of(fields: Fields, lattice: Lattice, text: JsonText) -> Grid:
    """Return the grid of a file, with its labels."""
    path: FieldPath = ("grid",)
    plain = _drawn_grid(fields.grid, lattice, text) if isinstance(fields.grid, list) else None
    if plain is None:
        written = str(fields.grid)
        if len(written) > MOST_TEXT * 4:
            raise text.error(path, f"of {len(written):,} characters: draw it as rows of text")
        try:
            plain = Grid.parse(written)
        except InputError as error:
            raise text.error(path, str(error)) from None
    if plain.lattice is not lattice:
        raise text.error(
            path, f"is one of {plain.lattice.name}, and the lattice is {lattice.name}: take one of the two"
        )
    if fields.labels is None:
        return plain
    if plain.labelling:
        raise text.error(("labels",), "stand in the grid's text too: write them in one place")
    scheme = _labels(fields.labels, plain, text)
    try:
        return plain.relabelled(scheme)
    except InputError as error:
        raise text.error(_label_at_fault(fields.labels), str(error)) from None


def pieces_of_entries(
    entries: Sequence[Entry],
    lattice: Lattice,
    text: JsonText,
    path: FieldPath,
    names: dict[str, Piece],
    most: int,
) -> list[Piece]:
    """Return pieces with their copies.

    Parameters
    ----------
    names
        What pieces are called; more names are added, and an entry may be one of them.
    most
        The number of cells: more pieces can't be.
    """
    found: list[Piece] = []
    for number, entry in enumerate(entries):
        found += _copies(entry, lattice, text, (*path, number), names)
        if len(found) > most:
            raise text.error((*path, number), f"more than {most} pieces on {most} cells: leave some out")
    return found


def cells_of(labels: Labels, grid: Grid, text: JsonText, path: FieldPath, owners: Mapping[int, str]) -> int:
    """Return the mask of cells by their labels; a cell that stands twice, or has another owner, is an error."""
    mask = 0
    for number, entry in enumerate(labels):
        for label in _words(str(entry), text, (*path, number)):
            try:
                cell = grid.cell(label)
            except InputError as error:
                raise text.error((*path, number), str(error)) from None
            if mask >> cell & 1 or cell in owners:
                where = "here twice" if mask >> cell & 1 else f"in {owners[cell]} too"
                raise text.error((*path, number), f"cell {grid.label(cell)} is {where}: name each cell in one place")
            mask |= 1 << cell
    return mask


def _drawn_grid(rows: list[str], lattice: Lattice, text: JsonText) -> Grid:
    path: FieldPath = ("grid",)
    width = max(map(len, rows), default=0)
    if not 1 <= len(rows) <= MOST_ROWS or not 1 <= width <= MOST_COLUMNS:
        size = f"{counted(len(rows), 'row')}" + (f" of {width} characters" if rows else "")
        raise text.error(path, f"of {size}: use 1 to {MOST_ROWS} rows of 1 to {MOST_COLUMNS} characters")
    if lattice is SQUARES:
        _require_equal(rows, text, path)
    points = drawn_points(rows, lattice, ".", " ", lambda row, what: text.error((*path, row), what))
    if not points:
        raise text.error(path, "has no cell: leave at least one")
    if lattice is not SQUARES:
        return Grid(lattice, points)
    return SquareGrid.of_points(len(rows), width, points)


def _labels(labels: str | Labels, grid: Grid, text: JsonText) -> str | list[str]:
    """Return the labels one by one; a list may have a text for each row."""
    if isinstance(labels, str):
        if labels in {NUMBERS, ROWS_AND_COLUMNS}:
            return labels
        raise text.error(("labels",), f"{quoted(labels)}: write {NUMBERS}, {ROWS_AND_COLUMNS} or a list of labels")
    split = [_words(str(entry), text, ("labels", number)) for number, entry in enumerate(labels)]
    rows = [sum(row == number + grid.top for row, _ in grid.points) for number in range(grid.rows)]
    if len(split) == len(rows) and sum(map(len, split)) != len(grid):
        number = next(n for n, row in enumerate(rows) if len(split[n]) != row)
        raise text.error(
            ("labels", number),
            f"{counted(len(split[number]), 'label')} for the {rows[number]} cells of row {number + 1}",
        )
    return [word for words in split for word in words]


def _label_at_fault(labels: str | Labels) -> FieldPath:
    """Return the entry with the first label that no grid takes."""
    seen: set[str] = set()
    for number, entry in enumerate(labels if isinstance(labels, list) else ()):
        for word in numbers_of_runs(str(entry).split()):
            if word.upper() in seen or not re.fullmatch(rf"[^\W_]{{1,{MOST_LABEL}}}", word):
                return ("labels", number)
            seen.add(word.upper())
    return ("labels",)


def _words(entry: str, text: JsonText, path: FieldPath) -> list[str]:
    """Return the labels in a text."""
    try:
        return numbers_of_runs(entry.split())
    except InputError as error:
        raise text.error(path, str(error)) from None


def _copies(
    entry: Entry, lattice: Lattice, text: JsonText, path: FieldPath, names: dict[str, Piece]
) -> tuple[Piece, ...]:
    """Return the pieces that an entry stands for."""
    if not isinstance(entry, PieceFields):
        return _pieces(entry, lattice, text, path, names)
    pieces = _pieces(entry.piece, lattice, text, (*path, "piece"), names, flips=entry.flip)
    if not 1 <= entry.copies <= 999:
        raise text.error((*path, "copies"), f"{entry.copies} copies: use 1 to 999")
    if entry.name:
        _name(entry.name, pieces, text, (*path, "name"), names)
    return pieces * entry.copies


def _name(name: str, pieces: tuple[Piece, ...], text: JsonText, path: FieldPath, names: dict[str, Piece]) -> None:
    """Keep the name of a piece."""
    if len(set(pieces)) != 1:
        raise text.error(path, f"{quoted(name)} names {len(set(pieces))} different pieces: name one")
    if not re.fullmatch(r"[^\W_][\w .'-]{0,39}", name):
        raise text.error(path, f"{quoted(name)}: name a piece with at most 40 letters, digits, blanks, - and '")
    if names.setdefault(name, pieces[0]) != pieces[0]:
        raise text.error(path, f"{name!r} is another piece too: give each its own name")


def _pieces(
    entry: str | list[str],
    lattice: Lattice,
    text: JsonText,
    path: FieldPath,
    names: dict[str, Piece],
    *,
    flips: bool = True,
) -> tuple[Piece, ...]:
    """Return the pieces of a name or a text, or the one that is drawn."""
    if isinstance(entry, list):
        return (_drawn_piece(entry, lattice, text, path, flips=flips),)
    if entry in names and flips:
        return (names[entry],)
    if len(entry) > MOST_TEXT or not re.fullmatch(r" *([0-9]{1,3} *\* *)?[^*,:\s]+ *", entry):
        raise text.error(path, f'{quoted(entry)}: write a name, 2*L3, pentominoes, or its rows in a list, ["X.", "XX"]')
    try:
        # Which of the two sides is up is told by the drawing of a name, not by the free piece.
        return pieces_of(entry if flips or entry.endswith(ONE_SIDED) else f"{entry.strip()}{ONE_SIDED}", lattice)
    except InputError as error:
        raise text.error(path, str(error)) from None


def _drawn_piece(rows: list[str], lattice: Lattice, text: JsonText, path: FieldPath, *, flips: bool) -> Piece:
    if not rows or not any(rows):
        raise text.error(path, f"is empty: draw its {lattice.name} as rows of X and .")
    if len(rows) * max(map(len, rows)) > MOST_TEXT:
        size = f"{len(rows)} rows of {max(map(len, rows))}"
        raise text.error(path, f"of {size}: draw at most {MOST_TEXT:,} {lattice.name}")
    if lattice is SQUARES:
        _require_equal(rows, text, path)
    points = drawn_points(rows, lattice, "X#", ". ", lambda row, what: text.error((*path, row), what))
    try:
        return Piece(tuple(points), lattice, flips)
    except InputError as error:
        raise text.error(path, str(error)) from None


def _require_equal(rows: list[str], text: JsonText, path: FieldPath) -> None:
    for number, row in enumerate(rows):
        if len(row) != len(rows[0]):
            raise text.error(
                (*path, number),
                f"has {len(row)} characters and the first row {len(rows[0])}: make the rows equally long",
            )
