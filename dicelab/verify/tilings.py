"""Tilings of many boards at once, as rows of placement numbers."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from solver.polyform import Puzzle
from solver.polyform.symmetry import Masks, images

Placed = NDArray[np.int16]
"""int16 of shape (boards, pieces): numbers into ``puzzle.placements``; a row of -1 is a board without a tiling."""


class PlacementTable:
    """The placements of a puzzle as arrays."""

    def __init__(self, puzzle: Puzzle) -> None:
        kinds = list(puzzle.kinds)
        self.puzzle = puzzle
        self.mask: Masks = np.array([mask for _, mask in puzzle.placements], np.uint64)
        self.kind = np.array([kinds.index(piece) for piece, _ in puzzle.placements], np.int16)
        self.copies = np.repeat(np.arange(len(kinds)), list(puzzle.kinds.values()))
        lowest = np.bitwise_count((self.mask & (~self.mask + np.uint64(1))) - np.uint64(1))
        self._order = self.kind.astype(np.int64) * 64 + lowest

    def turned(self) -> NDArray[np.int16]:
        """Return the number of the image of each placement: int16 of shape (symmetries, placements)."""
        number = {
            (kind, mask): n for n, (kind, mask) in enumerate(zip(self.kind.tolist(), self.mask.tolist(), strict=True))
        }
        return np.array(
            [
                [number[kind, mask] for kind, mask in zip(self.kind.tolist(), row, strict=True)]
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
