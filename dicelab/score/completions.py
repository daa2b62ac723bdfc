"""Forbidden boards of puzzles that have millions of them: for each board but one blocker, the cells that complete it.

A set of the Genius Star rolls 165,888 boards, of 22 million that can't be tiled: to look at its rolls is far less work
than to look at these. And one look at the rolls of all dice but one tells what every cell would add, on whatever die.
The figures are those of :class:`dicelab.score.tables.ForbiddenBoards`.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from math import comb

import numpy as np
from numpy.typing import NDArray

from dicelab.score.tables import Forbidden, owners, rolls_of
from solver.census import Census, rank
from solver.polyform import Grid, Puzzle
from solver.polyform.orbits import board_masks, rank_tables
from solver.polyform.symmetry import Masks
from solver.runs import jit, threads

MANY = 1 << 21
"""So many boards are looked through in less time than the rolls of a set."""

_BLOCK = 1 << 18


class Completions(Forbidden):
    """Looks rolls up in a table of all boards without one of their blockers.

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
        """The masks of the forbidden boards that the puzzle allows, ascending: as many as :attr:`number`."""
        grid, blockers, found = self.puzzle.grid, self.puzzle.blockers, [np.zeros(0, np.uint64)]
        for start in range(0, self.puzzle.boards, _BLOCK):
            masks = board_masks(start, min(self.puzzle.boards, start + _BLOCK), len(grid), blockers)
            found.append(masks[self.forbids(masks) & self.puzzle.allows(masks)])
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
        counts = dict(threads(self._jobs)(lambda place: (place, self._count(dice[place])), range(len(dice))))
        return np.array([counts[place] for place in range(len(dice))], np.int64)

    def rolled_boards(self, dice: Masks) -> Masks:
        """Return the forbidden boards that one set, uint64 (dice,), rolls, ascending."""
        rolls = rolls_of(dice)
        return np.sort(rolls[self.forbids(rolls)])

    def swap_changes(self, dice: Masks) -> NDArray[np.int64]:
        """Tell for every pair of cells how the count would change if they traded their dice.

        A board that is short of one die alone has a cell of each other die, and one cell more: so it is a set of cells
        of the other dice, completed.
        """
        cells = len(self.puzzle.grid)
        gain = np.zeros((cells, len(dice) + 1), np.int64)
        both = np.zeros((cells, cells), np.int64)
        if jit.available():
            from dicelab.score import completions_kernel as kernel
        for short, rest in _without_one(dice):
            found = np.zeros(cells, np.int64)
            if jit.available():
                first, last = _cut(rest)
                kernel.count_cells(first, last, self.completing, self._ranks, ~dice[short], found)
            else:
                completing = self._of(rolls_of(rest)) & ~dice[short]
                for cell in range(cells):
                    found[cell] = np.count_nonzero(completing >> np.uint64(cell) & np.uint64(1))
            gain[:, short] = found
        if jit.available():
            kernel.count_pairs(*_cut(dice[1:]), self.completing, self._ranks, dice[0], both)
        else:
            for board in self.rolled_boards(dice).tolist():
                listed = list(Grid.cells(board))
                both[np.ix_(listed, listed)] += 1
        return self.changes_of(owners(dice, cells), gain, both)

    def _count(self, dice: Masks) -> int:
        # The largest die is the one that completes: the fewest sets of cells are looked up.
        largest = int(np.bitwise_count(dice).argmax())
        rest = np.delete(dice, largest)
        if jit.available():
            from dicelab.score import completions_kernel as kernel

            return int(kernel.count_completed(*_cut(rest), self.completing, self._ranks, dice[largest]))
        return int(np.bitwise_count(self._of(rolls_of(rest)) & dice[largest]).sum())

    def _of(self, sets: Masks) -> Masks:
        completing: Masks = self.completing[rank(sets, len(self.puzzle.grid), self.puzzle.blockers - 1)]
        return completing


def completing_cells(census: Census) -> Masks:
    """Return for each set of cells that is one short of a board, by rank, the cells that make it unsolvable."""
    puzzle = census.puzzle
    cells, blockers = len(puzzle.grid), puzzle.blockers
    completing = np.zeros(comb(cells, blockers - 1), np.uint64)
    if jit.available():
        from dicelab.score import completions_kernel as kernel

        steps = np.array([[comb(cell, n) for n in range(blockers + 1)] for cell in range(cells)], np.int64)
        kernel.mark(np.uint64((1 << blockers) - 1), ~census.solvable, steps, completing)
    else:
        boards = census.unsolvable_boards
        for cell in range(cells):
            bit = np.uint64(1 << cell)
            there = boards[boards & bit != 0]
            completing[rank(there ^ bit, cells, blockers - 1)] |= bit
    completing.flags.writeable = False
    return completing


def is_smaller(census: Census) -> bool:
    """Tell whether the table of a census is smaller than a list of its unsolvable boards, which are many."""
    cells, blockers = len(census.puzzle.grid), census.puzzle.blockers
    unsolvable = census.by_board.weight(0, 1)
    return unsolvable > MANY and 8 * comb(cells, blockers - 1) < unsolvable * (8 + cells // 8)


def _cut(dice: Masks) -> tuple[Masks, Masks]:
    """Return the rolls of the first half of some dice, and of the others."""
    half = -(-len(dice) // 2)
    return rolls_of(dice[:half]), rolls_of(dice[half:])


def _without_one(dice: Masks) -> Iterator[tuple[int, Masks]]:
    """Yield each die with the others."""
    for die in range(len(dice)):
        yield die, np.delete(dice, die)
