"""Every verb that takes a puzzle takes a name, a text or a file."""

import json

import pytest

from solver.polyform import GENIUS_SQUARE, Puzzle
from solver.polyform.puzzle_file import puzzle_file_bytes
from solver.polyform.puzzle_parsing import PuzzleFile

SMALL = Puzzle.parse("2x4/2:3*I2")
EVOLVE = ["evolve", "--sizes", "4,4", "--population", "8", "--generations", "2"]


@pytest.fixture
def small(tmp_path):
    path = tmp_path / "small.json"
    path.write_bytes(puzzle_file_bytes(PuzzleFile(SMALL, "Small")))
    return path


@pytest.mark.parametrize("verb", ["count", "solve"])
def test_a_file_is_the_puzzle_in_it(dicelab, small, verb):
    by_file = dicelab(verb, "A1 A4", "--puzzle", small, "--json")
    assert by_file.code == 0
    assert by_file == dicelab(verb, "A1 A4", "--puzzle", SMALL.format(), "--json")
    assert json.loads(by_file.out)["puzzle"] == SMALL.format()


def test_a_file_of_the_genius_square(dicelab, tmp_path):
    path = tmp_path / "square"
    path.write_bytes(puzzle_file_bytes(PuzzleFile(GENIUS_SQUARE)))
    assert dicelab("count", "B1 C3 D2 F1 F2 E6 F6", "--puzzle", path).out == "4238\n"


def test_a_run_keeps_the_puzzle_and_not_its_file(dicelab, small, tmp_path):
    out = tmp_path / "run"
    first = dicelab(*EVOLVE, "--puzzle", small, "--out", out, "--json")
    assert first.code in {0, 3}
    assert json.loads(first.out)["settings"]["puzzle"] == f"{SMALL.format()};title=Small"
    again = dicelab("evolve", "--resume", out, "--puzzle", small, "--json")
    small.unlink()
    gone = dicelab("evolve", "--resume", out, "--json")
    found = [{**json.loads(done.out), "seconds": 0} for done in (first, again, gone)]
    assert found[0] == found[1] == found[2]
    assert dicelab("evolve", "--resume", out, "--puzzle", "2x3/2:O4").refused().startswith("--puzzle 2x3/2:O4")


@pytest.mark.parametrize("verb", ["count", "solve", "evolve"])
@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("gone.json", "gone.json: no such file"),
        ("genius-sqare", "did you mean genius-square?"),
        ("6x6/-1:I1", "'-1' blockers"),
        ("6x6/8:I1,I2", "use 33 blockers"),
        ("6x6/7:Q9", "'Q9' is not a piece"),
        ("1x4/1:L3", "does not fit"),
        ("6x6/36:", "is not a puzzle"),
        ("6x6/1:99999*I1", "not a number of pieces"),
    ],
)
def test_no_puzzle(dicelab, tmp_path, monkeypatch, verb, text, says):
    monkeypatch.chdir(tmp_path)
    board = [] if verb == "evolve" else ["A1"]
    assert says in dicelab(verb, *board, "--puzzle", text).refused()
    assert not list(tmp_path.iterdir())


def test_a_file_that_is_no_puzzle(dicelab, small):
    small.write_text(json.dumps({"schema": "dicelab/puzzle/1", "grid": "2x4", "blockers": 2, "pieces": ["I2"]}))
    assert (
        f"{small}: line 1, pieces: the pieces cover 2 cells" in dicelab("count", "A1 A4", "--puzzle", small).refused()
    )


def test_no_blockers_and_many_cells(dicelab):
    assert dicelab("count", "", "--puzzle", "2x2/0:O4").out == "1\n"
    assert dicelab("count", "A1 A2 A3 A4 A5", "--puzzle", "5x13/5:15*I4").out == "64\n"
    assert "at most 64" in dicelab("evolve", "--puzzle", "5x13/5:15*I4", "--sizes", "5,5,5,5,5").refused()
