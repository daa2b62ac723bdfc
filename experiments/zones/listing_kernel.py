"""The compiled listing of all ways to cut a board into zones. It needs numba, and nothing of the house."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

_ONE = np.uint64(1)
LOW = 18
_LOW = np.uint64((1 << LOW) - 1)


@njit(nogil=True)
def ones(mask: Any) -> Any:
    """Return the number of bits of a mask."""
    number = 0
    while mask:
        mask &= mask - _ONE
        number += 1
    return number


@njit(nogil=True)
def place_of(mask: Any, ranks: Any) -> Any:
    """Return the place of a board: the sum of what its two halves add."""
    begin, place = ranks
    return begin[np.int64(mask & _LOW)] + place[np.int64(mask >> np.uint64(LOW))]


@njit(nogil=True)
def roll(zones: Any, number: int) -> Any:
    """Return a roll of some zones, from 0; the first zone changes fastest."""
    board = np.uint64(0)
    for zone in zones:
        rest, left = zone, number % ones(zone)
        number //= ones(zone)
        while left:
            rest &= rest - _ONE
            left -= 1
        board |= rest & (~rest + _ONE)
    return board


@njit(nogil=True)
def count_unsolvable(zones: Any, unsolvable: Any, ranks: Any, most: int) -> int:
    """Count the rolls of some zones that are unsolvable, up to one more than ``most``."""
    half = len(zones) // 2
    numbers = np.ones(2, np.int64)
    for number, zone in enumerate(zones):
        numbers[0 if number < half else 1] *= ones(zone)
    second = np.array([roll(zones[half:], number) for number in range(numbers[1])], np.uint64)
    found = 0
    for number in range(numbers[0]):
        first = roll(zones[:half], number)
        for other in second:
            if unsolvable[place_of(first | other, ranks)]:
                found += 1
                if found > most:
                    return found
    return found


@njit(nogil=True)
def nth_unsolvable(zones: Any, unsolvable: Any, ranks: Any, wanted: int) -> Any:
    """Return the unsolvable roll that comes after so many others."""
    number = 0
    while True:
        board = roll(zones, number)
        number += 1
        if unsolvable[place_of(board, ranks)]:
            if wanted == 0:
                return board
            wanted -= 1


@njit(nogil=True)
def is_rolled(board: Any, zones: Any) -> bool:
    """Tell whether some zones roll a board: each has one of its cells."""
    for zone in zones:
        both = board & zone
        if both == 0 or both & (both - _ONE):
            return False
    return True


@njit(nogil=True)
def advance(tables: Any, state: Any) -> bool:
    """Go on to the next cut of the board into zones; tell whether there is one.

    The lowest cell that is free gets a zone, or is left over. ``state`` holds, for each depth, what is free and where
    the search stands, the zones so far, how many of each size are left, and the depth.
    """
    masks, kinds, begin = tables
    free, at, chosen, left, depth = state
    leave_over = len(left) - 1
    while depth[0] >= 0:
        now = depth[0]
        cell = 0
        while not free[now] >> np.uint64(cell) & _ONE:
            cell += 1
        first, end = begin[cell], begin[cell + 1]
        if at[now] >= 0:
            # Take back what was tried last.
            kind = leave_over if first + at[now] == end else kinds[first + at[now]]
            left[kind] += 1
        at[now] += 1
        if first + at[now] > end:
            at[now] = -1
            depth[0] -= 1
            continue
        if first + at[now] == end:
            kind, mask, zone = leave_over, _ONE << np.uint64(cell), np.uint64(0)
        else:
            kind, mask = kinds[first + at[now]], masks[first + at[now]]
            zone = mask
        if left[kind] == 0 or mask & ~free[now]:
            left[kind] -= 1
            continue
        left[kind] -= 1
        chosen[now] = zone
        rest = free[now] & ~mask
        if rest == 0:
            return True
        depth[0] += 1
        free[depth[0]] = rest
        at[depth[0]] = -1
    return False


@njit(nogil=True)
def next_survivor(tables: Any, state: Any, zones: Any, witnesses: Any, counted: Any) -> bool:
    """Go on to the next cut whose zones roll no witness; count the cuts on the way; tell whether there is one.

    Witnesses that rule out many cuts move to the front.
    """
    chosen = state[2]
    while advance(tables, state):
        counted[0] += 1
        number = 0
        for depth in range(state[4][0] + 1):
            if chosen[depth]:
                zones[number] = chosen[depth]
                number += 1
        survives = True
        for place in range(len(witnesses)):
            if is_rolled(witnesses[place], zones):
                survives = False
                if place:
                    moved = witnesses[place - 1]
                    witnesses[place - 1] = witnesses[place]
                    witnesses[place] = moved
                break
        if survives:
            return True
    return False


@njit(nogil=True)
def orbit_size(zones: Any, turns: Any) -> int:
    """Return how many images a cut has, if it is the least of them by the names of its zones, and else 0."""
    cells = turns.shape[1]
    owner = np.zeros(cells, np.int64)
    for number, zone in enumerate(zones):
        for cell in range(cells):
            if zone >> np.uint64(cell) & _ONE:
                owner[cell] = number + 1
    own = np.zeros(len(zones) + 1, np.int64)
    other = np.zeros(len(zones) + 1, np.int64)
    same = 0
    for turn in turns:
        own[:], other[:] = 0, 0
        named, renamed, order = 0, 0, 0
        for cell in range(cells):
            one, two = owner[cell], owner[turn[cell]]
            # Zones are named in the order in which they are met; 0 stands for no zone.
            if one and own[one] == 0:
                named += 1
                own[one] = named
            if two and other[two] == 0:
                renamed += 1
                other[two] = renamed
            order = (own[one] if one else 0) - (other[two] if two else 0)
            if order:
                break
        if order > 0:
            return 0
        if order == 0:
            same += 1
    return len(turns) // same


@njit(nogil=True)
def fewest_unsolvable(tables: Any, state: Any, zones: Any, turns: Any, unsolvable: Any, ranks: Any, most: int) -> Any:
    """Look at one cut of each class; return cuts, classes, the fewest unsolvable rolls, and the classes with these."""
    chosen = state[2]
    cuts, classes, fewest = 0, 0, most
    best = [zones.copy()]
    best.clear()
    while advance(tables, state):
        number = 0
        for depth in range(state[4][0] + 1):
            if chosen[depth]:
                zones[number] = chosen[depth]
                number += 1
        size = orbit_size(zones, turns)
        if size == 0:
            continue
        cuts += size
        classes += 1
        found = count_unsolvable(zones, unsolvable, ranks, fewest)
        if found < fewest:
            fewest = found
            best.clear()
        if found == fewest:
            best.append(zones.copy())
    return cuts, classes, fewest, best
