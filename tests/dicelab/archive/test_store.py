"""What was told is kept: by two writers at once, by writers that are killed, and by archives that are damaged."""

import os
import random
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest

import dicelab
from dicelab.archive import trust
from dicelab.archive.database import backup_path, connect
from dicelab.archive.entry import as_claim
from dicelab.archive.rows import check
from dicelab.archive.store import Archive
from dicelab.errors import DiceError, OutputExistsError
from solver.errors import StorageError

ROOT = Path(dicelab.__file__).parents[1]
WRITER = """
import sys
from pathlib import Path
from dicelab.archive.entry import Entry, Origin
from dicelab.archive.store import Archive
from solver.runs.storage import sha256

path, start, number, name = Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]), sys.argv[4]
with Archive(path, writing=True, make=True) as archive:
    for n in range(start, start + number):
        key = sha256(str(n).encode())
        origin = Origin("2026-11-21T12:00:00Z", name, "evolve", str(n), "0.1.0", "A1 | A2 | A3")
        values = (("fewest", float(n)),)
        archive.add([
            Entry(key, key, "4x4/3:I1,I2,I3,L3,O4", False, "A1 | A2 | A3", "1,1,1", 1, values, "0.1.0",
                  "2026-11-21T12:00:00Z", (origin,), (), (name,))
        ])
        print(key, name, flush=True)
"""


def writer(path, start, number, name):
    return subprocess.Popen(
        [sys.executable, "-W", "error", "-c", WRITER, str(path), str(start), str(number), name],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


@pytest.fixture
def path(tmp_path):
    return tmp_path / "archive.sqlite3"


@pytest.fixture
def fill(path, entry):
    def filled(number=12, to=path):
        with Archive(to, writing=True, make=True) as archive:
            archive.add(entry(seed) for seed in range(number))
        return to

    return filled


def content(path):
    with Archive(path) as archive:
        return list(archive.entries(order="id"))


def test_two_writers_at_once_lose_nothing(path):
    # Both know the 50 in the middle: each entry then has what both tell.
    running = [writer(path, 0, 150, "one"), writer(path, 100, 150, "two")]
    told = [line.split() for one in running for line in one.communicate(timeout=120)[0].splitlines()]
    assert [one.returncode for one in running] == [0, 0]
    assert len(told) == 300
    with closing(connect(path)) as connection:
        assert check(connection, path) == 250
    with Archive(path) as archive:
        tags = {entry.key: entry.tags for entry in archive.entries()}
    assert all(name in tags[key] for key, name in told)
    assert sum(names == ("one", "two") for names in tags.values()) == 50


def test_writers_that_are_killed_lose_nothing_that_was_told(path):
    generator = random.Random(1)
    told = []
    for turn in range(4):
        running = [writer(path, 1000 * turn, 500, "one")]
        lines = [running[0].stdout.readline()]
        running.append(writer(path, 1000 * turn + 500, 500, "two"))
        time.sleep(generator.uniform(0.3, 0.8))
        for one in running:
            one.kill()
        told += [line.split()[0] for line in lines]
        told += [line.split()[0] for one in running for line in one.communicate()[0].splitlines() if len(line) > 64]
        with closing(connect(path)) as connection:
            assert check(connection, path) >= len(told)
        with Archive(path) as archive:
            keys = {entry.key for entry in archive.entries()}
        assert keys.issuperset(told)
    with Archive(path, writing=True) as archive:
        archive.tag(told[:1], add=["whole"])
    assert {file.name for file in path.parent.iterdir()} >= {path.name, backup_path(path).name}
    assert not list(path.parent.glob(".*.part*"))


def test_what_is_known_already_is_not_there_twice(path, entry, fill):
    fill()
    with Archive(path, writing=True) as archive:
        assert archive.add([entry(3), entry(3, tags=["new"]), entry(99)]) == (1, 1)
        assert len(archive) == 13
        assert "new" in archive.get(entry(3).id).tags


def test_merging_is_commutative_and_without_loss(tmp_path, entry, monkeypatch):
    monkeypatch.setattr(trust, "confirmed_again", lambda _: None)
    left, right = [entry(n) for n in range(8)], [entry(n, tags=["right"], command="design") for n in range(4, 12)]
    paths = [tmp_path / "left", tmp_path / "right"]
    for path, entries in zip(paths, (left, right), strict=True):
        with Archive(path, writing=True, make=True) as archive:
            archive.add(entries)
    merged = []
    for one, other in (paths, paths[::-1]):
        target = tmp_path / f"{one.name}-merged"
        with Archive(target, writing=True, make=True) as archive, Archive(one) as first, Archive(other) as second:
            archive.merge(first)
            archive.merge(second)
            again = archive.merge(first)
            assert again[1:] == (0, 0), "twice is once"
        merged.append(content(target))
    assert merged[0] == merged[1]
    assert len(merged[0]) == 12
    by_key = {one.key: one for one in merged[0]}
    for one in (*left, *right):
        united = by_key[one.key]
        assert united.united(as_claim(one)) == united, "all that either told is there"
    with Archive(paths[0], writing=True) as archive, pytest.raises(DiceError, match="is this archive"):
        archive.merge(archive)


def test_merging_an_archive_with_its_own_backup_changes_no_byte(path, fill, tmp_path):
    fill(7)
    with Archive(path) as archive:
        archive.backup(str(tmp_path / "copy"))
    # As the file was, and when it was written.
    before = {file: (file.read_bytes(), file.stat().st_mtime_ns) for file in path.parent.iterdir()}
    with Archive(path, writing=True) as archive:
        assert archive.merge(tmp_path / "copy") == (7, 0, 0)
    assert before == {file: (file.read_bytes(), file.stat().st_mtime_ns) for file in path.parent.iterdir()}


def test_tags_and_removal(path, fill, entry):
    fill()
    with Archive(path, writing=True) as archive:
        keys = [entry(1).key, entry(2).key]
        assert archive.tag(keys, add=["mine", "für Kinder"]) == 2
        assert archive.tag(keys, add=["mine"], remove=["absent"]) == 0
        assert archive.tag(keys, remove=["mine"]) == 2
        assert archive.tag(keys[0][:12], add=["one"]) == 1, "an id, as entries have it"
        assert [one.key for one in archive.entries("has(tags, 'für Kinder')", "id")] == sorted(keys)
        archive.remove(keys)
        assert len(archive) == 10
        with pytest.raises(DiceError, match="removed by another process"):
            archive.remove([entry(3).key, keys[0]])
        assert len(archive) == 10, "all or none"
        for bad in ("", "a,b", "it's", "x" * 61, "a\nb", " a"):
            with pytest.raises(DiceError, match="1 to 60 characters"):
                archive.tag(keys, add=[bad])
        assert archive.check() == 10


def test_ids_are_told_apart(path, fill):
    fill()
    with Archive(path) as archive:
        with pytest.raises(DiceError, match="is not an id"):
            archive.get("abc")
        with pytest.raises(DiceError, match="no set '0000'"):
            archive.get("0000")
    with closing(sqlite3.connect(path)) as raw, raw:
        raw.execute("UPDATE sets SET key = 'abcdef' || number")
    with Archive(path) as archive, pytest.raises(StorageError, match="is damaged"):
        archive.get("abcdef1")


def test_a_flipped_byte_is_found_or_changes_nothing(path, fill):
    fill()
    whole = path.read_bytes()
    before = content(path)
    generator = random.Random(0)
    places = {*range(0, 100, 4), *(generator.randrange(len(whole)) for _ in range(100))}
    found, told = 0, []
    for place in sorted(places):
        damaged = bytearray(whole)
        damaged[place] ^= 1 << generator.randrange(8)
        path.write_bytes(damaged)
        try:
            with Archive(path) as archive:
                archive.check()
            assert content(path) == before, place
        except StorageError as error:
            found += 1
            told.append(str(error))
        assert path.read_bytes() == bytes(damaged), "never overwritten"
    assert found > 25
    assert all(str(path) in line and "\n" not in line for line in told)


@pytest.mark.parametrize("cut", [0, 10, 100, 4096, 5000, -4096, -1])
def test_a_truncated_archive_is_found_and_the_good_copy_put_back(path, fill, entry, cut):
    fill(1)
    fill(12)
    fill(13)
    whole = path.read_bytes()
    path.write_bytes(whole[:cut])
    damaged = path.read_bytes()
    message = (
        rf"^{path} is damaged \(.*\); nothing was changed; its last good copy is {path}.backup: dicelab archive rest"
    )
    with pytest.raises(StorageError, match=message), Archive(path, writing=True) as archive:
        archive.add([entry(50)])
    assert path.read_bytes() == damaged
    sets, aside = Archive.restore(path)
    assert sets == 12
    assert aside is not None
    assert aside.read_bytes() == damaged
    with Archive(path) as archive:
        assert archive.check() == 12


def test_a_damaged_archive_never_takes_the_place_of_the_good_copy(path, fill, entry):
    fill(12)
    fill(13)
    good = backup_path(path).read_bytes()
    with closing(sqlite3.connect(path)) as raw, raw:
        raw.execute("UPDATE sets SET rolls = rolls + 1 WHERE number = 7")
    damaged = path.read_bytes()
    with Archive(path, writing=True) as archive, pytest.raises(StorageError, match="checksum of row 7"):
        archive.add([entry(50)])
    assert (path.read_bytes(), backup_path(path).read_bytes()) == (damaged, good)
    with Archive(path) as archive, pytest.raises(StorageError, match="checksum of row 7"):
        archive.check()


def test_the_copy_is_the_archive_before_the_first_change_of_a_session(path, fill, entry):
    fill(5)
    assert not backup_path(path).exists(), "an archive that is new is nothing to keep"
    before = content(path)
    with Archive(path, writing=True) as archive:
        archive.add([entry(20)])
        archive.add([entry(21)])
    assert content(backup_path(path)) == before


def test_restoring_asks_where_nothing_is_damaged(path, fill, tmp_path):
    fill(3)
    with pytest.raises(DiceError, match="no copy"):
        Archive.restore(path)
    fill(4)
    with pytest.raises(DiceError, match="is whole: pass --force"):
        Archive.restore(path)
    assert Archive.restore(path, force=True)[0] == 3
    # What was put aside is an archive too.
    (aside,) = tmp_path.glob("*.damaged-1")
    assert len(content(aside)) == 4
    path.unlink()
    with pytest.raises(StorageError, match="is gone, and a copy of it is there"):
        fill(1)
    assert Archive.restore(path)[0] == 3


def test_an_unfinished_change_is_not_undone_in_what_was_restored(path, fill):
    fill(3)
    fill(4)
    journal = path.with_name(path.name + "-journal")
    journal.write_bytes(b"left by a kill")
    assert Archive.restore(path, force=True)[0] == 3
    assert not journal.exists()
    assert len(content(path)) == 3


def test_a_copy_can_be_made_anywhere(path, fill, tmp_path):
    fill(3)
    target = tmp_path / "copy"
    with Archive(path) as archive:
        assert archive.backup(target) == 3
        assert content(target) == content(path)
        with pytest.raises(OutputExistsError, match="exists"):
            archive.backup(target)
        with pytest.raises(OutputExistsError, match="is the archive itself"):
            archive.backup(path, force=True)


def test_what_is_no_archive_is_told_in_a_line(path, tmp_path):
    with pytest.raises(DiceError, match="no archive"):
        connect(path)
    with pytest.raises(DiceError, match="no regular file"):
        connect(tmp_path)
    path.write_bytes(b"something else\n" * 500)
    with pytest.raises(StorageError, match="file is not a database"):
        connect(path)
    path.unlink()
    with closing(sqlite3.connect(path)) as raw, raw:
        raw.execute("CREATE TABLE mine (a)")
    before = path.read_bytes()
    with pytest.raises(StorageError, match="another SQLite file"):
        Archive(path, writing=True, make=True)
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ("PRAGMA user_version = 2", "has schema 2: this dicelab reads up to 1; install a newer one"),
        ("CREATE VIEW v AS SELECT 1", "triggers or views"),
        ("CREATE TABLE more (a)", "other tables"),
        ("PRAGMA application_id = 7", "another SQLite file"),
    ],
)
def test_a_newer_or_changed_archive_is_refused(path, fill, change, says):
    fill(2)
    with closing(sqlite3.connect(path, isolation_level=None)) as raw:
        raw.execute(change)
    with pytest.raises(StorageError, match=says):
        Archive(path)


def test_a_name_leaves_room_for_those_of_the_copies(tmp_path, entry):
    for length in (1, 200, 230):
        path = tmp_path / ("a" * length)
        with Archive(path, writing=True, make=True) as archive:
            archive.add([entry(1)])
        with Archive(path, writing=True) as archive:
            archive.add([entry(2)])
        assert Archive.restore(path, force=True)[0] == 1
    for name in ("a" * 231, "ä" * 116, "a" * 255):
        with pytest.raises(DiceError, match=r"an archive with a name of 2[0-9][0-9] bytes: have at most 230"):
            Archive(tmp_path / name, writing=True, make=True)


def test_a_folder_that_takes_no_file_is_told(tmp_path):
    (tmp_path / "file").touch()
    with pytest.raises(StorageError, match="can't be made"):
        Archive(tmp_path / "file" / "archive", writing=True, make=True)


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write everywhere")
def test_an_archive_that_may_only_be_read_is_read(path, fill, entry):
    fill(3)
    path.chmod(0o444)
    path.parent.chmod(0o555)
    try:
        assert len(content(path)) == 3
        with Archive(path, writing=True) as archive, pytest.raises(StorageError, match="can't be"):
            archive.add([entry(9)])
    finally:
        path.parent.chmod(0o755)
