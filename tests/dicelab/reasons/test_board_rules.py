"""Rules for boards: what they count on the Genius Square, and that they reject nothing that can be tiled."""

from itertools import combinations
from math import comb

import numpy as np
import pytest

from dicelab.reasons.array_rules import count_dominoes, count_single_cells
from dicelab.reasons.board import bad_colours, domino_patterns, monomino_patterns
from dicelab.reasons.explain import BOARD_RULES
from solver.exact_cover import Status, backend
from solver.polyform import (
    GENIUS_SQUARE,
    Board,
    Grid,
    Puzzle,
    SquareGrid,
    images,
    placements,
)
from solver.polyform.colouring import covered_colours
from tests.random_puzzles import EVERY_LATTICE, random_puzzle, some_boards

RULES = {rule.name: rule for rule in BOARD_RULES}
LATTICE = pytest.mark.parametrize("lattice", EVERY_LATTICE, ids=str)


@pytest.fixture(scope="module")
def all_boards():
    half = np.arange(1 << 18, dtype=np.uint64)
    sizes = np.bitwise_count(half)
    parts = [(half[sizes == k][:, None] << np.uint64(18) | half[sizes == 7 - k]).ravel() for k in range(8)]
    return np.concatenate(parts)


@pytest.fixture(scope="module")
def rejected(all_boards):
    return {name: rule.rejects(all_boards, GENIUS_SQUARE) for name, rule in RULES.items()}


def components(blockers, grid):
    """Return the sizes of the components of the free cells, found by walking."""
    free, sizes = grid.full & ~blockers, []
    while free:
        reached, edge = 0, free & -free
        while edge:
            reached |= edge
            beside = 0
            for cell in grid.cells(edge):
                beside |= grid.neighbour_masks[cell]
            edge = beside & free & ~reached
        sizes.append(reached.bit_count())
        free &= ~reached
    return sizes


def test_there_are_8347680_boards(all_boards):
    assert len(all_boards) == comb(36, 7) == 8_347_680


def test_theorem_5_2_colour_rejects_the_one_colour_boards_and_no_others(all_boards, rejected):
    dark = np.bitwise_count(all_boards & np.uint64(GENIUS_SQUARE.grid.dark))
    one_colour = (dark == 0) | (dark == 7)
    assert one_colour.sum() == 2 * comb(18, 7) == 63_648
    assert np.array_equal(rejected["colour"], one_colour)


def test_theorem_5_1_boards_that_isolate_two_dominoes(all_boards, rejected):
    """The count of the thesis is right: found by bits on all boards, and from the pairs of dominoes."""
    grid = GENIUS_SQUARE.grid
    built = set()
    for pattern in domino_patterns(GENIUS_SQUARE, lambda island: island.wall.bit_count() <= 7):
        others = tuple(grid.cells(grid.full & ~pattern.wall & ~pattern.inside))
        for rest in combinations(others, 7 - pattern.wall.bit_count()):
            built.add(pattern.wall | grid.mask(rest))
    assert len(built) == 1_440
    assert set(all_boards[rejected["isolated dominoes"]].tolist()) == built


def test_boards_that_the_rules_reject(rejected):
    """171,304 boards in all: the rules miss 1,136 of the 172,440 that the census finds unsolvable."""
    assert {name: int(found.sum()) for name, found in rejected.items()} == {
        "colour": 63_648,
        "isolated monominoes": 115_444,
        "isolated dominoes": 1_440,
    }
    assert np.logical_or.reduce(list(rejected.values())).sum() == 171_304


def test_rules_respect_the_symmetries_of_the_square(all_boards, rejected):
    sample = np.random.default_rng(3).choice(len(all_boards), 20_000, replace=False)
    turned = images(all_boards[sample], GENIUS_SQUARE.grid)
    assert len(turned) == 8
    for name, rule in RULES.items():
        for boards in turned:
            assert np.array_equal(rule.rejects(boards, GENIUS_SQUARE), rejected[name][sample])


def test_seven_blockers_on_corners_and_edges_by_hand():
    grid = GENIUS_SQUARE.grid
    two_corners = Board.parse("A2 B1 A5 B6 C3 D4 D3", grid).blockers
    finding = RULES["isolated monominoes"].finding(two_corners, GENIUS_SQUARE)
    assert finding is not None
    assert grid.labels(finding.cells) == "A1 A6"
    two_dominoes = Board.parse("A3 B1 B2 A4 B5 B6 F1", grid).blockers
    finding = RULES["isolated dominoes"].finding(two_dominoes, GENIUS_SQUARE)
    assert finding is not None
    assert grid.labels(finding.cells) == "A1 A2 A5 A6"
    assert RULES["isolated monominoes"].finding(two_dominoes, GENIUS_SQUARE) is None


def test_spare_monominoes_fill_pairs():
    """Three pairs: a domino takes one, two of the three monominoes another, and the third pair stays."""
    rule = RULES["isolated dominoes"]
    row = SquareGrid.parse("1x8").mask([2, 5])
    assert rule.finding(row, Puzzle.parse("1x8/2:3*I1,I3")) is not None
    assert rule.finding(row, Puzzle.parse("1x8/2:4*I1,I2")) is None
    assert rule.finding(row, Puzzle.parse("1x8/2:2*I1,2*I2")) is None
    assert rule.finding(row, Puzzle.parse("1x8/2:I2,I4")) is not None


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("wide", ["6x6", "triangles@0-9,0-9,0-9,0-9,0-9", "hexagons@0-10,1-9,0-10,1-9,0-10"])
def test_covered_colours_are_those_of_all_choices_of_places(wide, seed):
    grid = Grid.parse(wide)
    puzzle = random_puzzle(np.random.default_rng(seed), grid.lattice)
    counts = {(0,) * len(grid.colours)}
    for piece in puzzle.pieces:
        own = {tuple((mask & one).bit_count() for one in grid.colours) for mask in placements(piece, grid)}
        counts = {tuple(a + b for a, b in zip(total, more, strict=True)) for total in counts for more in own}
    assert set(covered_colours(puzzle)) == counts
    cells = [one.bit_count() for one in puzzle.grid.colours]
    for blocked in bad_colours(puzzle):
        assert sum(blocked) == puzzle.blockers
        left = tuple(number - gone for number, gone in zip(cells, blocked, strict=True))
        assert min(left) >= 0
        assert left not in counts


@LATTICE
@pytest.mark.parametrize("seed", range(15))
def test_on_small_puzzles_the_rules_are_sound_and_agree_with_their_array_forms(lattice, seed):
    generator = np.random.default_rng(seed)
    bitmask = backend("bitmask")
    for _ in range(6):
        puzzle = random_puzzle(generator, lattice)
        boards = some_boards(puzzle, generator, 40)
        assert len(boards)
        parts = [components(int(mask), puzzle.grid) for mask in boards]
        assert count_single_cells(boards, puzzle.grid).tolist() == [sizes.count(1) for sizes in parts]
        assert count_dominoes(boards, puzzle.grid).tolist() == [sizes.count(2) for sizes in parts]
        found = {name: rule.rejects(boards, puzzle) for name, rule in RULES.items()}
        for n, mask in enumerate(map(int, boards)):
            findings = [rule.finding(mask, puzzle) is not None for rule in BOARD_RULES]
            assert findings == [bool(flags[n]) for flags in found.values()]
            if any(findings):
                assert bitmask.solve(puzzle.board_problem(mask)[0]).status is Status.UNSOLVABLE


def test_every_rule_rejects_some_board_of_the_small_puzzles():
    """The test of soundness has work to do, with one monomino and with several."""
    several = dict.fromkeys(RULES, 0)
    for lattice in EVERY_LATTICE:
        hits = dict.fromkeys(RULES, 0)
        for seed in range(15):
            generator = np.random.default_rng(seed)
            for _ in range(6):
                puzzle = random_puzzle(generator, lattice)
                boards = some_boards(puzzle, generator, 40)
                for name, rule in RULES.items():
                    number = int(rule.rejects(boards, puzzle).sum())
                    hits[name] += number
                    several[name] += number * (sum(piece.order == 1 for piece in puzzle.pieces) > 1)
        assert min(hits.values()) >= 10
    assert min(several.values()) >= 3


@pytest.mark.parametrize("name", RULES)
def test_rejected_boards_of_the_genius_square_are_unsolvable(name, all_boards, rejected):
    generator = np.random.default_rng(7)
    bitmask = backend("bitmask")
    sample = generator.choice(all_boards[rejected[name]], 60, replace=False)
    for mask in map(int, sample):
        assert RULES[name].finding(mask, GENIUS_SQUARE) is not None
        assert bitmask.solve(GENIUS_SQUARE.board_problem(mask)[0]).status is Status.UNSOLVABLE


@LATTICE
@pytest.mark.parametrize("seed", range(15))
def test_a_board_is_rejected_when_it_shows_a_pattern(lattice, seed):
    generator = np.random.default_rng(seed)
    puzzle = random_puzzle(generator, lattice)
    boards = some_boards(puzzle, generator, 60)
    for patterns, name in (
        (monomino_patterns, "isolated monominoes"),
        (domino_patterns, "isolated dominoes"),
    ):
        listed = list(patterns(puzzle, lambda island: island.wall.bit_count() <= puzzle.blockers))
        assert len({pattern.inside for pattern in listed}) == len(listed)
        shows = [any(pattern.is_on(int(mask)) for pattern in listed) for mask in boards]
        assert RULES[name].rejects(boards, puzzle).tolist() == shows
