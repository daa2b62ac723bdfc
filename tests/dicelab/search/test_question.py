"""A question and its constraints: texts that round-trip, and violations that are 0 exactly where a constraint holds."""

from collections import Counter

import msgspec
import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from dicelab.dice import DiceSet
from dicelab.errors import DiceError
from dicelab.score.objectives import parse_objective, subject
from dicelab.search.constraints import (
    CONSTRAINTS,
    AwayFrom,
    Changes,
    Connected,
    Constraint,
    Fix,
    Invariant,
    Keep,
    Perimeter,
    parse_constraint,
)
from dicelab.search.constraints.constraint import set_of
from dicelab.search.question import Question
from solver.census import Content, build_census
from solver.polyform import Grid, Puzzle
from solver.polyform.symmetry import named_symmetries
from solver.runs import threads

PUZZLE = Puzzle.parse("3x3/3:I1,I2,I3")
NAMES = sorted(named_symmetries(PUZZLE.grid))
CELLS, DICE = st.integers(0, 8), st.integers(0, 2)


@st.composite
def deals(draw):
    """Three disjoint dice of the nine cells, of any sizes from 1."""
    order = draw(st.permutations(range(9)))
    first, second, third = sorted(draw(st.sets(st.integers(1, 9), min_size=3, max_size=3)))
    return tuple(Grid.mask(order[a:b]) for a, b in ((0, first), (first, second), (second, third)))


FACES = st.tuples(*[st.lists(CELLS, min_size=3, max_size=5).map(tuple)] * 3)
VALUES = st.one_of(
    st.builds(Fix, CELLS, st.none() | DICE),
    st.builds(Keep, CELLS, st.sets(DICE, min_size=1).map(lambda dice: tuple(sorted(dice)))),
    st.just(Connected()),
    st.builds(Invariant, st.sampled_from(NAMES)),
    st.builds(Changes, FACES, st.integers(0, 15)),
    st.builds(Perimeter, st.integers(0, 20), st.integers(21, 40)),
    st.builds(AwayFrom, deals(), st.integers(0, 9)),
)


def holds(constraint: Constraint, dice: tuple[int, ...]) -> bool:  # noqa: PLR0911 - one of each constraint
    """Whether a set meets a constraint, cell by cell."""
    on = [set(Grid.cells(mask)) for mask in dice]
    near = PUZZLE.grid.neighbours
    match constraint:
        case Fix(cell, die):
            return [cell in one for one in on] == [number == die for number in range(3)]
        case Keep(cell, some):
            return any(cell in on[die] for die in some)
        case Connected():
            for cells in on:
                reached = {min(cells)}
                while more := {other for cell in reached for other in near[cell] if other in cells} - reached:
                    reached |= more
                if reached != cells:
                    return False
            return True
        case Invariant(name):
            image = named_symmetries(PUZZLE.grid)[name]
            return Counter(frozenset(image[cell] for cell in cells) for cells in on) == Counter(map(frozenset, on))
        case Changes(faces, most):
            return least_changes(faces, on) <= most
        case Perimeter(least, most):
            sides = sum(4 - len(set(near[cell]) & cells) for cells in on for cell in cells)
            return least <= sides <= most
        case AwayFrom(other, cells):
            census = build_census(PUZZLE, Content.TILINGS, runner=threads(1))
            reference = parse_objective(f"distance={set_of(other, PUZZLE).format()}", PUZZLE)
            return reference.of(subject(set_of(dice, PUZZLE), census)) >= cells
    raise AssertionError(constraint)


def least_changes(faces, on):
    """Faces to write anew: those whose cell has gone, and as many as new cells need."""
    total = 0
    for shown, cells in zip(faces, on, strict=True):
        total += max(sum(cell not in cells for cell in shown), len(cells - set(shown)))
    return total


@settings(max_examples=75)
@given(VALUES, deals())
def test_a_violation_is_0_exactly_where_the_constraint_holds(constraint, dice):
    assert constraint.holds(dice, PUZZLE) == holds(constraint, dice)
    assert constraint.violation(np.array([dice], np.uint64), PUZZLE)[0] >= 0


@given(VALUES)
def test_labels_lead_back_to_their_constraints(constraint):
    label = constraint.label(PUZZLE)
    assert parse_constraint(label, PUZZLE) == constraint
    assert type(constraint) is CONSTRAINTS[label.partition("=")[0]]


@settings(max_examples=50)
@given(VALUES, deals())
def test_estimates_are_at_most_violations(constraint, dice):
    sets = np.array([dice, dice[::-1]], np.uint64)
    estimates = constraint.estimate(sets[0], sets, PUZZLE)
    assert (estimates <= constraint.violation(sets, PUZZLE)).all()


def test_equal_questions_are_equal_however_they_are_asked():
    one = Question(PUZZLE.format(), (3, 3, 2), 1, ("connected", "fix=B2=off", "fix=A1=1"), ("fewest",))
    other = Question(PUZZLE.format(), (3, 3, 2), 1, ("fix=A1=1", "fix= A1 = 1", "fix=B2=off", "connected"), ("fewest",))
    assert one == other
    assert one.id == other.id
    assert one.id != msgspec.structs.replace(one, min_tilings=2).id
    assert msgspec.json.decode(msgspec.json.encode(one), type=Question) == one
    assert one.constraints == ("fix=A1=1", "fix=B2=off", "connected")


@pytest.mark.parametrize(
    ("label", "says"),
    [
        ("conected", "there is no constraint 'conected': did you mean connected?"),
        ("connected=yes", "it takes no argument"),
        ("fix=A1", "write a cell and its die"),
        ("perimeter=9", "write the least and the most sides"),
        ("perimeter=9-3", "write the smaller number first"),
        ("keep-faces=A1=4", "there are dice 1 to 3"),
        ("math:pi", "is no subclass of"),
        ("no_such_module:One", "no_such_module can't be imported"),
    ],
)
def test_what_is_no_constraint_is_told_in_one_line(label, says):
    with pytest.raises(DiceError, match=says) as error:
        Question(PUZZLE.format(), (3, 3, 3), constraints=(label,))
    assert "\n" not in str(error.value)


def test_overlapping_dice_meet_constraints_of_their_own():
    question = Question(PUZZLE.format(), (4, 4, 4), constraints=("fix=A1=1", "connected"), shared_cells=True)
    assert question.broken((0b11011, 0b11011, 0b110110000)) is None
    assert question.broken((0b110110000, 0b11011, 0b11011)) == "fix"
    assert question.broken((0b11, 0b11011, 0b110110000)) == "sizes"


def test_dice_of_masks_are_those_of_the_set():
    dice = (0b11011, 0b11011, 0b110110000)
    assert tuple(set_of(dice, PUZZLE).masks) == dice
    assert isinstance(set_of(dice, PUZZLE), DiceSet)


def test_a_part_of_a_large_board_has_room_for_its_dice():
    # Four blockers, and as many pieces as a puzzle may have.
    with pytest.raises(DiceError, match="need 64 cells: on a board of 72 cells use at most 63"):
        Question("8x9/4:17*I4", (16,) * 4)
    question = Question("8x9/4:17*I4", (16, 16, 16, 15))
    assert len(question.with_room((), np.random.default_rng(0)).puzzle.grid) == 63
