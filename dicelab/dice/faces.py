"""Dice as they are made: cells written on solids with more faces than they have cells."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from dicelab.dice.dice_set import DiceSet
from dicelab.dice.die import Die
from dicelab.errors import DiceError


def faces_on(dice_set: DiceSet, faces: Sequence[int]) -> DiceSet:
    """Write the cells of each die on a solid with so many faces.

    The boards stay the same; their probabilities are as even as such faces allow, die by die. Every cell gets as many
    faces as fit for all, and the faces left over repeat a cell each: first those on no other die, which makes it
    less likely that a set with shared cells is rolled again, and then in the order of the die. Faces that repeat a
    cell stand side by side.

    Parameters
    ----------
    dice_set
        The set; faces that it repeats already count once.
    faces
        A number for each die, such as 4, 6, 8, 10, 12 or 20.

    Raises
    ------
    DiceError
        If the numbers are not as many as the dice, or a die has more cells than faces.

    Examples
    --------
    >>> from solver.polyform import Puzzle
    >>> dice = DiceSet.parse("A1 A2 | B1", Puzzle.parse("2x3/2:O4"))
    >>> faces_on(dice, [4, 6]).format()
    'A1 A1 A2 A2 | B1 B1 B1 B1 B1 B1'
    >>> faces_on(dice, [3, 1]).format()
    'A1 A1 A2 | B1'
    """
    require_faces(dice_set.sizes, faces)
    dice_with = Counter(cell for die in dice_set.dice for cell in die.cells)
    dice = []
    for die, wanted in zip(dice_set.dice, faces, strict=True):
        times, over = divmod(wanted, die.size)
        repeated = sorted(die.cells, key=lambda cell: dice_with[cell] > 1)[:over]
        dice.append(Die(tuple(cell for cell in die.cells for _ in range(times + (cell in repeated)))))
    return replace(dice_set, dice=tuple(dice))


def require_faces(sizes: Sequence[int], faces: Sequence[int]) -> None:
    """Raise :class:`DiceError` where dice of so many cells do not fit on so many faces."""
    if len(faces) != len(sizes):
        raise DiceError(f"{len(faces)} numbers of faces for {len(sizes)} dice: give one for each die")
    for number, (size, wanted) in enumerate(zip(sizes, faces, strict=True), start=1):
        if wanted < size:
            raise DiceError(f"die {number} has {size} cells and would have {wanted} faces: give it more faces")


def read_faces(text: str, dice: int) -> list[int]:
    """Read how many faces each die has: one number for all, or one for each with commas.

    Raises
    ------
    DiceError
        If the text is something else.

    Examples
    --------
    >>> read_faces("6", 3), read_faces("4,6,6", 3)
    ([6, 6, 6], [4, 6, 6])
    """
    if not re.fullmatch(r"[0-9]{1,3}(,[0-9]{1,3})*", text):
        raise DiceError(f"faces {text[:40]!r}: write a number, or one for each die with commas, such as 6")
    numbers = [int(part) for part in text.split(",")]
    return numbers * dice if len(numbers) == 1 else numbers
