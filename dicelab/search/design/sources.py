"""What may be written anew on the dice of a printed set, and what stays.

A printed set may be misprinted: a cell may be twice on a die, or on several dice. It is taken as it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from dicelab.dice import DiceSet
from dicelab.errors import DiceError


def sizes_to_repair(printed: DiceSet, only: Sequence[int] = ()) -> tuple[int, ...]:
    """Return the cells on each die of a set, on fewer where cells that are on several dice make them too many.

    Then the largest dice show fewer, the last of them first; with ``only``, dice from 1, only these.

    Examples
    --------
    >>> from solver.polyform import Puzzle
    >>> sizes_to_repair(DiceSet.parse("A1 A1 A2 | A2 B1", Puzzle.parse("2x3/2:O4"), shared_cells=True))
    (2, 2)
    >>> sizes_to_repair(DiceSet.parse("A1 A2 A3 B1 | A2 B1 B2 B3", Puzzle.parse("2x3/2:O4"), shared_cells=True))
    (3, 3)
    """
    sizes = list(printed.sizes)
    chosen = [number - 1 for number in only if 1 <= number <= len(sizes)] or range(len(sizes))
    while sum(sizes) > len(printed.puzzle.grid):
        largest = max(chosen, key=lambda die: (sizes[die], die))
        if sizes[largest] == 1:
            break
        sizes[largest] -= 1
    return tuple(sizes)


def held_dice(printed: DiceSet, only: Sequence[int], sizes: Sequence[int]) -> tuple[tuple[int, int], ...]:
    """Return the cells, with their dice, of all dice but some, which are numbered from 1.

    Raises
    ------
    DiceError
        If there is no such die, if a die that stays would get another size, or if two of them show the same cell.
    """
    label, dice = printed.puzzle.grid.label, len(printed.dice)
    for number in only:
        if not 1 <= number <= dice:
            raise DiceError(f"only-die {number}: the set has dice 1 to {dice}")
    held: dict[int, int] = {}
    for number, (die, size) in enumerate(zip(printed.dice, sizes, strict=False), start=1):
        if number in only:
            continue
        if die.size != size:
            raise DiceError(
                f"sizes: die {number} stays as it is, with {die.size} cells and not {size}; "
                f"give it {die.size}, or pass --only-die {number} too"
            )
        for cell in die.cells:
            first = held.setdefault(cell, number)
            if first != number:
                raise DiceError(
                    f"only-die: {label(cell)} is on die {first} and on die {number}, which both stay as they are; "
                    f"pass --only-die {number} too"
                )
    return tuple((cell, number - 1) for cell, number in held.items())


def kept_cells(printed: DiceSet, fixed: Iterable[tuple[int, int]]) -> tuple[tuple[int, tuple[int, ...]], ...]:
    """Return the cells that a set shows, each with the dice of which one must go on showing it.

    So a face is written anew only if another one, of its die or of another, shows its cell too. Cells that are fixed
    are left out.
    """
    done = {cell for cell, _ in fixed}
    dice_with: dict[int, list[int]] = {}
    for number, die in enumerate(printed.dice):
        for cell in die.cells:
            dice_with.setdefault(cell, []).append(number)
    return tuple((cell, tuple(dice)) for cell, dice in sorted(dice_with.items()) if cell not in done)
