"""The compiled count by halves."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from solver.exact_cover.kernels.search_kernel import lowest, population
from solver.polyform.orbits_kernel import image_of
from solver.polyform.symmetry import Masks
from solver.runs.jit import compiled

LowSets: TypeAlias = "tuple[Masks, NDArray[np.int64]]"
"""The low sets of blockers by size, and where those of each size start."""

Pieces = tuple[Any, ...]
"""The digits of each code, the copies of each kind and its stride in codes; its placements by end cell (where those of
each kind and cell start, and the masks)."""

_HASH = np.uint64(0x9E3779B97F4A7C15)


@compiled
def _is_chosen(mask: Any, high: Any, turns: Masks) -> bool:
    """Tell whether no image of a board has more blockers in the high half, or as many and a smaller mask."""
    blockers = population(mask & high)
    for symmetry in range(1, turns.shape[0]):
        image = image_of(mask, turns, symmetry)
        others = population(image & high)
        if others > blockers or (others == blockers and image < mask):
            return False
    return True


@compiled
def chosen_numbers(
    uppers: Masks, low_sets: LowSets, blockers: int, high: Any, turns: Masks, boards: NDArray[np.int64]
) -> None:
    """Count the chosen boards with each of some high sets of blockers."""
    lowers, starts = low_sets
    for n in range(uppers.shape[0]):
        size = blockers - population(uppers[n])
        for place in range(starts[size], starts[size + 1]):
            boards[n] += _is_chosen(uppers[n] | lowers[place], high, turns)


@compiled
def chosen_boards(uppers: Masks, low_sets: LowSets, blockers: int, high: Any, turns: Masks, boards: Masks) -> None:
    """Collect the chosen boards with some high sets of blockers, in order."""
    lowers, starts = low_sets
    number = 0
    for upper in uppers:
        size = blockers - population(upper)
        for place in range(starts[size], starts[size + 1]):
            board = upper | lowers[place]
            if _is_chosen(board, high, turns):
                boards[number] = board
                number += 1


@compiled
def lower_tilings(
    code: int,
    digits: NDArray[np.int64],
    strides: NDArray[np.int64],
    first: NDArray[np.int64],
    masks: Masks,
    ranks: NDArray[np.int32],
    regions: Masks,
    offsets: NDArray[np.int64],
    tilings: NDArray[np.uint64],
) -> None:
    """Fill in the tilings of all regions by one multiset of pieces, from those of the smaller multisets.

    The pieces are the digits of ``code``. Each tiling is counted by the piece that covers its lowest cell, one of
    the placements ``first[kind, cell]`` to ``first[kind, cell + 1] - 1``.
    """
    for place in range(regions.shape[0]):
        region = regions[place]
        total = np.uint64(0)
        cell = lowest(region)
        for kind in range(strides.shape[0]):
            if digits[code, kind]:
                rest = offsets[code - strides[kind]]
                for n in range(first[kind, cell], first[kind, cell + 1]):
                    if masks[n] & region == masks[n]:
                        total += tilings[rest + ranks[np.int64(region ^ masks[n])]]
        tilings[offsets[code] + place] = total


@compiled
def _add(key: Any, number: Any, end: int, keys: Masks, numbers: Masks, slots: NDArray[np.int32]) -> int:
    """Add a number of partial tilings to a state; return how many states there are now."""
    shift = np.uint64(64 - lowest(np.uint64(slots.shape[0])))
    slot = np.int64((key * _HASH) >> shift)
    while slots[slot] >= 0:
        if keys[slots[slot]] == key:
            numbers[slots[slot]] += number
            return end
        slot = (slot + 1) & (slots.shape[0] - 1)
    if end < keys.shape[0]:
        slots[slot] = end
        keys[end] = key
        numbers[end] = number
    return end + 1


@compiled
def _forget(end: int, keys: Masks, slots: NDArray[np.int32]) -> None:
    """Empty the slots of the states, in reverse: a slot is then found before those it pushed aside are gone."""
    shift = np.uint64(64 - lowest(np.uint64(slots.shape[0])))
    for n in range(end - 1, -1, -1):
        slot = np.int64((keys[n] * _HASH) >> shift)
        while slots[slot] != n:
            slot = (slot + 1) & (slots.shape[0] - 1)
        slots[slot] = -1


@compiled
def _grow(
    cell: int,
    blocked: bool,
    before: int,
    source: tuple[Masks, Masks],
    target: tuple[Masks, Masks],
    slots: NDArray[np.int32],
    cells: int,
    pieces: Pieces,
) -> int:
    """Decide one cell of the high half, in all states; return the number of new states.

    A state is the cells below that are covered already, and above them the code of the pieces used; source and target
    have the states and the number of partial tilings of each.
    """
    from_keys, from_numbers = source
    keys, numbers = target
    digits, times, strides, first, masks = pieces
    here = np.uint64(1) << np.uint64(cell)
    shift = np.uint64(cells)
    below = here - np.uint64(1)
    end = 0
    for n in range(before):
        key, number = from_keys[n], from_numbers[n]
        if key & here:
            if not blocked:
                end = _add(key ^ here, number, end, keys, numbers, slots)
        elif blocked:
            end = _add(key, number, end, keys, numbers, slots)
        else:
            code = np.int64(key >> shift)
            for kind in range(strides.shape[0]):
                if digits[code, kind] < times[kind]:
                    used = np.uint64(strides[kind]) << shift
                    for p in range(first[kind, cell], first[kind, cell + 1]):
                        if not masks[p] & key & below:
                            end = _add((key | masks[p] & below) + used, number, end, keys, numbers, slots)
        if end > keys.shape[0]:
            break
    if end <= keys.shape[0]:
        _forget(end, keys, slots)
    else:
        slots[:] = -1
    return end


@compiled
def count(
    uppers: Masks,
    low_sets: LowSets,
    blockers: int,
    cells: int,
    cut: int,
    pieces: Pieces,
    table: tuple[Any, ...],
    turns: Masks,
    states: tuple[Any, ...],
    safe: Any,
    largest: float,
    out: Masks,
) -> int:
    """Count the tilings of the chosen boards with some high sets of blockers, ascending.

    ``states`` are keys, numbers and slots: ``keys[d]`` and ``numbers[d]`` hold the states when the highest ``d`` cells
    are decided; between two sets of blockers only the cells that differ are decided again. ``table`` has ranks, offsets
    and tilings as :func:`lower_tilings` made them, ``largest`` of which is the largest. Returns the most states that
    were needed at once, or -1 if a number might not fit 64 bits; where it is -1, or there was no room for the states,
    nothing is to be used.
    """
    lowers, starts = low_sets
    ranks, offsets, tilings = table
    keys, numbers, slots = states
    full_code = pieces[0].shape[0] - 1
    high = (np.uint64(1) << np.uint64(cells - cut)) - np.uint64(1) << np.uint64(cut)
    low = (np.uint64(1) << np.uint64(cut)) - np.uint64(1)
    depth_of_leaf = cells - cut
    sizes = np.zeros(depth_of_leaf + 1, np.int64)
    keys[0, 0] = 0
    numbers[0, 0] = 1
    sizes[0] = 1
    known = 0
    previous = np.uint64(0)
    most = 1
    wanted = np.zeros(max(1, np.max(starts[1:] - starts[:-1])), np.uint64)
    written = 0
    for upper in uppers:
        changed = upper ^ previous
        depth = known
        while changed:
            # The highest cell that differs and all cells below it are decided again.
            cell = lowest(changed)
            depth = min(depth, cells - 1 - cell)
            changed &= changed - np.uint64(1)
        previous = upper
        while depth < depth_of_leaf:
            cell = cells - 1 - depth
            blocked = upper >> np.uint64(cell) & np.uint64(1) != 0
            source, target = (keys[depth], numbers[depth]), (keys[depth + 1], numbers[depth + 1])
            end = _grow(cell, blocked, sizes[depth], source, target, slots, cells, pieces)
            most = max(most, end)
            if end > keys.shape[1]:
                return most
            for n in range(end):
                # One step adds up far fewer than 2^12 numbers.
                if numbers[depth + 1, n] > safe:
                    return -1
            depth += 1
            sizes[depth] = end
        known = depth_of_leaf
        boards = 0
        size = blockers - population(upper)
        for place in range(starts[size], starts[size + 1]):
            if _is_chosen(upper | lowers[place], high, turns):
                wanted[boards] = lowers[place]
                boards += 1
        partial = 0.0
        for n in range(sizes[depth_of_leaf]):
            partial += np.float64(numbers[depth_of_leaf, n])
        if partial * largest > 1e18:
            return -1
        totals = out[written : written + boards]
        totals[:] = 0
        for n in range(sizes[depth_of_leaf]):
            key, number = keys[depth_of_leaf, n], numbers[depth_of_leaf, n]
            covered = key & low
            start = offsets[full_code - np.int64(key >> np.uint64(cells))]
            for b in range(boards):
                if not wanted[b] & covered:
                    totals[b] += number * np.uint64(tilings[start + ranks[np.int64(low ^ covered ^ wanted[b])]])
        written += boards
    return most
