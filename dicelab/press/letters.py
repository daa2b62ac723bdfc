"""Letters of single strokes: a laser engraves along them, and the floor of a printed tray has pits on them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import hypot

from dicelab.press.fonts import letter_tables
from dicelab.press.mesh import Mesh
from dicelab.render.layout import Place

WIDTH, HEIGHT = 4, 6
"""Of a letter, in the steps of its strokes."""

ADVANCE = 6

DOT = 0.8
"""Width of a pit, where two of them begin 1 apart."""


def _strokes(letter: str) -> list[list[tuple[int, int]]]:
    """Return the strokes of a capital, each by its corners."""
    lines = filter(None, letter_tables()["strokes"][letter].split("|"))
    return [[(int(corner[0]), int(corner[1])) for corner in line.split()] for line in lines]


def can_write(text: str) -> bool:
    """Tell whether all letters of a text have strokes; small letters are written as capitals."""
    return all(letter in letter_tables()["strokes"] for letter in text.upper())


def written(text: str, middle: Place, height: float) -> list[tuple[Place, ...]]:
    """Return the strokes of a line of text around a place.

    Examples
    --------
    >>> written("l", (0, 0), 6)
    [((-2.0, -3.0), (-2.0, 3.0), (2.0, 3.0))]
    """
    step = height / HEIGHT
    left = middle[0] - step * text_steps(text) / 2
    return [
        tuple((left + step * (ADVANCE * number + x), middle[1] + step * (y - HEIGHT / 2)) for x, y in stroke)
        for number, letter in enumerate(text.upper())
        for stroke in _strokes(letter)
    ]


def filled(strokes: Sequence[tuple[Place, ...]], width: float) -> tuple[tuple[Place, ...], ...]:
    """Return areas that together cover strokes of a width: a rectangle for each straight line, all wound the same way.

    Examples
    --------
    >>> filled([((0, 0), (4, 0))], 2)
    (((-1.0, -1.0), (5.0, -1.0), (5.0, 1.0), (-1.0, 1.0)),)
    """
    found = []
    for stroke in strokes:
        for (x, y), (far, deep) in pairwise(stroke):
            scale = width / 2 / hypot(far - x, deep - y)
            right, down = scale * (far - x), scale * (deep - y)
            found.append(
                (
                    (x - right + down, y - down - right),
                    (far + right + down, deep + down - right),
                    (far + right - down, deep + down + right),
                    (x - right - down, y - down + right),
                )
            )
    return tuple(found)


def dots(text: str) -> set[tuple[int, int]]:
    """Return the dots of a line of text, each the place from the left and from the top.

    Examples
    --------
    >>> sorted(dots("-"))
    [(1, 3), (2, 3), (3, 3)]
    """
    found = set()
    for number, letter in enumerate(text.upper()):
        for stroke in _strokes(letter):
            for (x, y), (far, deep) in pairwise(stroke):
                steps = max(abs(far - x), abs(deep - y))
                for n in range(steps + 1):
                    column = x + (2 * n * (far - x) + steps) // (2 * steps)
                    found.add((ADVANCE * number + column, y + (2 * n * (deep - y) + steps) // (2 * steps)))
    return found


def text_steps(text: str) -> int:
    """Return the width of a line of text in steps, of which a letter is six high."""
    return ADVANCE * len(text) - (ADVANCE - WIDTH)


def labels_written(labels: Sequence[str]) -> list[str]:
    """Return the labels if all of them can be written and told apart in capitals, and else the numbers from 1."""
    capitals = [label.upper() for label in labels]
    if all(map(can_write, capitals)) and len(set(capitals)) == len(capitals):
        return capitals
    return [str(number) for number in range(1, len(labels) + 1)]


def engraved(
    mesh: Mesh, cell: tuple[list[Place], list[int]], middle: Place, radius: float, text: str, depth: float
) -> None:
    """Add the upper face of a convex cell, with a text engraved around its middle in pits.

    Parameters
    ----------
    cell
        The corners of the face, clockwise as drawn, and their numbers.
    radius
        Of the circle around the middle that the text fills; it lies within the face.
    """
    z = mesh.corners[cell[1][0]][2]
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
    # The upper side of the field, anticlockwise as drawn: left, below, right and above.
    last_row, last_column = len(ys) - 1, len(xs) - 1
    around = [(row, 0) for row in range(last_row)] + [(last_row, column) for column in range(last_column)]
    around += [(last_row - row, last_column) for row in range(last_row)]
    around += [(0, last_column - column) for column in range(last_column)]
    field = [(xs[column], ys[row]) for row, column in around]
    mesh.caps([cell[0], field], [cell[1], [upper[row][column] for row, column in around]])


def _pits(text: str) -> set[tuple[int, int]]:
    """Return the row and column of each field that is lower: the dots, and what is between two side by side."""
    found = {(2 * y, 2 * x) for x, y in dots(text)}
    across = {(row, column + 1) for row, column in found if (row, column + 2) in found}
    down = {(row + 1, column) for row, column in found if (row + 2, column) in found}
    return found | across | down
