"""The tables that the page's engine loads: the boards without a tiling, and the tilings of all boards.

A table is a line of JSON with checksums and then zlib data. Both kinds take one board for each orbit under the
symmetries of the puzzle, its smallest mask, in ascending order:

- *unsolvable*: the orbits whose boards have no tiling, as differences of their ranks (:func:`solver.polyform.rank`), in
  LEB128 varints, the first counted from 0;
- *tilings*: the number of tilings of every orbit, first the lowest bytes of all numbers, then the next bytes, and so
  on.

Only boards that the puzzle allows are there.
"""

from __future__ import annotations

import contextlib
import io
import warnings
import zlib
from dataclasses import dataclass
from importlib.resources import files
from math import comb
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dicelab.errors import DicelabError
from solver.census import Census, Content, build_census, census_folder, census_path, is_quick
from solver.errors import DamagedTableWarning, StorageError
from solver.exact_cover.batches import BatchSolver
from solver.polyform import Puzzle, board_masks, images, rank
from solver.polyform.orbits import masks_of_ranks
from solver.polyform.puzzle_catalogue import equal_in_catalogue
from solver.runs import jit
from solver.runs.cache_folder import own_folder, read_own
from solver.runs.progress import Progress, silent
from solver.runs.storage import headed, read_header, sha256, write_atomic

TABLE_SCHEMA = "dicelab/studio-table/1"

MOST_LISTED = 1 << 27
"""Boards of a puzzle with tables; the page holds a bit for each."""

MOST_ORBITS = 2_000_000
"""Orbits whose tilings the page holds."""

MOST_SEARCHED = 10_000
"""Boards that are searched where no census tells of them."""

_EXACT = 1 << 53
"""JavaScript's numbers are exact below."""

_BLOCK = 1 << 17
_FACTS: tuple[str, ...] = ("orbits", "boards", "most", "total")

Masks = NDArray[np.uint64]


@dataclass(frozen=True, slots=True)
class BoardTable:
    """A table with its entry in the document of the puzzle."""

    kind: str
    """``unsolvable`` or ``tilings``."""
    facts: dict[str, int]
    """Numbers of boards and orbits, and of tilings."""
    content: bytes
    """The file."""

    @classmethod
    def of(cls, puzzle: Puzzle, kind: str, facts: dict[str, int], body: bytes) -> BoardTable:
        """Compress the body of a table, and write its header."""
        fields = {"puzzle": puzzle.format(), "kind": kind, "cells": len(puzzle.grid), "blockers": puzzle.blockers}
        return cls(kind, facts, headed(TABLE_SCHEMA, {**fields, **facts}, zlib.compress(body, 9)))

    def entry(self, file: str) -> dict[str, Any]:
        """Return the entry of the table, served under a name, in the document of the puzzle."""
        return {"file": file, **self.facts, "bytes": len(self.content), "sha256": sha256(self.content)}


def read_table(content: bytes, puzzle: Puzzle, kind: str) -> tuple[BoardTable, bytes]:
    """Return a table and its uncompressed body.

    Raises
    ------
    StorageError
        If it is damaged, or of another puzzle or kind.
    """
    source = io.BytesIO(content)
    header = read_header(source, TABLE_SCHEMA)
    if (header.get("puzzle"), header.get("kind")) != (puzzle.format(), kind):
        raise StorageError(f"is the table {header.get('kind')!r} of {header.get('puzzle')!r}, not {kind!r} of {puzzle}")
    packed = source.read()
    if sha256(packed) != header["body"]:
        raise StorageError("is damaged: its checksum does not match")
    facts: dict[str, int] = {name: header[name] for name in _FACTS if name in header}
    try:
        body = zlib.decompress(packed)
    except zlib.error as error:
        raise StorageError("is damaged: it can't be decompressed") from error
    if not all(type(number) is int for number in facts.values()):
        raise StorageError("is damaged: its header has numbers that are none")
    return BoardTable(kind, facts, content), body


def unsolvable_table(
    puzzle: Puzzle, *, build: bool = False, jobs: int = 1, progress: Progress = silent
) -> BoardTable | None:
    """Return the table of boards without a tiling, from the package or the census of the cache, or ``None``.

    Parameters
    ----------
    build
        Make the census where it is not there yet, if that takes a minute or two at most. A few boards are searched
        anyway.
    """
    shipped = shipped_table(puzzle)
    if shipped is not None:
        return shipped
    if puzzle.boards <= MOST_LISTED and puzzle.allowed_boards <= MOST_SEARCHED:
        return searched_unsolvable_table(puzzle)
    kept = census_path(census_folder(puzzle), Content.SOLVABILITY)
    if puzzle.boards > MOST_LISTED or not (kept.is_file() or (build and is_quick(puzzle, Content.SOLVABILITY))):
        return None
    return table_of_unsolvable(build_census(puzzle, Content.SOLVABILITY, jobs=jobs, progress=progress))


def shipped_table(puzzle: Puzzle) -> BoardTable | None:
    """Return the table of boards without a tiling that comes with the package, so that the first verdict is instant."""
    name = puzzle.name or equal_in_catalogue(puzzle).name
    if name is None:
        return None
    file = files("dicelab.studio") / "shipped" / shipped_name(name)
    if not file.is_file():
        return None
    try:
        return read_table(file.read_bytes(), puzzle, "unsolvable")[0]
    except StorageError as error:
        raise DicelabError(f"the table {file.name} of the package {error}: install dicelab again") from error


def shipped_name(name: str) -> str:
    """Return the name of the file of a puzzle of the catalogue, or of a variant."""
    return f"{name.replace('#', '-')}.unsolvable"


def table_of_unsolvable(census: Census) -> BoardTable:
    """Make the table of boards without a tiling from a census.

    Examples
    --------
    >>> table_of_unsolvable(Census.load("3x4/3:I1,I2,I3,L3", "solvability")).facts
    {'orbits': 3, 'boards': 10}
    """
    puzzle = census.puzzle
    if puzzle.allows_all:
        unsolvable = ~census.solvable_orbits
        return _unsolvable(puzzle, census.orbits.representatives[unsolvable], int(census.sizes[unsolvable].sum()))
    boards = census.unsolvable_boards
    smallest = np.unique(images(boards, puzzle.grid, puzzle.symmetries).min(axis=0, initial=~np.uint64(0)))
    return _unsolvable(puzzle, smallest, len(boards))


def searched_unsolvable_table(puzzle: Puzzle) -> BoardTable:
    """Make the table of boards without a tiling by a search for each orbit of allowed boards."""
    boards = smallest_boards(puzzle)
    tilings = BatchSolver(puzzle.problem, len(puzzle.pieces)).first_solutions(boards)
    smallest = boards[tilings[:, 0] < 0]
    turned = np.sort(images(smallest, puzzle.grid, puzzle.symmetries), axis=0)
    return _unsolvable(puzzle, smallest, len(np.unique(turned)))


def _unsolvable(puzzle: Puzzle, smallest: Masks, boards: int) -> BoardTable:
    steps = np.diff(rank(smallest, len(puzzle.grid), puzzle.blockers), prepend=0)
    return BoardTable.of(puzzle, "unsolvable", {"orbits": len(smallest), "boards": boards}, _varints(steps))


def unsolvable_boards(puzzle: Puzzle, body: bytes) -> Masks:
    """Return all boards of the body of a table of unsolvable boards, ascending.

    Examples
    --------
    >>> puzzle = Puzzle.parse("3x4/3:I1,I2,I3,L3")
    >>> table = searched_unsolvable_table(puzzle)
    >>> boards = unsolvable_boards(puzzle, read_table(table.content, puzzle, "unsolvable")[1])
    >>> [puzzle.grid.labels(board) for board in boards[:3].tolist()]
    ['A2 B1 B3', 'A2 B1 B4', 'A3 B1 B4']
    """
    ranks = np.cumsum(_read_varints(body))
    smallest = masks_of_ranks(ranks, len(puzzle.grid), puzzle.blockers)
    return np.unique(images(smallest, puzzle.grid, puzzle.symmetries))


def _varints(numbers: NDArray[np.int64]) -> bytes:
    """Write numbers from 0 in groups of 7 bits, the lowest first; a bit in each byte says that more follow."""
    out = bytearray()
    for number in numbers.tolist():
        while number >= 1 << 7:
            out.append(number & 0x7F | 0x80)
            number >>= 7
        out.append(number)
    return bytes(out)


def _read_varints(data: bytes) -> NDArray[np.int64]:
    found, number, shift = [], 0, 0
    for byte in data:
        number |= (byte & 0x7F) << shift
        shift += 7
        if byte < 1 << 7:
            found.append(number)
            number = shift = 0
    return np.array(found, np.int64)


def tilings_table(
    puzzle: Puzzle, *, build: bool = False, jobs: int = 1, progress: Progress = silent
) -> BoardTable | None:
    """Return the table of tilings from the census of the cache, or ``None``.

    Parameters
    ----------
    build
        Count the tilings where the census is not there yet, if that takes a minute or two at most. A census is of all
        boards: one of a puzzle that allows few of many is not made for the page, which counts these itself.

    Examples
    --------
    >>> tilings_table(Puzzle.parse("3x4/3:I1,I2,I3,L3"), build=True).facts
    {'orbits': 60, 'boards': 220, 'most': 48, 'total': 1936}
    """
    kept = census_path(census_folder(puzzle), Content.TILINGS)
    worth = puzzle.allows_all or puzzle.boards <= MOST_SEARCHED
    if puzzle.boards > MOST_LISTED or not (kept.is_file() or (build and worth and is_quick(puzzle))):
        return None
    return table_of_tilings(build_census(puzzle, Content.TILINGS, jobs=jobs, progress=progress))


def table_of_tilings(census: Census) -> BoardTable | None:
    """Make the table from a census of tilings; ``None`` where it has too many orbits or tilings for the page."""
    puzzle = census.puzzle
    answers = census.answers if puzzle.allows_all else census.tilings(smallest_boards(puzzle))
    most = int(answers.max(initial=0))
    if len(answers) > MOST_ORBITS or most >= _EXACT:
        return None
    planes = -(-max(1, most.bit_length()) // 8)
    body = np.ascontiguousarray(answers.astype("<u8").view(np.uint8).reshape(-1, 8)[:, :planes].T)
    facts = {"orbits": len(answers), "boards": census.boards, "most": most, "total": census.total}
    return BoardTable.of(puzzle, "tilings", facts, body.tobytes())


def smallest_boards(puzzle: Puzzle) -> Masks:
    """Return the smallest mask of each orbit of allowed boards, ascending.

    Examples
    --------
    >>> len(smallest_boards(Puzzle.parse("3x4/3:I1,I2,I3,L3"))), len(smallest_boards(Puzzle.parse("calendar")))
    (60, 372)
    """
    cells, boards = len(puzzle.grid), comb(len(puzzle.grid), puzzle.blockers)
    found = [np.zeros(0, np.uint64)]
    for start in range(0, boards, _BLOCK):
        masks = board_masks(start, min(boards, start + _BLOCK), cells, puzzle.blockers)
        masks = masks[puzzle.allows(masks)]
        found.append(masks[images(masks, puzzle.grid, puzzle.symmetries).min(axis=0, initial=~np.uint64(0)) == masks])
    return np.concatenate(found)


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
