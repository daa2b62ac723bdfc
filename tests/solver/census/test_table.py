"""The table on disk: whatever happens to the file is noticed, and nothing stops a run."""

import json
import warnings

import numpy as np
import pytest

from solver.census import DamagedTableWarning, load_or_build, read_table, solvability, table_path, write_table
from solver.errors import StorageError
from solver.polyform import Puzzle

PUZZLE = Puzzle.parse("3x4/3:I1,I2,I3,L3")
# The same number of boards.
OTHER = Puzzle.parse("4x3/3:I1,I2,I3,L3")


@pytest.fixture(scope="module")
def expected():
    return solvability(PUZZLE)


@pytest.fixture
def path(tmp_path, monkeypatch, expected):
    monkeypatch.setenv("DICELAB_CACHE", str(tmp_path / "cache"))
    write_table(table_path(PUZZLE), PUZZLE, expected)
    return table_path(PUZZLE)


def with_header(data, **changes):
    line, bits = data.split(b"\n", 1)
    return json.dumps(json.loads(line) | changes).encode() + b"\n" + bits


DAMAGES = {
    "empty": lambda _data: b"",
    "cut in the header": lambda data: data[:20],
    "header without its end": lambda data: data.split(b"\n")[0],
    "header only": lambda data: data.split(b"\n")[0] + b"\n",
    "last byte gone": lambda data: data[:-1],
    "a byte more": lambda data: data + b"\0",
    "first byte gone": lambda data: data[1:],
    "zeros": lambda data: bytes(len(data)),
    "twice": lambda data: data + data,
    "not UTF-8": lambda data: b"\xff" + data[1:],
    "a JSON list": lambda data: b"[]\n" + data.split(b"\n", 1)[1],
    "nested too deep": lambda data: b"[" * 60_000 + b"\n" + data,
    "a picture": lambda data: b"\x89PNG\r\n\x1a\n" + data,
    "another schema": lambda data: with_header(data, schema="dicelab/census/2"),
    "another puzzle": lambda data: with_header(data, puzzle=OTHER.format()),
    "another number of boards": lambda data: with_header(data, boards=219),
    "another checksum": lambda data: with_header(data, sha256="0" * 64),
    "another number of solvable boards": lambda data: with_header(data, solvable=1),
    "no checksum": lambda data: with_header(data, sha256=None),
}


def test_round_trip(path, expected):
    assert (read_table(path, PUZZLE) == expected).all()
    assert read_table(path, PUZZLE).dtype == np.bool_


def test_equal_tables_are_equal_bytes_for_any_number_of_jobs(path, tmp_path):
    for jobs in (1, 2):
        write_table(tmp_path / str(jobs), PUZZLE, solvability(PUZZLE, jobs=jobs))
        assert (tmp_path / str(jobs)).read_bytes() == path.read_bytes()


def test_a_bit_for_each_board(path, expected):
    header, bits = path.read_bytes().split(b"\n", 1)
    assert len(bits) == -(-220 // 8)
    assert json.loads(header)["solvable"] == int(expected.sum())


@pytest.mark.parametrize("damage", DAMAGES)
def test_damage_is_noticed_and_the_table_is_built_again(path, damage, expected):
    whole = path.read_bytes()
    path.write_bytes(DAMAGES[damage](whole))
    assert path.read_bytes() != whole
    with pytest.raises(StorageError, match=path.name) as caught:
        read_table(path, PUZZLE)
    assert len(str(caught.value).splitlines()) == 1
    with pytest.warns(DamagedTableWarning, match="building it again"):
        assert (load_or_build(PUZZLE) == expected).all()
    assert path.read_bytes() == whole


def test_every_flipped_bit_is_noticed(path):
    whole = path.read_bytes()
    for place in range(8 * len(whole)):
        flipped = bytearray(whole)
        flipped[place // 8] ^= 1 << place % 8
        path.write_bytes(flipped)
        with pytest.raises(StorageError):
            read_table(path, PUZZLE)


def test_every_cut_is_noticed(path):
    whole = path.read_bytes()
    for length in range(len(whole)):
        path.write_bytes(whole[:length])
        with pytest.raises(StorageError):
            read_table(path, PUZZLE)


def test_a_table_of_another_puzzle_is_refused(path):
    write_table(path, OTHER, solvability(OTHER))
    with pytest.raises(StorageError, match="of another puzzle"):
        read_table(path, PUZZLE)
    assert table_path(OTHER) != table_path(PUZZLE)


def test_a_missing_table_is_built_and_kept_without_a_warning(path, expected):
    whole = path.read_bytes()
    path.unlink()
    with pytest.raises(StorageError, match="can't be read"):
        read_table(path, PUZZLE)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert (load_or_build(PUZZLE) == expected).all()
    assert path.read_bytes() == whole


def test_a_kept_table_is_not_built_again(path, expected, monkeypatch):
    assert path.exists()
    monkeypatch.setattr("solver.census.table.solvability", lambda *_, **__: pytest.fail("built again"))
    assert (load_or_build(PUZZLE) == expected).all()


def test_a_folder_in_place_of_the_table_does_not_stop_a_run(path, expected):
    path.unlink()
    path.mkdir()
    with pytest.raises(StorageError, match="can't be read"):
        read_table(path, PUZZLE)
    with pytest.warns(DamagedTableWarning) as caught:
        assert (load_or_build(PUZZLE) == expected).all()
    assert [str(warning.message).split("; ")[-1] for warning in caught] == ["building it again", "going on without"]


@pytest.mark.parametrize("folder", ["file", "file/below", "n" * 300])
def test_a_cache_folder_that_can_not_be_written_does_not_stop_a_run(tmp_path, monkeypatch, folder, expected):
    (tmp_path / "file").write_bytes(b"no folder")
    monkeypatch.setenv("DICELAB_CACHE", str(tmp_path / folder))
    with pytest.warns(DamagedTableWarning) as caught:
        assert (load_or_build(PUZZLE) == expected).all()
    assert "going on without" in str(caught[-1].message)


def test_a_cache_folder_that_may_not_be_looked_into_does_not_stop_a_run(path, monkeypatch, expected):
    # As another user's folder; root may look into any, so it is simulated.
    def refuse(*_arguments, **_options):
        raise PermissionError(13, "Permission denied")

    for name in ("stat", "open", "mkdir"):
        monkeypatch.setattr(type(path), name, refuse)
    with pytest.warns(DamagedTableWarning) as caught:
        assert (load_or_build(PUZZLE) == expected).all()
    assert "Permission denied" in str(caught[-1].message)
