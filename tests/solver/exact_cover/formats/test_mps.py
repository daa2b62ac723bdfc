"""MPS text in fixed columns, and what is refused. What it shares with LP is in ``test_linear.py``."""

import pytest

from solver.errors import InputError
from solver.exact_cover import ExactCover
from solver.exact_cover.formats.mps import mps_problem, mps_text
from solver.polyform import GENIUS_SQUARE, Board

EXAMPLE = GENIUS_SQUARE.board_problem(Board.parse("B1 C3 D2 E6 F1 F2 F6", GENIUS_SQUARE.grid).blockers)[0]


def test_fields_stand_in_the_columns_of_the_fixed_format():
    # Fields 1 to 4 begin in columns 2, 5, 15 and 25, and names have at most eight characters.
    section = ""
    for line in mps_text(EXAMPLE).splitlines():
        if line.startswith(("*", "NAME")):
            continue
        if not line.startswith(" "):
            section = line
            continue
        fields = (line[1:3], line[4:12], line[14:22], line[24:36])
        assert " ".join(fields).split() == line.split()
        assert "".join(line[n] for n in (0, 3, 12, 13, 22, 23) if n < len(line)).strip() == "", section
        assert all(len(name) <= 8 for name in line.split())


def test_the_example_board_has_38_rows_and_339_columns():
    # Goralczyk (2024), section 3.3.1.
    read = mps_problem(mps_text(EXAMPLE, ["the example board"]))
    assert (len(read.items), len(read.options)) == (38, 339)
    assert read == EXAMPLE


GOOD = """NAME          cover
ROWS
 N  cost
 E  r1
 L  r2
COLUMNS
    x         r1                   1
    y         r1        1   r2     1
RHS
    RHS       r1                   1
    RHS       r2                   2
BOUNDS
 BV BND       x
 BV BND       y
ENDATA
"""


def test_a_text_of_somebody_else():
    expected = ExactCover(("r1", "r2"), ((0,), (0, 1)), (1, 2), 1)
    assert mps_problem(GOOD) == expected
    # The names of the right side and of the bounds may be left out, and the objective mentioned.
    shorter = GOOD.replace("    RHS  ", "   ").replace("BV BND", "BV").replace("    y  ", "    y  cost 0\n    y  ", 1)
    assert mps_problem(shorter) == expected


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("ROWS\n", "", "line 2: 'N  cost' in no section"),
        ("BOUNDS", "RANGES", "line 12: a section RANGES: have NAME"),
        ("RHS\n", "COLUMNS\n", "line 9: a section COLUMNS"),
        (" E  r1", " G  r1", "line 4: a row of kind G"),
        (" E  r1", " N  r1", "line 4: a row of kind N"),
        (" L  r2", " L  r1", "line 5: a second row r1"),
        (" L  r2", " L", "line 5: 1 fields in ROWS"),
        (
            "    x         r1                   1",
            "    x    r1   2",
            "line 7: 2 for x in row r1: an exact cover problem",
        ),
        ("    x         r1                   1", "    x   cost   1", "line 7: 1 for x in the objective"),
        ("    x         r1                   1", "    x    r3   1", "line 7: there is no row 'r3'"),
        ("    x         r1                   1", "    x    r1    ", "line 7: 1 fields"),
        ("r1        1   r2     1", "r1  1  r1  1", "line 8: y stands twice in row r1"),
        ("    x         r1                   1\n", "    x   r2  1\n", "column x is in no equation"),
        ("    RHS       r2                   2\n", "", "row r2 has no right side"),
        ("RHS       r2                   2", "RHS   r1   2", "line 11: a second right side of row r1"),
        ("r2                   2", "r2   -2", "line 11: the right side of row r2 is -2"),
        ("r2                   2", "r2   2e9", "line 11: the right side of row r2 is 2e9"),
        (" BV BND       x", " UP BND       x   1", "line 13: a bound UP"),
        (" BV BND       x", " BV BND       z", "line 13: there is no column 'z'"),
        (" BV BND       x\n", "", "column x has no bound BV"),
        ("ENDATA\n", "", "line 14: the text ends without ENDATA"),
        ("ENDATA\n", "ENDATA\nNAME\n", "line 16: 'NAME' after ENDATA"),
    ],
)
def test_what_is_no_exact_cover_problem_is_refused_with_its_line(old, new, words):
    assert old in GOOD
    with pytest.raises(InputError, match=words):
        mps_problem(GOOD.replace(old, new, 1))
