"""Histograms of tiling counts: heights are shares, nothing is left out, and 0 is told from little."""

import itertools
import math
import re
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given, strategies as st

from dicelab.errors import DiceError
from dicelab.render import histogram_svg, histogram_text
from dicelab.render.svg import contrast
from solver.census import distribution

SVG = "{http://www.w3.org/2000/svg}"
OCTAVES = distribution([0] * 30 + [1] + [5] * 1_500 + [70_000] * 469).octaves()
BANDS = [(first, last) for first, last, _ in OCTAVES]
WEIGHTS = [weight for _, _, weight in OCTAVES]
ROLLS = [0.0, 0.5, *[12.25] * (len(BANDS) - 2)]


def root(svg):
    return ET.fromstring(svg)  # noqa: S314 - our own output


def bars(tree):
    """Return what each bar says, with its x, width, height and foot; a 0 has no height."""
    found: list[tuple[str, tuple[float, ...] | None]] = []
    for g in tree.iter(f"{SVG}g"):
        if g.get("class") == "bar":
            rect, about = g.find(f"{SVG}rect"), g.find(f"{SVG}title").text
            if rect is None:
                assert g.find(f"{SVG}text").text == "0"
                found.append((about, None))
            else:
                x, y, width, height = (float(rect.get(key)) for key in ("x", "y", "width", "height"))
                found.append((about, (x, width, height, y + height)))
    return found


def words(tree):
    return [text.text or "" for text in tree.iter(f"{SVG}text")]


def lines(tree):
    """Return the percent of each label of the upright axis, with its height."""
    size = 13
    return {
        float(text.text[:-1]): float(text.get("y")) - 0.36 * size
        for text in tree.iter(f"{SVG}text")
        if re.fullmatch(r"[\d.]+%", text.text or "")
    }


weights = st.lists(st.integers(0, 10**9), min_size=4, max_size=4).filter(any)


@given(st.lists(weights, min_size=1, max_size=3))
def test_heights_are_shares_on_the_scale_of_the_axis(several):
    tree = root(
        histogram_svg("", [(f"s{n}", one) for n, one in enumerate(several)], bands=[(0, 0), (1, 1), (2, 3), (4, 7)])
    )
    ticks = sorted(lines(tree).items())
    (low, foot), (high, head) = ticks[0], ticks[-1]
    assert low == 0
    assert 3 <= len(ticks) <= 8
    # By bands, and within a band by series.
    drawn = bars(tree)
    expected = [100 * one[band] / sum(one) for band in range(4) for one in several]
    assert len(drawn) == len(expected)
    for (_, bar), share in zip(drawn, expected, strict=True):
        if bar is None:
            assert share == 0
        else:
            _, _, height, bottom = bar
            assert height == pytest.approx(share / high * (foot - head), abs=0.02)
            assert bottom == pytest.approx(foot, abs=0.02)
    assert max(expected) <= high + 1e-6
    # The tallest bar reaches beyond the last line but one.
    assert max(expected) > ticks[-2][0] - 1e-6


def test_axis_lines_are_evenly_spaced():
    ticks = sorted(lines(root(histogram_svg("", [("a", WEIGHTS)], bands=BANDS))).items())
    for (one, y), (other, z) in itertools.pairwise(ticks):
        assert other - one == pytest.approx(ticks[1][0])
        assert y - z == pytest.approx(ticks[0][1] - ticks[1][1], abs=0.02)


@pytest.mark.parametrize("number", [1, 2, 3])
def test_bars_stand_side_by_side_in_the_order_of_series(number):
    series = [(f"series {n}", [1 + n] * len(BANDS)) for n in range(number)]
    drawn = bars(root(histogram_svg("title", series, bands=BANDS)))
    assert [about.split(",")[0] for about, _ in drawn] == [name for name, _ in series] * len(BANDS)
    places = [bar for _, bar in drawn]
    assert all(x + width < other for (x, width, _, _), (other, _, _, _) in itertools.pairwise(places))
    assert all(x > 0 and x + width < 860 for x, width, _, _ in places)


def test_all_that_is_asked_for_is_written():
    tree = root(histogram_svg("All boards", [("default", WEIGHTS), ("rolls", ROLLS)], bands=BANDS))
    shown = words(tree)
    assert shown[:3] == ["All boards", "default, n = 2,000", f"rolls, n = {sum(ROLLS):,}"]
    assert {"tilings", "share of boards", "0%"} <= set(shown)
    labels = ["0", "1", "2–3", "4–7", "8–15", "1,024–2,047", "65,536–131,071"]
    assert [label for label in shown if label in labels and label != "0"] == labels[1:]
    about = [title for title, _ in bars(tree)]
    assert "default, 0 tilings: 30 (1.5%)" in about
    assert "default, 4–7 tilings: 1,500 (75%)" in about
    assert "rolls, 1 tiling: 0.5 (0.254%)" in about


def test_a_band_without_boards_has_a_0_and_one_with_few_has_a_bar():
    drawn = [bar for _, bar in bars(root(histogram_svg("", [("a", [10**9, 0, 1])], bands=[(0, 0), (1, 1), (2, 3)])))]
    assert drawn[1] is None
    assert drawn[2] is not None


def test_labels_do_not_run_into_each_other_or_leave_the_picture():
    for bands in ([(0, 0), (1, 1), (2, 3)], BANDS, [(n, n) for n in range(60)]):
        tree = root(histogram_svg("", [("a", [1] * len(bands))], bands=bands))
        slanted = [g for g in tree.iter(f"{SVG}g") if "rotate(-45)" in g.get("transform", "")]
        # Short labels lie flat.
        assert len(slanted) == (0 if len(bands) == 3 else len(bands))
        starts = [tuple(map(float, re.findall(r"[\d.]+", g.get("transform"))[:2])) for g in slanted]
        # Slanted lines are as far apart as a line is high.
        assert all((b - a) * math.sqrt(0.5) >= 8 for (a, _), (b, _) in itertools.pairwise(starts))
        for (x, y), g in zip(starts, slanted, strict=True):
            length = 0.66 * 13 * len(g.find(f"{SVG}text").text) * math.sqrt(0.5)
            assert x - length > 0
            assert y + length < float(tree.get("height")) - 30


def test_series_are_told_apart_by_colours_that_stand_out():
    tree = root(histogram_svg("", [(name, [1]) for name in "abc"], bands=[(0, 0)]))
    fills = [g.find(f"{SVG}rect").get("fill") for g in tree.iter(f"{SVG}g") if g.get("class") == "bar"]
    key = [rect.get("fill") for rect in tree.iter(f"{SVG}rect") if rect.get("width") == "14"]
    assert fills == key
    assert len(set(fills)) == 3
    assert min(contrast(fill, "#FFFFFF") for fill in fills) > 2


@pytest.mark.parametrize("name", ["<b>&\"'", "a\x00b\x1b[31m", "\ud800\ufffe", "]]><script>", "x" * 10_000, "名" * 300])
def test_any_name_leaves_valid_xml(name):
    tree = root(histogram_svg(name, [(name, WEIGHTS)], bands=BANDS).encode())
    assert len(bars(tree)) == len(BANDS)
    assert not list(tree.iter(f"{SVG}script"))
    assert max(map(len, words(tree))) < 90
    assert float(tree.get("width")) == 860


@pytest.mark.parametrize(
    ("series", "bands", "message"),
    [
        ([("a", [])], [], "a histogram of no bands"),
        ([], [(0, 0)], "a histogram of 0 series: give one to 3"),
        ([("a", [1])] * 4, [(0, 0)], "a histogram of 4 series: give one to 3"),
        ([("a", [1]), ("b", [1, 2])], [(0, 0)], "b: 2 weights for 1 bands"),
        ([("a", [1, -2])], [(0, 0), (1, 1)], "a: a weight of -2"),
        ([("a", [1, math.nan])], [(0, 0), (1, 1)], "a: a weight of nan"),
        ([("a", [math.inf])], [(0, 0)], "a: a weight of inf"),
        ([("a", [0, 0])], [(0, 0), (1, 1)], "a: all weights are 0"),
    ],
)
def test_what_is_no_histogram_is_refused(series, bands, message):
    with pytest.raises(DiceError, match=re.escape(message)):
        histogram_svg("", series, bands=bands)


class TestText:
    def test_counts_end_in_one_column_and_bars_are_shares(self):
        head, *rows = histogram_text(OCTAVES).splitlines()
        matches = [re.fullmatch(r"(\S+) +([\d,]+) +([\d.]+)%(?:  ([#.]+))?", row) for row in rows]
        found = [match for match in matches if match]
        assert head.split() == ["tilings", "boards", "share"]
        assert [int(row[2].replace(",", "")) for row in found] == WEIGHTS
        assert len({row.end(2) for row in found}) == len({row.end(3) for row in found}) == 1
        assert {head.index("boards") + 6, head.index("share") + 5} == {found[0].end(2), found[0].end(3) + 1}
        for row, weight in zip(found, WEIGHTS, strict=True):
            assert float(row[3]) == pytest.approx(100 * weight / sum(WEIGHTS), abs=0.0051)
            bar = row[4] or ""
            assert bool(bar) == bool(weight)
            assert abs(bar.count("#") - weight / max(WEIGHTS) * max(len(r[4] or "") for r in found)) <= 0.5

    @pytest.mark.parametrize("width", [50, 80, 120])
    def test_the_longest_bar_ends_at_the_width(self, width):
        assert max(map(len, histogram_text(OCTAVES, width).splitlines())) == width

    def test_a_narrow_terminal_keeps_the_numbers(self):
        assert max(line.count("#") for line in histogram_text(OCTAVES, 10).splitlines()) == 8

    def test_only_boards_of_no_tiling(self):
        assert histogram_text([(0, 0, 7)], 40).splitlines()[1].split() == ["0", "7", "100.00%", "#" * 14]

    @pytest.mark.parametrize("rows", [[], [(0, 0, 0)], [(0, 0, -1)]])
    def test_what_is_no_distribution_is_refused(self, rows):
        with pytest.raises(DiceError):
            histogram_text(rows)
