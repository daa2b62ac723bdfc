"""The model allows what the constraints allow: all dice sets of a small puzzle are listed and looked at."""

import msgspec
import numpy as np
import pytest
from hypothesis import given, settings, strategies as st
from msgspec.structs import replace
from pysat.formula import CNF
from pysat.solvers import Solver

from dicelab.errors import DiceError
from dicelab.score.forbidden import masks_of
from dicelab.score.tables import forbidden_boards
from dicelab.search.bounds import never_spread
from dicelab.search.constraints import AwayFrom, Changes, Connected, Fix, Invariant, Keep, Perimeter
from dicelab.search.design.exact import refutation_cnf, search_exactly
from dicelab.search.design.local import local_applies, search_locally
from dicelab.search.design.search_state import ExactTask, LocalTask, RefutedQuestion
from dicelab.search.design.settings import Goal
from dicelab.search.question import Question
from dicelab.search.tabu import ConstraintPenalty
from solver.polyform import Grid
from solver.polyform.symmetry import named_symmetries
from tests.dicelab.search.design.conftest import deals

DEAL = (0b000000111, 0b000111000, 0b111000000)
GOALS = ["fewest", "perimeter:min", "perimeter:max", "distance=A1 A2 A3 | B1 B2 B3 | C1 C2 C3:max"]
SIZES = [(3, 3, 3), (4, 3, 2), (3, 2, 2), (2, 2, 2), (5, 1, 1)]


def again(value):
    """Return a value as it is read from what was written."""
    return msgspec.json.decode(msgspec.json.encode(value), type=type(value))


def proof(constraints, result):
    return refutation_cnf(again(RefutedQuestion(constraints, result.boards, result.cuts, result.sweeps)))


@st.composite
def constraints(draw, puzzle):
    cells, grid = st.integers(0, 8), puzzle.grid
    sizes = draw(st.sampled_from(SIZES))
    deal = st.permutations(range(9)).map(lambda order: tuple(Grid.mask(order[3 * n : 3 * n + 3]) for n in range(3)))
    fixed = draw(st.dictionaries(cells, st.integers(0, 2), max_size=2))
    faces = st.tuples(*[st.lists(cells, min_size=5, max_size=6).map(tuple)] * 3)
    least = draw(st.integers(0, 36))
    source = draw(st.none() | st.builds(Changes, faces, st.integers(0, 9)))
    chosen = st.sets(st.integers(0, 2), min_size=1).map(lambda dice: tuple(sorted(dice)))
    kept = draw(st.dictionaries(cells, chosen, max_size=3)) if source else {}
    try:
        return Question.of(
            puzzle.format(),
            sizes,
            *(Fix(cell, die) for cell, die in fixed.items()),
            *(Fix(cell, None) for cell in draw(st.sets(cells, max_size=1))),
            *([Connected()] if draw(st.booleans()) else []),
            *map(Invariant, draw(st.sets(st.sampled_from(sorted(named_symmetries(grid))), max_size=1))),
            *([source] if source else []),
            *(Keep(cell, dice) for cell, dice in kept.items()),
            *draw(st.lists(st.builds(AwayFrom, deal, st.integers(0, 6)), max_size=1)),
            *draw(st.just(()) | st.just((Perimeter(least, least + 8),))),
            min_tilings=draw(st.integers(0, 5)),
        )
    except DiceError:
        return None


def meets(wanted, dice):
    rolled = forbidden_boards(wanted.puzzle, wanted.min_tilings).rolled(np.array([dice], np.uint64))[0]
    return not rolled and wanted.broken(dice) is None


@settings(max_examples=20)
@given(st.data())
def test_exact_search_finds_a_set_wherever_there_is_one(small, data):
    wanted = data.draw(constraints(small))
    if wanted is None:
        return
    there_is = any(meets(wanted, dice) for dice in deals(tuple(range(9)), wanted.sizes))
    result = search_exactly(ExactTask(wanted, sweeps=data.draw(st.integers(0, 3))))
    assert result.status == ("found" if there_is else "infeasible")
    if there_is:
        assert meets(wanted, result.dice)
    else:
        assert not satisfiable(proof(wanted, result))
    assert again(wanted) == wanted


def satisfiable(text):
    """Ask CaDiCaL, which shares no code with CP-SAT."""
    with Solver("cadical195", bootstrap_with=CNF(from_string=text).clauses) as solver:
        return solver.solve()


def test_a_refutation_without_its_boards_is_none(small):
    wanted = Question(small.format(), (3, 3, 3), min_tilings=3)
    assert search_exactly(ExactTask(wanted)).status == "infeasible"
    nothing = Question(small.format(), (3, 3, 3), min_tilings=0)
    assert satisfiable(refutation_cnf(RefutedQuestion(nothing, (), (), 1)))


def test_a_proof_tells_what_it_is_of(small):
    wanted = Question(small.format(), (3, 3, 3), min_tilings=5, constraints=("connected",))
    text = proof(wanted, search_exactly(ExactTask(wanted)))
    head = [line for line in text.splitlines() if line.startswith("c ")]
    for said in ("c sizes: [3, 3, 3]", "c min_tilings: 5", "c connected: true", "c variable 1: A1 on die 1"):
        assert said in head


@pytest.mark.parametrize("sizes", SIZES)
def test_what_never_is_on_different_dice_is_in_no_set(small, sizes):
    """Of all sets without a forbidden roll none has these cells on different dice."""
    for tilings in (1, 2, 3):
        forbidden = forbidden_boards(small, tilings)
        never = never_spread(small, sizes, forbidden).tolist()
        for dice in deals(tuple(range(9)), sizes):
            if not forbidden.rolled(np.array([dice], np.uint64))[0]:
                for mask in never:
                    shown = [(mask & die).bit_count() for die in dice]
                    assert max(shown) > 1 or sum(shown) < mask.bit_count()


@settings(max_examples=25)
@given(st.data())
def test_local_search_reports_only_what_meets_the_constraints(small, data):
    wanted = data.draw(constraints(small))
    if wanted is None or not local_applies(wanted):
        return
    asked = replace(wanted, objectives=data.draw(st.sampled_from([(), ("fewest",), ("zones",)])))
    task = LocalTask(asked, (data.draw(st.integers(0, 99)), 0, 0), 60)
    result = search_locally(task)
    assert result == search_locally(again(task))
    if result.dice:
        assert meets(wanted, result.dice)


@pytest.mark.parametrize("label", GOALS)
def test_local_search_climbs_to_the_best_set(small, label):
    wanted = Question(small.format(), (3, 3, 3), min_tilings=0, objectives=(label,))
    goal = Goal.of(wanted)
    assert goal is not None
    dice = search_locally(LocalTask(wanted, (0,), 200)).dice
    sets = [one for one in deals(tuple(range(9)), (3, 3, 3)) if meets(wanted, one)]
    choose = max if goal.better == "more" else min
    assert goal.value(wanted, dice) == choose(goal.value(wanted, one) for one in sets)


@settings(max_examples=25)
@given(st.data())
def test_the_penalty_is_zero_exactly_where_the_constraints_are_met(small, data):
    wanted = data.draw(constraints(small))
    if wanted is None or not local_applies(wanted) or wanted.one(Changes):
        return
    order = data.draw(st.permutations(range(9)))
    owner = np.full(9, -1, np.int64)
    owner[order[: sum(wanted.sizes)]] = np.repeat(np.arange(3), wanted.sizes)
    dice, penalty = masks_of(owner, 3), ConstraintPenalty(wanted, wanted.values)
    assert (penalty.of(dice) == 0) == (wanted.broken(tuple(dice.tolist())) is None)
    one, other = data.draw(st.lists(st.integers(0, 8), min_size=2, max_size=2, unique=True))
    owner[[one, other]] = owner[[other, one]]
    swapped = masks_of(owner, 3)
    estimate = penalty.near(dice, swapped[None])[0] - penalty.of(dice)
    change = penalty.of(swapped) - penalty.of(dice)
    assert estimate <= change
    assert wanted.one(AwayFrom) or estimate == change
