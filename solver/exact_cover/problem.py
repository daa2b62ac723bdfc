"""The exact cover problem that every backend solves, and what a backend answers."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import pairwise
from typing import Any, TypeAlias

from solver.errors import InputError

MOST_TIMES = (1 << 31) - 1
"""The largest multiplicity that every backend can count."""

Solution = tuple[int, ...]
"""Indices of the chosen options, ascending."""


@dataclass(frozen=True, slots=True)
class ExactCover:
    """Choose options so that every primary item is covered exactly as often as its multiplicity says.

    A secondary item may be covered up to its multiplicity, or not at all. A solution is a *set* of
    options, so identical copies of a piece are not told apart: one item of multiplicity two, not two items.

    Raises
    ------
    InputError
        If a name, an index, a multiplicity or an option breaks the rules above.

    References
    ----------
    Knuth, The Art of Computer Programming 4B, section 7.2.2.1 (items, options, multiplicities).

    Examples
    --------
    >>> square = ExactCover(("a", "b", "c", "d"), ((0, 1), (2, 3), (0, 2), (1, 3)))
    >>> square.without([0, 1]).options
    ((0, 1),)
    """

    items: tuple[str, ...]
    """Names of the items, primary items first; no name twice."""
    options: tuple[tuple[int, ...], ...]
    """Each option is a non-empty, strictly ascending tuple of item indices that holds a primary item."""
    multiplicities: tuple[int, ...] = ()
    """One number from 1 to ``MOST_TIMES`` for each item; all 1 when left out."""
    primary: int = -1
    """How many of the items are primary; all of them when left out."""

    def __post_init__(self) -> None:
        if not self.multiplicities:
            object.__setattr__(self, "multiplicities", (1,) * len(self.items))
        if self.primary == -1:
            object.__setattr__(self, "primary", len(self.items))
        self._validate()

    def _validate(self) -> None:
        count = len(self.items)
        if len(set(self.items)) != count:
            twice = next(name for name in self.items if self.items.count(name) > 1)
            raise InputError(f"item {twice!r} is named twice: give each item a name of its own")
        if not 0 <= self.primary <= count:
            raise InputError(f"{self.primary} primary items among {count}: pass a number from 0 to {count}")
        if len(self.multiplicities) != count:
            raise InputError(f"{len(self.multiplicities)} multiplicities for {count} items: pass one for each")
        for name, multiplicity in zip(self.items, self.multiplicities, strict=True):
            if not 1 <= multiplicity <= MOST_TIMES:
                raise InputError(f"item {name!r} has multiplicity {multiplicity}: pass 1 to {MOST_TIMES}")
        for number, option in enumerate(self.options):
            if not option or option[0] < 0 or option[-1] >= count:
                raise InputError(f"option {number} is {option}: name items from 0 to {count - 1}")
            if any(a >= b for a, b in pairwise(option)):
                raise InputError(f"option {number} is {option}: list its items in ascending order, each once")
            if option[0] >= self.primary:
                raise InputError(f"option {number} is {option}: it needs at least one primary item")

    def without(self, items: Iterable[int]) -> ExactCover:
        """Return the problem left when some items are gone, with every option that holds one of them."""
        gone = set(items)
        kept = [item for item in range(len(self.items)) if item not in gone]
        renumbered = {item: new for new, item in enumerate(kept)}
        return ExactCover(
            items=tuple(self.items[item] for item in kept),
            options=tuple(
                tuple(renumbered[item] for item in option) for option in self.options if gone.isdisjoint(option)
            ),
            multiplicities=tuple(self.multiplicities[item] for item in kept),
            primary=sum(item < self.primary for item in kept),
        )

    def is_solution(self, solution: Solution) -> bool:
        """Check a set of options against the definition."""
        covered = [0] * len(self.items)
        for option in set(solution):
            for item in self.options[option]:
                covered[item] += 1
        return len(set(solution)) == len(solution) and all(
            times == self.multiplicities[item] if item < self.primary else times <= self.multiplicities[item]
            for item, times in enumerate(covered)
        )


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
    """The number of solutions asked for was found, and the search was not finished."""
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


Search: TypeAlias = Callable[..., Generator[Solution, None, Status]]
"""Yields the solutions of what it is given, counts its work in the last argument, and returns how it ended."""


class SolutionStream(Iterator[Solution]):
    """Solutions one by one; ``status`` is ``None`` until the stream has ended.

    A copy, or the stream in another process, goes on with the same solution: the search is run again up to it.

    Examples
    --------
    >>> from solver.exact_cover import ExactCover, backend
    >>> stream = backend("brute-force").solutions(ExactCover(("a", "b"), ((0,), (1,), (0, 1))))
    >>> list(stream), str(stream.status)
    ([(0, 1), (2,)], 'solved')
    """

    def __init__(self, search: Search, *given: Any, stats: SearchStats | None = None) -> None:  # noqa: ANN401 - as the search takes them
        self.stats = SearchStats() if stats is None else stats
        self.status: Status | None = None
        self._search, self._given, self._taken = search, given, 0
        self._steps = search(*given, self.stats)

    def __next__(self) -> Solution:
        try:
            solution = next(self._steps)
        except StopIteration as stop:
            if self.status is None:
                self.status = stop.value
            raise
        self._taken += 1
        return solution

    def __reduce__(self) -> tuple[Any, ...]:
        return _begun_again, (self._search, self._given, self._taken, self.status, self.stats)


def _begun_again(
    search: Search, given: tuple[Any, ...], taken: int, status: Status | None, stats: SearchStats
) -> SolutionStream:
    """Return a stream whose next solution is that of another one: the search is run again so far."""
    stream = SolutionStream(search, *given)
    if status is None:
        for _ in range(taken):
            next(stream)
    else:
        stream.__dict__.update(status=status, stats=stats, _taken=taken, _steps=iter(()))
    return stream
