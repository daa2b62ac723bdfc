"""Dice sets case by case: each case is refuted by counting, leads to a set, or is split.

The first split deals some cells to dice in every way, or takes the smallest die whole. The split of a case asks which
of the named units another unit joins, or whether it is on a die of its own and named too. The proof that there is no
set is the tree of the splits: a checker derives the units from it and refutes its leaves by counting again, without a
solver.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from math import comb
from types import MappingProxyType
from typing import TypeAlias

import numpy as np

from dicelab.search.bounds.few_sets import named_enough, split_named
from dicelab.search.bounds.few_sets_kernel import REFUTED, SET
from dicelab.search.bounds.partial import PartialDice, named_groups, nothing_known, with_whole
from dicelab.search.bounds.spread import MOST_BOARDS
from dicelab.search.bounds.tree_share import TreeShare
from solver.polyform import Grid, Puzzle
from solver.polyform.symmetry import Masks
from solver.runs import Runner

MOST_FIRST = 8
"""Cells that the first split deals, at most."""
MOST_WHOLE = 25_000
"""Ways to choose the cells on no die and a die that is taken whole, at most."""

_FEW_FIRST = 4

Groups: TypeAlias = tuple[int, ...]
"""Cells that are together, as masks, each group on another die; the first on none where dice leave cells off."""
CaseTask: TypeAlias = tuple[str, tuple[int, ...], int, Groups]
"""A puzzle, the sizes of the dice, the tilings that every roll is to have, and the groups of the case."""

_CASE_WORK, _ALL_SETS_WORK, _NODE_WORK = 0.1, 0.003, 0.00001
"""Approximate seconds for a case, for each node searched with all sets of units, and for each node."""


def cases_apply(puzzle: Puzzle, sizes: Sequence[int]) -> bool:
    """Tell whether dice of these sizes can be searched case by case: they cover all cells, and boards are few.

    Dice that leave a few cells off can be searched too, but the checkers of dicelab know no cells on no die.
    """
    return (
        sum(sizes) == len(puzzle.grid)
        and len(sizes) == puzzle.blockers > 1
        and puzzle == puzzle.unrestricted
        and puzzle.boards <= MOST_BOARDS
        and len(puzzle.grid) <= 64
    )


@dataclass(frozen=True, slots=True)
class Case:
    """The end of a case: the tree that refutes it or leads to its sets, or the part written before the search ended."""

    groups: Groups
    tree: bytes
    """In prefix order: the lowest cell of the unit that is split, then its cases (it joins the first named unit, the
    second, …, it is named), or :data:`REFUTED`, or :data:`SET` where all cells are dealt and the dice are a set."""
    sets: tuple[tuple[int, ...], ...] = ()
    """The sets that it leads to, one for each :data:`SET`; only the first where the search ended with it."""
    given_up: bool = False
    with_all_sets: int = 0
    """Number of its nodes searched with all sets of units."""

    @property
    def dice(self) -> tuple[int, ...]:
        """The first of its sets, or nothing."""
        return self.sets[0] if self.sets else ()

    @property
    def work(self) -> float:
        """Its cost in seconds on a usual machine, estimated from its nodes alone, so that all machines agree."""
        return _work(self.nodes, self.with_all_sets)

    @property
    def nodes(self) -> int:
        """Number of cases in its tree, itself included."""
        return len(self.tree)


def _work(nodes: int, with_all_sets: int) -> float:
    return _CASE_WORK + _ALL_SETS_WORK * with_all_sets + _NODE_WORK * nodes


class _FoundError(Exception):
    """A set was found, and one is enough."""


class _TooMuchError(Exception):
    """A case was more work than allowed."""


def in_sizes(dice: Sequence[int], sizes: Sequence[int]) -> tuple[int, ...]:
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
    *,
    kept: Mapping[Groups, Case] = MappingProxyType({}),
    begun: Callable[[int, int], None] = lambda *_: None,
) -> tuple[list[Case], tuple[int, ...]]:
    """Refute case by case that every roll of some set has ``min_tilings`` tilings, or find such a set.

    Parameters
    ----------
    reached
        Called with each case that was searched, and how many of how many cases are done.
    kept
        Cases that an earlier search refuted; they are not searched again.
    begun
        Called first, with how many of how many cases are kept.

    Returns
    -------
    list of Case, tuple of int
        All cases in their order, or up to the first one with a set; and the cells of the first split, none if it takes
        a whole die. They do not depend on the runner.
    """
    cells, waiting = first_split(puzzle, sizes, min_tilings)
    done = {groups: kept[groups] for groups in waiting if groups in kept}
    tasks = [(puzzle.format(), tuple(sizes), min_tilings, groups) for groups in waiting if groups not in done]
    begun(len(done), len(waiting))
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


def search_case(
    task: CaseTask,
    most: float = math.inf,
    check: Callable[[], None] = lambda: None,
    told: Callable[[float], None] | None = None,
    *,
    every: bool = False,
) -> Case:
    """Refute one case, or find a set in it, or give up once its :attr:`Case.work` is more than ``most``.

    With ``every``, go on until the tree holds every set of the case. ``check`` is called now and then, and raises where
    the search is to stop; so is ``told``, with the part of the tree that is written (:class:`.tree_share.TreeShare`).
    """
    text, sizes, min_tilings, groups = task
    puzzle = Puzzle.parse(text)
    off = len(puzzle.grid) - sum(sizes)
    if groups and (off or takes_whole_die(puzzle, sizes)):
        known = with_whole(text, sizes, min_tilings, groups)
        case = _split(known, most, check, told, every)
        sets = tuple(in_sizes((*dice, *groups[bool(off) :]), sorted(sizes)) for dice in case.sets)
        return replace(case, groups=groups, sets=sets)
    return replace(_split(named_groups(text, sizes, min_tilings, groups), most, check, told, every), groups=groups)


def search_sets(cells: int, sizes: Sequence[int], rows: Masks) -> Case:
    """Refute dice of these sizes on all of some cells, or find them, from the rows of the sets of cells.

    Parameters
    ----------
    rows
        For each set of fewer cells than dice, ordered by size and then by mask, the mask of the cells that extend it.
        Changed in place.

    Examples
    --------
    >>> import numpy as np
    >>> search_sets(2, (1, 1), np.array([0b11, 0b10, 0b01], np.uint64)).dice
    (1, 2)
    """
    dice = PartialDice(tuple(sorted(sizes)), tuple(1 << cell for cell in range(cells)), (), rows).counted()
    return _split(dice and dice.followed(), math.inf, lambda: None)


def _split(
    partial: PartialDice | None,
    most: float,
    check: Callable[[], None],
    told: Callable[[float], None] | None = None,
    every: bool = False,
) -> Case:
    """Split a case as far as it takes; the dice of its sets are in the order of ascending sizes."""
    share = TreeShare(len(partial.named), len(partial.sizes)) if partial and told else None
    splitting = _Splitting(most, check, every)
    if share and told:
        splitting.grown = lambda: told(share.grown(splitting.tree))
    given_up = False
    try:
        splitting.split(partial)
    except _FoundError:
        pass
    except _TooMuchError:
        given_up = True
    sets = tuple(in_sizes(dice, partial.sizes) for dice in splitting.sets) if partial else ()
    return Case((), bytes(splitting.tree), sets, given_up, splitting.with_all_sets)


class _Splitting:
    """Splits a case, and writes its tree."""

    def __init__(self, most: float, check: Callable[[], None], every: bool) -> None:
        self._most, self._check, self._every = most, check, every
        self.grown: Callable[[], None] = lambda: None
        self.tree = bytearray()
        self.sets: list[tuple[int, ...]] = []
        self.with_all_sets = 0

    def split(self, dice: PartialDice | None) -> None:
        """Write the tree of a case, or raise :class:`_FoundError` at the first set."""
        self._pause()
        if dice is None:
            self.tree.append(REFUTED)
            return
        units, named = dice.units, dice.named
        if len(named) == len(units):
            self._found(units)
            return
        if named_enough(len(named), len(dice.sizes)):
            split_named(dice, self.tree, self._pause, self._found)
            return
        self.with_all_sets += 1
        options, scores = dice.options(), dice.scores()
        left = [unit for unit in range(len(units)) if unit not in named]
        unit = min(left, key=lambda unit: (options[unit].bit_count(), -scores[unit], unit))
        mask = units[unit]
        self.tree.append((mask & -mask).bit_length() - 1)
        for place, other in enumerate(named):
            joined = dice.after_joining(unit, other) if options[unit] >> place & 1 else None
            self.split(joined and joined.followed())
        if len(named) < len(dice.sizes):
            is_open = options[unit] >> len(named) & 1
            self.split(replace(dice, named=(*named, unit)).followed() if is_open else None)

    def _found(self, dice: tuple[int, ...]) -> None:
        self.sets.append(dice)
        self.tree.append(SET)
        if not self._every:
            raise _FoundError

    def _pause(self) -> None:
        self._check()
        self.grown()
        if _work(len(self.tree), self.with_all_sets) > self._most:
            raise _TooMuchError


def takes_whole_die(puzzle: Puzzle, sizes: Sequence[int]) -> bool:
    """Tell whether the first split takes the smallest die whole.

    True when there are at least two other dice, 1.5 times as large on average, and at most :data:`MOST_WHOLE` ways to
    choose the smallest one and the cells on no die.

    Examples
    --------
    >>> square = Puzzle.parse("genius-square")
    >>> takes_whole_die(square, (6, 6, 6, 6, 6, 4, 2)), takes_whole_die(square, (6, 5, 5, 5, 5, 5, 5))
    (True, False)
    """
    smallest, *others = sorted(sizes)
    is_small = len(others) > 1 and 3 * smallest * len(others) <= 2 * sum(others)
    cells, on_dice = len(puzzle.grid), sum(sizes)
    return is_small and comb(cells, on_dice) * comb(on_dice, smallest) <= MOST_WHOLE


def first_split(puzzle: Puzzle, sizes: Sequence[int], min_tilings: int) -> tuple[tuple[int, ...], list[Groups]]:
    """Return the cells that the first split deals, none if it takes a whole die, and the groups of its cases.

    Where the dice leave cells off, these are the first group of each case, and none are dealt; a whole die is the last
    group. Where counting refutes all dice on all cells, there is one case, without groups.
    """
    off = len(puzzle.grid) - sum(sizes)
    start = nothing_known(puzzle.format(), tuple(sizes), min_tilings)
    if start is None and not off:
        return (), [()]
    numbers = [number for number in (off, min(sizes) * takes_whole_die(puzzle, sizes)) if number]
    if start is None or numbers:
        every = _chosen(range(len(puzzle.grid)), numbers)
        turned = (min(tuple(_image(mask, turn) for mask in groups) for turn in puzzle.symmetries) for groups in every)
        return (), sorted(set(turned))
    cells = _first_cells(puzzle, start)
    return cells, first_cases(puzzle, sizes, cells)


def _chosen(cells: Sequence[int], numbers: Sequence[int]) -> Iterator[Groups]:
    """Yield every way to choose disjoint groups of cells, with these numbers of cells."""
    if not numbers:
        yield ()
        return
    for some in combinations(cells, numbers[0]):
        for rest in _chosen([cell for cell in cells if cell not in some], numbers[1:]):
            yield (Grid.mask(some), *rest)


def _first_cells(puzzle: Puzzle, start: PartialDice) -> tuple[int, ...]:
    """Return whole orbits of cells, those with the highest branching scores first."""
    scores = start.scores()
    orbits = {frozenset(symmetry[cell] for symmetry in puzzle.symmetries) for cell in range(len(puzzle.grid))}
    ordered = sorted(orbits, key=lambda orbit: (-float(np.mean([scores[cell] for cell in orbit])), min(orbit)))
    cells: set[int] = set()
    for orbit in ordered:
        if len(cells) < _FEW_FIRST and len(cells | orbit) <= MOST_FIRST:
            cells |= orbit
    return tuple(sorted(cells))


def first_cases(puzzle: Puzzle, sizes: Sequence[int], cells: Sequence[int]) -> list[Groups]:
    """Return the ways to deal some cells to dice, the least of each class under the symmetries.

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
    """Yield every way to deal cells to at most ``dice`` dice, at most ``most`` cells to each."""
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


def _image(mask: int, turn: Sequence[int]) -> int:
    return Grid.mask(turn[cell] for cell in Grid.cells(mask))
