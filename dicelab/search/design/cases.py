"""Dice sets on all cells of a board, case by case: each case is refuted by counting, or leads to a set.

A *unit* is a cell, or several that are on the same die. A set of units can be on different dice only if every choice of
a cell from each can: so where a unit joins another, what one of them rules out is ruled out for both. And where s units
are on s different dice, the units with which they make s + 1 on different dice must hold all cells of the other dice;
:mod:`dicelab.search.design.spread` has the argument. On a board whose units are few this rules out nearly everything.

A case is a list of *named* units, which are on different dice; the split of a case asks which of them another unit
joins, or whether it is on a die of its own and named too. The proof that there is no set is the tree of the splits: the
units follow from it, and what refutes its leaves is computed again by whoever reads it. It needs no solver.

The first split deals some cells, which the symmetries of the grid map to themselves, in every way to dice, and only one
of the ways that are images of each other need be looked at.

Where one die is much smaller than the others, counting says little as long as nobody knows which units are on it: any
unit could still be extended by that small die alone. Then the first split takes this die *whole*, in every way. What is
left is a question of one die fewer, on the other cells: sets of units that can be on different dice beside every face
of the whole die.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import combinations
from math import comb
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from dicelab.search.design import cases_kernel as kernel, stopping
from dicelab.search.design.constraints import Constraints, Dice
from dicelab.search.design.named import named_enough, split_named
from dicelab.search.design.named_kernel import REFUTED
from dicelab.search.design.numbering import binomial, digits, number, start, starts
from dicelab.search.design.spread import MOST_BOARDS
from dicelab.search.kept_tables import forbidden_boards
from solver.polyform import Grid, Puzzle, rank
from solver.polyform.symmetry import Masks
from solver.runs import Runner

MOST_FIRST = 8
"""Cells that the first split deals, at most."""

_FEW_FIRST = 4
_MOST_WHOLE = 1_000
"""Ways to choose a die whole, at most."""

_HEAT = ((2, 10.0), (3, 1.0))
"""What a set of two units, or three, says of its units for each unit that does not extend it."""

_CASE_WORK, _ALL_SETS_WORK, _NODE_WORK = 0.1, 0.003, 0.00001
"""What a case costs, each position of it with all sets of units, and each node of its tree: about so many seconds."""

Groups: TypeAlias = tuple[int, ...]
"""Cells that are together, as masks, each group on another die."""


def cases_apply(puzzle: Puzzle, sizes: Sequence[int]) -> bool:
    """Tell whether dice of these sizes can be looked for case by case: on all cells, and of not too many boards."""
    return (
        sum(sizes) == len(puzzle.grid)
        and len(sizes) == puzzle.blockers > 1
        and puzzle == puzzle.unrestricted
        and puzzle.boards <= MOST_BOARDS
        and len(puzzle.grid) <= 64
    )


def answered_by_cases(constraints: Constraints) -> bool:
    """Tell whether constraints ask for nothing but sizes and tilings, for which cases can be gone through."""
    plain = Constraints(constraints.puzzle_text, constraints.sizes, constraints.min_tilings)
    return plain == constraints and cases_apply(constraints.puzzle, constraints.sizes)


@dataclass(frozen=True, slots=True)
class Case:
    """How a case ended: with its tree, which refutes it, or with a set, or given up with what there was of its tree."""

    groups: Groups
    tree: bytes
    """In prefix order: the lowest cell of the unit that is split, then its cases (it joins the first named unit, the
    second, …, it is named), or :data:`REFUTED`."""
    dice: Dice = ()
    given_up: bool = False
    with_all_sets: int = 0
    """How many of its nodes were looked at with all sets of units."""

    @property
    def work(self) -> float:
        """What it cost, in seconds of a usual machine: by its nodes alone, so that it is the same on any."""
        return _work(self.nodes, self.with_all_sets)

    @property
    def nodes(self) -> int:
        """How many cases it was split into, itself included."""
        return len(self.tree)


def _work(nodes: int, with_all_sets: int) -> float:
    return _CASE_WORK + _ALL_SETS_WORK * with_all_sets + _NODE_WORK * nodes


@dataclass(frozen=True, slots=True)
class _Position:
    """The units as masks of cells, the places of those that are named, and what extends each set of units."""

    units: tuple[int, ...]
    named: tuple[int, ...]
    extending: Masks

    def of(self, units: Sequence[int]) -> int:
        """Return the units, by place, that extend a set of units."""
        return int(self.extending[number(len(self.units), units)])


class _FoundError(Exception):
    """A set was found."""

    def __init__(self, dice: Dice) -> None:
        super().__init__()
        self.dice = dice


class _TooMuchError(Exception):
    """A case was more work than allowed."""


def takes_whole_die(puzzle: Puzzle, sizes: Sequence[int]) -> bool:
    """Tell whether the first split takes the smallest die whole: it has at most half the mean of two others or more.

    Examples
    --------
    >>> square = Puzzle.parse("genius-square")
    >>> takes_whole_die(square, (6, 6, 6, 6, 6, 4, 2)), takes_whole_die(square, (6, 5, 5, 5, 5, 5, 5))
    (True, False)
    """
    smallest, *others = sorted(sizes)
    small = len(others) > 1 and 2 * smallest * len(others) <= sum(others)
    return small and comb(len(puzzle.grid), smallest) <= _MOST_WHOLE


def first_split(puzzle: Puzzle, sizes: Sequence[int], min_tilings: int) -> tuple[tuple[int, ...], list[Groups]]:
    """Return the cells that the first split deals, none if it takes a whole die, and the groups of its cases.

    Where it takes a whole die, this is the one group of a case; where counting refutes all, there is one case, without
    groups.
    """
    root = _root(puzzle.format(), tuple(sizes), min_tilings)
    if root is None:
        return (), [()]
    if takes_whole_die(puzzle, sizes):
        dice = (Grid.mask(cells) for cells in combinations(range(len(puzzle.grid)), min(sizes)))
        return (), sorted({min((_image(die, turn),) for turn in puzzle.symmetries) for die in dice})
    cells = _first_cells(puzzle, root)
    return cells, first_cases(puzzle, sizes, cells)


def _first_cells(puzzle: Puzzle, root: _Position) -> tuple[int, ...]:
    """Return whole orbits of cells, those that counting says most of first."""
    heat = _heat(root)
    orbits = {frozenset(symmetry[cell] for symmetry in puzzle.symmetries) for cell in range(len(puzzle.grid))}
    ordered = sorted(orbits, key=lambda orbit: (-float(np.mean([heat[cell] for cell in orbit])), min(orbit)))
    cells: set[int] = set()
    for orbit in ordered:
        if len(cells) < _FEW_FIRST and len(cells | orbit) <= MOST_FIRST:
            cells |= orbit
    return tuple(sorted(cells))


def _image(mask: int, turn: Sequence[int]) -> int:
    return Grid.mask(turn[cell] for cell in Grid.cells(mask))


def first_cases(puzzle: Puzzle, sizes: Sequence[int], cells: Sequence[int]) -> list[Groups]:
    """Return the ways to deal some cells to dice, one of those that are images of each other: the least.

    Examples
    --------
    >>> square = Puzzle.parse("3x3/3:3*I2")
    >>> [list(map(bin, groups)) for groups in first_cases(square, (3, 3, 3), (0, 8))]
    [['0b1', '0b100000000'], ['0b100000001']]
    """
    turned = [symmetry for symmetry in puzzle.symmetries if {symmetry[cell] for cell in cells} == set(cells)]
    least = {
        min(tuple(sorted(_image(mask, turn) for mask in groups)) for turn in turned)
        for groups in _dealt(cells, len(sizes), max(sizes))
    }
    return sorted(least)


def _dealt(cells: Sequence[int], dice: int, most: int) -> Iterator[Groups]:
    """Yield every way to deal some cells to at most so many dice, each with at most so many of them."""
    if not cells:
        yield ()
        return
    for groups in _dealt(cells[:-1], dice, most):
        bit = 1 << cells[-1]
        for place, mask in enumerate(groups):
            if mask.bit_count() < most:
                yield (*groups[:place], mask | bit, *groups[place + 1 :])
        if len(groups) < dice:
            yield (*groups, bit)


def in_sizes(dice: Sequence[int], sizes: Sequence[int]) -> Dice:
    """Return dice in the order of given sizes, those of one size by their lowest cells.

    Examples
    --------
    >>> in_sizes([0b1100, 0b1, 0b10], (1, 2, 1))
    (1, 12, 2)
    """
    left = sorted(dice, key=lambda mask: mask & -mask)
    ordered = []
    for size in sizes:
        ordered.append(next(mask for mask in left if mask.bit_count() == size))
        left.remove(ordered[-1])
    return tuple(ordered)


def search_cases(
    puzzle: Puzzle,
    sizes: Sequence[int],
    min_tilings: int,
    runner: Runner,
    reached: Callable[[Case, int, int], None] = lambda *_: None,
) -> tuple[list[Case], tuple[int, ...]]:
    """Refute case by case that every roll of some set has so many tilings, or find one.

    Returns
    -------
    list of Case, tuple of int
        All cases in their order, or up to the first one with a set; and the cells of the first split, none if it takes
        a whole die. They are the same for any runner.
    """
    cells, waiting = first_split(puzzle, sizes, min_tilings)
    done: dict[Groups, Case] = {}
    tasks = [(puzzle.format(), tuple(sizes), min_tilings, groups) for groups in waiting]
    for case in runner(search_case, tasks):
        done[case.groups] = case
        reached(case, len(done), len(waiting))
        found = [groups for groups in waiting if groups in done and done[groups].dice]
        if found and all(groups in done for groups in waiting[: waiting.index(found[0])]):
            break
    cases: list[Case] = []
    for groups in waiting:
        cases.append(done[groups])
        if done[groups].dice:
            break
    return cases, cells


def search_case(task: tuple[str, tuple[int, ...], int, Groups], most: float = math.inf) -> Case:
    """Refute one case, or find a set in it, or give up where it is more than so much :attr:`Case.work`."""
    text, sizes, min_tilings, groups = task
    whole = groups[:1] if takes_whole_die(Puzzle.parse(text), sizes) else ()
    search = _Search(sorted(sizes)[len(whole) :], most)
    tree = bytearray()
    try:
        if whole:
            search.split(_beside(text, sizes, min_tilings, *whole), tree)
        else:
            joins = tuple((group & -group, 1 << cell) for group in groups for cell in Grid.cells(group & (group - 1)))
            together = _together(text, sizes, min_tilings, joins)
            search.split(None if together is None else search.begin(together, groups), tree)
    except _FoundError as found:
        return Case(groups, bytes(tree), in_sizes((*found.dice, *whole), sorted(sizes)))
    except _TooMuchError:
        return Case(groups, bytes(tree), given_up=True, with_all_sets=search.with_all_sets)
    return Case(groups, bytes(tree), with_all_sets=search.with_all_sets)


def _beside(text: str, sizes: tuple[int, ...], min_tilings: int, die: int) -> _Position | None:
    """Return the position of the other dice, on the other cells, where a die is known."""
    root = _root(text, sizes, min_tilings)
    if root is None:
        return None
    dice, faces = len(sizes), list(Grid.cells(die))
    others = [cell for cell in range(len(root.units)) if cell not in faces]
    units, before = len(others), starts(len(root.units), dice)
    extending = np.empty(start(units, dice - 1), np.uint64)
    sets = _sets(units, dice - 1)
    kernel.beside(binomial(dice), before, root.extending, np.array(faces), np.array(others), sets, extending)
    search = _Search(sorted(sizes)[1:])
    position = search.concluded(_Position(tuple(1 << cell for cell in others), (), extending))
    return None if position is None else search.followed(position)


@lru_cache(maxsize=8)
def _together(
    text: str, sizes: tuple[int, ...], min_tilings: int, joins: tuple[tuple[int, int], ...]
) -> _Position | None:
    """Return the position in which pairs of cells are together: cases that come one after the other share most."""
    if not joins:
        return _root(text, sizes, min_tilings)
    position = _together(text, sizes, min_tilings, joins[:-1])
    if position is None:
        return None
    kept, gone = (_unit(position, mask.bit_length() - 1) for mask in joins[-1])
    return _Search(sizes).joined(position, gone, kept)


@lru_cache(maxsize=4)
def _root(text: str, sizes: tuple[int, ...], min_tilings: int) -> _Position | None:
    """Return the position in which every cell is a unit, or ``None`` if counting refutes it."""
    puzzle = Puzzle.parse(text)
    cells, dice = len(puzzle.grid), len(sizes)
    allowed = np.ones(puzzle.boards, np.bool_)
    allowed[rank(forbidden_boards(puzzle, min_tilings).boards, cells, dice)] = False
    extending = np.zeros(start(cells, dice), np.uint64)
    kernel.open_sets(cells, dice, binomial(dice), starts(cells, dice), _sets(cells, dice), allowed, extending)
    position = _Position(tuple(1 << cell for cell in range(cells)), (), extending)
    return _Search(sizes).concluded(position)


class _Search:
    """Splits cases for dice of given sizes."""

    def __init__(self, sizes: Sequence[int], most: float = math.inf) -> None:
        self._sizes = sorted(sizes)
        self._most = most
        self.with_all_sets = 0
        self._dice = len(sizes)
        # By the number of units of a set: the cells that the other dice have at least.
        self._need = np.array([sum(self._sizes[: self._dice - size]) for size in range(self._dice)], np.int64)

    def begin(self, position: _Position, groups: Groups) -> _Position | None:
        """Return the position of a case of the first split, whose groups are units, with their names."""
        named = tuple(_unit(position, (group & -group).bit_length() - 1) for group in groups)
        return self.followed(_Position(position.units, named, position.extending))

    def split(self, position: _Position | None, tree: bytearray) -> None:
        """Refute a position and write how, or raise :class:`_FoundError`."""
        self._pause(tree)
        if position is None:
            tree.append(REFUTED)
            return
        units, named = position.units, position.named
        if len(named) == len(units):
            raise _FoundError(units)
        if named_enough(len(named), self._dice):
            found = split_named(units, named, position.extending, self._sizes, tree, partial(self._pause, tree))
            if found:
                raise _FoundError(found)
            return
        self.with_all_sets += 1
        options = _options(position)
        heat = _heat(position)
        left = [unit for unit in range(len(position.units)) if unit not in position.named]
        unit = min(left, key=lambda unit: (options[unit].bit_count(), -heat[unit], unit))
        mask = position.units[unit]
        tree.append((mask & -mask).bit_length() - 1)
        for place, other in enumerate(position.named):
            self.split(self._follow(position, unit, other) if options[unit] >> place & 1 else None, tree)
        if len(position.named) < self._dice:
            is_open = options[unit] >> len(position.named) & 1
            child = _Position(units, (*named, unit), position.extending)
            self.split(self.followed(child) if is_open else None, tree)

    def _pause(self, tree: bytearray) -> None:
        stopping.check()
        if _work(len(tree), self.with_all_sets) > self._most:
            raise _TooMuchError

    def _follow(self, position: _Position, gone: int, kept: int) -> _Position | None:
        joined = self.joined(position, gone, kept)
        return None if joined is None else self.followed(joined)

    def followed(self, position: _Position) -> _Position | None:
        """Join the units that can't be on different dice; return ``None`` if there is no set."""
        while True:
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
            after = self.joined(position, gone, kept)
            if after is None:
                return None
            position = after

    def joined(self, position: _Position, gone: int, kept: int) -> _Position | None:
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
        return self.concluded(_Position(tuple(units), named, after))

    def concluded(self, position: _Position) -> _Position | None:
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


def _unit(position: _Position, cell: int) -> int:
    return next(place for place, mask in enumerate(position.units) if mask >> cell & 1)


def _inseparable(position: _Position) -> tuple[int, int] | None:
    """Return two units that can't be on different dice, if there are any."""
    full = (1 << len(position.units)) - 1
    for unit in range(len(position.units)):
        missing = full & ~position.of((unit,)) & ~(1 << unit)
        if missing:
            return unit, (missing & -missing).bit_length() - 1
    return None


def _options(position: _Position) -> list[int]:
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


def _heat(position: _Position) -> NDArray[np.float64]:
    """Return how much the sets of two and three units that can't be on different dice say of each unit."""
    units, dice = len(position.units), _dice_of(position)
    heat = np.zeros(units)
    for size, weight in _HEAT:
        if size < dice:
            held = position.extending[start(units, size) : start(units, size + 1)]
            heat += weight * ((units - size - np.bitwise_count(held).astype(np.float64)) @ _incidence(units, size))
    return heat


def _dice_of(position: _Position) -> int:
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
