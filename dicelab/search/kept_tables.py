"""The tables of a puzzle's boards, kept once in each process, and made of no more than is asked for.

To know which boards can be tiled takes some seconds, to count the tilings of all of them a minute and more. So the
tilings are counted only where they matter, or where the cache of this machine has them. Puzzles that differ in nothing
but where blockers may stand, or in labels, have their tables in common.
"""

from __future__ import annotations

import math
import threading
from dataclasses import replace
from functools import lru_cache
from typing import Any

import numpy as np

from dicelab.dice import DiceSet, rolls
from dicelab.errors import DiceError
from dicelab.score.completions import Completions, completing_cells, is_smaller
from dicelab.score.objectives import Subject
from dicelab.score.tables import Forbidden, ForbiddenBoards, RollTilings, rolls_of
from dicelab.search.constraints.constraint import set_of
from solver.census import (
    Census,
    Content,
    build_census,
    census_folder,
    census_path,
    is_quick,
)
from solver.census.census_file import is_file
from solver.exact_cover.batches import BatchSolver
from solver.polyform import Puzzle
from solver.polyform.symmetry import Masks
from solver.runs import threads

_LOCK = threading.RLock()
_KEPT: dict[str, RollTilings] = {}
_UNSOLVABLE: dict[str, Masks] = {}
_COMPLETING: dict[str, Masks] = {}
"""By the text of the puzzle without restrictions: tilings; the unsolvable boards; or, where these are millions, what
completes them."""
_MOST_KEPT = 4
"""Puzzles whose tables are kept at a time."""

_MOST_SEARCHED = 1 << 18
_FIRST_LIMIT, _LAST_LIMIT = 16, 1 << 12
"""Rolls whose tilings are counted one by one, and up to how many of them."""


def content_needed(puzzle: Puzzle, *, tilings: bool) -> Content:
    """Return the census that the tables are made of: tilings where they are needed, at hand, or not slower to count."""
    counted = tilings or is_file(census_path(census_folder(puzzle), Content.TILINGS))
    if counted or all(piece.order > 1 for piece in puzzle.kinds):
        return Content.TILINGS
    return Content.SOLVABILITY


def keep_tables(census: Census) -> None:
    """Make the tables of a census that is at hand, so that nothing in this process need load it again."""
    plain = census.puzzle.unrestricted
    if census.puzzle != plain:
        # Other puzzles with this grid and these pieces may allow other boards.
        census = replace(census, puzzle=plain)
    text = plain.format()
    with _LOCK:
        _forbidden_boards.cache_clear()
        if census.counts_tilings:
            _make_room(_KEPT)
            _KEPT[text] = RollTilings(census)
        elif is_smaller(census):
            _make_room(_COMPLETING)
            _COMPLETING[text] = completing_cells(census)
        else:
            _make_room(_UNSOLVABLE)
            _UNSOLVABLE[text] = census.unsolvable_boards


def _make_room(tables: dict[str, Any]) -> None:
    while len(tables) >= _MOST_KEPT:
        del tables[next(iter(tables))]


def require_countable(puzzle: Puzzle, what: str) -> None:
    """Raise :class:`DiceError` where ``what`` needs the tilings of all boards, and counting them takes long."""
    if not is_quick(puzzle):
        raise DiceError(
            f"{what} needs the tilings of all {puzzle.boards:,} boards, and counting these takes long: run dicelab "
            f"census build --puzzle {puzzle.name or puzzle.format()} first, or ask only which boards can be tiled"
        )


def roll_tilings(puzzle: Puzzle) -> RollTilings:
    """Return the tilings of all boards: as kept, or from the cache of this machine, or counted and kept there."""
    plain = puzzle.unrestricted
    with _LOCK:
        if plain.format() not in _KEPT:
            keep_tables(build_census(plain, Content.TILINGS, runner=threads(1)))
        return _KEPT[plain.format()]


def subject_of(dice: tuple[int, ...], puzzle: Puzzle, *, tilings: bool = True) -> Subject:
    """Return a set, given by the cells of each die, for objectives: with its rolls' tilings, or 1 for each of them."""
    if not _are_disjoint(dice):
        found = set_of(dice, puzzle)
        listed = rolls(found)
        counts = roll_tilings(puzzle).at(listed.boards) if tilings else np.ones(len(listed.boards), np.uint32)
        return Subject(found, counts, listed.weights.astype(np.int64))
    found, boards = DiceSet.of_masks(dice, puzzle), math.prod(map(int.bit_count, dice))
    counts = roll_tilings(puzzle).of(np.array(dice, np.uint64)) if tilings else np.ones(boards, np.uint32)
    return Subject(found, counts)


def _are_disjoint(dice: tuple[int, ...]) -> bool:
    union = 0
    for mask in dice:
        union |= mask
    return union == sum(dice)


def fewest_tilings(puzzle: Puzzle, dice: tuple[int, ...], jobs: int = 1) -> int:
    """Return the tilings of the hardest roll of disjoint dice: looked up, or counted up to a limit that rises."""
    text = puzzle.unrestricted.format()
    kept = _KEPT.get(text)
    rolls = math.prod(mask.bit_count() for mask in dice)
    # A census that takes long is never worth it for the rolls of one set.
    is_long = not is_quick(puzzle)
    if kept is None and (text in _UNSOLVABLE or text in _COMPLETING) and (rolls <= _MOST_SEARCHED or is_long):
        solver = BatchSolver(puzzle.problem, len(puzzle.pieces))
        parts = np.array_split(rolls_of(np.array(dice, np.uint64)), jobs)
        limit = _FIRST_LIMIT
        while limit <= _LAST_LIMIT or is_long:

            def least(boards: Masks, most: int = limit) -> int:
                return int(solver.counts(boards, most).min(initial=most))

            fewest = min(threads(jobs)(least, parts))
            if fewest < limit:
                return fewest
            limit *= 4
    return (kept or roll_tilings(puzzle)).fewest(dice)


def forbidden_boards(puzzle: Puzzle, min_tilings: int) -> Forbidden:
    """Return the boards with fewer tilings than ``min_tilings``; for 1 these are the unsolvable ones."""
    with _LOCK:
        return _forbidden_boards(puzzle.format(), min_tilings)


@lru_cache(maxsize=48)
def _forbidden_boards(text: str, min_tilings: int) -> Forbidden:
    puzzle = Puzzle.parse(text)
    plain = puzzle.unrestricted
    base = plain.format()
    if min_tilings == 1 and base not in _KEPT:
        if base not in _UNSOLVABLE and base not in _COMPLETING:
            keep_tables(build_census(plain, content_needed(plain, tilings=False)))
        if base in _COMPLETING:
            return Completions(puzzle, _COMPLETING[base])
        if base in _UNSOLVABLE:
            return ForbiddenBoards(puzzle, _allowed(_UNSOLVABLE[base], puzzle))
    return ForbiddenBoards(puzzle, _allowed(roll_tilings(plain).below(min_tilings), puzzle))


def unsolvable_boards(census: Census, puzzle: Puzzle, jobs: int) -> Forbidden:
    """Return the boards of a puzzle that can't be tiled, of a census of it or of the puzzle without restrictions."""
    if is_smaller(census):
        return Completions(puzzle, completing_cells(census), jobs)
    return ForbiddenBoards(puzzle, _allowed(census.unsolvable_boards, puzzle), jobs)


def _allowed(boards: Masks, puzzle: Puzzle) -> Masks:
    return boards if puzzle.allows_all else boards[puzzle.allows(boards)]
