"""Something on each cell of a board, drawn as rows of text, and read from them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from solver.errors import InputError, quoted
from solver.polyform.lattice import SQUARES

if TYPE_CHECKING:
    from solver.polyform.grid import Grid


def rows_drawn(grid: Grid, letters: Mapping[int, str], empty: str) -> str:
    """Return rows of text with one character for each cell, and blanks elsewhere."""
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

    Raises
    ------
    InputError
        If the rows do not fit the grid.
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
