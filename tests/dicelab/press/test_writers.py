"""Two writers of one description; fonts."""

import sys
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
import reportlab
from reportlab.pdfbase.pdfmetrics import stringWidth

import dicelab
from dicelab.press.codes import require_maker
from dicelab.press.fonts import Font, lines_of, shortened
from dicelab.press.page import Disc, Drawing, Line, Polyline, Words
from solver.errors import InputError, MissingPackageError
from tests.dicelab.press.pdf_reading import area, read_pdf

VERA = Path(reportlab.__file__).parent / "fonts" / "Vera.ttf"
SVG = "{http://www.w3.org/2000/svg}"


def test_both_writers_draw_every_item_once():
    game = dicelab.print_game("genius-star")
    for page, read, svg in zip(game.pages(), read_pdf(game.pdf()), game.svgs(), strict=True):
        root = ET.fromstring(svg)  # noqa: S314 - our own
        assert root.get("width") == f"{page.width:g}mm"
        assert root.get("viewBox") == f"0 0 {page.width:g} {page.height:g}"
        drawn = [one for one in root if one.tag in {SVG + "path", SVG + "circle", SVG + "text"}]
        assert len(drawn) == len(page.items) == len(read.bounds)
        words = [item.text for item in page.items if isinstance(item, Words)]
        assert [one.text for one in drawn if one.tag == SVG + "text"] == words
        circles = [one for one in drawn if one.tag == SVG + "circle"]
        assert [float(one.get("r", "")) for one in circles] == pytest.approx(
            [item.radius for item in page.items if isinstance(item, Disc)], abs=6e-4
        )
        paths = [shape for shape in read.shapes if len(shape.runs[0]) < 9 or len(shape.runs) > 1]
        filled = sum(area(run) for shape in paths for run in shape.runs if shape.filled)
        expected = sum(
            area((*run, run[0])) for item in page.items if isinstance(item, Polyline) and item.fill for run in item.runs
        )
        assert filled == pytest.approx(expected, rel=2e-2)


def test_widths_are_those_of_helvetica():
    text = "".join(map(chr, range(32, 127)))
    for name, bold in (("Helvetica", False), ("Helvetica-Bold", True)):
        for character in text:
            assert Font().width(character, 10, bold=bold) == pytest.approx(stringWidth(character, name, 10))


def test_texts_are_broken_and_shortened_to_their_width():
    font = Font()
    text = "a few words and one" + "x" * 300
    lines = lines_of(font, text, 3, 50)
    assert all(font.width(line, 3) <= 50 for line in lines)
    assert "".join(lines).replace(" ", "") == text.replace(" ", "")
    short = shortened(font, "y" * 4000, 3, 50)
    assert 45 < font.width(short, 3) <= 50


def test_labels_that_the_font_lacks_become_numbers_everywhere():
    labels = ",".join("абвгд" + "é")
    puzzle = f"2x3={labels}/2:I2,I2"
    game = dicelab.print_game(puzzle=puzzle)
    pages = read_pdf(game.pdf())
    assert "cells are numbered" in pages[0].text
    assert "1 2 3\n4 5 6" in pages[1].text
    svg = game.svgs()[1]
    assert all(f">{label}<" in svg for label in labels.split(","))


def test_a_font_of_ones_own_is_embedded():
    labels = "ł,b,c,d"
    game = dicelab.print_game(puzzle=f"2x2={labels}/2:I2", font=VERA)
    data = game.pdf()
    assert "ł" in read_pdf(data)[1].text
    assert b"FontFile2" in data
    assert data == dicelab.print_game(puzzle=f"2x2={labels}/2:I2", font=VERA).pdf()
    with pytest.raises(InputError, match=r"name a file \*.ttf"):
        dicelab.print_game("default", font=__file__)


@pytest.mark.parametrize("package", ["reportlab", "segno"])
def test_a_missing_package_is_one_line_with_the_remedy(monkeypatch, package):
    for name in [name for name in sys.modules if name.split(".")[0] == package]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, package, None)
    ask = require_maker if package == "segno" else dicelab.print_game("default").pdf
    with pytest.raises(MissingPackageError, match=f"pip install '{package}>="):
        ask()
    assert len(dicelab.print_game("default").svgs()) == 5


def test_a_part_of_a_drawing_ends_at_its_border():
    drawn = Drawing(100, 100)
    drawn.polygon(((0, 0), (60, 0), (60, 60), (0, 60)), "#FF0000", Line())
    drawn.lines([((0, 50), (100, 50)), ((0, 90), (10, 100))], Line())
    drawn.words("in", 30, 30, 4)
    drawn.words("out", 80, 30, 4)
    part = drawn.part(20, 20, 40, 50, Font())
    fills = [item for item in part.items if isinstance(item, Polyline) and item.fill]
    assert [area((*run, run[0])) for item in fills for run in item.runs] == [40 * 40]
    lines = [run for item in part.items if isinstance(item, Polyline) and item.line for run in item.runs]
    assert ((0, 30), (40, 30)) in lines
    assert all(0 <= x <= 40 and 0 <= y <= 50 for run in lines for x, y in run)
    assert [item.text for item in part.items if isinstance(item, Words)] == ["in"]
