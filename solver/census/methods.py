"""The methods of a census: halves, which count the tilings of all boards together, and a search for each orbit."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from math import comb, prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solver.errors import SolverError
from solver.exact_cover.batches import BatchSolver
from solver.polyform.orbits import board_masks, orbits_of, require_census
from solver.polyform.puzzle import Puzzle
from solver.polyform.symmetry import Masks, permutation_tables
from solver.runs import threads
from solver.runs.progress import Progress, silent

MOST_ENTRIES = 1 << 25
"""Entries of the table T: 128 MB while it is looked up, three times as much while it is made."""

MOST_STATES = 1 << 21
"""States (X, P) that one set of blockers may have."""

_LONGEST_CUT = 24
_MOST_CODES = 1 << 14
_BOARDS_PER_SHARD = 1 << 14
_SAFE = 1 << 52

_MOST_BOARDS_PER_SHARD = 1 << 14
_SHARDS, _COUNTING_SHARDS = 256, 4096
"""Shards where one tiling is enough, and where all are counted, which takes longer by far."""

_LEAST_SEARCHED = 1 << 6
"""Boards of a shard, at least, where one tiling is enough: a search takes microseconds, a file milliseconds."""


class HalvesTooLargeError(SolverError):
    """The halves of a puzzle do not fit in memory, or its counts do not fit 64 bits: take the general search."""


class Halves:
    """The halves of a puzzle, and the shards that its boards are counted in.

    The cells are cut in two: the *low* half, cells 0 to ``cut`` - 1, and the *high* half, the others. Take a board with
    the blockers U in the high half and L in the low one. In each of its tilings the pieces that touch the high half
    cover all of it but U, and some cells X of the low half; let M(U, X, P) be the number of ways in which the pieces P
    do so. The other pieces Q cover the rest of the low half, in T(low - X - L, Q) ways. So the board has

        sum over X and P of M(U, X, P) · T(low - X - L, Q)

    tilings. T is a table made once, for all regions and all multisets of pieces. M(U, ·, ·) is made once for all boards
    with the same U, cell by cell from the highest down; the next U begins at the highest cell in which it differs.

    Of each orbit only one board is counted, one with the most blockers in the high half, since M is then small.

    Raises :class:`HalvesTooLargeError` if no cut leaves halves that fit in memory.
    """

    name = "halves"

    def __init__(self, puzzle: Puzzle) -> None:
        puzzle.grid.require_masks()
        self.puzzle = puzzle
        self._times = np.array(list(puzzle.kinds.values()), np.int64)
        codes = prod(int(times) + 1 for times in self._times)
        if codes > _MOST_CODES:
            raise HalvesTooLargeError(f"{codes:,} multisets of pieces are too many to keep apart")
        if len(puzzle.grid) + (codes - 1).bit_length() > 64:
            raise HalvesTooLargeError(f"{len(puzzle.grid)} cells and {codes:,} multisets of pieces take over 64 bits")
        self._strides = np.concatenate([[1], np.cumprod(self._times + 1)[:-1]]).astype(np.int64)
        self._digits: NDArray[np.int64] = np.arange(codes)[:, None] // self._strides % (self._times + 1)
        self._areas = self._digits @ np.array([piece.order for piece in puzzle.kinds])
        self.cut: int = self._best_cut()
        self._high = puzzle.grid.full >> self.cut << self.cut
        self._capacity = 1 << 16

    def _best_cut(self) -> int:
        """Return the longest low half whose table is small, also beside the number of boards that share it."""
        cells, blockers = len(self.puzzle.grid), self.puzzle.blockers
        shared = comb(cells, blockers) // len(self.puzzle.grid.symmetries)
        most = min(MOST_ENTRIES, max(1 << 16, 32 * shared))
        for cut in range(min(_LONGEST_CUT, cells - 1), 0, -1):
            if max(1 << cut, self._entries(cut)) <= most and self._uppers(cut) <= 2 * shared + 4096:
                return cut
        raise HalvesTooLargeError("the puzzle is too large for --method halves (no two halves fit in memory)")

    def _entries(self, cut: int) -> int:
        return sum(comb(cut, int(area)) for area in self._areas)

    def _uppers(self, cut: int) -> int:
        high = len(self.puzzle.grid) - cut
        return sum(comb(high, size) for size in range(max(0, self.puzzle.blockers - cut), self.puzzle.blockers + 1))

    @cached_property
    def _turns(self) -> Masks:
        return permutation_tables(self.puzzle.grid)

    @cached_property
    def _lowers(self) -> tuple[Masks, NDArray[np.int64]]:
        """The low sets of blockers by size, and where each size starts."""
        sets = [board_masks(0, comb(self.cut, size), self.cut, size) for size in range(self.puzzle.blockers + 1)]
        return np.concatenate(sets), np.concatenate([[0], np.cumsum([len(s) for s in sets])]).astype(np.int64)

    @cached_property
    def _shards(self) -> list[tuple[Masks, int]]:
        """The high sets of blockers of each shard, and how many boards are chosen with them."""
        from solver.census import kernel

        cells = len(self.puzzle.grid) - self.cut
        sizes = range(max(0, self.puzzle.blockers - self.cut), min(self.puzzle.blockers, cells) + 1)
        sets = np.sort(np.concatenate([board_masks(0, comb(cells, size), cells, size) for size in sizes]))
        uppers = sets << np.uint64(self.cut)
        boards = np.zeros(len(uppers), np.int64)
        kernel.chosen_numbers(uppers, self._lowers, self.puzzle.blockers, self._high, self._turns, boards)
        uppers, boards = uppers[boards > 0], boards[boards > 0]
        ends = np.cumsum(boards)
        shard = (ends - 1) // _BOARDS_PER_SHARD
        starts = np.flatnonzero(np.diff(shard, prepend=-1))
        stops = [*starts[1:], len(uppers)]
        return [(uppers[a:b], int(boards[a:b].sum())) for a, b in zip(starts, stops, strict=True)]

    @property
    def shards(self) -> int:
        """The number of shards."""
        return len(self._shards)

    def boards(self, shard: int) -> Masks:
        """Return one board of each orbit that a shard counts, in its order."""
        from solver.census import kernel

        uppers, number = self._shards[shard]
        found = np.zeros(number, np.uint64)
        kernel.chosen_boards(uppers, self._lowers, self.puzzle.blockers, self._high, self._turns, found)
        return found

    def _placements(self, inside: Callable[[int], bool], end: Callable[[int], int]) -> tuple[Any, Masks]:
        """Return some placements by kind and end cell: where each kind and cell starts, and the masks."""
        cells = len(self.puzzle.grid)
        first = np.zeros((len(self.puzzle.kinds), cells + 1), np.int64)
        masks: list[int] = []
        for kind, piece in enumerate(self.puzzle.kinds):
            own = sorted((end(mask), mask) for p, mask in self.puzzle.placements if p == piece and inside(mask))
            first[kind] = len(masks) + np.searchsorted([cell for cell, _ in own], np.arange(cells + 1))
            masks += [mask for _, mask in own]
        return first, np.array(masks, np.uint64)

    @cached_property
    def _table(self) -> tuple[NDArray[np.int32], NDArray[np.int64], NDArray[Any], float]:
        """The table T: ranks of regions among those of their size, where each multiset starts, tilings, the most."""
        from solver.census import kernel

        regions = [board_masks(0, comb(self.cut, size), self.cut, size) for size in range(self.cut + 1)]
        ranks = np.zeros(1 << self.cut, np.int32)
        for of_size in regions:
            ranks[of_size.astype(np.intp)] = np.arange(len(of_size), dtype=np.int32)
        sizes = [comb(self.cut, int(area)) for area in self._areas]
        offsets = np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)
        first, masks = self._placements(lambda mask: mask < 1 << self.cut, lambda mask: (mask & -mask).bit_length() - 1)
        tilings = np.zeros(offsets[-1], np.uint64)
        tilings[0] = 1
        for code in np.argsort(self._areas, kind="stable").tolist():
            if code and self._areas[code] <= self.cut:
                kernel.lower_tilings(
                    code, self._digits, self._strides, first, masks, ranks,
                    regions[int(self._areas[code])], offsets, tilings,
                )  # fmt: skip
        most = int(tilings.max())
        return ranks, offsets, tilings.astype(np.uint32) if most < 1 << 32 else tilings, float(most)

    @cached_property
    def _upper_placements(self) -> tuple[Any, Masks]:
        return self._placements(lambda mask: mask >> self.cut > 0, lambda mask: mask.bit_length() - 1)

    def prepare(self) -> None:
        """Make the tables that all shards share, before threads ask for them, and try the first set of blockers.

        Raises :class:`HalvesTooLargeError` if that has too many states. (Others may still have.)
        """
        self._count(self._shards[0][0][:1], self._shards[0][1])

    def answers(self, shard: int) -> NDArray[np.uint64]:
        """Return the number of tilings of each of :meth:`boards`.

        Raises :class:`HalvesTooLargeError` if a set of blockers has too many states, or a count does not fit 64 bits.
        """
        return self._count(*self._shards[shard])

    def _count(self, uppers: Masks, boards: int) -> NDArray[np.uint64]:
        from solver.census import kernel

        *table, most = self._table
        pieces = self._digits, self._times, self._strides, *self._upper_placements
        found = np.zeros(boards, np.uint64)
        depth = len(self.puzzle.grid) - self.cut + 1
        while True:
            capacity = self._capacity
            keys = np.empty((depth, capacity), np.uint64)
            states = kernel.count(
                uppers, self._lowers, self.puzzle.blockers, len(self.puzzle.grid), self.cut, pieces, tuple(table),
                self._turns, (keys, np.empty_like(keys), np.full(4 * capacity, -1, np.int32)),
                np.uint64(_SAFE), most, found,
            )  # fmt: skip
            if states < 0:
                raise HalvesTooLargeError("the number of tilings does not fit 64 bits")
            if states <= capacity:
                return found
            if 2 * capacity > MOST_STATES:
                raise HalvesTooLargeError(f"more than {MOST_STATES:,} states of one set of blockers")
            self._capacity = max(self._capacity, 2 * capacity)


def solvability(puzzle: Puzzle, *, jobs: int = 1, progress: Progress = silent) -> NDArray[np.bool_]:
    """Tell for every board of a puzzle whether it can be tiled.

    Returns
    -------
    ndarray
        bool of shape (boards,), by rank (:mod:`solver.polyform.orbits`).

    Raises
    ------
    InputError
        If there are more than 2^30 boards, or the grid has more than 64 cells.

    Examples
    --------
    >>> int(solvability(Puzzle.parse("3x4/3:I1,I2,I3,L3")).sum())
    210
    """
    require_census(puzzle.grid, puzzle.blockers)
    orbits = orbits_of(puzzle.grid, puzzle.blockers)
    searches = Searches(puzzle, most=1)
    answers: list[NDArray[np.bool_]] = [np.zeros(0, np.bool_)] * searches.shards

    def settle(shard: int) -> int:
        answers[shard] = searches.answers(shard) > 0
        return len(answers[shard])

    done = 0
    for number in threads(jobs)(settle, range(searches.shards)):
        done += number
        progress(done, len(orbits))
    solvable: NDArray[np.bool_] = orbits.spread(np.concatenate(answers)).astype(np.bool_, copy=False)
    return solvable


class Searches:
    """One search for each orbit, and the shards that they are done in.

    Counting stops at ``most`` tilings: 1 tells only whether there is one.
    """

    name = "searches"

    def __init__(self, puzzle: Puzzle, most: int | None = None) -> None:
        self._solver = BatchSolver(puzzle.problem, len(puzzle.pieces))
        self._boards = orbits_of(puzzle.grid, puzzle.blockers).representatives
        self._most = most
        least, shards = (1, _COUNTING_SHARDS) if most is None else (_LEAST_SEARCHED, _SHARDS)
        self._each = min(_MOST_BOARDS_PER_SHARD, max(least, -(-len(self._boards) // shards)))

    @property
    def shards(self) -> int:
        """The number of shards."""
        return -(-len(self._boards) // self._each)

    def boards(self, shard: int) -> Masks:
        """Return one board of each orbit that a shard settles, in its order."""
        return self._boards[shard * self._each : (shard + 1) * self._each]

    def answers(self, shard: int) -> NDArray[np.uint64]:
        """Return the number of tilings of each of :meth:`boards`, at most ``most``."""
        boards = self.boards(shard)
        if self._most == 1:
            return (self._solver.first_solutions(boards)[:, 0] >= 0).astype(np.uint64)
        return self._solver.counts(boards, self._most)
