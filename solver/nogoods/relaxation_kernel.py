"""The compiled parts of :mod:`solver.nogoods.relaxation`; sets of cells are arrays of words, 64 cells in each."""

from __future__ import annotations

from typing import Any

import numpy as np

from solver.exact_cover.bitset_tables import Stack, Tables
from solver.exact_cover.kernels.search_kernel import EXHAUSTED, FOUND, PAUSED, advance, population, start
from solver.runs.jit import compiled, compiled_part

BOARDS = 1_024
"""Boards whose tilings are counted side by side; with more, the search is given up."""


@compiled_part
def _has(cells: Any, cell: Any) -> Any:
    return cells[cell >> 6] >> np.uint64(cell & 63) & np.uint64(1)


@compiled_part
def _change(cells: Any, cell: Any) -> None:
    """Put a cell into a set, or take it out where it is in."""
    cells[cell >> 6] ^= np.uint64(1) << np.uint64(cell & 63)


@compiled_part
def _size(cells: Any) -> int:
    number = 0
    for word in range(cells.shape[0]):
        number += population(cells[word])
    return number


@compiled_part
def _same(cells: Any, others: Any) -> bool:
    same = True
    for word in range(cells.shape[0]):
        same &= cells[word] == others[word]
    return same


@compiled
def tile(
    tables: Tables,
    stack: Stack,
    single: Any,
    slot: int,
    blockers: int,
    blocked: Any,
    free: Any,
    standing: Any,
    nodes: int,
    tilings: int,
) -> int:
    """Tile what some blockers leave, with the others wherever they fit but on the ``free`` cells.

    ``single[cell]`` is the option of a blocker on a cell, -1 where none may stand; ``slot`` is their place among the
    repeated items. Return ``FOUND`` once a board has as many ``tilings``, of which ``standing`` gets the others;
    ``EXHAUSTED`` if no board has, and ``PAUSED`` if that takes more ``nodes``.
    """
    start(tables, stack, blocked[0])
    covering, width = tables[1], tables[10][0]
    possible, need, left, chosen, cursor = stack[0], stack[2], stack[3], stack[4], stack[5]
    # The items of later words, which the start does not know.
    for cell in range(64, single.shape[0]):
        if _has(blocked, cell):
            _change(need, cell)
            for word in range(width):
                possible[word] &= ~covering[cell * width + word]
    others = blockers - _size(blocked)
    for cell in range(single.shape[0]):
        option = single[cell]
        if option >= 0 and (others == 0 or _has(free, cell)):
            possible[option >> 6] &= ~(np.uint64(1) << np.uint64(option & 63))
    left[slot] = others
    cursor[2] = 0
    most = BOARDS if tilings > 1 else 1
    met, numbers, boards = np.empty((most, standing.shape[0]), np.uint64), np.zeros(most, np.int64), 0
    while True:
        outcome = advance(tables, stack, nodes - cursor[2])
        standing[:] = 0
        if outcome != FOUND:
            return outcome
        for cell in range(single.shape[0]):
            for level in range(cursor[3]):
                if single[cell] >= 0 and chosen[level] == single[cell]:
                    _change(standing, cell)
        board = 0
        while board < boards and not _same(met[board], standing):
            board += 1
        if board == BOARDS:
            return PAUSED
        met[board] = standing
        boards = max(boards, board + 1)
        numbers[board] += 1
        if numbers[board] >= tilings:
            return FOUND


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
    tilings: int,
) -> bool:
    """Add free cells of a board, ``most`` in all, until no board with its ``blocked`` cells has the tilings.

    Return whether none has. A board that has them has other blockers; the cell among these that the blocked cells
    surround most is kept free.
    """
    standing = np.zeros_like(board)
    while True:
        outcome = tile(tables, stack, single, slot, blockers, blocked, free, standing, nodes, tilings)
        if outcome == EXHAUSTED:
            return True
        if outcome != FOUND or _size(free) >= most:
            return False
        best, least = -1, 1 << 30
        for cell in range(single.shape[0]):
            if _has(standing, cell) and not _has(board, cell):
                near = _size(neighbours[cell] & ~blocked)
                if near < least:
                    least, best = near, cell
        if best < 0:
            return False
        _change(free, best)


@compiled
def reduce(
    tables: Tables,
    stack: Stack,
    single: Any,
    slot: int,
    blockers: int,
    neighbours: Any,
    blocked: Any,
    free: Any,
    order: Any,
    most: int,
    nodes: int,
    tilings: int,
) -> None:
    """Take the blockers of a board with too few tilings away in an order, as long as free cells can stand for them.

    ``blocked`` is the board, of which a nogood's cells are left; ``free`` is empty and gets those that it keeps free.
    """
    board, standing = blocked.copy(), np.zeros_like(blocked)
    fewer, kept = blocked.copy(), free.copy()
    for cell in order:
        if not _has(blocked, cell) or _size(blocked) == 1:
            continue
        fewer[:], kept[:] = blocked, free
        _change(fewer, cell)
        if free_cells(tables, stack, single, slot, blockers, neighbours, fewer, board, kept, most, nodes, tilings):
            blocked[:], free[:] = fewer, kept
    for cell in range(single.shape[0]):
        if _has(free, cell):
            _change(free, cell)
            if tile(tables, stack, single, slot, blockers, blocked, free, standing, nodes, tilings) != EXHAUSTED:
                _change(free, cell)
