"""What one tiling says about other boards, so that a slow solver need not be asked about each.

A tiling settles every board that it covers after one piece has moved into cells that blockers held (the blockers
take the cells that it left; for the monomino this is to trade places with a blocker), and every image of that
under a symmetry of the grid. Each tiling derived in this way is a tiling, and is checked as one.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from dicelab.verify.tilings import Placed, PlacementTable
from solver.polyomino.symmetry import Masks, images


class SharedTilings:
    """The boards of one question, and the tilings known so far.

    Parameters
    ----------
    table
        The placements of the puzzle.
    boards
        uint64, the distinct boards in question.
    """

    def __init__(self, table: PlacementTable, boards: Masks) -> None:
        self._table = table
        self._turned = table.turned()
        self._order = np.argsort(boards)
        self._sorted = boards[self._order]
        self.boards = boards
        self.placed: Placed = np.full((len(boards), len(table.copies)), -1, np.int16)
        self.settled = np.zeros(len(boards), np.bool_)

    def add(self, numbers: NDArray[np.int64], placed: Placed) -> None:
        """Take in tilings of some of the boards, and everything that follows from them.

        Parameters
        ----------
        numbers
            Positions in ``boards``.
        placed
            A tiling for each.
        """
        known = self._keep(numbers, placed)
        while len(known):
            found_boards, found = self._moved(self.boards[known], self.placed[known])
            known = self._find(
                np.concatenate([self.boards[known], found_boards]),
                np.concatenate([self.placed[known], found]),
            )

    def rule_out(self, numbers: NDArray[np.int64]) -> None:
        """Take in boards that were proved unsolvable; so are their images."""
        self.settled[numbers] = True
        for image in images(self.boards[numbers], self._table.puzzle.grid):
            places, present = self._places(image)
            self.settled[places[present]] = True

    def _places(self, boards: Masks) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
        """Look boards up: their positions, and whether they are among those in question."""
        near = np.minimum(np.searchsorted(self._sorted, boards), len(self._sorted) - 1)
        return self._order[near], self._sorted[near] == boards

    def _keep(self, numbers: NDArray[np.int64], placed: Placed) -> NDArray[np.int64]:
        """Store the tilings of boards that had none; return those boards' positions."""
        fresh = ~self.settled[numbers]
        numbers, first = np.unique(numbers[fresh], return_index=True)
        self.placed[numbers] = placed[fresh][first]
        self.settled[numbers] = True
        return numbers

    def _find(self, boards: Masks, placed: Placed) -> NDArray[np.int64]:
        """Store what the images of some tilings say; return the positions of the boards that are new."""
        new = []
        for turn, image in zip(self._turned, images(boards, self._table.puzzle.grid), strict=True):
            places, present = self._places(image)
            present[present] = ~self.settled[places[present]]
            new.append(self._keep(places[present], turn[placed[present]]))
        return np.concatenate(new)

    def _moved(self, boards: Masks, placed: Placed) -> tuple[Masks, Placed]:
        """Return every board and tiling that comes of moving one piece into the blockers' cells."""
        table = self._table
        found_boards, found = [], []
        for slot in range(placed.shape[1]):
            room = boards | table.mask[placed[:, slot]]
            fits = (table.mask & ~room[:, None]) == 0
            fits &= table.kind == table.kind[placed[:, slot], None]
            row, to = np.nonzero(fits)
            moved = placed[row].copy()
            moved[:, slot] = to
            found_boards.append(room[row] ^ table.mask[to])
            found.append(moved)
        return np.concatenate(found_boards), np.concatenate(found)
