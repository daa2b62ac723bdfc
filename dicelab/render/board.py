"""Pictures of a board and of a tiling."""

from __future__ import annotations

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
)
from solver.polyform import Board, SquareGrid, Tiling

BLOCKED = -1


def board_svg(board: Board) -> str:
    """Draw a board: blockers as dark round pegs, row letters and column numbers outside; holes are left out."""
    grid = board.grid
    cells = [peg(grid, cell) if board.blockers >> cell & 1 else free_cell(grid, cell) for cell in range(len(grid))]
    return _picture(grid, cells, [()] * len(grid), f"Board {board.format()}")


def tiling_svg(tiling: Tiling) -> str:
    """Draw a tiling: each piece in a colour and outlined, blockers as dark round pegs.

    Up to twelve pieces keep their colours from picture to picture; beyond, no two that touch are alike where possible.
    """
    grid, pieces = tiling.puzzle.grid, tiling.puzzle.pieces
    on = [BLOCKED] * len(grid)
    for number, mask in enumerate(tiling.masks):
        for cell in grid.cells(mask):
            on[cell] = number
    shades = _colours(tiling)
    cells = [
        peg(grid, cell)
        if number == BLOCKED
        else cell_group(grid, cell, f"piece {pieces[number].name}", [square(grid, cell, shades[number])])
        for cell, number in enumerate(on)
    ]
    # A blocker is no zone: each has a border of its own.
    zones: list[Owner] = [(number, cell) if number == BLOCKED else (number,) for cell, number in enumerate(on)]
    return _picture(grid, cells, zones, f"Tiling of board {tiling.board.format()}")


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


def _picture(grid: SquareGrid, cells: list[str], zones: list[Owner], name: str) -> str:
    width, height = board_size(grid)
    # The labels are a margin on their side.
    return document(
        width + 1.5 * MARGIN,
        height + 1.5 * MARGIN,
        name,
        [board_parts(grid, cells, zones, MARGIN / 2, MARGIN / 2)],
    )
