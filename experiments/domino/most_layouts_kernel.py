"""The compiled search of :mod:`experiments.domino.most_by_layouts`."""

from __future__ import annotations

from typing import Any

import numpy as np

from solver.runs.jit import compiled


@compiled
def ones(word: Any) -> Any:
    """Count the bits of a word that are set."""
    pairs = word - ((word >> np.uint64(1)) & np.uint64(0x5555555555555555))
    fours = (pairs & np.uint64(0x3333333333333333)) + ((pairs >> np.uint64(2)) & np.uint64(0x3333333333333333))
    eights = (fours + (fours >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return np.int64((eights * np.uint64(0x0101010101010101)) >> np.uint64(56))


@compiled
def is_smallest(grid: Any, order: Any, turns: Any, length: int) -> bool:
    """Tell whether no symmetry leads to numbers that come earlier, when renamed by their first occurrence."""
    names = np.empty(len(order), np.int64)
    for turn in turns:
        names[:] = -1
        known = 0
        for step in range(length):
            number = grid[turn[order[step]]]
            if names[number] < 0:
                names[number] = known
                known += 1
            here = grid[order[step]]
            if names[number] < here:
                return False
            if names[number] > here:
                break
    return True


@compiled
def search(order: Any, numbers: int, turns: Any, closed: Any, places: Any, squares: Any, words: Any, floor: int) -> Any:
    """Return the grids with most solutions, at least ``floor``, by step with their number, and the beginnings met.

    Parameters
    ----------
    order
        The cells in the order in which they get their numbers.
    turns
        The symmetries of the board but the identity, as permutations of the cells.
    closed
        For each step whether the cells up to it are the same set after each symmetry.
    places
        ``(first, cells, both)``: the places of a domino, ``[places, 2]``, sorted by the step at which both cells have
        numbers, where ``first[step]`` is the first of a step; and for two places the layouts that have both, as bits.
    squares
        ``(first, cells, flip, pairs)``: the 2×2 squares, likewise, cells row by row; and the pairs of layouts that
        differ by a quarter-turn of the two dominoes on a square, those of square s from ``flip[s]`` on.
    words
        The set of all layouts, as bits.
    floor
        Beginnings that can't have so many solutions are cut off.
    """
    place_first, place_cells, both = places
    square_first, square_cells, flip, pairs = squares
    cells = len(order)
    alive = np.zeros((cells + 1, len(words)), np.uint64)
    alive[0] = words
    rest = np.zeros(len(words), np.uint64)
    grid = np.full(cells, -1, np.int64)
    chosen = np.full(cells, -1, np.int64)
    domino = np.zeros(len(place_cells), np.int64)
    left = np.full(numbers, cells // numbers, np.int64)
    known = np.zeros(cells + 1, np.int64)
    nodes = np.zeros(cells, np.int64)
    found = np.zeros((64, cells + 1), np.int64)
    one = np.uint64(1)
    count = step = 0
    while step >= 0:
        number = chosen[step]
        if number >= 0:
            left[number] += 1
        number += 1
        while number < numbers and left[number] == 0:
            number += 1
        if number > known[step] or number >= numbers:
            chosen[step] = -1
            step -= 1
            continue
        chosen[step] = number
        grid[order[step]] = number
        left[number] -= 1
        nodes[step] += 1
        # A layout that has one domino in two places is no solution.
        after = alive[step + 1]
        after[:] = alive[step]
        for place in range(place_first[step], place_first[step + 1]):
            a, b = grid[place_cells[place, 0]], grid[place_cells[place, 1]]
            domino[place] = min(a, b) * numbers + max(a, b)
            for other in range(place):
                if domino[other] == domino[place]:
                    twice = both[other, place]
                    for word in range(len(words)):
                        after[word] &= ~twice[word]
        bound = 0
        for word in range(len(words)):
            rest[word] = after[word]
            bound += ones(after[word])
        # Where a square has no equal numbers crosswise, of two layouts that differ by its turn at most one is left.
        for square in range(square_first[step + 1]):
            if bound < floor:
                break
            a, b, c, d = square_cells[square]
            if grid[a] == grid[d] or grid[b] == grid[c]:
                continue
            for pair in range(flip[square], flip[square + 1]):
                upright, level = pairs[pair]
                bit, other_bit = one << np.uint64(upright & 63), one << np.uint64(level & 63)
                if rest[upright >> 6] & bit and rest[level >> 6] & other_bit:
                    rest[upright >> 6] ^= bit
                    rest[level >> 6] ^= other_bit
                    bound -= 1
        if bound < floor or (closed[step] and not is_smallest(grid, order, turns, step + 1)):
            continue
        if step + 1 == cells:
            if bound > floor:
                floor, count = bound, 0
            if count == len(found):
                found = np.concatenate((found, np.zeros_like(found)))
            found[count, :cells] = chosen
            found[count, cells] = bound
            count += 1
            continue
        known[step + 1] = max(known[step], number + 1)
        step += 1
    return found[:count], nodes
