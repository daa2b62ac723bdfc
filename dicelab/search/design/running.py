"""A design from start to end: the search, its folder, and a check of the set by a program that did not find it.

Every search is anytime: what was reached is the outcome, whether it ended by itself, by its time or by Ctrl-C.
"""

from __future__ import annotations

import contextlib
import math
import time
from collections.abc import Callable, Generator, Sequence
from typing import TYPE_CHECKING, Unpack

import msgspec
from msgspec.structs import replace

from dicelab import __version__
from dicelab.dice import DiceSet, dice_set_json, rolls
from dicelab.errors import DicelabError
from dicelab.render import dice_set_svg
from dicelab.score.tables import content_needed, fewest_tilings, keep_tables, require_countable
from dicelab.search.constraints import Changes
from dicelab.search.constraints.constraint import set_of
from dicelab.search.design.learning import MOST_TILINGS, LearningSearch, learns
from dicelab.search.design.learning_tasks import require_tilings
from dicelab.search.design.local import fewest_rolled, local_applies
from dicelab.search.design.outcome import DesignOutcome, designed_set
from dicelab.search.design.outcome_text import progress_line
from dicelab.search.design.overlapping import OverlappingSearch
from dicelab.search.design.repairs import DieRepair, best_repairs
from dicelab.search.design.search import DesignSearch, EpochSearch, epoch_steps
from dicelab.search.design.search_state import DesignState, LocalResult, LocalTask
from dicelab.search.design.settings import CHANGES, DesignSettings, command_of
from dicelab.search.design.tasks import do_task
from dicelab.search.options import RunOptions
from dicelab.search.running import SearchRun, SearchStoppedError, Stop
from dicelab.verifying import confirm, usual_backend, verify
from solver.polyform import Puzzle
from solver.runs import Runner, threads
from solver.runs.folder import RunFolder, RunKind
from solver.runs.progress import Stopped, stopped_by, time_limit

if TYPE_CHECKING:
    from dicelab.search.design.near_miss import NearMiss

GRACE = 1.0
"""Seconds for the last steps after a search was stopped: a second program may look at the rolls of the best set."""

LAST_LOOK = 30.0
"""Seconds for a look at all rolls of the nearest miss, of which the search has seen some."""

CHECKPOINT_SCHEMA = "dicelab/design-checkpoint/4"
DESIGN_RUN = RunKind(
    "design",
    __version__,
    (
        CHECKPOINT_SCHEMA,
        *(f"dicelab/design-checkpoint/{number}" for number in (3, 2, 1)),
        "dicelab/design-shared-checkpoint/1",
    ),
    ("design.json", "design.svg", "proof.cnf"),
    noun="search",
)


class DesignCheckpoint(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The checkpoint of a run folder between epochs; without a state before the tables are loaded."""

    settings: DesignSettings
    state: DesignState | None


def design(
    settings: DesignSettings | None = None, *, runner: Runner | None = None, **options: Unpack[RunOptions]
) -> DesignOutcome:
    """Search for a dice set until there is an answer, the time is up, or Ctrl-C.

    Parameters
    ----------
    settings
        ``None`` with ``resume``.
    runner
        Does the work; the outcome does not depend on it. By default ``jobs`` threads.
    **options
        An epoch that is not over after ``seconds``, tables included, is cut off and discarded. ``improved`` is called
        with each set that is better than those before, and, while there is none, with each nearer miss.

    Raises
    ------
    DicelabError
        If a roll of the set that was found can't be tiled, which would be a fault of this program.
    InputError
        If there is nothing to resume, or another version of dicelab wrote it.
    OutputExistsError
        If ``out`` holds something already.
    """
    run = SearchRun.of(options, runner)
    run.require_own_folder()
    with run.workers() as workers, run.open_folder(DESIGN_RUN) or contextlib.nullcontext() as folder:
        state = None
        if folder and run.resume:
            kept = folder.load(CHECKPOINT_SCHEMA, DesignCheckpoint, run.warn)
            settings, state = kept.settings, kept.state
        if settings is None:
            raise DicelabError("a design needs settings, or a folder to resume")
        return search(settings, workers, folder=folder, state=state, **options)


def search(
    settings: DesignSettings,
    runner: Runner | None = None,
    *,
    folder: RunFolder | None = None,
    state: DesignState | None = None,
    **options: Unpack[RunOptions],
) -> DesignOutcome:
    """Search for dice, from the beginning or from a state; the arguments are those of :func:`design`."""
    run, question = SearchRun.of(options, runner), settings.question
    best, told = state or DesignState(), None

    def reached(after: DesignState) -> None:
        nonlocal best, told
        if folder:
            folder.save(CHECKPOINT_SCHEMA, DesignCheckpoint(settings, after))
        text = progress_line(settings, after)
        dice = after.dice or after.nearest
        if dice and dice != (best.dice or best.nearest):
            news = progress_line(settings, msgspec.structs.replace(after, bound=None)) if after.bound == told else text
            run.tell(set_of(dice, question.puzzle), text, 0 if after.dice else after.failing or 0, news)
            told = after.bound
        run.progress(after.epoch, None, text)
        best = after

    after, stopped = _until_stopped(settings, run, state, reached)
    outcome = DesignOutcome(settings, after or DesignState(), None, None, stopped=stopped)
    if after is not None:
        outcome = _outcome(settings, after, stopped, _confirming(run, stopped), run.jobs)
        after = outcome.state
    if folder:
        folder.save(CHECKPOINT_SCHEMA, DesignCheckpoint(settings, after))
        _write(folder, outcome, settings)
    return outcome


def _states(
    settings: DesignSettings, run: SearchRun, state: DesignState | None, deadline: float
) -> Generator[DesignState, None, None]:
    """Yield the first state and that after each epoch, up to a deadline."""
    question = settings.question
    shared, plain = question.shared_cells, question.puzzle.unrestricted
    tilings = shared or settings.needs_tilings
    # A search that was begun goes on as it began, though there may be a census now.
    learning = state.learns if state else learns(question)
    if not learning:
        if tilings:
            require_countable(question.puzzle, _needing(settings))
        content = content_needed(plain, tilings=tilings)
        if not tilings:
            require_countable(plain, "an objective or --changes", content)
        keep_tables(run.load_census(plain, content))
    # CP-SAT has a thread of its own where there are several.
    beside = threads(1) if run.runner is None and run.jobs > 1 and not shared else None
    runner = run.runner or threads(run.jobs if shared else max(1, run.jobs - 1), apart=True)
    kind = OverlappingSearch if shared else LearningSearch if learning else DesignSearch
    searching: EpochSearch = kind(settings)
    start = state or searching.start()
    yield start
    yield from searching.epochs(start, runner, beside, deadline)


def _needing(settings: DesignSettings) -> str:
    """Return what needs the tilings of all boards, in the words of the command line."""
    question, goal = settings.question, settings.goal
    if question.shared_cells:
        return "--shared-cells"
    if goal and goal.objective and not goal.is_climb and goal.objective.definition.of_tilings:
        return f"--{'maximize' if goal.better == 'more' else 'minimize'} {goal.name}"
    if question.one(Changes) or (goal and not goal.is_climb):
        return "--min-tilings with another objective or --from, or --maximize fewest with --from,"
    return f"--min-tilings {question.min_tilings:,}, which is not from 1 to {MOST_TILINGS:,},"


def _until_stopped(
    settings: DesignSettings, run: SearchRun, state: DesignState | None, reached: Callable[[DesignState], None]
) -> tuple[DesignState | None, Stopped]:
    """Search until the end or until somebody stops it; return the last state, and what stopped it."""
    stopped: Stopped = ""
    try:
        with time_limit(run.seconds) as is_interrupted:
            # Where only the main thread can be interrupted, the searches of another one look at the clock themselves.
            deadline = math.inf if is_interrupted or run.seconds is None else run.begin + run.seconds
            with contextlib.closing(_states(settings, run, state, deadline)) as after:
                state = next(after)
                for state in after:
                    reached(state)
                    if run.seconds is not None and run.elapsed >= run.seconds:
                        break
    except SearchStoppedError:
        # An epoch that was cut off counts for nothing, so that --resume ends as if there had been no limit.
        stopped = "time"
    except KeyboardInterrupt as error:
        stopped = stopped_by(error)
    if state is not None and state.over:
        return state, ""
    return state, stopped or "time"


def _confirming(run: SearchRun, stopped: Stopped) -> float | None:
    """Return how long the last look at all rolls may take; ``None`` sets no limit."""
    if stopped:
        return GRACE
    return None if run.seconds is None else max(GRACE, run.seconds - run.elapsed)


def _outcome(
    settings: DesignSettings, state: DesignState, stopped: Stopped, seconds: float | None, jobs: int
) -> DesignOutcome:
    question = settings.question
    if not state.dice:
        return DesignOutcome(settings, state, None, None, _nearest(settings, state, jobs), stopped=stopped)
    problem = settings.answered_by(state.dice).broken(state.dice)
    if problem:
        raise DicelabError(f"the set found breaks {problem!r}: please report this")
    fewest, rolling_again, confirmed, learning = None, None, False, state.learns
    repairs: tuple[DieRepair, ...] = ()
    try:
        with time_limit(seconds):
            if settings.goal and settings.goal.name == CHANGES and state.value and not learning:
                repairs = best_repairs(settings, jobs)
                state = _best_of_equals(state, repairs, question.puzzle, jobs)
            if question.shared_cells:
                fewest = fewest_rolled(question, state.dice)
                listed = rolls(set_of(state.dice, question.puzzle))
                rolling_again = listed.rolling_again
                if len(listed.boards) != state.boards:
                    raise DicelabError(
                        f"{len(listed.boards):,} boards, and {state.boards:,} were expected: please report this"
                    )
            elif not learning:
                fewest = fewest_tilings(question.puzzle, state.dice, jobs)
            if fewest != 0 and (question.min_tilings or not question.shared_cells):
                confirm(set_of(state.dice, question.puzzle), None, jobs=jobs)
            if learning:
                require_tilings(question, state.dice, int(state.value or question.min_tilings), jobs)
        confirmed = True
    except KeyboardInterrupt as error:
        stopped = stopped or stopped_by(error)
    found = designed_set(settings, state.dice)
    return DesignOutcome(settings, state, found, fewest, None, confirmed, stopped, rolling_again, repairs=repairs)


def _best_of_equals(state: DesignState, repairs: Sequence[DieRepair], puzzle: Puzzle, jobs: int) -> DesignState:
    """Take the repair of one die with as many changes as the set that was found, if it is worth more."""
    equals = [one for one in repairs if one.changes == state.value]
    if not equals:
        return state
    best = max(equals, key=lambda one: one.worth)
    rolls = math.prod(map(int.bit_count, state.dice))
    worth = (rolls, (fewest_tilings(puzzle, state.dice, jobs) or 0) if rolls == best.rolls else 0)
    return replace(state, dice=best.dice) if best.worth > worth else state


def _nearest(settings: DesignSettings, state: DesignState, jobs: int) -> NearMiss | None:
    """Return the nearest miss; a search that only refuted has met no set, so a short local search looks for one.

    Where nogoods were learnt, only some rolls of the nearest miss were looked at: now all are, if there is time.
    """
    from dicelab.search.design.near_miss import near_miss

    question, dice = settings.question.plain, state.nearest
    if state.learns:
        if not dice or question.min_tilings > 1:
            return None
        with contextlib.suppress(KeyboardInterrupt), time_limit(LAST_LOOK):
            return near_miss(question, dice, verify(set_of(dice, question.puzzle), jobs=jobs).unsolvable.tolist())
        return None
    if question.shared_cells:
        return None
    if not dice and local_applies(question):
        task = LocalTask(question, (settings.seed, 0, 0), epoch_steps(question))
        with contextlib.suppress(KeyboardInterrupt, SearchStoppedError), time_limit(GRACE):
            found = do_task(task, Stop(time.monotonic() + GRACE))
            dice = found.nearest if isinstance(found, LocalResult) else ()
    return near_miss(question, dice) if dice else None


def _write(folder: RunFolder, outcome: DesignOutcome, settings: DesignSettings) -> None:
    if outcome.dice_set is not None:
        folder.write("design.json", dice_set_json(outcome.dice_set))
        folder.write("design.svg", dice_set_svg(outcome.dice_set))
    proof = None if outcome.stopped else outcome.proof
    if proof is not None:
        folder.write("proof.cnf", proof)
    confirmed = outcome.confirmed and (outcome.dice_set is not None or not settings.question.shared_cells)
    by = usual_backend(outcome.dice_set) if outcome.dice_set else "bitmask"
    folder.finish(seed=settings.seed, command=command_of(settings), confirmed_by=[by] if confirmed else [])


def sets_of_checkpoint(fields: dict[str, object]) -> list[DiceSet]:
    """Return the set that the content of a checkpoint holds, if there is one yet.

    Raises
    ------
    msgspec.ValidationError, DiceError
        If the fields are not those of a checkpoint of this version.
    """
    kept = msgspec.convert(fields, DesignCheckpoint, str_keys=True)
    if kept.state is None or not kept.state.dice:
        return []
    return [designed_set(kept.settings, kept.state.dice)]
