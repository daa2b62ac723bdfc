"""The census on disk: one bit for each board, in a file that knows when it is damaged.

The file is a JSON header on one line (schema, puzzle, sources, boards, solvable, sha256 of the rest), then the bits of
all boards by rank, eight to a byte, the first in the highest bit. For the Genius Square that is 1 MB.
"""

from __future__ import annotations

import json
import warnings
from math import comb
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from solver.census.walk import Progress, solvability
from solver.errors import StorageError
from solver.polyform.puzzle import Puzzle
from solver.runs import jit
from solver.runs.storage import sha256, write_atomic

SCHEMA = "dicelab/census/1"
_MOST_HEADER = 1 << 16


class DamagedTableWarning(UserWarning):
    """A table in the cache was damaged or foreign and is built again."""


def table_path(puzzle: Puzzle) -> Path:
    """Return where the table of a puzzle is kept under the user's cache folder."""
    return jit.cache_folder() / "census" / f"{sha256(puzzle.format().encode())[:16]}.census"


def write_table(path: Path, puzzle: Puzzle, solvable: NDArray[np.bool_]) -> None:
    """Write the table of a puzzle, atomically."""
    bits = np.packbits(solvable).tobytes()
    header = {
        "schema": SCHEMA,
        "puzzle": puzzle.format(),
        "sources": jit.source_stamp(),
        "boards": len(solvable),
        "solvable": int(solvable.sum()),
        "sha256": sha256(bits),
    }
    write_atomic(path, json.dumps(header).encode() + b"\n" + bits)


def read_table(path: Path, puzzle: Puzzle) -> NDArray[np.bool_]:
    """Read the table of a puzzle.

    Raises
    ------
    StorageError
        If it is missing, damaged, cut short, of another puzzle, or no table at all.
    """
    boards = comb(len(puzzle.grid), puzzle.blockers)
    try:
        with path.open("rb") as file:
            header = json.loads(file.readline(_MOST_HEADER))
            bits = file.read(boards // 8 + 2)
    except OSError as error:
        raise StorageError(f"{path} can't be read ({error.strerror or error})") from error
    except (ValueError, RecursionError) as error:
        raise StorageError(f"{path} is damaged: its header can't be read") from error
    if not isinstance(header, dict) or header.get("schema") != SCHEMA:
        raise StorageError(f"{path} is no census table")
    if header.get("puzzle") != puzzle.format() or header.get("boards") != boards:
        raise StorageError(f"{path} is the table of another puzzle")
    if header.get("sources") != jit.source_stamp():
        raise StorageError(f"{path} was built by another version")
    if len(bits) != -(-boards // 8) or header.get("sha256") != sha256(bits):
        raise StorageError(f"{path} is damaged: its checksum does not match")
    solvable = np.unpackbits(np.frombuffer(bits, np.uint8), count=boards).astype(np.bool_)
    if header.get("solvable") != int(solvable.sum()):
        raise StorageError(f"{path} is damaged: its header does not match its bits")
    return solvable


def load_or_build(puzzle: Puzzle, *, jobs: int = 1, progress: Progress | None = None) -> NDArray[np.bool_]:
    """Return the table from the cache; build and keep it on first use, or when it is damaged.

    Warns
    -----
    DamagedTableWarning
        If a table was there and could not be used, or the new one can't be kept.
    """
    path = table_path(puzzle)
    try:
        return read_table(path, puzzle)
    except StorageError as error:
        if not isinstance(error.__cause__, FileNotFoundError):
            warnings.warn(f"{error}; building it again", DamagedTableWarning, stacklevel=2)
    solvable = solvability(puzzle, jobs=jobs, progress=progress)
    try:
        write_table(path, puzzle, solvable)
    except StorageError as error:
        warnings.warn(f"{error}; going on without", DamagedTableWarning, stacklevel=2)
    return solvable
