"""The compiled search over bitsets of options. Import this module only where numba is available.

The search keeps its stack in arrays that the caller owns, so it can be left after a solution, or after a
number of nodes, and taken up again.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic
from numpy.typing import NDArray

from solver.exact_cover.bitsets import KernelTables, Words
from solver.runs.jit import compiled

Tables = tuple[Any, ...]
"""What :func:`pack` makes."""

Stack = tuple[Any, ...]
"""What :func:`new_stack` makes."""

EXHAUSTED, FOUND, PAUSED = 0, 1, 2
"""What :func:`advance` returns: no solution is left, the stack holds one, the nodes are used up."""

_FAR = np.int64(1 << 40)


@intrinsic  # type: ignore[untyped-decorator]
def population(_context: Any, _word: Any) -> Any:
    """Count the bits of a ``uint64``."""
    return types.int64(types.uint64), lambda _c, builder, _s, args: builder.ctpop(args[0])


@intrinsic  # type: ignore[untyped-decorator]
def lowest(_context: Any, _word: Any) -> Any:
    """Return the position of the lowest bit of a ``uint64`` that is not zero."""
    never_zero = ir.Constant(ir.IntType(1), 1)
    return types.int64(types.uint64), lambda _c, builder, _s, args: builder.cttz(args[0], never_zero)


@compiled
def start(tables: Tables, stack: Stack, removed: Any) -> None:
    """Set the stack to the root: every option possible, but those that hold a removed item (0 to 63)."""
    everything, covering, first_word, end_word, _, needed, _, repeated, times, _, _ = tables
    possible, _, need, left, _, cursor = stack
    possible[0, :] = everything
    need[0, :] = needed
    need[0, 0] &= ~removed
    for n in range(times.shape[0]):
        gone = repeated[n] < 64 and removed >> np.uint64(repeated[n]) & np.uint64(1)
        left[0, n] = 0 if gone else times[n]
    while removed:
        item = lowest(removed)
        removed &= removed - np.uint64(1)
        for word in range(first_word[item], end_word[item]):
            possible[0, word] &= ~covering[item, word]
    cursor[0] = 0
    cursor[1] = 1


@compiled
def advance(tables: Tables, stack: Stack, budget: Any) -> int:
    """Search on to the next solution; ``cursor[2]`` counts nodes and may grow by ``budget`` at most.

    At each node the item with the least freedom is chosen: fewest options, for a repeated item its
    options beyond those that it still needs. Each option tried is excluded from its later siblings, so a set
    of options is met once, whatever the multiplicities.
    """
    _, covering, first_word, end_word, keeping, _, holds, repeated, _, primary, repeated_in = tables
    possible, branch, need, left, chosen, cursor = stack
    width, item_width = possible.shape[1], need.shape[1]
    depth, entering = cursor[0], cursor[1]
    nodes = np.int64(0)
    outcome = EXHAUSTED
    while depth >= 0:
        if entering:
            if nodes >= budget:
                outcome = PAUSED
                break
            nodes += 1
            entering = 0
            least, item, open_items = _FAR, np.int64(-1), False
            for v in range(item_width):
                rest = need[depth, v]
                while rest:
                    open_items = True
                    i = lowest(rest) + 64 * v
                    rest &= rest - np.uint64(1)
                    freedom = np.int64(0)
                    for word in range(first_word[i], end_word[i]):
                        freedom += population(possible[depth, word] & covering[i, word])
                    if freedom < least:
                        least, item = freedom, i
                        if freedom == 0:
                            break
                if least == 0:
                    break
            for n in range(primary):
                if left[depth, n] > 0 and least > 0:
                    open_items = True
                    i = repeated[n]
                    freedom = 1 - left[depth, n]
                    for word in range(first_word[i], end_word[i]):
                        freedom += population(possible[depth, word] & covering[i, word])
                    freedom = max(freedom, np.int64(0))
                    if freedom < least:
                        least, item = freedom, i
            if not open_items:
                depth -= 1
                outcome = FOUND
                break
            if least == 0:
                depth -= 1
                continue
            for word in range(width):
                branch[depth, word] = possible[depth, word] & covering[item, word]
        option = np.int64(-1)
        for word in range(width):
            if branch[depth, word]:
                option = lowest(branch[depth, word]) + 64 * word
                bit = branch[depth, word] & (~branch[depth, word] + np.uint64(1))
                branch[depth, word] ^= bit
                possible[depth, word] ^= bit
                break
        if option < 0:
            depth -= 1
            continue
        chosen[depth] = option
        for word in range(width):
            possible[depth + 1, word] = possible[depth, word] & keeping[option, word]
        for v in range(item_width):
            need[depth + 1, v] = need[depth, v] & ~holds[option, v]
        for n in range(left.shape[1]):
            left[depth + 1, n] = left[depth, n]
        for slot in range(repeated_in.shape[1]):
            n = repeated_in[option, slot]
            if n >= 0:
                left[depth + 1, n] -= 1
                if left[depth + 1, n] == 0:
                    i = repeated[n]
                    for word in range(first_word[i], end_word[i]):
                        possible[depth + 1, word] &= ~covering[i, word]
        depth += 1
        entering = 1
    cursor[0], cursor[1] = depth, entering
    cursor[2] += nodes
    if outcome == FOUND:
        cursor[3] = depth + 1
    return outcome


@compiled
def count(tables: Tables, stack: Stack, most: int, budget: int) -> tuple[Any, int]:
    """Count solutions from where the stack is, at most ``most``; return the number and the last outcome."""
    found = np.int64(0)
    outcome = FOUND
    end = stack[5][2] + budget
    while found < most:
        outcome = advance(tables, stack, end - stack[5][2])
        if outcome != FOUND:
            break
        found += 1
    return found, outcome


@compiled
def count_each(
    tables: Tables, stack: Stack, removed: Words, most: int, place: int, fresh: bool, budget: int, numbers: Words
) -> tuple[int, bool]:
    """Count the solutions of one sub-problem for each mask of removed items, at most ``most`` of each.

    Begins at sub-problem ``place``, anew or (if not ``fresh``) where the stack is, and stops after about ``budget``
    nodes; returns where to go on.
    """
    end = stack[5][2] + budget
    while place < removed.shape[0] and stack[5][2] < end:
        if fresh:
            start(tables, stack, removed[place])
            numbers[place] = 0
        found, outcome = count(tables, stack, most - int(numbers[place]), end - stack[5][2])
        numbers[place] += np.uint64(found)
        fresh = outcome != PAUSED
        if fresh:
            place += 1
    return place, fresh


@compiled
def first_solutions(tables: Tables, stack: Stack, removed: Words, solutions: NDArray[np.int16]) -> None:
    """Solve one sub-problem for each mask of removed items.

    ``solutions`` is int16 of shape (boards, size), filled with the chosen options in search order and -1; a
    sub-problem without a solution has -1 in its first slot. (One with nothing to cover can't be told apart:
    callers keep at least one item.)
    """
    for board in range(removed.shape[0]):
        start(tables, stack, removed[board])
        solutions[board, :] = -1
        if advance(tables, stack, _FAR) == FOUND:
            for n in range(min(stack[5][3], solutions.shape[1])):
                solutions[board, n] = stack[4][n]


def pack(tables: KernelTables) -> Tables:
    """Return the tables as the tuple of arrays that the kernel takes."""
    return (
        tables.everything,
        tables.covering,
        tables.first_word,
        tables.end_word,
        tables.keeping,
        tables.needed,
        tables.holds,
        tables.repeated,
        tables.times,
        tables.repeated_primary,
        tables.repeated_in,
    )


def new_stack(tables: KernelTables) -> Stack:
    """Return a stack: possible options, untried branches, needed items, counts, choices and the cursor.

    The cursor holds the depth, whether the node is new, the nodes so far, and the size of the last solution.
    """
    levels = tables.depth + 2
    return (
        np.zeros((levels, tables.everything.size), np.uint64),
        np.zeros((levels, tables.everything.size), np.uint64),
        np.zeros((levels, tables.needed.size), np.uint64),
        np.zeros((levels, tables.repeated.size), np.int64),
        np.zeros(levels, np.int64),
        np.zeros(4, np.int64),
    )
