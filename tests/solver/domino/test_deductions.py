"""Rules of deduction: examples that need them, soundness against all solutions, and each against its definition."""

from itertools import combinations

import numpy as np
import pytest

from solver.domino.candidates import Candidates, Level, bits
from solver.domino.deductions import RULES
from solver.domino.dominoes import usual_board
from solver.domino.grading import Grading, deduce, grade
from solver.domino.grid import DominoGrid
from solver.polyform import SquareGrid
from tests.domino_grids import planted

HOLED = SquareGrid(5, 5, ["A1", "A4", "C3", "E2", "E5"])
BOARDS = [
    usual_board(1),
    usual_board(2),
    SquareGrid(4, 4, ["A1", "A4", "D1", "D4"]),
    usual_board(3),
    HOLED,
    SquareGrid(3, 7, ["B4"]),
]
NAMES = [rule.name for rule in RULES]


def rule_named(name):
    return RULES[NAMES.index(name)]


# Grids with one solution which the rules of the level find, but not without this one; and what it says first.
# The last two are Simon Tatham's, generated as extreme.
NEEDED = {
    "domino-fits-once": ("1:110001", "Domino 0-0 fits only at B1-B2: nothing else may cover B1 or B2."),
    "cell-is-covered-once": (
        "2:001212012201",
        "Only A3-A4 can cover A4: domino 1-2 lies there and nowhere else.",
    ),
    "cell-holds-one-domino": ("3:02130012231020313312", "A2 can hold only domino 1-2, so it lies nowhere else."),
    "domino-must-overlap": (
        "3:21133010010201232332",
        "Wherever domino 1-1 lies, A2-A3 or A2-B2, it overlaps A1-A2: nothing lies there.",
    ),
    "duplicate-beside": (
        "3:00321123212213301003",
        "Domino 2-3 at B3-B4 or B4-C4 would leave A4 only the same domino again.",
    ),
    "duplicates-around": (
        "2,4x4:.01.20112202.10.",
        "B2-C2 would leave A2 and D2 only domino 0-1, and there is one.",
    ),
    "parity": (
        "3:30133201002211213230",
        "A domino at C5-D5 would cut off 3 cells, and dominoes cover an even number.",
    ),
    "cells-fill-dominoes": (
        "3:23103013030130122221",
        "A3, B2 and C5 can hold only 0-1, 1-1 and 1-3: these lie nowhere else.",
    ),
    "chain-repeats-domino": (
        "3:02011011233132332002",
        "Using A5-B5 forces C2-C3, C5-D5 and D3-D4: domino 1-3 would lie twice.",
    ),
    "chain-starves-cell": (
        "3:11302203333212200011",
        "Using A3-A4 forces A5-B5 and takes 0-3 and 2-3: nothing else can cover C1.",
    ),
    "cells-fill-double": (
        "6:26602064515542635440226311604235643112305120333406501154",
        "A5, B6, C5 and C6 can hold only 0-2, 2-2, 2-4 and 2-6: 2-2 must cover one of them.",
    ),
    "chain-either-way": (
        "6:60261002513613120416500242242344433526065166551333404515",
        "Either D4-E4 is used or C3-D3, C4-D4, D1-D2 and E1-F1: domino 4-5 lies at D4-E4 or E1-F1, nowhere else.",
    ),
}


@pytest.mark.parametrize("name", NAMES)
def test_each_rule_is_needed(name):
    text, sentence = NEEDED[name]
    grid, level = DominoGrid.parse(text), rule_named(name).level
    found = deduce(grid, level=level)
    assert found.outcome is Grading.SOLVED
    assert found.steps == deduce(grid).steps
    assert grade(grid).difficulty is level
    assert next(step.text for step in found.steps if step.rule == name) == sentence
    others = [rule for rule in RULES if rule.name != name]
    assert deduce(grid, level=level, rules=others).outcome is Grading.STUCK


# On the smallest board where the rule finds something before any other is tried: what it says, and what it rules out.
SMALLEST = [
    # 0 0 1
    # 1 0 1
    (
        "domino-fits-once",
        "1:001101",
        "Domino 1-1 fits only at A3-B3: nothing else may cover A3 or B3.",
        "A2-A3 B2-B3",
    ),
    ("cell-holds-one-domino", "1:001101", "B1 can hold only domino 0-1, so it lies nowhere else.", "A2-A3 B2-B3"),
    ("chain-repeats-domino", "1:001101", "Using A2-A3 forces B2-B3: domino 0-1 would lie twice.", "A2-A3 B2-B3"),
    ("chain-starves-cell", "1:001101", "Using A2-A3 takes 0-1: nothing else can cover B1.", "A2-A3 B2-B3"),
    (
        "chain-either-way",
        "1:001101",
        "Either B1-B2 is used or A1-B1: domino 0-1 lies at A1-B1 or B1-B2, nowhere else.",
        "A2-A3 B2-B3",
    ),
    # 0 0 0
    # 1 1 1
    (
        "domino-must-overlap",
        "1:000111",
        "Wherever domino 0-0 lies, A1-A2 or A2-A3, it overlaps A2-B2: nothing lies there.",
        "A2-B2",
    ),
    ("duplicate-beside", "1:000111", "Domino 0-1 at A2-B2 would leave A1 only the same domino again.", "A2-B2"),
    ("duplicates-around", "1:000111", "A2-B2 would leave A1 and A3 only domino 0-1, and there is one.", "A2-B2"),
    # 0 0 0 1 1 1
    (
        "cell-is-covered-once",
        "1,1x6:000111",
        "Only A1-A2 can cover A1: domino 0-0 lies there and nowhere else.",
        "A2-A3",
    ),
    ("parity", "1,1x6:000111", "A domino at A4-A5 would cut off 1 cell, and dominoes cover an even number.", "A4-A5"),
    # 0 0 0 0
    # 1 1 1 2
    # 1 2 2 2
    (
        "cells-fill-dominoes",
        "2:000011121222",
        "A1 and A3 can hold only 0-0 and 0-1: these lie nowhere else.",
        "A2-B2",
    ),
    (
        "cells-fill-double",
        "2:000011121222",
        "A1, A2 and A3 can hold only 0-0 and 0-1: 0-0 must cover two of them, and the others lie nowhere else.",
        "A3-A4",
    ),
]


@pytest.mark.parametrize(("name", "text", "sentence", "ruled_out"), SMALLEST, ids=[case[0] for case in SMALLEST])
def test_smallest_example(name, text, sentence, ruled_out):
    state = Candidates(DominoGrid.parse(text))
    finding = next(rule_named(name).find(state))
    assert finding.text == sentence
    assert [state.names[location] for location in bits(finding.ruled_out)] == ruled_out.split()


def all_solutions(grid):
    """Return every solution as a mask of locations: the first free cell, then the next."""
    numbers = dict(enumerate(grid.locations))
    found = []

    def cover(free, left, mask):
        if not free:
            found.append(mask)
            return
        cell = min(free)
        for index, (a, b) in numbers.items():
            domino = grid.dominoes[index]
            if a == cell and b in free and domino in left:
                cover(free - {a, b}, left - {domino}, mask | 1 << index)

    cover(frozenset(range(len(grid.board))), frozenset(range(len(grid.bones))), 0)
    return found


def random_states(rng, board, grids, each):
    """Yield states of random grids with the solutions that their open locations hold, one at least.

    Some locations outside one to all of the solutions are ruled out, and some that all these use are certain.
    """
    numbers, _ = planted(board, rng, grids)
    for row in numbers:
        grid = DominoGrid(board, tuple(map(int, row)))
        solutions = all_solutions(grid)
        for _ in range(each):
            kept = 0
            for index in rng.choice(len(solutions), rng.integers(1, len(solutions) + 1)):
                kept |= solutions[index]
            state = Candidates(grid)
            closed = rng.random(len(grid.locations)) < rng.random()
            state.rule_out(sum(1 << int(index) for index in np.flatnonzero(closed) if not kept >> int(index) & 1))
            left = [solution for solution in solutions if not solution & ~state.open]
            shared = left[0]
            for solution in left:
                shared &= solution
            for index in bits(shared):
                if rng.random() < 0.5:
                    state.place(index)
            yield state, left


@pytest.mark.parametrize("board", BOARDS, ids=SquareGrid.format)
def test_no_rule_rules_out_a_solution(board):
    used = dict.fromkeys(NAMES, 0)
    for state, solutions in random_states(np.random.default_rng(20), board, grids=25, each=12):
        before = state.open, state.certain
        for rule in RULES:
            for finding in rule.find(state):
                used[rule.name] += 1
                assert finding.ruled_out or finding.certain is not None
                assert not finding.ruled_out & ~state.open
                assert all(not solution & finding.ruled_out for solution in solutions)
                if finding.certain is not None:
                    assert all(solution >> finding.certain & 1 for solution in solutions)
        # Looking changes nothing.
        assert (state.open, state.certain) == before
        assert not state.dead_end
    rare = {"cells-fill-dominoes", "cells-fill-double"} if len(board) < 12 else set()
    assert {name for name, times in used.items() if not times} <= rare


def holdings(state, number):
    """Return the uncertain cells with a number, and for each the dominoes that it can hold."""
    cells = [cell for cell in state.cells if state.grid.numbers[cell] == number]
    return {cell: {state.holds[index] for index in bits(state.open & state.at[cell])} for cell in cells}


def test_set_analysis_finds_every_set():
    # The definition, over all subsets of the cells of a number that no open location joins.
    sets = 0
    for state, _ in random_states(np.random.default_rng(21), usual_board(3), grids=60, each=4):
        expected = set()
        for number in range(4):
            cells = holdings(state, number)
            everything = set().union(*cells.values())
            for size in range(2, len(cells)):
                for chosen in combinations(cells, size):
                    dominoes = set().union(*(cells[cell] for cell in chosen))
                    joined = any(state.open & state.at[a] & state.at[b] for a, b in combinations(chosen, 2))
                    if joined or len(dominoes) != size or dominoes == everything:
                        continue
                    sets += 1
                    expected |= {
                        index
                        for index in bits(state.open)
                        if state.holds[index] in dominoes and not set(state.locations[index]) & set(chosen)
                    }
        found = {
            index for finding in rule_named("cells-fill-dominoes").find(state) for index in bits(finding.ruled_out)
        }
        assert found == expected
    assert sets > 100


def reached(state, start, without):
    """Return the cells that open locations join to one, a location left out."""
    seen, todo = {start}, [start]
    while todo:
        for index in bits(state.open & state.at[todo.pop()] & ~(1 << without)):
            for cell in set(state.locations[index]) - seen:
                seen.add(cell)
                todo.append(cell)
    return seen


def test_parity_is_that_of_the_parts():
    # The definition: take a location away and flood the board from both of its cells. Here some parts are odd.
    rng, cut = np.random.default_rng(22), 0
    numbers, _ = planted(HOLED, rng, 200)
    for row in numbers:
        state = Candidates(DominoGrid(HOLED, tuple(map(int, row))))
        closed = rng.random(len(state.locations)) < rng.random() / 2
        state.rule_out(sum(1 << int(index) for index in np.flatnonzero(closed)))
        expected = set()
        for index in bits(state.open):
            parts = [reached(state, cell, index) for cell in state.locations[index]]
            if parts[0] != parts[1] and all(len(part) % 2 == 0 for part in parts):
                expected.add(index)
        found = {index for finding in rule_named("parity").find(state) for index in bits(finding.ruled_out)}
        assert found == expected
        cut += len(found)
    assert cut > 50


def test_rules_are_tried_from_easy_to_hard():
    ranks = [rule.level.rank for rule in RULES]
    assert ranks == sorted(ranks)
    assert {rule.level for rule in RULES} == set(Level) - {Level.SEARCH}
    assert [level.rank for level in Level] == [0, 1, 2, 3, 4]
    assert len(set(NAMES)) == len(NAMES) == len(NEEDED)
