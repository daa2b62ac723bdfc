"""An exact cover problem as bitsets of options, the form in which ``bitmask`` searches; and that search in Python.

The state of the search is the set of options that are still possible. Choosing an option is one AND
with the set of options that it leaves; how many options an item has left is one AND and a population
count. Items whose options have run out are seen at once, so a board is often proved unsolvable
after a handful of nodes.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solver.exact_cover.backend import Clock
from solver.exact_cover.problem import ExactCover, Solution
from solver.exact_cover.result import Limits, SearchStats, Status

Words = NDArray[np.uint64]

Tables = tuple[NDArray[Any], ...]
"""What :meth:`KernelTables.pack` makes."""

Stack = tuple[NDArray[Any], ...]
"""What :meth:`KernelTables.new_stack` makes."""

_BITS = np.uint64(1) << np.arange(64, dtype=np.uint64)


class OptionBitsets:
    """Bitsets over the options of a problem, bit ``n`` for the ``n``-th option in search order.

    Options are put in order of their first item, ties as they come, so that the options of one cell lie in
    few words; the options that the problem lists first are tried first.
    """

    def __init__(self, problem: ExactCover) -> None:
        self.problem = problem
        self.order = sorted(range(len(problem.options)), key=lambda n: problem.options[n][0])
        self.options = [problem.options[n] for n in self.order]
        self.covering = [0] * len(problem.items)
        for bit, option in enumerate(self.options):
            for item in option:
                self.covering[item] |= 1 << bit
        self.all = (1 << len(self.options)) - 1
        self.unit = [multiplicity == 1 for multiplicity in problem.multiplicities]
        self._keeping: dict[int, int] = {}

    def keeping(self, bit: int) -> int:
        """Return the options that remain possible beside an option, repeated items left aside."""
        if bit in self._keeping:
            return self._keeping[bit]
        clashing = 1 << bit
        for item in self.options[bit]:
            if self.unit[item]:
                clashing |= self.covering[item]
        self._keeping[bit] = self.all & ~clashing
        return self._keeping[bit]

    @cached_property
    def tables(self) -> KernelTables:
        """The same as arrays, for the compiled kernel."""
        return _tables(self)


@dataclass(frozen=True, slots=True)
class KernelTables:
    """Arrays of :class:`OptionBitsets` with W words for the options and V words for the items.

    Every array is C-contiguous. ``repeated`` lists the items whose multiplicity is above 1, first the
    primary ones; slots of ``repeated_in`` that are not used hold -1.
    """

    everything: Words
    """(W,): all options."""
    covering: Words
    """(items, W): the options that hold an item."""
    first_word: NDArray[np.int64]
    """(items,): first word of ``covering`` that is not zero."""
    end_word: NDArray[np.int64]
    """(items,): one past the last such word."""
    keeping: Words
    """(options, W): the options that remain beside an option."""
    needed: Words
    """(V,): the primary items of multiplicity 1."""
    holds: Words
    """(options, V): the items of an option."""
    repeated: NDArray[np.int64]
    """(M,): the items of multiplicity above 1."""
    times: NDArray[np.int64]
    """(M,): their multiplicities."""
    repeated_primary: int
    """How many of them are primary."""
    repeated_in: NDArray[np.int64]
    """(options, R): the positions in ``repeated`` of the items of an option."""
    depth: int
    """The most options that a solution can have."""

    def pack(self) -> Tables:
        """Return the flat arrays that the kernel takes; the last holds W, V, M, the primary ones among M, and R."""
        sizes = (self.everything.size, self.needed.size, self.repeated.size, self.repeated_primary)
        return (
            self.everything,
            self.covering.ravel(),
            self.first_word,
            self.end_word,
            self.keeping.ravel(),
            self.needed,
            self.holds.ravel(),
            self.repeated,
            self.times,
            self.repeated_in.ravel(),
            np.array([*sizes, self.repeated_in.shape[1]], np.int64),
        )

    def new_stack(self) -> Stack:
        """Return a stack: possible options, untried branches, needed items, counts, choices and the cursor.

        All but the cursor have room for each level. The cursor holds the depth, whether the node is new, the nodes so
        far, and the size of the last solution.
        """
        levels = self.depth + 2
        return (
            np.zeros(levels * self.everything.size, np.uint64),
            np.zeros(levels * self.everything.size, np.uint64),
            np.zeros(levels * self.needed.size, np.uint64),
            np.zeros(levels * self.repeated.size, np.int64),
            np.zeros(levels, np.int64),
            np.zeros(4, np.int64),
        )


def words(bits: int, count: int) -> Words:
    """Split an integer into ``count`` little-endian 64-bit words."""
    return np.frombuffer(bits.to_bytes(8 * count, "little"), dtype="<u8").astype(np.uint64)


def option_words(problem: ExactCover) -> tuple[Words, NDArray[np.int64]]:
    """Return the options in search order, bit ``i`` for item ``i`` of 64 at most, and which option each is."""
    if not problem.options:
        return np.zeros(0, np.uint64), np.zeros(0, np.int64)
    # Items and lengths are small: as bytes they are arrays sooner than as numbers.
    lengths = np.frombuffer(bytes(map(len, problem.options)), np.uint8)
    items = np.frombuffer(bytes(chain.from_iterable(problem.options)), np.uint8)
    begins = np.cumsum(lengths, dtype=np.int64) - lengths
    order = np.argsort(items[begins], kind="stable")
    return np.bitwise_or.reduceat(_BITS[items], begins)[order], order


def _packed(rows: NDArray[np.bool_], count: int) -> Words:
    """Pack rows of bits into ``count`` little-endian 64-bit words each."""
    packed = np.zeros((len(rows), 8 * count), np.uint8)
    some = np.packbits(rows, axis=1, bitorder="little")
    packed[:, : some.shape[1]] = some
    return packed.view("<u8").astype(np.uint64)


def _tables(sets: OptionBitsets) -> KernelTables:
    problem = sets.problem
    width = max(1, -(-len(sets.options) // 64))
    item_width = max(1, -(-len(problem.items) // 64))
    held = np.zeros((len(sets.options), len(problem.items)), np.bool_)
    lengths = [len(items) for items in sets.options]
    held[np.repeat(np.arange(len(lengths)), lengths), np.fromiter(chain(*sets.options), np.int64, sum(lengths))] = True
    # Two options clash when they share an item of multiplicity 1.
    clashing = np.eye(len(sets.options), dtype=np.bool_)
    for word in _packed(held & np.array(sets.unit, np.bool_), item_width).T:
        clashing |= (word[:, None] & word) != 0
    covering = _packed(held.T, width)
    keeping = _packed(~clashing, width)
    holds = _packed(held, item_width)
    used = covering != 0
    # argmax finds the first word in use; an item without options keeps an empty range.
    first = np.where(used.any(axis=1), used.argmax(axis=1), 0)
    end = np.where(used.any(axis=1), width - used[:, ::-1].argmax(axis=1), 0)
    repeated = [item for item, unit in enumerate(sets.unit) if not unit]
    position = {item: n for n, item in enumerate(repeated)}
    most = max((sum(item in position for item in option) for option in sets.options), default=0)
    repeated_in = np.full((len(sets.options), max(1, most)), -1, np.int64)
    for option, items in enumerate(sets.options):
        for slot, item in enumerate(item for item in items if item in position):
            repeated_in[option, slot] = position[item]
    needed = sum(1 << item for item in range(problem.primary) if sets.unit[item])
    return KernelTables(
        everything=words(sets.all, width),
        covering=covering,
        first_word=first.astype(np.int64),
        end_word=end.astype(np.int64),
        keeping=keeping,
        needed=words(needed, item_width),
        holds=holds,
        repeated=np.array(repeated, np.int64),
        times=np.array([problem.multiplicities[item] for item in repeated], np.int64),
        repeated_primary=sum(item < problem.primary for item in repeated),
        repeated_in=repeated_in,
        depth=sum(problem.multiplicities[: problem.primary]),
    )


def python_search(sets: OptionBitsets, limits: Limits, stats: SearchStats) -> Generator[Solution, None, Status]:
    """Yield the solutions of a problem, as options of the problem."""
    steps = python_bits(sets, limits, stats)
    while True:
        try:
            bits = next(steps)
        except StopIteration as stop:
            status: Status = stop.value
            return status
        yield tuple(sorted(sets.order[bit] for bit in bits))


@dataclass(slots=True)
class _Frame:
    """One level of the search in Python; ``branch`` is ``None`` until its item is chosen."""

    possible: int
    needed: list[int]
    left: dict[int, int]
    branch: int | None = None

    def choose(self, sets: OptionBitsets) -> tuple[int, int] | None:
        """Return the item with the least freedom, and its freedom; ``None`` if no item is open."""
        least, item = 1 << 40, -1
        for i in self.needed:
            freedom = (self.possible & sets.covering[i]).bit_count()
            if freedom < least:
                least, item = freedom, i
                if not freedom:
                    return i, 0
        for i, times in self.left.items():
            if times and i < sets.problem.primary:
                freedom = max(0, (self.possible & sets.covering[i]).bit_count() + 1 - times)
                if freedom < least:
                    least, item = freedom, i
        return None if item < 0 else (item, least)

    def take(self, sets: OptionBitsets) -> tuple[int, _Frame] | None:
        """Take the next option of the branch, and exclude it here; return it and the level below."""
        if not self.branch:
            return None
        bit = self.branch & -self.branch
        option = bit.bit_length() - 1
        self.branch ^= bit
        self.possible ^= bit
        held = sets.options[option]
        possible, left = self.possible & sets.keeping(option), self.left
        repeated = [i for i in held if i in left]
        if repeated:
            left = dict(left)
            for i in repeated:
                left[i] -= 1
                if not left[i]:
                    possible &= ~sets.covering[i]
        return option, _Frame(possible, [i for i in self.needed if i not in held], left)


def python_bits(
    sets: OptionBitsets, limits: Limits, stats: SearchStats, removed: int = 0, clock: Clock | None = None
) -> Generator[tuple[int, ...], None, Status]:
    """Search as :func:`solver.exact_cover.kernels.search_kernel.advance` does, node for node, on Python's integers."""
    found, possible = 0, sets.all
    clock = clock or Clock(limits)
    if not limits.within(found):
        return Status.LIMIT
    problem, kept = sets.problem, [not removed >> item & 1 for item in range(len(sets.covering))]
    for item, covering in enumerate(sets.covering):
        if not kept[item]:
            possible &= ~covering
    units = [i for i in range(problem.primary) if sets.unit[i] and kept[i]]
    stack = [_Frame(possible, units, {i: m for i, m in enumerate(problem.multiplicities) if m > 1 and kept[i]})]
    chosen: list[int] = []
    while stack:
        frame = stack[-1]
        if frame.branch is None:
            if clock.is_over(stats.nodes):
                return Status.UNKNOWN
            stats.nodes += 1
            choice = frame.choose(sets)
            if choice is None:
                found += 1
                yield tuple(chosen)
                if not limits.within(found):
                    return Status.LIMIT
            frame.branch = frame.possible & sets.covering[choice[0]] if choice and choice[1] else 0
        taken = frame.take(sets)
        if taken:
            chosen.append(taken[0])
            stack.append(taken[1])
        else:
            stack.pop()
            del chosen[max(0, len(stack) - 1) :]
    return Status.SOLVED if found else Status.UNSOLVABLE
