"""Every way to solve a domino grid, by name: Caviness's three, and each backend of the exact cover problem.

Many grids on one board have a compiled search of their own, :class:`DominoBatch`.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Generator, Iterator, Sequence
from copy import copy
from dataclasses import dataclass
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, Self, TypeAlias

import numpy as np
from numpy.typing import NDArray

from solver.domino.dominoes import bone_index, locations, require_balance, require_numbers, require_order
from solver.domino.human import human_search
from solver.domino.mechanical import MOST_CASES, brute_force, odometer_search
from solver.domino.notation import Solution, located
from solver.errors import InputError, quoted, suggestion
from solver.exact_cover import BACKENDS, Count, Limits, SearchStats, SolutionStream, Status, backend
from solver.exact_cover.backend import NO_LIMITS, Clock, counted
from solver.polyform.grid import SquareGrid

if TYPE_CHECKING:
    from solver.domino.grid import DominoGrid

DEFAULT = "dancing-links"
"""A few milliseconds for one grid, and nothing to compile."""

MANY = 1000
"""Number of grids from which the compiled search is quicker, even if it must be compiled first."""

_SLICE = 100_000
"""Nodes between two chances to be interrupted: a few hundredths of a second."""

_CHECKED = 4096
"""Grids whose numbers are checked at a time, so that they stay in the processor's cache."""

_NO_LIMIT = 1 << 62

Search: TypeAlias = "Callable[[DominoGrid, Limits, SearchStats], Generator[tuple[int, ...], None, Status]]"
"""Yields each solution as the numbers of its locations, and returns how it ended."""


class DominoSolutions(Iterator[Solution]):
    """Solutions one by one; ``status`` is ``None`` until all have been taken."""

    def __init__(self, grid: DominoGrid, stream: SolutionStream) -> None:
        self._grid, self._stream = grid, stream

    def __copy__(self) -> Self:
        return type(self)(self._grid, copy(self._stream))

    def __repr__(self) -> str:
        return f"<DominoSolutions of {self._grid.format()!r}: {self.status or 'begun'}>"

    def __next__(self) -> Solution:
        return self._grid.solution_of(next(self._stream))

    @property
    def stats(self) -> SearchStats:
        """The cost of the search so far."""
        return self._stream.stats

    @property
    def status(self) -> Status | None:
        """How the search ended: ``UNKNOWN`` where it was given up."""
        return self._stream.status


def _brute_force(grid: DominoGrid, limits: Limits, stats: SearchStats) -> Generator[tuple[int, ...], None, Status]:
    if Clock(limits).is_over(0):
        return Status.UNKNOWN
    found = brute_force(grid, most_cases=MOST_CASES if limits.nodes is None else limits.nodes)
    stats.nodes = found.cases
    for solution in found.solutions[: limits.solutions]:
        yield tuple(bisect_left(grid.locations, location) for location in solution)
    is_cut = limits.solutions is not None and limits.solutions < len(found.solutions)
    return Status.LIMIT if is_cut else found.status


@dataclass(frozen=True, slots=True)
class PaperMethod:
    """One of Caviness's methods, and the unit of its cost."""

    search: Search
    unit: str


PAPER = {
    "human": PaperMethod(human_search, "moves"),
    "brute-force": PaperMethod(_brute_force, "cases"),
    "odometer": PaperMethod(odometer_search, "passes"),
    "odometer-unsorted": PaperMethod(partial(odometer_search, by_options=False), "passes"),
}
"""Caviness's three ways. ``brute-force`` is his collision method, not the backend of that name; the odometer's digits
stand sorted by their number of locations, as he has them, or as the dominoes come."""

METHODS = (*PAPER, *(name for name in BACKENDS if name not in PAPER))
"""The names of all methods."""


def unit_of(method: str) -> str:
    """Return the unit of the cost of a method.

    Examples
    --------
    >>> unit_of("human"), unit_of("odometer")
    ('moves', 'passes')
    """
    return PAPER[method].unit if method in PAPER else BACKENDS[method].node


def solutions(grid: DominoGrid, method: str = DEFAULT, limits: Limits = NO_LIMITS) -> DominoSolutions:
    """Yield every solution once: :meth:`solver.domino.DominoGrid.solutions`."""
    return DominoSolutions(grid, _stream(grid, method, limits))


def count(grid: DominoGrid, method: str = DEFAULT, limits: Limits = NO_LIMITS) -> Count:
    """Count the solutions: :meth:`solver.domino.DominoGrid.count`."""
    if method in BACKENDS and method not in PAPER:
        return backend(method).count(grid.cover, limits)
    return counted(_stream(grid, method, limits))


def _stream(grid: DominoGrid, method: str, limits: Limits) -> SolutionStream:
    if method not in METHODS:
        raise InputError(f"no method {quoted(method)}: {suggestion(method, METHODS)}")
    if method not in PAPER:
        return backend(method).solutions(grid.cover, limits)
    return SolutionStream(PAPER[method].search, grid, limits)


def count_all(grids: Sequence[DominoGrid], method: str | None = None, limits: Limits = NO_LIMITS) -> Iterator[Count]:
    """Yield the count of each grid: by a named method, or by the quickest for their number.

    Examples
    --------
    >>> from solver.domino import DominoGrid
    >>> [counted.solutions for counted in count_all([DominoGrid.parse(text) for text in ("1:001011", "1:010101")])]
    [3, 0]
    """
    if method is None and limits.seconds is None and limits.nodes is None and len(grids) >= MANY:
        for solved in _count_each(grids, limits.solutions):
            status = Status.SOLVED if limits.within(solved) else Status.LIMIT
            yield Count(status if solved else Status.UNSOLVABLE, solved)
    else:
        for grid in grids:
            yield count(grid, method or DEFAULT, limits)


def _count_each(grids: Sequence[DominoGrid], limit: int | None) -> list[int]:
    """Count the solutions of many grids by the compiled search, at most ``limit`` of each."""
    found = [0] * len(grids)
    by_board: dict[SquareGrid, list[int]] = {}
    for place, grid in enumerate(grids):
        by_board.setdefault(grid.board, []).append(place)
    for board, places in by_board.items():
        numbers = np.array([grids[place].numbers for place in places], np.uint8)
        for place, solved in zip(places, DominoBatch(board).counts(numbers, limit).tolist(), strict=True):
            found[place] = solved
    return found


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
                with located(f"grid {place} of the batch"):
                    require_numbers(self.board, numbers[place].tolist())
        # A copy: the search is compiled for arrays that are not read-only.
        return np.array(numbers, order="C")
