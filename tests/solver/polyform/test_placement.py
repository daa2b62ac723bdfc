"""Placements: how many there are, and that each is one."""

import pytest
from hypothesis import given

from solver.polyform import GENIUS_SQUARE, Board, Piece, SquareGrid, placements
from tests.strategies import pieces, square_grids

# Each piece with its bounding box and how many orientations fill that box (Jensen 2023, section 3).
BOXES = {
    "I1": ((1, 1), 1),
    "I2": ((1, 2), 1),
    "I3": ((1, 3), 1),
    "L3": ((2, 2), 4),
    "I4": ((1, 4), 1),
    "O4": ((2, 2), 1),
    "T4": ((2, 3), 2),
    "L4": ((2, 3), 4),
    "S4": ((2, 3), 2),
}


def positions(name, rows, columns):
    """Count without placing anything: in how many ways does the bounding box lie on the grid?"""
    (height, width), turns = BOXES[name]
    boxes = {(height, width), (width, height)}
    return turns * sum(max(0, rows - h + 1) * max(0, columns - w + 1) for h, w in boxes)


def test_625_placements_on_the_empty_board():
    # Jensen (2023), section 3.
    grid = SquareGrid(6, 6)
    counts = [len(list(placements(piece, grid))) for piece in GENIUS_SQUARE.pieces]
    assert counts == [36, 60, 48, 100, 36, 25, 80, 160, 80]
    assert sum(counts) == 625 == len(GENIUS_SQUARE.problem.options)


@pytest.mark.parametrize("name", BOXES)
@pytest.mark.parametrize(("rows", "columns"), [(1, 1), (1, 9), (2, 3), (6, 6), (5, 13)])
def test_as_many_as_positions_of_the_bounding_box(name, rows, columns):
    assert len(set(placements(Piece.parse(name), SquareGrid(rows, columns)))) == positions(name, rows, columns)


@given(piece=pieces(order=5), grid=square_grids())
def test_every_placement_is_the_piece_and_none_comes_twice(piece, grid):
    found = list(placements(piece, grid))
    assert len(found) == len(set(found))
    assert found == sorted(found, key=lambda mask: (mask & -mask, mask))
    for mask in found:
        assert Piece(tuple(grid.points[cell] for cell in grid.cells(mask))) == piece


@given(piece=pieces(order=4), grid=square_grids(side=4))
def test_no_placement_is_missed(piece, grid):
    # Every connected set of cells of the right size that has the right shape.
    sets = {1 << cell for cell in range(len(grid))}
    for _ in range(piece.order - 1):
        sets = {
            mask | 1 << near for mask in sets for cell in grid.cells(mask) for near in grid.neighbours[cell]
            if not mask >> near & 1
        }  # fmt: skip
    alike = {mask for mask in sets if Piece(tuple(grid.points[cell] for cell in grid.cells(mask))) == piece}
    assert set(placements(piece, grid)) == alike


@pytest.mark.parametrize(
    ("blockers", "count"),
    # Goralczyk (2024), section 4.1, the figures of his test; the comments beside it say 338, 290 and 256.
    [("B1 C3 D2 E6 F1 F2 F6", 339), ("B2 B6 C1 C4 C6 D5 F1", 290), ("A2 A6 B4 C5 D2 D5 F2", 255)],
)
def test_placements_beside_blockers(blockers, count):
    board = Board.parse(blockers, GENIUS_SQUARE.grid)
    problem, fitting = GENIUS_SQUARE.board_problem(board.blockers)
    assert len(problem.options) == len(fitting) == count
