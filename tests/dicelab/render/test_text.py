"""Facts of the plain text."""

import re

import pytest

from dicelab.dice import CATALOGUE, DiceSet, catalogue_set
from dicelab.render import board_text, dice_set_text, marked_text, tiling_text
from dicelab.render.puzzle import puzzle_text
from dicelab.render.text import columns, tiling_rows
from solver.polyform import TRIANGLES, Board, Grid, Puzzle, SquareGrid, Tiling


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


BOARDS = ["triangles@4,2-6,2-6,4", "triangles@1-5+9-12,0-12,3-7", "hexagons@2-4,1-5,2-4", "2x3=JAN,FEB,MAR,1..3"]


def shown_at(lines, word):
    """Return where a word stands."""
    return next((y, line.index(word)) for y, line in enumerate(lines) if word in line)


@pytest.mark.parametrize("text", BOARDS)
def test_labels_stand_in_the_order_of_their_cells_and_a_blocker_covers_its_label(text):
    grid = Grid.parse(text)
    wide = max(map(len, grid.cell_labels))
    lines = board_text(Board(0, grid)).splitlines()
    assert [word for line in lines for word in re.findall(r"\w+", line)] == list(grid.cell_labels)
    lines = board_text(Board(grid.full, grid)).splitlines()
    assert sum(line.count("#") for line in lines) == wide * len(grid)


def test_the_slashes_around_a_triangle_tell_where_it_points():
    grid = Grid.parse("triangles@4,2-6,2-6,4=A,B,C,D,E,F,G,H,I,J,K,L")
    lines = board_text(Board(0, grid)).splitlines()
    for cell, point in enumerate(grid.points):
        y, x = shown_at(lines, grid.label(cell))
        assert lines[y][x - 1] + lines[y][x + 1] == ("/\\" if TRIANGLES.points_up(point) else "\\/")
        across = [other for other in grid.neighbours[cell] if grid.points[other][0] != point[0]]
        assert all(shown_at(lines, grid.label(other))[1] == x for other in across)


def test_a_line_of_a_tiling_stands_where_two_pieces_meet():
    puzzle = Puzzle.parse("triangles@4,2-6,2-6,4/2:I4,L4,2*I1")
    tiling = Tiling.parse("  #\n11322\n41122\n  #", puzzle)
    assert tiling_rows(tiling).splitlines() == ["    /#\\", "\\1 1\\3/2 2/", "/4\\1 1\\2 2\\", "    \\#/"]


@pytest.mark.parametrize("text", BOARDS)
def test_marks_stand_beside_the_labels_in_80_columns(text):
    grid = Grid.parse(text)
    lines = marked_text(Board(1, grid), {1: "x", 2: "x"}).splitlines()
    assert max(map(len, lines)) <= 80
    words = [word for line in lines for word in re.findall(r"\w+|#", line)]
    assert sorted(words) == sorted([*grid.cell_labels, "x", "x", "#"])


@pytest.mark.parametrize("text", ["triangles@0-99", "hexagons@0-98", "triangles@0-19,0-19=rows-and-columns"])
def test_a_wide_board_of_any_cells_is_folded(text):
    grid = Grid.parse(text)
    lines = marked_text(Board(0, grid), {len(grid) - 1: "x"}).splitlines()
    assert max(map(len, lines)) <= 80
    assert sum(line.count("x") for line in lines) == 1


def test_captions_name_the_cells_of_the_board():
    star = Puzzle.parse("genius-star")
    dice_set = DiceSet.of_masks([1 << cell for cell in range(7)], star, "star")
    assert "board of 48 triangles, 7 dice of 1 cell, 1 roll" in dice_set_text(dice_set)


def test_a_puzzle_shows_where_blockers_may_stand():
    text = puzzle_text(Puzzle.parse("2x3=JAN,FEB,MAR,1..3/2:2*I2;regions=1-2,4-6"))
    assert "6 ways to place the blockers" in text
    assert {"One blocker on JAN FEB", "One blocker on 1..3", "JAN FEB MAR"} <= set(text.splitlines())
    text = puzzle_text(Puzzle.parse("triangles@4,2-6,2-6,4/2:I4,L4,2*I1;free=1+12"))
    assert "No blocker on 1 12" in text.splitlines()
    assert r"/#\#/#\#/" in text


def test_a_board_is_drawn_from_the_corner_of_its_cells():
    assert board_text(Board.parse("B2", "squares@,2-3,1-3")).splitlines() == ["   1 2 3", "A    . .", "B  . # ."]
