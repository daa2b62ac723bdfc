"""Grades, explanations and hints."""

from collections import Counter
from itertools import combinations

import numpy as np
import pytest

from solver.domino.candidates import Level
from solver.domino.deductions import RULES
from solver.domino.dominoes import usual_board
from solver.domino.grading import Grading, deduce, grade, hint
from solver.domino.grid import DominoGrid
from solver.domino.notation import Location, parse_locations
from solver.errors import InputError
from solver.polyform import SquareGrid
from tests.domino_grids import planted

# Source: the first puzzle of each level and order in a set generated with Simon Tatham's Dominosa.
DOMINOSA = [
    ("trivial", "3:31200011122023203133"),
    ("basic", "3:31332211200000133122"),
    ("hard", "3:03322110103103012232"),
    ("extreme", "3:03122331133200011220"),
    ("trivial", "6:22315226665514534003140642423463353261136144005050061521"),
    ("basic", "6:23520113321644262550332561506302600344604160153542644511"),
    ("hard", "6:15250453133606504446520325412006133155166440132230241662"),
    ("extreme", "6:26602064515542635440226311604235643112305120333406501154"),
    (
        "trivial",
        (
            "9:865737059875416460994553103778061175514995660180781280"
            "43262384091479992309240354401167363293563282212888742657"
        ),
    ),
    (
        "basic",
        (
            "9:424461392261350815258139598807455821307947043998626469"
            "02053682331652776657932484138770494192009710581561780736"
        ),
    ),
    (
        "hard",
        (
            "9:208875971351366017790113424464915189140027432352667458"
            "87889693052390695472093487765529321221160087480536694835"
        ),
    ),
    (
        "extreme",
        (
            "9:073957844512234750035298689887741140660748376592320041"
            "27606658159939944125390352966111888571865772433942203106"
        ),
    ),
]

# Source: the solver of Simon Tatham's Dominosa, which can't decide these: the hardest level that it used, and how many
# locations it left. The last two have one solution all the same.
UNDECIDED = [
    ("trivial", 12, "3:10331202032232103110"),
    ("basic", 26, "3:21122130021100333302"),
    ("basic", 38, "6:20225305001212535526435346334460606402413302454611151616"),
    ("hard", 38, "6:65660521006303331245144455354203506302223451642111064261"),
    ("trivial", 44, "6:00065623145322544266143620451250621531443616330105145302"),
    ("basic", 30, "6:24011334643425416053112265330642052310601555562144620036"),
    ("trivial", 22, "3:13302120222311003310"),
    ("extreme", 39, "4:340133220143114431220200310244"),
]


@pytest.mark.parametrize(("level", "text"), DOMINOSA)
def test_levels_are_those_of_dominosa(level, text):
    grid = DominoGrid.parse(text)
    assert grade(grid).difficulty == level
    assert grade(grid).outcome is Grading.SOLVED
    assert grid.is_solution(deduce(grid).placed)
    # The level below does not suffice.
    below = [easier for easier in Level if easier.rank < Level(level).rank]
    assert all(deduce(grid, level=easier).outcome is Grading.STUCK for easier in below)


@pytest.mark.parametrize(("level", "left", "text"), UNDECIDED)
def test_rules_stop_where_those_of_dominosa_stop(level, left, text):
    grid = DominoGrid.parse(text)
    graded, found = grade(grid), deduce(grid)
    assert (graded.difficulty, graded.outcome, found.outcome) == (Level.SEARCH, Grading.STUCK, Grading.STUCK)
    used = dict(graded.rules)
    assert max((rule.level for rule in RULES if rule.name in used), key=lambda level: level.rank) == level
    assert len(found.open) == left


def solutions_of(grid):
    """Return every solution: a location for each domino in turn."""
    found = []

    def lay(domino, chosen, covered):
        if domino == len(grid.bones):
            found.append(tuple(sorted(chosen)))
            return
        for place in grid.find(grid.bones[domino]):
            if not covered & set(place):
                lay(domino + 1, (*chosen, place), covered | set(place))

    lay(0, (), frozenset())
    return found


@pytest.mark.parametrize(
    ("board", "numbers_of_solutions"),
    [
        ("2x3", {0: 2, 1: 4, 2: 10, 3: 4}),
        # One layout: 3! orders of the dominoes, and 0-1 either way round.
        ("1x6", {0: 8, 1: 12}),
        ("3x3-A1,A2,C3", {0: 4, 1: 8, 2: 8}),
    ],
)
def test_every_grid_of_order_1_is_decided(board, numbers_of_solutions):
    counts: Counter[int] = Counter()
    for ones in combinations(range(6), 3):
        grid = DominoGrid(SquareGrid.parse(board), tuple(int(cell in ones) for cell in range(6)))
        found, solutions = deduce(grid), solutions_of(grid)
        counts[len(solutions)] += 1
        assert set(found.open) >= {place for solution in solutions for place in solution}
        if not solutions:
            assert found.outcome is Grading.CONTRADICTION
            assert found.end.endswith("So there is no solution.")
        elif len(solutions) == 1:
            assert found.outcome is Grading.SOLVED
            assert found.placed == solutions[0]
        else:
            assert found.outcome is Grading.STUCK
    assert counts == numbers_of_solutions


def random_grids(seed, order, count):
    board = usual_board(order)
    numbers, _ = planted(board, np.random.default_rng(seed), count)
    return [DominoGrid(board, tuple(map(int, row))) for row in numbers]


def test_what_is_told_accounts_for_every_location():
    # Each location is ruled out once or stays open, and each certain one is told once.
    for grid in random_grids(30, 3, 60) + random_grids(31, 5, 20):
        found = deduce(grid)
        told = Counter(place for step in found.steps for place in step.ruled_out)
        assert set(told.values()) <= {1}
        assert sorted([*told, *found.open]) == sorted(grid.locations)
        placed = [place for step in found.steps for place in step.placed]
        assert sorted(placed) == list(found.placed)
        assert all(step.ruled_out or step.placed for step in found.steps)
        assert grade(grid).rules == tuple(
            (rule.name, times) for rule in RULES if (times := sum(step.rule == rule.name for step in found.steps))
        )


def test_explanation_is_numbered():
    grid = DominoGrid.parse(DOMINOSA[0][1])
    *lines, end = str(grid.explain()).splitlines()
    assert [line.split(". ")[0] for line in lines] == [str(number) for number in range(1, 11)]
    assert end == "Every domino has its place, and there is no other solution."
    stuck = str(DominoGrid.parse("1:000111").explain()).splitlines()
    assert stuck[1] == "No rule goes further. Try domino 0-0, which lies at A1-A2 or A2-A3."
    assert str(DominoGrid.parse("1,1x6:010101").explain()).endswith("So there is no solution.")


@pytest.mark.parametrize(("level", "text"), DOMINOSA[:8])
def test_hints_lead_to_the_solution(level, text):
    grid = DominoGrid.parse(text)
    placed: list[Location] = []
    ruled_out: list[Location] = []
    rules = set()
    while (step := hint(grid, placed, ruled_out)).rule != "solved":
        assert grid.hint(placed, ruled_out) == step
        rules.add(step.rule)
        placed.extend(step.placed)
        ruled_out.extend(step.ruled_out)
    assert grid.is_solution(tuple(sorted(placed)))
    assert max(rule.level.rank for rule in RULES if rule.name in rules) == Level(level).rank


@pytest.mark.parametrize("text", [text for _, text in DOMINOSA[:8]])
def test_who_forgets_what_was_ruled_out_is_led_on_from_any_half_of_the_dominoes(text):
    # The player remembers dominoes only, begins with the last half of them, and gets another each time.
    grid = DominoGrid.parse(text)
    solution = deduce(grid).placed
    placed = list(solution[len(solution) // 2 :])
    for _ in range(len(solution) // 2):
        ruled_out: list[Location] = []
        while not (step := hint(grid, placed, ruled_out)).placed:
            ruled_out.extend(step.ruled_out)
        placed.extend(step.placed)
    assert tuple(sorted(placed)) == solution
    assert hint(grid, placed).rule == "solved"


def test_a_wrong_domino_is_told_with_the_reason():
    # 0 0 1
    # 1 1 0 has one solution: 0-0 fits only at A1-A2.
    grid = DominoGrid.parse("1:001110")
    step = hint(grid, parse_locations(grid.board, "A1-B1"))
    assert step.rule == "mistake"
    assert step.text == f"Take A1-B1 back, see step 1 of the explanation: {deduce(grid).steps[0].text}"
    assert step.ruled_out == parse_locations(grid.board, "A1-B1")


@pytest.mark.parametrize("text", [text for _, text in DOMINOSA[:8]])
def test_the_first_step_against_what_is_placed_is_told(text):
    grid = DominoGrid.parse(text)
    found = deduce(grid)
    wrong = [place for place in grid.locations if place not in found.placed]
    for one, two in list(combinations(wrong, 2))[::50]:
        if set(one) & set(two) or grid.domino_at(one) == grid.domino_at(two):
            continue
        number = next(i for i, step in enumerate(found.steps, start=1) if {one, two} & set(step.ruled_out))
        step = hint(grid, (one, two))
        assert step.rule == "mistake"
        assert step.text.endswith(f"see step {number} of the explanation: {found.steps[number - 1].text}")
        assert set(step.ruled_out) == {one, two} & set(found.steps[number - 1].ruled_out)


def test_a_location_that_is_needed_is_told_with_the_reason():
    grid = DominoGrid.parse("1:001110")
    places = parse_locations(grid.board, "A1-A2")
    step = hint(grid, ruled_out=places)
    assert (step.rule, step.placed) == ("mistake", places)
    assert step.text == f"A1-A2 is needed, see step 1 of the explanation: {deduce(grid).steps[0].text}"


def test_what_cannot_be_completed_is_a_contradiction():
    # 0 0 0
    # 1 1 1: two solutions, both with 0-1 at an end. In the middle it leaves single cells.
    grid = DominoGrid.parse("1:000111")
    open_after_hints = {place for step in deduce(grid).steps for place in step.ruled_out}
    assert open_after_hints == set(parse_locations(grid.board, "A2-B2"))
    assert hint(grid, [(1, 4)]).rule == "mistake"
    assert hint(grid, [(0, 3)]).placed
    assert hint(grid).rule == "domino-must-overlap"
    assert hint(grid, ruled_out=parse_locations(grid.board, "A2-B2")).rule == "stuck"
    # 0-0 and 1-1 at different ends leave two cells that don't meet: no rule of the empty grid says so.
    step = hint(grid, parse_locations(grid.board, "A1-A2 B2-B3"))
    assert step.rule == "contradiction"
    assert "can't be completed" in step.text


def test_a_grid_without_solution_is_said_to_have_none():
    grid = DominoGrid.parse("1,1x6:010101")
    assert grade(grid).difficulty is Level.SEARCH
    assert grade(grid).outcome is Grading.CONTRADICTION
    step = hint(grid)
    assert (step.rule, step.text) == ("contradiction", "The grid has no solution: Domino 0-0 fits nowhere any more.")


@pytest.mark.parametrize(
    ("placed", "message"),
    [
        ([(0, 4)], r"\(0, 4\) is not a location of the grid: give two neighbouring cells"),
        ([(1, 0)], r"\(1, 0\) is not a location"),
        ([(0, 99)], r"\(0, 99\) is not a location"),
        ([(0, 1), (1, 2)], "A2-A3 overlaps A1-A2 or has the same domino: remove one"),
        ([(0, 3), (2, 5)], "A3-B3 overlaps A1-B1 or has the same domino: remove one"),
    ],
)
def test_what_is_placed_must_be_disjoint_and_different(placed, message):
    grid = DominoGrid.parse("1:000111")
    for use in (deduce, hint):
        with pytest.raises(InputError, match=message):
            use(grid, placed)
    with pytest.raises(InputError, match="is not a location"):
        hint(grid, ruled_out=[(0, 99)])
