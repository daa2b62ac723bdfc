"""Compiled look-ups over all boards: sets of cells by rank, and the rolls of dice. It needs numba."""

from __future__ import annotations

import numpy as np
from numba import njit

CELLS, DICE = 48, 7
_ONE = np.uint64(1)


@njit(nogil=True)
def rank(mask, ranks):
    """Return the place of a mask among all masks with as many bits, in ascending order."""
    total, before = 0, 0
    for part in range(4):
        word = np.int64(mask >> np.uint64(12 * part) & np.uint64(4095))
        total += ranks[part, before, word]
        before += ranks[4, 0, word]
    return total


@njit(nogil=True)
def image(mask, turns, turn):
    """Return the image of a mask under a symmetry."""
    found = np.uint64(0)
    for part in range(4):
        found |= turns[turn, part, np.int64(mask >> np.uint64(12 * part) & np.uint64(4095))]
    return found


@njit(nogil=True)
def following(mask):
    """Return the next mask with as many bits."""
    low = mask & (~mask + _ONE)
    ripple = mask + low
    return ripple | ((mask ^ ripple) >> np.uint64(2)) // low


@njit(nogil=True)
def rule_out(cells, own, one_more, two_more, ranks, turns, room, room_of_larger):
    """Rule out the sets of so many cells that have too few extensions for the other dice; return how many.

    ``room`` is the number of cells that the other dice have at least, ``room_of_larger`` that of all of them but one.
    """
    mask, found = np.uint64((1 << cells) - 1), 0
    partners = np.zeros(CELLS, np.int64)
    for place in range(len(own)):
        least = own[place]
        for turn in range(len(turns)):
            if least and image(mask, turns, turn) < mask:
                least = False
        if least:
            free = np.zeros(CELLS, np.bool_)
            number = 0
            for cell in range(CELLS):
                bit = _ONE << np.uint64(cell)
                if not mask & bit and one_more[rank(mask | bit, ranks)]:
                    free[cell] = True
                    number += 1
            changed = DICE - cells > 1 and number >= room
            while changed:
                changed = False
                partners[:] = 0
                for one in range(CELLS):
                    for other in range(one if free[one] else 0):
                        both = mask | _ONE << np.uint64(one) | _ONE << np.uint64(other)
                        if free[other] and two_more[rank(both, ranks)]:
                            partners[one] += 1
                            partners[other] += 1
                for cell in range(CELLS):
                    if free[cell] and partners[cell] < room_of_larger:
                        free[cell] = False
                        number -= 1
                        changed = True
            if number < room:
                found += 1
                for turn in range(len(turns)):
                    own[rank(image(mask, turns, turn), ranks)] = False
        mask = following(mask)
    return found


@njit(nogil=True)
def minimal(cells, own, fewer, ranks):
    """Return the sets of so many cells that are ruled out though all their parts are not."""
    mask = np.uint64((1 << cells) - 1)
    found = []
    for place in range(len(own)):
        is_minimal = not own[place]
        rest = mask
        while is_minimal and cells > 1 and rest:
            low = rest & (~rest + _ONE)
            rest ^= low
            is_minimal = fewer[rank(mask ^ low, ranks)]
        if is_minimal:
            found.append(mask)
        mask = following(mask)
    return found


@njit(nogil=True)
def failing(dice, sizes, solvable, ranks, most):
    """Return how many rolls of disjoint dice are unsolvable, and up to ``most`` of them, evenly chosen in order."""
    total = 1
    for die in range(DICE):
        total *= sizes[die]
    found = np.zeros(most, np.uint64)
    number = 0
    for place in range(total):
        # A stride without common factors, so that the first ones found are spread over all rolls.
        rest = np.int64(place) * 1_000_003 % total
        mask = np.uint64(0)
        for die in range(DICE):
            mask |= dice[die, rest % sizes[die]]
            rest //= sizes[die]
        if not solvable[rank(mask, ranks)]:
            if number < most:
                found[number] = mask
            number += 1
    return number, found[: min(number, most)]
