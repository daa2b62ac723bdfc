"""Dice in a spreadsheet: rows of fields, whatever their order, and which of them are dice, faces and cells.

A die is a row, a column, or all rows with its number. What is neither a die nor a cell is ignored, with a note.
"""

from __future__ import annotations

import codecs
import contextlib
import csv
import io
import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from dicelab.dice.catalogue import MOST_FACES
from dicelab.errors import DiceError
from solver.errors import quoted
from solver.words import counted, listed

MOST_ROWS = 10_000
MOST_COLUMNS = MOST_FACES + 24
DELIMITERS = "\t;,"

EXAMPLE = "write a die in each row, such as 1,A1,A2,A3,B1,B2,B3, or a table with the columns die,face,cell"

_SEPARATOR = re.compile(r'\s*"?sep=(.)"?\s*', re.IGNORECASE)
"""The first line by which Excel is told the delimiter."""
_COMMENT = re.compile(r"\s*#\s*[^\W\d].*")
_LABEL = re.compile(r"[A-Za-z][0-9]{1,2}")
_FACE = re.compile(r"(.+?)[×*]([1-9][0-9]{0,3})")
_NUMBER = re.compile(r"(?:(?:die|dice|cube) ?)?#? ?([0-9]{1,4})[:.)]?", re.IGNORECASE)
"""How a field names a die by its number."""
_NUMBERED = re.compile(r"(?:(?:die|dice|cube) *)?#?[0-9]{1,3}[:.)]?[\s,;]+", re.IGNORECASE)
_MARKED = re.compile(r"(?:(?:die|dice|cube) *#?[0-9]{1,3}[:.)]?|#?[0-9]{1,3}[:)])[\s,;]+", re.IGNORECASE)
"""How a line begins with the number of its die where numbers are also labels of cells."""

_DIE = re.compile(r"(?:die|dice|cube)(?: ?(?:no|nr|number|name|id))?|no|nr|number|name|id")
_CELL = re.compile(r"(?:cell|square|field|label|position)s?")
_FACE_WORD = re.compile(r"(?:face|side)s?(?: ?(?:no|nr|number|id))?")
_DIE_N = re.compile(r"(?:die|dice|cube) ?[0-9]{1,3}")
_FACE_N = re.compile(r"(?:face|side|cell) ?[0-9]{1,4}")


@dataclass(frozen=True, slots=True)
class SheetRow:
    """A row that is not blank: its number from 1, and its fields that are not, by their columns from 0."""

    number: int
    fields: Mapping[int, str]

    @classmethod
    def of(cls, number: int, fields: Sequence[str]) -> SheetRow:
        """Return a row of all its fields; raise :class:`DiceError` where they are too many."""
        found = {column: text.strip() for column, text in enumerate(fields) if text.strip()}
        if found and max(found) >= MOST_COLUMNS:
            raise DiceError(f"row {number} has a field in column {max(found) + 1:,}: use at most {MOST_COLUMNS:,}")
        return cls(number, found)


@dataclass(frozen=True, slots=True)
class CellWords:
    """Labels of cells, as a user writes them: those of the puzzle, and any letter with a number."""

    labels: Collection[str] = ()
    """In capitals."""

    @property
    def numbers(self) -> bool:
        """Whether there are labels that are numbers, as the days of a calendar."""
        return any(map(str.isdigit, self.labels))

    def is_label(self, word: str) -> bool:
        """Tell whether a word is a label, or one that stands for several faces, ``A6×3``."""
        match = _FACE.fullmatch(word)
        label = match[1] if match else word
        return label.upper() in self.labels or bool(_LABEL.fullmatch(label))

    def are_labels(self, text: str) -> bool:
        """Tell whether a field has labels and nothing else, but perhaps the number of the die in front."""
        words = split_labels(self.without_number(text))
        return bool(words) and all(map(self.is_label, words))

    def in_rows(self, rows: Iterable[SheetRow]) -> bool:
        """Tell whether any field of some rows has labels."""
        return any(self.are_labels(text) for row in rows for text in row.fields.values())

    def without_number(self, text: str) -> str:
        """Return a line without the number of the die in front."""
        match = (_MARKED if self.numbers else _NUMBERED).match(text)
        return text[match.end() :] if match else text


def split_labels(text: str) -> list[str]:
    """Return the words of a field with several cells."""
    return [word for word in re.split(r"[\s,;/]+", text) if word]


def faces_of(text: str, number: int | str) -> list[str]:
    """Return the labels of a die's faces, of which one may be written once for several: ``A6×3``."""
    labels: list[str] = []
    for word in split_labels(text):
        match = _FACE.fullmatch(word)
        labels += [match[1]] * int(match[2]) if match else [word]
        if len(labels) > MOST_FACES:
            raise DiceError(f"die {number} has over {MOST_FACES:,} faces: use at most {MOST_FACES:,}")
    return labels


def as_utf8(data: bytes) -> bytes:
    """Return the content of a file in UTF-8 where a byte order mark says that it is UTF-16, as Excel's Unicode text."""
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        with contextlib.suppress(UnicodeDecodeError):
            return data.decode("utf-16").encode()
    return data


def text_of(data: bytes) -> str:
    """Return a text in UTF-8, or raise :class:`DiceError` with the first byte that is not."""
    try:
        text, wrong = data.decode("utf-8-sig"), data.find(b"\0")
    except UnicodeDecodeError as error:
        wrong = error.start
    if wrong >= 0:
        raise DiceError(f"is not UTF-8 (byte {wrong}): save it as UTF-8 text, and a spreadsheet as .xlsx or CSV UTF-8")
    return text


def rows_of_text(text: str) -> list[SheetRow] | None:
    r"""Return the rows of a text in CSV, or nothing where it has no delimiter: then it is no table.

    Examples
    --------
    >>> [dict(row.fields) for row in rows_of_text("sep=;\nA1;A2\n;;\n;B1 B3\n")]
    [{0: 'A1', 1: 'A2'}, {1: 'B1 B3'}]
    """
    first, _, rest = text.partition("\n")
    named, skipped = _SEPARATOR.fullmatch(first), 0
    if named:
        text, skipped = rest, 1
    lines = [line for line in text.splitlines()[:MOST_ROWS] if not _COMMENT.fullmatch(line)]
    if not named and any("|" in line for line in lines):
        return None
    counts = {one: sum(one in line for line in lines) for one in DELIMITERS}
    delimiter = named[1] if named else max(DELIMITERS, key=lambda one: counts[one])
    if not named and not counts[delimiter]:
        return None
    # A comment keeps its line, so that the numbers of rows are those of the file.
    shown = "\n".join("" if _COMMENT.fullmatch(line) else line for line in text.splitlines())
    rows = []
    try:
        reader = csv.reader(io.StringIO(shown, newline=""), delimiter=delimiter, strict=True, skipinitialspace=True)
        for number, fields in enumerate(reader, start=1 + skipped):
            if number > MOST_ROWS:
                raise DiceError(f"has over {MOST_ROWS:,} rows: {EXAMPLE}")
            rows.append(SheetRow.of(number, fields))
    except csv.Error as error:
        raise DiceError(f"is no whole table ({error}): {EXAMPLE}") from None
    return [row for row in rows if row.fields]


def dice_of_rows(rows: Sequence[SheetRow], words: CellWords, dice: int) -> tuple[list[list[str]], list[str]]:
    r"""Return the labels on each die, and notes on ignored rows and columns.

    Raises :class:`DiceError` with the row, the problem and an example of a table that can be read.

    Parameters
    ----------
    dice
        The number that the puzzle wants: where no word says it, rows or columns are dice, whichever are as many.

    Examples
    --------
    >>> rows = rows_of_text("Colour,Die 1,Die 2\nred,A1,B1\nblue,A2,B3\n")
    >>> dice_of_rows(rows, CellWords(), 2)
    ([['A1', 'A2'], ['B1', 'B3']], ["column 'Colour' is ignored: it has no cells"])
    """
    table = _Table.of(rows, words)
    faces = table.columns() if table.is_by_columns(dice) else table.rows_of_dice()
    return faces, table.notes


@dataclass
class _Table:
    """Rows below a heading, of which there may be none."""

    heading: Mapping[int, str]
    rows: list[SheetRow]
    words: CellWords
    notes: list[str] = field(default_factory=list)

    @classmethod
    def of(cls, rows: Sequence[SheetRow], words: CellWords) -> _Table:
        """Find the heading; titles above it are ignored."""
        place, heading, start = -1, False, 0
        for start, row in enumerate(rows):
            texts = list(row.fields.values())
            heading = _is_heading(texts)
            labels = [text for text in texts if words.are_labels(text)]
            if heading and (all(map(str.isdigit, labels)) or _count_faces(labels)):
                place, start = start, start + 1
                break
            if labels:
                break
            place = start if len(texts) > 1 else place
        else:
            first = next(iter(rows[0].fields.values())) if rows else ""
            found = f"row {rows[0].number} begins with {quoted(first)}, and no field is a cell: " if rows else ""
            raise DiceError(f"{found or 'names no die: '}{EXAMPLE}")
        table = cls(rows[place].fields if place >= 0 else {}, list(rows[start:]), words)
        titles = [row for row in rows[:start] if row is not rows[place] or place < 0]
        table._ignore(titles)
        if not table.rows:
            raise DiceError(f"names no die: {EXAMPLE}")
        return table

    def _ignore(self, rows: Sequence[SheetRow]) -> None:
        if rows:
            text = quoted(next(iter(rows[0].fields.values())))
            more = f" and {counted(len(rows) - 1, 'other row')}" if len(rows) > 1 else ""
            self.notes.append(f"row {rows[0].number} ({text}){more} is ignored: it has no cells")

    def head(self, column: int) -> str:
        """Return the heading of a column, in small letters and without marks."""
        return re.sub(r"[\s._:#()-]+", " ", self.heading.get(column, "").lower()).strip()

    def entries(self, column: int) -> list[str]:
        """Return the fields of a column."""
        return [row.fields[column] for row in self.rows if column in row.fields]

    @cached_property
    def die_column(self) -> int | None:
        """The column with the number or the name of each row's die."""
        named = [one for one in self._columns if _DIE.fullmatch(self.head(one)) or self.heading.get(one) == "#"]
        numbers = [one for one in named if all(map(_NUMBER.fullmatch, self.entries(one)))]
        if named:
            return (numbers or named)[0]
        first, entries = self._columns[0], self.entries(self._columns[0])
        if len(self._columns) < 2 or not all(map(_NUMBER.fullmatch, entries)) or self._are_labels(first):
            return None
        # Below a word that is not known, numbers that repeat are dice of a table with a face in each row.
        return first if not self.head(first) or len(set(entries)) < len(entries) else None

    def _are_labels(self, column: int) -> bool:
        return self._has_labels(self.entries(column))

    def _has_labels(self, texts: Iterable[str]) -> bool:
        return any(map(self.words.are_labels, texts))

    @cached_property
    def _is_numbered(self) -> bool:
        """Whether dice have numbers, so that a row with a word in their place, such as a total, is none."""
        return self.die_column is not None and any(map(_NUMBER.fullmatch, self.entries(self.die_column)))

    @cached_property
    def _columns(self) -> list[int]:
        return sorted({column for row in self.rows for column in row.fields})

    @cached_property
    def face_column(self) -> int | None:
        """The column with the number of each row's face."""
        if any(_CELL.fullmatch(self.head(one)) for one in self._columns):
            return next((one for one in self._columns if _FACE_WORD.fullmatch(self.head(one))), None)
        return next((one for one in self._columns if self._counts_faces(one)), None)

    def _counts_faces(self, column: int) -> bool:
        """Tell whether a column counts faces: "face 1" and so on, or numbers below a heading that says so."""
        entries = [entry.lower() for entry in self.entries(column)]
        if all(map(_FACE_N.fullmatch, entries)):
            return True
        named = bool(_FACE_WORD.fullmatch(self.head(column)))
        return named and not self.words.numbers and all(map(str.isdigit, entries))

    @cached_property
    def label_columns(self) -> list[int]:
        """The columns with cells; all others are ignored."""
        found: list[int] = []
        ignored: list[int] = []
        for column in self._columns:
            if column in {self.die_column, self.face_column}:
                continue
            head = self.head(column)
            named = head.isdigit() or any(one.fullmatch(head) for one in (_CELL, _FACE_WORD, _DIE_N, _FACE_N))
            (found if named or self._are_labels(column) else ignored).append(column)
        if not found:
            raise DiceError(f"row {self.rows[0].number}: beside the number of the die there is no cell: {EXAMPLE}")
        if ignored:
            names = [quoted(self.heading.get(one, "") or f"number {one + 1}") for one in ignored]
            self.notes.append(
                f"column {names[0]} is ignored: it has no cells"
                if len(ignored) == 1
                else f"columns {listed(names[:5], 'and')} are ignored: they have no cells"
            )
        return found

    def is_by_columns(self, dice: int) -> bool:
        """Tell whether each column is a die."""
        heads = [self.head(one) for one in self.label_columns]
        if sum(map(bool, map(_DIE_N.fullmatch, heads))) > len(heads) // 2:
            return True
        if self.face_column is not None and self.die_column is None:
            return True
        if any(one.fullmatch(head) for head in heads for one in (_FACE_N, _CELL, _FACE_WORD)):
            return False
        if self.die_column is not None and self.head(self.die_column):
            return False
        return len(self.label_columns) == dice != len(self.rows)

    def columns(self) -> list[list[str]]:
        """Return the dice where each column is one."""
        for row in self.rows:
            self._refuse_formulas(row)
        self._ignore([row for row in self.rows if row.fields.keys().isdisjoint(self.label_columns)])
        return [faces_of(" ".join(self.entries(one)), n) for n, one in enumerate(self.label_columns, start=1)]

    def rows_of_dice(self) -> list[list[str]]:
        """Return the dice where rows are, or where each row has a face or some faces of a die."""
        dice: dict[str, dict[int, str]] = {}
        ignored, name = [], ""
        for row in self.rows:
            texts = [row.fields[one] for one in self.label_columns if one in row.fields]
            own = "" if self.die_column is None else row.fields.get(self.die_column, "")
            if not texts or (self._is_numbered and not _NUMBER.fullmatch(own or "1") and not self._has_labels(texts)):
                if _NUMBER.fullmatch(own):
                    raise DiceError(f"row {row.number}: die {own} has no cell: {EXAMPLE}")
                ignored.append(row)
                continue
            if self.die_column is None and not any(map(self.words.is_label, split_labels(" ".join(texts)))):
                ignored.append(row)
                continue
            self._refuse_formulas(row)
            # Excel leaves all but the first of merged fields empty.
            name = (own or name) if self.die_column is not None else str(len(dice) + 1)
            faces = dice.setdefault(name, {})
            if self.face_column is not None and len(texts) > 1:
                raise DiceError(f"row {row.number}: one face has {len(texts)} fields of cells: {EXAMPLE}")
            number = self._face(row) or len(faces) + 1
            if number in faces:
                raise DiceError(
                    f"row {row.number}: face {number} of die {name} stands twice: number the faces of a die from 1"
                )
            text = " ".join(texts)
            faces[number] = self.words.without_number(text) if self.die_column is None else text
        self._ignore(ignored)
        return [faces_of(" ".join(text for _, text in sorted(faces.items())), name) for name, faces in _in_order(dice)]

    def _face(self, row: SheetRow) -> int:
        """Return the number of a row's face; 0 where it has none."""
        if self.face_column is None:
            return 0
        text = row.fields.get(self.face_column, "")
        match = re.fullmatch(r"(?:(?:face|side) ?)?([1-9][0-9]{0,3})", text, re.IGNORECASE)
        if not match or int(match[1]) > MOST_FACES:
            raise DiceError(f"row {row.number}: face {quoted(text)} is no number from 1 to {MOST_FACES}")
        return int(match[1])

    def _refuse_formulas(self, row: SheetRow) -> None:
        for column in self.label_columns:
            text = row.fields.get(column, "")
            if text.startswith("="):
                raise DiceError(f"row {row.number}: {quoted(text)} is a formula: write the cell itself, such as A1")


def _is_heading(texts: Sequence[str]) -> bool:
    """Tell whether the fields of a row are words such as die, face and cell, and not a title."""
    words = [re.sub(r"[\s._:#()-]+", " ", text.lower()).strip() for text in texts]
    if len(words) < 2:
        return False
    named = any(one.fullmatch(word) for word in words for one in (_DIE, _CELL, _FACE_WORD))
    return named or sum(bool(_DIE_N.fullmatch(word) or _FACE_N.fullmatch(word)) for word in words) > 1


def _count_faces(labels: Sequence[str]) -> bool:
    """Tell whether labels are numbers of faces, F1, F2, …, which are cells too."""
    return len(labels) > 1 and [label.upper() for label in labels] == [f"F{n}" for n in range(1, len(labels) + 1)]


def _in_order(dice: Mapping[str, dict[int, str]]) -> list[tuple[str, dict[int, str]]]:
    """Return the dice by their numbers, which must be 1, 2, …; dice with other names stay in their order."""
    matches = {name: _NUMBER.fullmatch(name) for name in dice}
    numbered = {int(match[1]): name for name, match in matches.items() if match}
    if len(numbered) < len(dice):
        return list(dice.items())
    found = sorted(numbered)
    if found != list(range(1, len(dice) + 1)):
        raise DiceError(f"dice {', '.join(map(str, found))}: number them from 1, without a gap")
    return [(name, dice[name]) for _, name in sorted(numbered.items())]
