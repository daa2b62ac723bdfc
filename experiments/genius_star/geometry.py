"""The Genius Star once more, from a description of its board and pieces: for a second program that shares nothing.

A triangle is the set of its three corners, and a symmetry of the plane's triangles is a linear map of the corners. So
neither the parity of a cell nor a table of orientations occurs here. Nothing is imported from the packages.
"""

from __future__ import annotations

from functools import cache

Corner = tuple[int, int]
"""Coordinates along two sides of a triangle that meet at 60 degrees."""
Triangle = frozenset[Corner]
Cells = tuple[tuple[int, int], ...]
"""Row and column of each triangle; it points up where their sum is even."""

ROWS = ((6, 6), (5, 7), (1, 11), (2, 10), (2, 10), (1, 11), (5, 7), (6, 6))
"""First and last column of each row of the board."""

I3: Cells = ((0, 0), (0, 1), (0, 2))
PIECES: tuple[Cells, ...] = (
    ((0, 0),),
    ((0, 0), (0, 1)),
    I3,
    I3,
    (*I3, (0, 3)),
    ((0, 0), (1, -1), (1, 0), (1, 1)),
    (*I3, (1, 0)),
    (*I3, (0, 3), (0, 4)),
    (*I3, (0, 3), (1, 0)),
    ((0, 0), (1, -1), (1, 0), (1, 1), (1, 2)),
    (*I3, (1, 0), (1, 2)),
)
HEXAGON: Cells = (*I3, (1, 0), (1, 1), (1, 2))
GOLDEN = (*(piece for piece in PIECES if piece != I3), HEXAGON)
"""The pieces with the hexagon of six triangles in place of the two rows of three."""

_REACH = range(-12, 13)
"""Translations that are tried, in both directions."""


def triangle(row: int, column: int) -> Triangle:
    """Return the corners of a cell."""
    top, bottom = (
        ((column + 1,), (column, column + 2)) if (row + column) % 2 == 0 else ((column, column + 2), (column + 1,))
    )
    points = [(x, row) for x in top] + [(x, row + 1) for x in bottom]
    return frozenset(((x - 1 - y) // 2, y) for x, y in points)


def _turned(corner: Corner, symmetry: int) -> Corner:
    """Mirror a corner for symmetries from 6 on, and turn it by so many times 60 degrees."""
    one, other = corner if symmetry < 6 else corner[::-1]
    for _ in range(symmetry % 6):
        one, other = -other, one + other
    return one, other


def _moved(cell: Triangle, symmetry: int, right: int, down: int) -> Triangle:
    turned = (_turned(corner, symmetry) for corner in cell)
    return frozenset((one + right, other + down) for one, other in turned)


@cache
def board() -> tuple[Triangle, ...]:
    """Return the triangles of the board, row by row."""
    return tuple(triangle(row, column) for row, (first, last) in enumerate(ROWS) for column in range(first, last + 1))


@cache
def neighbours() -> tuple[int, ...]:
    """Return for each cell the mask of those that share a side with it."""
    return tuple(sum(1 << n for n, other in enumerate(board()) if len(cell & other) == 2) for cell in board())


@cache
def placements(piece: Cells) -> tuple[int, ...]:
    """Return the masks of all places of a piece on the board, either side up, in ascending order."""
    number = {cell: n for n, cell in enumerate(board())}
    shape = [triangle(*cell) for cell in piece]
    found = set()
    for symmetry in range(12):
        for right in _REACH:
            for down in _REACH:
                cells = [number.get(_moved(cell, symmetry, right, down)) for cell in shape]
                if None not in cells:
                    found.add(sum(1 << cell for cell in cells if cell is not None))
    return tuple(sorted(found))


@cache
def symmetries() -> tuple[tuple[int, ...], ...]:
    """Return the symmetries of the board, each as the number of the image of every cell."""
    number = {cell: n for n, cell in enumerate(board())}
    found = []
    for symmetry in range(12):
        for right in _REACH:
            for down in _REACH:
                images = tuple(number.get(_moved(cell, symmetry, right, down), -1) for cell in board())
                if -1 not in images:
                    found.append(images)
    return tuple(found)
