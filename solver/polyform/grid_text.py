"""Grids, sets of cells and labels as short text: ``triangles@1,0-2``, ``3+7-9``, ``JAN,FEB,1..31``; and drawings.

The labels of cells are numbers, rows and columns, or a puzzle's own. A drawing has a character for each place.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence

from solver.errors import InputError, quoted
from solver.polyform.lattice import LATTICES, SQUARES, Lattice, Point, lattice_named

MOST_ROWS = 26
MOST_COLUMNS = 99
MOST_LABELS = MOST_ROWS * MOST_COLUMNS

MOST_LABEL = 12
"""Most characters of the label of a cell."""

NUMBERS = "numbers"
ROWS_AND_COLUMNS = "rows-and-columns"


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
            f"{quoted(text)} is not a grid: write rows x columns, such as 6x6 or, with holes, 3x4-B2,C1, "
            f"or the columns of each row, such as triangles@1,0-2 ({others})"
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
            points += [(row, column) for column in range(first, last + 1, lattice.step)]
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
    rows: list[list[list[int]]] = []
    for row, column in sorted(points):
        rows += [[] for _ in range(row + 1 - len(rows))]
        if rows[row] and rows[row][-1][1] + lattice.step == column:
            rows[row][-1][1] = column
        else:
            rows[row].append([column, column])
    return f"{lattice.name}@{','.join('+'.join(_run(*run) for run in runs) for runs in rows)}"


def read_cells(text: str, what: str, cells: int) -> list[int]:
    """Read cells by their numbers from 1, such as ``3+7-9``.

    Raises :class:`InputError` if a run is malformed, or beyond the cells; the message names ``what`` was read.

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


def labels_of(
    points: Sequence[Point], lattice: Lattice, corner: Point, labels: str | Sequence[str] | None
) -> tuple[tuple[str, ...], str | None]:
    """Return the labels of cells one by one, and their name, or None where they are the usual ones.

    Raises :class:`InputError` if there are too few labels or too many, or one is no label or stands on two cells.

    Parameters
    ----------
    corner
        The first row and the first column of the board.
    labels
        ``numbers``, ``rows-and-columns``, or one for each cell; by default squares have rows and columns.

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
    >>> from solver.polyform.lattice import HEXAGONS
    >>> row_and_column((1, 2)), row_and_column((1, 3), HEXAGONS)
    ('B3', 'B2')
    """
    row, column = point[0] - corner[0], point[1] - corner[1]
    return f"{chr(ord('A') + row)}{column // lattice.step + 1}"


def square_at(label: str, rows: int, columns: int) -> Point:
    """Return the square of a rectangle with a row letter and a column number.

    Raises :class:`InputError` if the rectangle has no such square.

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


# ------------------------------------------------------------ drawings

Refuse = Callable[[int, str], InputError]
"""Makes an error from the number of a row, from 0, and a description of its fault."""


def drawn_points(rows: Sequence[str], lattice: Lattice, cells: str, none: str, refuse: Refuse) -> list[Point]:
    """Read the points of the cells of a drawing.

    A triangle may be drawn as ``^`` or ``v``, the marks of its lattice; where none is, the first place of the first row
    points up. Hexagons stand at every second place, those of a row between those of the next.

    Raises the error of ``refuse`` where a character is another one, or the lattice has no such cell.

    Parameters
    ----------
    cells, none
        The characters that are cells, and those that are none.
    refuse
        Makes the error about a row.

    Examples
    --------
    >>> from solver.polyform.lattice import TRIANGLES
    >>> drawn_points(["^", "^v^"], TRIANGLES, ".", " ", lambda row, what: InputError(f"row {row + 1}: {what}"))
    Traceback (most recent call last):
    solver.errors.InputError: row 2: '^' at place 1 can't be: below and beside the others it points down, v
    >>> drawn_points(["v^v"], TRIANGLES, ".", " ", lambda row, what: InputError(what))
    [(0, 1), (0, 2), (0, 3)]
    """
    found, odd = [], None
    for row, text in enumerate(rows):
        for column, character in enumerate(text):
            if character in none:
                continue
            if character not in cells + lattice.marks:
                raise refuse(row, f"has the character {character!r}: {_remedy(lattice, cells, none)}")
            parity = (row + column) % 2
            shift: int | None = None
            if character in lattice.marks and character not in cells:
                shift = (parity + lattice.marks.index(character)) % 2
            elif lattice.step > 1:
                shift = parity
            if shift is not None and odd is None:
                odd = shift
            if shift is not None and shift != odd:
                raise refuse(row, _impossible(lattice, character, column))
            found.append((row, column))
    return [(row, column + (odd or 0)) for row, column in found]


def drawn_rows(points: Sequence[Point], lattice: Lattice, cell: str, none: str) -> list[str]:
    """Draw points as rows that :func:`drawn_points` reads; triangles as ``^`` and ``v``.

    Examples
    --------
    >>> from solver.polyform.lattice import TRIANGLES
    >>> drawn_rows([(0, 2), (1, 1), (1, 2), (1, 3)], TRIANGLES, "X", ".")
    ['..^', '.^v^']
    """
    on = set(points)
    rows = []
    for row in range(max(row for row, _ in on) + 1):
        columns = [column for r, column in on if r == row]
        wide = max((column for _, column in on) if lattice is SQUARES else columns, default=-1) + 1
        marks = (_mark(lattice, (row, column), cell) if (row, column) in on else none for column in range(wide))
        rows.append("".join(marks))
    return rows


def _mark(lattice: Lattice, point: Point, cell: str) -> str:
    return lattice.marks[lattice.colour(point)] if lattice.marks else cell


def _remedy(lattice: Lattice, cells: str, none: str) -> str:
    blank = "a blank" if none[0] == " " else none[0]
    also = f" ({lattice.marks[0]} up, {lattice.marks[1]} down)" if lattice.marks else ""
    return f"write {cells[0]} for a {lattice.cell_name}{also} and {blank} for none"


def _impossible(lattice: Lattice, character: str, column: int) -> str:
    if lattice.marks:
        up, down = lattice.marks[0], lattice.marks[1]
        should = f"up, {up}" if character == down else f"down, {down}"
        return f"{character!r} at place {column + 1} can't be: below and beside the others it points {should}"
    return (
        f"there is no {lattice.cell_name} at place {column + 1}: write {lattice.name} at every second place, "
        "each row half a cell beside the next"
    )
