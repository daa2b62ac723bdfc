"""The compiled search for the solutions of domino grids.

An item is a cell or a domino, a location an option of three items: its two cells and the domino it would hold. For each
item one word keeps how many locations are left to it (from bit 21 on) and the sum of their indices (below). So to rule
a location out is three subtractions, no lists are kept, and the word of an item with one location left names it. Words
fit: the largest board, of order 49, has less than 5,100 locations, and an item 204 of them at most.

Steps have no branches that a processor would guess wrong half of the time: a location that is gone already is ruled out
again, by subtracting nothing, and what may be forced is always written behind the queue, whose end moves where it is.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from solver.runs.jit import compiled

Tables = tuple[Any, ...]
"""What :func:`new_tables` makes of a board."""

Stack = tuple[Any, ...]
"""What :func:`new_stack` makes."""

EXHAUSTED, FOUND, PAUSED = 0, 1, 2
"""What :func:`advance` returns: no solution is left, the stack holds one, the nodes are used up."""

_BITS = 21
_ONE = 1 << _BITS
_INDEX = _ONE - 1

_PLACED = 1 << 30
"""The word of a covered item: later subtractions leave it larger than that of any other item."""

_DEAD = -1
"""In place of the number of placed locations: some item has none left."""


@compiled
def take(item: Any, word: Any, is_live: Any, sums: Any, queue: Any, tail: int) -> tuple[int, bool]:
    """Subtract a location from one of its items; return the end of the queue, and whether the item has none left."""
    left = sums[item] - word
    sums[item] = left
    queue[tail] = left & _INDEX
    return tail + ((left >> _BITS == 1) & is_live), left == 0


@compiled
def rule_out(location: Any, one: Any, other: Any, sums: Any, live: Any, queue: Any, tail: int) -> tuple[int, bool]:
    """Rule a location out, because of one of its items; take it from the two others."""
    is_live = live[location]
    live[location] = 0
    word = np.int32(_ONE + np.int64(location)) * np.int32(is_live)
    tail, no_one = take(one, word, is_live, sums, queue, tail)
    tail, no_other = take(other, word, is_live, sums, queue, tail)
    return tail, no_one | no_other


@compiled
def settle(sums: Any, live: Any, grid: Any, around: Any, tail: int, chosen: Any, placed: int) -> int:
    """Place all that is forced, beginning with the queue; return how many are placed, or ``_DEAD``."""
    items, same, queue = grid
    head = 0
    while head < tail:
        location = queue[head]
        head += 1
        # It may have been forced by more than one of its items.
        if live[location]:
            live[location] = 0
            chosen[placed] = location
            placed += 1
            for n in range(3):
                sums[items[location, n]] = _PLACED
            dead = False
            for n in range(6):
                near, cell = around[location, n, 0], around[location, n, 1]
                tail, none = rule_out(near, cell, items[near, 2], sums, live, queue, tail)
                dead |= none
            other = same[location]
            while other != location:
                tail, none = rule_out(other, items[other, 0], items[other, 1], sums, live, queue, tail)
                dead |= none
                other = same[other]
            if dead:
                return _DEAD
    return placed


@compiled
def pick(sums: Any, live: Any, items: Any, cells: int, locations: int) -> int:
    """Return a location of a domino with fewest left; of all these, the first of those whose cells have fewest."""
    least = np.int32(_PLACED)
    for item in range(cells, sums.shape[0] - 1):
        least = min(least, sums[item])
    count = least >> _BITS
    best, location = 1 << 30, 0
    for n in range(locations):
        if (sums[items[n, 2]] >> _BITS == count) & (live[n] == 1):
            freedom = (sums[items[n, 0]] >> _BITS) + (sums[items[n, 1]] >> _BITS)
            if freedom < best:
                best, location = freedom, n
    return location


@compiled
def start(tables: Tables, stack: Stack, numbers: Any) -> None:
    """Set the stack to the root of a grid, with everything forced placed."""
    around, ends, cell_sums, item_of = tables
    all_sums, all_live, grid, chosen, _, _, cursor = stack
    items, same, queue = grid
    sums, live = all_sums[0], all_live[0]
    cells, locations = cell_sums.shape[0], ends.shape[0]
    sums[:cells] = cell_sums
    sums[cells:-1] = 0
    live[:] = 1
    live[locations:] = 0
    # The locations of a domino stand in a circle, with a location of no items between the last and the first.
    for n in range(locations, same.shape[0]):
        same[n] = n
    for location in range(locations - 1, -1, -1):
        item = item_of[numbers[ends[location, 0]], numbers[ends[location, 1]]]
        items[location, 2] = item
        sums[item] += _ONE + location
        gap = locations + item - cells
        same[location] = same[gap]
        same[gap] = location
    tail, dead = 0, False
    for item in range(sums.shape[0] - 1):
        queue[tail] = sums[item] & _INDEX
        tail += sums[item] >> _BITS == 1
        dead |= sums[item] == 0
    cursor[0] = 0
    cursor[1] = _DEAD if dead else settle(sums, live, grid, around, tail, chosen, 0)


@compiled
def advance(tables: Tables, stack: Stack, budget: int) -> int:
    """Search on to the next solution; ``cursor[2]`` counts nodes and may grow by ``budget`` at most.

    A node places one of the locations of a domino, and when that is done with, rules it out.
    """
    around, ends, cell_sums, _ = tables
    all_sums, all_live, grid, chosen, branches, before, cursor = stack
    items, _, queue = grid
    cells, locations = cell_sums.shape[0], ends.shape[0]
    level, placed = cursor[0], cursor[1]
    nodes = 0
    outcome = EXHAUSTED
    while True:
        if placed == chosen.shape[0]:
            placed = _DEAD
            outcome = FOUND
            break
        if placed == _DEAD:
            level -= 1
            if level < 0:
                break
            sums, live = all_sums[level], all_live[level]
            location = branches[level]
            word = np.int32(_ONE + location)
            tail, _ = rule_out(location, items[location, 0], items[location, 1], sums, live, queue, 0)
            tail, _ = take(items[location, 2], word, True, sums, queue, tail)
            placed = settle(sums, live, grid, around, tail, chosen, before[level])
            continue
        if nodes >= budget:
            outcome = PAUSED
            break
        nodes += 1
        location = pick(all_sums[level], all_live[level], items, cells, locations)
        branches[level], before[level] = location, placed
        all_sums[level + 1] = all_sums[level]
        all_live[level + 1] = all_live[level]
        level += 1
        queue[0] = location
        placed = settle(all_sums[level], all_live[level], grid, around, 1, chosen, placed)
    cursor[0], cursor[1] = level, placed
    cursor[2] += nodes
    return outcome


@compiled
def solve_each(
    tables: Tables, stack: Stack, numbers: Any, most: int, place: int, fresh: bool, budget: int, counts: Any, found: Any
) -> tuple[int, bool]:
    """Count the solutions of one grid after the other, at most ``most`` of each, and write down the first of them.

    ``found`` is int16 of shape (grids, any number, cells): the cell that each cell shares its domino with.

    Begins at grid ``place``, anew or (if not ``fresh``) where the stack is, and stops after about ``budget`` nodes, of
    which a grid is one; returns where to go on.
    """
    ends, chosen, cursor = tables[1], stack[3], stack[6]
    end = cursor[2] + budget
    while place < numbers.shape[0] and cursor[2] < end:
        if fresh:
            start(tables, stack, numbers[place])
            counts[place] = 0
            cursor[2] += 1
        outcome = FOUND
        while counts[place] < most and outcome == FOUND:
            outcome = advance(tables, stack, end - cursor[2])
            if outcome == FOUND:
                if counts[place] < found.shape[1]:
                    partners = found[place, counts[place]]
                    for n in range(chosen.shape[0]):
                        one, other = ends[chosen[n], 0], ends[chosen[n], 1]
                        partners[one], partners[other] = other, one
                counts[place] += 1
        fresh = outcome != PAUSED
        place += fresh
    return place, fresh


def new_tables(ends: NDArray[np.uint16], cells: int, domino_of: NDArray[np.uint16]) -> Tables:
    """Return what the search knows of a board with two cells for each location, and a domino for each two numbers.

    For each location those it shares a cell with, at most six, each with its other cell; its own two cells; the word of
    each cell; the item of the domino of each two numbers. A missing entry is a location of no domino, and an item
    that always has locations left.
    """
    locations, none = len(ends), cells + cells // 2
    at: list[list[int]] = [[] for _ in range(cells)]
    for location, pair in enumerate(ends.tolist()):
        for cell in pair:
            at[cell].append(location)
    around = np.full((locations, 6, 2), (locations, none), np.uint16)
    for location, pair in enumerate(ends.tolist()):
        near = [(n, int(ends[n].sum()) - cell) for cell in pair for n in at[cell] if n != location]
        around[location, : len(near)] = np.array(near, np.uint16).reshape(-1, 2)
    cell_sums = np.array([sum(_ONE + location for location in near) for near in at], np.int32)
    return around, ends, cell_sums, domino_of + np.uint16(cells)


def new_stack(tables: Tables) -> Stack:
    """Return a stack of no grid.

    For each level the words of the items, with one more that stays as it is, and whether each location is live, with
    one more for each domino, which never is; of the grid the items of each location, its circle, and the queue; the
    locations placed; for each level the location it tries and how many were placed before; and the cursor: level,
    number placed, nodes.
    """
    _, ends, cell_sums, _ = tables
    cells, locations = len(cell_sums), len(ends)
    dominoes = cells // 2
    slots = locations + dominoes
    levels = dominoes + 1
    sums = np.full((levels, cells + dominoes + 1), _ONE, np.int32)
    items = np.full((slots, 3), cells + dominoes, np.uint16)
    items[:locations, :2] = ends
    # Each item forces once at most, and something is written behind the last.
    queue = np.zeros(cells + dominoes + 2, np.uint16)
    grid = items, np.zeros(slots, np.uint16), queue
    numbers = np.zeros((2, levels), np.int64)
    chosen = np.zeros(dominoes, np.uint16)
    return sums, np.zeros((levels, slots), np.uint8), grid, chosen, numbers[0], numbers[1], np.zeros(3, np.int64)
