"""The census that comes with the package is the one that is counted here, byte for byte."""

import json
import zlib
from pathlib import Path

import numpy as np
import pytest

from solver.census import Content, build_census, is_packed, packed
from solver.census.census_file import census_path, file_bytes
from solver.census.packed import packed_bytes, packed_path, unpack, unpacked
from solver.census.shards import WrongCensusError
from solver.errors import StorageError
from solver.polyform import GENIUS_SQUARE, Puzzle
from solver.runs import jit
from solver.runs.storage import headed

SMALL = Puzzle.parse("3x4/3:I1,I2,I3,L3")


def small_census(folder):
    return build_census(SMALL, Content.TILINGS, folder=folder, method="searches")


def whole(census):
    return file_bytes(census.puzzle, Content.TILINGS, census.orbits, census.answers)


@pytest.mark.slow
def test_what_is_packed_is_what_is_counted(counted_tilings):
    assert unpacked(packed_path(GENIUS_SQUARE).read_bytes(), GENIUS_SQUARE) == whole(counted_tilings)


def test_what_it_says_of_solvability_is_what_a_walk_says(census):
    found = unpacked(packed_path(GENIUS_SQUARE).read_bytes(), GENIUS_SQUARE, Content.SOLVABILITY)
    assert found == file_bytes(GENIUS_SQUARE, Content.SOLVABILITY, census.orbits, census.answers)


@pytest.mark.parametrize("factor", [1, 1 << 20, 1 << 60])
def test_numbers_of_any_size_come_back(factor, monkeypatch, tmp_path):
    census = small_census(tmp_path)
    census = type(census)(SMALL, census.orbits, census.answers * np.uint64(factor), Content.TILINGS)
    monkeypatch.setattr(packed, "_look_at_some", lambda *_: None)
    assert unpacked(packed_bytes(census), SMALL) == whole(census)


def test_what_is_damaged_or_of_another_puzzle_is_refused(tmp_path):
    data = packed_bytes(small_census(tmp_path))
    with pytest.raises(StorageError, match="damaged"):
        unpacked(data[:-1] + bytes([data[-1] ^ 1]), SMALL)
    with pytest.raises(StorageError, match="another puzzle"):
        unpacked(data, Puzzle.parse("3x4/3:I1,I2,I3,I3"))
    attacked = [data[:end] for end in range(len(data))] + [data + b"x"]
    attacked += [data[:place] + bytes([data[place] ^ 1 << place % 8]) + data[place + 1 :] for place in range(len(data))]
    for wrong in attacked:
        with pytest.raises(StorageError):
            unpacked(wrong, SMALL)


def test_a_forged_body_is_refused_before_it_takes_room(tmp_path):
    data = packed_bytes(small_census(tmp_path))
    header = json.loads(data.partition(b"\n")[0])
    fields = {name: header[name] for name in ("puzzle", "boards", "orbits", "census")}
    for body in (b"no zlib", *(zlib.compress(whole) for whole in (b"", bytes(2), bytes(10_000_000), b"\xff" * 300))):
        with pytest.raises(StorageError, match="damaged"):
            unpacked(headed(packed.SCHEMA, fields, body), SMALL)


@pytest.mark.skipif(not jit.available(), reason="without compiled code no board is counted again")
def test_a_wrong_number_is_noticed_by_a_second_count(tmp_path):
    census = small_census(tmp_path)
    wrong = type(census)(SMALL, census.orbits, census.answers + np.uint64(1), Content.TILINGS)
    with pytest.raises(WrongCensusError, match="second count"):
        unpacked(packed_bytes(wrong), SMALL)


def test_it_stands_in_for_counting_unless_a_folder_a_method_or_a_runner_is_named(monkeypatch, tmp_path):
    monkeypatch.setenv("DICELAB_CACHE", str(tmp_path / "cache"))
    census = small_census(tmp_path / "counted")
    (tmp_path / "there.tilings").write_bytes(packed_bytes(census))
    monkeypatch.setattr(packed, "packed_path", lambda _: tmp_path / "there.tilings")
    assert is_packed(SMALL)
    built = []

    def count(*_):
        built.append(1)
        return census.orbits, census.answers

    monkeypatch.setattr("solver.census.build._in_shards", count)
    assert whole(build_census(SMALL, Content.TILINGS)) == whole(census)
    assert built == []
    assert [path.read_bytes() for path in Path(tmp_path / "cache").rglob("*.census")] == [whole(census)]
    build_census(SMALL, Content.TILINGS, folder=tmp_path / "other")
    assert built == [1]
    monkeypatch.setenv("DICELAB_CACHE", str(tmp_path / "empty"))
    build_census(SMALL, Content.TILINGS, method="searches")
    assert built == [1, 1]


def test_a_damaged_one_is_counted(monkeypatch, tmp_path):
    (tmp_path / "there.tilings").write_bytes(b"{}\n")
    monkeypatch.setattr(packed, "packed_path", lambda _: tmp_path / "there.tilings")
    unpack(SMALL, Content.TILINGS, census_path(tmp_path, Content.TILINGS))
    assert not census_path(tmp_path, Content.TILINGS).exists()
