"""Compiled sweeps that rule out sets of cells by counting. They need numba, and nothing of the house.

Sets of up to so many of some cells have numbers: those of k cells begin at ``start[k]`` and follow in ascending order
of their masks. ``extending`` holds for each set the cells that extend it, as a mask; it is 0 for a set that is ruled
out.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit, types
from numba.extending import intrinsic

from experiments.genius_star.apart_kernel import CELLS, following, rank

_ONE = np.uint64(1)


@intrinsic
def population(_context: Any, _word: Any) -> Any:
    """Count the bits of a ``uint64``."""
    return types.int64(types.uint64), lambda _c, builder, _s, args: builder.ctpop(args[0])


@njit(nogil=True)
def boards_below(allowed, ranks, number):
    """Return by rank, for each of the ``number`` sets of one cell less than a board, the cells that make it allowed."""
    found = np.zeros(number, np.uint64)
    mask = np.uint64(127)
    for place in range(len(allowed)):
        if allowed[place]:
            rest = mask
            while rest:
                bit = rest & (~rest + _ONE)
                rest ^= bit
                found[rank(mask ^ bit, ranks)] |= bit
        mask = following(mask)
    return found


@njit(nogil=True)
def list_sets(cells, sizes, binomial):
    """Return the sets of fewer than ``sizes`` of so many cells, and where those of each size begin."""
    start = np.zeros(sizes + 1, np.int64)
    for size in range(sizes):
        start[size + 1] = start[size] + binomial[cells, size]
    sets = np.zeros(start[sizes], np.uint64)
    for size in range(1, sizes):
        mask = np.uint64((1 << size) - 1)
        for number in range(start[size], start[size + 1]):
            sets[number] = mask
            mask = following(mask)
    return sets, start


@njit(nogil=True)
def place_of(mask, binomial):
    """Return the place of a set among those of as many cells."""
    place, count = np.int64(0), 0
    while mask:
        bit = mask & (~mask + _ONE)
        mask ^= bit
        count += 1
        place += binomial[population(bit - _ONE), count]
    return place


@njit(nogil=True)
def list_parts(sets, start, binomial):
    """Return for each set the numbers of the sets of one cell less, the lowest cell left out first."""
    sizes = len(start) - 1
    parts = np.zeros((len(sets), max(sizes - 1, 1)), np.int32)
    for size in range(1, sizes):
        for number in range(start[size], start[size + 1]):
            rest = sets[number]
            for index in range(size):
                bit = rest & (~rest + _ONE)
                rest ^= bit
                parts[number, index] = start[size - 1] + place_of(sets[number] ^ bit, binomial)
    return parts


@njit(nogil=True)
def _down(sets, parts, start, need, extending, first):
    """Rule out sets from those of ``first`` cells on down; return how many cells may be on a die at all.

    What extends the sets of ``first`` cells is given, and what extends smaller ones has been cleared.
    """
    for size in range(first, 0, -1):
        for number in range(start[size], start[size + 1]):
            mask = extending[number]
            if mask:
                if population(mask) < need[size]:
                    extending[number] = 0
                    continue
                rest = sets[number]
                for index in range(size):
                    bit = rest & (~rest + _ONE)
                    rest ^= bit
                    extending[parts[number, index]] |= bit
    return population(extending[0])


@njit(nogil=True)
def _up(sets, parts, start, extending):
    """Let what rules out a set rule out those that contain it; tell whether anything changed."""
    changed = False
    for size in range(1, len(start) - 1):
        for number in range(start[size], start[size + 1]):
            mask = extending[number]
            if mask:
                rest = sets[number]
                kept = mask
                for index in range(size):
                    bit = rest & (~rest + _ONE)
                    rest ^= bit
                    part = extending[parts[number, index]]
                    kept = kept & part if part & bit else np.uint64(0)
                if kept != mask:
                    extending[number] = kept
                    changed = True
    return changed


@njit(nogil=True)
def count(sets, parts, start, need, extending, sweeps):
    """Rule out sets by so many sweeps at most, from what extends the largest; tell whether dice may be left."""
    largest = len(start) - 2
    for _ in range(sweeps):
        extending[: start[largest]] = 0
        if _down(sets, parts, start, need, extending, largest) < need[0]:
            return False
        if not _up(sets, parts, start, extending):
            break
    return True


@njit(nogil=True)
def with_dice(dealt, cells, sets, start, below, ranks, extending):
    """Write what extends the largest sets of ``cells`` along with every face of the dice that are dealt.

    ``dealt`` has a row for each choice of faces, as a mask.
    """
    largest = len(start) - 2
    place = np.full(CELLS, -1)
    for index in range(len(cells)):
        place[cells[index]] = index
    for number in range(start[largest], start[largest + 1]):
        held, rest = np.uint64(0), sets[number]
        while rest:
            bit = rest & (~rest + _ONE)
            rest ^= bit
            held |= _ONE << np.uint64(cells[population(bit - _ONE)])
        rest = ~np.uint64(0)
        for faces in dealt:
            rest &= below[rank(held | faces, ranks)]
            if not rest:
                break
        found = np.uint64(0)
        while rest:
            bit = rest & (~rest + _ONE)
            rest ^= bit
            index = place[population(bit - _ONE)]
            if index >= 0:
                found |= _ONE << np.uint64(index)
        extending[number] = found


@njit(nogil=True)
def narrowed(kept, start, binomial, extending, fewer, begin, found):
    """Write what extends the largest sets of some of the cells, those of ``kept``, for sets of these cells alone."""
    largest = len(start) - 2
    for number in range(begin[largest], begin[largest + 1]):
        held, rest = np.uint64(0), fewer[number]
        while rest:
            bit = rest & (~rest + _ONE)
            rest ^= bit
            held |= _ONE << np.uint64(kept[population(bit - _ONE)])
        mask = extending[start[largest] + place_of(held, binomial)]
        short = np.uint64(0)
        for index in range(len(kept)):
            short |= (mask >> np.uint64(kept[index]) & _ONE) << np.uint64(index)
        found[number] = short


@njit(nogil=True)
def beside(sets, parts, start, extending, cells):
    """Return what extends each set of one cell less along with each cell: shape (cells, sets)."""
    largest = len(start) - 2
    found = np.zeros((cells, start[largest] - start[largest - 1]), np.uint64)
    for number in range(start[largest], start[largest + 1]):
        mask = extending[number]
        if mask:
            rest = sets[number]
            for index in range(largest):
                cell = population((rest & (~rest + _ONE)) - _ONE)
                rest &= rest - _ONE
                found[cell, parts[number, index] - start[largest - 1]] = mask
    return found


@njit(nogil=True)
def _first_sweep(some, masks, number, row, sets, parts, start, need, extending):
    """Sweep down from some of the largest sets, those in a list, with what a row leaves of their masks."""
    largest = len(start) - 2
    extending[: start[largest]] = 0
    for index in range(number):
        mask = masks[index] & row[some[index]]
        if mask and population(mask) >= need[largest]:
            whole = start[largest] + some[index]
            rest = sets[whole]
            for part in range(largest):
                bit = rest & (~rest + _ONE)
                rest ^= bit
                extending[parts[whole, part]] |= bit
    return _down(sets, parts, start, need, extending, largest - 1) >= need[0]


@njit(nogil=True)
def _rest(some, masks, number, row, sets, parts, start, need, extending, sweeps):
    """Do all sweeps from sets in a list."""
    extending[start[len(start) - 2] :] = 0
    for index in range(number):
        extending[start[len(start) - 2] + some[index]] = masks[index] & row[some[index]]
    return count(sets, parts, start, need, extending, sweeps)


@njit(nogil=True)
def _listed(extending, first, some, masks):
    number = 0
    for index in range(len(some)):
        if extending[first + index]:
            some[number], masks[number] = index, extending[first + index]
            number += 1
    return number


@njit(nogil=True)
def threes(with_cell, sets, parts, start, need, extending, sweeps, cells, orbits, least, looked, found):
    """Find the dice of three cells that counting leaves; return how many.

    ``with_cell`` is that of :func:`beside`, and is ruled out in place. Only dice whose orbit, by ``orbits`` of their
    ``cells``, is not before ``least`` are looked at. ``looked`` counts the cells, pairs and dice that were looked at.
    """
    number, first = len(with_cell), start[len(start) - 2]
    open_, pairs = np.zeros(number, np.bool_), np.zeros((number, number), np.bool_)
    wide = len(sets) - first
    some, masks = np.zeros(wide, np.int32), np.zeros(wide, np.uint64)
    both, both_masks = np.zeros(wide, np.int32), np.zeros(wide, np.uint64)
    left = 0
    for cell in range(number):
        looked[0] += 1
        listed = _listed(with_cell[cell], 0, some, masks)
        row = with_cell[cell]
        open_[cell] = _first_sweep(some, masks, listed, row, sets, parts, start, need, extending) and _rest(
            some, masks, listed, row, sets, parts, start, need, extending, sweeps
        )
        if open_[cell]:
            with_cell[cell] = extending[first:]
    for high in range(number):
        if not open_[high]:
            continue
        listed = _listed(with_cell[high], 0, some, masks)
        for middle in range(high):
            if not open_[middle]:
                continue
            looked[1] += 1
            row = with_cell[middle]
            if not _first_sweep(some, masks, listed, row, sets, parts, start, need, extending) or not _rest(
                some, masks, listed, row, sets, parts, start, need, extending, sweeps
            ):
                continue
            pairs[middle, high] = True
            kept = _listed(extending, first, both, both_masks)
            for low in range(middle):
                if not pairs[low, middle] or not pairs[low, high]:
                    continue
                if orbits[cells[low], cells[middle], cells[high]] < least:
                    continue
                looked[2] += 1
                row = with_cell[low]
                if not _first_sweep(both, both_masks, kept, row, sets, parts, start, need, extending) or not _rest(
                    both, both_masks, kept, row, sets, parts, start, need, extending, sweeps
                ):
                    continue
                found[left, 0], found[left, 1], found[left, 2] = cells[low], cells[middle], cells[high]
                left += 1
    return left


@njit(nogil=True)
def list_joined(sets, start, binomial, cells):
    """Return the place of each set of two cells less than dice together with each cell; -1 if it has that cell."""
    first, size = start[len(start) - 3], len(start) - 3
    joined = np.full((cells, start[size + 1] - first), -1, np.int32)
    for number in range(first, start[size + 1]):
        for cell in range(cells):
            bit = _ONE << np.uint64(cell)
            if not sets[number] & bit:
                joined[cell, number - first] = place_of(sets[number] | bit, binomial)
    return joined


@njit(nogil=True)
def _fits(joined, masks, row, sets, parts, start, need, room):
    """Tell whether counting leaves a cell on some die, where masks and a row extend the largest sets.

    ``joined`` are the places of the sets with the cell. One sweep down, of sets that have the cell.
    """
    size = len(start) - 3
    room[: start[size]] = 0
    for number in range(start[size], start[size + 1]):
        whole = joined[number - start[size]]
        if whole < 0:
            continue
        mask = masks[whole] & row[whole]
        if population(mask) >= need[size + 1]:
            rest = sets[number]
            for index in range(size):
                bit = rest & (~rest + _ONE)
                rest ^= bit
                room[parts[number, index]] |= bit
    for smaller in range(size - 1, 0, -1):
        for number in range(start[smaller], start[smaller + 1]):
            mask = room[number]
            if mask and population(mask) >= need[smaller + 1]:
                rest = sets[number]
                for index in range(smaller):
                    bit = rest & (~rest + _ONE)
                    rest ^= bit
                    room[parts[number, index]] |= bit
    return population(room[0]) >= need[1]


@njit(nogil=True)
def threes_of_all(with_cell, sets, parts, start, joined, need, extending, sweeps, cells, orbits, least, looked, found):
    """Find the dice of three cells that counting leaves, as :func:`threes` does, where the dice show all the cells.

    So every cell is on some die. Those that a few cells extend are looked at first, and no more than eight.
    """
    number, first = len(with_cell), start[len(start) - 2]
    open_ = np.zeros(number, np.bool_)
    some, masks = np.zeros(len(sets) - first, np.int32), np.zeros(len(sets) - first, np.uint64)
    extend = np.zeros((number, number), np.int64)
    room = np.zeros(start[len(start) - 3], np.uint64)
    left = 0
    for cell in range(number):
        looked[0] += 1
        row = with_cell[cell]
        listed = _listed(row, 0, some, masks)
        open_[cell] = _rest(some, masks, listed, row, sets, parts, start, need, extending, sweeps)
        if open_[cell]:
            with_cell[cell] = extending[first:]
            for other in range(number):
                extend[cell, other] = population(extending[start[1] + other])
    for high in range(number):
        for middle in range(high):
            if not open_[high] or not open_[middle]:
                continue
            looked[1] += 1
            both = with_cell[high] & with_cell[middle]
            for low in range(middle):
                if not open_[low] or orbits[cells[low], cells[middle], cells[high]] < least:
                    continue
                looked[2] += 1
                extended = extend[high] + extend[middle] + extend[low]
                extended[high] = extended[middle] = extended[low] = 1 << 20
                fits = True
                for _ in range(8):
                    fewest = np.argmin(extended)
                    extended[fewest] = 1 << 20
                    if not _fits(joined[fewest], both, with_cell[low], sets, parts, start, need, room):
                        fits = False
                        break
                if fits:
                    found[left, 0], found[left, 1], found[left, 2] = cells[low], cells[middle], cells[high]
                    left += 1
    return left
