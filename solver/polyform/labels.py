"""The labels of the cells of a board: numbers, rows and columns, or texts of its own."""

from __future__ import annotations

import re
from collections.abc import Sequence

from solver.errors import InputError, quoted
from solver.polyform.grid_text import numbers_of_runs, runs_of_numbers
from solver.polyform.lattice import HEXAGONS, SQUARES, Lattice, Point

MOST_LABEL = 12
"""Most characters of the label of a cell."""

NUMBERS = "numbers"
ROWS_AND_COLUMNS = "rows-and-columns"


def labels_of(
    points: Sequence[Point], lattice: Lattice, corner: Point, labels: str | Sequence[str] | None
) -> tuple[tuple[str, ...], str | None]:
    """Return the labels of cells one by one, and their name, or None where they are the usual ones.

    Parameters
    ----------
    corner
        The first row and the first column of the board.
    labels
        ``numbers``, ``rows-and-columns``, or one for each cell; by default squares have rows and columns.

    Raises
    ------
    InputError
        If there are too few labels or too many, or one is no label or stands on two cells.

    Examples
    --------
    >>> labels_of([(0, 0), (0, 1)], SQUARES, (0, 0), ["1", "2"])
    (('1', '2'), 'numbers')
    >>> labels_of([(0, 0), (0, 1)], SQUARES, (0, 0), None)
    (('A1', 'A2'), None)
    """
    usual = ROWS_AND_COLUMNS if lattice is SQUARES else NUMBERS
    schemes = {
        NUMBERS: tuple(str(number) for number in range(1, len(points) + 1)),
        ROWS_AND_COLUMNS: tuple(row_and_column(point, lattice, corner) for point in points),
    }
    scheme = usual if labels is None else labels
    if not isinstance(scheme, str):
        # Equal grids have equal labels, however they were told.
        scheme = next((name for name, listed in schemes.items() if listed == tuple(scheme)), scheme)
    if isinstance(scheme, str) and scheme in schemes:
        return schemes[scheme], None if scheme == usual else scheme
    _require_labels(scheme, len(points))
    return tuple(scheme), ",".join(runs_of_numbers(scheme))


def read_labels(text: str) -> str | list[str]:
    """Read the name of labels, or all of them.

    Examples
    --------
    >>> read_labels("numbers"), read_labels("JAN,1..3")
    ('numbers', ['JAN', '1', '2', '3'])
    """
    return text if text in {NUMBERS, ROWS_AND_COLUMNS} else numbers_of_runs(text.split(","))


def row_and_column(point: Point, lattice: Lattice = SQUARES, corner: Point = (0, 0)) -> str:
    """Return the letter of the row, and the number of the place in it.

    Examples
    --------
    >>> row_and_column((1, 2)), row_and_column((1, 3), HEXAGONS)
    ('B3', 'B2')
    """
    row, column = point[0] - corner[0], point[1] - corner[1]
    return f"{chr(ord('A') + row)}{(column // 2 if lattice is HEXAGONS else column) + 1}"


def square_at(label: str, rows: int, columns: int) -> Point:
    """Return the square of a rectangle with a row letter and a column number.

    Raises
    ------
    InputError
        If the rectangle has no such square.

    Examples
    --------
    >>> square_at("b3", 2, 3)
    (1, 2)
    """
    match = re.fullmatch(r"([A-Za-z])([1-9][0-9]?)", label)
    point = (ord(match[1].upper()) - ord("A"), int(match[2]) - 1) if match else (rows, columns)
    if point[0] >= rows or point[1] >= columns:
        last = row_and_column((rows - 1, columns - 1))
        raise InputError(f"{quoted(label)} is not a cell: write a cell of the board, from A1 to {last}")
    return point


def _require_labels(labels: str | Sequence[str], cells: int) -> None:
    if isinstance(labels, str) or len(labels) != cells:
        number = f"{quoted(labels)}" if isinstance(labels, str) else f"{len(labels)} labels"
        raise InputError(f"{number} for {cells} cells: write one label for each, {NUMBERS} or {ROWS_AND_COLUMNS}")
    seen: dict[str, str] = {}
    for label in labels:
        if not re.fullmatch(rf"[^\W_]{{1,{MOST_LABEL}}}", label):
            raise InputError(f"label {quoted(label)}: use 1 to {MOST_LABEL} letters and digits")
        if label.upper() in seen:
            raise InputError(f"label {quoted(label)} stands on two cells: give each cell its own")
        seen[label.upper()] = label
