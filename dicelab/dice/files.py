"""The JSON file of a dice set, read as data and trusted in nothing."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from typing import Any

import msgspec

from dicelab.dice.catalogue import CATALOGUE, catalogue_set
from dicelab.dice.dice_set import DiceSet
from dicelab.dice.names import allowed, require_name
from dicelab.errors import DiceError
from solver.errors import InputError
from solver.polyform import Puzzle

SCHEMA = "dicelab/dice-set/1"
MOST_BYTES = 1 << 20
MOST_FACES = 1000
MOST_PUZZLE = 1000


class _DiceSetFile(msgspec.Struct, forbid_unknown_fields=True):
    # A key that is misspelt and passed over could change the puzzle, and so what is proved.
    schema: str
    dice: list[list[str]]
    puzzle: str = "genius-square"
    name: str = ""
    shared_cells: bool = False


def load_dice_set(text: str, *, shared_cells: bool = False) -> DiceSet:
    """Return the set that a user names: a catalogue name, or else the path of a dice-set file.

    Raises
    ------
    DiceError
        If there is neither.
    """
    if text in CATALOGUE:
        return catalogue_set(text)
    path = Path(text)
    # A dot alone makes no file name: theorem-5.2 is a slip of the pen.
    if text and ("/" in text or "\\" in text or path.suffix.lower() == ".json" or _exists(path)):
        return read_dice_set(path, shared_cells=shared_cells)
    return catalogue_set(text)


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except OSError:
        # A name that is too long, say: reading it tells why.
        return True


def read_dice_set(path: str | os.PathLike[str], *, shared_cells: bool = False) -> DiceSet:
    """Read a dice-set file.

    Raises
    ------
    DiceError
        With one line that names the file, if it can't be read or holds no valid dice set.
    """
    if not isinstance(path, (str, os.PathLike)):
        raise DiceError(f"a dice-set file is named by its path; {path!r} is none")
    path = Path(path)
    try:
        return _parse(_read(path), path.stem, shared_cells=shared_cells)
    except (DiceError, InputError) as error:
        raise DiceError(f"{path}: {error}") from None


def _read(path: Path) -> bytes:
    try:
        if path.is_dir():
            raise DiceError("is a directory: name a dice-set file")
        if not path.exists():
            raise DiceError("no such file: check the path")
        if not path.is_file():
            raise DiceError("is no regular file: name a dice-set file")
        if path.stat().st_size > MOST_BYTES:
            raise DiceError(f"has {path.stat().st_size:,} bytes: a dice-set file has at most {MOST_BYTES:,}")
        return path.read_bytes()
    except OSError as error:
        raise DiceError(f"can't be read ({error.strerror or error}): check the path and its permissions") from None
    except ValueError as error:
        if isinstance(error, DiceError):
            raise
        raise DiceError(f"can't be read ({error}): check the path") from None


def _parse(data: bytes, stem: str, *, shared_cells: bool) -> DiceSet:
    if not data.strip():
        raise DiceError("is empty: write a dice set into it, or export one")
    try:
        data.decode()
    except UnicodeDecodeError as error:
        raise DiceError(f"is not UTF-8 (byte {error.start}): save it as UTF-8") from None
    try:
        found: Any = msgspec.json.decode(data)
    except RecursionError:
        raise DiceError("is nested too deeply: it is no dice set") from None
    except msgspec.DecodeError as error:
        raise DiceError(f"is not JSON ({error}): a dice set starts with {{'schema': '{SCHEMA}', …}}") from None
    schema = found.get("schema") if isinstance(found, dict) else None
    if not isinstance(schema, str):
        raise DiceError(f"has no schema: write 'schema': '{SCHEMA}' into it")
    if schema != SCHEMA:
        newer = re.fullmatch(r"dicelab/dice-set/([0-9]{1,9})", schema)
        if newer and int(newer[1]) > 1:
            raise DiceError(f"has schema {schema!r}: this dicelab reads up to {SCHEMA!r}; install a newer one")
        raise DiceError(f"has schema {schema[:60]!r}: a dice set has {SCHEMA!r}")
    try:
        fields = msgspec.convert(found, _DiceSetFile)
    except msgspec.ValidationError as error:
        raise DiceError(f"{error}: see the README for the form of the file") from None
    require_name(fields.name)
    if len(fields.puzzle) > MOST_PUZZLE:
        raise DiceError(f"puzzle of {len(fields.puzzle):,} characters: have at most {MOST_PUZZLE:,}")
    for number, die in enumerate(fields.dice, start=1):
        if len(die) > MOST_FACES:
            raise DiceError(f"die {number} has {len(die)} faces: have at most {MOST_FACES}")
    return DiceSet.of_labels(
        fields.dice,
        Puzzle.parse(fields.puzzle),
        fields.name or allowed(stem) or "unnamed",
        shared_cells=shared_cells or fields.shared_cells,
    )


def dice_set_json(dice_set: DiceSet) -> str:
    """Return the text of a dice-set file, one die a line; of a name only what the reader takes."""
    dice = ",\n    ".join(json.dumps(faces) for faces in dice_set.labels())
    puzzle = dice_set.puzzle.name or dice_set.puzzle.format()
    shared = ',\n  "shared_cells": true' if dice_set.shared_cells else ""
    return (
        f'{{\n  "schema": "{SCHEMA}",\n  "name": {json.dumps(allowed(dice_set.name), ensure_ascii=False)},\n'
        f'  "puzzle": {json.dumps(puzzle)}{shared},\n  "dice": [\n    {dice}\n  ]\n}}\n'
    )
