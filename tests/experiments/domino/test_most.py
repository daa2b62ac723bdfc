"""The most solutions of a grid: two searches against a count of every grid, and what is stored of them."""

import json
import math

import pytest

from experiments.domino.most import prove, smallest
from experiments.domino.most_by_layouts import most_by_layouts
from experiments.domino.most_by_profile import most_by_profile
from experiments.domino.random_grids import arrangements
from experiments.recording import RESULTS
from solver.domino import DominoBatch, DominoGrid, usual_board
from solver.exact_cover import backend
from solver.polyform import SquareGrid
from solver.runs import jit

compiled = [
    pytest.mark.slow,
    pytest.mark.skipif(not jit.available(), reason="the searches need a compiler"),
]
FOLDER = RESULTS / "domino" / "most"


def at_least_by_counting(board, grids):
    counts = DominoBatch(board).counts(grids)
    best = grids[counts == counts.max()].tolist()
    return counts.max(), {smallest(board, tuple(grid)) for grid in best}, len(best)


@pytest.mark.parametrize("text", ["2x3", "3x2", "1x6", "3x4", "4x3", "2x6", "6x2", "1x12"])
class TestEveryGridCounted:
    pytestmark = compiled

    def test_both_searches_find_all_grids_with_the_most_solutions(self, text):
        board = SquareGrid.parse(text)
        order = 1 if len(board) == 6 else 2
        most, orbits, number = at_least_by_counting(board, arrangements(order))
        proved = prove(board)
        assert (proved.first.solutions, set(proved.grids)) == (most, orbits)
        assert len(proved.first.grids) * math.factorial(order + 1) == number

    def test_one_more_solution_is_refuted(self, text):
        board = SquareGrid.parse(text)
        most = prove(board).first.solutions
        assert most_by_profile(board, most + 1) is None
        assert most_by_layouts(board.rows, board.columns, most + 1)[:2] == (0, [])


class TestUsualBoards:
    pytestmark = compiled

    @pytest.mark.parametrize(("order", "most", "grids", "orbits"), [(3, 88, 64, 16), (4, 1_012, 1_008, 252)])
    def test_the_theorem(self, order, most, grids, orbits):
        proved = prove(usual_board(order), most)
        assert (proved.first.solutions, len(proved.first.grids), len(proved.grids)) == (most, grids, orbits)
        assert most_by_profile(usual_board(order), most + 1) is None

    def test_a_board_with_holes_by_counting(self):
        board = SquareGrid.parse("3x5-B2,B3,B4")
        most, orbits, number = at_least_by_counting(board, arrangements(2))
        found = most_by_profile(board)
        assert found is not None
        assert (found.solutions, {smallest(board, grid) for grid in found.grids}) == (most, orbits)
        assert len(found.grids) * 6 == number


@pytest.mark.parametrize(("order", "most", "orbits"), [(3, 88, 16), (4, 1_012, 252)])
def test_the_stored_grids_are_different_and_have_so_many_solutions(order, most, orbits):
    lines = (FOLDER / f"grids-order-{order}.txt").read_text(encoding="utf-8").splitlines()
    grids = [DominoGrid.parse(line) for line in lines]
    board = usual_board(order)
    assert {grid.board for grid in grids} == {board}
    assert len({smallest(board, grid.numbers) for grid in grids}) == len(grids) == orbits
    assert backend("bitmask").count(grids[0].cover).solutions == most


def test_the_stored_result_is_the_theorem():
    result = json.loads((FOLDER / "result.json").read_text(encoding="utf-8"))
    usual = {one["order"]: one["most"] for one in result["proved"] if one["board"] in ("4x5", "5x6", "6x7")}
    assert usual == {3: 88, 4: 1_012, 5: 23_929}
    page = (RESULTS.parent / "docs" / "results" / "dominoes.md").read_text(encoding="utf-8")
    assert all(f"{most:,}" in page for most in usual.values())
    assert f"{result['bounded']['refuted']:,}" in page
