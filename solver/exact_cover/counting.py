"""Count the solutions of one problem by its remainders, or of many sub-problems, within limits."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from solver.exact_cover.backend import Clock
from solver.exact_cover.remainders import Outcome, PythonCount, Remainders
from solver.exact_cover.result import Limits, SearchStats
from solver.runs import jit

_FIRST_STATES, _FIRST_BITS, _MOST_BITS = 1 << 17, 14, 22
"""A board of the Genius Square has 18,000 remainders on average; 2**14 of them fit the processor's cache."""

_SHARED_BITS = 16
"""Of the table that many boards share."""

Memory = tuple[Any, Any]
"""A stack and a table, for one thread."""


def count_remainders(
    remainders: Remainders, turn: int, limits: Limits, clock: Clock, stats: SearchStats, pace: int
) -> int | None:
    """Count the solutions, in so many states at most as are allowed in this turn; each turn has four times more.

    Parameters
    ----------
    turn
        From 0.
    stats
        Its nodes grow by the states.
    pace
        States between two looks at the clock.

    Returns
    -------
    int or None
        ``None`` where states or time ran out.
    """
    bits, end = min(_FIRST_BITS + 2 * turn, _MOST_BITS), stats.nodes + (_FIRST_STATES << 2 * turn)
    count = CompiledCount(remainders, bits) if jit.available() else PythonCount(remainders, bits)
    before = stats.nodes
    count.start(remainders.full)
    while True:
        stats.nodes = before + count.nodes
        # After a last state the count may end without another, so it goes on without a budget.
        is_over = stats.nodes >= end or clock.is_over(stats.nodes)
        left = end if limits.nodes is None else min(end, limits.nodes)
        outcome = count.advance(0 if is_over else min(pace, left - stats.nodes))
        if outcome is Outcome.OVERFLOW:
            # What the compiled count took is a cost too.
            before += count.nodes
            end += count.nodes
            count = PythonCount(remainders, bits)
            count.start(remainders.full)
        elif outcome is Outcome.DONE:
            stats.nodes = before + count.nodes
            return count.total
        elif is_over:
            return None


class CompiledCount:
    """The compiled twin of :class:`solver.exact_cover.remainders.PythonCount`."""

    def __init__(self, remainders: Remainders, bits: int) -> None:
        from solver.exact_cover import remainders_kernel as kernel

        self._kernel = kernel
        self._arrays = remainders.arrays
        self._stack = kernel.new_stack(remainders)
        self._table = kernel.new_table(bits)

    @property
    def nodes(self) -> int:
        """The states so far."""
        return int(self._stack[6][1])

    @property
    def total(self) -> int:
        """The number of solutions, when done."""
        return int(self._stack[5][0])

    def start(self, word: int) -> None:
        """Begin with a remainder."""
        self._kernel.start(self._arrays, self._stack, np.uint64(word))

    def advance(self, budget: int) -> Outcome:
        """Go on for so many states at most."""
        return Outcome(self._kernel.advance(self._arrays, self._stack, self._table, budget))


def new_memory(remainders: Remainders) -> Memory:
    """Return what :func:`count_boards` works in: the more boards it has counted, the more remainders it knows."""
    from solver.exact_cover import remainders_kernel as kernel

    return kernel.new_stack(remainders), kernel.new_table(_SHARED_BITS)


def count_boards(
    remainders: Remainders, removed: NDArray[np.uint64], pace: int, memory: Memory
) -> tuple[NDArray[np.uint64], NDArray[np.bool_]]:
    """Count the solutions of many sub-problems, compiled; they share what their remainders have in common.

    Parameters
    ----------
    removed
        Shape (n,), bit ``i`` for a removed item ``i``.
    pace
        States between two moments at which an interruption is noticed.
    memory
        Of the same remainders.

    Returns
    -------
    counts
        uint64 of shape (n,).
    known
        bool of shape (n,): false where the states allowed for one sub-problem did not do.
    """
    from solver.exact_cover import remainders_kernel as kernel

    words = np.full(len(removed), remainders.full, np.uint64)
    gone_somewhere = int(np.bitwise_or.reduce(removed, initial=np.uint64(0)))
    for item, (shift, width) in enumerate(remainders.fields):
        if not gone_somewhere >> item & 1:
            continue
        field = np.uint64((1 << width) - 1 << shift)
        words &= np.where(removed >> np.uint64(item) & np.uint64(1), ~field, ~np.uint64(0))
    # Neighbours in this order have the same last items, and so remainders in common.
    order = np.argsort(words, kind="stable")
    words = words[order]
    stack, table = memory
    found = np.zeros((len(words), 2), np.uint64)
    place = 0
    while place < len(words):
        place = kernel.count_each(remainders.arrays, stack, table, words, place, _FIRST_STATES, pace, found)
    counts = np.zeros((len(words), 2), np.uint64)
    counts[order] = found
    return counts[:, 0], counts[:, 1] != 0
