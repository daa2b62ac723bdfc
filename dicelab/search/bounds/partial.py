"""Dice of which only part is known, the sets of their units by number, and the conclusions of counting."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import accumulate, combinations
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from dicelab.score.forbidden import Completions, Forbidden
from dicelab.score.tables import forbidden_boards
from dicelab.search.bounds import rows_kernel
from solver.polyform import Grid, Puzzle, rank
from solver.polyform.orbits import board_masks
from solver.polyform.symmetry import Masks

_SCORES = ((2, 10.0), (3, 1.0))
"""Sizes of sets, and the score that each gives its units for each unit missing from its row."""


class Sets(NamedTuple):
    """Sets of units by number: those of k units begin at ``start[k]`` and follow in the order of their ranks.

    ``ranks[unit, k]`` is the binomial coefficient that the k-th unit of a set adds to its rank.
    """

    masks: Masks
    start: NDArray[np.int64]
    ranks: NDArray[np.int64]


@lru_cache(maxsize=512)
def start(units: int, size: int) -> int:
    """Return the number of the first set of some size."""
    return sum(comb(units, fewer) for fewer in range(size))


def number(units: int, chosen: Iterable[int]) -> int:
    """Return the number of a set of some of the units.

    Examples
    --------
    >>> [number(4, chosen) for chosen in [(), (2,), (0, 1), (3, 1)]]
    [0, 3, 5, 9]
    """
    ordered = sorted(chosen)
    return start(units, len(ordered)) + sum(comb(unit, count) for count, unit in enumerate(ordered, 1))


@lru_cache(maxsize=64)
def all_sets(units: int, dice: int) -> Sets:
    """Return all sets of fewer units than dice."""
    masks = [board_masks(0, comb(units, size), units, size) for size in range(dice)]
    starts = np.array([0, *accumulate(map(len, masks))], np.int64)
    return Sets(np.concatenate(masks), starts, _binomial(dice))


def need_of(sizes: Sequence[int]) -> NDArray[np.int64]:
    """Return the total size of the smallest dice, by the number of dice that are left out."""
    ordered = sorted(sizes)
    return np.array([sum(ordered[: len(sizes) - size]) for size in range(len(sizes))], np.int64)


def weights_of(units: Sequence[int]) -> tuple[NDArray[np.int64], Masks]:
    """Return the cell count of each unit, and for each binary digit the units whose count has it.

    Examples
    --------
    >>> weights_of([0b1, 0b110, 0b111000])
    (array([1, 2, 3]), array([5, 6], dtype=uint64))
    """
    weights = [mask.bit_count() for mask in units]
    digits = [
        sum(1 << unit for unit, weight in enumerate(weights) if weight >> digit & 1)
        for digit in range(max(weights).bit_length())
    ]
    return np.array(weights, np.int64), np.array(digits, np.uint64)


@lru_cache(maxsize=128)
def incidence(units: int, size: int) -> NDArray[np.float64]:
    """Return which sets of some size have which units: 0.0 or 1.0 of shape (sets, units)."""
    masks: Masks = board_masks(0, comb(units, size), units, size)
    return ((masks[:, None] >> np.arange(units, dtype=np.uint64)) & np.uint64(1)).astype(np.float64)


@lru_cache(maxsize=8)
def _binomial(dice: int) -> NDArray[np.int64]:
    return np.array([[comb(n, k) for k in range(dice + 2)] for n in range(65)], np.int64)


@dataclass(frozen=True, slots=True)
class PartialDice:
    """Dice of given sizes of which only part is known; :mod:`dicelab.search.bounds` explains the words.

    Parameters
    ----------
    sizes
        The sizes of the dice, ascending.
    units
        Masks of cells; the cells of a unit are on the same die.
    named
        Places of units that are on different dice.
    rows
        The units, by place, that extend each set of fewer units than dice: uint64, by the number of the set.
    """

    sizes: tuple[int, ...]
    units: tuple[int, ...]
    named: tuple[int, ...]
    rows: Masks

    def row(self, units: Sequence[int]) -> int:
        """Return the units, by place, that extend a set of units."""
        return int(self.rows[number(len(self.units), units)])

    def unit(self, cell: int) -> int:
        """Return the place of the unit of a cell."""
        return next(place for place, mask in enumerate(self.units) if mask >> cell & 1)

    def count(self) -> tuple[NDArray[np.int32], bool]:
        """Change the rows to what counting leaves; return the sets that fall, in order, and whether all do."""
        masks, starts, ranks = all_sets(len(self.units), len(self.sizes))
        left, queue = np.empty(len(masks), np.int16), np.empty(len(masks), np.int32)
        tables = (need_of(self.sizes), *weights_of(self.units), ranks, starts, masks, self.rows, left, queue)
        fallen = rows_kernel.count(*tables)
        return queue[: fallen if fallen >= 0 else ~fallen], fallen < 0

    def counted(self) -> PartialDice | None:
        """Return the dice after counting, in the same rows; ``None`` if there are no such dice."""
        return None if self.count()[1] else self

    def joined(self, gone: int, kept: int) -> PartialDice:
        """Return the dice on which a unit that is not named has joined another; nothing is counted."""
        units, sets = list(self.units), all_sets(len(self.units), len(self.sizes))
        units[kept] |= units[gone]
        del units[gone]
        rows = np.empty(start(len(units), len(self.sizes)), np.uint64)
        rows_kernel.join(sets.ranks, sets.start, sets.masks, self.rows, gone, kept, rows)
        return PartialDice(self.sizes, tuple(units), tuple(unit - (unit > gone) for unit in self.named), rows)

    def after_joining(self, gone: int, kept: int) -> PartialDice | None:
        """Return the counted dice once a unit that is not named has joined another; ``None`` if there are none."""
        weights = [mask.bit_count() for mask in self.units]
        weights[kept] += weights[gone]
        del weights[gone]
        return None if overfull(weights, self.sizes) else self.joined(gone, kept).counted()

    def beside(self, cells: int, left: Sequence[int]) -> PartialDice | None:
        """Return the counted dice on the other cells, of the sizes that are left, where no cells are joined yet.

        With a size fewer, the cells are a whole die, and a set is possible only if it is so along with each of them.
        """
        faces = [place for place, unit in enumerate(self.units) if unit & cells]
        others = [place for place, unit in enumerate(self.units) if not unit & cells]
        full, sets = all_sets(len(self.units), len(self.sizes)), all_sets(len(others), len(left))
        along = np.array(faces if len(left) < len(self.sizes) else [], np.int64)
        rows = np.empty(len(sets.masks), np.uint64)
        rows_kernel.beside(full.ranks, full.start, self.rows, along, np.array(others), sets.masks, rows)
        return PartialDice(tuple(sorted(left)), tuple(self.units[place] for place in others), (), rows).counted()

    def followed(self) -> PartialDice | None:
        """Join the units that can't be on different dice; return ``None`` if there are no such dice."""
        dice: PartialDice | None = self
        while dice is not None:
            named = dice.named
            # Rows are those of fewer units than dice, so the last named unit is looked up in the row of the others.
            if named and not dice.row(named[:-1]) >> named[-1] & 1:
                return None
            held = sorted((dice.units[unit].bit_count() for unit in named), reverse=True)
            if any(cells > size for cells, size in zip(held, reversed(dice.sizes), strict=False)):
                return None
            pair = dice.inseparable()
            if pair is None:
                return dice
            kept, gone = pair
            if kept in named and gone in named:
                return None
            if gone in named:
                kept, gone = gone, kept
            dice = dice.after_joining(gone, kept)
        return None

    def inseparable(self) -> tuple[int, int] | None:
        """Return two units that can't be on different dice, if there are any; ``None`` for a single die."""
        full = (1 << len(self.units)) - 1
        for unit in range(len(self.units) if len(self.sizes) > 1 else 0):
            missing = full & ~self.row((unit,)) & ~(1 << unit)
            if missing:
                return unit, (missing & -missing).bit_length() - 1
        return None

    def options(self) -> list[int]:
        """Return the cases of each unit as a mask: bit i to join the i-th named unit, the next bit for its own die.

        Where some named units and this one can't be on different dice, it is on the die of one of these.
        """
        named = self.named
        options = [(2 << len(named)) - 1] * len(self.units)
        for size in range(1, min(len(named), len(self.sizes) - 1) + 1):
            for chosen in combinations(range(len(named)), size):
                row = self.row([named[place] for place in chosen])
                mask = sum(1 << place for place in chosen)
                for unit in range(len(self.units)):
                    if not row >> unit & 1:
                        options[unit] &= mask
        return options

    def scores(self) -> NDArray[np.float64]:
        """Return a branching score for each unit, from the sets of two and three units that have fallen."""
        units = len(self.units)
        scores = np.zeros(units)
        for size, weight in _SCORES:
            if size < len(self.sizes):
                row = self.rows[start(units, size) : start(units, size + 1)]
                missing = units - size - np.bitwise_count(row).astype(np.float64)
                scores += weight * (missing @ incidence(units, size))
        return scores

    def possible(self) -> NDArray[np.bool_]:
        """Return which sets of units may be on different dice, by number; the empty set always may."""
        units, sets = len(self.units), all_sets(len(self.units), len(self.sizes))
        possible = np.ones(len(self.rows), np.bool_)
        for size in range(1, len(self.sizes)):
            masks = sets.masks[sets.start[size] : sets.start[size + 1]]
            rest = masks & (masks - np.uint64(1))
            row = self.rows[sets.start[size - 1] + rank(rest, units, size - 1)]
            possible[sets.start[size] : sets.start[size + 1]] = row & (masks ^ rest) != 0
        return possible

    def least_fallen(self) -> Iterator[int]:
        """Yield the sets of units, as masks by place, that can't be on different dice though all their parts can be."""
        units, possible = len(self.units), self.possible()
        sets = all_sets(units, len(self.sizes))
        for size in range(1, len(self.sizes)):
            parts = possible[sets.start[size - 1] : sets.start[size]]
            masks = sets.masks[sets.start[size] : sets.start[size + 1]][
                ~possible[sets.start[size] : sets.start[size + 1]]
            ]
            least = np.ones(len(masks), np.bool_)
            for unit in range(units):
                bit = np.uint64(1 << unit)
                having = np.flatnonzero(masks & bit)
                least[having] &= parts[rank(masks[having] ^ bit, units, size - 1)]
            yield from masks[least].tolist()


def only_forbidden(cells: int, sizes: Sequence[int], forbidden: Forbidden) -> PartialDice:
    """Return dice known by their forbidden boards alone, before counting."""
    dice = len(sizes)
    sets = all_sets(cells, dice)
    rows = np.uint64((1 << cells) - 1) & ~sets.masks
    if isinstance(forbidden, Completions):
        rows[sets.start[dice - 1] :] &= ~forbidden.completing
    else:
        rows_kernel.forbid(sets.ranks, forbidden.boards, rows[sets.start[dice - 1] :])
    return PartialDice(tuple(sorted(sizes)), tuple(1 << cell for cell in range(cells)), (), rows)


@lru_cache(maxsize=4)
def nothing_known(text: str, sizes: tuple[int, ...], min_tilings: int) -> PartialDice | None:
    """Return dice whose rolls have ``min_tilings`` tilings at least; ``None`` if counting refutes them."""
    puzzle = Puzzle.parse(text)
    return only_forbidden(len(puzzle.grid), sizes, forbidden_boards(puzzle, min_tilings)).counted()


@lru_cache(maxsize=8)
def _together(
    text: str, sizes: tuple[int, ...], min_tilings: int, joins: tuple[tuple[int, int], ...]
) -> PartialDice | None:
    """Join pairs of cells, from the dice without the last pair: successive cases have most pairs in common."""
    if not joins:
        return nothing_known(text, sizes, min_tilings)
    dice = _together(text, sizes, min_tilings, joins[:-1])
    if dice is None:
        return None
    kept, gone = (dice.unit(mask.bit_length() - 1) for mask in joins[-1])
    return dice.after_joining(gone, kept)


def named_groups(text: str, sizes: tuple[int, ...], min_tilings: int, groups: Sequence[int]) -> PartialDice | None:
    """Return the dice on which groups of cells, as masks, are units on different dice."""
    joins = tuple((group & -group, 1 << cell) for group in groups for cell in Grid.cells(group & (group - 1)))
    dice = _together(text, sizes, min_tilings, joins)
    if dice is None:
        return None
    return replace(dice, named=tuple(dice.unit((group & -group).bit_length() - 1) for group in groups)).followed()


def with_whole(text: str, sizes: tuple[int, ...], min_tilings: int, groups: Sequence[int]) -> PartialDice | None:
    """Return the dice that remain where groups of cells are known: those on no die, if any, and a whole die."""
    known = nothing_known(text, sizes, min_tilings)
    if known is None:
        return None
    if sum(sizes) < len(known.units):
        known, groups = _on_the_others(text, sizes, min_tilings, groups[0]), groups[1:]
    for die in groups:
        left = list(sizes)
        left.remove(die.bit_count())
        known = known and known.beside(die, left)
    return known and known.followed()


@lru_cache(maxsize=4)
def _on_the_others(text: str, sizes: tuple[int, ...], min_tilings: int, off: int) -> PartialDice | None:
    """Return the dice where some cells are on no die; successive cases have them in common."""
    dice = nothing_known(text, sizes, min_tilings)
    return dice and dice.beside(off, sizes)


def overfull(units: Sequence[int], sizes: Sequence[int]) -> bool:
    """Tell whether units of these numbers of cells are too large for dice of these sizes.

    They are if for some k, k units each exceed the k-th largest die and no two of them fit on one die.

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
