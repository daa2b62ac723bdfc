"""The archive: entries in, entries out. One process may read while another writes; a kill loses nothing that was told.

Every change is a transaction, on disk when the method returns. Each entry carries the checksum of all that is known of
it, which is compared whenever it is read. Before its first change a session keeps a checked copy of the file as it was.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import Self

from dicelab.archive.backup import keep_copy
from dicelab.archive.entry import ID, Entry
from dicelab.archive.query import Columns, order_sql, where_sql
from dicelab.archive.reading import FIXED, check, read_entries
from dicelab.archive.schema import VALUE, connect, create, objective_labels, quoted, told
from dicelab.errors import DiceError
from solver.errors import StorageError

LEAST_DIGITS = 4
"""Of an id that a user writes."""

MOST_OBJECTIVES = 200
_TAG = re.compile(r"[^\s,'\"](?:[^,'\"\x00-\x1f]{0,58}[^\s,'\"])?")


class Archive:
    """An archive, open until the end of its ``with`` block.

    Parameters
    ----------
    path
        The file; ``make`` makes one that is not there.
    writing
        Whether it may be changed.

    Raises
    ------
    DiceError
        If there is no file, or it is no archive.
    StorageError
        If it is damaged, or can't be read.
    """

    def __init__(self, path: Path, *, writing: bool = False, make: bool = False) -> None:
        self.path = path
        # An archive that has just been made is nothing to keep a copy of.
        self._has_copy = make and not path.exists()
        self._labels: set[str] | None = None
        if self._has_copy:
            create(path)
        self._connection = connect(path, writing=writing)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._connection.close()

    def __len__(self) -> int:
        return self.count()

    @property
    def labels(self) -> tuple[str, ...]:
        """The objectives that some of its sets were measured by, sorted."""
        with told(self.path):
            return objective_labels(self._connection)

    @property
    def columns(self) -> Columns:
        """What conditions and orders may name."""
        return Columns(self.labels, _standard)

    def count(self, where: str = "") -> int:
        """Return how many entries meet a condition."""
        condition, given = where_sql(where, self.columns)
        with told(self.path):
            (found,) = self._connection.execute(f"SELECT count(*) FROM sets WHERE {condition}", given).fetchone()  # noqa: S608
        return int(found)

    def entries(self, where: str = "", order: str = "-added", limit: int = -1) -> Iterator[Entry]:
        """Yield the entries that meet a condition, in order.

        Parameters
        ----------
        where, order
            In the language of :mod:`dicelab.archive.query`.
        limit
            The most entries; all if negative.

        Raises
        ------
        DiceError
            If the condition or the order can't be read.
        StorageError
            If the archive is damaged.
        """
        condition, given = where_sql(where, self.columns)
        ordered = order_sql(order, self.columns)
        for _, entry in read_entries(self._connection, self.path, condition, given, ordered, limit):
            yield entry

    def get(self, digits: str) -> Entry:
        """Return the entry whose key begins with some digits.

        Raises
        ------
        DiceError
            If these are no four hexadecimal digits or more, or there is no such entry, or there are several.
        """
        match = ID.fullmatch(digits)
        if not match:
            raise DiceError(f"{digits[:40]!r} is no id: write its first {LEAST_DIGITS} hexadecimal digits or more")
        beginning = match[1].lower()
        condition = "sets.key >= ? AND sets.key < ?"
        range_ = (beginning, beginning + "g")
        found = [entry for _, entry in read_entries(self._connection, self.path, condition, range_, "sets.key", 2)]
        if not found:
            raise DiceError(f"no set {digits!r} in {self.path}: dicelab archive list tells the ids")
        if len(found) > 1:
            raise DiceError(f"several ids begin with {digits!r}, such as {found[0].id} and {found[1].id}: write more")
        return found[0]

    def check(self) -> int:
        """Look at every byte that matters, and return how many entries there are.

        Raises
        ------
        StorageError
            If the archive is damaged.
        """
        return check(self._connection, self.path)

    def add(self, entries: Iterable[Entry]) -> tuple[int, int]:
        """Take entries in, all or none; what is known already is united with what they tell.

        Returns
        -------
        tuple
            How many were new, and how many others told something new.
        """
        new = more = 0
        with self._writing():
            for entry in entries:
                known = self._known(entry.key)
                united = known[1].united(entry) if known else entry
                if known is None or united != known[1]:
                    self._write(united, known[0] if known else None)
                    new += known is None
                    more += known is not None
        return new, more

    def merge(self, other: Archive) -> tuple[int, int]:
        """Take in all entries of another archive; like :meth:`add`.

        Raises
        ------
        DiceError
            If it is this one.
        StorageError
            If either is damaged; then nothing was changed.
        """
        if other.path.resolve() == self.path.resolve():
            raise DiceError(f"{other.path} is this archive: name another")
        other.check()
        return self.add(other.entries(order="id"))

    def tag(self, keys: Sequence[str], add: Collection[str] = (), remove: Collection[str] = ()) -> int:
        """Give entries tags, and take others from them; return how many entries have other tags now."""
        for tag in (*add, *remove):
            require_tag(tag)
        changed = 0
        with self._writing():
            for key in keys:
                number, entry = self._known_or_gone(key)
                tags = tuple(sorted({*entry.tags, *add} - set(remove)))
                if tags != entry.tags:
                    self._write(replace(entry, tags=tags), number)
                    changed += 1
        return changed

    def remove(self, keys: Sequence[str]) -> None:
        """Forget entries, all or none."""
        with self._writing():
            for key in keys:
                number, _ = self._known_or_gone(key)
                self._connection.execute("DELETE FROM sets WHERE number = ?", [number])

    @contextmanager
    def _writing(self) -> Iterator[None]:
        """Begin a change: no other process writes until its end. It is undone by an error."""
        with told(self.path):
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                if not self._has_copy:
                    keep_copy(self.path)
                    self._has_copy = True
                # Another process may have made columns; an error may have undone what was made here.
                self._labels = None
                yield
                self._connection.execute("COMMIT")
            except BaseException:
                with suppress(sqlite3.Error):
                    self._connection.execute("ROLLBACK")
                raise

    def _known(self, key: str) -> tuple[int, Entry] | None:
        if not self._connection.execute("SELECT 1 FROM sets WHERE key = ?", [key]).fetchone():
            return None
        return next(read_entries(self._connection, self.path, "sets.key = ?", [key]), None)

    def _known_or_gone(self, key: str) -> tuple[int, Entry]:
        found = self._known(key)
        if found is None:
            raise DiceError(f"set {key[:12]} has just been removed by another process: list again")
        return found

    def _write(self, entry: Entry, number: int | None) -> None:
        """Write an entry in the place of what is in a row, or in a new one."""
        self._make_columns([label for label, _ in entry.values])
        labels = [label for label, _ in entry.values]
        content = (
            entry.key, entry.family, entry.puzzle, int(entry.shared_cells), entry.dice, entry.sizes, entry.rolls,
            entry.name, entry.measured_by, entry.added, entry.checksum(), *(value for _, value in entry.values),
        )  # fmt: skip
        if number is not None:
            self._connection.execute("DELETE FROM sets WHERE number = ?", [number])
        names = ", ".join(["number", *map(quoted, FIXED), *(quoted(VALUE + label) for label in labels)])
        marks = ",".join("?" * (len(content) + 1))
        done = self._connection.execute(f"INSERT INTO sets ({names}) VALUES ({marks})", [number, *content])  # noqa: S608
        row = done.lastrowid
        self._connection.executemany(
            "INSERT INTO origins VALUES (?, ?, ?, ?, ?, ?, ?)",
            [(row, one.at, one.name, one.command, one.seed, one.version, one.dice) for one in entry.origins],
        )
        self._connection.executemany(
            "INSERT INTO confirmations VALUES (?, ?, ?, ?)",
            [(row, one.at, one.program, one.version) for one in entry.confirmations],
        )
        self._connection.executemany("INSERT INTO tags VALUES (?, ?)", [(row, tag) for tag in entry.tags])

    def _make_columns(self, labels: Collection[str]) -> None:
        """Make columns for objectives that none of the sets was measured by so far."""
        if self._labels is None:
            self._labels = set(objective_labels(self._connection))
        for label in labels:
            if label not in self._labels:
                if len(self._labels) >= MOST_OBJECTIVES:
                    raise StorageError(f"{self.path} has {MOST_OBJECTIVES} objectives: it takes no more")
                column = quoted(VALUE + label)
                self._connection.execute(f"ALTER TABLE sets ADD COLUMN {column} REAL")
                self._connection.execute(f"CREATE INDEX {quoted('sets_' + label)} ON sets ({column})")
                self._labels.add(label)


def require_tag(tag: str) -> None:
    """Refuse a tag that could not be written in a condition.

    Raises
    ------
    DiceError
        If it is empty, long, or has a comma, a quotation mark or a control character.
    """
    # A surrogate is what is left of bytes that are no text.
    if not _TAG.fullmatch(tag) or not tag.isprintable():
        raise DiceError(f"tag {tag[:40]!r}: write 1 to 60 characters without commas and quotation marks")


def _standard() -> Collection[str]:
    from dicelab.search.objectives import STANDARD

    return STANDARD
