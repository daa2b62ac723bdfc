"""The fast backend: depth-first search on 64-bit masks, compiled where numba is available."""

from __future__ import annotations

import itertools
import sys
import threading
from collections.abc import Generator
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from solver.errors import InputError, SolverError
from solver.exact_cover.backend import NO_LIMITS, Clock, SearchBackend
from solver.exact_cover.bitsets import OptionBitsets, Stack, Tables, option_words, python_bits, python_search
from solver.exact_cover.problem import ExactCover, Solution
from solver.exact_cover.remainders import WORD, Remainders, count_boards, count_remainders, new_memory
from solver.exact_cover.result import Count, Limits, Result, SearchStats, Status
from solver.runs import jit
from solver.runs.object_code import ObjectCode

_SLICE = 200_000
"""Nodes between two looks at the clock: a few hundredths of a second."""

_KERNEL, _MANY = "solver.exact_cover.kernels.search_kernel", 50
"""The module that imports numba, and how many easy problems it is worth it for."""

_FIRST_SOLUTIONS = ObjectCode(_KERNEL, "first_solutions")

_SEARCH_TURN = 1 << 17
"""Nodes of the search in its first turn of a count."""

_WORTH_COMPILING = 5_000
"""Nodes that plain Python searches in less time than it takes to import numba."""


class Bitmask(SearchBackend):
    """Fewest options first, over bitsets of options (:mod:`solver.exact_cover.bitsets`)."""

    name = "bitmask"

    def __init__(self) -> None:
        self._asked = 0

    def search(self, problem: ExactCover, limits: Limits, stats: SearchStats) -> Generator[Solution, None, Status]:
        """Yield the solutions in the order of the search, which is the same compiled or not."""
        if jit.available():
            return _compiled_search(OptionBitsets(problem), limits, stats)
        return python_search(OptionBitsets(problem), limits, stats)

    def solve(self, problem: ExactCover, limits: Limits = NO_LIMITS) -> Result:
        """Find one solution; an easy problem is solved before numba would have been imported."""
        if not jit.available():
            return super().solve(problem, limits)
        stats, clock = SearchStats(), Clock(limits)
        self._asked += 1
        # What was imported for another question, or pays for many, makes Python's start no gain.
        is_worth_it = _KERNEL in sys.modules or self._asked > _MANY
        if not is_worth_it and (limits.nodes is None or limits.nodes > _WORTH_COMPILING):
            quick = python_search(OptionBitsets(problem), Limits(1, _WORTH_COMPILING, limits.seconds), stats)
            try:
                return Result(Status.SOLVED, next(quick), stats)
            except StopIteration as stop:
                if stop.value is Status.UNSOLVABLE:
                    return Result(Status.UNSOLVABLE, None, stats)
        if len(problem.items) > WORD or max(problem.multiplicities, default=1) > 1:
            return super().solve(problem, limits)
        return _solve_words(problem, limits, clock)

    def count(self, problem: ExactCover, limits: Limits = NO_LIMITS) -> Count:
        """Count the solutions without listing them.

        Where :mod:`solver.exact_cover.remainders` can take the problem, it and the search have turns, each
        longer than the one before, until one of them is done: neither is the faster on every problem.
        """
        stats = SearchStats()
        clock = Clock(limits)
        if clock.is_over(0):
            return Count(Status.UNKNOWN, 0, stats)
        if limits.solutions is not None or not Remainders.fits(problem):
            return _search_count(problem, limits, stats, clock)
        remainders = Remainders(problem)
        search: _SearchCount | None = None
        for turn in itertools.count():
            number = count_remainders(remainders, turn, limits, clock, stats, _SLICE)
            if number is not None:
                return Count(_finished(number), number, stats)
            if clock.is_over(stats.nodes):
                break
            if not jit.available():
                return _search_count(problem, limits, stats, clock)
            search = search or _SearchCount(problem)
            if search.advance(search.nodes + (_SEARCH_TURN << 2 * turn), limits, clock, stats):
                return Count(_finished(search.found), search.found, stats)
            if clock.is_over(stats.nodes):
                break
        return Count(Status.UNKNOWN, search.found if search else 0, stats)


def _solve_words(problem: ExactCover, limits: Limits, clock: Clock) -> Result:
    """Find one solution of a problem whose options are words."""
    from solver.exact_cover.kernels import search_kernel as kernel, words_kernel

    stats = SearchStats()
    words, order = option_words(problem)
    stack = words_kernel.new_stack(len(words), problem.primary)
    while True:
        is_over = clock.is_over(stats.nodes)
        outcome = words_kernel.advance(words, stack, 0 if is_over else _budget(limits, stats))
        stats.nodes = int(stack[7][2])
        if outcome == kernel.FOUND:
            return Result(Status.SOLVED, tuple(sorted(order[stack[5][: stack[7][3]]].tolist())), stats)
        if outcome == kernel.EXHAUSTED:
            return Result(Status.UNSOLVABLE, None, stats)
        if is_over:
            return Result(Status.UNKNOWN, None, stats)


def _finished(found: int) -> Status:
    return Status.SOLVED if found else Status.UNSOLVABLE


def _search_count(problem: ExactCover, limits: Limits, stats: SearchStats, clock: Clock) -> Count:
    """Count by the search alone; nodes go on from where ``stats`` is."""
    if not jit.available():
        steps = python_bits(OptionBitsets(problem), limits, stats, clock=clock)
        found = 0
        while True:
            try:
                next(steps)
            except StopIteration as stop:
                return Count(stop.value, found, stats)
            found += 1
    search = _SearchCount(problem)
    finished = search.advance(None, limits, clock, stats)
    if finished:
        return Count(_finished(search.found), search.found, stats)
    return Count(Status.UNKNOWN if limits.within(search.found) else Status.LIMIT, search.found, stats)


class _SearchCount:
    """A compiled count by the search that can be left and taken up again."""

    def __init__(self, problem: ExactCover) -> None:
        self._tables, self._stack = _started(OptionBitsets(problem))
        self.found = 0

    @property
    def nodes(self) -> int:
        """The nodes so far."""
        return int(self._stack[5][2])

    def advance(self, end: int | None, limits: Limits, clock: Clock, stats: SearchStats) -> bool:
        """Go on until it has so many nodes; tell whether all solutions are counted."""
        from solver.exact_cover.kernels import search_kernel as kernel

        outcome = kernel.PAUSED
        before = stats.nodes - self.nodes
        while outcome == kernel.PAUSED and limits.within(self.found) and not clock.is_over(stats.nodes):
            if end is not None and self.nodes >= end:
                return False
            most = _SLICE if limits.solutions is None else limits.solutions - self.found
            more, outcome = kernel.count(self._tables, self._stack, min(most, 1 << 40), _budget(limits, stats))
            self.found += int(more)
            stats.nodes = before + self.nodes
            if outcome == kernel.FOUND:
                outcome = kernel.PAUSED
        return bool(outcome == kernel.EXHAUSTED)


class BatchSolver:
    """Solve many sub-problems of one problem: each with some of the first 64 items removed.

    Parameters
    ----------
    problem
        For a puzzle: every cell of the empty board is an item, and a board removes the blocked cells.
    size
        The most options that a solution can have: for a puzzle, its number of pieces.

    Raises
    ------
    InputError
        If more than 32,767 options would not fit the result's type.
    """

    def __init__(self, problem: ExactCover, size: int) -> None:
        if len(problem.options) > np.iinfo(np.int16).max:
            raise InputError(f"{len(problem.options)} options: a batch takes at most 32767")
        self._sets = OptionBitsets(problem)
        # Slot -1 of the order maps "unused" to itself.
        self._order = np.array([*self._sets.order, -1], np.int16)
        self._size = size
        self._local = threading.local()

    @cached_property
    def _packed(self) -> Tables:
        return self._sets.tables.pack()

    @cached_property
    def _remainders(self) -> Remainders | None:
        return Remainders(self._sets.problem) if Remainders.fits(self._sets.problem) else None

    @property
    def _stack(self) -> Stack:
        """A stack for each thread, made once."""
        if not hasattr(self._local, "stack"):
            self._local.stack = self._sets.tables.new_stack()
        stack: Stack = self._local.stack
        return stack

    def counts(self, removed: NDArray[np.uint64], most: int | None = None) -> NDArray[np.uint64]:
        """Return the number of solutions for each mask of removed items.

        Parameters
        ----------
        removed
            Shape (n,), bit ``i`` for item ``i``.
        most
            Stop at so many: 1 tells only whether there is one.

        Returns
        -------
        ndarray
            uint64 of shape (n,).

        Raises
        ------
        SolverError
            If a sub-problem has more solutions than the type can hold.
        """
        removed = self._within(removed)
        if most is None and self._remainders and jit.available():
            if not hasattr(self._local, "memory"):
                self._local.memory = new_memory(self._remainders)
            found, known = count_boards(self._remainders, removed, _SLICE, self._local.memory)
            for place in np.flatnonzero(~known).tolist():
                found[place] = self._count_alone(int(removed[place]))
            return found
        found = np.zeros(len(removed), np.uint64)
        if jit.available():
            from solver.exact_cover.kernels import search_kernel as kernel

            tables, stack = self._packed, self._sets.tables.new_stack()
            place, fresh = 0, True
            # In slices, so that an interruption is noticed.
            while place < len(removed):
                place, fresh = kernel.count_each(
                    tables, stack, removed, 1 << 62 if most is None else most, place, fresh, _SLICE, found
                )
        else:
            for place, mask in enumerate(removed.tolist()):
                found[place] = sum(1 for _ in python_bits(self._sets, Limits(most), SearchStats(), mask))
        return found

    def _count_alone(self, removed: int) -> int:
        problem = self._sets.problem
        number = Bitmask().count(problem.without(n for n in range(len(problem.items)) if removed >> n & 1)).solutions
        if number >> 64:
            raise SolverError(f"{number:,} solutions are more than a batch can count: count this one alone")
        return number

    def _within(self, removed: NDArray[np.uint64]) -> NDArray[np.uint64]:
        """Drop the bits beyond the items, which would be read beyond the tables."""
        items = min(64, len(self._sets.problem.items))
        return np.ascontiguousarray(removed, np.uint64) & np.uint64((1 << items) - 1)

    def first_solutions(self, removed: NDArray[np.uint64]) -> NDArray[np.int16]:
        """Return one solution for each mask of removed items.

        Parameters
        ----------
        removed
            Shape (n,), bit ``i`` for item ``i``; at least one primary item must stay.

        Returns
        -------
        ndarray
            int16 of shape (n, size): option indices of the problem in search
            order, filled up with -1; a row that starts with -1 has no solution.
        """
        removed = self._within(removed)
        found = np.empty((len(removed), self._size), np.int16)
        if jit.available():
            _FIRST_SOLUTIONS(len(removed), self._size, removed, found, *self._packed, *self._stack)
        else:
            for row, mask in zip(found, removed.tolist(), strict=True):
                bits = next(python_bits(self._sets, Limits(1), SearchStats(), mask), ())
                row[: len(bits)], row[len(bits) :] = bits, -1
        return self._order[found]


def _budget(limits: Limits, stats: SearchStats) -> int:
    return _SLICE if limits.nodes is None else min(_SLICE, limits.nodes - stats.nodes)


def _started(sets: OptionBitsets) -> tuple[Tables, Stack]:
    from solver.exact_cover.kernels import search_kernel as kernel

    tables, stack = sets.tables.pack(), sets.tables.new_stack()
    kernel.start(tables, stack, np.uint64(0))
    return tables, stack


def _compiled_search(sets: OptionBitsets, limits: Limits, stats: SearchStats) -> Generator[Solution, None, Status]:
    from solver.exact_cover.kernels import search_kernel as kernel

    clock = Clock(limits)
    tables, stack = _started(sets)
    found = 0
    while limits.within(found):
        # After a last solution the search may end without another node, so it goes on without a budget.
        is_over = clock.is_over(stats.nodes)
        outcome = kernel.advance(tables, stack, 0 if is_over else _budget(limits, stats))
        stats.nodes = int(stack[5][2])
        if outcome == kernel.EXHAUSTED:
            return Status.SOLVED if found else Status.UNSOLVABLE
        if outcome == kernel.FOUND:
            found += 1
            yield tuple(sorted(sets.order[bit] for bit in stack[4][: stack[5][3]]))
        elif is_over:
            return Status.UNKNOWN
    return Status.LIMIT
