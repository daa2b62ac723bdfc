"""Tilings: their text, the solutions they come from, and what is none."""

import pytest
from hypothesis import given, settings, strategies as st

from solver.errors import InputError
from solver.exact_cover import Limits, backend
from solver.polyform import GENIUS_SQUARE, Board, Puzzle, Tiling
from tests.strategies import puzzles

# Goralczyk (2024), section 4.2: the first solution for his example board.
GORALCZYK = "122333\n#95555\n99#744\n9#7774\n88866#\n##866#"


@given(puzzle=puzzles(), data=st.data())
@settings(max_examples=30)
def test_solutions_of_boards_round_trip(puzzle, data):
    order = data.draw(st.permutations(range(len(puzzle.grid))))
    blockers = puzzle.grid.mask(order[: puzzle.blockers])
    problem, fitting = puzzle.board_problem(blockers)
    solutions = list(backend("brute-force").solutions(problem, Limits(solutions=5)))
    tilings = [Tiling.of_board(solution, blockers, puzzle) for solution in solutions]
    assert len(set(tilings)) == len(tilings)
    for solution, tiling in zip(solutions, tilings, strict=True):
        assert tiling.board.blockers == blockers
        assert Tiling.parse(tiling.format(), puzzle) == tiling
        shuffled = data.draw(st.permutations([fitting[option] for option in solution]))
        assert Tiling.of(shuffled, puzzle) == tiling
        assert sum(mask.bit_count() for mask in tiling.masks) + puzzle.blockers == len(puzzle.grid)


def test_a_published_tiling():
    tiling = Tiling.parse(GORALCZYK, GENIUS_SQUARE)
    assert tiling.format() == GORALCZYK
    assert tiling.board == Board.parse("B1 C3 D2 F1 F2 E6 F6", GENIUS_SQUARE.grid)
    assert [mask.bit_count() for mask in tiling.masks] == [1, 2, 3, 3, 4, 4, 4, 4, 4]


def test_copies_are_numbered_by_their_lowest_cell():
    puzzle = Puzzle.parse("2x2/0:2*I2")
    assert Tiling.parse("22\n11", puzzle) == Tiling.parse("11\n22", puzzle)
    assert Tiling.parse("22\n11", puzzle).format() == "11\n22"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (GORALCZYK.replace("6", "0"), "'0' in the tiling"),
        (GORALCZYK.replace("6", "a"), "'a' in the tiling"),
        (GORALCZYK.replace("6", "#"), "no cells: not a placement of piece O4"),
        (GORALCZYK.replace("122", "112"), "not a placement of piece I1"),
        (GORALCZYK[:-7], "5 rows"),
        ("", "rows"),
        (GORALCZYK.replace("1", "11", 1), "row 1"),
    ],
)
def test_bad_text_gets_one_line(text, words):
    with pytest.raises(InputError, match=words) as caught:
        Tiling.parse(text, GENIUS_SQUARE)
    assert len(str(caught.value).splitlines()) == 1


def test_pieces_do_not_overlap_and_none_is_missing():
    puzzle = Puzzle.parse("1x4/0:2*I2")
    assert Tiling((0b0011, 0b1100), puzzle).format() == "1122"
    with pytest.raises(InputError, match="overlap on A2"):
        Tiling((0b0011, 0b0110), puzzle)
    with pytest.raises(InputError, match="1 placements for 2 pieces"):
        Tiling((0b0011,), puzzle)
    with pytest.raises(InputError, match="not a placement of piece I2"):
        Tiling((0b0011, 0b110000), puzzle)
