"""Positions: what is read and written, and what is refused."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from dicelab.play import Placement, Position
from dicelab.play.advice import position_rows
from solver.polyform import GENIUS_SQUARE, Board, Puzzle
from tests.random_positions import random_position
from tests.random_puzzles import EVERY_LATTICE, random_puzzle

BOARD = Board.parse("A6 B1 B5 D1 E3 F2 F4", GENIUS_SQUARE.grid)


def read(text: str, puzzle: Puzzle = GENIUS_SQUARE, board: Board = BOARD) -> Position:
    return Position.parse(text, board, puzzle)


@pytest.mark.parametrize("lattice", EVERY_LATTICE, ids=lambda lattice: lattice.name)
def test_positions_of_all_lattices_round_trip_as_text_as_rows_and_as_what_people_see(lattice):
    from dicelab.play.verbs import read_position

    generator = np.random.default_rng(17)
    for _ in range(15):
        puzzle = random_puzzle(generator, lattice, restricted=True)
        position = random_position(generator, puzzle)
        assert Position.parse(position.format(), position.board, puzzle) == position
        shown = Position.of_rows(position.rows(), puzzle)
        assert set(shown.placed) == set(position.placed)
        assert shown.board == position.board
        assert shown.rows() == position.rows()
        # A board without a free cell or a piece is drawn as nothing but blockers.
        if position.free or position.placed:
            assert read_position(position_rows(position), puzzle) == shown
        area = sum(piece.order * copies for piece, copies in position.left.items())
        assert position.free.bit_count() == area
        if not position.is_complete:
            board, rest = position.rest()
            assert rest.grid.full & ~board.blockers == position.free


def test_a_piece_is_its_name_or_its_label_and_its_cells_come_in_any_order():
    wanted = read("T4 A1,A2,A3,B2")
    for text in ("t4 b2 a3 a2 a1", "7 A1,B2,A2,A3", "4-T A1, A2, A3, B2", "###/.#. A1,A2,A3,B2", "T4 A1,A3"):
        assert read(text) == wanted
    drawn = [shape == ((0, 0), (0, 1), (0, 2), (1, 1)) for shape in GENIUS_SQUARE.pieces[6].orientations]
    assert read(f"T4/{1 + drawn.index(True)} A1") == wanted


def test_every_orientation_with_its_first_cell_is_a_placement():
    for text in ("genius-square", "genius-star", "hexagons@0-4,1-3,0-4/1:T3,2*I2"):
        puzzle = Puzzle.parse(text)
        position = random_position(np.random.default_rng(1), puzzle, 0)
        grid = puzzle.grid
        for piece in puzzle.kinds:
            found = set()
            for number in range(1, len(piece.orientations) + 1):
                for cell in range(len(grid)):
                    try:
                        found |= {
                            Position.parse(f"{piece.name}/{number} {grid.label(cell)}", position.board, puzzle).placed
                        }
                    except ValueError:
                        continue
            assert {one.mask for (one,) in found} == set(position.fits(piece))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("X5 A1", "'X5' is not a piece of the puzzle: write I1, I2"),
        ("what A1", "'what' is not a piece"),
        ("T4", "names no cell"),
        ("T4 A9", "'A9' is not a cell"),
        ("T4 A1,A1,A2,A3", "cell A1 stands twice"),
        ("I2 A1,A2,A3", "I2 has 2 cells, and 3 are named"),
        ("O4 C1,C2,C3,D2", "has the shape of T4, not of O4"),
        ("I2 C1,E6", "not joined by edges"),
        ("I1 A6", "A6 is blocked"),
        ("I1 A1; 1 A2", "I1 is used up"),
        ("I1 A1; I2 A1,A2", "I1 covers A1 already"),
        ("I2 A1; I1 A1", "I2 covers A1 already"),
        ("T4 C3", "name all of its 4 cells"),
        ("I3 D6,E6,F6; I4 A5,E5", "I4 fits nowhere with A5 E5"),
        ("I3/3 A1", "I3 has 2 orientations"),
        ("I3/1 A1,A2", "only the first cell"),
        ("I3/1 A5", "does not lie on the board"),
        (";;; ,", "without text"),
        ("# A1,A2", "I1 has 1 cell"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(text, said):
    with pytest.raises(ValueError, match=r"^[^\n]+$") as refused:
        read(text)
    assert said in str(refused.value)


def test_the_back_of_a_one_sided_piece_is_named_as_such():
    puzzle = Puzzle.parse("4x4/8:2*L4~")
    board = Board.parse("C1 C2 C3 C4 D1 D2 D3 D4", puzzle.grid)
    sides = {}
    for cells in ("A1,A2,A3,B1", "A1,A2,A3,B3"):
        try:
            sides[cells] = Position.parse(f"L4 {cells}", board, puzzle).format()
        except ValueError as error:
            sides[cells] = str(error)
    assert sorted("may not be turned over" in said for said in sides.values()) == [False, True]


def test_rows_with_a_strange_character_or_a_piece_in_two_parts_are_refused():
    puzzle = Puzzle.parse("2x3/2:2*I2")
    for rows, said in (
        ("1x#\n1.#", "'x' on A2"),
        ("1.#\n.1#", "not joined"),
        ("111\n###", "place 2"),
        ("111\n.##", "I2 has 2 cells"),
    ):
        with pytest.raises(ValueError, match=said):
            Position.of_rows(rows, puzzle)
    with pytest.raises(ValueError, match="place 2"):
        Position.of_rows("11.\n..#", puzzle)


def test_a_value_that_is_built_by_hand_is_checked_too():
    piece = GENIUS_SQUARE.pieces[1]
    with pytest.raises(ValueError, match="beyond the 36 cells"):
        Position(BOARD, GENIUS_SQUARE, (Placement(piece, 1 << 50 | 1),))
    with pytest.raises(ValueError, match="grid"):
        Position(BOARD, Puzzle.parse("2x3/2:2*I2"))


@settings(max_examples=30, deadline=None)
@given(st.text(alphabet="T4I1;,/ A#B2~9\n\x00é٣", max_size=30))
def test_no_text_breaks_the_reader(text):
    try:
        position = read(text)
    except ValueError as error:
        said = str(error)
    else:
        said = position.format()
        assert read(said) == position
    assert "\n" not in said
    assert len(said) < 300
