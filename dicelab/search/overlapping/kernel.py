"""The compiled counts of this package. Import only where numba is available."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from solver.exact_cover.kernels.search_kernel import lowest
from solver.polyform.symmetry import Masks
from solver.runs.jit import compiled

_BLOCK = 256
"""Words looked at together."""


@compiled
def near_rolls(
    blocking: Masks,
    boards: NDArray[np.int64],
    dice: Masks,
    roles: NDArray[np.int64],
    kinds: NDArray[np.int64],
    rolled: Any,
    gain: Any,
    stay: Any,
) -> None:
    """Look at the boards whose cells can be matched with all dice, or with all but one.

    Parameters
    ----------
    blocking
        (cells, W): the boards that block each cell.
    boards
        (boards, blockers): the cells of each.
    dice
        The cells of each die.
    roles
        The dice of each cell.
    kinds
        The different roles.
    rolled
        bool for each board: is set where all its cells are matched.
    gain
        (cells, kinds): counts the boards that block the cell and can be rolled with a cell of that kind in its place.
    stay
        (cells, cells): counts those that block both cells and can be rolled if the first takes the role of the second.
    """
    width, number, size = blocking.shape[1], dice.shape[0], boards.shape[1]
    some = np.zeros(_BLOCK, np.uint64)
    every = np.zeros(_BLOCK, np.uint64)
    # Boards without a cell of one die at least, and of two.
    twice = np.zeros(_BLOCK, np.uint64)
    place = np.empty(number, np.int64)
    kept = np.empty(number, np.int64)
    queue = np.empty(size + 1, np.int64)
    before = np.empty(max(size, number), np.int64)
    for start in range(0, width, _BLOCK):
        stop = min(_BLOCK, width - start)
        every[:] = ~np.uint64(0)
        twice[:] = np.uint64(0)
        for die in range(number):
            some[:] = np.uint64(0)
            cells = dice[die]
            while cells:
                cell = lowest(cells)
                cells &= cells - np.uint64(1)
                for word in range(stop):
                    some[word] |= blocking[cell, start + word]
            for word in range(stop):
                twice[word] |= ~every[word] & ~some[word]
                every[word] &= some[word]
        for word in range(stop):
            left = ~twice[word]
            while left:
                which = 64 * (start + word) + lowest(left)
                left &= left - np.uint64(1)
                if which >= boards.shape[0]:
                    break
                board = boards[which]
                alone = match(board, roles, place, queue, before)
                if alone == -1:
                    rolled[which] = True
                    for die in range(number):
                        free = can_be_free(board, roles, place, die, place[die])
                        count(board, roles, kinds, place[die], free, gain, stay)
                elif alone >= 0:
                    without_one(board, roles, kinds, alone, place, kept, queue, before, gain, stay)


@compiled
def match(board: Any, roles: Any, place: Any, queue: Any, before: Any) -> int:
    """Match cells and dice: ``place`` gets the position of each die's cell, -1 for none.

    Returns the position of the only cell that is left alone; -1 where none is, -2 where two are.
    """
    number = place.shape[0]
    place[:] = -1
    alone = -1
    # Cells with one die first: they have no choice.
    for last in range(2):
        for k in range(board.shape[0]):
            role = roles[board[k]]
            if (role & (role - 1) == 0) != (last == 0):
                continue
            matched = False
            seen = np.int64(0)
            head, tail = 0, 1
            queue[0] = k
            while head < tail and not matched:
                cell = queue[head]
                head += 1
                new = roles[board[cell]] & ~seen
                while new and not matched:
                    die = lowest(np.uint64(new))
                    new &= new - 1
                    seen |= np.int64(1) << die
                    before[die] = cell
                    if place[die] >= 0:
                        queue[tail] = place[die]
                        tail += 1
                        continue
                    # Every cell on the way takes the die that was found for it, and leaves its own.
                    matched = True
                    taken = die
                    while before[taken] != k:
                        giver, own = before[taken], -1
                        for other in range(number):
                            if place[other] == giver:
                                own = other
                        place[taken] = giver
                        taken = own
                    place[taken] = k
            if not matched:
                if alone >= 0:
                    return -2
                alone = k
    return alone


@compiled
def can_be_free(board: Any, roles: Any, place: Any, free: int, skip: int) -> Any:
    """Return the dice, as a mask, of which each can be the one without a cell when the cell at ``skip`` is left out."""
    found = np.int64(1) << free
    again = True
    while again:
        again = False
        for die in range(place.shape[0]):
            cell = place[die]
            if cell >= 0 and cell != skip and not found >> die & 1 and roles[board[cell]] & found:
                found |= np.int64(1) << die
                again = True
    return found


@compiled
def without_one(
    board: Any, roles: Any, kinds: Any, alone: int, place: Any, kept: Any, queue: Any, before: Any, gain: Any, stay: Any
) -> None:
    """Count a board with one cell too many for its dice: each cell that can be the one left alone."""
    number = place.shape[0]
    free = 0
    for die in range(number):
        if place[die] < 0:
            free = die
    seen = np.int64(0)
    head, tail = 0, 1
    queue[0] = alone
    while head < tail:
        cell = queue[head]
        head += 1
        kept[:] = place
        at = cell
        while at != alone:
            for die in range(number):
                if kept[die] == at:
                    place[die] = before[at]
            at = before[at]
        count(board, roles, kinds, cell, can_be_free(board, roles, place, free, cell), gain, stay)
        place[:] = kept
        new = roles[board[cell]] & ~seen
        while new:
            die = lowest(np.uint64(new))
            new &= new - 1
            seen |= np.int64(1) << die
            before[place[die]] = cell
            queue[tail] = place[die]
            tail += 1


@compiled
def count(board: Any, roles: Any, kinds: Any, k: int, free: int, gain: Any, stay: Any) -> None:
    """Count a board that can be rolled when the cell at k takes a role with one of these dice."""
    for kind in range(kinds.shape[0]):
        if kinds[kind] & free:
            gain[board[k], kind] += 1
    for other in range(board.shape[0]):
        if other != k and roles[board[other]] & free:
            stay[board[k], board[other]] += 1
