"""Pictures of fronts and grids."""

import math
import re
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given, strategies as st

from dicelab.errors import DiceError
from dicelab.render.scatter import Point, map_svg, scatter_svg

SVG = "{http://www.w3.org/2000/svg}"
finite = st.floats(-1e9, 1e9)


def circles(picture):
    root = ET.fromstring(picture)  # noqa: S314 - our own
    return [one for one in root.iter(f"{SVG}circle") if one.find(f"{SVG}title") is not None]


@given(st.lists(st.tuples(finite, finite, st.booleans()), max_size=20))
def test_every_set_is_a_point_within_the_picture(values):
    points = [Point((x, y), f"set {n} <&>", chosen) for n, (x, y, chosen) in enumerate(values)]
    picture = scatter_svg(points, ["fewest", "variation"], "A title")
    found = circles(picture)
    assert len(found) == len(points)
    for one in found:
        assert 80 < float(one.attrib["cx"]) < 860
        assert 60 < float(one.attrib["cy"]) < 400
    assert len({one.attrib["r"] for one in found}) == len({chosen for *_, chosen in values})


def test_greater_values_are_further_right_and_further_up():
    picture = scatter_svg([Point((1, 0.5), "a"), Point((3, 0.25), "b"), Point((2, 0.75), "c")], ["x", "y"], "")
    a, b, c = circles(picture)
    across = [float(one.attrib["cx"]) for one in (a, c, b)]
    up = [float(one.attrib["cy"]) for one in (c, a, b)]
    assert across == sorted(across)
    assert up == sorted(up)
    assert [one.find(f"{SVG}title").text for one in (a, b)] == ["a: x: 1, y: 0.5", "b: x: 3, y: 0.25"]


def test_one_objective_is_drawn_over_places_and_a_third_is_told():
    assert "place" in scatter_svg([Point((1.0,), "a"), Point((2.0,), "b")], ["x"], "")
    third = scatter_svg([Point((1.0, 2.0, 3.5), "a")], ["x", "y", "z"], "")
    assert circles(third)[0].find(f"{SVG}title").text == "a: x: 1, y: 2, z: 3.5"


@pytest.mark.parametrize("values", [(1.0,), (1.0, 2.0, 3.0), (1.0, math.nan), (math.inf, 1.0)])
def test_a_point_without_a_value_for_an_axis_is_refused(values):
    with pytest.raises(DiceError, match="give a finite one for each of 2 axes"):
        scatter_svg([Point(values, "a")], ["x", "y"], "")


def test_a_grid_shows_every_cell_and_the_best_is_the_darkest():
    picture = map_svg({(0, 0): 1.0, (2, 1): 9.0}, [[0, 1, 2, 3], [0.0, 0.5, 1.0]], ["fewest", "x", "y"], "A title")
    root = ET.fromstring(picture)  # noqa: S314 - our own
    cells = [one for one in root.iter(f"{SVG}rect") if "stroke" in one.attrib]
    assert len(cells) == 6
    # Row by row from the bottom.
    shades = [int(one.attrib["fill"][1:3], 16) for one in cells]
    assert shades[5] < shades[0]
    assert len({shade for place, shade in enumerate(shades) if place not in {0, 5}}) == 1
    assert float(cells[5].attrib["y"]) < float(cells[0].attrib["y"])
    assert re.findall(r">([19])<", picture)


@pytest.mark.parametrize("edges", [[[0.0, 1.0, 2.0]], [[0.0, 1.0], [0.0, 1.0, 2.0]], [list(range(101))] * 2])
def test_grids_of_one_axis_or_many_cells(edges):
    for cells in ({}, {(0,) * len(edges): 2.5}):
        root = ET.fromstring(map_svg(cells, edges, ["q", "x", "y"][: len(edges) + 1], ""))  # noqa: S314
        assert root.tag == f"{SVG}svg"
