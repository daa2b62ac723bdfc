"""All boards of a puzzle by rank, one board for each orbit under the symmetries, and the way from a board to its orbit.

The boards are masks of k cells in ascending order, which is colexicographic order: the rank of the cells
c1 < c2 < … < ck is C(c1, 1) + C(c2, 2) + … + C(ck, k).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property, lru_cache
from math import comb
from typing import Self

import numpy as np
from numpy.typing import NDArray

from solver.errors import InputError
from solver.polyform.grid import Grid
from solver.polyform.symmetry import CHUNK, Masks, images, permutation_tables, representatives
from solver.runs import jit

MOST_BOARDS = 1 << 30
"""A census keeps at least a bit for each board in memory."""

_BLOCK = 1 << 17


@lru_cache(maxsize=16)
def rank_tables(cells: int, blockers: int) -> NDArray[np.int64]:
    """Return the term of a rank for each chunk of 12 cells.

    It is int64 of shape (chunks, blockers + 1, 4096): chunk, number of blockers in the chunks before, bits.
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


def masks_of_ranks(ranks: NDArray[np.int64], cells: int, blockers: int) -> Masks:
    """Return the masks of ranks; a cell at a time, since boards with the same highest blocker are one run of ranks."""
    masks = np.zeros(ranks.shape, np.uint64)
    left = ranks.astype(np.int64)
    for size in range(blockers, 0, -1):
        steps = np.array([comb(cell, size) for cell in range(cells + 1)], np.int64)
        cell = np.searchsorted(steps, left, side="right") - 1
        # C(cell, size) is 0 for several cells below size: the highest of them is the cell.
        left -= steps[cell]
        masks |= np.uint64(1) << cell.astype(np.uint64)
    return masks


def board_masks(start: int, stop: int, cells: int, blockers: int) -> Masks:
    """Return the masks with ranks ``start`` to ``stop - 1``, ascending.

    Examples
    --------
    >>> [f"{mask:04b}" for mask in board_masks(0, 6, cells=4, blockers=2).tolist()]
    ['0011', '0101', '0110', '1001', '1010', '1100']
    """
    return masks_of_ranks(np.arange(start, stop, dtype=np.int64), cells, blockers)


def require_census(grid: Grid, blockers: int) -> int:
    """Return the number of boards.

    Raises :class:`InputError` if there are too many for a census, or the grid has more than 64 cells.
    """
    grid.require_masks()
    boards = comb(len(grid), blockers)
    if boards > MOST_BOARDS:
        raise InputError(f"{boards:,} boards: a census holds at most {MOST_BOARDS:,}")
    return boards


def representatives_of_all(grid: Grid, blockers: int) -> Iterator[Masks]:
    """Yield, in blocks and in ascending order, the boards that are the smallest mask of their orbit.

    Examples
    --------
    >>> from solver.polyform import SquareGrid
    >>> sum(len(block) for block in representatives_of_all(SquareGrid(3, 3), 2))
    8
    """
    total = comb(len(grid), blockers)
    for start in range(0, total, _BLOCK):
        masks = board_masks(start, min(total, start + _BLOCK), len(grid), blockers)
        yield masks[images(masks, grid).min(axis=0) == masks]


class Orbits:
    """The orbits of all boards with a number of blockers, in the order of their smallest masks.

    Parameters
    ----------
    bits
        uint8 of shape (ceil(boards / 8),): a bit for each board by rank, the first in the lowest bit, set where the
        board is the smallest mask of its orbit.

    Examples
    --------
    >>> from solver.polyform import SquareGrid
    >>> orbits = Orbits.of(SquareGrid(3, 3), 2)
    >>> len(orbits), orbits.sizes.tolist()
    (8, [8, 4, 4, 8, 4, 4, 2, 2])
    >>> orbits.index(np.array([0b000000011, 0b110000000], np.uint64))
    array([0, 0])
    """

    def __init__(self, grid: Grid, blockers: int, bits: NDArray[np.uint8]) -> None:
        grid.require_masks()
        self.grid = grid
        self.blockers = blockers
        self.boards: int = comb(len(grid), blockers)
        if bits.shape != (-(-self.boards // 8),):
            raise InputError(f"{bits.size} bytes of orbits: {self.boards} boards have {-(-self.boards // 8)}")
        self.bits = bits
        counts = np.bitwise_count(bits)
        self._before = np.concatenate([[0], np.cumsum(counts, dtype=np.int64)])

    def __reduce__(self) -> tuple[type[Orbits], tuple[Grid, int, NDArray[np.uint8]]]:
        return Orbits, (self.grid, self.blockers, self.bits)

    @classmethod
    def of(cls, grid: Grid, blockers: int) -> Self:
        """Find the orbits.

        Raises
        ------
        InputError
            If there are more than 2^30 boards.
        """
        boards = require_census(grid, blockers)
        if jit.available():
            from solver.polyform import orbits_kernel

            bits = np.zeros(-(-boards // 8), np.uint8)
            first = np.uint64((1 << blockers) - 1)
            orbits_kernel.mark_representatives(first, boards, permutation_tables(grid), bits)
        else:
            smallest = np.concatenate(list(representatives_of_all(grid, blockers)))
            flags = np.zeros(boards, np.bool_)
            flags[rank(smallest, len(grid), blockers)] = True
            bits = np.packbits(flags, bitorder="little")
        return cls(grid, blockers, bits)

    def __len__(self) -> int:
        return int(self._before[-1])

    @cached_property
    def representatives(self) -> Masks:
        """The smallest mask of each orbit, ascending: uint64 of shape (orbits,)."""
        found = [np.zeros(0, np.uint64)]
        for start in range(0, self.boards, _BLOCK):
            flags = np.unpackbits(self.bits[start // 8 : (start + _BLOCK) // 8], bitorder="little")
            ranks = start + np.flatnonzero(flags[: self.boards - start])
            found.append(masks_of_ranks(ranks, len(self.grid), self.blockers))
        return np.concatenate(found)

    @cached_property
    def sizes(self) -> NDArray[np.int64]:
        """The number of boards of each orbit: the order of the group over that of the stabiliser."""
        sizes = np.zeros(len(self), np.int64)
        for start in range(0, len(self), _BLOCK):
            masks = self.representatives[start : start + _BLOCK]
            sizes[start : start + _BLOCK] = len(self.grid.symmetries) // (images(masks, self.grid) == masks).sum(axis=0)
        return sizes

    def ranks(self, masks: Masks) -> NDArray[np.int64]:
        """Return the rank of each board, a uint64 mask of any shape with as many bits as there are blockers.

        Raises
        ------
        InputError
            If a mask is no such board.
        """
        return rank(self._boards(masks), len(self.grid), self.blockers)

    def index(self, masks: Masks) -> NDArray[np.int64]:
        """Return the number of each board's orbit; masks and errors are those of :meth:`ranks`."""
        masks = self._boards(masks)
        found = np.zeros(masks.size, np.int64)
        flat = masks.reshape(-1)
        for start in range(0, flat.size, _BLOCK):
            smallest = representatives(flat[start : start + _BLOCK], self.grid)
            place = rank(smallest, len(self.grid), self.blockers)
            byte, bit = place >> 3, (place & 7).astype(np.uint8)
            below = self.bits[byte] & ((np.uint8(1) << bit) - np.uint8(1))
            found[start : start + _BLOCK] = self._before[byte] + np.bitwise_count(below)
        return found.reshape(masks.shape)

    def _boards(self, masks: Masks) -> Masks:
        masks = np.asarray(masks, np.uint64)
        if np.any(np.bitwise_count(masks) != self.blockers) or np.any(masks & ~np.uint64(self.grid.full)):
            raise InputError(f"not every mask has {self.blockers} of the {len(self.grid)} cells")
        return masks

    def spread(self, values: NDArray[np.generic]) -> NDArray[np.generic]:
        """Return for every board, by rank, the value of its orbit.

        Raises
        ------
        InputError
            If there is not one value for each orbit.
        """
        if values.shape != (len(self),):
            raise InputError(f"{values.size} values: there are {len(self)} orbits")
        everywhere = np.zeros(self.boards, values.dtype)
        ranks = rank_tables(len(self.grid), self.blockers)
        if jit.available():
            from solver.polyform import orbits_kernel

            orbits_kernel.spread(self.representatives, values, permutation_tables(self.grid), ranks, everywhere)
        else:
            for start in range(0, len(self), _BLOCK):
                masks = images(self.representatives[start : start + _BLOCK], self.grid)
                everywhere[rank(masks, len(self.grid), self.blockers)] = values[start : start + _BLOCK]
        return everywhere


@lru_cache(maxsize=4)
def orbits_of(grid: Grid, blockers: int) -> Orbits:
    """Return :meth:`Orbits.of`, kept for the next call.

    Examples
    --------
    >>> orbits = orbits_of(Grid.parse("2x3"), 2)
    >>> len(orbits), orbits.sizes.tolist()
    (6, [4, 2, 2, 4, 2, 1])
    """
    return Orbits.of(grid, blockers)
