"""No seven dice of three to 17 cells with all 48 are always solvable: a proof without a search, held to the census.

Two blockers can leave two triangles alone, each without a free neighbour, and there is only one piece of one triangle.
So the two cells must be on the same die, unless a die shows nothing but those triangles. The pairs link 18 cells.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from solver.polyform import Grid


@dataclass(frozen=True, slots=True)
class IsolatingPair:
    """Two cells that, when blocked, leave at least two others without a free neighbour; all as masks."""

    blocked: int
    alone: int


def isolating_pairs(grid: Grid) -> list[IsolatingPair]:
    """Return all pairs of cells that leave at least two cells alone, in ascending order."""
    found = []
    for pair in combinations(range(len(grid)), 2):
        blocked = grid.mask(pair)
        alone = [
            cell
            for cell, around in enumerate(grid.neighbour_masks)
            if not blocked >> cell & 1 and not around & ~blocked
        ]
        if len(alone) > 1:
            found.append(IsolatingPair(blocked, grid.mask(alone)))
    return found


def linked(pairs: list[IsolatingPair]) -> list[int]:
    """Return the cells that are linked by pairs, as one mask for each connected part."""
    parts: list[int] = []
    for pair in pairs:
        touched = [part for part in parts if part & pair.blocked]
        parts = [part for part in parts if not part & pair.blocked]
        parts.append(pair.blocked | sum(touched))
    return parts


def boards_of(pair: IsolatingPair, cells: int, blockers: int) -> NDArray[np.uint64]:
    """Return all boards with a blocker on both cells of a pair, and on none of those left alone."""
    others = [cell for cell in range(cells) if not (pair.blocked | pair.alone) >> cell & 1]
    chosen = np.array(list(combinations(others, blockers - 2)), np.uint64)
    masks: NDArray[np.uint64] = (np.uint64(1) << chosen).sum(axis=1, dtype=np.uint64) | np.uint64(pair.blocked)
    return masks


def solvable_among(
    pairs: list[IsolatingPair], grid: Grid, blockers: int, look_up: Callable[..., NDArray[np.bool_]]
) -> int:
    """Return how many boards of the pairs the census has a tiling for; none, if the lemma holds."""
    return sum(int(look_up(boards_of(pair, len(grid), blockers)).sum()) for pair in pairs)
