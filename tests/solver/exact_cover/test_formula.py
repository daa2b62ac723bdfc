"""A problem as clauses: the same solutions as by the definition, in an order that does not change."""

import hashlib
from itertools import product

from hypothesis import given, settings
from pysat.solvers import Solver

from solver.exact_cover import ExactCover
from solver.exact_cover.formula import formula_of
from solver.polyform import GENIUS_SQUARE, Board
from tests.solver.exact_cover.backends.conformance import every_solution
from tests.strategies import covers


@given(problem=covers(items=5, options=6))
@settings(max_examples=30)
def test_the_models_are_the_solutions(problem):
    formula = formula_of(problem)
    options = range(1, len(problem.options) + 1)
    with Solver("cadical195", bootstrap_with=formula.clauses) as solver:
        found = {
            tuple(n - 1 for n, sign in zip(options, signs, strict=True) if sign)
            for signs in product((False, True), repeat=len(options))
            if solver.solve([n if sign else -n for n, sign in zip(options, signs, strict=True)])
        }
    assert found == every_solution(problem)


def test_the_order_of_clauses_is_the_one_that_proofs_are_written_for():
    problem = ExactCover(("a", "b", "c"), ((0,), (0, 1), (0, 1, 2), (1, 2), (0,)), (2, 1, 1), 2)
    assert formula_of(problem).clauses == [
        # b is primary, once; c is secondary, so nothing has to hold it.
        (2, 3, 4),
        # Options 1, 2 and 3 share b, and 2 and 3 share c as well.
        (-2, -3),
        (-2, -4),
        (-3, -4),
        # a twice: at most two of the variables 1, 2, 3, 5 …
        (-1, 6),
        (-6, 7),
        (-2, 7),
        (-2, -6, 8),
        (-3, -8),
        (-7, 9),
        (-3, 9),
        (-8, 10),
        (-3, -7, 10),
        (-5, -10),
        # … and of their negations.
        (1, 11),
        (-11, 12),
        (2, 12),
        (2, -11, 13),
        (3, -13),
        (-12, 14),
        (3, 14),
        (-13, 15),
        (3, -12, 15),
        (5, -15),
    ]


def test_the_clauses_of_the_example_board_do_not_change():
    # Proofs of boards rest on their order: another text here makes every proof on record one of another formula.
    board = Board.parse("B1 C3 D2 F1 F2 E6 F6", GENIUS_SQUARE.grid)
    formula = formula_of(GENIUS_SQUARE.board_problem(board.blockers)[0])
    assert (len(formula), len(formula.clauses)) == (339, 22822)
    text = formula.dimacs().partition("p cnf")[2]
    assert (
        hashlib.sha256(text.encode()).hexdigest() == "d0b702539519a84e1b71a0ae8068dc90d83aa96abc46147b5dd64c83f43c5881"
    )


def test_an_item_without_options_is_an_empty_clause():
    assert () in formula_of(ExactCover(("a", "b"), ((0,),))).clauses
    assert () in formula_of(ExactCover(("a", "b"), ((0, 1),), (1, 2))).clauses
    assert formula_of(ExactCover(("a", "b"), ((0,),), (1, 1), 1)).clauses == [(1,)]


def test_a_formula_names_its_options():
    text = formula_of(ExactCover(("A1", "A2", "piece I2"), ((0, 1, 2),), (1, 1, 1))).dimacs(["one domino"])
    assert text.splitlines()[:3] == ["c one domino", "c variable 1: A1 A2 piece I2", "p cnf 1 3"]


def test_no_name_ends_a_comment():
    # What followed a line feed would be clauses.
    text = formula_of(ExactCover(("x\np cnf 1 1\n-1 0", "\ud800"), ((0,), (1,)))).dimacs(["a\n1 0"])
    assert [line for line in text.splitlines() if not line.startswith("c ")] == ["p cnf 2 2", "1 0", "2 0"]
    text.encode()
