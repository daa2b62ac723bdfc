"""The JSON file of a puzzle, read as data and trusted in nothing."""

from __future__ import annotations

import json
import re
from pathlib import Path

import msgspec

from solver.errors import InputError, quoted, suggestion
from solver.polyform.grid import Grid, SquareGrid
from solver.polyform.grid_text import MOST_COLUMNS, MOST_ROWS
from solver.polyform.puzzle import CATALOGUE, Puzzle
from solver.runs.json_file import read_json_file

SCHEMA = "dicelab/puzzle/1"
MOST_NAME = 200
MOST_TEXT = 4000
"""Most characters of a piece or of a grid in one text."""


class _PuzzleFile(msgspec.Struct, forbid_unknown_fields=True):
    # A key that is misspelt and passed over could change the puzzle, and so what is proved.
    schema: str
    grid: str | list[str]
    blockers: int
    pieces: list[str | list[str]]
    name: str = ""


def find_puzzle(text: str) -> Puzzle:
    """Return the puzzle that a user names: a catalogue name, GRID/BLOCKERS:PIECES, or the path of a puzzle file.

    Raises
    ------
    InputError
        If it is none of them, or no valid one.

    Examples
    --------
    >>> find_puzzle("genius-square").blockers
    7
    >>> find_puzzle("genius-sqare")
    Traceback (most recent call last):
    solver.errors.InputError: 'genius-sqare' is not a puzzle: did you mean genius-square?
    """
    word = text.strip()
    parts = re.fullmatch(r"([^/:]+)/([^/:]*):(.*)", word, re.DOTALL)
    if word in CATALOGUE or (parts and re.fullmatch(r"[0-9]{1,4}", parts[2]) and parts[3]):
        return Puzzle.parse(word)
    path = Path(text)
    if text and (path.suffix.lower() == ".json" or _exists(path)):
        return read_puzzle(path)
    if parts and not re.fullmatch(r"[0-9]{1,4}", parts[2]):
        raise InputError(
            f"{quoted(parts[2])} blockers in {quoted(word)}: write their number, 0 or more, before the colon"
        )
    otherwise = (
        f"write a name such as {next(iter(CATALOGUE))}, GRID/BLOCKERS:PIECES such as 6x6/6:10*L3, "
        "or the path of a puzzle file"
    )
    hint = suggestion(word[:MOST_NAME], CATALOGUE, otherwise, cutoff=0.7)
    raise InputError(f"{quoted(word)} is not a puzzle: {hint}")


def read_puzzle(path: Path) -> Puzzle:
    """Read a puzzle file.

    Its name is for people: ``Puzzle.name`` is what :meth:`Puzzle.parse` reads, so it is that of an equal puzzle of
    the catalogue, or None.

    Raises
    ------
    InputError
        With one line that names the file, if it can't be read or holds no valid puzzle.
    """
    try:
        return _puzzle(read_json_file(path, SCHEMA, _PuzzleFile, "have grid, blockers, pieces and, if you like, name"))
    except InputError as error:
        raise InputError(f"{path}: {error}") from None


def puzzle_bytes(puzzle: Puzzle, *, name: str = "") -> bytes:
    """Return the content of a puzzle file; without a name that of the catalogue, if it is there.

    Raises
    ------
    InputError
        If the name is one that the reader refuses.

    Examples
    --------
    >>> print(puzzle_bytes(Puzzle.parse("3x4-B2/1:2*L3,I4"), name="Ring").decode(), end="")
    {
      "schema": "dicelab/puzzle/1",
      "name": "Ring",
      "grid": "3x4-B2",
      "blockers": 1,
      "pieces": ["2*L3", "I4"]
    }
    """
    name = name or puzzle.name or ""
    _require_name(name, puzzle)
    fields = {
        "schema": SCHEMA,
        **({"name": name} if name else {}),
        "grid": puzzle.grid.format(),
        "blockers": puzzle.blockers,
        "pieces": [f"{times}*{piece.name}" if times > 1 else piece.name for piece, times in puzzle.kinds.items()],
    }
    lines = (f"  {json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}" for key, value in fields.items())
    return ("{\n" + ",\n".join(lines) + "\n}\n").encode()


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except (OSError, ValueError):
        # A name that is too long, or with a zero character: it names no file.
        return False


def _puzzle(fields: _PuzzleFile) -> Puzzle:
    """Put the fields together as the text of a puzzle, so that their grammar stands in one place."""
    grid = _grid(fields.grid)
    if not 0 <= fields.blockers <= len(grid):
        raise InputError(f"blockers {_shown_number(fields.blockers)}: use 0 to {len(grid)}, the cells of the grid")
    if not fields.pieces:
        raise InputError("pieces is empty: name at least one piece")
    listed = ",".join(_piece(entry, number) for number, entry in enumerate(fields.pieces, start=1))
    puzzle = Puzzle.parse(f"{grid.format()}/{fields.blockers}:{listed}")
    _require_name(fields.name, puzzle)
    return next((known for known in map(Puzzle.parse, CATALOGUE) if known == puzzle), puzzle)


def _grid(drawn: str | list[str]) -> Grid:
    if isinstance(drawn, str):
        if len(drawn) > MOST_TEXT * 4:
            raise InputError(f"grid of {len(drawn):,} characters: draw it as rows of text")
        return Grid.parse(drawn)
    if not 1 <= len(drawn) <= MOST_ROWS or not 1 <= len(drawn[0]) <= MOST_COLUMNS:
        size = f"{len(drawn)} rows" + (f" of {len(drawn[0])} characters" if drawn else "")
        raise InputError(f"grid of {size}: use 1 to {MOST_ROWS} rows of 1 to {MOST_COLUMNS} characters")
    _require_rows(drawn, ". ", "grid", "write . for a cell and a blank for a hole")
    whole = SquareGrid(len(drawn), len(drawn[0]))
    cells = [character for row in drawn for character in row]
    return SquareGrid(
        whole.rows, whole.columns, [whole.label(n) for n, character in enumerate(cells) if character == " "]
    )


def _piece(entry: str | list[str], number: int) -> str:
    """Return a piece as one part of a puzzle's text."""
    if isinstance(entry, list):
        if not entry or not entry[0]:
            raise InputError(f"piece {number} is empty: draw its squares as rows of X and .")
        if len(entry) * len(entry[0]) > MOST_TEXT:
            raise InputError(
                f"piece {number} of {len(entry)} rows of {len(entry[0])}: draw at most {MOST_TEXT:,} squares"
            )
        _require_rows(entry, "X#.", f"piece {number}", "write X for a square of the piece and . for none")
        return "/".join(entry).replace("X", "#")
    if len(entry) > MOST_TEXT or not re.fullmatch(r" *([0-9]{1,3} *\* *)?[^*,:\s]+ *", entry):
        raise InputError(
            f"piece {number} is {quoted(entry)}: write a name, 2*L3, pentominoes, or its rows in a list, ['X.', 'XX']"
        )
    return entry


def _require_rows(rows: list[str], allowed: str, what: str, remedy: str) -> None:
    for number, row in enumerate(rows, start=1):
        if len(row) != len(rows[0]):
            raise InputError(
                f"row {number} of {what} has {len(row)} characters and row 1 has {len(rows[0])}: make them equally long"
            )
        odd = next((character for character in row if character not in allowed), None)
        if odd is not None:
            raise InputError(f"row {number} of {what} has the character {odd!r}: {remedy}")


def _require_name(name: str, puzzle: Puzzle) -> None:
    if len(name) > MOST_NAME:
        raise InputError(f"name of {len(name):,} characters: use at most {MOST_NAME}")
    # What is not printable could forge a line or turn the direction of the text behind it.
    odd = next((character for character in name if not character.isprintable()), None)
    if odd is not None:
        raise InputError(f"name with the character U+{ord(odd):04X}: write it on one line without control characters")
    if name in CATALOGUE and Puzzle.parse(name) != puzzle:
        raise InputError(f"name {name!r} is that of another puzzle, {CATALOGUE[name]}: choose another name")


def _shown_number(number: int) -> str:
    """Return a number, or for a long one its size."""
    return str(number) if abs(number) < 10**20 else "of more than 20 digits"
