"""Reports and choices of boards keep to those that a puzzle allows, on every lattice."""

from itertools import combinations

import numpy as np
import pytest

from dicelab.score.choosing import choose_boards
from dicelab.score.statistics_text import census_json, census_text
from solver.census import Content, build_census
from solver.exact_cover import backend
from solver.polyform import Puzzle, orbit

STAR_DATES = "triangles@4,2-6,2-6,4=A,B,C,D,E,F,G,H,I,J,K,L/2:I1,I2,I3,L4;regions=1-4+12,6-9"
SMALL = [
    "3x4=numbers/3:I1,I2,I3,L3;free=1+6",
    "3x4/2:L4~,L3,I3;regions=1-3,8-12",
    STAR_DATES,
    "hexagons@2-6,1-7,2-6/2:I1,L4~,I3;free=5",
]


def solvable_boards(puzzle):
    masks = [puzzle.grid.mask(cells) for cells in combinations(range(len(puzzle.grid)), puzzle.blockers)]
    allowed = [mask for mask in masks if puzzle.allows(np.uint64(mask))]
    return {mask for mask in allowed if backend("brute-force").count(puzzle.board_problem(mask)[0]).solutions}


def test_reports_say_which_boards_they_count(tmp_path):
    census = build_census(Puzzle.parse(STAR_DATES), Content.TILINGS, folder=tmp_path)
    text = " ".join(census_text(census).split())
    assert "20 boards in" in text
    assert "Counted are the boards that the puzzle allows, one blocker in each region, of 66 in all." in text
    found = census_json(census)
    assert (found["boards"], found["all_boards"]) == (20, 66)
    plain = census_json(build_census(Puzzle.parse("3x4/3:I1,I2,I3,L3"), Content.TILINGS, folder=tmp_path / "plain"))
    assert "all_boards" not in plain


@pytest.mark.parametrize("text", SMALL)
def test_chosen_boards_are_allowed(tmp_path, text):
    puzzle = Puzzle.parse(text)
    census = build_census(puzzle, Content.TILINGS, folder=tmp_path)
    solvable = solvable_boards(puzzle)
    chosen = choose_boards(census, number=None, seed=3)
    assert {one.board.blockers for one in chosen.boards} == solvable
    assert len(chosen) == chosen.matching == len(solvable)
    distinct = choose_boards(census, distinct=True, number=None)
    assert {orbit(one.board.blockers, puzzle.grid) for one in distinct.boards} == {
        orbit(mask, puzzle.grid) for mask in solvable
    }
    assert {one.board.blockers for one in distinct.boards} <= solvable
