"""DLX text: what is written can be read again, and what is no exact cover problem is refused with its line."""

from dataclasses import replace

import pytest
from hypothesis import assume, given, strategies as st

from solver.errors import InputError
from solver.exact_cover import ExactCover
from solver.exact_cover.backends.brute_force import BruteForce
from solver.exact_cover.formats.dlx import dlx_names, dlx_problem, dlx_text
from solver.polyform import GENIUS_SQUARE, Puzzle
from tests.strategies import covers


@given(problem=covers(), comments=st.lists(st.sampled_from(["", "a board", "| x", "A1 B1"]), max_size=2))
def test_what_is_written_is_read_again(problem, comments):
    assume(problem.primary)
    assert dlx_problem(dlx_text(problem, comments)) == replace(problem, items=dlx_names(problem))


@given(names=st.lists(st.text(max_size=12), unique=True, min_size=1, max_size=8))
def test_any_names_become_names_that_are_legal_and_different(names):
    problem = ExactCover(tuple(names), tuple((n,) for n in range(len(names))))
    safe = dlx_names(problem)
    assert len(set(safe)) == len(safe)
    assert all(1 <= len(name) <= 8 and name.isascii() and name.isprintable() for name in safe)
    assert not any(set(name) & set(": |") for name in safe)
    assert dlx_problem(dlx_text(problem)).options == problem.options


def test_a_name_that_stands_for_itself_is_never_given_away():
    # The second item would be i2, which is the first one's name.
    assert dlx_names(ExactCover(("i2", "a:b", "null"), ())) == ("i2", "i2_", "i3")


def test_cells_and_pieces_keep_their_names_where_these_differ():
    assert dlx_names(GENIUS_SQUARE.problem)[34:38] == ("F5", "F6", "I1", "I2")
    # On nine rows I1 is a cell as well as the monomino.
    assert "I1" not in dlx_names(Puzzle.parse("9x1/7:I1,I1").problem)


def test_knuths_example():
    # The program DLX1, section 1: one solution, A D, E F C, B G.
    text = "| A simple example\nA B C D E | F G\nC E F\nA D G\nB C F\nA D\nB G\nD E G\n"
    problem = dlx_problem(text)
    assert problem.primary == 5
    assert list(BruteForce().solutions(problem)) == [(0, 3, 4)]
    assert dlx_text(problem, ["A simple example"]) == text


def test_multiplicities_as_dlx3_has_them():
    text = "2|a 3:3|b 0:2|c d |e\na b c\na b d\na b e\nb c\nd\n"
    problem = dlx_problem(text)
    assert problem.items == ("a", "b", "d", "c", "e")
    assert (problem.multiplicities, problem.primary) == ((2, 3, 1, 2, 1), 3)
    # Among secondary items the order stays, so those before one of multiplicity 2 become 0:1.
    mixed = ExactCover(("a", "b", "c", "d"), ((0, 1, 2, 3),), (1, 1, 2, 1), 1)
    assert dlx_text(mixed) == "a 0:1|b 0:2|c | d\na b c d\n"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "no line of items"),
        ("| only a comment\n\n", "no line of items"),
        ("a b\n\na c\n", "line 3: 'c' is not an item"),
        ("a b\na a\n", "line 2: item 'a' occurs twice"),
        ("a b a\n", "line 1: item 'a' is named twice"),
        ("a | b | c\n", "| occurs twice"),
        ("| x\na | b c\nb c\n", "line 3: an option without a primary item"),
        ("a | b\na b:x\n", "line 2: 'b:x' has a colour"),
        ("a | 2|b\n", "secondary item with a bound"),
        ("1:2|a\n", "bounds that are not read"),
        ("0|a\n", "bounds that are not read"),
        ("a:b\n", "is not an item"),
        ("x|a\n", "is not an item"),
        ("abcdefghi\n", "is not an item"),
        ("ä\n", "is not an item"),
    ],
)
def test_what_is_no_exact_cover_problem_is_refused_with_its_line(text, words):
    with pytest.raises(InputError) as error:
        dlx_problem(text)
    assert words in str(error.value)
    assert "\n" not in str(error.value)


@given(st.text(alphabet="ab|: 02\n", max_size=40))
def test_any_text_is_read_or_refused(text):
    try:
        problem = dlx_problem(text)
    except InputError:
        return
    if problem.primary:
        assert dlx_problem(dlx_text(problem)) == replace(problem, items=dlx_names(problem))


def test_a_problem_without_primary_items_is_refused():
    with pytest.raises(InputError, match="without primary items"):
        dlx_text(ExactCover(("a",), (), primary=0))
