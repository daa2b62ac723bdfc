"""The file of a dice set: JSON, a table or text, known by what it holds, read as data and trusted in nothing."""

from __future__ import annotations

import codecs
import os
from pathlib import Path

import msgspec

from dicelab.dice.catalogue import dice_of_file, named_set, puzzle_dice
from dicelab.dice.dice_set import DiceSet
from dicelab.dice.names import allowed, require_name
from dicelab.dice.texts import FORM, is_exported, read_written_dice
from dicelab.errors import DiceError
from solver.errors import InputError, quoted, require_type
from solver.polyform import GENIUS_SQUARE, Puzzle
from solver.polyform.puzzle_parsing import VARIANT, parse_puzzle_file
from solver.runs.input_file import JsonText, read_input, read_json_of
from solver.runs.storage import json_text

SCHEMA = "dicelab/dice-set/1"
PUZZLE_SCHEMAS = "dicelab/puzzle/"
MOST_PUZZLE = 4000


class _DiceSetFile(msgspec.Struct, forbid_unknown_fields=True):
    # A key that is misspelt and passed over could change the puzzle, and so what is proved.
    schema: str
    dice: list[list[str | int]]
    puzzle: str | msgspec.UnsetType = msgspec.UNSET
    name: str = ""
    shared_cells: bool = False


def read_dice_set(
    path: str | os.PathLike[str], puzzle: Puzzle | None = None, *, variant: str = "", shared_cells: bool = False
) -> DiceSet:
    """Read a dice-set file: JSON, a table or text as :func:`dicelab.render.dice.export_dice_set` writes them, or faces.

    What the file holds tells the form, not its name. ``puzzle`` is that of a form that names none, by default the
    Genius Square. A puzzle file with dice or regions is a dice set too, of the puzzle or its ``variant``.

    Raises
    ------
    DiceError
        With one line that names the file, if it can't be read or holds no valid dice set, or one of another puzzle.
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

    Raises
    ------
    DiceError, InputError
        In one line that does not name the file, if it holds no valid dice set, or one of another puzzle.
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
    """Return the text of a dice-set file, one die a line; of a name only what the reader takes."""
    dice = ",\n    ".join(json_text(faces) for faces in dice_set.labels())
    puzzle = dice_set.puzzle.name or dice_set.puzzle.format()
    shared = ',\n  "shared_cells": true' if dice_set.shared_cells else ""
    return (
        f'{{\n  "schema": "{SCHEMA}",\n  "name": {json_text(allowed(dice_set.name), ensure_ascii=False)},\n'
        f'  "puzzle": {json_text(puzzle)}{shared},\n  "dice": [\n    {dice}\n  ]\n}}\n'
    )
