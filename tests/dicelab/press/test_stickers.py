"""Stickers: for the dice and faces that are asked for, as large as the faces of the solid; the others are told."""

from math import sqrt

import pytest

import dicelab
from dicelab.errors import DiceError
from dicelab.press.page import Polyline, Words
from dicelab.render.layout import area

MIXED = "A1 A2 | B1 B2 B3 C1 C2 C3 A3 | D1 D2 D3 D4 E1 E2 E3 E4"
PUZZLE = "5x5/3:I4,O4,L4,T4,S4,I2"


def faces(printed):
    """The labels on the stickers, which are bold and longer than the number of a die."""
    words = [item.text for page in printed.pages() for item in page.items if isinstance(item, Words) and item.is_bold]
    return sorted(text for text in words if len(text) == 2)


def test_each_face_of_an_octahedron_has_a_sticker_of_its_size():
    printed = dicelab.print_game("default", parts="stickers", die=20, only_die=[2], faces="8")
    edge = 20 * sqrt(6) / 2
    triangles = [
        abs(area(run))
        for page in printed.pages()
        for item in page.items
        if isinstance(item, Polyline) and item.is_closed
        for run in item.runs
        if len(run) == 3
    ]
    assert sum(found == pytest.approx(sqrt(3) / 4 * edge**2, rel=1e-6) for found in triangles) == 8
    assert faces(printed) == sorted(["A5", "A5", "F2", "F2", "B6", "B6", "E1", "E1"])


def test_one_die_or_the_changed_faces_alone_are_printed():
    dice = dicelab.load("default")
    misprinted = "A6 F1 | A5 B6 E1 F2 | A1 C1 D1 C4 C4 F3 | " + dice.format().split(" | ", 3)[3]
    assert faces(dicelab.print_game("default", only_die=[3], parts="stickers")) == sorted(dice.labels()[2])
    assert faces(dicelab.print_game("default", only_die=[3], changed_from=misprinted)) == ["D2", "E2"]
    with pytest.raises(DiceError, match="no face has changed"):
        dicelab.print_game("default", changed_from="default")
    with pytest.raises(DiceError, match="the part 'nets': print it with --parts stickers"):
        dicelab.print_game("default", changed_from=misprinted, parts="nets")
    with pytest.raises(DiceError, match="dice 1 to 7"):
        dicelab.print_game("default", only_die=[8])


def test_a_die_without_stickers_is_told():
    printed = dicelab.print_game(MIXED, PUZZLE, parts="stickers")
    assert "die 2 has no stickers, since no solid has 7 faces" in printed.notes[0]
    assert len(faces(printed)) == 6 + 8
    assert dicelab.print_game(MIXED, PUZZLE, parts="stickers", only_die=[1, 3]).notes == ()
    with pytest.raises(DiceError, match="die 2 has no stickers"):
        dicelab.print_game(MIXED, PUZZLE, parts="stickers", only_die=[2])
