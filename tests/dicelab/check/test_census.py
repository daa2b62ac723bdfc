"""A certificate of all boards is believed when every orbit is there, and each tiling and each proof right."""

from __future__ import annotations

import hashlib
import itertools
import re
import tracemalloc
import zlib

import pytest
from hypothesis import given, strategies as st

from dicelab.check import CensusReport, CertificateError, check_census
from dicelab.check.census import _Orbits
from dicelab.check.puzzle import puzzle_of, symmetries
from dicelab.verifying.certificate import NO_PROOF, puzzle_fields
from solver.census import board_masks, orbits_of
from solver.polyform import GENIUS_SQUARE, Board, Puzzle
from solver.polyform.symmetry import orbit
from tests.certificate_files import DOMINOES, FIVE, census_file, records_of, rewritten
from tests.strategies import puzzles

PUZZLES = [
    "2x4/2:3*I2",
    "3x3-B2/2:3*I2",
    "2x3/1:I2,L3",
    "4x4/3:I1,I2,I3,L3,O4",
    "1x5/1:2*I2",
    "2x2/0:O4",
    "3x3-A1/2:I3,L3",
]


WHOLE = census_file(DOMINOES)


def checked(folder, data: bytes, *args) -> CensusReport:
    path = folder / "all.certificate"
    path.write_bytes(data)
    return check_census(path, *args)


def problem(folder, records: list[bytes], puzzle: Puzzle = DOMINOES, **fields: object) -> str:
    told = {"orbits": len(records), "unsolvable": sum(b"." in record for record in records)}
    data = rewritten(census_file(puzzle), b"".join(records), **(told | fields))
    report = checked(folder, data)
    assert not report.ok
    assert not report.proved
    assert report.problem is not None
    assert "\n" not in report.problem
    return report.problem


@pytest.mark.parametrize("text", PUZZLES)
def test_what_is_written_is_right(text, tmp_path):
    puzzle = Puzzle.parse(text)
    report = checked(tmp_path, census_file(puzzle))
    assert report.ok
    assert report.boards == report.solvable + report.unsolvable == puzzle.boards
    assert report.orbits == len(orbits_of(puzzle.grid, puzzle.blockers))
    assert report.proofs_unnamed == report.unsolvable_orbits
    assert report.proved == (report.unsolvable == 0)


def test_boards_of_one_colour_are_not_tiled_by_dominoes():
    kinds = set()
    for record in records_of(WHOLE):
        cells = [divmod(cell, 4) for cell in range(8) if record[cell] == ord("#")]
        colours = len({(row + column) % 2 for row, column in cells})
        kinds.add((colours, b"." in record))
    assert kinds == {(1, True), (2, False)}


@given(puzzles(side=3, blockers=3))
def test_the_symmetries_are_those_of_the_grid(puzzle):
    ground = puzzle_of(puzzle_fields(puzzle))
    turns = {tuple(turn) for turn in symmetries(ground)}
    assert turns == set(puzzle.grid.symmetries)
    images = _Orbits(ground).images
    boards = board_masks(0, min(50, puzzle.boards), len(puzzle.grid), puzzle.blockers)
    for board in boards.tolist():
        assert tuple(sorted(set(images(board)))) == orbit(board, puzzle.grid)


def test_every_orbit_is_needed_once(tmp_path):
    records = records_of(WHOLE)
    for number, record in enumerate(records):
        without = records[:number] + records[number + 1 :]
        assert "missing" in problem(tmp_path, without)
        twice = [*records[:number], record, *records[number:]]
        assert f"record {number + 2}" in problem(tmp_path, twice)
        assert "ascending order" in problem(tmp_path, twice)
    for first, second in itertools.pairwise(range(len(records))):
        swapped = list(records)
        swapped[first], swapped[second] = records[second], records[first]
        assert "ascending order" in problem(tmp_path, swapped)


def test_another_board_of_the_orbit_is_refused(tmp_path):
    records = records_of(WHOLE)
    turned = 0
    for number, record in enumerate(records):
        for image in (record[7::-1], record[3::-1] + record[7:3:-1], record[4:8] + record[:4]):
            board = [code == ord("#") for code in image]
            if board != [code == ord("#") for code in record[:8]]:
                changed = [*records[:number], image + record[8:], *records[number + 1 :]]
                assert "not the first of its orbit" in problem(tmp_path, changed)
                turned += 1
    assert turned > 10


def test_every_byte_of_the_records_counts(tmp_path):
    """No other byte in the place of one makes a certificate that is as right; only proofs are not looked at."""
    records = records_of(WHOLE)
    whole = b"".join(records)
    proofs = {match.start() + n for match in re.finditer(NO_PROOF, whole) for n in range(64)}
    refused = 0
    for place in set(range(len(whole))) - proofs:
        for other in set(b"#.123\0") - {whole[place]}:
            body = whole[:place] + bytes([other]) + whole[place + 1 :]
            assert not checked(tmp_path, rewritten(WHOLE, body)).ok
            refused += 1
    assert refused > 300


def test_a_solvable_board_can_be_passed_off_as_unsolvable_only_in_the_name_of_a_proof(tmp_path):
    """What has no tiling here is never called proved without its proof."""
    records = records_of(WHOLE)
    number = next(n for n, record in enumerate(records) if b"." not in record)
    board = bytes(ord("#") if code == ord("#") else ord(".") for code in records[number])
    for proof in (NO_PROOF, b"0" * 64):
        changed = [*records[:number], board + proof, *records[number + 1 :]]
        unsolvable = sum(b"." in record for record in changed)
        report = checked(tmp_path, rewritten(WHOLE, b"".join(changed), unsolvable=unsolvable))
        assert report.ok
        assert not report.proved
    (tmp_path / "proofs").mkdir()
    report = checked(tmp_path, rewritten(WHOLE, b"".join(changed), unsolvable=unsolvable), tmp_path)
    assert report.problem is not None
    assert report.problem.startswith("no proof of board")


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"orbits": 5}, "more records than its header"),
        ({"orbits": 1000}, "fewer records than its header"),
        ({"orbits": -1}, "impossible"),
        ({"orbits": 10**9}, "impossible"),
        ({"unsolvable": 10**9}, "impossible"),
        ({"unsolvable": 0}, "more records than its header"),
        ({"rows": 27}, "wrong size"),
        ({"rows": 4}, "add up to the cells"),
        ({"blockers": 3}, "add up to the cells"),
        ({"blockers": -1}, "add up to the cells"),
        ({"pieces": ["##", "##"]}, "add up to the cells"),
        ({"holes": ["A1"]}, "add up to the cells"),
        ({"name": "x"}, "other fields than"),
        ({"orbits": 10.0}, "'orbits' is not of type int"),
    ],
)
def test_a_header_that_lies_is_refused(fields, message, tmp_path):
    with pytest.raises(CertificateError, match=message):
        checked(tmp_path, rewritten(WHOLE, None, **fields))


def test_the_certificate_of_another_grid_is_refused(tmp_path):
    for fields in ({"rows": 4, "columns": 2}, {"rows": 1, "columns": 8}, {"rows": 8, "columns": 1}):
        report = checked(tmp_path, rewritten(WHOLE, None, **fields))
        assert not report.ok
    records = records_of(WHOLE)
    assert "blockers, not 2" in problem(tmp_path, [records[0].replace(b"#", b"1", 1), *records[1:]])


def test_piece_by_piece_what_overlaps_is_refused(tmp_path):
    records = records_of(census_file(FIVE))
    tiled = next(n for n, record in enumerate(records) if b"." not in record)
    one = records[tiled]
    for label in b"12345":
        where = one.index(label)
        for other in set(b"12345") - {label}:
            changed = one[:where] + bytes([other]) + one[where + 1 :]
            assert "can't cover" in problem(tmp_path, [*records[:tiled], changed, *records[tiled + 1 :]], FIVE)


def test_a_record_of_the_other_kind_is_noticed_by_its_number(tmp_path):
    """2×2 without blockers: as many bytes as 17 tilings, or as one board and a proof."""
    puzzle = Puzzle.parse("2x2/0:O4")
    data = rewritten(census_file(puzzle), b"...." + NO_PROOF, orbits=17, unsolvable=0)
    assert checked(tmp_path, data).problem == "1 records, 1 of them unsolvable: the header says 17 and 0"


@pytest.mark.parametrize("claimed", [4, 1_000_000])
def test_a_zip_bomb_swells_no_memory(claimed, tmp_path):
    pack = zlib.compressobj(9)
    size = 64 << 20 if claimed == 4 else 8 * claimed
    stream = b"".join(pack.compress(b"1" * min(1 << 20, size - at)) for at in range(0, size, 1 << 20)) + pack.flush()
    data = rewritten(WHOLE, b"", orbits=claimed, unsolvable=0)
    tracemalloc.start()
    try:
        with pytest.raises(CertificateError, match="is damaged"):
            checked(tmp_path, b"\n".join(data.split(b"\n")[:3]) + b"\n" + stream)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 3 << 20


def test_damage_weighs_more_than_a_false_claim(tmp_path):
    records = records_of(WHOLE)
    data = rewritten(WHOLE, b"".join(reversed(records)))
    with pytest.raises(CertificateError, match="truncated"):
        checked(tmp_path, data[:-1])
    with pytest.raises(CertificateError, match="bytes follow"):
        checked(tmp_path, data + b"\n")
    checksum = data.split(b"\n")[2]
    with pytest.raises(CertificateError, match="checksum"):
        checked(tmp_path, data.replace(checksum, hashlib.sha256(b"").hexdigest().encode()))


@given(st.sets(st.integers(0, 35), min_size=7, max_size=7))
def test_the_first_board_of_an_orbit_of_the_genius_square(cells):
    board = Board(GENIUS_SQUARE.grid.mask(cells), GENIUS_SQUARE.grid)
    images = _Orbits(puzzle_of(puzzle_fields(GENIUS_SQUARE))).images(board.blockers)
    assert sorted(set(images)) == list(orbit(board.blockers, GENIUS_SQUARE.grid))
