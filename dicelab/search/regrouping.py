"""Search in large neighbourhoods: the cells of any three dice are dealt anew, in the best of all ways.

The other dice stay. The forbidden boards with a cell of each of them tell what every three of the free cells cost when
they are on different dice; branch and bound finds the deal of these cells that costs least, of up to 2,858,856 for dice
of six cells. So one step looks at all of them in less than a millisecond. Where no three dice can be dealt better, the
boards that are rolled become dearer (Morris 1993), until another deal is better.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

import numpy as np

from dicelab.score.forbidden import Forbidden, ForbiddenBoards
from dicelab.search.regrouping_kernel import MOST_CELLS, descend
from dicelab.search.tabu import Check
from solver.polyform.symmetry import Masks
from solver.runs import jit

PATIENCE = 35
"""Steps without a better set after which rolled boards become dearer: as many as there are three of seven dice."""

MOST_NODES = 20_000
"""Nodes of one step; a step that is not over by then takes the best deal so far."""

MOST_FREE = MOST_CELLS // 3
"""Cells of a die, at most."""

_DRAWS = 32


@dataclass(frozen=True, slots=True)
class Descent:
    """Where a search ended: its set, the forbidden boards that it rolls, the steps and the nodes."""

    dice: tuple[int, ...]
    rolled: int
    steps: int
    nodes: int


def can_regroup(forbidden: Forbidden, sizes: tuple[int, ...]) -> bool:
    """Tell whether dice can be dealt anew: at least three, none too large, and the boards are listed.

    In plain Python a step takes some seconds.
    """
    return isinstance(forbidden, ForbiddenBoards) and len(sizes) >= 3 and max(sizes) <= MOST_FREE and jit.available()


def regroup(
    forbidden: ForbiddenBoards,
    dice: Masks,
    steps: int,
    generator: np.random.Generator,
    *,
    chunk: int = 100,
    check: Check | None = None,
) -> Descent:
    """Deal three dice anew, again and again, until no forbidden board is rolled or for some steps.

    ``check`` is called after each ``chunk`` of steps; the draws depend on it.
    """
    boards, dice = forbidden.boards, np.array(dice, np.uint64)
    sizes = np.bitwise_count(dice)
    threes = np.array([three for three in combinations(range(len(dice)), 3) if sizes[[*three]].sum() <= MOST_CELLS])
    weights = np.ones(len(boards), np.int32)
    best, fewest, done, nodes = dice.copy(), len(boards) + 1, 0, 0
    while done < steps and fewest:
        number = min(chunk, steps - done)
        chosen = generator.permuted(threes[generator.integers(len(threes), size=number)], axis=1)
        draws = generator.integers(1 << 40, size=(number, _DRAWS))
        reached = dice.copy()
        rolled, made, looked = descend(
            forbidden.blocking, boards, weights, dice, chosen, draws, MOST_NODES, PATIENCE, reached
        )
        done, nodes = done + int(made), nodes + int(looked)
        if rolled < fewest:
            fewest, best = int(rolled), reached
        if check:
            check()
    return Descent(tuple(best.tolist()), fewest, done, nodes)
