"""Grids, and what stands on their cells, drawn as rows of text with one character a place, and read from them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from solver.errors import InputError, quoted
from solver.polyform.lattice import SQUARES, Lattice, Point

if TYPE_CHECKING:
    from solver.polyform.grid import Grid

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


def rows_drawn(grid: Grid, letters: Mapping[int, str], empty: str) -> str:
    """Return rows of text with one character for each cell; what is no cell is blank."""
    lines = (
        "".join(
            letters.get(grid.index[row, column], empty) if (row, column) in grid.index else " "
            for column in range(grid.left, grid.left + grid.columns)
        )
        for row in range(grid.top, grid.top + grid.rows)
    )
    # A rectangle of squares keeps its holes at the end of a line, so that all lines are equally long.
    return "\n".join(lines if grid.lattice is SQUARES else (line.rstrip() for line in lines))


def rows_read(grid: Grid, text: str) -> dict[int, str]:
    """Read rows of text into one character for each cell.

    Raises :class:`InputError` if the rows do not fit the grid.
    """
    lines = [line.rstrip() for line in whole_rows(grid, text)]
    if len(lines) != grid.rows:
        raise InputError(f"{len(lines)} rows of text: write {grid.rows} rows of {grid.columns} characters")
    gaps = "the holes" if grid.lattice is SQUARES else f"what is no {grid.lattice.cell_name} of the board"
    found: dict[int, str] = {}
    for row, line in enumerate(lines):
        padded = line.ljust(grid.columns)
        if len(padded) != grid.columns:
            raise InputError(f"row {row + 1} is {quoted(line)}: write {grid.columns} characters")
        for column, character in enumerate(padded):
            cell = grid.index.get((row + grid.top, column + grid.left))
            if (cell is None) != (character == " "):
                raise InputError(f"row {row + 1} is {quoted(line)}: leave exactly {gaps} blank")
            if cell is not None:
                found[cell] = character
    return found


def whole_rows(grid: Grid, text: str) -> list[str]:
    """Return the lines of drawings, with just those blank ones at both ends that are rows of the grid.

    Editors, and those who copy from a screen, leave out blank lines at the beginning and at the end.
    """
    lines = text.splitlines()
    marked = [number for number, line in enumerate(lines) if line.strip()]
    if not marked:
        return lines
    above = grid.points[0][0] - grid.top
    below = grid.top + grid.rows - 1 - grid.points[-1][0]
    return [""] * above + lines[marked[0] : marked[-1] + 1] + [""] * below
