"""A certificate is believed for its tilings alone, and whatever is wrong with it is found and named."""

from __future__ import annotations

import ast
import hashlib
import json
import sys
import tracemalloc
import zlib
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from dicelab import check as package
from dicelab.check import CertificateError, CheckReport, certificate as check, check_certificate, reading
from dicelab.check.puzzle import placements
from dicelab.dice import DiceSet, catalogue_set, roll_masks, roll_number, rolls
from dicelab.errors import DiceError
from dicelab.verifying import certificate_bytes
from dicelab.verifying.certificate import dice_claim
from solver.polyform import GENIUS_SQUARE, Puzzle, Tiling

# What dominoes leave of a board with a Hamiltonian cycle can be any dark and any light cell (Gomory, 1973).
SETS = {
    "one die": ("2x3/1:I2,L3", "A1 A2 A3 B1 B2 B3", False),
    "two dice": ("2x4/2:3*I2", "A1 A3 B2 B4 | A2 A4 B1 B3", False),
    "a hole": ("3x3-B2/2:3*I2", "C3 A1 A3 C1 | A2 B1 B3 C2", False),
    "repeated faces": ("2x3/1:I2,L3", "B3 A1 B3 B3 A1 A2", False),
    "no dice": ("2x2/0:O4", "", False),
    "shared cells": ("2x3/2:I1,L3", "A1 A2 | A2 A1 B1", True),
    "shared by chance": ("2x4/2:3*I2", "A1 A3 | A2 A4", True),
}

# Two rolls written by hand: A1 is left with  #22  and A2 with  2#1
#                                             112              221
HEADER = {
    "name": "by hand",
    "rows": 2,
    "columns": 3,
    "holes": [],
    "blockers": 1,
    "pieces": ["##", "##/#."],
    "dice": [["A1", "A2"]],
    "shared_cells": False,
    "rolls": 2,
}
PAYLOAD = b"#221122#1221"


def dice_set(key: str) -> DiceSet:
    puzzle, dice, shared = SETS[key]
    return DiceSet.parse(dice, Puzzle.parse(puzzle), key, shared_cells=shared)


def tiling(puzzle: Puzzle, board: int) -> list[int]:
    """Try every placement of every piece in turn."""

    def placed(pieces: tuple, covered: int) -> list[int] | None:
        if not pieces:
            return []
        for piece, mask in puzzle.placements:
            if piece == pieces[0] and not mask & covered:
                rest = placed(pieces[1:], covered | mask)
                if rest is not None:
                    return [mask, *rest]
        return None

    found = placed(puzzle.pieces, board)
    assert found is not None
    return found


def masks_of(dice: DiceSet) -> np.ndarray:
    return np.array([tiling(dice.puzzle, board) for board in rolls(dice).boards.tolist()], np.uint64)


def certificate(payload: bytes = PAYLOAD, checksum: str | None = None, **fields: object) -> bytes:
    """Write a certificate without the writer; the checksum is right unless it is given."""
    header = json.dumps(HEADER | fields).encode() + b"\n"
    if checksum is None:
        checksum = hashlib.sha256(header + payload).hexdigest()
    return b"dicelab/certificate/1\n" + header + checksum.encode() + b"\n" + zlib.compress(payload)


def checked(folder: Path, data: bytes) -> CheckReport:
    path = folder / "certificate"
    path.write_bytes(data)
    return check_certificate(path)


def refused(folder: Path, data: bytes) -> str:
    with pytest.raises(CertificateError) as caught:
        checked(folder, data)
    assert str(caught.value).startswith(f"{folder / 'certificate'}: ")
    assert "\n" not in str(caught.value)
    return str(caught.value)


def test_the_checker_imports_the_standard_library_only():
    files = sorted(Path(str(package.__file__)).parent.glob("*.py"))
    assert len(files) > 5
    imported = set()
    for node in (node for file in files for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))):
        if isinstance(node, ast.Import):
            imported |= {name.name.split(".")[0] for name in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0
            own = str(node.module).startswith("dicelab.check")
            imported |= set() if own else {str(node.module).split(".")[0]}
        elif isinstance(node, ast.Name):
            assert node.id not in {"__import__", "importlib", "eval", "exec"}
    assert "zlib" in imported
    assert imported <= sys.stdlib_module_names


def test_the_checker_finds_the_625_placements():
    header = json.loads(certificate_bytes(catalogue_set("default"), np.zeros((0, 9), np.uint64)).split(b"\n")[1])
    points = [(row, column) for row in range(6) for column in range(6)]
    found = [placements(shape, "squares", points) for shape in header["pieces"]]
    assert sum(map(len, found)) == 625
    for piece, places in zip(GENIUS_SQUARE.pieces, found, strict=True):
        assert set(places) == {mask for other, mask in GENIUS_SQUARE.placements if other == piece}


@pytest.mark.parametrize("dice", [catalogue_set("goralczyk"), *map(dice_set, SETS)], ids=lambda dice: dice.name)
def test_the_checker_lists_the_boards_in_the_order_of_rolls(dice):
    empty = certificate_bytes(dice, np.zeros((0, len(dice.puzzle.pieces)), np.uint64))
    claim = check._claim(json.loads(empty.split(b"\n")[1]))
    listed = {number: sum(byte << cell for cell, byte in enumerate(board)) for number, board in check._boards(claim)}
    assert list(listed.values()) == rolls(dice).boards.tolist()
    assert all(roll_number(dice, number) == board for number, board in list(listed.items())[:1000])
    if not dice.shared_cells:
        assert list(listed) == list(range(1, len(roll_masks(dice)) + 1))


@pytest.mark.parametrize("key", SETS)
def test_a_right_certificate_is_accepted(key, tmp_path):
    dice = dice_set(key)
    found = rolls(dice)
    report = checked(tmp_path, certificate_bytes(dice, masks_of(dice)))
    boards = len(found.boards)
    assert boards > 0
    cells = tuple(tuple(dict.fromkeys(faces)) for faces in dice.labels())
    assert report == CheckReport(
        key, report.puzzle, dice_claim(dice), cells, found.rolls, boards, boards, ok=True, problem=None
    )


@pytest.mark.parametrize("key", SETS)
def test_the_same_tilings_give_the_same_bytes(key):
    dice = dice_set(key)
    assert certificate_bytes(dice, masks_of(dice)) == certificate_bytes(dice, masks_of(dice))


def test_a_certificate_reads_as_its_tilings():
    dice = dice_set("two dice")
    masks = masks_of(dice)
    magic, header, checksum, stream = certificate_bytes(dice, masks).split(b"\n", 3)
    payload = zlib.decompress(stream).decode()
    assert magic == b"dicelab/certificate/1"
    assert checksum.decode() == hashlib.sha256(header + b"\n" + payload.encode()).hexdigest()
    fields = json.loads(header)
    assert fields["rolls"] == len(payload) / 8 == len(masks) == 16
    assert fields["pieces"] == ["##"] * 3
    for row, start in zip(masks.tolist(), range(0, len(payload), 8), strict=True):
        text = f"{payload[start : start + 4]}\n{payload[start + 4 : start + 8]}"
        assert Tiling.parse(text, dice.puzzle).masks == tuple(row)


def test_a_certificate_written_by_hand_is_accepted(tmp_path):
    assert checked(tmp_path, certificate()) == CheckReport(
        "by hand",
        "2x3, 1 blocker, pieces ##, ##/#.",
        dice_claim(DiceSet.parse("A1 A2", Puzzle.parse("2x3/1:I2,L3"))),
        (("A1", "A2"),),
        2,
        2,
        2,
        ok=True,
        problem=None,
    )


@pytest.mark.parametrize(
    ("puzzle", "dice", "says"),
    [
        ("6x6/7:29*I1", "A1 | A2 | A3 | A4 | A5 | A6 | B1", "6x6, 7 blockers, pieces 29*#"),
        ("3x3-B2/2:3*I2", "A1 | A2", "3x3 without B2, 2 blockers, pieces 3*##"),
        ("2x3-B2,B3/0:I1,L3", "", "2x3 without B2 B3, 0 blockers, pieces #, ##/#."),
        ("2x3-B1,B2,B3,A3/0:I2", "", "2x3 with no cells but A1 A2, 0 blockers, pieces ##"),
    ],
)
def test_the_report_says_what_the_claim_is_of(puzzle, dice, says, tmp_path):
    dice = DiceSet.parse(dice, Puzzle.parse(puzzle), "default")
    report = checked(tmp_path, certificate_bytes(dice, masks_of(dice)))
    assert report.ok
    assert report.puzzle == says


def test_equal_pieces_may_change_places(tmp_path):
    dice = dice_set("two dice")
    assert checked(tmp_path, certificate_bytes(dice, masks_of(dice)[:, [2, 0, 1]])).ok


def test_pieces_may_be_as_many_as_there_are_labels(tmp_path):
    dice = DiceSet.parse("A1 H8 | B2 | C3 | D4 | E5", Puzzle.parse("8x8/5:59*I1"))
    masks = masks_of(dice)
    report = checked(tmp_path, certificate_bytes(dice, masks))
    assert report.ok
    assert masks.shape == (2, 59)
    wrong = masks.copy()
    wrong[1, 58] = wrong[1, 57]
    assert not checked(tmp_path, certificate_bytes(dice, wrong)).ok


# ------------------------------------------------------------------------------------------- false claims

ROLL_1, ROLL_2 = PAYLOAD[:6], PAYLOAD[6:]


@pytest.mark.parametrize(
    ("payload", "fields", "right", "problem"),
    [
        (ROLL_1, {"rolls": 1}, 1, "roll 2 (A2): its tiling is missing"),
        (ROLL_2, {"rolls": 1}, 0, "roll 1 (A1): its tiling blocks A2, which is roll 2"),
        (b"", {"rolls": 0}, 0, "roll 1 (A1): its tiling is missing"),
        (ROLL_1 + ROLL_1, {}, 1, "roll 2 (A2): its tiling blocks A1, which is roll 1"),
        (ROLL_2 + ROLL_1, {}, 0, "roll 1 (A1): its tiling blocks A2, which is roll 2"),
        (PAYLOAD + ROLL_2, {"rolls": 3}, 2, "3 tilings for 2 boards"),
        (ROLL_1 * 2 + ROLL_2, {"rolls": 3}, 1, "roll 2 (A2): its tiling blocks A1, which is roll 1"),
        (PAYLOAD, {"dice": [["A1", "A3"]]}, 1, "roll 2 (A3): its tiling blocks A2, which is no roll"),
        (PAYLOAD, {"dice": [["A2", "A1"]]}, 0, "roll 1 (A2): its tiling blocks A1, which is roll 2"),
        (PAYLOAD, {"dice": [["A1", "A2", "A3"]]}, 2, "roll 3 (A3): its tiling is missing"),
        (PAYLOAD, {"dice": [["A1"]]}, 1, "2 tilings for 1 boards"),
        (PAYLOAD, {"pieces": ["##/#.", "##"]}, 0, "roll 1 (A1): piece ##/#. can't cover B1 B2"),
        (PAYLOAD, {"pieces": ["##", "###"]}, 0, "roll 1 (A1): piece ### can't cover A2 A3 B3"),
        (b"#22121" + ROLL_2, {}, 0, "roll 1 (A1): piece ## can't cover B1 B3"),
        (b"#22222" + ROLL_2, {}, 0, "roll 1 (A1): piece ## can't cover no cell"),
        (b"#12112" + ROLL_2, {}, 0, "roll 1 (A1): piece ## can't cover A2 B1 B2"),
        (b"#22132" + ROLL_2, {}, 0, "roll 1 (A1): piece ## can't cover B1"),
        (b"#2\xff112" + ROLL_2, {}, 0, "roll 1 (A1): piece ##/#. can't cover A2 B3"),
        (b"##2112" + ROLL_2, {}, 0, "roll 1 (A1): its tiling blocks A1 A2, which is no roll"),
        (b"122112" + ROLL_2, {}, 0, "roll 1 (A1): its tiling blocks no cell, which is no roll"),
        (b".22112" + ROLL_2, {}, 0, "roll 1 (A1): its tiling blocks no cell, which is no roll"),
    ],
)
def test_a_false_claim_is_named(payload, fields, right, problem, tmp_path):
    report = checked(tmp_path, certificate(payload, **fields))
    assert not report.ok
    assert report.problem is not None
    assert report.problem.startswith(problem)
    assert report.tilings == right


def test_every_roll_of_many_is_needed(tmp_path):
    dice = dice_set("two dice")
    masks = masks_of(dice)
    for number in range(len(masks)):
        other = (number + 1) % len(masks)
        without = np.delete(masks, number, 0)
        twice = np.insert(masks, number, masks[number], 0)
        swapped = masks.copy()
        swapped[[number, other]] = masks[[other, number]]
        replaced = masks.copy()
        replaced[number] = masks[other]
        for wrong in (without, twice, swapped, replaced):
            report = checked(tmp_path, certificate_bytes(dice, wrong))
            assert not report.ok
            assert report.tilings >= min(number, other)


def test_every_other_placement_is_refused(tmp_path):
    """One piece of one tiling is moved to each other place: on a blocker, on a piece, or both."""
    dice = dice_set("one die")
    masks = masks_of(dice)
    moved = 0
    for number, column in np.ndindex(*masks.shape):
        for piece, place in dice.puzzle.placements:
            if piece == dice.puzzle.pieces[column] and place != masks[number, column]:
                wrong = masks.copy()
                wrong[number, column] = place
                report = checked(tmp_path, certificate_bytes(dice, wrong))
                assert not report.ok
                assert report.problem is not None
                assert report.problem.startswith(f"roll {number + 1} (")
                moved += 1
    assert moved == 6 * (7 - 1 + 8 - 1)  # 7 places of a domino and 8 of an L-tromino on 2×3


# On 2×3, a monomino and an L-tromino. The rolls A1 A1 and A2 A2 collide, and A2 A1 gives the board of A1 A2.
SHARED: dict[str, Any] = {
    "blockers": 2,
    "pieces": ["#", "##/#."],
    "dice": [["A1", "A2"], ["A2", "A1", "B1"]],
    "shared_cells": True,
    "rolls": 3,
}
BOARDS = [b"##2122", b"#12#22", b"1#2#22"]


def test_shared_cells_count_each_board_once(tmp_path):
    assert checked(tmp_path, certificate(b"".join(BOARDS), **SHARED)) == CheckReport(
        "by hand",
        "2x3, 2 blockers, pieces #, ##/#.",
        dice_claim(DiceSet.parse("A1 A2 | A2 A1 B1", Puzzle.parse("2x3/2:I1,L3"), shared_cells=True)),
        (("A1", "A2"), ("A2", "A1", "B1")),
        6,
        3,
        3,
        ok=True,
        problem=None,
    )


@pytest.mark.parametrize(
    ("boards", "problem"),
    [
        ([0, 1, 0, 2], "roll 6 (A2 B1): its tiling blocks A1 A2, which is roll 1"),
        ([0, 0, 1, 2], "roll 3 (A1 B1): its tiling blocks A1 A2, which is roll 1"),
        ([1, 0, 2], "roll 1 (A1 A2): its tiling blocks A1 B1, which is roll 3"),
        ([0, 1], "roll 6 (A2 B1): its tiling is missing"),
        ([0, 2, 1], "roll 3 (A1 B1): its tiling blocks A2 B1, which is roll 6"),
        ([0, 1, 2, 2], "4 tilings for 3 boards"),
    ],
)
def test_with_shared_cells_every_board_is_there_once(boards, problem, tmp_path):
    data = certificate(b"".join(BOARDS[n] for n in boards), **(SHARED | {"rolls": len(boards)}))
    report = checked(tmp_path, data)
    assert not report.ok
    assert report.problem is not None
    assert report.problem.startswith(problem)


def test_dice_that_always_collide_prove_nothing(tmp_path):
    report = checked(tmp_path, certificate(b"", **(SHARED | {"dice": [["A1"], ["A1"]], "rolls": 0})))
    assert (report.ok, report.boards) == (False, 0)
    assert report.problem == "every roll shows a cell twice: there is no board to tile"


# ------------------------------------------------------------------------------------------- damaged files


@pytest.mark.parametrize("key", ["one die", "two dice", "repeated faces"])
def test_every_flipped_bit_is_refused_but_an_idle_one_of_zlib(key, tmp_path):
    data = certificate_bytes(dice_set(key), masks_of(dice_set(key)))
    stream = len(data) - len(data.split(b"\n", 3)[3])
    accepted = 0
    for place in range(len(data)):
        for bit in range(8):
            changed = bytearray(data)
            changed[place] ^= 1 << bit
            if place < stream:
                refused(tmp_path, bytes(changed))
                continue
            try:
                assert checked(tmp_path, bytes(changed)).ok
            except CertificateError:
                continue
            accepted += 1
            assert zlib.decompress(changed[stream:]) == zlib.decompress(data[stream:])
    assert 0 < accepted < 100


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b'"repeated faces"', b'"other faces"'),
        (b'["B3","A1","B3","B3","A1","A2"]', b'["B3","A1","A1","B3","A1","A2"]'),
        (b'["B3","A1","B3","B3","A1","A2"]', b'["B3","A1","A2"]'),
        (b'"##/#."', b'".#/##"'),
        (b'"rows":2,"columns":3', b'"columns":3,"rows":2'),
        (b'"rows":2', b'"rows": 2'),
        (b"}\n", b"}\r\n"),
    ],
)
def test_a_header_that_claims_the_same_is_not_the_same(old, new, tmp_path):
    data = certificate_bytes(dice_set("repeated faces"), masks_of(dice_set("repeated faces")))
    assert data.count(old) == 1
    assert "its checksum differs" in refused(tmp_path, data.replace(old, new))


@pytest.mark.parametrize("key", ["one die", "shared cells"])
def test_every_truncation_is_noticed(key, tmp_path):
    data = certificate_bytes(dice_set(key), masks_of(dice_set(key)))
    for length in range(len(data)):
        refused(tmp_path, data[:length])


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "is empty"),
        (b"\n", "is not a certificate"),
        (b"\x89PNG\r\n\x1a\n" + bytes(1000), "is not a certificate"),
        (b"{}", "is not a certificate"),
        (b"x" * 1_000_000, "is not a certificate"),
        (b"dicelab/certificate/0\n", "is not a certificate"),
        (b"dicelab/certificate/1\r\n", "is not a certificate"),
        (b"dicelab/certificate/1", "is not a certificate"),
        (
            certificate().replace(b"/1\n", b"/3\n"),
            "is dicelab/certificate/3, but this program reads dicelab/certificate/1 and dicelab/certificate/2",
        ),
        (certificate().replace(b"/1\n", b"/2\n"), "other fields than name, lattice"),
        (b"dicelab/certificate/99\nwhatever", "this program reads dicelab/certificate/1"),
        (b"dicelab/certificate/1\n", "truncated in its header"),
        (b"dicelab/certificate/1\n{", "truncated in its header"),
        (b"dicelab/certificate/1\n" + b" " * (1 << 20) + b"{}\n", "longer than 1 MiB"),
        (b"dicelab/certificate/1\n\n", "is not JSON"),
        (b"dicelab/certificate/1\n\xff\n", "is not JSON"),
        (b"dicelab/certificate/1\n" + b"[" * 100_000 + b"\n", "is not JSON"),
        (b'dicelab/certificate/1\n{"rolls": 1' + b"0" * 10_000 + b"}\n", "is not JSON"),
        (b"dicelab/certificate/1\n[]\n", "not a JSON object"),
        (certificate(note=1), "other fields than"),
        (certificate().replace(b'"rows": 2', b'"rows": 2, "rows": 2'), "repeats a key"),
        (certificate().replace(b'"rows": 2, ', b""), "other fields than"),
        (certificate(name=None), "'name' is not of type str"),
        (certificate(rows=2.0), "'rows' is not of type int"),
        (certificate(rows=True), "'rows' is not of type int"),
        (certificate(columns="3"), "'columns' is not of type int"),
        (certificate(shared_cells=0), "'shared_cells' is not of type bool"),
        (certificate(dice={}), "'dice' is not of type list"),
        (certificate(rolls=None), "'rolls' is not of type int"),
        (certificate(rows=0), "grid of a wrong size"),
        (certificate(rows=-2), "grid of a wrong size"),
        (certificate(columns=10**18), "grid of a wrong size"),
        (certificate(rows=12, columns=11), "grid of 132 cells"),
        (certificate(holes=["C1"]), "'C1' in 'holes'"),
        (certificate(holes=[["A1"]]), "other than text in 'holes'"),
        (certificate(holes=["A1", "A2", "A3", "B1", "B2", "B3"]), "grid of 0 cells"),
        (certificate(holes=["B3"]), "add up to the cells"),
        (certificate(columns=4), "add up to the cells"),
        (certificate(pieces=[]), "has 0 pieces"),
        (certificate(pieces=["#"] * 60), "has 60 pieces"),
        (certificate(pieces=["##", ""]), "not a shape"),
        (certificate(pieces=["##", "..."]), "not a shape"),
        (certificate(pieces=["##", "##/#"]), "not a shape"),
        (certificate(pieces=["##", "##//#."]), "not a shape"),
        (certificate(pieces=["##", "L3"]), "not a shape"),
        (certificate(pieces=["##", 3]), "not a shape"),
        (certificate(pieces=["##", "##"]), "add up to the cells"),
        (certificate(blockers=2), "has 1 dice"),
        (certificate(blockers=-1), "has 1 dice"),
        (certificate(dice=[]), "has 0 dice"),
        (certificate(dice=[["A1"], ["A2"]]), "has 2 dice"),
        (certificate(dice=[["A1"], ["A2"]], blockers=2), "add up to the cells"),
        (certificate(dice=["A1"]), "without a list of faces"),
        (certificate(dice=[[]]), "without a list of faces"),
        (certificate(dice=[["A1", "A4"]]), "'A4' in 'dice'"),
        (certificate(dice=[["A1", "a2"]]), "'a2' in 'dice'"),
        (certificate(dice=[["A1", 1]]), "other than text in 'dice'"),
        (certificate(**(SHARED | {"shared_cells": False})), "a cell on two dice"),
        (certificate(rolls=-1), "number of rolls"),
        (certificate(rolls=10**18), "number of rolls"),
        (certificate(sha256="0" * 64), "other fields than"),
        (certificate(checksum=""), "no SHA-256"),
        (certificate(checksum="A" * 64), "no SHA-256"),
        (certificate(checksum="0" * 63), "no SHA-256"),
        (certificate(checksum="0" * 65), "no SHA-256"),
        (certificate(checksum="0" * 64 + "\r"), "no SHA-256"),
        (certificate(checksum="0" * 64), "its checksum differs"),
        (certificate(checksum=hashlib.sha256(PAYLOAD).hexdigest()), "its checksum differs"),
        (certificate(rolls=1), "more tilings than its header says"),
        (certificate(rolls=3), "fewer tilings than its header says"),
        (certificate(PAYLOAD[:-1]), "fewer tilings than its header says"),
        (certificate(PAYLOAD + b"1"), "more tilings than its header says"),
        (certificate() + b"\n", "bytes follow its end"),
        (certificate() + bytes(1_000_000), "bytes follow its end"),
        (certificate() + zlib.compress(PAYLOAD), "bytes follow its end"),
        (certificate()[:-1], "is truncated"),
        (certificate()[:-1] + b"\x00", "is damaged"),
        (b"\n".join([*certificate().split(b"\n")[:3], PAYLOAD]), "is damaged"),
    ],
)
def test_what_is_no_certificate_is_refused_in_one_line(data, message, tmp_path):
    assert message in refused(tmp_path, data)


def test_more_rolls_than_can_be_listed_are_refused(tmp_path):
    cells = [f"{row}{column + 1}" for row in "ABCDEFGH" for column in range(8)]
    dice = [cells[start : start + 3] for start in range(0, 63, 3)]
    data = certificate(rows=8, columns=8, blockers=21, dice=dice, pieces=["###"] + ["####"] * 10)
    assert "number of rolls" in refused(tmp_path, data)


def test_damage_weighs_more_than_a_false_claim(tmp_path):
    assert "checksum" in refused(tmp_path, certificate(ROLL_2 + ROLL_1, "0" * 64))
    assert "truncated" in refused(tmp_path, certificate(ROLL_2 + ROLL_1)[:-1])


@pytest.mark.parametrize("block", [1, 2, 5, len(zlib.compress(PAYLOAD))])
def test_the_verdict_does_not_depend_on_where_reading_pauses(block, tmp_path, monkeypatch):
    monkeypatch.setattr(reading, "BLOCK", block)
    assert checked(tmp_path, certificate()).ok
    assert "bytes follow its end" in refused(tmp_path, certificate() + b"\n")
    assert "is truncated" in refused(tmp_path, certificate()[:-1])
    assert "checksum" in refused(tmp_path, certificate(checksum="0" * 64))


@pytest.mark.parametrize("path", ["missing", "", "x" * 5000, "a\0b"])
def test_what_is_no_file_is_refused(path, tmp_path):
    with pytest.raises(CertificateError, match=r"no such file|can't be read|is a directory"):
        check_certificate(tmp_path / path)


def test_a_name_is_shown_on_one_line(tmp_path):
    report = checked(tmp_path, certificate(name="two\nlines\ud800\x1b[31m"))
    assert report.ok
    assert report.name == r"two\nlines\ud800\x1b[31m"
    assert checked(tmp_path, certificate(name="Würfel")).name == "Würfel"


@pytest.mark.parametrize("claimed", [2, 1_000_000])
def test_a_zip_bomb_swells_no_memory(claimed, tmp_path):
    """64 MB of zeros in 64 kB, more than the header says; and 6 MB of which the header speaks."""
    pack = zlib.compressobj(9)
    swollen = bytes(1 << 20)
    size = 64 << 20 if claimed == 2 else 6 * claimed
    stream = b"".join(pack.compress(swollen[: min(1 << 20, size - at)]) for at in range(0, size, 1 << 20))
    data = b"\n".join(certificate(rolls=claimed).split(b"\n")[:3]) + b"\n" + stream + pack.flush()
    tracemalloc.start()
    try:
        assert "is damaged" in refused(tmp_path, data)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 2 << 20


# ------------------------------------------------------------------------------------------- the writer


def test_the_writer_wants_a_column_for_each_piece():
    with pytest.raises(ValueError, match="one column for each of 2 pieces"):
        certificate_bytes(dice_set("one die"), np.zeros((6, 3), np.uint64))


def test_the_writer_refuses_what_the_checker_would_not_read():
    puzzle, dice, _ = SETS["one die"]
    with pytest.raises(DiceError, match="shorter name"):
        certificate_bytes(DiceSet.parse(dice, Puzzle.parse(puzzle), "n" * (1 << 20)), np.zeros((6, 2), np.uint64))
