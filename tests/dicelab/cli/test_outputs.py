"""The suffix of --out chooses what a verb writes: the picture, or the same text or JSON that it prints."""

import csv
import io

import pytest

BOARD = "A6 B1 B5 D1 E3 F2 F4"
UNSOLVABLE = "A2 B1 A5 B6 C3 C4 D3"
SMALL = "2x4/2:3*I2"
DICE = "A1 B1 | A4 B4"
GRID = "1:001011"

VERBS = {
    "solve": ["solve", BOARD],
    "solve several": ["solve", BOARD, "--limit", "3"],
    "explain": ["explain", UNSOLVABLE],
    "roll": ["roll", "default", "--seed", "1", "--count", "2"],
    "stats": ["stats", DICE, "--puzzle", SMALL],
    "census info": ["census", "info", "--puzzle", SMALL],
    "domino solve": ["domino", "solve", GRID, "--all"],
    "domino draw": ["domino", "draw", GRID, "--solution"],
    "domino draw many": ["domino", "draw", GRID, GRID, "--solution"],
    "domino generate": ["domino", "generate", "--order", "2", "--count", "2"],
}


@pytest.mark.parametrize("words", VERBS.values(), ids=VERBS)
def test_a_file_gets_what_is_printed(dicelab, tmp_path, words):
    for suffix, options in (("txt", []), ("json", ["--json"])):
        file = tmp_path / f"result.{suffix}"
        assert dicelab(*words, "--out", file, "-q").code == 0
        printed = dicelab(*words, *options).out
        written = file.read_text(encoding="utf-8")
        if words[:2] == ["domino", "generate"]:
            written = written.replace(f'"file": "{file}", ', "")
        assert written == printed
        assert "pass --force" in dicelab(*words, "--out", file).refused()


@pytest.mark.parametrize("words", VERBS.values(), ids=VERBS)
def test_a_picture_is_an_output_like_others(dicelab, tmp_path, words):
    picture = tmp_path / "new.svg"
    assert dicelab(*words, "--out", picture, "-q").code == 0
    assert picture.read_bytes().startswith(b"<")
    assert "No such option '--svg'" in dicelab(*words, "--svg", picture).refused()


@pytest.mark.parametrize("words", [VERBS["stats"], VERBS["census info"]], ids=["stats", "census info"])
def test_a_table_has_the_figures_of_the_text(dicelab, tmp_path, words):
    file = tmp_path / "table.csv"
    text = dicelab(*words, "--out", file).out
    head, *rows = csv.reader(io.StringIO(file.read_text(encoding="utf-8")))
    assert head[0] == "tilings"
    assert all(len(row) == 3 for row in rows)
    figures = dict(line.split()[:2] for line in text.splitlines() if line.startswith(("fewest", "median", "most")))
    assert figures == {row[0]: row[1] for row in rows if row[0] in {"fewest", "median", "most"}}


def test_an_answer_without_a_tiling_is_written_too(dicelab, tmp_path):
    file = tmp_path / "answer.txt"
    assert dicelab("solve", UNSOLVABLE, "--out", file).code == 4
    assert file.read_text(encoding="utf-8") == "no tiling\n"
    assert dicelab("explain", BOARD, "--out", tmp_path / "answer.json").code == 4
    assert '"schema": "dicelab/explain/1"' in (tmp_path / "answer.json").read_text(encoding="utf-8")
    done = dicelab("domino", "solve", "2:0001112220010", "--out", tmp_path / "x.svg")
    assert not (tmp_path / "x.svg").exists(), done


@pytest.mark.parametrize("form", ["svg", "csv"])
def test_a_census_of_solvability_has_no_numbers_to_draw(dicelab, tmp_path, form):
    words = ["census", "info", "--puzzle", SMALL, "--solvability", "--out", tmp_path / f"x.{form}"]
    assert "leave --solvability out" in dicelab(*words).refused()


@pytest.mark.parametrize("words", [["solve", BOARD], ["solve", "A1 A2", "--puzzle", "1x7/2:I2,I3"]])
def test_the_picture_of_a_tiling_names_each_piece_on_the_board_and_in_the_legend(dicelab, tmp_path, words):
    file = tmp_path / "tiling.svg"
    assert dicelab(*words, "--out", file, "-q").code == 0
    drawn = file.read_text(encoding="utf-8")
    assert drawn.count(">I2</text>") == drawn.count(">I3</text>") == 2
