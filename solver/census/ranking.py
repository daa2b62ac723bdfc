"""All boards of a puzzle in one row: masks of k cells in ascending order, which is colexicographic order.

The rank of cells c1 < c2 < … < ck is C(c1, 1) + C(c2, 2) + … + C(ck, k).
"""

from __future__ import annotations

from functools import lru_cache
from math import comb

import numpy as np
from numpy.typing import NDArray

from solver.polyform.symmetry import CHUNK, Masks


@lru_cache(maxsize=16)
def rank_tables(cells: int, blockers: int) -> NDArray[np.int64]:
    """Return what each chunk of 12 cells adds to a rank.

    Returns
    -------
    ndarray
        int64 of shape (chunks, blockers + 1, 4096): chunk, number of blockers in the chunks before, bits.
    """
    chunks = max(1, -(-cells // CHUNK))
    tables = np.zeros((chunks, blockers + 1, 1 << CHUNK), np.int64)
    values = np.arange(1 << CHUNK)
    for chunk in range(chunks):
        for before in range(blockers + 1):
            count = np.full(1 << CHUNK, before)
            for bit in range(CHUNK):
                cell = chunk * CHUNK + bit
                if cell >= cells:
                    break
                binomial = np.array([comb(cell, n) if n <= blockers else 0 for n in range(blockers + CHUNK + 1)])
                here = (values >> bit & 1).astype(bool)
                count[here] += 1
                tables[chunk, before, here] += binomial[count[here]]
    tables.flags.writeable = False
    return tables


def rank(masks: Masks, cells: int, blockers: int) -> NDArray[np.int64]:
    """Return the ranks of masks of ``blockers`` cells among ``cells``; the caller keeps to such masks.

    Examples
    --------
    >>> rank(np.array([0b00111, 0b01011, 0b11100], np.uint64), 5, 3)
    array([0, 1, 9])
    """
    masks = np.asarray(masks, np.uint64)
    tables = rank_tables(cells, blockers)
    total = np.zeros(masks.shape, np.int64)
    before = np.zeros(masks.shape, np.intp)
    for chunk in range(len(tables)):
        part = masks >> np.uint64(chunk * CHUNK) & np.uint64((1 << CHUNK) - 1)
        total += tables[chunk, before, part.astype(np.intp)]
        before += np.bitwise_count(part)
    return total


def unrank(number: int, cells: int, blockers: int) -> int:
    """Return the mask of a rank.

    Examples
    --------
    >>> bin(unrank(9, 5, 3))
    '0b11100'
    """
    mask = 0
    for size in range(blockers, 0, -1):
        cell = size - 1
        while cell + 1 < cells and comb(cell + 1, size) <= number:
            cell += 1
        number -= comb(cell, size)
        mask |= 1 << cell
    return mask


def board_masks(start: int, stop: int, cells: int, blockers: int) -> Masks:
    """Return the masks with ranks ``start`` to ``stop - 1``, ascending.

    Built a cell at a time: the boards whose highest blocker is a given cell are one run of ranks.
    """
    masks = np.zeros(stop - start, np.uint64)
    left = np.arange(start, stop, dtype=np.int64)
    for size in range(blockers, 0, -1):
        steps = np.array([comb(cell, size) for cell in range(cells + 1)], np.int64)
        cell = np.searchsorted(steps, left, side="right") - 1
        # C(cell, size) is 0 for several cells below size: the highest of them is the cell.
        left -= steps[cell]
        masks |= np.uint64(1) << cell.astype(np.uint64)
    return masks
