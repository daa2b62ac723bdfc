"""The JSON file of a dice set, read as data and trusted in nothing."""

from __future__ import annotations

import json
import os
from pathlib import Path

import msgspec

from dicelab.dice.catalogue import CATALOGUE, catalogue_set
from dicelab.dice.dice_set import DiceSet
from dicelab.dice.names import allowed, require_name
from dicelab.errors import DiceError
from solver.errors import InputError, require_type
from solver.polyform import Puzzle
from solver.runs.json_file import read_json_file

SCHEMA = "dicelab/dice-set/1"
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
    require_type(path, (str, os.PathLike), "a dice-set file is named by its path")
    path = Path(path)
    try:
        fields = read_json_file(path, SCHEMA, _DiceSetFile, "see the README for the form of the file")
        return _dice_set(fields, path.stem, shared_cells=shared_cells)
    except (DiceError, InputError) as error:
        raise DiceError(f"{path}: {error}") from None


def _dice_set(fields: _DiceSetFile, stem: str, *, shared_cells: bool) -> DiceSet:
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
