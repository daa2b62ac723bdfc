"""Domino grids: what is one, and where a domino can lie."""

import math
from typing import cast

import pytest
from hypothesis import given

from solver.domino.dominoes import bone_index, bones, locations, order_of, usual_board
from solver.domino.grid import DominoGrid
from solver.errors import InputError
from solver.exact_cover import backend
from solver.polyform import SquareGrid
from tests.domino_grids import domino_grids, known_grids, solvable_grids

M9 = next(known.grid for known in known_grids() if known.name == "m9")


@pytest.mark.parametrize("order", range(20))
def test_a_set_has_every_pair_of_numbers_once(order):
    pile = bones(order)
    assert len(pile) == math.comb(order + 2, 2)
    assert list(pile) == sorted({(min(a, b), max(a, b)) for a in range(order + 1) for b in range(order + 1)})
    assert [bone_index(order, b, a) for a, b in pile] == list(range(len(pile)))
    assert order_of(len(usual_board(order))) == order


@pytest.mark.parametrize(("rows", "columns"), [(1, 2), (2, 2), (7, 8), (8, 7), (10, 11)])
def test_a_rectangle_has_a_location_for_each_inner_edge(rows, columns):
    found = locations(SquareGrid(rows, columns))
    assert len(found) == rows * (columns - 1) + columns * (rows - 1)
    assert list(found) == sorted(set(found))


@pytest.mark.parametrize(
    ("ask", "complaint"),
    [
        (lambda: DominoGrid.parse(cast("str", 5)), "5 is an int"),
        (lambda: DominoGrid.parse(cast("str", None)), "None is a NoneType"),
        (lambda: M9.hint(placed=cast("str", 7)), "7 is neither"),
        (lambda: M9.explain("A1-C1"), "'A1-C1'"),
        (lambda: M9.solutions("humn"), "did you mean human"),
    ],
)
def test_a_wrong_value_gets_a_sentence(ask, complaint):
    with pytest.raises(InputError, match=complaint):
        ask()


def test_locations_are_text_or_pairs_of_cells():
    assert M9.hint(placed="A1-A2") == M9.hint(placed=[(0, 1)]) == M9.hint(placed=[(1, 0)])


def test_find_lists_the_locations_of_the_paper():
    # Caviness (2014), "Displaying Dominoes": rows and columns from 1.
    found = [
        tuple((M9.board.points[cell][0] + 1, M9.board.points[cell][1] + 1) for cell in location)
        for location in M9.find((0, 3))
    ]
    assert found == [((4, 3), (5, 3)), ((4, 5), (5, 5))]
    assert M9.find((3, 0)) == M9.find((0, 3))


@given(grid=domino_grids())
def test_each_location_is_found_for_one_domino(grid):
    assert sorted(location for domino in grid.bones for location in grid.find(domino)) == list(grid.locations)


@given(grid=solvable_grids())
def test_only_a_cover_of_all_cells_by_all_dominoes_is_a_solution(grid):
    problem = grid.cover
    found = [grid.solution_of(one) for one in backend("brute-force").solutions(problem)]
    assert found
    assert all(grid.is_solution(one) for one in found)
    for one in found:
        assert not grid.is_solution(one[1:])
        assert not grid.is_solution((*one[1:], one[1] if len(one) > 1 else (0, 0)))


@pytest.mark.parametrize("known", known_grids(), ids=lambda known: known.name)
def test_known_grids_have_the_known_number_of_solutions(known):
    assert backend("dancing-links").count(known.grid.cover).solutions == known.solutions


@pytest.mark.parametrize(
    ("rows", "complaint"),
    [
        ([], "no squares"),
        ([[]], "no squares"),
        ([[0, 0, 1], [0, 1]], "row 2 has 2 squares and row 1 has 3"),
        ([[0, 0, 0], [0, 0, 0]], "number 0 occurs 6 times"),
        ([[0, 0], [1, 1]], "4 cells: no full set"),
        ([[0]], "1 cells: no full set"),
        ([[0, 0, 1], [0, 1, 2]], "number 2 in B3: the set that covers 6 cells is of order 1"),
        ([[0, 0, 1], [0, 1, -1]], "number -1 in B3"),
        ([[0, 0, 1], [1, 1, 1]], "number 0 occurs 2 times: a set of order 1 shows each number 3 times"),
        ([[0, None, 0]], "the holes leave 2 dark and 0 light"),
        ([[None, None]], "is a hole: leave at least one cell"),
        ([[0] * 100, [0] * 100], "2x100"),
    ],
)
def test_what_is_no_grid_is_refused_in_a_line(rows, complaint):
    with pytest.raises(InputError, match=complaint) as caught:
        DominoGrid.of_rows(rows)
    assert "\n" not in str(caught.value)


def test_there_must_be_a_number_for_each_cell():
    with pytest.raises(InputError, match="1 numbers for 2 cells"):
        DominoGrid(SquareGrid(1, 2), (0,))
