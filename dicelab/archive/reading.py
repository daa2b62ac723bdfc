"""Entries read from an open archive, each compared with its checksum."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from dicelab.archive.entry import Confirmation, Entry, Origin
from dicelab.archive.schema import VALUE, DamagedArchiveError, objective_labels, quoted, told

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
    """Yield entries with their row numbers.

    Parameters
    ----------
    condition, given, order
        SQL of :mod:`dicelab.archive.query`.
    limit
        The most entries; all if negative.

    Raises
    ------
    StorageError
        If the archive is damaged, be it in one of these entries.
    """
    with told(path), _one_state(connection):
        labels = objective_labels(connection)
        columns = ", ".join(
            ["sets.number", *(f"sets.{quoted(name)}" for name in (*FIXED, *(VALUE + one for one in labels)))]
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
    key, family, puzzle, shared, dice, sizes, rolls, name, measured_by, added, checksum = row[1 : len(FIXED) + 1]
    values = zip(labels, row[len(FIXED) + 1 :], strict=True)
    try:
        entry = Entry(
            key=key,
            family=family,
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
    return entry


def check(connection: sqlite3.Connection, path: Path, *, indexes: bool = True) -> int:
    """Look at every page, every entry and every index; return how many entries there are.

    Parameters
    ----------
    indexes
        Whether to compare indexes with what they are of; they can be made again, so that no entry hangs on them.

    Raises
    ------
    StorageError
        If anything does not fit.
    """
    with told(path):
        (said,) = connection.execute(f"PRAGMA {'integrity' if indexes else 'quick'}_check(1)").fetchone()
        if said != "ok":
            raise DamagedArchiveError(path, " ".join(str(said).split()))
        if connection.execute("PRAGMA foreign_key_check").fetchone():
            raise DamagedArchiveError(path, "a row belongs to no set")
    return sum(1 for _ in read_entries(connection, path))
