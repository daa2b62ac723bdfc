"""Symmetries of a grid acting on masks, one at a time and on whole arrays."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from solver.polyform.grid import Grid

CHUNK = 12
"""Masks are permuted by look-up, this many bits at a time."""

Masks = NDArray[np.uint64]


Permutation = Sequence[int]
"""Cell ``i`` goes to cell ``permutation[i]``, as in :attr:`Grid.symmetries`."""


def cycles(permutation: Permutation) -> list[list[int]]:
    """Return the cycles of a permutation, by their smallest members.

    Examples
    --------
    >>> cycles((0, 2, 1, 4, 5, 3))
    [[0], [1, 2], [3, 4, 5]]
    """
    found, seen = [], set[int]()
    for first in range(len(permutation)):
        cycle = []
        cell = first
        while cell not in seen:
            seen.add(cell)
            cycle.append(cell)
            cell = permutation[cell]
        if cycle:
            found.append(cycle)
    return found


@lru_cache(maxsize=16)
def permutation_tables(grid: Grid) -> Masks:
    """Return the images of all chunks of cells under all symmetries.

    Returns
    -------
    ndarray
        uint64 of shape (symmetries, chunks, 4096): the mask that a chunk of 12 cells is sent to.

    Raises
    ------
    GridTooLargeError
        If the grid has more than 64 cells.
    """
    grid.require_masks()
    chunks = -(-len(grid) // CHUNK)
    tables = np.zeros((len(grid.symmetries), chunks, 1 << CHUNK), np.uint64)
    values = np.arange(1 << CHUNK, dtype=np.uint64)
    for table, permutation in zip(tables, grid.symmetries, strict=True):
        for cell, image in enumerate(permutation):
            chunk, bit = divmod(cell, CHUNK)
            table[chunk] |= (values >> np.uint64(bit) & np.uint64(1)) << np.uint64(image)
    tables.flags.writeable = False
    return tables


def images(masks: Masks, grid: Grid) -> Masks:
    """Return the images of masks under all symmetries of the grid.

    Returns
    -------
    ndarray
        uint64 of shape (symmetries, *masks.shape); the first is the masks themselves.
    """
    masks = np.asarray(masks, np.uint64)
    tables = permutation_tables(grid)
    found = np.zeros((len(tables), *masks.shape), np.uint64)
    for chunk in range(tables.shape[1]):
        part = (masks >> np.uint64(chunk * CHUNK) & np.uint64((1 << CHUNK) - 1)).astype(np.intp)
        found |= tables[:, chunk][:, part]
    return found


def representatives(masks: Masks, grid: Grid) -> Masks:
    """Return the smallest mask of each mask's orbit."""
    smallest: Masks = images(masks, grid).min(axis=0)
    return smallest


def orbit(mask: int, grid: Grid) -> tuple[int, ...]:
    """Return the different images of one mask, ascending."""
    return tuple(sorted({grid.mask(permutation[cell] for cell in grid.cells(mask)) for permutation in grid.symmetries}))


def burnside(grid: Grid, blockers: int) -> int:
    """Count the orbits of boards with a number of blockers, by Burnside's lemma.

    A board is fixed by a symmetry when it is a union of the symmetry's cycles, so the boards fixed are
    the coefficient of x^blockers in the product of (1 + x^length) over the cycles.

    Examples
    --------
    >>> from solver.polyform.grid import SquareGrid
    >>> burnside(SquareGrid(6, 6), 7)
    1044690
    """
    total = 0
    for permutation in grid.symmetries:
        coefficients = [1] + [0] * blockers
        seen: set[int] = set()
        for cell in range(len(permutation)):
            length, at = 0, cell
            while at not in seen:
                seen.add(at)
                at = permutation[at]
                length += 1
            if length:
                for n in range(blockers, length - 1, -1):
                    coefficients[n] += coefficients[n - length]
        total += coefficients[blockers]
    return total // len(grid.symmetries)
