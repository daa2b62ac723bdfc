"""What is known of units, and what counting concludes, for dice of given sizes.

FORMAT.md says why each rule is true. A set of units is the mask of their cells; a table has, for
each number of units, the sets that may be on different dice, with the cells of all units that may be added.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce
from operator import and_

from dicelab.check.counting_steps import bits

Table = list[dict[int, int]]


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
        """Return what is left where a unit is on the die of a certain name."""
        name = position.named[place]
        if unit in position.named:
            return position if unit == name else None
        if not position.may_be([unit if other == name else other for other in position.named]):
            return None
        return self.settled(position.joined(unit, name), closed=False)

    def with_name(self, position: Position, unit: int) -> Position | None:
        """Return what is left where a unit is on a die that has no name yet."""
        named = [*position.named, unit]
        if unit in position.named or not position.may_be(named):
            return None
        return self.settled(Position(position.units, named, position.table), closed=True)

    def settled(self, position: Position, *, closed: bool) -> Position | None:
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
