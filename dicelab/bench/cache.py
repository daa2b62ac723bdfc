"""The cache folder: its place, size and owner, and the compiled code in it that this Python can use."""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from solver.errors import StorageError
from solver.runs import jit
from solver.runs.cache_folder import CACHE_FOLDER, NOWHERE, cache_folder, distrust

COMPILED = "compiled"
_CODE = (".nbc", ".object")


@dataclass(frozen=True, slots=True)
class Cache:
    """The content of the cache folder; sizes in bytes."""

    folder: Path | None
    """``None`` where it is unknown."""
    exists: bool
    size: int
    problem: str | None
    """Why nothing can be kept in it."""
    remedy: str | None
    kernels: int
    """Kernels that this Python takes as they are."""
    compiled_size: int
    stale_kernels: int
    """Kernels of other versions of dicelab, numba or Python."""
    stale_size: int


def look_at_cache() -> Cache:
    """Look at the cache folder, without making it."""
    try:
        folder = cache_folder()
    except ImportError:
        return Cache(None, False, 0, "unknown without platformdirs", None, 0, 0, 0, 0)
    problem, remedy = _problem(folder)
    current, stale = _kernels(folder / COMPILED)
    return Cache(
        folder,
        os.path.isdir(folder),  # noqa: PTH112 - False below a folder that can't be entered, too
        sum(size for _, size in _files(folder)),
        problem,
        remedy,
        len(current),
        sum(current),
        len(stale),
        sum(stale),
    )


def why_nothing_is_kept() -> str | None:
    """Return why the cache folder can't be used, and the remedy; ``None`` where it can, or nobody knows."""
    try:
        folder = cache_folder()
    except ImportError:
        return None
    problem, remedy = _problem(folder)
    return f"nothing is kept for the next time: the cache folder {folder} {problem}; {remedy}" if problem else None


def empty_compiled_code() -> int:
    """Remove all compiled code from the cache, and return how many bytes that were; it is made again when it is needed.

    Raises
    ------
    StorageError
        If the folder is not the user's, or can't be removed.
    """
    folder = cache_folder() / COMPILED
    try:
        problem = distrust(folder.lstat())
        if folder.is_symlink() or problem:
            raise StorageError(f"{folder} {problem or 'is a link'}: remove it yourself")
        size = sum(size for _, size in _files(folder))
        shutil.rmtree(folder)
    except FileNotFoundError:
        return 0
    except OSError as error:
        raise StorageError(f"{folder} can't be removed ({error.strerror or error}): remove it yourself") from None
    return size


def _problem(folder: Path) -> tuple[str | None, str | None]:
    """Return why nothing can be kept in a folder, and the remedy."""
    elsewhere = f"set {CACHE_FOLDER} to a folder of your own"
    try:
        if not folder.exists():
            above = next((place for place in folder.parents if place.exists()), folder)
            reason = ": you have no home folder" if folder == NOWHERE else f" in {above}"
            return (None, None) if _takes_files(above) else (f"can't be made{reason}", elsewhere)
        if not folder.is_dir():
            return "is not a folder", f"remove it, or {elsewhere}"
        for place in (folder, folder / COMPILED):
            fault = distrust(place.stat()) if place.exists() else None
            if fault:
                return fault, f"chmod go-w {place}" if "other users" in fault else elsewhere
        if not _takes_files(folder):
            return "can't be written to", elsewhere
    except OSError as error:
        return f"can't be read ({error.strerror})", elsewhere
    return None, None


def _takes_files(folder: Path) -> bool:
    """Try to write into a folder: permissions do not tell, /proc for one seems to be writable for root."""
    try:
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


def _files(folder: Path) -> Iterator[tuple[Path, int]]:
    for place, _, names in os.walk(folder):
        for name in names:
            path = Path(place, name)
            try:
                yield path, path.lstat().st_size
            except OSError:
                continue


def _kernels(folder: Path) -> tuple[list[int], list[int]]:
    """Return the sizes of compiled kernels that are of use here, and of others."""
    current: list[int] = []
    stale: list[int] = []
    stamps = _stamps()
    for path, size in _files(folder):
        if path.suffix in _CODE:
            version = path.relative_to(folder).parts[0]
            is_ours = version.startswith(("objects-", f"{sys.implementation.cache_tag}-"))
            (current if is_ours and version.rpartition("-")[2] in stamps else stale).append(size)
    return current, stale


def _stamps() -> set[str]:
    """Return the checksums of the sources that compiled code is bound to."""
    import dicelab

    own = Path(dicelab.__path__[0]).rglob("*_kernel.py")
    return {jit.kernel_stamp(), *(jit.kernel_stamp(file) for file in own)}
