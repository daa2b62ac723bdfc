"""Exact search and local search side by side, in epochs whose outcome does not depend on the number of jobs.

An epoch is a number of tasks that depend on the state only; the state after it depends on their results only, and of
several searches that succeed the one with the lowest number counts. So a search can be stopped and resumed between any
two epochs.

Epochs are short, so that sets from local search soon show. CP-SAT, which would lose its learnt clauses, is not cut into
such parts: its task is kept in the state and may run beside several epochs, and its result counts at the end of an
epoch that was fixed when it began, whenever it came.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from contextlib import closing
from typing import ClassVar, TypeVar

import numpy as np
from msgspec.structs import replace

from dicelab.score.tables import forbidden_boards, roll_tilings
from dicelab.search.constraints import Dice
from dicelab.search.constraints.cells import Changes
from dicelab.search.design.local import is_slow, local_applies
from dicelab.search.design.search_state import (
    DesignState,
    ExactResult,
    ExactSearch,
    ExactTask,
    LocalResult,
    LocalSearch,
    LocalTask,
    RefutedQuestion,
    Result,
    Task,
)
from dicelab.search.design.settings import CHANGES, MOST_MEMBERS, DesignSettings, printed, with_changes
from dicelab.search.design.tasks import AsyncTasks, run_tasks
from dicelab.search.moves import regroups
from dicelab.search.question import Question
from dicelab.search.running import SECONDS_TO_STOP, Stop
from solver.polyform import Puzzle
from solver.runs import Runner

Item = TypeVar("Item")

STEPS, FEW_STEPS_BESIDE = 100, 5
"""Swaps of each local search for each unit of CP-SAT's work; the second where a swap takes a tenth of a second."""
EPOCH_STEPS, FEW_STEPS = 200, 20
"""Swaps of each local search in an epoch; most constraints are met after the first, which is without CP-SAT. They are
few where :func:`.local.is_slow`."""
MOST_TIMES = 8
"""Searches that deal three dice anew take twice the steps of an epoch after each that failed, up to these times: the
first sets soon show, and a run is long enough for the best ones."""
FIRST_WORK, GROWTH, MOST_WORK = 4.0, 1.5, 120.0
"""CP-SAT's deterministic seconds for its first task, their growth factor, and their maximum."""
MOST_CASE_WORK = 7_200.0
"""The maximum of a search case by case: higher, since a case that is given up starts anew the next time."""
FEW_CHANGES = 12
"""Up to this number of changes, counting is skipped: the tiny model is solved sooner without."""
MANY_BOARDS = 1 << 20
"""With this number of boards or more, the fewest tilings are bounded case by case: CP-SAT would take minutes."""
PATIENCE = 4
"""Parts of a local search, each as long as a task of CP-SAT, without a success after which it begins anew."""


IDLE_EPOCHS = 40
"""Epochs without a better set after which a search without a bound ends."""


class EpochSearch(ABC):
    """Carries the state of a design from epoch to epoch."""

    looks_near: ClassVar[bool] = True
    """Whether a search that ended without a set looks at last for sizes of dice that are possible."""

    def __init__(self, settings: DesignSettings) -> None:
        self.settings = settings
        # The number of local searches side by side.
        self._local = settings.members
        self._deadline = math.inf

    @abstractmethod
    def start(self) -> DesignState:
        """Return the state before the first epoch."""

    @abstractmethod
    def _after(self, state: DesignState, runner: Runner, ahead: AsyncTasks | None) -> DesignState:
        """Return the state after the next epoch; ``ahead`` does the tasks that span several of them."""

    def epochs(
        self, state: DesignState, runner: Runner, beside: Runner | None = None, deadline: float = math.inf
    ) -> Iterator[DesignState]:
        """Yield the state after each epoch until the search is over.

        ``beside`` does the tasks of CP-SAT while the runner does the epochs; without it the runner does them too, when
        their results are due. The states do not change. Past a ``deadline`` of :func:`time.monotonic` tasks raise
        :class:`~dicelab.search.running.SearchStoppedError`.
        """
        self._deadline = deadline
        ahead = AsyncTasks(beside, deadline) if beside and self._local else None
        try:
            while not state.over:
                state = self._after(state, runner, ahead).recorded()
                yield state
        except BaseException:
            if ahead:
                ahead.close(SECONDS_TO_STOP)
            raise
        if ahead:
            ahead.close()
        if state.status == "infeasible" and state.nearest_sizes is None and self.looks_near:
            from dicelab.search.design.near_miss import with_nearest

            yield with_nearest(state, self.settings.question.plain, self.settings.seed, runner, Stop(deadline))


class DesignSearch(EpochSearch):
    """The search of disjoint dice: exact and local search side by side."""

    def __init__(self, settings: DesignSettings) -> None:
        super().__init__(settings)
        question, goal = settings.question.plain, settings.goal
        # Local search can't refute; skip it where no set can exist.
        helps = (local_applies(question) or (goal is not None and not goal.is_stated)) and _has_boards(question)
        self._local = settings.members if helps else 0
        self._exact = 1 if helps else settings.members
        self._repairs = goal is not None and goal.name == CHANGES
        self._steps = epoch_steps(question)
        self._by_cases = settings.climbs and question.puzzle.boards >= MANY_BOARDS and _is_answered_by_cases(question)

    def start(self) -> DesignState:
        """Return the state before the first epoch."""
        bound = too_many(self.settings.question.plain) - 1 if self.settings.climbs else None
        return DesignState(
            bound=0 if self._repairs else bound,
            local=(LocalSearch(),) * self._local,
            exact=(ExactSearch(),) * self._exact,
        )

    def target(self, state: DesignState) -> Question | None:
        """Return the question that the next set answers; nothing where no set can be better."""
        goal = self.settings.goal
        if goal is None or state.value is None or not goal.is_stated:
            return self.settings.question
        return goal.better_than(self.settings.question, state.value)

    def question(self, state: DesignState) -> Question | None:
        """Return the question of CP-SAT: the target, or one that moves the bound; nothing if it can't state the goal.

        A bound on the fewest tilings moves by asking for more; one on changes, for the fewest that are not refuted.
        """
        target = self.target(state)
        if target is None or self._improves(state):
            return None
        if state.bound is None:
            return target.plain
        target = target.plain
        if self._repairs:
            return with_changes(target, int(state.bound))
        if state.value is None:
            return target
        least = max(int(state.value), state.given_up) + 1
        begun = state.exact[0]
        if self._by_cases and begun.asked and begun.refuted and least <= begun.asked.min_tilings <= state.bound:
            # Some of its cases are refuted already.
            return begun.asked
        # The geometric mean of the open range: low targets are harder to refute.
        return replace(target, min_tilings=min(state.bound, max(least, math.isqrt(least * (state.bound + 1)))))

    def _improves(self, state: DesignState) -> bool:
        """Tell whether there is a set, and local search alone can improve it."""
        return state.value is not None and self.settings.goal is not None and not self.settings.goal.is_stated

    def _after(self, state: DesignState, runner: Runner, ahead: AsyncTasks | None) -> DesignState:
        target = self.target(state)
        if target is None or (self._repairs and state.bound == state.value):
            return replace(state, status="optimal", pending=())
        state = self._asked(state, target)
        tasks: list[tuple[int, Task]] = [*enumerate(self._local_tasks(state, target))]
        exact = [(self._local + number, task) for number, task in enumerate(state.pending)]
        is_due = bool(exact) and state.epoch + 1 >= state.due
        if ahead:
            ahead.begin(exact)
        elif is_due:
            # CP-SAT first: it takes longest.
            tasks = [*exact, *tasks]
        results = self._results(runner, tasks, ahead if is_due else None)
        before = state.value
        state = replace(state, epoch=state.epoch + 1)
        if is_due:
            state = replace(state, pending=())
        asked = dict(exact)
        for number, result in sorted(results.items()):
            if isinstance(result, LocalResult):
                state = self._after_local(state, number, result)
            elif isinstance(result, ExactResult):
                state = self._after_exact(state, number - self._local, result, asked[number])
        if self._improves(state):
            idle = state.idle + 1 if state.value == before else 0
            state = replace(state, idle=idle, finished=idle >= IDLE_EPOCHS)
        return self._concluded(state)

    def _asked(self, state: DesignState, target: Question) -> DesignState:
        """Give CP-SAT tasks where it has none, or where its question is answered already."""
        question = self.question(state)
        if question is None:
            return replace(state, pending=())
        if self._local and state.epoch == 0:
            return state
        if state.pending and self._stands(state, state.pending[0].question, target):
            return state
        exact = state.exact
        if state.bounded and not self._repairs:
            # Boards that were forbidden for more tilings may be allowed now.
            puzzle, least = question.puzzle, question.min_tilings
            exact = tuple(replace(one, boards=_few_tilings(puzzle, one.boards, least)) for one in exact)
        by_cases = self._by_cases and state.bounded
        pending = tuple(
            ExactTask(
                # Of several tasks, every other one looks for a set instead of a bound.
                target.plain if self._repairs and number % 2 else question,
                (self.settings.seed * MOST_MEMBERS + number) % 2**31,
                exact_work(one, MOST_CASE_WORK if by_cases else MOST_WORK),
                one.boards,
                one.cuts,
                self._sweeps(question),
                _still_refuted(one, question, exactly=by_cases),
                by_cases,
            )
            for number, one in enumerate(exact)
        )
        beside = FEW_STEPS_BESIDE if is_slow(question) else STEPS
        epochs = math.ceil(beside * exact_work(exact[0]) / self._steps) if self._local else 1
        if self._repairs and not exact[0].tries:
            epochs = 1
        return replace(state, exact=exact, pending=pending, due=state.epoch + epochs)

    def _stands(self, state: DesignState, asked: Question, target: Question) -> bool:
        """Tell whether a question still has to be answered."""
        if self._repairs:
            return printed(asked).most == state.bound
        if self.settings.climbs:
            return state.value is None or asked.min_tilings > state.value
        return asked == target.plain

    def _local_tasks(self, state: DesignState, target: Question) -> Iterator[LocalTask]:
        patience = self._patience(state)
        grows = bool(state.local) and not self._improves(state) and regroups(target)
        for number, local in enumerate(state.local):
            dice = local.dice if local.failed < patience else ()
            steps = self._steps * (run_length(local.failed) if grows else 1)
            if self._improves(state) and not dice and number % 2:
                # One search in two goes on from the best set; the others look elsewhere.
                dice = state.dice
            yield LocalTask(target, (self.settings.seed, state.epoch, number), steps, dice)

    def _patience(self, state: DesignState) -> int:
        """Return the epochs without a success after which a local search begins anew."""
        if self._improves(state):
            return PATIENCE
        return PATIENCE * math.ceil(STEPS * exact_work(state.exact[0]) / self._steps)

    def _sweeps(self, question: Question) -> int:
        """Return 1 to derive clauses from the boards by counting, else 0."""
        source = question.one(Changes)
        return 0 if source and source.most <= FEW_CHANGES else 1

    def _results(
        self, runner: Runner, tasks: Sequence[tuple[int, Task]], ahead: AsyncTasks | None
    ) -> dict[int, Result]:
        """Do the tasks; without a goal, until the success with the lowest number is known."""
        results: dict[int, Result] = {}
        waiting = sorted(number for number, _ in tasks)
        with closing(run_tasks(runner, tasks, Stop(self._deadline))) as done:
            for number, result in done:
                results[number] = result
                waiting.remove(number)
                won = [n for n, one in results.items() if one.status != "unknown"]
                if self.settings.goal is None and won and (not waiting or min(won) < waiting[0]):
                    return {n: one for n, one in results.items() if n <= min(won)}
            return results | (ahead.results() if ahead else {})

    def _after_local(self, state: DesignState, number: int, result: LocalResult) -> DesignState:
        failed = state.local[number].failed
        state = _nearer(state, result)
        if result.dice:
            after = self._with(state, result.dice)
            failed = failed + 1 if self._improves(state) and after is state else 0
            state = after
        else:
            # A search without a place begins anew each time.
            failed = 0 if result.at and failed >= self._patience(state) else failed + 1
        return replace(state, local=_replaced(state.local, number, LocalSearch(result.at, failed)))

    def _after_exact(self, state: DesignState, number: int, result: ExactResult, task: ExactTask) -> DesignState:
        question, before = task.question, state.exact[number]
        tries = before.tries + (result.status == "unknown")
        refuted = result.refuted if result.status == "unknown" else 0
        exact = ExactSearch(result.boards, result.cuts, tries, question if refuted else None, refuted)
        state = _nearer(replace(state, exact=_replaced(state.exact, number, exact)), result)
        if result.status == "found":
            return self._with(state, result.dice)
        if result.status == "unknown" and state.bounded and not self._repairs:
            asked = question.min_tilings
            goes_on = result.refuted > (before.refuted if before.asked == question else 0) and task.by_cases
            given_up = 0 if (state.bound or 0) <= asked else asked
            return state if goes_on else replace(state, given_up=given_up)
        if result.status == "unknown":
            return state
        proof = RefutedQuestion(question, result.boards, result.cuts, result.sweeps, by_cases=task.by_cases)
        state = replace(state, proof=proof)
        if self._repairs:
            refuted = printed(question).most
            if refuted < printed(self.settings.question).most:
                return replace(state, bound=max(state.bound or 0, refuted + 1))
        elif state.bound is not None and state.value is not None:
            return replace(state, bound=min(state.bound, question.min_tilings - 1))
        return replace(state, status="optimal" if state.dice else "infeasible")

    def _with(self, state: DesignState, dice: Dice) -> DesignState:
        """Take a set if it is the first or better than the best."""
        goal = self.settings.goal
        if goal is None:
            return state if state.dice else replace(state, dice=dice, status="found", nearest=(), failing=None)
        value = goal.value(self.settings.question, dice)
        if state.value is None or goal.beats(value, state.value):
            return replace(state, dice=dice, value=value, status="found", nearest=(), failing=None)
        return state

    def _concluded(self, state: DesignState) -> DesignState:
        """Draw the conclusions of an epoch."""
        if state.bound is not None and state.value is not None and state.status == "found":
            gap = state.value - state.bound if self._repairs else state.bound - state.value
            if gap <= 0:
                state = replace(state, status="optimal")
        return replace(state, pending=()) if state.over else state


def _is_answered_by_cases(question: Question) -> bool:
    from dicelab.search.design.exact import answered_by_cases

    return answered_by_cases(question)


def exact_work(exact: ExactSearch, most: float = MOST_WORK) -> float:
    """Return CP-SAT's deterministic seconds for its next task: more each time that it gave up."""
    return min(most, FIRST_WORK * GROWTH ** min(exact.tries, 100))


def run_length(failed: int) -> int:
    """Return the length of a run after some that failed, in epochs' steps.

    Examples
    --------
    >>> [run_length(failed) for failed in range(6)]
    [1, 2, 4, 8, 8, 8]
    """
    return min(MOST_TIMES, 1 << min(failed, MOST_TIMES))


def epoch_steps(question: Question) -> int:
    """Return the swaps of each local search in an epoch."""
    return FEW_STEPS if is_slow(question) else EPOCH_STEPS


def _nearer(state: DesignState, result: LocalResult | ExactResult) -> DesignState:
    """Keep the candidate with the fewest forbidden rolls while there is no set."""
    if state.dice or result.failing is None or (state.failing is not None and state.failing <= result.failing):
        return state
    return replace(state, nearest=result.nearest, failing=result.failing)


def _replaced(items: tuple[Item, ...], place: int, item: Item) -> tuple[Item, ...]:
    return (*items[:place], item, *items[place + 1 :])


def _still_refuted(exact: ExactSearch, question: Question, *, exactly: bool) -> int:
    """Return how many renamings of the dice are refuted: they stay refuted for more tilings.

    First cases change with the tilings, so they count ``exactly`` for the question asked.
    """
    asked = exact.asked
    if asked is None or question.min_tilings < asked.min_tilings or (exactly and question != asked):
        return 0
    return exact.refuted if replace(asked, min_tilings=question.min_tilings) == question else 0


def _few_tilings(puzzle: Puzzle, boards: Sequence[int], tilings: int) -> tuple[int, ...]:
    """Return the boards that have fewer than ``tilings`` tilings."""
    if not boards:
        return ()
    listed = np.array(boards, np.uint64)
    return tuple(listed[forbidden_boards(puzzle, tilings).forbids(listed)].tolist())


def too_many(question: Question) -> int:
    """Return a number of tilings that no set has for each of its rolls, by counting boards.

    A set with n rolls needs n boards with as many tilings as its hardest roll has.
    """
    return roll_tilings(question.puzzle).of_rank(math.prod(question.sizes)) + 1


def _has_boards(question: Question) -> bool:
    """Tell whether enough boards have the tilings asked for: one for each roll of a set."""
    puzzle = question.puzzle
    if question.min_tilings == 1:
        # The tilings of all boards need not be known for this.
        return puzzle.allowed_boards - forbidden_boards(puzzle, 1).number >= math.prod(question.sizes)
    return question.min_tilings < too_many(question)
