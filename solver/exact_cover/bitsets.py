"""An exact cover problem as bitsets of options, the form in which ``bitmask`` searches; and that search in Python.

The state of the search is the set of options that are still possible. Choosing an option is one AND
with the set of options that it leaves; how many options an item has left is one AND and a population
count. Items without options are seen at once, so a board is often proved unsolvable
after a handful of nodes.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass

from solver.exact_cover.backend import Clock
from solver.exact_cover.problem import ExactCover, Limits, SearchStats, Solution, Status


class OptionBitsets:
    """Bitsets over the options of a problem, bit ``n`` for the ``n``-th option in search order.

    Options are put in order of their first item, ties as they come, so that the options of one cell lie in
    few words; the options that the problem lists first are tried first.
    """

    def __init__(self, problem: ExactCover) -> None:
        self.problem = problem
        self.order: list[int] = sorted(range(len(problem.options)), key=lambda n: problem.options[n][0])
        self.options: list[tuple[int, ...]] = [problem.options[n] for n in self.order]
        self.covering: list[int] = [0] * len(problem.items)
        for bit, option in enumerate(self.options):
            for item in option:
                self.covering[item] |= 1 << bit
        self.all: int = (1 << len(self.options)) - 1
        self.unit: list[bool] = [multiplicity == 1 for multiplicity in problem.multiplicities]
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
