"""Why sets of few cells are never on different dice, step by step from boards: no more than some clauses need.

A step names a set and the cells that do not extend it, as many as there must be: with each of these it has a part that
was shown before, or it is a forbidden board. Or it names two cells of a pair that was shown before: with one of them
instead of the other the set was shown before. One set of each orbit is enough.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import combinations

import numpy as np

from dicelab.search.design.spread import Spread
from solver.polyform import Grid, Puzzle, images


@dataclass(frozen=True, slots=True)
class Step:
    """A set of cells as a mask, and why: the cells that are missing, or the cell that is changed and for which."""

    mask: int
    missing: int
    exchanged: tuple[int, int] | None = None

    def line(self) -> str:
        """Return the step as a line of a file of proofs."""
        if self.exchanged is None:
            return f"c {self.mask:x} {self.missing:x}"
        return f"x {self.mask:x} {self.exchanged[0]} {self.exchanged[1]}"


@dataclass(frozen=True, slots=True)
class CountingCertificate:
    """One of each orbit of the boards that are forbidden, and the steps in their order."""

    boards: tuple[int, ...]
    steps: tuple[Step, ...]


def counting_certificate(spread: Spread, puzzle: Puzzle, masks: Iterable[int]) -> CountingCertificate:
    """Return what shows that some sets, or boards, are never on different dice.

    ``spread`` knows this; ``puzzle`` is without restrictions, so that all that is known is closed under its symmetries.
    """
    return _Slice(spread, puzzle).of(masks)


class _Slice:
    """What is needed so far, from the last conclusions back to boards."""

    def __init__(self, spread: Spread, puzzle: Puzzle) -> None:
        self._spread, self._puzzle = spread, puzzle
        self._dice = puzzle.blockers
        # By mask, for all images: when the first of the orbit was concluded.
        self._sets: dict[int, int] = {}
        self._boards: set[int] = set()
        self._first: set[int] = set()
        self._waiting: list[tuple[int, int]] = []

    def of(self, masks: Iterable[int]) -> CountingCertificate:
        for mask in masks:
            self._need(mask, self._spread.order(mask) + 1)
        steps: list[tuple[int, Step]] = []
        while self._waiting:
            late, mask = heappop(self._waiting)
            steps.append((-late, self._step(mask, -late)))
        return CountingCertificate(tuple(sorted(self._first)), tuple(step for _, step in reversed(steps)))

    def _images(self, mask: int) -> list[int]:
        found: list[int] = images(np.array([mask], np.uint64), self._puzzle.grid, self._puzzle.symmetries)[
            :, 0
        ].tolist()
        return found

    def _need(self, mask: int, before: int) -> None:
        """Demand a set that was concluded before a time, or the part of it from which that follows."""
        while True:
            part = self._part(mask, before)
            if part in self._boards or part in self._sets:
                return
            every = self._images(part)
            # Where there are no dice at all, not all images were looked at.
            orders = [(self._spread.order(one), one) for one in every]
            order, first = min(pair for pair in orders if pair[0])
            if part.bit_count() == self._dice and order <= self._spread.forbidden:
                self._boards.update(every)
                self._first.add(min(every))
                return
            # An image may have been concluded from a part earlier than this set was.
            if self._part(first, order) == first:
                break
            mask, before = first, order
        self._sets.update(dict.fromkeys(every, order))
        heappush(self._waiting, (-order, first))

    def _part(self, mask: int, before: int) -> int:
        """Return the least part of a set that was concluded before a time."""
        while True:
            for bit in _bits(mask):
                if 0 < self._spread.order(mask ^ bit) < before:
                    mask ^= bit
                    break
            else:
                return mask

    def _step(self, mask: int, order: int) -> Step:
        """Return the step by which a set was concluded: by counting, or else by an exchange."""
        spread, size = self._spread, mask.bit_count()
        rest = [1 << cell for cell in range(spread.cells) if not mask >> cell & 1]
        known = [bit for bit in rest if 0 < spread.order(mask | bit) < order] if size < self._dice else []
        asked = len(rest) - spread.need[size] + 1 if size < self._dice else 1
        if len(known) >= asked:
            # Those first that ask for nothing new, then those that ask for a board, then those that came first.
            known.sort(key=lambda bit: (self._price(mask | bit, order), spread.order(mask | bit)))
            for bit in known[:asked]:
                if self._price(mask | bit, order):
                    self._need(mask | bit, order)
            return Step(mask, sum(known[:asked]))
        for bit in _bits(mask):
            for other in rest:
                pair, like = bit | other, mask ^ bit | other
                if 0 < spread.order(pair) < order and 0 < spread.order(like) < order:
                    self._need(pair, order)
                    self._need(like, order)
                    return Step(mask, 0, (bit.bit_length() - 1, other.bit_length() - 1))
        raise ValueError(f"the set {mask:#x} does not follow from those before it")

    def _price(self, mask: int, before: int) -> int:
        if mask in self._boards or self._has_needed_part(mask, before):
            return 0
        return 1 if self._spread.order(mask) <= self._spread.forbidden and mask.bit_count() == self._dice else 2

    def _has_needed_part(self, mask: int, before: int) -> bool:
        bits = list(_bits(mask))
        for size in range(1, len(bits) + 1):
            for some in combinations(bits, size):
                order = self._sets.get(sum(some))
                if order is not None and order < before:
                    return True
        return False


def _bits(mask: int) -> list[int]:
    return [1 << cell for cell in Grid.cells(mask)]
