"""The steps of the proof that always-solvability is hard, on small formulas and small sets of triples."""

import random
from collections import Counter
from itertools import combinations_with_replacement, product

import pytest

from experiments.existence.reduction import can_be_filled, has_matching, strips_of, triples_of

SOLVABLE = [(1, 1, 1)], [(2, 2, 2), (1, 2, 1), (2, 1, 2)]
UNSOLVABLE = [(1, 1, 1)], [(2, 2, 2), (1, 2, 1), (1, 2, 2)]


def is_true(clauses, variables, universal):
    def holds(values):
        return all(any(values[abs(literal) - 1] == (literal > 0) for literal in clause) for clause in clauses)

    return {
        first: any(holds(first + rest) for rest in product((False, True), repeat=variables - universal))
        for first in product((False, True), repeat=universal)
    }


@pytest.mark.parametrize("seed", range(6))
def test_a_set_of_decided_triples_is_in_a_matching_where_the_formula_can_be_satisfied(seed):
    draw = random.Random(seed)
    variables, universal = 3, 2
    clauses = [tuple(draw.choice((-1, 1)) * draw.randint(1, variables) for _ in range(3)) for _ in range(2)]
    decided, others, size = triples_of(clauses, variables, universal)
    assert len(decided) == universal
    for values, holds in is_true(clauses, variables, universal).items():
        chosen = [triple for triple, value in zip(decided, values, strict=True) if value]
        assert has_matching(others, size, chosen) == holds


@pytest.mark.parametrize("size", [1, 2, 3])
def test_only_the_bars_of_a_triple_are_as_long_as_its_strip(size):
    numbers = range(1, size + 1)
    triples = [(one, other, last) for one in numbers for other in numbers for last in numbers]
    strips = strips_of([], triples, size)
    every = {*strips.actual.values(), *strips.idle.values()}
    lengths = [strips.length(strip) for strip in range(len(triples))]
    assert 2 * max(every) < min(lengths)
    assert 4 * min(every) > max(lengths)
    sums = Counter(map(sum, combinations_with_replacement(sorted(every), 3)))
    for strip in range(len(triples)):
        assert sum(strips.parts(strip, True)) == sum(strips.parts(strip, False)) == strips.length(strip)
        assert sums[strips.length(strip)] == 2


@pytest.mark.parametrize(("decided", "others"), [SOLVABLE, UNSOLVABLE])
def test_a_roll_can_be_filled_where_there_is_a_matching(decided, others):
    strips = strips_of(decided, others, 2)
    assert sum(number * length for length, number in strips.bars().items()) == sum(strips.segments([0]))
    answers = {}
    for actual in (True, False):
        cells = strips.blocked_cells(0, actual)
        assert len(cells) == 6
        (answers[actual],) = {can_be_filled(strips.segments([cell]), strips.bars()) for cell in cells}
        assert answers[actual] == has_matching(others, 2, decided if actual else [])
    both_ends = {can_be_filled(strips.segments([cell]), strips.bars()) for cell in (0, strips.length(0) - 1)}
    assert both_ends == {any(answers.values())}
    # No other cell of the strip may be blocked: bars are multiples of a length.
    assert not can_be_filled(strips.segments([strips.blocked_cells(0, True)[0] + 1]), strips.bars())
    assert all(answers.values()) == (others is SOLVABLE[1])
