"""Dice that share cells: as many distinct boards as can be, and every collision-free roll with enough tilings.

How many boards there are depends only on which dice share cells (:mod:`dicelab.search.overlapping.patterns`).
So the patterns are gone through from the one with the most boards on, and for each of them the cells are traded until
no board is rolled that must not be. A set with the first pattern is the best there is, where that pattern is proved
to be: local search finds it, and the bound needs no search.
"""

from __future__ import annotations

import json
import math
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

import numpy as np

from dicelab.dice import DiceSet, Die, rolls
from dicelab.dice.roll import MOST_ROLLS
from dicelab.errors import DiceError, DicelabError
from dicelab.search.overlapping import OverlappingBoards, Sharing, dice_of, patterns, roles_of, search_trades
from dicelab.search.tables import roll_tilings
from dicelab.verify import verify
from solver.polyform import Puzzle
from solver.runs import Runner
from solver.runs.storage import canonical_json, sha256

MOST_MEMBERS = 1024
PATTERNS = 12
"""Patterns that are gone through."""
STEPS = 500
"""Trades of a member in one epoch."""
PATIENCE = 6
"""Epochs without a better set after which a member begins anew."""
VERIFIED_BY = "bitmask"

Task = tuple[int, str]
"""The number of the member, and a JSON object."""


@dataclass(frozen=True, slots=True)
class SharedSettings:
    """What a search is a function of.

    Parameters
    ----------
    puzzle
        The puzzle.
    sizes
        Cells on each die.
    min_tilings
        Boards with fewer tilings must not be rolled.
    climb
        Whether it goes on from each set to one whose hardest roll has more tilings, with as many boards.
    seed
        0 to 2^63 - 1.
    members
        How many search side by side.
    epochs
        Parts of the search for each pattern, of 500 trades a member.

    Raises
    ------
    DiceError
        If the sizes do not fit the puzzle, or a number is out of its range.
    """

    puzzle: Puzzle
    sizes: tuple[int, ...]
    min_tilings: int = 1
    climb: bool = False
    seed: int = 0
    members: int = 4
    epochs: int = 12

    def __post_init__(self) -> None:
        self.puzzle.grid.require_masks()
        shown, cells = ",".join(map(str, self.sizes)), len(self.puzzle.grid)
        if len(self.sizes) != self.puzzle.blockers:
            raise DiceError(f"sizes {shown}: give {self.puzzle.blockers} numbers, one for each die")
        if not 1 <= min(self.sizes) <= max(self.sizes) <= cells:
            raise DiceError(f"sizes {shown}: a die shows 1 to {cells} cells")
        if math.prod(self.sizes) > MOST_ROLLS:
            raise DiceError(f"sizes {shown} have {math.prod(self.sizes):,} rolls: have at most {MOST_ROLLS:,}")
        for name, least, most in (
            ("seed", 0, 2**63 - 1),
            ("members", 1, MOST_MEMBERS),
            ("epochs", 1, 1_000_000),
            ("min_tilings", 0, 2**32 - 1),
        ):
            if not least <= getattr(self, name) <= most:
                said = name.replace("_", "-")
                raise DiceError(f"{said} {getattr(self, name)}: pass a number from {least:,} to {most:,}")


@dataclass(frozen=True, slots=True)
class SharedResult:
    """The best set, or nothing.

    Parameters
    ----------
    dice_set
        The set, if one was found, with ``shared_cells``, named ``shared-`` and the start of the checksum of its class.
    boards
        Distinct boards that it rolls; 0 without a set.
    bound
        No set of these sizes rolls more boards.
    fewest
        The tilings of its hardest roll.
    rolling_again
        The probability that a roll shows a cell twice, with each cell on one face.
    pattern
        Which pattern, from 1, the set has, or the search ended with.
    rolled
        The fewest boards that must not be rolled and were, where no set was found.
    steps
        Trades made by all members.
    finished
        Whether the search ended by itself, and not by its time.
    """

    dice_set: DiceSet | None
    boards: int
    bound: int
    fewest: int | None
    rolling_again: float | None
    pattern: int
    rolled: int
    steps: int
    finished: bool = True


@dataclass(slots=True)
class _Member:
    """Where a member stands: the dice of each cell, none at first; what they roll; and epochs without a success."""

    roles: list[int]
    rolled: int
    failed: int = 0


def design_shared(
    settings: SharedSettings,
    runner: Runner,
    *,
    seconds: float | None = None,
    jobs: int = 1,
    listener: Callable[[SharedResult], None] | None = None,
) -> SharedResult:
    """Look for the set with the most boards.

    Parameters
    ----------
    settings
        What is searched for, and how.
    runner
        Does the work of the members; the result does not depend on it.
    seconds
        No epoch begins later than that.
    jobs
        Threads for the check at the end.
    listener
        Is told what is known after each epoch.

    Raises
    ------
    DicelabError
        If another program finds no tiling of a roll of the set, which would be a fault of this one.
    """
    begin, steps = time.monotonic(), 0
    result = None
    for place, sharing in enumerate(_patterns(settings), start=1):
        for result in _epochs(settings, sharing, place, runner, steps):
            if listener:
                listener(result)
            if seconds is not None and time.monotonic() - begin >= seconds:
                return _checked(replace(result, finished=False), jobs, settings.min_tilings)
        assert result is not None  # noqa: S101 - there is at least one epoch
        steps = result.steps
        if result.dice_set is not None:
            break
    assert result is not None  # noqa: S101 - and one pattern
    return _checked(result, jobs, settings.min_tilings)


def _patterns(settings: SharedSettings) -> Iterator[Sharing]:
    """Yield the best pattern, and only where that is not enough look for the others."""
    cells = len(settings.puzzle.grid)
    (first,) = patterns(settings.sizes, cells)
    yield first
    for other in patterns(settings.sizes, cells, PATTERNS):
        if other.pattern != first.pattern:
            yield replace(other, bound=first.bound)


def _epochs(
    settings: SharedSettings, sharing: Sharing, place: int, runner: Runner, steps: int
) -> Iterator[SharedResult]:
    """Yield what is known after each epoch with one pattern."""
    members = [_Member([], -1) for _ in range(settings.members)]
    wanted, found, fewest = settings.min_tilings, None, None
    for epoch in range(settings.epochs):
        tasks = [
            (
                number,
                json.dumps(
                    {
                        "puzzle": settings.puzzle.name or settings.puzzle.format(),
                        "sizes": settings.sizes,
                        "pattern": sharing.pattern,
                        "tilings": wanted,
                        "climb": settings.climb,
                        "roles": member.roles,
                        "seed": [settings.seed, place, epoch, number],
                    }
                ),
            )
            for number, member in enumerate(members)
        ]
        results = {number: json.loads(text) for number, text in runner(work, tasks)}
        steps += sum(one["steps"] for one in results.values())
        met = [(-one["fewest"], number) for number, one in results.items() if one["met"]]
        for number, member in enumerate(members):
            _take(member, results[number])
        if met:
            # The most tilings; of several such sets that of the lowest number.
            best = results[min(met)[1]]
            found, fewest = best["met"], best["fewest"]
            wanted = fewest + 1
            for member in members:
                # What is forbidden now is more than a member's count was of.
                member.rolled = -1
            # One in two goes on from the best set; the others keep to their own ways.
            for member in members[::2]:
                member.roles, member.failed = found, 0
        rolled = 0 if found else min(member.rolled for member in members)
        last = epoch + 1 == settings.epochs or (found is not None and not settings.climb)
        dice_set = _dice_set(settings.puzzle, found) if found else None
        yield SharedResult(
            dice_set=dice_set,
            boards=sharing.boards if dice_set else 0,
            bound=sharing.bound,
            fewest=fewest,
            rolling_again=rolls(dice_set).rolling_again if dice_set and last else None,
            pattern=place,
            rolled=rolled,
            steps=steps,
        )
        if last:
            return


def _take(member: _Member, result: dict[str, Any]) -> None:
    better = member.rolled < 0 or result["rolled"] < member.rolled
    member.roles, member.rolled = result["roles"], result["rolled"]
    member.failed = 0 if better else member.failed + 1
    if member.failed >= PATIENCE:
        member.roles, member.failed = [], 0


def work(task: Task) -> Task:
    """Do the part of one member in one epoch.

    Returns
    -------
    tuple of int and str
        The member, and a JSON object: ``roles`` and ``rolled``, where it ended; ``met``, the last set without a
        forbidden board, and ``fewest``, the tilings of its hardest roll; ``steps``.
    """
    number, text = task
    asked = json.loads(text)
    puzzle, wanted = Puzzle.parse(asked["puzzle"]), asked["tilings"]
    generator = np.random.default_rng(asked["seed"])
    if asked["roles"]:
        roles = np.array(asked["roles"], np.int64)
    else:
        roles = generator.permutation(roles_of(asked["pattern"], asked["sizes"], len(puzzle.grid)))
    met, fewest, steps = None, None, 0
    while True:
        reached = search_trades(_forbidden(puzzle.format(), wanted), roles, generator, steps=STEPS - steps)
        roles, steps = reached.best, steps + reached.steps
        if reached.rolled:
            break
        met = roles.tolist()
        fewest = _fewest(puzzle, met)
        if not asked["climb"] or steps >= STEPS:
            break
        wanted = fewest + 1
    found = {"roles": roles.tolist(), "rolled": reached.rolled, "met": met, "fewest": fewest, "steps": steps}
    return number, json.dumps(found)


@lru_cache(maxsize=4)
def _forbidden(puzzle: str, tilings: int) -> OverlappingBoards:
    parsed = Puzzle.parse(puzzle)
    return OverlappingBoards(parsed, roll_tilings(parsed).below(tilings))


def _fewest(puzzle: Puzzle, roles: list[int]) -> int:
    boards = rolls(_dice_set(puzzle, roles)).boards
    return int(roll_tilings(puzzle).at(boards).min())


def _dice_set(puzzle: Puzzle, roles: list[int]) -> DiceSet:
    masks = dice_of(np.array(roles, np.int64), puzzle.blockers).tolist()
    dice = tuple(Die(tuple(puzzle.grid.cells(mask))) for mask in masks)
    found = DiceSet(dice, puzzle, shared_cells=True)
    return replace(found, name=f"shared-{sha256(canonical_json(list(found.class_key())))[:12]}")


def _checked(result: SharedResult, jobs: int, min_tilings: int) -> SharedResult:
    """Return the result after a look at each roll by a program that knows neither the census nor the search."""
    found = result.dice_set
    if found is None:
        return result
    listed = rolls(found)
    if len(listed.boards) != result.boards:
        raise DicelabError(f"{len(listed.boards):,} boards, and {result.boards:,} were expected: please report this")
    if min_tilings:
        answer = verify(found, (VERIFIED_BY,), jobs=jobs)
        if not answer.always_solvable:
            board = found.puzzle.grid.labels(int(answer.unsolvable[0]))
            raise DicelabError(f"{VERIFIED_BY} finds no tiling of {board}, which the census has: please report this")
    return replace(result, rolling_again=listed.rolling_again)
