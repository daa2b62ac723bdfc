"""Overlapping dice, which may share cells: as many distinct boards as can be, every one with enough tilings.

How many boards there are depends only on which dice share cells (:mod:`dicelab.search.overlapping`). So the
patterns are gone through from the one with the most boards on, and for each of them the cells are traded until no
board is rolled that must not be. A set with the first pattern is the best there is, where that pattern is proved to be:
local search finds the set, and the bound needs no search.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import Literal

import msgspec
import numpy as np

from dicelab.dice import DiceSet, Die, rolls
from dicelab.dice.dice_set import faces_on
from dicelab.errors import DicelabError
from dicelab.search.design.settings import OverlappingSettings
from dicelab.search.kept_tables import roll_tilings
from dicelab.search.overlapping import OverlappingBoards, Sharing, dice_of, patterns, roles_of, search_trades
from dicelab.verify import confirm
from solver.display import Pictured, Reported
from solver.polyform import Puzzle
from solver.runs import Runner
from solver.runs.interruption import Stopped
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


@dataclass(frozen=True, slots=True, repr=False)
class OverlappingOutcome(Pictured, Reported):
    """The best set, named ``shared-`` and the start of the checksum of its class, or nothing.

    It rolls so many distinct ``boards``, 0 without a set, and no set of these sizes rolls more than ``bound``, if that
    is known.
    ``rolling_again`` is the probability that a roll shows a cell twice, with each cell on one face. ``pattern`` is the
    number, from 1, of the pattern that the set has or the search ended with. Where no set was found, ``rolled`` is the
    least number of forbidden boards that were rolled. ``steps`` counts the trades of all searches. ``confirmed`` tells
    whether a program that did not find the set has tiled all its rolls, and ``stopped`` what ended the search early.

    Examples
    --------
    >>> import dicelab
    >>> outcome = dicelab.design(puzzle="2x4/2:3*I2", sizes=(4, 4), shared_cells=True, jobs=1)
    >>> outcome.status, outcome.boards, outcome.bound
    ('optimal', 16, 16)
    """

    settings: OverlappingSettings
    dice_set: DiceSet | None
    boards: int
    bound: int | None
    fewest: int | None
    rolling_again: float | None
    pattern: int
    rolled: int | None
    steps: int
    finished: bool = True
    confirmed: bool = False
    stopped: Stopped = ""

    def __repr__(self) -> str:
        if self.dice_set is not None:
            return f"<OverlappingOutcome: {self.status}, {self.dice_set.name}, {self.boards:,} boards>"
        return f"<OverlappingOutcome: {self.status}, no set>"

    @property
    def status(self) -> Literal["unknown", "found", "optimal"]:
        """Whether there is a set, and whether none rolls more boards."""
        if self.dice_set is None:
            return "unknown"
        return "optimal" if self.boards == self.bound else "found"

    @property
    def interrupted(self) -> bool:
        """Whether it was stopped by Ctrl-C or by the system."""
        return self.stopped in {"interrupted", "terminated"}

    @property
    def physical(self) -> DiceSet | None:
        """The set on the faces that were asked for."""
        if self.dice_set is None or not self.settings.faces:
            return None
        return faces_on(self.dice_set, self.settings.faces)


class OneSearch(msgspec.Struct, frozen=True, forbid_unknown_fields=True, array_like=True):
    """Where one of the searches stands: its set, none at first; what that rolls; and epochs without a success."""

    roles: Roles = ()
    rolled: int = -1
    failed: int = 0


class OverlappingState(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where the search is after some epochs with the pattern of a number, from 1: the best set, and all searches.

    ``fewest`` are the tilings of the hardest roll of the set, and ``steps`` the trades of all searches.
    """

    place: int = 1
    epoch: int = 0
    searches: tuple[OneSearch, ...] = ()
    found: Roles = ()
    fewest: int | None = None
    steps: int = 0
    over: bool = False


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


class OverlappingSearch:
    """Carries a state from epoch to epoch, pattern by pattern, until there is a set."""

    def __init__(self, settings: OverlappingSettings) -> None:
        self.settings = settings
        self._first: Sharing | None = None

    def start(self) -> OverlappingState:
        """Return the state before the first epoch."""
        return OverlappingState(searches=(OneSearch(),) * self.settings.members)

    def epochs(self, state: OverlappingState, runner: Runner) -> Iterator[OverlappingState]:
        """Yield the state after each epoch until the search is over."""
        while not state.over:
            state = self._after(state, runner)
            yield state

    def sharing(self, place: int) -> Sharing:
        """Return the pattern of a number: the best one, and only where that is not enough look for the others."""
        if self._first is None:
            (self._first,) = patterns(self.settings.sizes, self.settings.puzzle.blockable.bit_count())
        return self._first if place == 1 else self._others[place - 2]

    @cached_property
    def _others(self) -> list[Sharing]:
        first = self.sharing(1)
        listed = patterns(self.settings.sizes, self.settings.puzzle.blockable.bit_count(), PATTERNS)
        return [replace(other, bound=first.bound) for other in listed if other.pattern != first.pattern]

    def _after(self, state: OverlappingState, runner: Runner) -> OverlappingState:
        settings = self.settings
        if state.epoch == settings.epochs:
            state = msgspec.structs.replace(self.start(), place=state.place + 1, steps=state.steps)
        asked = _Task(
            settings.puzzle.name or settings.puzzle.format(),
            settings.sizes,
            self.sharing(state.place).pattern,
            settings.min_tilings if state.fewest is None else state.fewest + 1,
            settings.climb,
            (),
            (),
        )
        tasks = [
            msgspec.structs.replace(asked, roles=one.roles, seed=(settings.seed, state.place, state.epoch, number))
            for number, one in enumerate(state.searches)
        ]
        texts = [(number, msgspec.json.encode(task).decode()) for number, task in enumerate(tasks)]
        results = {number: msgspec.json.decode(text, type=_Result) for number, text in runner(work, texts)}
        searches = [_taken(one, results[number]) for number, one in enumerate(state.searches)]
        found, fewest = state.found, state.fewest
        met = [(-result.fewest, number) for number, result in results.items() if result.met]
        if met:
            # The most tilings; of several such sets that of the lowest number.
            best = results[min(met)[1]]
            found, fewest = best.met, best.fewest
            # More boards are forbidden now than were counted. One search in two goes on from the best set; the others
            # keep to their own ways.
            searches = [
                OneSearch(one.roles, -1, one.failed) if number % 2 else OneSearch(found)
                for number, one in enumerate(searches)
            ]
        last = state.epoch + 1 == settings.epochs or (bool(found) and not settings.climb)
        return OverlappingState(
            state.place,
            state.epoch + 1,
            tuple(searches),
            found,
            fewest,
            state.steps + sum(result.steps for result in results.values()),
            over=last and (bool(found) or state.place == 1 + len(self._others)),
        )

    def outcome(self, state: OverlappingState, stopped: Stopped = "") -> OverlappingOutcome:
        """Return what is known after some epochs; the set is not confirmed yet."""
        found = set_of_roles(self.settings.puzzle, state.found) if state.found else None
        # Where the search was stopped early, the bound may not be known, and takes time.
        sharing = None if self._first is None and not state.found else self.sharing(state.place)
        counted = [one.rolled for one in state.searches if one.rolled >= 0]
        return OverlappingOutcome(
            settings=self.settings,
            dice_set=found,
            boards=sharing.boards if found and sharing else 0,
            bound=None if sharing is None else sharing.bound,
            fewest=state.fewest,
            rolling_again=rolls(found).rolling_again if found and state.over else None,
            pattern=state.place,
            rolled=0 if found else min(counted, default=None),
            steps=state.steps,
            finished=state.over,
            stopped=stopped,
        )


def overlapping_epochs(settings: OverlappingSettings, runner: Runner) -> Iterator[OverlappingOutcome]:
    """Yield what is known after each epoch."""
    search = OverlappingSearch(settings)
    return map(search.outcome, search.epochs(search.start(), runner))


def _taken(one: OneSearch, result: _Result) -> OneSearch:
    better = one.rolled < 0 or result.rolled < one.rolled
    failed = 0 if better else one.failed + 1
    return OneSearch((), result.rolled, 0) if failed >= PATIENCE else OneSearch(result.roles, result.rolled, failed)


def work(numbered: tuple[int, str]) -> tuple[int, str]:
    """Do the part of one search in one epoch, which is JSON, in whatever process this is."""
    number, text = numbered
    task = msgspec.json.decode(text, type=_Task)
    puzzle, min_tilings = Puzzle.parse(task.puzzle), task.min_tilings
    generator = np.random.default_rng(task.seed)
    if task.roles:
        roles = np.array(task.roles, np.int64)
    else:
        cells = list(puzzle.grid.cells(puzzle.blockable))
        roles = np.zeros(len(puzzle.grid), np.int64)
        roles[cells] = generator.permutation(roles_of(task.pattern, task.sizes, len(cells)))
    met: Roles = ()
    fewest = steps = 0
    while True:
        forbidden = _forbidden(puzzle.format(), min_tilings)
        reached = search_trades(forbidden, roles, generator, steps=STEPS - steps)
        roles, steps = reached.best, steps + reached.steps
        if reached.rolled:
            break
        met = tuple(roles.tolist())
        fewest = int(roll_tilings(puzzle).at(rolls(set_of_roles(puzzle, met)).boards).min())
        if not task.climb or steps >= STEPS:
            break
        min_tilings = fewest + 1
    result = _Result(tuple(roles.tolist()), reached.rolled, met, fewest, steps)
    return number, msgspec.json.encode(result).decode()


@lru_cache(maxsize=4)
def _forbidden(puzzle: str, min_tilings: int) -> OverlappingBoards:
    parsed = Puzzle.parse(puzzle)
    return OverlappingBoards(parsed, roll_tilings(parsed).below(min_tilings))


def set_of_roles(puzzle: Puzzle, roles: Roles) -> DiceSet:
    """Return the set whose cells are on the dice of some roles, named by its class."""
    masks = dice_of(np.array(roles, np.int64), puzzle.blockers).tolist()
    dice = tuple(Die(tuple(puzzle.grid.cells(mask))) for mask in masks)
    found = DiceSet(dice, puzzle, shared_cells=True)
    return replace(found, name=f"shared-{sha256(canonical_json(list(found.class_key())))[:12]}")


def confirmed_outcome(outcome: OverlappingOutcome, jobs: int) -> OverlappingOutcome:
    """Return the outcome after a look at each roll by a program that knows neither the census nor the search.

    If it can't tile one, the fault is here, and :class:`DicelabError` is raised.
    """
    if outcome.dice_set is None:
        return outcome
    listed = rolls(outcome.dice_set)
    if len(listed.boards) != outcome.boards:
        raise DicelabError(f"{len(listed.boards):,} boards, and {outcome.boards:,} were expected: please report this")
    if outcome.settings.min_tilings:
        confirm(outcome.dice_set, (CONFIRMED_BY,), jobs=jobs)
    return replace(outcome, rolling_again=listed.rolling_again, confirmed=True)
