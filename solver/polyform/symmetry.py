"""Symmetries of a grid acting on masks, one at a time and on whole arrays."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any

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


def image(mask: int, permutation: Permutation) -> int:
    """Return the image of one mask, of any number of cells.

    Examples
    --------
    >>> bin(image(0b101, (1, 2, 0)))
    '0b11'
    """
    return Grid.mask(permutation[cell] for cell in Grid.cells(mask))


@lru_cache(maxsize=16)
def permutation_tables(grid: Grid) -> Masks:
    """Return the mask that each chunk of 12 cells is sent to: uint64 of shape (symmetries, chunks, 4096).

    Raises :class:`GridTooLargeError` if the grid has more than 64 cells.
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


def images(masks: Masks, grid: Grid, symmetries: Sequence[Permutation] | None = None) -> Masks:
    """Return the images of masks under symmetries of the grid, by default under all of them.

    Returns
    -------
    ndarray
        uint64 of shape (symmetries, *masks.shape); the first is the masks themselves.

    Examples
    --------
    >>> images(np.array([0b1], np.uint64), Grid.parse("2x3")).ravel().tolist()
    [1, 32, 4, 8]
    """
    masks = np.asarray(masks, np.uint64)
    tables = permutation_tables(grid)
    if symmetries is not None and len(symmetries) < len(tables):
        tables = tables[[grid.symmetries.index(tuple(one)) for one in symmetries]]
    found = np.zeros((len(tables), *masks.shape), np.uint64)
    for chunk in range(tables.shape[1]):
        part = (masks >> np.uint64(chunk * CHUNK) & np.uint64((1 << CHUNK) - 1)).astype(np.intp)
        found |= tables[:, chunk][:, part]
    return found


def label_tables(grid: Grid) -> list[list[str]]:
    """Return the labels of all sets of the first 12 cells, the next 12 and so on, each label with a space behind it."""
    return [
        [
            "".join(f"{grid.label(cell)} " for cell in grid.cells(value << start))
            for value in range(1 << min(CHUNK, len(grid) - start))
        ]
        for start in range(0, len(grid), CHUNK)
    ]


def label_texts(masks: Masks, grid: Grid) -> list[str]:
    """Return the labels of each of many masks, of shape (n,), as :meth:`Grid.labels` does.

    Examples
    --------
    >>> label_texts(np.array([0b1, 0b100010], np.uint64), Grid.parse("2x3"))
    ['A1', 'A2 B3']
    """
    texts: NDArray[np.object_] = np.full(len(masks), "", np.object_)
    for place, table in enumerate(label_tables(grid)):
        part = (masks >> np.uint64(place * CHUNK) & np.uint64((1 << CHUNK) - 1)).astype(np.intp)
        texts = texts + np.array(table, np.object_)[part]
    return [text.rstrip() for text in texts]


def representatives(masks: Masks, grid: Grid) -> Masks:
    """Return the smallest mask of each mask's orbit.

    Examples
    --------
    >>> representatives(np.array([0b100000, 0b010000], np.uint64), Grid.parse("2x3")).tolist()
    [1, 2]
    """
    smallest: Masks = images(masks, grid).min(axis=0)
    return smallest


def orbit(mask: int, grid: Grid) -> tuple[int, ...]:
    """Return the different images of one mask, ascending.

    Examples
    --------
    >>> orbit(0b1, Grid.parse("2x3"))
    (1, 4, 8, 32)
    """
    return tuple(sorted({image(mask, permutation) for permutation in grid.symmetries}))


def named_symmetries(grid: Grid) -> dict[str, Permutation]:
    """Return the symmetries of a grid by name, each under all names that it has there; without the identity.

    Examples
    --------
    >>> from solver.polyform.grid import SquareGrid
    >>> list(named_symmetries(SquareGrid(2, 3)))
    ['rotate-180', 'mirror-left-right', 'mirror-top-bottom']
    """
    found = zip(grid.lattice.turn_names, map(grid.permutation, grid.lattice.turns), strict=True)
    return {name: one for name, one in found if one is not None and name != "identity"}


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
        for length in map(len, cycles(permutation)):
            for n in range(blockers, length - 1, -1):
                coefficients[n] += coefficients[n - length]
        total += coefficients[blockers]
    return total // len(grid.symmetries)


def mask_column(masks: Iterable[int]) -> dict[str, list[Any]]:
    """Return the column of masks of a table; boards of more than 64 cells have none."""
    listed = list(masks)
    return {"board": listed} if all(mask < 1 << 64 for mask in listed) else {}


def board_columns(masks: Masks, grid: Grid) -> dict[str, Any]:
    """Return the columns of a table of boards: their masks, and the labels of their blockers."""
    return {"board": masks, "blockers": label_texts(masks, grid)}
