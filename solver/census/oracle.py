"""The oracle: is this board solvable? Answered by look-up, for whole arrays at once."""

from __future__ import annotations

from functools import cached_property
from math import comb

import numpy as np
from numpy.typing import NDArray

from solver.census.table import load_or_build
from solver.census.walk import Progress
from solver.errors import InputError
from solver.polyform.orbits import board_masks, rank
from solver.polyform.puzzle import Puzzle
from solver.polyform.symmetry import Masks

_BLOCK = 1 << 18


class Oracle:
    """What is known of all boards of a puzzle.

    Parameters
    ----------
    puzzle
        The puzzle.
    solvable
        bool of shape (boards,), by rank.
    """

    def __init__(self, puzzle: Puzzle, solvable: NDArray[np.bool_]) -> None:
        boards = comb(len(puzzle.grid), puzzle.blockers)
        if solvable.shape != (boards,):
            raise InputError(f"a table of {solvable.size} boards: the puzzle has {boards}")
        self.puzzle = puzzle
        self.solvable = solvable

    @classmethod
    def load(cls, puzzle: Puzzle, *, jobs: int = 1, progress: Progress | None = None) -> Oracle:
        """Take the table from the user's cache folder, or build it."""
        return cls(puzzle, load_or_build(puzzle, jobs=jobs, progress=progress))

    def is_solvable(self, masks: Masks) -> NDArray[np.bool_]:
        """Tell which boards can be tiled.

        Parameters
        ----------
        masks
            uint64 of any shape; each with as many bits as the puzzle has blockers, within the grid.

        Raises
        ------
        InputError
            If a mask is no board of the puzzle.
        """
        masks = np.asarray(masks, np.uint64)
        if np.any(np.bitwise_count(masks) != self.puzzle.blockers) or np.any(masks & ~np.uint64(self.puzzle.grid.full)):
            raise InputError(f"not every mask has {self.puzzle.blockers} of the {len(self.puzzle.grid)} cells")
        return self.solvable[rank(masks, len(self.puzzle.grid), self.puzzle.blockers)]

    @cached_property
    def unsolvable_boards(self) -> Masks:
        """The masks of all boards that can't be tiled, ascending."""
        cells, blockers = len(self.puzzle.grid), self.puzzle.blockers
        found = [np.zeros(0, np.uint64)]
        for start in range(0, len(self.solvable), _BLOCK):
            block = self.solvable[start : start + _BLOCK]
            found.append(board_masks(start, start + len(block), cells, blockers)[~block])
        return np.concatenate(found)
