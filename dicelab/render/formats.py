"""The formats that a dice set, a board and a tiling are written in."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TypeVar

from dicelab.dice import DiceSet, dice_set_json
from dicelab.errors import DiceError
from dicelab.render import board_svg, dice_set_svg, dice_set_text, tiling_svg
from solver.errors import quoted, suggestion
from solver.polyform import Board, Tiling

T = TypeVar("T")


def _json(dice_set: DiceSet) -> str:
    # A name that came from a file name may hold bytes that are no text: they can't be written as UTF-8.
    name = dice_set.name.encode(errors="replace").decode()
    return dice_set_json(replace(dice_set, name=name))


def _csv(dice_set: DiceSet) -> str:
    """Write one row a face. No name goes in: a spreadsheet could take it for a formula."""
    out = io.StringIO(newline="")
    writer = csv.writer(out)
    writer.writerow(("die", "face", "cell"))
    for number, faces in enumerate(dice_set.labels(), start=1):
        writer.writerows((number, face, label) for face, label in enumerate(faces, start=1))
    return out.getvalue()


FORMATS: Mapping[str, Callable[[DiceSet], str]] = {
    "json": _json,
    "csv": _csv,
    "txt": dice_set_text,
    "svg": dice_set_svg,
}
"""What writes a dice set, by the name of the format, which is also the ending of the file."""

BOARD_FORMATS: Mapping[str, Callable[[Board], str]] = {
    "svg": board_svg,
    "txt": lambda board: board.rows() + "\n",
}
"""The same for a board; the text is rows that :meth:`Board.parse` reads."""

TILING_FORMATS: Mapping[str, Callable[[Tiling], str]] = {
    "svg": tiling_svg,
    "txt": lambda tiling: tiling.format() + "\n",
}
"""The same for a tiling; the text is rows that :meth:`Tiling.parse` reads."""


def export_dice_set(dice_set: DiceSet, format_name: str) -> bytes:
    """Write a dice set as a file.

    Parameters
    ----------
    dice_set
        Its name is written to json, txt and svg; txt and svg show it on one line, without control characters.
    format_name
        ``json`` (the file that dicelab reads), ``csv`` (RFC 4180: die, face, cell, all from 1), ``txt`` or ``svg``.

    Returns
    -------
    bytes
        UTF-8; the same set and name give the same bytes.

    Raises
    ------
    DiceError
        If there is no such format; the message suggests the nearest.
    """
    return _write(dice_set, format_name, FORMATS, "a dice set")


def export_board(board: Board, format_name: str) -> bytes:
    """Write a board as a file, ``svg`` or ``txt``.

    Raises
    ------
    DiceError
        If there is no such format; the message suggests the nearest.
    """
    return _write(board, format_name, BOARD_FORMATS, "a board")


def export_tiling(tiling: Tiling, format_name: str) -> bytes:
    """Write a tiling as a file, ``svg`` or ``txt``.

    Raises
    ------
    DiceError
        If there is no such format; the message suggests the nearest.
    """
    return _write(tiling, format_name, TILING_FORMATS, "a tiling")


def _write(value: T, format_name: str, formats: Mapping[str, Callable[[T], str]], what: str) -> bytes:
    writer = formats.get(format_name)
    if writer is None:
        # A format of something else is no slip of the pen.
        word = "" if format_name in FORMATS else format_name.lower().lstrip(".")
        raise DiceError(f"no format {quoted(format_name)} for {what}: {suggestion(word, formats, cutoff=0.4)}")
    return writer(value).encode()
