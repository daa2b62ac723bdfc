"""Reading the arguments of objectives."""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from dicelab.dice import CATALOGUE, DiceSet
from dicelab.errors import DiceError
from solver.errors import quoted
from solver.polyform import Puzzle

MOST_TILINGS = (1 << 63) - 1

_LABELS = re.compile(r"\s*[A-Za-z][1-9][0-9]?(?:[\s|]+[A-Za-z][1-9][0-9]?)*\s*")


def read_band(text: str, puzzle: Puzzle, load: Callable[[str], DiceSet]) -> tuple[str, tuple[Any, ...]]:  # noqa: ARG001
    """Read ``100-1000``: tilings, both included."""
    match = re.fullmatch(r"\s*([0-9]{1,19})\s*-\s*([0-9]{1,19})\s*", text)
    if not match:
        raise DiceError(f"{quoted(text)} is no band: write LO-HI, two numbers of tilings such as 100-1000")
    low, high = int(match[1]), int(match[2])
    if high > MOST_TILINGS:
        raise DiceError(f"{high:,} tilings: write at most {MOST_TILINGS:,}")
    if low > high:
        raise DiceError(f"{low}-{high} is empty: write the smaller number first")
    return f"{low}-{high}", (low, high)


def read_quantiles(text: str, puzzle: Puzzle, load: Callable[[str], DiceSet]) -> tuple[str, tuple[Any, ...]]:  # noqa: ARG001
    """Read ``10-90``: percent of the boards."""
    number = r"\s*([0-9]{1,3}(?:\.[0-9]{1,3})?)\s*"
    match = re.fullmatch(f"{number}-{number}", text)
    if not match or not Fraction(match[1]) < Fraction(match[2]) <= 100:
        raise DiceError(f"{quoted(text)} are no quantiles: write LO-HI, two percentages from 0 to 100 such as 10-90")
    low, high = Fraction(match[1]), Fraction(match[2])
    return f"{float(low):g}-{float(high):g}", (float(low / 100), float(high / 100))


def read_set(text: str, puzzle: Puzzle, load: Callable[[str], DiceSet]) -> tuple[str, tuple[Any, ...]]:
    """Read a dice set: its faces (``A1 A2 | B1``), a catalogue name, or what ``load`` finds.

    All but catalogue names become faces, so that a label tells the set where its file is gone or has changed.
    """
    if _LABELS.fullmatch(text):
        found = DiceSet.parse(text, puzzle, shared_cells=True)
    else:
        found = load(text)
        if found.puzzle != puzzle:
            raise DiceError(f"a set of the puzzle {found.puzzle.format()}: name one of {puzzle.format()}")
    reference = DiceSet(found.dice, puzzle, found.name, shared_cells=True)
    return text if text in CATALOGUE else reference.format(), (reference,)
