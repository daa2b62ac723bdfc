"""Solutions of many domino grids on one board: how many each has, or the first of them."""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solver.domino.number_grid import bone_index, locations, require_balance, require_order
from solver.errors import InputError
from solver.polyform.grid import SquareGrid

_SLICE = 100_000
"""Nodes between two chances to be interrupted: a few hundredths of a second."""

_CHECKED = 4096
"""Grids whose numbers are checked at a time, so that they stay in the processor's cache."""

_NO_LIMIT = 1 << 62


class DominoBatch:
    """Solves grids of one board: depth first, all that is forced at once, then the domino with fewest locations.

    Compiled where numba is available, and a thousand times slower where it is not. Threads may share it.

    Raises
    ------
    InputError
        If no set covers as many cells as the board has, or its dark and light cells differ in number.

    Examples
    --------
    >>> batch = DominoBatch(SquareGrid(2, 3))
    >>> batch.counts(np.array([[0, 0, 1, 0, 1, 1], [0, 1, 0, 1, 0, 1]], np.uint8))
    array([3, 0])
    """

    def __init__(self, board: SquareGrid) -> None:
        order = require_order(board)
        require_balance(board)
        self.board = board
        self.order: int = order
        self._locations = locations(board)
        numbers = range(order + 1)
        self._domino_of = np.array([[bone_index(order, a, b) for b in numbers] for a in numbers], np.uint16)

    @cached_property
    def _tables(self) -> tuple[Any, ...]:
        from solver.domino import kernel

        ends = np.array(self._locations, np.uint16).reshape(-1, 2)
        return kernel.new_tables(ends, len(self.board), self._domino_of)

    def counts(self, numbers: NDArray[np.uint8], limit: int | None = None) -> NDArray[np.int64]:
        """Return how many solutions each grid has, counted no further than ``limit``: 2 tells which have exactly one.

        Numbers are uint8 of shape (grids, cells), each number from 0 to n in a row n+2 times; a limit is at least 1.
        The counts are int64 of shape (grids,).

        Raises
        ------
        InputError
            If the numbers break a rule; the message names the first grid that does.
        """
        return self._solved(numbers, _NO_LIMIT if limit is None else limit, 0)[0]

    def first_solutions(
        self, numbers: NDArray[np.uint8], solutions: int = 1
    ) -> tuple[NDArray[np.int64], NDArray[np.int16]]:
        """Return the first ``solutions`` (at least 1) of each grid, in the order of the search.

        Numbers and errors are those of :meth:`counts`.

        Returns
        -------
        counts, partners
            How many of them there are, int64 of shape (grids,); and the cell that each cell shares its domino with,
            int16 of shape (grids, solutions, cells), -1 beyond a grid's last solution.
        """
        return self._solved(numbers, solutions, solutions)

    def _solved(self, numbers: NDArray[np.uint8], most: int, kept: int) -> tuple[NDArray[np.int64], NDArray[np.int16]]:
        """Count up to ``most`` solutions of each grid, and keep the first ``kept`` of them."""
        if most < 1:
            raise InputError(f"a limit of {most} solutions: give 1 or more")
        numbers = self._checked(numbers)
        counts = np.zeros(len(numbers), np.int64)
        partners = np.full((len(numbers), kept, len(self.board)), -1, np.int16)
        from solver.domino.kernel import new_stack, solve_each

        stack = new_stack(self._tables)
        place, fresh = 0, True
        while place < len(numbers):
            place, fresh = solve_each(self._tables, stack, numbers, most, place, fresh, _SLICE, counts, partners)
        return counts, partners

    def _checked(self, numbers: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """Return the numbers in rows one behind the other; the search would read beyond its tables for wrong ones."""
        cells, wanted = len(self.board), self.order + 2
        if numbers.dtype != np.uint8:
            raise InputError(f"numbers of type {numbers.dtype}: give uint8")
        if numbers.ndim != 2 or numbers.shape[1] != cells:
            raise InputError(f"numbers of shape {numbers.shape}: give (grids, {cells}), one for each square")
        for begin in range(0, len(numbers), _CHECKED):
            # Columns of many grids, which numpy adds up several at a time. A sum of 256 more than wanted shows as a
            # lack of another number.
            columns = np.ascontiguousarray(numbers[begin : begin + _CHECKED].T)
            wrong = np.zeros(columns.shape[1], np.bool_)
            for number in range(self.order + 1):
                wrong |= (columns == number).sum(axis=0, dtype=np.uint8) != wanted
            if wrong.any():
                place = begin + int(wrong.argmax())
                self._refuse(place, numbers[place].tolist())
        # A copy: the search is compiled for arrays that are not read-only.
        return np.array(numbers, order="C")

    def _refuse(self, place: int, row: list[int]) -> None:
        if max(row) > self.order:
            raise InputError(
                f"grid {place} of the batch: number {max(row)} on a board of order {self.order}: give 0 to {self.order}"
            )
        number = next(number for number in range(self.order + 1) if row.count(number) != self.order + 2)
        raise InputError(
            f"grid {place} of the batch: number {number} occurs {row.count(number)} times: give each number "
            f"{self.order + 2} times, as a set of order {self.order} has it"
        )
