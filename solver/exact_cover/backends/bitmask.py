"""The fast backend: depth-first search on 64-bit masks, compiled where numba is available."""

from __future__ import annotations

import itertools
import sys
from collections.abc import Generator
from functools import partial
from typing import TYPE_CHECKING

from solver.exact_cover.backend import NO_LIMITS, Backend, Clock, counted
from solver.exact_cover.bitsets import OptionBitsets, python_bits, python_search
from solver.exact_cover.problem import Count, ExactCover, Limits, Result, SearchStats, Solution, SolutionStream, Status
from solver.runs import jit

if TYPE_CHECKING:
    from solver.exact_cover.bitset_tables import Stack, Tables

_SLICE = 200_000
"""Nodes between two looks at the clock: a few hundredths of a second."""

_WORD = 64
"""Items that fit into one word."""

_KERNEL, _MANY = "solver.exact_cover.kernels.search_kernel", 50
"""The module that imports numba, and the number of easy problems beyond which the import pays."""

_SEARCH_TURN = 1 << 17
"""Nodes of the search in its first turn of a count."""

_WORTH_COMPILING = 5_000
"""Nodes that plain Python searches in less time than it takes to import numba."""


class Bitmask(Backend):
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
        # Once numba is imported, or many problems pay for it, to begin in plain Python gains nothing.
        is_worth_it = _KERNEL in sys.modules or self._asked > _MANY
        if not is_worth_it and (limits.nodes is None or limits.nodes > _WORTH_COMPILING):
            quick = python_search(OptionBitsets(problem), Limits(1, _WORTH_COMPILING, limits.seconds), stats)
            try:
                return Result(Status.SOLVED, next(quick), stats)
            except StopIteration as stop:
                if stop.value is Status.UNSOLVABLE:
                    return Result(Status.UNSOLVABLE, None, stats)
        if len(problem.items) > _WORD or max(problem.multiplicities, default=1) > 1:
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
        from solver.exact_cover.remainders import Remainders, count_remainders

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
    from solver.exact_cover.bitset_tables import option_words
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
    """Count by the search alone; its nodes are added to those in ``stats``."""
    if not jit.available():
        return counted(SolutionStream(partial(python_bits, clock=clock), OptionBitsets(problem), limits, stats=stats))
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
        """Search on to ``end`` nodes in all; tell whether all solutions are counted."""
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


def _budget(limits: Limits, stats: SearchStats) -> int:
    return _SLICE if limits.nodes is None else min(_SLICE, limits.nodes - stats.nodes)


def _started(sets: OptionBitsets) -> tuple[Tables, Stack]:
    import numpy as np

    from solver.exact_cover.bitset_tables import new_stack, tables_of
    from solver.exact_cover.kernels import search_kernel as kernel

    tables = tables_of(sets)
    stack = new_stack(tables)
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
