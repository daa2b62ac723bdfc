"""The last good copy of an archive: kept before a session's first change, put back by ``archive restore``."""

from __future__ import annotations

import sqlite3
from contextlib import closing, suppress
from pathlib import Path

from dicelab.archive.reading import check
from dicelab.archive.schema import DamagedArchiveError, backup_path, connect, journal_path, told
from dicelab.errors import DiceError, OutputExistsError
from solver.errors import StorageError
from solver.runs.storage import atomic_file

MOST_KEPT = 1000


def keep_copy(path: Path) -> None:
    """Put a checked copy of an archive beside it, in the place of the copy before.

    The caller holds the archive's write lock. The copy is checked, and not the archive, so that a damaged archive never
    takes the place of a good copy.

    Raises
    ------
    StorageError
        If the archive is damaged, or the copy can't be written.
    """
    target = backup_path(path)
    # Under the lock nobody else is making one: these were left by a kill.
    for left in path.parent.glob(f".{target.name}.*.part*"):
        with suppress(OSError):
            left.unlink()
    with atomic_file(target) as part:
        _copy(path, part)
        try:
            _require_whole(part, indexes=False)
        except DamagedArchiveError as error:
            raise DamagedArchiveError(path, error.reason) from None


def copy_to(path: Path, target: Path, *, force: bool = False) -> int:
    """Write a checked copy of an archive to a file, and return how many sets it has.

    Raises
    ------
    OutputExistsError
        If the file exists, without ``force``.
    StorageError
        If the archive is damaged, or the copy can't be written.
    """
    if target.exists() and (not force or target.resolve() == path.resolve() or target.is_dir()):
        raise OutputExistsError(f"{target} exists: name another file")
    connect(path).close()
    with atomic_file(target) as part:
        _copy(path, part)
        try:
            return _require_whole(part)
        except DamagedArchiveError as error:
            raise DamagedArchiveError(path, error.reason) from None


def restore(path: Path, source: Path | None = None, *, force: bool = False) -> tuple[int, Path | None]:
    """Put the last good copy back; the damaged archive stays, under another name.

    Parameters
    ----------
    source
        Another copy than the one kept beside the archive.
    force
        Put it back though the archive is whole.

    Returns
    -------
    tuple
        How many sets the archive has now, and where the old one is, if there was one.

    Raises
    ------
    DiceError
        If there is no copy, or the archive is whole.
    StorageError
        If the copy is damaged too.
    """
    chosen = source or backup_path(path)
    if not chosen.exists():
        raise DiceError(f"no copy {chosen}: name one by --from")
    if path.exists() and not force and _is_whole(path):
        raise DiceError(f"{path} is whole: pass --force to put {chosen} in its place all the same")
    aside = None
    with atomic_file(path) as part:
        _copy(chosen, part)
        sets = _require_whole(part)
        if path.exists():
            aside = _aside(path)
            # What SQLite would undo in the old file must not be undone in the new one.
            if journal_path(path).exists():
                journal_path(path).replace(journal_path(aside))
            aside.hardlink_to(path)
    return sets, aside


def _aside(path: Path) -> Path:
    for number in range(1, MOST_KEPT):
        found = path.with_name(f"{path.name}.damaged-{number}")
        if not found.exists():
            return found
    raise StorageError(f"{path} was put aside {MOST_KEPT:,} times: move some of {path.name}.damaged-* away")


def _is_whole(path: Path) -> bool:
    try:
        _require_whole(path)
    except (StorageError, DiceError):
        return False
    return True


def _require_whole(path: Path, *, indexes: bool = True) -> int:
    with closing(connect(path)) as connection:
        return check(connection, path, indexes=indexes)


def _copy(path: Path, target: Path) -> None:
    with (
        closing(connect(path)) as source,
        told(path),
        closing(sqlite3.connect(target, isolation_level=None)) as copy,
    ):
        copy.execute("PRAGMA journal_mode = OFF")
        copy.execute("PRAGMA synchronous = OFF")
        source.backup(copy)
