"""What verbs print of a board is read as that board, and what is none or many is refused in one line."""

import json

import numpy as np
import pytest
from hypothesis import given, strategies as st

import dicelab
from dicelab.dice import catalogue_set, random_roll
from dicelab.errors import DiceError
from dicelab.render.text import board_rows, solution_rows, tiling_rows
from dicelab.solving.reading import read_board
from dicelab.solving.rolling import roll
from solver.errors import InputError
from solver.polyform import GENIUS_SQUARE, Board, Puzzle

BOARD = "A6 B1 B5 D1 E3 F2 F4"
SMALL = Puzzle.parse("2x3/2:O4")
HOLED = Puzzle.parse("3x4-B2/2:I2,L3,I4")


def refused(text, puzzle=None):
    with pytest.raises((DiceError, InputError)) as caught:
        read_board(text, puzzle)
    assert "\n" not in str(caught.value)
    return str(caught.value)


@given(st.sets(st.integers(0, 35), min_size=7, max_size=7), st.sampled_from(["\n", "\r\n"]), st.booleans())
def test_every_form_of_a_board_is_the_board(cells, newline, with_mark):
    board = Board(GENIUS_SQUARE.grid.mask(cells), GENIUS_SQUARE.grid)
    spaced = "\n".join(" ".join(row) for row in board.rows().splitlines())
    forms = [
        board.format(),
        board.format().replace(" ", ","),
        board.rows(),
        board.rows().replace(".", "9"),
        f"{board.format()}\n{board.rows()}\n",
        f"{board.format()}\n{board.rows()}\nRolled 3 times: a cell was shown twice.\n",
        f"1. hard, 95 tilings\n{spaced}\n{board.format()[:14]}\n{board.format()[15:]}\n\nSeed 4.\n",
        f"{board.rows()}\n\n{board.rows()}",
        json.dumps({"schema": "dicelab/roll/1", "board": board.format()}),
        json.dumps({"boards": [{"board": board.format()}], "puzzle": GENIUS_SQUARE.format()}),
    ]
    for form in forms:
        text = "\ufeff" * with_mark + form.replace("\n", newline)
        assert read_board(text) == (board, GENIUS_SQUARE)


def test_what_roll_and_solve_print_is_read():
    for seed in range(5):
        rolled = roll("default", seed=seed)
        mask, _ = random_roll(catalogue_set("default"), np.random.default_rng(seed))
        board = Board(mask, GENIUS_SQUARE.grid)
        solution = dicelab.solve(board)
        assert solution.tiling
        texts = [str(rolled), json.dumps(rolled.to_json()), solution.tiling.format()]
        for text in [*texts, json.dumps(solution.to_json())]:
            assert read_board(text) == (board, GENIUS_SQUARE)


@pytest.mark.parametrize(
    ("text", "blockers"),
    [
        ("genius-star", "1 10 18 19 2 12 25"),
        ("calendar", "NOV 22"),
        ("hexagons@2-4,1-5,2-4/2:T3,I2", "3 5"),
        ("hexagons@2-4,1-5,2-4=ALPHA,BETA,GAMMA,4..7/2:T3,I2", "GAMMA 5"),
        ("2x3=JAN,FEB,MAR,1..3/2:O4", "JAN 1"),
    ],
)
def test_boards_of_any_cells_are_read_as_they_are_printed(text, blockers):
    puzzle = Puzzle.parse(text)
    board = Board.parse(blockers, puzzle.grid)
    tiling = dicelab.solve(board, puzzle).tiling
    assert tiling
    printed = board_rows(board)
    forms = [printed, f"{board.format()}\n{printed}\n", board.rows(), tiling.format(), tiling_rows(tiling)]
    forms.append(solution_rows(tiling))
    forms.append(f"1. easy, 3 tilings\n{printed}\n{board.format()}\n\nPieces: 1 I1, 2 I2. Seed 4.")
    for form in forms:
        assert read_board(form, puzzle) == (board, puzzle)
    other = puzzle.grid.labels(board.blockers << 1 & puzzle.grid.full)
    assert "correct one of them" in refused(f"{other}\n{printed}\n", puzzle)


def test_the_puzzle_of_a_board_in_json_is_its_own():
    text = json.dumps({"board": "A1 B1", "puzzle": SMALL.format()})
    assert read_board(text) == (Board.parse("A1 B1", SMALL.grid), SMALL)
    assert dicelab.count(text) == 1
    assert "the board is for the puzzle 2x3/2:O4, not for genius-square: leave out --puzzle" in refused(
        text, GENIUS_SQUARE
    )


def test_a_grid_with_holes():
    rows = "1..#\n. ..\n#..."
    assert read_board(rows, HOLED)[0].format() == "A4 C1"
    assert read_board(f"A4 C1\n{rows}", HOLED)[0].format() == "A4 C1"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (f"{BOARD}\nA1 B1 B5 D1 E3 F2 F4", f"2 boards are given: pass one, such as '{BOARD}'"),
        (f"{Board.parse(BOARD).rows()}\n\n{Board.parse('A1 A2 A3 A4 A5 A6 B1').rows()}", "2 boards are given"),
        (json.dumps({"rolls": [{"board": BOARD}, {"board": "A1 A2 A3 A4 A5 A6 B1"}]}), "2 boards are given"),
        (f"{BOARD[:-1]}5\n{Board.parse(BOARD).rows()}", "the drawing has the blockers A6 B1 B5 D1 E3 F2 F4, and"),
        (Board.parse(BOARD).rows().replace("#", "?", 1), "the board has the character '?'"),
        (Board.parse(BOARD).rows().replace("#", "1"), "0 blockers on the board"),
        (Board.parse(BOARD).rows()[:-3], "row 6 is '.#.'"),
        ("A6 B1", "2 blockers on the board: place 7, as the puzzle has"),
        ("", "0 blockers"),
        ("{", "not whole"),
        ("[]", "JSON without a board"),
        ('{"board": 7}', "JSON without a board"),
        ('{"boards": []}', "JSON without a board"),
        ('{"board": "A1", "puzzle": "gone"}', "is not a puzzle"),
        ("[" * 100_000, "not whole"),
        ("\0" * 100, "is not a cell"),
    ],
)
def test_what_is_no_board_is_refused(text, says):
    assert says in refused(text)


def test_a_board_whose_colours_no_pieces_cover_needs_no_search():
    """15 blockers on one colour leave 17 and 32 free cells; the pieces cover at most eleven more of one colour."""
    puzzle = Puzzle.parse("8x8/15:3*I1,4*I2,3*I3,3*L3,2*L4,T4,S4,O4")
    board = Board(puzzle.grid.mask([*puzzle.grid.cells(puzzle.grid.colours[0])][:15]), puzzle.grid)
    for backend in ("bitmask", "dancing-links"):
        assert dicelab.solve(board, puzzle, backend=backend).tiling is None
        assert dicelab.count(board, puzzle, backend=backend) == 0
