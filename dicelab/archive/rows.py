"""The entries of an archive in its tables, read with their checksums; whole archives checked, copied and put aside."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any

import msgspec

from dicelab.archive.database import (
    VALUE,
    DamagedArchiveError,
    backup_path,
    connect,
    sql_name,
    sqlite_errors,
    stored_labels,
)
from dicelab.archive.entry import Confirmation, Entry, Origin, printable
from solver.errors import StorageError
from solver.runs.storage import atomic_file

FIXED = ("key", "family", "puzzle", "shared_cells", "dice", "sizes", "rolls", "name", "measured_by", "added", "sha256")
"""The columns of a set but its number and its objectives."""

LISTS = {"origins": Origin.__struct_fields__, "confirmations": Confirmation.__struct_fields__, "tags": ("tag",)}
"""The tables of which a set may have several rows, and their columns."""

_CHUNK = 400


@contextmanager
def one_state(connection: sqlite3.Connection, path: Path) -> Iterator[None]:
    """See the archive as it is now until the end, whatever others write: a set and its lists must fit together."""
    with sqlite_errors(path):
        if connection.in_transaction:
            yield
            return
        connection.execute("BEGIN")
        try:
            yield
        finally:
            with suppress(sqlite3.Error):
                connection.execute("ROLLBACK")


def row_numbers(connection: sqlite3.Connection, condition: str = "1", *given: object) -> list[int]:
    """Return the row numbers of the sets that meet a condition of ours, by key."""
    found = connection.execute(f"SELECT number FROM sets WHERE {condition} ORDER BY key", given)  # noqa: S608
    return [number for (number,) in found]


def read_entries(connection: sqlite3.Connection, path: Path, numbers: Sequence[int]) -> Iterator[Entry]:
    """Yield the entries of some row numbers, in their order, within :func:`one_state`."""
    labels = sorted(stored_labels(connection))
    columns = ", ".join(map(sql_name, ("number", *FIXED, *(VALUE + label for label in labels))))
    for first in range(0, len(numbers), _CHUNK):
        chunk = numbers[first : first + _CHUNK]
        some = f"number IN ({','.join('?' * len(chunk))})"
        # Every part is SQL that was made here.
        rows = {row[0]: row for row in connection.execute(f"SELECT {columns} FROM sets WHERE {some}", chunk)}  # noqa: S608
        lists: dict[int, dict[str, list[Any]]] = {number: {table: [] for table in LISTS} for number in chunk}
        for table, names in LISTS.items():
            fields = ", ".join(names)
            for number, *found in connection.execute(
                f"SELECT number, {fields} FROM {table} WHERE {some} ORDER BY {fields}",  # noqa: S608
                chunk,
            ):
                lists[number][table].append(dict(zip(names, found, strict=True)))
        for number in chunk:
            yield _entry(path, labels, rows[number], lists[number])


def _entry(path: Path, labels: Sequence[str], row: Sequence[Any], lists: dict[str, list[Any]]) -> Entry:
    number, *content = row
    fixed = dict(zip(FIXED, content, strict=False))
    name, checksum, shared, board_class = map(fixed.pop, ("name", "sha256", "shared_cells", "family"))
    values = zip(labels, content[len(FIXED) :], strict=True)
    try:
        # What stands in a row may be of any type and length, whatever its column says.
        entry = msgspec.convert(
            {
                **fixed,
                **lists,
                "class": board_class,
                "shared_cells": bool(shared),
                "objectives": [(label, value) for label, value in values if value is not None],
                "tags": [one["tag"] for one in lists["tags"]],
            },
            Entry,
        )
        whole = shared in {0, 1} and entry.checksum() == checksum and entry.name == name
    except msgspec.ValidationError as error:
        raise DamagedArchiveError.of(
            path, f"row {number} has a field that no entry has: {printable(str(error)[:200])}"
        ) from None
    except (TypeError, ValueError, IndexError):
        whole = False
    if not whole:
        raise DamagedArchiveError.of(path, f"the checksum of row {number} does not match")
    return entry


def write_entry(connection: sqlite3.Connection, entry: Entry) -> None:
    """Write an entry, in the place of that of its key if there is one; it has a column for each objective."""
    content = {
        **{name: getattr(entry, name) for name in FIXED if name not in {"family", "sha256"}},
        "family": entry.board_class,
        "sha256": entry.checksum(),
        **{VALUE + label: value for label, value in entry.values},
    }
    connection.execute("DELETE FROM sets WHERE key = ?", [entry.key])
    marks = ",".join("?" * len(content))
    done = connection.execute(
        f"INSERT INTO sets ({', '.join(map(sql_name, content))}) VALUES ({marks})",  # noqa: S608
        list(content.values()),
    )
    for table, names in LISTS.items():
        rows = [[tag] for tag in entry.tags] if table == "tags" else map(msgspec.structs.astuple, getattr(entry, table))
        marks = ",".join("?" * (len(names) + 1))
        connection.executemany(
            f"INSERT INTO {table} VALUES ({marks})",  # noqa: S608
            [(done.lastrowid, *row) for row in rows],
        )


MOST_PUT_ASIDE = 1000
"""Damaged archives of one name."""


def check(connection: sqlite3.Connection, path: Path, *, indexes: bool = True) -> int:
    """Look at every page, every entry and, unless told otherwise, every index; return how many entries there are."""
    with sqlite_errors(path):
        (said,) = connection.execute(f"PRAGMA {'integrity' if indexes else 'quick'}_check(1)").fetchone()
        if said != "ok":
            raise DamagedArchiveError.of(path, " ".join(str(said).split()))
        if connection.execute("PRAGMA foreign_key_check").fetchone():
            raise DamagedArchiveError.of(path, "a row belongs to no set")
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
        raise DamagedArchiveError.of(path, error.reason) from None


def keep_copy(path: Path) -> None:
    """Put a checked copy of an archive beside it, in the place of the copy before.

    The caller holds the archive's write lock. The copy is checked, and not the archive, so that a damaged archive never
    takes the place of a good copy.
    """
    target = backup_path(path)
    with atomic_file(target) as part:
        copy_checked(path, part, indexes=False)
