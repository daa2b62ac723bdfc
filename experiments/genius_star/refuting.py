"""Refute that there are seven dice of the box's sizes whose every roll is one of some solvable boards.

The dice are dealt one after the other, the smallest first; a set of s cells is *possible* if it can be on s different
dice of those that are left. Along with every face of the dice that are dealt, a possible set of as many cells as dice
are left is a board that is allowed. Any smaller one has to be extended by all cells of the dice that it is not on,
each of which makes it a larger possible set; so it is not possible where fewer cells extend it than the smallest of
the other dice have together. And what contains a set that is not possible is not possible. Sweeps down and up over
all sets rule out more and more, until the empty set is ruled out, or nothing more.

If some cells are on one of the dice, a set of cells on the others is possible with each of them; so the masks of what
extends it meet, and the sweeps are done again. In this way the cells of a die are chosen in ascending order.

The dice show 42 of the 48 cells, and :mod:`partition` shows which pairs of cells are never on different dice: any two
of the six cells before the tips of the star, and each of these with its two companions. So there are two cases.
Either the dice show the 42 cells of the box. Then one die of three cells is one of each orbit, and the other one is
not of an earlier orbit. Or a cell before a tip is on a die, say t of the six, all on the same one. Only t more cells
are on no die, so one of their 2t companions is on a die, and that is the same one; by symmetry it is a certain cell
with a certain companion. Then the other dice show neither the other five nor the other companion.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from itertools import combinations, permutations

import numpy as np
from numpy.typing import NDArray

from dicelab.search.bounds import search_sets
from experiments.genius_star import refuting_kernel as kernel
from experiments.genius_star.designing import rank_tables
from experiments.genius_star.geometry import neighbours, symmetries
from solver.polyform import Grid

CELLS, THREE = 48, 3
_SWEEPS, _MORE_SWEEPS = 4, 8

Masks = NDArray[np.uint64]
Die = tuple[int, ...]

_BINOMIAL = np.array([[math.comb(n, k) for k in range(10)] for n in range(CELLS + 1)], np.int64)


class FoundError(Exception):
    """Dice whose every roll is allowed were found."""

    def __init__(self, dice: Sequence[Die]) -> None:
        super().__init__()
        self.dice = tuple(dice)


@dataclass(frozen=True, slots=True)
class First:
    """What became of a first die, or of two cells of one: the dice of three cells that counting left are refuted.

    ``size`` is that of the die. ``looked`` are the cells, the pairs of cells and the second dice that were looked at,
    or nothing if counting refuted the first one at once; ``seconds`` tells for each second die how many choices of
    cells were looked at to refute it.
    """

    die: Die
    size: int
    looked: tuple[int, ...] = ()
    seconds: dict[Die, int] = field(default_factory=dict)

    def line(self) -> str:
        """Return what became of it as a line, with the labels of the cells."""
        seconds = (f"{'.'.join(str(cell + 1) for cell in die)}:{number}" for die, number in self.seconds.items())
        first = ".".join(str(cell + 1) for cell in self.die)
        return " ".join((f"{first}/{self.size}", ",".join(map(str, self.looked)) or "-", *seconds))


class _Sets:
    """All sets of fewer cells than there are dice, and what extends them for now."""

    def __init__(self, cells: int, dice: int) -> None:
        self.sets, self.start = kernel.list_sets(cells, dice, _BINOMIAL)
        self.parts = kernel.list_parts(self.sets, self.start, _BINOMIAL)
        self.extending = np.zeros(len(self.sets), np.uint64)
        self._cells = cells

    @cached_property
    def joined(self) -> NDArray[np.int32]:
        """The places of the sets of two cells less than dice together with each cell."""
        found: NDArray[np.int32] = kernel.list_joined(self.sets, self.start, _BINOMIAL, self._cells)
        return found

    @property
    def largest(self) -> Masks:
        """What extends the largest sets, as a view."""
        found: Masks = self.extending[self.start[-2] :]
        return found

    def count(self, need: NDArray[np.int64], sweeps: int = _SWEEPS) -> bool:
        return bool(kernel.count(self.sets, self.parts, self.start, need, self.extending, sweeps))


_sets = cache(_Sets)


def before_tips() -> dict[int, Die]:
    """Return the cells before the tips of the star, each with its two companions: blocked, a pair leaves two alone."""
    partners: dict[int, list[int]] = {}
    for pair in combinations(range(CELLS), 2):
        blocked = sum(1 << cell for cell in pair)
        if sum(not around & ~blocked for cell, around in enumerate(neighbours()) if cell not in pair) > 1:
            for one, other in (pair, pair[::-1]):
                partners.setdefault(one, []).append(other)
    tips = {cell for cell, others in partners.items() if len(others) > 1}
    return {cell: tuple(other for other in partners[cell] if other not in tips) for cell in sorted(tips)}


def orbits(cells: Sequence[int]) -> tuple[list[Die], NDArray[np.int64]]:
    """Return the least three cells of each orbit, and the number of its orbit for each three cells in any order."""
    turns = symmetries()
    least = [
        three
        for three in combinations(cells, THREE)
        if three == min(tuple(sorted(turn[cell] for cell in three)) for turn in turns)
    ]
    numbers = np.full((CELLS,) * THREE, -1)
    for number, three in enumerate(least):
        for turn in turns:
            for order in permutations(turn[cell] for cell in three):
                numbers[order] = number
    return least, numbers


class Refuting:
    """Looks for dice of given sizes, all but six cells, two of three cells and none smaller; ``allowed`` is by rank.

    No board that leaves two triangles alone may be allowed.
    """

    def __init__(self, sizes: Sequence[int], allowed: NDArray[np.bool_]) -> None:
        self.sizes = tuple(sorted(sizes))
        tips = before_tips()
        if self.sizes[:2] != (THREE, THREE) or sum(sizes) != CELLS - len(tips):
            raise ValueError(
                f"sizes {self.sizes}: choose 42 cells on seven dice, the two smallest with three cells each"
            )
        self.box = [cell for cell in range(CELLS) if cell not in tips]
        self.firsts, self._orbits = orbits(self.box)
        # A cell before a tip and the first of its companions; all others of their kind are images of them.
        cell, (companion, other) = next(iter(tips.items()))
        images = {(turn[cell], turn[companion]) for turn in symmetries()}
        if len(images) != sum(map(len, tips.values())):
            raise ValueError("the cells before the tips and their companions are not images of each other")
        self.pair: Die = (cell, companion)
        self._beside_pair = [one for one in self.box if one not in (companion, other)]
        self._ranks = rank_tables()
        self._below = kernel.boards_below(allowed, self._ranks, math.comb(CELLS, len(self.sizes) - 1))

    def cases(self) -> list[tuple[Die, int]]:
        """Return all first dice, and the pair on a die of each size, as arguments of :meth:`first`."""
        return [(self.pair, size) for size in sorted(set(self.sizes))] + [(die, THREE) for die in self.firsts]

    def first(self, die: Die, size: int) -> First:
        """Refute a first die or the pair on one, or raise :class:`FoundError`."""
        sizes = list(self.sizes)
        sizes.remove(size)
        open_, sets = self._with((die,), sizes)
        if not len(open_):
            return First(die, size)
        with_cell = kernel.beside(sets.sets, sets.parts, sets.start, sets.extending, len(open_))
        fewer = _sets(len(open_), len(sizes) - 1)
        looked = np.zeros(3, np.int64)
        found = np.zeros((math.comb(len(open_), THREE), THREE), np.int64)
        least = -1 if die == self.pair else int(self._orbits[die])
        need, orbits = _need(sizes[1:]), self._orbits
        tables = (with_cell, fewer.sets, fewer.parts, fewer.start)
        rest = (need, fewer.extending, _SWEEPS, open_, orbits, least, looked, found)
        if len(open_) == sum(sizes):
            number = kernel.threes_of_all(*tables, fewer.joined, *rest)
        else:
            number = kernel.threes(*tables, *rest)
        seconds = [tuple(row) for row in found[:number].tolist()]
        return First(
            die,
            size,
            tuple(looked.tolist()),
            {
                second: self._second(die, second, sizes[1:], open_, with_cell)
                if len(open_) == sum(sizes)
                else self._beside(die, second, sizes[1:])
                for second in seconds
            },
        )

    def _second(self, first: Die, second: Die, sizes: Sequence[int], cells: NDArray[np.int64], rows: Masks) -> int:
        """Refute two dice and return how many cases were looked at, or raise :class:`FoundError`.

        ``rows`` tell for each of the cells what extends sets of these along with it.
        """
        fewer = _sets(len(cells), len(sizes))
        places = [int(np.flatnonzero(cells == cell)[0]) for cell in second]
        fewer.largest[:] = rows[places[0]] & rows[places[1]] & rows[places[2]]
        kept = np.array([place for place in range(len(cells)) if place not in places])
        found = _sets(len(kept), len(sizes))
        found.extending[:] = 0
        kernel.narrowed(kept, fewer.start, _BINOMIAL, fewer.extending, found.sets, found.start, found.extending)
        if not found.count(_need(sizes), 1):
            return 0
        case = search_sets(len(kept), sizes, found.extending.copy())
        if case.dice:
            raise FoundError(
                [first, second, *(tuple(cells[kept[list(Grid.cells(die))]].tolist()) for die in case.dice)]
            )
        return case.nodes

    def _beside(self, first: Die, second: Die, sizes: Sequence[int]) -> int:
        """Refute the pair and a die, cell by cell; return how many choices of cells were looked at."""
        open_, sets = self._with((first, second), sizes)
        if not len(open_):
            return 0
        deal = _Deal(len(open_))
        try:
            deal.next_die(sets.largest.copy(), sizes, [])
        except FoundError as found:
            others = [tuple(int(open_[cell]) for cell in die) for die in found.dice]
            raise FoundError([first, second, *others]) from None
        return deal.looked

    def _with(self, dealt: Sequence[Die], sizes: Sequence[int]) -> tuple[NDArray[np.int64], _Sets]:
        """Return the cells that may be on the other dice, none if counting refutes, and what extends their sets."""
        shown = {cell for die in dealt for cell in die}
        cells = np.array(
            [cell for cell in (self._beside_pair if dealt[0] == self.pair else self.box) if cell not in shown]
        )
        faces = [0]
        for die in dealt:
            faces = [mask | 1 << cell for mask in faces for cell in die]
        wide = _sets(len(cells), len(sizes))
        kernel.with_dice(
            np.array(faces, np.uint64), cells, wide.sets, wide.start, self._below, self._ranks, wide.extending
        )
        if not wide.count(_need(sizes), _MORE_SWEEPS):
            return cells[:0], wide
        kept = np.array([place for place in range(len(cells)) if int(wide.extending[0]) >> place & 1])
        if len(kept) == len(cells):
            return cells, wide
        found = _sets(len(kept), len(sizes))
        kernel.narrowed(kept, wide.start, _BINOMIAL, wide.extending, found.sets, found.start, found.extending)
        return cells[kept], found


class _Deal:
    """Deals the other dice; cells have numbers of their own here."""

    def __init__(self, cells: int) -> None:
        self._cells = cells
        self.looked = 0

    def next_die(self, masks: Masks, sizes: Sequence[int], dealt: list[Die]) -> None:
        if len(sizes) == 1:
            if int(masks[0]).bit_count() >= sizes[0]:
                last = tuple(cell for cell in range(self._cells) if int(masks[0]) >> cell & 1)
                raise FoundError([*dealt, last[: sizes[0]]])
            return
        wide, sets, need = _sets(self._cells, len(sizes)), _sets(self._cells, len(sizes) - 1), _need(sizes[1:])
        wide.largest[:] = masks
        rows = kernel.beside(wide.sets, wide.parts, wide.start, wide.extending, self._cells)
        open_ = []
        for cell in range(self._cells):
            if self._is_left(sets, rows[cell], need):
                rows[cell] = sets.largest
                open_.append(cell)

        def choose(die: Die, masks: Masks, others: list[int]) -> None:
            if len(die) == sizes[0]:
                self.next_die(masks, sizes[1:], [*dealt, die])
                return
            for place, cell in enumerate(others):
                if len(die) + len(others) - place < sizes[0]:
                    return
                if self._is_left(sets, masks & rows[cell], need):
                    choose((*die, cell), sets.largest.copy(), others[place + 1 :])

        choose((), np.full(rows.shape[1], ~np.uint64(0)), open_)

    def _is_left(self, sets: _Sets, masks: Masks, need: NDArray[np.int64]) -> bool:
        self.looked += 1
        sets.largest[:] = masks
        return sets.count(need)


def _need(sizes: Sequence[int]) -> NDArray[np.int64]:
    """Return how many cells must extend a set, by its number of cells: what the smallest other dice have."""
    ordered = sorted(sizes)
    return np.array([sum(ordered[: len(sizes) - size]) for size in range(len(sizes))])
