"""Overlapping dice, which may share cells: the most distinct boards, each with enough tilings.

The number of boards depends only on which dice share cells (:mod:`dicelab.search.sharing`). So the patterns are tried
in order, the one with the most boards first, and for each of them cells are traded until no forbidden board is rolled
and the constraints are met. A set with the first pattern is optimal if that pattern is proved to be: local search
finds the set, and the bound needs no search.
"""

from __future__ import annotations

from contextlib import closing
from dataclasses import replace as dataclass_replace
from functools import cached_property

from msgspec.structs import replace

from dicelab.search.constraints import Dice
from dicelab.search.design.local import fewest_rolled
from dicelab.search.design.search import EpochSearch
from dicelab.search.design.search_state import DesignState, LocalResult, LocalSearch, LocalTask
from dicelab.search.design.tasks import AsyncTasks, run_tasks
from dicelab.search.running import Stop
from dicelab.search.sharing import Sharing, patterns
from solver.runs import Runner

PATTERNS = 12
"""Most patterns that are tried."""
STEPS = 500
"""Trades of each search in one epoch."""
PATIENCE = 6
"""Epochs without a better set after which a search begins anew."""


class OverlappingSearch(EpochSearch):
    """The search of overlapping dice: epochs of trades, pattern by pattern, to a first set and to better ones."""

    def start(self) -> DesignState:
        """Return the state before the first epoch."""
        return DesignState(local=(LocalSearch(),) * self.settings.members)

    def sharing(self, place: int) -> Sharing:
        """Return a pattern by its number, from 1, the best first; the others are computed on demand."""
        return self._first if place == 1 else self._others[place - 2]

    @cached_property
    def _first(self) -> Sharing:
        question = self.settings.question
        return patterns(question.sizes, question.puzzle.blockable.bit_count())[0]

    @cached_property
    def _others(self) -> list[Sharing]:
        first, question = self._first, self.settings.question
        listed = patterns(question.sizes, question.puzzle.blockable.bit_count(), PATTERNS)
        return [dataclass_replace(other, bound=first.bound) for other in listed if other.pattern != first.pattern]

    def _after(self, state: DesignState, runner: Runner, ahead: AsyncTasks | None) -> DesignState:  # noqa: ARG002
        settings, question = self.settings, self.settings.question
        if state.epoch == settings.epochs:
            state = replace(self.start(), pattern=state.pattern + 1, steps=state.steps, history=state.history)
        sharing = self.sharing(state.pattern)
        if settings.climbs and state.value is not None:
            question = replace(question, min_tilings=int(state.value) + 1)
        tasks = [
            (
                number,
                LocalTask(
                    question, (settings.seed, state.pattern, state.epoch, number), STEPS, one.dice, sharing.pattern
                ),
            )
            for number, one in enumerate(state.local)
        ]
        with closing(run_tasks(runner, tasks, Stop(self._deadline))) as done:
            results = {number: result for number, result in done if isinstance(result, LocalResult)}
        searches = [_taken(one, results[number]) for number, one in enumerate(state.local)]
        found, value = self._best(state, results)
        if found != state.dice:
            # More boards are forbidden now, so the counts are void. One search in two goes on from the best set; the
            # others from their own.
            searches = [
                LocalSearch(one.dice, one.failed) if number % 2 else LocalSearch(found)
                for number, one in enumerate(searches)
            ]
        last = state.epoch + 1 == settings.epochs or (bool(found) and settings.goal is None)
        counted = [one.rolled for one in searches if one.rolled >= 0]
        return replace(
            state,
            status="found" if found else "unknown",
            epoch=state.epoch + 1,
            local=tuple(searches),
            dice=found,
            value=value,
            boards=sharing.boards if found else 0,
            bound=sharing.bound,
            failing=None if found else min(counted, default=None),
            steps=state.steps + sum(result.steps for result in results.values()),
            finished=last and (bool(found) or state.pattern == 1 + len(self._others)),
        )

    def _best(self, state: DesignState, results: dict[int, LocalResult]) -> tuple[Dice, int | float | None]:
        """Return the best set and its value; of equally good ones that of the lowest number."""
        goal, question = self.settings.goal, self.settings.question
        found, value = state.dice, state.value
        for _, result in sorted(results.items()):
            if not result.dice:
                continue
            # Without a goal, the set whose hardest roll has the most tilings.
            reached = goal.value(self.settings.question, result.dice) if goal else fewest_rolled(question, result.dice)
            if value is None or (goal.beats(reached, value) if goal else reached > value):
                found, value = result.dice, reached
        return found, value if goal else None


def _taken(one: LocalSearch, result: LocalResult) -> LocalSearch:
    rolled = result.failing or 0
    better = one.rolled < 0 or rolled < one.rolled
    failed = 0 if better else one.failed + 1
    return LocalSearch((), 0, rolled) if failed >= PATIENCE else LocalSearch(result.at, failed, rolled)
