"""The page of the formats says what is written."""

from __future__ import annotations

import re
import zlib
from pathlib import Path

import pytest

from dicelab import check
from dicelab.check import census, certificate, check_certificate, proof_files
from dicelab.check.puzzle import FIELDS, LABELS, LATTICES, MOST_CELLS
from solver.exact_cover.formula import formula_of
from solver.polyform import Board, Puzzle
from solver.polyform.puzzle import COPY_LABELS
from tests.certificate_files import calendar_certificate, dice_certificate

PAGE = (Path(check.__file__).with_name("FORMAT.md")).read_text(encoding="utf-8")


def block(name: str) -> list[str]:
    """Return the lines of the code block behind a marker."""
    found = re.search(rf"<!-- {name} -->\n```\n(.*?)```", PAGE, re.DOTALL)
    assert found is not None
    return found[1].splitlines()


def dump() -> bytes:
    return b"".join(bytes.fromhex(line[6:53]) for line in block("dump"))


def test_the_dump_is_what_the_writer_writes(tmp_path):
    written = dice_certificate()
    stream = written.index(b"\n", 0xA2) + 1
    assert dump()[:stream] == written[:stream]
    # Another release of zlib may pack it otherwise.
    assert zlib.decompress(dump()[stream:]) == zlib.decompress(written[stream:]) == b"#221122#1221"
    path = tmp_path / "dumped"
    path.write_bytes(dump())
    assert check_certificate(path).ok


def test_the_dump_shows_its_bytes():
    for number, line in enumerate(block("dump")):
        row = dump()[16 * number : 16 * number + 16]
        shown = "".join(chr(code) if 32 <= code < 127 else "." for code in row)
        assert line == f"{16 * number:04x}  {row.hex(' '):<47}  {shown}"


def test_the_places_of_its_parts():
    data = dump()
    assert data[:0x16] == b"dicelab/certificate/1\n"
    assert data[0x16:0xA2].endswith(b"}\n")
    assert data[0xA2:0xE3].endswith(b"\n")
    assert zlib.decompress(data[0xE3:]) == b"#221122#1221"
    assert data[-4:] == zlib.adler32(b"#221122#1221").to_bytes(4, "big")


def test_the_example_of_version_2_is_what_the_writer_writes():
    magic, header, _, stream = calendar_certificate().split(b"\n", 3)
    assert magic == b"dicelab/certificate/2"
    told, *tilings = block("version 2")
    assert (told.encode(), "".join(tilings).encode()) == (header, zlib.decompress(stream))


def test_the_formula_is_that_of_the_board():
    puzzle = Puzzle.parse("1x5/1:2*I2")
    problem, _ = puzzle.board_problem(Board.parse("A5", puzzle.grid).blockers)
    lines = formula_of(problem).dimacs().splitlines()
    assert block("formula") == [line for line in lines if not line.startswith("c")]
    assert [line for line in lines if line.startswith("c variable")] == [
        "c variable 1: A1 A2 piece I2",
        "c variable 2: A2 A3 piece I2",
        "c variable 3: A3 A4 piece I2",
    ]


@pytest.mark.parametrize(
    "kinds",
    [
        *certificate.KINDS.values(),
        *census.KINDS.values(),
        *proof_files.KINDS.values(),
        proof_files.FILES["cnf"],
    ],
)
def test_every_field_is_explained(kinds):
    for field in kinds:
        assert f"`{field}`" in PAGE


def test_names_and_limits():
    assert f"`{LABELS}`" in PAGE
    assert LABELS == COPY_LABELS
    for version in FIELDS:
        for magic in (certificate.MAGIC, census.MAGIC, proof_files.REFUTATION, proof_files.COUNT):
            assert PAGE.count(f"`{magic}/{version}`") >= 1
    assert list(proof_files.SCHEMAS.values()) == [*FIELDS, *FIELDS]
    for lattice in LATTICES:
        assert f"`{lattice}`" in PAGE
    assert certificate.MOST_SHARED == census.MOST_ORBITS
    assert PAGE.count(f"{certificate.MOST_ROLLS:,}") == 1
    assert PAGE.count(f"{census.MOST_ORBITS:,}") == 2
    assert PAGE.count(f"1 to {MOST_CELLS}") == 2
