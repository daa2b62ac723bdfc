"""Dice sets by name: the published ones, and those of puzzles that list dice or have a die for each region."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from dicelab.dice.dice_set import DiceSet, Die
from dicelab.errors import DiceError
from solver.errors import InputError, quoted, suggestion
from solver.polyform import Grid, Puzzle
from solver.polyform.puzzle_catalogue import catalogue_file, catalogue_names, equal_in_catalogue
from solver.runs.input_file import FieldPath

if TYPE_CHECKING:
    # It loads the reader of JSON, which few verbs need.
    from solver.polyform.puzzle_parsing import PuzzleFile

MOST_FACES = 1000
"""Most faces of a die that is read."""

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

    Raises :class:`DiceError` if the name is unknown; the message suggests the nearest.
    """
    if name not in CATALOGUE:
        otherwise = f"choose from {', '.join(CATALOGUE)}, or name a file"
        raise DiceError(f"no dice set called {quoted(name)}: {suggestion(name, CATALOGUE, otherwise, cutoff=0.4)}")
    return DiceSet.parse(CATALOGUE[name], Puzzle.parse("genius-square"), name)


def puzzle_dice(file: PuzzleFile, name: str = "unnamed", variant: str = "", *, shared_cells: bool = False) -> DiceSet:
    """Return the dice set of a puzzle, whose rolls are for a calendar its dates.

    Raises :class:`DiceError` or :class:`InputError` with the line and the field, if a face is not a cell or the dice do
    not suit the puzzle, or there are none.

    Parameters
    ----------
    file
        The content of a puzzle file. Without dice, die ``i`` has each cell of region ``i`` once.
    name
        Of the set, where the file has none.
    variant
        The name of a variant of the puzzle.

    Examples
    --------
    >>> puzzle_dice(catalogue_file("genius-star")).roll_count
    165888
    """
    puzzle = equal_in_catalogue(file.variant(variant) if variant else file.puzzle)
    if not file.dice and not puzzle.regions:
        raise DiceError(
            'has no dice and no regions: add "dice", a list of labels for each die, or name a dice set as SET and this '
            "puzzle by --puzzle"
        )
    dice = dice_of_file(file.dice, puzzle.grid, file.error)
    dice = dice or tuple(Die(tuple(puzzle.grid.cells(region))) for region in puzzle.regions)
    called = f"{file.name or name}{f'#{variant}' if variant else ''}"
    try:
        return DiceSet(dice, puzzle, called, shared_cells)
    except (DiceError, InputError) as error:
        raise file.error(("dice",) if file.dice else ("regions",), str(error)) from None


def named_set(name: str, *, shared_cells: bool = False) -> DiceSet | None:
    """Return the set of a name: a published one, or that of a puzzle, ``NAME`` or ``NAME#VARIANT``; or nothing.

    Raises :class:`DiceError` or :class:`InputError` if the puzzle has no dice, or no such variant.
    """
    if name in CATALOGUE:
        return catalogue_set(name)
    known, _, variant = name.partition("#")
    if known not in catalogue_names():
        return None
    try:
        return puzzle_dice(catalogue_file(known), known, variant, shared_cells=shared_cells)
    except (DiceError, InputError) as error:
        raise DiceError(f"{known}: {error}") from None


def dice_of_file(
    dice: Sequence[Sequence[str | int]], grid: Grid, error: Callable[[FieldPath, str], InputError]
) -> tuple[Die, ...]:
    """Return the dice that stand in a file under ``dice``, by the labels of their faces.

    Raises the error of ``error`` if a face is not a cell, or a die has none or too many.

    Parameters
    ----------
    error
        Makes the error about a field of the file.
    """
    return tuple(_die(faces, number, grid, error) for number, faces in enumerate(dice))


def _die(faces: Sequence[str | int], number: int, grid: Grid, error: Callable[[FieldPath, str], InputError]) -> Die:
    if not 1 <= len(faces) <= MOST_FACES:
        raise error(("dice", number), f"die {number + 1} has {len(faces)} faces: use 1 to {MOST_FACES}")
    cells = []
    for place, label in enumerate(faces):
        try:
            cells.append(grid.cell(str(label)))
        except InputError as problem:
            raise error(("dice", number, place), f"die {number + 1}: {problem}") from None
    return Die(tuple(cells))
