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
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from dicelab.search.constraints import Dice
from dicelab.search.design import stopping
from dicelab.search.design.first_split import Groups, first_split, takes_whole_die
from dicelab.search.design.named import named_enough, split_named
from dicelab.search.design.named_kernel import REFUTED
from dicelab.search.design.positions import Counting, Position, beside, heat, named_groups, options
from dicelab.search.design.spread import MOST_BOARDS
from dicelab.search.question import Question as Constraints
from solver.polyform import Puzzle
from solver.polyform.symmetry import Masks
from solver.runs import Runner

_CASE_WORK, _ALL_SETS_WORK, _NODE_WORK = 0.1, 0.003, 0.00001
"""Seconds, about, for a case, for each position that is looked at with all sets of units, and for each node."""


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


class _FoundError(Exception):
    """A set was found."""

    def __init__(self, dice: Dice) -> None:
        super().__init__()
        self.dice = dice


class _TooMuchError(Exception):
    """A case was more work than allowed."""


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
    """Refute one case, or find a set in it, or give up once its :attr:`Case.work` is more than ``most``."""
    text, sizes, min_tilings, groups = task
    if groups and takes_whole_die(Puzzle.parse(text), sizes):
        case = _split(beside(text, sizes, min_tilings, *groups), sorted(sizes)[1:], most)
        dice = in_sizes((*case.dice, *groups), sorted(sizes)) if case.dice else ()
        return replace(case, groups=groups, dice=dice)
    return replace(_split(named_groups(text, sizes, min_tilings, groups), sorted(sizes), most), groups=groups)


def search_sets(cells: int, sizes: Sequence[int], extending: Masks) -> Case:
    """Refute dice of these sizes on all of some cells, or find them, where sets of cells tell what extends them.

    Parameters
    ----------
    extending
        For each set of fewer cells than dice, those of one cell more after the others and all in ascending order of
        their masks: the cells that may be on one more die, as a mask. It is changed.

    Examples
    --------
    >>> import numpy as np
    >>> search_sets(2, (1, 1), np.array([0b11, 0b10, 0b01], np.uint64)).dice
    (1, 2)
    """
    counting = Counting(sizes)
    position = counting.concluded(Position(tuple(1 << cell for cell in range(cells)), (), extending))
    return _split(counting.followed(position), sorted(sizes), math.inf)


def _split(position: Position | None, sizes: Sequence[int], most: float) -> Case:
    """Split a position as far as it takes; the dice of the case are in the order of ascending sizes."""
    splitting = _Splitting(sizes, most)
    dice: Dice = ()
    given_up = False
    try:
        splitting.split(position)
    except _FoundError as found:
        dice = in_sizes(found.dice, sizes)
    except _TooMuchError:
        given_up = True
    return Case((), bytes(splitting.tree), dice, given_up, splitting.with_all_sets)


class _Splitting:
    """Splits a case for dice of given sizes, and writes its tree."""

    def __init__(self, sizes: Sequence[int], most: float) -> None:
        self._sizes, self._counting, self._most = sizes, Counting(sizes), most
        self.tree = bytearray()
        self.with_all_sets = 0

    def split(self, position: Position | None) -> None:
        """Refute a position, or raise :class:`_FoundError`."""
        self._pause()
        if position is None:
            self.tree.append(REFUTED)
            return
        units, named = position.units, position.named
        if len(named) == len(units):
            raise _FoundError(units)
        if named_enough(len(named), len(self._sizes)):
            found = split_named(units, named, position.extending, self._sizes, self.tree, self._pause)
            if found:
                raise _FoundError(found)
            return
        self.with_all_sets += 1
        may_join, hot = options(position), heat(position)
        left = [unit for unit in range(len(units)) if unit not in named]
        unit = min(left, key=lambda unit: (may_join[unit].bit_count(), -hot[unit], unit))
        mask = units[unit]
        self.tree.append((mask & -mask).bit_length() - 1)
        for place, other in enumerate(named):
            is_open = may_join[unit] >> place & 1
            self.split(self._counting.followed(self._counting.joined(position, unit, other)) if is_open else None)
        if len(named) < len(self._sizes):
            is_open = may_join[unit] >> len(named) & 1
            child = Position(units, (*named, unit), position.extending)
            self.split(self._counting.followed(child) if is_open else None)

    def _pause(self) -> None:
        stopping.check()
        if _work(len(self.tree), self.with_all_sets) > self._most:
            raise _TooMuchError
