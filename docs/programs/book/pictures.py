"""The pictures of the book that no other result has, drawn by dicelab's own functions."""

from __future__ import annotations

from collections.abc import Sequence

import dicelab
from dicelab.domino import domino_svg
from dicelab.render.board import board_drawn, board_parts, board_size, cell_group, ground, peg, tiling_drawn, written
from dicelab.render.dice import dice_set_svg
from dicelab.render.svg import DARK, INK, MARGIN, NEUTRAL, PALETTE, document, text
from solver.census.methods import Halves
from solver.polyform import GENIUS_SQUARE, Board, Grid, Puzzle
from solver.polyform.symmetry import named_symmetries

FIRST_SET = (
    "A1 C1 C3 E1 F2 | A3 B2 C6 D5 E6 | B3 B6 C2 C5 F5 | A5 B4 D6 E2 E5 | "
    "A4 A6 B5 E3 F4 | A2 B1 D2 D3 D4 | C4 D1 E4 F1 F3"
)
"""The set that the tutorial designs."""

SMALL, SMALL_BOARD = "2x3/1:I2,L3", "A3"
"""A puzzle whose exact cover problem fits on a page."""

ORBIT = "B1 C3 D2 F1 F2 E6 F6"
"""The board of Goralczyk's running example."""

GRID = "2:021110020212"
"""A domino grid that the page on them solves."""

CAPTION = 15


def pictures() -> dict[str, str]:
    """Return each picture by the name of its file."""
    grid = dicelab.DominoGrid.parse(GRID)
    return {
        "first-set.svg": dice_set_svg(dicelab.load(FIRST_SET)),
        "small-tilings.svg": _small_tilings(),
        "orbit.svg": _orbit(),
        "halves.svg": _halves(),
        "domino-grid.svg": domino_svg(grid),
        "domino-solution.svg": domino_svg(grid, grid.solve() or ()),
    }


def _small_tilings() -> str:
    puzzle = Puzzle.parse(SMALL)
    board = Board.parse(SMALL_BOARD, puzzle.grid)
    found = list(dicelab.solutions(board, puzzle))
    parts = [board_drawn(board, 0, 0), *(tiling_drawn(one, 0, 0) for one in found)]
    captions = ["the board", *(f"tiling {number}" for number in range(1, len(found) + 1))]
    return _row(puzzle.grid, parts, captions, "A small board and its two tilings", across=len(parts))


def _orbit() -> str:
    board = Board.parse(ORBIT)
    drawn, captions = [], []
    for name, symmetry in named_symmetries(board.grid).items():
        cells = [symmetry[cell] for cell in board.grid.cells(board.blockers)]
        drawn.append(board_drawn(Board(sum(1 << cell for cell in cells), board.grid), 0, 0))
        captions.append(name)
    # The identity has no name.
    drawn.insert(0, board_drawn(board, 0, 0))
    captions.insert(0, "as it was rolled")
    name = f"The eight boards of the orbit of {board.format()}"
    return _row(board.grid, drawn, captions, name, across=4, scale=0.6)


def _halves() -> str:
    """Draw a tiling in which the pieces that touch the high half have one colour and the others have another."""
    tiling = dicelab.solve(ORBIT).tiling
    if tiling is None:
        raise ValueError(f"the board {ORBIT} has a tiling")
    grid, cut = GENIUS_SQUARE.grid, Halves(GENIUS_SQUARE).cut
    high, low = PALETTE[0], PALETTE[1]
    owner = {cell: number for number, mask in enumerate(tiling.masks) for cell in grid.cells(mask)}
    cells = []
    for cell in range(len(grid)):
        if cell not in owner:
            cells.append(peg(grid, cell))
            continue
        touches = tiling.masks[owner[cell]] >> cut > 0
        shade, word = (high, "M") if touches else (low, "T")
        about = "a piece that touches the high half" if touches else "a piece within the low half"
        cells.append(cell_group(grid, cell, about, [ground(grid, cell, shade), written(grid, cell, word, shade)]))
    zones = [(owner[cell],) if cell in owner else (-1, cell) for cell in range(len(grid))]
    drawn = board_parts(grid, cells, zones, 0, 0)
    plain = [
        cell_group(
            grid, cell, half, [ground(grid, cell, NEUTRAL), written(grid, cell, half[0].upper(), NEUTRAL, ink=DARK)]
        )
        for cell in range(len(grid))
        for half in ["high half" if cell >= cut else "low half"]
    ]
    halves = board_parts(grid, plain, [(cell >= cut,) for cell in range(len(grid))], 0, 0)
    captions = ["L and H: the two halves", "M: counted cell by cell; T: looked up"]
    return _row(grid, [halves, drawn], captions, "A board in two halves, and a tiling of it", across=2)


def _row(
    grid: Grid, drawn: Sequence[str], captions: Sequence[str], name: str, *, across: int, scale: float = 1.0
) -> str:
    """Return boards of one size in rows, each with words below it."""
    wide, high = (scale * side for side in board_size(grid))
    gap, below = MARGIN, 2.2 * CAPTION
    parts = []
    for number, (board, caption) in enumerate(zip(drawn, captions, strict=True)):
        x = MARGIN + number % across * (wide + gap)
        y = MARGIN + number // across * (high + below)
        parts.append(f'<g transform="translate({x:g} {y:g}) scale({scale:g})">{board}</g>')
        parts.append(text(caption, x + wide / 2, y + high + CAPTION, CAPTION, text_anchor="middle", fill=INK))
    rows = -(-len(drawn) // across)
    return document(2 * MARGIN + across * wide + (across - 1) * gap, 2 * MARGIN + rows * (high + below), name, parts)
