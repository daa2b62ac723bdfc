"""A domino grid as an exact cover problem: cells and dominoes are the items, locations the options."""

from __future__ import annotations

from solver.domino.grid import DominoGrid, Solution
from solver.exact_cover import ExactCover


def cover_of(grid: DominoGrid) -> ExactCover:
    """Return the problem whose option ``i`` is location ``i`` of the grid.

    Examples
    --------
    >>> cover_of(DominoGrid.parse("0:00"))
    ExactCover(items=('A1', 'A2', '0-0'), options=((0, 1, 2),), multiplicities=(1, 1, 1), primary=3)
    """
    cells = len(grid.board)
    labels = tuple(grid.board.label(cell) for cell in range(cells))
    names = tuple(f"{low}-{high}" for low, high in grid.bones)
    options = tuple((*location, cells + domino) for location, domino in zip(grid.locations, grid.dominoes, strict=True))
    return ExactCover(labels + names, options)


def solution_of(grid: DominoGrid, chosen: tuple[int, ...]) -> Solution:
    """Return the locations of the chosen options."""
    return tuple(sorted(grid.locations[option] for option in chosen))
