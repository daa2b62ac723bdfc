"""The system of Garvie and Burkardt: its shape, its right side, and that its solutions are the tilings."""

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from solver.errors import InputError
from solver.exact_cover.backends.brute_force import BruteForce
from solver.exact_cover.linear_system import binary_solutions, row_reduce
from solver.polyform import GENIUS_SQUARE, Board, Puzzle, Tiling
from solver.polyform.linear_system import board_system
from tests.strategies import puzzles

EXAMPLE = "B1 C3 D2 E6 F1 F2 F6"


def board_of(text):
    return Board.parse(text, GENIUS_SQUARE.grid).blockers


def test_the_example_board_has_the_published_series():
    # Goralczyk (2024), section 3.3.1.
    system = board_system(GENIUS_SQUARE, board_of(EXAMPLE))
    assert system.series == (29, 41, 27, 58, 15, 12, 39, 78, 40)
    assert system.matrix.shape == (38, 339)
    assert [name for name in system.rows if name.startswith("piece")] == [
        f"piece {name}" for name in ("I1", "I2", "I3", "L3", "I4", "O4", "T4", "L4", "S4")
    ]


@pytest.mark.parametrize(
    ("rows", "n"),
    [
        # Goralczyk (2024), section 4.1: her test expects 339, 290 and 255; the comments beside it say 338, 290 and 256.
        ("...... #..... ..#... .#.... .....# ##...#", 339),
        ("...... .#...# #..#.# ....#. ...... #.....", 290),
        (".#...# ...#.. ....#. .#..#. ...... .#....", 255),
    ],
)
def test_the_number_of_columns_of_the_boards_that_are_published(rows, n):
    board = Board.parse(rows.replace(" ", "\n"), GENIUS_SQUARE.grid)
    assert len(board_system(GENIUS_SQUARE, board.blockers).columns) == n


def test_every_cell_has_a_row_in_the_longer_form():
    # Jensen (2023), equations 3.3 and 3.4: cell (r, c) is row (r - 1) * 6 + c; blocked cells are 0.
    blockers = board_of(EXAMPLE)
    system, short = board_system(GENIUS_SQUARE, blockers, every_cell=True), board_system(GENIUS_SQUARE, blockers)
    assert system.matrix.shape == (45, 339)
    assert system.rows[:36] == tuple(f"{row}{column}" for row in "ABCDEF" for column in "123456")
    blocked = np.array([blockers >> cell & 1 for cell in range(36)] + [0] * 9, bool)
    assert not system.matrix[blocked].any()
    assert (system.right == ~blocked).all()
    assert (system.matrix[~blocked] == short.matrix).all()
    assert system.columns == short.columns


def test_without_blockers_the_pieces_have_625_placements():
    # Jensen (2023), section 3.
    puzzle = Puzzle.parse("6x6/0:I1,I2,I3,L3,I4,O4,T4,L4,S4,7*I1")
    lying = dict(zip(puzzle.kinds, board_system(puzzle, 0).series, strict=True))
    assert sum(lying.values()) == 625


def test_cells_and_pieces_depend_on_each_other():
    # The rows of the cells add up to those of the pieces, each times its order: the rank is 37, of 38 rows.
    system = board_system(GENIUS_SQUARE, board_of(EXAMPLE))
    orders = [piece.order for piece in GENIUS_SQUARE.kinds]
    assert (system.matrix[:29].sum(axis=0) == orders @ system.matrix[29:]).all()
    for form in (system, board_system(GENIUS_SQUARE, board_of(EXAMPLE), every_cell=True)):
        reduced = row_reduce(form.matrix, form.right)
        assert (reduced.rank, reduced.nullity, reduced.is_consistent) == (37, 302, True)


@given(puzzle=puzzles(side=3), data=st.data())
@settings(max_examples=50)
def test_the_binary_solutions_are_the_tilings(puzzle, data):
    blocked = data.draw(st.permutations(range(len(puzzle.grid))))[: puzzle.blockers]
    blockers = puzzle.grid.mask(blocked)
    problem, _ = puzzle.board_problem(blockers)
    tilings = {Tiling.of_board(solution, blockers, puzzle) for solution in BruteForce().solutions(problem)}
    for every_cell in (False, True):
        system = board_system(puzzle, blockers, every_cell=every_cell)
        reduced = row_reduce(system.matrix, system.right)
        if reduced.nullity <= 20:
            found = [system.tiling(values) for values in binary_solutions(reduced)]
            assert len(found) == len(tilings)
            assert set(found) == tilings


def test_what_does_not_solve_the_system_is_no_tiling():
    puzzle = Puzzle.parse("2x2/1:I1,I2")
    system = board_system(puzzle, 1)
    assert system.rows == ("A2", "B1", "B2", "piece I1", "piece I2")
    assert system.tiling([1, 0, 0, 0, 1]).format() == "#1\n22"
    for values, words in [
        ([1, 0, 0, 0, 0], "row B1 adds up to 0, not to 1"),
        ([1, 0, 0, 1, 0], "row A2 adds up to 2, not to 1"),
        ([1, 0, 0, 0], "each of the 5 columns"),
        ([2, 0, 0, 0, 1], "pass a 0 or 1"),
    ]:
        with pytest.raises(InputError, match=words):
            system.tiling(values)


def test_a_board_of_another_puzzle_has_no_system():
    with pytest.raises(InputError, match="the puzzle has 7"):
        board_system(GENIUS_SQUARE, 1)
