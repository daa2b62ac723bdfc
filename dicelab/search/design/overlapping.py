"""Overlapping dice, which may share cells: as many distinct boards as can be, every one with enough tilings.

How many boards there are depends only on which dice share cells (:mod:`dicelab.search.overlapping`). So the
patterns are gone through from the one with the most boards on, and for each of them the cells are traded until no
board is rolled that must not be. A set with the first pattern is the best there is, where that pattern is proved to be:
local search finds the set, and the bound needs no search.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal

import msgspec
import numpy as np

from dicelab.dice import DiceSet, Die, rolls
from dicelab.dice.dice_set import faces_on
from dicelab.errors import DicelabError
from dicelab.search.design.settings import OverlappingSettings
from dicelab.search.overlapping import OverlappingBoards, Sharing, dice_of, patterns, roles_of, search_trades
from dicelab.search.tables import roll_tilings
from dicelab.verify import confirm
from solver.display import Reported
from solver.polyform import Puzzle
from solver.runs import Runner
from solver.runs.progress import Progress, silent
from solver.runs.storage import canonical_json, sha256

PATTERNS = 12
"""Patterns that are gone through."""
STEPS = 500
"""Trades of each search in one epoch."""
PATIENCE = 6
"""Epochs without a better set after which a search begins anew."""
CONFIRMED_BY = "bitmask"
"""The program that looks at every roll of a set that was found."""

Roles = tuple[int, ...]
"""The dice of each cell as a mask."""


@dataclass(frozen=True, slots=True)
class OverlappingOutcome(Reported):
    """The best set, named ``shared-`` and the start of the checksum of its class, or nothing.

    It rolls so many distinct ``boards``, 0 without a set, and no set of these sizes rolls more than ``bound``.
    ``rolling_again`` is the probability that a roll shows a cell twice, with each cell on one face. ``pattern`` is the
    number, from 1, of the pattern that the set has or the search ended with. Where no set was found, ``rolled`` is the
    least number of forbidden boards that were rolled. ``steps`` counts the trades of all searches.
    """

    settings: OverlappingSettings
    dice_set: DiceSet | None
    boards: int
    bound: int
    fewest: int | None
    rolling_again: float | None
    pattern: int
    rolled: int
    steps: int
    finished: bool = True

    @property
    def status(self) -> Literal["unknown", "found", "optimal"]:
        """Whether there is a set, and whether none rolls more boards."""
        if self.dice_set is None:
            return "unknown"
        return "optimal" if self.boards == self.bound else "found"

    @property
    def physical(self) -> DiceSet | None:
        """The set on the faces that were asked for."""
        if self.dice_set is None or not self.settings.faces:
            return None
        return faces_on(self.dice_set, self.settings.faces)


@dataclass(slots=True)
class _Search:
    """Where one of the searches stands: its set, none at first; what that rolls; and epochs without a success."""

    roles: Roles = ()
    rolled: int = -1
    failed: int = 0


class _Task(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The part of one search in an epoch; without ``roles`` it begins anew."""

    puzzle: str
    sizes: tuple[int, ...]
    pattern: tuple[int, ...]
    min_tilings: int
    climb: bool
    roles: Roles
    seed: tuple[int, ...]


class _Result(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where a search ended, and the last set without a forbidden board, with the tilings of its hardest roll."""

    roles: Roles
    rolled: int
    met: Roles
    fewest: int
    steps: int


def search_overlapping(
    settings: OverlappingSettings,
    runner: Runner,
    *,
    seconds: float | None = None,
    jobs: int = 1,
    progress: Progress = silent,
) -> OverlappingOutcome:
    """Look for the set with the most boards; no epoch begins later than ``seconds``.

    Another program tiles every roll of the set; if it can't, the fault is here, and :class:`DicelabError` is raised.
    """
    begin = time.monotonic()
    outcomes = overlapping_epochs(settings, runner)
    outcome = next(outcomes)
    while True:
        progress(outcome.steps, None, "trades")
        if seconds is not None and time.monotonic() - begin >= seconds:
            return _confirmed(replace(outcome, finished=False), jobs)
        following = next(outcomes, None)
        if following is None:
            return _confirmed(outcome, jobs)
        outcome = following


def overlapping_epochs(settings: OverlappingSettings, runner: Runner) -> Iterator[OverlappingOutcome]:
    """Yield what is known after each epoch: pattern by pattern, until there is a set."""
    steps, found = 0, False
    for place, sharing in enumerate(_patterns(settings), start=1):
        for outcome in _epochs(settings, sharing, place, runner, steps):
            yield outcome
            steps, found = outcome.steps, outcome.dice_set is not None
        if found:
            return


def _patterns(settings: OverlappingSettings) -> Iterator[Sharing]:
    """Yield the best pattern, and only where that is not enough look for the others."""
    cells = len(settings.puzzle.grid)
    (first,) = patterns(settings.sizes, cells)
    yield first
    for other in patterns(settings.sizes, cells, PATTERNS):
        if other.pattern != first.pattern:
            yield replace(other, bound=first.bound)


def _epochs(
    settings: OverlappingSettings, sharing: Sharing, place: int, runner: Runner, steps: int
) -> Iterator[OverlappingOutcome]:
    """Yield what is known after each epoch with one pattern."""
    searches = [_Search() for _ in range(settings.members)]
    asked = _Task(
        settings.puzzle.name or settings.puzzle.format(),
        settings.sizes,
        sharing.pattern,
        settings.min_tilings,
        settings.climb,
        (),
        (),
    )
    found: Roles = ()
    fewest = None
    for epoch in range(settings.epochs):
        tasks = [
            msgspec.structs.replace(asked, roles=search.roles, seed=(settings.seed, place, epoch, number))
            for number, search in enumerate(searches)
        ]
        texts = [(number, msgspec.json.encode(task).decode()) for number, task in enumerate(tasks)]
        results = {number: msgspec.json.decode(text, type=_Result) for number, text in runner(work, texts)}
        steps += sum(result.steps for result in results.values())
        for number, search in enumerate(searches):
            _take(search, results[number])
        met = [(-result.fewest, number) for number, result in results.items() if result.met]
        if met:
            # The most tilings; of several such sets that of the lowest number.
            best = results[min(met)[1]]
            found, fewest = best.met, best.fewest
            asked = msgspec.structs.replace(asked, min_tilings=fewest + 1)
            for search in searches:
                # More boards are forbidden now than were counted.
                search.rolled = -1
            # One in two goes on from the best set; the others keep to their own ways.
            for search in searches[::2]:
                search.roles, search.failed = found, 0
        last = epoch + 1 == settings.epochs or (bool(found) and not settings.climb)
        dice_set = _dice_set(settings.puzzle, found) if found else None
        yield OverlappingOutcome(
            settings=settings,
            dice_set=dice_set,
            boards=sharing.boards if dice_set else 0,
            bound=sharing.bound,
            fewest=fewest,
            rolling_again=rolls(dice_set).rolling_again if dice_set and last else None,
            pattern=place,
            rolled=0 if found else min(search.rolled for search in searches),
            steps=steps,
        )
        if last:
            return


def _take(search: _Search, result: _Result) -> None:
    better = search.rolled < 0 or result.rolled < search.rolled
    search.roles, search.rolled = result.roles, result.rolled
    search.failed = 0 if better else search.failed + 1
    if search.failed >= PATIENCE:
        search.roles, search.failed = (), 0


def work(numbered: tuple[int, str]) -> tuple[int, str]:
    """Do the part of one search in one epoch, which is JSON, in whatever process this is."""
    number, text = numbered
    task = msgspec.json.decode(text, type=_Task)
    puzzle, min_tilings = Puzzle.parse(task.puzzle), task.min_tilings
    generator = np.random.default_rng(task.seed)
    if task.roles:
        roles = np.array(task.roles, np.int64)
    else:
        roles = generator.permutation(roles_of(task.pattern, task.sizes, len(puzzle.grid)))
    met: Roles = ()
    fewest = steps = 0
    while True:
        forbidden = _forbidden(puzzle.format(), min_tilings)
        reached = search_trades(forbidden, roles, generator, steps=STEPS - steps)
        roles, steps = reached.best, steps + reached.steps
        if reached.rolled:
            break
        met = tuple(roles.tolist())
        fewest = int(roll_tilings(puzzle).at(rolls(_dice_set(puzzle, met)).boards).min())
        if not task.climb or steps >= STEPS:
            break
        min_tilings = fewest + 1
    result = _Result(tuple(roles.tolist()), reached.rolled, met, fewest, steps)
    return number, msgspec.json.encode(result).decode()


@lru_cache(maxsize=4)
def _forbidden(puzzle: str, min_tilings: int) -> OverlappingBoards:
    parsed = Puzzle.parse(puzzle)
    return OverlappingBoards(parsed, roll_tilings(parsed).below(min_tilings))


def _dice_set(puzzle: Puzzle, roles: Roles) -> DiceSet:
    masks = dice_of(np.array(roles, np.int64), puzzle.blockers).tolist()
    dice = tuple(Die(tuple(puzzle.grid.cells(mask))) for mask in masks)
    found = DiceSet(dice, puzzle, shared_cells=True)
    return replace(found, name=f"shared-{sha256(canonical_json(list(found.class_key())))[:12]}")


def _confirmed(outcome: OverlappingOutcome, jobs: int) -> OverlappingOutcome:
    """Return the outcome after a look at each roll by a program that knows neither the census nor the search."""
    if outcome.dice_set is None:
        return outcome
    listed = rolls(outcome.dice_set)
    if len(listed.boards) != outcome.boards:
        raise DicelabError(f"{len(listed.boards):,} boards, and {outcome.boards:,} were expected: please report this")
    if outcome.settings.min_tilings:
        confirm(outcome.dice_set, (CONFIRMED_BY,), jobs=jobs)
    return replace(outcome, rolling_again=listed.rolling_again)
