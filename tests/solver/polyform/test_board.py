"""Boards: their two texts, and what is none."""

import pytest
from hypothesis import given, strategies as st

from solver.errors import InputError
from solver.polyform import GENIUS_SQUARE, Board, SquareGrid
from tests.strategies import boards_of, square_grids


@given(data=st.data())
def test_both_texts_round_trip(data):
    grid = data.draw(square_grids())
    board = data.draw(boards_of(grid))
    assert Board.parse(board.format(), grid) == board
    assert Board.parse(board.rows(), grid) == board
    assert Board.parse(board.rows() + "\n", grid) == board


def test_labels_and_rows_name_the_same_board():
    # Goralczyk (2024), Figure 3.1.
    rows = "......\n#.....\n..#...\n.#....\n.....#\n##...#"
    board = Board.parse("B1 C3 D2 F1 F2 E6 F6", SquareGrid(6, 6))
    assert board.rows() == rows
    assert board == Board.parse(rows, SquareGrid(6, 6)) == Board.parse("b1,c3, d2\nf1 f2 e6 f6", SquareGrid(6, 6))
    assert board.format() == "B1 C3 D2 E6 F1 F2 F6"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("A1 A1", "A1 is blocked twice"),
        ("A1 a1", "A1 is blocked twice"),
        ("A7", "'A7' is not a cell"),
        ("A1 B", "'B' is not a cell"),
        ("A1;B2", "is not a cell"),
        ("......", "1 rows of text"),
        ("......\n" * 7, "7 rows of text"),
        (".......\n" * 6, "row 1"),
        (".....\n" * 6, "row 1"),
        ("....x.\n" * 6, "the board has the character 'x'"),
        ("A1 " * 10_000, "blocked twice"),
        ("Z" * 10_000, "is not a cell"),
    ],
)
def test_bad_text_gets_one_line(text, words):
    with pytest.raises(InputError, match=words) as caught:
        Board.parse(text, SquareGrid(6, 6))
    assert len(str(caught.value).splitlines()) == 1
    assert len(str(caught.value)) < 300


@pytest.mark.parametrize("mask", [-1, 1 << 36, 1 << 64])
def test_blockers_lie_on_the_grid(mask):
    with pytest.raises(InputError, match="beyond the 36 cells"):
        Board(mask, SquareGrid(6, 6))


@pytest.mark.parametrize("labels", ["", "A1 A2 A3 A4 A5 A6", "A1 A2 A3 A4 A5 A6 B1 B2"])
def test_a_board_of_a_puzzle_has_its_number_of_blockers(labels):
    with pytest.raises(InputError, match="place 7, as the puzzle has"):
        Board.parse(labels, SquareGrid(6, 6)).require(GENIUS_SQUARE)
    Board.parse("A1 A2 A3 A4 A5 A6 B1", SquareGrid(6, 6)).require(GENIUS_SQUARE)
