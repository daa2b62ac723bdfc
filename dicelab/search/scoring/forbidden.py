"""Boards that must not be rolled: how many of them a set rolls, and how every swap of two cells would change that.

The boards may be the unsolvable ones, or those with fewer tilings than a designer wants. The dice are disjoint.
"""

from __future__ import annotations

import numpy as np
from joblib import Parallel, delayed
from numpy.typing import NDArray

from solver.polyform import Puzzle
from solver.polyform.symmetry import Masks
from solver.runs import jit


class ForbiddenBoards:
    """Looks at the forbidden boards instead of the many rolls.

    One bitset for each cell tells which forbidden boards block it. A board is a roll of the set when each of its
    cells is on a die of its own: when it blocks a cell of every die. So the OR over the cells of each die, the AND
    over the dice and a population count score a set, whatever the number of its rolls.

    Parameters
    ----------
    puzzle
        The puzzle.
    boards
        uint64 masks of the forbidden boards, each once.
    jobs
        Threads.
    """

    def __init__(self, puzzle: Puzzle, boards: Masks, jobs: int = 1) -> None:
        self.puzzle = puzzle
        self.boards = np.ascontiguousarray(boards, np.uint64)
        self._jobs = jobs
        width = max(1, -(-len(boards) // 64))
        self._blocking = np.zeros((len(puzzle.grid), width), np.uint64)
        for cell in range(len(puzzle.grid)):
            blocked = (self.boards >> np.uint64(cell) & np.uint64(1)).astype(np.uint8)
            packed = np.packbits(np.pad(blocked, (0, width * 64 - len(blocked))), bitorder="little")
            self._blocking[cell] = packed.view("<u8")

    def rolled(self, dice: Masks) -> NDArray[np.int64]:
        """Count the forbidden rolls of each set: from uint64 (sets, dice), the cells of each die, to int64 (sets,)."""
        if not len(dice):
            return np.zeros(0, np.int64)
        if not jit.available():
            return np.array([int(np.bitwise_count(self._every(row)).sum()) for row in dice], np.int64)
        from dicelab.search.scoring.kernel import count_rolled

        if self._jobs == 1 or len(dice) == 1:
            counted: NDArray[np.int64] = count_rolled(self._blocking, np.ascontiguousarray(dice))
            return counted
        parts = np.array_split(np.ascontiguousarray(dice), min(self._jobs, len(dice)))
        counts = Parallel(n_jobs=self._jobs, backend="threading")(
            delayed(count_rolled)(self._blocking, part) for part in parts
        )
        return np.concatenate(counts)

    def rolled_boards(self, dice: Masks) -> Masks:
        """Return the forbidden boards that one set, uint64 (dice,), rolls, in their order."""
        bits = np.unpackbits(self._every(dice).astype("<u8").view(np.uint8), bitorder="little")
        return self.boards[np.flatnonzero(bits[: len(self.boards)])]

    def swap_changes(self, dice: Masks) -> NDArray[np.int64]:
        """Tell for every pair of cells how the count would change if they traded their dice.

        A swap of cell a of die i and cell b of die j makes a board rollable if and only if the board had no cell on
        one of these dice, a cell on every other die, and the swap brings it one while the other keeps one or needs
        none. It ends a roll if and only if the board blocks exactly one of both cells. So one pass over the boards
        that block a cell of every die, or of every die but one, settles all swaps; no other board is looked at.

        Parameters
        ----------
        dice
            uint64 of shape (dice,), disjoint.

        Returns
        -------
        ndarray
            int64 of shape (cells, cells), symmetric; 0 for two cells of the same die, or both on no die.
        """
        cells = len(self.puzzle.grid)
        owner = np.full(cells, -1, np.int64)
        for die, mask in enumerate(dice.tolist()):
            owner[list(self.puzzle.grid.cells(mask))] = die
        # The last column is that of no die: a swap with a left-over cell brings nothing to one.
        gain = np.zeros((cells, len(dice) + 1), np.int64)
        both = np.zeros((cells, cells), np.int64)
        if jit.available():
            from dicelab.search.scoring.kernel import near_rolls

            near_rolls(self._blocking, self.boards, np.ascontiguousarray(dice, np.uint64), owner, gain, both)
        else:
            self._near_rolls(dice, owner, gain, both)
        lose = np.diagonal(both)
        changes = gain[:, owner] + gain[:, owner].T - lose[:, None] - lose[None, :] + 2 * both
        changes[owner[:, None] == owner[None, :]] = 0
        return changes

    def _every(self, dice: Masks) -> Masks:
        cells = self.puzzle.grid.cells
        hit: Masks = np.bitwise_and.reduce(
            [np.bitwise_or.reduce(self._blocking[list(cells(int(mask)))], axis=0) for mask in dice]
        )
        return hit

    def _near_rolls(
        self, dice: Masks, owner: NDArray[np.int64], gain: NDArray[np.int64], both: NDArray[np.int64]
    ) -> None:
        for mask in self.boards.tolist():
            shown = [int(mask & int(die)).bit_count() for die in dice]
            board = list(self.puzzle.grid.cells(mask))
            if 0 not in shown:
                both[np.ix_(board, board)] += 1
            elif shown.count(0) == 1:
                for cell in board:
                    if owner[cell] < 0 or shown[owner[cell]] == 2:
                        gain[cell, shown.index(0)] += 1
