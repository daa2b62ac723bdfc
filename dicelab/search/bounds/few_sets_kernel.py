"""The loops over few sets of units, compiled where numba is available; :mod:`.few_sets` has their tables.

Units are bits of a mask. A set of units consists of a *group* of named ones, bit i for the i-th, and of units that are
free. Its row is at ``base[group]`` plus the number of its free units.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from solver.exact_cover.kernels.search_kernel import lowest, population
from solver.polyform.orbits_kernel import rank_of_set
from solver.polyform.symmetry import Masks
from solver.runs.jit import compiled, compiled_part

if TYPE_CHECKING:
    from dicelab.search.bounds.few_sets import CaseTables, Numbers, Stack

REFUTED = 255
"""The token of a case that counting refutes."""
SET = 254
"""The token of a case in which all cells are dealt, to dice whose every roll is allowed."""

DONE, FOUND, PAUSED, ROOM = 0, 1, 2, 3
"""Why a search pauses or ends: no case is left, a set is found, the budget is spent, the slices need more room."""

DEPTH, WRITTEN, SLICED = 0, 1, 2
"""Counters: the depth of the case that is split, tokens written, and rows in the slices."""

CHOICES = 64
"""Choices of a member from each unit of a group that are looked at; where there are more, less is ruled out."""


@compiled_part
def _number_of(free: Any, place: Numbers, ranks: Numbers, few_start: Numbers) -> Any:
    """Return the number of a set of free units."""
    size, rank = np.int64(0), np.int64(0)
    while free:
        size += 1
        rank += ranks[place[lowest(free)], size]
        free &= free - np.uint64(1)
    return few_start[size] + rank


@compiled_part
def _weigh(tables: CaseTables, stack: Stack, depth: int, least: int) -> int:
    """Count the cells of each row, and queue the sets with too few; return how many, or -1 if the case is refuted."""
    dice, waiting, one = tables.sizes.shape[0], 0, np.uint64(1)
    place, ranks, few_start = tables.place, tables.ranks, tables.few_start
    for group in range(1, 1 << stack.named[depth]):
        size = np.int64(population(np.uint64(group)))
        if size < least or size >= dice:
            continue
        base, begin = tables.base[group], 0
        for more in range(dice - size):
            for at in range(begin, stack.ends[depth, more]):
                number = stack.alive[depth, at]
                row = stack.rows[depth, base + number]
                cells = np.int64(0)
                for digit in range(tables.digits.shape[0]):
                    cells += np.int64(population(row & tables.digits[digit])) << digit
                if cells >= tables.need[size + more]:
                    stack.left[depth, base + number] = cells
                    continue
                if more == 0:
                    return -1
                stack.left[depth, base + number] = -1
                free = tables.masks[number]
                rest = free & (free - one)
                part = base + _number_of(rest, place, ranks, few_start)
                # A set is queued unless its row is empty and its parts have lost it already.
                if row or stack.rows[depth, part] & (free ^ rest):
                    stack.queue[waiting] = group << 32 | number
                    waiting += 1
            begin = stack.ends[depth, more]
    return waiting


@compiled_part
def _loses(rows: Masks, left: NDArray[np.int16], number: Any, gone: Any, cells: Any, need: Any) -> bool:
    """Take a unit from a row; tell whether the set falls by that."""
    if not rows[number] & gone:
        return False
    rows[number] &= ~gone
    if left[number] < 0:
        return False
    left[number] -= cells
    if left[number] >= need:
        return False
    left[number] = -1
    return True


@compiled_part
def _conclude(tables: CaseTables, stack: Stack, depth: int, least: int, waiting: int) -> bool:
    """Draw all conclusions from the sets in the queue; tell whether named units can't be on different dice."""
    dice, named, one, looked = tables.sizes.shape[0], stack.named[depth], np.uint64(1), 0
    place, ranks, few_start = tables.place, tables.ranks, tables.few_start
    base, weights, queue = tables.base, tables.weights, stack.queue
    rows, left, members, held = stack.rows[depth], stack.left[depth], stack.members[depth], stack.held[depth]
    while looked < waiting:
        first, number = np.int64(queue[looked] >> 32), np.int64(queue[looked] & 0xFFFFFFFF)
        looked += 1
        group, free = first, tables.masks[number]
        size = np.int64(population(np.uint64(group))) + np.int64(population(free))
        row = rows[base[group] + number]
        rows[base[group] + number] = np.uint64(0)
        name, held_free = 0, free
        # First the set itself is taken from its parts, and then each board that it is a part of.
        while True:
            more, need = np.int64(population(free)), tables.need[size - 1]
            rest = free
            while rest:
                gone = rest & (~rest + one)
                rest ^= gone
                part = _number_of(free ^ gone, place, ranks, few_start)
                if _loses(rows, left, base[group] + part, gone, weights[lowest(gone)], need):
                    if more == 1:
                        return True
                    queue[waiting] = group << 32 | part
                    waiting += 1
            if np.int64(population(np.uint64(group))) > least:
                for other in range(named):
                    part = group ^ 1 << other
                    if group >> other & 1 and _loses(
                        rows, left, base[part] + number, members[other], held[other], need
                    ):
                        if more == 0:
                            return True
                        queue[waiting] = part << 32 | number
                        waiting += 1
            # Then the sets that contain it fall.
            while row:
                group, free = first, held_free
                if name < named:
                    gone = members[name]
                    group |= 1 << name
                    name += 1
                    if not row & gone:
                        continue
                else:
                    gone = row & (~row + one)
                    free |= gone
                row &= ~gone
                number = _number_of(free, place, ranks, few_start)
                if size + 1 >= dice:
                    size = dice
                    break
                if left[base[group] + number] >= 0:
                    left[base[group] + number] = -1
                    queue[waiting] = group << 32 | number
                    waiting += 1
            else:
                break
    return False


@compiled_part
def _slice_of(tables: CaseTables, stack: Stack, slices: Masks, chosen: Any) -> Any:
    """Return where the slice of some units begins: the full rows of these with each set of free units, by number."""
    size = np.int64(population(chosen))
    slot = tables.slice_base[size] + rank_of_set(chosen, tables.ranks)
    if stack.slice_at[slot] < 0:
        at = stack.counters[SLICED]
        stack.slice_at[slot] = at
        length = tables.few_start[tables.sizes.shape[0] - size]
        stack.counters[SLICED] = at + length
        for number in range(length):
            free = tables.masks[number]
            if free & chosen:
                slices[at + number] = np.uint64(0)
            else:
                total = size + np.int64(population(free))
                slices[at + number] = tables.full_rows[tables.start[total] + rank_of_set(chosen | free, tables.ranks)]
    return stack.slice_at[slot]


@compiled_part
def _choose_members(tables: CaseTables, stack: Stack, slices: Masks, depth: int, group: int, unit: Any) -> int:
    """Write the slices of a unit with each choice of a member from each unit of a group; return how many there are."""
    choices, one = stack.choices, np.uint64(1)
    choices[0] = unit
    count = 1
    for name in range(stack.named[depth]):
        if not group >> name & 1:
            continue
        members = stack.members[depth, name]
        head = members & (~members + one)
        members ^= head
        before = count
        while members:
            member = members & (~members + one)
            members ^= member
            for choice in range(before):
                if count < choices.shape[0]:
                    choices[count] = choices[choice] | member
                    count += 1
        for choice in range(before):
            choices[choice] |= head
    for choice in range(count):
        choices[choice] = np.uint64(_slice_of(tables, stack, slices, choices[choice]))
    return count


@compiled_part
def _begin_child(tables: CaseTables, stack: Stack, depth: int, unit: int, name: int) -> None:
    """Write the units of a child, in which a unit has got a name, and the sets of free units that it has left."""
    below, bit = depth + 1, np.uint64(1) << np.uint64(unit)
    before = stack.named[depth]
    stack.named[below] = max(before, name + 1)
    stack.free[below] = stack.free[depth] & ~bit
    for other in range(before):
        stack.members[below, other] = stack.members[depth, other]
        stack.held[below, other] = stack.held[depth, other]
    if name == before:
        stack.members[below, name] = np.uint64(0)
        stack.held[below, name] = 0
    stack.members[below, name] |= bit
    stack.held[below, name] += tables.weights[unit]
    at, count = 0, 0
    for size in range(stack.ends.shape[1]):
        while at < stack.ends[depth, size]:
            number = stack.alive[depth, at]
            if not tables.masks[number] & bit:
                stack.alive[below, count] = number
                count += 1
            at += 1
        stack.ends[below, size] = count


@compiled_part
def _extend(tables: CaseTables, stack: Stack, slices: Masks, depth: int, unit: int, name: int, least: int) -> None:
    """Write the rows of a child for sets with ``least`` named units or more.

    The parent has most of them. For the rest, slices are looked up, where a named unit is in a row with all its members
    or not at all.
    """
    dice, below = tables.sizes.shape[0], depth + 1
    bit, named = np.uint64(1) << np.uint64(unit), stack.named[below]
    new, floor = name == stack.named[depth], tables.least[stack.named[depth]]
    mine, everything = stack.members[below, name], stack.free[below]
    place, ranks, few_start = tables.place, tables.ranks, tables.few_start
    for other in range(named):
        everything |= stack.members[below, other]
    for group in range(1, 1 << named):
        size = np.int64(population(np.uint64(group)))
        if size < least or size >= dice:
            continue
        base, end = tables.base[group], stack.ends[below, dice - 1 - size]
        if not group >> name & 1:
            for at in range(end):
                number = base + stack.alive[below, at]
                row = stack.rows[depth, number]
                if not new and row & mine != mine:
                    row &= ~mine
                stack.rows[below, number] = row
            continue
        inside = np.uint64(0)
        for other in range(named):
            if group >> other & 1:
                inside |= stack.members[below, other]
        others = group ^ 1 << name
        if size > floor:
            # The parent has the sets of the other named units and this one, while it was free.
            for at in range(end):
                number = stack.alive[below, at]
                more = _number_of(tables.masks[number] | bit, place, ranks, few_start)
                row = stack.rows[depth, tables.base[others] + more]
                if not new:
                    row &= stack.rows[depth, base + number]
                stack.rows[below, base + number] = row & ~inside
            continue
        count = _choose_members(tables, stack, slices, depth, others, bit)
        for at in range(end):
            number = stack.alive[below, at]
            row = everything if new else stack.rows[depth, base + number]
            for choice in range(count):
                row &= slices[np.int64(stack.choices[choice]) + number]
            row &= ~inside & ~tables.masks[number]
            for other in range(named):
                members = stack.members[below, other]
                if row & members != members:
                    row &= ~members
            stack.rows[below, base + number] = row


@compiled_part
def _child_refuted(tables: CaseTables, stack: Stack, slices: Masks, depth: int, unit: int, name: int) -> bool:
    """Make a child; tell whether it is refuted. The sets with the most named units refute most, and cost little."""
    _begin_child(tables, stack, depth, unit, name)
    floor = tables.least[stack.named[depth + 1]]
    for least in (floor + 1, floor):
        if least <= stack.named[depth + 1]:
            _extend(tables, stack, slices, depth, unit, name, least)
            waiting = _weigh(tables, stack, depth + 1, least)
            if waiting < 0 or _conclude(tables, stack, depth + 1, least, waiting):
                return True
    return False


@compiled_part
def _too_large(tables: CaseTables, stack: Stack, depth: int, name: int, more: int) -> bool:
    """Tell whether the named units are too large for the dice, with more cells for one of them."""
    dice = tables.sizes.shape[0]
    for die in range(dice):
        most, larger = tables.sizes[die], 0
        for other in range(stack.named[depth]):
            larger += stack.held[depth, other] + (more if other == name else 0) > most
        if name == stack.named[depth]:
            larger += more > most
        for other in range(dice):
            larger -= tables.sizes[other] > most
        if larger > 0:
            return True
    return False


@compiled_part
def _choose(tables: CaseTables, stack: Stack, depth: int) -> None:
    """Choose the unit to split: one that may join few named ones, and of which much is ruled out."""
    dice, named, one = tables.sizes.shape[0], stack.named[depth], np.uint64(1)
    units, free, floor = tables.weights.shape[0], stack.free[depth], tables.least[stack.named[depth]]
    for unit in range(units):
        stack.scores[unit] = 0.0
        stack.options[depth, unit] = 0
        if free >> np.uint64(unit) & one:
            for name in range(min(named + 1, dice)):
                if not _too_large(tables, stack, depth, name, tables.weights[unit]):
                    stack.options[depth, unit] |= 1 << name
    for group in range(1, 1 << named):
        size = np.int64(population(np.uint64(group)))
        if size < floor or size >= dice:
            continue
        missing = free & ~stack.rows[depth, tables.base[group]]
        while missing:
            # Where the group and a unit can't be on different dice, the unit is on the die of one of the group.
            unit = lowest(missing)
            missing &= missing - one
            stack.options[depth, unit] &= group
            stack.scores[unit] += 10.0
        if size == floor and size + 1 < dice:
            for at in range(stack.ends[depth, 0], stack.ends[depth, 1]):
                missing = free & ~stack.rows[depth, tables.base[group] + stack.alive[depth, at]]
                while missing:
                    stack.scores[lowest(missing)] += 1.0
                    missing &= missing - one
    best, fewest = -1, 0
    for unit in range(units):
        if free >> np.uint64(unit) & one:
            count = population(np.uint64(stack.options[depth, unit]))
            if best < 0 or count < fewest or (count == fewest and stack.scores[unit] > stack.scores[best]):
                best, fewest = unit, count
    stack.splits[depth] = best
    stack.following[depth] = 0


@compiled
def begin(tables: CaseTables, stack: Stack, tokens: NDArray[np.uint8]) -> None:
    """Write the first rows, and choose the first unit to split."""
    dice, named = tables.sizes.shape[0], stack.named[0]
    for group in range(1, 1 << named):
        size = np.int64(population(np.uint64(group)))
        if tables.least[named] <= size < dice:
            chosen = np.uint64(0)
            for name in range(named):
                if group >> name & 1:
                    chosen |= stack.members[0, name]
            for number in range(tables.few_start[dice - size]):
                free = tables.masks[number]
                stack.rows[0, tables.base[group] + number] = tables.full_rows[
                    tables.start[size + np.int64(population(free))] + rank_of_set(chosen | free, tables.ranks)
                ]
    _choose(tables, stack, 0)
    tokens[0] = tables.cells[stack.splits[0]]
    stack.counters[DEPTH], stack.counters[WRITTEN] = 0, 1


@compiled
def go_on(tables: CaseTables, stack: Stack, slices: Masks, tokens: NDArray[np.uint8], budget: int) -> int:
    """Split cases, as many as the budget allows, and write the tree; return why the search pauses or ends."""
    dice, depth, written = tables.sizes.shape[0], stack.counters[DEPTH], stack.counters[WRITTEN]
    room = slices.shape[0] - CHOICES * tables.few_start[-1] * 16
    state = DONE
    while depth >= 0:
        if budget <= 0 or written + dice + 2 > tokens.shape[0]:
            state = PAUSED
            break
        if stack.counters[SLICED] > room:
            state = ROOM
            break
        named, name, unit = stack.named[depth], stack.following[depth], stack.splits[depth]
        if name > named or name == dice:
            depth -= 1
            continue
        stack.following[depth] += 1
        if not stack.options[depth, unit] >> name & 1:
            tokens[written] = REFUTED
            written += 1
            continue
        budget -= 1
        if _child_refuted(tables, stack, slices, depth, unit, name) or (
            not stack.free[depth + 1] and stack.named[depth + 1] < dice
        ):
            tokens[written] = REFUTED
            written += 1
        elif not stack.free[depth + 1]:
            state = FOUND
            break
        else:
            depth += 1
            _choose(tables, stack, depth)
            tokens[written] = tables.cells[stack.splits[depth]]
            written += 1
    stack.counters[DEPTH], stack.counters[WRITTEN] = depth, written
    return state
