"""Exact search and local search side by side, in epochs whose outcome is the same for any number of jobs.

An epoch is a number of tasks that depend on the state only; the state after it depends on their results only, and of
several searches that succeed the one with the lowest number counts. So a search is cut off and taken up between any two
epochs.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import TypeVar

from msgspec.structs import replace

from dicelab.search.design import stopping
from dicelab.search.design.constraints import Constraints, Dice
from dicelab.search.design.portfolio import local_applies, run_tasks
from dicelab.search.design.settings import MOST_MEMBERS, DesignSettings
from dicelab.search.design.values import (
    DesignState,
    ExactResult,
    ExactSearch,
    ExactTask,
    LocalResult,
    LocalSearch,
    LocalTask,
    Refutation,
    Result,
    Task,
)
from dicelab.search.tables import forbidden_boards, roll_tilings
from solver.polyform import Puzzle
from solver.runs import Runner

Item = TypeVar("Item")

FIRST_STEPS = 200
"""Swaps of each local search before CP-SAT is called in: most constraints are met by then."""
STEPS = 100
"""Swaps for each unit of CP-SAT's work."""
FIRST_WORK, GROWTH, MOST_WORK = 4.0, 1.5, 120.0
"""CP-SAT's deterministic seconds in its first epoch, how they grow, and where that ends."""
BOUND_SWEEPS = 3
"""Sweeps of :func:`.spread.never_spread` where the fewest tilings are bounded; the first is quick."""
PATIENCE = 4
"""Epochs without a success after which a local search begins anew."""


class DesignSearch:
    """Carries a state from epoch to epoch."""

    def __init__(self, settings: DesignSettings) -> None:
        self.settings = settings
        constraints, goal = settings.constraints, settings.goal
        # Where there is nothing to find but only to refute, local search has nothing to do.
        helps = local_applies(constraints) and constraints.min_tilings < too_many(constraints)
        if goal and goal.name not in {"fewest", "distance", "changes"}:
            helps = False
        self._local = settings.members if helps else 0
        self._exact = 1 if helps else settings.members

    def start(self) -> DesignState:
        """Return the state before the first epoch."""
        climbs = self.settings.climbs
        return DesignState(
            bound=too_many(self.settings.constraints) - 1 if climbs else None,
            local=(LocalSearch(),) * self._local,
            exact=(ExactSearch(),) * self._exact,
        )

    def epochs(self, state: DesignState, runner: Runner) -> Iterator[DesignState]:
        """Yield the state after each epoch until the search is over."""
        while not state.over:
            state = self._after(state, runner)
            yield state

    def target(self, state: DesignState) -> Constraints | None:
        """Return what the next set must have; nothing where no set can be better."""
        goal = self.settings.goal
        if goal is None or state.value is None:
            return self.settings.constraints
        return goal.better_than(self.settings.constraints, state.value)

    def question(self, state: DesignState) -> Constraints | None:
        """Return what CP-SAT is asked: the target, or, to bound the fewest tilings, more tilings than that."""
        target = self.target(state)
        if target is None or state.bound is None or state.value is None:
            return target
        least = max(state.value, state.given_up) + 1
        # In the middle of what is open by ratio: a proof is the harder the fewer tilings are asked for.
        return replace(target, min_tilings=min(state.bound, max(least, math.isqrt(least * (state.bound + 1)))))

    def _after(self, state: DesignState, runner: Runner) -> DesignState:
        target, question = self.target(state), self.question(state)
        if target is None or question is None:
            return replace(state, status="optimal")
        results = self._results(runner, self._tasks(state, target, question))
        state = replace(state, epoch=state.epoch + 1)
        for number, result in sorted(results.items()):
            if isinstance(result, LocalResult):
                state = self._after_local(state, number, result)
            else:
                state = self._after_exact(state, number - self._local, result, question)
        return self._concluded(state)

    def _tasks(self, state: DesignState, target: Constraints, question: Constraints) -> Iterator[tuple[int, Task]]:
        seed = self.settings.seed
        is_first = self._local > 0 and state.epoch == 0
        # CP-SAT first: it takes longest.
        for number, exact in enumerate(() if is_first else state.exact):
            yield (
                self._local + number,
                ExactTask(
                    question,
                    (seed * MOST_MEMBERS + number) % 2**31,
                    self._work(exact),
                    exact.boards,
                    exact.cuts,
                    self._sweeps(state),
                ),
            )
        steps = FIRST_STEPS if is_first else int(STEPS * self._work(state.exact[0]))
        for number, local in enumerate(state.local):
            dice = local.dice if local.failed < PATIENCE else ()
            yield number, LocalTask(target, (seed, state.epoch, number), steps, dice, self.settings.climbs)

    @staticmethod
    def _sweeps(state: DesignState) -> int:
        """Return how much to derive from the boards: for a bound, which is all about proof, as much as helps."""
        return BOUND_SWEEPS if state.bounded else 1

    @staticmethod
    def _work(exact: ExactSearch) -> float:
        return min(MOST_WORK, FIRST_WORK * GROWTH ** min(exact.tries, 100))

    def _results(self, runner: Runner, tasks: Iterator[tuple[int, Task]]) -> dict[int, Result]:
        """Do the tasks; without a goal, up to the first success that no search with a lower number can take away."""
        listed = list(tasks)
        results: dict[int, Result] = {}
        waiting = sorted(number for number, _ in listed)
        done = run_tasks(runner, listed)
        try:
            for number, result in done:
                results[number] = result
                waiting.remove(number)
                won = [n for n, one in results.items() if one.status != "unknown"]
                if self.settings.goal is None and won and (not waiting or min(won) < waiting[0]):
                    return {n: one for n, one in results.items() if n <= min(won)}
            return results
        finally:
            if waiting:
                stopping.stop()
                done.close()
                stopping.wait()

    def _after_local(self, state: DesignState, number: int, result: LocalResult) -> DesignState:
        failed = state.local[number].failed
        if result.failing is not None and not state.dice and (state.failing is None or result.failing < state.failing):
            state = replace(state, nearest=result.at, failing=result.failing)
        if result.dice:
            state, failed = self._with(state, result.dice), 0
        else:
            failed = 0 if failed >= PATIENCE else failed + 1
        return replace(state, local=_replaced(state.local, number, LocalSearch(result.at, failed)))

    def _after_exact(self, state: DesignState, number: int, result: ExactResult, question: Constraints) -> DesignState:
        tries = state.exact[number].tries + (result.status == "unknown")
        exact = ExactSearch(result.boards, result.cuts, tries)
        state = replace(state, exact=_replaced(state.exact, number, exact))
        if result.status == "found":
            return self._with(state, result.dice)
        if result.status == "unknown":
            if not state.bounded:
                return state
            asked = question.min_tilings
            return replace(state, given_up=0 if (state.bound or 0) <= asked else asked)
        state = replace(state, proof=Refutation(question, result.boards, result.cuts, result.sweeps))
        if state.bound is not None and state.value is not None:
            return replace(state, bound=min(state.bound, question.min_tilings - 1))
        return replace(state, status="optimal" if state.dice else "infeasible")

    def _with(self, state: DesignState, dice: Dice) -> DesignState:
        """Take a set if it is the first or better than the best."""
        goal = self.settings.goal
        if goal is None:
            return state if state.dice else replace(state, dice=dice, status="found", nearest=(), failing=None)
        value = goal.value(self.settings.constraints, dice)
        if state.value is None or goal.beats(value, state.value):
            return replace(state, dice=dice, value=value, status="found", nearest=(), failing=None)
        return state

    def _concluded(self, state: DesignState) -> DesignState:
        """Draw the conclusions of an epoch."""
        if state.bound is None or state.value is None:
            return state
        if state.bound <= state.value:
            return replace(state, status="optimal")
        following = self.question(state)
        least = self.settings.constraints.min_tilings if following is None else following.min_tilings
        puzzle = self.settings.constraints.puzzle
        # Boards that were forbidden for more tilings may be allowed now.
        exact = tuple(replace(one, boards=_few_tilings(puzzle, one.boards, least)) for one in state.exact)
        return replace(state, exact=exact)


def _replaced(items: tuple[Item, ...], place: int, item: Item) -> tuple[Item, ...]:
    return (*items[:place], item, *items[place + 1 :])


def _few_tilings(puzzle: Puzzle, boards: Sequence[int], tilings: int) -> tuple[int, ...]:
    """Return those of some boards that have fewer tilings than that."""
    forbidden = set(forbidden_boards(puzzle, tilings).boards.tolist()) if boards else set()
    return tuple(board for board in boards if board in forbidden)


def too_many(constraints: Constraints) -> int:
    """Return a number of tilings that no set has for each of its rolls, by counting boards.

    A set with n rolls needs n boards with as many tilings as its hardest roll has.
    """
    return roll_tilings(constraints.puzzle).of_rank(math.prod(constraints.sizes)) + 1
