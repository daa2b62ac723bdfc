"""The same local search among sets that a symmetry of the grid maps to themselves.

Much fewer sets are symmetric than not, and good ones are no rarer among them, so that the search gets further. A
symmetry s carries die d to die t(d), for all cells at once: the die of cell s(c) is t(die of c). Two moves keep that:
all cells of one cycle of s trade dice with those of another one of the same length, in step; or the dice of a cycle's
cells move on along the cycle.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from dicelab.search.scoring.descent import Reached, masks_of, owners
from dicelab.search.tables import ForbiddenBoards
from solver.polyform.symmetry import Masks, Permutation, cycles

_TRIES = 2000
"""Deals that may go wrong before a start is given up."""

_TENURE = 60
"""Steps for which a set is not visited again."""

_PATIENCE = 60
"""Steps without a better set after which the search ends."""


def symmetric_start(sizes: Sequence[int], permutation: Permutation, generator: np.random.Generator) -> Masks | None:
    """Deal the cells to dice of these sizes so that the permutation maps the set to itself.

    Returns
    -------
    ndarray or None
        uint64 of shape (dice,); ``None`` where no deal was found: for most sizes there is none, or many.
    """
    turns = cycles(permutation)
    for _ in range(_TRIES):
        # The dice fall into cycles as well: a die is mapped to one of its own size.
        left, groups = generator.permutation(len(sizes)).tolist(), []
        while left:
            first = left.pop()
            mates = [die for die in left if sizes[die] == sizes[first]]
            chosen = mates[: int(generator.integers(len(mates) + 1))]
            left = [die for die in left if die not in chosen]
            groups.append([first, *chosen])
        room = [sizes[group[0]] for group in groups]
        owner = np.full(len(permutation), -1, np.int64)
        for number in generator.permutation(len(turns)).tolist():
            cycle = turns[number]
            fitting = [
                place
                for place, group in enumerate(groups)
                if len(cycle) % len(group) == 0 and len(cycle) // len(group) <= room[place]
            ]
            if not fitting:
                continue
            place = fitting[int(generator.integers(len(fitting)))]
            group, begin = groups[place], int(generator.integers(len(groups[place])))
            for step, cell in enumerate(cycle):
                owner[cell] = group[(begin + step) % len(group)]
            room[place] -= len(cycle) // len(group)
        if not any(room):
            return masks_of(owner, len(sizes))
    return None


class SymmetricDescent:
    """Tabu search among sets that a symmetry maps to themselves.

    Parameters
    ----------
    forbidden
        What must not be rolled.
    permutation
        The symmetry.
    """

    def __init__(self, forbidden: ForbiddenBoards, permutation: Permutation) -> None:
        self._forbidden = forbidden
        self._cycles = cycles(permutation)

    def search(
        self,
        dice: Masks,
        generator: np.random.Generator,
        *,
        steps: int,
        progress: Callable[[int, int], None] | None = None,
    ) -> Reached:
        """Move from set to set until no forbidden board is rolled, for so many steps, or while that helps.

        Parameters
        ----------
        dice
            uint64 of shape (dice,), disjoint, that the symmetry maps to itself.
        generator
            Breaks ties.
        steps
            Moves at most.
        progress
            Called at each step with the number of steps and what is rolled there.
        """
        number = len(dice)
        owner = owners(dice, len(self._forbidden.puzzle.grid))
        best, best_dice = int(self._forbidden.rolled(dice[None])[0]), dice
        until: dict[tuple[int, ...], int] = {}
        step = improved = 0
        while best and step < steps and step - improved < _PATIENCE:
            step += 1
            near = self._neighbours(owner)
            if not near:
                break
            masks = np.array([masks_of(one, number) for one in near], np.uint64)
            rolled = self._forbidden.rolled(masks)
            keys = [tuple(sorted(row)) for row in masks.tolist()]
            free = np.array([until.get(key, 0) < step for key in keys])
            if not free.any():
                break
            least = rolled[free].min()
            ties = np.flatnonzero(free & (rolled == least))
            choice = int(ties[generator.integers(len(ties))])
            owner = near[choice]
            until[keys[choice]] = step + _TENURE
            if least < best:
                best, best_dice, improved = int(least), masks[choice], step
            if progress:
                progress(step, int(least))
        return Reached(best_dice, best, step)

    def _neighbours(self, owner: NDArray[np.int64]) -> list[NDArray[np.int64]]:
        found: dict[bytes, NDArray[np.int64]] = {}

        def add(one: NDArray[np.int64]) -> None:
            if not np.array_equal(one, owner):
                found.setdefault(one.tobytes(), one)

        for place, cycle in enumerate(self._cycles):
            for shift in range(1, len(cycle)):
                moved = owner.copy()
                moved[cycle] = owner[cycle[shift:] + cycle[:shift]]
                add(moved)
            for other in self._cycles[place + 1 :]:
                if len(other) != len(cycle):
                    continue
                for shift in range(len(other)):
                    turned = other[shift:] + other[:shift]
                    traded = owner.copy()
                    traded[cycle], traded[turned] = owner[turned], owner[cycle]
                    add(traded)
        return list(found.values())
