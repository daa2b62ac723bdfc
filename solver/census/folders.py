"""Where a census is kept: the folder of the cache, or a temporary one where the cache can't be used."""

from __future__ import annotations

import contextlib
import tempfile
import warnings
from collections.abc import Iterator
from pathlib import Path

from solver.census.census_file import Content, census_folder, census_path
from solver.errors import DamagedTableWarning, StorageError
from solver.polyform.puzzle import Puzzle
from solver.runs.cache_folder import own_folder, require_own


@contextlib.contextmanager
def kept_folder(puzzle: Puzzle, content: Content) -> Iterator[Path]:
    """Give the folder of the cache for a census, or a temporary one where that can't be used.

    Warns
    -----
    DamagedTableWarning
        If the census can't be kept, or a file in the cache is not to be believed and removed.
    """
    folder = own_folder("census", census_folder(puzzle).name)
    path = census_path(census_folder(puzzle), content)
    try:
        if folder is not None:
            _remove_foreign(path)
            if not is_file(path):
                require_room(folder, path)
    except StorageError as error:
        warnings.warn(f"{error}; going on without", DamagedTableWarning, stacklevel=5)
        folder = None
    if folder is not None:
        yield folder
        return
    with tempfile.TemporaryDirectory(prefix="dicelab-census-") as temporary:
        yield Path(temporary)


def is_file(path: Path) -> bool:
    """Tell whether there is a file at a path that may be too long, or below a folder that can't be entered."""
    try:
        return path.is_file()
    except OSError:
        return False


def _remove_foreign(path: Path) -> None:
    """Remove a finished census that others may have written to."""
    try:
        require_own(path, path.stat())
    except OSError:
        return
    except StorageError as error:
        warnings.warn(f"{error}; building it again", DamagedTableWarning, stacklevel=6)
        with contextlib.suppress(OSError):
            path.unlink()


def require_room(folder: Path, path: Path) -> None:
    """Refuse a folder that can't be written to before the work is done."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
        in_the_way = path.exists() and not path.is_file()
    except OSError as error:
        raise StorageError(f"{folder} can't be written to ({error.strerror or error}): name another folder") from error
    if in_the_way:
        raise StorageError(f"{path} is not a file: move it away")
