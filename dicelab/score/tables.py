"""The tables of a puzzle's boards, kept once in each process, and made when they are asked for.

To know which boards can be tiled takes some seconds, to count the tilings of all of them a minute and more. So the
tilings are counted only where they matter, or where the cache of this machine has them. Puzzles that differ in nothing
but where blockers may stand, or in labels, share their tables.
"""

from __future__ import annotations

import math
import threading
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from dicelab.dice import DiceSet, Die, rolls
from dicelab.errors import DiceError
from dicelab.score.forbidden import (
    Completions,
    Forbidden,
    ForbiddenBoards,
    board_blocks,
    completes_sooner,
    completing_cells,
    halved_rolls,
    rolls_of,
)
from dicelab.score.objectives import Subject
from dicelab.score.sampling import long_census
from solver.census import Census, Content, build_census, census_folder, census_path, is_quick, rank
from solver.census.census_file import is_file
from solver.exact_cover.batches import BatchSolver
from solver.polyform import Puzzle
from solver.polyform.orbits import rank_tables
from solver.polyform.symmetry import Masks
from solver.runs import jit, threads

if TYPE_CHECKING:
    from dicelab.verifying.sweep import LookUp

_MOST = (1 << 32) - 1
_MOST_HALF = 20
"""Cells of half a grid for whose subsets there is a table: two tables of 4 MB."""

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
"""Most rolls whose tilings are counted one by one, and the limit of each count."""
_MOST_COUNTED = 1 << 22
"""Most tilings of all rolls that are counted where those of all boards take long."""


class RollTilings:
    """The number of tilings of every board, four bytes each, in an order in which all rolls of a set are found quickly.

    The cells of the grid are cut into a low and a high half. Boards are sorted by their low halves, then by their
    high halves: so the place of a board is the sum of two independent small look-ups, one for each half. The 93,750
    rolls of a set take some tenths of a millisecond. The census holds tilings; a board with 2^32 or more raises
    :class:`DiceError`.
    """

    def __init__(self, census: Census) -> None:
        answers = census.answers
        if int(answers.max(initial=0)) > _MOST:
            raise DiceError(f"a board with {int(answers.max()):,} tilings: at most {_MOST:,} are looked up at speed")
        self.puzzle: Puzzle = census.puzzle
        cells, blockers = len(self.puzzle.grid), self.puzzle.blockers
        by_rank = census.orbits.spread(answers.astype(np.uint32)).astype(np.uint32, copy=False)
        self._half = (cells + 1) // 2
        self._quick = self._half <= _MOST_HALF
        # Of larger grids the boards stay in the order of their ranks.
        self._tilings = by_rank
        if self._quick:
            self._begin, self._place = _half_tables(cells, self._half, blockers)
            self._tilings = np.empty_like(by_rank)
            for start, masks in board_blocks(self.puzzle):
                self._tilings[self._at(masks)] = by_rank[start : start + len(masks)]

    def below(self, tilings: int) -> Masks:
        """Return the boards with fewer tilings than that, ascending."""
        found = [np.zeros(0, np.uint64)]
        found += [masks[self.at(masks) < tilings] for _, masks in board_blocks(self.puzzle)]
        return np.concatenate(found)

    def of_all(self, puzzle: Puzzle) -> NDArray[np.uint32]:
        """Return the tilings of all boards that a puzzle with this grid and these pieces allows."""
        return np.concatenate([self.at(masks[puzzle.allows(masks)]) for _, masks in board_blocks(self.puzzle)])

    def of_rank(self, number: int) -> int:
        """Return the tilings of the board in a place, from 1, when the boards with the most tilings come first."""
        place = len(self._tilings) - number
        return int(np.partition(self._tilings, place)[place])

    def at(self, boards: Masks) -> NDArray[np.uint32]:
        """Return the tilings of some boards: from uint64 to uint32 of equal shape."""
        if not jit.available():
            looked_up: NDArray[np.uint32] = self._tilings[self._at(boards)]
            return looked_up
        from dicelab.score.tables_kernel import look_up_boards, look_up_ranks

        listed = np.ascontiguousarray(boards, np.uint64).reshape(-1)
        found = np.empty(len(listed), np.uint32)
        if self._quick:
            look_up_boards(listed, np.uint64(self._half), self._begin, self._place, self._tilings, found)
        else:
            look_up_ranks(listed, rank_tables(len(self.puzzle.grid), self.puzzle.blockers), self._tilings, found)
        return found.reshape(np.shape(boards))

    def of(self, dice: Masks) -> NDArray[np.uint32]:
        """Return the tilings of all rolls of a set with disjoint dice, in the order of rolls.

        From the cells of each die, uint64 of shape (dice,), to uint32 of shape (product of the sizes,).
        """
        first, last = halved_rolls(dice)
        if not (self._quick and jit.available()):
            return self.at((first[:, None] | last).reshape(-1))
        from dicelab.score.tables_kernel import look_up_rolls

        found = np.empty(len(first) * len(last), np.uint32)
        look_up_rolls(first, last, np.uint64(self._half), self._begin, self._place, self._tilings, found)
        return found

    def fewest(self, dice: Sequence[int]) -> int:
        """Return the fewest tilings of any roll of a set with disjoint dice, the masks of their cells."""
        return int(self.of(np.array(dice, np.uint64)).min())

    def _at(self, boards: Masks) -> NDArray[np.int64]:
        if not self._quick:
            return rank(boards, len(self.puzzle.grid), self.puzzle.blockers)
        low = (boards & np.uint64((1 << self._half) - 1)).astype(np.int64)
        places: NDArray[np.int64] = self._begin[low].astype(np.int64) + self._place[boards >> np.uint64(self._half)]
        return places


def _half_tables(cells: int, half: int, blockers: int) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Return where the boards of each low half begin, and the place of each high half among those with as many cells.

    Both are int32, of shape (2^half,) and of shape (2^(cells - half),).
    """
    high = np.bitwise_count(np.arange(1 << (cells - half), dtype=np.uint64)).astype(np.int64)
    order = np.argsort(high, kind="stable")
    numbers = np.bincount(high, minlength=blockers + 1)
    place = np.empty(len(high), np.int64)
    place[order] = np.arange(len(high)) - (np.cumsum(numbers) - numbers)[high[order]]
    low = np.bitwise_count(np.arange(1 << half, dtype=np.uint64)).astype(np.int64)
    boards = np.where(low <= blockers, numbers[np.clip(blockers - low, 0, None)], 0)
    return (np.cumsum(boards) - boards).astype(np.int32), place.astype(np.int32)


def content_needed(puzzle: Puzzle, *, tilings: bool) -> Content:
    """Return the census that the tables are made of: tilings where they are needed, at hand, or not slower to count."""
    folder = census_folder(puzzle)
    if tilings or is_file(census_path(folder, Content.TILINGS)):
        return Content.TILINGS
    is_there = is_file(census_path(folder, Content.SOLVABILITY))
    if not is_there and all(piece.order > 1 for piece in puzzle.kinds) and is_quick(puzzle):
        return Content.TILINGS
    return Content.SOLVABILITY


def keep_tables(census: Census) -> None:
    """Make the tables of a census that is at hand, so that nothing in this process need load it again."""
    # Other puzzles with this grid and these pieces may allow other boards.
    census = replace(census, puzzle=census.puzzle.unrestricted)
    text = census.puzzle.format()
    with _LOCK:
        _forbidden_boards.cache_clear()
        if census.counts_tilings:
            _keep(_KEPT, text, RollTilings(census))
        elif completes_sooner(census):
            _keep(_COMPLETING, text, completing_cells(census))
        else:
            _keep(_UNSOLVABLE, text, census.unsolvable_boards)


def _keep(tables: dict[str, Any], text: str, table: object) -> None:
    while len(tables) >= _MOST_KEPT:
        del tables[next(iter(tables))]
    tables[text] = table


def require_countable(puzzle: Puzzle, what: str, content: Content = Content.TILINGS) -> None:
    """Raise :class:`DiceError` where ``what`` needs a census of all boards that would take longer than minutes."""
    if not is_quick(puzzle, content):
        needed = "the tilings" if content is Content.TILINGS else "the solvability"
        raise DiceError(
            f"{what} needs {needed} of all {puzzle.boards:,} boards, {long_census(puzzle, content)}; or ask only for "
            "an always-solvable set, or dicelab evolve --objective, which takes samples of rolls"
        )


def roll_tilings(puzzle: Puzzle) -> RollTilings:
    """Return the tilings of all boards: as kept, or from the cache of this machine, or counted and kept there."""
    plain = puzzle.unrestricted
    with _LOCK:
        if plain.format() not in _KEPT:
            keep_tables(build_census(plain, Content.TILINGS, jobs=1))
        return _KEPT[plain.format()]


def subject_of(dice: tuple[int, ...], puzzle: Puzzle, *, tilings: bool = True) -> Subject:
    """Return a set, given by the cells of each die, for objectives: with its rolls' tilings, or 1 for each of them."""
    look_up = roll_tilings(puzzle).at if tilings else None
    if sum(dice) != np.bitwise_or.reduce(np.array(dice, np.uint64)):
        shared = DiceSet(tuple(Die(tuple(puzzle.grid.cells(mask))) for mask in dice), puzzle, shared_cells=True)
        listed = rolls(shared)
        counts = roll_tilings(puzzle).at(listed.boards) if tilings else np.ones(len(listed.boards), np.uint32)
        return Subject(shared, counts, listed.weights.astype(np.int64), look_up=look_up)
    boards = math.prod(map(int.bit_count, dice))
    counts = roll_tilings(puzzle).of(np.array(dice, np.uint64)) if tilings else np.ones(boards, np.uint32)
    return Subject(DiceSet.of_masks(dice, puzzle), counts, look_up=look_up)


def fewest_tilings(puzzle: Puzzle, dice: tuple[int, ...], jobs: int = 1) -> int | None:
    """Return the tilings of the hardest roll of disjoint dice: looked up, or counted up to a limit that rises.

    ``None`` where they are more than can be counted in seconds, and the tilings of all boards take long.
    """
    text = puzzle.unrestricted.format()
    kept = _KEPT.get(text)
    number = math.prod(mask.bit_count() for mask in dice)
    # A census that takes long is never worth it for the rolls of one set.
    is_long = not is_quick(puzzle)
    if kept is None and (is_long or ((text in _UNSOLVABLE or text in _COMPLETING) and number <= _MOST_SEARCHED)):
        solver = BatchSolver(puzzle.problem, len(puzzle.pieces))
        parts = np.array_split(rolls_of(np.array(dice, np.uint64)), jobs)
        limit, most_tilings = _FIRST_LIMIT, min(_LAST_LIMIT, _MOST_COUNTED // number) if is_long else _LAST_LIMIT
        while limit <= most_tilings:

            def least(boards: Masks, most: int = limit) -> int:
                return int(solver.counts(boards, most).min(initial=most))

            fewest = min(threads(jobs)(least, parts))
            if fewest < limit:
                return fewest
            limit *= 4
        if is_long:
            return None
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
    if completes_sooner(census):
        return Completions(puzzle, completing_cells(census), jobs)
    return ForbiddenBoards(puzzle, _allowed(census.unsolvable_boards, puzzle), jobs)


def _allowed(boards: Masks, puzzle: Puzzle) -> Masks:
    return boards if puzzle.allows_all else boards[puzzle.allows(boards)]


def solvability(puzzle: Puzzle) -> LookUp:
    """Return the census of solvability of a puzzle: from the cache of this machine, or built there."""
    return build_census(puzzle, Content.SOLVABILITY).is_solvable
