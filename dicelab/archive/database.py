"""The archive's file: an SQLite database with a mark of its own, its entries with their checksums, errors in one line.

It has a rollback journal and no write-ahead log, so that it is one file whenever nobody writes. Two processes that
write at once wait for each other by SQLite's locks, which need a file system whose locks work: not every NFS has them.
"""

from __future__ import annotations

import os
import sqlite3
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any

import msgspec

from dicelab.archive.entry import Confirmation, Entry, Origin
from dicelab.errors import DiceError
from dicelab.renamed import objective_label
from solver.errors import StorageError, require_type

APPLICATION = 0x44696365
"""``Dice``, in the header of the file."""

VERSION = 1
"""Of the tables; a file with a higher one is refused."""

WAIT_SECONDS = 60.0
"""How long a writer waits for others."""

MOST_PUT_ASIDE = 1000
"""Damaged archives of one name."""

VALUE = "value:"
"""Begins the column of an objective, so that its label can be any."""


def backup_path(path: Path) -> Path:
    """Return where the last good copy of an archive is kept."""
    return path.with_name(path.name + ".backup")


def journal_path(path: Path) -> Path:
    """Return where SQLite keeps what it needs to undo an unfinished change."""
    return path.with_name(path.name + "-journal")


class DamagedArchiveError(StorageError):
    """An archive is damaged; the message names the remedy."""

    def __init__(self, path: Path, reason: str) -> None:
        self.reason = reason
        backup = backup_path(path)
        remedy = (
            f"its last good copy is {backup}: dicelab archive restore --archive {path}"
            if backup.exists()
            else "there is no copy of it beside it: restore your own"
        )
        super().__init__(f"{path} is damaged ({reason}); nothing was changed; {remedy}")


@contextmanager
def sqlite_errors(path: Path) -> Iterator[None]:
    """Turn errors of SQLite into one line that names the archive."""
    try:
        yield
    except (sqlite3.Error, sqlite3.Warning, UnicodeDecodeError) as error:
        code = getattr(error, "sqlite_errorcode", None)
        kind = code & 0xFF if code is not None else None
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
        raise DamagedArchiveError(path, str(error)) from error


def create(path: Path) -> None:
    """Make an empty archive, whole or not at all; one that another process has just made is left as it is."""
    if backup_path(path).exists() and not path.exists():
        raise StorageError(
            f"{path} is gone, and a copy of it is there: dicelab archive restore --archive {path}, "
            f"or move {backup_path(path)} away"
        )
    from importlib.resources import files

    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=f".{path.name}.", suffix=".new", dir=path.parent) as folder:
            part = Path(folder) / "archive"
            tables = files("dicelab.archive").joinpath("tables.sql").read_text(encoding="utf-8")
            with sqlite_errors(path), closing(sqlite3.connect(part, isolation_level=None)) as connection:
                connection.executescript(
                    f"BEGIN; PRAGMA application_id = {APPLICATION}; PRAGMA user_version = {VERSION}; {tables} COMMIT;"
                )
            # A link, where a rename would put the empty archive in the place of one that was filled meanwhile.
            with suppress(FileExistsError):
                path.hardlink_to(part)
    except OSError as error:
        raise StorageError(f"{path} can't be made ({error.strerror or error}): name another file") from error


def connect(path: Path, *, writing: bool = False) -> sqlite3.Connection:
    """Open an archive that exists, and look whether it is one."""
    if not path.exists():
        gone = (
            f"; a copy of it is there: dicelab archive restore --archive {path}" if backup_path(path).exists() else ""
        )
        raise DiceError(f"no archive {path}{gone or ': dicelab archive import makes one'}")
    if not path.is_file():
        raise DiceError(f"{path} is no regular file: name an archive")
    # An attempt to write is an attempt to roll back what a killed process left, too.
    with sqlite_errors(path):
        connection = sqlite3.connect(
            f"{path.absolute().as_uri()}?mode=rw", uri=True, timeout=WAIT_SECONDS, isolation_level=None
        )
    try:
        with sqlite_errors(path):
            for setting in ("trusted_schema = OFF", "cell_size_check = ON", "foreign_keys = ON", "synchronous = EXTRA"):
                connection.execute(f"PRAGMA {setting}")
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
    kinds = connection.execute("SELECT type, name FROM sqlite_master").fetchall()
    pages, size, application, version = (
        connection.execute(f"PRAGMA {name}").fetchone()[0]
        for name in ("page_count", "page_size", "application_id", "user_version")
    )
    there = path.stat().st_size
    connection.execute("ROLLBACK")
    if not pages:
        raise DamagedArchiveError(path, "it is empty")
    if application != APPLICATION:
        raise StorageError(f"{path} is no archive of dicelab, but another SQLite file: name an archive")
    if there < pages * size:
        raise DamagedArchiveError(path, f"it is cut short, {there:,} of {pages * size:,} bytes")
    if version > VERSION:
        raise StorageError(f"{path} has schema {version}: this dicelab reads up to {VERSION}; install a newer one")
    tables = {name for kind, name in kinds if kind == "table"}
    if version < 1 or tables != {"sets", "origins", "confirmations", "tags"}:
        raise DamagedArchiveError(path, "it has other tables than an archive")
    if any(kind in {"trigger", "view"} for kind, _ in kinds):
        raise StorageError(f"{path} has triggers or views, which no archive has: export it with what made them")


def stored_labels(connection: sqlite3.Connection) -> tuple[str, ...]:
    """Return the labels of the objectives that the archive has columns for, sorted."""
    names = (name for _, name, *_ in connection.execute("PRAGMA table_info(sets)"))
    return tuple(sorted(name.removeprefix(VALUE) for name in names if name.startswith(VALUE)))


def objective_columns(connection: sqlite3.Connection) -> dict[str, str]:
    """Return the SQL of each objective by its label, sorted; a renamed one may be in the column of its old name too."""
    columns: dict[str, list[str]] = {}
    # A label that is new comes first: the values of a set are in one of the two.
    for stored in sorted(
        stored_labels(connection), key=lambda one: (objective_label(one), objective_label(one) != one)
    ):
        columns.setdefault(objective_label(stored), []).append(f"sets.{sql_name(VALUE + stored)}")
    return {label: names[0] if len(names) == 1 else f"coalesce({', '.join(names)})" for label, names in columns.items()}


def sql_name(name: str) -> str:
    """Return a name as SQL writes it."""
    return '"' + name.replace('"', '""') + '"'


FIXED = ("key", "family", "puzzle", "shared_cells", "dice", "sizes", "rolls", "name", "measured_by", "added", "sha256")
"""The columns of a set but its number and its objectives."""

_CHUNK = 400
_LISTS = {
    "origins": ("at", "name", "command", "seed", "version", "dice"),
    "confirmations": ("at", "program", "version"),
    "tags": ("tag",),
}


def read_entries(
    connection: sqlite3.Connection,
    path: Path,
    condition: str = "1",
    given: Sequence[object] = (),
    order: str = "sets.number",
    limit: int = -1,
) -> Iterator[tuple[int, Entry]]:
    """Yield entries with their row numbers, at most ``limit`` where it is not negative.

    The condition, its parameters and the order are SQL of :mod:`dicelab.archive.query`.
    """
    with sqlite_errors(path), _one_state(connection):
        labels = stored_labels(connection)
        columns = ", ".join(
            ["sets.number", *(f"sets.{sql_name(name)}" for name in (*FIXED, *(VALUE + one for one in labels)))]
        )
        found = connection.execute(
            # Every part is SQL that was made here; what users wrote is in the parameters.
            f"SELECT {columns} FROM sets WHERE {condition} ORDER BY {order} LIMIT ?",  # noqa: S608
            [*given, limit],
        )
        while rows := found.fetchmany(_CHUNK):
            numbers = [row[0] for row in rows]
            lists = {table: _listed(connection, table, names, numbers) for table, names in _LISTS.items()}
            for row in rows:
                yield row[0], _entry(path, labels, row, {table: by.get(row[0], []) for table, by in lists.items()})


@contextmanager
def _one_state(connection: sqlite3.Connection) -> Iterator[None]:
    """See the archive as it is now until the end, whatever others write: a set and its lists must fit together."""
    if connection.in_transaction:
        yield
        return
    connection.execute("BEGIN")
    try:
        yield
    finally:
        with suppress(sqlite3.Error):
            connection.execute("ROLLBACK")


def _listed(
    connection: sqlite3.Connection, table: str, names: Sequence[str], numbers: Sequence[int]
) -> dict[int, list[tuple[Any, ...]]]:
    marks = ",".join("?" * len(numbers))
    rows = connection.execute(
        f"SELECT number, {', '.join(names)} FROM {table} WHERE number IN ({marks})",  # noqa: S608 - names of ours
        numbers,
    )
    found: dict[int, list[tuple[Any, ...]]] = {}
    for number, *rest in rows:
        found.setdefault(number, []).append(tuple(rest))
    return found


def _entry(path: Path, labels: Sequence[str], row: Sequence[Any], lists: dict[str, list[tuple[Any, ...]]]) -> Entry:
    key, board_class, puzzle, shared, dice, sizes, rolls, name, measured_by, added, checksum = row[1 : len(FIXED) + 1]
    values = zip(labels, row[len(FIXED) + 1 :], strict=True)
    try:
        entry = Entry(
            key=key,
            board_class=board_class,
            puzzle=puzzle,
            shared_cells=bool(shared),
            dice=dice,
            sizes=sizes,
            rolls=rolls,
            values=tuple((label, value) for label, value in values if value is not None),
            measured_by=measured_by,
            added=added,
            origins=tuple(sorted(Origin(*one) for one in lists["origins"])),
            confirmations=tuple(sorted(Confirmation(*one) for one in lists["confirmations"])),
            tags=tuple(sorted(one for (one,) in lists["tags"])),
        )
        whole = shared in {0, 1} and entry.checksum() == checksum and entry.name == name
    except (TypeError, ValueError, IndexError):
        whole = False
    if not whole:
        raise DamagedArchiveError(path, f"the checksum of row {row[0]} does not match")
    renamed = tuple(sorted((objective_label(label), value) for label, value in entry.values))
    return entry if renamed == entry.values else msgspec.structs.replace(entry, values=renamed)


def check(connection: sqlite3.Connection, path: Path, *, indexes: bool = True) -> int:
    """Look at every page, every entry and, unless told otherwise, every index; return how many entries there are."""
    with sqlite_errors(path):
        (said,) = connection.execute(f"PRAGMA {'integrity' if indexes else 'quick'}_check(1)").fetchone()
        if said != "ok":
            raise DamagedArchiveError(path, " ".join(str(said).split()))
        if connection.execute("PRAGMA foreign_key_check").fetchone():
            raise DamagedArchiveError(path, "a row belongs to no set")
    return sum(1 for _ in read_entries(connection, path))


def archive_path(given: str | os.PathLike[str] | None = None) -> Path:
    """Return where the archive is: as given, or by ``DICELAB_ARCHIVE``, or in the user's data folder."""
    if given is not None:
        require_type(given, (str, os.PathLike), "an archive is named by the path of its file")
        return Path(given)
    chosen = os.environ.get("DICELAB_ARCHIVE")
    if chosen:
        return Path(chosen)
    import platformdirs

    return Path(platformdirs.user_data_dir("dicelab", appauthor=False)) / "archive.sqlite3"


def put_aside_path(path: Path) -> Path:
    """Return a free name for a damaged archive."""
    for number in range(1, MOST_PUT_ASIDE):
        found = path.with_name(f"{path.name}.damaged-{number}")
        if not found.exists():
            return found
    raise StorageError(f"{path} was put aside {MOST_PUT_ASIDE:,} times: move some of {path.name}.damaged-* away")


def is_whole(path: Path) -> bool:
    """Tell whether an archive is there and without damage."""
    try:
        with closing(connect(path)) as connection:
            check(connection, path)
    except (StorageError, DiceError):
        return False
    return True


def copy_checked(path: Path, target: Path, *, indexes: bool = True) -> int:
    """Copy an archive to a file, look whether the copy is whole, and return how many sets it has."""
    with (
        closing(connect(path)) as source,
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
