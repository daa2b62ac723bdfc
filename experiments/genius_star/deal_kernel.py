"""Compiled deals of two dice: the cells of both, and those on no die, are dealt anew, all other dice stay."""

from __future__ import annotations

import numpy as np
from numba import njit

from experiments.genius_star.apart_kernel import DICE, rank

_ONE = np.uint64(1)


@njit(nogil=True)
def shared(faces, sizes, one, other, pool, bits, ranks):
    """Count, for each two cells of a pool, the marked boards that they make with a face of each of the other dice."""
    others = np.array([die for die in range(DICE) if die not in (one, other)])
    total = 1
    for die in others:
        total *= sizes[die]
    found = np.zeros((len(pool), len(pool)), np.int64)
    for place in range(total):
        rest, base = place, np.uint64(0)
        for die in others:
            base |= _ONE << np.uint64(faces[die, rest % sizes[die]])
            rest //= sizes[die]
        for here in range(len(pool)):
            with_here = base | _ONE << np.uint64(pool[here])
            for there in range(here):
                board = rank(with_here | _ONE << np.uint64(pool[there]), ranks)
                found[here, there] += bits[board >> 3] >> np.uint8(board & 7) & 1
    return found + found.T


@njit(nogil=True)
def deal(worth, owners, starts, generator):
    """Deal a pool to two dice and to none, so that the worth of all pairs on the two is high; return worth and owners.

    Each start trades two cells as long as that gains; the first one starts from ``owners`` (0, 1, and 2 for no die),
    the others from random ones.
    """
    number = len(owners)
    best, best_owners = np.int64(-1 << 60), owners.copy()
    for start in range(starts):
        now = owners.copy()
        if start:
            generator.shuffle(now)
        sums = np.zeros((3, number), np.int64)
        for cell in range(number):
            for other in range(number):
                sums[now[cell], other] += worth[cell, other]
        while True:
            gain, first, second = np.int64(0), -1, -1
            for cell in range(number):
                for other in range(cell):
                    mine, its = now[cell], now[other]
                    if mine == its:
                        continue
                    change = np.int64(0)
                    if mine < 2:
                        change += sums[1 - mine, other] - sums[1 - mine, cell]
                    if its < 2:
                        change += sums[1 - its, cell] - sums[1 - its, other]
                    if mine < 2 and its < 2:
                        # Their own pair is on both dice before and after, and both sums leave it out.
                        change += 2 * worth[cell, other]
                    if change > gain:
                        gain, first, second = change, cell, other
            if first < 0:
                break
            mine, its = now[first], now[second]
            for other in range(number):
                sums[mine, other] += worth[second, other] - worth[first, other]
                sums[its, other] += worth[first, other] - worth[second, other]
            now[first], now[second] = its, mine
        total = np.int64(0)
        for cell in range(number):
            if now[cell] == 0:
                total += sums[1, cell]
        if total > best:
            best, best_owners = total, now.copy()
    return best, best_owners


@njit(nogil=True)
def marked(faces, sizes, bits, ranks):
    """Count the rolls that are marked boards."""
    total, found = 1, 0
    for die in range(DICE):
        total *= sizes[die]
    for place in range(total):
        rest, mask = place, np.uint64(0)
        for die in range(DICE):
            mask |= _ONE << np.uint64(faces[die, rest % sizes[die]])
            rest //= sizes[die]
        board = rank(mask, ranks)
        found += bits[board >> 3] >> np.uint8(board & 7) & 1
    return found


@njit(nogil=True)
def spread(table, boards, values, ranks, turns):
    """Write a value for each board, and for all its images, to a table by rank."""
    for place in range(len(boards)):
        for turn in range(len(turns)):
            found = np.uint64(0)
            for part in range(4):
                word = np.int64(boards[place] >> np.uint64(12 * part) & np.uint64(4095))
                found |= turns[turn, part, word]
            table[rank(found, ranks)] = values[place]
