"""The dice that a puzzle file has: those that it lists, or one for each of its regions."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from dicelab.dice.catalogue import CATALOGUE, catalogue_set
from dicelab.dice.dice_set import DiceSet, Die
from dicelab.dice.texts import MOST_FACES
from dicelab.errors import DiceError
from solver.errors import InputError
from solver.polyform import Grid
from solver.polyform.puzzle_catalogue import catalogue_file, catalogue_names, equal_in_catalogue
from solver.polyform.puzzle_parsing import VARIANT, PuzzleFile
from solver.runs.input_file import FieldPath


def puzzle_dice(file: PuzzleFile, name: str = "unnamed", variant: str = "", *, shared_cells: bool = False) -> DiceSet:
    """Return the dice set of a puzzle, whose rolls are for a calendar its dates.

    Parameters
    ----------
    file
        What the file says. Without dice, die ``i`` has each cell of region ``i`` once.
    name
        Of the set, where the file has none.
    variant
        The name of a variant of the puzzle.

    Raises
    ------
    DiceError, InputError
        With the line and the field, if a face is not a cell or the dice do not suit the puzzle, or there are none.

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
    called = f"{file.name or name}{VARIANT + variant if variant else ''}"
    try:
        return DiceSet(dice, puzzle, called, shared_cells)
    except (DiceError, InputError) as error:
        raise file.error(("dice",) if file.dice else ("regions",), str(error)) from None


def named_set(name: str, *, shared_cells: bool = False) -> DiceSet | None:
    """Return the set of a name: a published one, or that of a puzzle, ``NAME`` or ``NAME#VARIANT``; or nothing.

    Raises
    ------
    DiceError, InputError
        If the puzzle has no dice, or no such variant.
    """
    if name in CATALOGUE:
        return catalogue_set(name)
    known, _, variant = name.partition(VARIANT)
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

    Parameters
    ----------
    error
        Makes the error about a field of the file.

    Raises
    ------
    InputError
        That one, if a face is not a cell, or a die has none or too many.
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
