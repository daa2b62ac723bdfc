"""LP and MPS texts: names and columns that no reader mistakes; HiGHS reads them, and its answers are read."""

import re
from itertools import pairwise

import pytest
from hypothesis import example, given, settings, strategies as st

from solver.errors import InputError
from solver.exact_cover import ExactCover
from solver.exact_cover.backends.brute_force import BruteForce
from solver.exact_cover.formats.mip import (
    lp_text,
    mps_text,
    option_of,
    read_cplex_solution,
    read_highs_solution,
)
from solver.polyform import GENIUS_SQUARE, Board
from tests.solver.exact_cover.backends.conformance import queens
from tests.solver.exact_cover.formats import test_solutions
from tests.strategies import covers

FORMATS = {"lp": lp_text, "mps": mps_text}

EDGES = [
    ExactCover((), ()),
    ExactCover(("b",), (), primary=0),
    ExactCover(("a",), ()),
    ExactCover(("a", "b"), ((0,),)),
    ExactCover(("a", "b"), ((0,),), (1, 2)),
    ExactCover(("a", "b"), ((0,),), primary=1),
    ExactCover(("a", "b"), ((0, 1), (0,), (0,)), (2, 3), primary=1),
    queens(6),
]


def board(text):
    return GENIUS_SQUARE.board_problem(Board.parse(text, GENIUS_SQUARE.grid).blockers)[0]


def read_by_highs(text, suffix, folder):
    """Return HiGHS with the model that it has read."""
    highspy = pytest.importorskip("highspy", exc_type=ImportError)
    model = folder / f"model.{suffix}"
    model.write_text(text, encoding="utf-8")
    highs = highspy.Highs()
    highs.silent()
    assert highs.readModel(str(model)) == highspy.HighsStatus.kOk
    return highs


@pytest.mark.parametrize("suffix", FORMATS)
@pytest.mark.parametrize("problem", [*EDGES, board("A3 A5 C2 D1 D3 E2 F6"), board("A2 B1 A5 B6 C3 C4 D3")])
def test_highs_reads_and_answers_what_is_written(tmp_path, problem, suffix):
    highs = read_by_highs(FORMATS[suffix](problem), suffix, tmp_path)
    lp = highs.getLp()
    assert (lp.num_row_, lp.num_col_) == (len(problem.items), max(1, len(problem.options)))
    assert list(lp.row_upper_) == list(problem.multiplicities)
    assert list(lp.row_lower_[: problem.primary]) == list(problem.multiplicities[: problem.primary])
    assert all(low == -highs.inf for low in lp.row_lower_[problem.primary :])
    assert {kind.name for kind in lp.integrality_} == {"kInteger"}
    assert (set(lp.col_lower_), set(lp.col_upper_)) == ({0}, {1})
    highs.run()
    highs.writeSolution(str(tmp_path / "answer.sol"), 0)
    answer = (tmp_path / "answer.sol").read_text(encoding="utf-8")
    if next(BruteForce().solutions(problem), None) is None:
        assert read_highs_solution(answer) == ("Infeasible", None)
    else:
        _, values = read_highs_solution(answer)
        chosen = [option_of(name, problem) for name, value in (values or {}).items() if value > 0.5]
        assert problem.is_solution(tuple(sorted(option for option in chosen if option is not None)))


@pytest.mark.parametrize("suffix", FORMATS)
@given(problem=covers(), name=st.text(max_size=12), comments=st.lists(st.text(max_size=20), max_size=2))
@settings(max_examples=30)
@example(problem=ExactCover(("a",), ((0,),)), name='\\ "\n\x85 e1', comments=["a\nEnd", 'row r1_a is "b"', "ENDATA"])
def test_highs_reads_the_same_matrix(tmp_path_factory, suffix, problem, name, comments):
    items = tuple(f"{name}{n}" for n in range(len(problem.items)))
    named = ExactCover(items, problem.options, problem.multiplicities, problem.primary)
    lp = read_by_highs(FORMATS[suffix](named, comments), suffix, tmp_path_factory.mktemp("model")).getLp()
    assert (lp.num_row_, lp.num_col_) == (len(problem.items), max(1, len(problem.options)))
    starts, rows = list(lp.a_matrix_.start_), list(lp.a_matrix_.index_)
    # HiGHS puts the columns in the order in which it meets them.
    columns = {lp.col_names_[n]: tuple(sorted(rows[a:b])) for n, (a, b) in enumerate(pairwise(starts))}
    found = {option_of(column, named): held for column, held in columns.items()}
    assert found == (dict(enumerate(problem.options)) if problem.options else {None: ()})
    assert set(lp.a_matrix_.value_) <= {1}


def test_names_keep_the_rules_of_cplex():
    # E1 would be read as part of a number; no blank, no operator; at most 255 letters, lines at most 560.
    problem = ExactCover(("E1", "e", "3", "free", "a+b", "piece " + "#" * 300), ((0, 1), tuple(range(6))))
    text = lp_text(problem)
    rows, _, columns = text.partition("Binary\n")
    named = re.findall(r"^ (\S+):", rows, re.MULTILINE) + re.findall(r"^ (\S+)$", columns, re.MULTILINE)
    assert len(named) == len(set(named)) == 1 + 6 + 2
    assert all(re.fullmatch(r"[A-Za-df-z][A-Za-z0-9_]{0,254}", name) for name in named)
    assert all(len(line) <= 100 for line in lp_text(board("B1 C3 D2 E6 F1 F2 F6")).splitlines())


def test_mps_fields_stand_in_the_columns_of_the_fixed_format():
    # Fields 1 to 4 begin in columns 2, 5, 15 and 25, and names have at most eight characters.
    section = ""
    for line in mps_text(board("B1 C3 D2 E6 F1 F2 F6")).splitlines():
        if line.startswith(("*", "NAME")):
            continue
        if not line.startswith(" "):
            section = line
            continue
        fields = (line[1:3], line[4:12], line[14:22], line[24:36])
        assert " ".join(fields).split() == line.split()
        assert "".join(line[n] for n in (0, 3, 12, 13, 22, 23) if n < len(line)).strip() == "", section
        assert all(len(name) <= 8 for name in line.split())


def test_a_column_tells_its_option():
    problem = ExactCover(("a", "b"), ((0,), (0, 1)))
    assert [option_of(name, problem) for name in ("x1", "x1_a", "x2_a_b", "unused")] == [0, 0, 1, None]
    for name, words in [
        ("x3", "there is no column 'x3': the 2 columns"),
        ("x0", "no column"),
        ("y1", "no column"),
        ("x1_b", "column 'x1_b' is x1_a here: it belongs to another problem"),
    ]:
        with pytest.raises(InputError, match=words):
            option_of(name, problem)


def refusal(read, text):
    """Return why a text is refused; nothing if it is read."""
    try:
        read(text)
    except InputError as error:
        return str(error)
    return ""


@pytest.mark.parametrize(
    ("read", "good", "alphabet"),
    [
        (read_highs_solution, test_solutions.HIGHS, "x12 #-\nColumns.e\x00é"),
        (read_cplex_solution, test_solutions.CPLEX, '<>/"=& \nvaribleCPX#\x00\ud800é'),
    ],
)
@given(data=st.data())
@settings(max_examples=30)
def test_a_text_with_something_inserted_is_read_or_refused_in_one_line(read, good, alphabet, data):
    place = data.draw(st.integers(0, len(good)))
    text = good[:place] + data.draw(st.text(alphabet, max_size=30)) + good[place:]
    assert "\n" not in refusal(read, text)
