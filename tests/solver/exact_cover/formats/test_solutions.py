"""Solution files of HiGHS and CPLEX. What HiGHS itself writes is read in ``test_linear.py``."""

import pytest

from solver.errors import InputError
from solver.exact_cover.formats.mip import read_cplex_solution, read_highs_solution

HIGHS = """Model status
Optimal

# Primal solution values
Feasible
Objective 0
# Columns 2
x1_A1_piece_I1 1
x2_A2_piece_I1 -0
# Rows 1
r1_A1 1

# Dual solution values
None
"""

CPLEX = """<?xml version = "1.0" encoding="UTF-8" standalone="yes"?>
<CPLEXSolution version="1.2">
 <header
   problemName="board.lp"
   objectiveValue="0"
   solutionStatusValue="101"
   solutionStatusString="integer optimal solution"/>
 <quality epInt="1e-05"/>
 <linearConstraints>
  <constraint name="r1_A1" index="0" slack="0"/>
 </linearConstraints>
 <variables>
  <variable name="x1_A1_piece_I1" index="0" value="1"/>
  <variable name="x2_A2_piece_I1" index="1" value="-0"/>
 </variables>
</CPLEXSolution>
"""

VALUES = {"x1_A1_piece_I1": 1.0, "x2_A2_piece_I1": 0.0}


def test_both_kinds_tell_values_by_name():
    assert read_highs_solution(HIGHS) == ("Optimal", VALUES)
    assert read_cplex_solution(CPLEX) == ("integer optimal solution", VALUES)
    assert read_highs_solution("\ufeff" + HIGHS.replace("\n", "\r\n"))[1] == VALUES
    # The sparse style leaves zeros out.
    sparse = HIGHS.replace("# Columns 2", "# Columns -1").replace("x2_A2_piece_I1 -0\n", "")
    assert read_highs_solution(sparse)[1] == {"x1_A1_piece_I1": 1.0}


def test_of_several_solutions_of_cplex_the_first_is_taken():
    _, _, body = CPLEX.partition("?>\n")
    other = body.replace('value="1"', 'value="0"')
    assert read_cplex_solution(f"<CPLEXSolutions>{body}{other}</CPLEXSolutions>")[1] == VALUES


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("Model status\n", "", "no solution file of HiGHS: its first line is 'Model status'"),
        ("Optimal\n", "", "no status follows"),
        ("# Columns 2", "", "no line '# Columns'"),
        ("# Columns 2", "# Columns 3", "3 columns are announced, 2 are there"),
        ("# Columns 2", "# Columns 999999999", "999999999 columns are announced, 2 are there"),
        ("I1 1\nx2", "I1 one\nx2", "column 'x1_A1_piece_I1' has the value 'one': write a number"),
        ("I1 1\nx2", "I1 nan\nx2", "write a number"),
        ("x2_A2", "x1_A1", "column 'x1_A1_piece_I1' occurs twice"),
    ],
)
def test_a_damaged_file_of_highs_is_refused(old, new, words):
    assert old in HIGHS
    with pytest.raises(InputError, match=words):
        read_highs_solution(HIGHS.replace(old, new, 1))


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("</CPLEXSolution>", "", "no XML that can be read"),
        ("CPLEXSolution", "html", "no XML that can be read|root 'html'"),
        ('value="1"', 'value="inf"', "has the value 'inf': write a number"),
        ('value="1"', "", "a variable without name or value"),
        ("x2_A2", "x1_A1", "occurs twice"),
        (CPLEX.partition("?>")[2], "\n<svg/>", "XML with the root 'svg'"),
        ("<variables>", "<others>", "no XML that can be read"),
    ],
)
def test_a_damaged_file_of_cplex_is_refused(old, new, words):
    assert old in CPLEX
    with pytest.raises(InputError, match=words):
        read_cplex_solution(CPLEX.replace(old, new, 1))


@pytest.mark.parametrize(
    ("old", "new"), [("Feasible", "None"), ("Feasible", "Infeasible"), ("# Primal solution values", "")]
)
def test_a_file_of_highs_without_a_solution(old, new):
    assert read_highs_solution(HIGHS.replace(old, new, 1)) == ("Optimal", None)


def test_a_file_of_cplex_without_a_solution():
    told = '<CPLEXSolution version="1.2"><header solutionStatusString="integer infeasible"/></CPLEXSolution>'
    assert read_cplex_solution(told) == ("integer infeasible", None)


@pytest.mark.parametrize(
    "declared",
    [
        '<!DOCTYPE a [<!ENTITY b "bbbbbbbb"><!ENTITY c "&b;&b;&b;&b;">]>',
        '<!DOCTYPE a SYSTEM "file:///etc/hostname">',
        '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/hostname">]>',
    ],
)
def test_a_document_type_is_refused_before_anything_is_expanded(declared):
    with pytest.raises(InputError, match="a solution file with a document type"):
        read_cplex_solution(CPLEX.replace("?>", f"?>{declared}", 1))
