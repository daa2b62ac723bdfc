"""Where a piece can lie."""

from __future__ import annotations

from collections.abc import Iterator

from solver.polyform.grid import Grid
from solver.polyform.piece import Piece


def placements(piece: Piece, grid: Grid) -> Iterator[int]:
    """Yield every placement of a free piece on an empty grid.

    Parameters
    ----------
    piece
        A free polyomino; all its rotations and reflections are tried.
    grid
        Of any size; a grid with holes has fewer placements.

    Yields
    ------
    int
        Bit ``i`` is set when cell ``i`` is covered. Ordered by lowest cell, then by mask.

    References
    ----------
    Garvie and Burkardt (2020), section 2; Jensen (2023), section 3: 625 placements in all of the nine pieces on
    the empty 6×6 board.

    Examples
    --------
    >>> from solver.polyform.grid import SquareGrid
    >>> sum(1 for _ in placements(Piece.parse("domino"), SquareGrid(6, 6)))
    60
    """
    found: set[int] = set()
    for shape in piece.orientations:
        first_row, first_column = shape[0]
        for row, column in grid.points:
            down, right = row - first_row, column - first_column
            cells = [grid.index.get((r + down, c + right)) for r, c in shape]
            if None not in cells:
                found.add(grid.mask(cell for cell in cells if cell is not None))
    return iter(sorted(found, key=lambda mask: (mask & -mask, mask)))
