"""LP text: names that no reader mistakes, and what is refused. What it shares with MPS is in ``test_linear.py``."""

import re

import pytest

from solver.errors import InputError
from solver.exact_cover import ExactCover
from solver.exact_cover.formats.lp import lp_problem, lp_text
from solver.polyform import GENIUS_SQUARE, Board


def board(text):
    return GENIUS_SQUARE.board_problem(Board.parse(text, GENIUS_SQUARE.grid).blockers)[0]


def test_names_keep_the_rules_of_cplex():
    # E1 would be read as part of a number; no blank, no operator; at most 255 letters, lines at most 560.
    problem = ExactCover(("E1", "e", "3", "free", "a+b", "piece " + "#" * 300), ((0, 1), tuple(range(6))))
    text = lp_text(problem)
    rows, _, columns = text.partition("Binary\n")
    named = re.findall(r"^ (\S+):", rows, re.MULTILINE) + re.findall(r"^ (\S+)$", columns, re.MULTILINE)
    assert len(named) == len(set(named)) == 1 + 6 + 2
    assert all(re.fullmatch(r"[A-Za-df-z][A-Za-z0-9_]{0,254}", name) for name in named)
    assert all(len(line) <= 100 for line in lp_text(board("B1 C3 D2 E6 F1 F2 F6")).splitlines())


GOOD = "Minimize\n obj: 0 x\nSubject To\n c1: x + y = 1\n c2: y <= 2\nBinary\n x\n y\nEnd\n"


def test_a_text_of_somebody_else():
    problem = lp_problem(
        "\\ by hand\nMAX\nst\n c2: y <= 2\n c1: 1 x\n + 1.0 y + 0 z = +1\nBOUNDS\n x <= 1\nbin\nx y\nend"
    )
    assert problem == ExactCover(("c1", "c2"), ((0,), (0, 1)), (1, 2), 1)
    assert lp_problem(GOOD) == problem


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("Minimize", "", "line 2: 'obj: 0 x': an LP text begins with Minimize"),
        ("0 x", "x", "line 2: x in the objective"),
        ("Subject To\n", "", "line 5: a section binary after objective"),
        ("x + y = 1", "2 x + y = 1", "line 4: coefficient 2 of x"),
        ("x + y = 1", "x - y = 1", "line 4: coefficient -1 of y"),
        ("x + y = 1", "x + + y = 1", r"line 4: '\+' in a sum"),
        ("x + y = 1", "x + x = 1", "line 4: x stands twice in row c1"),
        ("x + y = 1", "x + y + = 1", r"line 4: \+ stands alone"),
        ("x + y = 1", "x + y >= 1", "line 4: row c1 is >=: an item is = or <="),
        ("x + y = 1", "x + y = 0", "line 4: the right side of row c1 is 0"),
        ("x + y = 1", "x + y = -1", "line 4: the right side of row c1 is -1"),
        ("x + y = 1", "x + y = 1.5", "line 4: the right side of row c1 is 1.5"),
        ("x + y = 1", "x + y = z", "line 4: the right side of row c1 is z"),
        ("x + y = 1", "x + y =", "line 4: the right side of row c1 is c2"),
        ("y <= 2", "y", "line 5: row c2 has no right side"),
        ("y <= 2", "y <=", "line 5: the right side of row c2"),
        ("c2:", "c1:", "line 5: a second row c1"),
        ("c2:", "", "line 5: 'y' where a row begins"),
        ("x + y", "x * y", r"line 4: '\* y = 1' is nothing"),
        ("x + y", "[ x^2 ]", "line 4: .* is nothing that an LP text has"),
        (" y\nEnd", "End", "variable y of row c1 is not in the section Binary"),
        (" y\nEnd", " y y\nEnd", "line 8: y is listed twice"),
        (" y\nEnd", " y 3\nEnd", "line 8: '3' in the section Binary"),
        (" y\nEnd", " y\n z\nEnd", "column z is in no equation"),
        ("x + y = 1", "x = 1", "column y is in no equation"),
        ("Binary", "Bounds\n x <= 2\nBinary", "line 7: bounds besides 0 <= x <= 1"),
        ("Binary", "General\n z\nBinary", "variables that are not binary|section binary after others"),
        ("End\n", "", "line 8: the text ends without End"),
        ("End\n", "End\nx", "line 10: 'x' after End"),
    ],
)
def test_what_is_no_exact_cover_problem_is_refused_with_its_line(old, new, words):
    assert old in GOOD
    with pytest.raises(InputError, match=words):
        lp_problem(GOOD.replace(old, new, 1))
