"""All tilings of all boards at once: the sum over boards, known counts, and laws between totals."""

import sys
from itertools import combinations
from math import comb, prod

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from solver.census.grand_total import PRIME, fingerprint, grand_total
from solver.errors import InputError
from solver.exact_cover import backend
from solver.polyform import GENIUS_SQUARE, Board, Puzzle, SquareGrid, orbit
from tests.solver.test_known_counts import KNOWN
from tests.strategies import puzzles

# The package exports the function of the same name.
MODULE = sys.modules["solver.census.grand_total"]


def totals_by_blocked_cell(puzzle):
    return tuple(grand_total(puzzle, blocked=1 << cell) for cell in range(len(puzzle.grid)))


def of_one_board(puzzle, blockers):
    return grand_total(puzzle, blocked=blockers, free=puzzle.grid.full & ~blockers)


def tilings_by_brute_force(puzzle):
    """Return the number of tilings of every board that the puzzle allows."""
    chosen = (puzzle.grid.mask(cells) for cells in combinations(range(len(puzzle.grid)), puzzle.blockers))
    masks = [mask for mask in chosen if puzzle.allows(np.uint64(mask))]
    return {mask: backend("brute-force").count(puzzle.board_problem(mask)[0]).solutions for mask in masks}


def two_masks(puzzle, data):
    """Draw two masks that share no cell, each of a few."""
    cells = st.sets(st.integers(0, len(puzzle.grid) - 1), max_size=3)
    blocked = data.draw(cells)
    return puzzle.grid.mask(blocked), puzzle.grid.mask(data.draw(cells) - blocked)


@given(puzzle=puzzles(side=3, blockers=3, lattice=None, plain=False), data=st.data())
@settings(max_examples=50)
def test_is_the_sum_over_all_boards(puzzle, data):
    tilings = tilings_by_brute_force(puzzle)
    assert grand_total(puzzle) == sum(tilings.values())
    blocked, free = two_masks(puzzle, data)
    asked = [number for mask, number in tilings.items() if mask & blocked == blocked and not mask & free]
    assert grand_total(puzzle, blocked=blocked, free=free) == sum(asked)
    board = data.draw(st.sampled_from(sorted(tilings)))
    assert of_one_board(puzzle, board) == tilings[board]


@pytest.mark.parametrize(
    "text",
    [
        "4x4/3:I1,I2,I3,L3,O4",
        "3x5-C3/2:2*I2,2*L4",
        "2x6/2:I1,I2,L3,T4",
        "3x4/3:2*L4~,I1",
        "triangles@4,2-6,2-6,4/2:I1,I2,I3,L4",
        "triangles@2-4,1-5,0-6/2:I3,T4,L5~,I1",
        "hexagons@2-6,1-7,2-6/2:I1,L4~,I3",
        "hexagons@2-6,1-7,0-8/2:O4,S4~,I2",
    ],
)
def test_is_the_sum_over_all_boards_of_a_puzzle(text):
    puzzle = Puzzle.parse(text)
    tilings = tilings_by_brute_force(puzzle)
    assert len(tilings) == comb(len(puzzle.grid), puzzle.blockers)
    assert grand_total(puzzle) == sum(tilings.values()) > 0
    assert totals_by_blocked_cell(puzzle) == tuple(
        sum(number for mask, number in tilings.items() if mask >> cell & 1) for cell in range(len(puzzle.grid))
    )


@given(puzzle=puzzles(side=3, blockers=3, lattice=None, plain=False), data=st.data())
@settings(max_examples=30)
def test_a_fingerprint_weighs_each_board_by_its_blockers_and_notices_a_wrong_number(puzzle, data):
    cells = len(puzzle.grid)
    weights = data.draw(st.lists(st.integers(1, PRIME - 1), min_size=cells, max_size=cells))
    tilings = tilings_by_brute_force(puzzle)

    def weighed():
        return sum(n * prod(weights[cell] for cell in puzzle.grid.cells(mask)) for mask, n in tilings.items()) % PRIME

    assert fingerprint(puzzle, weights) == weighed()
    tilings[data.draw(st.sampled_from(sorted(tilings)))] += 1
    assert fingerprint(puzzle, weights) != weighed()


def test_a_fingerprint_needs_a_weight_for_each_cell():
    with pytest.raises(InputError, match="give one for each cell"):
        fingerprint(GENIUS_SQUARE, [1] * 35)


@pytest.mark.parametrize(("text", "blockers", "count"), KNOWN)
def test_known_counts_of_one_board(text, blockers, count):
    puzzle = Puzzle.parse(text)
    assert of_one_board(puzzle, Board.parse(blockers, puzzle.grid).blockers) == count


@given(puzzle=puzzles(), data=st.data())
def test_a_cell_is_blocked_or_free(puzzle, data):
    blocked, free = two_masks(puzzle, data)
    for cell in puzzle.grid.cells(puzzle.grid.full & ~blocked & ~free):
        parts = (
            grand_total(puzzle, blocked=blocked | 1 << cell, free=free),
            grand_total(puzzle, blocked=blocked, free=free | 1 << cell),
        )
        assert sum(parts) == grand_total(puzzle, blocked=blocked, free=free)


@given(puzzle=puzzles())
def test_each_pair_has_as_many_blocked_cells_as_blockers(puzzle):
    by_cell = totals_by_blocked_cell(puzzle)
    assert sum(by_cell) == puzzle.blockers * grand_total(puzzle)
    for permutation in puzzle.grid.symmetries:
        assert [by_cell[image] for image in permutation] == list(by_cell)


def test_each_pair_of_the_genius_square_has_seven_blocked_cells():
    grid = GENIUS_SQUARE.grid
    orbits = {orbit(1 << cell, grid) for cell in range(len(grid))}
    assert len(orbits) == 6
    times_seven = sum(len(cells) * grand_total(GENIUS_SQUARE, blocked=cells[0]) for cells in orbits)
    assert times_seven == 7 * grand_total(GENIUS_SQUARE)


def test_any_of_the_single_cells_may_be_the_monomino():
    # Seven blockers and a monomino are eight single cells, of which one is chosen.
    assert grand_total(GENIUS_SQUARE) == 8 * grand_total(Puzzle.parse("6x6/8:I2,I3,L3,I4,O4,T4,L4,S4"))
    assert grand_total(Puzzle.parse("5x5/4:3*I1,2*L3,3*O4")) == comb(7, 3) * grand_total(
        Puzzle.parse("5x5/7:2*L3,3*O4")
    )


@pytest.mark.parametrize("puzzle", ["5x7-B2,E6/5:2*I4,4*L3,P5,I3", "3x6/4:I2,L3,S4,F5"])
def test_the_longer_side_may_be_either(puzzle):
    wide = Puzzle.parse(puzzle)
    assert isinstance(wide.grid, SquareGrid)
    rows, columns = wide.grid.rows, wide.grid.columns
    holes = [(int(hole[1:]), "ABCDEFG".index(hole[0]) + 1) for hole in wide.grid.holes]
    shown = "-" + ",".join(f"{'ABCDEFG'[row - 1]}{column}" for row, column in holes) if holes else ""
    tall = Puzzle.parse(f"{columns}x{rows}{shown}/{puzzle.split('/')[1]}")
    assert grand_total(tall) == grand_total(wide) > 0


@pytest.mark.parametrize(("side", "matchings"), [(2, 7), (3, 131), (4, 10_012), (5, 2_810_694), (6, 2_989_126_727)])
def test_matchings_of_the_square(side, matchings):
    # OEIS A028420: any number of dominoes, none among them, on n×n cells.
    area = side * side
    with_dominoes = (
        grand_total(Puzzle.parse(f"{side}x{side}/{area - 2 * number}:{number}*I2"))
        for number in range(1, area // 2 + 1)
    )
    assert 1 + sum(with_dominoes) == matchings


@pytest.mark.parametrize(("side", "blockers"), [(8, 32), (9, 40), (10, 50), (12, 100), (14, 140)])
def test_totals_beyond_64_bits_are_exact(side, blockers):
    # Single cells only: every choice of blockers is tiled in one way.
    area = side * side
    singles = min(area - blockers, 50)
    holes = [f"{chr(65 + n // side)}{n % side + 1}" for n in range(area - blockers - singles)]
    text = f"{side}x{side}" + ("-" + ",".join(holes) if holes else "")
    assert grand_total(Puzzle.parse(f"{text}/{blockers}:{singles}*I1")) == comb(blockers + singles, singles)


def test_no_board_has_more_blocked_cells_than_blockers_or_fewer_than_those_that_are_not_free():
    puzzle = Puzzle.parse("3x3/1:4*I2")
    assert grand_total(puzzle, blocked=0b101) == 0
    assert grand_total(puzzle, free=puzzle.grid.full) == 0


def test_no_blockers_are_one_board():
    puzzle = Puzzle.parse("6x6/0:18*I2")
    assert grand_total(puzzle) == grand_total(puzzle, free=puzzle.grid.full) == 6728
    assert grand_total(puzzle, blocked=1) == 0


@pytest.mark.parametrize(
    ("text", "masks", "words"),
    [
        ("3x3/1:4*I2", {"blocked": 1 << 9}, "blocked mask 0x200 has bits beyond the 9 cells"),
        ("3x3/1:4*I2", {"free": -1}, "free mask -0x1 has bits beyond the 9 cells"),
        ("3x3/1:4*I2", {"blocked": 0b110, "free": 0b11}, "A2 both blocked and free"),
        ("13x13/109:pentominoes", {}, "needs states of 7. bits: use at most 64"),
    ],
)
def test_bad_input_gets_one_line(text, masks, words):
    with pytest.raises(InputError, match=words) as caught:
        grand_total(Puzzle.parse(text), **masks)
    assert "\n" not in str(caught.value)


def test_too_many_states_are_refused_and_not_dropped(monkeypatch):
    puzzle = Puzzle.parse("4x4/3:I1,I2,I3,L3,O4")
    monkeypatch.setattr(MODULE, "MOST_STATES", 387)
    assert grand_total(puzzle) == 7040
    monkeypatch.setattr(MODULE, "MOST_STATES", 386)
    with pytest.raises(InputError, match="more than 386 states"):
        grand_total(puzzle)


def test_batches_change_nothing(monkeypatch):
    puzzle = Puzzle.parse("5x5/10:I1,I2,I3,I4,I5")
    total = grand_total(puzzle)
    monkeypatch.setattr(MODULE, "_BATCH", 1)
    assert grand_total(puzzle) == total
