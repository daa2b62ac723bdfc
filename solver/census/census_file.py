"""The file of a census, and the folder that it is kept in.

The file is a JSON header on one line (schema, puzzle, content, boards, orbits, checksums), then a bit for each
board by rank that tells whether it represents its orbit (the first board in the lowest bit of a byte), then the answers
of the orbits in the same order: tilings as little-endian uint64, or solvability as bits like those before. For the
Genius Square with tilings that is 9 MB. It does not depend on how the census was built.
"""

from __future__ import annotations

import contextlib
import errno
import stat
import tempfile
import warnings
from collections.abc import Iterator
from enum import StrEnum
from pathlib import Path
from typing import BinaryIO

import numpy as np
from numpy.typing import NDArray

from solver.errors import DamagedTableWarning, StorageError
from solver.polyform.orbits import Orbits, require_census
from solver.polyform.puzzle import Puzzle
from solver.polyform.symmetry import burnside
from solver.runs import jit
from solver.runs.cache_folder import cache_folder, own_folder, require_own
from solver.runs.storage import headed, read_header, sha256

SCHEMA = "dicelab/orbit-census/1"

Settled = tuple[Orbits, NDArray[np.uint64]]
"""The orbits of all boards, and the answer for each."""


class ForeignCensusError(StorageError):
    """The file is the census of another puzzle."""


class Content(StrEnum):
    """The kind of answer that a census has for each orbit.

    Examples
    --------
    >>> Content("tilings") is Content.TILINGS
    True
    """

    TILINGS = "tilings"
    """The number of tilings."""
    SOLVABILITY = "solvability"
    """Whether there is one."""


def file_bytes(puzzle: Puzzle, content: Content, orbits: Orbits, answers: NDArray[np.uint64]) -> bytes:
    """Return the content of a census file."""
    if content is Content.TILINGS:
        data = answers.astype("<u8").tobytes()
    else:
        data = np.packbits(answers > 0, bitorder="little").tobytes()
    fields = {"puzzle": puzzle.format(), "content": content, "boards": orbits.boards, "orbits": len(orbits)}
    return headed(SCHEMA, fields, orbits.bits.tobytes() + data)


def read_file(path: Path, puzzle: Puzzle, content: Content) -> Settled:
    """Read the census file of a puzzle: its orbits, and the answer for each of them.

    Raises :class:`ForeignCensusError` if it is that of another puzzle or content, :class:`StorageError` if it is
    missing, damaged, cut short or no census at all, and :class:`InputError` if the puzzle has too many boards for one.
    """
    try:
        with _opened(path) as file:
            header = read_header(file, SCHEMA)
            if (header.get("puzzle"), header.get("content")) != (puzzle.format(), content):
                raise ForeignCensusError(f"is a census of {header.get('puzzle')!s:.60}: name another folder")
            boards = require_census(puzzle.grid, puzzle.blockers)
            # A byte too many is noticed, and not more is read.
            body = file.read(2 + 9 * boards)
    except OSError as error:
        raise StorageError(f"{path} can't be read ({error.strerror or error})") from error
    except StorageError as error:
        raise type(error)(f"{path} {error}") from error
    if header["body"] != sha256(body):
        raise StorageError(f"{path} is damaged (its checksum does not match): build it again")
    split = -(-boards // 8)
    expected = burnside(puzzle.grid, puzzle.blockers)
    size = 8 * expected if content is Content.TILINGS else -(-expected // 8)
    bits = np.frombuffer(body[:split], np.uint8)
    found = int(np.bitwise_count(bits).sum())
    counts = header.get("boards"), header.get("orbits"), found, len(body)
    if counts != (boards, expected, expected, split + size):
        raise StorageError(f"{path} is damaged: its header does not match its content")
    orbits = Orbits(puzzle.grid, puzzle.blockers, bits)
    if content is Content.TILINGS:
        answers = np.frombuffer(body, "<u8", offset=split)
    else:
        answers = np.unpackbits(np.frombuffer(body, np.uint8, offset=split), count=expected, bitorder="little")
    return orbits, answers.astype(np.uint64)


def _opened(path: Path) -> BinaryIO:
    if not stat.S_ISREG(path.stat().st_mode):
        # A pipe would be waited for.
        raise OSError(errno.EINVAL, "it is no file")
    return path.open("rb")


def census_folder(puzzle: Puzzle) -> Path:
    """Return where the census of a puzzle is kept under the user's cache folder: that of the puzzle unrestricted.

    A census built by other sources is not used: they may have had a fault.

    Examples
    --------
    >>> census_folder(Puzzle.parse("3x4/3:I1,I2,I3,L3")).parent.name
    'census'
    """
    return cache_folder() / "census" / f"{sha256(puzzle.unrestricted.format().encode())[:16]}-{jit.source_stamp()}"


def census_path(folder: Path, content: Content) -> Path:
    """Return the file of a finished census in a folder.

    Examples
    --------
    >>> census_path(Path("folder"), Content.TILINGS).name
    'tilings.census'
    """
    return folder / f"{content}.census"


@contextlib.contextmanager
def kept_folder(puzzle: Puzzle, content: Content) -> Iterator[Path]:
    """Give the folder of the cache for a census, or a temporary one where that can't be used.

    Warns
    -----
    DamagedTableWarning
        If the census can't be kept, or an untrusted file in the cache is removed.
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
