"""A number for each cell of a grid, as a picture: the greater, the darker."""

from __future__ import annotations

from collections.abc import Sequence

from dicelab.errors import DiceError
from dicelab.render.palette import INK, ink_on
from dicelab.render.svg import CELL, MARGIN, board_parts, board_size, cell_group, corner, document, square, text
from dicelab.render.words import wrap
from solver.polyform import SquareGrid

PALE, DEEP = (0xF2, 0xF6, 0xFB), (0x08, 0x3C, 0x7D)
"""The least and the greatest number."""

WIDTH = 420
SIZE = 15
_IN_CELL = 13


def heat_svg(grid: SquareGrid, values: Sequence[float], entries: Sequence[str], caption: str) -> str:
    """Draw a number for each cell.

    Parameters
    ----------
    values
        One finite number for each cell: they set the shades, evenly from the least to the greatest.
    entries
        What is written into each cell, at most six characters.
    caption
        What the numbers are; below the board, wrapped.

    Returns
    -------
    str
        An SVG file.

    Raises
    ------
    DiceError
        If there is not one value and one entry for each cell.
    """
    if not len(values) == len(entries) == len(grid):
        raise DiceError(f"{len(values)} values and {len(entries)} entries: give one of each for {len(grid)} cells")
    low, high = min(values), max(values)
    shades = [shade((value - low) / (high - low) if high > low else 0.0) for value in values]
    cells = [
        cell_group(grid, cell, entry, [square(grid, cell, fill), _entry(grid, cell, entry, fill)])
        for cell, (entry, fill) in enumerate(zip(entries, shades, strict=True))
    ]
    board_width, board_height = board_size(grid)
    width = max(WIDTH, board_width)
    lines = wrap(caption, int(width / (0.55 * SIZE)))
    left = MARGIN / 2 + (width - board_width) / 2
    parts = [board_parts(grid, cells, [()] * len(grid), left, MARGIN / 2)]
    y = float(MARGIN + board_height + SIZE)
    for line in lines:
        parts.append(text(line, MARGIN + width / 2, y, SIZE, fill=INK, text_anchor="middle"))
        y += 1.45 * SIZE
    return document(width + 2 * MARGIN, y + MARGIN / 2, caption, parts)


def shade(share: float) -> str:
    """Return the colour of a share from 0, the palest, to 1."""
    channels = (round(a + (b - a) * share) for a, b in zip(PALE, DEEP, strict=True))
    return "#" + "".join(f"{channel:02X}" for channel in channels)


def _entry(grid: SquareGrid, cell: int, entry: str, fill: str) -> str:
    x, y = corner(grid, cell)
    return text(entry, x + CELL / 2, y + CELL / 2, _IN_CELL, text_anchor="middle", fill=ink_on(fill))
