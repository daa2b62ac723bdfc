"""Clauses and counters mean what they say."""

from itertools import product

import pytest
from hypothesis import given, strategies as st

from dicelab.search.design.exact import CpSatFormula
from solver.exact_cover.formula import Formula

SIX = st.lists(st.integers(1, 6).flatmap(lambda n: st.sampled_from([n, -n])), max_size=6, unique_by=abs)


def true(literal, values):
    return values[abs(literal) - 1] == (literal > 0)


@given(SIX, st.integers(-1, 7), st.integers(-1, 7))
def test_a_bound_allows_what_it_counts(literals, least, most):
    formula = Formula()
    for n in range(6):
        formula.variable(f"x{n}")
    formula.bound(literals, least, most)
    values = [
        values
        for values in product([False, True], repeat=6)
        if least <= sum(true(literal, values) for literal in literals) <= most
    ]
    assert models_by_search(formula) == set(values)


def models_by_search(formula):
    """All assignments of the first six variables that extend to a model, by trying all counters in order."""
    found = set()
    for values in product([False, True], repeat=6):
        if extend(formula, {n if value else -n for n, value in enumerate(values, start=1)}):
            found.add(values)
    return found


def extend(formula, true_literals):
    """Unit propagation is complete for these counters: what is left open may be false."""
    true_literals = set(true_literals)
    changed = True
    while changed:
        changed = False
        for clause in formula.clauses:
            if any(literal in true_literals for literal in clause):
                continue
            open_ = [literal for literal in clause if -literal not in true_literals]
            if not open_:
                return False
            if len(open_) == 1:
                true_literals.add(open_[0])
                changed = True
    rest = {-n for n in range(1, len(formula) + 1) if n not in true_literals and -n not in true_literals}
    true_literals |= rest
    return all(any(literal in true_literals for literal in clause) for clause in formula.clauses)


@given(SIX.filter(lambda some: len(some) >= 2))
def test_the_lexicographic_order_is_that_of_bits(literals):
    half = len(literals) // 2
    first, second = literals[:half], literals[half : 2 * half]
    formula = Formula()
    for n in range(6):
        formula.variable(f"x{n}")
    formula.lexicographic(first, second)
    for values in product([False, True], repeat=6):
        bits = [[true(literal, values) for literal in side] for side in (first, second)]
        literals_true = {n if value else -n for n, value in enumerate(values, start=1)}
        assert extend(formula, literals_true) == (bits[0] <= bits[1])


def test_cp_sat_and_dimacs_say_the_same():
    formula = Formula()
    one, two, three = (formula.variable(name) for name in "abc")
    formula.exactly([one, two, three], 2)
    formula.add(-one)
    status, literals = CpSatFormula(formula).solve(10.0)
    assert status == "found"
    assert {-one, two, three} <= literals
    lines = formula.dimacs(["a comment"]).splitlines()
    assert lines[:4] == ["c a comment", "c variable 1: a", "c variable 2: b", "c variable 3: c"]
    clauses = [tuple(map(int, line.split()))[:-1] for line in lines if line[0] not in "cp"]
    assert clauses == formula.clauses
    assert f"p cnf {len(formula)} {len(clauses)}" in lines


def test_a_formula_that_grows_is_searched_as_it_is():
    formula = Formula()
    one, two = formula.variable("a"), formula.variable("b")
    formula.add(one, two)
    solver = CpSatFormula(formula)
    assert solver.solve(10.0)[0] == "found"
    formula.add(-one)
    three = formula.variable("c")
    formula.add(-two, three)
    assert {-one, two, three} <= solver.solve(10.0)[1]
    formula.add(-three)
    assert solver.solve(10.0) == ("infeasible", frozenset())


@pytest.mark.parametrize(("least", "most"), [(3, 2), (4, 9)])
def test_a_bound_that_nothing_meets_is_false(least, most):
    formula = Formula()
    literals = [formula.variable(name) for name in "abc"]
    formula.bound(literals, least, most)
    assert () in formula.clauses
    assert CpSatFormula(formula).solve(10.0)[0] == "infeasible"
