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


@compiled
def most(tables: Any, onward: Any, room: int, floor: int, nodes: Any, found: Any) -> int:
    """Find every grid with the most solutions, if that are ``floor`` or more; return how many there are.

    Parameters
    ----------
    tables
        Those of a :class:`experiments.domino.profile.Profile`.
    onward
        ``[cells, sets]``: in how many ways a layout goes on from a set of open cells after each place.
    room
        No grid has more partial solutions at one place.
    floor
        Beginnings that can't have so many solutions are cut off. It rises with the grids that are found.
    nodes
        ``[cells, 2]``, added to: the beginnings of each length that are met, and those that are not cut off.
    found
        ``[grids, cells + 1]``: filled with the grids and their numbers of solutions, as far as there is room.

    Notes
    -----
    The dominoes on the rest of the board are the same for all solutions that share a set of open cells and a layout of
    the rest, so the dominoes that lie already are the same for them, too. For each set of open cells and each layout
    of the rest, the partial solutions of *one* set of used dominoes count, and the bound takes the largest.
    """
    cells, numbers = len(tables[0]), len(tables[2])
    used = cells // 2
    states = np.zeros((cells + 1, room), np.int64)
    ways = np.zeros((cells + 1, room), np.int64)
    sizes = np.zeros(cells + 1, np.int64)
    grid = np.full(cells, -1, np.int64)
    left = np.full(numbers, cells // numbers, np.int64)
    known = np.zeros(cells + 1, np.int64)
    largest = np.zeros(onward.shape[1], np.int64)
    ways[0, 0] = sizes[0] = 1
    place = count = 0
    while place >= 0:
        number = grid[place]
        if number >= 0:
            left[number] += 1
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
        bound = 0
        for n in range(size):
            opened = states[place + 1, n] >> used
            more = ways[place + 1, n] - largest[opened]
            if more > 0:
                largest[opened] += more
                bound += more * onward[place, opened]
        for n in range(size):
            largest[states[place + 1, n] >> used] = 0
        nodes[place, 0] += 1
        if bound < floor:
            continue
        nodes[place, 1] += 1
        if place + 1 == cells:
            if bound > floor:
                floor, count = bound, 0
            if count < len(found):
                found[count, :cells] = grid
                found[count, cells] = bound
            count += 1
            continue
        sizes[place + 1] = size
        known[place + 1] = max(known[place], number + 1)
        place += 1
    return count


@compiled
def mixed(value: Any) -> Any:
    """Return a word that looks random, another one for each value."""
    word = np.uint64(value) + np.uint64(0x9E3779B97F4A7C15)
    word = (word ^ (word >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    word = (word ^ (word >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return word ^ (word >> np.uint64(31))


@compiled
def fingerprint(grid: Any, place: int, tables: Any, states: Any, size: int, left: Any, orders: Any) -> Any:
    """Return a word for what matters of a beginning up to ``place``, the same after an exchange of the numbers.

    That are the partial solutions, the numbers of the cells that are open in any of them, and how often each number is
    left. ``orders`` has the orders of up to five things.
    """
    back, alive, dominoes = tables
    used, numbers = len(back) // 2, len(dominoes)
    reach = used + 1
    while 2 << (reach - used) < alive.shape[1]:
        reach += 1
    opened = 0
    for n in range(size):
        opened |= states[n] >> used
    names = np.full(numbers, -1, np.int64)
    known = 0
    word = mixed(opened)
    for distance in range(reach - used + 1):
        if opened >> (reach - used - distance) & 1:
            number = grid[place - distance]
            if names[number] < 0:
                names[number] = known
                word = mixed(word ^ mixed(left[number] * 64 + 7))
                known += 1
            word = mixed(word ^ np.uint64(names[number]))
    others = np.flatnonzero(names < 0)
    for rest in np.sort(left[others]):
        word = mixed(word ^ np.uint64(rest))
    smallest = ~np.uint64(0)
    several = 1
    for n in range(len(others)):
        several *= n + 1
    for order in orders[len(others), :several]:
        ascending = True
        for n in range(len(others)):
            names[others[order[n]]] = known + n
            if n and left[others[order[n]]] < left[others[order[n - 1]]]:
                ascending = False
        if not ascending:
            continue
        total = np.uint64(0)
        for n in range(size):
            laid = 0
            for a in range(numbers):
                for b in range(a + 1):
                    if states[n] & dominoes[a, b]:
                        laid |= dominoes[names[a], names[b]]
            total += mixed(states[n] >> used << used | laid)
        smallest = min(smallest, total)
    return mixed(word ^ smallest)


@compiled
def onwards(beginnings: Any, length: int, tables: Any, room: int, orders: Any, reached: Any, words: Any) -> Any:
    """Give each beginning one more number; return how many of the longer ones have a partial solution.

    Parameters
    ----------
    beginnings
        Eight to the power of the places left times the number at each place, summed up; ascending.
    length
        How many numbers each of them has.
    orders
        The orders of up to five things: ``orders[n][: n!, :n]``.
    reached, words
        Filled with the longer beginnings, each as (index of the beginning, longer beginning), and their fingerprints.
    """
    cells, numbers = len(tables[0]), len(tables[2])
    states = np.zeros((length + 2, room), np.int64)
    ways = np.zeros((length + 2, room), np.int64)
    sizes = np.zeros(length + 2, np.int64)
    grid = np.full(cells, -1, np.int64)
    left = np.zeros(numbers, np.int64)
    ways[0, 0] = sizes[0] = 1
    count = 0
    for index in range(len(beginnings)):
        changed = False
        left[:] = cells // numbers
        known = 0
        for place in range(length):
            number = beginnings[index] >> 3 * (length - 1 - place) & 7
            if changed or number != grid[place]:
                changed = True
                grid[place] = number
                sizes[place + 1] = extend(grid, place, tables, states, ways, sizes[place], place, place + 1)
            left[number] -= 1
            known = max(known, number + 1)
        for number in range(min(known + 1, numbers)):
            if left[number] == 0:
                continue
            grid[length] = number
            left[number] -= 1
            size = extend(grid, length, tables, states, ways, sizes[length], length, length + 1)
            if size:
                reached[count, 0] = index
                reached[count, 1] = beginnings[index] << 3 | number
                words[count] = fingerprint(grid, length, tables, states[length + 1], size, left, orders)
                count += 1
            left[number] += 1
    return count


@compiled
def signatures(beginnings: Any, ends: Any, tables: Any, room: int, words: Any) -> None:
    """Find out with which ends each beginning makes a grid that has a solution.

    Parameters
    ----------
    beginnings, ends
        Numbers in the order of the walk, ``[beginnings, places]`` and ``[ends, places]``; the ends ascending.
    words
        ``[beginnings, ends / 64]``: bits are set where there is a solution.
    """
    cells = len(tables[0])
    length = beginnings.shape[1]
    states = np.zeros((cells + 1, room), np.int64)
    ways = np.zeros((cells + 1, room), np.int64)
    sizes = np.zeros(cells + 1, np.int64)
    grid = np.full(cells, -1, np.int64)
    ways[0, 0] = sizes[0] = 1
    for index in range(len(beginnings)):
        for place in range(length):
            grid[place] = beginnings[index, place]
            sizes[place + 1] = extend(grid, place, tables, states, ways, sizes[place], place, place + 1)
        words[index] = 0
        grid[length:] = -1
        for end in range(len(ends)):
            changed = False
            for place in range(length, cells):
                if changed or grid[place] != ends[end, place - length]:
                    changed = True
                    grid[place] = ends[end, place - length]
                    sizes[place + 1] = 0
                    if sizes[place]:
                        sizes[place + 1] = extend(grid, place, tables, states, ways, sizes[place], place, place + 1)
            if sizes[cells]:
                words[index, end >> 6] |= np.uint64(1) << np.uint64(end & 63)
