"""The census: what is known of every orbit of boards of a puzzle, and its file.

The file is a JSON header on one line (schema, puzzle, content, boards, orbits, checksums), then a bit for each
board by rank that tells whether it represents its orbit (the first board in the lowest bit of a byte), then the answers
of the orbits in the same order: tilings as little-endian uint64, or solvability as bits like those before. For the
Genius Square with tilings that is 9 MB. It does not depend on how the census was built.
"""

from __future__ import annotations

import errno
import stat
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from pathlib import Path
from typing import BinaryIO

import numpy as np
from numpy.typing import NDArray

from solver.census.distribution import Distribution, distribution
from solver.display import Reported
from solver.errors import InputError, StorageError, require_type
from solver.polyform.orbits import Orbits, require_census
from solver.polyform.puzzle import Puzzle
from solver.polyform.symmetry import Masks, burnside, images
from solver.runs import jit
from solver.runs.progress import Progress, silent
from solver.runs.storage import headed, read_header, sha256, write_atomic

SCHEMA = "dicelab/orbit-census/1"


class ForeignCensusError(StorageError):
    """The file is the census of another puzzle."""


class Content(StrEnum):
    """What is known of each orbit."""

    TILINGS = "tilings"
    """The number of tilings."""
    SOLVABILITY = "solvability"
    """Whether there is one."""


@dataclass(frozen=True, eq=False, repr=False)
class Census(Reported):
    """What is known of every orbit of boards of a puzzle.

    Examples
    --------
    >>> from solver.census import Census
    >>> census = Census.load("3x4/3:I1,I2,I3,L3")
    >>> census
    <Census: the tilings of the 220 boards (60 orbits) of 3x4/3:I1,I2,I3,L3>
    >>> census.total, len(census.unsolvable_boards), census.by_board.most
    (1936, 10, 48)
    >>> census.is_solvable(census.unsolvable_boards).any()
    np.False_
    """

    puzzle: Puzzle
    orbits: Orbits
    answers: NDArray[np.uint64]
    """uint64 of shape (orbits,): the tilings of each board of the orbit, or 1 and 0 where only solvability is known."""
    content: Content

    def __post_init__(self) -> None:
        if self.answers.shape != (len(self.orbits),):
            raise InputError(f"{self.answers.size} answers: there are {len(self.orbits)} orbits")

    @classmethod
    def load(
        cls,
        puzzle: Puzzle | str = "genius-square",
        content: Content | str = Content.TILINGS,
        *,
        folder: Path | None = None,
        method: str | None = None,
        jobs: int = 1,
        progress: Progress = silent,
    ) -> Census:
        """Take the census of a puzzle from its folder, or build it there; see :func:`solver.census.build_census`.

        Parameters
        ----------
        puzzle
            A puzzle, its name or text, or the path of a puzzle file.
        content
            ``tilings`` or ``solvability``.
        """
        from solver.census.build import build_census
        from solver.polyform.puzzle_file import find_puzzle

        require_type(puzzle, (str, Puzzle), "a puzzle is a name, GRID/BLOCKERS:PIECES, a path or a Puzzle")
        if content not in set(Content):
            raise InputError(f"content {content!r}: choose from {', '.join(Content)}")
        found = find_puzzle(puzzle) if isinstance(puzzle, str) else puzzle
        return build_census(found, Content(content), folder=folder, method=method, jobs=jobs, progress=progress)

    def __repr__(self) -> str:
        name = self.puzzle.name or self.puzzle.format()
        return f"<Census: the {self.content} of the {self.boards:,} boards ({len(self.orbits):,} orbits) of {name}>"

    @property
    def boards(self) -> int:
        """The number of boards."""
        return self.orbits.boards

    @property
    def counts_tilings(self) -> bool:
        """Whether the numbers of tilings are known, not solvability alone."""
        return self.content is Content.TILINGS

    @property
    def solvable_orbits(self) -> NDArray[np.bool_]:
        """Whether the boards of each orbit can be tiled: bool of shape (orbits,)."""
        return self.answers > 0

    @cached_property
    def solvable(self) -> NDArray[np.bool_]:
        """Whether each board can be tiled: bool of shape (boards,), by rank."""
        solvable: NDArray[np.bool_] = self.orbits.spread(self.solvable_orbits).astype(np.bool_, copy=False)
        solvable.flags.writeable = False
        return solvable

    @cached_property
    def unsolvable_boards(self) -> Masks:
        """The masks of all boards that can't be tiled, ascending."""
        return np.unique(images(self.orbits.representatives[~self.solvable_orbits], self.puzzle.grid))

    def is_solvable(self, masks: Masks) -> NDArray[np.bool_]:
        """Look up which boards can be tiled.

        Parameters
        ----------
        masks
            uint64 of any shape; each with as many bits as the puzzle has blockers, within the grid.

        Raises
        ------
        InputError
            If a mask is no board of the puzzle.
        """
        # The table of all boards is worth making for many of them.
        if "solvable" in vars(self) or 8 * np.size(masks) > self.boards:
            return self.solvable[self.orbits.ranks(masks)]
        return self.solvable_orbits[self.orbits.index(masks)]

    def tilings(self, masks: Masks) -> NDArray[np.uint64]:
        """Look up the number of tilings of boards: uint64 of the shape of ``masks``, as for :meth:`is_solvable`.

        Raises
        ------
        InputError
            If a mask is no board of the puzzle, or the census holds solvability only.
        """
        if not self.counts_tilings:
            raise InputError("this census tells which boards are solvable, not in how many ways: build it with tilings")
        return self.answers[self.orbits.index(masks)]

    @property
    def total(self) -> int:
        """The tilings of all boards together; the number of solvable boards where only solvability is known."""
        return self.by_board.sum

    @cached_property
    def by_board(self) -> Distribution:
        """How the tiling counts are distributed over the boards; 0 and 1 where only solvability is known."""
        return distribution(self.answers, self.orbits.sizes)

    @cached_property
    def by_orbit(self) -> Distribution:
        """The distribution over the orbits, each taken once."""
        return distribution(self.answers)

    def hardest(self, number: int) -> list[tuple[int, int]]:
        """Return the orbits with the fewest tilings but some, smallest masks first: representative, tilings."""
        order = np.argsort(self.answers, kind="stable")
        return self._listed(order[np.searchsorted(self.answers[order], np.uint64(1)) :][:number])

    def easiest(self, number: int) -> list[tuple[int, int]]:
        """Return the orbits with the most tilings, smallest masks first where these are equal."""
        return self._listed(np.argsort(-self.answers.astype(np.int64), kind="stable")[:number])

    def unsolvable(self, number: int) -> list[tuple[int, int]]:
        """Return orbits without a tiling, the smallest masks first: representative, 0."""
        return self._listed(np.flatnonzero(self.answers == 0)[:number])

    def _listed(self, places: NDArray[np.intp]) -> list[tuple[int, int]]:
        return [(int(self.orbits.representatives[place]), int(self.answers[place])) for place in places]


def census_bytes(census: Census) -> bytes:
    """Return the content of a census file."""
    if census.content is Content.TILINGS:
        answers = census.answers.astype("<u8").tobytes()
    else:
        answers = np.packbits(census.solvable_orbits, bitorder="little").tobytes()
    body = census.orbits.bits.tobytes() + answers
    fields = {
        "puzzle": census.puzzle.format(),
        "content": census.content,
        "boards": census.orbits.boards,
        "orbits": len(census.orbits),
    }
    return headed(SCHEMA, fields, body)


def write_census(path: Path, census: Census) -> None:
    """Write a census file, atomically."""
    write_atomic(path, census_bytes(census))


def read_census(path: Path, puzzle: Puzzle, content: Content) -> Census:
    """Read the census of a puzzle.

    Raises
    ------
    ForeignCensusError
        If it is that of another puzzle or content.
    StorageError
        If it is missing, damaged, cut short, or no census at all.
    InputError
        If the puzzle has too many boards for a census.
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
        raise StorageError(f"{path} is damaged, its checksum does not match: build it again")
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
    return Census(puzzle, orbits, answers.astype(np.uint64), content)


def _opened(path: Path) -> BinaryIO:
    if not stat.S_ISREG(path.stat().st_mode):
        # A pipe would be waited for.
        raise OSError(errno.EINVAL, "it is no file")
    return path.open("rb")


def census_folder(puzzle: Puzzle) -> Path:
    """Return where the census of a puzzle is kept under the user's cache folder.

    What other sources built is not used: they may have had a fault.
    """
    return jit.cache_folder() / "census" / f"{sha256(puzzle.format().encode())[:16]}-{jit.source_stamp()}"


def census_path(folder: Path, content: Content) -> Path:
    """Return the file of a finished census in a folder."""
    return folder / f"{content}.census"
