"""Puzzles with regions, cells that stay free, labels and one-sided pieces: a census is kept for all boards, and answers
for those that are allowed, on every lattice."""

from collections import Counter
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings

from solver.census import BoardCounts, Census, Content, audit, build_census, read_census
from solver.census.grand_total import grand_total
from solver.exact_cover import backend
from solver.polyform import Puzzle, orbit
from solver.runs import jit
from tests.strategies import puzzles

STAR_DATES = "triangles@4,2-6,2-6,4=A,B,C,D,E,F,G,H,I,J,K,L/2:I1,I2,I3,L4;regions=1-4+12,6-9"
SMALL = [
    "3x4=numbers/3:I1,I2,I3,L3;free=1+6",
    "3x4/2:L4~,L3,I3;regions=1-3,8-12",
    STAR_DATES,
    "hexagons@2-6,1-7,2-6/2:I1,L4~,I3;free=5",
    "hexagons@2-6,1-7,2-6/2:T3,I2,V3;regions=1-3,8-10",
]


def tilings_by_brute_force(puzzle):
    """Return the number of tilings of every board that the puzzle allows."""
    masks = [puzzle.grid.mask(cells) for cells in combinations(range(len(puzzle.grid)), puzzle.blockers)]
    allowed = [mask for mask in masks if puzzle.allows(np.uint64(mask))]
    return {mask: backend("brute-force").count(puzzle.board_problem(mask)[0]).solutions for mask in allowed}


def require_census(census, tilings):
    """Hold all that a census reports against the tilings of the allowed boards."""
    puzzle, masks = census.puzzle, np.array(list(tilings), np.uint64)
    assert census.boards == puzzle.allowed_boards == len(tilings) == int(census.sizes.sum())
    assert census.tilings(masks).tolist() == list(tilings.values())
    assert census.total == sum(tilings.values()) == grand_total(puzzle)
    assert census.unsolvable_boards.tolist() == sorted(mask for mask, number in tilings.items() if not number)
    board = census.by_board
    assert dict(zip(board.values.tolist(), board.weights.tolist(), strict=True)) == Counter(tilings.values())
    orbits = {orbit(mask, puzzle.grid): number for mask, number in tilings.items()}
    assert census.by_orbit.total == len(orbits)
    solvable = sorted(number for number in orbits.values() if number)
    for listed, expected in (
        (census.hardest(5), solvable[:5]),
        (census.easiest(5), sorted(orbits.values(), reverse=True)[:5]),
        (census.unsolvable(5), [number for number in orbits.values() if not number][:5]),
    ):
        assert [number for _, number in listed] == expected
        assert all(tilings[mask] == number for mask, number in listed)


@given(puzzle=puzzles(side=3, blockers=3, lattice=None, plain=False))
@settings(max_examples=15)
def test_a_census_is_what_brute_force_counts(tmp_path_factory, puzzle):
    tilings = tilings_by_brute_force(puzzle)
    folder = tmp_path_factory.mktemp("census")
    method = "searches" if jit.available() else None
    require_census(build_census(puzzle, Content.TILINGS, folder=folder, method=method), tilings)
    settled = build_census(puzzle, Content.SOLVABILITY, folder=folder)
    assert settled.total == sum(map(bool, tilings.values()))
    assert BoardCounts(puzzle).tilings(np.array(list(tilings), np.uint64)).tolist() == list(tilings.values())


@pytest.mark.parametrize("text", SMALL)
def test_every_method_and_the_audit_agree(tmp_path, text):
    puzzle = Puzzle.parse(text)
    tilings = tilings_by_brute_force(puzzle)
    assert any(tilings.values())
    for method in ("searches", "halves") if jit.available() else ("searches",):
        census = build_census(puzzle, Content.TILINGS, folder=tmp_path / method, method=method)
        require_census(census, tilings)
        assert all(check.ok for check in audit(census, np.random.default_rng(1), sample=10))


def test_labels_and_regions_make_no_new_census(tmp_path):
    dates = Puzzle.parse(STAR_DATES)
    census = build_census(dates, Content.TILINGS, folder=tmp_path)
    plain = read_census(tmp_path / "tilings.census", dates.unrestricted, Content.TILINGS)
    assert plain.puzzle.format() == "triangles@4,2-6,2-6,4/2:I1,I2,I3,L4"
    assert (plain.boards, census.boards) == (66, 20)
    assert census.puzzle.grid.labels(census.hardest(1)[0][0]).isupper()
    assert build_census(dates.unrestricted, Content.TILINGS, folder=tmp_path).total == plain.total > census.total


def test_a_census_by_name_answers_in_the_labels_of_the_puzzle():
    census = Census.load(STAR_DATES, "solvability")
    assert census.puzzle == Puzzle.parse(STAR_DATES)
    assert census.orbits.boards == 66
