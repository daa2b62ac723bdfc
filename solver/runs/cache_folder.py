"""The folder of everything that can be computed again, and which part of it may be trusted.

Compiled code in it is run and tables are trusted, and a checksum tells only damage. So a folder or file that belongs
to another user, or that others may write to, counts as if it were not there. Systems without user ids, such as
Windows, keep cache folders apart by themselves.
"""

from __future__ import annotations

import hashlib
import os
import stat
import warnings
from functools import lru_cache
from itertools import accumulate
from pathlib import Path
from typing import Literal

from solver.errors import DamagedTableWarning, StorageError

CACHE_FOLDER = "DICELAB_CACHE"
"""Set this environment variable to move the cache folder."""

NOWHERE = Path(os.devnull, "dicelab")
"""A folder that can't be made, for a user without a home folder: nothing is found there, and nothing kept."""

_WRITABLE = stat.S_IWGRP | stat.S_IWOTH
_ENTERABLE = stat.S_IXGRP | stat.S_IXOTH
_DIGEST = hashlib.sha256().digest_size


class UntrustedCacheWarning(DamagedTableWarning):
    """The cache folder is not the user's alone, so that nothing in it is used."""


def cache_folder() -> Path:
    """Return the folder of compiled code and census tables."""
    chosen = os.environ.get(CACHE_FOLDER)
    return Path(chosen) if chosen else users_folder("cache")


def users_folder(kind: Literal["cache", "data"]) -> Path:
    """Return the user's folder for dicelab's files of a kind; without a home folder :data:`NOWHERE`."""
    import platformdirs

    try:
        folder = Path(getattr(platformdirs, f"user_{kind}_dir")("dicelab", appauthor=False))
    except RuntimeError:
        return NOWHERE
    # Older versions of platformdirs leave the ~ as it is, which would be a folder in the current one.
    return folder if folder.is_absolute() else NOWHERE


def own_folder(*names: str) -> Path | None:
    """Return a folder below the cache folder, made for the user alone; ``None`` where there is none to use.

    That is where others may write to it, and where the user has no home folder that it can be made in. A folder that
    was named and can't be made is returned all the same: to write to it fails, and to read from it finds nothing.

    Warns
    -----
    UntrustedCacheWarning
        The first time that a folder is met to which others may write.
    """
    root = cache_folder()
    for level in accumulate(names, Path.joinpath, initial=root):
        try:
            if not level.exists():
                level.parent.mkdir(parents=True, exist_ok=True)
                level.mkdir(mode=0o700, exist_ok=True)
            problem = distrust(level.stat())
        except OSError:
            return root.joinpath(*names) if os.environ.get(CACHE_FOLDER) else None
        if problem:
            _warn(root, level, problem)
            return None
    return root.joinpath(*names)


def cache_is_writable() -> bool:
    """Tell whether the cache can be written to."""
    folder = own_folder()
    return folder is not None and os.access(folder, os.W_OK)


def distrust(found: os.stat_result) -> str | None:
    """Return why others may have written to a file or folder; ``None`` where they can't have done so."""
    if not hasattr(os, "geteuid"):
        return None
    if found.st_uid not in {os.geteuid(), 0}:
        return "belongs to another user"
    return "may be written to by other users" if found.st_mode & _WRITABLE else None


def require_own(path: Path, found: os.stat_result) -> None:
    """Refuse a file of the cache that others may have written to; ``found`` is its status."""
    # Where others can't enter the folder, the permissions of the file say nothing.
    if distrust(found) and (distrust(path.parent.stat()) or path.parent.stat().st_mode & _ENTERABLE):
        raise StorageError(f"{path} {distrust(found)}")


def read_own(path: Path) -> bytes:
    """Read a file in a folder that :func:`own_folder` returned; refuse one that others may have written to."""
    with path.open("rb") as file:
        require_own(path, os.fstat(file.fileno()))
        return file.read()


def sealed(content: bytes) -> bytes:
    """Return the content of a file with its SHA-256 in front."""
    return hashlib.sha256(content).digest() + content


def read_sealed(path: Path) -> bytes:
    """Read a file of :func:`sealed` as :func:`read_own` does; refuse a damaged one."""
    data = read_own(path)
    if sealed(data[_DIGEST:]) != data:
        raise StorageError(f"{path} is damaged")
    return data[_DIGEST:]


@lru_cache(maxsize=64)
def _warn(root: Path, level: Path, problem: str) -> None:
    """Warn once, and in the process that the user started."""
    import multiprocessing

    remedy = (
        "remove it to have it made anew" if "other users" in problem else "set DICELAB_CACHE to a folder of your own"
    )
    if multiprocessing.current_process().name == "MainProcess":
        warnings.warn(
            f"the cache folder {level} {problem}: nothing in {root} is used; {remedy}",
            UntrustedCacheWarning,
            stacklevel=4,
        )
