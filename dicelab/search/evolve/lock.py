"""A lock on a folder that dies with the process that holds it, so that none is left over after a kill."""

from __future__ import annotations

import contextlib
import errno
import os
import sys
from pathlib import Path
from typing import BinaryIO

from dicelab.errors import DiceError, OutputExistsError

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

NAME = ".lock"
"""The file that the operating system's lock is on; without that lock it means nothing."""

_TRIES = 100
_HELD = {errno.EACCES, errno.EAGAIN, errno.EDEADLK}


class FolderLock:
    """Held by one run at a time.

    Parameters
    ----------
    folder
        Made if need be; removed again on release if it was made here and nothing was written to it.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._file: BinaryIO | None = None
        self._made = False

    @property
    def held(self) -> bool:
        """Whether it is held here."""
        return self._file is not None

    def take(self, *, made: bool = False) -> None:
        """Take the lock, or tell at once that another run has it.

        Parameters
        ----------
        made
            Whether the caller has just made the folder.

        Raises
        ------
        OutputExistsError
            If another run has it.
        DiceError
            If the file system does not let files be locked.
        """
        self._made = made
        for _ in range(_TRIES):
            if not self._folder.exists():
                self._folder.mkdir(parents=True, exist_ok=True)
                self._made = True
            try:
                file = (self._folder / NAME).open("ab")
            except FileNotFoundError:
                continue  # A run that wrote nothing has just removed the folder.
            try:
                _lock(file)
            except OSError as error:
                file.close()
                if error.errno in _HELD:
                    raise OutputExistsError(
                        f"another run is going on in {self._folder}: wait for its end, or pass another --out"
                    ) from None
                raise DiceError(
                    f"{self._folder} can't be locked ({error.strerror or error}): pass a folder on another disk"
                ) from error
            if _is_at(file, self._folder / NAME):
                self._file = file
                return
            file.close()
        raise DiceError(f"{self._folder} can't be locked: its lock file is removed again and again")

    def release(self) -> None:
        """Give the lock back and remove its file."""
        if self._file is None:
            return
        path = self._folder / NAME
        with contextlib.suppress(OSError):
            # Removed while it is held, so that nobody's lock is taken away. Windows removes no open file.
            if sys.platform != "win32":
                path.unlink()
        self._file.close()
        self._file = None
        with contextlib.suppress(OSError):
            if sys.platform == "win32":
                path.unlink()
        if self._made:
            with contextlib.suppress(OSError):
                self._folder.rmdir()


def _lock(file: BinaryIO) -> None:
    if sys.platform == "win32":
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
    else:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


def _is_at(file: BinaryIO, path: Path) -> bool:
    """Tell whether the file is still the one of that name, and not one that its last holder removed."""
    if sys.platform == "win32":
        return True
    try:
        return os.path.samestat(os.fstat(file.fileno()), path.stat())
    except FileNotFoundError:
        return False
