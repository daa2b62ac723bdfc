"""No dice set has what is claimed, case by case: the splits are of the file, and what refutes a case is computed here.

FORMAT.md beside this package says why each rule is true. A set of units is the mask of their cells; a table has, for
each number of units, the sets that may be on different dice, with the cells of all units that may be added.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, product
from math import comb

from dicelab.verify.check.counting_steps import bits, images_under
from dicelab.verify.check.design_formula import DesignClaim, Permutation
from dicelab.verify.check.reading import require

MOST_FIRST = 10
"""Cells of the first split: their partitions are listed."""
MOST_SETS = 1 << 23
LEAF = b"-"

Table = list[dict[int, int]]
Groups = tuple[int, ...]


@dataclass(slots=True)
class Position:
    """Units as masks of cells, the names of dice in their order as the units that have them, and the table."""

    units: list[int]
    named: list[int]
    table: Table

    def of(self, mask: int) -> int:
        """Return the unit of a cell."""
        return next(unit for unit in self.units if unit & mask)

    def may_be(self, units: Sequence[int]) -> bool:
        """Tell whether some units may be on different dice."""
        if not units:
            return True
        if len(units) > len(self.table):
            return False
        return self.table[len(units) - 1].get(sum(units[:-1]), 0) & units[-1] != 0

    def joined(self, gone: int, kept: int) -> Position:
        """Return the position in which one unit has joined another: what holds of both holds of either."""
        both = gone | kept
        table: Table = []
        for level in self.table:
            after = {}
            for held, cells in level.items():
                if held & gone:
                    continue
                if held & kept:
                    other = level.get(held ^ both)
                    if other is not None:
                        after[held | gone] = cells & other
                else:
                    after[held] = cells if cells & both in (0, both) else cells & ~both
            table.append(after)
        units = [both if unit == kept else unit for unit in self.units if unit != gone]
        return Position(units, [both if unit == kept else unit for unit in self.named], table)


class CaseChecker:
    """Follows the splits of cases, with dice of the sizes of a claim and the boards that they must not roll."""

    def __init__(self, claim: DesignClaim, boards: Iterable[int], symmetries: Iterable[Permutation]) -> None:
        plain = not (claim.left_over or claim.fixed or claim.off or claim.connected or claim.invariant)
        require(plain and not claim.puzzle.free and not claim.puzzle.regions, "has cases of what has more conditions")
        self._claim, self._dice = claim, len(claim.sizes)
        require(comb(claim.cells, self._dice - 1) <= MOST_SETS, "has too many sets of cells for this program")
        self._sizes = sorted(claim.sizes, reverse=True)
        self._need = [sum(self._sizes[units:]) for units in range(self._dice)]
        self._symmetries = list(symmetries)
        self._root = self._concluded(self._open(boards))
        # The joins of the case before, each with what is left after it.
        self._path: list[tuple[int, int, Position | None]] = []
        self.splits = 0

    def missing(self, first: Sequence[int], cases: Iterable[Groups]) -> str | None:
        """Return what the cases leave out of all ways to deal the first cells to dice, if anything."""
        require(
            len(first) == len(set(first)) <= MOST_FIRST, f"splits more than {MOST_FIRST} cells at first, or one twice"
        )
        every = set(_dealt([1 << cell for cell in sorted(first)], self._dice, self._sizes[0]))
        turns = [turn for turn in self._symmetries if {turn[cell] for cell in first} == set(first)]
        there = set()
        for groups in cases:
            if tuple(sorted(groups)) not in every:
                return f"a case does not deal the first cells to dice: {self._words(groups)}"
            for turn in turns:
                there.add(tuple(sorted(next(iter(images_under([turn])(group))) for group in groups)))
        left = min(every - there, default=None)
        return None if left is None else f"a case is missing: {self._words(left)}"

    def refute(self, groups: Groups, tokens: Iterator[bytes]) -> str | None:
        """Follow the splits of a case; return what is wrong, if anything."""
        position = self._begin(groups)
        problem = self._split(position, len(groups), sum(groups), tokens)
        return problem or ("tokens follow its end" if next(tokens, None) is not None else None)

    def _split(self, position: Position | None, names: int, told: int, tokens: Iterator[bytes]) -> str | None:
        token = next(tokens, None)
        if token == LEAF:
            return None if position is None else f"counting does not refute a leaf of it: {self._words(position.named)}"
        cell = 1 << int(token) if token and token.isdigit() and len(token) < 3 else 0
        problem = self._no_split(token, cell, told)
        if problem:
            return problem
        self.splits += 1
        unit = position.of(cell) if position else 0
        for place in range(names):
            child = position and self._child(position, unit, place)
            problem = self._split(child, names, told | cell, tokens)
            if problem:
                return problem
        if names == self._dice:
            return None
        child = None
        if position and unit not in position.named and position.may_be([*position.named, unit]):
            child = self._settled(Position(position.units, [*position.named, unit], position.table), closed=True)
        return self._split(child, names + 1, told | cell, tokens)

    def _no_split(self, token: bytes | None, cell: int, told: int) -> str | None:
        if token is None:
            return "it ends before its last leaf"
        if not 0 < cell < 1 << self._claim.cells:
            return "it splits by a cell that is not there"
        return f"it splits by {self._words([cell])} again" if told & cell else None

    def _child(self, position: Position, unit: int, place: int) -> Position | None:
        """Return what is left where a unit is on the die of a certain name."""
        name = position.named[place]
        if unit in position.named:
            return position if unit == name else None
        if not position.may_be([unit if other == name else other for other in position.named]):
            return None
        return self._settled(position.joined(unit, name), closed=False)

    def _begin(self, groups: Groups) -> Position | None:
        # Where a choice of a cell from each group is impossible, so are the groups, and nothing need be joined.
        if self._root is None or not all(map(self._root.may_be, product(*map(bits, groups)))):
            return None
        joins = [(bit, group & -group) for group in groups for bit in bits(group & group - 1)]
        same = 0
        while same < min(len(joins), len(self._path)) and self._path[same][:2] == joins[same]:
            same += 1
        del self._path[same:]
        position = self._path[-1][2] if self._path else self._root
        for gone, kept in joins[same:]:
            if position is not None:
                position = self._concluded(position.joined(gone, position.of(kept)))
            self._path.append((gone, kept, position))
        if position is None:
            return None
        return self._settled(Position(position.units, list(groups), position.table), closed=True)

    def _settled(self, position: Position, *, closed: bool) -> Position | None:
        """Join what can't be on different dice and conclude, to the end; ``None`` for a contradiction.

        A table that is ``closed`` has nothing more to conclude, and may be that of other positions: it is not changed.
        """
        while True:
            if self._too_large(position) or not position.may_be(position.named):
                return None
            pair = _inseparable(position)
            if pair is None and closed:
                return position
            if pair is None:
                after = self._concluded(position)
                if after is None:
                    return None
                closed = True
                continue
            kept, gone = pair
            if gone in position.named:
                kept, gone = gone, kept
            if gone in position.named:
                return None
            position, closed = position.joined(gone, kept), False

    def _too_large(self, position: Position) -> bool:
        """Tell whether the units are too large for the dice."""
        cells = sorted((unit.bit_count() for unit in position.units), reverse=True)
        named = sorted((unit.bit_count() for unit in position.named), reverse=True)
        sizes = self._sizes
        return any(size > most for size, most in zip(named, sizes, strict=False)) or any(
            cells[place] > sizes[place] and (not place or cells[place] + cells[place - 1] > sizes[0])
            for place in range(min(len(cells), len(sizes)))
        )

    def _concluded(self, position: Position) -> Position | None:
        """Take out of the table, in place, what counting rules out; ``None`` where a unit can't be on any die."""
        table, need = position.table, self._need
        unit_of = {unit & -unit: unit for unit in position.units}
        waiting = [
            (size, held)
            for size, level in enumerate(table)
            for held, cells in level.items()
            if cells.bit_count() < need[size]
        ]
        while waiting:
            size, held = waiting.pop()
            cells = table[size].pop(held, None)
            if cells is None:
                continue
            if size < 2:
                return None
            parts = _units(held, unit_of)
            for unit in parts:
                self._lose(table, size - 1, held ^ unit, unit, waiting)
            for unit in _units(cells, unit_of):
                if size + 1 < self._dice:
                    waiting.append((size + 1, held | unit))
                else:
                    for part in parts:
                        self._lose(table, size, held ^ part | unit, part, waiting)
        return position

    def _lose(self, table: Table, size: int, held: int, unit: int, waiting: list[tuple[int, int]]) -> None:
        """Take a unit from those that may be added to a set."""
        cells = table[size].get(held)
        if cells is not None and cells & unit:
            cells ^= unit
            table[size][held] = cells
            if cells.bit_count() < self._need[size]:
                waiting.append((size, held))

    def _open(self, boards: Iterable[int]) -> Position:
        """Return the position in which every cell is a unit, and nothing is known but the boards."""
        units = [1 << cell for cell in range(self._claim.cells)]
        full = sum(units)
        table = [{held: full ^ held for held in map(sum, combinations(units, size))} for size in range(self._dice)]
        top, images = table[-1], images_under(self._symmetries)
        for board in boards:
            for image in images(board):
                for bit in bits(image):
                    top[image ^ bit] &= ~bit
        return Position(units, [], table)

    def _words(self, masks: Iterable[int]) -> str:
        """Return the cells of some masks, each on a die of its own."""
        labels = list(self._claim.puzzle.cells)
        return " | ".join(" ".join(labels[bit.bit_length() - 1] for bit in bits(mask)) for mask in masks) or "no cell"


def _inseparable(position: Position) -> tuple[int, int] | None:
    """Return two units that can't be on different dice, if there are any."""
    if len(position.table) < 2:
        return None
    full = sum(position.units)
    for unit in position.units:
        missing = full & ~unit & ~position.table[1].get(unit, 0)
        if missing:
            return unit, position.of(missing & -missing)
    return None


def _dealt(cells: Sequence[int], dice: int, most: int) -> Iterator[Groups]:
    """Yield every way to deal some cells to so many dice, each with at most so many, as ascending masks."""
    if not cells:
        yield ()
        return
    for groups in _dealt(cells[:-1], dice, most):
        for place, group in enumerate(groups):
            if group.bit_count() < most:
                yield tuple(sorted((*groups[:place], group | cells[-1], *groups[place + 1 :])))
        if len(groups) < dice:
            yield (*groups, cells[-1])


def _units(cells: int, unit_of: dict[int, int]) -> list[int]:
    found = []
    while cells:
        unit = unit_of[cells & -cells]
        found.append(unit)
        cells ^= unit
    return found
