"""The studio as a folder that any web server can serve."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping
from pathlib import Path

from dicelab.version import __version__
from solver.errors import OutputExistsError, StorageError
from solver.runs.manifest import MANIFEST, Manifest, read_manifest
from solver.runs.storage import require_folder, sha256, write_atomic

COMMAND = "web --export"
"""By this command a folder is known to be an export."""


def require_site_folder(folder: Path, *, force: bool) -> None:
    """Refuse a folder that holds other things than an earlier export, and without ``force`` that too.

    To be called before the work is done.

    Raises
    ------
    OutputExistsError
        If the folder can't be written to without loss.
    """
    require_folder(folder.absolute())
    if folder.exists() and not folder.is_dir():
        raise OutputExistsError(f"{folder} is a file: name a folder")
    # Hidden files, such as those of git, are in nobody's way.
    if not folder.exists() or all(path.name.startswith(".") for path in folder.iterdir()):
        return
    if not _is_export(folder):
        raise OutputExistsError(f"{folder} has files that do not belong to an exported studio: name another folder")
    if not force:
        raise OutputExistsError(f"{folder} has an exported studio: pass --force to replace it, or name another folder")


def export_site(folder: Path, files: Mapping[str, bytes], *, force: bool = False) -> None:
    """Write the files of the studio to a folder, and beside them a manifest with the checksum of each.

    An earlier export is replaced: its files that are no longer wanted are removed, and what others have put beside
    them stays. If a new folder can't be filled, or the user stops it, nothing of it is left.

    Raises
    ------
    OutputExistsError
        As :func:`require_site_folder` does.
    """
    require_site_folder(folder, force=force)
    is_new = not folder.exists()
    before = read_manifest(folder / MANIFEST).files if _is_export(folder) else {}
    sums = {name: sha256(data) for name, data in files.items()}
    try:
        # First, and with the earlier files, so that what a kill leaves is known to be an export and can be replaced.
        _manifest({**before, **sums}).write(folder)
        for name, data in files.items():
            write_atomic(folder / name, data)
        _remove(folder, set(before) - set(sums))
        _manifest(sums).write(folder)
    except BaseException:
        if not before:
            _remove(folder, {*sums, MANIFEST})
        if is_new:
            with contextlib.suppress(OSError):
                folder.rmdir()
        raise


def _manifest(sums: dict[str, str]) -> Manifest:
    return Manifest(command=COMMAND, seed=None, version=__version__, confirmed_by=(), files=dict(sorted(sums.items())))


def _is_export(folder: Path) -> bool:
    try:
        return read_manifest(folder / MANIFEST).command == COMMAND
    except StorageError:
        return False


def _remove(folder: Path, names: set[str]) -> None:
    """Remove files of an export, and the folders that are empty then."""
    inside = folder.resolve()
    for name in sorted(names):
        path = folder / name
        # A manifest can be written by anybody.
        if not path.parent.resolve().is_relative_to(inside):
            continue
        path.unlink(missing_ok=True)
        if path.parent != folder:
            with contextlib.suppress(OSError):
                path.parent.rmdir()
