"""Counting by remainders: the items left to cover determine the number of completions, so they are searched once.

The first open item is covered first, so that different choices often leave the same items; fewest options first
would search fewer nodes and meet fewer of them again. The number of solutions of a remainder is kept in a table of
fixed size, where a newer one takes the place of an older one with the same hash. The idea is that of Nishino,
Yasuda, Minato and Nagata, "Dancing with Decision Diagrams" (AAAI 2017), without the diagram.

A remainder is one word of 64 bits: a bit for each item of multiplicity 1, for any other item a count with a guard bit
above it, which a subtraction below zero would clear.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solver.exact_cover.backend import Clock
from solver.exact_cover.bitset_tables import option_words, trial_boards, trial_problem
from solver.exact_cover.problem import ExactCover, Limits, SearchStats
from solver.runs import jit
from solver.runs.jit import Kernel, ObjectCode

DONE, PAUSED, OVERFLOW = 0, 1, 2
"""How a step of a count ended: the last, with more solutions than the 2**64 - 1 that the compiled count can hold."""

WORD = 64
HASH = 0x9E3779B97F4A7C15
"""2**64 over the golden ratio: its products differ in the high bits, which index the table."""

_FIRST_STATES, _FIRST_BITS, _MOST_BITS = 1 << 17, 14, 22
"""A board of the Genius Square has 18,000 remainders on average; 2**14 of them fit the processor's cache."""

_SHARED_BITS = 16
"""Bits of the index of the table that many boards share."""

Arrays = tuple[NDArray[Any], ...]

Memory = tuple[Arrays, Arrays]
"""A stack and a table, for one thread: see :func:`new_stack` and :func:`new_table`."""


class Remainders:
    """A problem whose remainders fit into one word, see :meth:`fits`.

    Items stand in the order: primary ones of multiplicity 1, as the problem lists them, then the other primary
    ones, then the secondary ones.
    """

    def __init__(self, problem: ExactCover) -> None:
        self.fields: list[tuple[int, int]] = _fields(problem)
        times = problem.multiplicities
        primary = [item for item in range(problem.primary) if times[item] == 1]
        self.first: int = (1 << len(primary)) - 1
        """The primary items of multiplicity 1: the lowest bits."""
        self.units: int = 0
        self.guards: int = 0
        self.needed: int = 0
        self.full: int = 0
        for item, (shift, width) in enumerate(self.fields):
            if times[item] == 1:
                self.units |= 1 << shift
            else:
                self.guards |= 1 << shift + width
            if item < problem.primary:
                self.needed |= (1 << width) - 1 << shift
            self.full |= times[item] << shift
        self.full |= self.guards
        self.words: NDArray[np.uint64]
        if self.guards:
            words = [sum(1 << self.fields[item][0] for item in option) for option in problem.options]
            self.words = np.array(sorted(words, key=_lowest), np.uint64)
            """The options, in the order of their first items."""
        else:
            self.words, _ = option_words(problem)
        lowest = np.bitwise_count((self.words & (~self.words + np.uint64(1))) - np.uint64(1))
        self.starts: NDArray[np.int64] = np.searchsorted(lowest, np.arange(len(primary) + 1)).astype(np.int64)
        """Where the options of each first item begin, and past the end."""

    @staticmethod
    def fits(problem: ExactCover) -> bool:
        """Tell whether each option holds a primary item of multiplicity 1, and the remainders fit into a word."""
        if max(problem.multiplicities, default=1) == 1:
            return len(problem.items) <= WORD
        held = all(
            any(item < problem.primary and problem.multiplicities[item] == 1 for item in option)
            for option in problem.options
        )
        return held and sum(_width(times) for times in problem.multiplicities) <= WORD

    def without(self, removed: int) -> int:
        """Return the word of the problem without some items, bit ``i`` for item ``i``."""
        word = self.full
        for item, (shift, width) in enumerate(self.fields):
            if removed >> item & 1:
                word &= ~((1 << width) - 1 << shift)
        return word

    @cached_property
    def arrays(self) -> Arrays:
        """Arguments of the compiled count: options, starts, and masks of units, guards, first items and needed."""
        return self.words, self.starts, np.array([self.units, self.guards, self.first, self.needed], np.uint64)


def _width(times: int) -> int:
    return 1 if times == 1 else times.bit_length() + 1


def _lowest(word: int) -> int:
    return (word & -word).bit_length() - 1


def _fields(problem: ExactCover) -> list[tuple[int, int]]:
    """Return the shift of each item's field and its width, without the guard."""
    fields = [(0, 0)] * len(problem.items)
    shift = 0
    for item in sorted(
        range(len(fields)), key=lambda item: (item >= problem.primary, problem.multiplicities[item] > 1)
    ):
        times = problem.multiplicities[item]
        fields[item] = (shift, times.bit_length())
        shift += _width(times)
    return fields


class PythonCount:
    """Counts as the compiled kernel does, state for state, on Python's integers of any size."""

    def __init__(self, remainders: Remainders, bits: int) -> None:
        self._of = remainders
        self._options, self._starts = remainders.words.tolist(), remainders.starts.tolist()
        self._shift = WORD - bits
        self._table: dict[int, tuple[int, int]] = {}
        self.nodes: int = 0
        self.total: int = 0
        self._levels: list[list[Any]] = []

    def start(self, word: int) -> None:
        """Begin with a remainder."""
        self.nodes += 1
        self.total = 0 if word & self._of.needed else 1
        self._levels = []
        if word & self._of.first:
            self._push(word)

    def _push(self, word: int) -> None:
        first = _lowest(word)
        self._levels.append([word, self._starts[first], self._starts[first + 1], 0])

    def _place(self, word: int) -> int:
        return (word * HASH & (1 << WORD) - 1) >> self._shift

    def advance(self, budget: int) -> int:
        """Count on for at most ``budget`` states; ``total`` is the answer when done."""
        of, table, levels = self._of, self._table, self._levels
        end = self.nodes + budget
        while levels:
            level = levels[-1]
            word = level[0]
            pushed = False
            for at in range(level[1], level[2]):
                option = self._options[at]
                left = word - option
                if option & ~word & of.units or ~left & of.guards:
                    continue
                if not left & of.first:
                    level[3] += not left & of.needed
                    continue
                key, number = table.get(self._place(left), (0, 0))
                if key == left:
                    level[3] += number
                    continue
                if self.nodes == end:
                    level[1] = at
                    return PAUSED
                level[1] = at + 1
                self.nodes += 1
                self._push(left)
                pushed = True
                break
            if not pushed:
                levels.pop()
                table[self._place(word)] = (word, level[3])
                if levels:
                    levels[-1][3] += level[3]
                else:
                    self.total = level[3]
        return DONE


def count_remainders(
    remainders: Remainders, turn: int, limits: Limits, clock: Clock, stats: SearchStats, pace: int
) -> int | None:
    """Count the solutions, or return ``None`` where the states of this turn, four times those of the last, ran out."""
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
        if outcome == OVERFLOW:
            # The states of the compiled count are a cost too.
            before += count.nodes
            end += count.nodes
            count = PythonCount(remainders, bits)
            count.start(remainders.full)
        elif outcome == DONE:
            stats.nodes = before + count.nodes
            return count.total
        elif is_over:
            return None


def new_stack(arrays: Arrays) -> Arrays:
    """Return a stack: the options that fit, words, places, ends and totals of each level, and the cursor.

    The cursor holds the depth, the states so far, the place of the next remainder, and how the last one ended.
    """
    options, starts = arrays[:2]
    # Each level covers one of the first items.
    levels = starts.size + 1
    return (
        np.zeros(max(1, options.size), np.uint64),
        np.zeros(starts.size, np.int64),
        np.zeros(levels, np.uint64),
        np.zeros(levels, np.int64),
        np.zeros(levels, np.int64),
        np.zeros(levels, np.uint64),
        np.zeros(4, np.int64),
    )


def new_table(bits: int) -> Arrays:
    """Return an empty table of ``2**bits`` remainders (0 is none) and their numbers of solutions."""
    return np.zeros(1 << bits, np.uint64), np.zeros(1 << bits, np.uint64)


class CompiledCount:
    """The compiled twin of :class:`PythonCount`."""

    def __init__(self, remainders: Remainders, bits: int) -> None:
        self._arrays = remainders.arrays
        self._stack, self._table, self._shift = new_stack(remainders.arrays), new_table(bits), WORD - bits
        self._word, self._number = np.zeros(1, np.uint64), np.zeros((1, 2), np.uint64)
        self._is_new = False

    @property
    def nodes(self) -> int:
        """The states so far."""
        # The remainder that it begins with is a state before the kernel has seen it.
        return int(self._stack[6][1]) + self._is_new

    @property
    def total(self) -> int:
        """The number of solutions, when done."""
        return int(self._stack[5][0])

    def start(self, word: int) -> None:
        """Begin with a remainder."""
        self._word[0], self._is_new = word, True

    def advance(self, budget: int) -> int:
        """Count on for at most ``budget`` states."""
        numbers = self._arrays[1].size - 1, 1, 0, self._is_new, budget, 1, self._shift
        COUNT_EACH(*numbers, self._word, self._number, self._arrays, self._stack, self._table)
        self._is_new = False
        return int(self._stack[6][3])


def new_memory(remainders: Remainders) -> Memory:
    """Return the memory of :func:`count_boards`: each board that is counted adds remainders to its table."""
    return new_stack(remainders.arrays), new_table(_SHARED_BITS)


def count_boards(
    remainders: Remainders, removed: NDArray[np.uint64], pace: int, memory: Memory, kernel: Kernel | None = None
) -> tuple[NDArray[np.uint64], NDArray[np.bool_]]:
    """Count the solutions of many sub-problems, compiled; they share a table of remainders.

    ``removed`` has a mask for each, bit ``i`` for a removed item ``i``. The answer is the counts, uint64 of shape (n,),
    and bool of that shape: false where the states allowed for one sub-problem did not suffice.
    """
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
        numbers = remainders.starts.size - 1, len(words), place, True, _FIRST_STATES, pace, WORD - _SHARED_BITS
        (kernel or COUNT_EACH)(*numbers, words, found, remainders.arrays, stack, table)
        place = int(stack[6][2])
    counts = np.zeros((len(words), 2), np.uint64)
    counts[order] = found
    return counts[:, 0], counts[:, 1] != 0


def _counts(kernel: Kernel) -> bool:
    """Tell whether a kernel counts the tilings of the trial boards, one of which has none, as Python does."""
    remainders, boards = Remainders(trial_problem()), trial_boards()
    count = PythonCount(remainders, _SHARED_BITS)
    expected = []
    for mask in boards.tolist():
        count.start(remainders.without(mask))
        count.advance(_FIRST_STATES)
        expected.append(count.total)
    found, known = count_boards(remainders, boards, _FIRST_STATES, new_memory(remainders), kernel)
    return expected[0] > 0 == expected[1] and bool(known.all()) and found.tolist() == expected


COUNT_EACH = ObjectCode(
    "solver.exact_cover.kernels.remainders_kernel",
    "count_each",
    "int64 int64 int64 int64 int64 int64 int64 uint64* uint64* (uint64* int64* uint64*) "
    "(uint64* int64* uint64* int64* int64* uint64* int64*) (uint64* uint64*)",
    _counts,
)
