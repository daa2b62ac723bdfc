"""Whole archives: looked at, copied, put aside."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from dicelab.archive.database import DamagedArchiveError, backup_path, connect, sqlite_errors
from dicelab.archive.rows import one_state, read_entries, row_numbers
from solver.errors import StorageError
from solver.runs.storage import atomic_file

MOST_PUT_ASIDE = 1000
"""Damaged archives of one name."""


def check(connection: sqlite3.Connection, path: Path, *, indexes: bool = True) -> int:
    """Look at every page, every entry and, unless told otherwise, every index; return how many entries there are."""
    with sqlite_errors(path):
        (said,) = connection.execute(f"PRAGMA {'integrity' if indexes else 'quick'}_check(1)").fetchone()
        if said != "ok":
            raise DamagedArchiveError(path, " ".join(str(said).split()))
        if connection.execute("PRAGMA foreign_key_check").fetchone():
            raise DamagedArchiveError(path, "a row belongs to no set")
    with one_state(connection, path):
        return sum(1 for _ in read_entries(connection, path, row_numbers(connection)))


def put_aside_path(path: Path) -> Path:
    """Return a free name for a damaged archive."""
    for number in range(1, MOST_PUT_ASIDE):
        found = path.with_name(f"{path.name}.damaged-{number}")
        if not found.exists():
            return found
    raise StorageError(f"{path} was put aside {MOST_PUT_ASIDE:,} times: move some of {path.name}.damaged-* away")


def copy_checked(path: Path, target: Path, *, indexes: bool = True, foreign: bool = False) -> int:
    """Copy an archive to a file, look whether the copy is whole, and return how many sets it has.

    No byte of a ``foreign`` archive is written.
    """
    with (
        closing(connect(path, foreign=foreign)) as source,
        sqlite_errors(path),
        closing(sqlite3.connect(target, isolation_level=None)) as copy,
    ):
        copy.execute("PRAGMA journal_mode = OFF")
        copy.execute("PRAGMA synchronous = OFF")
        source.backup(copy)
    try:
        with closing(connect(target)) as connection:
            return check(connection, target, indexes=indexes)
    except DamagedArchiveError as error:
        raise DamagedArchiveError(path, error.reason) from None


def keep_copy(path: Path) -> None:
    """Put a checked copy of an archive beside it, in the place of the copy before.

    The caller holds the archive's write lock. The copy is checked, and not the archive, so that a damaged archive never
    takes the place of a good copy.
    """
    target = backup_path(path)
    with atomic_file(target) as part:
        copy_checked(path, part, indexes=False)
