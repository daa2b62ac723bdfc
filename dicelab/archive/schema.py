"""What a file must be before a row of it is read: an SQLite database with our tables, word for word.

A file may come from anybody. A generated column or a CHECK of its own would be computed when it is read, so that only
the text of our tables is taken, and SQLite's limits are set to what an archive needs.
"""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from functools import cache
from importlib.resources import files

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

_LABEL = r'(?:[^"\x00-\x1f\x7f-\x9f]|""){1,200}'
_COLUMN = rf', "value:{_LABEL}" REAL'
_INDEX = re.compile(rf'CREATE INDEX "sets_({_LABEL})" ON sets \("value:\1"\)')


def tables() -> str:
    """Return the SQL that makes the tables of an empty archive."""
    return files("dicelab.archive").joinpath("tables.sql").read_text(encoding="utf-8")


def harden(connection: sqlite3.Connection) -> None:
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


def schema_problem(connection: sqlite3.Connection) -> str | None:
    """Return what a database has that an archive has not, or lacks; nothing where it has our tables."""
    found = connection.execute("SELECT type, name, sql FROM sqlite_master LIMIT ?", [MOST_OBJECTS + 1]).fetchall()
    if len(found) > MOST_OBJECTS:
        return f"it has over {MOST_OBJECTS:,} tables and indexes"
    if any(kind not in {"table", "index"} for kind, _, _ in found):
        return "it has triggers or views, which no archive has"
    ours = _ours()
    wanted = set(ours)
    for kind, name, text in found:
        # SQLite makes these itself, for what must be unique.
        if kind == "index" and text is None and str(name).startswith("sqlite_autoindex_"):
            continue
        spaced = " ".join(str(text).split())
        if kind == "table" and name == "sets" and _is_sets(spaced, ours["sets"]):
            wanted.discard("sets")
        elif ours.get(name) == spaced:
            wanted.discard(name)
        elif kind != "index" or not _INDEX.fullmatch(str(text)):
            return f"it has other tables than an archive: {kind} {str(name)[:60]!r}"
    return f"it has other tables than an archive: {min(wanted)!r} is missing" if wanted else None


def _is_sets(text: str, ours: str) -> bool:
    """Tell whether a table is that of the sets, with columns for objectives that were added to it."""
    head = ours.removesuffix(")").rstrip()
    return text.startswith(head) and re.fullmatch(rf"(?: ?{_COLUMN})* ?\)", text[len(head) :]) is not None


@cache
def _ours() -> dict[str, str]:
    """Return the text of each table and index of an empty archive, as SQLite keeps it."""
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.executescript(tables())
        rows = connection.execute("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL").fetchall()
    return {name: " ".join(text.split()) for name, text in rows}
