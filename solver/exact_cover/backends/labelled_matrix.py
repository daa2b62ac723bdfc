"""Goralczyk's labelled matrices: all solutions at once, a layer for each piece."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from solver.errors import InputError
from solver.exact_cover.backend import NO_LIMITS, Backend, Clock
from solver.exact_cover.problem import Count, ExactCover, Limits, SearchStats, Solution, Status

Words = NDArray[np.uint64]

NONE = -1
"""The option of a partial solution that passes to the next layer unchanged."""


class LabelledMatrix(Backend):
    """Breadth first: every option of a layer is added to every partial solution that it fits.

    A layer is a *series*, the options of one primary item: for a puzzle, all placements of a piece. The published
    method keeps each partial solution as a matrix, whose numbers (labels) tell the pieces. Here partial solutions that
    cover the same items are one, and the labels are links to the layer before: to which partial solution, with which
    option. A count needs no links, only in how many ways each arises. One more thing is new: a partial solution goes
    when it leaves a primary item open that no later layer holds. Solutions are there when the last layer is made, so
    the first one costs as much as all.

    The order of the layers decides the cost. Partial solutions of the example board (4,238 tilings), by ``layers``:
    pieces 1 to 9 as published 4,615,869; fewest placements first 660,113; the rule, largest pieces first and of these
    the fewest placements, 38,536; its 29 cells in order, which is another method, 33,340. That is 0.6 s and 115 MB as
    published, where Goralczyk reports 47 minutes, and 0.02 s and 1 MB by the rule.

    Parameters
    ----------
    layers
        Items whose series come first, in this order. Others follow by the rule: items that share no option, taken
        from the last item of the problem down (a puzzle's pieces, the columns of queens), with the largest options
        first and then the fewest; then whatever primary items are left, as they are listed.

    Attributes
    ----------
    most
        How many partial solutions are held at once, before equal ones become one, divided by the number of 64-bit words
        that the items fill; beyond it the status is ``UNKNOWN``. About 80 bytes each: 1.6 GB.

    References
    ----------
    Goralczyk (2024), section 3.4.
    """

    name = "labelled-matrix"
    most = 20_000_000

    def __init__(self, layers: Sequence[int] = ()) -> None:
        self._layers = tuple(layers)

    def search(self, problem: ExactCover, limits: Limits, stats: SearchStats) -> Generator[Solution, None, Status]:
        """Yield the solutions once all layers are made; the profile has the partial solutions made in each."""
        if not limits.within(0):
            return Status.LIMIT
        layers = _Layers(problem, self._layers, self.most, limits, stats)
        clock, found, steps = Clock(limits), 0, []
        for step in layers:
            steps.append(step)
            # These stay.
            layers.room -= len(step.option)
        if not layers.finished:
            return Status.UNKNOWN
        for solution in _listed(steps, layers.covered.shape[1]):
            # Whatever was made is within the limit of nodes.
            if clock.is_over(0):
                return Status.UNKNOWN
            found += 1
            yield solution
            if not limits.within(found):
                return Status.LIMIT
        return Status.SOLVED if found else Status.UNSOLVABLE

    def count(self, problem: ExactCover, limits: Limits = NO_LIMITS) -> Count:
        """Count the solutions without listing them."""
        stats = SearchStats()
        if not limits.within(0):
            return Count(Status.LIMIT, 0, stats)
        layers = _Layers(problem, self._layers, self.most, limits, stats)
        ways: NDArray[np.uint64] | NDArray[np.object_] = np.ones(layers.covered.shape[1], np.uint64)
        for step in layers:
            made = ways[step.parent]
            if made.dtype != object and made.sum(dtype=float) > 1 << 62:
                made = made.astype(object)
            ways = np.add.reduceat(made, step.first) if len(made) else made
        if not layers.finished:
            return Count(Status.UNKNOWN, 0, stats)
        found = sum(ways.tolist())
        if not limits.within(found):
            return Count(Status.LIMIT, limits.solutions or 0, stats)
        return Count(Status.SOLVED if found else Status.UNSOLVABLE, found, stats)


def series(problem: ExactCover, first: Sequence[int] = ()) -> list[tuple[int, tuple[int, ...]]]:
    """Return the layers: an item, and those of its options that no earlier layer holds.

    They begin with the items ``first``; :class:`LabelledMatrix` gives the order of the others.

    Raises :class:`InputError` if one of ``first`` is not a primary item.
    """
    for item in first:
        if not 0 <= item < problem.primary:
            raise InputError(f"layer {item} is not a primary item: name items from 0 to {problem.primary - 1}")
    holding: list[list[int]] = [[] for _ in problem.items]
    for number, option in enumerate(problem.options):
        for item in option:
            holding[item].append(number)
    held = {number for item in first for number in holding[item]}
    apart = []
    for item in reversed(range(problem.primary)):
        if holding[item] and held.isdisjoint(holding[item]):
            apart.append(item)
            held.update(holding[item])
    apart.sort(key=lambda item: (-max(len(problem.options[n]) for n in holding[item]), len(holding[item]), item))
    layers = []
    held.clear()
    for item in dict.fromkeys((*first, *apart, *range(problem.primary))):
        options = [number for number in holding[item] if number not in held]
        if options:
            held.update(options)
            layers.append((item, tuple(sorted(options, key=lambda number: (problem.options[number], number)))))
    return layers


@dataclass(frozen=True, slots=True)
class _Step:
    """The origins of the partial solutions of one step; equal ones stand together."""

    parent: NDArray[np.int32]
    """(made,): the partial solution of the step before."""
    option: NDArray[np.int32]
    """(made,): the option added to it."""
    first: NDArray[np.int64]
    """(partial solutions,): where each begins in the other two."""


class _Coding:
    """Partial solutions as words: a count for each item, as wide in bits as its multiplicity."""

    def __init__(self, problem: ExactCover) -> None:
        self._problem = problem
        self._place: list[tuple[int, int]] = []
        word, used = 0, 0
        for multiplicity in problem.multiplicities:
            if used + multiplicity.bit_length() > 64:
                word, used = word + 1, 0
            self._place.append((word, used))
            used += multiplicity.bit_length()
        self.words = word + 1

    def of(self, times: dict[int, int]) -> Words:
        """Return the words, shape (words, 1), that give some items their counts ``times``."""
        words = [0] * self.words
        for item, number in times.items():
            word, shift = self._place[item]
            words[word] |= number << shift
        return np.array(words, np.uint64)[:, None]

    def full(self, items: Sequence[int]) -> tuple[Words, Words]:
        """Return the bits of some items, and their values where each item is covered up to its multiplicity."""
        times = {item: self._problem.multiplicities[item] for item in items}
        return self.of({item: (1 << number.bit_length()) - 1 for item, number in times.items()}), self.of(times)

    def fits(self, option: int, covered: Words) -> NDArray[np.bool_]:
        """Tell which partial solutions an option can be added to."""
        fits = np.ones(covered.shape[1], np.bool_)
        items = self._problem.options[option]
        units = self.of({item: 1 for item in items if self._problem.multiplicities[item] == 1})
        for word, bits in zip(covered, units[:, 0], strict=True):
            if bits:
                fits &= (word & bits) == 0
        for item in items:
            if self._problem.multiplicities[item] > 1:
                bits, full = self.full([item])
                place = self._place[item][0]
                fits &= (covered[place] & bits[place]) != full[place]
        return fits


class _Layers(Iterator[_Step]):
    """Makes the layers one after the other, one option at a time where an item is covered more than once.

    Adding its options one at a time, each or not, gives every set of them once.
    """

    def __init__(
        self, problem: ExactCover, first: Sequence[int], most: int, limits: Limits, stats: SearchStats
    ) -> None:
        self._coding = _Coding(problem)
        self._options = problem.options
        self._limits, self._clock, self._stats = limits, Clock(limits), stats
        steps: list[tuple[int, tuple[int, ...]]] = []
        for layer, (item, options) in enumerate(series(problem, first), start=1):
            once = problem.multiplicities[item] == 1
            steps += [(layer, options)] if once else [(layer, (option,)) for option in options]
        last = {item: step for step, (_, options) in enumerate(steps) for n in options for item in problem.options[n]}
        closing: list[list[int]] = [[] for _ in steps]
        for item in range(problem.primary):
            if item in last:
                closing[last[item]].append(item)
        self._steps = [(*step, self._coding.full(items)) for step, items in zip(steps, closing, strict=True)]
        self._next = 0
        self.room = most // self._coding.words
        """How many partial solutions the next step may make."""
        self.finished = False
        """Whether all layers are made."""
        # The empty one; an item without options leaves none.
        start = int(all(item in last for item in range(problem.primary)))
        self.covered: Words = np.zeros((self._coding.words, start), np.uint64)
        """(words, partial solutions): the items that each covers."""
        if not self._clock.is_over(0):
            stats.nodes = 1
            stats.profile.append(1)

    def __next__(self) -> _Step:
        """Make a step; stop at the end, or where a limit is reached."""
        if self._stats.nodes == 0 or self._clock.is_over(self._stats.nodes - 1):
            raise StopIteration
        if self._next == len(self._steps) or not self.covered.size:
            self.finished = True
            raise StopIteration
        layer, options, closing = self._steps[self._next]
        self._next += 1
        if layer == len(self._stats.profile):
            self._stats.profile.append(0)
        parents, labels, made = [], [], []
        room = self.room
        for option in (NONE, *options):
            chunk = self._added(option, closing)
            if chunk is None or len(chunk[0]) > room:
                raise StopIteration
            room -= len(chunk[0])
            parents.append(chunk[0])
            labels.append(np.full(len(chunk[0]), option, np.int32))
            made.append(chunk[1])
        covered = np.concatenate(made, axis=1)
        # Large arrays are freed as early as possible.
        made.clear()
        # Stable, so that the order of solutions is the same on every machine.
        order = np.lexsort(covered) if len(covered) > 1 else covered[0].argsort(kind="stable")
        covered = covered[:, order]
        new = np.ones(len(order), np.bool_)
        new[1:] = (covered[:, 1:] != covered[:, :-1]).any(axis=0)
        first = np.flatnonzero(new)
        self.covered = np.ascontiguousarray(covered[:, first])
        return _Step(np.concatenate(parents)[order], np.concatenate(labels)[order], first)

    def _added(self, option: int, closing: tuple[Words, Words]) -> tuple[NDArray[np.int32], Words] | None:
        """Add an option wherever it fits; return where it was added, and the sums that leave nothing open.

        ``None``: a limit is reached.
        """
        if option == NONE:
            chosen, made = np.arange(self.covered.shape[1], dtype=np.int32), self.covered
        else:
            chosen = np.flatnonzero(self._coding.fits(option, self.covered)).astype(np.int32)
            nodes = self._stats.nodes + len(chosen)
            if (self._limits.nodes is not None and nodes > self._limits.nodes) or self._clock.is_over(0):
                return None
            self._stats.nodes = nodes
            self._stats.profile[-1] += len(chosen)
            made = self.covered[:, chosen] + self._coding.of(dict.fromkeys(self._options[option], 1))
        bits, full = closing
        complete = ((made & bits) == full).all(axis=0)
        return chosen[complete], made[:, complete]


def _listed(steps: Sequence[_Step], final: int) -> Iterator[Solution]:
    """Follow the links back from each of the last partial solutions; every way leads to the empty one."""
    for end in range(final):
        chosen: list[int] = []
        ways = [_links(steps, 0, end)]
        while ways:
            if len(chosen) == len(steps):
                yield tuple(sorted(option for option in chosen if option != NONE))
            link = next(ways[-1], None)
            if link is not None:
                option, parent = link
                chosen.append(option)
                ways.append(_links(steps, len(chosen), parent))
            else:
                ways.pop()
                del chosen[-1:]


def _links(steps: Sequence[_Step], back: int, place: int) -> Iterator[tuple[int, int]]:
    """Yield the option and the parent of each way to make a partial solution of the step ``back`` before the last."""
    if back == len(steps):
        return
    step = steps[-1 - back]
    end = step.first[place + 1] if place + 1 < len(step.first) else len(step.option)
    for link in range(step.first[place], end):
        yield int(step.option[link]), int(step.parent[link])
