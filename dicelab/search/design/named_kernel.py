"""The loops of :mod:`dicelab.search.design.named`, compiled where numba is available.

A set of units is a *group* of named ones, bit i for the i-th, and a set of units that are free; it is at
``base[group]`` plus the number of the free units. What extends it is a mask of the units that there were at the start,
in which a named unit is there with all its members or not at all.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from solver.polyform.sets_kernel import lowest, population, rank_of
from solver.polyform.symmetry import Masks
from solver.runs.jit import compiled, compiled_part

REFUTED = 255
"""The token of a case that counting refutes."""

DONE, FOUND, PAUSED, ROOM = 0, 1, 2, 3
"""What ends a search for a while: no case is left, a set is found, the budget is spent, the rows need more room."""

DEPTH, WRITTEN, ROWS = 0, 1, 2
"""Counters: the depth of the case that is split, tokens written, and numbers in the rows."""

CHOICES = 64
"""Choices of a member from each unit of a group that are looked at; where there are more, less is ruled out."""

Numbers = NDArray[np.int64]


class Question(NamedTuple):
    """What stays as it is; ``all_sets`` is what extends each set of the units that there are at the start."""

    sizes: Numbers
    need: Numbers
    weights: Numbers
    digits: Masks
    cells: NDArray[np.uint8]
    least: Numbers
    binomial: Numbers
    start: Numbers
    all_sets: Masks
    free_sets: Masks
    free_start: Numbers
    place: Numbers
    base: Numbers
    row_base: Numbers


class Stack(NamedTuple):
    """The cases that are split, by their depth, and room to work in."""

    extending: Masks
    left: NDArray[np.int16]
    alive: NDArray[np.int32]
    ends: Numbers
    members: Masks
    held: Numbers
    named: Numbers
    free: Masks
    options: Numbers
    splits: Numbers
    following: Numbers
    row_at: Numbers
    queue: Numbers
    choices: Masks
    heat: NDArray[np.float64]
    counters: Numbers


def _number_of(free: Any, place: Numbers, binomial: Numbers, free_start: Numbers) -> Any:
    """Return the number of a set of free units."""
    size, rank = np.int64(0), np.int64(0)
    while free:
        size += 1
        rank += binomial[place[lowest(free)], size]
        free &= free - np.uint64(1)
    return free_start[size] + rank


def _row(question: Question, stack: Stack, rows: Masks, chosen: Any) -> Any:
    """Return where the row of some units begins: what extends them together with each set of free units, by number."""
    size = np.int64(population(chosen))
    slot = question.row_base[size] + rank_of(chosen, question.binomial)
    if stack.row_at[slot] < 0:
        at = stack.counters[ROWS]
        stack.row_at[slot] = at
        length = question.free_start[question.sizes.shape[0] - size]
        stack.counters[ROWS] = at + length
        for number in range(length):
            free = question.free_sets[number]
            if free & chosen:
                rows[at + number] = np.uint64(0)
            else:
                total = size + np.int64(population(free))
                rows[at + number] = question.all_sets[question.start[total] + rank_of(chosen | free, question.binomial)]
    return stack.row_at[slot]


def _choose_members(question: Question, stack: Stack, rows: Masks, depth: int, group: int, unit: Any) -> int:
    """Write the rows of a unit with each choice of a member from each unit of a group; return how many there are."""
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
        choices[choice] = np.uint64(_row(question, stack, rows, choices[choice]))
    return count


def _begin_child(question: Question, stack: Stack, depth: int, unit: int, name: int) -> None:
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
    stack.held[below, name] += question.weights[unit]
    at, count = 0, 0
    for size in range(stack.ends.shape[1]):
        while at < stack.ends[depth, size]:
            number = stack.alive[depth, at]
            if not question.free_sets[number] & bit:
                stack.alive[below, count] = number
                count += 1
            at += 1
        stack.ends[below, size] = count


def _extend(question: Question, stack: Stack, rows: Masks, depth: int, unit: int, name: int, least: int) -> None:
    """Write what extends each set of a child with at least so many named units, as far as the parent tells."""
    dice, below = question.sizes.shape[0], depth + 1
    bit, named = np.uint64(1) << np.uint64(unit), stack.named[below]
    new, floor = name == stack.named[depth], question.least[stack.named[depth]]
    mine, everything = stack.members[below, name], stack.free[below]
    place, binomial, free_start = question.place, question.binomial, question.free_start
    for other in range(named):
        everything |= stack.members[below, other]
    for group in range(1, 1 << named):
        size = np.int64(population(np.uint64(group)))
        if size < least or size >= dice:
            continue
        base, end = question.base[group], stack.ends[below, dice - 1 - size]
        if not group >> name & 1:
            for at in range(end):
                number = base + stack.alive[below, at]
                mask = stack.extending[depth, number]
                if not new and mask & mine != mine:
                    mask &= ~mine
                stack.extending[below, number] = mask
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
                more = _number_of(question.free_sets[number] | bit, place, binomial, free_start)
                mask = stack.extending[depth, question.base[others] + more]
                if not new:
                    mask &= stack.extending[depth, base + number]
                stack.extending[below, base + number] = mask & ~inside
            continue
        count = _choose_members(question, stack, rows, depth, others, bit)
        for at in range(end):
            number = stack.alive[below, at]
            mask = everything if new else stack.extending[depth, base + number]
            for choice in range(count):
                mask &= rows[np.int64(stack.choices[choice]) + number]
            mask &= ~inside & ~question.free_sets[number]
            for other in range(named):
                members = stack.members[below, other]
                if mask & members != members:
                    mask &= ~members
            stack.extending[below, base + number] = mask


def _weigh(question: Question, stack: Stack, depth: int, least: int) -> int:
    """Count for each set the cells that extend it, and queue those with too few; return how many, or -1 if refuted."""
    dice, waiting, one = question.sizes.shape[0], 0, np.uint64(1)
    place, binomial, free_start = question.place, question.binomial, question.free_start
    for group in range(1, 1 << stack.named[depth]):
        size = np.int64(population(np.uint64(group)))
        if size < least or size >= dice:
            continue
        base, begin = question.base[group], 0
        for more in range(dice - size):
            for at in range(begin, stack.ends[depth, more]):
                number = stack.alive[depth, at]
                mask = stack.extending[depth, base + number]
                cells = np.int64(0)
                for digit in range(question.digits.shape[0]):
                    cells += np.int64(population(mask & question.digits[digit])) << digit
                if cells >= question.need[size + more]:
                    stack.left[depth, base + number] = cells
                    continue
                if more == 0:
                    return -1
                stack.left[depth, base + number] = -1
                free = question.free_sets[number]
                rest = free & (free - one)
                part = base + _number_of(rest, place, binomial, free_start)
                # What its parts know already need not be told.
                if mask or stack.extending[depth, part] & (free ^ rest):
                    stack.queue[waiting] = group << 20 | number
                    waiting += 1
            begin = stack.ends[depth, more]
    return waiting


def _loses(extending: Masks, left: NDArray[np.int16], number: Any, gone: Any, cells: Any, need: Any) -> bool:
    """Take a unit from those that extend a set; tell whether that rules the set out."""
    if not extending[number] & gone:
        return False
    extending[number] &= ~gone
    if left[number] < 0:
        return False
    left[number] -= cells
    if left[number] >= need:
        return False
    left[number] = -1
    return True


def _refuted(question: Question, stack: Stack, depth: int, least: int, waiting: int) -> bool:
    """Draw all conclusions from the sets in the queue; tell whether named units can't be on different dice."""
    dice, named, one, looked = question.sizes.shape[0], stack.named[depth], np.uint64(1), 0
    place, binomial, free_start = question.place, question.binomial, question.free_start
    base, weights, queue = question.base, question.weights, stack.queue
    extending, left, members, held = stack.extending[depth], stack.left[depth], stack.members[depth], stack.held[depth]
    while looked < waiting:
        first, number = np.int64(queue[looked] >> 20), np.int64(queue[looked] & 0xFFFFF)
        looked += 1
        group, free = first, question.free_sets[number]
        size = np.int64(population(np.uint64(group))) + np.int64(population(free))
        mask = extending[base[group] + number]
        extending[base[group] + number] = np.uint64(0)
        name, held_free = 0, free
        # First the set itself is taken from its parts, and then each board that it is a part of.
        while True:
            more, need = np.int64(population(free)), question.need[size - 1]
            rest = free
            while rest:
                gone = rest & (~rest + one)
                rest ^= gone
                part = _number_of(free ^ gone, place, binomial, free_start)
                if _loses(extending, left, base[group] + part, gone, weights[lowest(gone)], need):
                    if more == 1:
                        return True
                    queue[waiting] = group << 20 | part
                    waiting += 1
            if np.int64(population(np.uint64(group))) > least:
                for other in range(named):
                    part = group ^ 1 << other
                    if group >> other & 1 and _loses(
                        extending, left, base[part] + number, members[other], held[other], need
                    ):
                        if more == 0:
                            return True
                        queue[waiting] = part << 20 | number
                        waiting += 1
            # Then what contains it.
            while mask:
                group, free = first, held_free
                if name < named:
                    gone = members[name]
                    group |= 1 << name
                    name += 1
                    if not mask & gone:
                        continue
                else:
                    gone = mask & (~mask + one)
                    free |= gone
                mask &= ~gone
                number = _number_of(free, place, binomial, free_start)
                if size + 1 >= dice:
                    size = dice
                    break
                if left[base[group] + number] >= 0:
                    left[base[group] + number] = -1
                    queue[waiting] = group << 20 | number
                    waiting += 1
            else:
                break
    return False


def _child_refuted(question: Question, stack: Stack, rows: Masks, depth: int, unit: int, name: int) -> bool:
    """Make a child; tell whether it is refuted. The sets with the most named units refute most, and cost little."""
    _begin_child(question, stack, depth, unit, name)
    floor = question.least[stack.named[depth + 1]]
    for least in (floor + 1, floor):
        if least <= stack.named[depth + 1]:
            _extend(question, stack, rows, depth, unit, name, least)
            waiting = _weigh(question, stack, depth + 1, least)
            if waiting < 0 or _refuted(question, stack, depth + 1, least, waiting):
                return True
    return False


def _too_large(question: Question, stack: Stack, depth: int, name: int, more: int) -> bool:
    """Tell whether the named units are too large for the dice, with more cells for one of them."""
    dice = question.sizes.shape[0]
    for die in range(dice):
        most, larger = question.sizes[die], 0
        for other in range(stack.named[depth]):
            larger += stack.held[depth, other] + (more if other == name else 0) > most
        if name == stack.named[depth]:
            larger += more > most
        for other in range(dice):
            larger -= question.sizes[other] > most
        if larger > 0:
            return True
    return False


def _choose(question: Question, stack: Stack, depth: int) -> None:
    """Choose the unit to split: one that may join few named ones, and of which much is ruled out."""
    dice, named, one = question.sizes.shape[0], stack.named[depth], np.uint64(1)
    units, free, floor = question.weights.shape[0], stack.free[depth], question.least[stack.named[depth]]
    for unit in range(units):
        stack.heat[unit] = 0.0
        stack.options[depth, unit] = 0
        if free >> np.uint64(unit) & one:
            for name in range(min(named + 1, dice)):
                if not _too_large(question, stack, depth, name, question.weights[unit]):
                    stack.options[depth, unit] |= 1 << name
    for group in range(1, 1 << named):
        size = np.int64(population(np.uint64(group)))
        if size < floor or size >= dice:
            continue
        missing = free & ~stack.extending[depth, question.base[group]]
        while missing:
            # Where the group and a unit can't be on different dice, the unit is on the die of one of the group.
            unit = lowest(missing)
            missing &= missing - one
            stack.options[depth, unit] &= group
            stack.heat[unit] += 10.0
        if size == floor and size + 1 < dice:
            for at in range(stack.ends[depth, 0], stack.ends[depth, 1]):
                missing = free & ~stack.extending[depth, question.base[group] + stack.alive[depth, at]]
                while missing:
                    stack.heat[lowest(missing)] += 1.0
                    missing &= missing - one
    best, fewest = -1, 0
    for unit in range(units):
        if free >> np.uint64(unit) & one:
            count = population(np.uint64(stack.options[depth, unit]))
            if best < 0 or count < fewest or (count == fewest and stack.heat[unit] > stack.heat[best]):
                best, fewest = unit, count
    stack.splits[depth] = best
    stack.following[depth] = 0


def _begin(question: Question, stack: Stack, tokens: NDArray[np.uint8]) -> None:
    """Write what extends each set at the start, and choose the first unit to split."""
    dice, named = question.sizes.shape[0], stack.named[0]
    for group in range(1, 1 << named):
        size = np.int64(population(np.uint64(group)))
        if question.least[named] <= size < dice:
            chosen = np.uint64(0)
            for name in range(named):
                if group >> name & 1:
                    chosen |= stack.members[0, name]
            for number in range(question.free_start[dice - size]):
                free = question.free_sets[number]
                stack.extending[0, question.base[group] + number] = question.all_sets[
                    question.start[size + np.int64(population(free))] + rank_of(chosen | free, question.binomial)
                ]
    _choose(question, stack, 0)
    tokens[0] = question.cells[stack.splits[0]]
    stack.counters[DEPTH], stack.counters[WRITTEN] = 0, 1


def _go_on(question: Question, stack: Stack, rows: Masks, tokens: NDArray[np.uint8], budget: int) -> int:
    """Split cases, with a limit on how many are looked at, and write the tree; return what ended the search."""
    dice, depth, written = question.sizes.shape[0], stack.counters[DEPTH], stack.counters[WRITTEN]
    room = rows.shape[0] - CHOICES * question.free_start[-1] * 16
    state = DONE
    while depth >= 0:
        if budget <= 0 or written + dice + 2 > tokens.shape[0]:
            state = PAUSED
            break
        if stack.counters[ROWS] > room:
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
        if _child_refuted(question, stack, rows, depth, unit, name) or (
            not stack.free[depth + 1] and stack.named[depth + 1] < dice
        ):
            tokens[written] = REFUTED
            written += 1
        elif not stack.free[depth + 1]:
            state = FOUND
            break
        else:
            depth += 1
            _choose(question, stack, depth)
            tokens[written] = question.cells[stack.splits[depth]]
            written += 1
    stack.counters[DEPTH], stack.counters[WRITTEN] = depth, written
    return state


_number_of, _loses, _too_large = compiled_part(_number_of), compiled_part(_loses), compiled_part(_too_large)
_row, _choose_members = compiled_part(_row), compiled_part(_choose_members)
_begin_child, _extend, _weigh = compiled_part(_begin_child), compiled_part(_extend), compiled_part(_weigh)
_refuted, _child_refuted, _choose = compiled_part(_refuted), compiled_part(_child_refuted), compiled_part(_choose)
begin, go_on = compiled(_begin), compiled(_go_on)
