"""Stripes: the numbers of cells that pieces cover, by hand and by all tilings."""

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from dicelab.reasons.array_rules import stripes_rejects
from dicelab.reasons.board import colour
from dicelab.reasons.explain import Verdict, explain
from dicelab.reasons.explain.picture import explanation_svg
from dicelab.reasons.explain.stripes import stripes, stripes_of
from solver.exact_cover import backend
from solver.polyform import GENIUS_SQUARE, Puzzle, images
from tests.strategies import puzzles


def rows_by_twos(text):
    return next(one for one in stripes_of(Puzzle.parse(text)) if one.where.startswith("in rows"))


@pytest.mark.parametrize(
    ("text", "covered"),
    [
        ("6x6/32:L4", (1, 3)),
        ("6x6/32:O4", (2,)),
        ("6x6/32:I4", (0, 2, 4)),
        ("6x6/32:T4", (1, 2, 3)),
        ("6x6/32:S4", (2,)),
        ("6x6/24:3*L4", (3, 5, 7, 9)),
    ],
)
def test_how_many_cells_of_every_second_row_a_piece_covers(text, covered):
    assert rows_by_twos(text).covered == covered


@pytest.mark.parametrize("text", ["8x8/0:15*L4,O4", "6x6/0:9*L4", "10x6/0:15*L4", "4x4/0:3*L4,O4"])
def test_an_odd_number_of_l_tetrominoes_in_one_line(text):
    puzzle = Puzzle.parse(text)
    explanation = explain(0, puzzle)
    assert explanation.verdict is Verdict.RULE
    assert [found.rule for found in explanation.findings] == ["stripes"]
    assert explanation.search_nodes is None
    assert explanation_svg(explanation).startswith("<svg")


@pytest.mark.parametrize("text", ["8x8/0:14*L4,2*O4", "4x4/0:4*L4", "4x4/0:2*L4,2*O4"])
def test_an_even_number_of_them_may_do(text):
    assert stripes(0, Puzzle.parse(text)) is None


def test_threes_by_hand():
    """An I-tromino covers one cell of each colour of the diagonals by threes: five cover five of each."""
    puzzle = Puzzle.parse("4x4/1:5*I3")
    alive = [cell for cell in range(16) if stripes(1 << cell, puzzle) is None]
    # The colours of the rising diagonals have 5, 5 and 6 cells, and so have those of the falling ones: the blocker
    # is on both with 6.
    rising = [{cell for cell in range(16) if (cell // 4 + cell % 4) % 3 == n} for n in range(3)]
    falling = [{cell for cell in range(16) if (cell // 4 - cell % 4) % 3 == n} for n in range(3)]
    largest = max(rising, key=len) & max(falling, key=len)
    assert set(alive) == largest
    assert {puzzle.grid.label(cell) for cell in alive} == {"A1", "A4", "D1", "D4"}


@settings(max_examples=50)
@given(puzzles(side=4, lattice=None, plain=False), st.data())
def test_every_tiling_covers_one_of_the_numbers_and_turned_boards_fare_alike(puzzle, data):
    cells = data.draw(st.sets(st.integers(0, len(puzzle.grid) - 1), min_size=puzzle.blockers, max_size=puzzle.blockers))
    mask = puzzle.grid.mask(cells)
    turned = images(np.array([mask], np.uint64), puzzle.grid).ravel()
    flags = stripes_rejects(turned, puzzle)
    assert set(flags.tolist()) == {stripes(mask, puzzle) is not None}
    problem, fitting = puzzle.board_problem(mask)
    solution = backend("brute-force").solve(problem).solution
    if solution is None:
        return
    for one in stripes_of(puzzle):
        assert sum((puzzle.placements[fitting[n]][1] & one.cells).bit_count() for n in solution) in one.covered


def test_stripes_share_out_the_cells_of_a_grid():
    found = {one.where: one.cells for one in stripes_of(GENIUS_SQUARE)}
    assert len(found) == 14
    assert all(cells.bit_count() in {12, 18} for cells in found.values())
    thirds = [cells for cells in found.values() if cells.bit_count() == 12]
    assert sum(thirds) == 4 * GENIUS_SQUARE.grid.full


@pytest.mark.parametrize(
    ("text", "number"), [("triangles@2-8,1-9,0-10,0-10,1-9,2-8/53:I1", 21), ("hexagons@2-6,1-7,0-8,1-7,2-6/18:I1", 12)]
)
def test_turning_a_hexagon_sends_stripes_to_stripes_or_to_all_other_cells(text, number):
    puzzle = Puzzle.parse(text)
    found = {one.cells for one in stripes_of(puzzle)}
    assert len(found) == number
    turned = set(images(np.array(sorted(found), np.uint64), puzzle.grid).ravel().tolist())
    assert turned <= found | {puzzle.grid.full & ~cells for cells in found}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        # A line of four triangles covers two of them, wherever it lies.
        ("triangles@0-4,0-4,0-4,0-4/0:5*I4", "12 free cells lie on upward triangles of every second row or downward"),
        # A hexagon of six covers three of every second row.
        ("triangles@0-7,0-7,0-7/0:4*O6", "16 free cells lie in every second row"),
        # The bee covers two hexagons of every second row, the propeller one of the first and last of four rows.
        ("hexagons@0-6,1-7,0-6/0:3*O4", "8 free cells lie in every second row, that of 1 among them, and wherever the"),
        ("hexagons@0-6,1-7,2-8,3-9/0:4*Y4", "8 free cells lie in every third row"),
    ],
)
def test_rows_of_triangles_and_hexagons_where_colours_do_not_tell(text, said):
    puzzle = Puzzle.parse(text)
    assert colour(0, puzzle) is None
    finding = stripes(0, puzzle)
    assert finding is not None
    assert finding.text.startswith(said)
    assert explain(0, puzzle).verdict is Verdict.RULE


def test_rows_without_letters_are_named_by_a_cell():
    names = [one.where for one in stripes_of(Puzzle.parse("4x3=JAN,FEB,MAR,1..9/1:11*I1"))]
    assert names[:2] == [
        "in every second row, that of JAN among them",
        "in every second column, that of JAN among them",
    ]
    assert stripes_of(Puzzle.parse("4x3/1:11*I1"))[0].where == "in rows A, C"
