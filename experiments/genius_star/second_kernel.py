"""The compiled search of the second program. It needs numba, and nothing of the house."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

_ONE = np.uint64(1)
_ALL = np.uint64((1 << 48) - 1)
LOWEST = np.array([0] + [(n & -n).bit_length() - 1 for n in range(1, 1 << 16)], np.uint8)
_WORD = np.uint64(0xFFFF)


@njit(nogil=True)
def _lowest(mask: Any, lowest: Any) -> Any:
    shift = np.uint64(0)
    while mask & _WORD == 0:
        mask >>= np.uint64(16)
        shift += np.uint64(16)
    return shift + np.uint64(lowest[mask & _WORD])


@njit(nogil=True)
def _tightest(free: Any, near: Any, lowest: Any) -> Any:
    """Return the first free cell with the fewest free neighbours."""
    chosen, fewest, rest = np.uint64(0), 9, free
    while rest and fewest:
        cell = _lowest(rest, lowest)
        rest &= rest - _ONE
        around, number = near[cell] & free, 0
        while around:
            around &= around - _ONE
            number += 1
        if number < fewest:
            chosen, fewest = cell, number
    return chosen


@njit(nogil=True)
def _count(board: Any, copies: Any, tables: Any, lowest: Any, most: int) -> int:
    """Count the tilings of what a board leaves free, up to ``most``."""
    near, masks, owners, begin = tables
    left = copies.copy()
    free, cell = np.zeros(16, np.uint64), np.zeros(16, np.int64)
    place = np.zeros(16, np.int64)
    found, depth = 0, 0
    free[0] = _ALL & ~board
    cell[0] = np.int64(_tightest(free[0], near, lowest))
    place[0] = begin[cell[0]]
    while depth >= 0:
        at = place[depth]
        if at == begin[cell[depth] + 1]:
            depth -= 1
            if depth >= 0:
                left[owners[place[depth] - 1]] += 1
            continue
        place[depth] = at + 1
        if left[owners[at]] == 0 or masks[at] & ~free[depth]:
            continue
        rest = free[depth] & ~masks[at]
        if rest == 0:
            found += 1
            if found == most:
                return found
            continue
        left[owners[at]] -= 1
        depth += 1
        free[depth] = rest
        cell[depth] = np.int64(_tightest(rest, near, lowest))
        place[depth] = begin[cell[depth]]
    return found


@njit(nogil=True)
def count_each(boards: Any, copies: Any, tables: Any, lowest: Any, most: int) -> Any:
    found = np.zeros(len(boards), np.int64)
    for number in range(len(boards)):
        found[number] = _count(boards[number], copies, tables, lowest, most)
    return found


@njit(nogil=True)
def census(images: Any, copies: Any, tables: Any, lowest: Any, first: Any, number: int) -> tuple[int, int, int, int]:
    """Settle one board of each orbit whose least board is among ``number`` boards from ``first`` on."""
    orbits = boards = solvable_orbits = solvable = 0
    mask = first
    turned = np.zeros(len(images), np.uint64)
    for _ in range(number):
        size = 1
        for turn in range(len(images)):
            image = np.uint64(0)
            for part in range(3):
                image |= images[turn, part, mask >> np.uint64(16 * part) & _WORD]
            turned[turn] = image
            if image < mask:
                size = 0
                break
        if size:
            size = len(np.unique(turned))
            orbits += 1
            boards += size
            if _count(mask, copies, tables, lowest, 1):
                solvable_orbits += 1
                solvable += size
        low = mask & (~mask + _ONE)
        ripple = mask + low
        mask = ripple | ((mask ^ ripple) >> np.uint64(2)) // low
    return boards, orbits, solvable, solvable_orbits
