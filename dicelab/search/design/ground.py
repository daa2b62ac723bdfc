"""What every member of a search stands on: the tilings of all boards of a puzzle, loaded once in each process."""

from __future__ import annotations

import threading
from functools import lru_cache

from dicelab.search.scoring import ForbiddenBoards, RollTilings
from solver.census import Census, Content, build_census
from solver.polyform import Puzzle
from solver.runs import threads

_LOCK = threading.RLock()
_KNOWN: dict[str, RollTilings] = {}
_MOST_KNOWN = 4


def know(census: Census) -> RollTilings:
    """Take a census that is at hand, so that the members in this process need not load it."""
    with _LOCK:
        return _take(census)


def tilings_of(puzzle: Puzzle) -> RollTilings:
    """Return the tilings of all boards: what is at hand, or from the cache of this machine, or built there."""
    with _LOCK:
        known = _KNOWN.get(puzzle.format())
        return known or _take(build_census(puzzle, Content.TILINGS, runner=threads(1)))


def forbidden_boards(puzzle: Puzzle, min_tilings: int) -> ForbiddenBoards:
    """Return the boards with fewer tilings than that."""
    with _LOCK:
        return _forbidden(puzzle.format(), min_tilings)


@lru_cache(maxsize=48)
def _forbidden(puzzle: str, min_tilings: int) -> ForbiddenBoards:
    parsed = Puzzle.parse(puzzle)
    return ForbiddenBoards(parsed, tilings_of(parsed).below(min_tilings))


def _take(census: Census) -> RollTilings:
    while len(_KNOWN) >= _MOST_KNOWN:
        del _KNOWN[next(iter(_KNOWN))]
    _forbidden.cache_clear()
    known = _KNOWN[census.puzzle.format()] = RollTilings(census)
    return known
