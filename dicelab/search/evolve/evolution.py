"""An evolution from start to end: evolve, confirm with other programs, write; killed at any moment, it can go on."""

from __future__ import annotations

import contextlib
import math
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, Unpack

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from dicelab.dice import DiceSet
from dicelab.errors import DiceError, DicelabError
from dicelab.kinds import unheard
from dicelab.score.nogoods import is_learnt
from dicelab.score.objectives import OBJECTIVES, parse_objective, parse_objectives
from dicelab.score.objectives.catalogue import load_reference
from dicelab.score.objectives.objective import Loader
from dicelab.score.sampling import FEW, SAMPLE, roll_source, sampled_subject, standard_errors
from dicelab.score.tables import keep_tables, require_countable, unsolvable_boards
from dicelab.search.evolve.candidates import Candidate, EvolutionState, Strategy, successors
from dicelab.search.evolve.islands import Islands
from dicelab.search.evolve.outcome import ConfirmedSet, Evolution, best_of, confirmers, state_text
from dicelab.search.evolve.piece_sets import PieceSets, set_of
from dicelab.search.evolve.run_files import KIND, PIECES_KIND, Saved, finish, load, save, write_discovery
from dicelab.search.evolve.settings import EvolutionSettings
from dicelab.search.evolve.steps import SpareDieRun, StepsOfDifficulty
from dicelab.search.moves import moves_of
from dicelab.search.options import RunOptions
from dicelab.search.running import SearchRun
from dicelab.verifying import confirm, verify
from solver.census import Census, Content, is_quick
from solver.errors import SolverError
from solver.polyform import Puzzle
from solver.polyform.orbits import require_census
from solver.polyform.symmetry import Masks
from solver.runs import Runner, processes, threads
from solver.runs.folder import RUNS, RunFolder
from solver.runs.progress import Stopped, stopped_by, time_limit

CHECKPOINT_SECONDS, CHECKPOINT_SHARE = 1.0, 0.05
"""The least time between two checkpoints, and the most of the whole time that writing them may take."""


def evolve(
    given: Mapping[str, Any] | EvolutionSettings,
    *,
    runner: Runner | None = None,
    load_set: Loader = load_reference,
    reached: Callable[[EvolutionState], None] = unheard,
    **options: Unpack[RunOptions],
) -> Evolution:
    """Evolve dice sets until every roll can be tiled, and, with objectives, towards these.

    The files depend on the settings alone, also where a run was interrupted and continued. A checkpoint is written
    every second or so, and when the run is interrupted.

    Parameters
    ----------
    given
        Settings by name; all others have their defaults, or, with ``resume``, must not differ from those of the run,
        but for higher limits. Or all settings.
    runner
        Does the epochs of islands instead of processes of this machine.
    load_set
        Finds the sets that objectives name.
    reached
        Called with the state with which the run begins or goes on, and with that after each step.
    **options
        Without ``out`` and ``resume``, the folder is the next one in ``runs``.

    Raises
    ------
    KeyboardInterrupt
        Before the first generation; later, the state reached is returned, and ``stopped`` says why.
    DiceError
        If a setting can't be used.
    OutputExistsError
        If the folder holds anything, or another run is going on in it.
    ClusterError
        If the cluster fails; the run is saved first.
    DicelabError
        If there is no set to lay out a grid, or another program finds an unsolvable roll in an always-solvable set.
    """
    run = SearchRun.of(options, runner)
    run.require_own_folder()
    genome = given.genome if isinstance(given, EvolutionSettings) else given.get("genome")
    kind = PIECES_KIND if genome == "pieces" else KIND
    with time_limit(run.seconds), contextlib.ExitStack() as stack:
        folder = run.open_folder(kind) if run.resume else None
        checkpoint: Saved | None = None
        if folder:
            checkpoint = load(stack.enter_context(folder), run.warn)
            settings = checkpoint.settings.extended(asked_settings(given, load_set, checkpoint.settings), run.resume)
        elif isinstance(given, EvolutionSettings):
            settings = given
        else:
            settings = with_means(EvolutionSettings.of(asked_settings(given, load_set)), given)
        require_means(settings, run)
        # Before anything is written: the cluster may not be reached.
        workers = stack.enter_context(_workers(settings, run))
        if folder is None:
            folder = stack.enter_context(run.open_folder(kind) or RunFolder.create_next(RUNS, kind))
        strategy = _strategy(settings, run, workers)
        if checkpoint and checkpoint.settings != settings:
            # What the shorter run wrote at its end goes first: a kill in between leaves a run to be resumed.
            folder.clear()
            checkpoint = checkpoint.extended(settings)
            save(folder, checkpoint)
        if checkpoint is None:
            run.progress(0, None, "drawing the first sets")
            checkpoint = Saved(settings, strategy.begin(), {})
            save(folder, checkpoint)
        reached(checkpoint.state)
        checkpoint, confirmed, stopped = _run(strategy, folder, checkpoint, run, reached)
        return Evolution(settings, checkpoint.state, confirmed, folder.path, run.elapsed, stopped)


def asked_settings(
    given: Mapping[str, Any] | EvolutionSettings, load_set: Loader, before: EvolutionSettings | None = None
) -> dict[str, Any]:
    """Return the settings that a user gave, in the spelling of those that a run keeps.

    Without a puzzle of their own they are for that of a run ``before``, or the Genius Square.
    """
    if isinstance(given, EvolutionSettings):
        return {name: getattr(given, name) for name in given.to_json()}
    puzzle = before.puzzle if before else "genius-square"
    found = {name: value for name, value in given.items() if value is not None}
    if "puzzle" in found:
        parsed = Puzzle.parse(found["puzzle"])
        puzzle = found["puzzle"] = parsed.text
    if isinstance(sizes := found.get("sizes"), Sequence) and not isinstance(sizes, str):
        found["sizes"] = tuple(sizes)
    named = found.get("objectives")
    if isinstance(named, str):
        found["objectives"] = tuple(one.label for one in parse_objectives(named, Puzzle.parse(puzzle), load_set))
    elif isinstance(named, Sequence) and all(isinstance(text, str) for text in named):
        found["objectives"] = tuple(parse_objective(text, Puzzle.parse(puzzle), load_set).label for text in named)
    return found


def with_means(settings: EvolutionSettings, given: Mapping[str, Any]) -> EvolutionSettings:
    """Choose nogoods where a census of solvability would take long, and a sample where one of tilings would."""
    if settings.evolves_pieces or settings.shared_cells or settings.min_tilings != 1:
        return settings
    if given.get("scorer") is None and is_learnt(settings.parsed_puzzle):
        settings = replace(settings, scorer="nogoods")
    counts = settings.needs_tilings and not is_quick(settings.parsed_puzzle)
    if settings.objectives and not settings.sample and (settings.learns or counts):
        return replace(settings, sample=FEW)
    return settings


def require_means(settings: EvolutionSettings, run: SearchRun) -> None:
    """Raise :class:`DiceError` where a run needs a census that takes long, or can't be done by the cluster."""
    if run.cluster and not settings.objectives:
        raise DiceError("--cluster needs --objective: name an objective, or leave it out")
    if settings.evolves_pieces:
        return
    puzzle = settings.parsed_puzzle
    if settings.needs_tilings and not settings.sample:
        require_countable(puzzle, f"objective {','.join(settings.objectives)}")
    if settings.min_tilings > 1 or settings.shared_cells or settings.steps > 1:
        require_countable(puzzle, "--min-tilings, --shared-cells, --steps or --spare")
    if run.cluster and not run.runner and (local := local_objectives(settings)):
        raise DiceError(f"objective {local[0]}: only this process knows it; name it as MODULE:FUNCTION")


def local_objectives(settings: EvolutionSettings) -> list[str]:
    """Return the objectives that only this process knows."""
    return [one.label for one in settings.parsed if OBJECTIVES.is_local(one.name)]


@contextlib.contextmanager
def _workers(settings: EvolutionSettings, run: SearchRun) -> Iterator[Runner]:
    """Give the runner of the islands' epochs: that of the run, its cluster, or else this machine."""
    with run.workers() as named:
        # Nogoods are learnt in threads: their kernels release the lock, and are compiled once.
        if settings.learns:
            yield named or threads(run.jobs)
            return
        here = threads if local_objectives(settings) else processes
        yield named or here(min(run.jobs, settings.islands))


def _strategy(settings: EvolutionSettings, run: SearchRun, workers: Runner) -> Strategy:
    if settings.evolves_pieces:
        return PieceSets(settings, run.jobs)
    if not settings.objectives:
        return _solvable_sets(settings, run, workers)
    if not run.runner and (census := census_for_processes(settings, run)) and min(run.jobs, settings.islands) == 1:
        keep_tables(census)
    if settings.spare:
        return SpareDieRun(settings, workers)
    return StepsOfDifficulty(settings, workers) if settings.steps > 1 else Islands(settings, workers)


def census_for_processes(settings: EvolutionSettings, run: SearchRun) -> Census | None:
    """Load the census that a run needs, for the processes of this machine to find; none where it goes without."""
    if run.cluster or settings.learns or not (settings.objectives or settings.scorer == "census"):
        return None
    tilings = (settings.needs_tilings and not settings.sample) or settings.min_tilings != 1 or settings.shared_cells
    return run.load_census(settings.parsed_puzzle.unrestricted, Content.TILINGS if tilings else Content.SOLVABILITY)


def _solvable_sets(settings: EvolutionSettings, run: SearchRun, workers: Runner) -> Strategy:
    # Here, since it imports DEAP, which takes a while.
    from dicelab.search.evolve.learning import NogoodScorer
    from dicelab.search.evolve.solvable import BackendScorer, Fitness, SolvableSets, published_classes

    puzzle, question = Puzzle.parse(settings.puzzle), settings.question
    known = published_classes(puzzle)
    if settings.learns:
        learner = NogoodScorer(question, settings.seed, workers)
        return SolvableSets(settings, Fitness(puzzle, learner), known, learner)
    screened = question.min_tilings > 0 and not question.shared_cells
    if settings.scorer == "census":
        require_census(puzzle.grid, puzzle.blockers)

        # Loaded once a set passes the fast rules: where boards are many, that takes some generations.
        @cache
        def rolled() -> Callable[[Masks], NDArray[np.int64]]:
            if question.min_tilings == 1 and not question.shared_cells:
                census = run.load_census(puzzle.unrestricted, Content.SOLVABILITY)
                return unsolvable_boards(census, puzzle, run.jobs).rolled
            keep_tables(run.load_census(puzzle.unrestricted, Content.TILINGS))
            return moves_of(question).rolled

        def scorer(dice: Masks) -> NDArray[np.int64]:
            return rolled()(dice) if len(dice) and question.min_tilings else np.zeros(len(dice), np.int64)
    else:
        scorer = BackendScorer(puzzle, settings.scorer, run.jobs)
    return SolvableSets(settings, Fitness(puzzle, scorer, screened=screened), known)


def _run(
    strategy: Strategy,
    folder: RunFolder,
    checkpoint: Saved,
    run: SearchRun,
    reached: Callable[[EvolutionState], None],
) -> tuple[Saved, tuple[ConfirmedSet, ...], Stopped]:
    """Carry a run to its end; return its last state, the sets that were confirmed and written, and what stopped it."""
    last, confirmed = checkpoint, list[ConfirmedSet]()
    try:
        for last in _evolved(strategy, folder, checkpoint, run):
            reached(last.state)
            if last.settings.evaluations is None:
                run.progress(last.state.generation, last.settings.generations, "generations")
            else:
                run.progress(last.state.history[-1]["evaluated"], last.settings.evaluations, "evaluations")
        _confirm_best(strategy, folder, last, run, confirmed)
        finish(folder, last, confirmers(last.settings))
    except (KeyboardInterrupt, SolverError) as error:
        save(folder, last)
        run.note(f"progress is saved; continue with dicelab {folder.kind.command} --resume {folder.path}")
        if isinstance(error, KeyboardInterrupt):
            return last, tuple(confirmed), stopped_by(error)
        raise
    return last, tuple(confirmed), ""


def _evolved(strategy: Strategy, folder: RunFolder, checkpoint: Saved, run: SearchRun) -> Iterator[Saved]:
    """Yield the checkpoint after each step, and write some of them."""
    settings, best = checkpoint.settings, ""
    due = time.monotonic() + CHECKPOINT_SECONDS
    most = math.inf if settings.evaluations is None else settings.evaluations
    for state in successors(strategy, checkpoint.state, settings.generations, most):
        before = checkpoint.state if settings.cuts_epoch(state.generation) else None
        checkpoint = Saved(settings, state, checkpoint.confirmed, before)
        yield checkpoint
        begin = time.monotonic()
        leader = best_of(settings, state)
        text = state_text(settings, state)
        if leader is not None and text != best:
            run.tell(set_of(leader, settings), text, leader.patterns + leader.cost)
            best = text
        if begin >= due:
            save(folder, checkpoint)
            end = time.monotonic()
            due = end + max(CHECKPOINT_SECONDS, (end - begin) / CHECKPOINT_SHARE)


def _confirm_best(
    strategy: Strategy, folder: RunFolder, checkpoint: Saved, run: SearchRun, confirmed: list[ConfirmedSet]
) -> None:
    """Let other programs confirm sets that the run keeps; write these, and add them to those that are ``confirmed``."""
    settings, backends = checkpoint.settings, confirmers(checkpoint.settings)
    chosen = strategy.to_confirm(checkpoint.state)
    for number, one in enumerate(chosen):
        dice = set_of(one, settings)
        # A spare die is not held to the sizes of the others.
        if not (settings.spare and number):
            _require_kept(dice, settings)
        if checkpoint.confirmed.get(number) == dice.name and backends:
            _look_again(dice, run.jobs)
        else:
            by = "CP-SAT" if "cp-sat" in backends else "".join(backends)
            _confirm(dice, backends, run, f"{by} confirms set {number + 1} of {len(chosen)}")
            checkpoint.confirmed[number] = dice.name
            save(folder, checkpoint)
        write_discovery(folder, dice)
        confirmed.append(ConfirmedSet(dice, one.generation, *_values(dice, one, settings, run)))


def _values(
    dice: DiceSet, one: Candidate, settings: EvolutionSettings, run: SearchRun
) -> tuple[dict[str, float], dict[str, float | None]]:
    """Return the values of a set and their errors, from a new and larger sample: the first one chose lucky sets."""
    if not settings.sample:
        return dict(zip(settings.objectives, one.values, strict=True)), {}
    source = None
    if settings.needs_tilings:
        source = roll_source(
            dice.puzzle, jobs=run.jobs, progress=lambda done, total, _="": run.progress(done, total, "counting tilings")
        )
    number = max(SAMPLE, settings.sample)
    sample = sampled_subject(tuple(dice.masks), dice.puzzle, number, source, settings.seed + 1)
    return {each.label: each.of(sample) for each in settings.parsed}, standard_errors(settings.parsed, sample)


def _confirm(dice: DiceSet, backends: tuple[str, ...], run: SearchRun, what: str) -> None:
    if backends:
        run.progress(0, dice.roll_count, what)
        confirm(dice, backends, jobs=run.jobs, progress=lambda done, rolls, *_: run.progress(done, rolls, what))


def _require_kept(dice_set: DiceSet, settings: EvolutionSettings) -> None:
    """Raise :class:`DicelabError` where a set that was found breaks a constraint: a fault, or a forged checkpoint."""
    if settings.evolves_pieces:
        return
    problem = settings.question.broken(tuple(int(mask) for mask in dice_set.masks))
    if problem:
        raise DicelabError(f"{dice_set.name}, which was found, breaks {problem!r}: please report this")


def _look_again(dice_set: DiceSet, jobs: int) -> None:
    """Check all rolls of a set that a checkpoint calls confirmed: anybody can write one, and this is quick."""
    unsolvable = verify(dice_set, jobs=jobs).verdicts[0].unsolvable
    if unsolvable:
        raise DicelabError(
            f"the checkpoint says that {dice_set.name} was confirmed, but {unsolvable:,} of its rolls have no tiling: "
            "the checkpoint was not written by dicelab; start a new run"
        )
