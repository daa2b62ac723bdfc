"""One board for each orbit under the symmetries of the grid, and the way from any board to its orbit."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property, lru_cache
from math import comb
from typing import Self

import numpy as np
from numpy.typing import NDArray

from solver.census.ranking import board_masks, rank, rank_tables
from solver.errors import InputError
from solver.polyform.grid import Grid
from solver.polyform.symmetry import Masks, images, permutation_tables, representatives
from solver.runs import jit

MOST_BOARDS = 1 << 30
"""A census keeps at least a bit for each board in memory."""

_BLOCK = 1 << 17


def require_census(grid: Grid, blockers: int) -> int:
    """Return the number of boards.

    Raises
    ------
    InputError
        If there are too many for a census, or the grid has more than 64 cells.
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
    grid
        Of at most 64 cells.
    blockers
        Blockers of each board.
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
        self.boards = comb(len(grid), blockers)
        if bits.shape != (-(-self.boards // 8),):
            raise InputError(f"{bits.size} bytes of orbits: {self.boards} boards have {-(-self.boards // 8)}")
        self.bits = bits
        counts = np.bitwise_count(bits)
        self._before = np.concatenate([[0], np.cumsum(counts, dtype=np.int64)])

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
            from solver.census import kernel

            bits = np.zeros(-(-boards // 8), np.uint8)
            first = np.uint64((1 << blockers) - 1)
            kernel.mark_representatives(first, boards, permutation_tables(grid), bits)
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
            flags = np.unpackbits(self.bits[start // 8 : (start + _BLOCK) // 8], bitorder="little").astype(np.bool_)
            masks = board_masks(start, min(self.boards, start + _BLOCK), len(self.grid), self.blockers)
            found.append(masks[flags[: len(masks)]])
        return np.concatenate(found)

    @cached_property
    def sizes(self) -> NDArray[np.int64]:
        """The number of boards of each orbit: the order of the group over that of the stabiliser."""
        sizes = np.zeros(len(self), np.int64)
        for start in range(0, len(self), _BLOCK):
            masks = self.representatives[start : start + _BLOCK]
            sizes[start : start + _BLOCK] = len(self.grid.symmetries) // (images(masks, self.grid) == masks).sum(axis=0)
        return sizes

    def index(self, masks: Masks) -> NDArray[np.int64]:
        """Return the number of each board's orbit.

        Parameters
        ----------
        masks
            uint64 of any shape; each with as many bits as there are blockers, within the grid.

        Raises
        ------
        InputError
            If a mask is no such board.
        """
        masks = np.asarray(masks, np.uint64)
        if np.any(np.bitwise_count(masks) != self.blockers) or np.any(masks & ~np.uint64(self.grid.full)):
            raise InputError(f"not every mask has {self.blockers} of the {len(self.grid)} cells")
        found = np.zeros(masks.size, np.int64)
        flat = masks.reshape(-1)
        for start in range(0, flat.size, _BLOCK):
            smallest = representatives(flat[start : start + _BLOCK], self.grid)
            place = rank(smallest, len(self.grid), self.blockers)
            byte, bit = place >> 3, (place & 7).astype(np.uint8)
            below = self.bits[byte] & ((np.uint8(1) << bit) - np.uint8(1))
            found[start : start + _BLOCK] = self._before[byte] + np.bitwise_count(below)
        return found.reshape(masks.shape)

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
            from solver.census import kernel

            kernel.spread(self.representatives, values, permutation_tables(self.grid), ranks, everywhere)
        else:
            for start in range(0, len(self), _BLOCK):
                masks = images(self.representatives[start : start + _BLOCK], self.grid)
                everywhere[rank(masks, len(self.grid), self.blockers)] = values[start : start + _BLOCK]
        return everywhere


@lru_cache(maxsize=4)
def orbits_of(grid: Grid, blockers: int) -> Orbits:
    """Return :meth:`Orbits.of`, kept for the next call."""
    return Orbits.of(grid, blockers)
