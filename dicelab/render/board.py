"""Pictures of a board and of a tiling."""

from __future__ import annotations

from dicelab.render.pieces import SQUARE, legend, lying, piece_labels
from dicelab.render.svg import (
    MARGIN,
    PALETTE,
    Owner,
    board_parts,
    board_size,
    cell_group,
    document,
    free_cell,
    peg,
    square,
    written,
)
from solver.polyform import Board, Grid, Tiling

BLOCKED = -1


def board_svg(board: Board) -> str:
    """Draw a board: blockers as dark round pegs, row letters and column numbers outside; holes are left out."""
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
    wide = max(wide, *(SQUARE * (1 + max(column for _, column in lying(piece))) for piece in tiling.puzzle.kinds))
    pieces, tall = legend(tiling.puzzle, MARGIN, high + 1.5 * MARGIN, wide)
    return document(wide + 1.5 * MARGIN, high + tall + 2 * MARGIN, name, [drawn, *pieces])


def board_drawn(board: Board, x: float, y: float) -> str:
    """Return a board as a part of a picture."""
    grid = board.grid
    cells = [peg(grid, cell) if board.blockers >> cell & 1 else free_cell(grid, cell) for cell in range(len(grid))]
    return board_parts(grid, cells, [()] * len(grid), x, y)


def tiling_drawn(tiling: Tiling, x: float, y: float) -> str:
    """Return a tiling as a part of a picture."""
    grid, pieces = tiling.puzzle.grid, tiling.puzzle.pieces
    on = [BLOCKED] * len(grid)
    for number, mask in enumerate(tiling.masks):
        for cell in grid.cells(mask):
            on[cell] = number
    shades, labels = _colours(tiling), piece_labels(tiling.puzzle)
    first = {(mask & -mask).bit_length() - 1 for mask in tiling.masks}
    cells = [
        peg(grid, cell)
        if number == BLOCKED
        else cell_group(
            grid,
            cell,
            f"piece {pieces[number].name}",
            [
                square(grid, cell, shades[number]),
                written(grid, cell, labels[number], shades[number]) if cell in first else "",
            ],
        )
        for cell, number in enumerate(on)
    ]
    # A blocker is no zone: each has a border of its own.
    zones: list[Owner] = [(number, cell) if number == BLOCKED else (number,) for cell, number in enumerate(on)]
    return board_parts(grid, cells, zones, x, y)


def _colours(tiling: Tiling) -> list[str]:
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


def _picture(grid: Grid, drawn: str, name: str) -> str:
    width, height = board_size(grid)
    # The labels are a margin on their side.
    return document(width + 1.5 * MARGIN, height + 1.5 * MARGIN, name, [drawn])
