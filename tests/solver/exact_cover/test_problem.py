"""The model: what is a problem, what is a solution."""

from dataclasses import FrozenInstanceError

import pytest
from hypothesis import given, strategies as st

from solver.errors import InputError, SolverError
from solver.exact_cover import ExactCover
from tests.solver.exact_cover.backends.conformance import every_solution
from tests.strategies import covers


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"items": ("a", "a"), "options": ()}, "'a' is named twice"),
        ({"items": ("a",), "options": ((),)}, r"option 0 is \(\)"),
        ({"items": ("a",), "options": ((0,), (1,))}, r"option 1 is \(1,\)"),
        ({"items": ("a",), "options": ((-1,),)}, r"option 0 is \(-1,\)"),
        ({"items": ("a", "b"), "options": ((1, 0),)}, "ascending"),
        ({"items": ("a", "b"), "options": ((0, 0),)}, "each once"),
        ({"items": ("a", "b"), "options": ((1,),), "primary": 1}, "primary item"),
        ({"items": ("a",), "options": (), "primary": 2}, "from 0 to 1"),
        ({"items": ("a",), "options": (), "primary": -2}, "-2 primary"),
        ({"items": ("a",), "options": (), "multiplicities": (1, 1)}, "2 multiplicities for 1 items"),
        ({"items": ("a",), "options": (), "multiplicities": (0,)}, "multiplicity 0"),
    ],
)
def test_what_is_no_problem_is_refused_in_one_line(arguments, words):
    with pytest.raises(InputError, match=words) as caught:
        ExactCover(**arguments)
    assert isinstance(caught.value, ValueError)
    assert isinstance(caught.value, SolverError)
    assert "\n" not in str(caught.value)


def test_by_default_every_item_is_primary_and_covered_once():
    problem = ExactCover(("a", "b"), ((0, 1),))
    assert (problem.multiplicities, problem.primary) == ((1, 1), 2)


def test_a_problem_can_not_be_changed():
    with pytest.raises(FrozenInstanceError):
        ExactCover(("a",), ()).primary = 0  # type: ignore[misc]


@given(problem=covers(), data=st.data())
def test_is_solution_is_the_definition(problem, data):
    chosen = data.draw(st.sets(st.integers(0, len(problem.options) - 1))) if problem.options else set()
    solutions = every_solution(problem)
    assert problem.is_solution(tuple(sorted(chosen))) == (tuple(sorted(chosen)) in solutions)
    assert all(problem.is_solution(solution) for solution in solutions)


def test_an_option_taken_twice_is_no_solution():
    problem = ExactCover(("a",), ((0,), (0,)), (2,))
    assert problem.is_solution((0, 1))
    assert not problem.is_solution((0, 0))


@given(problem=covers(), data=st.data())
def test_items_leave_with_all_their_options(problem, data):
    gone = data.draw(st.sets(st.integers(0, len(problem.items) - 1))) if problem.items else set()
    rest = problem.without(gone)
    kept = [item for item in range(len(problem.items)) if item not in gone]
    assert rest.items == tuple(problem.items[item] for item in kept)
    assert rest.multiplicities == tuple(problem.multiplicities[item] for item in kept)
    assert rest.primary == sum(item < problem.primary for item in kept)
    named = [tuple(rest.items[item] for item in option) for option in rest.options]
    expected = [tuple(problem.items[item] for item in option) for option in problem.options if not gone & set(option)]
    assert named == expected


@given(problem=covers(), data=st.data())
def test_items_may_leave_one_by_one(problem, data):
    gone = data.draw(st.lists(st.integers(0, len(problem.items) - 1), unique=True)) if problem.items else []
    rest = problem
    for item in sorted(gone, reverse=True):
        rest = rest.without([item])
    assert rest == problem.without(gone)
