"""CNF files: what is written is read again, and what is damaged is refused."""

import pytest
from hypothesis import given, settings

from solver.errors import InputError
from solver.exact_cover.formats.dimacs import cnf_text, read_cnf
from solver.exact_cover.formula import formula_of
from solver.polyform import GENIUS_SQUARE, Board
from tests.strategies import covers


@given(problem=covers())
@settings(max_examples=60)
def test_what_is_written_is_read_again(problem):
    formula, found = formula_of(problem), read_cnf(cnf_text(problem, ["a comment", "variable by itself"]))
    assert (found.variables, list(found.clauses)) == (len(formula), formula.clauses)
    assert found.meanings == {
        n: " ".join(problem.items[item] for item in option) for n, option in enumerate(problem.options, start=1)
    }


def test_a_board_says_which_placement_each_variable_is():
    board = Board.parse("B1 C3 D2 F1 F2 E6 F6", GENIUS_SQUARE.grid)
    problem, fitting = GENIUS_SQUARE.board_problem(board.blockers)
    meanings = read_cnf(cnf_text(problem)).meanings
    for variable, meaning in meanings.items():
        piece, mask = GENIUS_SQUARE.placements[fitting[variable - 1]]
        assert meaning == f"{GENIUS_SQUARE.grid.labels(mask)} piece {piece.name}"
    # Goralczyk (2024), section 3.3: 339 placements are left.
    assert len(meanings) == 339


def test_a_clause_may_run_over_lines_and_lines_hold_several():
    assert read_cnf("c\np cnf 3 3\n1 2\n3 0 -1\r\n0 0\n").clauses == ((1, 2, 3), (-1,), ())


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "no line p cnf"),
        ("1 2 0\n", "line 1 is '1 2 0'"),
        ("p cnf two 1\n", "line 1"),
        ("p cnf 2 1\n1 3 0\n", "line 2: '3' is no literal"),
        ("p cnf 2 1\n1 x 0\n", "line 2: 'x' is no literal"),
        ("p cnf 2 1\n1 2\n", "cut off"),
        ("p cnf 2 2\n1 2 0\n", "1 clauses, and the head says 2"),
        ("p cnf 2 1\n1 2 0\n1 0\n", "2 clauses, and the head says 1"),
    ],
)
def test_what_is_damaged_is_refused(text, words):
    with pytest.raises(InputError) as error:
        read_cnf(text)
    assert words in str(error.value)
