"""Every way to solve a domino grid, by name: Caviness's three, and each backend of the exact cover problem."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

from solver.domino.batch import DominoBatch
from solver.domino.human import human_search
from solver.domino.mechanical import MOST_CASES, brute_force, odometer_search
from solver.domino.notation import Solution
from solver.domino.number_grid import NumberGrid
from solver.errors import InputError, quoted, suggestion
from solver.exact_cover import BACKENDS, Count, Limits, SearchStats, SolutionStream, Status, backend
from solver.exact_cover.backend import NO_LIMITS, Clock
from solver.polyform import SquareGrid

DEFAULT = "dancing-links"
"""A few milliseconds for one grid, and nothing to compile."""

MANY = 1000
"""Number of grids from which the compiled search is quicker, even if it must be compiled first."""

Search = Callable[[NumberGrid, Limits, SearchStats], Generator[tuple[int, ...], None, Status]]
"""Yields each solution as the numbers of its locations, and returns how it ended."""


class DominoSolutions(Iterator[Solution]):
    """Solutions one by one; ``status`` is ``None`` until all have been taken.

    Examples
    --------
    >>> found = solutions(NumberGrid.parse("2:120121100220"))
    >>> len(list(found)), str(found.status)
    (1, 'solved')
    """

    def __init__(self, grid: NumberGrid, stream: SolutionStream) -> None:
        self._grid, self._stream = grid, stream
        self.stats: SearchStats = stream.stats

    def __next__(self) -> Solution:
        return self._grid.solution_of(next(self._stream))

    @property
    def status(self) -> Status | None:
        """How the search ended: ``UNKNOWN`` where it was given up."""
        return self._stream.status


def _brute_force(grid: NumberGrid, limits: Limits, stats: SearchStats) -> Generator[tuple[int, ...], None, Status]:
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
    """One of Caviness's methods, and what it counts its cost in."""

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
    """Return what the cost of a method is counted in.

    Examples
    --------
    >>> unit_of("human"), unit_of("odometer")
    ('moves', 'passes')
    """
    return PAPER[method].unit if method in PAPER else BACKENDS[method].node


def solutions(grid: NumberGrid, method: str = DEFAULT, limits: Limits = NO_LIMITS) -> DominoSolutions:
    """Yield every solution once; errors as in :meth:`solver.domino.DominoGrid.solutions`.

    Examples
    --------
    >>> [solution[0] for solution in solutions(NumberGrid.parse("1:001011"))]
    [(0, 1), (0, 3), (0, 3)]
    """
    _require(method)
    if method not in PAPER:
        return DominoSolutions(grid, backend(method).solutions(grid.cover, limits))
    stats = SearchStats()
    return DominoSolutions(grid, SolutionStream(PAPER[method].search(grid, limits, stats), stats))


def count(grid: NumberGrid, method: str = DEFAULT, limits: Limits = NO_LIMITS) -> Count:
    """Count the solutions: exact for ``SOLVED`` and ``UNSOLVABLE``, else a lower bound; errors as in `solutions`.

    Examples
    --------
    >>> count(NumberGrid.parse("1:001011")).solutions, count(NumberGrid.parse("1:001011"), "odometer").solutions
    (3, 3)
    """
    _require(method)
    if method not in PAPER:
        return backend(method).count(grid.cover, limits)
    stream = solutions(grid, method, limits)
    found = sum(1 for _ in stream)
    return Count(stream.status or Status.UNKNOWN, found, stream.stats)


def count_all(grids: Sequence[NumberGrid], method: str | None = None, limits: Limits = NO_LIMITS) -> Iterator[Count]:
    """Yield the count of each grid: by a named method, or by the quickest for their number.

    Examples
    --------
    >>> [counted.solutions for counted in count_all([NumberGrid.parse(text) for text in ("1:001011", "1:010101")])]
    [3, 0]
    """
    if method is None and limits.seconds is None and limits.nodes is None and len(grids) >= MANY:
        for solved in count_each(grids, limits.solutions):
            status = Status.SOLVED if limits.within(solved) else Status.LIMIT
            yield Count(status if solved else Status.UNSOLVABLE, solved)
    else:
        for grid in grids:
            yield count(grid, method or DEFAULT, limits)


def count_each(grids: Sequence[NumberGrid], limit: int | None = None) -> list[int]:
    """Count the solutions of many grids by the compiled search, at most ``limit`` of each.

    Examples
    --------
    >>> count_each([NumberGrid.parse(text) for text in ("1:001011", "0:00", "1:010101")])
    [3, 1, 0]
    """
    found = [0] * len(grids)
    by_board: dict[SquareGrid, list[int]] = {}
    for place, grid in enumerate(grids):
        by_board.setdefault(grid.board, []).append(place)
    for board, places in by_board.items():
        numbers = np.array([grids[place].numbers for place in places], np.uint8)
        for place, solved in zip(places, DominoBatch(board).counts(numbers, limit).tolist(), strict=True):
            found[place] = solved
    return found


def _require(method: str) -> None:
    if method not in METHODS:
        raise InputError(f"no method {quoted(method)}: {suggestion(method, METHODS)}")
