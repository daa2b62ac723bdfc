"""Facts of the files: what is read back is what was written."""

import csv
import io
from xml.etree import ElementTree as ET

import pytest

from dicelab.dice import CATALOGUE, DiceSet, catalogue_set, read_dice_set
from dicelab.errors import DiceError
from dicelab.render.dice import (
    FORMATS,
    export_dice_set,
)
from solver.polyform import Puzzle

HARMFUL = ["=cmd()", "a\nb,c\r\nd", "\x1b]0;x\x07", "\x00", "\udcff", '"', "\u202e", ""]


@pytest.mark.parametrize("name", CATALOGUE)
def test_json_reads_back(name, tmp_path):
    path = tmp_path / "set.json"
    path.write_bytes(export_dice_set(catalogue_set(name), "json"))
    assert read_dice_set(path) == catalogue_set(name)
    assert read_dice_set(path).name == name


def test_json_keeps_shared_cells_and_the_puzzle(tmp_path):
    dice_set = DiceSet.parse("A1 A2 | A1 B3", Puzzle.parse("2x3/2:O4"), "x", shared_cells=True)
    path = tmp_path / "set.json"
    path.write_bytes(export_dice_set(dice_set, "json"))
    assert read_dice_set(path) == dice_set


@pytest.mark.parametrize("name", CATALOGUE)
def test_csv_has_a_row_for_each_face(name):
    dice_set = catalogue_set(name)
    data = export_dice_set(dice_set, "csv")
    assert data.count(b"\n") == data.count(b"\r\n") == 1 + sum(len(die.faces) for die in dice_set.dice)
    head, *rows = csv.reader(io.StringIO(data.decode(), newline=""))
    assert head == ["die", "face", "cell"]
    dice = [[cell for die, _, cell in rows if die == str(number)] for number in range(1, 8)]
    assert DiceSet.of_labels(dice) == dice_set
    assert [int(face) for die, face, _ in rows if die == "1"] == list(range(1, 1 + len(dice_set.dice[0].faces)))


@pytest.mark.parametrize("format_name", FORMATS)
@pytest.mark.parametrize("name", HARMFUL)
def test_a_harmful_name_stays_harmless(format_name, name, tmp_path):
    dice_set = catalogue_set("default")
    data = export_dice_set(DiceSet(dice_set.dice, dice_set.puzzle, name), format_name)
    text = data.decode()
    lines = text.replace("\r\n", "\n").split("\n")
    plain = export_dice_set(dice_set, format_name).decode().replace("\r\n", "\n").split("\n")
    assert len(lines) == len(plain)
    assert not {"\x00", "\x07", "\x1b"} & set(text)
    if format_name == "csv":
        assert lines == plain
    if format_name == "svg":
        assert ET.fromstring(data).tag.endswith("svg")  # noqa: S314 - our own output
    if format_name == "json":
        path = tmp_path / "set.json"
        path.write_bytes(data)
        assert read_dice_set(path) == dice_set


@pytest.mark.parametrize(
    ("format_name", "hint"),
    [
        ("jsn", "did you mean json?"),
        (".SVG", "did you mean svg?"),
        ("parquet!", "choose from json, csv, txt, svg"),
    ],
)
def test_an_unknown_format_is_refused_with_the_nearest(format_name, hint):
    with pytest.raises(DiceError, match=r"no format .* for a dice set") as caught:
        export_dice_set(catalogue_set("default"), format_name)
    assert str(caught.value).endswith(hint)
    assert "\n" not in str(caught.value)


def test_formats_are_those_promised():
    assert list(FORMATS) == ["json", "csv", "txt", "svg"]
