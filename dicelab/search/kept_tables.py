"""The tables of a puzzle's boards, kept once in each process, and made of no more than is asked for.

To know which boards can be tiled takes some seconds, to count the tilings of all of them a minute and more. So the
tilings are counted only where they matter, or where the cache of this machine has them.
"""

from __future__ import annotations

import math
import threading
from functools import lru_cache

import numpy as np

from dicelab.search.tables import ForbiddenBoards, RollTilings, rolls_of
from solver.census import Census, Content, build_census, census_folder, census_path, choose_method
from solver.census.folders import is_file
from solver.exact_cover.backends.bitmask import BatchSolver
from solver.polyform import Puzzle
from solver.polyform.symmetry import Masks
from solver.runs import threads

_LOCK = threading.RLock()
_KEPT: dict[str, RollTilings] = {}
_UNSOLVABLE: dict[str, Masks] = {}
_MOST_KEPT = 4
"""Puzzles whose tables are kept at a time."""

_MOST_SEARCHED = 1 << 18
_FIRST_LIMIT, _LAST_LIMIT = 16, 1 << 12
"""Rolls whose tilings are counted one by one, and up to how many of them."""


def content_needed(puzzle: Puzzle, *, tilings: bool) -> Content:
    """Return the census that the tables are made of: tilings where they are needed, at hand, or not slower to count."""
    counted = tilings or is_file(census_path(census_folder(puzzle), Content.TILINGS))
    if counted or choose_method(puzzle, Content.SOLVABILITY) != "walk":
        return Content.TILINGS
    return Content.SOLVABILITY


def keep_tables(census: Census) -> None:
    """Make the tables of a census that is at hand, so that nothing in this process need load it again."""
    text = census.puzzle.format()
    with _LOCK:
        tables: dict[str, RollTilings] | dict[str, Masks] = _KEPT if census.counts_tilings else _UNSOLVABLE
        while len(tables) >= _MOST_KEPT:
            del tables[next(iter(tables))]
        _forbidden_boards.cache_clear()
        if census.counts_tilings:
            _KEPT[text] = RollTilings(census)
        else:
            _UNSOLVABLE[text] = census.unsolvable_boards


def roll_tilings(puzzle: Puzzle) -> RollTilings:
    """Return the tilings of all boards: as kept, or from the cache of this machine, or counted and kept there."""
    with _LOCK:
        if puzzle.format() not in _KEPT:
            keep_tables(build_census(puzzle, Content.TILINGS, runner=threads(1)))
        return _KEPT[puzzle.format()]


def fewest_tilings(puzzle: Puzzle, dice: tuple[int, ...], jobs: int = 1) -> int:
    """Return the tilings of the hardest roll of disjoint dice: looked up, or counted up to a limit that rises."""
    kept = _KEPT.get(puzzle.format())
    rolls = math.prod(mask.bit_count() for mask in dice)
    if kept is None and puzzle.format() in _UNSOLVABLE and rolls <= _MOST_SEARCHED:
        solver = BatchSolver(puzzle.problem, len(puzzle.pieces))
        parts = np.array_split(rolls_of(np.array(dice, np.uint64)), jobs)
        limit = _FIRST_LIMIT
        while limit <= _LAST_LIMIT:

            def least(boards: Masks, most: int = limit) -> int:
                return int(solver.counts(boards, most).min(initial=most))

            fewest = min(threads(jobs)(least, parts))
            if fewest < limit:
                return fewest
            limit *= 4
    return (kept or roll_tilings(puzzle)).fewest(dice)


def forbidden_boards(puzzle: Puzzle, min_tilings: int) -> ForbiddenBoards:
    """Return the boards with fewer tilings than ``min_tilings``; for 1 these are the unsolvable ones."""
    with _LOCK:
        return _forbidden_boards(puzzle.format(), min_tilings)


@lru_cache(maxsize=48)
def _forbidden_boards(puzzle: str, min_tilings: int) -> ForbiddenBoards:
    parsed = Puzzle.parse(puzzle)
    if min_tilings == 1 and puzzle not in _KEPT:
        if puzzle not in _UNSOLVABLE:
            keep_tables(build_census(parsed, content_needed(parsed, tilings=False)))
        if puzzle in _UNSOLVABLE:
            return ForbiddenBoards(parsed, _UNSOLVABLE[puzzle])
    return ForbiddenBoards(parsed, roll_tilings(parsed).below(min_tilings))
