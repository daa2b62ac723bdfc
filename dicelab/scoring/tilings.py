"""The tilings of every roll of a set, by look-up: a small part of a millisecond for 93,750 rolls."""

from __future__ import annotations

from functools import reduce

import numpy as np
from numpy.typing import NDArray

from dicelab.errors import DiceError
from solver import jit
from solver.census import Census, board_masks, rank
from solver.census.ranking import rank_tables
from solver.polyomino.symmetry import Masks

_MOST = (1 << 32) - 1


class RollTilings:
    """The number of tilings of every board by rank, four bytes each.

    Parameters
    ----------
    census
        With tilings.
    """

    def __init__(self, census: Census) -> None:
        answers = census.answers
        if int(answers.max(initial=0)) > _MOST:
            raise DiceError(f"a board with {int(answers.max()):,} tilings: at most {_MOST:,} are looked up at speed")
        self.puzzle = census.puzzle
        self._by_rank = census.orbits.spread(answers.astype(np.uint32)).astype(np.uint32, copy=False)

    def below(self, tilings: int) -> Masks:
        """Return the boards with fewer tilings than that, ascending."""
        boards, found, block = len(self._by_rank), [np.zeros(0, np.uint64)], 1 << 18
        for start in range(0, boards, block):
            part = self._by_rank[start : start + block]
            masks = board_masks(start, start + len(part), len(self.puzzle.grid), self.puzzle.blockers)
            found.append(masks[part < tilings])
        return np.concatenate(found)

    def at(self, boards: Masks) -> NDArray[np.uint32]:
        """Return the tilings of some boards: from uint64 of any shape to uint32 of the same."""
        looked_up: NDArray[np.uint32] = self._by_rank[rank(boards, len(self.puzzle.grid), self.puzzle.blockers)]
        return looked_up

    def of(self, dice: Masks) -> NDArray[np.uint32]:
        """Return the tilings of all rolls of a set with disjoint dice.

        Parameters
        ----------
        dice
            uint64 of shape (dice,): the cells of each die.

        Returns
        -------
        ndarray
            uint32 of shape (product of the sizes,), in the order of rolls.
        """
        cells, blockers = len(self.puzzle.grid), self.puzzle.blockers
        if jit.available():
            from dicelab.scoring.kernel import roll_tilings

            size = int(np.prod(np.bitwise_count(dice).astype(np.int64)))
            found = np.zeros(size, np.uint32)
            roll_tilings(np.ascontiguousarray(dice, np.uint64), self._by_rank, rank_tables(cells, blockers), found)
            return found
        faces = [np.array([1 << cell for cell in self.puzzle.grid.cells(mask)], np.uint64) for mask in dice.tolist()]
        masks = reduce(lambda some, die: (some[:, None] | die).reshape(-1), faces, np.zeros(1, np.uint64))
        return self.at(masks)
