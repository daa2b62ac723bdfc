"""What a backend answers."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from dataclasses import dataclass, field
from enum import StrEnum

from solver.exact_cover.problem import Solution


class Status(StrEnum):
    """How a search ended. A time-out is ``UNKNOWN``, never ``UNSOLVABLE``."""

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
    """When to stop: after a number of solutions, of search nodes, or of seconds; ``None`` is no limit."""

    solutions: int | None = None
    nodes: int | None = None
    seconds: float | None = None

    def within(self, found: int) -> bool:
        """Tell whether more solutions are wanted after ``found``."""
        return self.solutions is None or found < self.solutions


@dataclass(slots=True)
class SearchStats:
    """Cost of a search in units that do not depend on the machine."""

    nodes: int = 0
    updates: int = 0
    """Elementary changes of the data structure, where the backend counts them (Knuth's "updates")."""
    profile: list[int] = field(default_factory=list)
    """How many nodes each level of the search tree has, root first, where the backend counts them."""


@dataclass(frozen=True, slots=True)
class Result:
    """The answer to "is there a solution?"."""

    status: Status
    solution: Solution | None = None
    stats: SearchStats = field(default_factory=SearchStats)


@dataclass(frozen=True, slots=True)
class Count:
    """The answer to "how many solutions?": exact for ``SOLVED`` and ``UNSOLVABLE``, else a lower bound."""

    status: Status
    solutions: int
    stats: SearchStats = field(default_factory=SearchStats)


class SolutionStream(Iterator[Solution]):
    """Solutions one by one; ``status`` is ``None`` until the stream has ended."""

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
