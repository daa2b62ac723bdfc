"""The file of a puzzle: what is written is read, and what is no such file is refused in one line."""

import json
import os
import sys

import pytest
from hypothesis import given, strategies as st

from solver.errors import InputError
from solver.polyform import GENIUS_SQUARE, Piece, Puzzle, SquareGrid
from solver.polyform.puzzle import MOST_NAME
from solver.polyform.puzzle_file import find_puzzle, puzzle_file_bytes, read_puzzle
from solver.polyform.puzzle_parsing import FIRST_SCHEMA, SCHEMA, PuzzleFile
from solver.polyform.puzzle_parts import MOST_TEXT
from solver.runs.input_file import MOST_BYTES
from tests.strategies import pieces, puzzles, square_grids

GOOD = {"schema": SCHEMA, "name": "good", "grid": "2x4", "blockers": 2, "pieces": ["I2", "L4"]}
PUZZLE = Puzzle.parse("2x4/2:I2,L4")


def refused(path):
    with pytest.raises(InputError) as caught:
        read_puzzle(path)
    text = str(caught.value)
    assert text.startswith(f"{path}: ")
    assert "\n" not in text
    assert len(text) < len(str(path)) + 400
    return text.removeprefix(f"{path}: ")


def first_schema(puzzle):
    """Return a file of the first schema."""
    pieces = [piece.times(copies) for piece, copies in puzzle.kinds.items()]
    fields = {"schema": FIRST_SCHEMA, "grid": puzzle.grid.format(), "blockers": puzzle.blockers, "pieces": pieces}
    return json.dumps(fields).encode()


def without(key):
    return {name: value for name, value in GOOD.items() if name != key}


def write(path, value):
    path.write_text(value if isinstance(value, str) else json.dumps(value), encoding="utf-8")
    return path


@pytest.fixture(scope="session")
def scratch(tmp_path_factory):
    return tmp_path_factory.mktemp("puzzles") / "puzzle.json"


@pytest.fixture
def file(tmp_path):
    return tmp_path / "puzzle.json"


@given(puzzle=puzzles())
def test_any_puzzle_of_the_first_schema_is_read(scratch, puzzle):
    scratch.write_bytes(first_schema(puzzle))
    again = read_puzzle(scratch)
    assert again == puzzle
    assert again.format() == puzzle.format()


@given(piece=pieces(), copies=st.integers(1, 3))
def test_large_pieces_round_trip(scratch, piece, copies):
    puzzle = Puzzle(SquareGrid(9, 9), (piece,) * copies, 81 - copies * piece.order)
    scratch.write_bytes(first_schema(puzzle))
    assert read_puzzle(scratch) == puzzle


@given(grid=square_grids())
def test_a_drawn_grid_is_the_grid(scratch, grid):
    fields = {"schema": SCHEMA, "grid": grid.draw({}).split("\n"), "blockers": len(grid) - 1, "pieces": ["I1"]}
    assert read_puzzle(write(scratch, fields)) == Puzzle(grid, (Piece.parse("I1"),), len(grid) - 1)


@given(piece=pieces(order=5))
def test_a_drawn_piece_is_the_piece(scratch, piece):
    height, width = (max(square[axis] for square in piece.shape) + 1 for axis in (0, 1))
    drawn = ["".join("X" if (row, column) in piece.shape else "." for column in range(width)) for row in range(height)]
    fields = {"schema": SCHEMA, "grid": "5x5", "blockers": 25 - 2 * piece.order, "pieces": [drawn, drawn]}
    puzzle = read_puzzle(write(scratch, fields))
    assert puzzle.kinds == {piece: 2}


def test_the_genius_square_by_its_parts(file):
    fields = {
        "schema": SCHEMA,
        "grid": ["......"] * 6,
        "blockers": 7,
        "pieces": ["monomino", "I2", "trominoes", ["XXXX"], "O4", "T4", ["XXX", "X.."], ".##/##."],
    }
    puzzle = read_puzzle(write(file, fields))
    assert puzzle == GENIUS_SQUARE
    assert puzzle.name == "genius-square"


@pytest.mark.parametrize(
    ("listed", "text"),
    [
        (["10*L3"], "6x6/6:10*L3"),
        (["L3"] * 10, "6x6/6:10*L3"),
        (["5*##/#.", *[["X.", "XX"]] * 5], "6x6/6:10*L3"),
        (["2 * I5", "pentominoes"], "9x9/11:2*I5,pentominoes"),
    ],
)
def test_copies_and_whole_orders(file, listed, text):
    puzzle = Puzzle.parse(text)
    fields = {"schema": SCHEMA, "grid": puzzle.grid.format(), "blockers": puzzle.blockers, "pieces": listed}
    assert read_puzzle(write(file, fields)).kinds == puzzle.kinds


def test_holes_in_a_drawn_grid(file):
    fields = GOOD | {"grid": [" ...", "....", " . ."], "blockers": 3}
    puzzle = read_puzzle(write(file, fields))
    assert puzzle.grid == SquareGrid(3, 4, ["A1", "C1", "C3"])
    assert puzzle.grid.draw({}) == " ...\n....\n . ."


def test_no_blockers_are_legal(file):
    fields = GOOD | {"grid": "2x2", "blockers": 0, "pieces": ["O4"]}
    assert read_puzzle(write(file, fields)) == Puzzle.parse("2x2/0:O4")


def test_more_than_64_cells_are_legal_for_a_puzzle(file):
    fields = GOOD | {"grid": ["." * 13] * 5, "blockers": 5, "pieces": ["15*I4"]}
    assert read_puzzle(write(file, fields)) == Puzzle.parse("5x13/5:15*I4")


def test_a_name_is_written_for_people(file):
    data = puzzle_file_bytes(PuzzleFile(PUZZLE, "Würfel"))
    assert json.loads(data)["name"] == "Würfel"
    file.write_bytes(data)
    # What Puzzle.name says is written into dice-set files, so it must be text that Puzzle.parse reads.
    assert read_puzzle(file).name is None
    assert "name" not in json.loads(puzzle_file_bytes(PuzzleFile(PUZZLE)))


@pytest.mark.parametrize("name", ["two\nlines", "\x1b[31m", "\u202e", "\u2028", "x" * (MOST_NAME + 1), "genius-square"])
def test_a_name_can_pass_for_nothing_else(file, name):
    assert refused(write(file, GOOD | {"name": name})).startswith("line 1, name: ")
    with pytest.raises(InputError, match="name "):
        puzzle_file_bytes(PuzzleFile(PUZZLE, name))


@given(st.binary(max_size=300))
def test_no_bytes_bring_the_reader_down(scratch, data):
    scratch.write_bytes(data)
    refused(scratch)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=8,
)


@given(st.sampled_from(["grid", "blockers", "pieces", "schema", "name"]), json_values)
def test_no_value_in_a_field_brings_the_reader_down(scratch, key, value):
    write(scratch, GOOD | {key: value})
    if (key == "name" and isinstance(value, str) and value.isprintable()) or (key == "blockers" and value == 2):
        assert read_puzzle(scratch) == PUZZLE
    else:
        refused(scratch)


@given(
    st.lists(st.text(st.sampled_from("I L3*/#.X,:12 \n"), max_size=6) | st.lists(st.text("X. #/", max_size=4))),
    st.text("0123456789x-AB, /:\n", max_size=8) | st.lists(st.text(". #", max_size=4)),
)
def test_no_drawing_brings_the_reader_down(scratch, listed, grid):
    write(scratch, GOOD | {"pieces": listed})
    refused_or_read(scratch)
    write(scratch, GOOD | {"grid": grid})
    refused_or_read(scratch)


def refused_or_read(path):
    try:
        puzzle = read_puzzle(path)
    except InputError:
        refused(path)
    else:
        assert Puzzle.parse(puzzle.format()) == puzzle


def test_what_can_t_be_read(tmp_path, file):
    assert "no such file" in refused(file)
    assert "is a directory" in refused(tmp_path)
    assert "can't be read" in refused(tmp_path / ("x" * 300 + ".json"))
    assert "no such file" in refused(file / "inside")
    file.touch()
    assert "is empty" in refused(file)
    file.write_bytes(b" \n\t ")
    assert "is empty" in refused(file)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
def test_a_pipe_is_not_waited_for(file):
    os.mkfifo(file)
    assert "is no regular file" in refused(file)


@pytest.mark.parametrize("text", ["2x4/2:I2,L4", "{", "{'schema': 1}", '{"schema": "dicelab/puzzle/1",}', "NaN", "[1"])
def test_not_json(file, text):
    assert "is not JSON" in refused(write(file, text))


@pytest.mark.parametrize("encoding", ["latin-1", "utf-16"])
def test_not_utf_8(file, encoding):
    file.write_bytes(json.dumps(GOOD | {"name": "Würfel"}, ensure_ascii=False).encode(encoding))
    assert "is not UTF-8" in refused(file)


@pytest.mark.parametrize("size", [MOST_BYTES + 1, 100_000_000])
def test_too_large(file, size):
    with file.open("wb") as opened:
        opened.truncate(size)
    assert f"has {size:,} bytes" in refused(file)
    assert read_puzzle(write(file, json.dumps(GOOD).ljust(MOST_BYTES))) == PUZZLE


@pytest.mark.parametrize(
    "text", ["[" * 10_000 + "]" * 10_000, '{"a":' * 10_000 + "1" + "}" * 10_000], ids=["lists", "objects"]
)
def test_nested_deep(file, text):
    assert "nested too deeply" in refused(write(file, text))
    assert "nested too deeply" in refused(write(file, json.dumps(GOOD).replace('"good"', text)))


@pytest.mark.parametrize("schema", ["dicelab/dice-set/1", "", "x" * 1000, "dicelab/puzzle/0", "dicelab/puzzle/1\n"])
def test_another_schema(file, schema):
    assert f"a puzzle has '{SCHEMA}'" in refused(write(file, GOOD | {"schema": schema}))


@pytest.mark.parametrize(
    ("value", "says"),
    [
        (without("schema"), 'has no field "schema"'),
        (GOOD | {"schema": 1}, "line 1, schema: expected text, found a whole number"),
        ([], "expected an object {…}, found a list"),
        ([GOOD], "expected an object {…}, found a list"),
        ("text", "found text"),
        (3, "found a whole number"),
        (None, "found null"),
    ],
)
def test_no_schema(file, value, says):
    assert says in refused(write(file, json.dumps(value)))


def test_a_newer_version(file):
    assert "install a newer one" in refused(write(file, GOOD | {"schema": "dicelab/puzzle/3", "grid": {"new": "form"}}))


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        (without("grid"), 'line 1: has no field "grid"'),
        (without("blockers"), 'line 1: has no field "blockers" and no regions: add "blockers": 2'),
        (without("pieces"), 'line 1: has no field "pieces"'),
        (GOOD | {"piece": ["I1"]}, "line 1: unknown field 'piece': did you mean pieces?"),
        (GOOD | {"Grid": "2x4"}, "unknown field 'Grid': did you mean grid?"),
        (GOOD | {"two\nlines": 1}, "unknown field 'two?lines'"),
        (GOOD | {"x" * 5000: 1}, "unknown field 'xxx"),
        (GOOD | {"name": 5}, "line 1, name: expected text, found a whole number"),
        (GOOD | {"grid": 24}, "line 1, grid: expected text or a list"),
        (GOOD | {"grid": [["."]]}, "line 1, grid[0]: expected text"),
        (GOOD | {"grid": "2"}, "'2' is not a grid"),
        (GOOD | {"grid": "2x4-C1"}, "'C1' is not a cell"),
        (GOOD | {"grid": "x" * 5000}, "is not a grid"),
        (GOOD | {"grid": "27x1"}, "a grid of 27x1"),
        (GOOD | {"grid": []}, "line 1, grid: of 0 rows: use 1 to 26 rows"),
        (GOOD | {"grid": [""]}, "grid: of 1 row of 0 characters"),
        (GOOD | {"grid": ["."] * 27}, "grid: of 27 rows"),
        (GOOD | {"grid": ["." * 100]}, "of 100 characters"),
        (GOOD | {"grid": ["....", "..."]}, "line 1, grid[1]: has 3 characters and the first row 4"),
        (
            GOOD | {"grid": ["....", "..#."]},
            "grid[1]: has the character '#': write . for a square and a blank for none",
        ),
        (GOOD | {"grid": ["    ", "    "]}, "grid: has no cell: leave at least one"),
        (GOOD | {"blockers": "2"}, "blockers: expected a whole number, found text"),
        (GOOD | {"blockers": 2.5}, "line 1, blockers: expected"),
        (GOOD | {"blockers": True}, "line 1, blockers: expected"),
        (GOOD | {"blockers": -1}, "blockers: -1 is not from 0 to 8"),
        (GOOD | {"blockers": 9}, "blockers: 9 is not from 0 to 8"),
        (GOOD | {"blockers": 10**18}, "blockers: 1000000000000000000 is not from 0 to 8"),
        (GOOD | {"blockers": 10**3000}, "blockers"),
        (
            GOOD | {"blockers": 3},
            "so they need 1 more than the 8 cells of the grid: use 2 blockers",
        ),
        (GOOD | {"pieces": "I2,L4"}, "pieces: expected a list, found text"),
        (GOOD | {"pieces": [2]}, "line 1, pieces[0]: expected text, an object {…} or a list"),
        (GOOD | {"pieces": []}, "pieces: is empty"),
        (GOOD | {"pieces": ["I2", "Q9"]}, "line 1, pieces[1]: 'Q9' is not a piece"),
        (GOOD | {"pieces": ["I2", ""]}, "pieces[1]: ''"),
        (GOOD | {"pieces": ["I2,L4"]}, "pieces[0]: 'I2,L4'"),
        (GOOD | {"pieces": ["I2", "x*L3"]}, "pieces[1]: 'x*L3'"),
        (GOOD | {"pieces": ["0*I2"]}, "'0*I2' is not a number of pieces"),
        (GOOD | {"pieces": ["1000*I2"]}, "pieces[0]: '1000*I2'"),
        (GOOD | {"pieces": ["I2\nL4"]}, "pieces[0]: 'I2\\nL4'"),
        (GOOD | {"pieces": ["I2"] * 50_000}, "pieces[8]: more than 8 pieces on 8 cells"),
        (GOOD | {"pieces": ["x" * (MOST_TEXT + 1)]}, "pieces[0]: 'xxx"),
        (GOOD | {"pieces": [[]]}, "pieces[0]: is empty"),
        (GOOD | {"pieces": [[""]]}, "pieces[0]: is empty"),
        (GOOD | {"pieces": [["X.X"]]}, "pieces[0]: piece #.# is in two parts"),
        (GOOD | {"pieces": [["..."]]}, "a piece of 0 squares"),
        (GOOD | {"pieces": ["I2", ["XX", "X"]]}, "pieces[1][1]: has 1 characters and the first row 2"),
        (GOOD | {"pieces": ["I2", ["XX", "Xo"]]}, "pieces[1][1]: has the character 'o': write X for a square"),
        (GOOD | {"pieces": [["X" * 3000] * 2]}, "pieces[0]: of 2 rows of 3000"),
        (GOOD | {"pieces": [["X" * 65]]}, "a piece of 65 squares"),
        (GOOD | {"pieces": ["V5", "I1"]}, "pieces[0]: piece V5 does not fit"),
        (GOOD | {"pieces": ["I5", "I4"]}, "line 1, pieces: the pieces cover 9 cells, but the grid has 8"),
    ],
    ids=lambda value: value[:30] if isinstance(value, str) else "",
)
def test_a_field_that_is_wrong_is_named(file, fields, says):
    assert says in refused(write(file, fields))


@given(puzzle=puzzles())
def test_a_text_is_found_as_the_puzzle(puzzle):
    assert find_puzzle(puzzle.format()) == puzzle
    assert find_puzzle(f" {puzzle.format()} ") == puzzle


def test_a_name_or_a_text_wins_over_a_file(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    write(tmp_path / "genius-square", GOOD)
    write(tmp_path / "mine", GOOD)
    (tmp_path / "6x6").mkdir()
    assert find_puzzle("genius-square") == GENIUS_SQUARE
    assert find_puzzle("./genius-square") == find_puzzle("mine") == find_puzzle(str(tmp_path / "mine")) == PUZZLE
    assert find_puzzle("6x6/6:10*L3") == Puzzle.parse("6x6/6:10*L3")


@pytest.mark.skipif(sys.platform == "win32", reason="no colon in file names there")
def test_a_path_may_hold_a_colon(tmp_path):
    assert find_puzzle(str(write(tmp_path / "7:mine", GOOD))) == PUZZLE


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "'' is not a puzzle: write a name such as genius-square, GRID/BLOCKERS:PIECES"),
        ("genius-sqare", "did you mean genius-square?"),
        ("7x7", "'7x7' is not a puzzle: write a name such as genius-square, GRID/BLOCKERS:PIECES such as 6x6/6:10*L3"),
        ("6x6/7:", "is not a puzzle"),
        ("gone.json", "gone.json: no such file"),
        ("sets/gone", "'sets/gone' is not a puzzle"),
        (".", ".: is a directory"),
        ("6x6/-1:I1", "'-1' blockers in '6x6/-1:I1': write their number, 0 or more"),
        ("6x6/10000:I1", "'10000' blockers"),
        ("6x6/x:I1", "'x' blockers"),
        ("6x6/8:I1", "use 35 blockers"),
        ("6x6/7:Q9", "'Q9' is not a piece"),
        ("6x6/7:" + "x" * 5000 + "*L3", "is not a number of pieces"),
        ("99999x1/1:I1", "is not a grid"),
        ("\0", "is not a puzzle"),
        ("x" * 5000, "is not a puzzle"),
        ("two\nlines", "is not a puzzle"),
    ],
    ids=lambda value: value[:20],
)
def test_what_is_no_puzzle_gets_one_line(tmp_path, monkeypatch, text, says):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(InputError) as caught:
        find_puzzle(text)
    assert says in str(caught.value)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 300
