"""The rules that explain unsolvable boards: sound, nested as they claim, and complete for the Genius Square."""

from collections import Counter
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from dicelab.reasons.array_rules import split
from dicelab.reasons.board import bad_colours
from dicelab.reasons.explain import BOARD_RULES, EXPLANATIONS, QUICK, Verdict, explain, reasons, rejected_by
from dicelab.reasons.explain.argument import argument
from dicelab.reasons.explain.position import OpenBoard, components, fillings, suffices, table_of
from dicelab.reasons.explain.weights import weigh
from dicelab.verifying.tilings import settle
from solver.census import representatives_of_all
from solver.exact_cover import Status, backend
from solver.polyform import GENIUS_SQUARE, Board, Grid, Puzzle, SquareGrid, images, representatives
from tests.random_puzzles import EVERY_LATTICE, random_puzzle, some_boards
from tests.strategies import boards_of, puzzles, square_grids

RULES = {rule.name: rule for rule in EXPLANATIONS}
FAST = ("colour", "isolated monominoes", "isolated dominoes", "stripes", "areas", "shares")
FIRST = {
    "colour": 63_648,
    "isolated monominoes": 106_216,
    "isolated dominoes": 1_440,
    "stripes": 0,
    "areas": 8,
    "shares": 120,
    "weights": 148,
    "cut-offs": 320,
    "cases": 540,
}


def blockers(text, puzzle=GENIUS_SQUARE):
    return Board.parse(text, puzzle.grid).blockers


def is_solvable(mask, puzzle):
    return backend("brute-force").solve(puzzle.board_problem(mask)[0]).status is Status.SOLVED


def all_boards(puzzle):
    cells = range(len(puzzle.grid))
    return np.array([puzzle.grid.mask(chosen) for chosen in combinations(cells, puzzle.blockers)], np.uint64)


@pytest.fixture(scope="module")
def unsolvable(census):
    """The unsolvable boards of the Genius Square up to symmetry, and how many each stands for."""
    return np.unique(representatives(census.unsolvable_boards, GENIUS_SQUARE.grid), return_counts=True)


@pytest.fixture(scope="module")
def solvable(census):
    """Its solvable boards up to symmetry."""
    orbits = np.concatenate(list(representatives_of_all(GENIUS_SQUARE.grid, 7)))
    return orbits[census.is_solvable(orbits)]


@pytest.fixture(scope="module")
def first(unsolvable):
    return reasons(unsolvable[0], GENIUS_SQUARE)


def test_the_rules_of_the_package_come_first_and_names_are_unique():
    assert EXPLANATIONS[: len(BOARD_RULES)] == BOARD_RULES
    assert len(RULES) == len(EXPLANATIONS)
    assert tuple(rule.name for rule in QUICK) == FAST


def test_every_unsolvable_board_of_the_genius_square_is_explained(unsolvable, first):
    boards = unsolvable[1]
    assert boards.sum() == 172_440
    assert {rule.name: int(boards[first == n].sum()) for n, rule in enumerate(EXPLANATIONS)} == FIRST


def test_the_fast_rules_reject_no_solvable_board_of_the_genius_square(solvable):
    assert len(solvable) == 1_022_933
    sample = np.random.default_rng(1).choice(solvable, 20_000, replace=False)
    for name in FAST:
        assert not RULES[name].rejects(sample, GENIUS_SQUARE).any(), name


@pytest.mark.slow
@pytest.mark.parametrize("name", FAST)
def test_the_fast_rules_reject_no_solvable_orbit_of_the_genius_square(name, census):
    for block in representatives_of_all(GENIUS_SQUARE.grid, 7):
        solvable = block[census.is_solvable(block)]
        assert not RULES[name].rejects(solvable, GENIUS_SQUARE).any()


@pytest.mark.parametrize(("name", "boards"), [("weights", 40), ("cut-offs", 8), ("cases", 1)])
def test_the_slow_rules_reject_no_solvable_board_of_a_sample(name, boards, solvable):
    generator = np.random.default_rng(2)
    # Boards in three parts and more are those that a rule could take for unsolvable.
    first = solvable[:40_000]
    near = first[(split(first, GENIUS_SQUARE.grid) != 0).sum(axis=0) > 2]
    sample = np.concatenate([generator.choice(solvable, boards), generator.choice(near, boards)])
    assert not RULES[name].rejects(sample, GENIUS_SQUARE).any()


@settings(max_examples=40)
@given(puzzles(side=4, lattice=None, plain=False), st.randoms(use_true_random=False))
def test_on_small_puzzles_the_rules_are_sound_and_agree_with_their_array_forms(puzzle, random):
    cells = range(len(puzzle.grid))
    masks = [puzzle.grid.mask(random.sample(cells, puzzle.blockers)) for _ in range(12)]
    boards = np.array(masks, np.uint64)
    found = {name: rule.rejects(boards, puzzle) for name, rule in RULES.items()}
    for n, mask in enumerate(boards.tolist()):
        said = [rule.finding(mask, puzzle) is not None for rule in EXPLANATIONS]
        assert said == [bool(flags[n]) for flags in found.values()]
        if any(said):
            assert not is_solvable(mask, puzzle)


def test_every_rule_rejects_boards_of_small_puzzles():
    """The test of soundness has work to do."""
    hits = np.zeros(len(EXPLANATIONS), int)
    for text in (
        "3x3/2:2*I2,I3",
        "2x6-A3/4:I1,I2,O4",
        "3x4/2:I2,L4,T4",
        "3x4/3:3*L3",
        "4x4/4:I4,T4,S4",
        "4x4/0:3*L4,O4",
        "4x4/4:3*L4",
    ):
        puzzle = Puzzle.parse(text)
        boards = all_boards(puzzle)
        solvable = np.array([is_solvable(mask, puzzle) for mask in boards.tolist()])
        flags = rejected_by(boards, puzzle)
        assert not flags[:, solvable].any()
        hits += flags.sum(axis=1)
    assert hits.min() >= 5


@pytest.mark.slow
@pytest.mark.parametrize("lattice", EVERY_LATTICE, ids=str)
def test_no_rule_rejects_a_solvable_board_among_many_of_a_lattice(lattice):
    generator = np.random.default_rng(lattice.edges)
    solvable, hits = 0, np.zeros(len(EXPLANATIONS), int)
    for number in range(60):
        # Monominoes make boards solvable; without them, stripes have something to count.
        orders = (1, 1, 2, 3, 4, 5) if number % 2 else (3, 4, 4)
        puzzle = random_puzzle(generator, lattice, orders=orders)
        boards = some_boards(puzzle, generator, 60)
        tiled = settle(puzzle, boards, "bitmask").placed[:, 0] >= 0
        flags = rejected_by(boards, puzzle)
        assert not flags[:, tiled].any()
        solvable += int(tiled.sum())
        hits += flags.sum(axis=1)
    assert solvable >= 300, solvable
    assert hits.min() >= 2, hits


@pytest.mark.parametrize("lattice", EVERY_LATTICE, ids=str)
def test_explanations_explain_random_boards_of_every_lattice(lattice):
    generator = np.random.default_rng(lattice.edges)
    verdicts: Counter[Verdict] = Counter()
    for _ in range(25):
        puzzle = random_puzzle(generator, lattice, orders=(2, 3, 3, 4, 4))
        for mask in some_boards(puzzle, generator, 4).tolist():
            explanation = explain(mask, puzzle)
            verdicts[explanation.verdict] += 1
            tiled = backend("bitmask").solve(puzzle.board_problem(mask)[0]).status is Status.SOLVED
            assert tiled == (explanation.verdict is Verdict.SOLVABLE)
            if explanation.verdict is Verdict.RULE:
                assert explanation.findings
                assert argument(explanation)
    assert not verdicts[Verdict.UNEXPLAINED]
    assert verdicts[Verdict.RULE] >= 20
    assert verdicts[Verdict.SOLVABLE] >= 10


def test_the_rules_explain_boards_of_the_genius_star():
    """Drawn at random with seven blockers: no colour can be short, and isolated cells are by far the commonest."""
    star = Puzzle.parse("genius-star")
    boards = np.random.default_rng(15).random((3000, 48)).argsort(axis=1)[:, :7]
    masks = np.array([Grid.mask(map(int, board)) for board in boards], np.uint64)
    unsolvable = masks[settle(star, masks, "bitmask").placed[:, 0] < 0]
    first = reasons(unsolvable, star, QUICK)
    assert len(unsolvable) > 800
    assert (first == FAST.index("isolated monominoes")).mean() > 0.94
    assert (first >= 0).mean() > 0.96
    assert not bad_colours(star)
    left = unsolvable[first < 0][:3]
    assert (reasons(left, star) >= 0).all()


def test_no_rule_depends_on_how_a_board_lies(unsolvable, first):
    grid = GENIUS_SQUARE.grid
    for number, rule in enumerate(EXPLANATIONS):
        board = unsolvable[0][first == number][:1]
        if rule.name == "stripes":
            continue  # It explains no board of the Genius Square: see test_stripes.py.
        assert len(board)
        assert all(rule.rejects(turned, GENIUS_SQUARE).all() for turned in images(board, grid)), rule.name


def test_the_rules_are_nested_as_their_proofs_say(unsolvable, first):
    """Islands, colours and areas are cases of shares; shares and weights of cut-offs; these of cases."""
    generator = np.random.default_rng(5)
    boards = np.concatenate([generator.choice(unsolvable[0][first == n], 3) for n in np.unique(first)])
    by = dict(zip(RULES, rejected_by(boards, GENIUS_SQUARE), strict=True))
    for name in ("colour", "isolated monominoes", "isolated dominoes", "areas"):
        assert not (by[name] & ~by["shares"]).any()
    assert not ((by["shares"] | by["weights"]) & ~by["cut-offs"]).any()
    assert by["cases"].all()
    # The shortcuts of the array forms, against the single forms, which have none.
    for name in ("weights", "cut-offs"):
        said = [RULES[name].finding(mask, GENIUS_SQUARE) is not None for mask in boards[::3].tolist()]
        assert said == by[name][::3].tolist()


def test_no_boards_have_no_reasons():
    none = np.zeros(0, np.uint64)
    assert reasons(none, GENIUS_SQUARE).tolist() == []
    assert rejected_by(none, GENIUS_SQUARE).shape == (9, 0)


def test_a_solvable_board_has_no_reason():
    board = np.array([blockers("B1 C3 D2 F1 F2 E6 F6")], np.uint64)
    assert reasons(board, GENIUS_SQUARE).tolist() == [-1]


def test_areas_by_hand():
    """1 + 2 + 5 cells: the 5 would need the 1 or the 2 again (5 = 1 + 4 = 2 + 3)."""
    finding = RULES["areas"].finding(blockers("A4 B3 B5 B6 C1 C2 C4"), GENIUS_SQUARE)
    assert finding is not None
    assert GENIUS_SQUARE.grid.labels(finding.cells) == "A1 A2 A3 A5 A6 B1 B2 B4"


def test_areas_are_counted_in_cells_of_the_lattice():
    finding = RULES["areas"].finding(0b100, Puzzle.parse("triangles@0-5/1:I1,2*I2"))
    assert finding is None
    finding = RULES["areas"].finding(0b100, Puzzle.parse("triangles@0-5/1:I1,I4"))
    assert finding is not None
    assert finding.text == "1 2 is a part of 2 cells, and no pieces have 2 triangles together"


def test_shares_by_hand():
    """A domino and a 2×3 rectangle, whose fillings all take the domino too."""
    finding = RULES["shares"].finding(blockers("A4 B4 B5 B6 C1 C2 C3"), GENIUS_SQUARE)
    assert finding is not None
    assert "A5 A6 can be filled only by I2; A1 A2 A3 B1 B2 B3 can be filled only by I2+O4, " in finding.text
    assert "I2+L4, I1+I2+I3 or I1+I2+L3, and there are not enough pieces" in finding.text


def test_a_two_by_three_rectangle_is_tiled_by_four_groups():
    grid = GENIUS_SQUARE.grid
    part = grid.mask(map(grid.cell, ["A1", "A2", "A3", "B1", "B2", "B3"]))
    table = table_of(GENIUS_SQUARE)
    groups = {tuple(p.name for p, n in zip(table.kinds, group, strict=True) if n) for group in fillings(table, part)}
    assert groups == {("I2", "O4"), ("I2", "L4"), ("I1", "I2", "I3"), ("I1", "I2", "L3")}


def test_pieces_are_used_once_and_may_stay():
    table = table_of(GENIUS_SQUARE)
    left = tuple(GENIUS_SQUARE.kinds.values())
    assert suffices(table, left, ((1,), (2,), (3,), (3,), (4,)))
    assert not suffices(table, left, ((1,), (1,)))
    assert not suffices(table, left, ((3,), (3,), (3,), (3,)))
    # One dark and three light cells: the T, or a tromino and the one monomino.
    assert suffices(table, left, ((1, 3), (1, 3)))
    assert not suffices(table, left, ((1, 3), (1, 3), (1, 3)))


def test_the_weights_prove_what_they_say():
    """Every free cell once, every placement at most the most of its kind: summed up again by hand."""
    mask = blockers("A5 B2 B4 C3 D2 E1 E6")
    found = weigh(OpenBoard.of(mask, GENIUS_SQUARE), cut_off=False)
    assert found is not None
    assert not found.ruled_out
    most = dict.fromkeys(GENIUS_SQUARE.kinds, 0)
    for piece, lain in GENIUS_SQUARE.placements:
        if not lain & mask:
            most[piece] = max(most[piece], sum(found.weights[c] for c in GENIUS_SQUARE.grid.cells(lain)))
    assert tuple(most.values()) == found.most
    assert sum(found.weights) == found.total == 32
    assert sum(most.values()) == found.covered == 31


def test_what_is_ruled_out_is_all_that_is_too_heavy():
    mask = blockers("A2 B1 B3 B6 C5 E3 F2")
    position = OpenBoard.of(mask, GENIUS_SQUARE)
    found = weigh(position, cut_off=True)
    assert found is not None
    heavy = {(kind, lain) for kind, lain in position.placements() if found.weigh(lain) > found.most[kind]}
    assert heavy == set(found.ruled_out)
    assert found.total > found.covered
    for lain in found.ruled_out:
        left = position.lay(*lain)
        pieces = tuple(p for p, n in zip(position.table.kinds, left.left, strict=True) for _ in range(n))
        smaller = Puzzle(GENIUS_SQUARE.grid, pieces, left.free ^ GENIUS_SQUARE.grid.full and 36 - left.free.bit_count())
        problem, _ = smaller.board_problem(GENIUS_SQUARE.grid.full & ~left.free)
        assert backend("bitmask").solve(problem).status is Status.UNSOLVABLE


@given(square_grids().flatmap(boards_of))
def test_components_one_by_one_and_by_bits(board):
    grid = board.grid
    parts = list(components(grid.full & ~board.blockers, grid))
    split_up = split(np.array([board.blockers], np.uint64), grid)
    assert [part for part in split_up[:, 0].tolist() if part] == parts
    assert sum(parts) == grid.full & ~board.blockers
    assert all(
        not grid.neighbour_masks[c] & other for one in parts for c in grid.cells(one) for other in parts if other != one
    )


def test_parts_of_equal_area_on_a_row():
    puzzle = Puzzle(SquareGrid(1, 9), Puzzle.parse("1x9/2:I3,I4").pieces, 2)
    assert RULES["areas"].finding(0b000100100, puzzle) is not None
    assert RULES["areas"].finding(0b100001000, puzzle) is None
