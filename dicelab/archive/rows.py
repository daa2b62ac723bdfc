"""The entries of an archive, read from its tables with their checksums."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import msgspec

from dicelab.archive.database import DamagedArchiveError, sqlite_errors
from dicelab.archive.entry import Entry
from dicelab.renamed import objective_label

VALUE = "value:"
"""Begins the column of an objective, so that its label can be any."""


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
    fixed = dict(zip(FIXED, row[1 : len(FIXED) + 1], strict=True))
    name, checksum, shared, board_class = map(fixed.pop, ("name", "sha256", "shared_cells", "family"))
    values = zip(labels, row[len(FIXED) + 1 :], strict=True)
    try:
        # What stands in a row may be of any type and length, whatever its column says.
        entry = msgspec.convert(
            {
                **fixed,
                "class": board_class,
                "shared_cells": bool(shared),
                "objectives": [(label, value) for label, value in values if value is not None],
                "origins": _named("origins", lists),
                "confirmations": _named("confirmations", lists),
                "tags": sorted(tag for (tag,) in lists["tags"]),
            },
            Entry,
        )
        whole = shared in {0, 1} and entry.checksum() == checksum and entry.name == name
    except (TypeError, ValueError, IndexError) as error:
        if isinstance(error, msgspec.ValidationError):
            problem = "".join(character for character in str(error)[:200] if character.isprintable())
            raise DamagedArchiveError(path, f"row {row[0]} has a field that no entry has: {problem}") from None
        whole = False
    if not whole:
        raise DamagedArchiveError(path, f"the checksum of row {row[0]} does not match")
    renamed = tuple(sorted((objective_label(label), value) for label, value in entry.values))
    return entry if renamed == entry.values else msgspec.structs.replace(entry, values=renamed)


def _named(table: str, lists: dict[str, list[tuple[Any, ...]]]) -> list[dict[str, Any]]:
    """Return the rows of a table in order, each with its fields by name."""
    return [dict(zip(_LISTS[table], one, strict=True)) for one in sorted(lists[table])]


def write_entry(connection: sqlite3.Connection, entry: Entry, number: int | None) -> None:
    """Write an entry, in the place of that of a row number if there is one; it has a column for each objective."""
    labels = [label for label, _ in entry.values]
    content = (
        entry.key, entry.board_class, entry.puzzle, int(entry.shared_cells), entry.dice, entry.sizes, entry.rolls,
        entry.name, entry.measured_by, entry.added, entry.checksum(), *(value for _, value in entry.values),
    )  # fmt: skip
    if number is not None:
        connection.execute("DELETE FROM sets WHERE number = ?", [number])
    names = ", ".join(["number", *map(sql_name, FIXED), *(sql_name(VALUE + label) for label in labels)])
    marks = ",".join("?" * (len(content) + 1))
    done = connection.execute(f"INSERT INTO sets ({names}) VALUES ({marks})", [number, *content])  # noqa: S608
    row = done.lastrowid
    connection.executemany(
        "INSERT INTO origins VALUES (?, ?, ?, ?, ?, ?, ?)",
        [(row, one.at, one.name, one.command, one.seed, one.version, one.dice) for one in entry.origins],
    )
    connection.executemany(
        "INSERT INTO confirmations VALUES (?, ?, ?, ?)",
        [(row, one.at, one.program, one.version) for one in entry.confirmations],
    )
    connection.executemany("INSERT INTO tags VALUES (?, ?)", [(row, tag) for tag in entry.tags])
