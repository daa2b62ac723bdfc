"""Sets of few cells that can't be on different dice, because too few boards that contain them are allowed, and why.

Each becomes a short clause that follows from many long ones, the clauses of boards, and is much stronger than these. In
the Genius Star 27 pairs of cells and a few thousand larger sets follow. Only the sizes of the dice count here, so that
the sets found are closed under the symmetries of the puzzle.

A certificate has only the steps that some clauses need. A counting step names a set and enough cells that do not extend
it: with each of these, the set has a part shown before or is a forbidden board. An exchange step names a pair shown
before: with one of its cells in place of the other, the set was shown before. One set of each orbit is enough.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import combinations, product
from math import comb

import numpy as np
from numpy.typing import NDArray

from dicelab.score.forbidden import Completions, Forbidden
from dicelab.search.bounds.partial import PartialDice, number, only_forbidden, start
from solver.polyform import Grid, Puzzle, images
from solver.polyform.symmetry import Masks

MOST_BOARDS = 1 << 24
"""Puzzles with more boards need a table of completions."""

MOST_SETS = 1 << 25
"""Sets of fewer cells than dice, at most: beyond that, nothing is derived."""


def never_spread(puzzle: Puzzle, sizes: Sequence[int], forbidden: Forbidden) -> Masks:
    """Return the least sets of cells, fewer than a board has, that can't be on different dice.

    The masks are uint64, small sets first and in ascending order; none of them contains another. Where there are no
    dice at all, the only one is 0.

    Examples
    --------
    Of four cells on two dice, boards with the first cell are forbidden, so that it can't be on any die:

    >>> from dicelab.score.forbidden import ForbiddenBoards
    >>> puzzle = Puzzle.parse("2x2/2:I2")
    >>> never_spread(puzzle, (2, 1), ForbiddenBoards(puzzle, np.array([0b11, 0b101, 0b1001], np.uint64))).tolist()
    [1]
    """
    cells, dice = len(puzzle.grid), len(sizes)
    many = comb(cells, dice) > MOST_BOARDS and not isinstance(forbidden, Completions)
    if many or start(cells, dice) > MOST_SETS:
        return np.zeros(0, np.uint64)
    for known in joining(only_forbidden(cells, sizes, forbidden)):
        if known.count()[1]:
            return np.zeros(1, np.uint64)
    return np.array(sorted(_least_cells(known), key=lambda mask: (mask.bit_count(), mask)), np.uint64)


def joining(dice: PartialDice) -> Iterator[PartialDice]:
    """Yield dice, and again each time that two units that can't be on different dice have been joined.

    The caller counts after each. Units are joined only where every cell is on a die.
    """
    yield dice
    joins = sum(dice.sizes) == len(dice.units)
    while joins and (pair := dice.inseparable()):
        dice = dice.joined(pair[1], pair[0])
        yield dice


def _least_cells(dice: PartialDice) -> Iterator[int]:
    """Yield the least sets of cells that can't be on different dice: a cell of each unit, or two of one unit."""
    parts = [[1 << cell for cell in Grid.cells(unit)] for unit in dice.units]
    for part in parts:
        if len(dice.sizes) > 2:
            yield from map(sum, combinations(part, 2))
    for mask in dice.least_fallen():
        yield from map(sum, product(*(parts[unit] for unit in Grid.cells(mask))))


@dataclass(frozen=True, slots=True)
class Step:
    """A set of cells as a mask, and why: the cells that do not extend it, or a cell and the one that replaces it."""

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
    """A forbidden board of each orbit, and the steps in order."""

    boards: tuple[int, ...]
    steps: tuple[Step, ...]


def counting_certificate(
    puzzle: Puzzle, sizes: Sequence[int], forbidden: Forbidden, masks: Iterable[int]
) -> CountingCertificate:
    """Return the steps by which some sets of cells, or boards, are never on different dice of some sizes.

    ``puzzle`` is without restrictions, so that all conclusions are closed under its symmetries.
    """
    return _Slice(Derivation(len(puzzle.grid), sizes, forbidden), puzzle).of(masks)


@dataclass(frozen=True, slots=True)
class _Stage:
    """The sets of units that fell between two joins.

    ``begin`` is the time of the join, ``places`` are the units of the cells, and ``times`` are the times from 1 on at
    which sets fell, by number; 0 if they did not. Sets refuted by the join, and forbidden boards, fell at 1.
    ``largest`` are the rows, after the join, of the sets that are one unit short of a board.
    """

    begin: int
    units: int
    places: Sequence[int]
    times: NDArray[np.int32]
    largest: Masks

    def order(self, chosen: set[int]) -> int:
        """Return when a set of units fell, over all stages; 0 if it did not in this one."""
        first = start(self.units, len(chosen))
        if first < len(self.times):
            time = int(self.times[number(self.units, chosen)])
        else:
            last, *rest = chosen
            place = number(self.units, rest) - (len(self.times) - len(self.largest))
            # A board that is not forbidden falls with the first of its parts.
            times = [int(self.times[number(self.units, chosen - {unit})]) for unit in chosen]
            is_open = int(self.largest[place]) >> last & 1
            time = min(filter(None, times), default=0) if is_open else 1
        return self.begin + time if time else 0


class Derivation:
    """All sets of cells that can't be on different dice, in the order in which they follow from forbidden boards."""

    def __init__(self, cells: int, sizes: Sequence[int], forbidden: Forbidden) -> None:
        self.cells = cells
        self.need = [sum(sorted(sizes)[: len(sizes) - size]) for size in range(len(sizes))]
        """Number of cells that must extend a set, by the number of its cells."""
        self._stages: list[_Stage] = []
        self._orders: dict[int, int] = {}
        begin = 0
        for dice in joining(only_forbidden(cells, sizes, forbidden)):
            times = (~dice.possible()).astype(np.int32)
            largest = dice.rows[start(len(dice.units), len(sizes) - 1) :].copy()
            fallen, refuted = dice.count()
            late = fallen[times[fallen] == 0]
            times[late] = np.arange(2, len(late) + 2)
            places = [dice.unit(cell) for cell in range(cells)]
            self._stages.append(_Stage(begin, len(dice.units), places, times, largest))
            begin += len(late) + 2
            if refuted:
                times[0] = len(late) + 2
                break

    def order(self, mask: int) -> int:
        """Return when a set of cells fell, from 1; 0 if it did not. Forbidden boards fell at 1."""
        if mask in self._orders:
            return self._orders[mask]
        cells = list(Grid.cells(mask))
        order = 0
        for stage in self._stages:
            units = {stage.places[cell] for cell in cells}
            order = stage.order(units) if len(units) == len(cells) else stage.begin
            if order:
                break
        self._orders[mask] = order
        return order


class _Slice:
    """The part of a derivation that is needed so far, from the last conclusions back to boards."""

    def __init__(self, derivation: Derivation, puzzle: Puzzle) -> None:
        self._derivation, self._puzzle = derivation, puzzle
        self._dice = puzzle.blockers
        # For the mask of each image, the time when the first of its orbit was concluded.
        self._sets: dict[int, int] = {}
        self._boards: set[int] = set()
        self._first: set[int] = set()
        self._waiting: list[tuple[int, int]] = []

    def of(self, masks: Iterable[int]) -> CountingCertificate:
        for mask in masks:
            self._need(mask, self._derivation.order(mask) + 1)
        steps: list[tuple[int, Step]] = []
        while self._waiting:
            late, mask = heappop(self._waiting)
            steps.append((-late, self._step(mask, -late)))
        return CountingCertificate(tuple(sorted(self._first)), tuple(step for _, step in reversed(steps)))

    def _images(self, mask: int) -> list[int]:
        found = images(np.array([mask], np.uint64), self._puzzle.grid, self._puzzle.symmetries)
        return found[:, 0].tolist()  # type: ignore[no-any-return]

    def _need(self, mask: int, before: int) -> None:
        """Demand a step for a set concluded before a time, or for the part from which it follows."""
        while True:
            part = self._part(mask, before)
            if part in self._boards or part in self._sets:
                return
            every = self._images(part)
            # Where there are no dice at all, not all images were looked at.
            orders = [(self._derivation.order(one), one) for one in every]
            order, first = min(pair for pair in orders if pair[0])
            if part.bit_count() == self._dice and order == 1:
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
                if 0 < self._derivation.order(mask ^ bit) < before:
                    mask ^= bit
                    break
            else:
                return mask

    def _step(self, mask: int, order: int) -> Step:
        """Return the step by which a set was concluded: by counting, or else by an exchange."""
        derivation, size = self._derivation, mask.bit_count()
        rest = [1 << cell for cell in range(derivation.cells) if not mask >> cell & 1]
        known = [bit for bit in rest if 0 < derivation.order(mask | bit) < order] if size < self._dice else []
        asked = len(rest) - derivation.need[size] + 1 if size < self._dice else 1
        if len(known) >= asked:
            # Sorted by price (nothing new, a board, a further set), then by time.
            known.sort(key=lambda bit: (self._price(mask | bit, order), derivation.order(mask | bit)))
            for bit in known[:asked]:
                if self._price(mask | bit, order):
                    self._need(mask | bit, order)
            return Step(mask, sum(known[:asked]))
        for bit in _bits(mask):
            for other in rest:
                pair, like = bit | other, mask ^ bit | other
                if 0 < derivation.order(pair) < order and 0 < derivation.order(like) < order:
                    self._need(pair, order)
                    self._need(like, order)
                    return Step(mask, 0, (bit.bit_length() - 1, other.bit_length() - 1))
        raise ValueError(f"the set {mask:#x} does not follow from those before it")

    def _price(self, mask: int, before: int) -> int:
        if mask in self._boards or self._has_needed_part(mask, before):
            return 0
        return 1 if self._derivation.order(mask) == 1 else 2

    def _has_needed_part(self, mask: int, before: int) -> bool:
        bits = _bits(mask)
        for size in range(1, len(bits) + 1):
            for some in combinations(bits, size):
                order = self._sets.get(sum(some))
                if order is not None and order < before:
                    return True
        return False


def _bits(mask: int) -> list[int]:
    return [1 << cell for cell in Grid.cells(mask)]
