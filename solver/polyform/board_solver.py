"""Many boards of a puzzle at once, each searched with the placements that its colours leave possible."""

from __future__ import annotations

from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from solver.exact_cover.batches import BatchSolver
from solver.exact_cover.problem import ExactCover
from solver.polyform.colouring import Colours, colours_of, possible_colourings
from solver.polyform.piece import Piece
from solver.polyform.puzzle import Puzzle
from solver.polyform.symmetry import Masks


class BoardSolver:
    """The search of ``bitmask`` for many boards of a puzzle, without placements that their colours rule out.

    Boards are uint64 masks of their blockers.

    Examples
    --------
    >>> boards = np.array([0b101, 0b1001], np.uint64)
    >>> BoardSolver(Puzzle.parse("2x3/2:2*I2")).counts(boards).tolist()
    [0, 2]
    >>> BoardSolver(Puzzle.parse("2x3/2:I3,I1")).counts(boards).tolist()
    [1, 0]
    """

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        self._solvers: dict[frozenset[tuple[Piece, Colours]], tuple[BatchSolver, NDArray[np.int16]]] = {}

    @cached_property
    def _colourings(self) -> list[tuple[Piece, Colours]]:
        """The piece and the colours of each placement."""
        return [(piece, colours_of(mask, self.puzzle.grid)) for piece, mask in self.puzzle.placements]

    def _solver(self, possible: frozenset[tuple[Piece, Colours]]) -> tuple[BatchSolver, NDArray[np.int16]]:
        """Return a solver with the possible placements, and their numbers with -1 for no placement at the end."""
        if possible not in self._solvers:
            problem = self.puzzle.problem
            numbers = [number for number, colouring in enumerate(self._colourings) if colouring in possible]
            options = tuple(problem.options[number] for number in numbers)
            solver = BatchSolver(ExactCover(problem.items, options, problem.multiplicities), len(self.puzzle.pieces))
            self._solvers[possible] = solver, np.array([*numbers, -1], np.int16)
        return self._solvers[possible]

    def _groups(self, boards: Masks) -> list[tuple[frozenset[tuple[Piece, Colours]], NDArray[np.int64]]]:
        """Return the boards whose pieces have the same possible colourings, by their places."""
        grid = self.puzzle.grid
        free = np.uint64(grid.full) & ~boards
        counted = np.stack([np.bitwise_count(free & np.uint64(one)) for one in grid.colours], axis=1)
        kinds, of_board = np.unique(counted, axis=0, return_inverse=True)
        groups: dict[frozenset[tuple[Piece, Colours]], list[int]] = {}
        for kind, colours in enumerate(kinds.tolist()):
            groups.setdefault(possible_colourings(self.puzzle, tuple(colours)), []).append(kind)
        return [(possible, np.flatnonzero(np.isin(of_board, found))) for possible, found in groups.items()]

    def counts(self, boards: Masks, most: int | None = None) -> NDArray[np.uint64]:
        """Return the number of tilings of each board, at most ``most``: uint64 of shape (n,)."""
        found = np.zeros(len(boards), np.uint64)
        for possible, places in self._groups(boards):
            if possible:
                found[places] = self._solver(possible)[0].counts(boards[places], most)
        return found

    def first_solutions(self, boards: Masks) -> NDArray[np.int16]:
        """Return the placements of a tiling of each board: int16 of shape (n, pieces), -1 where there is none."""
        found = np.full((len(boards), len(self.puzzle.pieces)), -1, np.int16)
        for possible, places in self._groups(boards):
            if possible:
                solver, numbers = self._solver(possible)
                found[places] = numbers[solver.first_solutions(boards[places])]
        return found
