"""Pictures of times: places are logarithms, bounds and own rows can be told, nothing leaves the page."""

import itertools
import math
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given, strategies as st

from dicelab.errors import DiceError
from dicelab.render.chart import TIMES_LEFT, TIMES_RIGHT, WIDTH, Bar, timing_svg

SVG = "{http://www.w3.org/2000/svg}"
times = st.one_of(st.none(), st.floats(1e-9, 1e6))


def marks(svg):
    """Return for each mark what it says and where it begins."""
    found = []
    for group in ET.fromstring(svg).iter(f"{SVG}g"):  # noqa: S314 - our own output
        if group.get("class") == "time":
            title, *paths = list(group)
            found.append((title.text or "", float(paths[0].attrib["d"][1:].split()[0]), len(paths)))
    return found


@given(st.lists(st.tuples(times, times, times), min_size=1, max_size=8).filter(lambda rows: any(map(any, rows))))
def test_every_time_has_a_mark_in_its_place(rows):
    bars = [Bar(f"row {n}", row, (True, False, False)) for n, row in enumerate(rows)]
    found = marks(timing_svg(bars, ["a", "b", "c"], "title", "below"))
    assert len(found) == sum(time is not None for row in rows for time in row)
    for about, x, paths in found:
        assert TIMES_LEFT - 8 <= x <= TIMES_RIGHT + 8 <= WIDTH
        # A bound has an arrow.
        assert paths == (2 if ", a: more than " in about else 1)


def test_equal_factors_are_equal_distances():
    bars = [Bar(f"{power}", (10.0**power,), (False,)) for power in range(-5, 2)]
    xs = [x for _, x, _ in marks(timing_svg(bars, ["a"], "", ""))]
    steps = [after - before for before, after in itertools.pairwise(xs)]
    assert steps == pytest.approx([(TIMES_RIGHT - TIMES_LEFT) / 6] * 6, abs=0.02)


def test_own_rows_are_bold_and_names_are_no_markup():
    tree = ET.fromstring(  # noqa: S314 - our own output
        timing_svg([Bar("<ours>", (1.0,), (False,), True), Bar("theirs", (2.0,), (False,))], ["a & b"], "<t>", "")
    )
    weights = {text.text: text.get("font-weight") for text in tree.iter(f"{SVG}text")}
    assert (weights["<ours>"], weights["theirs"]) == ("bold", "normal")
    assert "a & b" in weights


@pytest.mark.parametrize("seconds", [0.0, -1.0, math.nan, math.inf])
def test_what_is_no_time_is_refused(seconds):
    with pytest.raises(DiceError, match="positive"):
        timing_svg([Bar("a", (seconds,), (False,))], ["x"], "", "")


def test_too_much_and_too_little_are_refused():
    for bars, series in (([], ["x"]), ([Bar("a", (None,), (False,))], ["x"]), ([Bar("a", (), ())], [])):
        with pytest.raises(DiceError):
            timing_svg(bars, series, "", "")
    with pytest.raises(DiceError, match="positive one for each"):
        timing_svg([Bar("a", (1.0,), (False,))], ["x", "y"], "", "")
