"""Puzzles: areas that add up, copies that are not told apart, and their texts."""

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from solver.errors import InputError
from solver.exact_cover import BACKENDS, backend
from solver.polyform import GENIUS_SQUARE, Grid, Piece, Puzzle, SquareGrid
from tests.strategies import allowed_boards, boards_of, puzzles


@given(puzzle=puzzles() | puzzles(lattice=None, plain=False))
def test_text_round_trip(puzzle):
    again = Puzzle.parse(puzzle.format())
    assert again == puzzle
    assert (again.pieces, again.blockers) == (puzzle.pieces, puzzle.blockers)


@given(puzzle=puzzles(lattice=None, plain=False), data=st.data())
def test_a_board_is_allowed_where_the_check_of_one_board_accepts_it(puzzle, data):
    board = data.draw(allowed_boards(puzzle) | boards_of(puzzle.grid))
    accepted = board.blockers.bit_count() == puzzle.blockers
    if accepted:
        try:
            board.require(puzzle)
        except InputError:
            accepted = False
        assert puzzle.allows(np.array([board.blockers], np.uint64)).tolist() == [accepted]


def test_the_genius_square():
    assert Puzzle.parse("genius-square") == Puzzle.parse(GENIUS_SQUARE.format()) == GENIUS_SQUARE
    assert GENIUS_SQUARE.blockers == 7
    assert sum(piece.order for piece in GENIUS_SQUARE.pieces) == 29


def test_copies_stand_together_however_they_are_passed():
    corner, single = Piece.parse("L3"), Piece.parse("I1")
    puzzle = Puzzle(SquareGrid(2, 4), (corner, single, corner), 1)
    assert Puzzle.parse(puzzle.format()) == puzzle
    assert Puzzle.parse("2x4/1:L3,I1,L3") == Puzzle.parse("2x4/1:2*L3,I1")


@given(puzzle=puzzles())
def test_the_problem_has_an_item_for_each_cell_and_each_kind(puzzle):
    problem = puzzle.problem
    cells = len(puzzle.grid)
    assert problem.items[:cells] == tuple(puzzle.grid.label(cell) for cell in range(cells))
    assert problem.multiplicities[cells:] == tuple(puzzle.kinds.values())
    assert sum(puzzle.kinds.values()) == len(puzzle.pieces)
    kinds = list(puzzle.kinds)
    for option, (piece, mask) in zip(problem.options, puzzle.placements, strict=True):
        assert option == (*Grid.cells(mask), cells + kinds.index(piece))


@given(puzzle=puzzles(), data=st.data())
@settings(max_examples=30)
def test_a_board_keeps_the_placements_beside_its_blockers(puzzle, data):
    blockers = puzzle.grid.mask(data.draw(st.sets(st.integers(0, len(puzzle.grid) - 1))))
    problem, fitting = puzzle.board_problem(blockers)
    assert fitting == [n for n, (_, mask) in enumerate(puzzle.placements) if mask & blockers == 0]
    free = [puzzle.grid.label(cell) for cell in range(len(puzzle.grid)) if not blockers >> cell & 1]
    assert list(problem.items[: len(free)]) == free
    for option, number in zip(problem.options, fitting, strict=True):
        labels = [problem.items[item] for item in option[:-1]]
        assert labels == puzzle.grid.labels(puzzle.placements[number][1]).split()


@pytest.mark.parametrize(
    ("text", "tilings"),
    [
        ("2x3/0:2*L3", 2),
        ("2x2/0:2*I2", 2),
        ("1x4/0:4*I1", 1),
        ("3x3/0:3*I3", 2),
        ("1x4/0:I1,I3", 2),
        ("4x3/0:4*L3", 4),
        ("5x6/0:10*L3", 72),
        pytest.param("6x6/0:12*L3", 162, marks=pytest.mark.slow),
        ("4x4/0:4*T4", 2),
        ("4x4/0:4*L4", 10),
    ],
)
def test_copies_are_not_told_apart(text, tilings):
    problem = Puzzle.parse(text).problem
    assert {name: backend(name).count(problem).solutions for name in BACKENDS} == dict.fromkeys(BACKENDS, tilings)


def test_ten_corners():
    puzzle = Puzzle.parse("6x6/6:10*L3")
    assert puzzle.kinds == {Piece.parse("##/#."): 10}
    assert len(puzzle.placements) == 100
    # Blocking a 1×6 row leaves 5×6, a column leaves 6×5: as many tilings.
    row, _ = puzzle.board_problem(0b111111)
    column, _ = puzzle.board_problem(sum(1 << 6 * r for r in range(6)))
    counts = {backend("bitmask").count(problem).solutions for problem in (row, column)}
    assert counts == {backend("cp-sat").count(Puzzle.parse("5x6/0:10*L3").problem).solutions} == {72}


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "is not a puzzle"),
        ("genius", "is not a puzzle"),
        ("6x6:I1", "is not a puzzle"),
        ("6x6/7:", "is not a puzzle"),
        ("6x6/-1:I1", "is not a puzzle"),
        ("6x6/7:I1\n,I2", "is not a puzzle"),
        ("6/7:I1", "is not a grid"),
        ("6x6/6:I1,I2,I3,L3,I4,O4,T4,L4,S4", "use 7 blockers"),
        ("6x6/8:I1,I2,I3,L3,I4,O4,T4,L4,S4", "use 7 blockers"),
        ("2x2/0:I5", "the pieces cover 5 cells, but the grid has 4"),
        ("1x4/1:L3", "does not fit on the empty 1x4"),
        ("6x6/6:0*L3", "not a number of pieces"),
        ("6x6/6:x*L3", "not a number of pieces"),
        ("6x6/6:1000*L3", "not a number of pieces"),
        ("6x6/6:10*Q3", "is not a piece"),
        ("6x6/6:10*L3,", "is not a piece"),
        ("6x6/6:#.#", "two parts"),
        ("10x10/0:100*I1", "at most 59"),
        ("27x1/0:27*I1", "rows"),
        ("x" * 10_000, "is not a puzzle"),
    ],
)
def test_bad_text_gets_one_line(text, words):
    with pytest.raises(InputError, match=words) as caught:
        Puzzle.parse(text)
    assert len(str(caught.value).splitlines()) == 1
    assert len(str(caught.value)) < 300


def test_a_puzzle_needs_pieces_and_no_negative_blockers():
    with pytest.raises(InputError, match="has no pieces"):
        Puzzle(SquareGrid(2, 2), (), 4)
    with pytest.raises(InputError, match="-1 blockers"):
        Puzzle(SquareGrid(2, 2), (Piece.parse("I5"),), -1)
