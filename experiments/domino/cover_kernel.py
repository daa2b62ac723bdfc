"""The solutions of uniform grids, each met by a search for the domino with the fewest places."""

from __future__ import annotations

from typing import Any

import numpy as np

from solver.runs.jit import compiled


@compiled
def fewest(places: Any, free: Any, left: int) -> Any:
    """Return the domino of those left that has the fewest free places, and these; none if a domino has none."""
    best, chosen, least = np.uint64(0), 0, 65
    for domino in range(len(places)):
        if left >> domino & 1:
            here = places[domino] & free
            if here == 0:
                return domino, here
            if here & (here - np.uint64(1)) == 0:
                best, chosen, least = here, domino, 1
            elif least > 1:
                count, rest = 0, here
                while rest and count < least:
                    rest &= rest - np.uint64(1)
                    count += 1
                if count < least:
                    best, chosen, least = here, domino, count
    return chosen, best


@compiled
def solutions(places: Any, clash: Any, free: Any, tried: Any, left: Any) -> int:
    """Count the ways to lay every domino on one of its places; the last three arrays are room for the search."""
    free[0] = ~np.uint64(0)
    left[0] = (1 << len(places)) - 1
    count = depth = 0
    domino, tried[0] = fewest(places, free[0], left[0])
    left[1] = left[0] & ~(1 << domino)
    while depth >= 0:
        if tried[depth] == 0:
            depth -= 1
            continue
        lowest = tried[depth] & (~tried[depth] + np.uint64(1))
        tried[depth] ^= lowest
        place = 0
        while lowest >> np.uint64(place) != 1:
            place += 1
        free[depth + 1] = free[depth] & ~clash[place]
        if left[depth + 1] == 0:
            count += 1
            continue
        depth += 1
        domino, tried[depth] = fewest(places, free[depth], left[depth])
        left[depth + 1] = left[depth] & ~(1 << domino)
    return count


@compiled
def tally(rng: Any, grids: int, cells: Any, clash: Any, numbers: int, counts: Any) -> None:
    """Draw uniform grids and count their solutions.

    Parameters
    ----------
    rng
        A generator of random numbers.
    cells
        ``[places, 2]``: the cells of each place of a domino, at most 64 places.
    clash
        For each place the places that have a cell in common with it, as bits.
    counts
        Added to: the grids with each number of solutions; the last entry is for all larger numbers as well.
    """
    size = numbers * (numbers + 1)
    grid = np.arange(size) // (numbers + 1)
    bones = np.zeros((numbers, numbers), np.int64)
    dominoes = 0
    for a in range(numbers):
        for b in range(a, numbers):
            bones[a, b] = bones[b, a] = dominoes
            dominoes += 1
    places = np.zeros(dominoes, np.uint64)
    free, tried = np.zeros(dominoes + 1, np.uint64), np.zeros(dominoes + 1, np.uint64)
    left = np.zeros(dominoes + 2, np.int64)
    for _ in range(grids):
        for last in range(size - 1, 0, -1):
            other = int(rng.random() * (last + 1))
            grid[last], grid[other] = grid[other], grid[last]
        places[:] = 0
        for place in range(len(cells)):
            places[bones[grid[cells[place, 0]], grid[cells[place, 1]]]] |= np.uint64(1) << np.uint64(place)
        count = solutions(places, clash, free, tried, left)
        counts[min(count, len(counts) - 1)] += 1
