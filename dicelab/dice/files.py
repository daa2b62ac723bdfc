"""The file of a dice set: JSON, a spreadsheet, what ``export`` writes as txt, or faces on one line or on many.

The content tells the form, not the name. It is read as data and trusted in nothing.
"""

from __future__ import annotations

import codecs
import os
import re
import warnings
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import msgspec

from dicelab.dice.catalogue import dice_of_file, named_set, puzzle_dice
from dicelab.dice.dice_set import SCHEMA, DiceSet
from dicelab.dice.names import allowed, require_name
from dicelab.dice.spreadsheet import (
    EXAMPLE,
    CellWords,
    SheetRow,
    as_utf8,
    dice_of_rows,
    faces_of,
    rows_of_text,
    split_labels,
    text_of,
)
from dicelab.dice.workbook import is_workbook, sheets_of_workbook
from dicelab.errors import DiceError, IgnoredFieldsWarning
from solver.errors import InputError, quoted, require_type
from solver.polyform import GENIUS_SQUARE, Puzzle
from solver.polyform.puzzle_parsing import VARIANT, parse_puzzle_file
from solver.runs.input_file import JsonText, read_input, read_json_of

PUZZLE_SCHEMAS = "dicelab/puzzle/"
MOST_PUZZLE = 4000
FORM = "write JSON, a table with the columns die,face,cell, or faces such as A6 F1 | A5 B6 E1 F2"

_LABEL = re.compile(r"[A-Za-z][0-9]{1,2}")
_CAPTION = re.compile(r"[^,]*\bboard\b[^,]*, [0-9]+ (die|dice) of .*")
_DIE = re.compile(r"die +([0-9]{1,3})(?: +(.*))?")


class _DiceSetFile(msgspec.Struct, forbid_unknown_fields=True):
    # A misspelt key that is passed over could change the puzzle, and so the claim that is proved.
    schema: str
    dice: list[list[str | int]]
    puzzle: str | msgspec.UnsetType = msgspec.UNSET
    game: str = ""
    """The title of the puzzle."""
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
    data = as_utf8(data)
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
    elif is_workbook(data):
        found = _written(list(sheets_of_workbook(data)), name, puzzle, shared_cells=shared_cells)
    else:
        text = text_of(data)
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


def _written(
    source: str | Sequence[list[SheetRow]], stem: str, puzzle: Puzzle | None, *, shared_cells: bool
) -> DiceSet:
    labels = () if puzzle is None else set(map(str.upper, puzzle.grid.cell_labels))
    dice = (puzzle or GENIUS_SQUARE).blockers
    if isinstance(source, str):
        written = read_written_dice(source, labels, dice)
    else:
        written = _of_sheets(source, CellWords(labels), dice)
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
    wanted = replace(wanted, title=fields.game) if fields.game else wanted
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
    words = split_labels(text)
    return "|" in text or "\n" in text or (bool(words) and all(map(CellWords(labels).is_label, words)))


def is_exported(text: str) -> bool:
    """Tell whether a text begins as ``export`` begins its text: with a name, which may be anything, and a caption."""
    return _exported_head(text[:2000].splitlines())[1] is not None


def read_written_dice(text: str, labels: Collection[str] = (), dice: int = GENIUS_SQUARE.blockers) -> WrittenDice:
    r"""Read dice from a text by what it holds: a table, what ``export`` writes as txt, or faces.

    Raises :class:`DiceError` if it is none of them; the message names the line.

    Parameters
    ----------
    labels
        In capitals, what cells of the puzzle are called beside a letter and a number. Where numbers are among them, the
        number of a die at the beginning of a line has ``:`` or ``)`` behind it.
    dice
        The number that the puzzle wants, which tells rows from columns in a table without a heading.

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
    words, rows = CellWords(labels), rows_of_text(text)
    return WrittenDice(_faces(lines, words)) if rows is None else _of_rows(rows, words, dice)


def _of_sheets(sheets: Sequence[list[SheetRow]], words: CellWords, dice: int) -> WrittenDice:
    """Read the dice of the first sheet that has a cell."""
    with_cells = [rows for rows in sheets if words.in_rows(rows)]
    if len(with_cells) > 1:
        _warn(f"{len(with_cells) - 1} of {len(with_cells)} sheets with cells are ignored: the first one is read")
    return _of_rows([*with_cells, *sheets, []][0], words, dice)


def _warn(note: str) -> None:
    warnings.warn(note, IgnoredFieldsWarning, stacklevel=2)


def _of_rows(rows: Sequence[SheetRow], words: CellWords, dice: int) -> WrittenDice:
    """Read the dice of a spreadsheet; a warning names the ignored rows and columns."""
    faces, notes = dice_of_rows(rows, words, dice)
    if len(faces) > dice and all(len(die) == 1 for die in faces):
        raise DiceError(f"has {len(faces)} rows of one cell, and no column with the number of the die: {EXAMPLE}")
    for note in notes:
        _warn(note)
    return WrittenDice(faces)


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
    faces = [faces_of(row, number) for number, row in rows]
    name = lines[head].strip().removeprefix("# ")
    return WrittenDice(faces, "" if name == "unnamed" else name, puzzle, caption.endswith(", shared cells"))


def _faces(lines: Sequence[str], words: CellWords) -> list[list[str]]:
    """Read a die a line, or dice between ``|``; a line may begin with the die's number, and # begins a comment."""
    dice: list[list[str]] = []
    for number, line in enumerate(lines, start=1):
        content = words.without_number(line.partition("#")[0].replace('"', " ").strip())
        if not content:
            continue
        first = re.split(r"[\s,;|×*]", content.strip("| \t"), maxsplit=1)[0]
        if not dice and not (_LABEL.match(first) or first.upper() in words.labels):
            raise DiceError(f"line {number} is {quoted(line.strip())}, which is no dice set: {FORM}")
        dice += [faces_of(part, len(dice) + place) for place, part in enumerate(content.split("|"), start=1)]
    return dice
