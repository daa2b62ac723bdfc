"""The compiled search of :mod:`solver.nogoods.tiler`: one tiling of a region, depth first, narrow cells first."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from solver.exact_cover.kernels.search_kernel import lowest, population
from solver.runs.jit import compiled, compiled_part

NONE, TILED, OPEN = 0, 1, 2
"""What a search says of a region: it has no tiling, it has one, or the nodes are used up."""


@compiled_part
def _narrowest(free: Any, neighbours: Any) -> Any:
    """Return the free cell with the fewest free neighbours, the first of several."""
    least, cell, rest = 65, np.int64(0), free
    while rest:
        other = lowest(rest)
        rest &= rest - np.uint64(1)
        near = population(neighbours[other] & free)
        if near < least:
            least, cell = near, other
            if near == 0:
                break
    return cell


@compiled_part
def fill(free: Any, left: Any, begins: Any, masks: Any, neighbours: Any, nodes: Any, stack: Any) -> tuple[int, int]:
    """Tile the ``free`` cells with the pieces ``left`` of each kind; return the outcome and how many pieces lie.

    ``masks[begins[n]:begins[n + 1]]`` are the placements of a kind that cover a cell, n being the cell times the number
    of kinds and the kind. The stack has rows for what is free, the cell, the place in ``masks``, the kind, and the
    placement of each level; ``left`` is used up by as much as lies.
    """
    frees, cells, places, kinds_at, chosen = stack
    kinds, depth, entering = left.shape[0], 0, True
    frees[0] = free
    kind, place = np.int64(0), np.int64(0)
    while True:
        open_cells = frees[depth]
        if entering:
            if open_cells == 0:
                return TILED, depth
            if nodes <= 0:
                return OPEN, depth
            nodes -= 1
            cells[depth] = _narrowest(open_cells, neighbours)
            entering = False
            kind = np.int64(0)
            place = begins[cells[depth] * kinds]
        base, found = cells[depth] * kinds, False
        while kind < kinds:
            if left[kind] > 0:
                end = begins[base + kind + 1]
                while place < end and masks[place] & ~open_cells:
                    place += 1
                if place < end:
                    found = True
                    break
            kind += 1
            place = begins[base + kind]
        if found:
            places[depth], kinds_at[depth], chosen[depth] = place + 1, kind, masks[place]
            left[kind] -= 1
            frees[depth + 1] = open_cells & ~masks[place]
            depth += 1
            entering = True
        else:
            depth -= 1
            if depth < 0:
                return NONE, 0
            kind, place = kinds_at[depth], places[depth]
            left[kind] += 1


@compiled
def settle(boards: Any, full: Any, tables: Any, stack: Any, outcomes: NDArray[np.int8]) -> None:
    """Write the outcome of each board: those of several short searches in different orders."""
    begins, masks, times, neighbours, nodes = tables
    left = times[0].copy()
    for number in range(boards.shape[0]):
        outcomes[number] = OPEN
        for order in range(nodes.shape[0]):
            left[:] = times[order]
            outcome, _ = fill(
                full & ~boards[number], left, begins[order], masks[order], neighbours, nodes[order], stack
            )
            if outcome != OPEN:
                outcomes[number] = outcome
                break


@compiled
def settle_rolls(
    prefix: Any, faces: Any, sizes: Any, strides: Any, places: Any, full: Any, tables: Any, stack: Any, outcomes: Any
) -> None:
    """Write the outcome of every roll of some dice beside the blockers of a prefix, the last die changing fastest.

    A tiling tells of other rolls, too: where a piece of one cell lies on a face of a die, that face and the blocker of
    the die may change places. ``places`` has the die of each cell, -1 for none, and the number of the face.
    """
    begins, masks, times, neighbours, nodes = tables
    chosen = stack[4]
    left = times[0].copy()
    for roll in range(outcomes.shape[0]):
        if outcomes[roll] == TILED:
            continue
        board = prefix
        for die in range(sizes.shape[0]):
            board |= np.uint64(1) << np.uint64(faces[die, roll // strides[die] % sizes[die]])
        outcomes[roll] = OPEN
        for order in range(nodes.shape[0]):
            left[:] = times[order]
            outcome, lying = fill(full & ~board, left, begins[order], masks[order], neighbours, nodes[order], stack)
            if outcome != OPEN:
                outcomes[roll] = outcome
                break
        if outcomes[roll] != TILED:
            continue
        for piece in range(lying):
            if population(chosen[piece]) == 1:
                cell = lowest(chosen[piece])
                die = places[0, cell]
                if die >= 0:
                    outcomes[roll + (places[1, cell] - roll // strides[die] % sizes[die]) * strides[die]] = TILED
