"""The compiled search over bitsets of options.

The search keeps its stack in arrays that the caller owns, so it can be left after a solution, or after a
number of nodes, and taken up again. Tables and stack are flat arrays, of which the search gets the addresses: a kernel
that is kept as object code knows no more, and an index that can't be negative is then not tested for it.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from solver.exact_cover.bitset_tables import Stack, Tables, Words
from solver.runs.jit import available, compiled, compiled_part

EXHAUSTED, FOUND, PAUSED = 0, 1, 2
"""What :func:`advance` returns: no solution is left, the stack holds one, the nodes are used up."""

_FAR = np.int64(1 << 40)


if available():
    from llvmlite import ir
    from numba import types
    from numba.extending import intrinsic

    @intrinsic  # type: ignore[untyped-decorator]
    def population(_context: Any, _word: Any) -> Any:
        """Count the bits of a ``uint64``."""
        return types.int64(types.uint64), lambda _c, builder, _s, args: builder.ctpop(args[0])

    @intrinsic  # type: ignore[untyped-decorator]
    def lowest(_context: Any, _word: Any) -> Any:
        """Return the position of the lowest bit of a ``uint64`` that is not zero."""
        never_zero = ir.Constant(ir.IntType(1), 1)
        return types.int64(types.uint64), lambda _c, builder, _s, args: builder.cttz(args[0], never_zero)

    @intrinsic  # type: ignore[untyped-decorator]
    def _addresses(_context: Any, arrays: Any) -> Any:
        """Return the addresses of some flat arrays, which the caller keeps."""
        pointers = types.Tuple([types.CPointer(array.dtype) for array in arrays])

        def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            values = (builder.extract_value(args[0], n) for n in range(len(arrays)))
            found = [
                context.make_array(array)(context, builder, value).data
                for array, value in zip(arrays, values, strict=True)
            ]
            return context.make_tuple(builder, signature.return_type, found)

        return pointers(arrays), code

else:

    def population(word: Any) -> int:
        """Count the bits of a word."""
        return int(word).bit_count()

    def lowest(word: Any) -> int:
        """Return the position of the lowest bit of a word that is not zero."""
        return (int(word) & -int(word)).bit_length() - 1

    def _addresses(arrays: Any) -> Any:
        """Return the arrays, which need no addresses."""
        return arrays


@compiled_part
def _start(tables: Any, stack: Any, removed: Any) -> None:
    """Do what :func:`start` does."""
    everything, covering, first_word, end_word, _, needed, _, repeated, times, _, sizes = tables
    possible, _, need, left, _, cursor = stack
    width, item_width, repeated_items = sizes[0], sizes[1], sizes[2]
    for word in range(width):
        possible[word] = everything[word]
    for word in range(item_width):
        need[word] = needed[word]
    need[0] &= ~removed
    for n in range(repeated_items):
        gone = repeated[n] < 64 and removed >> np.uint64(repeated[n]) & np.uint64(1)
        left[n] = 0 if gone else times[n]
    while removed:
        item = lowest(removed)
        removed &= removed - np.uint64(1)
        for word in range(first_word[item], end_word[item]):
            possible[word] &= ~covering[item * width + word]
    cursor[0] = 0
    cursor[1] = 1


@compiled_part
def _advance(tables: Any, stack: Any, budget: Any) -> int:
    """Do what :func:`advance` does."""
    _, covering, first_word, end_word, keeping, _, holds, repeated, _, repeated_in, sizes = tables
    possible, branch, need, left, chosen, cursor = stack
    width, item_width, repeated_items, primary, slots = sizes[0], sizes[1], sizes[2], sizes[3], sizes[4]
    depth, entering = cursor[0], cursor[1]
    nodes = np.int64(0)
    outcome = EXHAUSTED
    while depth >= 0:
        # Where the words of this level begin, and those of the next.
        here, there = depth * width, (depth + 1) * width
        item_here, item_there = depth * item_width, (depth + 1) * item_width
        left_here, left_there = depth * repeated_items, (depth + 1) * repeated_items
        if entering:
            if nodes >= budget:
                outcome = PAUSED
                break
            nodes += 1
            entering = 0
            least, item, open_items = _FAR, np.int64(-1), False
            for v in range(item_width):
                rest = need[item_here + v]
                while rest:
                    open_items = True
                    i = lowest(rest) + 64 * v
                    rest &= rest - np.uint64(1)
                    freedom = np.int64(0)
                    for word in range(first_word[i], end_word[i]):
                        freedom += population(possible[here + word] & covering[i * width + word])
                    if freedom < least:
                        least, item = freedom, i
                        if freedom == 0:
                            break
                if least == 0:
                    break
            for n in range(primary):
                if left[left_here + n] > 0 and least > 0:
                    open_items = True
                    i = repeated[n]
                    freedom = 1 - left[left_here + n]
                    for word in range(first_word[i], end_word[i]):
                        freedom += population(possible[here + word] & covering[i * width + word])
                    # Not max(), which would be compiled besides.
                    if freedom < 0:
                        freedom = np.int64(0)
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
                branch[here + word] = possible[here + word] & covering[item * width + word]
        option = np.int64(-1)
        for word in range(width):
            untried = branch[here + word]
            if untried:
                option = lowest(untried) + 64 * word
                bit = untried & (~untried + np.uint64(1))
                branch[here + word] ^= bit
                possible[here + word] ^= bit
                break
        if option < 0:
            depth -= 1
            continue
        chosen[depth] = option
        for word in range(width):
            possible[there + word] = possible[here + word] & keeping[option * width + word]
        for v in range(item_width):
            need[item_there + v] = need[item_here + v] & ~holds[option * item_width + v]
        for n in range(repeated_items):
            left[left_there + n] = left[left_here + n]
        for slot in range(slots):
            n = repeated_in[option * slots + slot]
            if n >= 0:
                left[left_there + n] -= 1
                if left[left_there + n] == 0:
                    i = repeated[n]
                    for word in range(first_word[i], end_word[i]):
                        possible[there + word] &= ~covering[i * width + word]
        depth += 1
        entering = 1
    cursor[0], cursor[1] = depth, entering
    cursor[2] += nodes
    if outcome == FOUND:
        cursor[3] = depth + 1
    return outcome


@compiled
def start(tables: Tables, stack: Stack, removed: Any) -> None:
    """Set the stack to the root: every option possible, but those that hold a removed item (0 to 63)."""
    _start(_addresses(tables), _addresses(stack), removed)


@compiled
def advance(tables: Tables, stack: Stack, budget: Any) -> int:
    """Search on to the next solution; ``cursor[2]`` counts nodes and may grow by ``budget`` at most.

    At each node the item with the least freedom is chosen: fewest options, for a repeated item its
    options beyond those that it still needs. Each option tried is excluded from its later siblings, so a set
    of options is met once, whatever the multiplicities.
    """
    return _advance(_addresses(tables), _addresses(stack), np.int64(budget))


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


def first_solutions(boards: int, size: int, removed: Any, solutions: Any, tables: Any, stack: Any) -> None:
    """Solve one sub-problem for each mask of removed items (:class:`solver.runs.jit.ObjectCode`).

    ``solutions`` is int16 of shape (boards, size), filled with the chosen options in search order and -1; a
    sub-problem without a solution has -1 in its first slot. (One with nothing to cover can't be told apart: callers
    keep at least one item.)
    """
    chosen, cursor = stack[4], stack[5]
    for board in range(boards):
        _start(tables, stack, removed[board])
        length = np.int64(0)
        if _advance(tables, stack, _FAR) == FOUND:
            length = cursor[3]
        for n in range(size):
            solutions[board * size + n] = np.int16(chosen[n] if n < length else -1)
