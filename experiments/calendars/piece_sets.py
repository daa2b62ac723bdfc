"""Count the tilings of every date of a calendar for all sets of pieces of a family at once.

A search for one set after another meets the same dead ends again and again. Here the board is cut in two: the upper
half is filled in every way with pieces of any set, the lower half likewise, and halves with the same border between
them are joined. The set and the date are labels of a half and do not change the search for it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, product
from math import comb, prod
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from experiments.calendars.piece_sets_kernel import fill, join
from solver.polyform import Grid, Piece, Puzzle, placements

Counts = NDArray[np.uint32]

LARGE = 6
"""Pieces of this order are taken one at a time: 35 of them would not fit as bits."""


@dataclass(frozen=True)
class Family:
    """Sets with so many different pieces of each group."""

    groups: tuple[tuple[tuple[Piece, ...], int], ...]

    @cached_property
    def kinds(self) -> tuple[Piece, ...]:
        """All pieces, group after group."""
        return tuple(piece for pieces, _ in self.groups for piece in pieces)

    @cached_property
    def codes(self) -> tuple[int, ...]:
        """A number for each piece; those of a set add up to another number for each set."""
        small = sum(len(pieces) for pieces, _ in self.groups if pieces[0].order < LARGE)
        ones = iter(1 << n for n in range(small))
        numbers = iter(n << small for n in range(1, 1 + len(self.kinds) - small))
        return tuple(next(ones) if piece.order < LARGE else next(numbers) for piece in self.kinds)

    @property
    def bits(self) -> int:
        """How many bits of a code stand for one piece each."""
        return sum(piece.order < LARGE for piece in self.kinds)

    @cached_property
    def code_bits(self) -> int:
        """How many bits hold the sum of a set's codes."""
        return sum(self.codes[: self.bits]).bit_length() + (len(self.kinds) - self.bits).bit_length()

    @cached_property
    def sets(self) -> tuple[tuple[Piece, ...], ...]:
        """All sets, in the order of the rows of the counts."""
        chosen = product(*(combinations(pieces, number) for pieces, number in self.groups))
        return tuple(tuple(piece for group in one for piece in group) for one in chosen)

    def __len__(self) -> int:
        return prod(comb(len(pieces), number) for pieces, number in self.groups)


def count_all(
    puzzle: Puzzle, family: Family, stop: int | None = None, report: Callable[[str], None] | None = None
) -> Counts:
    """Return the tilings of every date for every set: uint32 of shape (sets, dates).

    Dates are in the order of the regions' cells, the last region's the fastest.

    Parameters
    ----------
    puzzle
        Gives the grid and the regions; its pieces are not asked for.
    stop
        The first cell of the lower half, behind those of the first region.
    report
        Is told how far the count is.
    """
    halves = _Halves(puzzle, family, stop if stop is not None else len(puzzle.grid) * 4 // 9)
    counts = np.zeros((len(family), puzzle.allowed_boards), np.uint32)
    lower: dict[int, _Half] = {}
    for month in Grid.cells(puzzle.regions[0]):
        upper = halves.upper(month)
        for border, half in upper.items():
            if border not in lower:
                lower[border] = halves.lower(border)
            other = lower[border]
            if len(other.codes):
                join(*half, *other, family.bits, halves.index, halves.step[month], counts)
        if report:
            report(f"{puzzle.grid.label(month)}: {len(upper):,} borders, {int(counts.sum(dtype=np.uint64)):,} tilings")
    return counts


class _Half(NamedTuple):
    """The ways to fill a half, in groups with the same pieces: as :func:`join` reads them."""

    codes: NDArray[np.int64]
    ends: NDArray[np.int64]
    boards: NDArray[np.int64]
    times: NDArray[np.int64]


class _Halves:
    """The two halves of a board, filled with the pieces of a family."""

    def __init__(self, puzzle: Puzzle, family: Family, stop: int) -> None:
        if puzzle.regions[0] >> stop:
            raise ValueError(f"the first region has cells from {stop} on: cut the board behind it")
        self._cells, self._stop = len(puzzle.grid), stop
        lying = sorted(
            ((mask & -mask).bit_length() - 1, -piece.order, kind, mask)
            for kind, piece in enumerate(family.kinds)
            for mask in placements(piece, puzzle.grid)
        )
        region = np.full(self._cells, -1, np.int64)
        self.step = np.zeros(self._cells, np.int64)
        stride = puzzle.allowed_boards
        for number, mask in enumerate(puzzle.regions):
            cells = list(Grid.cells(mask))
            stride //= len(cells)
            region[cells] = number
            self.step[cells] = np.arange(len(cells)) * stride
        self._tables = (
            np.searchsorted([first for first, *_ in lying], np.arange(self._cells + 1)),
            np.array([mask for *_, mask in lying], np.uint64),
            np.array([kind for _, _, kind, _ in lying], np.int64),
            np.array(family.codes, np.int64),
            np.array([n for n, (pieces, _) in enumerate(family.groups) for _ in pieces], np.int64),
            np.array([number for _, number in family.groups], np.int64),
            region,
            self.step,
        )
        # Where a region lies in both halves, the area of a half's pieces tells whether its blocker is there.
        within = [number for number, mask in enumerate(puzzle.regions) if not mask & (1 << stop) - 1]
        self._needed = {stop: 0, self._cells: Grid.mask(within)}
        self._board_bits, self._code_bits = puzzle.allowed_boards.bit_length(), family.code_bits
        if self._board_bits + self._code_bits + self._cells - stop > 64:
            raise ValueError(f"the halves do not fit words of 64 bits: cut the board behind cell {stop}")
        self.index = np.full(1 << self._code_bits, -1, np.int64)
        code = dict(zip(family.kinds, family.codes, strict=True))
        self.index[[sum(code[piece] for piece in pieces) for pieces in family.sets]] = range(len(family))

    def upper(self, month: int) -> dict[int, _Half]:
        """Return the upper halves with a blocker on a cell of the first region, by the cells beyond ``stop``."""
        words, times = self._ways(1 << month, self._stop)
        border = words >> np.uint64(self._board_bits + self._code_bits)
        ends = np.flatnonzero(np.diff(border, append=np.uint64(1 << 63))) + 1
        found, start = {}, 0
        for end in ends.tolist():
            found[int(border[start])] = self._half(words[start:end], times[start:end])
            start = end
        return found

    def lower(self, border: int) -> _Half:
        """Return the lower halves where these cells are covered."""
        return self._half(*self._ways(border << self._stop | (1 << self._stop) - 1, self._cells))

    def _ways(self, covered: int, stop: int) -> tuple[NDArray[np.uint64], NDArray[np.int64]]:
        first = (~covered & covered + 1).bit_length() - 1
        if first >= self._cells:
            # The other half covers all: there is one way, without a piece.
            ways = 0 if self._needed[stop] else 1
            return np.zeros(ways, np.uint64), np.ones(ways, np.int64)
        shifts = np.array([self._board_bits + self._code_bits, self._board_bits], np.int64)
        # The blocker of the first region is on the board in both halves.
        words = fill(*self._tables, np.uint64(covered), 1, first, stop, self._needed[stop], shifts)
        different, times = np.unique(words, return_counts=True)
        return different, times

    def _half(self, words: NDArray[np.uint64], times: NDArray[np.int64]) -> _Half:
        boards = (words & np.uint64((1 << self._board_bits) - 1)).astype(np.int64)
        codes = (words >> np.uint64(self._board_bits) & np.uint64((1 << self._code_bits) - 1)).astype(np.int64)
        ends = np.flatnonzero(np.diff(codes, append=-1)) + 1
        return _Half(codes[ends - 1], ends, boards, times)
