"""Explanations of single boards: the verdicts, and search trees that leave nothing out."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings, strategies as st

from dicelab.reasons.explain import Branch, Verdict, explain, search
from dicelab.reasons.explain.argument import MOST_CASES
from dicelab.reasons.explain.picture import explanation_svg
from dicelab.reasons.explain.position import OpenBoard
from dicelab.reasons.explain.text import explanation_json, explanation_text
from dicelab.reasons.explain.tree import branches, depth, leaves
from solver.errors import GridTooLargeError, InputError
from solver.exact_cover import Limits, Status, backend
from solver.polyform import GENIUS_SQUARE, Board, Puzzle
from tests.strategies import puzzles

CASES = "A2 A5 B1 B3 D6 E1 E5"
SOLVABLE = "B1 C3 D2 F1 F2 E6 F6"


def of(text, puzzle=GENIUS_SQUARE, limits=None):
    return explain(Board.parse(text, puzzle.grid).blockers, puzzle, limits)


def check(tree):
    """Check that a tree leaves out no case: its placements are all that there are, found from the puzzle."""
    if not isinstance(tree, Branch):
        return
    position = tree.position
    table = position.table
    assert (tree.cell is None) != (tree.kind is None)
    expected = {
        (table.kinds.index(piece), mask)
        for piece, mask in table.puzzle.placements
        if not mask & ~position.free
        and position.left[table.kinds.index(piece)]
        and (tree.cell is None or mask >> tree.cell & 1)
        and (tree.kind is None or table.kinds[tree.kind] == piece)
    }
    assert expected == {lain for lain, _ in tree.cases}
    for (kind, mask), below in tree.cases:
        assert below.position.free == position.free & ~mask
        assert sum(below.position.left) == sum(position.left) - 1
        assert below.position.left[kind] == position.left[kind] - 1
        check(below)


def test_a_solvable_board_has_a_tiling_and_no_reason():
    explanation = of(SOLVABLE)
    assert explanation.verdict is Verdict.SOLVABLE
    assert explanation.tiling is not None
    assert explanation.tiling.board == explanation.board
    assert not explanation.is_unsolvable
    assert "nothing to explain" in explanation_text(explanation)
    with pytest.raises(InputError, match="no reason to draw"):
        explanation_svg(explanation)


@pytest.mark.parametrize(
    ("board", "rules"),
    [
        ("A1 A3 A5 B2 B4 B6 C1", ["colour", "isolated monominoes"]),
        ("A2 B1 A5 B6 C3 C4 D3", ["isolated monominoes"]),
        ("A3 B1 B2 A4 B5 B6 F1", ["isolated dominoes"]),
        ("A4 B3 B5 B6 C1 C2 C4", ["areas"]),
        ("A4 B4 B5 B6 C1 C2 C3", ["shares"]),
        ("A5 B2 B4 C3 D2 E1 E6", ["weights"]),
        ("A2 B1 B3 B6 C5 E3 F2", ["cut-offs"]),
        (CASES, ["cases"]),
    ],
)
def test_each_board_is_explained_by_its_simplest_rule(board, rules):
    explanation = of(board)
    assert explanation.verdict is Verdict.RULE
    assert [found.rule for found in explanation.findings] == rules
    assert (explanation.weighing is not None) == (rules[0] in {"weights", "cut-offs"})
    assert (explanation.tree is not None) == (rules[0] == "cases")
    text = explanation_text(explanation, every=True)
    assert max(map(len, text.splitlines())) <= 80
    assert all(found.rule in text for found in explanation.findings)
    stored = json.loads(json.dumps(explanation_json(explanation)))
    assert stored["verdict"] == "rule"
    assert [found["rule"] for found in stored["findings"]] == rules


def test_the_cases_are_all_there_and_as_few_as_can_be():
    explanation = of(CASES)
    tree = explanation.tree
    assert tree is not None
    check(tree)
    assert explanation.fewest
    assert depth(tree) == branches(tree) == 1
    assert len(tree.cases) == explanation.leaf_count == 4
    text = explanation_text(explanation)
    assert "Every tiling has to cover the cell E6. A piece can cover it in 4 ways" in " ".join(text.split())
    assert re.findall(r"^ +(\d)\. (..) on E6", text, re.MULTILINE) == [
        ("1", "L4"),
        ("2", "L3"),
        ("3", "I2"),
        ("4", "I1"),
    ]


@settings(max_examples=40)
@given(puzzles(side=4), st.data())
def test_small_boards_are_solvable_or_explained(puzzle, data):
    cells = data.draw(st.sets(st.integers(0, len(puzzle.grid) - 1), min_size=puzzle.blockers, max_size=puzzle.blockers))
    mask = puzzle.grid.mask(cells)
    explanation = explain(mask, puzzle)
    status = backend("brute-force").solve(puzzle.board_problem(mask)[0]).status
    assert explanation.is_unsolvable == (status is Status.UNSOLVABLE)
    assert (explanation.tiling is not None) == (status is Status.SOLVED)
    assert json.loads(json.dumps(explanation_json(explanation)))["board"] == explanation.board.format()
    if explanation.tree is not None:
        check(explanation.tree)
    if explanation.is_unsolvable:
        assert explanation_svg(explanation).startswith("<svg")


@pytest.mark.slow
def test_a_board_that_no_rule_explains_has_a_search_argument():
    puzzle = Puzzle.parse("6x7/6:2*I4,2*O4,2*T4,2*L4,S4")
    explanation = of("B4 C4 D6 E7 F3 F5", puzzle)
    assert explanation.verdict is Verdict.SEARCH
    tree = explanation.tree
    assert tree is not None
    check(tree)
    assert explanation.fewest
    assert (explanation.leaf_count, branches(tree), depth(tree)) == (21, 2, 2)
    assert [found.rule for found in explanation.findings] == ["search"]
    text = explanation_text(explanation)
    assert max(map(len, text.splitlines())) <= 80
    assert "which makes 21 cases with up to 2 placed pieces" in " ".join(text.split())
    assert "No argument that places at most 2 pieces in each case has fewer cases." in " ".join(text.split())
    assert backend("bitmask").solve(puzzle.board_problem(explanation.board.blockers)[0]).status is Status.UNSOLVABLE


def test_a_search_stops_at_its_limits():
    position = OpenBoard.of(Board.parse(CASES, GENIUS_SQUARE.grid).blockers, GENIUS_SQUARE)
    assert search(position, Limits(nodes=3)) is None
    assert search(position, Limits(seconds=0)) is None


def test_what_has_no_tiling_is_never_called_unknown():
    """Positions run out after the search of all tilings has ended, with its nodes; time may run out before."""
    explanation = of(CASES, limits=Limits(nodes=3))
    assert explanation.verdict is Verdict.UNEXPLAINED
    assert explanation.is_unsolvable
    problem, _ = GENIUS_SQUARE.board_problem(explanation.board.blockers)
    nodes = backend("bitmask").solve(problem).stats.nodes
    assert explanation.search_nodes == nodes > 0
    text = " ".join(explanation_text(explanation).split())
    assert f"There is no tiling: the search finds none ({nodes:,} nodes)." in text
    assert "No argument of up to 3 positions was found: pass --positions N for more." in text
    stored = explanation_json(explanation)
    assert (stored["verdict"], stored["search_nodes"], stored["most_positions"]) == ("unexplained", nodes, 3)
    with pytest.raises(InputError, match="no reason to draw: the verdict is unexplained"):
        explanation_svg(explanation)
    in_no_time = of(CASES, limits=Limits(seconds=0))
    assert in_no_time.verdict is Verdict.UNKNOWN
    assert not in_no_time.is_unsolvable
    assert "Unknown whether there is a tiling" in explanation_text(in_no_time)


def test_the_marked_cells_are_named_for_what_they_are():
    def legend(text, puzzle=GENIUS_SQUARE):
        return next(line for line in explanation_text(of(text, puzzle)).splitlines() if line.startswith("x: "))

    assert legend(CASES) == "x: the cell that every tiling has to cover"
    assert legend("A2 B1 A5 B6 C3 C4 D3") == "x: the cells without a free neighbour"
    assert legend("A3 B1 B2 A4 B5 B6 F1") == "x: the pairs that are cut off"
    assert legend("A1 A3 A5 B2 B4 B6 C1") == "x: the dark cells of a chessboard that are free"
    assert legend("", Puzzle.parse("6x6/0:9*L4")) == "x: the free cells that are counted"


def test_each_part_that_is_cut_off_has_a_letter():
    text = explanation_text(of("A4 B3 B5 B6 C1 C2 C4"))
    assert "\nA  a a a # b b\nB  a a # c # #\n" in text
    assert "\na, b, c: the parts that are cut off from each other\n" in text


def test_a_long_argument_is_told_in_short_and_in_full_when_asked_for():
    explanation = of("A3 B2 B4 C3 C6 D2 F1")
    text, every = explanation_text(explanation), explanation_text(explanation, every=True)
    assert "A piece can cover it in 33 ways" in " ".join(text.split())
    assert len(re.findall(r"^ *\d+\. ", text, re.MULTILINE)) == MOST_CASES
    assert "… and 24 more cases: pass -v for all" in text
    assert len(re.findall(r"^ *\d+\. ", every, re.MULTILINE)) == 33
    assert max(map(len, every.splitlines())) <= 80
    assert explanation_svg(explanation).count(" on D3") < explanation_svg(explanation, every=True).count(" on D3")


def test_places_that_are_left_out_are_summed_up_and_listed_when_asked_for():
    explanation = of("A4 B5 C1 C6 D2 E1 E6")
    left_out = len(explanation.weighing.ruled_out) if explanation.weighing else 0
    text = " ".join(explanation_text(explanation).split())
    assert f"{left_out} places are left out, because" in text
    told = [int(number) for number in re.findall(r"- (\d+) places of", text)]
    rest = re.search(r"… and (\d+) more places: pass -v", text)
    assert rest
    assert sum(told) + int(rest[1]) == left_out
    assert "pass -v" not in explanation_text(explanation, every=True)
    picture = explanation_svg(explanation)
    assert "Left out:" in picture
    assert f"… and {rest[1]} more places." in picture


def test_a_budget_that_is_too_small_for_the_best_tree_may_do_for_another():
    position = OpenBoard.of(Board.parse(CASES, GENIUS_SQUARE.grid).blockers, GENIUS_SQUARE)
    found = search(position, Limits(nodes=8))
    if found is not None:
        check(found[0])
        assert sum(1 for _ in leaves(found[0])) >= 4


def test_what_is_no_board_is_refused():
    with pytest.raises(InputError, match="6 blockers on the board"):
        of("A1 A2 A3 A4 A5 A6")
    large = Puzzle.parse("9x9/1:16*I5")
    with pytest.raises(GridTooLargeError):
        explain(1, large)


@pytest.mark.skipif(os.name == "nt", reason="Windows sends no SIGINT to a process")
def test_ctrl_c_is_still_heard_after_an_explanation():
    # CP-SAT, left to itself, hands Ctrl-C to the system, which ends the process without a word.
    code = (
        "import signal\n"
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "from dicelab.reasons.explain import explain\n"
        "from solver.polyform import Board, GENIUS_SQUARE\n"
        "explain(Board.parse('A5 B2 B4 C3 D2 E1 E6', GENIUS_SQUARE.grid).blockers, GENIUS_SQUARE)\n"
        "signal.raise_signal(signal.SIGINT)\n"
    )
    root = Path(__file__).parents[4]
    done = subprocess.run([sys.executable, "-c", code], cwd=root, capture_output=True, text=True, check=False)
    assert done.stderr.rstrip().endswith("KeyboardInterrupt")
