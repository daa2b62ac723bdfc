"""The file of a dice set: what is written is read, and what is no such file is refused in one line."""

import json
import os

import pytest
from hypothesis import given, strategies as st

from dicelab.dice import CATALOGUE, DiceSet, Die, catalogue_set, dice_set_json, read_dice_set
from dicelab.dice.catalogue import MOST_FACES
from dicelab.dice.dice_set import SCHEMA
from dicelab.dice.files import MOST_PUZZLE
from dicelab.dice.names import MOST_CHARACTERS, TURNING
from dicelab.dice.sources import dice_set_of
from dicelab.errors import DiceError, WrongTypeError
from solver.polyform import Puzzle
from solver.runs.input_file import MOST_BYTES

PUZZLE = "2x3/2:O4"
GOOD = {"schema": SCHEMA, "name": "good", "puzzle": PUZZLE, "dice": [["A1", "A2"], ["B1", "B3"]]}


def refused(path):
    with pytest.raises(DiceError) as caught:
        read_dice_set(path)
    text = str(caught.value)
    assert text.startswith(f"{path}: ")
    assert "\n" not in text
    assert len(text) < len(str(path)) + 400
    return text


def without(key):
    return {name: value for name, value in GOOD.items() if name != key}


@pytest.fixture(scope="session")
def scratch(tmp_path_factory):
    return tmp_path_factory.mktemp("files") / "set.json"


@pytest.mark.parametrize("name", CATALOGUE)
def test_published_sets_round_trip(name, tmp_path):
    path = tmp_path / "set.json"
    path.write_text(dice_set_json(catalogue_set(name)), encoding="utf-8")
    again = read_dice_set(path)
    assert again == catalogue_set(name)
    assert again.name == name
    assert json.loads(path.read_text(encoding="utf-8"))["puzzle"] == "genius-square"


names = st.text(
    st.characters(exclude_categories=["Cc", "Cs", "Zl", "Zp"], exclude_characters=TURNING),
    min_size=1,
    max_size=MOST_CHARACTERS,
)


@given(
    st.lists(st.lists(st.integers(0, 5), min_size=1, max_size=8), min_size=2, max_size=2),
    names,
)
def test_any_set_round_trips(scratch, dice, name):
    shared = DiceSet(tuple(Die(tuple(die)) for die in dice), Puzzle.parse(PUZZLE), name, shared_cells=True)
    scratch.write_text(dice_set_json(shared), encoding="utf-8")
    again = read_dice_set(scratch)
    assert again == shared
    assert again.name == name
    assert again.puzzle == shared.puzzle


@given(st.binary(max_size=300))
def test_no_bytes_bring_the_reader_down(scratch, data):
    scratch.write_bytes(data)
    refused(scratch)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=8,
)


@given(st.sampled_from(["dice", "puzzle", "name", "shared_cells", "schema"]), json_values)
def test_no_value_in_a_field_brings_the_reader_down(scratch, key, value):
    scratch.write_text(json.dumps(GOOD | {key: value}), encoding="utf-8")
    if (key == "name" and isinstance(value, str) and value.isprintable()) or (key, type(value)) == (
        "shared_cells",
        bool,
    ):
        assert read_dice_set(scratch).labels() == GOOD["dice"]
    else:
        assert key == "name" or refused(scratch)


@pytest.mark.parametrize(
    "character", ["\n", "\r", "\t", "\0", "\x1b", "\x7f", "\x85", "\x9b", "\u2028", "\u2029", "\u202e", "\u2066"]
)
def test_a_name_can_forge_no_line(tmp_path, character):
    path = tmp_path / "set.json"
    path.write_text(json.dumps(GOOD | {"name": f"mine{character}Always solvable."}), encoding="utf-8")
    assert f"name with the character U+{ord(character):04X}" in refused(path)


def test_a_name_has_an_end(tmp_path):
    path = tmp_path / "set.json"
    path.write_text(json.dumps(GOOD | {"name": "x" * MOST_CHARACTERS}), encoding="utf-8")
    assert read_dice_set(path).name == "x" * MOST_CHARACTERS
    path.write_text(json.dumps(GOOD | {"name": "x" * (MOST_CHARACTERS + 1)}), encoding="utf-8")
    assert "name of 201 characters" in refused(path)


def test_a_puzzle_has_an_end(tmp_path):
    path = tmp_path / "set.json"
    path.write_text(json.dumps(GOOD | {"puzzle": PUZZLE.ljust(MOST_PUZZLE)}), encoding="utf-8")
    assert read_dice_set(path).labels() == GOOD["dice"]
    path.write_text(json.dumps(GOOD | {"puzzle": PUZZLE.ljust(MOST_PUZZLE + 1)}), encoding="utf-8")
    assert "puzzle of 4,001 characters" in refused(path)


def test_the_file_name_stands_in_on_one_line(tmp_path):
    path = tmp_path / "my\n\x1b[2Kset.json"
    path.write_text(json.dumps(without("name")), encoding="utf-8")
    assert read_dice_set(path).name == "my [2Kset"


def test_the_file_name_stands_in_for_a_name(tmp_path):
    path = tmp_path / "mine.json"
    path.write_text(json.dumps(without("name")), encoding="utf-8")
    assert read_dice_set(path).name == "mine"


def test_the_puzzle_is_the_genius_square_unless_named(tmp_path):
    path = tmp_path / "set.json"
    path.write_text(
        json.dumps({"schema": SCHEMA, "dice": catalogue_set("default").labels()}),
        encoding="utf-8",
    )
    assert read_dice_set(path) == catalogue_set("default")


def test_missing(tmp_path):
    assert "no such file" in refused(tmp_path / "gone.json")


def test_directory(tmp_path):
    assert "is a directory" in refused(tmp_path)


def test_empty(tmp_path):
    path = tmp_path / "set.json"
    path.touch()
    assert "is empty" in refused(path)
    path.write_bytes(b" \n\t ")
    assert "is empty" in refused(path)


def test_a_pipe_is_not_waited_for(tmp_path):
    path = tmp_path / "set.json"
    os.mkfifo(path)
    assert "is no regular file" in refused(path)


def test_a_name_too_long_for_the_disk(tmp_path):
    assert "can't be read" in refused(tmp_path / ("x" * 300 + ".json"))


@pytest.mark.parametrize("text", ["{", "{'schema': 1}", '{"schema": "dicelab/dice-set/1",}', "[1"])
def test_not_json(tmp_path, text):
    path = tmp_path / "set.json"
    path.write_text(text, encoding="utf-8")
    assert "is not JSON" in refused(path)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("NaN", "line 1 is 'NaN', which is no dice set: write JSON, a table with the columns die,face,cell, or faces"),
        ("A1 A2 | B1", "2 dice for 7 blockers"),
        ("A1 A22 | B1", "die 1: 'A22' is not a cell"),
        ("die,face,cell\n1,1,A1\n3,1,B1", "dice 1, 3: number them from 1, without a gap"),
        ("die,face,cell\n1,1,A1\n1,1,B1", "row 3: face 1 of die 1 stands twice"),
        ("die,face,cell\n1,x,A1", "row 2: face 'x' is no number from 1 to 1000"),
        ("die,face,cell\n1,1", "row 2: beside the number of the die there is no cell"),
        ("die,face,cell,cell\n1,1,A1,A1", "row 2: one face has 2 fields of cells"),
        ("die,face,cell\n", "names no die"),
        ("# nothing yet\n", "names no die"),
        ('die,face,cell\n1,1,"A1', "is no whole table"),
        ("A1*2000 | B1", "die 1 has over 1,000 faces"),
        ("<svg/>", "is a picture or a page"),
        ("small\n2×3 board, 2 dice of 2 cells, 4 rolls\n\ndie 2  A1 A2\n", "die 2 stands where die 1 should"),
    ],
)
def test_a_text_that_is_no_dice_set_is_refused(tmp_path, text, says):
    path = tmp_path / "set.json"
    path.write_text(text, encoding="utf-8")
    assert says in refused(path)


def test_not_utf_8(tmp_path):
    path = tmp_path / "set.json"
    content = json.dumps(GOOD | {"name": "Würfel"}, ensure_ascii=False)
    path.write_bytes(content.encode("latin-1"))
    assert "is not UTF-8" in refused(path)
    path.write_bytes(content.encode("utf-16"))
    assert read_dice_set(path).name == "Würfel"


@pytest.mark.parametrize("size", [MOST_BYTES + 1, 100_000_000])
def test_too_large(tmp_path, size):
    path = tmp_path / "set.json"
    with path.open("wb") as file:
        file.truncate(size)
    assert f"has {size:,} bytes" in refused(path)


def test_the_largest_file_that_is_read(tmp_path):
    path = tmp_path / "set.json"
    path.write_text(json.dumps(GOOD).ljust(MOST_BYTES), encoding="utf-8")
    assert read_dice_set(path).labels() == GOOD["dice"]


@pytest.mark.parametrize(
    "text", ["[" * 10_000 + "]" * 10_000, '{"a":' * 10_000 + "1" + "}" * 10_000], ids=["lists", "objects"]
)
def test_nested_deep(tmp_path, text):
    path = tmp_path / "set.json"
    path.write_text(text, encoding="utf-8")
    assert "nested too deeply" in refused(path)
    path.write_text(json.dumps(GOOD).replace('"good"', text), encoding="utf-8")
    assert "nested too deeply" in refused(path)


@pytest.mark.parametrize(
    "schema", ["dicelab/certificate/1", "", "x" * 1000, "dicelab/dice-set/0", "dicelab/dice-set/1\n"]
)
def test_another_schema(tmp_path, schema):
    path = tmp_path / "set.json"
    path.write_text(json.dumps(GOOD | {"schema": schema}), encoding="utf-8")
    assert f"a dice set has '{SCHEMA}'" in refused(path)


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
def test_no_schema(tmp_path, value, says):
    path = tmp_path / "set.json"
    path.write_text(json.dumps(value), encoding="utf-8")
    assert says in refused(path)


@pytest.mark.parametrize("version", [2, 10, 999_999_999])
def test_a_newer_version(tmp_path, version):
    path = tmp_path / "set.json"
    path.write_text(json.dumps(GOOD | {"schema": f"dicelab/dice-set/{version}", "dice": "new form"}), encoding="utf-8")
    assert "install a newer one" in refused(path)


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        (without("dice"), 'has no field "dice"'),
        (GOOD | {"dice": []}, "0 dice for 2 blockers"),
        (GOOD | {"dice": [["A1"]]}, "1 die for 2 blockers"),
        (GOOD | {"dice": [["A1"], ["A2"], ["A3"]]}, "3 dice for 2 blockers"),
        (GOOD | {"dice": [["A1"], []]}, "line 1, dice[1]: die 2 has 0 faces"),
        (
            GOOD | {"dice": [["A1"], ["C1"]]},
            "dice[1][0]: die 2: 'C1' is not a cell: write a cell of the board, from A1",
        ),
        (GOOD | {"dice": [["A1"], [""]]}, "die 2: '' is not a cell"),
        (GOOD | {"dice": [["A1"], ["A0"]]}, "die 2: 'A0' is not a cell"),
        (GOOD | {"dice": [["A1"], ["x" * 5000]]}, "is not a cell"),
        (GOOD | {"dice": [["A1", "B2"], ["A2", "B2"]]}, "cell B2 is on die 1 and on die 2"),
        (GOOD | {"dice": [["A1"], ["A2"] * (MOST_FACES + 1)]}, "die 2 has 1001 faces"),
        (GOOD | {"dice": "A1 | A2"}, "line 1, dice: expected a list, found text"),
        (GOOD | {"dice": [["A1"], "A2"]}, "line 1, dice[1]: expected a list, found text"),
        (GOOD | {"dice": [["A1"], [7.5]]}, "line 1, dice[1][0]: expected a whole number or text"),
        (GOOD | {"dice": {"1": ["A1"]}}, "expected a list, found an object"),
        (GOOD | {"dice": None}, "expected a list, found null"),
        (GOOD | {"name": 5}, "line 1, name: expected text, found a whole number"),
        (GOOD | {"shared_cells": "yes"}, "shared_cells: expected true or false, found text"),
        (GOOD | {"puzzle": 6}, "puzzle: expected text, found a whole number"),
        (GOOD | {"puzzle": "genius-triangle"}, "'genius-triangle' is not a puzzle"),
        (GOOD | {"puzzle": "2x3/3:O4"}, "the pieces cover 4 cells and the blockers 3"),
        (GOOD | {"puzzle": "26x99/2570:O4"}, "2574 cells"),
    ],
)
def test_a_field_that_is_wrong_is_named(tmp_path, fields, says):
    path = tmp_path / "set.json"
    path.write_text(json.dumps(fields), encoding="utf-8")
    assert says in refused(path)


def test_shared_cells_come_from_the_file_or_the_caller(tmp_path):
    path = tmp_path / "set.json"
    shared = GOOD | {"dice": [["A1", "B2"], ["A2", "B2"]]}
    path.write_text(json.dumps(shared), encoding="utf-8")
    asked = read_dice_set(path, shared_cells=True)
    path.write_text(json.dumps(shared | {"shared_cells": True}), encoding="utf-8")
    assert read_dice_set(path) == asked
    assert asked.shared_cells


def test_a_catalogue_name_wins_over_a_file(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "default").write_text(json.dumps(GOOD), encoding="utf-8")
    (tmp_path / "mine").write_text(json.dumps(GOOD), encoding="utf-8")
    assert dice_set_of("default") == catalogue_set("default")
    assert dice_set_of("./default").labels() == GOOD["dice"]
    assert dice_set_of("mine").labels() == GOOD["dice"]


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("defualt", "no dice set called 'defualt': did you mean default?"),
        ("theorem-5.2", "no dice set called 'theorem-5.2': did you mean theorem-5.3?"),
        ("", "no dice set called ''"),
        ("default.json", "default.json: no such file"),
        ("sets/default", "sets/default: no such file"),
        ("x" * 300, "no dice set called 'xxx"),
        ("x" * 5000, "no dice set called 'xxx"),
    ],
)
def test_a_name_that_is_nothing_is_refused(tmp_path, monkeypatch, name, says):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(DiceError) as caught:
        dice_set_of(name)
    assert says in str(caught.value)


@pytest.mark.parametrize("key", ["puzle", "shared_cels", "Dice"])
def test_a_misspelt_key_is_refused(tmp_path, key):
    # Passed over, it would change the puzzle that is proved.
    path = tmp_path / "set.json"
    path.write_text(dice_set_json(catalogue_set("default")).replace('"name"', f'"{key}": "x", "name"'))
    with pytest.raises(DiceError, match=key):
        read_dice_set(path)


def test_a_file_may_be_named_by_text_and_a_wrong_type_gets_a_sentence(tmp_path):
    file = tmp_path / "mine.json"
    file.write_text(dice_set_json(catalogue_set("default")))
    assert read_dice_set(str(file)) == catalogue_set("default")
    with pytest.raises(WrongTypeError, match="named by its path; 42 is an int"):
        read_dice_set(42)  # type: ignore[arg-type]
