"""Puzzle files of the second schema: every lattice, labels, regions, variants and dice; errors name line and field."""

import json

import pytest
from hypothesis import given, strategies as st

from solver.errors import InputError
from solver.polyform import GENIUS_SQUARE, HEXAGONS, TRIANGLES, Grid, Piece, Puzzle
from solver.polyform.puzzle_catalogue import catalogue_file, catalogue_names
from solver.polyform.puzzle_file import find_puzzle, puzzle_file_bytes, read_puzzle
from solver.polyform.puzzle_parsing import PuzzleFile, parse_puzzle_file
from tests.strategies import pieces, puzzles

CALENDAR = """{
  "schema": "dicelab/puzzle/2",
  "grid": [
    "....",
    ".. .",
    " .. "
  ],
  "labels": ["JAN FEB 1..2", "3 4 5", "6 7"],
  "regions": [
    {"name": "month", "cells": ["JAN", "FEB"]},
    {"name": "day", "cells": ["1..7"]}
  ],
  "pieces": [
    "L3",
    {"piece": ["X.",
               "XX",
               "X."], "flip": false, "name": "tee"}
  ]
}
"""
HEXES = {
    "schema": "dicelab/puzzle/2",
    "lattice": "hexagons",
    "grid": ["  . .", " . . .", "  . ."],
    "blockers": 1,
    "pieces": ["I3", ["X.X", ".X."]],
}


def read(text):
    return parse_puzzle_file(text.encode()).puzzle


def refused(text):
    with pytest.raises(InputError) as caught:
        parse_puzzle_file((text if isinstance(text, str) else json.dumps(text)).encode())
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 400
    return str(caught.value)


def test_a_calendar_has_labels_and_a_blocker_in_each_region():
    puzzle = read(CALENDAR)
    assert puzzle.grid.cell_labels == ("JAN", "FEB", "1", "2", "3", "4", "5", "6", "7")
    assert (puzzle.blockers, puzzle.allowed_boards) == (2, 14)
    assert puzzle.pieces == (Piece.parse("L3"), Piece.parse("T4"))


def test_names_are_kept_for_people():
    file = parse_puzzle_file(CALENDAR.encode())
    assert file.region_names == ("month", "day")
    assert file.piece_names == {Piece.parse("T4"): "tee"}


@given(puzzle=puzzles(lattice=None, plain=False))
def test_any_puzzle_round_trips(puzzle):
    data = puzzle_file_bytes(PuzzleFile(puzzle))
    again = parse_puzzle_file(data).puzzle
    assert again == puzzle
    assert again.format() == puzzle.format()
    assert puzzle_file_bytes(PuzzleFile(again)) == data


@given(piece=pieces(lattice=None, one_sided=True), name=st.sampled_from(["", "pistol"]))
def test_any_piece_round_trips_with_its_name(piece, name):
    rows = {"squares": "9x9", "triangles": f"triangles@{','.join(['0-17'] * 9)}"}
    grid = rows.get(piece.lattice.name, f"hexagons@{','.join(['0-34', '1-35'] * 5)}")
    cells = Grid.parse(grid)
    puzzle = Puzzle(cells, (piece,) * 2, len(cells) - 2 * piece.order)
    names = {piece: name} if name else {}
    file = parse_puzzle_file(puzzle_file_bytes(PuzzleFile(puzzle, piece_names=names)))
    assert file.puzzle == puzzle
    assert file.piece_names == names


def test_triangles_drawn_by_their_direction():
    drawn = {"schema": "dicelab/puzzle/2", "lattice": "triangles", "grid": ["^", "^v^"], "blockers": 0}
    assert "line 1, grid[1]: '^' at place 1 can't be: below and beside the others it points down, v" in refused(
        drawn | {"pieces": ["T4"]}
    )
    down = read(json.dumps(drawn | {"grid": ["v^v", " v"], "pieces": [["v^v", ".v"]]}))
    assert down.grid.points == ((0, 1), (0, 2), (0, 3), (1, 2))
    assert down.pieces == (Piece.parse("T4", TRIANGLES),)


@pytest.mark.parametrize("piece", [["X.X", "X.."], ["XX"], ["X.X", "..X"]])
def test_a_hexagon_that_the_lattice_has_not(piece):
    assert "there is no hexagon at place" in refused(HEXES | {"pieces": ["I3", piece]})


def test_hexagons_may_be_drawn_from_either_row():
    puzzle = read(json.dumps(HEXES))
    assert len(puzzle.grid) == 7
    assert puzzle.pieces == (Piece.parse("I3", HEXAGONS), Piece.parse("T3", HEXAGONS))
    moved = HEXES | {"grid": [" . .", ". . .", " . ."]}
    assert len(read(json.dumps(moved)).grid.symmetries) == 12


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (('"1..7"', '"1..6", "8"'), "line 11, regions[1].cells[1]: '8' is not a cell"),
        (('"1..7"', '"1..7", "JAN"'), "line 11, regions[1].cells[1]: cell JAN is in regions[0] too"),
        (('"1..7"', '"1..7", 3'), "line 11, regions[1].cells[1]: cell 3 is here twice"),
        (('["1..7"]', "[]"), "line 11, regions[1].cells: has no cell: name at least one"),
        (('"1..7"', '"1..9999"'), "line 11, regions[1].cells[0]: more than 2,574 labels"),
        (('"flip"', '"flop"'), "line 17, pieces[1]: unknown field 'flop': did you mean flip?"),
        (('"regions"', '"region"'), "line 9: unknown field 'region': did you mean regions?"),
        (('"XX"', '"X"'), "line 16, pieces[1].piece[1]: has 1 characters and the first row 2"),
        (('"XX"', '".."'), "line 15, pieces[1].piece: "),
        (('"XX"', '"^v"'), "line 16, pieces[1].piece[1]: has the character '^': write X for a square"),
        (("JAN FEB 1..2", "JAN FEB 1..3"), "line 8, labels[0]: 5 labels for the 4 cells of row 1"),
        (("6 7", "6 jan"), "line 8, labels[2]: label 'jan' stands on two cells"),
        (("6 7", "6 7?"), "line 8, labels[2]: label '7?': use 1 to 12 letters and digits"),
        (
            ('"L3"', '"I1"'),
            "line 13, pieces: the pieces cover 5 cells and the blockers 2, so 2 of 9 cells stay uncovered",
        ),
        (('"L3"', '"I3", "L5"'), "line 13, pieces: the pieces cover 12 cells, but the grid has 9"),
        (('"L3"', '"L3", ,'), "line 14 is not JSON"),
        (('"grid"', '"lattice": "squres", "grid"'), "line 3, lattice: 'squres': did you mean squares?"),
        (('"grid"', '"blockers": 3, "grid"'), "line 3, blockers: "),
        (('"grid"', '"grid": "3x3", "grid"'), "line 3, grid: stands twice: write each field once"),
        (('"grid"', '"lattice": "triangles", "grid"'), "line 14, pieces[0]: 'L3' is not a piece of triangles"),
        (('"month"', '"mon\\nth"'), "line 10, regions[0].name: has the character U+000A"),
        (('"tee"', '"<b>"'), "line 17, pieces[1].name: '<b>'"),
        (('"tee"', '"tee", "copies": 0'), "line 17, pieces[1].copies: 0 copies: use 1 to 999"),
        (('"grid"', '"always_free": ["JAN"], "grid"'), "line 10, regions[0].cells[0]: cell JAN is in always_free too"),
        (('"grid"', '"dice": [["A"], [2.5]], "grid"'), "line 3, dice[1][0]: expected a whole number or text, found"),
        (('"grid"', '"variants": {"x": {"use": []}}, "grid"'), 'line 3, variants.x: has no field "instead_of"'),
        (
            ('"grid"', '"variants": {"x": {"instead_of": ["I3"], "use": ["L3"]}}, "grid"'),
            "line 3, variants.x.instead_of: piece I3 is not among the pieces",
        ),
        (
            ('"grid"', '"variants": {"x": {"instead_of": ["L3"], "use": ["L4"]}}, "grid"'),
            "line 3, variants.x.use: the pieces cover 8 cells and the blockers 2",
        ),
    ],
    ids=lambda value: value[1][:20] if isinstance(value, tuple) else "",
)
def test_line_and_field_are_named(change, says):
    assert change[0] in CALENDAR
    assert says in refused(CALENDAR.replace(change[0], change[1], 1))


def test_what_is_said_of_a_variant_is_kept():
    said = '"variants": {"x": {"instead_of": ["L3"], "use": ["I3"], "about": "Straight."}}, "grid"'
    file = parse_puzzle_file(CALENDAR.replace('"grid"', said, 1).encode())
    assert file.about_variants == {"x": "Straight."}
    assert parse_puzzle_file(puzzle_file_bytes(file)) == file
    long = said.replace("Straight.", "x" * 4001)
    assert "line 3, variants.x.about: of 4,001 characters" in refused(CALENDAR.replace('"grid"', long, 1))


def test_the_catalogue_is_files_by_their_names():
    assert {"genius-square", "genius-star"} <= set(catalogue_names())
    for name in catalogue_names():
        file = catalogue_file(name)
        assert file.name == name
        assert find_puzzle(name) == Puzzle.parse(name) == file.puzzle
        assert Puzzle.parse(name).name == name
        assert parse_puzzle_file(puzzle_file_bytes(file)) == file


def test_the_genius_square_of_the_catalogue():
    file = catalogue_file("genius-square")
    assert file.puzzle == GENIUS_SQUARE == Puzzle.parse("6x6/7:I1,I2,I3,L3,I4,O4,T4,L4,S4")
    assert file.puzzle.format() == GENIUS_SQUARE.format()


def test_the_genius_star_and_its_variant():
    star, golden = Puzzle.parse("genius-star"), Puzzle.parse("genius-star#golden-star")
    assert [golden.kinds.get(piece) for piece in (Piece.parse("I3", TRIANGLES), Piece.parse("O6", TRIANGLES))] == [
        None,
        1,
    ]
    assert (star.boards, len(star.symmetries)) == (73_629_072, 12)
    assert golden.name == "genius-star#golden-star"
    assert find_puzzle(star.format()) == star
    with pytest.raises(InputError, match="variant 'gold-star': did you mean golden-star"):
        Puzzle.parse("genius-star#gold-star")
    with pytest.raises(InputError, match="variant 'x': the puzzle has no variants: leave it out"):
        find_puzzle("genius-square#x")


def test_a_file_equal_to_the_catalogue_s_has_its_name(tmp_path):
    path = tmp_path / "mine.json"
    path.write_bytes(puzzle_file_bytes(catalogue_file("genius-star")))
    assert read_puzzle(path).name == "genius-star"
    assert find_puzzle(f"{path}#golden-star").name == "genius-star#golden-star"
    with pytest.raises(InputError, match=r"mine.json#x: variant 'x'"):
        find_puzzle(f"{path}#x")


def test_too_few_cells_that_may_be_blocked_are_a_fault_of_always_free():
    small = '{"schema": "dicelab/puzzle/2", "grid": "1x4", "pieces": ["I2"], "blockers": 2,'
    small += '\n"always_free": ["A1", "A2", "A3"]}'
    assert "line 2, always_free: 3 cells may not be blocked" in refused(small)
