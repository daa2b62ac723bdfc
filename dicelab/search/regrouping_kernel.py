"""Compiled search in large neighbourhoods: the cells of three dice are dealt anew in the best way, the others stay."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from solver.exact_cover.kernels.search_kernel import lowest
from solver.polyform.symmetry import Masks
from solver.runs.jit import compiled

MOST_CELLS = 18
"""Cells of three dice."""


@compiled
def meet(blocking: Masks, dice: Masks, every: Masks, some: Masks) -> None:
    """Write to ``every`` the boards with a cell of each die; ``blocking`` (cells, words) has those on each cell."""
    words = blocking.shape[1]
    every[:] = ~np.uint64(0)
    for die in range(dice.shape[0]):
        some[:] = np.uint64(0)
        left = dice[die]
        while left:
            row = blocking[lowest(left)]
            left &= left - np.uint64(1)
            for word in range(words):
                some[word] |= row[word]
        for word in range(words):
            every[word] &= some[word]


@compiled
def weigh(blocking: Masks, boards: Masks, weights: NDArray[np.int32], fixed: Masks, cells: Any, table: Any) -> None:
    """Add up the weights of the forbidden boards with one cell of each fixed die, by their three other cells.

    ``blocking`` (cells, W) are the boards that block each cell. ``cells`` are those of the three free dice, and
    ``table`` (cells, cells, cells) gets the sum for each three of them, in every order.
    """
    place = np.zeros(64, np.int64)
    for number in range(cells.shape[0]):
        place[cells[number]] = number
    table[:] = 0
    free = np.uint64(0)
    for number in range(cells.shape[0]):
        free |= np.uint64(1) << np.uint64(cells[number])
    width = blocking.shape[1]
    block = 256
    every = np.empty(block, np.uint64)
    some = np.empty(block, np.uint64)
    for start in range(0, width, block):
        stop = min(block, width - start)
        meet(blocking[:, start : start + stop], fixed, every, some)
        for word in range(stop):
            left = every[word]
            while left:
                number = 64 * (start + word) + lowest(left)
                left &= left - np.uint64(1)
                rest = boards[number] & free
                x = place[lowest(rest)]
                rest &= rest - np.uint64(1)
                if not rest:
                    continue
                y = place[lowest(rest)]
                rest &= rest - np.uint64(1)
                # Another number of free cells: the board has two cells of a fixed die.
                if not rest or rest & (rest - np.uint64(1)):
                    continue
                z = place[lowest(rest)]
                table[x, y, z] += weights[number]
    for x in range(cells.shape[0]):
        for y in range(x + 1, cells.shape[0]):
            for z in range(y + 1, cells.shape[0]):
                # The places of a board's cells come in any order.
                w = table[x, y, z] + table[x, z, y] + table[y, x, z] + table[y, z, x] + table[z, x, y] + table[z, y, x]
                table[x, y, z] = table[x, z, y] = table[y, x, z] = table[y, z, x] = table[z, x, y] = table[z, y, x] = w


@compiled
def deal(
    table: NDArray[np.int32],
    sizes: NDArray[np.int64],
    now: NDArray[np.int64],
    bound: int,
    most_nodes: int,
    draws: NDArray[np.int64],
    best: Any,
) -> Any:
    """Deal cells to three dice so that the sum over all threes on different dice is least, and at most ``bound``.

    ``now`` (cells,) is the deal that is not to be found again, with dice of equal size in any order. Of the best deals
    one is kept at random in ``best``: the n-th is taken if ``draws[n % len]`` modulo n is 0. Returns the least sum, or
    ``bound + 1`` if there is none, how many deals have it, and the nodes of the search; after more than ``most_nodes``
    it gives up, and what it found so far need not be the best.
    """
    n = table.shape[0]
    on = np.full(n, -1, np.int64)
    room = sizes.copy()
    # add[d, u, x]: what cell u on die x would cost beside the cells that are dealt at depth d.
    add = np.zeros((n + 1, n, 3), np.int64)
    cost = np.zeros(n + 1, np.int64)
    chosen = np.full(n + 1, -1, np.int64)
    tried = np.full(n + 1, -1, np.int64)
    least, ties, nodes = bound + 1, 0, 0
    depth = 0
    fresh = True
    while depth >= 0:
        if fresh:
            nodes += 1
            fresh = False
            dead = nodes > most_nodes
            if depth == n and not dead:
                same = _is_same(on, now)
                if not same:
                    if cost[depth] < least:
                        least, ties = cost[depth], 0
                    ties += 1
                    if draws[ties % draws.shape[0]] % ties == 0:
                        best[:] = on
                dead = True
            if not dead:
                total = cost[depth]
                most, pick = np.int64(-1), -1
                for u in range(n):
                    if on[u] >= 0:
                        continue
                    low = np.int64(1) << 40
                    second = low
                    for x in range(3):
                        if room[x]:
                            value = add[depth, u, x]
                            if value < low:
                                low, second = value, low
                            elif value < second:
                                second = value
                    total += low
                    # The cell whose second choice is dearest.
                    gap = second - low + (low << 3)
                    if gap > most:
                        most, pick = gap, u
                limit = min(least, bound)
                dead = total > limit
                if not dead:
                    chosen[depth] = pick
                    tried[depth] = -1
            if dead:
                depth -= 1
                continue
        u = chosen[depth]
        if tried[depth] >= 0:
            room[tried[depth]] += 1
            on[u] = -1
        x = tried[depth] + 1
        limit = min(least, bound)
        while x < 3:
            good = room[x] > 0 and cost[depth] + add[depth, u, x] <= limit
            if good and room[x] == sizes[x]:
                # Of empty dice of the same size the first alone.
                for other in range(x):
                    if sizes[other] == sizes[x] and room[other] == sizes[other]:
                        good = False
            if good:
                break
            x += 1
        if x == 3:
            depth -= 1
            continue
        tried[depth] = x
        on[u] = x
        room[x] -= 1
        cost[depth + 1] = cost[depth] + add[depth, u, x]
        one, other = (x + 1) % 3, (x + 2) % 3
        for v in range(n):
            if on[v] >= 0:
                continue
            first, second = add[depth, v, one], add[depth, v, other]
            for w in range(n):
                if on[w] == other:
                    first += table[v, u, w]
                elif on[w] == one:
                    second += table[v, u, w]
            add[depth + 1, v, x] = add[depth, v, x]
            add[depth + 1, v, one] = first
            add[depth + 1, v, other] = second
        depth += 1
        fresh = True
    return least, ties, nodes


@compiled
def _is_same(on: NDArray[np.int64], now: NDArray[np.int64]) -> bool:
    """Tell whether two deals differ by the names of dice alone."""
    name = np.full(3, -1, np.int64)
    for cell in range(on.shape[0]):
        if name[on[cell]] < 0:
            name[on[cell]] = now[cell]
        elif name[on[cell]] != now[cell]:
            return False
    return True


@compiled
def descend(
    blocking: Masks,
    boards: Masks,
    weights: NDArray[np.int32],
    dice: Masks,
    threes: NDArray[np.int64],
    draws: NDArray[np.int64],
    most_nodes: int,
    bumps: int,
    reached: Any,
) -> Any:
    """Deal three dice anew, again and again, each time in the best other way; make what stays rolled dearer.

    ``threes`` (steps, 3) are the dice to deal at each step. Where no other deal is as good as the set as it is for
    ``bumps`` steps on end, the weights of its rolled boards grow by one (Morris 1993, breakout). ``reached`` gets
    the set that rolls the fewest forbidden boards. Returns that number, the steps made, and the nodes.
    """
    table = np.zeros((MOST_CELLS, MOST_CELLS, MOST_CELLS), np.int32)
    cells = np.zeros(MOST_CELLS, np.int64)
    now = np.zeros(MOST_CELLS, np.int64)
    best = np.zeros(MOST_CELLS, np.int64)
    sizes = np.zeros(3, np.int64)
    fixed = np.zeros(dice.shape[0] - 3, np.uint64)
    weight, number = rolled_weight(blocking, weights, dice, 0)
    fewest, idle, all_nodes, step = number, 0, 0, 0
    reached[:] = dice
    while step < threes.shape[0] and fewest:
        n, f = 0, 0
        for die in range(dice.shape[0]):
            role = -1
            for one in range(3):
                if threes[step, one] == die:
                    role = one
            if role < 0:
                fixed[f] = dice[die]
                f += 1
                continue
            left = dice[die]
            sizes[role] = 0
            while left:
                cells[n] = lowest(left)
                now[n] = role
                sizes[role] += 1
                left &= left - np.uint64(1)
                n += 1
        some = table[:n, :n, :n]
        weigh(blocking, boards, weights, fixed, cells[:n], some)
        least, ties, nodes = deal(some, sizes, now[:n], weight, most_nodes, draws[step], best[:n])
        all_nodes += nodes
        if ties:
            for one in range(3):
                dice[threes[step, one]] = np.uint64(0)
            for at in range(n):
                dice[threes[step, best[at]]] |= np.uint64(1) << np.uint64(cells[at])
            if least < weight:
                idle = 0
            weight, number = rolled_weight(blocking, weights, dice, 0)
            if number < fewest:
                fewest = number
                reached[:] = dice
        idle += 1
        if idle >= bumps:
            weight, number = rolled_weight(blocking, weights, dice, 1)
            weight += number
            idle = 0
        step += 1
    return fewest, step, all_nodes


@compiled
def rolled_weight(blocking: Masks, weights: Any, dice: Masks, more: int) -> Any:
    """Return the weight and the number of the rolled boards; then add ``more`` to the weight of each."""
    width = blocking.shape[1]
    block = 256
    every = np.empty(block, np.uint64)
    some = np.empty(block, np.uint64)
    weight, number = 0, 0
    for start in range(0, width, block):
        stop = min(block, width - start)
        meet(blocking[:, start : start + stop], dice, every, some)
        for word in range(stop):
            left = every[word]
            while left:
                board = 64 * (start + word) + lowest(left)
                left &= left - np.uint64(1)
                weight += weights[board]
                weights[board] += more
                number += 1
    return weight, number
