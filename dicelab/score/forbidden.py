"""Boards that must not be rolled, and how many of them sets of disjoint dice roll.

:class:`ForbiddenBoards` goes through these boards, which are mostly fewer than the rolls. Where they are millions,
:class:`Completions` goes through the rolls: a set of the Genius Star rolls 165,888 boards, of 22 million that can't be
tiled.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property, reduce
from math import comb, prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solver.census import Census, rank
from solver.polyform import Grid, Puzzle
from solver.polyform.orbits import board_masks, rank_tables
from solver.polyform.symmetry import Masks
from solver.runs import jit, threads

MANY = 1 << 21
"""Boards beyond which the rolls of a set are looked through in less time."""

_BLOCK = 1 << 18


def board_blocks(puzzle: Puzzle) -> Iterator[tuple[int, Masks]]:
    """Yield blocks of all boards, also of those that are not allowed, ascending, each with the rank of its first."""
    for start in range(0, puzzle.boards, _BLOCK):
        yield start, board_masks(start, min(puzzle.boards, start + _BLOCK), len(puzzle.grid), puzzle.blockers)


def rolls_of(dice: Masks) -> Masks:
    """Return the masks of all rolls of some dice, the last die changing fastest."""
    faces = [np.array([1 << cell for cell in Grid.cells(mask)], np.uint64) for mask in dice.tolist()]
    return reduce(lambda some, die: (some[:, None] | die).reshape(-1), faces, np.zeros(1, np.uint64))


def drawn_rolls(dice: Sequence[int], number: int, generator: np.random.Generator) -> Masks:
    """Return different rolls of a set, drawn at random, or all of them where these are no more: uint64, ascending."""
    sizes = [mask.bit_count() for mask in dice]
    if prod(sizes) <= number:
        return np.sort(rolls_of(np.array(dice, np.uint64)))
    boards = np.zeros(number, np.uint64)
    for mask, size in zip(dice, sizes, strict=True):
        faces = np.array([1 << cell for cell in Grid.cells(mask)], np.uint64)
        boards |= faces[generator.integers(size, size=number)]
    return np.unique(boards)


def halved_rolls(dice: Masks) -> tuple[Masks, Masks]:
    """Return the rolls of the first half of some dice, and of the others."""
    half = -(-len(dice) // 2)
    return rolls_of(dice[:half]), rolls_of(dice[half:])


def owners(dice: Masks, cells: int) -> NDArray[np.int64]:
    """Return the die of each cell, -1 for none: int64 of shape (cells,)."""
    owner = np.full(cells, -1, np.int64)
    for die, mask in enumerate(dice.tolist()):
        owner[list(Grid.cells(mask))] = die
    return owner


def masks_of(owner: NDArray[np.signedinteger[Any]], dice: int) -> Masks:
    """Return the cells of each die, the inverse of :func:`owners`: from shape (…, cells) to uint64 (…, dice)."""
    cells = owner.shape[-1]
    octets = np.zeros((*owner.shape[:-1], dice, 8), np.uint8)
    # Die by die: no array with an entry for each set, die and cell.
    for die in range(dice):
        octets[..., die, : (cells + 7) // 8] = np.packbits(owner == die, axis=-1, bitorder="little")
    return octets.view("<u8")[..., 0].astype(np.uint64)


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
    """The forbidden boards of a puzzle, and how many of them sets of disjoint dice roll."""

    puzzle: Puzzle

    @property
    @abstractmethod
    def number(self) -> int:
        """The number of forbidden boards that the puzzle allows."""

    @property
    @abstractmethod
    def boards(self) -> Masks:
        """The masks of these boards, ascending; millions of them take as much memory."""

    @abstractmethod
    def forbids(self, boards: Masks) -> NDArray[np.bool_]:
        """Tell which boards that the puzzle allows are forbidden: bool of the shape of ``boards``."""

    @abstractmethod
    def rolled(self, dice: Masks) -> NDArray[np.int64]:
        """Count the forbidden rolls of each set: from uint64 (sets, dice), the cells of each die, to int64 (sets,)."""

    def rolled_by_least(self, dice: Masks, paid: NDArray[np.int64], least: int) -> NDArray[np.int64]:  # noqa: ARG002
        """Count the forbidden rolls of the sets that pay least: rolls, plus what each has ``paid`` already.

        From uint64 (sets, dice) to int64 (sets,). Of sets that pay more than ``least``, or than a set before them,
        some rolls may be left out, but they still pay more.
        """
        return self.rolled(dice)

    @abstractmethod
    def rolled_boards(self, dice: Masks) -> Masks:
        """Return the forbidden boards that one set, uint64 (dice,), rolls, ascending."""

    @abstractmethod
    def near_rolls(self, dice: Masks, owner: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Count the rolled boards of each pair of cells, and the boards that each cell would add on each die.

        From disjoint dice, uint64 of shape (dice,), and the die of each cell to ``gain`` and ``both``. ``gain[a, j]``
        counts the forbidden boards that have a cell on every die but j and would be rolled with cell a on die j; the
        last column, for no die, is 0. ``both[a, b]`` counts the rolled boards that block both cells.
        """

    def swap_changes(self, dice: Masks) -> NDArray[np.int64]:
        """Tell for every pair of cells how the count of forbidden rolls changes if they trade their dice.

        From disjoint dice, uint64 of shape (dice,), to int64 of shape (cells, cells), symmetric; 0 for two cells of the
        same die, or both on no die. It holds for swaps that leave the cells where the puzzle lets them be.

        A swap of cell a of die i and cell b of die j adds a board if and only if the board had no cell on one of these
        dice, a cell on every other die, and the swap gives it one while the other keeps one or needs none. It removes a
        board if and only if the board blocks exactly one of both cells.
        """
        owner = owners(dice, len(self.puzzle.grid))
        gain, both = self.near_rolls(dice, owner)
        lose = np.diagonal(both)
        changes = gain[:, owner] + gain[:, owner].T - lose[:, None] - lose[None, :] + 2 * both
        changes[owner[:, None] == owner[None, :]] = 0
        return changes


class ForbiddenBoards(Forbidden):
    """Goes through the forbidden boards instead of the many rolls of disjoint dice.

    One bitset for each cell says which forbidden boards block it. A board is a roll of the set when each of its
    cells is on a die of its own: when it blocks a cell of every die. So the OR over the cells of each die, the AND
    over the dice and a population count score a set, whatever the number of its rolls. ``boards`` holds the masks of
    the forbidden boards, each once, in the order in which they were given.
    """

    def __init__(self, puzzle: Puzzle, boards: Masks, jobs: int = 1) -> None:
        self.puzzle = puzzle
        self._boards = np.ascontiguousarray(boards, np.uint64)
        self._jobs = jobs
        self.blocking: Masks = bitsets(self.boards, len(puzzle.grid))

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
        if not jit.available():
            return np.array([int(np.bitwise_count(self._every(row)).sum()) for row in dice], np.int64)
        from dicelab.score.tables_kernel import count_rolled

        parts = np.array_split(np.ascontiguousarray(dice), max(1, min(self._jobs, len(dice))))
        return _in_order(self._jobs, lambda part: count_rolled(self.blocking, part), parts)

    def rolled_by_least(self, dice: Masks, paid: NDArray[np.int64], least: int) -> NDArray[np.int64]:
        """Count the forbidden rolls of the sets that pay least, and of others as far as it takes to tell."""
        if not jit.available():
            return self.rolled(dice)
        from dicelab.score.tables_kernel import count_least

        counted: NDArray[np.int64] = count_least(self.blocking, np.ascontiguousarray(dice), paid, least)
        return counted

    def rolled_boards(self, dice: Masks) -> Masks:
        """Return the forbidden boards that one set, uint64 (dice,), rolls, in their order."""
        bits = np.unpackbits(self._every(dice).astype("<u8").view(np.uint8), bitorder="little")
        return self.boards[np.flatnonzero(bits[: len(self.boards)])]

    def near_rolls(self, dice: Masks, owner: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Go once through the boards that block a cell of every die, or of every die but one."""
        from dicelab.score.tables_kernel import near_rolls

        gain, both = _no_rolls(len(owner), len(dice))
        near_rolls(self.blocking, self.boards, np.ascontiguousarray(dice, np.uint64), owner, gain, both)
        return gain, both

    def _every(self, dice: Masks) -> Masks:
        cells = self.puzzle.grid.cells
        hit: Masks = np.bitwise_and.reduce(
            [np.bitwise_or.reduce(self.blocking[list(cells(int(mask)))], axis=0) for mask in dice]
        )
        return hit


class Completions(Forbidden):
    """Looks the rolls of all dice but one up in a table of the cells that complete them.

    ``completing`` has for each set of cells that is one short of a board, by rank, the mask of the cells that make it a
    forbidden one: uint64, eight bytes for each such set, which is 98 MB for the Genius Star.
    """

    def __init__(self, puzzle: Puzzle, completing: Masks, jobs: int = 1) -> None:
        self.puzzle = puzzle
        self.completing: Masks = completing
        self._jobs = jobs
        self._ranks = rank_tables(len(puzzle.grid), puzzle.blockers - 1)

    @cached_property
    def number(self) -> int:
        """The number of forbidden boards that the puzzle allows."""
        if self.puzzle.allows_all:
            return int(np.bitwise_count(self.completing).sum()) // self.puzzle.blockers
        return len(self.boards)

    @cached_property
    def boards(self) -> Masks:
        """The masks of the forbidden boards that the puzzle allows, ascending."""
        found = [np.zeros(0, np.uint64)]
        found += [masks[self.forbids(masks) & self.puzzle.allows(masks)] for _, masks in board_blocks(self.puzzle)]
        return np.concatenate(found)

    def forbids(self, boards: Masks) -> NDArray[np.bool_]:
        """Tell which boards are forbidden: bool of the shape of ``boards``."""
        boards = np.asarray(boards, np.uint64)
        rest = boards & (boards - np.uint64(1))
        completing = self.completing[rank(rest, len(self.puzzle.grid), self.puzzle.blockers - 1)]
        forbidden: NDArray[np.bool_] = completing & (boards ^ rest) != 0
        return forbidden

    def rolled(self, dice: Masks) -> NDArray[np.int64]:
        """Count the forbidden rolls of each set: from uint64 (sets, dice), the cells of each die, to int64 (sets,)."""
        from dicelab.score.tables_kernel import count_completed

        def count(row: Masks) -> NDArray[np.int64]:
            # The largest die is the one that completes: the fewest sets of cells are looked up.
            largest = int(np.bitwise_count(row).argmax())
            rest = halved_rolls(np.delete(row, largest))
            return np.array([count_completed(*rest, self.completing, self._ranks, row[largest])], np.int64)

        return _in_order(self._jobs, count, list(dice))

    def rolled_boards(self, dice: Masks) -> Masks:
        """Return the forbidden boards that one set, uint64 (dice,), rolls, ascending."""
        rolls = rolls_of(dice)
        return np.sort(rolls[self.forbids(rolls)])

    def near_rolls(self, dice: Masks, owner: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Complete the rolls of all dice but one, for each die: a completed board has a cell of each other die."""
        from dicelab.score.tables_kernel import count_cells, count_pairs

        gain, both = _no_rolls(len(owner), len(dice))
        for short in range(len(dice)):
            found = np.zeros(len(owner), np.int64)
            count_cells(*halved_rolls(np.delete(dice, short)), self.completing, self._ranks, ~dice[short], found)
            gain[:, short] = found
        count_pairs(*halved_rolls(dice[1:]), self.completing, self._ranks, dice[0], both)
        return gain, both


def completing_cells(census: Census) -> Masks:
    """Return for each set of cells that is one short of a board, by rank, the cells that make it unsolvable."""
    from dicelab.score.tables_kernel import mark

    cells, blockers = len(census.puzzle.grid), census.puzzle.blockers
    completing = np.zeros(comb(cells, blockers - 1), np.uint64)
    steps = np.array([[comb(cell, n) for n in range(blockers + 1)] for cell in range(cells)], np.int64)
    mark(np.uint64((1 << blockers) - 1), ~census.solvable, steps, completing)
    completing.flags.writeable = False
    return completing


def completes_sooner(census: Census) -> bool:
    """Tell whether :class:`Completions` is the better table: smaller than a list of the unsolvable boards, and quicker.

    Its loops take minutes where nothing is compiled.
    """
    cells, blockers = len(census.puzzle.grid), census.puzzle.blockers
    unsolvable = census.by_board.weight(0, 1)
    is_smaller = 8 * comb(cells, blockers - 1) < unsolvable * (8 + cells // 8)
    return unsolvable > MANY and is_smaller and jit.available()


def _no_rolls(cells: int, dice: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    return np.zeros((cells, dice + 1), np.int64), np.zeros((cells, cells), np.int64)


def _in_order(jobs: int, count: Callable[[Masks], NDArray[np.int64]], parts: Sequence[Masks]) -> NDArray[np.int64]:
    """Count parts of sets in threads, and put the counts together in the order of the parts."""
    counts = dict(threads(jobs)(lambda place: (place, count(parts[place])), range(len(parts))))
    return np.concatenate([np.zeros(0, np.int64), *(counts[place] for place in range(len(parts)))])
