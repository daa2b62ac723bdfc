"""What holds for LP and MPS texts alike: they are read back, HiGHS reads them, and damage is told."""

import pytest
from hypothesis import example, given, settings, strategies as st

from solver.errors import InputError
from solver.exact_cover import ExactCover
from solver.exact_cover.backends.brute_force import BruteForce
from solver.exact_cover.formats.linear import option_of
from solver.exact_cover.formats.lp import lp_problem, lp_text
from solver.exact_cover.formats.mps import mps_problem, mps_text
from solver.exact_cover.formats.solutions import highs_status, read_cplex_solution, read_highs_solution
from solver.polyform import GENIUS_SQUARE, Board
from tests.solver.exact_cover.backends.conformance import queens
from tests.solver.exact_cover.formats import test_lp, test_mps, test_solutions
from tests.strategies import covers

FORMATS = {"lp": (lp_text, lp_problem), "mps": (mps_text, mps_problem)}

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
    highs = read_by_highs(FORMATS[suffix][0](problem), suffix, tmp_path)
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
        assert highs_status(answer) == "Infeasible"
        with pytest.raises(InputError, match="HiGHS found no solution: it says 'Infeasible'"):
            read_highs_solution(answer)
    else:
        chosen = [option_of(name, problem) for name, value in read_highs_solution(answer).items() if value > 0.5]
        assert problem.is_solution(tuple(sorted(option for option in chosen if option is not None)))


@pytest.mark.parametrize("suffix", FORMATS)
@pytest.mark.parametrize("problem", [problem for problem in EDGES if problem.options])
def test_what_highs_writes_is_read_back(tmp_path, problem, suffix):
    write, read = FORMATS[suffix]
    highs = read_by_highs(write(problem), suffix, tmp_path)
    highs.writeModel(str(tmp_path / f"theirs.{suffix}"))
    back = read((tmp_path / f"theirs.{suffix}").read_text(encoding="utf-8"))
    assert back.options == problem.options
    assert (back.multiplicities, back.primary) == (problem.multiplicities, problem.primary)


@pytest.mark.parametrize("suffix", FORMATS)
@given(problem=covers(), name=st.text(max_size=12), comments=st.lists(st.text(max_size=20), max_size=2))
@settings(max_examples=60)
@example(problem=ExactCover(("a",), ((0,),)), name='\\ "\n\x85 e1', comments=["a\nEnd", 'row r1_a is "b"', "ENDATA"])
def test_what_is_written_is_read_back(suffix, problem, name, comments):
    write, read = FORMATS[suffix]
    items = tuple(f"{name}{n}" for n in range(len(problem.items)))
    named = ExactCover(items, problem.options, problem.multiplicities, problem.primary)
    assert read(write(named, comments)) == named


def test_a_column_tells_its_option():
    problem = ExactCover(("a", "b"), ((0,), (0, 1)))
    assert [option_of(name, problem) for name in ("x1", "x1_a", "x2_a_b", "unused")] == [0, 0, 1, None]
    for name, words in [
        ("x3", "there is no column 'x3': the 2 columns"),
        ("x0", "no column"),
        ("y1", "no column"),
        ("x1_b", "column 'x1_b' is x1_a here: it is of another problem"),
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
        (lp_problem, test_lp.GOOD, "xy 012+-=<>:\\\nEndBiary.e\x00é"),
        (mps_problem, test_mps.GOOD, "xyr 012+-=\nENDATABV*.e\x00é"),
        (read_highs_solution, test_solutions.HIGHS, "x12 #-\nColumns.e\x00é"),
        (read_cplex_solution, test_solutions.CPLEX, '<>/"=& \nvaribleCPX#\x00\ud800é'),
    ],
)
@given(data=st.data())
@settings(max_examples=60)
def test_a_text_with_something_inserted_is_read_or_refused_in_one_line(read, good, alphabet, data):
    place = data.draw(st.integers(0, len(good)))
    text = good[:place] + data.draw(st.text(alphabet, max_size=30)) + good[place:]
    assert "\n" not in refusal(read, text)
