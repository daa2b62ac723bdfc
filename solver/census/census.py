"""The census: the number of tilings, or the solvability, of every orbit of boards of a puzzle."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from solver.census.build import settle_all
from solver.census.census_file import Content, file_bytes, read_file
from solver.census.distribution import Distribution, distribution
from solver.display import Columns, Reported, Tabular
from solver.equality import ArrayValue
from solver.errors import InputError, require_type
from solver.polyform.grid import Grid
from solver.polyform.orbits import Orbits
from solver.polyform.puzzle import Puzzle
from solver.polyform.puzzle_file import find_puzzle
from solver.polyform.symmetry import Masks, board_columns, images
from solver.runs import Runner, TwiceRunner
from solver.runs.progress import Progress, silent
from solver.runs.storage import write_atomic

_BLOCK = 1 << 17


@dataclass(frozen=True, eq=False, repr=False)
class Census(ArrayValue, Reported, Tabular):
    """The number of tilings, or the solvability, of every orbit of boards of a puzzle.

    The orbits are those of all boards. Where the puzzle has cells that may not be blocked, or regions, everything that
    is counted or listed here is of the boards that it allows; others may still be looked up.

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
    >>> Census.load("3x4/3:I1,I2,I3,L3;regions=1-4,5-8,9-12")
    <Census: the tilings of the 64 boards (20 orbits) of 3x4/3:I1,I2,I3,L3;regions=1-4,5-8,9-12>
    """

    puzzle: Puzzle
    orbits: Orbits = field(compare=False)
    answers: NDArray[np.uint64]
    """uint64 of shape (orbits,): the tilings of each board of the orbit, or 1 and 0 where only solvability is known."""
    content: Content

    def _columns(self) -> Columns:
        """Return a row for each orbit that has boards which the puzzle allows, with the smallest of these."""
        grid, orbits = self.puzzle.grid, self.orbits
        places = np.flatnonzero(self.sizes)
        boards = smallest_allowed(orbits.representatives[places], self.puzzle)
        return {
            **board_columns(boards, grid),
            "orbit_size": self.sizes[places],
            "solvable": self.solvable_orbits[places],
            **({"tilings": self.answers[places]} if self.counts_tilings else {}),
            **{name: np.bitwise_count(boards & np.uint64(mask)) for name, mask in colour_columns(grid).items()},
        }

    def __hash__(self) -> int:  # type: ignore[override]
        return hash((self.puzzle, self.content))

    def __reduce__(self) -> tuple[type[Census], tuple[Puzzle, Orbits, NDArray[np.uint64], Content]]:
        # Without what is cached: it takes several times the place.
        return Census, (self.puzzle, self.orbits, self.answers, self.content)

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
        """Take the census of a puzzle from its folder, or build it there; see :func:`build_census`.

        Parameters
        ----------
        puzzle
            A puzzle, its name or text, or the path of a puzzle file.
        content
            ``tilings`` or ``solvability``.
        """
        require_type(puzzle, (str, Puzzle), "a puzzle is a name, GRID/BLOCKERS:PIECES, a path or a Puzzle")
        if content not in set(Content):
            raise InputError(f"content {content!r}: choose from {', '.join(Content)}")
        found = find_puzzle(puzzle) if isinstance(puzzle, str) else puzzle
        return build_census(found, Content(content), folder=folder, method=method, jobs=jobs, progress=progress)

    def __repr__(self) -> str:
        name = self.puzzle.name or self.puzzle.format()
        orbits = self.by_orbit.total
        return f"<Census: the {self.content} of the {self.boards:,} boards ({orbits:,} orbits) of {name}>"

    @property
    def boards(self) -> int:
        """The number of boards that the puzzle allows."""
        return self.puzzle.allowed_boards

    @cached_property
    def sizes(self) -> NDArray[np.int64]:
        """How many boards of each orbit the puzzle allows: int64 of shape (orbits,)."""
        return allowed_sizes(self.orbits, self.puzzle)

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
        """Whether each board can be tiled, allowed or not: bool of shape (all boards,), by rank."""
        solvable: NDArray[np.bool_] = self.orbits.spread(self.solvable_orbits).astype(np.bool_, copy=False)
        solvable.flags.writeable = False
        return solvable

    @cached_property
    def unsolvable_boards(self) -> Masks:
        """The masks of all allowed boards that can't be tiled, ascending."""
        boards = np.unique(images(self.orbits.representatives[~self.solvable_orbits], self.puzzle.grid))
        return boards if self.puzzle.allows_all else boards[self.puzzle.allows(boards)]

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
        if "solvable" in vars(self) or 8 * np.size(masks) > self.orbits.boards:
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
            raise InputError("this census has no numbers of tilings, only solvability: build one without --solvability")
        return self.answers[self.orbits.index(masks)]

    @property
    def total(self) -> int:
        """The tilings of all boards together; the number of solvable boards where only solvability is known."""
        return self.by_board.sum

    @cached_property
    def by_board(self) -> Distribution:
        """How the tiling counts are distributed over the boards; 0 and 1 where only solvability is known."""
        return distribution(self.answers, self.sizes)

    @cached_property
    def by_orbit(self) -> Distribution:
        """The distribution over the orbits, each taken once."""
        return distribution(self.answers, self.sizes > 0)

    def hardest(self, number: int) -> list[tuple[int, int]]:
        """Return the orbits with the fewest tilings above 0, smallest masks first: a board of each, and its tilings.

        The board is the smallest of the orbit that the puzzle allows.
        """
        order = self._places[np.argsort(self.answers[self._places], kind="stable")]
        return self._listed(order[np.searchsorted(self.answers[order], np.uint64(1)) :][:number])

    def easiest(self, number: int) -> list[tuple[int, int]]:
        """Return the orbits with the most tilings, smallest masks first where these are equal."""
        tilings = self.answers[self._places].astype(np.int64)
        return self._listed(self._places[np.argsort(-tilings, kind="stable")[:number]])

    def unsolvable(self, number: int) -> list[tuple[int, int]]:
        """Return orbits without a tiling, the smallest masks first: a board of each, 0."""
        return self._listed(self._places[self.answers[self._places] == 0][:number])

    @cached_property
    def _places(self) -> NDArray[np.intp]:
        """The orbits with an allowed board."""
        return np.flatnonzero(self.sizes)

    def _listed(self, places: NDArray[np.intp]) -> list[tuple[int, int]]:
        boards = smallest_allowed(self.orbits.representatives[places], self.puzzle)
        return [(board, int(self.answers[place])) for board, place in zip(boards.tolist(), places, strict=True)]


def build_census(
    puzzle: Puzzle,
    content: Content,
    *,
    folder: Path | None = None,
    method: str | None = None,
    jobs: int = 1,
    runner: Runner | TwiceRunner | None = None,
    progress: Progress = silent,
) -> Census:
    """Return the census in a folder, by default of the cache; build it first, or go on, where it is not finished.

    One that comes with the package is unpacked into the cache instead, unless a folder, a method or a runner is named.

    The census of :attr:`Puzzle.unrestricted` is computed and kept: labels and cells that stay free make no new
    one.

    Parameters
    ----------
    method
        ``halves`` (tilings alone) or ``searches``; by default the quickest. The census is the same.
    runner
        Does the shards in place of the threads. One that does them twice keeps only those that come out alike,
        and repeats those that an earlier run did once.
    progress
        Called with the orbits settled so far and the number of all.

    Raises
    ------
    InputError
        If there are too many boards, the method can't do the puzzle, or a census that is to be recounted is finished.
    ForeignCensusError
        If the folder holds the census of another puzzle, or a part of it: nothing is overwritten.
    StorageError
        If a file can't be written; nothing is lost, and the next call goes on.
    WrongCensusError
        If a board that is counted again, a shard that is done twice, or the tilings of all boards together show that
        something computed wrongly.

    Warns
    -----
    DamagedTableWarning
        If a file was there and could not be used: it is made again; or if the cache folder can't keep the census, which
        is built in a temporary folder and returned all the same.

    Examples
    --------
    >>> build_census(Puzzle.parse("3x4/3:I1,I2,I3,L3"), Content.TILINGS).total
    1936
    """
    return Census(puzzle, *settle_all(puzzle.unrestricted, content, folder, method, jobs, runner, progress), content)


def allowed_sizes(orbits: Orbits, puzzle: Puzzle) -> NDArray[np.int64]:
    """Return how many boards of each orbit a puzzle allows: int64 of shape (orbits,).

    Examples
    --------
    >>> from solver.polyform import orbits_of
    >>> puzzle = Puzzle.parse("2x3/2:O4;free=1")
    >>> allowed_sizes(orbits_of(puzzle.grid, 2), puzzle).tolist()
    [3, 1, 1, 3, 1, 1]
    """
    if puzzle.allows_all:
        return orbits.sizes
    allowed = np.zeros(len(orbits), np.int64)
    symmetries = len(puzzle.grid.symmetries)
    for start in range(0, len(orbits), _BLOCK):
        block = slice(start, start + _BLOCK)
        turned = puzzle.allows(images(orbits.representatives[block], puzzle.grid))
        # Each board of the orbit is as many images as its stabiliser has symmetries.
        allowed[block] = turned.sum(axis=0) * orbits.sizes[block] // symmetries
    return allowed


def smallest_allowed(boards: Masks, puzzle: Puzzle) -> Masks:
    """Return the smallest mask that the puzzle allows in the orbit of each board; all bits where it allows none.

    Examples
    --------
    >>> puzzle = Puzzle.parse("2x3/2:O4;free=1")
    >>> smallest_allowed(np.array([0b11], np.uint64), puzzle).tolist()
    [6]
    """
    if puzzle.allows_all:
        return boards
    turned = images(boards, puzzle.grid)
    smallest: Masks = np.where(puzzle.allows(turned), turned, ~np.uint64(0)).min(axis=0, initial=~np.uint64(0))
    return smallest


def census_bytes(census: Census) -> bytes:
    """Return the content of a census file."""
    return file_bytes(census.puzzle.unrestricted, census.content, census.orbits, census.answers)


def write_census(path: Path, census: Census) -> None:
    """Write a census file, atomically.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     write_census(Path(folder) / "my.census", Census.load("3x4/3:I1,I2,I3,L3"))
    ...     [path.name for path in Path(folder).iterdir()]
    ['my.census']
    """
    write_atomic(path, census_bytes(census))


def read_census(path: Path, puzzle: Puzzle, content: Content) -> Census:
    """Read the census of a puzzle; the errors are those of :func:`solver.census.census_file.read_file`.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> census = Census.load("3x4/3:I1,I2,I3,L3")
    >>> with TemporaryDirectory() as folder:
    ...     write_census(Path(folder) / "my.census", census)
    ...     again = read_census(Path(folder) / "my.census", census.puzzle, census.content)
    >>> again.total == census.total
    True
    """
    return Census(puzzle, *read_file(path, puzzle.unrestricted, content), content)


def colour_columns(grid: Grid) -> dict[str, int]:
    """Return the names of the columns that count blockers by colour, each with the mask of its colour.

    Examples
    --------
    >>> [list(colour_columns(Grid.parse(text))) for text in ("6x6", "hexagons@0,1")]
    [['dark_blockers', 'light_blockers'], ['dark_blockers', 'grey_blockers', 'light_blockers']]
    """
    names = grid.lattice.colour_names
    return {f"{name}_blockers": mask for name, mask in zip(names, grid.colours, strict=True)}
