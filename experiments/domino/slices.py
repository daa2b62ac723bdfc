"""Slices of the grids of a board, counted exactly and by samples: a check of the exact count."""

from __future__ import annotations

import subprocess
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from solver.domino import DominoBatch, require_order
from solver.polyform import SquareGrid


@dataclass(frozen=True, slots=True)
class Slice:
    """The grids with the same two middle columns, and with the same numbers, in any order, on either side of them."""

    board: SquareGrid
    numbers: tuple[int, ...]
    """Of one of the grids, column by column."""

    @property
    def cut(self) -> int:
        """The number of cells beside the middle columns, on either side."""
        return len(self.board) // 2 - self.board.rows

    def exactly(self, program: Path) -> tuple[int, int, int]:
        """Return the grids, their solutions, and the solvable grids, as the program counts them."""
        board, cut = self.board, self.cut
        left, middle = self.numbers[:cut], self.numbers[cut : len(board) - cut]
        counts = [left.count(number) for number in range(require_order(board) + 1)]
        texts = ["".join(map(str, each)) for each in (middle[: board.rows], middle[board.rows :], counts)]
        command = [str(program), str(board.rows), str(board.columns // 2), "-", *texts]
        printed = subprocess.run(command, check=True, capture_output=True, text=True).stdout
        grids, solutions, solvable = map(int, printed.split(","))
        return grids, solutions, solvable

    def sampled(self, rng: np.random.Generator, drawn: int) -> int:
        """Return how many of so many random grids of the slice can be solved."""
        grids = np.tile(np.array(self.numbers, np.uint8), (drawn, 1))
        for side in (slice(0, self.cut), slice(len(self.board) - self.cut, None)):
            grids[:, side] = rng.permuted(grids[:, side], axis=1)
        by_rows = grids.reshape(drawn, self.board.columns, self.board.rows).transpose(0, 2, 1).reshape(drawn, -1)
        return int((DominoBatch(self.board).counts(np.ascontiguousarray(by_rows), 1) > 0).sum())


def draw(board: SquareGrid, rng: np.random.Generator) -> Slice:
    """Draw the slice of a random grid."""
    numbers = require_order(board) + 1
    return Slice(board, tuple(rng.permutation(np.repeat(np.arange(numbers), len(board) // numbers)).tolist()))
