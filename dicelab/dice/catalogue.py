"""Published dice sets by name."""

from __future__ import annotations

from dicelab.dice.dice_set import DiceSet
from dicelab.errors import DiceError
from solver.errors import quoted, suggestion
from solver.polyform import Puzzle

CATALOGUE = {
    # Jensen (2023), Table 1, in its order of dice. The retail dice repeat cells on the first two: they are
    # listed alike in several open-source solvers that copied them from the game.
    "default": (
        "A6 A6 A6 F1 F1 F1 | A5 F2 A5 F2 B6 E1 | A1 C1 D1 D2 E2 F3 | A4 B5 C5 C6 D6 F6 | "
        "A2 A3 B1 B2 B3 C2 | D5 E4 E5 E6 F4 F5 | B4 C3 C4 D3 D4 E3"
    ),
    # Jensen (2023), Theorem 5.3.
    "theorem-5.3": (
        "A1 B2 C3 D4 E5 F6 | A2 B1 B3 C2 C4 | D3 D5 E4 E6 F5 | D1 E1 E2 F1 F2 | "
        "A5 A6 B5 B6 C6 | C1 D2 E3 F3 F4 | A3 A4 B4 C5 D6"
    ),
    # Goralczyk (2024), section 3.2 and appendix A.3: the default set with one face for each cell, in his order.
    "goralczyk": (
        "D5 E4 E5 E6 F4 F5 | A2 A3 B1 B2 B3 C2 | A1 C1 D1 D2 E2 F3 | A6 F1 | "
        "B4 C3 C4 D3 D4 E3 | A4 B5 C5 C6 D6 F6 | A5 B6 E1 F2"
    ),
}
"""The faces of each die, all for the Genius Square."""


def catalogue_set(name: str) -> DiceSet:
    """Return a published dice set.

    Raises
    ------
    DiceError
        If the name is unknown; the message suggests the nearest.
    """
    if name not in CATALOGUE:
        otherwise = f"choose from {', '.join(CATALOGUE)}, or name a file"
        raise DiceError(f"no dice set called {quoted(name)}: {suggestion(name, CATALOGUE, otherwise, cutoff=0.4)}")
    return DiceSet.parse(CATALOGUE[name], Puzzle.parse("genius-square"), name)
