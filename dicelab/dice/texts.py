"""Dice sets as text: faces on one line or on many, what ``export`` writes as txt, and tables in CSV."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from dicelab.dice.catalogue import MOST_FACES
from dicelab.errors import DiceError
from solver.errors import quoted

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
"""What a spreadsheet has above rows of a die and its faces."""


@dataclass(frozen=True, slots=True)
class WrittenDice:
    """What a text says of a dice set: the labels on each die, and what else it tells, if anything."""

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

    Parameters
    ----------
    labels
        In capitals, what cells of the puzzle are called beside a letter and a number. Where numbers are among them, the
        number of a die at the beginning of a line has ``:`` or ``)`` behind it.

    Raises
    ------
    DiceError
        If it is none of them; the message names the line.

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
    """Read what :func:`dicelab.render.text.dice_set_text` writes, or ``# `` and that; the drawing repeats the dice."""
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
