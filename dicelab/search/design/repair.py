"""Repair of a set by local search: swaps of cells that stay within so many faces of the set as it is printed."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from dicelab.search.design.constraints import Constraints, Dice
from dicelab.search.places import places_of
from dicelab.search.tables import masks_of

Deal = NDArray[np.int64]
"""The die of each cell, and the number of dice for none: int64 of shape (cells,)."""


class PrintedFaces:
    """Counts the faces of a printed set that must be written anew, for a set and for all its swaps at once."""

    def __init__(self, faces: Sequence[Sequence[int]], cells: int) -> None:
        # The last column is that of no die, which has no faces.
        self._shown = np.zeros((cells, len(faces) + 1), np.int64)
        for die, shown in enumerate(faces):
            np.add.at(self._shown[:, die], list(shown), 1)
        self._new = (self._shown == 0).astype(np.int64)
        self._new[:, -1] = 0
        self._total = self._shown.sum(axis=0)

    def within(self, most: int) -> Callable[[Deal], NDArray[np.bool_]]:
        """Return what tells which swaps lead to at most so many faces that are written anew."""
        return lambda owner: self.after_swaps(owner) <= most

    def after_swaps(self, owner: Deal) -> NDArray[np.int64]:
        """Return for every pair of cells how many faces are written anew after their swap: shape (cells, cells)."""
        cells = np.arange(len(owner))
        gone, come = self._gone_and_come(owner)
        written = np.maximum(gone, come)
        # A cell leaves its die, and each other one takes its place there.
        left = gone[owner] + self._shown[cells, owner]
        gained = come[owner] - self._new[cells, owner]
        changes = np.maximum(left[:, None] - self._shown[:, owner].T, gained[:, None] + self._new[:, owner].T)
        changes -= written[owner][:, None]
        after: NDArray[np.int64] = written.sum() + changes + changes.T
        return after

    def _gone_and_come(self, owner: Deal) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        cells = np.arange(len(owner))
        gone = self._total.copy()
        come = np.zeros(len(gone), np.int64)
        np.subtract.at(gone, owner, self._shown[cells, owner])
        np.add.at(come, owner, self._new[cells, owner])
        return gone, come


def deal_near(constraints: Constraints, generator: np.random.Generator) -> Dice:
    """Deal cells out at random so that printed faces stay where there is room, and what is fixed or kept is there.

    A cell of several printed dice goes to one of them. Empty where a cell that is kept found no room.
    """
    sizes, cells = constraints.sizes, len(constraints.puzzle.grid)
    places = places_of(constraints.puzzle)
    faces = constraints.source.faces if constraints.source else ()
    room = list(sizes)
    owner = np.full(cells, -1, np.int64)
    held = set(constraints.off)
    shown = sorted({(cell, die) for die, printed in enumerate(faces) for cell in printed})
    order = [shown[place] for place in generator.permutation(len(shown))]
    kept = [(cell, die) for cell, dice in constraints.kept for die in generator.permutation(dice).tolist()]
    for cell, die in (*constraints.fixed, *sorted(kept, key=lambda one: len(dict(constraints.kept)[one[0]])), *order):
        if cell not in held and room[die] and places[cell, die]:
            owner[cell] = die
            room[die] -= 1
            held.add(cell)
    if any(owner[cell] not in dice for cell, dice in constraints.kept):
        return ()
    everywhere = range(len(sizes))
    for dice in [[die] for die in everywhere] if constraints.puzzle.regions else [list(everywhere)]:
        # Without regions all dice have the same cells to choose from.
        free = [cell for cell in range(cells) if cell not in held and places[cell, dice[0]]]
        dealt = np.repeat(dice, [room[die] for die in dice])
        if len(dealt) > len(free):
            return ()
        owner[free] = generator.permutation(np.concatenate([dealt, np.full(len(free) - len(dealt), -1)]))
    return tuple(masks_of(owner, len(sizes)).tolist())
