"""The archive's file: an SQLite database with a mark of its own, our tables and no others, errors in one line.

It has a rollback journal and no write-ahead log, so that it is one file whenever nobody writes. Two processes that
write at once wait for each other by SQLite's locks, which need a file system whose locks work: not every NFS has them.

A file may come from anybody. A generated column or a CHECK of its own would be computed when it is read, so that only
the text of our tables is taken, and SQLite's limits are set to the needs of an archive.
"""

from __future__ import annotations

import os
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Self

from dicelab.errors import DiceError
from solver.errors import StorageError, require_type
from solver.runs.cache_folder import NOWHERE, users_folder

APPLICATION = 0x44696365
"""``Dice``, in the header of the file."""

VERSION = 1
"""Of the tables; a file with a higher one is refused."""

MOST_NAME = 230
"""Bytes of the name of an archive; file systems take 255, and ``.damaged-999-journal`` may be added."""

WAIT_SECONDS = 60.0
"""How long a writer waits for others."""

LIMITS = {
    sqlite3.SQLITE_LIMIT_LENGTH: 1 << 18,
    sqlite3.SQLITE_LIMIT_SQL_LENGTH: 1 << 18,
    sqlite3.SQLITE_LIMIT_COLUMN: 500,
    sqlite3.SQLITE_LIMIT_EXPR_DEPTH: 500,
    sqlite3.SQLITE_LIMIT_COMPOUND_SELECT: 10,
    sqlite3.SQLITE_LIMIT_ATTACHED: 0,
    sqlite3.SQLITE_LIMIT_TRIGGER_DEPTH: 1,
    sqlite3.SQLITE_LIMIT_LIKE_PATTERN_LENGTH: 1000,
    sqlite3.SQLITE_LIMIT_WORKER_THREADS: 0,
}
"""The longest text and statement in bytes, and so on: a set of hundreds of faces takes some kilobytes."""

SETTINGS = ("trusted_schema = OFF", "cell_size_check = ON", "foreign_keys = ON", "synchronous = EXTRA")
CONFIGURATION = {"DEFENSIVE": True, "ENABLE_TRIGGER": False, "ENABLE_VIEW": False}
MOST_OBJECTS = 1000
"""Tables and indexes: an objective has one index."""

VALUE = "value:"
"""Begins the column of an objective, so that its label can be any."""


NAME_IT = "name another file by --archive FILE or DICELAB_ARCHIVE"


def is_there(path: Path) -> bool:
    """Tell whether there is an archive at a path; refuse one where nobody can look."""
    if path.is_relative_to(NOWHERE):
        raise DiceError(f"there is no place for an archive, since you have no home folder: {NAME_IT}")
    try:
        return path.exists()
    except OSError as error:
        raise StorageError(f"{path} can't be read ({error.strerror}): {NAME_IT}") from error


def has_archive() -> bool:
    """Tell whether the user has an archive, for those who go on without one."""
    return os.path.exists(archive_path())  # noqa: PTH110 - False below a folder that can't be entered, too


def backup_path(path: Path) -> Path:
    """Return where the last good copy of an archive is kept."""
    return path.with_name(path.name + ".backup")


def journal_path(path: Path) -> Path:
    """Return the path of SQLite's journal, which undoes an unfinished change."""
    return path.with_name(path.name + "-journal")


class DamagedArchiveError(StorageError):
    """An archive is damaged; the message names the remedy."""

    reason = ""

    @classmethod
    def of(cls, path: Path, reason: str) -> Self:
        """Return the error of an archive that is damaged for a reason."""
        backup = backup_path(path)
        remedy = (
            f"its last good copy is {backup}: dicelab archive restore --archive {path}"
            if backup.exists()
            else "there is no copy of it beside it: restore your own"
        )
        error = cls(f"{path} is damaged ({reason}); nothing was changed; {remedy}")
        error.reason = reason
        return error


@contextmanager
def sqlite_errors(path: Path) -> Iterator[None]:
    """Turn errors of SQLite into one line that names the archive."""
    try:
        yield
    except (sqlite3.Error, sqlite3.Warning, UnicodeDecodeError) as error:
        code = getattr(error, "sqlite_errorcode", None)
        kind = code & 0xFF if code is not None else None
        if code == sqlite3.SQLITE_READONLY_ROLLBACK:
            raise StorageError(
                f"{path} was left in the middle of a change: dicelab archive check --archive {path} undoes that first"
            ) from error
        if kind in {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}:
            raise StorageError(
                f"{path} is being written by another process for more than {WAIT_SECONDS:.0f} s: try again later"
            ) from error
        if kind in {
            sqlite3.SQLITE_READONLY,
            sqlite3.SQLITE_CANTOPEN,
            sqlite3.SQLITE_PERM,
            sqlite3.SQLITE_AUTH,
            sqlite3.SQLITE_FULL,
            sqlite3.SQLITE_IOERR,
        }:
            raise StorageError(
                f"{path} can't be read or written ({error}): nothing was changed; check the disk and its permissions"
            ) from error
        raise DamagedArchiveError.of(path, str(error)) from error


def create(path: Path) -> None:
    """Make an empty archive, whole or not at all; one that another process has just made is left as it is."""
    if backup_path(path).exists() and not path.exists():
        raise StorageError(
            f"{path} is gone, and a copy of it is there: dicelab archive restore --archive {path}, "
            f"or move {backup_path(path)} away"
        )
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=".archive.", suffix=".new", dir=path.parent) as folder:
            part = Path(folder) / "archive"
            with sqlite_errors(path), closing(sqlite3.connect(part, isolation_level=None)) as connection:
                marks = f"PRAGMA application_id = {APPLICATION}; PRAGMA user_version = {VERSION};"
                connection.executescript(f"BEGIN; {marks} {_tables()} COMMIT;")
            # A link, where a rename would put the empty archive in the place of one that was filled meanwhile.
            with suppress(FileExistsError):
                path.hardlink_to(part)
    except OSError as error:
        raise StorageError(f"{path} can't be made ({error.strerror or error}): {NAME_IT}") from error


def require_short_name(path: Path) -> None:
    """Refuse a name that leaves no room for those of the copies and of the journal beside it."""
    size = len(os.fsencode(path.name))
    if size > MOST_NAME:
        raise DiceError(
            f"an archive with a name of {size} bytes: have at most {MOST_NAME}, since its copies have longer names"
        )


def connect(path: Path, *, writing: bool = False, foreign: bool = False) -> sqlite3.Connection:
    """Open an archive that exists, and look whether it is one; no byte of a ``foreign`` one is ever written."""
    if not is_there(path):
        gone = (
            f"; a copy of it exists: run dicelab archive restore --archive {path}" if backup_path(path).exists() else ""
        )
        raise DiceError(
            f"there is no archive {path}{gone or f': create one with dicelab archive import, or {NAME_IT}'}"
        )
    if not path.is_file():
        raise DiceError(f"{path} is no regular file: name an archive")
    # Opened for writing, SQLite also rolls back the change of a killed process.
    with sqlite_errors(path):
        address = f"{path.absolute().as_uri()}?mode={'ro' if foreign else 'rw'}"
        connection = sqlite3.connect(address, uri=True, timeout=WAIT_SECONDS, isolation_level=None)
    try:
        with sqlite_errors(path):
            _harden(connection)
            if not writing:
                connection.execute("PRAGMA query_only = ON")
            connection.execute("PRAGMA cache_size = -65536")
            _require_archive(connection, path)
    except BaseException:
        connection.close()
        raise
    return connection


def _require_archive(connection: sqlite3.Connection, path: Path) -> None:
    # In one transaction, so that nobody writes while the size is looked at.
    connection.execute("BEGIN")
    pages, size, application, version = (
        connection.execute(f"PRAGMA {name}").fetchone()[0]
        for name in ("page_count", "page_size", "application_id", "user_version")
    )
    problem = _schema_problem(connection) if application == APPLICATION and version == VERSION else None
    there = path.stat().st_size
    connection.execute("ROLLBACK")
    if not pages:
        raise DamagedArchiveError.of(path, "it is empty")
    if application != APPLICATION:
        raise StorageError(f"{path} is no archive of dicelab, but another SQLite file: name an archive")
    if there < pages * size:
        raise DamagedArchiveError.of(path, f"it is cut short, {there:,} of {pages * size:,} bytes")
    if version > VERSION:
        raise StorageError(f"{path} has schema {version}: this dicelab reads up to {VERSION}; install a newer one")
    if version < 1 or problem:
        raise DamagedArchiveError.of(path, problem or "it has no version")


def sql_name(name: str) -> str:
    """Return a name as SQL writes it."""
    return '"' + name.replace('"', '""') + '"'


def stored_labels(connection: sqlite3.Connection) -> tuple[str, ...]:
    """Return the labels of the objectives that the archive has columns for, in the order of the columns."""
    names = (name for _, name, *_ in connection.execute("PRAGMA table_info(sets)"))
    return tuple(name.removeprefix(VALUE) for name in names if name.startswith(VALUE))


def make_column(connection: sqlite3.Connection, label: str) -> None:
    """Make the column of an objective, and its index."""
    column = sql_name(VALUE + label)
    connection.execute(f"ALTER TABLE sets ADD COLUMN {column} REAL")
    connection.execute(f"CREATE INDEX {sql_name('sets_' + label)} ON sets ({column})")


def _harden(connection: sqlite3.Connection) -> None:
    """Set the limits of a connection, and let no file run anything of its own."""
    for limit, value in LIMITS.items():
        connection.setlimit(limit, value)
    # From Python 3.12 on.
    configure = getattr(connection, "setconfig", None)
    if configure:
        for name, value in CONFIGURATION.items():
            configure(getattr(sqlite3, f"SQLITE_DBCONFIG_{name}"), value)
    for setting in SETTINGS:
        connection.execute(f"PRAGMA {setting}")


def _schema_problem(connection: sqlite3.Connection) -> str | None:
    """Return how the tables of a database differ from those of an archive; nothing where they do not."""
    if len(connection.execute("SELECT 1 FROM sqlite_master LIMIT ?", [MOST_OBJECTS + 1]).fetchall()) > MOST_OBJECTS:
        return f"it has over {MOST_OBJECTS:,} tables and indexes"
    if connection.execute("SELECT 1 FROM sqlite_master WHERE type NOT IN ('table', 'index')").fetchone():
        return "it has triggers or views, which no archive has"
    labels = stored_labels(connection)
    if not all(map(str.isprintable, labels)):
        return "it has other tables than an archive: an objective with control characters"
    found, ours = _schema(connection), _our_schema(labels)
    if differing := min((name for _, name, _ in found ^ ours), default=None):
        return f"it has other tables than an archive: {str(differing)[:60]!r} differs, is missing or is none of ours"
    return None


def _schema(connection: sqlite3.Connection) -> set[tuple[str, str, str]]:
    """Return kind, name and text of each table and index, as SQLite keeps them."""
    found = connection.execute("SELECT type, name, sql FROM sqlite_master")
    return {(str(kind), str(name), " ".join(str(text).split())) for kind, name, text in found}


@cache
def _our_schema(labels: tuple[str, ...]) -> set[tuple[str, str, str]]:
    """Return the schema of an archive that has these objectives."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        connection.executescript(_tables())
        for label in labels:
            make_column(connection, label)
        return _schema(connection)


def _tables() -> str:
    """Return the SQL that makes the tables of an empty archive."""
    return files("dicelab.archive").joinpath("tables.sql").read_text(encoding="utf-8")


def archive_path(given: str | os.PathLike[str] | None = None) -> Path:
    """Return where the archive is: as given, or by ``DICELAB_ARCHIVE``, or in the user's data folder."""
    if given is not None:
        require_type(given, (str, os.PathLike), "an archive is named by the path of its file")
        return Path(given)
    chosen = os.environ.get("DICELAB_ARCHIVE")
    if chosen:
        return Path(chosen)
    return users_folder("data") / "archive.sqlite3"
