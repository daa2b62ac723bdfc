"""A design from start to end: the search, its folder, and a check of the set by a program that did not find it.

Every search is anytime: what was reached is the outcome, whether it ended by itself, by its time or by Ctrl-C.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import TypeAlias

from dicelab.dice import DiceSet, dice_set_json
from dicelab.dice.dice_set import faces_on
from dicelab.errors import DicelabError
from dicelab.render import dice_set_svg
from dicelab.search.design.carrying import carried
from dicelab.search.design.checkpoints import (
    CHECKPOINT_SCHEMA,
    DESIGN_RUN,
    SHARED_SCHEMA,
    DesignCheckpoint,
    SharedCheckpoint,
)
from dicelab.search.design.local import local_applies, search_locally
from dicelab.search.design.near_miss import NearMiss, near_miss
from dicelab.search.design.outcome import DesignOutcome, Outcome, repaired
from dicelab.search.design.overlapping import (
    CONFIRMED_BY,
    OverlappingOutcome,
    OverlappingSearch,
    OverlappingState,
    confirmed_outcome,
)
from dicelab.search.design.search import DesignSearch, epoch_steps
from dicelab.search.design.settings import DesignSettings, OverlappingSettings
from dicelab.search.design.standing import overlapping_standing, standing
from dicelab.search.design.stopping import SearchStoppedError
from dicelab.search.design.values import DesignState, LocalTask
from dicelab.search.improvement import Improved, Improvement, unnoticed
from dicelab.search.kept_tables import content_needed, fewest_tilings, keep_tables, require_countable
from dicelab.verify import confirm
from solver.census import Census, Content, build_census
from solver.polyform import Puzzle
from solver.runs import Runner, threads
from solver.runs.folder import RunFolder
from solver.runs.interruption import Stopped, stopped_by, time_limit
from solver.runs.progress import Progress, silent
from solver.runs.storage import canonical_json, sha256

GRACE = 1.0
"""Seconds for the last steps after a search was stopped: a second program may look at the rolls of the best set."""

LoadCensus: TypeAlias = Callable[[Puzzle, Content], Census]


def design(  # noqa: PLR0913 - what is searched for, where it is kept, who does the work
    settings: DesignSettings | OverlappingSettings | None = None,
    *,
    out: Path | None = None,
    resume: Path | None = None,
    force: bool = False,
    runner: Runner | None = None,
    census: LoadCensus | None = None,
    seconds: float | None = None,
    jobs: int = 1,
    progress: Progress = silent,
    improved: Improved = unnoticed,
    warn: Callable[[str], None] = lambda _: None,
) -> Outcome:
    """Search for a dice set until there is an answer, the time is up, or Ctrl-C.

    Parameters
    ----------
    settings
        Of disjoint or of overlapping dice; ``None`` with ``resume``.
    out
        A folder that keeps a checkpoint after each epoch, and at the end the set, its picture, a proof and a manifest.
    resume
        The folder of a search that was cut off; it ends with the same files.
    force
        Whether an earlier search in ``out`` may be replaced.
    runner
        Does the work; the outcome does not depend on it. By default ``jobs`` threads.
    census
        Loads what is known of all boards of a puzzle, their tilings or only which can be tiled; by default from the
        cache of this machine, or built there.
    seconds
        When to stop, tables included. An epoch that is not over by then is cut off and counts for nothing.
    progress
        Called after each epoch.
    improved
        Called with each set that is better than those before, and, while there is none, with each one of whose rolls
        fewer fail.
    warn
        Called with one line where the checkpoint is damaged and the one before is used.

    Returns
    -------
    DesignOutcome or OverlappingOutcome
        After Ctrl-C too: then it is ``interrupted``.

    Raises
    ------
    DicelabError
        If a roll of the set that was found can't be tiled, which would be a fault of this program.
    InputError
        If there is nothing to resume, or another version of dicelab wrote it.
    OutputExistsError
        If ``out`` holds something already.
    """

    def load_tables(puzzle: Puzzle, tilings: bool) -> None:
        plain = puzzle.unrestricted
        if tilings:
            require_countable(puzzle, "the fewest tilings of a roll")
        content = content_needed(plain, tilings=tilings)
        keep_tables(census(plain, content) if census else build_census(plain, content, jobs=jobs))

    with contextlib.ExitStack() as stack:
        folder, state = None, None
        if resume is not None:
            folder = stack.enter_context(RunFolder.open(resume, DESIGN_RUN))
            kept: SharedCheckpoint | DesignCheckpoint
            if folder.holds(SHARED_SCHEMA):
                kept = folder.load(SHARED_SCHEMA, SharedCheckpoint, warn)
            else:
                kept = folder.load(CHECKPOINT_SCHEMA, DesignCheckpoint, warn)
            settings, state = kept.settings, kept.state
        elif out is not None:
            folder = stack.enter_context(RunFolder.create(out, DESIGN_RUN, force=force))
        if isinstance(settings, OverlappingSettings):
            return search_overlapping(
                settings,
                runner,
                folder=folder,
                state=state if isinstance(state, OverlappingState) else None,
                load_tables=load_tables,
                seconds=seconds,
                jobs=jobs,
                progress=progress,
                improved=improved,
            )
        if settings is None:
            raise DicelabError("a design needs settings, or a folder to resume")
        return search_disjoint(
            settings,
            runner,
            folder=folder,
            state=state if isinstance(state, DesignState) else None,
            load_tables=load_tables,
            seconds=seconds,
            jobs=jobs,
            progress=progress,
            improved=improved,
        )


def search_disjoint(  # noqa: PLR0913 - those of design
    settings: DesignSettings,
    runner: Runner | None = None,
    *,
    folder: RunFolder | None = None,
    state: DesignState | None = None,
    load_tables: Callable[[Puzzle, bool], None] = lambda *_: None,
    seconds: float | None = None,
    jobs: int = 1,
    progress: Progress = silent,
    improved: Improved = unnoticed,
) -> DesignOutcome:
    """Search for disjoint dice, from the beginning or from a state; the arguments are those of :func:`design`."""
    constraints, begin = settings.constraints, time.monotonic()
    best = state or DesignState()

    def reached(after: DesignState) -> None:
        nonlocal best
        if folder:
            folder.save(CHECKPOINT_SCHEMA, DesignCheckpoint(settings, after))
        text = standing(settings, after)
        progress(after.epoch, None, text)
        dice = after.dice or after.nearest
        if dice and dice != (best.dice or best.nearest):
            found = DiceSet.of_masks(dice, constraints.puzzle)
            improved(Improvement(found, text, 0 if after.dice else after.failing or 0, time.monotonic() - begin))
        best = after

    # CP-SAT has a thread of its own where there are several.
    beside = threads(1) if runner is None and jobs > 1 else None
    does_epochs = runner or threads(max(1, jobs - 1), apart=True)
    search = cache(lambda: DesignSearch(settings))
    after, stopped = carried(
        lambda: load_tables(constraints.puzzle, settings.climbs or constraints.min_tilings != 1),
        lambda: search().start(),
        lambda state: search().epochs(state, does_epochs, beside),
        state,
        reached,
        seconds,
    )
    outcome = DesignOutcome(settings, after or DesignState(), None, None, stopped=stopped)
    if after is not None:
        outcome = _outcome(settings, after, stopped, _confirming(begin, seconds, stopped), jobs)
    if folder:
        folder.save(CHECKPOINT_SCHEMA, DesignCheckpoint(settings, after))
        _write(folder, outcome.dice_set, None if stopped else outcome.proof, settings.seed, confirmed=outcome.confirmed)
    return outcome


def search_overlapping(  # noqa: PLR0913 - those of design
    settings: OverlappingSettings,
    runner: Runner | None = None,
    *,
    folder: RunFolder | None = None,
    state: OverlappingState | None = None,
    load_tables: Callable[[Puzzle, bool], None] = lambda *_: None,
    seconds: float | None = None,
    jobs: int = 1,
    progress: Progress = silent,
    improved: Improved = unnoticed,
) -> OverlappingOutcome:
    """Search for overlapping dice with the most boards; the arguments are those of :func:`design`."""
    search, begin = OverlappingSearch(settings), time.monotonic()
    best = state or OverlappingState()

    def reached(after: OverlappingState) -> None:
        nonlocal best
        if folder:
            folder.save(SHARED_SCHEMA, SharedCheckpoint.of(settings, after))
        known = search.outcome(after)
        text = overlapping_standing(known)
        progress(after.epoch, None, text)
        if after.found and after.found != best.found and known.dice_set is not None:
            improved(Improvement(known.dice_set, text, 0, time.monotonic() - begin))
        best = after

    does_epochs = runner or threads(jobs, apart=True)
    after, stopped = carried(
        lambda: load_tables(settings.puzzle, True),
        search.start,
        lambda state: search.epochs(state, does_epochs),
        state,
        reached,
        seconds,
    )
    outcome = search.outcome(after or OverlappingState(), stopped)
    if outcome.dice_set is not None:
        try:
            with time_limit(_confirming(begin, seconds, stopped)):
                outcome = confirmed_outcome(outcome, jobs)
        except KeyboardInterrupt as error:
            outcome = replace(outcome, stopped=stopped or stopped_by(error))
    if folder:
        folder.save(SHARED_SCHEMA, SharedCheckpoint.of(settings, after))
        _write(folder, outcome.dice_set, None, settings.seed, confirmed=outcome.confirmed)
    return outcome


def _confirming(begin: float, seconds: float | None, stopped: Stopped) -> float | None:
    """Return how long the last look at all rolls may take; ``None`` sets no limit."""
    if stopped:
        return GRACE
    return None if seconds is None else max(GRACE, seconds - (time.monotonic() - begin))


def _outcome(
    settings: DesignSettings, state: DesignState, stopped: Stopped, seconds: float | None, jobs: int
) -> DesignOutcome:
    constraints = settings.constraints
    if not state.dice:
        return DesignOutcome(settings, state, None, None, _nearest(settings, state), stopped=stopped)
    found, fewest, confirmed = _named(settings, state), None, False
    try:
        with time_limit(seconds):
            fewest = fewest_tilings(constraints.puzzle, state.dice, jobs)
            if fewest:
                confirm(found, (CONFIRMED_BY,), jobs=jobs)
        confirmed = True
    except KeyboardInterrupt as error:
        stopped = stopped or stopped_by(error)
    if constraints.source:
        found = repaired(constraints.source.faces, found)
    elif settings.faces:
        found = faces_on(found, settings.faces)
    return DesignOutcome(settings, state, found, fewest, None, confirmed, stopped)


def _nearest(settings: DesignSettings, state: DesignState) -> NearMiss | None:
    """Return the nearest miss; a search that only refuted has not met any set, so that one is looked for now."""
    constraints, dice = settings.constraints, state.nearest
    if not dice and local_applies(constraints):
        # Searches that could not be stopped yet stop this one too.
        with contextlib.suppress(KeyboardInterrupt, SearchStoppedError), time_limit(GRACE):
            dice = search_locally(LocalTask(constraints, (settings.seed, 0, 0), epoch_steps(constraints))).nearest
    return near_miss(constraints, dice) if dice else None


def _named(settings: DesignSettings, state: DesignState) -> DiceSet:
    constraints = settings.constraints
    problem = constraints.broken(state.dice)
    if problem:
        raise DicelabError(f"the set found breaks {problem!r}: please report this")
    found = DiceSet.of_masks(state.dice, constraints.puzzle)
    key = sha256(canonical_json(list(found.class_key())))[:12]
    return DiceSet(found.dice, constraints.puzzle, f"design-{key}")


def _write(folder: RunFolder, found: DiceSet | None, proof: str | None, seed: int, *, confirmed: bool) -> None:
    if found is not None:
        folder.write("design.json", dice_set_json(found))
        folder.write("design.svg", dice_set_svg(found))
    if proof is not None:
        folder.write("proof.cnf", proof)
    folder.finish(seed=seed, confirmed_by=[CONFIRMED_BY] if confirmed else [])
