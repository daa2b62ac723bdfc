"""Positions of cases on all cells of a board, and what counting concludes there; :mod:`.cases` splits them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from dicelab.search.design import cases_kernel as kernel
from dicelab.search.design.numbering import binomial, digits, number, start, starts
from dicelab.search.kept_tables import forbidden_boards
from solver.polyform import Grid, Puzzle, rank
from solver.polyform.symmetry import Masks

_HEAT = ((2, 10.0), (3, 1.0))
"""What a set of two units, or three, says of its units for each unit that does not extend it."""


@dataclass(frozen=True, slots=True)
class Position:
    """The units as masks of cells, the places of those that are named, and what extends each set of units."""

    units: tuple[int, ...]
    named: tuple[int, ...]
    extending: Masks

    def of(self, units: Sequence[int]) -> int:
        """Return the units, by place, that extend a set of units."""
        return int(self.extending[number(len(self.units), units)])

    def unit(self, cell: int) -> int:
        """Return the place of the unit of a cell."""
        return next(place for place, mask in enumerate(self.units) if mask >> cell & 1)


class Counting:
    """Draws the conclusions for dice of given sizes."""

    def __init__(self, sizes: Sequence[int]) -> None:
        self._sizes = sorted(sizes)
        self._dice = len(sizes)
        # By the number of units of a set: the cells that the other dice have at least.
        self._need = np.array([sum(self._sizes[: self._dice - size]) for size in range(self._dice)], np.int64)

    def followed(self, position: Position | None) -> Position | None:
        """Join the units that can't be on different dice; return ``None`` if there is no set."""
        while position is not None:
            named = position.named
            # The last is asked of the others, since no set has as many units as there are dice.
            if named and not position.of(named[:-1]) >> named[-1] & 1:
                return None
            held = sorted((position.units[unit].bit_count() for unit in named), reverse=True)
            if any(cells > size for cells, size in zip(held, reversed(self._sizes), strict=False)):
                return None
            pair = _inseparable(position)
            if pair is None:
                return position
            kept, gone = pair
            if kept in named and gone in named:
                return None
            if gone in named:
                kept, gone = gone, kept
            position = self.joined(position, gone, kept)
        return None

    def joined(self, position: Position, gone: int, kept: int) -> Position | None:
        """Return the position in which a unit that is not named has joined another."""
        units = list(position.units)
        units[kept] |= units[gone]
        del units[gone]
        if overfull([mask.bit_count() for mask in units], self._sizes):
            return None
        after = np.empty(start(len(units), self._dice), np.uint64)
        before, dice = len(position.units), self._dice
        begins, sets = starts(before, dice), _sets(before, dice)
        kernel.join(binomial(dice), begins, sets, position.extending, gone, kept, after)
        named = tuple(unit - (unit > gone) for unit in position.named)
        return self.concluded(Position(tuple(units), named, after))

    def concluded(self, position: Position) -> Position | None:
        """Rule out, in place, the sets that counting rules out; return ``None`` if a unit can't be on any die."""
        units, dice, extending = len(position.units), self._dice, position.extending
        begins, sets = starts(units, dice), _sets(units, dice)
        weights = np.array([mask.bit_count() for mask in position.units], np.int64)
        left, queue = np.empty(len(extending), np.int16), np.empty(len(extending), np.int32)
        waiting = kernel.weigh(dice, binomial(dice), begins, self._need, digits(weights), sets, extending, left, queue)
        if (left[: begins[2]] < 0).any() or kernel.conclude(
            dice, binomial(dice), begins, self._need, weights, sets, extending, left, queue, waiting
        ):
            return None
        return position


@lru_cache(maxsize=4)
def root(text: str, sizes: tuple[int, ...], min_tilings: int) -> Position | None:
    """Return the position in which every cell is a unit, or ``None`` if counting refutes it."""
    puzzle = Puzzle.parse(text)
    cells, dice = len(puzzle.grid), len(sizes)
    allowed = np.ones(puzzle.boards, np.bool_)
    allowed[rank(forbidden_boards(puzzle, min_tilings).boards, cells, dice)] = False
    extending = np.zeros(start(cells, dice), np.uint64)
    kernel.open_sets(cells, dice, binomial(dice), starts(cells, dice), _sets(cells, dice), allowed, extending)
    position = Position(tuple(1 << cell for cell in range(cells)), (), extending)
    return Counting(sizes).concluded(position)


@lru_cache(maxsize=8)
def _together(
    text: str, sizes: tuple[int, ...], min_tilings: int, joins: tuple[tuple[int, int], ...]
) -> Position | None:
    """Return the position in which pairs of cells are together: cases that come one after the other share most."""
    if not joins:
        return root(text, sizes, min_tilings)
    position = _together(text, sizes, min_tilings, joins[:-1])
    if position is None:
        return None
    kept, gone = (position.unit(mask.bit_length() - 1) for mask in joins[-1])
    return Counting(sizes).joined(position, gone, kept)


def named_groups(text: str, sizes: tuple[int, ...], min_tilings: int, groups: Sequence[int]) -> Position | None:
    """Return the position in which groups of cells, as masks, are units on different dice."""
    joins = tuple((group & -group, 1 << cell) for group in groups for cell in Grid.cells(group & (group - 1)))
    position = _together(text, sizes, min_tilings, joins)
    if position is None:
        return None
    named = tuple(position.unit((group & -group).bit_length() - 1) for group in groups)
    return Counting(sizes).followed(Position(position.units, named, position.extending))


def beside(text: str, sizes: tuple[int, ...], min_tilings: int, die: int) -> Position | None:
    """Return the position of the other dice, on the other cells, where a die is known."""
    position = root(text, sizes, min_tilings)
    if position is None:
        return None
    dice, faces = len(sizes), list(Grid.cells(die))
    others = [cell for cell in range(len(position.units)) if cell not in faces]
    units, before = len(others), starts(len(position.units), dice)
    extending = np.empty(start(units, dice - 1), np.uint64)
    sets = _sets(units, dice - 1)
    kernel.beside(binomial(dice), before, position.extending, np.array(faces), np.array(others), sets, extending)
    counting = Counting(sorted(sizes)[1:])
    return counting.followed(counting.concluded(Position(tuple(1 << cell for cell in others), (), extending)))


def overfull(units: Sequence[int], sizes: Sequence[int]) -> bool:
    """Tell whether units of so many cells are too large for dice of these sizes.

    Some k of them are: each has more cells than the k-th largest die, and no two of them fit on one die.

    Examples
    --------
    >>> overfull([3, 3, 1, 1], (4, 2, 2)), overfull([2, 2, 2, 1, 1], (4, 3, 1))
    (True, False)
    """
    units, sizes = sorted(units, reverse=True), sorted(sizes, reverse=True)
    return any(
        units[k] > sizes[k] and (k == 0 or units[k - 1] + units[k] > sizes[0])
        for k in range(min(len(units), len(sizes)))
    )


def _inseparable(position: Position) -> tuple[int, int] | None:
    """Return two units that can't be on different dice, if there are any."""
    full = (1 << len(position.units)) - 1
    for unit in range(len(position.units)):
        missing = full & ~position.of((unit,)) & ~(1 << unit)
        if missing:
            return unit, (missing & -missing).bit_length() - 1
    return None


def options(position: Position) -> list[int]:
    """Return for each unit which named ones it may join, bit i for the i-th, and the bit after those for its own die.

    Where some named units and this one can't be on different dice, it is on the die of one of these.
    """
    named = position.named
    options = [(2 << len(named)) - 1] * len(position.units)
    for count in range(1, min(len(named), _dice_of(position) - 1) + 1):
        for chosen in combinations(range(len(named)), count):
            extending = position.of([named[place] for place in chosen])
            mask = sum(1 << place for place in chosen)
            for unit in range(len(position.units)):
                if not extending >> unit & 1:
                    options[unit] &= mask
    return options


def heat(position: Position) -> NDArray[np.float64]:
    """Return how much the sets of two and three units that can't be on different dice say of each unit."""
    units, dice = len(position.units), _dice_of(position)
    heat = np.zeros(units)
    for size, weight in _HEAT:
        if size < dice:
            held = position.extending[start(units, size) : start(units, size + 1)]
            heat += weight * ((units - size - np.bitwise_count(held).astype(np.float64)) @ _incidence(units, size))
    return heat


def _dice_of(position: Position) -> int:
    """Return the number of dice: the tables hold the sets of fewer units."""
    return _dice_by_sets(len(position.units), len(position.extending))


@lru_cache(maxsize=128)
def _dice_by_sets(units: int, sets: int) -> int:
    dice = 1
    while start(units, dice) < sets:
        dice += 1
    return dice


@lru_cache(maxsize=64)
def _sets(units: int, dice: int) -> Masks:
    sets = np.empty(start(units, dice), np.uint64)
    kernel.list_sets(units, dice, binomial(dice), starts(units, dice), sets)
    return sets


@lru_cache(maxsize=128)
def _incidence(units: int, size: int) -> NDArray[np.float64]:
    sets = _sets(units, size + 1)[start(units, size) :]
    return ((sets[:, None] >> np.arange(units, dtype=np.uint64)) & np.uint64(1)).astype(np.float64)
