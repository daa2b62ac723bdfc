"""A claim that no dice set exists, checked case by case: the file has the splits, the leaves are refuted here.

FORMAT.md says why each rule is true. A set of units is the mask of their cells; a table has, for each number of units,
the sets that may be on different dice, with the cells of all units that may be added.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import combinations, product
from math import comb
from operator import and_

from dicelab.check.design_claim import DesignClaim, Permutation, bits, images_under
from dicelab.check.reading import require

MOST_FIRST = 10
"""Cells of the first split: their partitions are listed."""
MOST_WHOLE = 1 << 16
"""Ways to choose a die that is taken whole: they are listed."""
MOST_SETS = 1 << 23
LEAF = b"-"

Groups = tuple[int, ...]
Table = list[dict[int, int]]


class CaseChecker:
    """Follows the splits of cases, with dice of the sizes of a claim and the boards that they must not roll.

    ``first`` are the cells of the first split. If there are none, the group of a case is the smallest die, whole.
    """

    def __init__(
        self,
        claim: DesignClaim,
        boards: Iterable[int],
        symmetries: Iterable[Permutation],
        first: Sequence[int],
    ) -> None:
        plain = not (claim.left_over or claim.fixed or claim.off or claim.connected or claim.invariant)
        require(
            plain and not claim.puzzle.free and not claim.puzzle.regions,
            "lists cases of a claim with more conditions",
        )
        few = len(first) == len(set(first)) <= MOST_FIRST
        require(few, f"splits more than {MOST_FIRST} cells at first, or one twice")
        self._claim, self._sizes, self._first = claim, sorted(claim.sizes, reverse=True), first
        require(comb(claim.cells, len(self._sizes) - 1) <= MOST_SETS, "has too many sets of cells for this program")
        self._symmetries = list(symmetries)
        self._all_dice, self._other_dice = Counting(self._sizes), Counting(self._sizes[:-1])
        self._root = self._all_dice.concluded(self._open(boards))
        # The joins of the case before, each with the units left after it.
        self._path: list[tuple[int, int, Position | None]] = []
        self.splits = 0

    def missing(self, cases: Sequence[Groups]) -> str | None:
        """Return a way of the first split that the cases leave out, if any."""
        every = self._ways(whole=not self._first and () not in cases)
        turns = [turn for turn in self._symmetries if {turn[cell] for cell in self._first} == set(self._first)]
        there = set()
        for groups in cases:
            if tuple(sorted(groups)) not in every:
                return f"a case is no way of the first split: {self._words(groups)}"
            for turn in turns:
                there.add(tuple(sorted(next(iter(images_under([turn])(group))) for group in groups)))
        left = min(every - there, default=None)
        return None if left is None else f"a case is missing: {self._words(left)}"

    def _ways(self, *, whole: bool) -> set[Groups]:
        """Return the ways to deal the first cells to dice, or those to take the smallest die whole."""
        cells, smallest = self._claim.cells, self._sizes[-1]
        if not whole:
            return set(_dealt([1 << cell for cell in sorted(self._first)], len(self._sizes), self._sizes[0]))
        require(comb(cells, smallest) <= MOST_WHOLE, f"takes a die whole out of over {MOST_WHOLE:,} ways to choose it")
        return {(sum(die),) for die in combinations(self._every_cell(), smallest)}

    def refute(self, groups: Groups, tokens: Iterator[bytes]) -> str | None:
        """Follow the splits of a case; return the fault, if any."""
        if groups and not self._first:
            if len(groups) > 1 or groups[0].bit_count() != self._sizes[-1] or len(self._sizes) < 3:
                return f"it does not take the smallest die whole: {self._words(groups)}"
            rules, names = self._other_dice, 0
            others = self._root and self._root.beside(groups[0])
            position = others and rules.settled(others, closed=False)
        else:
            rules, names = self._all_dice, len(groups)
            position = self._begin(groups)
        problem = self._split(rules, position, names, sum(groups), tokens)
        return problem or ("tokens follow its end" if next(tokens, None) is not None else None)

    def _split(
        self, rules: Counting, position: Position | None, names: int, told: int, tokens: Iterator[bytes]
    ) -> str | None:
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
            child = position and rules.with_unit(position, unit, place)
            problem = self._split(rules, child, names, told | cell, tokens)
            if problem:
                return problem
        if names == rules.dice:
            return None
        return self._split(rules, position and rules.with_name(position, unit), names + 1, told | cell, tokens)

    def _no_split(self, token: bytes | None, cell: int, told: int) -> str | None:
        if token is None:
            return "it ends before its last leaf"
        if not 0 < cell < 1 << self._claim.cells:
            return "it splits by a cell that is not there"
        return f"it splits by {self._words([cell])} again" if told & cell else None

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
                position = self._all_dice.concluded(position.joined(gone, position.of(kept)))
            self._path.append((gone, kept, position))
        if position is None:
            return None
        return self._all_dice.settled(Position(position.units, list(groups), position.table), closed=True)

    def _open(self, boards: Iterable[int]) -> Position:
        """Return the position in which every cell is a unit, and nothing is known but the boards."""
        units = self._every_cell()
        full, dice = sum(units), len(self._sizes)
        table = [{held: full ^ held for held in map(sum, combinations(units, size))} for size in range(dice)]
        top, images = table[-1], images_under(self._symmetries)
        for board in boards:
            for image in images(board):
                for bit in bits(image):
                    top[image ^ bit] &= ~bit
        return Position(units, [], table)

    def _every_cell(self) -> list[int]:
        return [1 << cell for cell in range(self._claim.cells)]

    def _words(self, masks: Iterable[int]) -> str:
        """Return the cells of some masks, each on a die of its own."""
        return " | ".join(map(self._claim.puzzle.named, masks)) or "no cell"


def _dealt(cells: Sequence[int], dice: int, most: int) -> Iterator[Groups]:
    """Yield every way to deal cells to at most ``dice`` dice of at most ``most`` cells, as ascending masks."""
    if not cells:
        yield ()
        return
    for groups in _dealt(cells[:-1], dice, most):
        for place, group in enumerate(groups):
            if group.bit_count() < most:
                yield tuple(sorted((*groups[:place], group | cells[-1], *groups[place + 1 :])))
        if len(groups) < dice:
            yield (*groups, cells[-1])


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
        """Return the position in which one unit has joined another: they may be added to a set only if both may."""
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

    def beside(self, die: int) -> Position | None:
        """Return the position of the other dice, where a die is known and its cells are units, as all others are.

        There is none where a unit can't be on another die along with each cell of this one.
        """
        units = [unit for unit in self.units if not unit & die]
        table: Table = []
        for level, above in zip(self.table, self.table[1:], strict=False):
            after = {}
            for held in level:
                with_faces = [] if held & die else [above.get(held | face, 0) for face in bits(die)]
                if with_faces and all(with_faces):
                    after[held] = reduce(and_, with_faces) & ~die
            table.append(after)
        return Position(units, [], table) if all(unit in table[1] for unit in units) else None


class Counting:
    """Draws the conclusions for dice of some sizes."""

    def __init__(self, sizes: Sequence[int]) -> None:
        self._sizes = sorted(sizes, reverse=True)
        self.dice = len(sizes)
        self._need = [sum(self._sizes[units:]) for units in range(self.dice)]

    def with_unit(self, position: Position, unit: int, place: int) -> Position | None:
        """Return the position in which a unit is on the named die at a place."""
        name = position.named[place]
        if unit in position.named:
            return position if unit == name else None
        if not position.may_be([unit if other == name else other for other in position.named]):
            return None
        return self.settled(position.joined(unit, name), closed=False)

    def with_name(self, position: Position, unit: int) -> Position | None:
        """Return the position in which a unit is on a die that had no name yet."""
        named = [*position.named, unit]
        if unit in position.named or not position.may_be(named):
            return None
        return self.settled(Position(position.units, named, position.table), closed=True)

    def settled(self, position: Position, *, closed: bool) -> Position | None:
        """Join units that can't be on different dice and conclude, to the end; ``None`` for a contradiction.

        A table that is ``closed`` has nothing more to conclude, and may be that of other positions: it is not changed.
        """
        while True:
            if self._too_large(position) or not position.may_be(position.named):
                return None
            pair = _inseparable(position)
            if pair is None and closed:
                return position
            if pair is None:
                after = self.concluded(position)
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

    def concluded(self, position: Position) -> Position | None:
        """Remove from the table, in place, all that counting rules out; ``None`` where a unit can't be on any die."""
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
                if size + 1 < self.dice:
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


def _units(cells: int, unit_of: dict[int, int]) -> list[int]:
    found = []
    while cells:
        unit = unit_of[cells & -cells]
        found.append(unit)
        cells ^= unit
    return found
