"""Facts of the plain text."""

import pytest

from dicelab.dice import CATALOGUE, DiceSet, catalogue_set
from dicelab.render import board_text, dice_set_text, tiling_text
from dicelab.render.text import columns
from solver.polyform import Board, Puzzle, SquareGrid, Tiling


def rows_of(text):
    """Return the entries of each board row by its letter."""
    return {line[0]: line[2:].split() for line in text.splitlines() if line[1:2] == " " and line[0].isupper()}


@pytest.mark.parametrize("name", CATALOGUE)
def test_the_board_shows_each_cells_die_and_each_face_is_listed(name):
    dice_set = catalogue_set(name)
    grid = dice_set.puzzle.grid
    text = dice_set_text(dice_set)
    rows = rows_of(text)
    faces = dict(line.split(maxsplit=2)[1:] for line in text.splitlines() if line.startswith("die "))
    for number, die in enumerate(dice_set.dice, start=1):
        for cell in die.cells:
            label = grid.label(cell)
            assert rows[label[0]][int(label[1:]) - 1] == str(number)
        written = []
        for face in faces[str(number)].split():
            label, _, times = face.partition("×")
            written += [label] * int(times or 1)
        assert sorted(written) == sorted(map(grid.label, die.faces))
    assert max(map(columns, text.splitlines())) <= 80


@pytest.mark.parametrize(
    "name", ["x" * 500, "名" * 200, "a\nb\r\nc", "\x1b[2J\x07\u202eevil", "e\u0301" * 300, "\u2028"]
)
def test_a_name_takes_one_line_without_control_characters(name):
    dice_set = catalogue_set("default")
    text = dice_set_text(DiceSet(dice_set.dice, dice_set.puzzle, name))
    assert text.splitlines()[1:] == dice_set_text(dice_set).splitlines()[1:]
    assert columns(text.splitlines()[0]) <= 80
    assert text.replace("\n", "").isprintable()


def test_a_wide_board_is_folded():
    puzzle = Puzzle.parse("1x64/2:31*I2")
    text = dice_set_text(DiceSet.of_masks([1, 2 | 1 << 63], puzzle))
    assert max(map(len, text.splitlines())) <= 80
    shown = [entry for line in text.splitlines() if line.startswith("A ") for entry in line[2:].split()]
    assert shown == ["1", "2", *["."] * 61, "2"]


@pytest.mark.parametrize("size", ["1x1", "6x6", "26x99"])
def test_board_text_reads_back(size):
    grid = SquareGrid.parse(size)
    board = Board(0b1001 & grid.full, grid)
    text = board_text(board)
    assert max(map(len, text.splitlines())) <= 80
    rows: dict[str, str] = {}
    for line in text.splitlines():
        if line[:1].isupper():
            rows[line[0]] = rows.get(line[0], "") + "".join(line[2:].split())
    assert Board.parse("\n".join(rows.values()), grid) == board


def test_tiling_text_reads_back():
    puzzle = Puzzle.parse("2x3/1:I2,L3")
    tiling = Tiling.parse("#22\n112", puzzle)
    rows = rows_of(tiling_text(tiling))
    assert Tiling.parse("\n".join("".join(row) for row in rows.values()), puzzle) == tiling


def test_shared_cells_show_all_their_dice():
    dice_set = DiceSet.parse("A1 B1 | A1 A2 | A1 A3 | A1 A2", Puzzle.parse("3x3/4:I1,O4"), shared_cells=True)
    text = dice_set_text(dice_set)
    assert rows_of(text)["A"] == ["*", "2+4", "3"]
    assert "* A1: dice 1, 2, 3, 4" in text.splitlines()
