"""The partial solutions of a grid along the walk: which cells are open, and which dominoes are used.

A cell is open while it waits for a partner further on. Partial solutions that agree in both are counted together, so
that the solutions of a grid are counted without meeting each: the more of them there are, the more this saves.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from solver.domino import LayoutWalk, bone_index, require_balance, require_order
from solver.errors import InputError
from solver.polyform import SquareGrid

ROOM = 2048
"""Partial solutions at a place for which there is room at first."""

MOST_REACH = 16
"""Most places that a neighbour lies back: boards of up to 16 cells in their shorter lines."""

_WORD = 63
"""Bits of a compiled partial solution: enough up to order 8, and on two lines up to order 9."""

_Ways = dict[int, int]
"""In how many ways each set of open cells comes about."""


@dataclass(frozen=True, slots=True)
class Profile:
    """What there is to look up on the walk along a board."""

    walk: LayoutWalk
    """The order of the cells."""
    back: NDArray[np.int64]
    """``[cells, 2]``: how many places back those neighbours of each place lie that come earlier; 0 for none."""
    alive: NDArray[np.bool_]
    """``[cells, sets]``: whether layouts can have that set of open cells after each place. The highest bit of a set is
    the place itself, the lowest is as far back as neighbours lie."""
    dominoes: NDArray[np.int64]
    """``[numbers, numbers]``: the bit of each domino."""
    room: int
    """No grid has more partial solutions at one place."""

    @classmethod
    def of(cls, board: SquareGrid) -> Profile:
        """Return the profile of a board."""
        order = require_order(board)
        require_balance(board)
        walk = LayoutWalk.along(board)
        back = np.zeros((len(board), 2), np.int64)
        for place, jumps in enumerate(walk.jumps):
            for jump in jumps:
                back[place + jump, int(back[place + jump, 0] > 0)] = jump
        reach = int(back.max())
        if reach > MOST_REACH or len(board) // 2 + reach + 1 > _WORD:
            raise InputError(
                f"the board {board.format()} is too wide to keep its partial solutions: take fewer columns"
            )
        sets = _open_sets(back.tolist(), reach)
        alive = np.zeros((len(board), 2 << reach), np.bool_)
        for place, possible in enumerate(sets):
            alive[place, list(possible)] = True
        numbers = range(order + 1)
        dominoes = np.array([[1 << bone_index(order, a, b) for b in numbers] for a in numbers], np.int64)
        return cls(walk, back, alive, dominoes, max(sum(possible.values()) for possible in sets))

    @property
    def tables(self) -> tuple[NDArray[np.int64], NDArray[np.bool_], NDArray[np.int64]]:
        """The tables as compiled code takes them."""
        return self.back, self.alive, self.dominoes

    def counts(self, numbers: NDArray[np.uint8]) -> NDArray[np.int64]:
        """Return how many solutions each grid has.

        Parameters
        ----------
        numbers
            uint8 of shape (grids, cells), from 0 to the order.

        Examples
        --------
        >>> Profile.of(SquareGrid(2, 3)).counts(np.array([[0, 0, 1, 0, 1, 1], [0, 1, 0, 1, 0, 1]], np.uint8))
        array([3, 0])
        """
        cells, most = len(self.back), len(self.dominoes) - 1
        if numbers.ndim != 2 or numbers.shape[1] != cells:
            raise InputError(f"numbers of shape {numbers.shape}: have (grids, {cells})")
        if numbers.max(initial=0) > most:
            raise InputError(f"number {numbers.max()}: have 0 to {most}")
        from experiments.domino.kernel import count_each

        walked = np.ascontiguousarray(numbers[:, self.walk.cells])
        solutions = np.full(len(walked), -1, np.int64)
        room = ROOM
        while len(crowded := np.flatnonzero(solutions < 0)):
            counted = np.empty(len(crowded), np.int64)
            count_each(walked[crowded], self.tables, min(self.room, room), counted)
            solutions[crowded] = counted
            room *= 8
        return solutions


def _open_sets(back: list[list[int]], reach: int) -> list[_Ways]:
    """Return after each place the sets of open cells that a layout can have there, and in how many ways so far."""

    def onward(opened: int, place: int) -> Iterator[int]:
        moved = opened >> 1
        yield moved | 1 << reach
        yield from (moved ^ 1 << reach - n for n in back[place] if n and moved >> reach - n & 1)

    reached: list[_Ways] = [{0: 1}]
    for place in range(len(back)):
        after: _Ways = {}
        for opened, ways in reached[-1].items():
            for still_open in onward(opened, place):
                # The lowest bit is as far back as neighbours lie: what is still open there stays so.
                if not still_open & 1:
                    after[still_open] = after.get(still_open, 0) + ways
        reached.append(after)
    kept = [{0: reached[-1].get(0, 0)}]
    for place in range(len(back) - 1, 0, -1):
        ways_on = kept[-1].keys()
        kept.append(
            {sets: ways for sets, ways in reached[place].items() if not ways_on.isdisjoint(onward(sets, place))}
        )
    return kept[::-1]
