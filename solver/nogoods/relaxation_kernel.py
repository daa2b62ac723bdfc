"""The compiled parts of :mod:`solver.nogoods.relaxation`."""

from __future__ import annotations

from typing import Any

import numpy as np

from solver.exact_cover.bitset_tables import Stack, Tables
from solver.exact_cover.kernels.search_kernel import EXHAUSTED, FOUND, advance, lowest, population, start
from solver.runs.jit import compiled


@compiled
def tile(
    tables: Tables, stack: Stack, single: Any, slot: int, blockers: int, blocked: Any, free: Any, nodes: int
) -> tuple[int, Any]:
    """Tile what some blockers leave, with the others wherever they fit but on the ``free`` cells.

    ``single[cell]`` is the option of a blocker on a cell, -1 where none may stand; ``slot`` is their place among the
    repeated items. Return the outcome of :func:`.search_kernel.advance` and, with a tiling, where the others stand.
    """
    start(tables, stack, blocked)
    possible, left, chosen, cursor = stack[0], stack[3], stack[4], stack[5]
    others = blockers - population(blocked)
    for cell in range(single.shape[0]):
        option = single[cell]
        if option >= 0 and (others == 0 or free >> np.uint64(cell) & np.uint64(1)):
            possible[option >> 6] &= ~(np.uint64(1) << np.uint64(option & 63))
    left[slot] = others
    cursor[2] = 0
    outcome = advance(tables, stack, nodes)
    standing = np.uint64(0)
    if outcome == FOUND:
        for cell in range(single.shape[0]):
            for level in range(cursor[3]):
                if single[cell] >= 0 and chosen[level] == single[cell]:
                    standing |= np.uint64(1) << np.uint64(cell)
    return outcome, standing


@compiled
def free_cells(
    tables: Tables,
    stack: Stack,
    single: Any,
    slot: int,
    blockers: int,
    neighbours: Any,
    blocked: Any,
    board: Any,
    free: Any,
    most: int,
    nodes: int,
) -> tuple[bool, Any]:
    """Add free cells of a board to some, ``most`` in all, until its ``blocked`` cells leave no tiling; tell if they do.

    Of the cells where a tiling has other blockers, the one that the blocked cells surround most is kept free.
    """
    while True:
        outcome, standing = tile(tables, stack, single, slot, blockers, blocked, free, nodes)
        if outcome == EXHAUSTED:
            return True, free
        standing &= ~board
        if outcome != FOUND or standing == 0 or population(free) >= most:
            return False, free
        best, least = np.int64(-1), 65
        while standing:
            cell = lowest(standing)
            standing &= standing - np.uint64(1)
            near = population(neighbours[cell] & ~blocked)
            if near < least:
                least, best = near, cell
        free |= np.uint64(1) << np.uint64(best)


@compiled
def reduce(
    tables: Tables,
    stack: Stack,
    single: Any,
    slot: int,
    blockers: int,
    neighbours: Any,
    board: Any,
    order: Any,
    most: int,
    nodes: int,
) -> tuple[Any, Any]:
    """Take the blockers of a board without a tiling away in an order, as long as free cells can stand for them."""
    blocked, free = board, np.uint64(0)
    for cell in order:
        fewer = blocked & ~(np.uint64(1) << np.uint64(cell))
        if fewer != blocked and fewer:
            holds, kept = free_cells(tables, stack, single, slot, blockers, neighbours, fewer, board, free, most, nodes)
            if holds:
                blocked, free = fewer, kept
    rest = free
    while rest:
        bit = rest & (~rest + np.uint64(1))
        rest ^= bit
        if tile(tables, stack, single, slot, blockers, blocked, free & ~bit, nodes)[0] == EXHAUSTED:
            free &= ~bit
    return blocked, free
