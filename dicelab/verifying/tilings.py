"""Tilings of many boards at once, as rows of placement numbers, and what a tiling says about other boards."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from solver.polyform import Puzzle
from solver.polyform.symmetry import Masks, images

Placed = NDArray[np.int16]
"""int16 of shape (boards, pieces): numbers into ``puzzle.placements``; a row of -1 is a board without a tiling."""

_ROWS = 4096
"""Rows of a comparison with all placements that are held at once."""


class PlacementTable:
    """The placements of a puzzle as arrays."""

    def __init__(self, puzzle: Puzzle) -> None:
        kinds = list(puzzle.kinds)
        self.puzzle = puzzle
        self.mask: Masks = np.array([mask for _, mask in puzzle.placements], np.uint64)
        self.kind: NDArray[np.int16] = np.array([kinds.index(piece) for piece, _ in puzzle.placements], np.int16)
        self.copies: NDArray[np.intp] = np.repeat(np.arange(len(kinds)), list(puzzle.kinds.values()))
        lowest = np.bitwise_count((self.mask & (~self.mask + np.uint64(1))) - np.uint64(1))
        self._order = self.kind.astype(np.int64) * 64 + lowest

    def turned(self) -> NDArray[np.int16]:
        """Return the number of the image of each placement: int16 of shape (symmetries, placements)."""
        number = {
            (kind, mask): n for n, (kind, mask) in enumerate(zip(self.kind.tolist(), self.mask.tolist(), strict=True))
        }
        kinds = list(self.puzzle.kinds)
        # A reflection makes of a piece that may not be turned over the other of a pair; else there are none.
        mirror = [kinds.index(piece.reflected) if piece.reflected in kinds else -1 for piece in kinds]
        return np.array(
            [
                [
                    number[kind, mask] if (kind, mask) in number else number[mirror[kind], mask]
                    for kind, mask in zip(self.kind.tolist(), row, strict=True)
                ]
                for row in images(self.mask, self.puzzle.grid).tolist()
            ],
            np.int16,
        )

    def piece_masks(self, placed: Placed) -> Masks:
        """Return the mask of each piece in the puzzle's order, copies by lowest cell: uint64 like ``placed``."""
        by_piece = np.take_along_axis(placed, np.argsort(self._order[placed], axis=1), axis=1)
        return self.mask[by_piece]

    def are_tilings(self, placed: Placed, boards: Masks) -> NDArray[np.bool_]:
        """Check each row against its board: every piece once, no overlap, every free cell covered."""
        masks = self.mask[placed]
        free = np.uint64(self.puzzle.grid.full) & ~boards
        covered = np.bitwise_or.reduce(masks, axis=1)
        area = np.bitwise_count(masks).sum(axis=1, dtype=np.int64)
        kinds = np.sort(self.kind[placed], axis=1)
        valid: NDArray[np.bool_] = (
            (placed >= 0).all(axis=1)
            & (covered == free)
            & (area == np.bitwise_count(free))
            & (kinds == self.copies).all(axis=1)
        )
        return valid


class SharedTilings:
    """The tilings of some boards that are known so far, so that a slow solver need not be asked about each board.

    A tiling settles every board that it covers after a piece has moved into cells that blockers held (the blockers
    take the cells that it left; a monomino trades places with a blocker), and every image of that under a symmetry of
    the grid. Each tiling derived in this way is a tiling, and is checked as one. From a tiling that the solver found,
    two pieces may move at once: few boards are then left that only a call can settle.

    The boards are uint64 masks, each once.
    """

    def __init__(self, table: PlacementTable, boards: Masks) -> None:
        self._table = table
        self._turned = table.turned()
        self._order = np.argsort(boards)
        self._sorted = boards[self._order]
        self.boards = boards
        self.placed: Placed = np.full((len(boards), len(table.copies)), -1, np.int16)
        self.settled: NDArray[np.bool_] = np.zeros(len(boards), np.bool_)

    def add(self, numbers: NDArray[np.int64], placed: Placed) -> None:
        """Take in tilings of the boards at these positions, and everything that follows from them."""
        known = self._keep(numbers, placed)
        new = [known, self._find(*self._moved_two(self.boards[known], self.placed[known]))]
        while len(known := np.concatenate(new)):
            boards, tilings = self.boards[known], self.placed[known]
            new = [self._find(boards, tilings), self._find(*self._moved(boards, tilings))]

    def rule_out(self, numbers: NDArray[np.int64]) -> None:
        """Take in boards that were proved unsolvable; so are their images."""
        self.settled[numbers] = True
        for image in images(self.boards[numbers], self._table.puzzle.grid):
            places, present = self._places(image)
            self.settled[places[present]] = True

    def _places(self, boards: Masks) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
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
        """Store the images of some tilings; return the positions of the boards that had none."""
        new = []
        for turn, image in zip(self._turned, images(boards, self._table.puzzle.grid), strict=True):
            places, present = self._places(image)
            present[present] = ~self.settled[places[present]]
            new.append(self._keep(places[present], turn[placed[present]]))
        return np.concatenate(new)

    def _moved(self, boards: Masks, placed: Placed) -> tuple[Masks, Placed]:
        """Return every board and tiling that moving one piece into the blockers' cells gives."""
        row, slot = (index.ravel() for index in np.indices(placed.shape))
        piece = placed[row, slot]
        room = boards[row] | self._table.mask[piece]
        which, to = self._fitting(room, piece)
        moved = placed[row[which]]
        moved[np.arange(len(to)), slot[which]] = to
        return room[which] ^ self._table.mask[to], moved

    def _moved_two(self, boards: Masks, placed: Placed) -> tuple[Masks, Placed]:
        """Return every board, once, that moving two pieces at the same time gives, and a tiling of it."""
        one, two = np.triu_indices(placed.shape[1], 1)
        row = np.repeat(np.arange(len(boards)), len(one))
        one, two = np.tile(one, len(boards)), np.tile(two, len(boards))
        mask = self._table.mask
        room = boards[row] | mask[placed[row, one]] | mask[placed[row, two]]
        # Every place of the first piece of a pair is joined with every place of the second.
        first, first_to = self._fitting(room, placed[row, one])
        second, second_to = self._fitting(room, placed[row, two])
        start = np.searchsorted(second, first)
        times = np.searchsorted(second, first, side="right") - start
        offset = np.arange(times.sum()) - np.repeat(np.cumsum(times) - times, times)
        pair, first_to = np.repeat(first, times), np.repeat(first_to, times)
        second_to = second_to[np.repeat(start, times) + offset]
        apart = (mask[first_to] & mask[second_to]) == 0
        pair, first_to, second_to = pair[apart], first_to[apart], second_to[apart]
        found, once = np.unique(room[pair] ^ mask[first_to] ^ mask[second_to], return_index=True)
        pair, first_to, second_to = pair[once], first_to[once], second_to[once]
        moved = placed[row[pair]]
        moved[np.arange(len(pair)), one[pair]] = first_to
        moved[np.arange(len(pair)), two[pair]] = second_to
        return found, moved

    def _fitting(self, room: Masks, piece: NDArray[np.int16]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return, row by row, the placements of each row's kind of piece that lie in the row's room."""
        table = self._table
        which, to = [np.zeros(0, np.int64)], [np.zeros(0, np.int64)]
        for start in range(0, len(room), _ROWS):
            some = slice(start, start + _ROWS)
            fits = (table.mask & ~room[some, None]) == 0
            fits &= table.kind == table.kind[piece[some], None]
            row, placement = np.nonzero(fits)
            which.append(row + start)
            to.append(placement)
        return np.concatenate(which), np.concatenate(to)
