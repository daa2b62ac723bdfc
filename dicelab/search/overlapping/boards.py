"""Boards that must not be rolled by overlapping dice: which are rolled, and what each trade of two cells changes.

Tabu search goes from set to set with the same sharing: two cells trade their dice, so the number of boards stays the
same on the way.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dicelab.search.overlapping.patterns import Roles
from dicelab.search.tabu import CellSwaps, Reached, tabu_search
from solver.polyform import Puzzle
from solver.polyform.symmetry import Masks
from solver.runs import jit


@dataclass(frozen=True, slots=True)
class Trades:
    """How many forbidden boards are rolled, and how many more they are when two cells trade their dice.

    ``changes`` is int64 of shape (cells, cells), symmetric.
    """

    rolled: int
    changes: NDArray[np.int64]


class OverlappingBoards:
    """Looks at the forbidden boards instead of the many rolls.

    A board is rolled if and only if its cells can be matched with the dice, each with a die that it is on. A trade of
    two cells matters to a board that blocks one of them. With that cell left out, the other cells leave one die free,
    or one of several dice: the board is rolled after the trade if and only if the role that the cell takes over has
    one of these. So one pass over the boards that are rolled, or lack one die, settles all trades.

    Parameters
    ----------
    boards
        uint64 masks of the forbidden boards, each once.
    """

    def __init__(self, puzzle: Puzzle, boards: Masks) -> None:
        self.puzzle = puzzle
        self.boards = np.ascontiguousarray(boards, np.uint64)
        cells = np.arange(len(puzzle.grid), dtype=np.uint64)
        blocked = (self.boards[:, None] >> cells & np.uint64(1)).astype(np.bool_)
        self._cells = np.nonzero(blocked)[1].reshape(len(boards), puzzle.blockers)
        width = max(1, -(-len(boards) // 64))
        packed = np.packbits(np.pad(blocked, ((0, width * 64 - len(boards)), (0, 0))).T, axis=1, bitorder="little")
        self._blocking = np.ascontiguousarray(packed).view("<u8").astype(np.uint64)

    def rolled_boards(self, roles: Roles) -> Masks:
        """Return the forbidden boards that dice with these cells roll, in their order."""
        return self.boards[self._near_rolls(roles)[0]]

    def trades(self, roles: Roles) -> Trades:
        """Tell for every pair of cells how the count changes if they trade their dice."""
        rolled, gain, stay = self._near_rolls(roles)
        kind = np.unique(roles, return_inverse=True)[1]
        both = np.zeros(stay.shape, np.int64)
        there = self._cells[rolled]
        np.add.at(both, (there[:, :, None], there[:, None, :]), 1)
        one_way = gain[:, kind] - stay - (np.diagonal(both)[:, None] - both)
        changes = one_way + one_way.T
        changes[roles[:, None] == roles[None, :]] = 0
        return Trades(int(rolled.sum()), changes)

    def _near_rolls(self, roles: Roles) -> tuple[NDArray[np.bool_], NDArray[np.int64], NDArray[np.int64]]:
        cells, kinds = len(self.puzzle.grid), np.unique(roles)
        rolled = np.zeros(len(self.boards), np.bool_)
        gain = np.zeros((cells, len(kinds)), np.int64)
        stay = np.zeros((cells, cells), np.int64)
        if jit.available():
            from dicelab.search.overlapping.kernel import near_rolls

            dice = dice_of(roles, self.puzzle.blockers)
            near_rolls(self._blocking, self._cells, dice, roles, kinds, rolled, gain, stay)
        else:
            self._plainly(roles, kinds, rolled, gain, stay)
        return rolled, gain, stay

    def _plainly(
        self,
        roles: Roles,
        kinds: NDArray[np.int64],
        rolled: NDArray[np.bool_],
        gain: NDArray[np.int64],
        stay: NDArray[np.int64],
    ) -> None:
        every = (1 << self.puzzle.blockers) - 1
        for number, board in enumerate(self._cells.tolist()):
            for cell in board:
                others = [other for other in board if other != cell]
                free = 0
                for subset in _matched([int(roles[other]) for other in others]):
                    free |= every ^ subset
                gain[cell] += kinds & free != 0
                stay[cell, others] += roles[others] & free != 0
                rolled[number] = bool(int(roles[cell]) & free)


def _matched(roles: list[int]) -> set[int]:
    """Return the sets of dice with which cells of these roles can be matched."""
    subsets = {0}
    for role in roles:
        dice = [1 << die for die in range(role.bit_length()) if role >> die & 1]
        subsets = {subset | die for subset in subsets for die in dice if not subset & die}
    return subsets


def dice_of(roles: Roles, dice: int) -> Masks:
    """Return the cells of each die: uint64 of shape (dice,)."""
    cells = np.uint64(1) << np.arange(len(roles), dtype=np.uint64)
    return np.array([np.bitwise_or.reduce(cells[roles >> die & 1 == 1], initial=0) for die in range(dice)], np.uint64)


class _Trades(CellSwaps):
    """Trades of two cells of overlapping dice."""

    def __init__(self, forbidden: OverlappingBoards, roles: Roles) -> None:
        self._forbidden = forbidden
        self._roles, kinds = np.unique(roles, return_inverse=True)
        super().__init__(kinds.astype(np.int64), len(self._roles), len(forbidden.rolled_boards(roles)))

    @property
    def place(self) -> Roles:
        return self._roles[self.kinds]

    def changes(self) -> NDArray[np.int64]:
        return self._forbidden.trades(self.place).changes


def search_trades(
    forbidden: OverlappingBoards,
    roles: Roles,
    generator: np.random.Generator,
    *,
    steps: int,
    check: Callable[[], None] | None = None,
) -> Reached[Roles]:
    """Trade cells of overlapping dice until no forbidden board is rolled, or for so many steps.

    Parameters
    ----------
    roles
        int64 of shape (cells,): the dice of each cell as a mask, where it begins.
    steps, check
        See :func:`dicelab.search.tabu.tabu_search`.
    """
    return tabu_search(_Trades(forbidden, roles), generator, steps=steps, check=check)
