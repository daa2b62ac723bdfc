"""Compiled loops that count the tilings of all boards by two halves of the board. They need numba, and nothing else."""

from __future__ import annotations

import numpy as np
from numba import njit

HALF = 24
_ONE = np.uint64(1)


@njit(nogil=True)
def tile(table, base, number, areas, kinds, pairs, begins, masks, owners, firsts):
    """Count for each region of a half its tilings by each choice of pieces; return the largest number.

    The row of a region begins at ``base`` and has a place for each of the ``number`` choices that have its area. The
    places over a cell that no lower cell is part of lie from ``firsts`` on. ``pairs`` hold, by area and kind of piece,
    the places of a choice with the piece and of the choice without it.
    """
    most = np.int64(0)
    filled = np.zeros(len(base), np.bool_)
    filled[0] = True
    table[base[0]] = 1
    row = np.zeros(256, np.int64)
    for region in range(1, len(base)):
        area = areas[region]
        if base[region] < 0:
            continue
        low = 0
        while not region >> low & 1:
            low += 1
        found = False
        row[: number[area]] = 0
        for place in range(firsts[low], firsts[low + 1]):
            mask = masks[place]
            if mask & ~region:
                continue
            rest = region ^ mask
            if not filled[rest]:
                continue
            cell = area * kinds + owners[place]
            for pair in range(begins[cell], begins[cell + 1]):
                row[pairs[pair, 0]] += table[base[rest] + pairs[pair, 1]]
            found = True
        if found:
            for choice in range(number[area]):
                if row[choice]:
                    filled[region] = True
                    most = max(most, row[choice])
                    table[base[region] + choice] = row[choice]
    return most, filled


@njit(nogil=True)
def above(table, base, filled, number, codes, local, limits, inside, used, times, tops, found):
    """Add to ``found``, by choice and blockers of the upper half, the ways to tile it along with pieces that cross.

    ``inside`` are the cells of the half that crossing pieces cover, ``used`` their codes and ``times`` how many ways
    there are to do so; all of these leave the same cells of the lower half. ``limits`` are the bits of the single
    pieces, and the code of all the equal ones, which are counted above these bits.
    """
    full = (1 << HALF) - 1
    singles, equal = limits
    for place in range(len(inside)):
        code = used[place]
        for top in range(len(tops)):
            if tops[top] & inside[place]:
                continue
            region = full ^ tops[top] ^ inside[place]
            if not filled[region]:
                continue
            area = 0
            rest = region
            while rest:
                rest &= rest - 1
                area += 1
            for choice in range(number[area]):
                ways = table[base[region] + choice]
                if ways:
                    whole = codes[area, choice]
                    if whole & code & singles or (whole & ~singles) + (code & ~singles) > equal:
                        continue
                    found[local[whole + code], top] += np.float32(ways) * np.float32(times[place])


@njit(nogil=True)
def below(table, base, filled, number, others, covered, bottoms, upper, counts):
    """Add the tilings of each lower half that leaves ``covered`` to crossing pieces, times those of what is above it.

    ``others`` tells by area, and by place of a choice of pieces, the place of the choice of all other pieces.
    """
    full = (1 << HALF) - 1
    area = -1
    for bottom in range(len(bottoms)):
        if bottoms[bottom] & covered:
            continue
        region = full ^ bottoms[bottom] ^ covered
        if area < 0:
            area = 0
            rest = region
            while rest:
                rest &= rest - 1
                area += 1
        if not filled[region]:
            continue
        for choice in range(number[area]):
            ways = table[base[region] + choice]
            if ways:
                by = np.float32(ways)
                other = others[area, choice]
                for top in range(upper.shape[1]):
                    counts[bottom, top] += by * upper[other, top]


@njit(nogil=True)
def write(found, counts, bottoms, tops, cell_of, ranks):
    """Write the counts by rank: each board in four positions, by ``cell_of`` (positions, cells)."""
    for bottom in range(len(bottoms)):
        for top in range(len(tops)):
            value = np.uint32(counts[bottom, top])
            for turn in range(len(cell_of)):
                mask = np.uint64(0)
                for cell in range(HALF):
                    if tops[top] >> cell & 1:
                        mask |= _ONE << np.uint64(cell_of[turn, cell])
                    if bottoms[bottom] >> cell & 1:
                        mask |= _ONE << np.uint64(cell_of[turn, HALF + cell])
                total, before = np.int64(0), 0
                for part in range(4):
                    word = np.int64(mask >> np.uint64(12 * part) & np.uint64(4095))
                    total += ranks[part, before, word]
                    before += ranks[4, 0, word]
                found[total] = value
