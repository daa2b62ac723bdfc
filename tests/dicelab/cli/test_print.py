"""``dicelab print``."""

import json

import pytest

from tests.dicelab.press.pdf_reading import read_pdf


def test_a_game_is_written_and_described(dicelab, tmp_path):
    file = tmp_path / "game.pdf"
    done = dicelab("print", "default", "--out", file)
    assert done.code == 0
    assert "5 pages" in done.out
    assert "Print at 100 %" in done.out
    assert len(read_pdf(file.read_bytes())) == 5
    assert "exists" in dicelab("print", "default", "--out", file).refused()
    assert dicelab("print", "default", "--out", file, "--force").code == 0


def test_svg_is_a_file_for_each_page(dicelab, tmp_path):
    done = dicelab("print", "default", "--parts", "board,pieces", "--out", tmp_path / "game.svg", "--json")
    content = json.loads(done.out)
    assert content["schema"] == "dicelab/print/1"
    assert content["files"] == [str(tmp_path / f"game-{n}.svg") for n in (1, 2)]
    assert [page["name"] for page in content["pages"]] == ["Board", "Pieces"]
    assert all((tmp_path / f"game-{n}.svg").read_text().startswith("<svg") for n in (1, 2))
    done = dicelab("print", "default", "--parts", "board,pieces", "--out", tmp_path / "game.svg")
    assert "game-1.svg" in done.refused()


@pytest.mark.parametrize(
    ("arguments", "names"),
    [
        (("default", "--difficulty", "easy"), "--boards"),
        (("default", "--boards", "3", "--cell", "20"), "--cell"),
        (("--domino", "1:001011", "--boards", "3"), "--domino"),
        (("--domino", "1:001011", "--link", "https://example.org"), "--link"),
        (("default", "--cell", "1000"), "cell 1000"),
        (("default", "--parts", "dice"), "dice"),
        (("default", "--paper", "a3"), "a4"),
        (("--puzzle", "genius-square", "--faces", "6"), "SET"),
        (("nothing-like-this",), "nothing-like-this"),
    ],
)
def test_what_does_not_go_together_is_refused_on_one_line(dicelab, tmp_path, arguments, names):
    file = tmp_path / "game.pdf"
    assert names in dicelab("print", *arguments, "--out", file).refused()
    assert not file.exists()


def test_other_formats_are_refused(dicelab, tmp_path):
    assert ".pdf or .svg" in dicelab("print", "default", "--out", tmp_path / "game.html").refused()


@pytest.mark.slow
def test_boards_that_a_set_rolls_become_a_booklet(dicelab, tmp_path):
    file = tmp_path / "boards.pdf"
    dice = "A1 A2 A3 | B1 B2 B3 | C1 C2 C3"
    line = ("print", dice, "--puzzle", "3x4/3:I1,I2,I3,L3", "--boards", 5, "--seed", 2, "--out", file)
    done = dicelab(*line)
    assert done.code == 0, done
    assert "6 pages" in done.out
    assert "long edge" in done.out
    pages = read_pdf(file.read_bytes())
    assert "that unnamed can roll" in pages[0].text.replace("\n", " ")
    before = file.read_bytes()
    assert dicelab(*line, "--force").code == 0
    assert file.read_bytes() == before


def test_domino_grids_become_a_booklet(dicelab, tmp_path):
    file = tmp_path / "grids.pdf"
    done = dicelab("print", "--domino", "1:001011", "--solutions", "end", "--out", file)
    assert done.code == 0, done
    assert len(read_pdf(file.read_bytes())) == 3
