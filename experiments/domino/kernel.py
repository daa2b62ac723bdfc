"""The compiled walk over grids and their partial solutions, as :mod:`experiments.domino.profile` numbers these."""

from __future__ import annotations

from typing import Any

import numpy as np

from solver.runs.jit import compiled


@compiled
def extend(grid: Any, place: int, tables: Any, states: Any, ways: Any, size: int, here: int, there: int) -> int:
    """Go on from the partial solutions in row ``here`` to those at the next place, in row ``there``, and count them.

    Where there is no room for all of them, it is -1.
    """
    back, alive, dominoes = tables
    used = len(back) // 2
    open_here = alive.shape[1] >> 1 << used
    low = (1 << used) - 1
    number = grid[place]
    count = 0
    for n in range(size):
        moved = (states[here, n] & low) | (states[here, n] >> (used + 1) << used)
        for choice in range(3):
            if choice == 2:
                one = moved | open_here
            else:
                distance = back[place, choice]
                bit = open_here >> distance
                if distance == 0 or not moved & bit:
                    continue
                domino = dominoes[grid[place - distance], number]
                if moved & domino:
                    continue
                one = moved ^ bit | domino
            if not alive[place, one >> used]:
                continue
            same = 0
            while same < count and states[there, same] != one:
                same += 1
            if same < count:
                ways[there, same] += ways[here, n]
            elif count < states.shape[1]:
                states[there, count] = one
                ways[there, count] = ways[here, n]
                count += 1
            else:
                return -1
    return count


@compiled
def count_each(numbers: Any, tables: Any, room: int, found: Any) -> None:
    """Count the solutions of grids whose numbers are in the order of the walk; -1 where there is no room for that."""
    cells = numbers.shape[1]
    states = np.zeros((2, room), np.int64)
    ways = np.zeros((2, room), np.int64)
    for n in range(len(numbers)):
        states[0, 0], ways[0, 0] = 0, 1
        size = 1
        for place in range(cells):
            size = extend(numbers[n], place, tables, states, ways, size, place & 1, 1 - (place & 1))
            if size <= 0:
                break
        # At the end nothing is open and every domino is used: one state is left.
        found[n] = ways[cells & 1, 0] if size > 0 else size


@compiled
def walk(first: Any, tables: Any, grids: Any, best: Any) -> None:
    """Count the solutions of every grid that begins with the numbers ``first``.

    Parameters
    ----------
    first
        Numbers in the order of the walk, each new one the smallest that has not occurred.
    tables
        Those of a :class:`experiments.domino.profile.Profile`.
    grids
        Added to: the grids with each number of solutions above 0. As long as there may be partial solutions.
    best
        Filled with the first grid of those with most solutions; its last entry is that number.
    """
    cells, numbers, room = len(tables[0]), len(tables[2]), len(grids)
    states = np.zeros((cells + 1, room), np.int64)
    ways = np.zeros((cells + 1, room), np.int64)
    sizes = np.zeros(cells + 1, np.int64)
    grid = np.full(cells, -1, np.int64)
    left = np.full(numbers, cells // numbers, np.int64)
    # How many different numbers come before a place; the next new one may be that.
    known = np.zeros(cells + 1, np.int64)
    ways[0, 0] = sizes[0] = 1
    place = 0
    while place >= 0:
        number = grid[place]
        if number >= 0:
            left[number] += 1
        if place < len(first):
            number = first[place] if number < 0 else numbers
        else:
            number += 1
            while number < numbers and left[number] == 0:
                number += 1
        if number > known[place] or number >= numbers:
            grid[place] = -1
            place -= 1
            continue
        grid[place] = number
        left[number] -= 1
        size = extend(grid, place, tables, states, ways, sizes[place], place, place + 1)
        if size == 0:
            continue
        if place + 1 == cells:
            solutions = ways[cells, 0]
            grids[solutions] += 1
            if solutions > best[cells]:
                best[:cells] = grid
                best[cells] = solutions
            continue
        sizes[place + 1] = size
        known[place + 1] = max(known[place], number + 1)
        place += 1
