"""The dice that a puzzle file has: those that it lists, or one for each of its regions."""

from __future__ import annotations

from dicelab.dice.catalogue import CATALOGUE, catalogue_set
from dicelab.dice.dice_set import DiceSet, Die
from dicelab.dice.texts import MOST_FACES
from dicelab.errors import DiceError
from solver.errors import InputError
from solver.polyform.puzzle_catalogue import catalogue_file, catalogue_names, equal_in_catalogue
from solver.polyform.puzzle_file import VARIANT, PuzzleFile


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
        raise DiceError('has no dice and no regions: add "dice", a list of labels for each die, or name a dice set')
    dice = [_die(file, number) for number in range(len(file.dice))]
    dice = dice or [Die(tuple(puzzle.grid.cells(region))) for region in puzzle.regions]
    called = f"{file.name or name}{VARIANT + variant if variant else ''}"
    try:
        return DiceSet(tuple(dice), puzzle, called, shared_cells)
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


def _die(file: PuzzleFile, number: int) -> Die:
    faces = file.dice[number]
    if not 1 <= len(faces) <= MOST_FACES:
        raise file.error(("dice", number), f"die {number + 1} has {len(faces)} faces: use 1 to {MOST_FACES}")
    cells = []
    for place, label in enumerate(faces):
        try:
            cells.append(file.puzzle.grid.cell(label))
        except InputError as error:
            raise file.error(("dice", number, place), f"die {number + 1}: {error}") from None
    return Die(tuple(cells))
