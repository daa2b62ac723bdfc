"""The most solutions of a grid, by branch and bound over grids that grow along the walk with all partial solutions."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from experiments.domino.profile import Profile
from solver.errors import InputError
from solver.polyform import SquareGrid

ROOM = 200_000
"""Most grids with the most solutions, up to an exchange of the numbers."""


@dataclass(frozen=True, slots=True)
class MostSolutions:
    """The most solutions that a grid of a board has, and the grids that have so many."""

    board: SquareGrid
    solutions: int
    grids: tuple[tuple[int, ...], ...]
    """By cell; the numbers occur for the first time in ascending order along the walk."""
    nodes: tuple[int, ...]
    """Beginnings that were met, by their number of cells less one."""


def most_by_profile(board: SquareGrid, at_least: int = 1) -> MostSolutions | None:
    """Find the most solutions of a grid, and all grids with so many up to an exchange of the numbers.

    Parameters
    ----------
    board
        Of as many cells as some order needs.
    at_least
        Grids with fewer solutions are not looked for: with a number that some grid reaches, the search is shorter.

    Returns
    -------
    MostSolutions or None
        None proves that no grid has ``at_least`` solutions.

    Examples
    --------
    >>> most = most_by_profile(SquareGrid(2, 3))
    >>> most.solutions, most.grids
    (3, ((0, 0, 1, 0, 1, 1), (0, 1, 1, 0, 0, 1)))
    """
    from experiments.domino.kernel import most

    profile = Profile.of(board)
    cells = len(board)
    nodes = np.zeros((cells, 2), np.int64)
    found = np.zeros((ROOM, cells + 1), np.int64)
    count = most(profile.tables, onward(profile), profile.room, at_least, nodes, found)
    if count > ROOM:
        raise InputError(f"{count} grids with the most solutions: there is room for {ROOM}")
    if count == 0:
        return None
    grids = np.empty((count, cells), np.int64)
    grids[:, list(profile.walk.cells)] = found[:count, :cells]
    ascending = sorted(map(tuple, grids.tolist()))
    return MostSolutions(board, int(found[0, cells]), tuple(ascending), tuple(nodes[:, 0].tolist()))


def onward(profile: Profile) -> NDArray[np.int64]:
    """Return in how many ways a layout goes on after each place from each set of open cells.

    Examples
    --------
    >>> int(onward(Profile.of(SquareGrid(2, 3)))[0].max())
    3
    """
    alive, reach = profile.alive, profile.alive.shape[1].bit_length() - 2
    counts = np.zeros(alive.shape, np.int64)
    counts[-1, 0] = 1
    for place in range(len(alive) - 1, 0, -1):
        for opened in np.flatnonzero(alive[place - 1]).tolist():
            moved = opened >> 1
            reached = [moved | 1 << reach]
            reached += [moved ^ 1 << reach - n for n in profile.back[place].tolist() if n and moved >> reach - n & 1]
            counts[place - 1, opened] = counts[place, reached].sum()
    return counts
