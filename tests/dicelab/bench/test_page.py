"""The chart of times: every time has a mark in its place, bounds and own rows can be told."""

import itertools
import math

import pytest

from dicelab.bench.page import Times, plot_times
from dicelab.errors import DiceError

ROWS = [
    Times("ours", (1e-6, None), (False, False), is_own=True),
    Times("theirs", (1e-3, 2.0), (False, True)),
    Times("none", (None, 1.0), (False, False)),
]


def points(line):
    return line.get_xydata().tolist()


def words(legend):
    return [text.get_text() for text in legend.get_texts()]


def place(text):
    return tuple(text.xy)


def test_every_time_has_a_mark_in_its_row_in_the_order_of_the_series():
    ax = plot_times(ROWS, ["first", "second"])
    drawn = {line.get_label(): points(line) for line in ax.lines}
    assert drawn == {"first": [[1e-6, 0], [1e-3, 1]], "second": [[2.0, 1], [1.0, 2]]}
    assert words(ax.get_legend()) == ["first", "second"]
    assert len({(line.get_marker(), line.get_color()) for line in ax.lines}) == 2
    assert ax.get_ylim()[0] > ax.get_ylim()[1], "the first row is on top"


def test_equal_factors_are_equal_distances():
    ax = plot_times(ROWS, ["first", "second"])
    xs = [ax.transData.transform((10.0**power, 0))[0] for power in (-6, -4, -2, 0)]
    steps = [after - before for before, after in itertools.pairwise(xs)]
    assert steps == pytest.approx([steps[0]] * 3)


def test_bounds_have_an_arrow_and_own_rows_are_bold():
    ax = plot_times(ROWS, ["first", "second"])
    assert [(text.get_text(), place(text)) for text in ax.texts] == [("→", (2.0, 1))]
    weights = {label.get_text(): label.get_fontweight() for label in ax.get_yticklabels()}
    assert weights == {"ours": "bold", "theirs": "normal", "none": "normal"}


@pytest.mark.parametrize("seconds", [0.0, -1.0, math.nan, math.inf])
def test_what_is_no_time_is_refused(seconds):
    with pytest.raises(DiceError, match="give a positive one for each"):
        plot_times([Times("a", (seconds,), (False,))], ["x"])


@pytest.mark.parametrize("rows", [[], [Times("a", (None,), (False,))]])
def test_no_times_are_refused(rows):
    with pytest.raises(DiceError, match="no times: give at least one"):
        plot_times(rows, ["x"])
