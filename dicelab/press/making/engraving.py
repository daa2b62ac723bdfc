"""Labels in the floor of a tray: letters of small square pits, joined where they lie side by side."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from dicelab.press.making.letters import HEIGHT, dots, text_steps
from dicelab.press.making.mesh import Mesh
from dicelab.render.layout import Place

DOT = 0.8
"""Width of a pit, where two of them begin 1 apart."""


def engraved(mesh: Mesh, edge: Sequence[int], middle: Place, radius: float, text: str, depth: float) -> None:
    """Add the upper face of a convex cell, with a text engraved around its middle.

    Parameters
    ----------
    edge
        The corners of the face, clockwise as drawn.
    radius
        Of the circle around the middle that the text fills; it lies within the face.
    """
    z = mesh.corners[edge[0]][2]
    columns, rows = text_steps(text) + 1, HEIGHT + 1
    step = 2 * radius / (columns**2 + rows**2) ** 0.5
    left, top = middle[0] - step * columns / 2, middle[1] - step * rows / 2
    # Pits and the gaps between them in turn.
    xs = [left + step * (n // 2 + (1 - DOT) / 2 + (n % 2) * DOT) for n in range(2 * columns)]
    ys = [top + step * (n // 2 + (1 - DOT) / 2 + (n % 2) * DOT) for n in range(2 * rows)]
    pits = _pits(text)
    upper = [[mesh.corner((x, y), z) for x in xs] for y in ys]
    lower: dict[tuple[int, int], int] = {}

    def low(row: int, column: int) -> int:
        if (row, column) not in lower:
            lower[row, column] = mesh.corner((xs[column], ys[row]), z - depth)
        return lower[row, column]

    for row in range(len(ys) - 1):
        for column in range(len(xs) - 1):
            # Anticlockwise as seen from above.
            around = [(row, column), (row + 1, column), (row + 1, column + 1), (row, column + 1)]
            if (row, column) not in pits:
                mesh.face(*(upper[r][c] for r, c in around))
                continue
            mesh.face(*(low(r, c) for r, c in around))
            beside = [(row, column - 1), (row + 1, column), (row, column + 1), (row - 1, column)]
            for one, other, neighbour in zip(around, [*around[1:], around[0]], beside, strict=True):
                if neighbour not in pits:
                    mesh.face(low(*other), low(*one), upper[one[0]][one[1]], upper[other[0]][other[1]])
    _margin(mesh, edge, upper)


def _pits(text: str) -> set[tuple[int, int]]:
    """Return the row and column of each field that is lower: the dots, and what is between two side by side."""
    found = {(2 * y, 2 * x) for x, y in dots(text)}
    across = {(row, column + 1) for row, column in found if (row, column + 2) in found}
    down = {(row + 1, column) for row, column in found if (row + 2, column) in found}
    return found | across | down


def _margin(mesh: Mesh, edge: Sequence[int], upper: Sequence[Sequence[int]]) -> None:
    """Add the face between the edge of a cell and the rectangle with the text."""
    places = [mesh.corners[one][:2] for one in edge]
    count = len(edge)
    # The corner of the cell that lies farthest above, to the right, below and to the left; of two the first, clockwise.
    numbers = range(count)

    def near(value: float) -> float:
        return round(value, 6)

    farthest = [
        max(numbers, key=lambda n: (near(places[n][1]), near(-places[n][0]))),
        max(numbers, key=lambda n: (near(places[n][0]), near(places[n][1]))),
        max(numbers, key=lambda n: (near(-places[n][1]), near(places[n][0]))),
        max(numbers, key=lambda n: (near(-places[n][0]), near(-places[n][1]))),
    ]
    right, left = [row[-1] for row in upper], [row[0] for row in upper]
    sides = [list(upper[0]), right, upper[-1][::-1], left[::-1]]
    for side, apex, following in zip(sides, farthest, [*farthest[1:], farthest[0]], strict=True):
        for one, other in pairwise(side):
            mesh.face(edge[apex], one, other)
        for n in range((following - apex) % count):
            mesh.face(side[-1], edge[(apex + n + 1) % count], edge[(apex + n) % count])


__all__ = ["engraved"]
