"""The loops of :mod:`dicelab.search.design.cases`, compiled where numba is available.

Sets of units have numbers: those of k units begin at ``start[k]`` and follow in the order of their ranks. ``extending``
holds for each set the units that extend it, as a mask; none do where the set can't be on different dice.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from solver.polyform.sets_kernel import lowest, population, rank_of
from solver.polyform.symmetry import Masks
from solver.runs.jit import compiled

Numbers = NDArray[np.int64]
Sets = NDArray[np.int32]


def _list_sets(units: int, dice: int, binomial: Numbers, start: Numbers, sets: Masks) -> None:
    """Write the sets of up to ``dice`` - 1 units as masks, by their numbers."""
    one = np.uint64(1)
    at = np.zeros(dice, np.int64)
    for size in range(dice):
        for index in range(size):
            at[index] = index
        for place in range(binomial[units, size]):
            mask = np.uint64(0)
            for index in range(size):
                mask |= one << np.uint64(at[index])
            sets[start[size] + place] = mask
            index = 0
            while index + 1 < size and at[index] + 1 == at[index + 1]:
                at[index] = index
                index += 1
            if size:
                at[index] += 1


def _open(
    units: int, dice: int, binomial: Numbers, start: Numbers, sets: Masks, allowed: NDArray[np.bool_], extending: Masks
) -> None:
    """Write what extends each set if only the boards are looked at, ``allowed`` by their ranks."""
    one = np.uint64(1)
    full = np.uint64(0)
    for unit in range(units):
        full |= one << np.uint64(unit)
    for number in range(start[dice]):
        held = sets[number]
        mask = full & ~held
        if number >= start[dice - 1]:
            for unit in range(units):
                bit = one << np.uint64(unit)
                if mask & bit:
                    rank, count = np.int64(0), 0
                    for other in range(units):
                        if ((held | bit) >> np.uint64(other)) & one:
                            count += 1
                            rank += binomial[other, count]
                    if not allowed[rank]:
                        mask ^= bit
        extending[number] = mask


def _beside(
    binomial: Numbers,
    start: Numbers,
    extending: Masks,
    faces: Numbers,
    others: Numbers,
    sets: Masks,
    beside: Masks,
) -> None:
    """Write what extends each set of the other units along with every face of a die that is known.

    ``sets`` are of the others, by their places among them.
    """
    one = np.uint64(1)
    for number in range(sets.shape[0]):
        held, size = np.uint64(0), 1
        for place in range(others.shape[0]):
            if sets[number] >> np.uint64(place) & one:
                held |= one << np.uint64(others[place])
                size += 1
        mask = ~held
        for face in faces:
            mask &= extending[start[size] + rank_of(held | one << np.uint64(face), binomial)]
        beside[number] = 0
        for place in range(others.shape[0]):
            beside[number] |= (mask >> np.uint64(others[place]) & one) << np.uint64(place)


def _weigh(
    dice: int,
    binomial: Numbers,
    start: Numbers,
    need: Numbers,
    digits: Masks,
    sets: Masks,
    extending: Masks,
    left: NDArray[np.int16],
    queue: Sets,
) -> int:
    """Count for each set the cells that extend it; queue those with fewer than they need, and return how many.

    ``digits`` hold the units by the binary digits of their numbers of cells. ``left`` is -1 for a set that can't be on
    different dice. Where nothing extends a set, it is queued only if its parts don't know yet.
    """
    waiting = 0
    for size in range(dice):
        for number in range(start[size], start[size + 1]):
            mask = extending[number]
            left[number] = -1
            if mask:
                cells = np.int64(0)
                for digit in range(digits.shape[0]):
                    cells += np.int64(population(mask & digits[digit])) << digit
                if cells >= need[size]:
                    left[number] = cells
                    continue
            elif size:
                held = sets[number]
                rest = held & (held - np.uint64(1))
                if not extending[start[size - 1] + rank_of(rest, binomial)] & (held ^ rest):
                    continue
            queue[waiting] = number
            waiting += 1
    return waiting


def _join(
    binomial: Numbers, start: Numbers, sets: Masks, extending: Masks, gone: int, kept: int, joined: Masks
) -> None:
    """Write what extends each set once a unit has joined another: only what extends it with either of them.

    The units after the one that is ``gone`` move up, which leaves the sets without it in their order.
    """
    one = np.uint64(1)
    below = (one << np.uint64(gone)) - one
    gone_bit, kept_bit = one << np.uint64(gone), one << np.uint64(kept)
    written = 0
    for size in range(start.shape[0] - 1):
        for number in range(start[size], start[size + 1]):
            held = sets[number]
            if held & gone_bit:
                continue
            mask = extending[number]
            if mask:
                if held & kept_bit:
                    mask &= extending[start[size] + rank_of((held ^ kept_bit) | gone_bit, binomial)]
                elif not mask & gone_bit:
                    mask &= ~kept_bit
                mask = (mask & below) | ((mask >> one) & ~below)
            joined[written] = mask
            written += 1


def _conclude(
    dice: int,
    binomial: Numbers,
    start: Numbers,
    need: Numbers,
    weights: Numbers,
    sets: Masks,
    extending: Masks,
    left: NDArray[np.int16],
    queue: Sets,
    waiting: int,
) -> bool:
    """Rule out the sets in the queue, and all that follows; tell whether a unit can't be on any die, and stop there.

    The parts of a set that is ruled out lose an extension, and the sets that contain it are ruled out with it.
    """
    one = np.uint64(1)
    looked = 0
    while looked < waiting:
        number = queue[looked]
        looked += 1
        held, mask = sets[number], extending[number]
        extending[number] = np.uint64(0)
        size = np.int64(population(held))
        if size <= 1:
            return True
        rest = held
        while rest:
            bit = rest & (~rest + one)
            rest ^= bit
            part = start[size - 1] + rank_of(held ^ bit, binomial)
            if extending[part] & bit:
                extending[part] ^= bit
                if left[part] >= 0:
                    left[part] -= weights[lowest(bit)]
                    if left[part] < need[size - 1]:
                        left[part] = -1
                        queue[waiting] = part
                        waiting += 1
        while mask:
            more = mask & (~mask + one)
            mask ^= more
            if size + 1 < dice:
                whole = start[size + 1] + rank_of(held | more, binomial)
                if left[whole] >= 0:
                    left[whole] = -1
                    queue[waiting] = whole
                    waiting += 1
                continue
            # A board: its other parts lose an extension.
            rest = held
            while rest:
                bit = rest & (~rest + one)
                rest ^= bit
                part = start[size] + rank_of((held | more) ^ bit, binomial)
                if extending[part] & bit:
                    extending[part] ^= bit
                    if left[part] >= 0:
                        left[part] -= weights[lowest(bit)]
                        if left[part] < need[size]:
                            left[part] = -1
                            queue[waiting] = part
                            waiting += 1
    return False


list_sets, open_sets, weigh = compiled(_list_sets), compiled(_open), compiled(_weigh)
join, beside, conclude = compiled(_join), compiled(_beside), compiled(_conclude)
