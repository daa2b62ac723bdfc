"""Overlapping dice, which may share cells: patterns with the most boards, and the forbidden boards that dice roll.

A *pattern* tells which dice share cells with which: it is a list of sets of dice, one for each cell that is on more
than one. All else follows from it and the sizes: every other cell is on one die, or on none. The number of boards does
not depend on which cells these are. (The boards are the bases of a transversal matroid, and the dice are its
presentation.)

Two facts bound it. They say that dice should share as few cells as they can, and that no cell should be left off:

- *Spreading.* Let cell c be on die i and on another, and cell u on none. Write u on die i in place of c. No boards are
  lost: a board that can be rolled with another face of die i still can; any other one, B, gives way to B - c + u, which
  is new, and different for different B.
- *Monotony.* So a pattern has at least as many boards as the same pattern with one more shared cell, on as many cells
  as it takes.

The best pattern is therefore found among those that use all cells, and a part of a pattern that has fewer boards than
are known to be possible need not be completed.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from dicelab.errors import DiceError
from dicelab.score.forbidden import ForbiddenBoards
from solver.polyform import Puzzle
from solver.polyform.symmetry import Masks

Pattern = tuple[int, ...]
"""Masks of dice, ascending: one for each shared cell."""

Roles = NDArray[np.int64]
"""int64 of shape (cells,): the dice of each cell as a mask; 0 where it is on none."""

MOST_DICE = 12
"""Counting lists 2^dice subsets."""

_MOST_ORDERS = 5040
_MOST_PARTS = 20_000
"""Most renamings of dice, and most parts of patterns, that a proof goes through."""


@dataclass(frozen=True, slots=True)
class Sharing:
    """A pattern and its number of boards.

    ``boards`` counts the distinct boards that collision-free rolls show; no set of these sizes shows more than
    ``bound``.
    """

    pattern: Pattern
    boards: int
    bound: int


def boards_of(pattern: Sequence[int], sizes: Sequence[int]) -> int:
    """Count the boards of dice of these sizes that share cells by a pattern.

    A board is a set of cells that can be matched with all dice. Some shared cells can be matched with certain subsets
    of the dice; the other dice show cells of their own. The shared cells are gone through one by one, and choices that
    can be matched with the same subsets are counted together. A die that shares more cells than it has, or too many
    dice, raise :class:`DiceError`.

    Examples
    --------
    >>> boards_of([], [6, 6]), boards_of([0b11], [6, 6]), boards_of([0b11, 0b11], [6, 6])
    (36, 35, 33)
    >>> boards_of([0b11, 0b110, 0b1100, 0b11000, 0b110000, 0b1100000], [6] * 7)
    235416
    """
    dice = len(sizes)
    if dice > MOST_DICE:
        raise DiceError(f"{dice} dice: at most {MOST_DICE} may share cells")
    own = own_cells(pattern, sizes)
    if min(own, default=0) < 0:
        raise DiceError(f"die {own.index(min(own)) + 1} shares more cells than it has: make it larger")
    without = _without(dice)
    # Bit s of a state: the chosen cells can be matched with the subset s of the dice.
    states = {1: 1}
    for mask in pattern:
        matching = [die for die in range(dice) if mask >> die & 1]
        following = dict(states)
        for state, times in states.items():
            matched = 0
            for die in matching:
                matched |= (state & without[die]) << (1 << die)
            if matched:
                following[matched] = following.get(matched, 0) + times
        states = following
    # The ways in which all dice that are not in a subset can show a cell of their own.
    ways = [1]
    for some in own:
        ways = [some * way for way in ways] + ways
    return sum(times * sum(ways[subset] for subset in _bits(state)) for state, times in states.items())


@cache
def _without(dice: int) -> list[int]:
    """Return for each die the subsets of dice that it is not in, as the bits of a number."""
    return [sum(1 << subset for subset in range(1 << dice) if not subset >> die & 1) for die in range(dice)]


def _bits(number: int) -> Iterator[int]:
    while number:
        lowest = number & -number
        yield lowest.bit_length() - 1
        number ^= lowest


def own_cells(pattern: Sequence[int], sizes: Sequence[int]) -> list[int]:
    """Return how many cells of each die are on no other."""
    return [size - sum(mask >> die & 1 for mask in pattern) for die, size in enumerate(sizes)]


def roles_of(pattern: Sequence[int], sizes: Sequence[int], cells: int) -> Roles:
    """Return the dice of each cell for a set of this pattern; the caller deals the cells."""
    alone = [1 << die for die, own in enumerate(own_cells(pattern, sizes)) for _ in range(own)]
    roles = np.array([*pattern, *alone], np.int64)
    if len(roles) > cells:
        raise DiceError(f"{len(roles)} cells are needed: the board has {cells}")
    return np.pad(roles, (0, cells - len(roles)))


def patterns(sizes: Sequence[int], cells: int, most: int = 1) -> list[Sharing]:
    """Return the patterns with the most boards, best first, at most ``most``.

    The sizes are those of each die, each at most ``cells``, the cells of the board; where these are enough for all
    dice, nothing is shared. Patterns are listed once up to the names of dice of the same size, and their order depends
    on nothing but the arguments. Where there are too many to go through all, a good one is returned, and its ``bound``
    is larger than its number of boards.
    """
    if max(sizes) > cells:
        raise DiceError(f"a die of {max(sizes)} cells: the board has {cells}")
    surplus = max(0, sum(sizes) - cells)
    good = _greedy(sizes, surplus)
    boards = boards_of(good, sizes)
    found = _at_least(sizes, surplus, boards)
    if found is None:
        return [Sharing(good, boards, min(math.prod(sizes), math.comb(cells, len(sizes))))]
    for percent in range(99, 89, -1):
        if len(found) >= most:
            break
        found = _at_least(sizes, surplus, boards * percent // 100) or found
    return [Sharing(pattern, count, found[0][0]) for count, pattern in found[:most]]


def _greedy(sizes: Sequence[int], surplus: int) -> Pattern:
    """Share one cell after another where that costs the fewest boards, then change one at a time while that helps."""
    pattern: Pattern = ()
    for _ in range(surplus):
        pattern = max(_shared_more(pattern, sizes), key=lambda one: (boards_of(one, sizes), one))
    boards = boards_of(pattern, sizes)
    better = True
    while better:
        better = False
        for place in range(len(pattern)):
            fewer = pattern[:place] + pattern[place + 1 :]
            missing = surplus - sum(mask.bit_count() - 1 for mask in fewer)
            if missing != 1:
                continue
            best = max(_shared_more(fewer, sizes), key=lambda one: (boards_of(one, sizes), one))
            if boards_of(best, sizes) > boards:
                pattern, boards, better = best, boards_of(best, sizes), True
    return pattern


def _shared_more(pattern: Pattern, sizes: Sequence[int]) -> list[Pattern]:
    """Return the patterns with one cell less: two cells of different dice, own or shared, become one."""
    own = own_cells(pattern, sizes)
    free = [die for die in range(len(sizes)) if own[die] > 0]
    found = {tuple(sorted((*pattern, 1 << a | 1 << b))) for a, b in itertools.combinations(free, 2)}
    for place, mask in enumerate(pattern):
        rest = pattern[:place] + pattern[place + 1 :]
        found |= {tuple(sorted((*rest, mask | 1 << die))) for die in free if not mask >> die & 1}
    for one, other in itertools.combinations(pattern, 2):
        if not one & other:
            others = list(pattern)
            others.remove(one)
            others.remove(other)
            found.add(tuple(sorted((*others, one | other))))
    if not found:
        shown = ",".join(map(str, sizes))
        raise DiceError(f"sizes {shown}: no way to share so many cells was found; make the dice smaller")
    return sorted(found)


def _at_least(sizes: Sequence[int], surplus: int, least: int) -> list[tuple[int, Pattern]] | None:
    """Return all patterns with ``least`` boards or more, most boards first; None where they are too many."""
    if math.prod(math.factorial(sizes.count(size)) for size in set(sizes)) > _MOST_ORDERS:
        return None
    renamed = _renamings(sizes)
    masks = [mask for mask in range(1 << len(sizes)) if mask.bit_count() > 1]
    # By the number of faces that the parts have beyond their cells.
    parts: list[dict[Pattern, int]] = [{} for _ in range(surplus + 1)]
    parts[0][()] = math.prod(sizes)
    tried = 0
    for level in range(surplus):
        for part in sorted(parts[level]):
            for mask in masks:
                more = level + mask.bit_count() - 1
                grown = tuple(sorted((*part, mask)))
                if more > surplus or min(own_cells(grown, sizes)) < 0:
                    continue
                tried += 1
                if tried > _MOST_PARTS:
                    return None
                boards = boards_of(grown, sizes)
                if boards >= least:
                    parts[more][_canonical(grown, renamed)] = boards
    return sorted(((boards, pattern) for pattern, boards in parts[surplus].items()), key=lambda one: (-one[0], one[1]))


def _renamings(sizes: Sequence[int]) -> NDArray[np.int64]:
    """Return, for each renaming of dice of the same size, where it takes each set of dice."""
    return np.array([_subsets(order) for order in _orders(sizes)], np.int64)


def _orders(sizes: Sequence[int]) -> Iterator[tuple[int, ...]]:
    groups = [[die for die, size in enumerate(sizes) if size == wanted] for wanted in sorted(set(sizes))]
    for choice in itertools.product(*map(itertools.permutations, groups)):
        order = dict(zip(itertools.chain(*groups), itertools.chain(*choice), strict=True))
        yield tuple(order[die] for die in range(len(sizes)))


def _subsets(order: tuple[int, ...]) -> list[int]:
    images = [0]
    for die in order:
        images += [image | 1 << die for image in images]
    return images


def _canonical(pattern: Pattern, renamed: NDArray[np.int64]) -> Pattern:
    images = np.sort(renamed[:, list(pattern)], axis=1)
    return tuple(images[np.lexsort(images.T[::-1])[0]].tolist())


class OverlappingBoards(ForbiddenBoards):
    """Counts the forbidden boards that overlapping dice roll, board by board instead of roll by roll.

    A board is rolled if and only if its cells can be matched with the dice, each with a die that it is on. A trade of
    two cells matters to a board that blocks one of them. With that cell left out, the other cells leave one die free,
    or one of several dice: the board is rolled after the trade if and only if the role that the cell takes over has
    one of these. So one pass over the boards that are rolled, or lack one die, settles all trades.
    """

    def __init__(self, puzzle: Puzzle, boards: Masks) -> None:
        super().__init__(puzzle, boards)
        blocked = self.boards[:, None] >> np.arange(len(puzzle.grid), dtype=np.uint64) & np.uint64(1)
        self._cells = np.nonzero(blocked)[1].reshape(len(boards), puzzle.blockers)

    def rolled(self, dice: Masks) -> NDArray[np.int64]:
        """Count the forbidden boards that each set rolls: from uint64 (sets, dice) to int64 (sets,)."""
        return np.array([len(self.rolled_boards(one)) for one in dice], np.int64)

    def rolled_by_least(self, dice: Masks, paid: NDArray[np.int64], least: int) -> NDArray[np.int64]:  # noqa: ARG002
        """Count the forbidden boards that each set rolls, all of them."""
        return self.rolled(dice)

    def rolled_boards(self, dice: Masks) -> Masks:
        """Return the forbidden boards that one set, uint64 (dice,), rolls, in their order."""
        return self.boards[self._near_matchings(dice, roles_on(dice, len(self.puzzle.grid)))[0]]

    def swap_changes(self, dice: Masks) -> NDArray[np.int64]:
        """Tell for every pair of cells how the count changes if they trade their dice: (cells, cells), symmetric."""
        roles = roles_on(dice, len(self.puzzle.grid))
        matched, gain, stay = self._near_matchings(dice, roles)
        kind = np.unique(roles, return_inverse=True)[1]
        both = np.zeros(stay.shape, np.int64)
        there = self._cells[matched]
        np.add.at(both, (there[:, :, None], there[:, None, :]), 1)
        one_way = gain[:, kind] - stay - (np.diagonal(both)[:, None] - both)
        changes: NDArray[np.int64] = one_way + one_way.T
        changes[roles[:, None] == roles[None, :]] = 0
        return changes

    def _near_matchings(
        self, dice: Masks, roles: Roles
    ) -> tuple[NDArray[np.bool_], NDArray[np.int64], NDArray[np.int64]]:
        cells, kinds = len(roles), np.unique(roles)
        matched = np.zeros(len(self.boards), np.bool_)
        gain = np.zeros((cells, len(kinds)), np.int64)
        stay = np.zeros((cells, cells), np.int64)
        from dicelab.score.tables_kernel import near_matchings

        near_matchings(self.blocking, self._cells, np.ascontiguousarray(dice), roles, kinds, matched, gain, stay)
        return matched, gain, stay


def dice_of(roles: Roles, dice: int) -> Masks:
    """Return the cells of each die: uint64 of shape (dice,)."""
    cells = np.uint64(1) << np.arange(len(roles), dtype=np.uint64)
    return np.array([np.bitwise_or.reduce(cells[roles >> die & 1 == 1], initial=0) for die in range(dice)], np.uint64)


def roles_on(dice: Masks, cells: int) -> Roles:
    """Return the dice of each cell: the inverse of :func:`dice_of`."""
    there = dice[:, None] >> np.arange(cells, dtype=np.uint64) & np.uint64(1)
    roles: Roles = (there.astype(np.int64) << np.arange(len(dice))[:, None]).sum(axis=0)
    return roles
