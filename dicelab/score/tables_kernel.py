"""The compiled loops over forbidden boards and over rolls."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from solver.exact_cover.kernels.search_kernel import lowest, population
from solver.polyform.orbits_kernel import next_board, rank_of
from solver.polyform.symmetry import Masks
from solver.runs.jit import compiled, compiled_part

_BLOCK = 256
"""Words looked at together: with seven dice they fit the first-level cache."""
_FEW = 64
"""Words looked at together where a few of them mostly tell enough."""


@compiled
def count_missing(blocking: Masks, dice: Masks, start: int, stop: int, some: Any, every: Any, twice: Any) -> None:
    """Set ``some`` to the boards with a cell of each die, ``every`` to those with one of all dice.

    ``twice`` becomes the boards without a cell of two dice at least.
    """
    every[:] = ~np.uint64(0)
    twice[:] = np.uint64(0)
    for die in range(dice.shape[0]):
        some[die, :] = np.uint64(0)
        cells = dice[die]
        while cells:
            cell = lowest(cells)
            cells &= cells - np.uint64(1)
            for word in range(stop):
                some[die, word] |= blocking[cell, start + word]
        for word in range(stop):
            twice[word] |= ~every[word] & ~some[die, word]
            every[word] &= some[die, word]


@compiled_part
def rolled_in_block(blocking: Masks, dice: Masks, start: int, stop: int, some: Any, every: Any) -> int:
    """Count the boards, of some words, that block a cell of every die."""
    every[:] = ~np.uint64(0)
    for die in range(dice.shape[0]):
        some[:] = np.uint64(0)
        cells = dice[die]
        while cells:
            cell = lowest(cells)
            cells &= cells - np.uint64(1)
            for word in range(stop):
                some[word] |= blocking[cell, start + word]
        for word in range(stop):
            every[word] &= some[word]
    found = 0
    for word in range(stop):
        found += population(every[word])
    return found


@compiled
def count_rolled(blocking: Masks, dice: Masks) -> NDArray[np.int64]:
    """Count the boards that block a cell of every die: ``blocking`` (cells, W), ``dice`` (sets, dice)."""
    width = blocking.shape[1]
    counts = np.zeros(dice.shape[0], np.int64)
    every = np.zeros(_BLOCK, np.uint64)
    some = np.zeros(_BLOCK, np.uint64)
    for one in range(dice.shape[0]):
        for start in range(0, width, _BLOCK):
            counts[one] += rolled_in_block(blocking, dice[one], start, min(_BLOCK, width - start), some, every)
    return counts


@compiled
def count_least(blocking: Masks, dice: Masks, paid: NDArray[np.int64], least: int) -> NDArray[np.int64]:
    """Count like :func:`count_rolled`, but stop at sets that pay more than ``least``, or than a set before them.

    The boards that were too many for the last set are looked at first: near sets have them as well.
    """
    width = blocking.shape[1]
    blocks, first = (width + _FEW - 1) // _FEW, 0
    counts = np.zeros(dice.shape[0], np.int64)
    every = np.zeros(_FEW, np.uint64)
    some = np.zeros(_FEW, np.uint64)
    for one in range(dice.shape[0]):
        looked = 0
        while looked < blocks and counts[one] + paid[one] <= least:
            start = (first + looked) % blocks * _FEW
            counts[one] += rolled_in_block(blocking, dice[one], start, min(_FEW, width - start), some, every)
            looked += 1
        if counts[one] + paid[one] > least:
            first = (first + looked - 1) % blocks
        least = min(least, counts[one] + paid[one])
    return counts


@compiled
def near_rolls(blocking: Masks, boards: Masks, dice: Masks, owner: NDArray[np.int64], gain: Any, both: Any) -> None:
    """Sum over the boards that block a cell of every die (in ``both``), or of every die but one (in ``gain``).

    ``both[a, b]`` counts the rolled boards that block both cells. ``gain[a, j]`` counts the boards that are short of
    die j alone and would be rolled if cell a were on it: a is on no die, or another blocked cell is on its die.
    """
    width, number = blocking.shape[1], dice.shape[0]
    some = np.zeros((number, _BLOCK), np.uint64)
    every = np.zeros(_BLOCK, np.uint64)
    twice = np.zeros(_BLOCK, np.uint64)
    for start in range(0, width, _BLOCK):
        stop = min(_BLOCK, width - start)
        count_missing(blocking, dice, start, stop, some, every, twice)
        for word in range(stop):
            left = every[word]
            while left:
                mask = boards[64 * (start + word) + lowest(left)]
                left &= left - np.uint64(1)
                first = mask
                while first:
                    a = lowest(first)
                    first &= first - np.uint64(1)
                    second = mask
                    while second:
                        both[a, lowest(second)] += 1
                        second &= second - np.uint64(1)
            near = ~every[word] & ~twice[word]
            for die in range(number):
                left = near & ~some[die, word]
                while left:
                    place = 64 * (start + word) + lowest(left)
                    left &= left - np.uint64(1)
                    if place >= boards.shape[0]:
                        break
                    cells = boards[place]
                    while cells:
                        a = lowest(cells)
                        bit = cells & (~cells + np.uint64(1))
                        cells ^= bit
                        if owner[a] < 0 or dice[owner[a]] & boards[place] != bit:
                            gain[a, die] += 1


@compiled
def look_up_rolls(
    first: Masks, last: Masks, half: Any, begin: NDArray[np.int32], place: NDArray[np.int32], tilings: Any, found: Any
) -> None:
    """Look up all rolls: those of the first dice, each with all of the last."""
    low = (np.uint64(1) << half) - np.uint64(1)
    number = last.shape[0]
    for one in range(first.shape[0]):
        for other in range(number):
            mask = first[one] | last[other]
            at = np.int64(begin[mask & low]) + np.int64(place[mask >> half])
            found[one * number + other] = tilings[at]


@compiled
def look_up_boards(
    boards: Masks, half: Any, begin: NDArray[np.int32], place: NDArray[np.int32], tilings: Any, found: Any
) -> None:
    """Look up boards by the halves of the grid."""
    low = (np.uint64(1) << half) - np.uint64(1)
    for number in range(boards.shape[0]):
        found[number] = tilings[np.int64(begin[boards[number] & low]) + np.int64(place[boards[number] >> half])]


@compiled
def look_up_ranks(boards: Masks, ranks: NDArray[np.int64], tilings: Any, found: Any) -> None:
    """Look up boards by their ranks."""
    for number in range(boards.shape[0]):
        found[number] = tilings[rank_of(boards[number], ranks)]


@compiled
def near_matchings(
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

    ``blocking`` (cells, W) are the boards that block each cell, and ``boards`` (boards, blockers) the cells of each
    board; ``roles`` are the dice of each cell, and ``kinds`` the different roles. ``rolled`` (bool) is set for each
    board whose cells all match. ``gain`` (cells, kinds) counts the boards that block the cell and can be rolled with a
    cell of that kind in its place. ``stay`` (cells, cells) counts those that block both cells and can be rolled if the
    first takes the role of the second.
    """
    width, number, size = blocking.shape[1], dice.shape[0], boards.shape[1]
    some = np.zeros((number, _BLOCK), np.uint64)
    every = np.zeros(_BLOCK, np.uint64)
    twice = np.zeros(_BLOCK, np.uint64)
    place = np.empty(number, np.int64)
    kept = np.empty(number, np.int64)
    queue = np.empty(size + 1, np.int64)
    before = np.empty(max(size, number), np.int64)
    for start in range(0, width, _BLOCK):
        stop = min(_BLOCK, width - start)
        count_missing(blocking, dice, start, stop, some, every, twice)
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


@compiled
def mark(mask: Any, marked: NDArray[np.bool_], steps: NDArray[np.int64], completing: Any) -> None:
    """Take each cell of each marked board, by rank from the first board on, as one that completes the others."""
    for place in range(marked.shape[0]):
        if marked[place]:
            # Without a cell, those above it come one place earlier among the cells of the set.
            above = np.int64(0)
            number, left = 0, mask
            while left:
                cell = lowest(left)
                left &= left - np.uint64(1)
                above += steps[cell, number]
                number += 1
            below = np.int64(0)
            number, left = 0, mask
            while left:
                cell = lowest(left)
                left &= left - np.uint64(1)
                above -= steps[cell, number]
                completing[below + above] |= np.uint64(1) << np.uint64(cell)
                below += steps[cell, number + 1]
                number += 1
        if place + 1 < marked.shape[0]:
            mask = next_board(mask)


@compiled
def count_completed(first: Masks, last: Masks, completing: Masks, ranks: NDArray[np.int64], die: Any) -> int:
    """Count the forbidden boards of one of ``first``, one of ``last``, and a cell of a die."""
    found = 0
    for one in range(first.shape[0]):
        for other in range(last.shape[0]):
            found += population(completing[rank_of(first[one] | last[other], ranks)] & die)
    return found


@compiled
def count_cells(
    first: Masks, last: Masks, completing: Masks, ranks: NDArray[np.int64], wanted: Any, found: Any
) -> None:
    """Count for each wanted cell the sets, of one of ``first`` and one of ``last``, that it completes."""
    # Counters of sixteen steps, a bit of all cells in a word: carries are rare, and cells are few.
    ones, twos, fours, eights = np.uint64(0), np.uint64(0), np.uint64(0), np.uint64(0)
    for one in range(first.shape[0]):
        for other in range(last.shape[0]):
            carry = completing[rank_of(first[one] | last[other], ranks)] & wanted
            ones, carry = ones ^ carry, ones & carry
            twos, carry = twos ^ carry, twos & carry
            fours, carry = fours ^ carry, fours & carry
            eights, carry = eights ^ carry, eights & carry
            while carry:
                found[lowest(carry)] += 16
                carry &= carry - np.uint64(1)
    for cell in range(found.shape[0]):
        bit = np.uint64(1) << np.uint64(cell)
        found[cell] += (
            (1 if ones & bit else 0) + (2 if twos & bit else 0) + (4 if fours & bit else 0) + (8 if eights & bit else 0)
        )


@compiled
def count_pairs(first: Masks, last: Masks, completing: Masks, ranks: NDArray[np.int64], die: Any, both: Any) -> None:
    """Count, for each pair of cells, the forbidden boards of :func:`count_completed` that block both."""
    for one in range(first.shape[0]):
        for other in range(last.shape[0]):
            rest = first[one] | last[other]
            cells = completing[rank_of(rest, ranks)] & die
            while cells:
                board = rest | cells & (~cells + np.uint64(1))
                cells &= cells - np.uint64(1)
                left = board
                while left:
                    a = lowest(left)
                    left &= left - np.uint64(1)
                    second = board
                    while second:
                        both[a, lowest(second)] += 1
                        second &= second - np.uint64(1)
