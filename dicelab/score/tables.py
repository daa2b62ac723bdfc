"""The tables of a puzzle's boards: their tilings, and which of them must not be rolled."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from functools import reduce

import numpy as np
from numpy.typing import NDArray

from dicelab.errors import DiceError
from dicelab.score.placement_domain import places_of
from solver.census import Census, board_masks, rank
from solver.polyform import Grid, Puzzle
from solver.polyform.symmetry import Masks
from solver.runs import jit, threads

_BLOCK = 1 << 18
_MOST = (1 << 32) - 1
_MOST_HALF = 20
"""Cells of half a grid for whose subsets there is a table: two tables of 4 MB."""


class RollTilings:
    """The number of tilings of every board, four bytes each, in an order in which all rolls of a set are found quickly.

    The grid is cut in a low and a high half of its cells. Boards stand in the order of their low halves, and those of
    the same low half in the order of their high halves: so the place of a board is the sum of two small look-ups, one
    for each half, which do not depend on each other. The 93,750 rolls of a set take some tenths of a millisecond. The
    census holds tilings; a board with 2^32 or more raises :class:`DiceError`.
    """

    def __init__(self, census: Census) -> None:
        answers = census.answers
        if int(answers.max(initial=0)) > _MOST:
            raise DiceError(f"a board with {int(answers.max()):,} tilings: at most {_MOST:,} are looked up at speed")
        self.puzzle: Puzzle = census.puzzle
        cells, blockers = len(self.puzzle.grid), self.puzzle.blockers
        by_rank = census.orbits.spread(answers.astype(np.uint32)).astype(np.uint32, copy=False)
        self._half = (cells + 1) // 2
        self._quick = self._half <= _MOST_HALF
        if self._quick:
            self._begin, self._place = _halves(cells, self._half, blockers)
        self._tilings = np.empty_like(by_rank)
        for start, masks in self._blocks(len(by_rank)):
            self._tilings[self._at(masks)] = by_rank[start : start + len(masks)]

    def below(self, tilings: int) -> Masks:
        """Return the boards with fewer tilings than that, ascending."""
        found = [np.zeros(0, np.uint64)]
        found += [masks[self.at(masks) < tilings] for _, masks in self._blocks(len(self._tilings))]
        return np.concatenate(found)

    def of_rank(self, number: int) -> int:
        """Return the tilings of the board that comes at that place, from 1, when those with the most come first."""
        place = len(self._tilings) - number
        return int(np.partition(self._tilings, place)[place])

    def at(self, boards: Masks) -> NDArray[np.uint32]:
        """Return the tilings of some boards: from uint64 of any shape to uint32 of the same."""
        looked_up: NDArray[np.uint32] = self._tilings[self._at(boards)]
        return looked_up

    def of(self, dice: Masks) -> NDArray[np.uint32]:
        """Return the tilings of all rolls of a set with disjoint dice, in the order of rolls.

        From the cells of each die, uint64 of shape (dice,), to uint32 of shape (product of the sizes,).
        """
        first, last = rolls_of(dice[: -(-len(dice) // 2)]), rolls_of(dice[-(-len(dice) // 2) :])
        if not (self._quick and jit.available()):
            return self.at((first[:, None] | last).reshape(-1))
        from dicelab.score.tables_kernel import look_up_rolls

        found = np.empty(len(first) * len(last), np.uint32)
        look_up_rolls(first, last, np.uint64(self._half), self._begin, self._place, self._tilings, found)
        return found

    def fewest(self, dice: Sequence[int]) -> int:
        """Return the fewest tilings of any roll of a set with disjoint dice, the masks of their cells."""
        return int(self.of(np.array(dice, np.uint64)).min())

    def _at(self, boards: Masks) -> NDArray[np.int64]:
        if not self._quick:
            return rank(boards, len(self.puzzle.grid), self.puzzle.blockers)
        low = (boards & np.uint64((1 << self._half) - 1)).astype(np.int64)
        places: NDArray[np.int64] = self._begin[low].astype(np.int64) + self._place[boards >> np.uint64(self._half)]
        return places

    def _blocks(self, boards: int) -> Iterator[tuple[int, Masks]]:
        """Yield all boards in ascending order, with the rank of the first of each block."""
        for start in range(0, boards, _BLOCK):
            stop = min(boards, start + _BLOCK)
            yield start, board_masks(start, stop, len(self.puzzle.grid), self.puzzle.blockers)


def _halves(cells: int, half: int, blockers: int) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Return where the boards of each low half begin, and the place of each high half among those with as many cells.

    Both are int32, of shape (2^half,) and of shape (2^(cells - half),).
    """
    high = np.bitwise_count(np.arange(1 << (cells - half), dtype=np.uint64)).astype(np.int64)
    order = np.argsort(high, kind="stable")
    numbers = np.bincount(high, minlength=blockers + 1)
    place = np.empty(len(high), np.int64)
    place[order] = np.arange(len(high)) - (np.cumsum(numbers) - numbers)[high[order]]
    low = np.bitwise_count(np.arange(1 << half, dtype=np.uint64)).astype(np.int64)
    boards = np.where(low <= blockers, numbers[np.clip(blockers - low, 0, None)], 0)
    return (np.cumsum(boards) - boards).astype(np.int32), place.astype(np.int32)


def rolls_of(dice: Masks) -> Masks:
    """Return the masks of all rolls of some dice, the last die changing fastest."""
    faces = [np.array([1 << cell for cell in Grid.cells(mask)], np.uint64) for mask in dice.tolist()]
    return reduce(lambda some, die: (some[:, None] | die).reshape(-1), faces, np.zeros(1, np.uint64))


def owners(dice: Masks, cells: int) -> NDArray[np.int64]:
    """Return the die of each cell, -1 for none: int64 of shape (cells,)."""
    owner = np.full(cells, -1, np.int64)
    for die, mask in enumerate(dice.tolist()):
        owner[list(Grid.cells(mask))] = die
    return owner


def masks_of(owner: NDArray[np.int64], dice: int) -> Masks:
    """Return the cells of each die: the inverse of :func:`owners`."""
    masks = np.zeros(dice, np.uint64)
    on = np.flatnonzero(owner >= 0)
    np.bitwise_or.at(masks, owner[on], np.uint64(1) << on.astype(np.uint64))
    return masks


def bitsets(boards: Masks, cells: int) -> Masks:
    """Return for each cell the boards that block it, 64 of them in a word: uint64 of shape (cells, words)."""
    width = max(1, -(-len(boards) // 64))
    blocking = np.zeros((cells, width), np.uint64)
    for cell in range(cells):
        blocked = (boards >> np.uint64(cell) & np.uint64(1)).astype(np.uint8)
        packed = np.packbits(np.pad(blocked, (0, width * 64 - len(blocked))), bitorder="little")
        blocking[cell] = packed.view("<u8")
    return blocking


class Forbidden(ABC):
    """What must not be rolled, and what sets of disjoint dice roll of it."""

    puzzle: Puzzle

    @property
    @abstractmethod
    def number(self) -> int:
        """The number of forbidden boards that the puzzle allows."""

    @property
    @abstractmethod
    def boards(self) -> Masks:
        """The masks of these boards, ascending; where they are millions, this takes as much memory."""

    @abstractmethod
    def forbids(self, boards: Masks) -> NDArray[np.bool_]:
        """Tell which boards that the puzzle allows are forbidden: bool of the shape of ``boards``."""

    @abstractmethod
    def rolled(self, dice: Masks) -> NDArray[np.int64]:
        """Count the forbidden rolls of each set: from uint64 (sets, dice), the cells of each die, to int64 (sets,)."""

    @abstractmethod
    def rolled_boards(self, dice: Masks) -> Masks:
        """Return the forbidden boards that one set, uint64 (dice,), rolls, ascending."""

    @abstractmethod
    def swap_changes(self, dice: Masks) -> NDArray[np.int64]:
        """Tell for every pair of cells how the count would change if they traded their dice.

        From disjoint dice, uint64 of shape (dice,), to int64 of shape (cells, cells), symmetric; 0 for two cells of the
        same die, or both on no die. It holds for swaps that leave the cells where the puzzle lets them be.
        """

    @staticmethod
    def changes_of(owner: NDArray[np.int64], gain: NDArray[np.int64], both: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the changes by swaps.

        ``owner``, int64 of shape (cells,), is the die of each cell. ``both[a, b]`` counts the rolled boards that block
        both cells, and ``gain[a, j]`` the boards that are short of die j alone and would be rolled if cell a were on
        it.
        """
        lose = np.diagonal(both)
        changes = gain[:, owner] + gain[:, owner].T - lose[:, None] - lose[None, :] + 2 * both
        changes[owner[:, None] == owner[None, :]] = 0
        return changes

    def swaps_that_keep(self, dice: Masks) -> NDArray[np.int64]:
        """Return the swaps after which a set rolls as many forbidden boards as before: int64 of shape (swaps, 2)."""
        owner = owners(dice, len(self.puzzle.grid))
        there = places_of(self.puzzle)[:, owner]
        keep = (self.swap_changes(dice) == 0) & (owner[:, None] != owner[None, :]) & there & there.T
        return np.argwhere(np.triu(keep))


class ForbiddenBoards(Forbidden):
    """Looks at the forbidden boards instead of the many rolls of disjoint dice.

    One bitset for each cell tells which forbidden boards block it. A board is a roll of the set when each of its
    cells is on a die of its own: when it blocks a cell of every die. So the OR over the cells of each die, the AND
    over the dice and a population count score a set, whatever the number of its rolls. ``boards`` holds the masks of
    the forbidden boards, each once.
    """

    def __init__(self, puzzle: Puzzle, boards: Masks, jobs: int = 1) -> None:
        self.puzzle = puzzle
        self._boards = np.ascontiguousarray(boards, np.uint64)
        self._jobs = jobs
        self._blocking = bitsets(self.boards, len(puzzle.grid))

    @property
    def number(self) -> int:
        """The number of forbidden boards."""
        return len(self.boards)

    @property
    def boards(self) -> Masks:
        """The masks of the forbidden boards, as they were given."""
        return self._boards

    def forbids(self, boards: Masks) -> NDArray[np.bool_]:
        """Tell which boards are forbidden: bool of the shape of ``boards``."""
        return np.isin(np.asarray(boards, np.uint64), self.boards)

    def rolled(self, dice: Masks) -> NDArray[np.int64]:
        """Count the forbidden rolls of each set: from uint64 (sets, dice), the cells of each die, to int64 (sets,)."""
        if not len(dice):
            return np.zeros(0, np.int64)
        if not jit.available():
            return np.array([int(np.bitwise_count(self._every(row)).sum()) for row in dice], np.int64)
        from dicelab.score.tables_kernel import count_rolled

        if self._jobs == 1 or len(dice) == 1:
            counted: NDArray[np.int64] = count_rolled(self._blocking, np.ascontiguousarray(dice))
            return counted
        parts = np.array_split(np.ascontiguousarray(dice), min(self._jobs, len(dice)))
        counts = dict(
            threads(self._jobs)(lambda place: (place, count_rolled(self._blocking, parts[place])), range(len(parts)))
        )
        return np.concatenate([counts[place] for place in range(len(parts))])

    def rolled_boards(self, dice: Masks) -> Masks:
        """Return the forbidden boards that one set, uint64 (dice,), rolls, in their order."""
        bits = np.unpackbits(self._every(dice).astype("<u8").view(np.uint8), bitorder="little")
        return self.boards[np.flatnonzero(bits[: len(self.boards)])]

    def swap_changes(self, dice: Masks) -> NDArray[np.int64]:
        """Tell for every pair of cells how the count would change if they traded their dice.

        From disjoint dice, uint64 of shape (dice,), to int64 of shape (cells, cells), symmetric; 0 for two cells of the
        same die, or both on no die.

        A swap of cell a of die i and cell b of die j makes a board rollable if and only if the board had no cell on one
        of these dice, a cell on every other die, and the swap brings it one while the other keeps one or needs none. It
        ends a roll if and only if the board blocks exactly one of both cells. So one pass over the boards that block a
        cell of every die, or of every die but one, settles all swaps; no other board is looked at.
        """
        cells = len(self.puzzle.grid)
        owner = owners(dice, cells)
        # The last column is that of no die: a swap with a left-over cell brings nothing to one.
        gain = np.zeros((cells, len(dice) + 1), np.int64)
        both = np.zeros((cells, cells), np.int64)
        from dicelab.score.tables_kernel import near_rolls

        near_rolls(self._blocking, self.boards, np.ascontiguousarray(dice, np.uint64), owner, gain, both)
        return self.changes_of(owner, gain, both)

    def _every(self, dice: Masks) -> Masks:
        cells = self.puzzle.grid.cells
        hit: Masks = np.bitwise_and.reduce(
            [np.bitwise_or.reduce(self._blocking[list(cells(int(mask)))], axis=0) for mask in dice]
        )
        return hit
