"""Tables of tilings in the user's cache folder: making one of a census takes longer than a page should wait."""

from __future__ import annotations

import contextlib
import warnings
from pathlib import Path

from dicelab.studio.tables import BoardTable, read_table, tilings_table
from solver.census import Content, census_folder, census_path
from solver.errors import DamagedTableWarning, StorageError
from solver.polyform import Puzzle
from solver.runs import jit
from solver.runs.cache_folder import own_folder, read_own
from solver.runs.storage import sha256, write_atomic

FOLDER = "studio"


def kept_tilings_table(puzzle: Puzzle) -> BoardTable | None:
    """Return the table of tilings where a census of the cache has them; it is kept beside the census for the next time.

    A file that is damaged, or that others may have written, is made again. Nothing is kept where the cache can't be
    written.
    """
    if not census_path(census_folder(puzzle), Content.TILINGS).is_file():
        return None
    path = _path(puzzle)
    if path is not None:
        with contextlib.suppress(OSError, StorageError):
            return read_table(read_own(path), puzzle, "tilings")[0]
    table = tilings_table(puzzle)
    if table is not None and path is not None:
        with contextlib.suppress(OSError, StorageError):
            write_atomic(path, table.content)
    return table


def _path(puzzle: Puzzle) -> Path | None:
    with warnings.catch_warnings():
        # The census says so.
        warnings.simplefilter("ignore", DamagedTableWarning)
        folder = own_folder(FOLDER)
    name = f"{sha256(puzzle.format().encode())[:16]}-{jit.source_stamp()}.tilings"
    return None if folder is None else folder / name
