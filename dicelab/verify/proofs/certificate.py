"""The writer of census certificates: a tiling, or the checksum of a proof, for one board of each orbit of a puzzle."""

from __future__ import annotations

import csv
import hashlib
import io
import json
import zlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from dicelab.errors import DicelabError
from dicelab.verify.certificate import puzzle_fields, tilings_text
from dicelab.verify.proofs.run import MANIFEST, ROWS, SCHEMA
from dicelab.verify.tilings import PlacementTable
from solver.errors import InputError, StorageError
from solver.exact_cover.backends.bitmask import BatchSolver
from solver.polyform import Board, Puzzle, orbits_of
from solver.polyform.symmetry import Masks, burnside
from solver.runs import threads
from solver.runs.storage import read_sealed, sha256

MAGIC = b"dicelab/census-certificate/1\n"
MOST_ORBITS = 20_000_000
NO_PROOF = b"-" * 64
_BLOCK = 1 << 13

Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class CensusCertificate:
    """The bytes of a certificate, and of how many orbits it speaks; ``unnamed`` have neither a tiling nor a proof."""

    data: bytes
    orbits: int
    unsolvable: int
    unnamed: int


def census_certificate(
    puzzle: Puzzle, proofs: Mapping[int, str] | None = None, *, jobs: int = 1, progress: Progress | None = None
) -> CensusCertificate:
    """Find a tiling for one board of each orbit, and put them together with the checksums of proofs for the others.

    The format is that of FORMAT.md in ``dicelab.verify``. The same arguments but ``jobs`` give the same bytes, with
    the same release of zlib.

    Parameters
    ----------
    puzzle
        The puzzle.
    proofs
        By the smallest mask of an orbit, the SHA-256 of a proof that it has no tiling.
    jobs
        Threads.
    progress
        Called with the orbits that are settled and the number of all.

    Raises
    ------
    InputError
        If there are over 20,000,000 orbits.
    DicelabError
        If there is a tiling of a board, and a proof that there is none.
    """
    orbits = burnside(puzzle.grid, puzzle.blockers)
    if orbits > MOST_ORBITS:
        raise InputError(f"{orbits:,} orbits of boards: a certificate holds at most {MOST_ORBITS:,}")
    named = {mask: checksum.encode("ascii") for mask, checksum in (proofs or {}).items()}
    boards = orbits_of(puzzle.grid, puzzle.blockers).representatives
    placed = _first_tilings(puzzle, boards, jobs, progress)
    solvable = placed[:, 0] >= 0
    for mask in boards[solvable].tolist():
        if mask in named:
            board = Board(mask, puzzle.grid).format()
            raise DicelabError(f"board {board} has a tiling, and a proof that it has none: please report this")
    without = boards[~solvable].tolist()
    fields = {**puzzle_fields(puzzle), "orbits": len(boards), "unsolvable": len(without)}
    header = json.dumps(fields, separators=(",", ":")).encode("ascii") + b"\n"
    checksum, packer, packed = hashlib.sha256(header), zlib.compressobj(9), []
    for block in _records(puzzle, boards, placed, named):
        checksum.update(block)
        packed.append(packer.compress(block))
    data = b"".join([MAGIC, header, checksum.hexdigest().encode("ascii"), b"\n", *packed, packer.flush()])
    return CensusCertificate(data, len(boards), len(without), sum(mask not in named for mask in without))


def proof_checksums(folder: Path, puzzle: Puzzle) -> dict[int, str]:
    """Return the SHA-256 of each proof in the folder of a finished ``dicelab prove --all``, by board.

    Raises
    ------
    StorageError
        If the folder has no manifest, or one that is damaged or of another puzzle.
    """
    manifest = read_sealed(folder / MANIFEST, SCHEMA)
    if manifest.get("puzzle") != puzzle.format():
        raise StorageError(f"{folder} has the proofs of {manifest.get('puzzle')!s:.60}: name another folder")
    try:
        text = (folder / ROWS).read_bytes()
    except OSError as error:
        raise StorageError(f"{folder / ROWS} can't be read ({error.strerror})") from error
    if manifest.get("files") != {ROWS: sha256(text)}:
        raise StorageError(f"{folder / ROWS} is damaged: its checksum does not match")
    rows = csv.DictReader(io.StringIO(text.decode()))
    return {Board.parse(row["board"], puzzle.grid).blockers: row["proof"] for row in rows}


def _first_tilings(puzzle: Puzzle, boards: Masks, jobs: int, progress: Progress | None) -> NDArray[np.int16]:
    """Return the placements of one tiling of each board; -1 where there is none."""
    solver = BatchSolver(puzzle.problem, len(puzzle.pieces))
    placed = np.full((len(boards), len(puzzle.pieces)), -1, np.int16)

    def work(start: int) -> tuple[int, NDArray[np.int16]]:
        return start, solver.first_solutions(boards[start : start + _BLOCK])

    done = 0
    for start, found in threads(jobs)(work, range(0, len(boards), _BLOCK)):
        placed[start : start + _BLOCK] = found
        done += len(found)
        if progress:
            progress(done, len(boards))
    return placed


def _records(puzzle: Puzzle, boards: Masks, placed: NDArray[np.int16], named: Mapping[int, bytes]) -> Iterator[bytes]:
    """Yield the body of a certificate, in blocks."""
    table, cells = PlacementTable(puzzle), len(puzzle.grid)
    bit = np.left_shift(np.uint64(1), np.arange(cells, dtype=np.uint64))
    for start in range(0, len(boards), _BLOCK):
        masks, rows = boards[start : start + _BLOCK], placed[start : start + _BLOCK]
        text = tilings_text(table.piece_masks(rows), puzzle)
        without = rows[:, 0] < 0
        text[without] = np.where(masks[without, None] & bit, ord("#"), ord(".")).astype(np.uint8)
        block, records, end = text.tobytes(), [], 0
        for row in np.flatnonzero(without).tolist():
            begin, end = end, (row + 1) * cells
            records += [block[begin:end], named.get(int(masks[row]), NO_PROOF)]
        yield b"".join([*records, block[end:]])
