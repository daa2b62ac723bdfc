"""The chart of times: every time has a mark in its place, bounds and own rows can be told."""

import itertools

import pytest

from dicelab.bench.agreement import judge
from dicelab.bench.comparison import BenchResult
from dicelab.bench.contestants import Contestant, Role, Task
from dicelab.bench.page import plot_times
from dicelab.bench.race import RaceOutcome, RacePlan, RaceReply, Record
from solver.polyform import Board, Puzzle

PUZZLE = Puzzle.parse("3x3/2:I1,I2,O4")
BOARD = Board.parse("A1 A2", PUZZLE.grid).blockers
FIRST, SECOND = Task.COUNT, Task.UNSOLVABLE


@pytest.fixture(scope="module")
def chart():
    """Draw a program of ours, one of others that is late, and one that fails the first task."""
    ours = Contestant("ours", Role.BACKEND, "", "", tasks=(FIRST,))
    others = [Contestant(name, Role.PEER, "", "") for name in ("theirs", "none")]
    record = Record(RacePlan(PUZZLE, {FIRST: (BOARD,), SECOND: (BOARD,)}, (ours, *others)))
    for task, name, reply in (
        (FIRST, "ours", RaceReply(RaceOutcome.COUNT, 1e-6, number=1)),
        (FIRST, "theirs", RaceReply(RaceOutcome.COUNT, 1e-3, number=1)),
        (SECOND, "theirs", RaceReply(RaceOutcome.LATE, 2.0)),
        (FIRST, "none", RaceReply(RaceOutcome.FAILED, reason="no")),
        (SECOND, "none", RaceReply(RaceOutcome.NONE, 1.0)),
    ):
        record.replies[task, name] = {BOARD: [reply]}
    return plot_times(BenchResult(record, judge(record), 0, "planted", "dicelab bench"))


def points(line):
    return line.get_xydata().tolist()


def test_every_time_has_a_mark_in_its_row_the_quickest_on_top(chart):
    drawn = {line.get_label(): points(line) for line in chart.lines}
    assert drawn == {FIRST.heading: [[1e-6, 0], [1e-3, 2]], SECOND.heading: [[1.0, 1], [2.0, 2]]}
    assert [text.get_text() for text in chart.get_legend().get_texts()] == [FIRST.heading, SECOND.heading]
    assert len({(line.get_marker(), line.get_color()) for line in chart.lines}) == 2
    assert chart.get_ylim()[0] > chart.get_ylim()[1], "the first row is on top"


def test_equal_factors_are_equal_distances(chart):
    xs = [chart.transData.transform((10.0**power, 0))[0] for power in (-6, -4, -2, 0)]
    steps = [after - before for before, after in itertools.pairwise(xs)]
    assert steps == pytest.approx([steps[0]] * 3)


def test_bounds_have_an_arrow_and_own_rows_are_bold(chart):
    assert [(text.get_text(), tuple(text.xy)) for text in chart.texts] == [("→", (2.0, 2))]
    weights = {label.get_text(): label.get_fontweight() for label in chart.get_yticklabels()}
    assert weights == {"ours": "bold", "none": "normal", "theirs": "normal"}
