"""The best set that a symmetry maps to itself: by listing all sets of small puzzles, and by the exact search."""

from functools import cache

import msgspec
import numpy as np
import pytest
from msgspec.structs import replace
from pysat.formula import CNF
from pysat.solvers import Solver

from dicelab.errors import DiceError
from dicelab.score.tables import roll_tilings
from dicelab.search.constraints.shape import symmetries_of
from dicelab.search.design.exact import model_of, refutation_cnf, search_exactly
from dicelab.search.design.model import Model, renamings_of
from dicelab.search.design.search import DesignSearch
from dicelab.search.design.search_state import ExactTask, RefutedQuestion
from dicelab.search.design.settings import DesignSettings
from dicelab.search.question import Question
from solver.polyform import Puzzle
from solver.runs import threads
from tests.dicelab.search.design.conftest import SMALL, deals

QUICK = [("2x4/2:3*I2", (4, 4)), ("3x3/2:I1,I2,L4", (4, 4))]
PUZZLES = [
    *QUICK,
    *(
        pytest.param(*one, marks=pytest.mark.slow)
        for one in [
            (SMALL, (3, 3, 3)),
            (SMALL, (3, 2, 2)),
            ("4x2/4:I1,I3", (2, 2, 2, 2)),
            ("triangles@2-2,1-3,0-4/2:I1,I2,I2,I2", (3, 3)),
            ("triangles@2-2,1-3,0-4/3:I1,I2,I3", (3, 3, 3)),
            ("hexagons@2-4,1-5,2-4/2:I1,I2,I2", (3, 3)),
            ("hexagons@2-6,1-7,2-6/2:I1,I2,I2,T3", (4, 4)),
            ("hexagons@2-6,1-7,2-6/2:I1,I2,I2,T3;regions=1-5,6-10", (2, 2)),
        ]
    ),
]


@cache
def every_set(text, sizes):
    """List all sets with the tilings of their hardest rolls."""
    tilings = roll_tilings(Puzzle.parse(text))
    sets = deals(tuple(range(len(tilings.puzzle.grid))), sizes)
    return {dice: tilings.fewest(dice) for dice in sets}


def one_of_each_class(puzzle):
    """Return symmetries by name, one for each class of conjugates: sets of the others are images of their sets."""
    seen = set()
    chosen = {}
    for name, permutation in symmetries_of(puzzle).items():
        if permutation not in seen:
            chosen[name] = permutation
        for turn in puzzle.symmetries:
            back = np.argsort(turn)
            seen.add(tuple(turn[permutation[back[cell]]] for cell in range(len(turn))))
    return chosen


def asked(text, sizes, name, tilings=0):
    """Return the constraints, or nothing where no set of these sizes has the symmetry, as its cycles tell."""
    try:
        return Question(text, sizes, min_tilings=tilings, constraints=(f"invariant={name}",))
    except DiceError:
        return None


def unsatisfiable(text):
    with Solver("cadical195", bootstrap_with=CNF(from_string=text).clauses) as solver:
        return solver.solve() is False


@pytest.mark.parametrize(("text", "sizes"), PUZZLES)
def test_the_most_tilings_of_the_hardest_roll_for_each_symmetry(text, sizes):
    for name in one_of_each_class(Puzzle.parse(text)):
        wanted = asked(text, sizes, name)
        sets = every_set(text, sizes)
        best = max((sets[dice] for dice in sets if wanted and not wanted.broken(dice)), default=None)
        if wanted is None or best is None:
            assert best is None, name
            assert wanted is None or search_exactly(ExactTask(wanted)).status == "infeasible"
            continue
        found = search_exactly(ExactTask(replace(wanted, min_tilings=best)))
        assert found.status == "found", name
        assert sets[found.dice] == best
        assert wanted.broken(found.dice) is None
        more = replace(wanted, min_tilings=best + 1)
        refuted = search_exactly(ExactTask(more, sweeps=99))
        assert (refuted.status, refuted.refuted) == ("infeasible", len(renamings_of(more))), name
        refutation = RefutedQuestion(more, refuted.boards, refuted.cuts, refuted.sweeps)
        assert unsatisfiable(refutation_cnf(refutation))


@pytest.mark.parametrize(("text", "sizes"), PUZZLES)
def test_a_model_with_one_variable_for_an_orbit_has_all_sets_with_its_renaming(text, sizes):
    """Without symmetry breaking the models of the renamings have, together, each symmetric set under some names."""
    for name, permutation in one_of_each_class(Puzzle.parse(text)).items():
        wanted = asked(text, sizes, name)
        if wanted is None:
            continue
        there = {frozenset(dice) for dice in every_set(text, sizes) if wanted.broken(dice) is None}
        found = listed(wanted)
        images = {
            frozenset(sum(1 << turn[cell] for cell in range(len(turn)) if mask >> cell & 1) for mask in dice)
            for dice in found
            for turn in centraliser(wanted.puzzle, permutation)
        }
        assert found <= there == images, name


def centraliser(puzzle, permutation):
    return [
        turn
        for turn in puzzle.symmetries
        if all(turn[permutation[cell]] == permutation[turn[cell]] for cell in range(len(turn)))
    ]


def listed(wanted):
    """List the sets of all models, whatever the names of their dice."""
    found = set()
    for way in renamings_of(wanted):
        model = Model(wanted, way)
        on = [variable for row in model.on for variable in row]
        with Solver("cadical195", bootstrap_with=model.formula.clauses) as solver:
            while solver.solve():
                true = {literal for literal in solver.get_model() if literal > 0}
                found.add(frozenset(model.dice(true)))
                solver.add_clause([-variable if variable in true else variable for variable in on])
    return found


def test_work_that_is_cut_into_parts_refutes_the_same_renamings():
    text, sizes = SMALL, (3, 3, 3)
    wanted = Question(text, sizes, min_tilings=9, constraints=("invariant=mirror-diagonal",))
    assert len(renamings_of(wanted)) == 2
    whole = search_exactly(ExactTask(wanted))
    task = ExactTask(wanted, work=1e-6)
    steps = []
    while (part := search_exactly(task)).status == "unknown":
        steps.append(part.refuted)
        task = replace(task, boards=part.boards, cuts=part.cuts, refuted=part.refuted)
    assert steps
    assert steps == sorted(steps)
    assert (part.status, part.refuted) == (whole.status, whole.refuted) == ("infeasible", 2)


def test_a_climb_that_is_resumed_at_any_epoch_ends_at_the_same_proof():
    text, sizes = QUICK[0]
    settings = DesignSettings(
        Question(text, sizes, constraints=("invariant=rotate-180",), objectives=("fewest",)), seed=3
    )
    assert len(renamings_of(settings.question)) == 2
    states = [DesignSearch(settings).start()]
    states += DesignSearch(settings).epochs(states[0], threads(1))
    assert states[-1].status == "optimal"
    wanted = settings.question
    sets = every_set(text, sizes)
    assert states[-1].value == max(sets[dice] for dice in sets if wanted.broken(dice) is None)
    for state in states[:-1]:
        again = msgspec.json.decode(msgspec.json.encode(state), type=type(state))
        *_, last = DesignSearch(settings).epochs(again, threads(1))
        assert last == states[-1]


def test_the_model_of_a_mirror_of_the_genius_square_is_small():
    """One variable for an orbit: 18 orbits of cells on seven dice, and as many on images of these."""
    wanted = Question("genius-square", (6, 5, 5, 5, 5, 5, 5), constraints=("invariant=mirror-left-right",))
    (way,) = renamings_of(wanted)
    model = model_of(wanted, (), (), sweeps=0, renaming=way)
    assert sum(" on die " in name for name in model.formula.names) == 18 * 7
