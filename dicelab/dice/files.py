"""The file of a dice set: JSON, a table in CSV, what ``export`` writes as txt, or faces on one line or on many.

The content tells the form, not the name. It is read as data and trusted in nothing.
"""

from __future__ import annotations

import codecs
import csv
import io
import os
import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from pathlib import Path

import msgspec

from dicelab.dice.catalogue import MOST_FACES, dice_of_file, named_set, puzzle_dice
from dicelab.dice.dice_set import DiceSet
from dicelab.dice.names import allowed, require_name
from dicelab.errors import DiceError
from solver.errors import InputError, quoted, require_type
from solver.polyform import GENIUS_SQUARE, Puzzle
from solver.polyform.puzzle_parsing import VARIANT, parse_puzzle_file
from solver.runs.input_file import JsonText, read_input, read_json_of
from solver.runs.storage import json_text

SCHEMA = "dicelab/dice-set/1"
PUZZLE_SCHEMAS = "dicelab/puzzle/"
MOST_PUZZLE = 4000
COLUMNS = ("die", "face", "cell")
"""The columns of a table, of which ``face`` may be missing."""

FORM = "write JSON, a table with the columns die,face,cell, or faces such as A6 F1 | A5 B6 E1 F2"

_LABEL = re.compile(r"[A-Za-z][0-9]{1,2}")
_FACE = re.compile(r"(.+?)[×*]([1-9][0-9]{0,3})")
_CAPTION = re.compile(r"[^,]*\bboard\b[^,]*, [0-9]+ (die|dice) of .*")
_DIE = re.compile(r"die +([0-9]{1,3})(?: +(.*))?")
_NUMBERED = re.compile(r"(?:die *)?([0-9]{1,3})[:.)]?[\s,;]+(.*)", re.IGNORECASE)
_MARKED = re.compile(r"(die *[0-9]{1,3}[:.)]?|[0-9]{1,3}[:)])[\s,;]+(.*)", re.IGNORECASE)
"""How a line begins with the number of its die where numbers are also labels of cells."""
_HEADING = re.compile(r"(?:die|dice|name|number)(?:[\s,;]+(?:faces?|sides?|cells?|[0-9]{1,3}))+", re.IGNORECASE)
"""The heading of a spreadsheet above rows of a die and its faces."""


class _DiceSetFile(msgspec.Struct, forbid_unknown_fields=True):
    # A misspelt key that is passed over could change the puzzle, and so the claim that is proved.
    schema: str
    dice: list[list[str | int]]
    puzzle: str | msgspec.UnsetType = msgspec.UNSET
    name: str = ""
    shared_cells: bool = False


def read_dice_set(
    path: str | os.PathLike[str], puzzle: Puzzle | None = None, *, variant: str = "", shared_cells: bool = False
) -> DiceSet:
    """Read a dice-set file: JSON, a table or text as :func:`dicelab.render.dice.export_dice_set` writes them, or faces.

    The content tells the form, not the name. ``puzzle`` is that of a form that names none, by default the
    Genius Square. A puzzle file with dice or regions is a dice set too, of the puzzle or its ``variant``.

    Raises :class:`DiceError` with one line that names the file, if it can't be read or holds no valid dice set, or one
    of another puzzle.
    """
    require_type(path, (str, os.PathLike), "a dice-set file is named by its path")
    path = Path(path)
    try:
        data = read_input(path, "dice-set file")
        return parse_dice_set(data, path.stem, puzzle, variant=variant, shared_cells=shared_cells)
    except (DiceError, InputError) as error:
        raise DiceError(f"{path}: {error}") from None


def parse_dice_set(
    data: bytes,
    name: str = "unnamed",
    puzzle: Puzzle | None = None,
    *,
    variant: str = "",
    shared_cells: bool = False,
) -> DiceSet:
    """Read the content of a dice-set file; ``name`` is for a set without one of its own.

    Raises :class:`DiceError` or :class:`InputError` in one line that does not name the file, if it holds no valid dice
    set, or one of another puzzle.
    """
    start = data.removeprefix(codecs.BOM_UTF8).lstrip()[:1]
    # The name of a set, on top of its text, may be a bracket.
    exported = is_exported(data.decode("utf-8-sig", errors="replace"))
    if not exported and is_puzzle_file(data):
        found = puzzle_dice(parse_puzzle_file(data), allowed(name) or "unnamed", variant, shared_cells=shared_cells)
    elif variant:
        raise DiceError(f"is no puzzle file, and only such a file has variants: leave {quoted(VARIANT + variant)} out")
    elif not exported and (not start or start in b"{[" or _is_json(data)):
        form = "dicelab export default prints a file of the right form"
        source, _, value = read_json_of(data, (SCHEMA,))
        fields = source.convert(value, _DiceSetFile, form)
        found = _dice_set(fields, source, name, puzzle, shared_cells=shared_cells)
    else:
        try:
            text = data.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            raise DiceError(f"is not UTF-8 (byte {error.start}): save it as UTF-8; a dice-set file is text") from None
        if start == b"<" and not exported:
            raise DiceError("is a picture or a page, from which no faces are read: export the set as json")
        found = _written(text, name, puzzle, shared_cells=shared_cells)
    require_puzzle(found, puzzle)
    return found


def require_puzzle(dice_set: DiceSet, puzzle: Puzzle | None) -> None:
    """Raise :class:`DiceError` where a puzzle was asked for and the set is one of another."""
    if puzzle is not None and dice_set.puzzle != puzzle:
        own, asked = (one.name or one.format() for one in (dice_set.puzzle, puzzle))
        remedy = "name a set of that puzzle"
        if puzzle.name and _is_set(puzzle.name):
            remedy = f"write the SET {puzzle.name}"
        raise DiceError(f"the set is for the puzzle {own}, not for {asked}: {remedy}, or leave the puzzle out")


def _is_set(name: str) -> bool:
    """Tell whether the puzzle of a name has dice or regions."""
    try:
        return named_set(name) is not None
    except (DiceError, InputError):
        return False


class _AnyFile(msgspec.Struct):
    schema: str = ""


def is_puzzle_file(data: bytes) -> bool:
    """Tell whether a content says that it is a puzzle file.

    Examples
    --------
    >>> is_puzzle_file(b'{"schema": "dicelab/puzzle/2"}'), is_puzzle_file(b"A1 A2 | B1")
    (True, False)
    """
    try:
        schema = msgspec.json.decode(data.removeprefix(codecs.BOM_UTF8), type=_AnyFile).schema
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return False
    return schema.startswith(PUZZLE_SCHEMAS)


def _is_json(data: bytes) -> bool:
    """Tell whether a content is JSON though it begins like text: a number, a string, or null."""
    try:
        msgspec.json.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return False
    return True


def _written(text: str, stem: str, puzzle: Puzzle | None, *, shared_cells: bool) -> DiceSet:
    written = read_written_dice(text, () if puzzle is None else set(map(str.upper, puzzle.grid.cell_labels)))
    if not written.faces:
        raise DiceError(f"names no die: {FORM}")
    return DiceSet.of_labels(
        written.faces,
        _puzzle(written.puzzle) if written.puzzle else puzzle or GENIUS_SQUARE,
        allowed(written.name) or allowed(stem) or "unnamed",
        shared_cells=shared_cells or written.shared_cells,
    )


def _dice_set(
    fields: _DiceSetFile, source: JsonText, stem: str, puzzle: Puzzle | None, *, shared_cells: bool
) -> DiceSet:
    require_name(fields.name)
    named = None if isinstance(fields.puzzle, msgspec.UnsetType) else _puzzle(fields.puzzle)
    wanted = named or puzzle or GENIUS_SQUARE
    return DiceSet(
        dice_of_file(fields.dice, wanted.grid, source.error),
        wanted,
        fields.name or allowed(stem) or "unnamed",
        shared_cells or fields.shared_cells,
    )


def _puzzle(text: str) -> Puzzle:
    if len(text) > MOST_PUZZLE:
        raise DiceError(f"puzzle of {len(text):,} characters: use at most {MOST_PUZZLE:,}")
    return Puzzle.parse(text)


def dice_set_json(dice_set: DiceSet) -> str:
    """Return the text of a dice-set file, one die a line; of a name only the characters that the reader takes."""
    dice = ",\n    ".join(json_text(faces) for faces in dice_set.labels())
    puzzle = dice_set.puzzle.name or dice_set.puzzle.format()
    shared = ',\n  "shared_cells": true' if dice_set.shared_cells else ""
    return (
        f'{{\n  "schema": "{SCHEMA}",\n  "name": {json_text(allowed(dice_set.name), ensure_ascii=False)},\n'
        f'  "puzzle": {json_text(puzzle)}{shared},\n  "dice": [\n    {dice}\n  ]\n}}\n'
    )


# ---------------------------------------------------------------- dice as text


@dataclass(frozen=True, slots=True)
class WrittenDice:
    """A dice set as a text has it: the labels on each die; name, puzzle and sharing where the text tells them."""

    faces: list[list[str]]
    name: str = ""
    puzzle: str = ""
    shared_cells: bool = False


def is_faces(text: str, labels: Collection[str] = ()) -> bool:
    """Tell whether a text on one line can only be meant as faces: it has a ``|``, or is cells and nothing else.

    Parameters
    ----------
    labels
        In capitals, what cells of the puzzle are called beside a letter and a number.

    Examples
    --------
    >>> is_faces("A1 A2 | B1"), is_faces("A1×2 B3"), is_faces("A1"), is_faces("A1 or so"), is_faces("theorem-5.3")
    (True, True, True, False, False)
    >>> is_faces("Jan 31", {"JAN", "31"})
    True
    """
    words = re.split(r"[\s,;]+", text.strip())
    return "|" in text or "\n" in text or all(_is_label(word, labels) for word in words)


def is_exported(text: str) -> bool:
    """Tell whether a text begins as ``export`` begins its text: with a name, which may be anything, and a caption."""
    return _exported_head(text[:2000].splitlines())[1] is not None


def read_written_dice(text: str, labels: Collection[str] = ()) -> WrittenDice:
    r"""Read dice from a text by what it holds: a table, what ``export`` writes as txt, or faces.

    Raises :class:`DiceError` if it is none of them; the message names the line.

    Parameters
    ----------
    labels
        In capitals, what cells of the puzzle are called beside a letter and a number. Where numbers are among them, the
        number of a die at the beginning of a line has ``:`` or ``)`` behind it.

    Examples
    --------
    >>> read_written_dice("A1×2 A2 | B1 B3").faces
    [['A1', 'A1', 'A2'], ['B1', 'B3']]
    >>> read_written_dice("die;cell\n1;A1\n1;A2\n2;B1\n").faces
    [['A1', 'A2'], ['B1']]
    >>> read_written_dice("1: 1 15\n2: 30 31\n", {"1", "15", "30", "31"}).faces
    [['1', '15'], ['30', '31']]
    """
    lines = text.splitlines()
    head, caption = _exported_head(lines)
    if caption is not None:
        return _exported(lines, head, caption)
    first = next((line for line in lines if line.strip()), "")
    delimiter = _delimiter(first)
    if delimiter:
        return WrittenDice(_table(text.strip(), delimiter))
    return WrittenDice(_faces(lines, labels))


def _exported_head(lines: Sequence[str]) -> tuple[int, str | None]:
    """Return the place of the first line that is not blank, and the caption below it, which may go over lines."""
    first = next((place for place, line in enumerate(lines) if line.strip()), len(lines))
    caption = []
    for line in lines[first + 1 :]:
        if not line.strip() or line.startswith("puzzle "):
            break
        caption.append(line.strip())
    joined = " ".join(caption)
    return first, joined if _CAPTION.fullmatch(joined) else None


def _exported(lines: Sequence[str], head: int, caption: str) -> WrittenDice:
    """Read a text of :func:`dicelab.render.text.dice_set_text`, perhaps after ``# ``; its drawing repeats the dice."""
    puzzle, rows, current = "", [], ""
    for line in lines[head + 1 :]:
        if line.startswith("puzzle "):
            current, puzzle = "puzzle", line.removeprefix("puzzle ").strip()
        elif match := _DIE.fullmatch(line.rstrip()):
            current = "die"
            rows.append((int(match[1]), match[2] or ""))
        elif line.startswith("no die"):
            current = "none"
        elif not line.strip():
            current = ""
        elif line.startswith(" ") and current == "puzzle":
            puzzle += line.strip()
        elif line.startswith(" ") and current == "die":
            rows[-1] = (rows[-1][0], f"{rows[-1][1]} {line.strip()}")
    for place, (number, _) in enumerate(rows, start=1):
        if number != place:
            raise DiceError(f"die {number} stands where die {place} should: number the dice from 1")
    faces = [_die(row, number) for number, row in rows]
    name = lines[head].strip().removeprefix("# ")
    return WrittenDice(faces, "" if name == "unnamed" else name, puzzle, caption.endswith(", shared cells"))


def _delimiter(line: str) -> str:
    """Return the delimiter of a table with this heading; nothing if it is no such heading."""
    for delimiter in ",;\t":
        names = [name.strip().strip('"').lower() for name in line.split(delimiter)]
        if "die" in names and "cell" in names:
            return delimiter
    return ""


def _table(text: str, delimiter: str) -> list[list[str]]:
    """Read rows of die and cell; the dice are numbered from 1, and the faces of each stand in order."""
    try:
        rows = list(csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True))
    except csv.Error as error:
        raise DiceError(f"is no whole table ({error}): write the columns {','.join(COLUMNS)}") from None
    names = [name.strip().lower() for name in rows[0]]
    odd = next((name for name in names if name not in COLUMNS or names.count(name) > 1), None)
    if odd is not None:
        raise DiceError(f"column {quoted(odd)}: a table of dice has the columns {','.join(COLUMNS)}, each once")
    dice: dict[int, dict[int, str]] = {}
    for number, row in enumerate(rows[1:], start=2):
        if not any(part.strip() for part in row):
            continue
        if len(row) != len(names):
            raise DiceError(f"row {number} has {len(row)} columns and the heading {len(names)}: give each its value")
        fields = dict(zip(names, map(str.strip, row), strict=True))
        die = _number(fields["die"], number, "die")
        faces = dice.setdefault(die, {})
        face = _number(fields["face"], number, "face") if "face" in fields else len(faces) + 1
        if face in faces:
            raise DiceError(f"row {number}: face {face} of die {die} stands twice: number the faces of a die from 1")
        faces[face] = fields["cell"]
    if sorted(dice) != list(range(1, len(dice) + 1)):
        raise DiceError(f"dice {', '.join(map(str, sorted(dice)))}: number them from 1, without a gap")
    return [[label for _, label in sorted(dice[number].items())] for number in sorted(dice)]


def _number(text: str, row: int, what: str) -> int:
    if not re.fullmatch(r"[1-9][0-9]{0,3}", text) or int(text) > MOST_FACES:
        raise DiceError(f"row {row}: {what} {quoted(text)} is no number from 1 to {MOST_FACES}")
    return int(text)


def _faces(lines: Sequence[str], labels: Collection[str]) -> list[list[str]]:
    """Read a die a line, or dice between ``|``; a line may begin with the die's number, and # begins a comment.

    A line of words such as "die,face 1,face 2" may stand on top.
    """
    dice: list[list[str]] = []
    numbered = _MARKED if any(map(str.isdigit, labels)) else _NUMBERED
    for number, line in enumerate(lines, start=1):
        content = line.partition("#")[0].replace('"', " ").strip()
        if not content:
            continue
        if not dice and _HEADING.fullmatch(content):
            # Below a heading the first column is the number of the die, whatever the labels are.
            numbered = _NUMBERED
            continue
        if match := numbered.fullmatch(content):
            content = match[2]
        first = re.split(r"[\s,;|×*]", content.strip("| \t"), maxsplit=1)[0]
        if not dice and not (_LABEL.match(first) or first.upper() in labels):
            raise DiceError(f"line {number} is {quoted(line.strip())}, which is no dice set: {FORM}")
        dice += [_die(part, len(dice) + place) for place, part in enumerate(content.split("|"), start=1)]
    return dice


def _is_label(word: str, labels: Collection[str]) -> bool:
    match = _FACE.fullmatch(word)
    label = match[1] if match else word
    return label.upper() in labels or bool(_LABEL.fullmatch(label))


def _die(text: str, number: int) -> list[str]:
    """Return the faces of a die, of which one may be written once for several: ``A6×3``."""
    labels: list[str] = []
    for word in re.split(r"[\s,;]+", text.strip()):
        match = _FACE.fullmatch(word)
        labels += [match[1]] * int(match[2]) if match else [word] if word else []
        if len(labels) > MOST_FACES:
            raise DiceError(f"die {number} has over {MOST_FACES:,} faces: use at most {MOST_FACES:,}")
    return labels
