"""Boards written for other programs, and what these answer, as tilings."""

import pytest
from hypothesis import given, settings, strategies as st

from solver.errors import InputError
from solver.exact_cover import Status
from solver.exact_cover.backends.brute_force import BruteForce
from solver.exact_cover.formats.dlx import dlx_names, dlx_problem
from solver.polyform import Board, Puzzle, Tiling
from solver.polyform.exchange import FORMATS, board_text, read_board_answer
from tests.strategies import puzzles


def test_copies_of_a_piece_are_an_item_that_is_covered_so_often():
    puzzle = Puzzle.parse("2x4/2:3*I2")
    problem = dlx_problem(board_text(Board.parse("A1 A4", puzzle.grid), puzzle, "dlx"))
    assert (problem.items[-1], problem.multiplicities[-1]) == ("I2", 3)
    # B1 and B4 have one neighbour each.
    assert len(list(BruteForce().solutions(problem))) == 1


@given(puzzle=puzzles(side=3) | puzzles(lattice=None, plain=False), data=st.data())
@settings(max_examples=40)
def test_any_tiling_of_any_puzzle_comes_back(puzzle, data):
    blockers = data.draw(
        st.sets(st.sampled_from(range(len(puzzle.grid))), min_size=puzzle.blockers, max_size=puzzle.blockers)
    )
    board = Board(puzzle.grid.mask(blockers), puzzle.grid)
    problem, fitting = puzzle.board_problem(board.blockers)
    solutions = list(BruteForce().solutions(problem))
    names = dlx_names(problem)
    tilings = tuple(Tiling.of((fitting[n] for n in one), puzzle) for one in solutions)
    if solutions:
        drawn = "\n\n".join(tiling.format() for tiling in tilings)
        assert read_board_answer(drawn, board, puzzle).tilings == tilings
        printed = "".join(
            f"{number}:\n" + "".join(f" {' '.join(names[i] for i in problem.options[n])} (1 of 1)\n" for n in one)
            for number, one in enumerate(solutions, start=1)
        )
        assert read_board_answer(printed, board, puzzle).tilings == tilings
    if problem.primary:
        assert dlx_problem(board_text(board, puzzle, "dlx")).options == problem.options


@given(text=st.text(alphabet="12#. \n", max_size=20))
def test_any_drawing_is_a_tiling_or_refused(text):
    puzzle = Puzzle.parse("2x3/1:I2,L3")
    board = Board.parse("A1", puzzle.grid)
    try:
        answer = read_board_answer(text, board, puzzle)
    except InputError:
        return
    assert answer.status is Status.SOLVED
    assert answer.fault or all(tiling.board == board for tiling in answer.tilings)


@pytest.mark.parametrize(
    "text",
    [
        "triangles@3,2-4,,0-2/1:I1,I2,I3",
        "hexagons@4,3-5,,1-3/2:I1,I2",
        "3x2-A1,A2/0:2*I2",
        "3x2-B1,B2/0:2*I2",
        "3x2-C1,C2/0:2*I2",
        "squares@,1,,2/1:I1",
    ],
)
def test_blank_rows_and_blanks_at_the_beginning_belong_to_a_drawing(text):
    puzzle = Puzzle.parse(text)
    board = Board(puzzle.grid.mask(range(puzzle.blockers)), puzzle.grid)
    problem, fitting = puzzle.board_problem(board.blockers)
    tilings = tuple(Tiling.of((fitting[n] for n in one), puzzle) for one in BruteForce().solutions(problem))
    assert tilings
    drawn = [tiling.format() for tiling in tilings]
    assert [Tiling.parse(one, puzzle) for one in drawn] == list(tilings)
    # Editors take blanks off the ends of lines, and empty lines off the ends of a text.
    bare = ["\n".join(line.rstrip() for line in one.splitlines()).strip("\n") for one in drawn]
    assert [Tiling.parse(one, puzzle) for one in bare] == list(tilings)
    assert read_board_answer("\n\n".join(drawn) + "\n", board, puzzle).tilings == tilings
    assert read_board_answer(bare[0], board, puzzle).tilings == tilings[:1]
    assert Board.parse(board.rows(), puzzle.grid) == board


def test_a_grid_with_holes_keeps_its_blanks():
    puzzle = Puzzle.parse("3x3-B2/0:2*I2,L3,I1")
    board = Board.parse("", puzzle.grid)
    problem, fitting = puzzle.board_problem(0)
    drawn = [Tiling.of((fitting[n] for n in one), puzzle).format() for one in BruteForce().solutions(problem)]
    assert all(text.splitlines()[1][1] == " " for text in drawn)
    answer = read_board_answer("\n\n".join(drawn), board, puzzle)
    assert [tiling.format() for tiling in answer.tilings] == drawn
    assert answer.fault is None


@pytest.mark.parametrize("name", FORMATS)
def test_a_board_without_blockers_says_so(name):
    puzzle = Puzzle.parse("2x2/0:2*I2")
    assert "the board (no blocker) of the puzzle 2x2/0:2*I2" in board_text(Board.parse("", puzzle.grid), puzzle, name)


def test_a_tiling_that_is_given_twice_counts_once():
    puzzle = Puzzle.parse("2x2/1:L3")
    board = Board.parse("A1", puzzle.grid)
    for text in ("#1\n11\n\n#1\n11\n", "A2 B1 B2 piece:L3 (1 of 1)\n" * 2):
        answer = read_board_answer(text, board, puzzle)
        assert answer.fault is not None, text
        assert len(answer.tilings) <= 1


def test_between_two_drawings_there_is_an_empty_line():
    puzzle = Puzzle.parse("2x2/1:L3")
    with pytest.raises(InputError, match="in no known format"):
        read_board_answer("#1\n11\n1#\n#1\n11\n", Board.parse("A1", puzzle.grid), puzzle)
