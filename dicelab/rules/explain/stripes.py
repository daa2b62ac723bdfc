"""A rule by counting: the cells of every second or third row, column or diagonal."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

import numpy as np

from dicelab.rules import Finding
from dicelab.rules.board import Flags
from dicelab.rules.explain.position import table_of
from dicelab.rules.islands import Masks
from solver.polyform import Grid, Puzzle
from solver.words import listed

MOST_NUMBERS = 6
"""Numbers that a reason lists before it shortens an even row of them."""


@dataclass(frozen=True, slots=True)
class Stripes:
    """Some parallel lines of a grid, at equal distances.

    ``where`` names them; ``covered`` tells how many of their cells the pieces can cover together, ascending.
    """

    where: str
    cells: int
    covered: tuple[int, ...]


@lru_cache(maxsize=64)
def stripes_of(puzzle: Puzzle) -> tuple[Stripes, ...]:
    """Return all stripes of a puzzle's grid: rows and columns by twos and threes, diagonals by threes.

    Diagonals by twos are the checkerboard: :func:`dicelab.rules.board.colour`.
    """
    puzzle.grid.require_masks()
    return tuple(Stripes(where, cells, _covered(puzzle, cells)) for where, cells in _lines(puzzle.grid))


def _lines(grid: Grid) -> list[tuple[str, int]]:
    """Return names and masks; with each of them come its images under the symmetries of the grid.

    Of two colours that share out all cells one is enough, since the pieces cover as many cells as are free.
    """
    found = []
    for start, step in ((0, 2), (0, 3), (1, 3), (2, 3)):
        for word, place in (("rows", 0), ("columns", 1)):
            lines = sorted({point[place] for point in grid.points if point[place] % step == start})
            named = [chr(ord("A") + line) if word == "rows" else str(line + 1) for line in lines]
            cells = grid.mask(cell for cell, point in enumerate(grid.points) if point[place] % step == start)
            found.append((f"in {word} {', '.join(named)}", cells))
    for start in range(3):
        for word, sign in (("rising", 1), ("falling", -1)):
            cells = grid.mask(
                cell for cell, (row, column) in enumerate(grid.points) if (row + sign * column) % 3 == start
            )
            first = grid.label((cells & -cells).bit_length() - 1) if cells else ""
            found.append((f"on every third {word} diagonal, that of {first} among them", cells))
    return [(where, cells) for where, cells in found if cells]


def _covered(puzzle: Puzzle, cells: int) -> tuple[int, ...]:
    """Return how many of some cells the pieces cover together, over all choices of a placement for each."""
    table = table_of(puzzle)
    of_kind: list[set[int]] = [set() for _ in table.kinds]
    for kind, mask in table.placements:
        of_kind[kind].add((mask & cells).bit_count())
    sums = {0}
    for kind, number in enumerate(puzzle.kinds.values()):
        for _ in range(number):
            sums = {total + more for total in sums for more in of_kind[kind]}
    return tuple(sorted(sums))


def stripes(blockers: int, puzzle: Puzzle) -> Finding | None:
    """Reject a board whose free cells in some stripes are more or fewer than the pieces can cover there.

    The stripes are every second or third row or column, and every third diagonal, from each start.

    Proof of soundness: a tiling lays each piece by one of its placements on the grid, and each of these covers
    one of the numbers of cells of the stripes that are found by going through them all. A tiling covers every
    free cell once, so these numbers, one for each piece, add up to the free cells in the stripes. So where no
    choice of numbers adds up, there is no tiling.

    Notes
    -----
    The cells at fault are all cells of the stripes. An L-tetromino covers one or three cells of every second
    row, whatever the way it lies; so an odd number of them covers an odd number.

    Examples
    --------
    >>> stripes(0, Puzzle.parse("6x6/0:9*L4")).text
    '18 free cells lie in rows A, C, E, and wherever the pieces lie, they cover 9, 11, …, 27 cells there'
    """
    free = puzzle.grid.full & ~blockers
    for one in stripes_of(puzzle):
        number = (free & one.cells).bit_count()
        if number not in one.covered:
            lie = "cells lie" if number != 1 else "cell lies"
            text = (
                f"{number} free {lie} {one.where}, and wherever the pieces lie, they cover {_shortened(one.covered)} "
                "cells there"
            )
            return Finding("stripes", one.cells, text)
    return None


def stripes_rejects(masks: Masks, puzzle: Puzzle) -> Flags:
    """Apply :func:`stripes` to an array of boards."""
    puzzle.grid.require_masks()
    masks = np.asarray(masks, np.uint64)
    rejected = np.zeros(len(masks), np.bool_)
    for one in stripes_of(puzzle):
        table = np.ones(len(puzzle.grid) + 1, np.bool_)
        table[[number for number in one.covered if number < len(table)]] = False
        rejected |= table[np.bitwise_count(~masks & np.uint64(one.cells))]
    return rejected


def _shortened(numbers: tuple[int, ...]) -> str:
    if len(numbers) > MOST_NUMBERS and len({after - one for one, after in pairwise(numbers)}) == 1:
        return f"{numbers[0]}, {numbers[1]}, …, {numbers[-1]}"
    return listed(numbers)
