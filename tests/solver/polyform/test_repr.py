"""What a value shows can be typed back."""

import pytest
from hypothesis import given, settings

from solver.polyform import GENIUS_SQUARE, Board, Piece, Puzzle, SquareGrid, Tiling, free_polyominoes
from tests.strategies import puzzles, square_grids

NAMES = {"Board": Board, "Piece": Piece, "Puzzle": Puzzle, "SquareGrid": SquareGrid, "Tiling": Tiling}


def typed_back(value):
    return eval(repr(value), dict(NAMES))  # noqa: S307 - the expression is our own


@given(grid=square_grids(), puzzle=puzzles(side=4, blockers=3))
@settings(max_examples=50)
def test_grids_puzzles_and_boards(grid, puzzle):
    board = Board(puzzle.grid.full, puzzle.grid)
    for value in (grid, puzzle, board, *puzzle.pieces):
        assert typed_back(value) == value


@pytest.mark.parametrize("order", range(1, 8))
def test_pieces_with_and_without_a_name(order):
    assert all(typed_back(piece) == piece for piece in free_polyominoes(order))


def test_a_tiling_of_the_genius_square():
    tiling = Tiling.parse("77799#\n#799#3\n555523\n#88823\n44#866\n4#1#66")
    assert typed_back(tiling) == tiling
    assert typed_back(tiling.board) == tiling.board == Board.parse("A6 B1 B5 D1 E3 F2 F4")
    assert repr(tiling.board) == "Board.parse('A6 B1 B5 D1 E3 F2 F4')"
    assert typed_back(GENIUS_SQUARE).name == "genius-square"


def test_holes_and_copies_of_a_piece():
    puzzle = Puzzle.parse("3x3-B2/2:2*I2,I2")
    tiling = Tiling.parse("112\n# 2\n#33", puzzle)
    for value in (puzzle, tiling, tiling.board):
        assert typed_back(value) == value
