"""All boards of a puzzle by the blockers in the parts of the grid, and the classes that the symmetries make of them.

Nothing here is taken from the theorems on reduced sets: every board of the census is looked at, the parts are the cells
left, right, above and below of the middle lines, and what the symmetries do to the parts is read off the cells. So this
can be held against :mod:`dicelab.reproduce.board_partitions`, which generates the reduced set from its conditions.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solver.census import Oracle, board_masks
from solver.polyform import SquareGrid
from solver.polyform.symmetry import Masks

Counts = tuple[int, ...]

AROUND = ((-1, -1), (-1, 1), (1, 1), (1, -1), (-1, 0), (0, 1), (1, 0), (0, -1), (0, 0))
"""The parts by their side of the middle row and of the middle column, clockwise from the top left: the corners, the
strips from the top one, the centre."""

_BLOCK = 1 << 19
_BASE = 65
"""More than the blockers that a part can hold; nine digits to this base fit 64 bits."""


@dataclass(frozen=True, slots=True)
class PartitionClass:
    """Partitions that symmetries turn into each other.

    Parameters
    ----------
    partitions
        How many they are.
    boards, unsolvable
        Boards of one of them, all boards and those without a tiling.
    all_unsolvable
        Boards of any of them that have no tiling, counted one by one.
    """

    partitions: int
    boards: int
    unsolvable: int
    all_unsolvable: int


@dataclass(frozen=True)
class PartitionClasses:
    """The classes of a puzzle, and to which of them a partition belongs."""

    members: dict[Counts, PartitionClass]

    @property
    def classes(self) -> list[PartitionClass]:
        """Every class once."""
        return list({id(one): one for one in self.members.values()}.values())

    @classmethod
    def of(cls, oracle: Oracle, progress: Callable[[int, int], None]) -> PartitionClasses:
        """Go through all boards of a census."""
        grid = oracle.puzzle.grid
        parts = parts_of(grid)
        boards, unsolvable = _counted(oracle, progress)
        turns = [turned_parts(parts, permutation) for permutation in grid.symmetries]
        members: dict[Counts, PartitionClass] = {}
        for counts in sorted(boards, reverse=True):
            if counts not in members:
                orbit = {tuple(counts[part] for part in turn) for turn in turns}
                one = PartitionClass(
                    len(orbit), boards[counts], unsolvable[counts], sum(unsolvable[other] for other in orbit)
                )
                members.update(dict.fromkeys(orbit, one))
        return cls(members)


def parts_of(grid: SquareGrid) -> list[int]:
    """Return the parts of a grid as masks, those that it has.

    Examples
    --------
    >>> [part.bit_count() for part in parts_of(SquareGrid(6, 7))]
    [9, 9, 9, 9, 3, 3]
    """
    found = dict.fromkeys(AROUND, 0)
    for cell, (row, column) in enumerate(grid.points):
        below, right = 2 * row - grid.rows + 1, 2 * column - grid.columns + 1
        found[(below > 0) - (below < 0), (right > 0) - (right < 0)] |= 1 << cell
    return [part for part in found.values() if part]


def turned_parts(parts: list[int], permutation: tuple[int, ...]) -> list[int]:
    """Return for each part the one that a symmetry turns into it."""
    return [
        next(n for n, other in enumerate(parts) if part >> permutation[(other & -other).bit_length() - 1] & 1)
        for part in parts
    ]


def counted_by_parts(boards: Masks, weights: NDArray[np.int64], grid: SquareGrid) -> Counter[Counts]:
    """Add up the weights of boards by the blockers in each part."""
    parts = parts_of(grid)
    code = np.zeros(len(boards), np.int64)
    for part in parts:
        code = code * _BASE + np.bitwise_count(boards & np.uint64(part))
    found, back = np.unique(code, return_inverse=True)
    # Floats hold whole numbers of this size exactly.
    return Counter(_decoded(found, np.bincount(back, weights, len(found)), len(parts)))


def _counted(oracle: Oracle, progress: Callable[[int, int], None]) -> tuple[Counter[Counts], Counter[Counts]]:
    """Count all boards, and those without a tiling, by their partition."""
    boards: Counter[Counts] = Counter()
    unsolvable: Counter[Counts] = Counter()
    grid, total = oracle.puzzle.grid, len(oracle.solvable)
    for start in range(0, total, _BLOCK):
        stop = min(total, start + _BLOCK)
        masks = board_masks(start, stop, len(grid), oracle.puzzle.blockers)
        boards.update(counted_by_parts(masks, np.ones(len(masks), np.int64), grid))
        without = masks[~oracle.solvable[start:stop]]
        unsolvable.update(counted_by_parts(without, np.ones(len(without), np.int64), grid))
        progress(stop, total)
    return boards, unsolvable


def _decoded(codes: NDArray[np.int64], numbers: NDArray[np.number[Any]], length: int) -> dict[Counts, int]:
    found = {}
    for code, number in zip(codes.tolist(), numbers.tolist(), strict=True):
        digits = []
        for _ in range(length):
            code, digit = divmod(code, _BASE)
            digits.append(digit)
        found[tuple(reversed(digits))] = int(number)
    return found
