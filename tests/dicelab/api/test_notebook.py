"""What a notebook shows: a text that can be typed back, and a picture."""

from __future__ import annotations

from xml.etree import ElementTree as ET

import pytest

import dicelab
from solver.polyform import Piece

NAMES = {name: getattr(dicelab, name) for name in ("Board", "DiceSet", "DominoGrid", "Puzzle", "Tiling")} | {
    "Piece": Piece
}
SMALL = dicelab.Puzzle.parse("2x3/1:I2,L3")
VALUES = [
    dicelab.Board.parse("A6 B1 B5 D1 E3 F2 F4"),
    dicelab.Board.parse("", "2x3-A1"),
    dicelab.load("default"),
    dicelab.load("A1 A2 | A2 B3", "2x3/2:O4", shared_cells=True),
    dicelab.DominoGrid.parse("1:001011"),
    dicelab.Puzzle.parse("genius-square"),
    dicelab.Puzzle.parse("6x6/6:10*L3"),
    dicelab.Tiling.parse("#22\n112", SMALL),
    Piece.parse("X5"),
    Piece.parse("##/##/##"),
]


@pytest.mark.parametrize("value", VALUES, ids=repr)
def test_what_is_shown_can_be_typed_back(value: object) -> None:
    assert eval(repr(value), dict(NAMES)) == value  # noqa: S307 - the point of it


PICTURED = [
    *VALUES,
    dicelab.solve("A1", SMALL),
    dicelab.solve("A1 B2", "2x3/2:O4"),
    dicelab.explain("A1 B2", "2x3/2:O4"),
    dicelab.explain("A1 B1", "2x3/2:O4"),
    dicelab.stats(dicelab.load("A1 A2 A3 | B1 B3", "2x3/2:O4")),
]


@pytest.mark.parametrize("value", PICTURED, ids=repr)
def test_values_have_pictures(value: object) -> None:
    picture = value._repr_svg_()  # type: ignore[attr-defined]
    assert ET.fromstring(picture).tag == "{http://www.w3.org/2000/svg}svg"  # noqa: S314 - made here


def test_a_verification_is_a_page_with_its_unsolvable_boards() -> None:
    verification = dicelab.verify(dicelab.load("A1 A2 A3 | B1 B3", "2x3/2:O4"))
    page = verification._repr_html_()
    assert page is not None
    assert "not always solvable: 4 boards" in page
    assert page.count("<svg") == 4
    assert repr(verification) == "<Verification of 'unnamed': 6 boards, 4 unsolvable>"
