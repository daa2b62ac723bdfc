"""The tilings of some boards, where those of all would take too long: one count for each orbit asked for."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from solver.census.build import choose_method
from solver.census.census import Census, build_census
from solver.census.census_file import Content, census_folder, census_path, is_file
from solver.census.methods import Searches
from solver.census.packed import is_packed
from solver.display import Reported
from solver.errors import InputError
from solver.exact_cover.batches import BatchSolver
from solver.polyform.orbits import MOST_BOARDS
from solver.polyform.puzzle import Puzzle
from solver.polyform.symmetry import Masks, burnside, representatives
from solver.runs import threads
from solver.runs.progress import Progress, silent

MOST_ORBITS = 1 << 21
"""Most orbits of a census that is made for the rolls of a dice set: a minute or two by halves."""

MOST_SEARCHED = 10_000
"""Most boards of such a census where each needs a search."""

_BLOCK = 256
_ROWS = 1 << 17


class BoardCounts(Reported):
    """Counts the tilings of boards when they are asked for, each orbit once; answers as a census does.

    ``progress`` is called with the orbits that are counted and those that are asked for.

    Examples
    --------
    >>> puzzle = Puzzle.parse("3x4/3:I1,I2,I3,L3")
    >>> counts = BoardCounts(puzzle)
    >>> counts.tilings(np.array([0b111, 0b1001001, 0b111 << 9], np.uint64)).tolist(), counts
    ([20, 5, 20], <BoardCounts: the tilings of 2 orbits of 3x4/3:I1,I2,I3,L3>)
    """

    def __init__(self, puzzle: Puzzle, *, jobs: int = 1, progress: Progress = silent) -> None:
        puzzle.grid.require_masks()
        self.puzzle = puzzle
        self._jobs, self._progress = jobs, progress
        self._solver = BatchSolver(puzzle.problem, len(puzzle.pieces))
        self._known: Masks = np.zeros(0, np.uint64)
        self._counts = np.zeros(0, np.uint64)

    def __repr__(self) -> str:
        name = self.puzzle.name or self.puzzle.format()
        return f"<BoardCounts: the tilings of {len(self._known):,} orbits of {name}>"

    def tilings(self, masks: Masks) -> NDArray[np.uint64]:
        """Return the number of tilings of boards: uint64 of the shape of ``masks``.

        Raises
        ------
        InputError
            If a mask has not as many bits as the puzzle has blockers, or bits beyond the grid.
        """
        masks = np.asarray(masks, np.uint64)
        puzzle = self.puzzle
        if np.any(np.bitwise_count(masks) != puzzle.blockers) or np.any(masks & ~np.uint64(puzzle.grid.full)):
            raise InputError(f"not every mask has {puzzle.blockers} of the {len(puzzle.grid)} cells")
        flat = masks.reshape(-1)
        smallest = np.empty_like(flat)
        for start in range(0, len(flat), _ROWS):
            smallest[start : start + _ROWS] = representatives(flat[start : start + _ROWS], puzzle.grid)
        orbits, which = np.unique(smallest, return_inverse=True)
        new = np.setdiff1d(orbits, self._known, assume_unique=True)
        known = np.concatenate([self._known, new])
        counts = np.concatenate([self._counts, self._counted(new)])
        order = np.argsort(known)
        self._known, self._counts = known[order], counts[order]
        found: NDArray[np.uint64] = self._counts[np.searchsorted(self._known, orbits)][which]
        return found.reshape(masks.shape)

    def _counted(self, boards: Masks) -> NDArray[np.uint64]:
        """Count boards in threads: neighbours together, since they have much in common."""
        found = np.zeros(len(boards), np.uint64)

        def count(start: int) -> int:
            block = boards[start : start + _BLOCK]
            found[start : start + _BLOCK] = self._solver.counts(block)
            return len(block)

        done = 0
        for number in threads(self._jobs)(count, range(0, len(boards), _BLOCK)):
            done += number
            self._progress(done, len(boards))
        return found


TilingsSource = Census | BoardCounts
"""Counts the tilings of boards."""


def is_quick(puzzle: Puzzle, content: Content = Content.TILINGS) -> bool:
    """Tell whether a census of all boards is there, comes with the package, or is made within a minute or two.

    Examples
    --------
    >>> is_quick(Puzzle.parse("genius-square")), is_quick(Puzzle.parse("genius-star"))
    (True, False)
    >>> is_quick(Puzzle.parse("genius-star"), Content.SOLVABILITY)
    True
    """
    if is_packed(puzzle) or is_file(census_path(census_folder(puzzle), content)):
        return True
    if puzzle.boards > MOST_BOARDS:
        return False
    if content is Content.SOLVABILITY and any(piece.order == 1 for piece in puzzle.kinds):
        # With a single square nearly every board has a tiling that is soon found.
        return True
    if content is Content.TILINGS and burnside(puzzle.unrestricted.grid, puzzle.blockers) > MOST_ORBITS:
        return False
    return puzzle.boards <= MOST_SEARCHED or choose_method(puzzle, content) != Searches.name


def tilings_source(puzzle: Puzzle, *, jobs: int = 1, progress: Progress = silent) -> TilingsSource:
    """Return the quickest way to the tilings of a dice set's rolls: a census of all boards, or counts of just these.

    Examples
    --------
    >>> tilings_source(Puzzle.parse("3x4/3:I1,I2,I3,L3")).tilings(np.array([0b111], np.uint64)).tolist()
    [20]
    """
    if is_quick(puzzle):
        return build_census(puzzle, Content.TILINGS, jobs=jobs, progress=progress)
    return BoardCounts(puzzle, jobs=jobs, progress=progress)
