"""Where the cells of disjoint dice may lie, and how many cells a die may have.

A cell that stays free is on no die. Where a puzzle has regions, each with one blocker, the dice are theirs: die i has
cells of region i alone.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from dicelab.errors import DiceError
from solver.polyform import Puzzle
from solver.polyform.orbits import MOST_BOARDS

MOST_ROLLS = 1 << 24
"""Most rolls where a census may hold all boards, and of dice whose sizes are not given."""

MOST_SWEPT = 1 << 32
"""Most rolls on larger boards: they are looked at block by block, and never listed."""

Places = NDArray[np.bool_]
"""Which cells may be on which die, and in the last column on none: bool of shape (cells, dice + 1)."""


@lru_cache(maxsize=16)
def places_of(puzzle: Puzzle) -> Places:
    """Return which cells may be on which die of a puzzle; the caller does not change the array.

    Examples
    --------
    >>> places_of(Puzzle.parse("1x4/2:I2;regions=1+2,3+4")).astype(int).tolist()
    [[1, 0, 1], [1, 0, 1], [0, 1, 1], [0, 1, 1]]
    """
    table = np.zeros((len(puzzle.grid), puzzle.blockers + 1), np.bool_)
    for die, mask in enumerate(puzzle.regions or [puzzle.blockable] * puzzle.blockers):
        table[list(puzzle.grid.cells(mask)), die] = True
    table[:, -1] = True
    table.flags.writeable = False
    return table


def require_sizes(sizes: Sequence[int], puzzle: Puzzle) -> None:
    """Raise :class:`DiceError` if disjoint dice of these sizes do not fit the puzzle."""
    shown = ",".join(map(str, sizes))
    if len(sizes) != puzzle.blockers:
        raise DiceError(f"sizes {shown}: give {puzzle.blockers} numbers, one for each die")
    if min(sizes, default=1) < 1:
        raise DiceError(f"sizes {shown}: a die shows at least one cell")
    cells = puzzle.blockable.bit_count()
    if sum(sizes) > cells:
        has = f"the board has {cells}" if cells == len(puzzle.grid) else f"{cells} of the board may be blocked"
        raise DiceError(f"sizes {shown} need {sum(sizes)} cells: {has}")
    for number, (size, region) in enumerate(zip(sizes, puzzle.regions, strict=False), start=1):
        if size > region.bit_count():
            raise DiceError(f"sizes {shown}: die {number} has {size} cells of a region of {region.bit_count()}")
    most = MOST_ROLLS if puzzle.boards <= MOST_BOARDS else MOST_SWEPT
    if math.prod(sizes) > most:
        raise DiceError(f"sizes {shown} have {math.prod(sizes):,} rolls: use at most {most:,}")


def require_choice(sizes: Sequence[int], puzzle: Puzzle) -> None:
    """Raise :class:`DiceError` where the regions of a puzzle are its dice, so that there is nothing to look for."""
    if puzzle.regions and tuple(sizes) == tuple(region.bit_count() for region in puzzle.regions):
        raise DiceError(
            "the dice of this puzzle are its regions, so there is no dice set to design: pass --sizes with a smaller "
            "number for a die, or design the pieces: dicelab pieces"
        )


def even_sizes(puzzle: Puzzle, faces: int = 6) -> tuple[int, ...]:
    """Return the sizes of disjoint dice that cover a board most evenly, large dice first; those of regions are whole.

    Without regions a die shows at most as many cells as it has faces, and there are at most :data:`MOST_ROLLS` rolls.

    Examples
    --------
    >>> even_sizes(Puzzle.parse("genius-square")), even_sizes(Puzzle.parse("5x5/4:W5,L4,I3,L3,I2,T4"))
    ((6, 5, 5, 5, 5, 5, 5), (6, 6, 6, 6))
    """
    if puzzle.regions:
        return tuple(region.bit_count() for region in puzzle.regions)
    dice = puzzle.blockers
    cells = min(puzzle.blockable.bit_count(), dice * faces)
    while True:
        size, more = divmod(cells, max(1, dice))
        sizes = (size + 1,) * more + (size,) * (dice - more)
        if math.prod(sizes) <= MOST_ROLLS:
            return sizes
        cells -= 1
