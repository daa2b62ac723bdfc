"""Each verb does what it says, on the real puzzle."""

import json
import os
import random
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import pytest

from dicelab.dice import DiceSet, catalogue_set, dice_set_json, read_dice_set
from dicelab.score import census_loading
from solver.polyform import GENIUS_SQUARE, Board, Puzzle, Tiling
from solver.runs.cache_folder import CACHE_FOLDER

BOARD = "B1 C3 D2 F1 F2 E6 F6"
ROWS = "......\n#.....\n..#...\n.#....\n.....#\n##...#\n"
# A1 and A6 are walled in, and there is one monomino.
UNSOLVABLE = "A2 B1 A5 B6 C3 C4 D3"
BACKENDS = ("bitmask", "cp-sat", "brute-force")


@pytest.fixture
def random_set(tmp_path):
    """A set that is dealt out at random: about 2 % of its boards can't be tiled."""
    cells = list(range(36))
    random.Random(0).shuffle(cells)
    masks = [sum(1 << cell for cell in cells[start::7]) for start in range(7)]
    path = tmp_path / "random.json"
    path.write_text(dice_set_json(DiceSet.of_masks(masks, name="random")), encoding="utf-8")
    return path


@pytest.mark.parametrize(("name", "rolls"), [("default", 62_208), ("theorem-5.3", 93_750)])
def test_verify_proves_the_published_theorems(dicelab, name, rolls):
    done = dicelab("verify", name, "--backend", "bitmask,census", "--json")
    assert done.code == 0
    found = json.loads(done.out)
    assert found["schema"] == "dicelab/verification/1"
    assert found["rolls"] == found["boards"] == rolls
    assert found["always_solvable"]
    assert found["unsolvable_boards"] == []
    assert [backend["name"] for backend in found["backends"]] == ["bitmask", "census"]
    assert dicelab("verify", name).out.startswith(f"Always solvable: all {rolls:,} rolls of {name} ")


def test_verify_shows_the_rolls_that_fail(dicelab, random_set):
    done = dicelab("verify", random_set, "--backend", "census,bitmask", "--json")
    assert done.code == 4
    found = json.loads(done.out)
    assert found["unsolvable"] == len(found["unsolvable_boards"]) > 0
    board = found["unsolvable_boards"][0]
    for backend in BACKENDS:
        assert dicelab("solve", board, "--backend", backend).code == 4
    text = dicelab("verify", random_set).out
    assert "NOT always solvable" in text
    assert board in text
    rows = "\n".join(Board.parse(board, GENIUS_SQUARE.grid).rows().splitlines())
    assert all(row in text for row in rows.splitlines())


@pytest.mark.parametrize(
    ("verb", "what"), [(("verify", "--backend", "census"), "Settling"), (("stats",), "Counting the tilings of")]
)
def test_a_census_that_is_built_on_the_way_is_announced(dicelab, monkeypatch, tmp_path, verb, what):
    monkeypatch.setattr(census_loading, "MANY_BOARDS", 0)
    monkeypatch.setenv(CACHE_FOLDER, str(tmp_path / "cache"))
    path = tmp_path / "dominoes.json"
    path.write_text(dice_set_json(DiceSet.parse("A1 A2 | B1 B2 B3 B4", Puzzle.parse("2x4/2:3*I2"))), encoding="utf-8")
    assert f"{what} all 28 boards (once; kept in {tmp_path / 'cache'}" in dicelab(*verb, path).err
    assert dicelab(*verb, path).err == ""


def test_a_certificate_is_checked_and_a_changed_one_refused(dicelab, tmp_path):
    path = tmp_path / "default.certificate"
    done = dicelab("verify", "default", "--certificate", path)
    assert done.code == 0
    assert done.err.startswith(f"certificate written to {path}; digest of its claim: ")
    checked = dicelab("check", path, "--json")
    assert checked.code == 0
    found = json.loads(checked.out)
    assert found["ok"]
    assert found["rolls"] == found["tilings"] == 62_208
    data = path.read_bytes()
    assert "pass --force" in dicelab("verify", "default", "--certificate", path).refused()
    assert path.read_bytes() == data
    assert dicelab("verify", "default", "--certificate", path, "--force").code == 0
    assert path.read_bytes() == data
    for changed in (data[:-1], data[:5000] + bytes([data[5000] ^ 1]) + data[5001:], b"", data.replace(b"A6", b"A5", 1)):
        path.write_bytes(changed)
        assert str(path) in dicelab("check", path).refused()


def test_a_certificate_of_another_puzzle_shows_it(dicelab, tmp_path):
    # Monominoes tile any board: the name alone would claim far more.
    path, proof = tmp_path / "set.json", tmp_path / "proof"
    fields: dict[str, Any] = {
        "schema": "dicelab/dice-set/1",
        "name": 'default". Proved',
        "puzzle": "6x6/7:29*I1",
        "dice": [["A1", "A2", "A1"], ["A3"], ["A4"], ["A5"], ["A6"], ["B1"], ["B2", "F6"]],
    }
    path.write_text(json.dumps(fields), encoding="utf-8")
    assert dicelab("verify", path, "--certificate", proof).code == 0
    lines = dicelab("check", proof).out.splitlines()
    assert lines[0] == "Claim: every board that these dice can roll can be tiled."
    assert lines[1] == "puzzle: 6x6, 7 blockers, pieces 29*#"
    assert lines[2] == "die 1: A1 A2"
    assert lines[8] == "die 7: B2 F6"
    assert """The file calls them "default'. Proved".""" in lines
    assert lines[-1] == "Proved: always solvable."
    found = json.loads(dicelab("check", proof, "--json").out)
    assert found["puzzle"] == "6x6, 7 blockers, pieces 29*#"
    assert found["dice"][0] == ["A1", "A2"]
    fields |= {"puzzle": "8x8/2:62*I1", "dice": [[f"{row}{n}" for row in "ABCDEFG" for n in range(1, 9)], ["H1"]]}
    path.write_text(json.dumps(fields), encoding="utf-8")
    assert dicelab("verify", path, "--certificate", proof).code == 2
    fields |= {"puzzle": "8x8/8:56*I1", "dice": [[f"{row}{n}" for row in "ABCDEFG" for n in range(1, 9)]]}
    fields["dice"] += [[f"H{n}"] for n in range(1, 8)]
    path.write_text(json.dumps(fields), encoding="utf-8")
    assert dicelab("verify", path, "--certificate", proof, "--force").code == 0
    text = dicelab("check", proof).out
    assert all(len(line) <= 80 for line in text.splitlines())
    assert " ".join(text.split()).count(" ".join(fields["dice"][0])) == 1


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
def test_the_verdict_is_told_though_the_certificate_can_not_be_written(dicelab):
    done = dicelab("verify", "default", "--certificate", "/dev/full")
    assert done.code == 2
    assert done.out.startswith("Always solvable: all 62,208 rolls ")
    assert "can't be written" in done.err
    assert done.err.count("\n") == 1


@pytest.mark.parametrize(
    ("options", "code", "why"), [([], 4, "there is no tiling"), (["--seconds", "0"], 3, "no tiling was found in time")]
)
def test_no_tiling_is_no_picture(dicelab, tmp_path, options, code, why):
    path = tmp_path / "tiling.svg"
    done = dicelab("solve", UNSOLVABLE, "--out", path, *options)
    assert done.code == code
    assert done.err == f"no picture was written to {path}: {why}\n"
    assert not path.exists()


def test_no_certificate_is_written_for_a_set_that_fails(dicelab, tmp_path, random_set):
    done = dicelab("verify", random_set, "--certificate", tmp_path / "no.certificate")
    assert done.code == 4
    assert done.err == "no certificate was written: not every roll has a tiling\n"
    assert not (tmp_path / "no.certificate").exists()


def test_shared_cells_have_to_be_asked_for(dicelab, tmp_path):
    path = tmp_path / "shared.json"
    dice = [["A1", "A2"], ["A1", "A4"]]
    path.write_text(
        json.dumps({"schema": "dicelab/dice-set/1", "puzzle": "2x4/2:3*I2", "dice": dice}), encoding="utf-8"
    )
    for verb in ("roll", "export"):
        assert "cell A1 is on die 1 and on die 2" in dicelab(verb, path).refused()
        assert "--shared-cells" in dicelab(verb, path).err
        assert dicelab(verb, path, "--shared-cells").code in {0, 4}
    found = json.loads(dicelab("verify", path, "--shared-cells", "--json").out)
    assert found["rolls"] == 4
    assert found["collisions"] == 1
    assert found["rolling_again_probability"] == 0.25
    assert found["boards"] == 3
    assert found["shared"] == {"A1": [1, 2]}


def test_a_misprinted_set_is_verified_as_it_is_printed(dicelab, tmp_path):
    path = tmp_path / "shared.json"
    dice = [["A1", "A2"], ["A1", "A4"]]
    text = json.dumps({"schema": "dicelab/dice-set/1", "puzzle": "2x4/2:3*I2", "dice": dice})
    path.write_text(text, encoding="utf-8")
    done = dicelab("verify", path)
    assert "cells on several dice: A1 (dice 1 and 2)\n1 of the 4 rolls show a cell twice" in done.out
    for read in (done, dicelab("verify", "-", stdin=text), dicelab("verify", path, "--shared-cells")):
        assert (read.code, read.out.splitlines()[1:4]) == (done.code, done.out.splitlines()[1:4])
    assert dicelab("rules", path).out == dicelab("rules", path, "--shared-cells").out
    assert "No face differs." in dicelab("diff", path, path).out
    path.write_text(text.replace("A4", "A9"), encoding="utf-8")
    for verb in ("verify", "rules"):
        assert "A9" in dicelab(verb, path).refused()


def test_the_example_board_has_4238_tilings(dicelab):
    # Goralczyk (2024), chapter 4: "all of the 4238 possible solutions were found", after 47 minutes.
    assert dicelab("count", BOARD).out == "4238\n"
    found = json.loads(dicelab("count", "-", "--json", stdin=ROWS).out)
    assert found["tilings"] == 4238
    assert found["exact"]
    every = json.loads(dicelab("solve", BOARD, "--all", "--json").out)
    assert every["status"] == "solved"
    tilings = {Tiling.parse(text, GENIUS_SQUARE) for text in every["tilings"]}
    assert len(tilings) == len(every["tilings"]) == 4238
    assert {tiling.board.format() for tiling in tilings} == {"B1 C3 D2 E6 F1 F2 F6"}


@pytest.mark.parametrize("backend", BACKENDS)
def test_solve_gives_a_tiling_of_the_board(dicelab, backend):
    done = dicelab("solve", BOARD, "--backend", backend)
    assert done.code == 0
    assert Tiling.parse(done.out, GENIUS_SQUARE).board.rows() + "\n" == ROWS
    done = dicelab("solve", UNSOLVABLE, "--backend", backend)
    assert done.code == 4
    assert done.out == "no tiling\n"


@pytest.mark.parametrize("text", [ROWS, ROWS.rstrip(), BOARD, BOARD.lower(), BOARD.replace(" ", ","), f" {BOARD}\n"])
def test_a_board_is_read_from_labels_or_rows(dicelab, text):
    direct = dicelab("solve", BOARD).out
    assert dicelab("solve", "-", stdin=text).out == direct
    assert dicelab("solve", text).out == direct


@pytest.mark.parametrize("backend", BACKENDS)
def test_all_tilings_are_as_many_as_are_counted(dicelab, backend):
    options = ["--puzzle", "4x4/4:I1,I2,I2,I3,L4", "--backend", backend]
    for board, code in (("A1 A4 D1 D4", 0), ("A2 B1 A3 B4", 4)):
        every = json.loads(dicelab("solve", board, "--all", "--json", *options).out)
        count = dicelab("count", board, "--json", *options)
        assert count.code == code
        assert json.loads(count.out)["tilings"] == len(set(every["tilings"])) == len(every["tilings"])
        assert bool(every["tilings"]) == (code == 0)


def test_a_limit_is_kept_and_told(dicelab):
    done = dicelab("solve", BOARD, "--limit", "5")
    assert done.code == 0
    assert len(done.out.split("\n\n")) == 5
    assert done.err == "5 tilings (limit)\n"
    found = json.loads(dicelab("count", BOARD, "--limit", "5", "--json").out)
    assert (found["tilings"], found["exact"], found["status"]) == (5, False, "limit")
    assert "at least 5" in dicelab("count", BOARD, "--limit", "5").out


def test_time_that_ran_out_is_unknown_never_unsolvable(dicelab):
    for backend in BACKENDS:
        done = dicelab("count", UNSOLVABLE, "--seconds", "0", "--backend", backend, "--json")
        assert done.code == 3
        assert json.loads(done.out)["status"] == "unknown"
        assert dicelab("solve", UNSOLVABLE, "--seconds", "0", "--backend", backend).out == "unknown: time ran out\n"


def test_a_tiling_is_drawn_and_not_overwritten(dicelab, tmp_path):
    path = tmp_path / "tiling.svg"
    assert dicelab("solve", BOARD, "--out", path, "--quiet").code == 0
    assert ET.fromstring(path.read_text(encoding="utf-8")).tag.endswith("svg")  # noqa: S314 - written here
    path.write_text("mine", encoding="utf-8")
    assert "pass --force" in dicelab("solve", BOARD, "--out", path).refused()
    assert path.read_text(encoding="utf-8") == "mine"
    assert dicelab("solve", BOARD, "--out", path, "--force", "--quiet").code == 0
    assert path.read_text(encoding="utf-8").startswith("<")


@pytest.mark.parametrize("form", ["json", "csv", "txt", "svg"])
def test_an_export_is_written_or_printed_and_not_overwritten(dicelab, tmp_path, form):
    path = tmp_path / f"set.{form}"
    printed = dicelab("export", "default", "--format", form).out
    assert dicelab("export", "default", "--format", form, "--out", path).out == f"written to {path}\n"
    assert path.read_bytes() == printed.encode()
    found = json.loads(dicelab("export", "default", "--format", form, "--json").out)
    assert found["content"] == printed
    path.write_text("mine", encoding="utf-8")
    assert "pass --force" in dicelab("export", "default", "--format", form, "--out", path).refused()
    assert path.read_text(encoding="utf-8") == "mine"
    assert dicelab("export", "default", "--format", form, "--out", path, "--force").code == 0
    assert path.read_bytes() == printed.encode()
    assert "is a directory" in dicelab("export", "default", "--format", form, "--out", tmp_path, "--force").refused()


@pytest.mark.skipif(os.name != "posix", reason="devices of POSIX")
def test_an_export_to_standard_output_by_its_name_is_the_same_as_without(process):
    done = process("export", "default", "--out", "/dev/stdout")
    assert (done.code, done.err) == (0, "")
    assert done.out == process("export", "default").out
    assert process("export", "default", "--out", "/dev/null").code == 0


@pytest.mark.skipif(os.name != "posix", reason="permissions of POSIX")
def test_a_file_that_may_be_written_but_not_read_is_written(process, tmp_path):
    path = tmp_path / "set.json"
    path.write_text("", encoding="utf-8")
    path.chmod(0o200)
    assert process("export", "default", "--out", path, "--force").code == 0
    assert path.stat().st_size > 0
    assert path.stat().st_mode & 0o777 == 0o200


def test_an_exported_set_is_verified_like_the_set(dicelab, tmp_path):
    path = tmp_path / "mine.json"
    assert dicelab("export", "theorem-5.3", "--out", path).code == 0
    assert read_dice_set(path) == catalogue_set("theorem-5.3")
    assert json.loads(dicelab("verify", path, "--json").out)["rolls"] == 93_750


def test_roll_542_is_goralczyks(dicelab):
    found = json.loads(dicelab("roll", "goralczyk", "--number", "542", "--json").out)
    assert found["board"] == "A2 B6 C1 C6 D4 D5 F1"
    text = dicelab("roll", "goralczyk", "--number", "542").out
    assert text.splitlines()[1:] == [".#....", ".....#", "#....#", "...##.", "......", "#....."]
    # Goralczyk (2024), Table 4.1.
    assert dicelab("count", found["board"]).out == "1656\n"


@pytest.mark.parametrize(("number", "tilings"), [(26880, 812), (57615, 1342), (15176, 1005)])
def test_goralczyks_random_boards(dicelab, number, tilings):
    board = json.loads(dicelab("roll", "goralczyk", "--number", number, "--json").out)["board"]
    assert dicelab("count", board).out == f"{tilings}\n"


def test_a_roll_can_be_solved(dicelab):
    first = dicelab("roll", "default", "--seed", "7")
    assert first.out == dicelab("roll", "default", "--seed", "7").out
    assert first.out != dicelab("roll", "default", "--seed", "8").out
    board, rows = first.out.split("\n", 1)
    assert dicelab("solve", board).out == dicelab("solve", "-", stdin=rows).out
    assert dicelab("solve", board).code == 0


def test_rules_pass_the_published_sets_and_fail_a_random_one(dicelab, random_set):
    for name in ("default", "theorem-5.3"):
        assert dicelab("rules", name).code == 0
    done = dicelab("rules", random_set, "--json")
    assert done.code == 4
    # What the rules reject is not always solvable.
    assert dicelab("verify", random_set, "--quiet").code == 4
