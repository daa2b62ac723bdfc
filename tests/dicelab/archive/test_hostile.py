"""Archives that somebody made to do harm: refused in one line, before a row of theirs is read."""

import sqlite3
from contextlib import closing

import pytest
from msgspec.structs import replace

from dicelab.archive.database import LIMITS, connect
from dicelab.archive.entry import Confirmation, Origin
from dicelab.archive.store import Archive
from dicelab.cli.main import status
from solver.errors import StorageError

NOON = "2026-11-21T12:00:00Z"
RED = "\x1b[31m"


@pytest.fixture
def path(tmp_path, entry):
    with Archive(tmp_path / "theirs", writing=True, make=True) as archive:
        archive.add([entry(1)])
    return tmp_path / "theirs"


@pytest.mark.parametrize(
    "change",
    [
        "ALTER TABLE sets ADD COLUMN big TEXT AS (hex(zeroblob(1000000000)))",
        "ALTER TABLE tags ADD COLUMN big TEXT AS (hex(zeroblob(1000000000)))",
        'ALTER TABLE sets ADD COLUMN "value:x" REAL CHECK (length(hex(zeroblob(1000000000))) > 1)',
        "CREATE INDEX more ON sets (hex(zeroblob(1000000000)))",
        "CREATE INDEX \"sets_fewest\" ON sets (length(key)) WHERE key > ''",
        'ALTER TABLE sets ADD COLUMN "value:\x1b[31m" REAL',
        "CREATE TABLE more (a)",
        "CREATE VIEW more AS SELECT 1",
        "CREATE TRIGGER more AFTER INSERT ON sets BEGIN DELETE FROM tags; END",
        "DROP TABLE tags",
        "DROP INDEX sets_added",
    ],
)
def test_tables_that_are_not_ours_word_for_word_are_refused(path, change, capsys):
    with Archive(path, writing=True) as archive:
        # SQLite computes a new column for each row that is there.
        archive.remove([entry.key for entry in archive.entries()])
    with closing(sqlite3.connect(path, isolation_level=None)) as raw:
        raw.execute('DROP INDEX "sets_fewest"')
        raw.execute(change)
    with pytest.raises(StorageError, match=r"other tables than an archive|triggers or views"):
        Archive(path)
    assert status(["archive", "list", "--archive", str(path)]) == 2
    told = capsys.readouterr().err
    assert told.count("\n") == 1
    assert "\x1b" not in told


@pytest.mark.parametrize(
    "change",
    [
        {"rolls": "many"},
        {"rolls": -1},
        {"rolls": 2.5},
        {"key": RED + "0" * 59},
        {"key": "A" * 64},
        {"board_class": RED},
        {"sizes": f"6,5{RED}"},
        {"sizes": ""},
        {"added": f"{RED}2026"},
        {"puzzle": f"genius-square{RED}"},
        {"values": (("fewest", "many"),)},
        {"measured_by": RED},
        {"tags": (RED,)},
        {"confirmations": (Confirmation(NOON, f"cp-sat{RED}", ""),)},
        {"confirmations": (Confirmation("yesterday", "cp-sat", ""),)},
        {"origins": (Origin(NOON, "a", RED, "1", "0.1.0", "A1"),)},
        {"origins": (Origin(f"2026{RED}", "a", "x", "1", "0.1.0", "A1"),)},
    ],
)
def test_a_row_of_other_types_or_with_control_characters_is_told_in_a_line(tmp_path, entry, change, capsys):
    path = tmp_path / "theirs"
    with Archive(path, writing=True, make=True) as archive:
        # A struct is not checked when it is made, and its checksum fits.
        archive.add([replace(entry(2), **change)])
    for line in (["list"], ["check"], ["show", "abcd"], ["export", "--out", str(path) + ".html"]):
        assert status(["archive", *line, "--archive", str(path)]) == 2
        out, err = capsys.readouterr()
        assert err.count("\n") == 1
        assert "\x1b" not in out + err
        assert "internal error" not in err
    with Archive(path, foreign=True) as theirs, Archive(f"{path}-mine", writing=True, make=True) as mine:
        with pytest.raises(StorageError, match="is damaged"):
            mine.merge(theirs)
        assert len(mine) == 0


def test_an_archive_of_others_is_read_and_not_written(path):
    before = path.read_bytes(), path.stat().st_mtime_ns
    with closing(connect(path, foreign=True)) as connection:
        with pytest.raises(sqlite3.OperationalError, match="readonly"):
            connection.execute("PRAGMA query_only = OFF").execute("DELETE FROM sets")
        assert connection.execute("PRAGMA trusted_schema").fetchone() == (0,)
        for limit, value in LIMITS.items():
            assert connection.getlimit(limit) == value
        with pytest.raises(sqlite3.DataError, match="too big"):
            connection.execute("SELECT hex(zeroblob(1000000))")
    assert before == (path.read_bytes(), path.stat().st_mtime_ns)


def test_a_set_of_an_archive_stays_that_of_its_dice_with_many_objectives(path, entry):
    with Archive(path, writing=True) as archive:
        archive.add(
            [entry(3, values={f"tilings={n}": float(n) for n in range(120)}), entry(4, values={'a "b" c': 1.0})]
        )
    with Archive(path) as archive:
        assert archive.check() == 3
        assert len(archive.labels) > 120
