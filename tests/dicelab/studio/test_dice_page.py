"""Dice as things in a browser: thrown onto the board, and printed in their true size."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest

from tests.dicelab.press.pdf_reading import distance, read_pdf

SEVEN = "#puzzle=genius-square&dice=A1.A2.A3.A4.A5.A6.F1~B1.B2.B3.B4.B5~C1.C2~D1.D2.D3.D4~E1.E2~E4~F3.F4.F5&name=mixed"
"""Seven cells, five, two, four, two, one and three: a spinner, a solid of ten, an octahedron and four cubes."""


def edges(page, length):
    """The number of straight lines of a length on a sheet of paper, in millimetres."""
    pairs = [pair for shape in page.shapes for run in shape.runs for pair in pairwise(run)]
    return sum(distance(*pair) == pytest.approx(length, abs=0.05) for pair in pairs)


def test_dice_are_rolled_onto_the_board_and_printed_in_the_size_that_is_chosen(page, serve_folder, exported_site):
    page.goto(f"{serve_folder(exported_site)}dice.html{SEVEN}")
    page.locator("#amount", has_text="Die 1: no solid with 7 faces is fair").wait_for()
    # Who has not asked for less motion sees the dice tumble.
    page.emulate_media(reduced_motion="no-preference")
    page.get_by_role("button", name="Roll").click()
    page.locator(".verdict:is(.good, .bad)").wait_for()
    shown = re.findall(r"[A-F][1-6]", page.inner_text("#verdict"))
    assert len(set(shown)) == 7
    # A die lies on its cell, within a cell's half: the side of a cell is 100.
    lain = page.evaluate("""() => [...document.querySelectorAll("#board .thrown > g")].map((die) => {
      const { x, y, width, height } = die.getBBox();
      const [row, column] = [Math.floor((y + height / 2) / 100), Math.floor((x + width / 2) / 100)];
      return `${"ABCDEF"[row]}${column + 1}`;
    })""")
    assert lain == shown

    page.fill("#size", "21.5")
    page.locator("#stickers").check()
    page.select_option("#paper", "letter")
    page.emulate_media(media="print")
    sheets = read_pdf(page.pdf(prefer_css_page_size=True, print_background=True))
    assert len(sheets) == page.locator(".sheet").count()
    for sheet in sheets:
        assert (sheet.width, sheet.height) == pytest.approx((215.9, 279.4), abs=0.3)
        # The ruler of each sheet.
        assert edges(sheet, 50) == 1
    # Four cubes: five folds, seven flaps and seven cuts each, and six stickers of four sides.
    assert sum(edges(sheet, 21.5) for sheet in sheets) >= 4 * (5 + 7 + 7 + 6 * 4)
    words = " ".join(sheet.text for sheet in sheets)
    assert "Spinner 1" in words
    assert [words.count(cell) for cell in ("C1", "E4")] == [3 + 3, 6 + 6]
