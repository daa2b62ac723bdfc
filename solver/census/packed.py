"""The census that comes with the package: to count the tilings of all boards of the Genius Square takes a minute.

It is packed: a JSON header on one line (puzzle, boards, orbits, checksums of the packed bytes and of the census file),
then, compressed by zlib, the bits of the orbits and the numbers of tilings, first all lowest bytes, then all second
ones and so on. ``python -m docs.programs.installation.packed_census`` writes it.
"""

from __future__ import annotations

import contextlib
import io
import zlib
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from solver.census.census_file import Content, file_bytes
from solver.census.shards import SampleCheck, WrongCensusError
from solver.errors import StorageError
from solver.polyform.orbits import Orbits, require_census
from solver.polyform.puzzle import Puzzle
from solver.polyform.symmetry import burnside
from solver.runs import jit
from solver.runs.storage import headed, read_header, sha256, write_atomic

if TYPE_CHECKING:
    from solver.census.census import Census

SCHEMA = "dicelab/packed-census/1"

_SLICES = 16
"""Parts of the census; some boards of each are counted again."""


def packed_path(puzzle: Puzzle) -> Path:
    """Return where the packed census of a puzzle stands, if there is one."""
    return Path(__file__).with_name("packed") / f"{sha256(puzzle.unrestricted.format().encode())[:16]}.tilings"


def is_packed(puzzle: Puzzle) -> bool:
    """Tell whether the census of a puzzle comes with the package.

    Examples
    --------
    >>> is_packed(Puzzle.parse("genius-square")), is_packed(Puzzle.parse("genius-star"))
    (True, False)
    """
    return packed_path(puzzle).is_file()


def packed_bytes(census: Census) -> bytes:
    """Pack a census of tilings."""
    planes = census.answers.astype("<u8").view(np.uint8).reshape(-1, 8).T
    used = 1 + int(np.flatnonzero(planes.any(axis=1)).max(initial=0))
    fields = {
        "puzzle": census.puzzle.format(),
        "boards": census.orbits.boards,
        "orbits": len(census.orbits),
        "census": sha256(file_bytes(census.puzzle, Content.TILINGS, census.orbits, census.answers)),
    }
    body = zlib.compress(census.orbits.bits.tobytes() + planes[:used].tobytes(), 9)
    return headed(SCHEMA, fields, body)


def unpacked(data: bytes, puzzle: Puzzle, content: Content = Content.TILINGS) -> bytes:
    """Return the census file that was packed, byte for byte, or its census of solvability.

    Raises :class:`StorageError` if the data is damaged, or of another puzzle.
    """
    file = io.BytesIO(data)
    header = read_header(file, SCHEMA)
    body = file.read()
    if header["body"] != sha256(body) or header.get("puzzle") != puzzle.format():
        raise StorageError("is damaged, or of another puzzle")
    boards, orbits = require_census(puzzle.grid, puzzle.blockers), burnside(puzzle.grid, puzzle.blockers)
    whole = _decompressed(body, -(-boards // 8) + 8 * orbits)
    bits = np.frombuffer(whole[: -(-boards // 8)], np.uint8)
    if len(whole) < len(bits) + orbits or (len(whole) - len(bits)) % orbits:
        raise StorageError("is damaged: it does not unpack to whole numbers")
    planes = np.frombuffer(whole, np.uint8, offset=len(bits)).reshape(-1, orbits)
    eight = np.zeros((orbits, 8), np.uint8)
    eight[:, : len(planes)] = planes.T
    found, answers = Orbits(puzzle.grid, puzzle.blockers, bits), eight.view("<u8").ravel().astype(np.uint64)
    census = file_bytes(puzzle, Content.TILINGS, found, answers)
    if header.get("census") != sha256(census):
        raise StorageError("is damaged: what it unpacks to has another checksum")
    _look_at_some(puzzle, found, answers)
    return census if content is Content.TILINGS else file_bytes(puzzle, content, found, answers)


def _decompressed(body: bytes, most: int) -> bytes:
    """Decompress a body; refuse one that becomes larger than any census of the puzzle."""
    try:
        whole = zlib.decompressobj().decompress(body, most + 1)
    except zlib.error as error:
        raise StorageError("is damaged: it can't be decompressed") from error
    if len(whole) > most:
        raise StorageError("is damaged: it unpacks to more than a census")
    return whole


def _look_at_some(puzzle: Puzzle, orbits: Orbits, answers: NDArray[np.uint64]) -> None:
    """Recount some boards that nobody can foresee, where that takes no time."""
    if jit.available():
        check = SampleCheck(puzzle, None)
        for n in range(_SLICES):
            check.require(n, orbits.representatives[n::_SLICES], answers[n::_SLICES])


def unpack(puzzle: Puzzle, content: Content, path: Path) -> None:
    """Put the package's census where a finished one is looked for; do nothing if there is none or it is damaged."""
    if path.exists() or not is_packed(puzzle):
        return
    # A census that can't be unpacked is built anew.
    with contextlib.suppress(StorageError, WrongCensusError, OSError):
        write_atomic(path, unpacked(packed_path(puzzle).read_bytes(), puzzle, content))
