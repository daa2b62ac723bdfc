"""What a backend answers."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from dataclasses import dataclass, field
from enum import StrEnum

from solver.exact_cover.problem import Solution


class Status(StrEnum):
    """How a search ended. A time-out is ``UNKNOWN``, never ``UNSOLVABLE``.

    Examples
    --------
    >>> Status("solved") is Status.SOLVED, str(Status.UNKNOWN)
    (True, 'unknown')
    """

    SOLVED = "solved"
    """A solution was found; where all were asked for, all were found."""
    UNSOLVABLE = "unsolvable"
    """The whole space was searched: there is no solution."""
    LIMIT = "limit"
    """As many solutions as were asked for were found, and the search was not finished."""
    UNKNOWN = "unknown"
    """Time or nodes ran out before the answer was known."""


@dataclass(frozen=True, slots=True)
class Limits:
    """When to stop: after a number of solutions, of search nodes, or of seconds; ``None`` is no limit.

    Examples
    --------
    >>> Limits(solutions=2).within(1), Limits(solutions=2).within(2), Limits().within(10**9)
    (True, False, True)
    """

    solutions: int | None = None
    nodes: int | None = None
    seconds: float | None = None

    def within(self, found: int) -> bool:
        """Tell whether more solutions are wanted after ``found``."""
        return self.solutions is None or found < self.solutions


@dataclass(slots=True)
class SearchStats:
    """Cost of a search in units that do not depend on the machine.

    Examples
    --------
    >>> SearchStats(nodes=3)
    SearchStats(nodes=3, updates=0, profile=[])
    """

    nodes: int = 0
    updates: int = 0
    """Elementary changes of the data structure, where the backend counts them (Knuth's "updates")."""
    profile: list[int] = field(default_factory=list)
    """How many nodes each level of the search tree has, root first, where the backend counts them."""


@dataclass(frozen=True, slots=True)
class Result:
    """The answer to "is there a solution?".

    Examples
    --------
    >>> from solver.exact_cover import ExactCover, backend
    >>> problem = ExactCover(("a", "b"), ((0,), (1,), (0, 1)))
    >>> result = backend("brute-force").solve(problem)
    >>> str(result.status), result.solution
    ('solved', (0, 1))
    """

    status: Status
    solution: Solution | None = None
    stats: SearchStats = field(default_factory=SearchStats)


@dataclass(frozen=True, slots=True)
class Count:
    """The answer to "how many solutions?": exact for ``SOLVED`` and ``UNSOLVABLE``, else a lower bound.

    Examples
    --------
    >>> from solver.exact_cover import ExactCover, backend
    >>> counted = backend("brute-force").count(ExactCover(("a", "b"), ((0,), (1,), (0, 1))))
    >>> str(counted.status), counted.solutions
    ('solved', 2)
    """

    status: Status
    solutions: int
    stats: SearchStats = field(default_factory=SearchStats)


class SolutionStream(Iterator[Solution]):
    """Solutions one by one; ``status`` is ``None`` until the stream has ended.

    Examples
    --------
    >>> from solver.exact_cover import ExactCover, backend
    >>> stream = backend("brute-force").solutions(ExactCover(("a", "b"), ((0,), (1,), (0, 1))))
    >>> list(stream), str(stream.status)
    ([(0, 1), (2,)], 'solved')
    """

    def __init__(self, steps: Generator[Solution, None, Status], stats: SearchStats) -> None:
        self._steps = steps
        self.stats = stats
        self.status: Status | None = None

    def __next__(self) -> Solution:
        try:
            return next(self._steps)
        except StopIteration as stop:
            if self.status is None:
                self.status = stop.value
            raise
