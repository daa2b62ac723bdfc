"""How many cells two dice sets have on different dice, whatever the symmetry of the grid and the names of the dice."""

from __future__ import annotations

from collections.abc import Sequence

from solver.polyform import Grid

Matching = tuple[int, ...]
"""For each die of a set, the die of the other that it is compared with."""


def cells_apart(dice: Sequence[int], other: Sequence[int], grid: Grid) -> tuple[int, tuple[int, ...]]:
    """Return the least number of cells that must be moved to turn a set into an image of another.

    Parameters
    ----------
    dice, other
        The cells of each die, as many dice in both; no cell on two dice of one set.

    Returns
    -------
    tuple
        The number, and the image that is that near: its dice in the order of the first set's. A cell on a die in one
        set and on none in the other counts as a cell; one on no die in both does not.
    """
    best = len(grid) + 1, tuple(other)
    for permutation in grid.symmetries:
        image = [grid.mask(permutation[cell] for cell in grid.cells(mask)) for mask in other]
        together = [[(one & two).bit_count() for two in image] for one in dice]
        matching, kept = best_matching(together)
        kept += (grid.full & ~_union(dice) & ~_union(image)).bit_count()
        if len(grid) - kept < best[0]:
            best = len(grid) - kept, tuple(image[die] for die in matching)
    return best


def best_matching(gain: Sequence[Sequence[int]]) -> tuple[Matching, int]:
    """Return the one-to-one matching of rows to columns with the largest sum, by the Hungarian method, and the sum.

    Examples
    --------
    >>> best_matching([[1, 5], [4, 6]])
    ((1, 0), 9)
    """
    size = len(gain)
    infinite = 1 << 60
    # Kuhn and Munkres with potentials, rows and columns from 1; after the well-known cubic form.
    row_price, column_price = [0] * (size + 1), [0] * (size + 1)
    row_of = [0] * (size + 1)
    for row in range(1, size + 1):
        row_of[0], at = row, 0
        least, from_ = [infinite] * (size + 1), [0] * (size + 1)
        used = [False] * (size + 1)
        while row_of[at]:
            used[at] = True
            step, following = infinite, 0
            for column in range(1, size + 1):
                if used[column]:
                    continue
                slack = -gain[row_of[at] - 1][column - 1] - row_price[row_of[at]] - column_price[column]
                if slack < least[column]:
                    least[column], from_[column] = slack, at
                if least[column] < step:
                    step, following = least[column], column
            for column in range(size + 1):
                if used[column]:
                    row_price[row_of[column]] += step
                    column_price[column] -= step
                else:
                    least[column] -= step
            at = following
        while at:
            row_of[at] = row_of[from_[at]]
            at = from_[at]
    matching = [0] * size
    for column in range(1, size + 1):
        matching[row_of[column] - 1] = column - 1
    return tuple(matching), sum(gain[row][column] for row, column in enumerate(matching))


def _union(dice: Sequence[int]) -> int:
    union = 0
    for mask in dice:
        union |= mask
    return union
