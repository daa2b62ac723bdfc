"""``dicelab boards``, ``roll`` with several rolls and pictures, and ``puzzle``."""

import json
from xml.etree import ElementTree as ET

import pytest

import dicelab as library
from solver.polyform import Board

SMALL = ["--puzzle", "3x4/3:I1,I2,I3,L3"]


def parse(path):
    return ET.fromstring(path.read_bytes())  # noqa: S314 - our own output


def test_boards_with_6_tilings_have_6_by_another_backend(dicelab):
    found = json.loads(dicelab("boards", *SMALL, "--tilings", "6", "--all", "--seed", "5", "--json").out)
    assert found["matching"] == len(found["boards"]) > 1
    for one in found["boards"]:
        assert library.count(one["board"], SMALL[1], backend="dancing-links") == one["tilings"] == 6


@pytest.mark.slow
@pytest.mark.usefixtures("tilings")
def test_boards_of_the_genius_square_with_7_tilings_have_7(dicelab):
    found = json.loads(dicelab("boards", "--tilings", "7", "--count", "3", "--seed", "5", "--json").out)
    assert found["schema"] == "dicelab/boards/1"
    assert [one["tilings"] for one in found["boards"]] == [7, 7, 7]
    for one in found["boards"]:
        assert library.count(one["board"]) == 7


@pytest.mark.slow
@pytest.mark.usefixtures("tilings")
def test_every_board_from_the_default_set_is_one_of_its_rolls(dicelab):
    found = json.loads(dicelab("boards", "--from", "default", "--count", "200", "--seed", "5", "--json").out)
    assert found["matching"] == 62_208
    for one in found["boards"]:
        rolled = library.roll("default", number=one["roll"]).rolls[0].board
        assert rolled.format() == one["board"]


def test_the_same_seed_gives_the_same_bytes_and_the_seed_is_named(dicelab, tmp_path):
    first = dicelab("boards", *SMALL)
    seed = first.out.split("Seed ")[1].strip().rstrip(".")
    assert dicelab("boards", *SMALL, "--seed", seed).out == first.out
    for name in ("a.svg", "b.svg"):
        dicelab("boards", *SMALL, "--seed", seed, "--out", tmp_path / name, "--solved")
    assert (tmp_path / "a.svg").read_bytes() == (tmp_path / "b.svg").read_bytes()


def test_the_suffix_chooses_the_format_and_sheets_are_numbered(dicelab, tmp_path):
    line = ["boards", *SMALL, "--seed", "1", "--count", "13", "--title", "Friday <1>"]
    done = dicelab(*line, "--out", tmp_path / "sheet.svg", "--json")
    assert json.loads(done.out)["files"] == [str(tmp_path / f"sheet-{number}.svg") for number in (1, 2, 3)]
    assert all("Friday <1>" in "".join(parse(path).itertext()) for path in tmp_path.glob("*.svg"))
    assert "pass --force" in dicelab(*line, "--out", tmp_path / "sheet.svg").refused()
    dicelab(*line, "--out", tmp_path / "sheet.html")
    assert (tmp_path / "sheet.html").read_text().count("<svg") == 3
    dicelab(*line, "--out", tmp_path / "sheet.json")
    stored = json.loads((tmp_path / "sheet.json").read_text())
    assert stored == json.loads(dicelab(*line, "--json").out)
    dicelab(*line, "--out", tmp_path / "sheet.txt")
    assert (tmp_path / "sheet.txt").read_text() == dicelab(*line).out


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--tilings", "900"], "no board has 900 tilings: the nearest number is 48"),
        (["--tilings", "9-2"], "upside down: write 2-9"),
        (["--count", "900"], "boards match"),
        (["--difficulty", "hrad"], "did you mean hard?"),
        (["--from", "default"], "is for the puzzle genius-square"),
        (["--all", "--count", "3"], "exclude each other"),
        (["--easy", "3", "--count", "3"], "--easy and --count exclude each other"),
        (["--easy", "3", "--extreme", "900"], "--extreme 900: 900 boards: 18 boards match"),
        (["A1 B1 C1", "--easy", "3"], "--easy is for boards that are chosen at random"),
        (["A1 B1 C1", "A1 B1"], "2 blockers on the board: place 3"),
        (["A1 B1 C1", "--link", "https://example.org"], "the studio knows this puzzle by no name"),
        (["--out", "sheet.pdf"], ".svg or .html"),
        (["--out", "nowhere/sheet.svg"], "there is no folder nowhere"),
        (["--per-page", "0"], "--per-page"),
        (["--paper", "a5", "--out", "x.svg"], "paper 'a5'"),
    ],
)
def test_bad_input_is_one_line(dicelab, options, said):
    assert said in dicelab("boards", *SMALL, *options).refused()


def test_as_many_boards_of_each_difficulty_as_are_asked_for(dicelab):
    counts = {"easy": 3, "medium": 4, "very-hard": 2}
    options = [word for name, number in counts.items() for word in (f"--{name}", number)]
    found = json.loads(dicelab("boards", *SMALL, *options, "--seed", 4, "--json").out)["boards"]
    assert [one["difficulty"] for one in found] == [name for name, number in counts.items() for _ in range(number)]
    assert len({one["board"] for one in found}) == 9
    alone = json.loads(dicelab("boards", *SMALL, "--difficulty", "medium", "--count", 4, "--seed", 4, "--json").out)
    assert [one["board"] for one in alone["boards"]] == [one["board"] for one in found[3:7]]


def test_the_birthdays_of_a_class(dicelab, tmp_path):
    file, sheet = tmp_path / "class.csv", tmp_path / "sheet.html"
    file.write_text("Name;Class;Birthday\nAnna;4b;6.10.2014\nZoë;4b;29.2.2012\n", encoding="utf-8")
    asked = [file, "FEB 31", "--puzzle", "calendar"]
    done = dicelab("boards", *asked, "--link", "https://example.org/studio", "--json")
    found = json.loads(done.out)["boards"]
    assert [(one.get("name"), one["board"]) for one in found] == [
        ("Anna", "OCT 6"),
        ("Zoë", "FEB 29"),
        (None, "FEB 31"),
    ]
    assert [one["tilings"] for one in found] == [library.count(one["board"], "calendar") for one in found]
    assert found[0]["link"] == "https://example.org/studio/play.html#puzzle=calendar&board=OCT.6"
    assert {"column 'Class' is ignored", "there is no FEB 31 in any year; the board is a puzzle all the same"} <= set(
        done.err.splitlines()
    )
    assert dicelab("boards", *asked, "--out", sheet).code == 0
    assert "2. Zoë" in sheet.read_text(encoding="utf-8")
    # The JSON of one verb is read by another.
    dicelab("boards", *asked, "--out", tmp_path / "sheet.json")
    printed = dicelab("print", "--boards", tmp_path / "sheet.json", "--out", tmp_path / "x.pdf", "--json")
    names = [page["name"] for page in json.loads(printed.out)["pages"]]
    assert names[2:] == ["Boards 1 to 3", "Solutions 1 to 3"]
    solved = dicelab("solve", file, "--puzzle", "calendar", "--out", tmp_path / "solved.svg")
    assert (solved.code, solved.out.splitlines()[0]) == (0, "1. Anna: OCT 6")
    answers = json.loads(dicelab("solve", *asked[:1], *asked[2:], "--json").out)["boards"]
    assert [(one["name"], one["status"], len(one["tilings"])) for one in answers] == [
        ("Anna", "solved", 1),
        ("Zoë", "solved", 1),
    ]
    assert "one board" in dicelab("solve", *asked[:1], *asked[2:], "--export", tmp_path / "x.dlx").refused()


def test_several_boards_are_answered_one_by_one(dicelab):
    done = dicelab("solve", "-", "--puzzle", "2x3/2:O4", stdin="A1 B1\nA1 B2\n")
    assert (done.code, done.out.split("\n\n")[1].splitlines()) == (4, ["2. A1 B2", "no tiling"])
    alone = dicelab("solve", "FEB 31", "--puzzle", "calendar")
    assert (alone.code, "there is no FEB 31" in alone.err) == (0, True)


def test_a_sheet_has_a_line_for_the_name_of_the_pupil(dicelab, tmp_path):
    for options, has_line in (([], True), (["--solved"], False), (["Anna: A1 B1 C1"], False)):
        dicelab("boards", *SMALL, *options, "--out", tmp_path / "sheet.svg", "--force")
        assert (">Name</text>" in (tmp_path / "sheet.svg").read_text(encoding="utf-8")) == has_line


def test_a_census_that_takes_days_is_not_begun(dicelab, tmp_path, monkeypatch):
    monkeypatch.setenv("DICELAB_CACHE", str(tmp_path))
    assert "dicelab census build --puzzle 8x8/4" in dicelab("boards", "--puzzle", "8x8/4:pentominoes").refused()


def test_several_rolls_and_those_that_follow_a_number(dicelab):
    found = json.loads(dicelab("roll", "goralczyk", "--number", "541", "--count", "3", "--json").out)
    assert [one["number"] for one in found["rolls"]] == [541, 542, 543]
    assert found["rolls"][1]["board"] == "A2 B6 C1 C6 D4 D5 F1"
    assert "board" not in found
    out = dicelab("roll", "default", "--count", "4", "--seed", "2").out
    assert out == dicelab("roll", "default", "--count", "4", "--seed", "2").out
    blocks = out.strip().split("\n\n")
    assert len(blocks) == 4
    for block in blocks:
        labels, rows = block.split("\n", 1)
        assert Board.parse(labels) == Board.parse(rows)
    assert "rolls 1 to 62,208" in dicelab("roll", "default", "--number", "62208", "--count", "2").refused()


def test_rolls_are_drawn(dicelab, tmp_path):
    dicelab("roll", "goralczyk", "--number", "542", "--out", tmp_path / "one.svg")
    words = "".join(parse(tmp_path / "one.svg").itertext())
    assert "Roll 542 of" in words
    assert "A2 B6 C1 C6 D4 D5 F1" in words
    dicelab("roll", "default", "--count", "9", "--out", tmp_path / "many.svg")
    cells = [g for g in parse(tmp_path / "many.svg").iter() if g.get("class") == "cell"]
    assert len(cells) == 9 * 36
    assert "pass --force" in dicelab("roll", "default", "--out", tmp_path / "one.svg").refused()
    assert "ends in .svg" in dicelab("roll", "default", "--out", tmp_path / "one.png").refused()


def test_a_puzzle_is_shown_and_drawn(dicelab, tmp_path):
    assert "genius-square" in dicelab("puzzle", "list").out
    done = dicelab("puzzle", "show", "--out", tmp_path / "puzzle.svg")
    assert "9 pieces and 7 blockers" in done.out
    assert "B  . .   .\n" in dicelab("puzzle", "show", "2x4-B3/1:2*I3").out
    assert "".join(parse(tmp_path / "puzzle.svg").itertext()).count("S4") == 2
    found = json.loads(dicelab("puzzle", "show", "6x6/6:10*L3", "--json").out)
    assert found["pieces"] == [{"name": "L3", "called": None, "label": "L3", "copies": 10, "rows": ["##", "#"]}]


def test_sheets_have_the_name_of_the_file_of_the_puzzle(dicelab, tmp_path):
    path, sheet = tmp_path / "mine.json", tmp_path / "sheet.svg"
    content = {"schema": "dicelab/puzzle/2", "name": "My boots", "grid": "3x3", "blockers": 1, "pieces": ["2*L3", "I2"]}
    dice = [["A1", "B2"]]
    for options, more in ((["--puzzle", path], {}), (["--from", path], {"dice": dice})):
        path.write_text(json.dumps(content | more), encoding="utf-8")
        assert dicelab("boards", *options, "--count", 1, "--out", sheet, "--force").code == 0
        assert "<title>My boots: boards</title>" in sheet.read_text(encoding="utf-8")


def test_a_dice_set_in_place_of_a_board_is_told_to_be_one(dicelab, tmp_path):
    for name in ("theorem-5.3", tmp_path):
        assert f"--from {name}" in dicelab("boards", name, "--count", "2").refused()
