"""Charts: what is drawn are the values, on the caller's Axes or on a new Figure, and a file has the same bytes."""

import itertools
import math
import os
import re
import subprocess
import sys
from xml.etree import ElementTree as ET

import matplotlib as mpl
import pytest
from hypothesis import given, settings, strategies as st
from matplotlib.colors import to_hex
from matplotlib.figure import Figure

from dicelab.errors import DiceError
from dicelab.render.figures import chart_svg
from dicelab.render.plots import plot_difficulty, plot_front, plot_history, plot_listed_front, plot_map, plot_parallel
from dicelab.render.svg import contrast
from solver.census import distribution

SVG = "{http://www.w3.org/2000/svg}"
HOSTILE = [
    "<b>&\"'",
    "a\x00b\x1b[31m",
    "\ud800\ufffe",
    "]]><script>",
    "a -- b",
    r"$\frac$",
    "$",
    "x" * 10_000,
    "名" * 300,
]
finite = st.floats(-1e9, 1e9)
fronts = st.lists(st.tuples(finite, finite, finite), max_size=12)


def root(svg):
    return ET.fromstring(svg)  # noqa: S314 - our own output


def words(svg):
    return ["".join(text.itertext()) for text in root(svg).iter(f"{SVG}text")]


def points(line):
    return line.get_xydata().tolist()


def heights(line):
    return [height for _, height in points(line)]


def places(dots):
    return dots.get_offsets().tolist()


def values_of(mesh):
    return mesh.get_array().tolist()


def marked(note):
    return tuple(note.xy)


def pixels(ax, point):
    return ax.transData.transform(point)


@pytest.fixture
def ax():
    return Figure().subplots()


@pytest.mark.parametrize(
    ("plot", "values"),
    [
        (plot_front, ([(1, 2)], ["a", "b"])),
        (plot_parallel, ([(1, 2)], ["a", "b"])),
        (plot_history, ([1], [2])),
        (plot_difficulty, ({"a": distribution([1])},)),
        (plot_map, ({(0,): 1.0}, [[0, 1]], ["a", "b"])),
    ],
)
def test_a_chart_is_drawn_on_the_axes_that_are_given_or_without_pyplot(plot, values, ax):
    assert plot(*values, ax=ax) is ax
    assert ax.has_data()
    assert plot(*values) is not ax
    assert "matplotlib.pyplot" not in sys.modules


class TestFront:
    @settings(max_examples=15, deadline=None)
    @given(fronts)
    def test_every_set_is_a_point_at_its_values(self, values):
        ax = plot_front(values, ["fewest", "variation", "perimeter"], chosen=range(len(values) // 2))
        assert places(ax.collections[0]) == [list(one[:2]) for one in values]
        assert sum(len(places(one)) for one in ax.collections[1:]) == len(values) // 2

    @settings(max_examples=15, deadline=None)
    @given(st.lists(st.tuples(st.floats(0, 1), st.floats(0, 1)), max_size=30))
    def test_no_number_hides_a_point_or_another_number(self, values):
        ax = plot_front(values, ["a", "b"])
        scale = ax.figure.dpi / 72
        middles = [
            (number, pixels(ax, marked(number)) + [scale * shift for shift in number.get_position()])
            for number in ax.texts
        ]
        for n, (_, (x, y)) in enumerate(middles):
            for value in values:
                right, up = pixels(ax, value)
                assert abs(right - x) >= 3.5 * scale or abs(up - y) >= 4.5 * scale
            for _, (right, up) in middles[:n]:
                assert abs(right - x) >= 6.9 * scale or abs(up - y) >= 8.9 * scale
        for number, _ in middles:
            assert marked(number) == pytest.approx(values[int(number.get_text()) - 1])

    def test_one_objective_is_drawn_over_places(self):
        ax = plot_front([(5.0,), (3.0,)], ["fewest"])
        assert (ax.get_xlabel(), ax.get_ylabel()) == ("place", "fewest")
        assert places(ax.collections[0]) == [[1, 5], [2, 3]]

    @pytest.mark.parametrize("plot", [plot_front, plot_parallel])
    @pytest.mark.parametrize(
        ("values", "objectives"),
        [([(1.0, math.nan)], ["a", "b"]), ([(math.inf, 1.0)], ["a", "b"]), ([(1.0,)], ["a", "b"]), ([()], [])],
    )
    def test_a_set_without_a_value_of_each_objective_is_refused(self, plot, values, objectives):
        with pytest.raises(DiceError, match=f"{len(objectives)} objectives: give a finite value of each"):
            plot(values, objectives)

    @settings(max_examples=15, deadline=None)
    @given(fronts.filter(bool))
    def test_parallel_lines_go_from_the_least_to_the_greatest_value_of_each_objective(self, values):
        ax = plot_parallel(values, ["a", "b", "c"], chosen=[0])
        drawn = [heights(line) for line in ax.lines]
        assert len(drawn) == len(values)
        for objective, column in enumerate(zip(*values, strict=True)):
            shown = [line[objective] for line in drawn]
            assert min(shown) == 0
            assert max(shown) == (1 if max(column) > min(column) else 0)
            for value, height in zip(column, shown, strict=True):
                assert height * (max(column) - min(column)) == pytest.approx(value - min(column), abs=1e-3)
        assert ax.lines[0].get_color() != ax.lines[-1].get_color() or len(values) == 1

    @pytest.mark.parametrize("objectives", [1, 2, 3])
    def test_a_listed_front_names_every_set_with_its_number_and_values(self, objectives):
        values = [(n, n / 4, -n)[:objectives] for n in range(25)]
        names = [f"set {n} $ <&>" for n in range(25)]
        shown = words(chart_svg("", plot_listed_front, values, ["a (x)", "b", "c"][:objectives], names, chosen=[3]))
        assert f"number, set, {', '.join('abc'[:objectives])}" in shown
        assert f"4. set 3 $ <&>: {', '.join(['3', '0.75', '−3'][:objectives])}" in shown
        assert all(any(line.startswith(f"{n + 1}. {name}: ") for line in shown) for n, name in enumerate(names))


class TestHistory:
    def test_lines_are_the_values_and_discoveries_lie_on_the_best_line(self):
        ax = plot_history([5, 0, 0, 0], [9, 9, 8, 7], discoveries=[1, 3, 3])
        median, best, found = ax.lines
        assert (heights(median), heights(best)) == ([9, 9, 8, 7], [5, 0, 0, 0])
        assert points(found) == [[1, 0], [3, 0]]
        assert found.get_label() == "candidates that passed every roll (3)"

    def test_equal_factors_are_equal_heights_and_0_is_the_foot(self):
        ax = plot_history([1000, 100, 10, 0], [1000] * 4)
        high, middle, low = (pixels(ax, (0, value))[1] for value in (1000, 100, 10))
        assert high - middle == pytest.approx(middle - low)
        assert ax.get_ylim()[0] == 0

    @pytest.mark.parametrize(
        "values", [[], [0.0], [3.0], [math.inf], [-4.0, 2.0], [1e9, 1e-9], [math.inf, 7, math.nan, 5]]
    )
    def test_gaps_and_short_runs_are_drawn(self, values):
        assert {"generation", "best", "median"} <= set(words(chart_svg("t", plot_history, values, values)))

    def test_what_does_not_fit_is_refused(self):
        with pytest.raises(DiceError, match="2 best values and 1 medians"):
            plot_history([1, 2], [1])
        with pytest.raises(DiceError, match="generation 2: there are 2"):
            plot_history([1, 2], [1, 2], discoveries=[2])


class TestDifficulty:
    @settings(max_examples=15, deadline=None)
    @given(st.lists(st.lists(st.integers(0, 200), min_size=1), min_size=1, max_size=3))
    def test_heights_are_shares_of_the_boards_in_each_octave(self, several):
        found = {f"series {n}": distribution(tilings) for n, tilings in enumerate(several)}
        ax = plot_difficulty(found)
        octaves = max(found.values(), key=lambda one: one.most).octaves()
        assert len(ax.get_xticklabels()) == len(octaves)
        for bars, tilings in zip(ax.containers, several, strict=True):
            shares = [100 * sum(first <= n <= last for n in tilings) / len(tilings) for first, last, _ in octaves]
            assert [bar.get_height() for bar in bars] == pytest.approx(shares)
        # A 0 stands where there is no bar, and only there.
        assert len(ax.texts) == sum(bar.get_height() == 0 for bars in ax.containers for bar in bars)

    def test_series_stand_side_by_side_in_colours_that_stand_out(self):
        ax = plot_difficulty({name: distribution([0, 1, 2]) for name in "abc"})
        firsts = [bars[0] for bars in ax.containers]
        ends = [(bar.get_x(), bar.get_x() + bar.get_width()) for bar in firsts]
        assert all(end < start for (_, end), (start, _) in itertools.pairwise(ends))
        shades = {to_hex(bar.get_facecolor()).upper() for bar in firsts}
        assert len(shades) == 3
        assert min(contrast(shade, "#FFFFFF") for shade in shades) > 2

    def test_labels_of_many_octaves_are_slanted(self):
        turned = [
            {label.get_rotation() for label in plot_difficulty({"a": distribution([most])}).get_xticklabels()}
            for most in (3, 10**6)
        ]
        assert turned == [{0}, {45}]

    def test_no_distribution_is_refused(self):
        with pytest.raises(DiceError, match="no distributions: give at least one"):
            plot_difficulty({})


class TestMap:
    def test_cells_have_their_values_and_the_others_none(self):
        ax = plot_map({(0, 0): 1.0, (2, 1): 9.0}, [[0, 1, 2, 3], [0.0, 0.5, 1.0]], ["fewest", "x", "y"])
        assert values_of(ax.collections[0]) == [[1.0, None, None], [None, None, 9.0]]
        assert [text.get_text() for text in ax.texts] == ["1", "9"]

    @pytest.mark.parametrize("edges", [[[0.0, 1.0, 2.0]], [[0.0, 1.0], [0.0, 1.0, 2.0]], [list(range(40))] * 2])
    @pytest.mark.parametrize("filled", [0, 1])
    def test_grids_of_one_axis_or_many_cells_are_drawn(self, edges, filled):
        cells = {(0,) * len(edges): 2.5} if filled else {}
        svg = chart_svg("t", plot_map, cells, edges, ["q", "x", "y"][: len(edges) + 1])
        assert "x" in words(svg)
        assert "<image" not in svg


class TestFile:
    @pytest.mark.parametrize("name", HOSTILE)
    def test_any_name_leaves_valid_xml(self, name):
        svg = chart_svg(name, plot_difficulty, {name: distribution([0, 5])})
        assert root(svg.encode()).tag == f"{SVG}svg"
        assert not list(root(svg).iter(f"{SVG}script"))
        assert max(map(len, words(svg))) < 90

    def test_a_dollar_stays_a_dollar(self):
        assert {"$a$", "$b_c$, n = 1"} <= set(words(chart_svg("$a$", plot_difficulty, {"$b_c$": distribution([1])})))

    def test_the_file_has_a_name_for_screen_readers_and_names_no_address_that_is_read(self):
        svg = chart_svg("A title", plot_history, [1], [2])
        assert root(svg).get("role") == "img"
        assert next(root(svg).iter(f"{SVG}title")).text == "A title"
        assert not re.findall(r"(?:href|src)=\"http|<!DOCTYPE|@import", svg)

    def test_nothing_leaves_the_picture(self):
        svg = chart_svg("t", plot_difficulty, {"x" * 60: distribution([10**6])})
        wide, high = map(float, root(svg).get("viewBox").split()[2:])
        found = [(float(text.get("x")), float(text.get("y"))) for text in root(svg).iter(f"{SVG}text")]
        assert found
        assert all(0 <= x <= wide and 0 <= y <= high for x, y in found)

    def test_the_user_s_style_changes_neither_the_bytes_nor_is_it_changed(self):
        before = chart_svg("t", plot_history, [3, 1], [4, 2], discoveries=[1])
        with mpl.rc_context({"font.size": 30, "svg.hashsalt": None, "axes.facecolor": "black"}):
            assert chart_svg("t", plot_history, [3, 1], [4, 2], discoveries=[1]) == before
            assert mpl.rcParams["font.size"] == 30

    def test_another_process_without_a_home_writes_the_same_bytes_and_no_warning(self, tmp_path):
        program = (
            "import pathlib, sys\n"
            "def home(*_):\n    raise RuntimeError('Could not determine home directory.')\n"
            "pathlib.Path.home = classmethod(home)\n"
            "from dicelab.render.figures import chart_svg\n"
            "from dicelab.render.plots import plot_history\n"
            "assert 'matplotlib' not in sys.modules\n"
            "sys.stdout.write(chart_svg('t', plot_history, [3, 1], [4, 2]))\n"
        )
        environment = {name: value for name, value in os.environ.items() if name not in {"HOME", "MPLCONFIGDIR"}}
        environment |= {"XDG_CACHE_HOME": "", "XDG_CONFIG_HOME": "", "TMPDIR": str(tmp_path), "PYTHONHASHSEED": "7"}
        done = subprocess.run(
            [sys.executable, "-c", program], env=environment, capture_output=True, encoding="utf-8", check=False
        )
        assert (done.returncode, done.stderr) == (0, "")
        assert done.stdout == chart_svg("t", plot_history, [3, 1], [4, 2])
        assert not list(tmp_path.iterdir()), "the temporary folder is removed"
