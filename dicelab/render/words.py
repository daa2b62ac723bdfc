"""Texts that fit their place, and numbers in words."""

from __future__ import annotations

import textwrap
import unicodedata
from collections import Counter

from dicelab.dice import DiceSet
from dicelab.dice.die import Die
from solver.polyform import SquareGrid


def columns(text: str) -> int:
    """Return how many columns of a terminal a text takes: East Asian wide characters two, accents none."""
    return sum(_columns(character) for character in text)


def _columns(character: str) -> int:
    if unicodedata.combining(character) or unicodedata.category(character) in {"Mn", "Me"}:
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def cut(text: str, width: int) -> str:
    """Return the text, or its start and an ellipsis where it takes more columns than ``width``."""
    if columns(text) <= width and len(text) <= 4 * width:
        return text
    kept = ""
    for character in text:
        if columns(kept + character) > width - 1 or len(kept) > 4 * width:
            break
        kept += character
    return kept + "…"


def wrap(text: str, width: int, indent: str = "") -> list[str]:
    """Break a text into lines; all but the first start with ``indent``."""
    return textwrap.wrap(text, width, subsequent_indent=indent, break_on_hyphens=False)


def face_labels(die: Die, grid: SquareGrid) -> list[str]:
    """Return the different faces of a die in order, those that repeat with how often.

    Examples
    --------
    >>> grid = SquareGrid(6, 6)
    >>> face_labels(Die((5, 5, 5, 30, 31, 31)), grid)
    ['A6×3', 'F1', 'F2×2']
    """
    return [grid.label(cell) + (f"×{times}" if times > 1 else "") for cell, times in Counter(die.faces).items()]


def owners(dice_set: DiceSet) -> list[tuple[int, ...]]:
    """Return for each cell the numbers of the dice that show it, from 0."""
    found: list[tuple[int, ...]] = [()] * len(dice_set.puzzle.grid)
    for number, die in enumerate(dice_set.dice):
        for cell in die.cells:
            found[cell] = (*found[cell], number)
    return found


def caption(dice_set: DiceSet) -> str:
    """Return what the set is, on one line: board, sizes of the dice, rolls.

    Examples
    --------
    >>> from dicelab.dice import catalogue_set
    >>> caption(catalogue_set("default"))
    '6×6 board, 7 dice of 2, 4, 6, 6, 6, 6, 6 cells, 62,208 rolls'
    """
    grid, sizes, count = dice_set.puzzle.grid, dice_set.sizes, dice_set.roll_count
    low, high = min(sizes, default=0), max(sizes, default=0)
    listed = ", ".join(map(str, sizes)) if len(sizes) <= 12 else f"{low} to {high}"
    shown = str(low) if low == high else listed
    dice = f"{len(sizes)} {'die' if len(sizes) == 1 else 'dice'} of {shown} cell{'s' if high != 1 else ''}"
    rolls = f"{count:,}" if count < 10**12 else f"{count:.1e}"
    again = ", shared cells" if dice_set.shared_cells else ""
    return f"{grid.rows}×{grid.columns} board, {dice}, {rolls} roll{'s' if count != 1 else ''}{again}"
