"""The search without a census: dice that roll none of the nogoods learnt so far, whose failing rolls teach new ones.

Counterexamples guide it (Solar-Lezama 2006). Tabu search moves to a set that rolls no known nogood; some of its rolls,
drawn at random, are tiled; each that fails is reduced to a nogood, whose images rule out many boards at once. A set
without a failing roll among those drawn is a candidate, all of whose rolls are looked at, block by block. It is the
answer if none fails, and teaches the most telling nogoods if some do. Where tabu search reaches no set, CP-SAT asks for
one: either there is one, or the nogoods refute the question. To have tilings means to have as many as were asked for;
to make the fewest as many as possible, more are asked for after each set, from where the searches are.

The cost grows with the rolls of the dice, and not with the boards of the puzzle.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from contextlib import closing

from msgspec.structs import replace

from dicelab.score.nogoods import is_learnt
from dicelab.search.constraints import Changes
from dicelab.search.design.learning_tasks import block_count
from dicelab.search.design.search import EpochSearch, exact_work
from dicelab.search.design.search_state import (
    DesignState,
    ExactResult,
    ExactSearch,
    ExactTask,
    LearnResult,
    LearnTask,
    LocalSearch,
    RefutedQuestion,
    SweepTask,
    Task,
)
from dicelab.search.design.settings import DesignSettings, Goal
from dicelab.search.design.tasks import AsyncTasks, run_tasks
from dicelab.search.question import Question
from dicelab.search.running import Stop
from solver.census import is_quick
from solver.runs import Runner

STEPS = 2_000
"""Moves of each search in an epoch."""

ROLLS = 1 << 14
"""Rolls that are drawn from a set without known nogoods."""

MOST_BLOCKS = 16
"""Most blocks of a candidate in an epoch: two at first, then as many as were looked at before."""

STUCK = 3
"""Epochs in which no search reaches a set without known nogoods, after which CP-SAT asks whether there is one."""

PATIENCE = 20
"""Epochs without a set that rolls no known nogood after which a search begins anew."""


MOST_TILINGS = 1_000
"""Most tilings of each roll that are asked for without a census."""


def learns(question: Question) -> bool:
    """Tell whether a question is answered by nogoods: no census is at hand, and to make one would take longer."""
    if question.shared_cells or question.one(Changes) or not 1 <= question.min_tilings <= MOST_TILINGS:
        return False
    if question.min_tilings > 1 or question.objectives:
        goal = Goal.of(question)
        return (goal is None or goal.is_climb) and not (question.is_large or is_quick(question.puzzle))
    return question.is_large or is_learnt(question.puzzle)


class LearningSearch(EpochSearch):
    """The search of disjoint dice by nogoods."""

    looks_near = False

    def __init__(self, settings: DesignSettings) -> None:
        super().__init__(settings)
        self._question, self._sizes = settings.question.plain, settings.question.sizes

    def start(self) -> DesignState:
        """Return the state before the first epoch."""
        exact = () if self.settings.question.is_large else (ExactSearch(),)
        return DesignState(local=(LocalSearch(),) * self.settings.members, exact=exact, learns=True)

    def _asked(self, state: DesignState) -> Question:
        """Return the question of the next set: one of more tilings than the best."""
        if state.value is None:
            return self._question
        return replace(self._question, min_tilings=int(state.value) + 1)

    def _after(self, state: DesignState, runner: Runner, ahead: AsyncTasks | None) -> DesignState:  # noqa: ARG002
        tasks = self._blocks(state) if state.candidate else self._searches(state)
        with closing(run_tasks(runner, enumerate(tasks), Stop(self._deadline))) as done:
            results = [result for _, result in sorted(done)]
        learnt = [result for result in results if isinstance(result, LearnResult)]
        known = set(state.nogoods)
        new = dict.fromkeys(pair for result in learnt for pair in result.nogoods if pair not in known)
        asked, state = state, replace(state, epoch=state.epoch + 1, nogoods=(*state.nogoods, *new))
        state = self._swept(state, learnt) if state.candidate else self._learnt(state, learnt)
        for result in results:
            if isinstance(result, ExactResult):
                state = self._answered(state, asked, result)
        return state

    def _searches(self, state: DesignState) -> Iterator[Task]:
        question = self._asked(state)
        for number, one in enumerate(state.local):
            yield LearnTask(question, (self.settings.seed, state.epoch, number), STEPS, ROLLS, one.dice, state.nogoods)
        if state.exact and min((one.failed for one in state.local), default=STUCK) >= STUCK:
            exact = state.exact[0]
            yield ExactTask(
                question,
                self.settings.seed,
                exact_work(exact),
                exact.boards,
                exact.cuts,
                sweeps=0,
                refuted=exact.refuted,
                nogoods=state.nogoods,
            )

    def _answered(self, state: DesignState, asked: DesignState, result: ExactResult) -> DesignState:
        """Take in the answer of CP-SAT: a set without the nogoods known when ``asked``, or that there is none."""
        if result.status == "infeasible":
            proof = RefutedQuestion(self._asked(asked), result.boards, result.cuts, 0, nogoods=asked.nogoods)
            if state.dice:
                return replace(state, status="optimal", bound=int(state.value or 0), candidate=(), proof=proof)
            return replace(state, status="infeasible", candidate=(), proof=proof)
        tries = asked.exact[0].tries + (result.status == "unknown")
        exact = ExactSearch(result.boards, result.cuts, tries, None, result.refuted)
        # Its set may break the colour rule of tabu search; its failing rolls teach nogoods instead.
        return replace(state, exact=(exact,), candidate=state.candidate or result.dice)

    def _blocks(self, state: DesignState) -> Iterator[Task]:
        blocks = block_count(self._sizes)
        number = min(MOST_BLOCKS, max(2, state.swept), blocks - state.swept)
        for block in range(state.swept, state.swept + number):
            yield SweepTask(self._asked(state), state.candidate, block)

    def _learnt(self, state: DesignState, results: Sequence[LearnResult]) -> DesignState:
        searches = []
        for before, result in zip(state.local, results, strict=True):
            failed = before.failed + 1 if result.rolled else 0
            searches.append(LocalSearch(() if failed >= PATIENCE else result.at, failed, result.rolled))
        clean = [result.at for result in results if result.at and not result.rolled and not result.failing]
        state = replace(state, local=tuple(searches), candidate=clean[0] if clean else (), swept=0)
        return _nearer(state, results, math.prod(self._sizes))

    def _swept(self, state: DesignState, results: Sequence[LearnResult]) -> DesignState:
        if any(result.failing for result in results):
            # Its local search goes on from the candidate, with the new nogoods.
            failing, looked = (sum(getattr(one, name) for one in results) for name in ("failing", "looked"))
            whole = LearnResult(state.candidate, failing=failing, looked=looked)
            return replace(_nearer(state, [whole], math.prod(self._sizes)), candidate=(), swept=0)
        swept, fewest = state.swept + len(results), min(result.fewest for result in results)
        state = replace(state, swept=swept, fewest=min(fewest, state.fewest) if state.swept else fewest)
        if swept < block_count(self._sizes):
            return state
        state = replace(state, dice=state.candidate, status="found", nearest=(), failing=None)
        if not self.settings.climbs:
            return state
        value = min(state.fewest, MOST_TILINGS)
        return replace(state, value=value, candidate=(), swept=0, finished=value == MOST_TILINGS)


def _nearer(state: DesignState, results: Sequence[LearnResult], rolls: int) -> DesignState:
    """Keep the nearest miss: the set with the fewest failing rolls, estimated by the rolls that were looked at."""
    for result in results:
        if state.dice or result.rolled or not result.failing:
            continue
        failing = -(-result.failing * rolls // result.looked)
        if state.failing is None or failing < state.failing:
            state = replace(state, nearest=result.at, failing=failing)
    return state
