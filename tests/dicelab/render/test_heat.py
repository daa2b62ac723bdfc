"""A picture of a number for each cell."""

import xml.etree.ElementTree as ET

import pytest

from dicelab.errors import DiceError
from dicelab.render import heat_svg
from dicelab.render.svg import luminance
from solver.polyform import SquareGrid

SVG = "{http://www.w3.org/2000/svg}"
GRID = SquareGrid.parse("2x3-B2")
VALUES = [0.0, 1.0, 2.0, 3.0, 4.0]


def parsed(picture):
    return ET.fromstring(picture)  # noqa: S314 - our own picture


def cells(picture):
    """Return the shade and the entry of each cell, in order."""
    groups = [group for group in parsed(picture).iter(f"{SVG}g") if group.get("class") == "cell"]
    return [(group.find(f"{SVG}rect").get("fill"), group.find(f"{SVG}text").text) for group in groups]


def test_a_greater_number_is_darker_and_every_entry_is_written():
    drawn = cells(heat_svg(GRID, VALUES, [f"{value:.1f}" for value in VALUES], "Numbers"))
    assert [entry for _, entry in drawn] == ["0.0", "1.0", "2.0", "3.0", "4.0"]
    light = [luminance(shade) for shade, _ in drawn]
    assert light == sorted(light, reverse=True)
    assert len(set(light)) == len(light)


def test_equal_numbers_have_equal_shades():
    assert len({shade for shade, _ in cells(heat_svg(GRID, [7.0] * 5, ["7"] * 5, "Equal"))}) == 1


def test_a_long_caption_is_wrapped_and_markup_in_it_is_text():
    picture = heat_svg(GRID, VALUES, ["&<>"] * 5, "a & <b> " * 30)
    root = parsed(picture)
    assert {entry for _, entry in cells(picture)} == {"&<>"}
    lines = [text.text for text in root.iter(f"{SVG}text") if text.text and "<b>" in text.text]
    assert len(lines) > 3
    short = parsed(heat_svg(GRID, VALUES, ["x"] * 5, "a"))
    assert float(root.get("height")) > float(short.get("height"))


def test_a_value_too_few_is_refused():
    with pytest.raises(DiceError, match="4 values"):
        heat_svg(GRID, VALUES[:4], ["x"] * 5, "short")
