"""Conditions and orders of an archive, in SQL that may read the rows of the archive and nothing else.

A condition is an SQL expression for ``WHERE``. SQLite itself reads it, with an authorizer that knows our tables and a
few functions, and with a limit of time; a subquery such as ``(SELECT max(fewest) FROM sets)`` is one as well.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from operator import attrgetter
from string import ascii_lowercase, ascii_uppercase
from time import monotonic
from typing import NamedTuple

from dicelab.archive.database import VALUE, sql_name, stored_labels
from dicelab.archive.entry import CLAIMED, ID_DIGITS, Entry, printable
from dicelab.archive.rows import LISTS
from dicelab.errors import DiceError
from solver.errors import quoted, suggestion

MOST_CHARACTERS = 2000
MOST_NAMES = 50
"""Columns of one order, and of one list."""

MOST_SECONDS = 5.0
"""How long a condition may take; one on tags, names and confirmations of 100,000 sets takes 0.8 s."""

STEPS = 10_000
"""Instructions of SQLite between two looks at the clock."""

SEPARATOR = "\x1f"
"""Stands between the texts of a column that may have several, and is in none of them."""

EXAMPLE = "write SQL such as fewest >= 11 and has(tags, 'spring')"

SEVERAL = {
    "programs": ("confirmations", "program"),
    "tags": ("tags", "tag"),
    "names": ("origins", "name"),
    "commands": ("origins", "command"),
    "seeds": ("origins", "seed"),
    "versions": ("origins", "version"),
}
"""Columns of which a set may have several texts, and where they come from."""


class Column(NamedTuple):
    """A column that every entry has: in SQL, and as a list shows it; figures stand flush right."""

    sql: str
    cell: Callable[[Entry], str]
    is_text: bool = False


def _several(table: str, name: str) -> Column:
    def cell(entry: Entry) -> str:
        texts = entry.tags if table == "tags" else [getattr(one, name) for one in getattr(entry, table)]
        return ", ".join(dict.fromkeys(filter(None, texts)))

    joined = f"group_concat({name}, char({ord(SEPARATOR)}))"
    return Column(f"(SELECT {joined} FROM {table} WHERE {table}.number = stored.number)", cell, is_text=True)  # noqa: S608


def _text(name: str) -> Column:
    return Column(name, attrgetter(name), is_text=True)


def _yes(sql: str, name: str) -> Column:
    return Column(sql, lambda entry: "yes" if getattr(entry, name) else "no")


COLUMNS = {
    "id": Column(f"substr(key, 1, {ID_DIGITS})", attrgetter("id")),
    "key": _text("key"),
    "class": Column(f"substr(family, 1, {ID_DIGITS})", lambda entry: entry.board_class[:ID_DIGITS]),
    "name": _text("name"),
    "puzzle": _text("puzzle"),
    "dice": Column(
        "length(sizes) - length(replace(sizes, ',', '')) + 1", lambda entry: str(entry.sizes.count(",") + 1)
    ),
    "sizes": _text("sizes"),
    # The sign keeps SQLite from an index: to look half of all rows up takes longer than to read all.
    "rolls": Column("+rolls", lambda entry: f"{entry.rolls:,}"),
    "shared_cells": _yes("shared_cells", "shared_cells"),
    "added": Column("added", lambda entry: entry.added[:10]),
    "measured_by": _text("measured_by"),
    "claimed": _yes(f"measured_by LIKE '{CLAIMED}%'", "claimed"),
    "confirmations": Column(
        "(SELECT count(DISTINCT program) FROM confirmations "  # noqa: S608 - names of ours
        f"WHERE confirmations.number = stored.number AND program NOT LIKE '{CLAIMED}%')",
        lambda entry: str(len(entry.programs)),
    ),
    **{name: _several(*place) for name, place in SEVERAL.items()},
}
"""The columns that every entry has; beside them stand the objectives."""

FUNCTIONS = (
    "abs", "avg", "char", "coalesce", "count", "date", "glob", "group_concat", "has", "ifnull", "instr", "length",
    "like", "lower", "max", "min", "nullif", "replace", "round", "substr", "sum", "upper",
)  # fmt: skip

_TABLES = frozenset({"sets", *LISTS})
_READING = frozenset({sqlite3.SQLITE_SELECT, sqlite3.SQLITE_READ, sqlite3.SQLITE_FUNCTION})
_QUOTED = re.compile(r"""'(?:[^']|'')*'|"((?:[^"]|"")*)\"""")
# As SQLite compares names: other letters stay as they are.
_LOWER = str.maketrans(ascii_uppercase, ascii_lowercase)
_COMPARED = re.compile(rf"\b({'|'.join(SEVERAL)})\s*(=|!=|<>|in\b|not\s+in\b)", re.IGNORECASE)
_USERS_FAULTS = frozenset(
    {None, sqlite3.SQLITE_ERROR, sqlite3.SQLITE_AUTH, sqlite3.SQLITE_INTERRUPT, sqlite3.SQLITE_TOOBIG}
)


class UnknownColumnError(DiceError):
    """A condition, an order or a list names a column that there is not."""


class Columns:
    """The columns of an archive: those of every entry, and the objectives that it has values of.

    A column of an objective has the objective's label with ``_`` for ``-``, as SQL needs it. ``others`` are labels of
    objectives that no set was measured by.
    """

    def __init__(self, connection: sqlite3.Connection, others: Iterable[str] = ()) -> None:
        self.sql = {name: column.sql for name, column in COLUMNS.items()}
        self.labels: dict[str, str] = {}
        for label in stored_labels(connection):
            self._add(label, f"+{sql_name(VALUE + label)}")
        for label in others:
            self._add(label, "NULL")

    def _add(self, label: str, sql: str) -> None:
        name = label.translate(_LOWER).replace("-", "_")
        # An archive of others may have any label.
        if name not in {*self.sql, "number"}:
            self.sql[name], self.labels[name] = sql, label

    def named(self, text: str, option: str) -> list[str]:
        """Return the columns that are named between commas, each once, with ``-`` where it stands before one."""
        words, found = list(dict.fromkeys(part.strip() for part in text.split(","))), []
        if len(words) > MOST_NAMES:
            raise DiceError(f"{option} with {len(words):,} columns: name at most {MOST_NAMES}")
        for word in words:
            minus, name = re.fullmatch(r"(-?)(.*)", word, re.DOTALL).groups()  # type: ignore[union-attr]
            column = name.translate(_LOWER).replace("-", "_")
            if column not in self.sql:
                raise UnknownColumnError(f"{option} {quoted(word)}: no column {quoted(name)}, {self.nearest(name)}")
            found.append(minus + column)
        return found

    def nearest(self, name: str) -> str:
        """Return the hint for a name that is no column."""
        return suggestion(name.lower(), self.sql, cutoff=0.5)

    def shown(self, order: str, more: str) -> list[str]:
        """Return the columns of a list for an order and further names, each once; of objectives their labels."""
        ordered = [name.removeprefix("-") for name in self.named(order, "--order-by")]
        asked = self.named(more, "--columns") if more.strip() else []
        # A list begins with the id and the name anyway.
        shown = [*(name for name in ordered if name != "added"), *asked]
        return [self.labels.get(name, name) for name in dict.fromkeys(shown) if name not in {"id", "name"}]

    def numbers(self, connection: sqlite3.Connection, where: str, order: str, limit: int = -1) -> list[int]:
        """Return the row numbers of the sets that meet a condition, in order; sets without a value are last."""
        ordered = ", ".join(
            # Nothing is less than anything, so that it is last where the order descends.
            f"{sql_name(name[1:])} DESC" if name.startswith("-") else f"{sql_name(name)} NULLS LAST"
            for name in [*self.named(order, "--order-by"), "key"]
        )
        return self._select(connection, "number", where, f"ORDER BY {ordered} LIMIT {limit:d}")

    def count(self, connection: sqlite3.Connection, where: str) -> int:
        """Return how many sets meet a condition."""
        return self._select(connection, "count(*)", where, "ORDER BY key")[0]

    def _select(self, connection: sqlite3.Connection, asked: str, where: str, rest: str) -> list[int]:
        self._require_clear(where)
        columns = ", ".join(f"{sql} AS {sql_name(name)}" for name, sql in self.sql.items())
        # On lines of its own, so that a comment ends with it.
        text = (
            f"WITH sets AS (SELECT number, {columns} FROM main.sets AS stored) "  # noqa: S608 - read by the authorizer
            f"SELECT {asked} FROM sets WHERE (\n{where.strip() or 1}\n) {rest}"
        )
        with _reading_only(connection):
            try:
                return [number for (number,) in connection.execute(text)]
            except (sqlite3.Error, sqlite3.Warning, ValueError) as error:
                if getattr(error, "sqlite_errorcode", None) in _USERS_FAULTS:
                    raise self._fault(str(error), where) from None
                raise

    def _require_clear(self, where: str) -> None:
        """Refuse SQL that does not mean what it seems to: a text in double quotes, a comparison with one of several."""
        if len(where) > MOST_CHARACTERS:
            raise DiceError(f"--where of {len(where):,} characters: use at most {MOST_CHARACTERS:,}")
        if any("\ud800" <= character <= "\udfff" for character in where):
            raise DiceError("--where with bytes that are no text: write it in UTF-8")
        for match in _QUOTED.finditer(where):
            if match[1] is not None and match[1].replace('""', '"').translate(_LOWER) not in self.sql:
                raise UnknownColumnError(f"--where: no column {quoted(match[1])}: write texts in '…'")
        if compared := _COMPARED.search(_QUOTED.sub("''", where)):
            raise DiceError(f"--where: a set may have several {compared[1]}: write has({compared[1]}, 'TEXT')")

    def _fault(self, said: str, where: str) -> DiceError:
        """Return SQLite's complaint in a line."""
        kind, _, name = said.partition(": ")
        if kind == "no such column":
            # To SQL face-mean is a difference.
            meant = [one for one in self.sql if "_" in one and one.replace("_", "-") in where.lower()]
            hint = f"write {max(meant, key=len)}" if meant else self.nearest(name)
            hint = "write IS NULL for what was not measured" if name.lower() == "none" else hint
            return UnknownColumnError(f"--where: no column {quoted(name)}, {hint}; texts stand in '…'")
        if kind == "no such function" or kind.startswith("not authorized to use function"):
            return DiceError(f"--where: no function {quoted(name)}: use {', '.join(FUNCTIONS)}")
        if "prohibited" in said or "not authorized" in said or kind == "no such table":
            return DiceError(f"--where may read {', '.join(sorted(_TABLES))} and nothing else: {EXAMPLE}")
        if said == "interrupted":
            return DiceError(f"--where takes more than {MOST_SECONDS:.0f} s: ask for less")
        return DiceError(f"--where: {printable(said[:160])}: {EXAMPLE}")


def _authorized(action: int, first: str | None, second: str | None, *_: object) -> int:
    """Allow to read our tables, by functions of ours or without a side effect."""
    allowed = (
        action in _READING
        and (action != sqlite3.SQLITE_READ or first in _TABLES)
        and (action != sqlite3.SQLITE_FUNCTION or second in FUNCTIONS)
    )
    return sqlite3.SQLITE_OK if allowed else sqlite3.SQLITE_DENY


def _has(texts: object, text: object) -> bool:
    """Tell whether a column that may have several texts has one."""
    return texts is not None and str(text) in str(texts).split(SEPARATOR)


@contextmanager
def _reading_only(connection: sqlite3.Connection) -> Iterator[None]:
    """Let SQL of a user read, and not for long."""
    end = monotonic() + MOST_SECONDS
    connection.create_function("has", 2, _has, deterministic=True)
    connection.set_authorizer(_authorized)
    connection.set_progress_handler(lambda: monotonic() > end, STEPS)
    try:
        yield
    finally:
        connection.set_progress_handler(None, STEPS)
        connection.set_authorizer(None)
