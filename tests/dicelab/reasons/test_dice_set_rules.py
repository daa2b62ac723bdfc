"""Rules for dice sets: Jensen's steps, the exact answers, and the screen, against all rolls."""

import numpy as np
import pytest

from dicelab.dice import DiceSet, Die, catalogue_set, rolls
from dicelab.errors import DiceError
from dicelab.reasons import SET_RULES, assess, can_roll_bad_colours, new_dice_procedure
from dicelab.reasons.array_rules import Screen, count_dominoes, count_single_cells
from dicelab.reasons.explain import BOARD_RULES
from solver.polyform import GENIUS_SQUARE, Puzzle, images
from solver.polyform.colouring import colours_of
from tests.random_puzzles import EVERY_LATTICE, random_puzzle

JENSEN = ("default", "theorem-5.3")
SIZES = {
    "even": (6, 5, 5, 5, 5, 5, 5),
    "default": (2, 4, 6, 6, 6, 6, 6),
    "some cells left out": (3, 4, 4, 4, 4, 4, 4),
}
SMALL = (
    "3x4/4:I1,I2,I2,L3",
    "3x4/5:2*I1,I2,L3",
    "3x4/5:7*I1",
    "3x4-B2/4:3*I1,L4",
    "3x4/4:I4,T4",
    "2x6/4:I2,2*I3",
    "2x6/5:3*I1,L4",
    "1x8/2:3*I1,I3",
    "1x7/2:I1,I2,I2",
    "4x4-B2,C3/5:I1,O4,I4",
    "3x3/0:I3,I3,L3",
    "triangles@0-4,0-4,0-4/4:I1,I2,I3,L5",
    "triangles@2,1-3,0-4/3:2*I1,T4",
    "triangles@4,2-6,2-6,4/4:T4~,L4~",
    "hexagons@0-6,1-5,0-6/4:I1,I2,I4",
    "hexagons@0-6,1-5,0-6/3:I1,O4,T3",
    "hexagons@2-4,1-5,2-4/3:2*I2",
    "hexagons@0-4,1-5,2-6/4:I1,P4~",
)


def random_set(puzzle, sizes, generator):
    cells = generator.permutation(len(puzzle.grid))
    parts = np.split(cells, np.cumsum(sizes))[: len(sizes)]
    return DiceSet.of_masks([sum(1 << int(cell) for cell in part) for part in parts], puzzle)


def random_small_set(puzzle, generator):
    """Return dice without shared cells; some cells may be on none."""
    spare = int(generator.integers(0, len(puzzle.grid) - puzzle.blockers + 1))
    sizes = np.ones(puzzle.blockers, int)
    for _ in range(spare if puzzle.blockers else 0):
        sizes[generator.integers(puzzle.blockers)] += 1
    return random_set(puzzle, sizes, generator)


def random_shared_set(puzzle, generator):
    dice = tuple(
        Die(
            tuple(
                map(
                    int,
                    generator.choice(
                        len(puzzle.grid), int(generator.integers(1, min(5, 1 + len(puzzle.grid)))), replace=False
                    ),
                )
            )
        )
        for _ in range(puzzle.blockers)
    )
    return DiceSet(dice, puzzle, shared_cells=True)


def set_of(puzzle, dice):
    return DiceSet.parse(dice, Puzzle.parse(puzzle))


def assert_exact(dice_set):
    """Hold the exact rules to all rolls of a set; return how many of them found a witness."""
    boards = rolls(dice_set).boards
    witnesses = 0
    for (name, can_roll), board_rule in zip(SET_RULES.items(), BOARD_RULES, strict=True):
        assert name == board_rule.name
        witness = can_roll(dice_set)
        assert (witness is not None) == bool(board_rule.rejects(boards, dice_set.puzzle).any())
        if witness is not None:
            witnesses += 1
            assert_shows(witness, board_rule, dice_set)
    return witnesses


def assert_shows(witness, board_rule, dice_set):
    """Check a witness by hand: the dice show it, without a collision, and the board rule rejects it."""
    grid = dice_set.puzzle.grid
    assert all(cell in die.cells for cell, die in zip(witness.shown, dice_set.dice, strict=True))
    assert len(set(witness.shown)) == dice_set.puzzle.blockers == witness.roll.bit_count()
    finding = board_rule.finding(witness.roll, dice_set.puzzle)
    assert finding is not None
    assert finding.cells & witness.cells == witness.cells
    if board_rule.name != "colour":
        around = 0
        for cell in grid.cells(witness.cells):
            around |= grid.neighbour_masks[cell]
        blocked = grid.mask(witness.shown[number - 1] for number in witness.dice)
        assert blocked == around & ~witness.cells


@pytest.mark.parametrize("name", JENSEN)
def test_published_sets_roll_none_of_the_patterns(name):
    dice_set = catalogue_set(name)
    assert [can_roll(dice_set) for can_roll in SET_RULES.values()] == [None, None, None]
    assert assert_exact(dice_set) == 0
    assert Screen(GENIUS_SQUARE).violations(np.array([dice_set.masks], np.uint64)).tolist() == [0]


def test_the_default_set_breaks_steps_3_and_4_to_the_letter():
    """It can isolate one cell or one pair, which the monomino or the domino then fills."""
    steps = new_dice_procedure(catalogue_set("default"))
    grid = GENIUS_SQUARE.grid
    assert [step.passed for step in steps] == [True, True, False, False]
    assert [(grid.labels(fault.cells), fault.dice) for fault in steps[2].findings] == [
        ("A4", (2, 5, 7)),
        ("F3", (2, 6, 7)),
    ]
    assert [(grid.labels(fault.cells), fault.dice) for fault in steps[3].findings] == [
        ("A4 A5", (1, 4, 5, 7)),
        ("F2 F3", (1, 3, 6, 7)),
    ]


def test_the_set_of_theorem_5_3_breaks_step_4_of_its_own_procedure():
    """Four pairs in two corners have three neighbours on three dice; no roll isolates two of them."""
    steps = new_dice_procedure(catalogue_set("theorem-5.3"))
    grid = GENIUS_SQUARE.grid
    assert [step.passed for step in steps] == [True, True, True, False]
    assert [(grid.labels(fault.cells), fault.dice) for fault in steps[3].findings] == [
        ("A1 A2", (1, 2, 7)),
        ("A1 B1", (1, 2, 6)),
        ("E6 F6", (1, 3, 7)),
        ("F5 F6", (1, 3, 6)),
    ]


def test_steps_1_and_2_name_dice_and_cells():
    dice_set = DiceSet.parse("A1 A2 A3 | B1", Puzzle.parse("2x3/2:I1,I3"))
    steps = new_dice_procedure(dice_set, most_cells=2)
    assert [step.passed for step in steps[:2]] == [False, False]
    assert [(fault.dice, fault.text) for fault in steps[0].findings] == [
        ((1,), "no die shows only dark cells; die 1 comes nearest, except for A2")
    ]
    assert steps[0].remark == "die 2 shows only light cells"
    assert steps[1].findings[0].dice == (1,)
    assert steps[1].remark == "cells on no die: B2 B3"


def test_step_1_asks_for_a_die_of_each_colour_of_the_lattice():
    star = set_of("triangles@4,2-6,2-6,4/2:I5,L5", "1 3 | 5")
    hexagons = set_of("hexagons@2-4,1-5,2-4/3:2*I2", "1 7 | 2 | 4")
    assert [new_dice_procedure(one)[0].text for one in (star, hexagons)] == [
        "one die shows only upward triangles, another only downward ones",
        "one die shows only dark cells, another only grey ones, another only light ones",
    ]
    assert [fault.text for fault in new_dice_procedure(star)[0].findings] == [
        "no die shows only downward triangles; die 2 comes nearest, except for 5"
    ]


def test_a_set_that_passes_a_step_can_not_roll_what_the_step_forbids():
    generator = np.random.default_rng(13)
    passed = dict.fromkeys((1, 3, 4), 0)
    for text in SMALL:
        puzzle = Puzzle.parse(text)
        for make in (random_small_set, random_shared_set):
            for _ in range(40):
                dice_set = make(puzzle, generator)
                boards = rolls(dice_set).boards
                forbidden = {
                    1: np.any([boards & np.uint64(colour) == 0 for colour in puzzle.grid.colours], axis=0),
                    3: count_single_cells(boards, puzzle.grid) > 0,
                    4: count_dominoes(boards, puzzle.grid) > 0,
                }
                for step in new_dice_procedure(dice_set):
                    if step.passed and step.number in forbidden:
                        passed[step.number] += len(boards) > 0
                        assert not forbidden[step.number].any()
    assert min(passed.values()) >= 20


@pytest.mark.parametrize("sizes", SIZES)
def test_exact_rules_and_screen_agree_with_all_rolls_of_random_sets(sizes):
    generator = np.random.default_rng(len(sizes))
    sets = [random_set(GENIUS_SQUARE, SIZES[sizes], generator) for _ in range(6)]
    witnesses = [assert_exact(dice_set) for dice_set in sets]
    assert sum(witnesses) > 0
    found = Screen(GENIUS_SQUARE).violations(np.array([dice_set.masks for dice_set in sets], np.uint64))
    assert (found > 0).tolist() == [number > 0 for number in witnesses]


@pytest.mark.parametrize("text", SMALL)
def test_exact_rules_and_screen_agree_with_all_rolls_of_small_sets(text):
    generator = np.random.default_rng(len(text))
    puzzle = Puzzle.parse(text)
    sets = [random_small_set(puzzle, generator) for _ in range(40)]
    witnesses = [assert_exact(dice_set) for dice_set in sets]
    found = Screen(puzzle).violations(np.array([dice_set.masks for dice_set in sets], np.uint64))
    assert (found > 0).tolist() == [number > 0 for number in witnesses]


def test_small_puzzles_have_sets_of_both_kinds():
    for can_roll in SET_RULES.values():
        answers = set()
        for text in SMALL:
            generator = np.random.default_rng(len(text))
            puzzle = Puzzle.parse(text)
            answers |= {can_roll(random_small_set(puzzle, generator)) is None for _ in range(40)}
        assert answers == {True, False}


def test_exact_rules_agree_with_all_rolls_of_sets_with_shared_cells():
    generator = np.random.default_rng(11)
    colliding, witnesses = 0, 0
    for text in SMALL:
        puzzle = Puzzle.parse(text)
        for _ in range(40):
            dice_set = random_shared_set(puzzle, generator)
            colliding += rolls(dice_set).collisions > 0
            witnesses += assert_exact(dice_set)
    assert colliding >= 100
    assert witnesses >= 50


@pytest.mark.parametrize("make", [random_small_set, random_shared_set])
@pytest.mark.parametrize("lattice", EVERY_LATTICE, ids=str)
def test_the_colour_rule_is_exact_for_random_sets_of_every_lattice(lattice, make):
    """No more and no fewer: all rolls of a set are looked at, and the screen counts the numbers of colours rolled."""
    generator = np.random.default_rng(lattice.colours)
    can, only_some = 0, 0
    for _ in range(60):
        puzzle = random_puzzle(generator, lattice, most_blockers=4, orders=(2, 3, 3, 4, 4))
        if not puzzle.blockers:
            continue
        dice_set = make(puzzle, generator)
        boards = rolls(dice_set).boards
        rejected = BOARD_RULES[0].rejects(boards, puzzle)
        witness = can_roll_bad_colours(dice_set)
        assert (witness is not None) == bool(rejected.any())
        if witness is not None:
            assert_shows(witness, BOARD_RULES[0], dice_set)
            can += 1
            only_some += not rejected.all()
        if not dice_set.shared_cells:
            rolled = {colours_of(mask, puzzle.grid) for mask in boards[rejected].tolist()}
            assert Screen(puzzle)._bad_colours(np.array([dice_set.masks], np.uint64)).tolist() == [len(rolled)]
    assert can >= 8
    assert only_some >= 5


def test_dice_that_always_collide_roll_nothing():
    dice_set = DiceSet.parse("A2 | A2", Puzzle.parse("1x7/2:I1,I2,I2"), shared_cells=True)
    assert [can_roll(dice_set) for can_roll in SET_RULES.values()] == [None, None, None]


def test_the_screen_counts_each_pattern_that_some_roll_shows():
    generator = np.random.default_rng(5)
    dark = np.uint64(GENIUS_SQUARE.grid.dark)
    screen = Screen(GENIUS_SQUARE)
    for _ in range(2):
        dice_set = random_set(GENIUS_SQUARE, SIZES["even"], generator)
        boards = rolls(dice_set).boards
        shown = sum(
            bool(((boards & np.uint64(pattern.wall | pattern.inside)) == np.uint64(pattern.wall)).any())
            for pattern in screen.patterns
        )
        colours = set(np.bitwise_count(boards & dark).tolist()) & {0, 7}
        found = screen.violations(np.array([dice_set.masks], np.uint64))
        assert found.tolist() == [shown + len(colours)]
        assert found[0] > 0


def test_the_screen_respects_symmetry_and_the_order_of_dice():
    generator = np.random.default_rng(9)
    sets = np.array([random_set(GENIUS_SQUARE, SIZES["even"], generator).masks for _ in range(500)], np.uint64)
    screen = Screen(GENIUS_SQUARE)
    found = screen.violations(sets)
    assert len(np.unique(found)) > 10
    for turned in images(sets, GENIUS_SQUARE.grid):
        assert np.array_equal(screen.violations(turned[:, ::-1]), found)


def test_the_screen_of_the_genius_square_has_no_pattern_twice():
    screen = Screen(GENIUS_SQUARE)
    assert len({(pattern.wall, pattern.inside) for pattern in screen.patterns}) == len(screen.patterns) > 0
    assert max(pattern.wall.bit_count() for pattern in screen.patterns) <= 7


@pytest.mark.parametrize(
    ("masks", "fault"),
    [([[1, 2]], "shape"), ([[1, 2, 4, 8, 16, 32, 32]], "two dice"), ([[1, 2, 4, 8, 16, 32, 0]], "no face")],
)
def test_the_screen_refuses_what_it_can_not_count(masks, fault):
    with pytest.raises(DiceError, match=fault):
        Screen(GENIUS_SQUARE).violations(np.array(masks, np.uint64))


def test_a_step_that_is_broken_without_need_is_told_from_one_that_shows_an_unsolvable_roll():
    published = assess(catalogue_set("default"))
    assert not published.can_roll_a_rejected_board
    assert [step.number for step in published.stricter_steps] == [3, 4]
    # A5 has two neighbours, which two dice can block; the puzzle has no monomino.
    faulty = assess(DiceSet.parse("A1 A4 | B1 B5 | C1 C4 | D5 E1", Puzzle.parse("5x5/4:W5,L4,I3,L3,I2,T4")))
    broken = {step.number for step in faulty.steps if not step.passed}
    assert faulty.can_roll_a_rejected_board
    assert 3 in broken - {step.number for step in faulty.stricter_steps}


def test_step_2_is_as_published_and_may_be_asked_of_larger_dice():
    eight = set_of("2x5/2:2*I4", "A1 A2 A3 A4 B1 B2 B3 B4 | A5")
    step = new_dice_procedure(eight)[1]
    assert (step.passed, step.text) == (False, "one die for each blocker, with 1 to 6 different cells each")
    assert new_dice_procedure(eight, most_cells=8)[1].passed


def test_the_procedure_is_not_meant_for_regions():
    assessment = assess(set_of("1x4/2:I2;regions=1-2,3-4", "A1 A2 | A3 A4"))
    assert (assessment.steps, assessment.stricter_steps) == ((), ())
    assert "not meant for this puzzle: its regions say what each die shows" in " ".join(str(assessment).split())
