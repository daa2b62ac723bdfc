"""``dicelab explain``: exit status, text, JSON and picture."""

import json
import xml.etree.ElementTree as ET

import pytest

SOLVABLE = "B1 C3 D2 F1 F2 E6 F6"
ISOLATED = "A2 B1 A5 B6 C3 C4 D3"
CASES = "A2 A5 B1 B3 D6 E1 E5"


def test_a_reason_is_exit_0_and_marks_the_cells_at_fault(dicelab):
    done = dicelab("explain", ISOLATED)
    assert done.code == 0
    assert done.err == ""
    assert "\nA  x # . . # x\n" in done.out
    assert "A1 and A6 stand alone" in done.out


def test_a_solvable_board_is_exit_1_with_a_tiling(dicelab, tmp_path):
    path = tmp_path / "none.svg"
    done = dicelab("explain", SOLVABLE, "--json", "--out", path)
    assert done.code == 4
    found = json.loads(done.out)
    assert found["schema"] == "dicelab/explain/1"
    assert found["verdict"] == "solvable"
    assert len(found["tiling"].splitlines()) == 6
    assert not path.exists()
    assert "no picture was written" in done.err


def test_cases_are_told_in_words_and_as_json(dicelab):
    text = dicelab("explain", CASES).out
    assert "Every tiling has to cover the cell E6. A piece can cover it in 4 ways" in text
    assert max(map(len, text.splitlines())) <= 80
    longer = dicelab("explain", CASES, "-v").out
    assert len(longer) > len(text)
    assert max(map(len, longer.splitlines())) <= 80
    found = json.loads(dicelab("explain", CASES, "--json").out)
    assert found["size"] == {"leaves": 4, "branches": 1, "depth": 1, "fewest_leaves_of_its_depth": True}
    assert [case["piece"] for case in found["tree"]["cases"]] == ["L4", "L3", "I2", "I1"]


@pytest.mark.parametrize("board", [ISOLATED, CASES, "A5 B2 B4 C3 D2 E1 E6"])
def test_a_picture_is_written_once(dicelab, tmp_path, board):
    path = tmp_path / "why.svg"
    assert dicelab("explain", board, "--out", path, "--quiet").out == ""
    data = path.read_bytes()
    ET.fromstring(data)  # noqa: S314 - our own output
    assert "pass --force" in dicelab("explain", board, "--out", path).refused()
    assert dicelab("explain", board, "--out", path, "--force", "--quiet").code == 0
    assert path.read_bytes() == data


def test_rows_on_standard_input_and_another_puzzle(dicelab):
    done = dicelab("explain", "-", "--puzzle", "2x4/2:2*I3", stdin="..#.\n..#.\n")
    assert done.code == 0
    assert "A4 B4 is a pair of cells that is cut off" in done.out


def test_bad_input_and_limits(dicelab):
    assert "6 blockers" in dicelab("explain", "A1 A2 A3 A4 A5 A6").refused()
    assert "is not a cell" in dicelab("explain", "Z9").refused()
    assert dicelab("explain", CASES, "--seconds", "0").code == 3
    assert "--positions" in dicelab("explain", CASES, "--positions", "0").refused()


def test_no_tiling_without_a_reason_is_exit_3_and_not_unknown(dicelab, tmp_path):
    path = tmp_path / "none.svg"
    done = dicelab("explain", CASES, "--positions", "3", "--out", path)
    assert done.code == 3
    assert done.out.startswith("There is no tiling: the search finds none")
    assert "no reason was found" in done.err
    assert not path.exists()
    found = json.loads(dicelab("explain", CASES, "--positions", "3", "--json").out)
    assert found["verdict"] == "unexplained"
    assert found["search_nodes"] > 0
    unknown = dicelab("explain", CASES, "--seconds", "0")
    assert unknown.out == "Unknown whether there is a tiling: the limit was reached.\n"
