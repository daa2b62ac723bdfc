"""Pictures of a board, of a tiling, and of a number for each cell."""

from __future__ import annotations

from collections.abc import Sequence

from dicelab.errors import DiceError
from dicelab.render.cells import (
    NOTE,
    Owner,
    board_parts,
    board_size,
    cell_group,
    free_cell,
    ground,
    labelled,
    peg,
    written,
)
from dicelab.render.drawing import pieces_by_cell
from dicelab.render.pieces import SQUARE, legend, piece_labels, piece_layout
from dicelab.render.svg import INK, MARGIN, NEUTRAL, PALETTE, PARTS, document, mixed, text
from dicelab.render.text import wrap
from solver.polyform import Board, Grid, Puzzle, Tiling

BLOCKED = -1

HEAT_WIDTH = 420
HEAT_SIZE = 15
_IN_CELL = 13


def board_svg(board: Board) -> str:
    """Draw a board: blockers as dark round pegs; holes are left out.

    Squares have row letters and column numbers outside, other cells and those with labels of their own these inside.
    """
    return _picture(board.grid, board_drawn(board, MARGIN / 2, MARGIN / 2), f"Board {board.format()}")


def tiling_svg(tiling: Tiling, *, with_legend: bool = False) -> str:
    """Draw a tiling: each piece in a colour, outlined and named, blockers as dark round pegs.

    Up to twelve pieces keep their colours from picture to picture; beyond, no two that touch are alike where possible.
    A legend below the board shows every kind of piece with its name.
    """
    drawn, name = tiling_drawn(tiling, MARGIN / 2, MARGIN / 2), f"Tiling of board {tiling.board.format()}"
    if not with_legend:
        return _picture(tiling.puzzle.grid, drawn, name)
    wide, high = board_size(tiling.puzzle.grid)
    wide = max(wide, *(piece_layout(piece, SQUARE).width for piece in tiling.puzzle.kinds))
    pieces, tall = legend(tiling.puzzle, MARGIN, high + 1.5 * MARGIN, wide)
    return document(wide + 1.5 * MARGIN, high + tall + 2 * MARGIN, name, [drawn, *pieces])


def board_drawn(board: Board, x: float, y: float, puzzle: Puzzle | None = None) -> str:
    """Return a board as a part of a picture; with the regions of a puzzle and the cells that it keeps free, if any."""
    grid = board.grid
    zones, shades, free = board_places(puzzle, grid)
    cells = []
    for cell in range(len(grid)):
        if board.blockers >> cell & 1:
            cells.append(peg(grid, cell, fill=shades[cell]))
        else:
            cells.append(
                free_cell(
                    grid, cell, "stays free" if free >> cell & 1 else "", shades[cell], dashed=free >> cell & 1 == 1
                )
            )
    return board_parts(grid, cells, zones, x, y)


def places_captions(puzzle: Puzzle) -> list[str]:
    """Say where blockers may stand, in the words of the picture; nothing where they may stand anywhere.

    Examples
    --------
    >>> places_captions(Puzzle.parse("1x4/2:I2;regions=1-2,3-4"))
    ['One blocker on each of the 2 coloured regions.']
    >>> places_captions(Puzzle.parse("1x5/2:I3;regions=1-2,4-5"))
    ['One blocker on each of the 2 coloured regions; the other cells stay free.']
    >>> places_captions(Puzzle.parse("1x4/2:I2;free=1"))
    ['No blocker on the cells with a dashed line.']
    """
    number = len(puzzle.regions)
    if number:
        regions = f"each of the {number} coloured regions" if number > 1 else "the coloured region"
        others = "" if puzzle.blockable == puzzle.grid.full else "; the other cells stay free"
        return [f"One blocker on {regions}{others}."]
    return ["No blocker on the cells with a dashed line."] if puzzle.always_free else []


def board_places(puzzle: Puzzle | None, grid: Grid) -> tuple[list[Owner], list[str], int]:
    """Return the zone and the shade of each cell, and the cells that stay free."""
    zones: list[Owner] = [()] * len(grid)
    shades = [NEUTRAL] * len(grid)
    if puzzle is None:
        return zones, shades, 0
    for number, region in enumerate(puzzle.regions):
        for cell in grid.cells(region):
            zones[cell], shades[cell] = (number,), PARTS[number % len(PARTS)]
    return zones, shades, 0 if puzzle.regions else puzzle.always_free


def tiling_drawn(tiling: Tiling, x: float, y: float) -> str:
    """Return a tiling as a part of a picture."""
    grid, pieces = tiling.puzzle.grid, tiling.puzzle.pieces
    pieces_on = pieces_by_cell(tiling)
    on = [pieces_on.get(cell, BLOCKED) for cell in range(len(grid))]
    shades, labels = tiling_colours(tiling), piece_labels(tiling.puzzle)
    first = {(mask & -mask).bit_length() - 1 for mask in tiling.masks}
    cells = [
        peg(grid, cell)
        if number == BLOCKED
        else cell_group(
            grid,
            cell,
            f"piece {pieces[number].name}",
            [
                ground(grid, cell, shades[number]),
                written(grid, cell, labels[number], shades[number])
                if cell in first
                else labelled(grid, cell, shades[number], size=NOTE),
            ],
        )
        for cell, number in enumerate(on)
    ]
    # A blocker is no zone: each has a border of its own.
    zones: list[Owner] = [(number, cell) if number == BLOCKED else (number,) for cell, number in enumerate(on)]
    return board_parts(grid, cells, zones, x, y)


def tiling_colours(tiling: Tiling) -> list[str]:
    """Return a colour for each piece: its own, or the next that no earlier neighbour has."""
    grid = tiling.puzzle.grid
    chosen: list[int] = []
    for number, mask in enumerate(tiling.masks):
        edge = 0
        for cell in grid.cells(mask):
            edge |= grid.neighbour_masks[cell]
        taken = {chosen[other] for other in range(number) if tiling.masks[other] & edge}
        wanted = [(number + step) % len(PALETTE) for step in range(len(PALETTE))]
        chosen.append(next((shade for shade in wanted if shade not in taken), wanted[0]))
    return [PALETTE[shade] for shade in chosen]


def heat_svg(grid: Grid, values: Sequence[float], entries: Sequence[str], caption: str) -> str:
    """Draw a number for each cell.

    The ``values``, all finite, set the shades, evenly from the least to the greatest. Each of the ``entries``, at most
    six characters, is written into its cell, and the ``caption`` wrapped below the board. Raises :class:`DiceError` if
    there is not one value and one entry for each cell.
    """
    if not len(values) == len(entries) == len(grid):
        raise DiceError(f"{len(values)} values and {len(entries)} entries: give one of each for {len(grid)} cells")
    low, high = min(values), max(values)
    shades = [mixed((value - low) / (high - low) if high > low else 0.0) for value in values]
    cells = [
        cell_group(grid, cell, entry, [ground(grid, cell, fill), written(grid, cell, entry, fill, size=_IN_CELL)])
        for cell, (entry, fill) in enumerate(zip(entries, shades, strict=True))
    ]
    board_width, board_height = board_size(grid)
    width = max(HEAT_WIDTH, board_width)
    lines = wrap(caption, int(width / (0.55 * HEAT_SIZE)))
    left = MARGIN / 2 + (width - board_width) / 2
    parts = [board_parts(grid, cells, [()] * len(grid), left, MARGIN / 2)]
    y = float(MARGIN + board_height + HEAT_SIZE)
    for line in lines:
        parts.append(text(line, MARGIN + width / 2, y, HEAT_SIZE, fill=INK, text_anchor="middle"))
        y += 1.45 * HEAT_SIZE
    return document(width + 2 * MARGIN, y + MARGIN / 2, caption, parts)


def _picture(grid: Grid, drawn: str, name: str) -> str:
    width, height = board_size(grid)
    # The labels are a margin on their side.
    return document(width + 1.5 * MARGIN, height + 1.5 * MARGIN, name, [drawn])
