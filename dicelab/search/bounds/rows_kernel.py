"""The loops over the rows of all sets of units, compiled where numba is available.

:mod:`dicelab.search.bounds` has the words and the rules. Units are bits of a mask; ``start`` and ``ranks`` number sets.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from solver.exact_cover.kernels.search_kernel import lowest, population
from solver.polyform.orbits_kernel import rank_of_set
from solver.polyform.symmetry import Masks
from solver.runs.jit import compiled, compiled_part

Numbers = NDArray[np.int64]


@compiled
def forbid(ranks: Numbers, boards: Masks, rows: Masks) -> None:
    """Take the cells of forbidden boards from the rows of the others, which are those of the largest sets."""
    for board in boards:
        rest = board
        while rest:
            bit = rest & (~rest + np.uint64(1))
            rest ^= bit
            rows[rank_of_set(board ^ bit, ranks)] &= ~bit


@compiled
def beside(
    ranks: Numbers, start: Numbers, rows: Masks, faces: Numbers, others: Numbers, masks: Masks, result: Masks
) -> None:
    """Write the rows of the sets of other units, by their places among these, along with every face of a whole die.

    Without faces these are the rows of the sets themselves.
    """
    one = np.uint64(1)
    for number in range(masks.shape[0]):
        held, size = np.uint64(0), min(1, faces.shape[0])
        for place in range(others.shape[0]):
            if masks[number] >> np.uint64(place) & one:
                held |= one << np.uint64(others[place])
                size += 1
        row = ~held
        if not faces.shape[0]:
            row &= rows[start[size] + rank_of_set(held, ranks)]
        for face in faces:
            row &= rows[start[size] + rank_of_set(held | one << np.uint64(face), ranks)]
        result[number] = 0
        for place in range(others.shape[0]):
            result[number] |= (row >> np.uint64(others[place]) & one) << np.uint64(place)


@compiled
def join(ranks: Numbers, start: Numbers, masks: Masks, rows: Masks, gone: int, kept: int, joined: Masks) -> None:
    """Write the rows once a unit has joined another: only what extends a set with either of them.

    The units after the one that is ``gone`` move up, which leaves the sets without it in their order.
    """
    one = np.uint64(1)
    below = (one << np.uint64(gone)) - one
    gone_bit, kept_bit = one << np.uint64(gone), one << np.uint64(kept)
    written = 0
    for number in range(masks.shape[0]):
        held = masks[number]
        if held & gone_bit:
            continue
        row = rows[number]
        if row:
            if held & kept_bit:
                row &= rows[start[population(held)] + rank_of_set((held ^ kept_bit) | gone_bit, ranks)]
            elif not row & gone_bit:
                row &= ~kept_bit
            row = (row & below) | ((row >> one) & ~below)
        joined[written] = row
        written += 1


@compiled_part
def _weigh_all(
    need: Numbers,
    digits: Masks,
    ranks: Numbers,
    start: Numbers,
    masks: Masks,
    rows: Masks,
    left: NDArray[np.int16],
    queue: NDArray[np.int32],
) -> int:
    """Count the cells of each row, and queue the sets with too few; return how many."""
    waiting = 0
    for size in range(need.shape[0]):
        for number in range(start[size], start[size + 1]):
            row = rows[number]
            left[number] = -1
            if row:
                cells = np.int64(0)
                for digit in range(digits.shape[0]):
                    cells += np.int64(population(row & digits[digit])) << digit
                if cells >= need[size]:
                    left[number] = cells
                    continue
            elif size:
                # A set with an empty row is queued unless its parts have lost it already.
                rest = masks[number] & (masks[number] - np.uint64(1))
                if not rows[start[size - 1] + rank_of_set(rest, ranks)] & (masks[number] ^ rest):
                    continue
            queue[waiting] = number
            waiting += 1
    return waiting


@compiled
def count(
    need: Numbers,
    weights: Numbers,
    digits: Masks,
    ranks: Numbers,
    start: Numbers,
    masks: Masks,
    rows: Masks,
    left: NDArray[np.int16],
    queue: NDArray[np.int32],
) -> int:
    """Draw all conclusions of counting in the rows of all sets; return how many sets fell, ``~number`` if all do.

    The parts of a set that falls lose an extension, and the sets that contain it fall with it.
    """
    one, looked, dice = np.uint64(1), 0, need.shape[0]
    waiting = _weigh_all(need, digits, ranks, start, masks, rows, left, queue)
    while looked < waiting:
        number = queue[looked]
        looked += 1
        held, row = masks[number], rows[number]
        rows[number] = np.uint64(0)
        size = np.int64(population(held))
        if size == 0:
            return ~waiting
        rest = held
        while rest:
            bit = rest & (~rest + one)
            rest ^= bit
            part = start[size - 1] + rank_of_set(held ^ bit, ranks)
            if rows[part] & bit:
                rows[part] ^= bit
                if left[part] >= 0:
                    left[part] -= weights[lowest(bit)]
                    if left[part] < need[size - 1]:
                        if size == 1:
                            return ~waiting
                        left[part] = -1
                        queue[waiting] = part
                        waiting += 1
        while row:
            more = row & (~row + one)
            row ^= more
            if size + 1 < dice:
                whole = start[size + 1] + rank_of_set(held | more, ranks)
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
                part = start[size] + rank_of_set((held | more) ^ bit, ranks)
                if rows[part] & bit:
                    rows[part] ^= bit
                    if left[part] >= 0:
                        left[part] -= weights[lowest(bit)]
                        if left[part] < need[size]:
                            left[part] = -1
                            queue[waiting] = part
                            waiting += 1
    return waiting
