"""The compiled search of :mod:`solver.nogoods.tiler`: one tiling of a region, depth first, narrow cells first.

A region of up to 64 cells is one word, a larger one two. Its second word is 0, and the arrays of second words are
``None``, where there is only one: the compiler leaves them out.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from solver.exact_cover.kernels.search_kernel import lowest, population
from solver.runs.jit import compiled, compiled_part

WAITING = 64
"""Tilings that wait to be followed; others are not followed."""

NONE, TILED, OPEN, WRONG = 0, 1, 2, 3
"""Outcomes of a region: no tiling, a tiling, the nodes are used up, or a fault: the placements found are no tiling."""


@compiled_part
def _word(words: Any, place: Any) -> Any:
    """Return a second word, 0 where there are none."""
    if words is None:
        return np.uint64(0)
    return words[place]


@compiled_part
def _put(words: Any, place: Any, word: Any) -> None:
    """Write a second word where there are any."""
    if words is not None:
        words[place] = word


@compiled_part
def _row(rows: Any, number: int) -> Any:
    """Return a row of second words, ``None`` where there are none."""
    if rows is None:
        return None
    return rows[number]


@compiled_part
def _narrowest(free: Any, free2: Any, neighbours: Any, neighbours2: Any) -> Any:
    """Return the free cell with the fewest free neighbours, the first of several."""
    least, cell, rest, rest2 = 129, np.int64(0), free, free2
    while True:
        if rest:
            other = lowest(rest)
            rest &= rest - np.uint64(1)
        elif neighbours2 is not None and rest2:
            other = lowest(rest2) + 64
            rest2 &= rest2 - np.uint64(1)
        else:
            break
        near = population(neighbours[other] & free)
        if neighbours2 is not None:
            near += population(neighbours2[other] & free2)
        if near < least:
            least, cell = near, other
            if near == 0:
                break
    return cell


@compiled_part
def fill(
    free: Any,
    free2: Any,
    left: Any,
    begins: Any,
    masks: Any,
    masks2: Any,
    neighbours: Any,
    neighbours2: Any,
    nodes: Any,
    stack: Any,
) -> tuple[int, int]:
    """Tile the ``free`` cells with the pieces ``left`` of each kind; return the outcome and the number of placements.

    ``masks[begins[n]:begins[n + 1]]`` are the placements of a kind that cover a cell, n being the cell times the number
    of kinds and the kind. The stack has rows for both words of the free cells, the cell, the place in ``masks`` behind
    the placement, and the kind of each level; ``left`` loses the pieces that lie.
    """
    frees, frees2, cells, places, kinds_at = stack
    kinds, depth, entering = left.shape[0], 0, True
    frees[0] = free
    _put(frees2, 0, free2)
    kind, place = np.int64(0), np.int64(0)
    while True:
        open_cells, open_cells2 = frees[depth], _word(frees2, depth)
        if entering:
            if open_cells | open_cells2 == 0:
                return TILED, depth
            if nodes <= 0:
                return OPEN, depth
            nodes -= 1
            cells[depth] = _narrowest(open_cells, open_cells2, neighbours, neighbours2)
            entering = False
            kind = np.int64(0)
            place = begins[cells[depth] * kinds]
        base, found = cells[depth] * kinds, False
        while kind < kinds:
            if left[kind] > 0:
                end = begins[base + kind + 1]
                while place < end and (masks[place] & ~open_cells) | (_word(masks2, place) & ~open_cells2):
                    place += 1
                if place < end:
                    found = True
                    break
            kind += 1
            place = begins[base + kind]
        if found:
            places[depth], kinds_at[depth] = place + 1, kind
            left[kind] -= 1
            frees[depth + 1] = open_cells & ~masks[place]
            _put(frees2, depth + 1, open_cells2 & ~_word(masks2, place))
            depth += 1
            entering = True
        else:
            depth -= 1
            if depth < 0:
                return NONE, 0
            kind, place = kinds_at[depth], places[depth]
            left[kind] += 1


@compiled_part
def is_tiling(numbers: Any, size: int, free: Any, free2: Any, lying: Any, left: Any) -> Any:
    """Tell whether placements lie apart on exactly the free cells, each kind as often as the puzzle has it.

    ``left`` is room for a number of each kind.
    """
    masks, masks2, kinds, times, pieces = lying
    if size != pieces.shape[0]:
        return False
    for kind in range(times.shape[0]):
        left[kind] = times[kind]
    for piece in range(size):
        number = numbers[piece]
        mask, mask2 = masks[number], _word(masks2, number)
        left[kinds[number]] -= 1
        if (mask & ~free) | (mask2 & ~free2) or left[kinds[number]] < 0:
            return False
        free ^= mask
        free2 ^= mask2
    return free | free2 == 0


@compiled_part
def _settle_one(free: Any, free2: Any, tables: Any, stack: Any, left: Any, numbers: Any) -> tuple[int, int]:
    """Search for a tiling in one order after another; return the outcome, and the size of the tiling in ``numbers``."""
    begins, masks, masks2, placed, times, neighbours, neighbours2, nodes, lying = tables
    places = stack[3]
    for order in range(nodes.shape[0]):
        for kind in range(left.shape[0]):
            left[kind] = times[order, kind]
        outcome, size = fill(
            free,
            free2,
            left,
            begins[order],
            masks[order],
            _row(masks2, order),
            neighbours,
            neighbours2,
            nodes[order],
            stack,
        )
        if outcome == TILED:
            for piece in range(size):
                numbers[piece] = placed[order, places[piece] - 1]
            return (TILED if is_tiling(numbers, size, free, free2, lying, left) else WRONG), size
        if outcome == NONE:
            return NONE, 0
    return OPEN, 0


@compiled
def settle(free: Any, free2: Any, tables: Any, stack: Any, outcomes: NDArray[np.int8]) -> None:
    """Write the outcome of each region: those of several short searches in different orders."""
    left, numbers = tables[4][0].copy(), np.empty(stack[3].shape[0], np.int64)
    for number in range(free.shape[0]):
        outcomes[number], _ = _settle_one(free[number], _word(free2, number), tables, stack, left, numbers)


@compiled_part
def _follow(
    roll: int,
    free: Any,
    free2: Any,
    faces: Any,
    faces2: Any,
    dice: Any,
    tables: Any,
    numbers: Any,
    size: int,
    left: Any,
    outcomes: Any,
    rows: Any,
    waiting: Any,
) -> Any:
    """Settle the rolls that follow from a tiling of one, and those that follow from these; return the outcome.

    Where a piece can move over the blocker of a die, so that it leaves one cell, and that is on the die too, this cell
    and the blocker change places.
    """
    sizes, strides, begins, move_dice, gains, losses, targets = dice
    tilings, rolls = waiting
    lying, depth = tables[8], 1
    rolls[0] = roll
    for piece in range(size):
        tilings[0, piece] = numbers[piece]
    while depth:
        depth -= 1
        at = rolls[depth]
        rest, rest2 = free[0], _word(free2, 0)
        for die in range(sizes.shape[0]):
            face = at // strides[die] % sizes[die]
            rest &= ~faces[die, face]
            rest2 &= ~_word(_row(faces2, die), face)
        for piece in range(size):
            numbers[piece] = tilings[depth, piece]
        for piece in range(size):
            number = numbers[piece]
            for move in range(begins[number], begins[number + 1]):
                die, gain, loss = move_dice[move], gains[move], losses[move]
                if at // strides[die] % sizes[die] != gain:
                    continue
                other = at + (loss - gain) * strides[die]
                if outcomes[other] == TILED:
                    continue
                numbers[piece] = targets[move]
                other_free = rest ^ faces[die, gain] ^ faces[die, loss]
                other_free2 = rest2 ^ _word(_row(faces2, die), gain) ^ _word(_row(faces2, die), loss)
                if not is_tiling(numbers, size, other_free, other_free2, lying, left):
                    return WRONG
                outcomes[other] = TILED
                if rows.shape[0]:
                    rows[other] = numbers[:size]
                if depth < rolls.shape[0]:
                    rolls[depth] = other
                    for place in range(size):
                        tilings[depth, place] = numbers[place]
                    depth += 1
                numbers[piece] = number
    return TILED


@compiled
def settle_rolls(
    free: Any, free2: Any, faces: Any, faces2: Any, dice: Any, tables: Any, stack: Any, outcomes: Any, rows: Any
) -> None:
    """Write the outcome of every roll of some dice on the free cells, the last die changing fastest.

    ``dice`` has their sizes and strides, and the moves of each placement (where they begin; and of each the die, the
    face that it covers, the face that it leaves, and the placement that it becomes). ``rows``, unless empty, gets the
    placements: ``None`` would be a second kernel.
    """
    sizes, strides = dice[0], dice[1]
    left, numbers = tables[4][0].copy(), np.empty(stack[3].shape[0], np.int64)
    waiting = np.empty((WAITING, stack[3].shape[0]), np.int64), np.empty(WAITING, np.int64)
    for roll in range(outcomes.shape[0]):
        if outcomes[roll] == TILED:
            continue
        rest, rest2 = free[0], _word(free2, 0)
        for die in range(sizes.shape[0]):
            face = roll // strides[die] % sizes[die]
            rest &= ~faces[die, face]
            rest2 &= ~_word(_row(faces2, die), face)
        outcome, size = _settle_one(rest, rest2, tables, stack, left, numbers)
        if outcome == TILED:
            if rows.shape[0]:
                rows[roll] = numbers[:size]
            outcomes[roll] = TILED
            outcome = _follow(
                roll, free, free2, faces, faces2, dice, tables, numbers, size, left, outcomes, rows, waiting
            )
        outcomes[roll] = outcome
