"""Grids, sets of cells and labels as short text: ``triangles@1,0-2``, ``3+7-9``, ``JAN,FEB,1..31``."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from solver.errors import InputError, quoted
from solver.polyform.lattice import HEXAGONS, LATTICES, SQUARES, Lattice, Point, lattice_named

MOST_ROWS = 26
MOST_COLUMNS = 99
MOST_LABELS = MOST_ROWS * MOST_COLUMNS


def read_size(text: str) -> tuple[int, int, list[str]]:
    """Read the rows, the columns and the holes of a rectangle of squares.

    Examples
    --------
    >>> read_size("3x4-B2,C1")
    (3, 4, ['B2', 'C1'])
    """
    match = re.fullmatch(r"([0-9]{1,3})x([0-9]{1,3})(?:-([A-Za-z0-9,]+))?", text)
    if not match:
        others = " or ".join(f"{name}@…" for name in LATTICES if name != SQUARES.name)
        raise InputError(
            f"{quoted(text)} is not a grid: write rows x columns, such as 6x6 or 3x4-B2, or the columns of each row, "
            f"such as triangles@1,0-2 ({others})"
        )
    return int(match[1]), int(match[2]), match[3].split(",") if match[3] else []


def read_columns(text: str) -> tuple[Lattice, list[Point]]:
    """Read a lattice and the columns of each row.

    Examples
    --------
    >>> read_columns("hexagons@2,1-3+7")
    (HEXAGONS, [(0, 2), (1, 1), (1, 3), (1, 7)])
    """
    name, _, rows = text.partition("@")
    lattice = lattice_named(name)
    step = 2 if lattice is HEXAGONS else 1
    points = []
    for row, runs in enumerate(rows.split(",")):
        for run in runs.split("+") if runs else ():
            match = re.fullmatch(r"([0-9]{1,2})(?:-([0-9]{1,2}))?", run)
            first, last = (int(match[1]), int(match[2] or match[1])) if match else (1, 0)
            if first > last or row >= MOST_ROWS or last > MOST_COLUMNS:
                raise InputError(
                    f"{quoted(run)} in row {row + 1} of the grid: write columns such as 3 or 1-5, at most "
                    f"{MOST_COLUMNS}, in at most {MOST_ROWS} rows"
                )
            points += [(row, column) for column in range(first, last + 1, step)]
    if not points:
        raise InputError("the grid has no cell: give at least one row a column")
    _require_points(points, lattice)
    return lattice, points


def columns_text(points: Iterable[Point], lattice: Lattice) -> str:
    """Return the text that :func:`read_columns` reads.

    Examples
    --------
    >>> from solver.polyform.lattice import TRIANGLES
    >>> columns_text([(0, 1), (2, 0), (2, 1), (2, 2), (2, 6)], TRIANGLES)
    'triangles@1,,0-2+6'
    """
    step = 2 if lattice is HEXAGONS else 1
    rows: list[list[list[int]]] = []
    for row, column in sorted(points):
        rows += [[] for _ in range(row + 1 - len(rows))]
        if rows[row] and rows[row][-1][1] + step == column:
            rows[row][-1][1] = column
        else:
            rows[row].append([column, column])
    return f"{lattice.name}@{','.join('+'.join(_run(*run) for run in runs) for runs in rows)}"


def read_cells(text: str, what: str, cells: int) -> list[int]:
    """Read cells by their numbers from 1, such as ``3+7-9``.

    Raises
    ------
    InputError
        If a run is none, or beyond the cells; the message says what was read.

    Examples
    --------
    >>> read_cells("3+7-9", "region 1", 12)
    [2, 6, 7, 8]
    """
    found: list[int] = []
    for run in text.split("+"):
        match = re.fullmatch(r"([0-9]{1,4})(?:-([0-9]{1,4}))?", run)
        first, last = (int(match[1]), int(match[2] or match[1])) if match else (1, 0)
        if not 1 <= first <= last <= cells:
            raise InputError(f"{quoted(run)} in {what}: write numbers of cells such as 3 or 7-9, from 1 to {cells}")
        found += range(first - 1, last)
    return found


def cells_text(cells: Iterable[int]) -> str:
    """Return the text that :func:`read_cells` reads.

    Examples
    --------
    >>> cells_text([2, 6, 7, 8])
    '3+7-9'
    """
    return "+".join(runs_of_numbers([str(cell + 1) for cell in cells])).replace("..", "-")


def _run(first: int, last: int) -> str:
    return f"{first}-{last}" if first < last else str(first)


def runs_of_numbers(words: Sequence[str]) -> list[str]:
    """Write consecutive numbers among some words as runs.

    Examples
    --------
    >>> runs_of_numbers(["DEC", "1", "2", "3", "7"])
    ['DEC', '1..3', '7']
    """
    found: list[str] = []
    at = 0
    while at < len(words):
        end = at + 1
        if re.fullmatch("0|[1-9][0-9]*", words[at]):
            while end < len(words) and words[end] == str(int(words[at]) + end - at):
                end += 1
        found.append(f"{words[at]}..{words[end - 1]}" if end - at > 1 else words[at])
        at = end
    return found


def numbers_of_runs(words: Iterable[str]) -> list[str]:
    """Write out runs; other words stay as they are.

    Examples
    --------
    >>> numbers_of_runs(["DEC", "1..3", "7"])
    ['DEC', '1', '2', '3', '7']
    """
    found: list[str] = []
    for word in words:
        match = re.fullmatch(r"([0-9]{1,4})\.\.([0-9]{1,4})", word)
        found += map(str, range(int(match[1]), int(match[2]) + 1)) if match else [word]
        if len(found) > MOST_LABELS:
            raise InputError(f"more than {MOST_LABELS:,} labels: no grid has so many cells")
    return found


def _require_points(points: list[Point], lattice: Lattice) -> None:
    seen = set()
    for row, column in points:
        if not lattice.has((row, column)):
            raise InputError(
                f"there is no {lattice.cell_name} at column {column} of row {row + 1}: "
                "hexagons of the first row have even columns, those of the second row odd ones, and so on"
            )
        if (row, column) in seen:
            raise InputError(f"row {row + 1} of the grid has column {column} twice: name each cell once")
        seen.add((row, column))
