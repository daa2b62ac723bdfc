"""Pages with little ink, as PDFium reads and draws them."""

import pytest

import dicelab
from dicelab.errors import DiceError
from dicelab.press.codes import code_drawn
from dicelab.press.low_ink import with_low_ink
from dicelab.press.page import Line, Page, Polyline
from tests.dicelab.press.pdf_reading import read_pdf, rendered


def ink(data, number):
    """The share of a page that is covered, from white to black."""
    return 1 - rendered(data, number, 60)[..., :3].mean() / 255


@pytest.mark.parametrize("source", ["default", "genius-star", "calendar"])
def test_areas_become_outlines_and_everything_else_stays(source):
    full, low = (dicelab.print_game(source, low_ink=low).pdf() for low in (False, True))
    for number, (before, after) in enumerate(zip(read_pdf(full), read_pdf(low), strict=True)):
        assert after.text == before.text
        # Of the areas only white ones are left: the faces of nets.
        assert len([one for one in after.shapes if one.filled]) <= len([one for one in before.shapes if one.filled])
        runs = {tuple(map(tuple, run)) for run in after.outlines()}
        assert runs >= {tuple(map(tuple, run)) for run in before.outlines()}, "what is cut out is cut out all the same"
        assert ink(low, number) < ink(full, number)
        if before.text.startswith("Pieces"):
            assert ink(low, number) < ink(full, number) / 4
            assert not any(one.filled for one in after.shapes)


def test_a_code_that_a_camera_reads_stays_dark_and_thick_lines_stay_thicker_than_thin_ones():
    code = Page(40, 40, tuple(code_drawn("https://example.org/", 20.0).items), "Code")
    assert with_low_ink(code) == code
    lines = [Polyline((((0, 0), (9, 0)),), None, Line(width=width)) for width in (0.15, 0.4, 1.2)]
    items = with_low_ink(Page(40, 40, tuple(lines), "Lines")).items
    widths = [item.line.width for item in items if isinstance(item, Polyline) and item.line]
    assert widths[0] == 0.15 < widths[1] < 0.4
    assert 1.5 * widths[1] < widths[2] < 0.5


def test_backs_which_are_nothing_but_areas_are_refused():
    with pytest.raises(DiceError, match=r"--backs.*--low-ink"):
        dicelab.print_game("default", backs=True, low_ink=True)
