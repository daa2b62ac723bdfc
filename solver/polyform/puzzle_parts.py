"""The fields of a puzzle file, and how its grid, pieces and cells are read from them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

import msgspec

from solver.errors import quoted
from solver.polyform.grid import Grid, SquareGrid
from solver.polyform.grid_text import (
    MOST_COLUMNS,
    MOST_LABEL,
    MOST_ROWS,
    NUMBERS,
    ROWS_AND_COLUMNS,
    drawn_points,
    numbers_of_runs,
)
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
    """A piece with its copies, sides or name."""

    piece: str | list[str]
    copies: int = 1
    flip: bool = True
    name: str = ""


class RegionFields(msgspec.Struct, forbid_unknown_fields=True):
    """Cells of which one is blocked."""

    cells: Labels
    name: str = ""


Entry = str | list[str] | PieceFields
"""A piece by name, or drawn, or with its copies, sides or name."""


class Fields(msgspec.Struct, forbid_unknown_fields=True):
    """All fields of a puzzle file."""

    # A misspelt key that is passed over could change the puzzle, and so the theorem.
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


class Parts:
    """Reads the parts of one puzzle file; errors name the line and the field.

    ``names`` are the file's own names of the pieces read so far; an entry may be such a name.
    """

    def __init__(self, text: JsonText, lattice: Lattice) -> None:
        self.text, self.lattice = text, lattice
        self.names: dict[str, Piece] = {}

    def grid(self, fields: Fields) -> Grid:
        """Return the grid, with its labels."""
        path: FieldPath = ("grid",)
        if isinstance(fields.grid, list):
            plain = self._drawn_grid(fields.grid)
        elif len(fields.grid) > MOST_TEXT * 4:
            raise self.text.error(path, f"of {len(fields.grid):,} characters: draw it as rows of text")
        else:
            with self.text.at(path):
                plain = Grid.parse(fields.grid)
        if plain.lattice is not self.lattice:
            raise self.text.error(
                path, f"is one of {plain.lattice.name}, and the lattice is {self.lattice.name}: take one of the two"
            )
        if fields.labels is None:
            return plain
        if plain.labelling:
            raise self.text.error(("labels",), "stand in the grid's text too: write them in one place")
        scheme = self._labels(fields.labels, plain)
        with self.text.at(_label_at_fault(fields.labels)):
            return plain.relabelled(scheme)

    def pieces(self, entries: Sequence[Entry], path: FieldPath, most: int) -> list[Piece]:
        """Return pieces with their copies, at most as many as there are cells."""
        found: list[Piece] = []
        for number, entry in enumerate(entries):
            found += self._copies(entry, (*path, number))
            if len(found) > most:
                raise self.text.error((*path, number), f"more than {most} pieces on {most} cells: leave some out")
        return found

    def cells(self, labels: Labels, grid: Grid, path: FieldPath, owners: Mapping[int, str]) -> int:
        """Return the mask of cells by their labels; a cell that stands twice, or has another owner, is an error."""
        mask = 0
        for number, entry in enumerate(labels):
            for label in self._words(str(entry), (*path, number)):
                with self.text.at((*path, number)):
                    cell = grid.cell(label)
                if mask >> cell & 1 or cell in owners:
                    where = "here twice" if mask >> cell & 1 else f"in {owners[cell]} too"
                    problem = f"cell {grid.label(cell)} is {where}: name each cell in one place"
                    raise self.text.error((*path, number), problem)
                mask |= 1 << cell
        return mask

    def _drawn_grid(self, rows: list[str]) -> Grid:
        path: FieldPath = ("grid",)
        width = max(map(len, rows), default=0)
        if not 1 <= len(rows) <= MOST_ROWS or not 1 <= width <= MOST_COLUMNS:
            size = f"{counted(len(rows), 'row')}" + (f" of {width} characters" if rows else "")
            raise self.text.error(path, f"of {size}: use 1 to {MOST_ROWS} rows of 1 to {MOST_COLUMNS} characters")
        points = self._points(rows, ".", " ", path)
        if not points:
            raise self.text.error(path, "has no cell: leave at least one")
        if self.lattice is not SQUARES:
            return Grid(self.lattice, points)
        return SquareGrid.of_points(len(rows), width, points)

    def _points(self, rows: list[str], cells: str, none: str, path: FieldPath) -> list[tuple[int, int]]:
        """Return the points of a drawing; rows of squares are equally long."""
        for number, row in enumerate(rows if self.lattice is SQUARES else ()):
            if len(row) != len(rows[0]):
                raise self.text.error(
                    (*path, number),
                    f"has {len(row)} characters and the first row {len(rows[0])}: make the rows equally long",
                )
        return drawn_points(rows, self.lattice, cells, none, lambda row, what: self.text.error((*path, row), what))

    def _labels(self, labels: str | Labels, grid: Grid) -> str | list[str]:
        """Return the labels one by one; a list may have a text for each row."""
        if isinstance(labels, str):
            if labels in {NUMBERS, ROWS_AND_COLUMNS}:
                return labels
            problem = f"{quoted(labels)}: write {NUMBERS}, {ROWS_AND_COLUMNS} or a list of labels"
            raise self.text.error(("labels",), problem)
        split = [self._words(str(entry), ("labels", number)) for number, entry in enumerate(labels)]
        rows = [sum(row == number + grid.top for row, _ in grid.points) for number in range(grid.rows)]
        if len(split) == len(rows) and sum(map(len, split)) != len(grid):
            number = next(n for n, row in enumerate(rows) if len(split[n]) != row)
            raise self.text.error(
                ("labels", number),
                f"{counted(len(split[number]), 'label')} for the {rows[number]} cells of row {number + 1}",
            )
        return [word for words in split for word in words]

    def _words(self, entry: str, path: FieldPath) -> list[str]:
        """Return the labels in a text."""
        with self.text.at(path):
            return numbers_of_runs(entry.split())

    def _copies(self, entry: Entry, path: FieldPath) -> tuple[Piece, ...]:
        """Return the pieces that an entry stands for, and keep their name."""
        if not isinstance(entry, PieceFields):
            return self._pieces(entry, path)
        pieces = self._pieces(entry.piece, (*path, "piece"), flips=entry.flip)
        if not 1 <= entry.copies <= 999:
            raise self.text.error((*path, "copies"), f"{entry.copies} copies: use 1 to 999")
        if problem := self._name_problem(entry.name, pieces) if entry.name else "":
            raise self.text.error((*path, "name"), problem)
        return pieces * entry.copies

    def _name_problem(self, name: str, pieces: tuple[Piece, ...]) -> str:
        """Keep the name of a piece; return its fault, or nothing."""
        if len(set(pieces)) != 1:
            return f"{quoted(name)} names {len(set(pieces))} different pieces: name one"
        if not re.fullmatch(r"[^\W_][\w .'-]{0,39}", name):
            return f"{quoted(name)}: name a piece with at most 40 letters, digits, blanks, - and '"
        if self.names.setdefault(name, pieces[0]) != pieces[0]:
            return f"{name!r} is another piece too: give each its own name"
        return ""

    def _pieces(self, entry: str | list[str], path: FieldPath, *, flips: bool = True) -> tuple[Piece, ...]:
        """Return the pieces of a name or a text, or the one that is drawn."""
        if isinstance(entry, list):
            return (self._drawn_piece(entry, path, flips=flips),)
        if entry in self.names and flips:
            return (self.names[entry],)
        if len(entry) > MOST_TEXT or not re.fullmatch(r" *([0-9]{1,3} *\* *)?[^*,:\s]+ *", entry):
            raise self.text.error(
                path, f'{quoted(entry)}: write a name, 2*L3, pentominoes, or its rows in a list, ["X.", "XX"]'
            )
        # The drawing of a name tells which of the two sides is up; the free piece does not.
        word = entry if flips or entry.endswith(ONE_SIDED) else f"{entry.strip()}{ONE_SIDED}"
        with self.text.at(path):
            return pieces_of(word, self.lattice)

    def _drawn_piece(self, rows: list[str], path: FieldPath, *, flips: bool) -> Piece:
        if not rows or not any(rows):
            raise self.text.error(path, f"is empty: draw its {self.lattice.name} as rows of X and .")
        if len(rows) * max(map(len, rows)) > MOST_TEXT:
            size = f"{len(rows)} rows of {max(map(len, rows))}"
            raise self.text.error(path, f"of {size}: draw at most {MOST_TEXT:,} {self.lattice.name}")
        points = self._points(rows, "X#", ". ", path)
        with self.text.at(path):
            return Piece(tuple(points), self.lattice, flips)


def _label_at_fault(labels: str | Labels) -> FieldPath:
    """Return the entry with the first label that no grid takes."""
    seen: set[str] = set()
    for number, entry in enumerate(labels if isinstance(labels, list) else ()):
        for word in numbers_of_runs(str(entry).split()):
            if word.upper() in seen or not re.fullmatch(rf"[^\W_]{{1,{MOST_LABEL}}}", word):
                return ("labels", number)
            seen.add(word.upper())
    return ("labels",)
